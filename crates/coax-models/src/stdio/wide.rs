//! Wide characters on streams: `fputwc`, `fgetwc`, `fputws`, `fgetws`, `wprintf`, `swprintf`.
//!
//! In the "C" locale a wide character goes out as one byte if it is ASCII and is an error else.

use coax_engine::{Call, Flow, Stop};

use super::characters::get;
use super::format::{Formatted, format};
use super::output::{CallHost, Layout};
use super::streams::{self, STDIN, STDOUT, find, with_index};
use crate::bytes::{wide_string, write_wide};
use crate::errno::{fail, set};
use crate::multibyte::{decode, encode, narrow, widen};
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("fputwc", fputwc),
    ("putwc", fputwc),
    ("fputwc_unlocked", fputwc),
    ("putwc_unlocked", fputwc),
    ("putwchar", putwchar),
    ("putwchar_unlocked", putwchar),
    ("fgetwc", fgetwc),
    ("getwc", fgetwc),
    ("fgetwc_unlocked", fgetwc),
    ("getwc_unlocked", fgetwc),
    ("getwchar", getwchar),
    ("getwchar_unlocked", getwchar),
    ("ungetwc", ungetwc),
    ("fputws", fputws),
    ("fputws_unlocked", fputws),
    ("fgetws", fgetws),
    ("fgetws_unlocked", fgetws),
    ("fwide", fwide),
    ("wprintf", |call| to_stdout(call, Layout::variadic(0))),
    ("vwprintf", |call| to_stdout(call, Layout::list(0))),
    ("__wprintf_chk", |call| to_stdout(call, Layout::variadic(1))),
    ("fwprintf", |call| to_stream(call, Layout::variadic(1))),
    ("vfwprintf", |call| to_stream(call, Layout::list(1))),
    ("__fwprintf_chk", |call| to_stream(call, Layout::variadic(2))),
    ("swprintf", |call| to_buffer(call, Layout::variadic(2))),
    ("vswprintf", |call| to_buffer(call, Layout::list(2))),
    ("__swprintf_chk", |call| to_buffer(call, Layout::variadic(4))),
    ("__vswprintf_chk", |call| to_buffer(call, Layout::list(4))),
];

/// `WEOF`.
const END: u64 = u32::MAX as u64;

/// Writes wide characters to a stream; an `errno` value if that fails.
fn write(call: &mut Call<'_, '_>, index: usize, text: &[u32]) -> Result<Result<(), i32>, Stop> {
    let legal: Vec<u8> = text.iter().map_while(|&c| narrow(c)).collect();
    let complete = legal.len() == text.len();
    let written = with_index(call, index, |stream, world| {
        if stream.orientation < 0 {
            return Err(libc::EBADF);
        }
        stream.orientation = 1;
        let result = stream.write(world, &legal);
        stream.error |= !complete;
        result
    })?;
    Ok(if complete { written } else { written.and(Err(libc::EILSEQ)) })
}

fn put(call: &mut Call<'_, '_>, index: usize, character: u32) -> Outcome {
    match write(call, index, &[character])? {
        Ok(()) => Ok(Flow::Word(character.into())),
        Err(errno) => {
            set(call, errno)?;
            Ok(Flow::Word(END))
        }
    }
}

fn fputwc(call: &mut Call<'_, '_>) -> Outcome {
    let (character, file) = (call.word(0) as u32, call.word(1));
    let index = find(call, file)?;
    put(call, index, character)
}

fn putwchar(call: &mut Call<'_, '_>) -> Outcome {
    let character = call.word(0) as u32;
    streams::standard_file(call, STDOUT);
    put(call, STDOUT, character)
}

/// The next wide character; `None` at the end and on errors.
fn next(call: &mut Call<'_, '_>, index: usize) -> Result<Option<u32>, Stop> {
    with_index(call, index, |stream, _| stream.orientation = 1)?;
    let Some(byte) = get(call, index)? else { return Ok(None) };
    let wide = widen(byte);
    if wide.is_none() {
        with_index(call, index, |stream, _| stream.error = true)?;
        set(call, libc::EILSEQ)?;
    }
    Ok(wide)
}

