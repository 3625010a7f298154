//! <ctype.h>: the functions, and the tables behind the macros.

use coax_engine::{Call, ErrorKind, Flow, TermRequests};

use coax_expr::{Pool, Term};

use crate::statics::{Static, static_buffer};
use crate::terms::{argument, is_in, pool, returned};
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("isalnum", isalnum),
    ("isalpha", isalpha),
    ("isblank", isblank),
    ("iscntrl", iscntrl),
    ("isdigit", isdigit),
    ("isgraph", isgraph),
    ("islower", islower),
    ("isprint", isprint),
    ("ispunct", ispunct),
    ("isspace", isspace),
    ("isupper", isupper),
    ("isxdigit", isxdigit),
    ("isalnum_l", isalnum),
    ("isalpha_l", isalpha),
    ("isblank_l", isblank),
    ("iscntrl_l", iscntrl),
    ("isdigit_l", isdigit),
    ("isgraph_l", isgraph),
    ("islower_l", islower),
    ("isprint_l", isprint),
    ("ispunct_l", ispunct),
    ("isspace_l", isspace),
    ("isupper_l", isupper),
    ("isxdigit_l", isxdigit),
    ("__isalnum_l", isalnum),
    ("__isalpha_l", isalpha),
    ("__isblank_l", isblank),
    ("__iscntrl_l", iscntrl),
    ("__isdigit_l", isdigit),
    ("__isgraph_l", isgraph),
    ("__islower_l", islower),
    ("__isprint_l", isprint),
    ("__ispunct_l", ispunct),
    ("__isspace_l", isspace),
    ("__isupper_l", isupper),
    ("__isxdigit_l", isxdigit),
    ("isascii", isascii),
    ("toascii", toascii),
    ("tolower", tolower),
    ("toupper", toupper),
    ("_tolower", tolower),
    ("_toupper", toupper),
    ("tolower_l", tolower),
    ("toupper_l", toupper),
    ("__tolower_l", tolower),
    ("__toupper_l", toupper),
    ("__ctype_b_loc", classes_location),
    ("__ctype_tolower_loc", lower_location),
    ("__ctype_toupper_loc", upper_location),
    ("__ctype_get_mb_cur_max", mb_cur_max),
];

/// The class bits of glibc's table, as a little-endian machine has them.
pub(crate) mod class {
    pub(crate) const UPPER: u16 = 0x0100;
    pub(crate) const LOWER: u16 = 0x0200;
    pub(crate) const ALPHA: u16 = 0x0400;
    pub(crate) const DIGIT: u16 = 0x0800;
    pub(crate) const XDIGIT: u16 = 0x1000;
    pub(crate) const SPACE: u16 = 0x2000;
    pub(crate) const PRINT: u16 = 0x4000;
    pub(crate) const GRAPH: u16 = 0x8000;
    pub(crate) const BLANK: u16 = 0x0001;
    pub(crate) const CNTRL: u16 = 0x0002;
    pub(crate) const PUNCT: u16 = 0x0004;
    pub(crate) const ALNUM: u16 = 0x0008;
}

/// The classes of a character in the "C" locale.
pub(crate) fn classes(c: u8) -> u16 {
    use class::*;
    let rules: [(bool, u16); 12] = [
        (c.is_ascii_uppercase(), UPPER),
        (c.is_ascii_lowercase(), LOWER),
        (c.is_ascii_alphabetic(), ALPHA),
        (c.is_ascii_digit(), DIGIT),
        (c.is_ascii_hexdigit(), XDIGIT),
        (matches!(c, b' ' | b'\t'..=b'\r'), SPACE),
        (matches!(c, b' '..=b'~'), PRINT),
        (c.is_ascii_graphic(), GRAPH),
        (matches!(c, b' ' | b'\t'), BLANK),
        (c.is_ascii_control(), CNTRL),
        (c.is_ascii_punctuation(), PUNCT),
        (c.is_ascii_alphanumeric(), ALNUM),
    ];
    rules.iter().filter(|rule| rule.0).fold(0, |bits, rule| bits | rule.1)
}

/// Characters the tables have entries for.
const TABLE: std::ops::Range<i32> = -128..256;

/// A result as the table gives it: the class bit itself.
fn test(call: &mut Call<'_, '_>, mask: u16) -> Outcome {
    if let Some(c) = argument(call, 0, 32) {
        return test_term(call, c, mask);
    }
    let c = call.int(0);
    if !TABLE.contains(&c) {
        let message = format!("argument {c} of {} is neither a character nor EOF", call.name());
        return Err(call.error(ErrorKind::OutOfBounds, message));
    }
    let bits = u8::try_from(c).map_or(0, classes);
    Ok(Flow::int(i32::from(bits & mask)))
}

/// The same for a character that depends on inputs: one term, nothing forks. Characters below 0 and
/// those above 127 are of no class in the "C" locale, so the low byte decides.
fn test_term(call: &mut Call<'_, '_>, c: Term, mask: u16) -> Outcome {
    let inside = {
        let pool = pool(call)?;
        let (first, last) = (pool.constant(32, -128i128 as u128), pool.constant(32, 255));
        let (from, to) = (pool.sle(first, c), pool.sle(c, last));
        pool.and(from, to)
    };
    if !pool(call)?.is_true(inside) && !call.decide(inside)? {
        let message = format!("an argument of {} is neither a character nor EOF", call.name());
        return Err(call.error(ErrorKind::OutOfBounds, message));
    }
    let pool = pool(call)?;
    let byte = pool.extract(c, 7, 0);
    let member = is_in(pool, byte, |byte| classes(byte) & mask != 0);
    let (bit, none) = (pool.constant(32, mask.into()), pool.constant(32, 0));
    let result = pool.ite(member, bit, none);
    returned(call, result)
}

