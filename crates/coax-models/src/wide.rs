//! <wchar.h> strings and <wctype.h> characters.
//!
//! In the "C" locale glibc classifies ASCII only, for wide characters too.

use coax_engine::{Call, Flow, Stop};
use coax_memory::{Access, HeapKind};

use crate::bytes::{string, wide_length, wide_string, write_wide};
use crate::ctype::{class, classes};
use crate::errno::fail_null;
use crate::heap::ALIGNMENT;
use crate::memory::copy;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("wcslen", wcslen),
    ("wcsnlen", wcsnlen),
    ("wcscpy", wcscpy),
    ("wcpcpy", wcpcpy),
    ("wcsncpy", wcsncpy),
    ("wcpncpy", wcpncpy),
    ("wcscat", wcscat),
    ("wcsncat", wcsncat),
    ("wcsdup", wcsdup),
    ("wcscmp", wcscmp),
    ("wcscoll", wcscmp),
    ("wcscoll_l", wcscmp),
    ("__wcscoll_l", wcscmp),
    ("wcsncmp", wcsncmp),
    ("wcscasecmp", wcscasecmp),
    ("wcsncasecmp", wcsncasecmp),
    ("wcschr", wcschr),
    ("wcschrnul", wcschrnul),
    ("wcsrchr", wcsrchr),
    ("wcsstr", wcsstr),
    ("wcswcs", wcsstr),
    ("wcsspn", wcsspn),
    ("wcscspn", wcscspn),
    ("wcspbrk", wcspbrk),
    ("wcsxfrm", wcsxfrm),
    ("wcsxfrm_l", wcsxfrm),
    ("__wcsxfrm_l", wcsxfrm),
    ("wcswidth", wcswidth),
    ("wcwidth", wcwidth),
    ("wmemcpy", wmemcpy),
    ("wmemmove", wmemcpy),
    ("wmempcpy", wmempcpy),
    ("wmemset", wmemset),
    ("wmemcmp", wmemcmp),
    ("wmemchr", wmemchr),
    ("iswalnum", |call| is(call, class::ALNUM)),
    ("iswalpha", |call| is(call, class::ALPHA)),
    ("iswblank", |call| is(call, class::BLANK)),
    ("iswcntrl", |call| is(call, class::CNTRL)),
    ("iswdigit", |call| is(call, class::DIGIT)),
    ("iswgraph", |call| is(call, class::GRAPH)),
    ("iswlower", |call| is(call, class::LOWER)),
    ("iswprint", |call| is(call, class::PRINT)),
    ("iswpunct", |call| is(call, class::PUNCT)),
    ("iswspace", |call| is(call, class::SPACE)),
    ("iswupper", |call| is(call, class::UPPER)),
    ("iswxdigit", |call| is(call, class::XDIGIT)),
    ("iswalnum_l", |call| is(call, class::ALNUM)),
    ("__iswalnum_l", |call| is(call, class::ALNUM)),
    ("iswalpha_l", |call| is(call, class::ALPHA)),
    ("__iswalpha_l", |call| is(call, class::ALPHA)),
    ("iswblank_l", |call| is(call, class::BLANK)),
    ("__iswblank_l", |call| is(call, class::BLANK)),
    ("iswcntrl_l", |call| is(call, class::CNTRL)),
    ("__iswcntrl_l", |call| is(call, class::CNTRL)),
    ("iswdigit_l", |call| is(call, class::DIGIT)),
    ("__iswdigit_l", |call| is(call, class::DIGIT)),
    ("iswgraph_l", |call| is(call, class::GRAPH)),
    ("__iswgraph_l", |call| is(call, class::GRAPH)),
    ("iswlower_l", |call| is(call, class::LOWER)),
    ("__iswlower_l", |call| is(call, class::LOWER)),
    ("iswprint_l", |call| is(call, class::PRINT)),
    ("__iswprint_l", |call| is(call, class::PRINT)),
    ("iswpunct_l", |call| is(call, class::PUNCT)),
    ("__iswpunct_l", |call| is(call, class::PUNCT)),
    ("iswspace_l", |call| is(call, class::SPACE)),
    ("__iswspace_l", |call| is(call, class::SPACE)),
    ("iswupper_l", |call| is(call, class::UPPER)),
    ("__iswupper_l", |call| is(call, class::UPPER)),
    ("iswxdigit_l", |call| is(call, class::XDIGIT)),
    ("__iswxdigit_l", |call| is(call, class::XDIGIT)),
    ("towlower", towlower),
    ("towupper", towupper),
    ("towlower_l", towlower),
    ("towupper_l", towupper),
    ("__towlower_l", towlower),
    ("__towupper_l", towupper),
    ("wctype", wctype),
    ("wctype_l", wctype),
    ("__wctype_l", wctype),
    ("iswctype", iswctype),
    ("iswctype_l", iswctype),
    ("__iswctype_l", iswctype),
    ("wctrans", wctrans),
    ("towctrans", towctrans),
];

