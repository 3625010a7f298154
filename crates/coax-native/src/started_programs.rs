//! Which programs a command starts, itself and through the programs that it starts: seen by tracing it, so that it
//! need not be told, wrapped or prepared.
//!
//! The command runs as the user's own and unprotected: it is theirs. Only the starting of programs stops it, for a
//! moment each. Neither rights nor a changed environment are needed; where tracing is forbidden (some containers), that
//! is an error.
//!
//! Invariants: every program that starts before the command ends is told once, in the order of starting; signals reach
//! the traced processes as they would without tracing; those that outlive the command run on untraced.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use nix::errno::Errno;
use nix::libc;
use nix::sys::ptrace::{self, Options};
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

/// A program that was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartedProgram {
    /// The folder it was started in.
    pub folder: PathBuf,
    /// Its name, as it was called, and its arguments.
    pub words: Vec<OsString>,
}

/// Runs a command to its end and tells every program that starts; gives back the exit code, as a shell would say it.
pub fn run(command: &mut Command, told: &mut dyn FnMut(StartedProgram)) -> io::Result<u8> {
    // SAFETY: between `fork` and `exec` the child makes one system call, which takes no lock and no memory.
    unsafe { command.pre_exec(|| Ok(ptrace::traceme()?)) };
    let child = command.spawn()?;
    let root = Pid::from_raw(child.id() as libc::pid_t);
    Tracer { root, known: HashSet::new(), told }.run()
}

struct Tracer<'a> {
    root: Pid,
    /// Processes that have been seen to stop.
    known: HashSet<Pid>,
    told: &'a mut dyn FnMut(StartedProgram),
}

impl Tracer<'_> {
    fn run(&mut self) -> io::Result<u8> {
        loop {
            let status = match waitpid(None, Some(WaitPidFlag::__WALL)) {
                Err(Errno::EINTR) => continue,
                status => status?,
            };
            match status {
                WaitStatus::Exited(pid, code) if pid == self.root => return self.end(code as u8),
                WaitStatus::Signaled(pid, signal, _) if pid == self.root => {
                    return self.end(128 + signal as u8);
                }
                WaitStatus::PtraceEvent(pid, _, event) => self.event(pid, event)?,
                WaitStatus::Stopped(pid, signal) => self.stopped(pid, signal)?,
                _ => {}
            }
        }
    }

    /// The command has ended; what it left running is no longer stopped for.
    fn end(&mut self, code: u8) -> io::Result<u8> {
        for pid in self.known.drain() {
            // One that runs cannot be let go before it stops; the kernel lets go of it when we end.
            let _ = ptrace::detach(pid, None);
        }
        Ok(code)
    }

    fn event(&mut self, pid: Pid, event: i32) -> io::Result<()> {
        if event == libc::PTRACE_EVENT_EXEC {
            self.tell(pid);
        }
        go_on(pid, None)
    }

    /// The first stop of a process is the tracing's; later ones are signals on their way to it.
    fn stopped(&mut self, pid: Pid, signal: Signal) -> io::Result<()> {
        if !self.known.insert(pid) {
            return go_on(pid, Some(signal));
        }
        if pid == self.root {
            let starting = Options::PTRACE_O_TRACEFORK
                | Options::PTRACE_O_TRACEVFORK
                | Options::PTRACE_O_TRACECLONE
                | Options::PTRACE_O_TRACEEXEC;
            ptrace::setoptions(pid, starting)?;
            self.tell(pid);
        }
        go_on(pid, None)
    }

    fn tell(&mut self, pid: Pid) {
        let process = PathBuf::from(format!("/proc/{pid}"));
        let folder = fs::read_link(process.join("cwd"));
        let line = fs::read(process.join("cmdline"));
        // A process that was killed meanwhile has neither.
        let (Ok(folder), Ok(line)) = (folder, line) else { return };
        let line = line.strip_suffix(b"\0").unwrap_or(&line);
        let words = line.split(|byte| *byte == 0);
        let words = words.map(|word| OsString::from_vec(word.to_vec())).collect();
        (self.told)(StartedProgram { folder, words });
    }
}

/// Lets a stopped process go on; one that was killed meanwhile is told by the next wait.
fn go_on(pid: Pid, signal: Option<Signal>) -> io::Result<()> {
    match ptrace::cont(pid, signal) {
        Ok(()) | Err(Errno::ESRCH) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(script: &str) -> (u8, Vec<String>) {
        let mut seen = Vec::new();
        let mut told = |program: StartedProgram| {
            let words: Vec<_> =
                program.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            seen.push(format!("{}: {}", program.folder.display(), words.join("|")));
        };
        let code = run(Command::new("sh").args(["-c", script]).current_dir("/"), &mut told);
        (code.unwrap(), seen)
    }

    #[test]
    fn programs_are_told_wherever_they_start() {
        let (code, seen) = started("cd /usr && (env -i /bin/echo 'a b' '' >&2); exec true x");
        let expected = ["/usr: env|-i|/bin/echo|a b|", "/usr: /bin/echo|a b|", "/usr: true|x"];
        assert_eq!((code, &seen[1..]), (0, &expected.map(str::to_owned)[..]));
    }

    #[test]
    fn exit_codes_and_signals_are_those_of_the_command() {
        assert_eq!(started("exit 7").0, 7);
        assert_eq!(started("kill -TERM $$").0, 143);
        // A signal that is caught does what the program says.
        assert_eq!(started("trap 'exit 5' USR1; kill -USR1 $$; exit 6").0, 5);
    }

    #[test]
    fn threads_and_what_runs_on_do_no_harm() {
        let (code, seen) = started("sleep 0.3 & env true; wait; exit 3");
        assert_eq!(code, 3);
        assert_eq!(seen.iter().filter(|line| line.ends_with("sleep|0.3")).count(), 1);
        assert_eq!(started("sleep 1 >/dev/null 2>&1 & exit 4").0, 4);
    }

    #[test]
    fn a_command_that_is_not_there_is_an_error() {
        let run = run(&mut Command::new("/nowhere/make"), &mut |_| {});
        assert_eq!(run.unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
