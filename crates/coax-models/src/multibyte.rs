//! Multibyte characters in the "C" locale: every character is one byte, and only ASCII exists.
//!
//! Also the generalised UTF-8 in which wide text is kept while it is worked on: any 32-bit value
//! has an encoding, ASCII is itself.

use coax_engine::{Call, Flow, Stop};

use crate::bytes::{string, wide_string, write_wide};
use crate::errno::{fail, set};
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("mblen", mblen),
    ("mbtowc", mbtowc),
    ("wctomb", wctomb),
    ("mbstowcs", mbstowcs),
    ("wcstombs", wcstombs),
    ("mbrlen", mbrlen),
    ("__mbrlen", mbrlen),
    ("mbrtowc", mbrtowc),
    ("wcrtomb", wcrtomb),
    ("mbsrtowcs", mbsrtowcs),
    ("wcsrtombs", wcsrtombs),
    ("mbsnrtowcs", mbsnrtowcs),
    ("wcsnrtombs", wcsnrtombs),
    ("mbsinit", mbsinit),
    ("btowc", btowc),
    ("wctob", wctob),
    ("mbrtoc16", mbrtoc16),
    ("mbrtoc32", mbrtowc),
    ("c32rtomb", wcrtomb),
];

/// The wide character of a byte.
pub(crate) fn widen(byte: u8) -> Option<u32> {
    byte.is_ascii().then_some(byte.into())
}

/// The byte of a wide character.
pub(crate) fn narrow(character: u32) -> Option<u8> {
    u8::try_from(character).ok().filter(u8::is_ascii)
}

/// Appends a character in generalised UTF-8: up to seven bytes for 32 bits.
pub(crate) fn encode(character: u32, out: &mut Vec<u8>) {
    if character < 0x80 {
        out.push(character as u8);
        return;
    }
    // A lead byte with n ones stands for n - 1 continuation bytes of six bits each.
    let fits = |count: &u32| u64::from(character) >> (5 * count + 6) == 0;
    let continuation = (1..6).find(fits).unwrap_or(6);
    let lead = !(0xffu32 >> (continuation + 1)) as u8;
    out.push(lead | (u64::from(character) >> (6 * continuation)) as u8);
    for part in (0..continuation).rev() {
        out.push(0x80 | (character >> (6 * part)) as u8 & 0x3f);
    }
}

/// The characters of generalised UTF-8 text.
pub(crate) fn decode(text: &[u8]) -> Vec<u32> {
    let mut characters = Vec::new();
    let mut bytes = text.iter().copied().peekable();
    while let Some(lead) = bytes.next() {
        let ones = lead.leading_ones();
        let mut character = u32::from(lead) & (0xffu32 >> (ones + 1).min(8));
        while ones > 1
            && let Some(byte) = bytes.next_if(|byte| byte & 0xc0 == 0x80)
        {
            character = character << 6 | u32::from(byte & 0x3f);
        }
        characters.push(character);
    }
    characters
}

/// How many characters generalised UTF-8 text has.
pub(crate) fn count(text: &[u8]) -> usize {
    text.iter().filter(|&byte| byte & 0xc0 != 0x80).count()
}

fn illegal(call: &mut Call<'_, '_>) -> Outcome {
    fail(call, libc::EILSEQ)
}

/// Reads one character: its length in bytes, 0 for the terminator.
fn next(call: &mut Call<'_, '_>, to: u64, from: u64) -> Outcome {
    let byte = call.read(from, 1)?[0];
    let Some(wide) = widen(byte) else { return illegal(call) };
    if to != 0 {
        call.store::<4>(to, wide.into())?;
    }
    Ok(Flow::Word((wide != 0).into()))
}

fn mblen(call: &mut Call<'_, '_>) -> Outcome {
    let (from, limit) = (call.word(0), call.word(1));
    if from == 0 {
        return Ok(Flow::int(0));
    }
    if limit == 0 {
        return Ok(Flow::int(-1));
    }
    next(call, 0, from)
}

