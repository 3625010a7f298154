//! Single bytes: `getc`, `putc`, `ungetc`, and the state of a stream.

use coax_engine::{Call, Flow, Stop};

use super::streams::{self, STDIN, STDOUT, before_reading, find, with, with_index, with_standard};
use crate::errno::{fail, set};
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("getc", fgetc),
    ("fgetc", fgetc),
    ("getc_unlocked", fgetc),
    ("fgetc_unlocked", fgetc),
    ("_IO_getc", fgetc),
    ("__uflow", fgetc),
    ("getchar", getchar),
    ("getchar_unlocked", getchar),
    ("putc", fputc),
    ("fputc", fputc),
    ("putc_unlocked", fputc),
    ("fputc_unlocked", fputc),
    ("_IO_putc", fputc),
    ("__overflow", overflow),
    ("putchar", putchar),
    ("putchar_unlocked", putchar),
    ("ungetc", ungetc),
    ("getw", getw),
    ("putw", putw),
    ("feof", feof),
    ("feof_unlocked", feof),
    ("_IO_feof", feof),
    ("ferror", ferror),
    ("ferror_unlocked", ferror),
    ("_IO_ferror", ferror),
    ("clearerr", clearerr),
    ("clearerr_unlocked", clearerr),
    ("fileno", fileno),
    ("fileno_unlocked", fileno),
];

/// The next byte of a stream; `None` at the end and after an error.
pub(crate) fn get(call: &mut Call<'_, '_>, index: usize) -> Result<Option<u8>, Stop> {
    before_reading(call, index)?;
    match with_index(call, index, |stream, world| stream.get(world))? {
        Ok(byte) => Ok(byte),
        Err(errno) => {
            set(call, errno)?;
            Ok(None)
        }
    }
}

fn as_int(byte: Option<u8>) -> Flow {
    Flow::int(byte.map_or(-1, i32::from))
}

fn fgetc(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    let index = find(call, file)?;
    get(call, index).map(as_int)
}

fn getchar(call: &mut Call<'_, '_>) -> Outcome {
    streams::standard_file(call, STDIN);
    get(call, STDIN).map(as_int)
}

fn put_result(call: &mut Call<'_, '_>, byte: u8, result: Result<(), i32>) -> Outcome {
    match result {
        Ok(()) => Ok(Flow::int(byte.into())),
        Err(errno) => fail(call, errno),
    }
}

fn put(call: &mut Call<'_, '_>, file: u64, byte: u8) -> Outcome {
    let result = with(call, file, |stream, world| stream.write(world, &[byte]))?;
    put_result(call, byte, result)
}

fn fputc(call: &mut Call<'_, '_>) -> Outcome {
    let (byte, file) = (call.word(0) as u8, call.word(1));
    put(call, file, byte)
}

fn overflow(call: &mut Call<'_, '_>) -> Outcome {
    let (file, byte) = (call.word(0), call.word(1) as u8);
    put(call, file, byte)
}

fn putchar(call: &mut Call<'_, '_>) -> Outcome {
    let byte = call.word(0) as u8;
    let result = with_standard(call, STDOUT, |stream, world| stream.write(world, &[byte]))?;
    put_result(call, byte, result)
}

fn ungetc(call: &mut Call<'_, '_>) -> Outcome {
    let (c, file) = (call.int(0), call.word(1));
    if c == -1 {
        return Ok(Flow::int(-1));
    }
    with(call, file, |stream, _| stream.unget(c as u8))?;
    Ok(Flow::int(i32::from(c as u8)))
}

fn getw(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    let index = find(call, file)?;
    let mut word = [0; 4];
    for byte in &mut word {
        match get(call, index)? {
            Some(got) => *byte = got,
            None => return Ok(Flow::int(-1)),
        }
    }
    Ok(Flow::int(i32::from_le_bytes(word)))
}

fn putw(call: &mut Call<'_, '_>) -> Outcome {
    let (word, file) = (call.int(0), call.word(1));
    let result = with(call, file, |stream, world| stream.write(world, &word.to_le_bytes()))?;
    match result {
        Ok(()) => Ok(Flow::int(0)),
        Err(errno) => fail(call, errno),
    }
}

fn feof(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    Ok(Flow::int(with(call, file, |stream, _| stream.eof)?.into()))
}

fn ferror(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    Ok(Flow::int(with(call, file, |stream, _| stream.error)?.into()))
}

fn clearerr(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    with(call, file, |stream, _| (stream.eof, stream.error) = (false, false))?;
    Ok(Flow::Void)
}

fn fileno(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    match with(call, file, |stream, _| stream.descriptor())? {
        Some(fd) => Ok(Flow::int(fd)),
        None => fail(call, libc::EBADF),
    }
}
