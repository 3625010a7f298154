//! Comparing bytes that depend on inputs: `memcmp`, `strcmp` and their relatives.
//!
//! The result is one term and nothing forks: programs ask mostly whether it is 0, so that a table
//! of k keywords gives k + 1 paths and not one for every place where a keyword may first differ.
//! It is the difference of the first bytes that differ, as glibc has it, written so that "equal",
//! "less" and "greater" are each a condition by themselves:
//!
//! ```text
//! equal ? 0 : less ? 0xFFFFFF ++ low : zext(low - 1) + 1
//! ```
//!
//! with `low` the low byte of the difference. The one thing that is decided is whether the
//! comparison runs into what cannot be read: the end of an object, or bytes that were not written.

use coax_engine::{Call, Stop, TermRequests};
use coax_expr::{Pool, Term};
use coax_memory::Access;

use crate::Outcome;
use crate::terms::{byte, is_in, is_readable, lowered, pool, returned};

/// How bytes are compared.
#[derive(Clone, Copy)]
pub(crate) struct Comparison {
    /// At most so many.
    pub(crate) limit: u64,
    /// A 0 in both ends it.
    pub(crate) strings: bool,
    /// Capital letters are small ones.
    pub(crate) fold: bool,
}

/// Two bytes at the same distance from where the comparison began.
#[derive(Clone, Copy)]
struct Pair {
    left: Term,
    right: Term,
}

/// What comes after the bytes that were gathered, if all of them are the same.
enum Remainder {
    /// The two are equal.
    Equal,
    /// Nothing: the last two are never the same.
    Never,
    /// A byte that cannot be read: how many come before it.
    Unreadable(u64),
}

/// The result of comparing what is at two addresses.
pub(crate) fn compare(call: &mut Call<'_, '_>, [a, b]: [u64; 2], how: Comparison) -> Outcome {
    let (pairs, remainder) = gather(call, [a, b], how)?;
    if let Remainder::Unreadable(index) = remainder {
        let reached = all_same(pool(call)?, &pairs, how);
        let certain = pool(call)?.is_true(reached);
        if certain || (!pool(call)?.is_false(reached) && call.decide(reached)?) {
            return Err(unreadable(call, [a, b], index));
        }
    }
    let end = matches!(remainder, Remainder::Equal);
    let result = difference(pool(call)?, &pairs, end, how);
    returned(call, result)
}

/// The pairs of bytes that may decide. Pairs that are surely the same are left out.
fn gather(
    call: &mut Call<'_, '_>,
    [a, b]: [u64; 2],
    how: Comparison,
) -> Result<(Vec<Pair>, Remainder), Stop> {
    let mut pairs = Vec::new();
    for index in 0..how.limit {
        let (left, right) = (a.wrapping_add(index), b.wrapping_add(index));
        if !is_readable(call, left)? || !is_readable(call, right)? {
            return Ok((pairs, Remainder::Unreadable(index)));
        }
        let pair = Pair { left: byte(call, left)?, right: byte(call, right)? };
        let pool = pool(call)?;
        let same = is_same(pool, pair, how);
        let ends = how.strings && (is_zero(pool, pair.left) || is_zero(pool, pair.right));
        if !pool.is_true(same) {
            pairs.push(pair);
        } else if how.strings && pool.as_constant(pair.left).is_none() {
            // The same term twice: it decides nothing but where the strings end.
            pairs.push(pair);
        }
        if pool.is_false(same) {
            return Ok((pairs, Remainder::Never));
        }
        if ends {
            break;
        }
    }
    Ok((pairs, Remainder::Equal))
}

fn is_zero(pool: &Pool, byte: Term) -> bool {
    pool.as_constant(byte) == Some(0)
}

/// The condition that two bytes count as the same.
fn is_same(pool: &mut Pool, pair: Pair, how: Comparison) -> Term {
    let Pair { left, right } = pair;
    if !how.fold {
        return pool.eq(left, right);
    }
    match (pool.as_constant(left), pool.as_constant(right)) {
        (Some(wanted), _) => is_in(pool, right, |b| b.eq_ignore_ascii_case(&(wanted as u8))),
        (_, Some(wanted)) => is_in(pool, left, |b| b.eq_ignore_ascii_case(&(wanted as u8))),
        (None, None) => {
            let (left, right) = (lowered(pool, left), lowered(pool, right));
            pool.eq(left, right)
        }
    }
}

/// The condition that two bytes that are the same end the comparison; none if they cannot.
fn ends(pool: &mut Pool, pair: Pair, how: Comparison) -> Option<Term> {
    let known = [pair.left, pair.right].into_iter().any(|b| pool.as_constant(b).is_some());
    if !how.strings || known {
        return None;
    }
    let zero = pool.constant(8, 0);
    Some(pool.eq(pair.left, zero))
}

/// The condition that no pair decides.
fn all_same(pool: &mut Pool, pairs: &[Pair], how: Comparison) -> Term {
    let mut all = pool.truth(true);
    for &pair in pairs {
        let same = is_same(pool, pair, how);
        all = pool.and(all, same);
        if let Some(end) = ends(pool, pair, how) {
            let goes_on = pool.not(end);
            all = pool.and(all, goes_on);
        }
    }
    all
}