fn mbtowc(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, limit) = (call.word(0), call.word(1), call.word(2));
    if from == 0 {
        return Ok(Flow::int(0));
    }
    if limit == 0 {
        return Ok(Flow::int(-1));
    }
    next(call, to, from)
}

fn wctomb(call: &mut Call<'_, '_>) -> Outcome {
    let (to, character) = (call.word(0), call.word(1) as u32);
    if to == 0 {
        return Ok(Flow::int(0));
    }
    match narrow(character) {
        Some(byte) => {
            call.write(to, &[byte])?;
            Ok(Flow::int(1))
        }
        None => illegal(call),
    }
}

/// -2: the characters end before one is complete.
const INCOMPLETE: u64 = -2i64 as u64;

fn mbrlen(call: &mut Call<'_, '_>) -> Outcome {
    let (from, limit) = (call.word(0), call.word(1));
    match (from, limit) {
        (0, _) => Ok(Flow::Word(0)),
        (_, 0) => Ok(Flow::Word(INCOMPLETE)),
        _ => next(call, 0, from),
    }
}

fn mbrtowc(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, limit) = (call.word(0), call.word(1), call.word(2));
    match (from, limit) {
        (0, _) => Ok(Flow::Word(0)),
        (_, 0) => Ok(Flow::Word(INCOMPLETE)),
        _ => next(call, to, from),
    }
}

fn mbrtoc16(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, limit) = (call.word(0), call.word(1), call.word(2));
    if from == 0 {
        return Ok(Flow::Word(0));
    }
    if limit == 0 {
        return Ok(Flow::Word(INCOMPLETE));
    }
    let byte = call.read(from, 1)?[0];
    let Some(wide) = widen(byte) else { return illegal(call) };
    if to != 0 {
        call.store::<2>(to, wide.into())?;
    }
    Ok(Flow::Word((wide != 0).into()))
}

fn wcrtomb(call: &mut Call<'_, '_>) -> Outcome {
    let (to, character) = (call.word(0), call.word(1) as u32);
    if to == 0 {
        return Ok(Flow::Word(1));
    }
    match narrow(character) {
        Some(byte) => {
            call.write(to, &[byte])?;
            Ok(Flow::Word(1))
        }
        None => illegal(call),
    }
}

/// Bytes to wide characters: how many before the terminator, and whether it was reached.
fn widen_all(
    call: &mut Call<'_, '_>,
    to: u64,
    text: &[u8],
    limit: u64,
) -> Result<Option<(u64, bool)>, Stop> {
    let kept = if to == 0 { text.len() } else { text.len().min(limit as usize) };
    let wide: Option<Vec<u32>> = text[..kept].iter().map(|&byte| widen(byte)).collect();
    let Some(mut wide) = wide else {
        set(call, libc::EILSEQ)?;
        return Ok(None);
    };
    let ended = to == 0 || (kept as u64) < limit;
    if to != 0 {
        if ended {
            wide.push(0);
        }
        if !wide.is_empty() {
            write_wide(call, to, &wide)?;
        }
    }
    Ok(Some((kept as u64, ended)))
}

fn mbstowcs(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, limit) = (call.word(0), call.word(1), call.word(2));
    let text = string(call, from)?;
    let done = widen_all(call, to, &text, limit)?;
    Ok(Flow::Word(done.map_or(u64::MAX, |(count, _)| count)))
}

/// The restartable variants also tell where they stopped.
fn advance(
    call: &mut Call<'_, '_>,
    place: u64,
    from: u64,
    done: (u64, bool),
    size: u64,
) -> Result<(), Stop> {
    let stopped = if done.1 { 0 } else { from + done.0 * size };
    call.store::<8>(place, stopped)
}

fn mbsrtowcs(call: &mut Call<'_, '_>) -> Outcome {
    let (to, place, limit) = (call.word(0), call.word(1), call.word(2));
    let from = call.load::<8>(place)?;
    let text = string(call, from)?;
    let Some(done) = widen_all(call, to, &text, limit)? else { return Ok(Flow::Word(u64::MAX)) };
    if to != 0 {
        advance(call, place, from, done, 1)?;
    }
    Ok(Flow::Word(done.0))
}

