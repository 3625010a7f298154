//! All open streams, and how the program's `FILE *` finds its own.
//!
//! Invariants:
//! - A `FILE` is an object of glibc's size whose only meaningful field is the flag word, with the
//!   end-of-file and error bits where glibc's inline functions look for them. All its pointers are
//!   null, so those inline functions always come to us.
//! - The first three entries are stdin, stdout and stderr, whether or not they were used.

use coax_engine::{Call, ErrorKind, Stop, TermRequests, World};
use coax_memory::{Access, HeapKind};

use super::stream::{Buffering, Medium, Stream};
use crate::area::Area;
use crate::heap::ALIGNMENT;
use crate::input_files;

/// `sizeof(FILE)`.
const FILE_SIZE: usize = 216;
const FLAG_EOF: u32 = 0x10;
const FLAG_ERROR: u32 = 0x20;

pub(crate) const STDIN: usize = 0;
pub(crate) const STDOUT: usize = 1;
pub(crate) const STDERR: usize = 2;

/// The open streams; closed ones leave a hole.
#[derive(Clone, Default)]
pub(crate) struct Streams {
    list: Vec<Option<Stream>>,
    /// Where the last search ended: the next is likely for the same stream.
    hint: usize,
}

impl Streams {
    fn find(&mut self, address: u64) -> Option<usize> {
        let is_it = |stream: &Option<Stream>| stream.as_ref().is_some_and(|s| s.address == address);
        if self.list.get(self.hint).is_some_and(is_it) {
            return Some(self.hint);
        }
        self.hint = self.list.iter().position(is_it)?;
        Some(self.hint)
    }

    /// Writes out everything that is buffered.
    pub(crate) fn flush_all(&mut self, world: &mut dyn World) -> Result<(), i32> {
        let mut result = Ok(());
        for stream in self.list.iter_mut().flatten() {
            result = stream.flush(world).and(result);
        }
        result
    }

    /// The end of the program: output goes out, and descriptors others share stand where the
    /// program stopped reading.
    pub(crate) fn finish(&mut self, world: &mut dyn World) {
        for stream in self.list.iter_mut().flatten() {
            // The program has ended and cannot be told about a failure.
            let _ = stream.flush(world);
            stream.drop_input(world);
        }
    }
}

/// Makes the three standard streams if they are not there yet.
fn prepare(call: &mut Call<'_, '_>) {
    if !Streams::of(call).list.is_empty() {
        return;
    }
    for (fd, readable) in [(0, true), (1, false), (2, false)] {
        let address = call.environment(&[0; FILE_SIZE]);
        let mut stream = Stream::new(address, Medium::Descriptor(fd), readable, !readable);
        if fd == 2 {
            stream.buffering = Some(Buffering::None);
        }
        Streams::of(call).list.push(Some(stream));
    }
}

/// The `FILE *` of a standard stream.
pub(crate) fn standard_file(call: &mut Call<'_, '_>, index: usize) -> u64 {
    prepare(call);
    Streams::of(call).list[index].as_ref().map_or(0, |stream| stream.address)
}

/// Adds a stream and gives its `FILE *`.
pub(crate) fn add(call: &mut Call<'_, '_>, make: impl FnOnce(u64) -> Stream) -> Option<u64> {
    prepare(call);
    let size = FILE_SIZE as u64;
    let address = call.allocate(size, ALIGNMENT, HeapKind::Library, true)?;
    let stream = make(address);
    let list = &mut Streams::of(call).list;
    match list.iter().skip(3).position(Option::is_none) {
        Some(hole) => list[hole + 3] = Some(stream),
        None => list.push(Some(stream)),
    }
    Some(address)
}

/// The number of the stream a `FILE *` stands for.
pub(crate) fn find(call: &mut Call<'_, '_>, file: u64) -> Result<usize, Stop> {
    if let Some(index) = Streams::of(call).find(file) {
        return Ok(index);
    }
    prepare(call);
    if let Some(index) = Streams::of(call).find(file) {
        return Ok(index);
    }
    // Null, closed and wild pointers explain themselves; what is left is some other object.
    call.check(file, 1, Access::Read)?;
    Err(call.error(ErrorKind::BadCast, "the pointer does not point to an open stream"))
}

/// Does something with a stream and the world, and makes the outcome visible in memory.
pub(crate) fn with_index<R>(
    call: &mut Call<'_, '_>,
    index: usize,
    act: impl FnOnce(&mut Stream, &mut dyn World) -> R,
) -> Result<R, Stop> {
    let (streams, world) = Streams::and_world(call);
    let Some(stream) = streams.list.get_mut(index).and_then(Option::as_mut) else {
        return Err(Stop::Error {
            kind: ErrorKind::UseAfterFree,
            message: "a standard stream is used after it was closed".into(),
        });
    };
    let before = flags(stream);
    let result = act(stream, world);
    let after = flags(stream);
    let address = stream.address;
    if before != after {
        call.store::<4>(address, after.into())?;
    }
    Ok(result)
}

fn flags(stream: &Stream) -> u32 {
    let eof = if stream.eof { FLAG_EOF } else { 0 };
    eof | if stream.error { FLAG_ERROR } else { 0 }
}

