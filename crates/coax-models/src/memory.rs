//! The `mem*` functions of <string.h> and their old names of <strings.h>.

use std::cmp::Ordering;

use coax_engine::{Call, ErrorKind, Flow, Stop};
use coax_memory::Access;

use crate::bytes::{UNLIMITED, decide, decide_two, rest};
use crate::compare_terms::{self, Comparison};
use crate::terms::{argument, depend, leave_to_twin, pool, returned};
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("memcpy", memcpy),
    ("memmove", memcpy),
    ("mempcpy", mempcpy),
    ("__mempcpy", mempcpy),
    ("memccpy", memccpy),
    ("memset", memset),
    ("explicit_bzero", bzero),
    ("bzero", bzero),
    ("bcopy", bcopy),
    ("memcmp", memcmp),
    ("bcmp", memcmp),
    ("__memcmpeq", memcmp),
    ("memchr", memchr_model),
    ("memrchr", memrchr),
    ("rawmemchr", rawmemchr),
    ("__rawmemchr", rawmemchr),
    ("memmem", memmem),
    ("memfrob", memfrob),
];

/// Copies `len` bytes; none at all is fine with any pointers.
pub(crate) fn copy(call: &mut Call<'_, '_>, to: u64, from: u64, len: u64) -> Result<(), Stop> {
    if len == 0 {
        return Ok(());
    }
    check_length(call, len)?;
    call.copy(to, from, len)
}

/// A length with its top bit set was a negative number.
fn check_length(call: &Call<'_, '_>, len: u64) -> Result<(), Stop> {
    if len >> 63 == 0 {
        return Ok(());
    }
    let message = format!("length {} (a negative number converted)", len as i64);
    Err(call.error(ErrorKind::NegativeSize, message))
}

pub(crate) fn memcpy(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, len) = (call.word(0), call.word(1), call.word(2));
    copy(call, to, from, len)?;
    Ok(Flow::Word(to))
}

pub(crate) fn mempcpy(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, len) = (call.word(0), call.word(1), call.word(2));
    copy(call, to, from, len)?;
    Ok(Flow::Word(to.wrapping_add(len)))
}

fn bcopy(call: &mut Call<'_, '_>) -> Outcome {
    let (from, to, len) = (call.word(0), call.word(1), call.word(2));
    copy(call, to, from, len)?;
    Ok(Flow::Void)
}

fn memccpy(call: &mut Call<'_, '_>) -> Outcome {
    let (to, from, byte, len) = (call.word(0), call.word(1), call.word(2) as u8, call.word(3));
    let found = decide(call, from, len, |bytes| memchr::memchr(byte, bytes))?;
    match found {
        Some(index) => {
            copy(call, to, from, index as u64 + 1)?;
            Ok(Flow::Word(to.wrapping_add(index as u64 + 1)))
        }
        None => {
            copy(call, to, from, len)?;
            Ok(Flow::Word(0))
        }
    }
}

pub(crate) fn memset(call: &mut Call<'_, '_>) -> Outcome {
    let (to, byte, len) = (call.word(0), call.word(1) as u8, call.word(2));
    if len != 0 {
        check_length(call, len)?;
        call.fill(to, byte, len)?;
    }
    Ok(Flow::Word(to))
}

fn bzero(call: &mut Call<'_, '_>) -> Outcome {
    let (to, len) = (call.word(0), call.word(1));
    if len != 0 {
        call.fill(to, 0, len)?;
    }
    Ok(Flow::Void)
}

/// -1, 0 or 1 natively depends on the machine; glibc's functions give the difference of the bytes.
pub(crate) fn difference(left: u8, right: u8) -> Flow {
    Flow::int(i32::from(left) - i32::from(right))
}

fn memcmp(call: &mut Call<'_, '_>) -> Outcome {
    leave_to_twin(call, &[0, 1, 2])?;
    let (a, b, len) = (call.word(0), call.word(1), call.word(2));
    if len == 0 {
        return Ok(Flow::int(0));
    }
    // All of both must be there even if the first byte decides.
    call.check(a, len, Access::Read)?;
    call.check(b, len, Access::Read)?;
    let decision = match decide_two(call, [a, b], len, first_difference) {
        Err(Stop::NeedsTerms) => {
            let how = Comparison { limit: len, strings: false, fold: false };
            return compare_terms::compare(call, [a, b], how);
        }
        decision => decision?,
    };
    let Some(index) = decision else { return Ok(Flow::int(0)) };
    let left = call.read(a + index as u64, 1)?[0];
    let right = call.read(b + index as u64, 1)?[0];
    Ok(difference(left, right))
}