const UNLIMITED: u64 = u64::MAX;

/// The bytes of `count` wide characters.
fn bytes_of(count: u64) -> Result<u64, Stop> {
    count.checked_mul(4).ok_or_else(|| Stop::Unsupported("a wide string larger than memory".into()))
}

fn wcslen(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.word(0);
    Ok(Flow::Word(wide_length(call, text, UNLIMITED)?))
}

fn wcsnlen(call: &mut Call<'_, '_>) -> Outcome {
    let (text, limit) = (call.word(0), call.word(1));
    Ok(Flow::Word(wide_length(call, text, limit)?))
}

fn copy_string(call: &mut Call<'_, '_>, to: u64, from: u64) -> Result<u64, Stop> {
    let len = wide_length(call, from, UNLIMITED)?;
    copy(call, to, from, (len + 1) * 4)?;
    Ok(len)
}

pub(crate) fn wcscpy(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from) = (call.word(0), call.word(1));
    copy_string(call, to, from)?;
    Ok(Flow::Word(to))
}

fn wcpcpy(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from) = (call.word(0), call.word(1));
    let len = copy_string(call, to, from)?;
    Ok(Flow::Word(to + len * 4))
}

fn copy_padded(call: &mut Call<'_, '_>) -> Result<u64, Stop> {
    let (to, from, size) = (call.word(0), call.word(1), call.word(2));
    let len = wide_length(call, from, size)?;
    copy(call, to, from, bytes_of(len)?)?;
    if len < size {
        call.fill(to + len * 4, 0, bytes_of(size - len)?)?;
    }
    Ok(len)
}

pub(crate) fn wcsncpy(call: &mut Call<'_, '_>) -> Outcome {
    copy_padded(call)?;
    Ok(Flow::Word(call.word(0)))
}

fn wcpncpy(call: &mut Call<'_, '_>) -> Outcome {
    let len = copy_padded(call)?;
    Ok(Flow::Word(call.word(0) + len * 4))
}

pub(crate) fn wcscat(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from) = (call.word(0), call.word(1));
    let end = wide_length(call, to, UNLIMITED)?;
    copy_string(call, to + end * 4, from)?;
    Ok(Flow::Word(to))
}

fn wcsncat(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, limit) = (call.word(0), call.word(1), call.word(2));
    let end = to + wide_length(call, to, UNLIMITED)? * 4;
    let len = wide_length(call, from, limit)?;
    call.fill(end + len * 4, 0, 4)?;
    copy(call, end, from, len * 4)?;
    Ok(Flow::Word(to))
}

fn wcsdup(call: &mut Call<'_, '_>) -> Outcome {
    let from = call.word(0);
    let size = (wide_length(call, from, UNLIMITED)? + 1) * 4;
    let Some(to) = call.allocate(size, ALIGNMENT, HeapKind::Malloc, false) else {
        return fail_null(call, libc::ENOMEM);
    };
    copy(call, to, from, size)?;
    Ok(Flow::Word(to))
}

