//! Numbers out of text: `atoi`, `strtol`, `strtod` and their relatives.
//!
//! Invariant: exactly the bytes up to the first one that cannot belong to the number are looked at.

use coax_engine::{Call, Flow, Stop};
use coax_native::numeric::{Parsed, parse_f32, parse_f64, parse_f80};

use crate::bytes::{overrun, rest};
use crate::errno;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("atoi", atoi),
    ("atol", atol),
    ("atoll", atol),
    ("atof", atof),
    ("strtol", strtol),
    ("strtoll", strtol),
    ("strtoimax", strtol),
    ("strtoq", strtol),
    ("strtol_l", strtol),
    ("strtoll_l", strtol),
    ("__isoc23_strtol", strtol_c23),
    ("__isoc23_strtoll", strtol_c23),
    ("__isoc23_strtoimax", strtol_c23),
    ("__strtol_internal", strtol),
    ("__strtoll_internal", strtol),
    ("strtoul", strtoul),
    ("strtoull", strtoul),
    ("strtoumax", strtoul),
    ("strtouq", strtoul),
    ("strtoul_l", strtoul),
    ("strtoull_l", strtoul),
    ("__isoc23_strtoul", strtoul_c23),
    ("__isoc23_strtoull", strtoul_c23),
    ("__isoc23_strtoumax", strtoul_c23),
    ("__strtoul_internal", strtoul),
    ("__strtoull_internal", strtoul),
    ("__coax_fixed_strtod", strtod),
    ("__coax_fixed_strtof", strtof),
    ("strtod", strtod),
    ("strtod_l", strtod),
    ("__strtod_l", strtod),
    ("__strtod_internal", strtod),
    ("strtof", strtof),
    ("strtof_l", strtof),
    ("__strtof_l", strtof),
    ("__strtof_internal", strtof),
    ("strtold", strtold),
    ("strtold_l", strtold),
    ("__strtold_l", strtold),
    ("__strtold_internal", strtold),
];

/// Blanks as `isspace` sees them in the "C" locale.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// An integer in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Integer {
    pub(crate) negative: bool,
    pub(crate) magnitude: u64,
    /// The magnitude does not fit 64 bits.
    pub(crate) overflow: bool,
    /// Bytes used; 0 if there is no number.
    pub(crate) consumed: usize,
    /// Bytes that had to be looked at, the one that ends the number included.
    pub(crate) seen: usize,
}

impl Integer {
    /// As `long`, and whether it was out of range.
    pub(crate) fn signed(&self) -> (i64, bool) {
        let limit = if self.negative { 1 << 63 } else { i64::MAX as u64 };
        match (self.overflow || self.magnitude > limit, self.negative) {
            (true, true) => (i64::MIN, true),
            (true, false) => (i64::MAX, true),
            (false, true) => ((self.magnitude as i64).wrapping_neg(), false),
            (false, false) => (self.magnitude as i64, false),
        }
    }

    /// As `unsigned long`, and whether it was out of range.
    pub(crate) fn unsigned(&self) -> (u64, bool) {
        match (self.overflow, self.negative) {
            (true, _) => (u64::MAX, true),
            (false, true) => (self.magnitude.wrapping_neg(), false),
            (false, false) => (self.magnitude, false),
        }
    }
}

/// Reads an integer as `strtol` does. `binary`: the prefix `0b` is known (C23).
pub(crate) fn parse_integer(text: &[u8], base: u32, binary: bool) -> Integer {
    let at = |index: usize| text.get(index).copied().unwrap_or(0);
    let mut index = text.iter().take_while(|&&byte| is_space(byte)).count();
    let negative = at(index) == b'-';
    if matches!(at(index), b'-' | b'+') {
        index += 1;
    }
    let (base, prefix) = base_and_prefix(&text[index.min(text.len())..], base, binary);
    let start = index + prefix;
    let (mut magnitude, mut overflow, mut end) = (0u64, false, start);
    while let Some(digit) = char::from(at(end)).to_digit(36).filter(|&digit| digit < base) {
        let next = magnitude.checked_mul(base.into()).and_then(|m| m.checked_add(digit.into()));
        match next {
            Some(next) => magnitude = next,
            None => overflow = true,
        }
        end += 1;
    }
    // "0x" without digits is the number 0 followed by an x.
    let consumed = match (end > start, prefix) {
        (true, _) => end,
        (false, 2) => index + 1,
        (false, _) => 0,
    };
    Integer { negative, magnitude, overflow, consumed, seen: end + 1 }
}

/// The base to read in, and the length of the prefix that tells it.
fn base_and_prefix(text: &[u8], base: u32, binary: bool) -> (u32, usize) {
    let second = text.get(1).map(u8::to_ascii_lowercase);
    match (text.first(), second, base) {
        (Some(b'0'), Some(b'x'), 0 | 16) => (16, 2),
        (Some(b'0'), Some(b'b'), 0 | 2) if binary => (2, 2),
        (Some(b'0'), _, 0) => (8, 0),
        (_, _, 0) => (10, 0),
        _ => (base, 0),
    }
}

/// Reads the integer at `address`; the bytes it needs must be there and defined.
fn integer_at(
    call: &mut Call<'_, '_>,
    address: u64,
    base: u32,
    binary: bool,
) -> Result<Integer, Stop> {
    let text = rest(call, address)?;
    let available = text.len();
    let integer = parse_integer(text, base, binary);
    need(call, address, available, integer.seen)?;
    Ok(integer)
}

