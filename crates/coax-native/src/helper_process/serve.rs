//! The helper process: waits for requests, makes the calls, answers.
//!
//! Invariants: the process ends when its parent closes the socket, and a call in it cannot outlive
//! its timeout by more than a moment even if the parent is gone. Signals do what they do in a plain
//! C program: the Rust runtime's own handlers are removed.

use super::process::death;
use super::{CallOutcome, CallRequest, call, wire};
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
use std::collections::HashMap;
use std::ffi::c_void;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

/// Names the inherited descriptor to speak over.
pub(super) const CHANNEL_VARIABLE: &str = "COAX_HELPER_CHANNEL";

/// How long after its timeout a call is ended from within, should the parent not have done it.
const GRACE: Duration = Duration::from_secs(1);

/// Runs the helper process until its parent hangs up.
///
/// To be called once, at the start of a process that [`Helper::spawn`](super::Helper::spawn) began.
pub fn serve() -> io::Result<()> {
    let mut channel = inherited_channel()?;
    behave_like_c()?;
    let timer = Backstop::new()?;
    let mut libraries = Libraries::default();
    loop {
        let request: CallRequest = match wire::receive(&mut channel) {
            Ok(request) => request,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(error),
        };
        timer.arm(request.timeout.saturating_add(GRACE))?;
        let outcome = answer(&request, &mut libraries)?;
        timer.arm(Duration::ZERO)?;
        wire::send(&mut channel, &outcome)?;
    }
}

fn answer(request: &CallRequest, libraries: &mut Libraries) -> io::Result<CallOutcome> {
    Ok(match libraries.find(&request.symbol, &request.libraries) {
        Ok(Some(address)) if request.apart => perform_apart(request, address)?,
        Ok(Some(address)) => call::perform(request, address),
        Ok(None) => CallOutcome::NoSuchSymbol,
        Err(reason) => CallOutcome::Unsupported(reason),
    })
}

/// Makes a call in a child, which dies of it in place of this process.
fn perform_apart(request: &CallRequest, address: *mut c_void) -> io::Result<CallOutcome> {
    let (mut ours, theirs) = UnixStream::pair()?;
    // SAFETY: this process has one thread, so nothing is locked in the child.
    let child = match unsafe { libc::fork() } {
        -1 => return Err(io::Error::last_os_error()),
        0 => {
            let told = tell_outcome(request, address, theirs);
            // SAFETY: ends the child here; what is to be done at exit is the helper's.
            unsafe { libc::_exit(told.is_err().into()) }
        }
        child => child,
    };
    drop(theirs);
    let told = wire::receive(&mut ours);
    let mut status = 0;
    // SAFETY: waits for the child just made, and writes one int.
    if unsafe { libc::waitpid(child, &mut status, 0) } != child {
        return Err(io::Error::last_os_error());
    }
    Ok(told.unwrap_or_else(|_| death(ExitStatus::from_raw(status))))
}

/// The child's part: it lives no longer than the helper, and has a timer of its own.
fn tell_outcome(
    request: &CallRequest,
    address: *mut c_void,
    mut channel: UnixStream,
) -> io::Result<()> {
    // SAFETY: a plain system call.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    Backstop::new()?.arm(request.timeout.saturating_add(GRACE))?;
    wire::send(&mut channel, &call::perform(request, address))
}

fn inherited_channel() -> io::Result<UnixStream> {
    let missing = || io::Error::other("this command is for Coax itself: it has no channel");
    let value = std::env::var(CHANNEL_VARIABLE).map_err(|_| missing())?;
    let fd: RawFd = value.parse().map_err(|_| missing())?;
    // Also tells whether the descriptor is open; what native code executes must not have it.
    // SAFETY: a plain system call.
    if unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) } != 0 {
        return Err(missing());
    }
    // SAFETY: the descriptor is open and was made for us by the parent.
    Ok(UnixStream::from(unsafe { OwnedFd::from_raw_fd(fd) }))
}

/// Gives signals their default effect and wants no core dumps.
fn behave_like_c() -> io::Result<()> {
    for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGPIPE] {
        // SAFETY: installs no handler of ours.
        if unsafe { libc::signal(signal, libc::SIG_DFL) } == libc::SIG_ERR {
            return Err(io::Error::last_os_error());
        }
    }
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: reads one valid struct.
    match unsafe { libc::setrlimit(libc::RLIMIT_CORE, &none) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// A timer that kills this very process.
struct Backstop(libc::timer_t);

impl Backstop {
    fn new() -> io::Result<Backstop> {
        // SAFETY: all zeros is a valid `sigevent`.
        let mut event: libc::sigevent = unsafe { std::mem::zeroed() };
        event.sigev_notify = libc::SIGEV_SIGNAL;
        event.sigev_signo = libc::SIGKILL;
        let mut timer = MaybeUninit::uninit();
        // SAFETY: reads one valid struct and writes the other.
        match unsafe { libc::timer_create(libc::CLOCK_MONOTONIC, &mut event, timer.as_mut_ptr()) } {
            // SAFETY: the call succeeded, so it filled the id.
            0 => Ok(Backstop(unsafe { timer.assume_init() })),
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// Sets the timer, or with zero stops it.
    fn arm(&self, after: Duration) -> io::Result<()> {
        let zero = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        let value = libc::timespec {
            tv_sec: i64::try_from(after.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: after.subsec_nanos().into(),
        };
        let setting = libc::itimerspec { it_interval: zero, it_value: value };
        // SAFETY: the timer exists, the setting is valid, and the old one is not asked for.
        match unsafe { libc::timer_settime(self.0, 0, &setting, std::ptr::null_mut()) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

/// The shared libraries opened so far; they stay open.
#[derive(Default)]
struct Libraries(HashMap<PathBuf, Library>);

impl Libraries {
    /// The address of a function: in the named libraries, in this process (libc), in libm.
    fn find(&mut self, symbol: &str, paths: &[PathBuf]) -> Result<Option<*mut c_void>, String> {
        for path in paths {
            if let Some(address) = lookup(self.open(path)?, symbol) {
                return Ok(Some(address));
            }
        }
        if let Some(address) = lookup(&Library::this(), symbol) {
            return Ok(Some(address));
        }
        Ok(lookup(self.open(Path::new("libm.so.6"))?, symbol))
    }

    fn open(&mut self, path: &Path) -> Result<&Library, String> {
        if !self.0.contains_key(path) {
            // SAFETY: running a library's constructors is what this process is for; if they crash,
            // it dies alone.
            let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) }
                .map_err(|error| format!("cannot load {}: {error}", path.display()))?;
            self.0.insert(path.to_owned(), library);
        }
        Ok(&self.0[path])
    }
}

fn lookup(library: &Library, symbol: &str) -> Option<*mut c_void> {
    // SAFETY: only the address is taken; calling it is the caller's risk.
    let found = unsafe { library.get::<*mut c_void>(symbol.as_bytes()) }.ok()?;
    Some(*found).filter(|address| !address.is_null())
}
