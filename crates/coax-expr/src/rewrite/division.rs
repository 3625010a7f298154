//! Rules for quotients and remainders. A division by 0 keeps its SMT-LIB meaning throughout.

use super::boolean::single_bit;
use super::{Binary, Rule, rules, significance};
use crate::bits::Bits;
use crate::pool::Pool;
use crate::term::{Node, Term};

pub(crate) const UDIV: &[Rule<Binary>] = rules![udiv_zero, udiv_power_of_two, udiv_narrow];
pub(crate) const UREM: &[Rule<Binary>] =
    rules![rem_zero, urem_power_of_two, urem_small, urem_narrow];
pub(crate) const SDIV: &[Rule<Binary>] = rules![sdiv_unit, sdiv_nonnegative, sdiv_narrow];
pub(crate) const SREM: &[Rule<Binary>] = rules![rem_zero, srem_unit, srem_nonnegative, srem_narrow];

/// match:  a /u 0
/// result: ~0
fn udiv_zero(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    pool.is_zero(b).then(|| pool.ones(pool.width(a)))
}

/// match:  a /u 2^k
/// result: a >>u k
fn udiv_power_of_two(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let exponent = single_bit(pool, b)?;
    let amount = pool.constant(pool.width(a), exponent.into());
    Some(pool.lshr(a, amount))
}

/// match:  zext(x) /u c, c not 0
/// result: zext(x /u c'), or 0 if c is larger than any x
fn udiv_narrow(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::ZeroExtend(x) = pool.node(a) else { return None };
    let (width, narrow, divisor) = (pool.width(a), pool.width(x), pool.as_bits(b)?);
    if divisor.is_zero() {
        return None;
    }
    if divisor.significant() > narrow {
        return Some(pool.zero(width));
    }
    let divisor = pool.extract(b, narrow - 1, 0);
    let quotient = pool.udiv(x, divisor);
    Some(pool.zext(quotient, width))
}

/// match:  a % 0, signed or not
/// result: a
fn rem_zero(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    pool.is_zero(b).then_some(a)
}

/// match:  a %u 2^k
/// result: a & (2^k - 1)
fn urem_power_of_two(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    single_bit(pool, b)?;
    let minus_one = pool.ones(pool.width(a));
    let mask = pool.add(b, minus_one);
    Some(pool.and(a, mask))
}

/// match:  a %u c, a has fewer bits than c
/// result: a
fn urem_small(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let divisor = pool.as_bits(b)?;
    (significance::unsigned(pool, a) < divisor.significant()).then_some(a)
}

/// match:  zext(x) %u zext(y), zext(x) %u c with c fitting
/// result: zext(x %u y) at the larger of the two widths
fn urem_narrow(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::ZeroExtend(x) = pool.node(a) else { return None };
    let bits = match pool.node(b) {
        Node::ZeroExtend(y) => pool.width(y),
        Node::Constant(_) => significance::unsigned(pool, b),
        _ => return None,
    };
    let (width, narrow) = (pool.width(a), pool.width(x).max(bits));
    if narrow >= width {
        return None;
    }
    let (x, y) = (pool.zext(x, narrow), pool.extract(b, narrow - 1, 0));
    let rest = pool.urem(x, y);
    Some(pool.zext(rest, width))
}

/// match:  a /s 1, a /s -1
/// result: a, -a
fn sdiv_unit(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if pool.is_ones(b) {
        return Some(pool.neg(a));
    }
    (single_bit(pool, b) == Some(0)).then_some(a)
}

/// match:  a /s b, neither can be negative
/// result: a /u b
fn sdiv_nonnegative(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let both = significance::is_nonnegative(pool, a) && significance::is_nonnegative(pool, b);
    both.then(|| pool.udiv(a, b))
}

/// The operand of a sign extension and a constant divisor cut to its width, if it fits there.
fn narrow_signed(pool: &mut Pool, a: Term, b: Term) -> Option<(Term, Term)> {
    let Node::SignExtend(x) = pool.node(a) else { return None };
    let (narrow, divisor) = (pool.width(x), pool.as_bits(b)?);
    let cut = divisor.extract(narrow - 1, 0);
    if divisor.is_zero() || divisor.is_ones() || cut.sign_extended(pool.width(a)) != divisor {
        return None;
    }
    Some((x, pool.bits_constant(&cut)))
}

/// match:  sext(x) /s c, c fitting x's width, not 0 or -1
/// result: sext(x /s c')
fn sdiv_narrow(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (x, divisor) = narrow_signed(pool, a, b)?;
    let quotient = pool.sdiv(x, divisor);
    Some(pool.sext(quotient, pool.width(a)))
}

/// match:  a %s 1, a %s -1
/// result: 0
fn srem_unit(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let unit = pool.as_bits(b).as_ref().and_then(Bits::power_of_two) == Some(0) || pool.is_ones(b);
    unit.then(|| pool.zero(pool.width(a)))
}

/// match:  a %s b, neither can be negative
/// result: a %u b
fn srem_nonnegative(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let both = significance::is_nonnegative(pool, a) && significance::is_nonnegative(pool, b);
    both.then(|| pool.urem(a, b))
}

/// match:  sext(x) %s c, c fitting x's width, not 0 or -1
/// result: sext(x %s c')
fn srem_narrow(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (x, divisor) = narrow_signed(pool, a, b)?;
    let rest = pool.srem(x, divisor);
    Some(pool.sext(rest, pool.width(a)))
}
