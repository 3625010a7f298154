//! Files and descriptors: <unistd.h>, <fcntl.h>, <sys/stat.h>.

use coax_engine::{Call, FileStatus, Flow, Stop};

use crate::area::Area;
use crate::bytes::string;
use crate::errno::{fail, fail_null, long_or_fail, zero_or_fail};
use crate::input_files::{self, InputPlace};
use crate::refusal::refusal;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("open", open),
    ("open64", open),
    ("__open_2", open),
    ("__open64_2", open),
    ("openat", openat),
    ("openat64", openat),
    ("creat", creat),
    ("creat64", creat),
    ("close", close),
    ("read", read),
    ("write", write),
    ("pread", pread),
    ("pread64", pread),
    ("pwrite", pwrite),
    ("pwrite64", pwrite),
    ("lseek", lseek),
    ("lseek64", lseek),
    ("ftruncate", ftruncate),
    ("ftruncate64", ftruncate),
    ("truncate", truncate),
    ("truncate64", truncate),
    ("fsync", fsync),
    ("fdatasync", fsync),
    ("sync", sync),
    ("dup", dup),
    ("dup2", dup2),
    ("dup3", dup2),
    ("posix_fadvise", advise),
    ("posix_fadvise64", advise),
    ("pipe", pipe),
    ("pipe2", pipe),
    ("fcntl", fcntl),
    ("fcntl64", fcntl),
    ("isatty", isatty),
    ("ttyname", ttyname),
    ("unlink", unlink),
    ("remove", remove),
    ("rename", rename),
    ("access", access),
    ("euidaccess", access),
    ("eaccess", access),
    ("stat", stat),
    ("stat64", stat),
    ("lstat", stat),
    ("lstat64", stat),
    ("__xstat", xstat),
    ("__xstat64", xstat),
    ("__lxstat", xstat),
    ("__lxstat64", xstat),
    ("fstat", fstat),
    ("fstat64", fstat),
    ("__fxstat", fxstat),
    ("__fxstat64", fxstat),
    ("fstatat", fstatat),
    ("fstatat64", fstatat),
    ("umask", umask),
];

fn path(call: &mut Call<'_, '_>, index: usize) -> Result<Vec<u8>, Stop> {
    let address = call.word(index);
    string(call, address)
}

fn open_at(call: &mut Call<'_, '_>, name: &[u8], flags: i32, mode: usize) -> Outcome {
    let creates = flags & libc::O_CREAT != 0 || flags & libc::O_TMPFILE == libc::O_TMPFILE;
    let mode = if creates { call.word(mode) as u32 } else { 0 };
    let opened = call.world.open(name, flags, mode);
    if let Ok(fd) = opened {
        opened_input(call, fd)?;
    }
    long_or_fail(call, opened.map(i64::from))
}

/// A file that is an input is one of the path's from when it is opened.
pub(crate) fn opened_input(call: &mut Call<'_, '_>, fd: i32) -> Result<(), Stop> {
    if let Some(number) = call.world.input_file(fd) {
        input_files::contents(call, number)?;
    }
    Ok(())
}

fn open(call: &mut Call<'_, '_>) -> Outcome {
    let (name, flags) = (path(call, 0)?, call.int(1));
    open_at(call, &name, flags, 2)
}

fn openat(call: &mut Call<'_, '_>) -> Outcome {
    let (folder, name, flags) = (call.int(0), path(call, 1)?, call.int(2));
    if folder != libc::AT_FDCWD && !name.starts_with(b"/") {
        return Err(Stop::Unsupported("openat relative to a descriptor".into()));
    }
    open_at(call, &name, flags, 3)
}

fn creat(call: &mut Call<'_, '_>) -> Outcome {
    let name = path(call, 0)?;
    open_at(call, &name, libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC, 1)
}

fn close(call: &mut Call<'_, '_>) -> Outcome {
    let result = call.world.close(call.int(0));
    zero_or_fail(call, result)
}

/// Reads at most this much at once, so that an absurd size does not become an absurd buffer.
const LARGEST_TRANSFER: u64 = 64 << 20;

