//! A world in which nothing can be opened, nothing is heard, and the clock stands still.

use coax_engine::{DirEntry, FileStatus, Foreign, ForeignResult, LocalTime, World};

/// ENOENT.
const NOT_THERE: i32 = 2;

pub struct StillWorld;

macro_rules! refused {
    ($($name:ident($($arg:ty),*) -> $ok:ty;)*) => {
        $(fn $name(&mut self, $(_: $arg),*) -> Result<$ok, i32> { Err(NOT_THERE) })*
    };
}

impl World for StillWorld {
    fn fork(&self) -> Option<Box<dyn World>> {
        Some(Box::new(StillWorld))
    }

    refused! {
        open(&[u8], i32, u32) -> i32;
        close(i32) -> ();
        seek(i32, i64, i32) -> i64;
        truncate(i32, i64) -> ();
        duplicate(i32, Option<i32>) -> i32;
        pipe() -> (i32, i32);
        unlink(&[u8]) -> ();
        remove_dir(&[u8]) -> ();
        make_dir(&[u8], u32) -> ();
        rename(&[u8], &[u8]) -> ();
        access(&[u8], i32) -> ();
        status(&[u8]) -> FileStatus;
        status_of(i32) -> FileStatus;
        list(&[u8]) -> Vec<DirEntry>;
        current_dir() -> Vec<u8>;
        change_dir(&[u8]) -> ();
    }

    fn read(&mut self, _: i32, _: &mut [u8]) -> Result<usize, i32> {
        Ok(0)
    }

    fn write(&mut self, _: i32, bytes: &[u8]) -> Result<usize, i32> {
        Ok(bytes.len())
    }

    fn ignore_broken_pipes(&mut self, _: bool) {}

    fn is_terminal(&mut self, _: i32) -> bool {
        false
    }

    fn clock(&mut self, _: i32) -> Result<(i64, i64), i32> {
        Ok((1_700_000_000, 0))
    }

    fn local_time(&mut self, _: i64, _: bool) -> Option<LocalTime> {
        None
    }

    fn make_time(&mut self, _: &mut LocalTime) -> Option<i64> {
        None
    }

    fn sleep(&mut self, _: u64) {}

    fn identity(&mut self, _: &str) -> Option<i64> {
        None
    }

    fn call_native(&mut self, _: &Foreign) -> ForeignResult {
        ForeignResult::Failed("there are no native functions here".into())
    }
}