fn mbsnrtowcs(call: &mut Call<'_, '_>) -> Outcome {
    let (to, place, bytes, limit) = (call.word(0), call.word(1), call.word(2), call.word(3));
    let from = call.load::<8>(place)?;
    let text = crate::bytes::string_up_to(call, from, bytes)?;
    let whole = text.len() as u64 == bytes;
    let limit = if whole { limit.min(bytes) } else { limit };
    let Some(done) = widen_all(call, to, &text, limit)? else { return Ok(Flow::Word(u64::MAX)) };
    if to != 0 {
        advance(call, place, from, done, 1)?;
    }
    Ok(Flow::Word(done.0))
}

/// Wide characters to bytes; as [`widen_all`].
fn narrow_all(
    call: &mut Call<'_, '_>,
    to: u64,
    text: &[u32],
    limit: u64,
) -> Result<Option<(u64, bool)>, Stop> {
    let kept = if to == 0 { text.len() } else { text.len().min(limit as usize) };
    let bytes: Option<Vec<u8>> = text[..kept].iter().map(|&c| narrow(c)).collect();
    let Some(mut bytes) = bytes else {
        set(call, libc::EILSEQ)?;
        return Ok(None);
    };
    let ended = to == 0 || (kept as u64) < limit;
    if to != 0 {
        if ended {
            bytes.push(0);
        }
        if !bytes.is_empty() {
            call.write(to, &bytes)?;
        }
    }
    Ok(Some((kept as u64, ended)))
}

fn wcstombs(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, limit) = (call.word(0), call.word(1), call.word(2));
    let text = wide_string(call, from, u64::MAX)?;
    let done = narrow_all(call, to, &text, limit)?;
    Ok(Flow::Word(done.map_or(u64::MAX, |(count, _)| count)))
}

fn wcsrtombs(call: &mut Call<'_, '_>) -> Outcome {
    let (to, place, limit) = (call.word(0), call.word(1), call.word(2));
    let from = call.load::<8>(place)?;
    let text = wide_string(call, from, u64::MAX)?;
    let Some(done) = narrow_all(call, to, &text, limit)? else { return Ok(Flow::Word(u64::MAX)) };
    if to != 0 {
        advance(call, place, from, done, 4)?;
    }
    Ok(Flow::Word(done.0))
}

fn wcsnrtombs(call: &mut Call<'_, '_>) -> Outcome {
    let (to, place, characters, limit) = (call.word(0), call.word(1), call.word(2), call.word(3));
    let from = call.load::<8>(place)?;
    let text = wide_string(call, from, characters)?;
    let whole = text.len() as u64 == characters;
    let limit = if whole { limit.min(characters) } else { limit };
    let Some(done) = narrow_all(call, to, &text, limit)? else { return Ok(Flow::Word(u64::MAX)) };
    if to != 0 {
        advance(call, place, from, done, 4)?;
    }
    Ok(Flow::Word(done.0))
}

fn mbsinit(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::int(1))
}

fn btowc(call: &mut Call<'_, '_>) -> Outcome {
    let byte = u8::try_from(call.int(0)).ok().and_then(widen);
    Ok(Flow::Word(byte.map_or(u32::MAX, |wide| wide).into()))
}

fn wctob(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::int(narrow(call.word(0) as u32).map_or(-1, i32::from)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_survives() {
        let samples = [0, 0x41, 0x7f, 0x80, 0x7ff, 0x800, 0xd800, 0xffff, 0x1_0000, 0x10_ffff];
        let more =
            [0x1f_ffff, 0x20_0000, 0x3ff_ffff, 0x400_0000, 0x7fff_ffff, 0x8000_0000, u32::MAX];
        let mut text = Vec::new();
        let all: Vec<u32> = samples.into_iter().chain(more).collect();
        for &character in &all {
            encode(character, &mut text);
        }
        assert_eq!(decode(&text), all);
        assert_eq!(count(&text), all.len());
        let mut e = Vec::new();
        encode(0xe9, &mut e);
        assert_eq!(e, "é".as_bytes());
    }
}
