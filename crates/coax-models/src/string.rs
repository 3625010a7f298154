//! The `str*` functions of <string.h> and <strings.h> that look and compare; those that write are
//! in `string_copy`.

use coax_engine::{Call, Flow, Stop};

use crate::bytes::{UNLIMITED, decide, decide_two, length, length_up_to, rest, string};
use crate::compare_terms::{self, Comparison};
use crate::memory::{chosen_place, difference, first_difference};
use crate::terms::{depend, leave_to_twin};
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("strlen", strlen),
    ("strnlen", strnlen),
    ("strcmp", strcmp),
    ("strcoll", strcmp),
    ("strcoll_l", strcmp),
    ("__strcoll_l", strcmp),
    ("strncmp", strncmp),
    ("strcasecmp", strcasecmp),
    ("strcasecmp_l", strcasecmp),
    ("strncasecmp", strncasecmp),
    ("strncasecmp_l", strncasecmp),
    ("strchr", strchr),
    ("index", strchr),
    ("strchrnul", strchrnul),
    ("__strchrnul", strchrnul),
    ("strrchr", strrchr),
    ("rindex", strrchr),
    ("strstr", strstr),
    ("strcasestr", strcasestr),
    ("strspn", strspn),
    ("strcspn", strcspn),
    ("strpbrk", strpbrk),
    ("strverscmp", strverscmp),
    ("__strverscmp", strverscmp),
];

fn strlen(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.word(0);
    Ok(Flow::Word(length(call, text)?))
}

fn strnlen(call: &mut Call<'_, '_>) -> Outcome {
    let (text, limit) = (call.word(0), call.word(1));
    Ok(Flow::Word(length_up_to(call, text, limit)?))
}

/// The first index at which two strings differ or both end.
fn first_decision(left: &[u8], right: &[u8]) -> Option<usize> {
    let differs = first_difference(left, right);
    let common = differs.unwrap_or(left.len());
    memchr::memchr(0, &left[..common]).or(differs)
}

/// Compares the strings of the first two arguments; `limit` is the argument that says how much of
/// them.
fn compare(
    call: &mut Call<'_, '_>,
    limit: Option<usize>,
    fold: fn(u8) -> u8,
    find: fn(&[u8], &[u8]) -> Option<usize>,
) -> Outcome {
    leave_to_twin(call, &[0, 1, limit.unwrap_or(1)])?;
    let limit = limit.map_or(UNLIMITED, |index| call.word(index));
    match compare_bytes(call, limit, fold, find) {
        Err(Stop::NeedsTerms) => {
            let how = Comparison { limit, strings: true, fold: fold(b'A') == b'a' };
            compare_terms::compare(call, [call.word(0), call.word(1)], how)
        }
        result => result,
    }
}

fn compare_bytes(
    call: &mut Call<'_, '_>,
    limit: u64,
    fold: fn(u8) -> u8,
    find: fn(&[u8], &[u8]) -> Option<usize>,
) -> Outcome {
    let (a, b) = (call.word(0), call.word(1));
    let Some(index) = decide_two(call, [a, b], limit, find)? else {
        return Ok(Flow::int(0));
    };
    let left = call.read(a + index as u64, 1)?[0];
    let right = call.read(b + index as u64, 1)?[0];
    Ok(difference(fold(left), fold(right)))
}

fn strcmp(call: &mut Call<'_, '_>) -> Outcome {
    compare(call, None, |byte| byte, first_decision)
}

fn strncmp(call: &mut Call<'_, '_>) -> Outcome {
    compare(call, Some(2), |byte| byte, first_decision)
}

fn first_folded_decision(left: &[u8], right: &[u8]) -> Option<usize> {
    left.iter().zip(right).position(|(a, b)| *a == 0 || !a.eq_ignore_ascii_case(b))
}

fn lower(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

fn strcasecmp(call: &mut Call<'_, '_>) -> Outcome {
    compare(call, None, lower, first_folded_decision)
}

fn strncasecmp(call: &mut Call<'_, '_>) -> Outcome {
    compare(call, Some(2), lower, first_folded_decision)
}

/// Where `byte` or the terminator is: (index, whether it is the byte).
fn find_byte(call: &mut Call<'_, '_>, text: u64, byte: u8) -> Result<(u64, bool), Stop> {
    let found = decide(call, text, UNLIMITED, |bytes| memchr::memchr2(byte, 0, bytes))?;
    let index = found.unwrap_or(0) as u64;
    let hit = call.read(text + index, 1)?[0] == byte;
    Ok((index, hit))
}

fn strchr(call: &mut Call<'_, '_>) -> Outcome {
    let (text, byte) = (call.word(0), call.word(1) as u8);
    if depend(call, &[0, 1]) {
        leave_to_twin(call, &[0])?;
        let len = length(call, text)? + 1;
        return chosen_place(call, text, len);
    }
    let (index, hit) = find_byte(call, text, byte)?;
    Ok(Flow::Word(if hit { text + index } else { 0 }))
}

fn strchrnul(call: &mut Call<'_, '_>) -> Outcome {
    let (text, byte) = (call.word(0), call.word(1) as u8);
    let (index, _) = find_byte(call, text, byte)?;
    Ok(Flow::Word(text + index))
}

fn strrchr(call: &mut Call<'_, '_>) -> Outcome {
    let (text, byte) = (call.word(0), call.word(1) as u8);
    let len = length(call, text)?;
    let found = memchr::memrchr(byte, call.read(text, len + 1)?);
    Ok(Flow::Word(found.map_or(0, |index| text + index as u64)))
}

fn strstr(call: &mut Call<'_, '_>) -> Outcome {
    let (hay, needle) = (call.word(0), call.word(1));
    let wanted = string(call, needle)?;
    if wanted.is_empty() {
        return Ok(Flow::Word(hay));
    }
    let len = length(call, hay)?;
    let found = memchr::memmem::find(call.read(hay, len)?, &wanted);
    Ok(Flow::Word(found.map_or(0, |index| hay + index as u64)))
}

fn strcasestr(call: &mut Call<'_, '_>) -> Outcome {
    let (hay, needle) = (call.word(0), call.word(1));
    let wanted = string(call, needle)?.to_ascii_lowercase();
    let seen = string(call, hay)?.to_ascii_lowercase();
    let found = memchr::memmem::find(&seen, &wanted);
    Ok(Flow::Word(found.map_or(0, |index| hay + index as u64)))
}

/// A set of bytes.
struct ByteSet([bool; 256]);

impl ByteSet {
    fn of(bytes: &[u8]) -> ByteSet {
        let mut set = [false; 256];
        for &byte in bytes {
            set[usize::from(byte)] = true;
        }
        ByteSet(set)
    }

    fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte)]
    }
}