fn fgetwc(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    let index = find(call, file)?;
    Ok(Flow::Word(next(call, index)?.map_or(END, u64::from)))
}

fn getwchar(call: &mut Call<'_, '_>) -> Outcome {
    streams::standard_file(call, STDIN);
    Ok(Flow::Word(next(call, STDIN)?.map_or(END, u64::from)))
}

fn ungetwc(call: &mut Call<'_, '_>) -> Outcome {
    let (character, file) = (call.word(0) as u32, call.word(1));
    let index = find(call, file)?;
    match narrow(character) {
        Some(byte) => {
            with_index(call, index, |stream, _| stream.unget(byte))?;
            Ok(Flow::Word(character.into()))
        }
        None => Ok(Flow::Word(END)),
    }
}

fn fputws(call: &mut Call<'_, '_>) -> Outcome {
    let (text, file) = (call.word(0), call.word(1));
    let index = find(call, file)?;
    let text = wide_string(call, text, u64::MAX)?;
    match write(call, index, &text)? {
        Ok(()) => Ok(Flow::int(1)),
        Err(errno) => fail(call, errno),
    }
}

fn fgetws(call: &mut Call<'_, '_>) -> Outcome {
    let (buffer, size, file) = (call.word(0), call.int(1), call.word(2));
    let index = find(call, file)?;
    if size <= 0 {
        return Ok(Flow::Word(0));
    }
    let mut line = Vec::new();
    while line.len() + 1 < size as usize {
        match next(call, index)? {
            Some(character) => line.push(character),
            None => break,
        }
        if line.last() == Some(&u32::from(b'\n')) {
            break;
        }
    }
    if line.is_empty() && size > 1 {
        return Ok(Flow::Word(0));
    }
    line.push(0);
    write_wide(call, buffer, &line)?;
    Ok(Flow::Word(buffer))
}

fn fwide(call: &mut Call<'_, '_>) -> Outcome {
    let (file, wanted) = (call.word(0), call.int(1));
    let index = find(call, file)?;
    let orientation = with_index(call, index, |stream, _| {
        if stream.orientation == 0 {
            stream.orientation = wanted.signum();
        }
        stream.orientation
    })?;
    Ok(Flow::int(orientation))
}

/// Makes the text, as wide characters.
fn formatted(call: &mut Call<'_, '_>, layout: Layout) -> Result<(Vec<u32>, Option<i32>), Stop> {
    let text = call.word(layout.format);
    let mut encoded = Vec::new();
    for character in wide_string(call, text, u64::MAX)? {
        encode(character, &mut encoded);
    }
    let arguments = layout.arguments(call);
    let Formatted { text, error } = format(&mut CallHost { call, arguments }, &encoded, true)?;
    Ok((decode(&text), error))
}

fn to_index(call: &mut Call<'_, '_>, index: usize, layout: Layout) -> Outcome {
    let (text, error) = formatted(call, layout)?;
    let written = write(call, index, &text)?;
    match error.or(written.err()) {
        Some(errno) => fail(call, errno),
        None => Ok(Flow::int(i32::try_from(text.len()).unwrap_or(-1))),
    }
}

fn to_stdout(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    streams::standard_file(call, STDOUT);
    to_index(call, STDOUT, layout)
}

fn to_stream(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    let file = call.word(0);
    let index = find(call, file)?;
    to_index(call, index, layout)
}

/// Unlike `snprintf`, too small a buffer is a failure.
fn to_buffer(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    let (to, size) = (call.word(0), call.word(1));
    let (mut text, error) = formatted(call, layout)?;
    if size == 0 {
        return Ok(Flow::int(-1));
    }
    let len = text.len();
    text.truncate(size as usize - 1);
    text.push(0);
    write_wide(call, to, &text)?;
    match error {
        Some(errno) => fail(call, errno),
        None if len as u64 >= size => Ok(Flow::int(-1)),
        None => Ok(Flow::int(i32::try_from(len).unwrap_or(-1))),
    }
}