/// The difference as a term of 32 bits.
fn difference(pool: &mut Pool, pairs: &[Pair], end: bool, how: Comparison) -> Term {
    let (mut equal, mut less, mut low) = (pool.truth(end), pool.truth(false), pool.constant(8, 0));
    for &pair in pairs.iter().rev() {
        let same = is_same(pool, pair, how);
        if let Some(end) = ends(pool, pair, how) {
            let goes_on = pool.not(end);
            equal = pool.or(end, equal);
            less = pool.and(goes_on, less);
        }
        let (left, right) = match how.fold {
            true => (lowered(pool, pair.left), lowered(pool, pair.right)),
            false => (pair.left, pair.right),
        };
        let (below, apart) = (pool.ult(left, right), pool.sub(left, right));
        equal = pool.and(same, equal);
        less = pool.and(same, less);
        less = pool.or(below, less);
        low = pool.ite(same, low, apart);
    }
    let (ones, one) = (pool.constant(24, 0xFF_FFFF), pool.constant(8, 1));
    let negative = pool.concat(ones, low);
    let before = pool.sub(low, one);
    let (before, one) = (pool.zext(before, 9), pool.constant(9, 1));
    let positive = pool.add(before, one);
    let positive = pool.zext(positive, 32);
    let unequal = pool.ite(less, negative, positive);
    let zero = pool.constant(32, 0);
    pool.ite(equal, zero, unequal)
}

/// The error of reading on where one of the two cannot be read.
fn unreadable(call: &mut Call<'_, '_>, addresses: [u64; 2], index: u64) -> Stop {
    for address in addresses {
        if let Err(stop) = call.check(address, index + 1, Access::Read) {
            return stop;
        }
    }
    let never_written = addresses.into_iter().find_map(|address| {
        let at = address.wrapping_add(index);
        call.read(at, 1).err()
    });
    never_written.unwrap_or_else(|| Stop::Internal("a readable byte cannot be read".into()))
}

#[cfg(test)]
mod tests {
    use coax_expr::{Assignment, Evaluator, Var};

    use super::*;

    const STRINGS: Comparison = Comparison { limit: u64::MAX, strings: true, fold: false };

    fn byte_var(pool: &mut Pool, name: &str) -> (Var, Term) {
        let var = pool.new_var(name, 8);
        (var, pool.var(var))
    }

    fn expected(left: &[u8], right: &[u8], how: Comparison) -> i32 {
        for (&l, &r) in left.iter().zip(right) {
            let fold = |b: u8| if how.fold { b.to_ascii_lowercase() } else { b };
            if fold(l) != fold(r) {
                return i32::from(fold(l)) - i32::from(fold(r));
            }
            if how.strings && l == 0 {
                break;
            }
        }
        0
    }

    #[test]
    fn differences_are_those_of_the_first_bytes_that_differ() {
        let samples = [0, 1, b'A', b'a', b'b', b'Z', b'z', 127, 128, 255];
        for (strings, fold) in [(false, false), (true, false), (true, true)] {
            let how = Comparison { limit: 2, strings, fold };
            let mut pool = Pool::new();
            let vars = ["a", "b", "c", "d"].map(|name| byte_var(&mut pool, name));
            let pair = |left: usize| Pair { left: vars[left].1, right: vars[left + 1].1 };
            let pairs = [pair(0), pair(2)];
            let result = difference(&mut pool, &pairs, true, how);
            for a in samples {
                for b in samples {
                    for (c, d) in [(0, 7), (200, 3), (b'K', b'k'), (9, 9)] {
                        let mut model = Assignment::new();
                        for (var, value) in vars.iter().zip([a, b, c, d]) {
                            model.set(var.0, value.into());
                        }
                        let value = Evaluator::new().eval(&pool, result, &model) as u32 as i32;
                        assert_eq!(value, expected(&[a, c], &[b, d], how), "{a} {b} {c} {d}");
                    }
                }
            }
        }
    }

    #[test]
    fn equality_with_a_keyword_is_a_row_of_equal_bytes() {
        let mut pool = Pool::new();
        let bytes = ["x", "y"].map(|name| byte_var(&mut pool, name).1);
        let (letter, zero) = (pool.constant(8, b'k'.into()), pool.constant(8, 0));
        let pair = |left, right| Pair { left, right };
        let pairs = [pair(bytes[0], letter), pair(bytes[1], zero)];
        let result = difference(&mut pool, &pairs, true, STRINGS);
        let none = pool.constant(32, 0);
        let equal = pool.eq(result, none);
        let (first, second) = (pool.eq(bytes[0], letter), pool.eq(bytes[1], zero));
        assert_eq!(equal, pool.and(first, second));
        let negative = pool.slt(result, none);
        assert!(pool.width(negative) == 1 && pool.vars(negative).len() == 2);
    }
}