/// Compares character by character, so that nothing after the decision is looked at.
fn compare(call: &mut Call<'_, '_>, limit: u64, fold: fn(u32) -> u32) -> Outcome {
    let (a, b) = (call.word(0), call.word(1));
    for index in 0..limit {
        let left = fold(call.load::<4>(a + index * 4)? as u32) as i32;
        let right = fold(call.load::<4>(b + index * 4)? as u32) as i32;
        if left != right {
            return Ok(Flow::int(if left < right { -1 } else { 1 }));
        }
        if left == 0 {
            break;
        }
    }
    Ok(Flow::int(0))
}

fn wcscmp(call: &mut Call<'_, '_>) -> Outcome {
    compare(call, UNLIMITED, |c| c)
}

fn wcsncmp(call: &mut Call<'_, '_>) -> Outcome {
    let limit = call.word(2);
    compare(call, limit, |c| c)
}

fn wcscasecmp(call: &mut Call<'_, '_>) -> Outcome {
    compare(call, UNLIMITED, lower)
}

fn wcsncasecmp(call: &mut Call<'_, '_>) -> Outcome {
    let limit = call.word(2);
    compare(call, limit, lower)
}

/// Where a character or the terminator is: (index, character found there).
fn find(
    call: &mut Call<'_, '_>,
    text: u64,
    wanted: impl Fn(u32) -> bool,
) -> Result<(u64, u32), Stop> {
    let mut index = 0;
    loop {
        let character = call.load::<4>(text + index * 4)? as u32;
        if character == 0 || wanted(character) {
            return Ok((index, character));
        }
        index += 1;
    }
}

fn wcschr(call: &mut Call<'_, '_>) -> Outcome {
    let (text, wanted) = (call.word(0), call.word(1) as u32);
    let (index, found) = find(call, text, |c| c == wanted)?;
    Ok(Flow::Word(if found == wanted { text + index * 4 } else { 0 }))
}

fn wcschrnul(call: &mut Call<'_, '_>) -> Outcome {
    let (text, wanted) = (call.word(0), call.word(1) as u32);
    let (index, _) = find(call, text, |c| c == wanted)?;
    Ok(Flow::Word(text + index * 4))
}

fn wcsrchr(call: &mut Call<'_, '_>) -> Outcome {
    let (text, wanted) = (call.word(0), call.word(1) as u32);
    let characters = wide_string(call, text, UNLIMITED)?;
    let found = match wanted {
        0 => Some(characters.len()),
        _ => characters.iter().rposition(|&c| c == wanted),
    };
    Ok(Flow::Word(found.map_or(0, |index| text + index as u64 * 4)))
}

fn wcsstr(call: &mut Call<'_, '_>) -> Outcome {
    let (text, wanted) = (call.word(0), call.word(1));
    let (hay, needle) =
        (wide_string(call, text, UNLIMITED)?, wide_string(call, wanted, UNLIMITED)?);
    if needle.is_empty() {
        return Ok(Flow::Word(text));
    }
    let found = hay.windows(needle.len()).position(|window| window == needle);
    Ok(Flow::Word(found.map_or(0, |index| text + index as u64 * 4)))
}

fn span(call: &mut Call<'_, '_>, inside: bool) -> Result<(u64, u32), Stop> {
    let (text, members) = (call.word(0), call.word(1));
    let members = wide_string(call, members, UNLIMITED)?;
    find(call, text, |c| members.contains(&c) != inside)
}

fn wcsspn(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Word(span(call, true)?.0))
}

fn wcscspn(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Word(span(call, false)?.0))
}

fn wcspbrk(call: &mut Call<'_, '_>) -> Outcome {
    let (index, found) = span(call, false)?;
    Ok(Flow::Word(if found == 0 { 0 } else { call.word(0) + index * 4 }))
}

fn wcsxfrm(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, size) = (call.word(0), call.word(1), call.word(2));
    let len = wide_length(call, from, UNLIMITED)?;
    if size != 0 {
        copy(call, to, from, (len + 1).min(size) * 4)?;
    }
    Ok(Flow::Word(len))
}

/// Columns of a character: only printable ASCII has any.
fn width(character: u32) -> i32 {
    match character {
        0 => 0,
        0x20..=0x7e => 1,
        _ => -1,
    }
}

fn wcwidth(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::int(width(call.word(0) as u32)))
}