/// The first index at which two slices of one length differ.
pub(crate) fn first_difference(left: &[u8], right: &[u8]) -> Option<usize> {
    const STEP: usize = 64;
    let same = left.chunks(STEP).zip(right.chunks(STEP)).take_while(|(a, b)| a == b).count();
    let start = (same * STEP).min(left.len());
    left[start..]
        .iter()
        .zip(&right[start..])
        .position(|(a, b)| a.cmp(b) != Ordering::Equal)
        .map(|index| start + index)
}

fn memchr_model(call: &mut Call<'_, '_>) -> Outcome {
    let (at, byte, len) = (call.word(0), call.word(1) as u8, call.word(2));
    if depend(call, &[0, 1, 2]) {
        leave_to_twin(call, &[0, 2])?;
        return chosen_place(call, at, len);
    }
    let found = decide(call, at, len, |bytes| memchr::memchr(byte, bytes))?;
    Ok(Flow::Word(found.map_or(0, |index| at + index as u64)))
}

/// Where the byte of argument 1, which depends on inputs, first stands in a range that does not:
/// one term, so that asking whether it is there forks nothing.
pub(crate) fn chosen_place(call: &mut Call<'_, '_>, at: u64, len: u64) -> Outcome {
    let bytes = if len == 0 { Vec::new() } else { call.read(at, len)?.to_vec() };
    let wanted = argument(call, 1, 8);
    let wanted = wanted.ok_or_else(|| Stop::Internal("a byte without a term".into()))?;
    let pool = pool(call)?;
    let mut place = pool.constant(64, 0);
    for value in 0..=255u8 {
        let Some(index) = memchr::memchr(value, &bytes) else { continue };
        let constant = pool.constant(8, value.into());
        let is_it = pool.eq(wanted, constant);
        let found = pool.constant(64, (at + index as u64).into());
        place = pool.ite(is_it, found, place);
    }
    returned(call, place)
}

fn memrchr(call: &mut Call<'_, '_>) -> Outcome {
    let (at, byte, len) = (call.word(0), call.word(1) as u8, call.word(2));
    if len == 0 {
        return Ok(Flow::Word(0));
    }
    let found = memchr::memrchr(byte, call.read(at, len)?);
    Ok(Flow::Word(found.map_or(0, |index| at + index as u64)))
}

fn rawmemchr(call: &mut Call<'_, '_>) -> Outcome {
    let (at, byte) = (call.word(0), call.word(1) as u8);
    let found = decide(call, at, UNLIMITED, |bytes| memchr::memchr(byte, bytes))?;
    Ok(Flow::Word(found.map_or(0, |index| at + index as u64)))
}

fn memmem(call: &mut Call<'_, '_>) -> Outcome {
    let (hay, hay_len, needle, needle_len) =
        (call.word(0), call.word(1), call.word(2), call.word(3));
    if needle_len == 0 {
        return Ok(Flow::Word(hay));
    }
    if hay_len < needle_len {
        return Ok(Flow::Word(0));
    }
    let wanted = call.read(needle, needle_len)?.to_vec();
    call.check(hay, hay_len, Access::Read)?;
    let seen = &rest(call, hay)?[..hay_len as usize];
    let found = memchr::memmem::find(seen, &wanted);
    let needed = found.map_or(hay_len, |index| index as u64 + needle_len);
    call.read(hay, needed)?;
    Ok(Flow::Word(found.map_or(0, |index| hay + index as u64)))
}

fn memfrob(call: &mut Call<'_, '_>) -> Outcome {
    let (at, len) = (call.word(0), call.word(1));
    if len != 0 {
        let mixed: Vec<u8> = call.read(at, len)?.iter().map(|byte| byte ^ 42).collect();
        call.write(at, &mixed)?;
    }
    Ok(Flow::Word(at))
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn differences_are_found_in_every_place() {
        for len in [0, 1, 63, 64, 65, 200] {
            let left = vec![7; len];
            assert_eq!(first_difference(&left, &left), None);
            for place in 0..len {
                let mut right = left.clone();
                right[place] = 8;
                assert_eq!(first_difference(&left, &right), Some(place));
            }
        }
    }
}
