//! Streams that begin and end: `fopen`, `fclose`, `freopen`, `setvbuf`, memory streams, …

use coax_engine::{Call, Flow, Stop, TermRequests, World};
use coax_memory::HeapKind;

use super::stream::{Buffer, Buffering, Growing, Medium, Stream};
use super::streams::{self, find, publish_memory, with, with_index};
use crate::bytes::string;
use crate::errno::{fail, fail_null, set};
use crate::files::opened_input;
use crate::heap::ALIGNMENT;
use crate::temporary::temporary_file;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("fopen", fopen),
    ("fopen64", fopen),
    ("fdopen", fdopen),
    ("freopen", freopen),
    ("freopen64", freopen),
    ("fclose", fclose),
    ("fcloseall", fcloseall),
    ("tmpfile", tmpfile),
    ("tmpfile64", tmpfile),
    ("fmemopen", fmemopen),
    ("open_memstream", open_memstream),
    ("open_wmemstream", open_wmemstream),
    ("setvbuf", setvbuf),
    ("setbuf", setbuf),
    ("setbuffer", setbuffer),
    ("setlinebuf", setlinebuf),
    ("fflush", fflush),
    ("fflush_unlocked", fflush),
    ("_flushlbf", flush_lines),
    ("__fpurge", purge),
    ("__fpending", pending),
    ("__fbufsize", buffer_size),
    ("__freadable", readable),
    ("__fwritable", writable),
    ("flockfile", nothing),
    ("funlockfile", nothing),
    ("ftrylockfile", zero),
    ("__fsetlocking", zero),
];

/// What a mode string of `fopen` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mode {
    flags: i32,
    readable: bool,
    writable: bool,
    append: bool,
}

impl Mode {
    fn parse(text: &[u8]) -> Option<Mode> {
        let (&first, rest) = text.split_first()?;
        let mut mode = match first {
            b'r' => Mode { flags: 0, readable: true, writable: false, append: false },
            b'w' => {
                let flags = libc::O_CREAT | libc::O_TRUNC;
                Mode { flags, readable: false, writable: true, append: false }
            }
            b'a' => {
                let flags = libc::O_CREAT | libc::O_APPEND;
                Mode { flags, readable: false, writable: true, append: true }
            }
            _ => return None,
        };
        // glibc looks at no more than this many letters, and stops at a comma.
        for &letter in rest.iter().take(6).take_while(|&&letter| letter != b',') {
            match letter {
                b'+' => (mode.readable, mode.writable) = (true, true),
                b'x' => mode.flags |= libc::O_EXCL,
                b'e' => mode.flags |= libc::O_CLOEXEC,
                _ => {}
            }
        }
        mode.flags |= match (mode.readable, mode.writable) {
            (true, true) => libc::O_RDWR,
            (true, false) => libc::O_RDONLY,
            _ => libc::O_WRONLY,
        };
        Some(mode)
    }

    fn stream(self, address: u64, fd: i32) -> Stream {
        let medium = Medium::Descriptor(fd);
        let mut stream = Stream::new(address, medium, self.readable, self.writable);
        stream.append = self.append;
        stream
    }
}

fn mode_at(call: &mut Call<'_, '_>, address: u64) -> Result<Option<Mode>, Stop> {
    Ok(Mode::parse(&string(call, address)?))
}

fn open_file(world: &mut dyn World, path: &[u8], mode: Mode) -> Result<i32, i32> {
    let fd = world.open(path, mode.flags, 0o666)?;
    if mode.append && mode.readable {
        let _ = world.seek(fd, 0, libc::SEEK_END);
    }
    Ok(fd)
}

fn add(call: &mut Call<'_, '_>, mode: Mode, fd: i32) -> Outcome {
    match streams::add(call, |address| mode.stream(address, fd)) {
        Some(file) => Ok(Flow::Word(file)),
        None => fail_null(call, libc::ENOMEM),
    }
}

fn fopen(call: &mut Call<'_, '_>) -> Outcome {
    let (path, mode) = (call.word(0), call.word(1));
    let Some(mode) = mode_at(call, mode)? else { return fail_null(call, libc::EINVAL) };
    let path = string(call, path)?;
    match open_file(call.world, &path, mode) {
        Ok(fd) => {
            opened_input(call, fd)?;
            add(call, mode, fd)
        }
        Err(errno) => fail_null(call, errno),
    }
}

fn fdopen(call: &mut Call<'_, '_>) -> Outcome {
    let (fd, mode) = (call.int(0), call.word(1));
    let Some(mode) = mode_at(call, mode)? else { return fail_null(call, libc::EINVAL) };
    if let Err(errno) = call.world.status_of(fd) {
        return fail_null(call, errno);
    }
    add(call, mode, fd)
}

