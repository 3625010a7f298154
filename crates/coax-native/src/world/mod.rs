//! The real operating system, as the interpreted program sees it.
//!
//! [`RealWorld`] is a struct of plain methods: numbers and bytes in, numbers, bytes or an [`Errno`]
//! out. Flags, modes and ids are the raw numbers of the platform, passed on unread.
//!
//! Invariants:
//! - The program's descriptors are numbers of its own table, the lowest free one first as the kernel
//!   does it. So it gets the numbers it would get natively, and cannot close what is ours.
//! - No method retries on `EINTR` or finishes a short transfer: the program sees what happened.
//! - The working directory, umask and time zone are those of this process.

mod clock;
mod descriptors;
mod files;
mod host;

pub use clock::{BrokenDownTime, TimeSpan};
pub use files::{DirectoryEntry, FileStatus};
pub use host::SystemName;

use descriptors::Descriptors;
use std::ffi::CString;

/// An error number of the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Errno(pub i32);

/// What a system call gives back.
pub type Answer<T> = Result<T, Errno>;

/// The error of writing to a pipe without a reader.
pub const BROKEN_PIPE: Errno = Errno(libc::EPIPE);

/// Ends this process as a program ends that writes to a pipe without a reader.
pub fn die_of_broken_pipe() -> ! {
    // SAFETY: restoring the default action and raising a signal touch no memory of ours.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::raise(libc::SIGPIPE);
    }
    unreachable!("the default action of SIGPIPE ends the process")
}

/// The operating system this process runs on.
#[derive(Debug, Default)]
pub struct RealWorld {
    descriptors: Descriptors,
}

impl RealWorld {
    /// A world in which descriptors 0, 1 and 2 are those of this process and nothing else is open.
    pub fn new() -> Self {
        RealWorld::default()
    }
}

/// The error of the call that just failed.
fn last_errno() -> Errno {
    Errno(std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO))
}

/// Turns the "negative means see errno" convention into a result.
fn check<T: Copy + Default + PartialOrd>(result: T) -> Answer<T> {
    if result < T::default() { Err(last_errno()) } else { Ok(result) }
}

/// A path for the system; no path has a NUL in it.
fn c_path(path: &[u8]) -> Answer<CString> {
    CString::new(path).map_err(|_| Errno(libc::EINVAL))
}