pub(crate) fn read(call: &mut Call<'_, '_>) -> Outcome {
    let (fd, to, size) = (call.int(0), call.word(1), call.word(2));
    let mut buffer = vec![0; size.min(LARGEST_TRANSFER) as usize];
    let place = input_place(call, fd);
    match call.world.read(fd, &mut buffer) {
        Ok(0) => Ok(Flow::long(0)),
        Ok(count) => {
            match place {
                Some(place) => {
                    let from = place.address(call)?;
                    call.copy(to, from, count as u64)?;
                }
                None => call.write(to, &buffer[..count])?,
            }
            Ok(Flow::long(count as i64))
        }
        Err(errno) => fail(call, errno),
    }
}

/// Where a descriptor stands in a file that is an input.
fn input_place(call: &mut Call<'_, '_>, fd: i32) -> Option<InputPlace> {
    let file = call.world.input_file(fd)?;
    let offset = call.world.seek(fd, 0, libc::SEEK_CUR).ok()?;
    Some(InputPlace { file, offset: offset as u64 })
}

fn write(call: &mut Call<'_, '_>) -> Outcome {
    let (fd, from, size) = (call.int(0), call.word(1), call.word(2));
    if from == 0 && size > 0 {
        // The operating system looks before it leaps: that is no error of the program's.
        return fail(call, libc::EFAULT);
    }
    input_files::before_writing(call, Some(fd))?;
    let bytes = if size == 0 { Vec::new() } else { call.read_record(from, size)?.to_vec() };
    let written = call.world.write(fd, &bytes).map(|count| count as i64);
    long_or_fail(call, written)
}

/// Does something at a position and returns to where the descriptor was.
fn at_position(
    call: &mut Call<'_, '_>,
    fd: i32,
    position: i64,
    act: fn(&mut Call<'_, '_>) -> Outcome,
) -> Outcome {
    let before = match call.world.seek(fd, 0, libc::SEEK_CUR) {
        Ok(before) => before,
        Err(errno) => return fail(call, errno),
    };
    if let Err(errno) = call.world.seek(fd, position, libc::SEEK_SET) {
        return fail(call, errno);
    }
    let result = act(call);
    // The descriptor was there a moment ago.
    let _ = call.world.seek(fd, before, libc::SEEK_SET);
    result
}

fn pread(call: &mut Call<'_, '_>) -> Outcome {
    let (fd, position) = (call.int(0), call.long(3));
    at_position(call, fd, position, read)
}

fn pwrite(call: &mut Call<'_, '_>) -> Outcome {
    let (fd, position) = (call.int(0), call.long(3));
    at_position(call, fd, position, write)
}

fn lseek(call: &mut Call<'_, '_>) -> Outcome {
    let (fd, offset, whence) = (call.int(0), call.long(1), call.int(2));
    let at = call.world.seek(fd, offset, whence);
    long_or_fail(call, at)
}

fn ftruncate(call: &mut Call<'_, '_>) -> Outcome {
    let (fd, len) = (call.int(0), call.long(1));
    let result = call.world.truncate(fd, len);
    zero_or_fail(call, result)
}

fn truncate(call: &mut Call<'_, '_>) -> Outcome {
    let (name, len) = (path(call, 0)?, call.long(1));
    let result = call.world.open(&name, libc::O_WRONLY, 0).and_then(|fd| {
        let result = call.world.truncate(fd, len);
        let _ = call.world.close(fd);
        result
    });
    zero_or_fail(call, result)
}

fn fsync(call: &mut Call<'_, '_>) -> Outcome {
    let result = call.world.status_of(call.int(0)).map(|_| ());
    zero_or_fail(call, result)
}

fn sync(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Void)
}

fn dup(call: &mut Call<'_, '_>) -> Outcome {
    let fd = call.world.duplicate(call.int(0), None).map(i64::from);
    long_or_fail(call, fd)
}

fn dup2(call: &mut Call<'_, '_>) -> Outcome {
    let fd = call.world.duplicate(call.int(0), Some(call.int(1))).map(i64::from);
    long_or_fail(call, fd)
}

/// Advice changes nothing.
fn advise(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::int(0))
}

fn pipe(call: &mut Call<'_, '_>) -> Outcome {
    let place = call.word(0);
    match call.world.pipe() {
        Ok((from, to)) => {
            call.store::<4>(place, from as u32 as u64)?;
            call.store::<4>(place + 4, to as u32 as u64)?;
            Ok(Flow::int(0))
        }
        Err(errno) => fail(call, errno),
    }
}

