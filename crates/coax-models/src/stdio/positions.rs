//! Positions in streams: `fseek`, `ftell`, `fgetpos`, `rewind`.

use coax_engine::{Call, Flow};

use super::streams::{find, publish_memory, with, with_index};
use crate::errno::{fail, long_or_fail, zero_or_fail};
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("fseek", fseek),
    ("fseeko", fseek),
    ("fseeko64", fseek),
    ("ftell", ftell),
    ("ftello", ftell),
    ("ftello64", ftell),
    ("rewind", rewind),
    ("fgetpos", fgetpos),
    ("fgetpos64", fgetpos),
    ("fsetpos", fsetpos),
    ("fsetpos64", fsetpos),
];

fn seek(call: &mut Call<'_, '_>, file: u64, offset: i64, whence: i32) -> Outcome {
    let index = find(call, file)?;
    let result = with_index(call, index, |stream, world| stream.seek(world, offset, whence))?;
    publish_memory(call, index)?;
    zero_or_fail(call, result)
}

fn fseek(call: &mut Call<'_, '_>) -> Outcome {
    let (file, offset, whence) = (call.word(0), call.long(1), call.int(2));
    if !(0..=2).contains(&whence) {
        return fail(call, libc::EINVAL);
    }
    seek(call, file, offset, whence)
}

fn ftell(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    let at = with(call, file, |stream, world| stream.tell(world))?;
    long_or_fail(call, at)
}

fn rewind(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.word(0);
    seek(call, file, 0, libc::SEEK_SET)?;
    with(call, file, |stream, _| stream.error = false)?;
    Ok(Flow::Void)
}

/// An `fpos_t` is the offset and a conversion state, which is always the initial one.
fn fgetpos(call: &mut Call<'_, '_>) -> Outcome {
    let (file, place) = (call.word(0), call.word(1));
    match with(call, file, |stream, world| stream.tell(world))? {
        Ok(at) => {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&at.to_le_bytes());
            call.write(place, &bytes)?;
            Ok(Flow::int(0))
        }
        Err(errno) => fail(call, errno),
    }
}

fn fsetpos(call: &mut Call<'_, '_>) -> Outcome {
    let (file, place) = (call.word(0), call.word(1));
    let at = call.load::<8>(place)? as i64;
    seek(call, file, at, libc::SEEK_SET)
}
