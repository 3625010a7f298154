//! Single bytes: `getc`, `putc`, `ungetc`, and the state of a stream.

use coax_engine::{Call, Flow, Stop, TermRequests};
use coax_expr::Term;

use super::streams::{
    self, STDIN, STDOUT, before_reading, before_writing, find, with, with_index, with_standard,
};
use crate::errno::{fail, set};
use crate::terms::{argument, byte, pool, returned};
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

/// A byte that was read.
enum Byte {
    Plain(u8),
    /// A byte of a file that is an input, by its address in the program's memory.
    Input(u64),
}

fn next(call: &mut Call<'_, '_>, index: usize) -> Result<Option<Byte>, Stop> {
    before_reading(call, index)?;
    let got = with_index(call, index, |stream, world| {
        stream.available(world)?;
        let place = stream.next_place();
        stream.get(world).map(|byte| (byte, place))
    })?;
    match got {
        Ok((_, Some(place))) => Ok(Some(Byte::Input(place.address(call)?))),
        Ok((byte, None)) => Ok(byte.map(Byte::Plain)),
        Err(errno) => {
            set(call, errno)?;
            Ok(None)
        }
    }
}

/// The next byte of a stream as a plain value; `None` at the end and after an error.
pub(crate) fn get(call: &mut Call<'_, '_>, index: usize) -> Result<Option<u8>, Stop> {
    match next(call, index)? {
        Some(Byte::Plain(byte)) => Ok(Some(byte)),
        Some(Byte::Input(address)) => Ok(Some(call.read(address, 1)?[0])),
        None => Ok(None),
    }
}

/// The next byte of a stream as these functions return it.
fn get_int(call: &mut Call<'_, '_>, index: usize) -> Outcome {
    match next(call, index)? {
        Some(Byte::Plain(byte)) => Ok(Flow::int(byte.into())),
        Some(Byte::Input(address)) => {
            let term = byte(call, address)?;
            let wide = pool(call)?.zext(term, 32);
            returned(call, wide)
        }
        None => Ok(Flow::int(-1)),
    }
}

fn fgetc(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    let index = find(call, file)?;
    get_int(call, index)
}

fn getchar(call: &mut Call<'_, '_>) -> Outcome {
    streams::standard_file(call, STDIN);
    get_int(call, STDIN)
}

fn put_result(call: &mut Call<'_, '_>, byte: u8, result: Result<(), i32>) -> Outcome {
    match result {
        Ok(()) => Ok(Flow::int(byte.into())),
        Err(errno) => fail(call, errno),
    }
}

fn put(call: &mut Call<'_, '_>, file: u64, byte: u8) -> Outcome {
    let index = find(call, file)?;
    before_writing(call, index)?;
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
    if let Some(term) = argument(call, 0, 32) {
        return unget_term(call, term, file);
    }
    if c == -1 {
        return Ok(Flow::int(-1));
    }
    with(call, file, |stream, _| stream.unget(c as u8))?;
    Ok(Flow::int(i32::from(c as u8)))
}

/// Puts back a byte that depends on inputs: the very one that was read last, or its value.
fn unget_term(call: &mut Call<'_, '_>, c: Term, file: u64) -> Outcome {
    let minus_one = pool(call)?.constant(32, u32::MAX.into());
    let is_end = pool(call)?.eq(c, minus_one);
    if !pool(call)?.is_false(is_end) && call.decide(is_end)? {
        return Ok(Flow::int(-1));
    }
    let low = pool(call)?.extract(c, 7, 0);
    let last = match with(call, file, |stream, _| stream.last_place())? {
        Some(place) => {
            let address = place.address(call)?;
            Some(byte(call, address)?)
        }
        None => None,
    };
    if last == Some(low) {
        with(call, file, |stream, _| stream.step_back())?;
        let result = pool(call)?.zext(low, 32);
        return returned(call, result);
    }
    call.fix(0);
    let value = call.word(0) as u8;
    with(call, file, |stream, _| stream.unget(value))?;
    Ok(Flow::int(value.into()))
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
