//! Rules for overflow predicates.

use super::{Overflowing, Rule, rules, significance};
use crate::bits::Bits;
use crate::pool::Pool;
use crate::term::{BinaryOp, OverflowOp, Term};

pub(crate) const OVERFLOW: &[Rule<Overflowing>] = rules![
    overflow_neutral,
    overflow_by_size,
    overflow_sum_constant,
    overflow_from_constant,
    overflow_product_constant,
];

/// match:  a + 0, a - 0, a * 0, a * 1 do not fit
/// result: false
fn overflow_neutral(pool: &mut Pool, op: OverflowOp, a: Term, b: Term) -> Option<Term> {
    // At one bit, signed, the constant 1 is -1.
    let one = match op {
        OverflowOp::Umul => true,
        OverflowOp::Smul => pool.width(a) > 1,
        _ => false,
    };
    let bits = pool.as_bits(b)?;
    let neutral = bits.is_zero() || (one && bits.power_of_two() == Some(0));
    neutral.then(|| pool.truth(false))
}

/// match:  a op b does not fit, both so small that it does
/// result: false
fn overflow_by_size(pool: &mut Pool, op: OverflowOp, a: Term, b: Term) -> Option<Term> {
    let bits = match op {
        OverflowOp::Sadd | OverflowOp::Ssub => {
            significance::signed(pool, a).max(significance::signed(pool, b)) + 1
        }
        OverflowOp::Smul => significance::signed(pool, a) + significance::signed(pool, b),
        OverflowOp::Uadd => {
            significance::unsigned(pool, a).max(significance::unsigned(pool, b)) + 1
        }
        OverflowOp::Umul => significance::unsigned(pool, a) + significance::unsigned(pool, b),
    };
    (bits <= pool.width(a)).then(|| pool.truth(false))
}

fn plus(a: &Bits, b: &Bits) -> Bits {
    Bits::binary(BinaryOp::Add, a, b)
}

fn minus(a: &Bits, b: &Bits) -> Bits {
    Bits::binary(BinaryOp::Sub, a, b)
}

/// match:  a + c, a - c do not fit
/// result: a is beyond max - c or below min - c (for a difference, + c), whichever c's sign asks
fn overflow_sum_constant(pool: &mut Pool, op: OverflowOp, a: Term, b: Term) -> Option<Term> {
    let constant = pool.as_bits(b)?;
    let min = Bits::signed_min(constant.width());
    let (limit, above) = match op {
        OverflowOp::Uadd => {
            let limit = pool.not(b);
            return Some(pool.ult(limit, a));
        }
        OverflowOp::Sadd if constant.is_negative() => (minus(&min, &constant), false),
        OverflowOp::Sadd => (minus(&min.not(), &constant), true),
        OverflowOp::Ssub if constant.is_negative() => (plus(&min.not(), &constant), true),
        OverflowOp::Ssub => (plus(&min, &constant), false),
        OverflowOp::Smul | OverflowOp::Umul => return None,
    };
    let limit = pool.bits_constant(&limit);
    Some(if above { pool.slt(limit, a) } else { pool.slt(a, limit) })
}

/// match:  c - b does not fit, signed
/// result: b <s c - max for c >= 0, c - min <s b for c < 0
fn overflow_from_constant(pool: &mut Pool, op: OverflowOp, a: Term, b: Term) -> Option<Term> {
    if op != OverflowOp::Ssub {
        return None;
    }
    let constant = pool.as_bits(a)?;
    let min = Bits::signed_min(constant.width());
    if constant.is_negative() {
        let limit = pool.bits_constant(&minus(&constant, &min));
        return Some(pool.slt(limit, b));
    }
    let limit = pool.bits_constant(&minus(&constant, &min.not()));
    Some(pool.slt(b, limit))
}

/// match:  a * c does not fit, c not 0
/// result: a is outside of min / c and max / c (unsigned, above max / c); a == min for c = -1
fn overflow_product_constant(pool: &mut Pool, op: OverflowOp, a: Term, b: Term) -> Option<Term> {
    let constant = pool.as_bits(b).filter(|bits| !bits.is_zero())?;
    let min = Bits::signed_min(constant.width());
    let quotient = |op, dividend: &Bits| Bits::binary(op, dividend, &constant);
    match op {
        OverflowOp::Umul => {
            let limit = quotient(BinaryOp::Udiv, &Bits::ones(constant.width()));
            let limit = pool.bits_constant(&limit);
            Some(pool.ult(limit, a))
        }
        OverflowOp::Smul if constant.is_ones() => {
            let min = pool.bits_constant(&min);
            Some(pool.eq(a, min))
        }
        OverflowOp::Smul => {
            let from_min = pool.bits_constant(&quotient(BinaryOp::Sdiv, &min));
            let from_max = pool.bits_constant(&quotient(BinaryOp::Sdiv, &min.not()));
            let negative = constant.is_negative();
            let (low, high) = if negative { (from_max, from_min) } else { (from_min, from_max) };
            let (below, above) = (pool.slt(a, low), pool.slt(high, a));
            Some(pool.or(below, above))
        }
        _ => None,
    }
}
