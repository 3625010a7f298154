//! The `str*` functions of <string.h> that write.

use coax_engine::{Call, Flow, Stop};
use coax_memory::HeapKind;

use crate::bytes::{length, length_up_to};
use crate::errno::fail_null;
use crate::heap;
use crate::memory::copy;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("strcpy", strcpy),
    ("stpcpy", stpcpy),
    ("__stpcpy", stpcpy),
    ("strncpy", strncpy),
    ("stpncpy", stpncpy),
    ("__stpncpy", stpncpy),
    ("strcat", strcat),
    ("strncat", strncat),
    ("strlcpy", strlcpy),
    ("strlcat", strlcat),
    ("strdup", strdup),
    ("__strdup", strdup),
    ("strndup", strndup),
    ("__strndup", strndup),
    ("strxfrm", strxfrm),
    ("strxfrm_l", strxfrm),
    ("strfry", strfry),
];

/// Copies a string with its terminator; its length.
fn copy_string(call: &mut Call<'_, '_>, to: u64, from: u64) -> Result<u64, Stop> {
    let len = length(call, from)?;
    copy(call, to, from, len + 1)?;
    Ok(len)
}

pub(crate) fn strcpy(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from) = (call.word(0), call.word(1));
    copy_string(call, to, from)?;
    Ok(Flow::Word(to))
}

pub(crate) fn stpcpy(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from) = (call.word(0), call.word(1));
    let len = copy_string(call, to, from)?;
    Ok(Flow::Word(to + len))
}

/// Copies at most `size` bytes and pads with zeros; how long the copied string is.
fn copy_padded(call: &mut Call<'_, '_>, to: u64, from: u64, size: u64) -> Result<u64, Stop> {
    let len = length_up_to(call, from, size)?;
    copy(call, to, from, len)?;
    if len < size {
        call.fill(to.wrapping_add(len), 0, size - len)?;
    }
    Ok(len)
}

pub(crate) fn strncpy(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, size) = (call.word(0), call.word(1), call.word(2));
    copy_padded(call, to, from, size)?;
    Ok(Flow::Word(to))
}

pub(crate) fn stpncpy(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, size) = (call.word(0), call.word(1), call.word(2));
    let len = copy_padded(call, to, from, size)?;
    Ok(Flow::Word(to.wrapping_add(len)))
}

pub(crate) fn strcat(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from) = (call.word(0), call.word(1));
    let end = length(call, to)?;
    copy_string(call, to + end, from)?;
    Ok(Flow::Word(to))
}

pub(crate) fn strncat(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, limit) = (call.word(0), call.word(1), call.word(2));
    let end = to + length(call, to)?;
    let len = length_up_to(call, from, limit)?;
    // The terminator first: it is the byte furthest out, so an overflow is found as one access.
    call.fill(end + len, 0, 1)?;
    copy(call, end, from, len)?;
    Ok(Flow::Word(to))
}

fn strlcpy(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, size) = (call.word(0), call.word(1), call.word(2));
    let len = length(call, from)?;
    if size != 0 {
        let kept = len.min(size - 1);
        copy(call, to, from, kept)?;
        call.fill(to + kept, 0, 1)?;
    }
    Ok(Flow::Word(len))
}

fn strlcat(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, size) = (call.word(0), call.word(1), call.word(2));
    let (end, len) = (length_up_to(call, to, size)?, length(call, from)?);
    if end < size {
        let kept = len.min(size - end - 1);
        copy(call, to + end, from, kept)?;
        call.fill(to + end + kept, 0, 1)?;
    }
    Ok(Flow::Word(end + len))
}

fn duplicate(call: &mut Call<'_, '_>, from: u64, len: u64) -> Outcome {
    let Some(to) = call.allocate(len + 1, heap::ALIGNMENT, HeapKind::Malloc, false) else {
        return fail_null(call, libc::ENOMEM);
    };
    copy(call, to, from, len)?;
    call.fill(to + len, 0, 1)?;
    Ok(Flow::Word(to))
}

fn strdup(call: &mut Call<'_, '_>) -> Outcome {
    let from = call.word(0);
    let len = length(call, from)?;
    duplicate(call, from, len)
}

fn strndup(call: &mut Call<'_, '_>) -> Outcome {
    let (from, limit) = (call.word(0), call.word(1));
    let len = length_up_to(call, from, limit)?;
    duplicate(call, from, len)
}

/// In the "C" locale a string is its own sort key.
fn strxfrm(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, size) = (call.word(0), call.word(1), call.word(2));
    let len = length(call, from)?;
    if size != 0 {
        copy(call, to, from, (len + 1).min(size))?;
    }
    Ok(Flow::Word(len))
}

fn strfry(_: &mut Call<'_, '_>) -> Outcome {
    Err(Stop::Unsupported("external function `strfry`".into()))
}
