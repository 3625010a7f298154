//! The parent's side: starts the helper process, talks to it, and tells how it died.
//!
//! Invariant: between calls there is either a process waiting for a request or none. A process that
//! answered late or not at all is killed at once and never spoken to again.

use super::{CallOutcome, CallRequest, serve, wire};
use crate::sandbox::{Access, Kept, Sandbox};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A longer timeout means "for ever"; the limit keeps moments representable.
const LONGEST_WAIT: Duration = Duration::from_secs(365 * 24 * 3600);

/// A way to call native functions at the risk of another process.
#[derive(Debug)]
pub struct Helper {
    program: PathBuf,
    argument: OsString,
    sandbox: Sandbox,
    process: Option<Process>,
}

impl Helper {
    /// Starts `program argument` in the sandbox; it must do nothing but call [`serve`](super::serve).
    pub fn spawn(
        program: &Path,
        argument: impl AsRef<OsStr>,
        sandbox: Sandbox,
    ) -> io::Result<Helper> {
        let (program, argument) = (program.to_owned(), argument.as_ref().to_owned());
        let mut helper = Helper { program, argument, sandbox, process: None };
        helper.process = Some(helper.start()?);
        Ok(helper)
    }

    fn start(&self) -> io::Result<Process> {
        Process::start(&self.program, &self.argument, &self.sandbox)
    }

    /// Makes one call. An error means that the helper itself could not be started or spoken to.
    pub fn call(&mut self, request: &CallRequest) -> io::Result<CallOutcome> {
        if let Some(mut process) = self.process.take() {
            // A process that died between two calls says nothing about this one: start anew.
            if process.kept.child().try_wait()?.is_none() {
                return self.exchange(process, request);
            }
        }
        let process = self.start()?;
        self.exchange(process, request)
    }

    /// Makes one call, and keeps the process if it survived.
    fn exchange(&mut self, mut process: Process, request: &CallRequest) -> io::Result<CallOutcome> {
        let deadline = Instant::now() + request.timeout.min(LONGEST_WAIT);
        let mut channel = Timed { stream: &process.channel, deadline };
        let answer = wire::send(&mut channel, request).and_then(|()| wire::receive(&mut channel));
        match answer {
            Ok(outcome) => {
                self.process = Some(process);
                Ok(outcome)
            }
            Err(error) if is_timeout(&error) => Ok(CallOutcome::TimedOut),
            Err(error) if is_end(&error) => Ok(match process.wait_until(deadline)? {
                Some(status) => death(status),
                None => CallOutcome::TimedOut,
            }),
            Err(error) => Err(error),
        }
    }
}

/// How a process ended that did not answer.
pub(super) fn death(status: ExitStatus) -> CallOutcome {
    match (status.signal(), status.code()) {
        (Some(signal), _) => CallOutcome::CrashedBySignal(signal),
        (None, Some(code)) => CallOutcome::Exited(code),
        (None, None) => CallOutcome::Unsupported(format!("the helper ended with {status}")),
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// Whether the other end of the socket is gone.
fn is_end(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionReset, UnexpectedEof};
    matches!(error.kind(), UnexpectedEof | ConnectionReset | BrokenPipe)
}

/// A running helper process.
#[derive(Debug)]
struct Process {
    kept: Kept,
    channel: UnixStream,
}

impl Process {
    fn start(program: &Path, argument: &OsStr, sandbox: &Sandbox) -> io::Result<Process> {
        let (ours, theirs) = UnixStream::pair()?;
        let inherited = theirs.as_raw_fd();
        // What it writes, it writes to a view of the working folder.
        let access = Access { writable: Vec::new(), view: std::env::current_dir().ok() };
        let mut command = sandbox.command(program, &access);
        command.arg(argument).env(serve::CHANNEL_VARIABLE, inherited.to_string());
        // SAFETY: between fork and exec only one system call is made, and nothing is allocated.
        unsafe { command.pre_exec(move || keep_over_exec(inherited)) };
        let kept = command.spawn()?;
        Ok(Process { kept, channel: ours })
    }

    /// Waits for the end of a process whose channel is closed; `None` if it runs on.
    fn wait_until(&mut self, deadline: Instant) -> io::Result<Option<ExitStatus>> {
        loop {
            let status = self.kept.child().try_wait()?;
            if status.is_some() || Instant::now() >= deadline {
                return Ok(status);
            }
            sleep(Duration::from_micros(200));
        }
    }
}

/// Lets one descriptor pass through exec, in the child only.
fn keep_over_exec(fd: i32) -> io::Result<()> {
    // SAFETY: a plain system call on a descriptor that is open.
    match unsafe { libc::fcntl(fd, libc::F_SETFD, 0) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// A socket that gives up at a moment, not after a pause: a trickle of bytes does not prolong it.
struct Timed<'a> {
    stream: &'a UnixStream,
    deadline: Instant,
}

impl Timed<'_> {
    fn remaining(&self) -> io::Result<Option<Duration>> {
        match self.deadline.saturating_duration_since(Instant::now()) {
            Duration::ZERO => Err(io::ErrorKind::TimedOut.into()),
            // The kernel counts in microseconds, and zero would mean "for ever".
            left => Ok(Some(left.max(Duration::from_micros(1)))),
        }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.remaining()?)?;
        self.stream.read(bytes)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.remaining()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
