//! A world with nothing in it: random functions use none.

use coax_engine::{DirEntry, FileStatus, Foreign, ForeignResult, LocalTime, World};

/// Refuses everything but output, which goes nowhere.
#[derive(Clone, Copy)]
pub struct NoWorld;

/// "Function not implemented".
const REFUSED: i32 = libc::ENOSYS;

impl World for NoWorld {
    fn fork(&self) -> Option<Box<dyn World>> {
        Some(Box::new(*self))
    }

    fn open(&mut self, _path: &[u8], _flags: i32, _mode: u32) -> Result<i32, i32> {
        Err(REFUSED)
    }

    fn close(&mut self, _fd: i32) -> Result<(), i32> {
        Ok(())
    }

    fn read(&mut self, _fd: i32, _buffer: &mut [u8]) -> Result<usize, i32> {
        Err(REFUSED)
    }

    fn write(&mut self, _fd: i32, bytes: &[u8]) -> Result<usize, i32> {
        Ok(bytes.len())
    }

    fn ignore_broken_pipes(&mut self, _ignored: bool) {}

    fn seek(&mut self, _fd: i32, _offset: i64, _whence: i32) -> Result<i64, i32> {
        Err(REFUSED)
    }

    fn truncate(&mut self, _fd: i32, _len: i64) -> Result<(), i32> {
        Err(REFUSED)
    }

    fn duplicate(&mut self, _fd: i32, _to: Option<i32>) -> Result<i32, i32> {
        Err(REFUSED)
    }

    fn pipe(&mut self) -> Result<(i32, i32), i32> {
        Err(REFUSED)
    }

    fn is_terminal(&mut self, _fd: i32) -> bool {
        false
    }

    fn unlink(&mut self, _path: &[u8]) -> Result<(), i32> {
        Err(REFUSED)
    }

    fn remove_dir(&mut self, _path: &[u8]) -> Result<(), i32> {
        Err(REFUSED)
    }

    fn make_dir(&mut self, _path: &[u8], _mode: u32) -> Result<(), i32> {
        Err(REFUSED)
    }

    fn rename(&mut self, _from: &[u8], _to: &[u8]) -> Result<(), i32> {
        Err(REFUSED)
    }

    fn access(&mut self, _path: &[u8], _mode: i32) -> Result<(), i32> {
        Err(REFUSED)
    }

    fn status(&mut self, _path: &[u8]) -> Result<FileStatus, i32> {
        Err(REFUSED)
    }

    fn status_of(&mut self, _fd: i32) -> Result<FileStatus, i32> {
        Err(REFUSED)
    }

    fn list(&mut self, _path: &[u8]) -> Result<Vec<DirEntry>, i32> {
        Err(REFUSED)
    }

    fn current_dir(&mut self) -> Result<Vec<u8>, i32> {
        Err(REFUSED)
    }

    fn change_dir(&mut self, _path: &[u8]) -> Result<(), i32> {
        Err(REFUSED)
    }

    fn clock(&mut self, _id: i32) -> Result<(i64, i64), i32> {
        Err(REFUSED)
    }

    fn local_time(&mut self, _seconds: i64, _utc: bool) -> Option<LocalTime> {
        None
    }

    fn make_time(&mut self, _time: &mut LocalTime) -> Option<i64> {
        None
    }

    fn sleep(&mut self, _nanoseconds: u64) {}

    fn identity(&mut self, _which: &str) -> Option<i64> {
        None
    }

    fn call_native(&mut self, call: &Foreign) -> ForeignResult {
        ForeignResult::Failed(format!("`{}` is not called here", call.symbol))
    }
}