fn freopen(call: &mut Call<'_, '_>) -> Outcome {
    let (path, mode, file) = (call.word(0), call.word(1), call.word(2));
    let index = find(call, file)?;
    let Some(mode) = mode_at(call, mode)? else { return fail_null(call, libc::EINVAL) };
    if path == 0 {
        return Err(Stop::Unsupported("freopen without a file name".into()));
    }
    let path = string(call, path)?;
    let reopened = with_index(call, index, |stream, world| {
        let _ = stream.flush(world);
        let old = stream.descriptor();
        let opened = open_file(world, &path, mode);
        // The stream keeps its descriptor number if that can be done.
        let fd = match (opened, old) {
            (Ok(fd), Some(old)) if fd != old => {
                let moved = world.duplicate(fd, Some(old));
                let _ = world.close(fd);
                moved
            }
            (Err(errno), Some(old)) => {
                let _ = world.close(old);
                Err(errno)
            }
            (opened, _) => opened,
        };
        fd.map(|fd| {
            let unbuffered = stream.buffering == Some(Buffering::None);
            *stream = mode.stream(stream.address, fd);
            stream.buffering = unbuffered.then_some(Buffering::None);
        })
    })?;
    match reopened {
        Ok(()) => Ok(Flow::Word(file)),
        Err(errno) => {
            // The reason to report is why it could not be opened again.
            let _ = close(call, index)?;
            fail_null(call, errno)
        }
    }
}

/// Flushes and ends a stream; `errno` of what failed.
fn close(call: &mut Call<'_, '_>, index: usize) -> Result<Result<(), i32>, Stop> {
    let flushed = with_index(call, index, |stream, world| {
        let result = stream.flush(world);
        stream.drop_input(world);
        result
    })?;
    publish_memory(call, index)?;
    let Some(stream) = streams::remove(call, index) else { return Ok(flushed) };
    let closed = match &stream.medium {
        Medium::Descriptor(fd) => call.world.close(*fd),
        Medium::Buffer(buffer) if buffer.owned => {
            call.release(buffer.address, HeapKind::Library)?;
            Ok(())
        }
        _ => Ok(()),
    };
    if index > streams::STDERR {
        call.release(stream.address, HeapKind::Library)?;
    }
    Ok(flushed.and(closed))
}

fn fclose(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    let index = find(call, file)?;
    match close(call, index)? {
        Ok(()) => Ok(Flow::int(0)),
        Err(errno) => fail(call, errno),
    }
}

fn fcloseall(call: &mut Call<'_, '_>) -> Outcome {
    // Flushing is all that can be told from closing: nothing may use a stream afterwards.
    match fflush_all(call)? {
        Ok(()) => Ok(Flow::int(0)),
        Err(errno) => fail(call, errno),
    }
}

fn fflush_all(call: &mut Call<'_, '_>) -> Result<Result<(), i32>, Stop> {
    streams::flush(call, 0)
}

fn tmpfile(call: &mut Call<'_, '_>) -> Outcome {
    match temporary_file(call, b"/tmp/tmpf", b"") {
        Ok((path, fd)) => {
            let _ = call.world.unlink(&path);
            let mode = Mode { flags: libc::O_RDWR, readable: true, writable: true, append: false };
            add(call, mode, fd)
        }
        Err(errno) => fail_null(call, errno),
    }
}

fn fmemopen(call: &mut Call<'_, '_>) -> Outcome {
    let (address, size, mode_text) = (call.word(0), call.word(1), call.word(2));
    let mode_text = string(call, mode_text)?;
    let Some(mode) = Mode::parse(&mode_text) else { return fail_null(call, libc::EINVAL) };
    let owned = address == 0;
    let place = match owned {
        true => call.allocate(size, ALIGNMENT, HeapKind::Library, true),
        false => Some(address),
    };
    let Some(place) = place else { return fail_null(call, libc::ENOMEM) };
    let truncate = mode_text[0] == b'w';
    if truncate && size != 0 {
        call.fill(place, 0, 1)?;
    }
    let bytes = match size {
        0 => Vec::new(),
        _ => {
            call.fix_bytes(place, size)?;
            call.memory_at(place)?.bytes(place, size)?.to_vec()
        }
    };
    let text_len = memchr::memchr(0, &bytes).unwrap_or(bytes.len());
    let len = match (mode_text[0], owned) {
        (b'w', _) | (_, true) => 0,
        (b'a', _) => text_len,
        _ => bytes.len(),
    };
    let position = if mode.append { len } else { 0 };
    let buffer =
        Buffer { address: place, bytes, len, position, append: mode.append, owned, changed: false };
    let made = streams::add(call, |address| {
        let medium = Medium::Buffer(buffer);
        let mut stream = Stream::new(address, medium, mode.readable, mode.writable);
        stream.buffering = Some(Buffering::Full);
        stream
    });
    made.map_or_else(|| fail_null(call, libc::ENOMEM), |file| Ok(Flow::Word(file)))
}

