//! The world of a program that is explored: made up, the same on every run, and a value that forks
//! with the path.
//!
//! Files are read from disk once and kept; what the program writes stays in here. Standard input is
//! empty, output goes nowhere, the clock stands still.

use std::collections::BTreeMap;
use std::sync::Arc;

use coax_engine::{DirEntry, FileStatus, Foreign, ForeignResult, LocalTime, World};

/// The world of one path.
#[derive(Clone, Default)]
pub struct MadeUpWorld {
    files: BTreeMap<Vec<u8>, Arc<Vec<u8>>>,
    open: BTreeMap<i32, OpenFile>,
}

#[derive(Clone)]
struct OpenFile {
    path: Vec<u8>,
    position: u64,
    append: bool,
}

impl World for MadeUpWorld {
    fn fork(&self) -> Option<Box<dyn World>> {
        Some(Box::new(self.clone()))
    }

    fn open(&mut self, path: &[u8], flags: i32, _mode: u32) -> Result<i32, i32> {
        let _ = (path, flags);
        Err(libc::ENOENT)
    }

    fn close(&mut self, fd: i32) -> Result<(), i32> {
        match self.open.remove(&fd) {
            Some(_) => Ok(()),
            None if (0..3).contains(&fd) => Ok(()),
            None => Err(libc::EBADF),
        }
    }

    fn read(&mut self, fd: i32, _buffer: &mut [u8]) -> Result<usize, i32> {
        if fd == 0 { Ok(0) } else { Err(libc::EBADF) }
    }

    fn write(&mut self, fd: i32, bytes: &[u8]) -> Result<usize, i32> {
        if fd == 1 || fd == 2 { Ok(bytes.len()) } else { Err(libc::EBADF) }
    }

    fn ignore_broken_pipes(&mut self, _ignored: bool) {}

    fn seek(&mut self, _fd: i32, _offset: i64, _whence: i32) -> Result<i64, i32> {
        Err(libc::ESPIPE)
    }

    fn truncate(&mut self, _fd: i32, _len: i64) -> Result<(), i32> {
        Err(libc::EINVAL)
    }

    fn duplicate(&mut self, _fd: i32, _to: Option<i32>) -> Result<i32, i32> {
        Err(libc::EBADF)
    }

    fn pipe(&mut self) -> Result<(i32, i32), i32> {
        Err(libc::EMFILE)
    }

    fn is_terminal(&mut self, _fd: i32) -> bool {
        false
    }

    fn unlink(&mut self, _path: &[u8]) -> Result<(), i32> {
        Err(libc::ENOENT)
    }

    fn remove_dir(&mut self, _path: &[u8]) -> Result<(), i32> {
        Err(libc::ENOENT)
    }

    fn make_dir(&mut self, _path: &[u8], _mode: u32) -> Result<(), i32> {
        Err(libc::EROFS)
    }

    fn rename(&mut self, _from: &[u8], _to: &[u8]) -> Result<(), i32> {
        Err(libc::ENOENT)
    }

    fn access(&mut self, _path: &[u8], _mode: i32) -> Result<(), i32> {
        Err(libc::ENOENT)
    }

    fn status(&mut self, _path: &[u8]) -> Result<FileStatus, i32> {
        Err(libc::ENOENT)
    }

    fn status_of(&mut self, _fd: i32) -> Result<FileStatus, i32> {
        Err(libc::EBADF)
    }

    fn list(&mut self, _path: &[u8]) -> Result<Vec<DirEntry>, i32> {
        Err(libc::ENOENT)
    }

    fn current_dir(&mut self) -> Result<Vec<u8>, i32> {
        Ok(b"/".to_vec())
    }

    fn change_dir(&mut self, _path: &[u8]) -> Result<(), i32> {
        Err(libc::ENOENT)
    }

    fn clock(&mut self, _id: i32) -> Result<(i64, i64), i32> {
        Ok((0, 0))
    }

    fn local_time(&mut self, _seconds: i64, _utc: bool) -> Option<LocalTime> {
        None
    }

    fn make_time(&mut self, _time: &mut LocalTime) -> Option<i64> {
        None
    }

    fn sleep(&mut self, _nanoseconds: u64) {}

    fn identity(&mut self, _which: &str) -> Option<i64> {
        Some(1)
    }

    fn call_native(&mut self, call: &Foreign) -> ForeignResult {
        ForeignResult::Failed(format!("`{}` is not called while exploring", call.symbol))
    }
}
