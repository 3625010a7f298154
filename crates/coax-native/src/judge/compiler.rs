//! Running a compiler, or several at once.
//!
//! Invariant: a command that may be stopped does not outlive its caller's patience, and neither does
//! what it started.

use super::process::GLANCE;
use crate::sandbox::SandboxedCommand;
use std::error::Error;
use std::num::NonZero;
use std::process::{Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::{fmt, io, thread};

/// Says, whenever it is asked, whether to stop; once it has said so, it keeps to it.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Something could not be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    /// The command that failed.
    pub command: String,
    /// What it said.
    pub stderr: String,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this command failed: {}\n{}", self.command, self.stderr.trim_end())
    }
}

impl Error for BuildError {}

/// Runs a command that must succeed; gives back its standard output.
pub(super) fn succeed(command: &mut SandboxedCommand) -> Result<Vec<u8>, BuildError> {
    let output = command.output();
    success(command, output)
}

/// The same, unless it is stopped: then it fails.
pub(crate) fn succeed_unless(
    stop: Option<Stop<'_>>,
    command: &mut SandboxedCommand,
) -> Result<Vec<u8>, BuildError> {
    match stop {
        None => succeed(command),
        Some(stop) => {
            let output = output_unless(stop, command);
            success(command, output)
        }
    }
}

/// Waits for a command, which is ended when it is time to stop.
pub fn output_unless(stop: Stop<'_>, command: &mut SandboxedCommand) -> io::Result<Output> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let process = command.spawn()?;
    let leader = process.leader();
    let (sender, done) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || sender.send(process.wait_with_output()));
        loop {
            match done.recv_timeout(GLANCE) {
                Ok(output) => return output,
                Err(RecvTimeoutError::Timeout) if stop() => leader.stop(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("the thread always sends"),
            }
        }
    })
}

fn success(command: &SandboxedCommand, output: io::Result<Output>) -> Result<Vec<u8>, BuildError> {
    let stderr = match output {
        Ok(output) if output.status.success() => return Ok(output.stdout),
        Ok(output) if output.stderr.is_empty() => output.status.to_string(),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => format!("it could not be started: {error}"),
    };
    Err(BuildError { command: shown(command), stderr })
}

/// A command as one would type it.
fn shown(command: &SandboxedCommand) -> String {
    let words = command.words().into_iter();
    words.map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Does `job` for every index below `count`, several at once; the first failure by index wins, so
/// that the same program fails the same way every time.
pub(super) fn in_parallel(
    count: usize,
    job: impl Fn(usize) -> Result<(), BuildError> + Sync,
) -> Result<(), BuildError> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(count);
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    if let Err(error) = job(index) {
                        failures.lock().expect("no job panics").push((index, error));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no job panics");
    match failures.into_iter().min_by_key(|(index, _)| *index) {
        Some((_, error)) => Err(error),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::{Access, Sandbox};

    fn command(program: &str) -> SandboxedCommand {
        Sandbox::off().command(program, &Access::default())
    }

    #[test]
    fn commands_are_shown_as_typed() {
        let mut command = command("cc");
        command.args(["-DX=\"a b\"", "it's", "", "-o", "/x/y.o"]);
        assert_eq!(shown(&command), r#"cc '-DX="a b"' 'it'\''s' '' -o /x/y.o"#);
    }

    #[test]
    fn a_command_that_is_not_there_says_so() {
        let error = succeed(&mut command("no-such-compiler")).unwrap_err();
        assert_eq!(error.command, "no-such-compiler");
        assert!(error.stderr.starts_with("it could not be started"), "{}", error.stderr);
    }

    #[test]
    fn a_command_is_stopped_with_what_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().join("mark");
        let mut shell = command("sh");
        let mut echo = command("echo");
        let script = format!("echo early >&2; (sleep 600; echo > {0}) & wait", mark.display());
        let asked = AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 3;
        shell.args(["-c", &script]);
        let error = succeed_unless(Some(&stop), &mut shell).unwrap_err();
        assert_eq!(error.stderr, "early\n");
        assert!(!mark.exists());
        let never = || false;
        echo.arg("late");
        let said = succeed_unless(Some(&never), &mut echo).unwrap();
        assert_eq!(said, b"late\n");
    }

    #[test]
    fn every_job_is_done_once_and_the_first_failure_wins() {
        let done: Vec<AtomicUsize> = (0..50).map(|_| AtomicUsize::new(0)).collect();
        let result = in_parallel(50, |index| {
            done[index].fetch_add(1, Ordering::Relaxed);
            let error = BuildError { command: index.to_string(), stderr: String::new() };
            if index % 20 == 13 { Err(error) } else { Ok(()) }
        });
        assert!(done.iter().all(|count| count.load(Ordering::Relaxed) == 1));
        assert_eq!(result.unwrap_err().command, "13");
    }
}