fn wcswidth(call: &mut Call<'_, '_>) -> Outcome {
    let (text, limit) = (call.word(0), call.word(1));
    let text = wide_string(call, text, limit)?;
    let total = text.iter().try_fold(0, |sum, &c| (width(c) >= 0).then(|| sum + width(c)));
    Ok(Flow::int(total.unwrap_or(-1)))
}

pub(crate) fn wmemcpy(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, count) = (call.word(0), call.word(1), call.word(2));
    copy(call, to, from, bytes_of(count)?)?;
    Ok(Flow::Word(to))
}

fn wmempcpy(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, count) = (call.word(0), call.word(1), call.word(2));
    copy(call, to, from, bytes_of(count)?)?;
    Ok(Flow::Word(to + count * 4))
}

pub(crate) fn wmemset(call: &mut Call<'_, '_>) -> Outcome {
    let (to, character, count) = (call.word(0), call.word(1) as u32, call.word(2));
    if count != 0 {
        call.check(to, bytes_of(count)?, Access::Write)?;
        write_wide(call, to, &vec![character; count as usize])?;
    }
    Ok(Flow::Word(to))
}

fn wmemcmp(call: &mut Call<'_, '_>) -> Outcome {
    let (a, b, count) = (call.word(0), call.word(1), call.word(2));
    for index in 0..count {
        let left = call.load::<4>(a + index * 4)? as i32;
        let right = call.load::<4>(b + index * 4)? as i32;
        if left != right {
            return Ok(Flow::int(if left < right { -1 } else { 1 }));
        }
    }
    Ok(Flow::int(0))
}

fn wmemchr(call: &mut Call<'_, '_>) -> Outcome {
    let (at, wanted, count) = (call.word(0), call.word(1) as u32, call.word(2));
    for index in 0..count {
        if call.load::<4>(at + index * 4)? as u32 == wanted {
            return Ok(Flow::Word(at + index * 4));
        }
    }
    Ok(Flow::Word(0))
}

// ---- characters -----------------------------------------------------------------------------

fn wide_classes(character: u32) -> u16 {
    u8::try_from(character).map_or(0, classes)
}

fn is(call: &mut Call<'_, '_>, mask: u16) -> Outcome {
    Ok(Flow::int((wide_classes(call.word(0) as u32) & mask).into()))
}

fn lower(character: u32) -> u32 {
    u8::try_from(character).map_or(character, |byte| byte.to_ascii_lowercase().into())
}

fn upper(character: u32) -> u32 {
    u8::try_from(character).map_or(character, |byte| byte.to_ascii_uppercase().into())
}

fn towlower(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Word(lower(call.word(0) as u32).into()))
}

fn towupper(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Word(upper(call.word(0) as u32).into()))
}

/// A `wctype_t` of ours is the class bit itself.
fn wctype(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.word(0);
    let mask = match &string(call, name)?[..] {
        b"alnum" => class::ALNUM,
        b"alpha" => class::ALPHA,
        b"blank" => class::BLANK,
        b"cntrl" => class::CNTRL,
        b"digit" => class::DIGIT,
        b"graph" => class::GRAPH,
        b"lower" => class::LOWER,
        b"print" => class::PRINT,
        b"punct" => class::PUNCT,
        b"space" => class::SPACE,
        b"upper" => class::UPPER,
        b"xdigit" => class::XDIGIT,
        _ => 0,
    };
    Ok(Flow::Word(mask.into()))
}

fn iswctype(call: &mut Call<'_, '_>) -> Outcome {
    let mask = call.word(1) as u16;
    is(call, mask)
}

/// A `wctrans_t` of ours: 1 to lower case, 2 to upper case.
fn wctrans(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.word(0);
    Ok(Flow::Word(match &string(call, name)?[..] {
        b"tolower" => 1,
        b"toupper" => 2,
        _ => 0,
    }))
}

fn towctrans(call: &mut Call<'_, '_>) -> Outcome {
    let character = call.word(0) as u32;
    Ok(Flow::Word(match call.word(1) {
        1 => lower(character).into(),
        2 => upper(character).into(),
        _ => character.into(),
    }))
}
