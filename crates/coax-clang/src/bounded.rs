//! Child processes that read bitcode of unknown origin: damaged input cannot hold them up, they end in time,
//! at the deadline at the latest, and take no more memory than they are given.

use std::io::{self, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use coax_deadline::Deadline;
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, prlimit};

/// So much of what a child says on stderr is kept.
const MOST_TEXT: u64 = 64 << 10;
/// On a busy machine, a child waits that many times longer than it works.
const PATIENCE: u32 = 4;
/// Between two looks at a child: short at first, most are quick.
const FIRST_GLANCE: Duration = Duration::from_millis(1);
/// How long a child may take to end when it is asked to.
const POLITELY: Duration = Duration::from_secs(1);
const LAST_GLANCE: Duration = Duration::from_millis(20);

/// What a child may use: LLVM needs about 100 bytes for one of bitcode, and some to begin with.
const MEMORY: u64 = 3 << 30;
const MEMORY_PER_BYTE: u64 = 512;
const TIME: Duration = Duration::from_secs(10);
/// A megabyte of bitcode takes less than a second.
const BYTES_PER_SECOND: u64 = 256 << 10;

/// What a child may use.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Processor time.
    pub time: Duration,
    /// Address space, in bytes.
    pub memory: u64,
}

impl Bounds {
    /// For reading so many bytes of bitcode or textual IR.
    pub fn for_reading(size: u64) -> Bounds {
        let time = TIME + Duration::from_secs(size / BYTES_PER_SECOND);
        Bounds { time, memory: MEMORY + MEMORY_PER_BYTE * size }
    }
}

/// How a child ended.
pub struct Ended {
    /// Its status; none if it took too long.
    pub status: Option<ExitStatus>,
    /// What it said on stderr.
    pub said: String,
}

impl Ended {
    /// It did what it was asked.
    pub fn is_success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// How it died, for a message; `None` if it ended by itself.
    pub fn death(&self, time: Duration) -> Option<String> {
        let overtime = || format!("takes more than {} s", time.as_secs());
        match self.status.map(|status| status.signal()) {
            None => Some(overtime()),
            Some(Some(libc::SIGXCPU | libc::SIGKILL)) => Some(overtime()),
            Some(Some(signal)) => Some(format!("dies of {}", signal_name(signal))),
            Some(None) => None,
        }
    }
}

/// Runs a command to its end, or to that of its time; nothing if it was ended at the deadline.
pub fn run(
    command: &mut Command,
    bounds: Bounds,
    deadline: &Deadline,
) -> io::Result<Option<Ended>> {
    if deadline.is_over() {
        return Ok(None);
    }
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.process_group(0).spawn()?;
    limit(&child, bounds);
    let stderr = child.stderr.take();
    let listener = thread::spawn(move || heard(stderr));
    let status = wait(&mut child, bounds.time * PATIENCE, deadline)?;
    if status.is_none() && deadline.is_over() {
        // What it said does not matter, and others may still have its end of the pipe.
        return Ok(None);
    }
    let said = listener.join().unwrap_or_default();
    Ok(Some(Ended { status, said: String::from_utf8_lossy(&said).into_owned() }))
}

/// Bounds a child that is running already. Where the system refuses, time is still bounded by [`wait`].
fn limit(child: &Child, bounds: Bounds) {
    let pid = Pid::from_child(child);
    let seconds = bounds.time.as_secs().max(1);
    let limits = [(Resource::Cpu, seconds), (Resource::As, bounds.memory), (Resource::Core, 0)];
    for (resource, most) in limits {
        let _ = prlimit(Some(pid), resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

/// The start of what a child says; the rest is read and dropped, so that it need not wait.
fn heard(stderr: Option<impl Read>) -> Vec<u8> {
    let mut text = Vec::new();
    if let Some(mut stderr) = stderr {
        let _ = stderr.by_ref().take(MOST_TEXT).read_to_end(&mut text);
        let _ = io::copy(&mut stderr, &mut io::sink());
    }
    text
}

/// Waits for a child, and ends it when its time is over or the deadline is.
fn wait(child: &mut Child, most: Duration, deadline: &Deadline) -> io::Result<Option<ExitStatus>> {
    let latest = Instant::now() + most;
    let mut glance = FIRST_GLANCE;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= latest || deadline.is_over() {
            end(child)?;
            return Ok(None);
        }
        thread::sleep(glance);
        glance = (glance * 2).min(LAST_GLANCE);
    }
}

/// Ends a child that leads a process group, and the group: politely first, because a child may have to
/// end others that are in none of ours.
pub fn end(child: &mut Child) -> io::Result<()> {
    let group = Pid::from_child(child);
    let _ = kill_process_group(group, Signal::TERM);
    let deadline = Instant::now() + POLITELY;
    while child.try_wait()?.is_none() && Instant::now() < deadline {
        thread::sleep(FIRST_GLANCE);
    }
    // What is gone already is what we want.
    let _ = kill_process_group(group, Signal::KILL);
    child.wait().map(drop)
}

fn signal_name(signal: i32) -> String {
    match signal {
        libc::SIGSEGV => "a segmentation fault".into(),
        libc::SIGBUS => "a bus error".into(),
        libc::SIGABRT => "a failed assertion or lack of memory".into(),
        libc::SIGILL | libc::SIGTRAP => "code that must not be reached".into(),
        libc::SIGFPE => "a division by zero".into(),
        other => format!("signal {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, seconds: u64) -> Ended {
        let bounds = Bounds { time: Duration::from_secs(seconds), memory: 4 << 30 };
        run(Command::new("sh").args(["-c", script]), bounds, &Deadline::never()).unwrap().unwrap()
    }

    #[test]
    fn what_runs_at_the_deadline_is_ended_and_nothing_is_begun_after_it() {
        let bounds = Bounds { time: Duration::from_secs(600), memory: 4 << 30 };
        let deadline = Deadline::never();
        let over = deadline.clone();
        let alarm = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            over.end(coax_deadline::Reason::Time);
        });
        let mut sleeping = Command::new("sleep");
        assert!(run(sleeping.arg("600"), bounds, &deadline).unwrap().is_none());
        alarm.join().unwrap();
        assert!(run(&mut Command::new("no-such-program"), bounds, &deadline).unwrap().is_none());
    }

    #[test]
    fn what_ends_by_itself_says_so() {
        let ended = shell("echo no >&2; exit 2", 10);
        assert_eq!(ended.status.and_then(|status| status.code()), Some(2));
        assert_eq!((ended.said.as_str(), ended.death(Duration::ZERO)), ("no\n", None));
        assert!(shell("head -c 1000000 /dev/zero >&2", 10).is_success());
    }

    #[test]
    fn what_does_not_end_is_ended() {
        let worked = shell("while :; do :; done", 1);
        assert_eq!(worked.death(Duration::from_secs(1)).unwrap(), "takes more than 1 s");
        let slept = shell("exec sleep 600", 1);
        assert!(slept.status.is_none());
    }

    #[test]
    fn what_crashes_is_told_from_what_refuses() {
        let ended = shell("kill -SEGV $$", 10);
        assert_eq!(ended.death(Duration::ZERO).unwrap(), "dies of a segmentation fault");
    }
}