/// [`with_index`] for the stream of a `FILE *`.
pub(crate) fn with<R>(
    call: &mut Call<'_, '_>,
    file: u64,
    act: impl FnOnce(&mut Stream, &mut dyn World) -> R,
) -> Result<R, Stop> {
    let index = find(call, file)?;
    with_index(call, index, act)
}

/// [`with_index`] for a standard stream.
pub(crate) fn with_standard<R>(
    call: &mut Call<'_, '_>,
    index: usize,
    act: impl FnOnce(&mut Stream, &mut dyn World) -> R,
) -> Result<R, Stop> {
    prepare(call);
    with_index(call, index, act)
}

/// Is a stream a file that is an input?
pub(crate) fn is_input(call: &mut Call<'_, '_>, index: usize) -> Result<bool, Stop> {
    Ok(call.has_inputs() && with_index(call, index, |stream, world| stream.is_input(world))?)
}

/// Leaves reading from a file that is an input to the model's twin.
pub(crate) fn leave_inputs_to_twin(call: &mut Call<'_, '_>, index: usize) -> Result<(), Stop> {
    if is_input(call, index)? { Err(Stop::NeedsTerms) } else { Ok(()) }
}

/// Before writing to a stream what may depend on inputs.
pub(crate) fn before_writing(call: &mut Call<'_, '_>, index: usize) -> Result<(), Stop> {
    if call.has_inputs() {
        let fd = with_index(call, index, |stream, _| stream.descriptor())?;
        input_files::before_writing(call, fd)?;
    }
    Ok(())
}

/// Before reading from a stream: if it is interactive, what stdout holds is shown first.
pub(crate) fn before_reading(call: &mut Call<'_, '_>, index: usize) -> Result<(), Stop> {
    if with_index(call, index, |stream, _| stream.reads_interactively())? {
        let _ = with_index(call, STDOUT, |stream, world| match stream.buffering {
            Some(Buffering::Line) => stream.flush(world),
            _ => Ok(()),
        });
    }
    Ok(())
}

/// Writes to stderr; failures are ignored.
pub(crate) fn write_error_output(call: &mut Call<'_, '_>, bytes: &[u8]) {
    // The program may have closed stderr; then there is nowhere to complain.
    let _ = with_standard(call, STDERR, |stream, world| stream.write(world, bytes));
}

/// Flushes one stream, or all for null, and brings memory streams up to date.
pub(crate) fn flush(call: &mut Call<'_, '_>, file: u64) -> Result<Result<(), i32>, Stop> {
    if file != 0 {
        let index = find(call, file)?;
        let result = with_index(call, index, |stream, world| {
            let result = stream.flush(world);
            if stream.readable {
                stream.drop_input(world);
            }
            result
        })?;
        publish_memory(call, index)?;
        return Ok(result);
    }
    let (streams, world) = Streams::and_world(call);
    let result = streams.flush_all(world);
    for index in 0..Streams::of(call).list.len() {
        publish_memory(call, index)?;
    }
    Ok(result)
}

/// Writes the contents of a memory stream to where the program sees them.
pub(crate) fn publish_memory(call: &mut Call<'_, '_>, index: usize) -> Result<(), Stop> {
    let Some(stream) = Streams::of(call).list.get_mut(index).and_then(Option::as_mut) else {
        return Ok(());
    };
    match &mut stream.medium {
        Medium::Descriptor(_) => Ok(()),
        Medium::Buffer(buffer) => {
            if !std::mem::take(&mut buffer.changed) {
                return Ok(());
            }
            let end = (buffer.len + 1).min(buffer.bytes.len());
            let (address, bytes) = (buffer.address, buffer.bytes[..end].to_vec());
            call.write(address, &bytes)
        }
        Medium::Growing(growing) => {
            let growing = growing.clone();
            let unit = growing.unit;
            let size = growing.bytes.len() as u64 + unit;
            let block = grown_block(call, growing.block, size)?;
            call.write(block, &growing.bytes)?;
            call.fill(block + growing.bytes.len() as u64, 0, unit)?;
            call.store::<8>(growing.pointer, block)?;
            let shown = growing.bytes.len().min(growing.position) as u64 / unit;
            call.store::<8>(growing.size, shown)?;
            if let Some(Some(Stream { medium: Medium::Growing(own), .. })) =
                Streams::of(call).list.get_mut(index)
            {
                own.block = block;
            }
            Ok(())
        }
    }
}

/// A block of at least `size` bytes in place of `old`.
fn grown_block(call: &mut Call<'_, '_>, old: u64, size: u64) -> Result<u64, Stop> {
    let fits = old != 0 && call.memory_at(old)?.object(old).is_some_and(|o| o.size >= size);
    if fits {
        return Ok(old);
    }
    let room = size.next_power_of_two().max(256);
    let new = call.allocate(room, ALIGNMENT, HeapKind::Malloc, false);
    let new = new.ok_or_else(|| Stop::Unsupported("a memory stream larger than memory".into()))?;
    if old != 0 {
        call.release(old, HeapKind::Malloc)?;
    }
    Ok(new)
}

/// Removes a stream from the list.
pub(crate) fn remove(call: &mut Call<'_, '_>, index: usize) -> Option<Stream> {
    Streams::of(call).list.get_mut(index).and_then(Option::take)
}