fn need(call: &mut Call<'_, '_>, address: u64, available: usize, seen: usize) -> Result<(), Stop> {
    if seen > available {
        return Err(overrun(call, address, available as u64));
    }
    call.read(address, seen as u64).map(|_| ())
}

fn atol(call: &mut Call<'_, '_>) -> Outcome {
    let address = call.word(0);
    let integer = integer_at(call, address, 10, false)?;
    let (value, out_of_range) = integer.signed();
    if out_of_range {
        errno::set(call, libc::ERANGE)?;
    }
    Ok(Flow::long(value))
}

fn atoi(call: &mut Call<'_, '_>) -> Outcome {
    atol(call)
}

fn store_end(call: &mut Call<'_, '_>, address: u64, consumed: usize) -> Result<(), Stop> {
    let place = call.word(1);
    if place != 0 {
        call.store::<8>(place, address + consumed as u64)?;
    }
    Ok(())
}

fn convert(call: &mut Call<'_, '_>, binary: bool, finish: fn(&Integer) -> (u64, bool)) -> Outcome {
    let (address, base) = (call.word(0), call.int(2));
    if base < 0 || base == 1 || base > 36 {
        return errno::fail_null(call, libc::EINVAL);
    }
    let integer = integer_at(call, address, base as u32, binary)?;
    store_end(call, address, integer.consumed)?;
    let (value, out_of_range) = finish(&integer);
    if out_of_range {
        errno::set(call, libc::ERANGE)?;
    }
    Ok(Flow::Word(value))
}

fn as_signed(integer: &Integer) -> (u64, bool) {
    let (value, out_of_range) = integer.signed();
    (value as u64, out_of_range)
}

fn strtol(call: &mut Call<'_, '_>) -> Outcome {
    convert(call, false, as_signed)
}

fn strtol_c23(call: &mut Call<'_, '_>) -> Outcome {
    convert(call, true, as_signed)
}

fn strtoul(call: &mut Call<'_, '_>) -> Outcome {
    convert(call, false, Integer::unsigned)
}

fn strtoul_c23(call: &mut Call<'_, '_>) -> Outcome {
    convert(call, true, Integer::unsigned)
}

/// Reads a float; a text without a terminator is an error only if the number reaches the end.
fn float_at<T>(call: &mut Call<'_, '_>, parse: fn(&[u8]) -> Parsed<T>) -> Result<Parsed<T>, Stop> {
    let address = call.word(0);
    let text = rest(call, address)?;
    let available = text.len();
    let parsed = parse(text);
    let blanks = text.iter().take_while(|&&byte| is_space(byte)).count();
    let seen = parsed.consumed.max(blanks) + 1;
    need(call, address, available, seen)?;
    Ok(parsed)
}

fn float<T>(call: &mut Call<'_, '_>, parse: fn(&[u8]) -> Parsed<T>) -> Result<T, Stop> {
    let address = call.word(0);
    let parsed = float_at(call, parse)?;
    store_end(call, address, parsed.consumed)?;
    if parsed.errno != 0 {
        errno::set(call, parsed.errno)?;
    }
    Ok(parsed.value)
}

fn atof(call: &mut Call<'_, '_>) -> Outcome {
    let parsed = float_at(call, parse_f64)?;
    if parsed.errno != 0 {
        errno::set(call, parsed.errno)?;
    }
    Ok(Flow::double(parsed.value))
}

fn strtod(call: &mut Call<'_, '_>) -> Outcome {
    float(call, parse_f64).map(Flow::double)
}

fn strtof(call: &mut Call<'_, '_>) -> Outcome {
    float(call, parse_f32).map(Flow::float)
}

fn strtold(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Wide(float(call, parse_f80)?.to_bits()))
}

#[cfg(test)]
mod tests {
    use std::ffi::CString;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn integers_are_read_as_the_system_reads_them(
            text in "[ \t]{0,2}[-+]{0,2}(0[xX])?[0-9a-fzx]{0,22}", base in 0i32..37,
        ) {
            prop_assume!(base != 1);
            let c = CString::new(text.clone()).unwrap();
            let mut end = std::ptr::null_mut();
            // SAFETY: a terminated string and a place for the end.
            let native = unsafe { libc::strtol(c.as_ptr(), &mut end, base) };
            let consumed = end.addr() - c.as_ptr().addr();
            let ours = parse_integer(text.as_bytes(), base as u32, false);
            prop_assert_eq!((ours.signed().0, ours.consumed), (native, consumed), "{:?}", text);
            // SAFETY: as above.
            let native = unsafe { libc::strtoul(c.as_ptr(), &mut end, base) };
            prop_assert_eq!(ours.unsigned().0, native);
        }
    }

    #[test]
    fn limits() {
        assert_eq!(parse_integer(b"-9223372036854775808", 10, false).signed(), (i64::MIN, false));
        assert_eq!(parse_integer(b"9223372036854775808", 10, false).signed(), (i64::MAX, true));
        assert_eq!(parse_integer(b"-1", 10, false).unsigned(), (u64::MAX, false));
        assert_eq!(parse_integer(b"0b101", 0, true).magnitude, 5);
        assert_eq!(parse_integer(b"0b101", 0, false).consumed, 1);
    }
}
