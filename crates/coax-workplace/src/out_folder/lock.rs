//! Who owns a folder: a lock that lives exactly as long as the process that holds it.
//!
//! Invariants: a lock is the operating system's (`flock`), so that it is gone with its holder however
//! that ends; a lock file that others may be waiting at is never removed.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::fd::AsRawFd;
use std::path::Path;

/// A lock that is held.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// What became of an attempt to take a lock.
#[derive(Debug)]
pub enum Taken {
    /// It is ours.
    Held(Lock),
    /// Another process has it: its number, if it is known.
    Busy(Option<u32>),
    /// This file system has no locks: other runs are not kept away.
    Unknown,
}

impl Lock {
    /// Takes a lock, making its file if there is none.
    pub fn take(path: &Path) -> io::Result<Taken> {
        attempt(OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?)
    }

    /// Takes a lock whose file is there; nothing if it is not.
    pub fn take_existing(path: &Path) -> io::Result<Option<Taken>> {
        match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => attempt(file).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn attempt(mut file: File) -> io::Result<Taken> {
    // SAFETY: a plain system call on a descriptor that is open.
    if unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) } == 0 {
        // Only for the words in which others are told; the lock holds without it.
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        return Ok(Taken::Held(Lock { _file: file }));
    }
    let error = io::Error::last_os_error();
    match error.raw_os_error() {
        Some(libc::EWOULDBLOCK) => Ok(Taken::Busy(holder(&mut file))),
        Some(libc::EOPNOTSUPP | libc::ENOLCK | libc::ENOSYS) => Ok(Taken::Unknown),
        _ => Err(error),
    }
}

/// The process that wrote its number into a lock file.
fn holder(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.rewind().and_then(|()| file.take(20).read_to_string(&mut text)).ok()?;
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holder_at_a_time_and_others_are_told_who() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        assert!(Lock::take_existing(&path).unwrap().is_none());
        let Taken::Held(lock) = Lock::take(&path).unwrap() else { panic!() };
        let Taken::Busy(Some(pid)) = Lock::take(&path).unwrap() else { panic!() };
        assert_eq!(pid, std::process::id());
        drop(lock);
        assert!(matches!(Lock::take_existing(&path).unwrap(), Some(Taken::Held(_))));
    }
}