fn fcntl(call: &mut Call<'_, '_>) -> Outcome {
    let (fd, command) = (call.int(0), call.int(1));
    match command {
        libc::F_DUPFD => dup(call),
        libc::F_GETFD | libc::F_SETFD => {
            let result = call.world.status_of(fd).map(|_| ());
            zero_or_fail(call, result)
        }
        _ => Err(Stop::Unsupported(format!("fcntl with command {command}"))),
    }
}

fn isatty(call: &mut Call<'_, '_>) -> Outcome {
    let fd = call.int(0);
    if call.world.is_terminal(fd) {
        return Ok(Flow::int(1));
    }
    let errno = call.world.status_of(fd).err().unwrap_or(libc::ENOTTY);
    fail_null(call, errno)
}

fn ttyname(call: &mut Call<'_, '_>) -> Outcome {
    if call.world.is_terminal(call.int(0)) {
        return Err(refusal("ttyname"));
    }
    fail_null(call, libc::ENOTTY)
}

fn unlink(call: &mut Call<'_, '_>) -> Outcome {
    let name = path(call, 0)?;
    let result = call.world.unlink(&name);
    zero_or_fail(call, result)
}

fn remove(call: &mut Call<'_, '_>) -> Outcome {
    let name = path(call, 0)?;
    let result = match call.world.unlink(&name) {
        Err(libc::EISDIR | libc::EPERM) => call.world.remove_dir(&name),
        result => result,
    };
    zero_or_fail(call, result)
}

fn rename(call: &mut Call<'_, '_>) -> Outcome {
    let (from, to) = (path(call, 0)?, path(call, 1)?);
    let result = call.world.rename(&from, &to);
    zero_or_fail(call, result)
}

fn access(call: &mut Call<'_, '_>) -> Outcome {
    let (name, mode) = (path(call, 0)?, call.int(1));
    let result = call.world.access(&name, mode);
    zero_or_fail(call, result)
}

/// `struct stat` of x86-64.
fn put_status(call: &mut Call<'_, '_>, to: u64, result: Result<FileStatus, i32>) -> Outcome {
    let status = match result {
        Ok(status) => status,
        Err(errno) => return fail(call, errno),
    };
    let words = [
        status.dev,
        status.ino,
        status.nlink,
        u64::from(status.uid) << 32 | u64::from(status.mode),
        u64::from(status.gid),
        status.rdev,
        status.size as u64,
        status.blksize as u64,
        status.blocks as u64,
        status.atime.0 as u64,
        status.atime.1 as u64,
        status.mtime.0 as u64,
        status.mtime.1 as u64,
        status.ctime.0 as u64,
        status.ctime.1 as u64,
        0,
        0,
        0,
    ];
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    call.write(to, &bytes)?;
    Ok(Flow::int(0))
}

fn stat(call: &mut Call<'_, '_>) -> Outcome {
    let (name, to) = (path(call, 0)?, call.word(1));
    let status = call.world.status(&name);
    put_status(call, to, status)
}

fn xstat(call: &mut Call<'_, '_>) -> Outcome {
    let (name, to) = (path(call, 1)?, call.word(2));
    let status = call.world.status(&name);
    put_status(call, to, status)
}

fn fstat(call: &mut Call<'_, '_>) -> Outcome {
    let to = call.word(1);
    let status = call.world.status_of(call.int(0));
    put_status(call, to, status)
}

fn fxstat(call: &mut Call<'_, '_>) -> Outcome {
    let to = call.word(2);
    let status = call.world.status_of(call.int(1));
    put_status(call, to, status)
}

fn fstatat(call: &mut Call<'_, '_>) -> Outcome {
    let (folder, name, to) = (call.int(0), path(call, 1)?, call.word(2));
    if folder != libc::AT_FDCWD && !name.starts_with(b"/") {
        return Err(Stop::Unsupported("fstatat relative to a descriptor".into()));
    }
    let status = call.world.status(&name);
    put_status(call, to, status)
}

/// The file mode creation mask.
#[derive(Clone)]
pub(crate) struct CreationMask(u32);

impl Default for CreationMask {
    fn default() -> CreationMask {
        CreationMask(0o022)
    }
}

/// Remembered only: the world applies the mask of the process we are.
fn umask(call: &mut Call<'_, '_>) -> Outcome {
    let mask = call.word(0) as u32 & 0o777;
    let old = std::mem::replace(&mut CreationMask::of(call).0, mask);
    Ok(Flow::Word(old.into()))
}
