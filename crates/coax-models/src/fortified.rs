//! The `__*_chk` functions that `_FORTIFY_SOURCE` turns calls into: the plain function with one
//! more argument, the size of the destination as far as the compiler knows it.
//!
//! The access itself is checked against the object anyway; the size can be that of a member.

use coax_engine::{Call, ErrorKind, Model, Stop};

use crate::bytes::{length, length_up_to};
use crate::stdio::{blocks, lines, streams};
use crate::{Models, Outcome, files, memory, paths, string_copy, wide};

pub(crate) const MODELS: Models = &[
    ("__memcpy_chk", |call| sized(call, memory::memcpy)),
    ("__memmove_chk", |call| sized(call, memory::memcpy)),
    ("__mempcpy_chk", |call| sized(call, memory::mempcpy)),
    ("__memset_chk", |call| sized(call, memory::memset)),
    ("__explicit_bzero_chk", explicit_bzero),
    ("__strcpy_chk", |call| string_fits(call, string_copy::strcpy)),
    ("__stpcpy_chk", |call| string_fits(call, string_copy::stpcpy)),
    ("__strncpy_chk", |call| sized(call, string_copy::strncpy)),
    ("__stpncpy_chk", |call| sized(call, string_copy::stpncpy)),
    ("__strcat_chk", strcat),
    ("__strncat_chk", strncat),
    ("__wmemcpy_chk", |call| sized(call, wide::wmemcpy)),
    ("__wmemmove_chk", |call| sized(call, wide::wmemcpy)),
    ("__wmemset_chk", |call| sized(call, wide::wmemset)),
    ("__wcscpy_chk", wide::wcscpy),
    ("__wcscat_chk", wide::wcscat),
    ("__wcsncpy_chk", |call| sized(call, wide::wcsncpy)),
    ("__fgets_chk", fgets),
    ("__fgets_unlocked_chk", fgets),
    ("__fread_chk", fread),
    ("__fread_unlocked_chk", fread),
    ("__read_chk", read),
    ("__getcwd_chk", paths::getcwd),
    ("__realpath_chk", paths::realpath),
    ("__gethostname_chk", crate::system::gethostname),
];

/// The destination is too small.
fn overflow(call: &Call<'_, '_>, needed: u64, room: u64) -> Stop {
    let message = format!("{} writes {needed} bytes into a buffer of {room}", call.name());
    call.error(ErrorKind::OutOfBounds, message)
}

fn require(call: &Call<'_, '_>, needed: u64, room: u64) -> Result<(), Stop> {
    if needed <= room { Ok(()) } else { Err(overflow(call, needed, room)) }
}

/// Argument 2 is how much is written, argument 3 how much may be.
fn sized(call: &mut Call<'_, '_>, plain: Model) -> Outcome {
    require(call, call.word(2), call.word(3))?;
    plain(call)
}

fn explicit_bzero(call: &mut Call<'_, '_>) -> Outcome {
    let (to, len) = (call.word(0), call.word(1));
    require(call, len, call.word(2))?;
    if len != 0 {
        call.fill(to, 0, len)?;
    }
    Ok(coax_engine::Flow::Void)
}

/// Argument 1 is a string that is copied with its terminator, argument 2 the room for it.
fn string_fits(call: &mut Call<'_, '_>, plain: Model) -> Outcome {
    let (from, room) = (call.word(1), call.word(2));
    let needed = length(call, from)? + 1;
    require(call, needed, room)?;
    plain(call)
}

fn strcat(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, room) = (call.word(0), call.word(1), call.word(2));
    let needed = length(call, to)? + length(call, from)? + 1;
    require(call, needed, room)?;
    string_copy::strcat(call)
}

fn strncat(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, limit, room) = (call.word(0), call.word(1), call.word(2), call.word(3));
    let needed = length(call, to)? + length_up_to(call, from, limit)? + 1;
    require(call, needed, room)?;
    string_copy::strncat(call)
}

/// `fgets` with the room between the buffer and the size.
fn fgets(call: &mut Call<'_, '_>) -> Outcome {
    let (buffer, room, size, file) = (call.word(0), call.word(1), call.int(2), call.word(3));
    require(call, size.max(0) as u64, room)?;
    let index = streams::find(call, file)?;
    lines::read_line_into(call, index, buffer, size)
}

fn fread(call: &mut Call<'_, '_>) -> Outcome {
    let (to, room, size, count, file) =
        (call.word(0), call.word(1), call.word(2), call.word(3), call.word(4));
    require(call, size.saturating_mul(count), room)?;
    let index = streams::find(call, file)?;
    blocks::read_elements(call, index, to, blocks::Elements { size, count })
}

fn read(call: &mut Call<'_, '_>) -> Outcome {
    require(call, call.word(2), call.word(3))?;
    files::read(call)
}