macro_rules! tests_of_class {
    ($($name:ident = $mask:ident;)*) => {
        $(fn $name(call: &mut Call<'_, '_>) -> Outcome {
            test(call, class::$mask)
        })*
    };
}

tests_of_class! {
    isalnum = ALNUM;
    isalpha = ALPHA;
    isblank = BLANK;
    iscntrl = CNTRL;
    isdigit = DIGIT;
    isgraph = GRAPH;
    islower = LOWER;
    isprint = PRINT;
    ispunct = PUNCT;
    isspace = SPACE;
    isupper = UPPER;
    isxdigit = XDIGIT;
}

/// A function of a character that depends on inputs.
fn on_term(call: &mut Call<'_, '_>, result: fn(&mut Pool, Term) -> Term) -> Option<Outcome> {
    let c = argument(call, 0, 32)?;
    Some(pool(call).map(|pool| result(pool, c)).and_then(|term| returned(call, term)))
}

/// `c`, with those of the 26 letters from `first` on that much further.
fn moved_letters(pool: &mut Pool, c: Term, first: u8, by: i32) -> Term {
    let (first, count) = (pool.constant(32, first.into()), pool.constant(32, 26));
    let offset = pool.sub(c, first);
    let letter = pool.ult(offset, count);
    let by = pool.constant(32, by as u32 as u128);
    let other = pool.add(c, by);
    pool.ite(letter, other, c)
}

fn isascii(call: &mut Call<'_, '_>) -> Outcome {
    let term = on_term(call, |pool, c| {
        let limit = pool.constant(32, 128);
        let small = pool.ult(c, limit);
        pool.zext(small, 32)
    });
    if let Some(result) = term {
        return result;
    }
    Ok(Flow::int(i32::from((0..128).contains(&call.int(0)))))
}

fn toascii(call: &mut Call<'_, '_>) -> Outcome {
    let term = on_term(call, |pool, c| {
        let mask = pool.constant(32, 0x7f);
        pool.and(c, mask)
    });
    if let Some(result) = term {
        return result;
    }
    Ok(Flow::int(call.int(0) & 0x7f))
}

fn to_lower(c: i32) -> i32 {
    u8::try_from(c).map_or(c, |byte| byte.to_ascii_lowercase().into())
}

fn to_upper(c: i32) -> i32 {
    u8::try_from(c).map_or(c, |byte| byte.to_ascii_uppercase().into())
}

fn tolower(call: &mut Call<'_, '_>) -> Outcome {
    if let Some(result) = on_term(call, |pool, c| moved_letters(pool, c, b'A', 32)) {
        return result;
    }
    Ok(Flow::int(to_lower(call.int(0))))
}

fn toupper(call: &mut Call<'_, '_>) -> Outcome {
    if let Some(result) = on_term(call, |pool, c| moved_letters(pool, c, b'a', -32)) {
        return result;
    }
    Ok(Flow::int(to_upper(call.int(0))))
}

/// The address of a pointer to entry 0 of a table whose first entry is for -128.
fn location(
    call: &mut Call<'_, '_>,
    table: Static,
    pointer: Static,
    entry_size: u64,
    bytes: impl FnOnce() -> Vec<u8>,
) -> Outcome {
    let pointer = static_buffer(call, pointer, |call| {
        let table = static_buffer(call, table, |_| bytes());
        (table + 128 * entry_size).to_le_bytes().to_vec()
    });
    Ok(Flow::Word(pointer))
}

fn classes_location(call: &mut Call<'_, '_>) -> Outcome {
    let bytes = || {
        let entry = |c| u8::try_from(c).map_or(0, classes);
        TABLE.flat_map(|c: i32| entry(c).to_le_bytes()).collect()
    };
    location(call, Static::CtypeClasses, Static::CtypeClassesPointer, 2, bytes)
}

fn conversions(convert: fn(i32) -> i32) -> Vec<u8> {
    // A negative character converts as the unsigned one it stands for, except EOF.
    let entry = |c: i32| convert(if (-128..-1).contains(&c) { c + 256 } else { c });
    TABLE.flat_map(|c| entry(c).to_le_bytes()).collect()
}

fn lower_location(call: &mut Call<'_, '_>) -> Outcome {
    let bytes = || conversions(to_lower);
    location(call, Static::CtypeLower, Static::CtypeLowerPointer, 4, bytes)
}

fn upper_location(call: &mut Call<'_, '_>) -> Outcome {
    let bytes = || conversions(to_upper);
    location(call, Static::CtypeUpper, Static::CtypeUpperPointer, 4, bytes)
}

fn mb_cur_max(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Word(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" {
        fn __ctype_b_loc() -> *const *const u16;
        fn __ctype_tolower_loc() -> *const *const i32;
    }

    #[test]
    fn tables_are_the_systems() {
        let lower = conversions(to_lower);
        for c in TABLE {
            let bits = u8::try_from(c).map_or(0, classes);
            // SAFETY: the system's tables have entries for exactly these characters.
            let native = unsafe { *(*__ctype_b_loc()).offset(c as isize) };
            assert_eq!(bits, native, "{c}");
            let at = (c + 128) as usize * 4;
            let ours = i32::from_le_bytes(lower[at..at + 4].try_into().unwrap());
            // SAFETY: as above.
            assert_eq!(ours, unsafe { *(*__ctype_tolower_loc()).offset(c as isize) }, "{c}");
        }
    }
}