fn memory_stream(call: &mut Call<'_, '_>, unit: u64) -> Outcome {
    let (pointer, size) = (call.word(0), call.word(1));
    let growing = Growing { pointer, size, bytes: Vec::new(), position: 0, block: 0, unit };
    let made = streams::add(call, |address| {
        let mut stream = Stream::new(address, Medium::Growing(growing), false, true);
        stream.buffering = Some(Buffering::Full);
        stream
    });
    let Some(file) = made else { return fail_null(call, libc::ENOMEM) };
    let index = find(call, file)?;
    publish_memory(call, index)?;
    Ok(Flow::Word(file))
}

fn open_memstream(call: &mut Call<'_, '_>) -> Outcome {
    memory_stream(call, 1)
}

fn open_wmemstream(call: &mut Call<'_, '_>) -> Outcome {
    memory_stream(call, 4)
}

fn set_buffering(call: &mut Call<'_, '_>, file: u64, mode: i32, size: u64) -> Outcome {
    let buffering = match mode {
        0 => Buffering::Full,
        1 => Buffering::Line,
        2 => Buffering::None,
        _ => {
            set(call, libc::EINVAL)?;
            return Ok(Flow::int(-1));
        }
    };
    with(call, file, |stream, world| {
        if buffering == Buffering::None {
            let _ = stream.flush(world);
        }
        stream.buffering = Some(buffering);
        if size != 0 && buffering != Buffering::None {
            stream.capacity = size as usize;
        }
    })?;
    Ok(Flow::int(0))
}

/// The program's buffer is only a hint of a size: nothing is ever put into it.
fn setvbuf(call: &mut Call<'_, '_>) -> Outcome {
    let (file, buffer, mode, size) = (call.word(0), call.word(1), call.int(2), call.word(3));
    set_buffering(call, file, mode, if buffer == 0 { 0 } else { size })
}

fn setbuffer(call: &mut Call<'_, '_>) -> Outcome {
    let (file, buffer, size) = (call.word(0), call.word(1), call.word(2));
    set_buffering(call, file, if buffer == 0 { 2 } else { 0 }, size)?;
    Ok(Flow::Void)
}

fn setbuf(call: &mut Call<'_, '_>) -> Outcome {
    let (file, buffer) = (call.word(0), call.word(1));
    set_buffering(call, file, if buffer == 0 { 2 } else { 0 }, 8192)?;
    Ok(Flow::Void)
}

fn setlinebuf(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    set_buffering(call, file, 1, 0)?;
    Ok(Flow::Void)
}

fn fflush(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    match streams::flush(call, file)? {
        Ok(()) => Ok(Flow::int(0)),
        Err(errno) => fail(call, errno),
    }
}

fn flush_lines(call: &mut Call<'_, '_>) -> Outcome {
    let _ = fflush_all(call)?;
    Ok(Flow::Void)
}

fn purge(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    with(call, file, |stream, _| stream.purge())?;
    Ok(Flow::Void)
}

fn pending(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    Ok(Flow::Word(with(call, file, |stream, _| stream.pending())? as u64))
}

fn buffer_size(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    Ok(Flow::Word(with(call, file, |stream, _| stream.capacity)? as u64))
}

fn readable(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    Ok(Flow::int(with(call, file, |stream, _| stream.readable)?.into()))
}

fn writable(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    Ok(Flow::int(with(call, file, |stream, _| stream.writable)?.into()))
}

/// There is only one thread: locking does nothing.
fn nothing(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Void)
}

fn zero(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::int(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes() {
        let mode = Mode::parse(b"rb+").unwrap();
        assert_eq!((mode.flags, mode.readable, mode.writable), (libc::O_RDWR, true, true));
        let mode = Mode::parse(b"wx").unwrap();
        let expected = libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC | libc::O_EXCL;
        assert_eq!(mode.flags, expected);
        assert!(Mode::parse(b"a").unwrap().append);
        assert_eq!(Mode::parse(b""), None);
        assert_eq!(Mode::parse(b"q"), None);
    }
}
