//! Temporary files and their names: `mkstemp`, `tmpnam`, …

use coax_engine::{Call, Flow, Stop};

use crate::area::Area;
use crate::bytes::{string, write_string};
use crate::errno::{fail, fail_null};
use crate::paths::new_string;
use crate::statics::{Static, static_buffer};
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("mkstemp", mkstemp),
    ("mkstemp64", mkstemp),
    ("mkstemps", mkstemps),
    ("mkdtemp", mkdtemp),
    ("mktemp", mktemp),
    ("tmpnam", tmpnam),
    ("tmpnam_r", tmpnam),
    ("tempnam", tempnam),
];

const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// How many names were made up.
#[derive(Clone, Default)]
pub(crate) struct NameCounter(u64);

/// Six letters that no earlier call gave; the clock keeps runs apart.
fn six_letters(call: &mut Call<'_, '_>) -> [u8; 6] {
    let (seconds, nanoseconds) = call.world.clock(libc::CLOCK_REALTIME).unwrap_or_default();
    let process = call.world.identity("getpid").unwrap_or(0);
    let made = &mut NameCounter::of(call).0;
    *made += 1;
    let mut value = (seconds as u64)
        .wrapping_mul(1_000_003)
        .wrapping_add(nanoseconds as u64)
        .wrapping_add((process as u64) << 20)
        .wrapping_add(made.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut letters = [0; 6];
    for letter in &mut letters {
        *letter = LETTERS[(value % 62) as usize];
        value /= 62;
    }
    letters
}

/// Makes a new file `stem??????suffix`: its name and descriptor.
pub(crate) fn temporary_file(
    call: &mut Call<'_, '_>,
    stem: &[u8],
    suffix: &[u8],
) -> Result<(Vec<u8>, i32), i32> {
    loop {
        let name = [stem, &six_letters(call), suffix].concat();
        let flags = libc::O_RDWR | libc::O_CREAT | libc::O_EXCL;
        match call.world.open(&name, flags, 0o600) {
            Err(libc::EEXIST) => {}
            result => return result.map(|fd| (name, fd)),
        }
    }
}

/// What stands before and after the letters to replace.
type Around = (Vec<u8>, Vec<u8>);

/// The parts of the template in argument 0, if it has the six letters to replace.
fn template(call: &mut Call<'_, '_>, suffix: usize) -> Result<Option<Around>, Stop> {
    let text = call.word(0);
    let text = string(call, text)?;
    let Some(end) = text.len().checked_sub(suffix) else { return Ok(None) };
    let (stem, tail) = text.split_at(end);
    Ok(stem.strip_suffix(b"XXXXXX").map(|stem| (stem.to_vec(), tail.to_vec())))
}

fn make_temporary(call: &mut Call<'_, '_>, suffix: usize) -> Outcome {
    let place = call.word(0);
    let Some((stem, tail)) = template(call, suffix)? else { return fail(call, libc::EINVAL) };
    match temporary_file(call, &stem, &tail) {
        Ok((name, fd)) => {
            write_string(call, place, &name)?;
            Ok(Flow::int(fd))
        }
        Err(errno) => fail(call, errno),
    }
}

fn mkstemp(call: &mut Call<'_, '_>) -> Outcome {
    make_temporary(call, 0)
}

fn mkstemps(call: &mut Call<'_, '_>) -> Outcome {
    let suffix = call.int(1);
    match usize::try_from(suffix) {
        Ok(suffix) => make_temporary(call, suffix),
        Err(_) => fail(call, libc::EINVAL),
    }
}

fn mkdtemp(call: &mut Call<'_, '_>) -> Outcome {
    let place = call.word(0);
    let Some((stem, _)) = template(call, 0)? else { return fail_null(call, libc::EINVAL) };
    loop {
        let name = [&stem[..], &six_letters(call)].concat();
        match call.world.make_dir(&name, 0o700) {
            Err(libc::EEXIST) => {}
            Err(errno) => return fail_null(call, errno),
            Ok(()) => {
                write_string(call, place, &name)?;
                return Ok(Flow::Word(place));
            }
        }
    }
}

fn mktemp(call: &mut Call<'_, '_>) -> Outcome {
    let place = call.word(0);
    let name = match template(call, 0)? {
        Some((stem, _)) => [&stem[..], &six_letters(call)].concat(),
        None => Vec::new(),
    };
    write_string(call, place, &name)?;
    Ok(Flow::Word(place))
}

fn tmpnam(call: &mut Call<'_, '_>) -> Outcome {
    let given = call.word(0);
    let name = [&b"/tmp/file"[..], &six_letters(call)].concat();
    let place = match given {
        0 if call.name() == "tmpnam_r" => return Ok(Flow::Word(0)),
        0 => static_buffer(call, Static::TemporaryName, |_| vec![0; 20]),
        given => given,
    };
    write_string(call, place, &name)?;
    Ok(Flow::Word(place))
}

fn tempnam(call: &mut Call<'_, '_>) -> Outcome {
    let (folder, prefix) = (call.word(0), call.word(1));
    let folder = if folder == 0 { b"/tmp".to_vec() } else { string(call, folder)? };
    let prefix = if prefix == 0 { b"file".to_vec() } else { string(call, prefix)? };
    let name = [&folder[..], b"/", &prefix[..prefix.len().min(5)], &six_letters(call)].concat();
    new_string(call, &name)
}