/// The length of the start of the string that lies inside (or outside) the set.
fn span(call: &mut Call<'_, '_>, inside: bool) -> Result<u64, Stop> {
    let (text, members) = (call.word(0), call.word(1));
    let set = ByteSet::of(&string(call, members)?);
    let end = decide(call, text, UNLIMITED, |bytes| {
        bytes.iter().position(|&byte| byte == 0 || set.has(byte) != inside)
    })?;
    Ok(end.unwrap_or(0) as u64)
}

fn strspn(call: &mut Call<'_, '_>) -> Outcome {
    span(call, true).map(Flow::Word)
}

fn strcspn(call: &mut Call<'_, '_>) -> Outcome {
    span(call, false).map(Flow::Word)
}

fn strpbrk(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.word(0);
    let index = span(call, false)?;
    let at_end = rest(call, text + index)?[0] == 0;
    Ok(Flow::Word(if at_end { 0 } else { text + index }))
}

fn strverscmp(call: &mut Call<'_, '_>) -> Outcome {
    let (a, b) = (call.word(0), call.word(1));
    let (left, right) = (string(call, a)?, string(call, b)?);
    Ok(Flow::int(compare_versions(&left, &right)))
}

/// Where in a run of digits a comparison of versions is.
#[derive(Clone, Copy)]
enum Run {
    /// Not in digits.
    Outside,
    /// In a number.
    Integer,
    /// In a run that starts with zeros and has had only zeros so far.
    Zeros,
    /// In the rest of such a run.
    Fraction,
}

/// glibc's order of version strings: runs of digits compare as numbers, and runs that start with a
/// zero as fractions, so that more leading zeros come first.
fn compare_versions(left: &[u8], right: &[u8]) -> i32 {
    let at = |text: &[u8], index: usize| text.get(index).copied().unwrap_or(0);
    let (mut run, mut index) = (Run::Outside, 0);
    loop {
        let (a, b) = (at(left, index), at(right, index));
        if a != b {
            return decide_versions(run, &left[index..], &right[index..]);
        }
        if a == 0 {
            return 0;
        }
        run = match (run, a) {
            (Run::Outside | Run::Zeros, b'0') => Run::Zeros,
            (Run::Outside, b'1'..=b'9') => Run::Integer,
            (Run::Zeros, b'1'..=b'9') => Run::Fraction,
            (_, b'0'..=b'9') => run,
            _ => Run::Outside,
        };
        index += 1;
    }
}

/// The order of two texts that differ in their first character, inside such a run.
fn decide_versions(run: Run, left: &[u8], right: &[u8]) -> i32 {
    let first = |text: &[u8]| text.first().copied().unwrap_or(0);
    let (a, b) = (first(left), first(right));
    let difference = i32::from(a) - i32::from(b);
    match (run, a.is_ascii_digit(), b.is_ascii_digit()) {
        (Run::Outside, true, true) if a != b'0' && b != b'0' => longer(left, right, difference),
        (Run::Integer, true, true) => longer(left, right, difference),
        (Run::Integer, true, false) | (Run::Zeros, false, true) => 1,
        (Run::Integer, false, true) | (Run::Zeros, true, false) => -1,
        _ => difference,
    }
}

/// The longer number is larger; then the first digit decides.
fn longer(left: &[u8], right: &[u8], difference: i32) -> i32 {
    let digits = |text: &[u8]| text.iter().take_while(|b| b.is_ascii_digit()).count();
    match digits(left).cmp(&digits(right)) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Equal => difference,
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::{CString, c_char, c_int};

    use proptest::prelude::*;

    use super::*;

    unsafe extern "C" {
        fn strverscmp(left: *const c_char, right: *const c_char) -> c_int;
    }

    proptest! {
        #[test]
        fn version_order_is_the_systems(left in "[a0-29.]{0,6}", right in "[a0-29.]{0,6}") {
            let (l, r) = (CString::new(left.clone()).unwrap(), CString::new(right.clone()).unwrap());
            // SAFETY: two terminated strings.
            let native = unsafe { strverscmp(l.as_ptr(), r.as_ptr()) };
            let ours = compare_versions(left.as_bytes(), right.as_bytes());
            prop_assert_eq!(ours, native, "{} {}", left, right);
        }
    }

    #[test]
    fn decisions() {
        assert_eq!(first_decision(b"abc\0x", b"abc\0y"), Some(3));
        assert_eq!(first_decision(b"abd", b"abc"), Some(2));
        assert_eq!(first_decision(b"ab", b"ab"), None);
        assert_eq!(first_folded_decision(b"AbC\0", b"aBc\0"), Some(3));
    }
}
