//! Rules for shifts. By a constant, a shift is a slice with something beside it.

use super::{Binary, Rule, rules};
use crate::pool::Pool;
use crate::term::Term;

pub(crate) const SHL: &[Rule<Binary>] = rules![shift_of_zero, shl_constant];
pub(crate) const LSHR: &[Rule<Binary>] = rules![shift_of_zero, lshr_constant];
pub(crate) const ASHR: &[Rule<Binary>] = rules![shift_of_zero, ashr_constant];

/// A constant amount; the width if it is at least that.
fn amount(pool: &Pool, b: Term) -> Option<u32> {
    let (width, bits) = (pool.width(b), pool.as_bits(b)?);
    let fits = bits.significant() <= 32 && bits.low_word() < width.into();
    Some(if fits { bits.low_word() as u32 } else { width })
}

/// match:  0 << b, 0 >> b
/// result: 0
fn shift_of_zero(pool: &mut Pool, a: Term, _: Term) -> Option<Term> {
    pool.is_zero(a).then_some(a)
}

/// match:  a << k
/// result: a[w-1-k:0] ++ 0
fn shl_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (width, amount) = (pool.width(a), amount(pool, b)?);
    match amount {
        0 => Some(a),
        amount if amount == width => Some(pool.zero(width)),
        _ => {
            let (kept, zeros) = (pool.extract(a, width - 1 - amount, 0), pool.zero(amount));
            Some(pool.concat(kept, zeros))
        }
    }
}

/// match:  a >>u k
/// result: zext(a[w-1:k])
fn lshr_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (width, amount) = (pool.width(a), amount(pool, b)?);
    if amount == width {
        return Some(pool.zero(width));
    }
    let kept = pool.extract(a, width - 1, amount);
    Some(pool.zext(kept, width))
}

/// match:  a >>s k
/// result: sext(a[w-1:k])
fn ashr_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (width, amount) = (pool.width(a), amount(pool, b)?);
    let kept = pool.extract(a, width - 1, amount.min(width - 1));
    Some(pool.sext(kept, width))
}
