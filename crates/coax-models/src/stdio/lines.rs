//! Lines and strings: `fgets`, `getline`, `fputs`, `puts`.

use coax_engine::{Call, Flow, Stop};
use coax_memory::HeapKind;

use super::streams::{
    self, STDIN, STDOUT, before_reading, before_writing, find, leave_inputs_to_twin, with,
    with_index, with_standard,
};
use crate::bytes::{string, write_string};
use crate::errno::{fail, set};
use crate::heap::ALIGNMENT;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("fgets", fgets),
    ("fgets_unlocked", fgets),
    ("gets", gets),
    ("getline", getline),
    ("getdelim", getdelim),
    ("__getdelim", getdelim),
    ("fputs", fputs),
    ("fputs_unlocked", fputs),
    ("puts", puts),
];

/// Bytes up to and including `end`, at most `limit`. Empty only at the end of the stream.
pub(crate) fn read_until(
    call: &mut Call<'_, '_>,
    index: usize,
    end: u8,
    limit: usize,
) -> Result<Vec<u8>, Stop> {
    let mut line = Vec::new();
    while line.len() < limit {
        before_reading(call, index)?;
        let taken = with_index(call, index, |stream, world| {
            let available = stream.available(world)?;
            let chunk = &available[..available.len().min(limit - line.len())];
            let count = memchr::memchr(end, chunk).map_or(chunk.len(), |found| found + 1);
            line.extend_from_slice(&chunk[..count]);
            stream.consume(count);
            Ok(count)
        })?;
        match taken {
            Ok(0) => break,
            Ok(_) if line.last() == Some(&end) => break,
            Ok(_) => {}
            Err(errno) => {
                set(call, errno)?;
                break;
            }
        }
    }
    Ok(line)
}

fn fgets(call: &mut Call<'_, '_>) -> Outcome {
    let (buffer, size, file) = (call.word(0), call.int(1), call.word(2));
    let index = find(call, file)?;
    read_line_into(call, index, buffer, size)
}

/// The common part of `fgets` and its fortified variant.
pub(crate) fn read_line_into(
    call: &mut Call<'_, '_>,
    index: usize,
    buffer: u64,
    size: i32,
) -> Outcome {
    leave_inputs_to_twin(call, index)?;
    if size <= 0 {
        return Ok(Flow::Word(0));
    }
    if size == 1 {
        call.fill(buffer, 0, 1)?;
        return Ok(Flow::Word(buffer));
    }
    let failed_before = with_index(call, index, |stream, _| std::mem::take(&mut stream.error))?;
    let line = read_until(call, index, b'\n', size as usize - 1)?;
    let failed = with_index(call, index, |stream, _| {
        let failed = stream.error;
        stream.error |= failed_before;
        failed
    })?;
    if line.is_empty() || failed {
        return Ok(Flow::Word(0));
    }
    write_string(call, buffer, &line)?;
    Ok(Flow::Word(buffer))
}

fn gets(call: &mut Call<'_, '_>) -> Outcome {
    let buffer = call.word(0);
    streams::standard_file(call, STDIN);
    leave_inputs_to_twin(call, STDIN)?;
    let mut line = read_until(call, STDIN, b'\n', usize::MAX)?;
    if line.is_empty() {
        return Ok(Flow::Word(0));
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    write_string(call, buffer, &line)?;
    Ok(Flow::Word(buffer))
}

fn getline(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(2);
    read_delimited(call, b'\n', file)
}

fn getdelim(call: &mut Call<'_, '_>) -> Outcome {
    let (end, file) = (call.word(2) as u8, call.word(3));
    read_delimited(call, end, file)
}

fn read_delimited(call: &mut Call<'_, '_>, end: u8, file: u64) -> Outcome {
    let (pointer, size) = (call.word(0), call.word(1));
    if pointer == 0 || size == 0 {
        return fail(call, libc::EINVAL);
    }
    let index = find(call, file)?;
    leave_inputs_to_twin(call, index)?;
    let old = call.load::<8>(pointer)?;
    let mut room = if old == 0 { 0 } else { call.load::<8>(size)? };
    let mut block = old;
    if block == 0 || room == 0 {
        room = 120;
        block = resize(call, block, room)?;
        call.store::<8>(pointer, block)?;
        call.store::<8>(size, room)?;
    }
    let line = read_until(call, index, end, usize::MAX)?;
    if line.is_empty() {
        return Ok(Flow::long(-1));
    }
    let needed = line.len() as u64 + 1;
    if needed > room {
        room = needed.max(room * 2);
        block = resize(call, block, room)?;
        call.store::<8>(pointer, block)?;
        call.store::<8>(size, room)?;
    }
    write_string(call, block, &line)?;
    Ok(Flow::long(line.len() as i64))
}

/// A new block in place of an old one whose contents do not matter.
fn resize(call: &mut Call<'_, '_>, old: u64, size: u64) -> Result<u64, Stop> {
    if old != 0 {
        call.release(old, HeapKind::Malloc)?;
    }
    call.allocate(size, ALIGNMENT, HeapKind::Malloc, false)
        .ok_or_else(|| Stop::Unsupported("a line longer than memory".into()))
}

fn fputs(call: &mut Call<'_, '_>) -> Outcome {
    let (text, file) = (call.word(0), call.word(1));
    let index = find(call, file)?;
    before_writing(call, index)?;
    let text = string(call, text)?;
    match with(call, file, |stream, world| stream.write(world, &text))? {
        Ok(()) => Ok(Flow::int(1)),
        Err(errno) => fail(call, errno),
    }
}

fn puts(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.word(0);
    let mut text = string(call, text)?;
    text.push(b'\n');
    match with_standard(call, STDOUT, |stream, world| stream.write(world, &text))? {
        Ok(()) => Ok(Flow::int(i32::try_from(text.len()).unwrap_or(i32::MAX))),
        Err(errno) => fail(call, errno),
    }
}
