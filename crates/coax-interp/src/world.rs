//! The outside world, as far as an interpreted program can reach it.
//!
//! The engine and the library models know the world only through this trait;
//! the binary provides the real one, an exploration provides a made-up one.
//! Errors are `errno` values.

use coax_ir::Kind;

use crate::ErrorKind;

/// Files, clocks and native functions.
pub trait World {
    /// A second world like this one, for another path; `None` if there is only one.
    fn fork(&self) -> Option<Box<dyn World>> {
        None
    }
    /// Opens a file with the flags and mode of `open(2)`.
    fn open(&mut self, path: &[u8], flags: i32, mode: u32) -> Result<i32, i32>;
    /// Closes a descriptor.
    fn close(&mut self, fd: i32) -> Result<(), i32>;
    /// Reads up to `buffer.len()` bytes.
    fn read(&mut self, fd: i32, buffer: &mut [u8]) -> Result<usize, i32>;
    /// Which of the files that are inputs a descriptor has open, by number. What stands in such a
    /// file is in the program's memory; the world knows its length and gives zeros.
    fn input_file(&mut self, _fd: i32) -> Option<usize> {
        None
    }
    /// Writes bytes; may write fewer.
    fn write(&mut self, fd: i32, bytes: &[u8]) -> Result<usize, i32>;
    /// Whether the program ignores SIGPIPE; otherwise writing to a pipe without a reader kills it.
    fn ignore_broken_pipes(&mut self, ignored: bool);
    /// `lseek`.
    fn seek(&mut self, fd: i32, offset: i64, whence: i32) -> Result<i64, i32>;
    /// `ftruncate`.
    fn truncate(&mut self, fd: i32, len: i64) -> Result<(), i32>;
    /// `dup` (without `to`) and `dup2`.
    fn duplicate(&mut self, fd: i32, to: Option<i32>) -> Result<i32, i32>;
    /// `pipe`: (read end, write end).
    fn pipe(&mut self) -> Result<(i32, i32), i32>;
    /// Is the descriptor a terminal?
    fn is_terminal(&mut self, fd: i32) -> bool;
    /// `unlink`.
    fn unlink(&mut self, path: &[u8]) -> Result<(), i32>;
    /// `rmdir`.
    fn remove_dir(&mut self, path: &[u8]) -> Result<(), i32>;
    /// `mkdir`.
    fn make_dir(&mut self, path: &[u8], mode: u32) -> Result<(), i32>;
    /// `rename`.
    fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), i32>;
    /// `access`.
    fn access(&mut self, path: &[u8], mode: i32) -> Result<(), i32>;
    /// `stat`.
    fn status(&mut self, path: &[u8]) -> Result<FileStatus, i32>;
    /// `fstat`.
    fn status_of(&mut self, fd: i32) -> Result<FileStatus, i32>;
    /// The entries of a directory.
    fn list(&mut self, path: &[u8]) -> Result<Vec<DirEntry>, i32>;
    /// `getcwd`.
    fn current_dir(&mut self) -> Result<Vec<u8>, i32>;
    /// `chdir`.
    fn change_dir(&mut self, path: &[u8]) -> Result<(), i32>;
    /// `clock_gettime`: (seconds, nanoseconds).
    fn clock(&mut self, id: i32) -> Result<(i64, i64), i32>;
    /// Broken-down time in the local time zone (or UTC).
    fn local_time(&mut self, seconds: i64, utc: bool) -> Option<LocalTime>;
    /// `mktime`: the inverse of `local_time`; normalises the fields.
    fn make_time(&mut self, time: &mut LocalTime) -> Option<i64>;
    /// Sleeps.
    fn sleep(&mut self, nanoseconds: u64);
    /// `getpid`, `getppid`, `getuid`, `geteuid`, `getgid`, `getegid` by name.
    fn identity(&mut self, which: &str) -> Option<i64>;
    /// Calls a native function in a process of its own.
    fn call_native(&mut self, call: &Foreign) -> ForeignResult;
}

/// What `stat` tells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the fields of struct stat")]
pub struct FileStatus {
    pub dev: u64,
    pub ino: u64,
    pub nlink: u64,
    pub mode: u32,
    pub uid: u32,
    pub gid: u32,
    pub rdev: u64,
    pub size: i64,
    pub blksize: i64,
    pub blocks: i64,
    pub atime: (i64, i64),
    pub mtime: (i64, i64),
    pub ctime: (i64, i64),
}

/// An entry of a directory.
#[derive(Clone, Debug, PartialEq)]
pub struct DirEntry {
    /// Inode number.
    pub ino: u64,
    /// `DT_*`.
    pub kind: u8,
    /// Name.
    pub name: Vec<u8>,
}

/// The fields of `struct tm`.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the fields of struct tm")]
pub struct LocalTime {
    pub sec: i32,
    pub min: i32,
    pub hour: i32,
    pub mday: i32,
    pub mon: i32,
    pub year: i32,
    pub wday: i32,
    pub yday: i32,
    pub isdst: i32,
    pub gmtoff: i64,
    pub zone: String,
}

/// A call of a native function.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// Its name.
    pub symbol: String,
    /// Arguments.
    pub args: Vec<ForeignArg>,
    /// Result kind; `None` for void.
    pub ret: Option<Kind>,
    /// How many arguments are not variadic, if the function is variadic.
    pub fixed: Option<usize>,
}

/// An argument of a native call.
#[derive(Clone, Debug)]
pub enum ForeignArg {
    /// A scalar.
    Scalar {
        /// Its kind.
        kind: Kind,
        /// Its bits.
        bits: u128,
    },
    /// A pointer into an object, passed as a copy and copied back. Equal ids are one object.
    Buffer {
        /// Tells objects apart.
        id: u64,
        /// The whole object.
        bytes: Vec<u8>,
        /// Where in it the pointer points.
        offset: usize,
    },
    /// The null pointer.
    Null,
}

/// What came of a native call.
#[derive(Clone, Debug)]
pub enum ForeignResult {
    /// It returned.
    Returned {
        /// The result's bits (for a pointer: 0 is null; otherwise see `pointer`).
        bits: u128,
        /// For a pointer into a buffer: (buffer id, offset).
        pointer: Option<(u64, usize)>,
        /// The contents of the buffers afterwards, by id.
        buffers: Vec<(u64, Vec<u8>)>,
        /// `errno` afterwards, if the call set it.
        errno: i32,
    },
    /// The function itself went wrong: it crashed or hung.
    Wrong(ErrorKind, String),
    /// It cannot be called; says why.
    Failed(String),
}
