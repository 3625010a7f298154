//! A world with nothing in it and a library that remembers nothing, for states made by hand. The names of the engine come
//! from the module around this one: it is part of the engine's own tests as well.

use std::any::Any;

use super::{DirEntry, FileStatus, Foreign, ForeignResult, LibraryState, LocalTime, World};

/// What a library without memory remembers.
pub struct NoMemory;

impl LibraryState for NoMemory {
    fn fork(&self) -> Box<dyn LibraryState> {
        Box::new(NoMemory)
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// A world that may be forked and must not be used.
pub struct NoWorld;

macro_rules! nowhere {
    ($($name:ident($($arg:ty),*) -> $ret:ty;)*) => {
        impl World for NoWorld {
            fn fork(&self) -> Option<Box<dyn World>> {
                Some(Box::new(NoWorld))
            }

            $(fn $name(&mut self, $(_: $arg),*) -> $ret { unreachable!("no world") })*
        }
    };
}

nowhere! {
    open(&[u8], i32, u32) -> Result<i32, i32>;
    close(i32) -> Result<(), i32>;
    read(i32, &mut [u8]) -> Result<usize, i32>;
    write(i32, &[u8]) -> Result<usize, i32>;
    ignore_broken_pipes(bool) -> ();
    seek(i32, i64, i32) -> Result<i64, i32>;
    truncate(i32, i64) -> Result<(), i32>;
    duplicate(i32, Option<i32>) -> Result<i32, i32>;
    pipe() -> Result<(i32, i32), i32>;
    is_terminal(i32) -> bool;
    unlink(&[u8]) -> Result<(), i32>;
    remove_dir(&[u8]) -> Result<(), i32>;
    make_dir(&[u8], u32) -> Result<(), i32>;
    rename(&[u8], &[u8]) -> Result<(), i32>;
    access(&[u8], i32) -> Result<(), i32>;
    status(&[u8]) -> Result<FileStatus, i32>;
    status_of(i32) -> Result<FileStatus, i32>;
    list(&[u8]) -> Result<Vec<DirEntry>, i32>;
    current_dir() -> Result<Vec<u8>, i32>;
    change_dir(&[u8]) -> Result<(), i32>;
    clock(i32) -> Result<(i64, i64), i32>;
    local_time(i64, bool) -> Option<LocalTime>;
    make_time(&mut LocalTime) -> Option<i64>;
    sleep(u64) -> ();
    identity(&str) -> Option<i64>;
    call_native(&Foreign) -> ForeignResult;
}
