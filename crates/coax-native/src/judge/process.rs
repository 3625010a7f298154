//! A process in the sandbox, watched until it ends or oversteps a limit.
//!
//! Invariant: when [`watch`] returns, the process is gone, and what it started. Output is read as it
//! comes and only its ends are kept, so a flood costs no memory; a grandchild that holds the pipes
//! open does not prolong the run.

use super::capture::Tail;
use super::finding::End;
use super::limits::Limits;
use crate::sandbox::{FAILED, OVERSTEPPED, SandboxedCommand};
use std::fs;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStderr, ChildStdout, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often memory is looked at, and an end that the pipes do not announce is noticed.
pub(super) const GLANCE: Duration = Duration::from_millis(20);

/// A longer limit means "for ever"; this one keeps moments representable.
pub(super) const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// What was seen of a process.
#[derive(Debug)]
pub(super) struct Watched {
    pub(super) end: End,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    pub(super) seconds: f64,
}

/// Starts a command (which must already have its limits) and watches it.
pub(super) fn watch(
    mut command: SandboxedCommand,
    limits: &Limits,
    resident: u64,
) -> io::Result<Watched> {
    let start = Instant::now();
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn()?;
    let mut streams = Streams::of(process.child())?;
    let end = loop {
        streams.wait(GLANCE)?;
        streams.take()?;
        if let Some(status) = process.child().try_wait()? {
            streams.take()?;
            break end_of(status);
        }
        if streams.total() > limits.output {
            break End::Flooded;
        }
        let program = process.leader().program();
        if program.is_some_and(|program| resident_bytes(program) > resident) {
            break End::OutOfMemory;
        }
        let processor = program.map_or(Duration::ZERO, processor_time);
        if let Some(end) = limits.is_up(start.elapsed(), processor) {
            break end;
        }
    };
    drop(process);
    let seconds = start.elapsed().as_secs_f64();
    let (stdout, stderr) = streams.into_tails();
    if end == End::Signalled(FAILED) {
        let said = stderr.into_bytes();
        return Err(io::Error::other(String::from_utf8_lossy(&said).trim_end().to_owned()));
    }
    Ok(Watched { end, stdout: stdout.into_bytes(), stderr: stderr.into_bytes(), seconds })
}

/// How a process that was waited for ended.
pub(super) fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        // How the kernel says that a file grew too large, and the sandbox that something else did.
        (None, Some(libc::SIGXFSZ | OVERSTEPPED)) => End::Flooded,
        (None, Some(signal)) => End::Signalled(signal),
        (None, None) => unreachable!("a process that was waited for has ended"),
    }
}

/// Kills every process of a group, if there is still any.
pub(super) fn kill_group(leader: u32) {
    if let Some(leader) = i32::try_from(leader).ok().filter(|&leader| leader > 1) {
        // SAFETY: a plain system call; a group that is gone is an error we do not mind.
        unsafe { libc::kill(-leader, libc::SIGKILL) };
    }
}

/// The processor time of a process and of those that it has waited for.
fn processor_time(pid: u32) -> Duration {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name, in parentheses, may have blanks in it.
    let rest = text.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks: u64 = rest.split(' ').skip(11).take(4).filter_map(|t| t.parse::<u64>().ok()).sum();
    // SAFETY: a plain question to the C library.
    let per_second = u64::try_from(unsafe { libc::sysconf(libc::_SC_CLK_TCK) }).unwrap_or(100);
    Duration::from_millis(ticks * 1000 / per_second.max(1))
}

/// The resident memory of a process; 0 if it is gone.
pub(super) fn resident_bytes(pid: u32) -> u64 {
    let pages = fs::read_to_string(format!("/proc/{pid}/statm"))
        .ok()
        .and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * page_size()
}

fn page_size() -> u64 {
    // SAFETY: a plain question to the C library.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

/// Waits until one of some descriptors can be read or is closed, but not longer than `time`.
pub(super) fn wait_readable(fds: &[RawFd], time: Duration) -> io::Result<()> {
    let mut polled: Vec<_> =
        fds.iter().map(|&fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 }).collect();
    // Rounded up: a wait of zero would make the caller spin.
    let milliseconds = i32::try_from(time.as_micros().div_ceil(1000)).unwrap_or(i32::MAX);
    // SAFETY: `polled` is a valid array of that length.
    let ready = unsafe { libc::poll(polled.as_mut_ptr(), polled.len() as u64, milliseconds) };
    match ready {
        -1 => match io::Error::last_os_error() {
            error if error.kind() == io::ErrorKind::Interrupted => Ok(()),
            error => Err(error),
        },
        _ => Ok(()),
    }
}

/// Lets reads return at once when there is nothing to read.
pub(super) fn do_not_block(fd: RawFd) -> io::Result<()> {
    // SAFETY: plain system calls on a descriptor that is open.
    let done = unsafe {
        let flags = libc::fcntl(fd, libc::F_GETFL);
        flags != -1 && libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK) != -1
    };
    if done { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Both output streams of a child.
struct Streams {
    out: Stream<ChildStdout>,
    err: Stream<ChildStderr>,
}

struct Stream<S> {
    source: Option<S>,
    tail: Tail,
}

impl Streams {
    fn of(child: &mut Child) -> io::Result<Streams> {
        let (out, err) = (child.stdout.take(), child.stderr.take());
        for fd in out.iter().map(AsRawFd::as_raw_fd).chain(err.iter().map(AsRawFd::as_raw_fd)) {
            do_not_block(fd)?;
        }
        Ok(Streams {
            out: Stream { source: out, tail: Tail::default() },
            err: Stream { source: err, tail: Tail::default() },
        })
    }

    /// Waits for something to read; once both streams are closed, for the end that must follow.
    fn wait(&self, time: Duration) -> io::Result<()> {
        let out = self.out.source.iter().map(AsRawFd::as_raw_fd);
        let fds: Vec<_> = out.chain(self.err.source.iter().map(AsRawFd::as_raw_fd)).collect();
        if fds.is_empty() {
            sleep(time.min(Duration::from_micros(500)));
            return Ok(());
        }
        wait_readable(&fds, time)
    }

    fn take(&mut self) -> io::Result<()> {
        self.out.take()?;
        self.err.take()
    }

    fn total(&self) -> u64 {
        self.out.tail.total() + self.err.tail.total()
    }

    fn into_tails(self) -> (Tail, Tail) {
        (self.out.tail, self.err.tail)
    }
}

/// How much is read before the limits are looked at again.
const TURN: u64 = 4 << 20;

impl<S: Read> Stream<S> {
    /// Reads what is there.
    fn take(&mut self) -> io::Result<()> {
        let Some(source) = &mut self.source else { return Ok(()) };
        let mut chunk = [0; 1 << 16];
        let enough = self.tail.total() + TURN;
        while self.tail.total() < enough {
            match source.read(&mut chunk) {
                Ok(0) => {
                    self.source = None;
                    return Ok(());
                }
                Ok(length) => self.tail.push(&chunk[..length]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
