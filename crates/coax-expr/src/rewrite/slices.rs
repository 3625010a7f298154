//! Rules for `extract`, `concat` and the extensions.
//!
//! Concatenations lean to the left and extensions are outside of them, so that bytes stored one
//! by one and read together become the value they were cut from.

use super::{Binary, Extending, Extracting, Rule, rules, significance};
use crate::pool::Pool;
use crate::term::{BinaryOp, Node, Term};

pub(crate) const EXTRACT: &[Rule<Extracting>] = rules![
    extract_extract,
    extract_concat,
    extract_zext,
    extract_sext,
    extract_choice,
    extract_masked,
    extract_narrow_arithmetic,
];

pub(crate) const CONCAT: &[Rule<Binary>] = rules![
    concat_zero,
    concat_leans_left,
    concat_zext,
    concat_adjacent,
    concat_constants,
    concat_sign,
    concat_choices,
];

pub(crate) const ZEXT: &[Rule<Extending>] = rules![zext_zext, zext_choice];
pub(crate) const SEXT: &[Rule<Extending>] = rules![sext_sext, sext_nonnegative, sext_choice];

/// match:  x[i:j][h:l]
/// result: x[j+h:j+l]
fn extract_extract(pool: &mut Pool, t: Term, high: u32, low: u32) -> Option<Term> {
    let Node::Extract { of, low: base, .. } = pool.node(t) else { return None };
    Some(pool.extract(of, base + high, base + low))
}

/// match:  (a ++ b)[h:l]
/// result: the slice of a, of b, or both joined
fn extract_concat(pool: &mut Pool, t: Term, high: u32, low: u32) -> Option<Term> {
    let Node::Concat { high: upper, low: lower } = pool.node(t) else { return None };
    let split = pool.width(lower);
    if high < split {
        return Some(pool.extract(lower, high, low));
    }
    if low >= split {
        return Some(pool.extract(upper, high - split, low - split));
    }
    let upper = pool.extract(upper, high - split, 0);
    let lower = pool.extract(lower, split - 1, low);
    Some(pool.concat(upper, lower))
}

/// match:  zext(x)[h:l]
/// result: x[h:l], 0, or the zext of what is left of x
fn extract_zext(pool: &mut Pool, t: Term, high: u32, low: u32) -> Option<Term> {
    let Node::ZeroExtend(x) = pool.node(t) else { return None };
    let inner = pool.width(x);
    if high < inner {
        return Some(pool.extract(x, high, low));
    }
    if low >= inner {
        return Some(pool.zero(high - low + 1));
    }
    let kept = pool.extract(x, inner - 1, low);
    Some(pool.zext(kept, high - low + 1))
}

/// match:  sext(x)[h:l]
/// result: x[h:l], or the sext of what is left of x, at least its sign
fn extract_sext(pool: &mut Pool, t: Term, high: u32, low: u32) -> Option<Term> {
    let Node::SignExtend(x) = pool.node(t) else { return None };
    let inner = pool.width(x);
    if high < inner {
        return Some(pool.extract(x, high, low));
    }
    let kept = pool.extract(x, inner - 1, low.min(inner - 1));
    Some(pool.sext(kept, high - low + 1))
}

/// The condition and the sides of a choice between constants.
pub(super) fn constant_choice(pool: &Pool, t: Term) -> Option<(Term, Term, Term)> {
    match pool.node(t) {
        Node::Ite { condition, then, els } if pool.is_constant(then) && pool.is_constant(els) => {
            Some((condition, then, els))
        }
        _ => None,
    }
}

/// match:  (c ? k1 : k2)[h:l], constants
/// result: c ? k1[h:l] : k2[h:l]
fn extract_choice(pool: &mut Pool, t: Term, high: u32, low: u32) -> Option<Term> {
    let (condition, then, els) = constant_choice(pool, t)?;
    let (then, els) = (pool.extract(then, high, low), pool.extract(els, high, low));
    Some(pool.ite(condition, then, els))
}

/// match:  (x & c)[h:l], (x | c)[h:l], (x ^ c)[h:l], the slice of c all 0 or all 1
/// result: x[h:l] or the slice of c (for ^, only all 0)
fn extract_masked(pool: &mut Pool, t: Term, high: u32, low: u32) -> Option<Term> {
    let Node::Binary(op, x, c) = pool.node(t) else { return None };
    let mask = pool.as_bits(c)?.extract(high, low);
    let keeps = match op {
        BinaryOp::And => mask.is_ones(),
        BinaryOp::Or | BinaryOp::Xor => mask.is_zero(),
        _ => return None,
    };
    if keeps {
        return Some(pool.extract(x, high, low));
    }
    let decides = match op {
        BinaryOp::And => mask.is_zero(),
        _ => op == BinaryOp::Or && mask.is_ones(),
    };
    decides.then(|| pool.bits_constant(&mask))
}

/// match:  (a op b)[h:0] for + - *, both extended from at most h+1 bits or constant
/// result: a[h:0] op b[h:0]
fn extract_narrow_arithmetic(pool: &mut Pool, t: Term, high: u32, low: u32) -> Option<Term> {
    let Node::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b) = pool.node(t)
    else {
        return None;
    };
    let is_narrow = |t: Term| match pool.node(t) {
        Node::Constant(_) => true,
        Node::ZeroExtend(x) | Node::SignExtend(x) => pool.width(x) <= high + 1,
        _ => false,
    };
    if low > 0 || !is_narrow(a) || !is_narrow(b) {
        return None;
    }
    let (a, b) = (pool.extract(a, high, 0), pool.extract(b, high, 0));
    Some(pool.binary(op, a, b))
}

/// match:  0 ++ b
/// result: zext(b)
fn concat_zero(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    pool.is_zero(a).then(|| pool.zext(b, pool.width(a) + pool.width(b)))
}

/// match:  a ++ (b ++ c)
/// result: (a ++ b) ++ c
fn concat_leans_left(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Concat { high, low } = pool.node(b) else { return None };
    let left = pool.concat(a, high);
    Some(pool.concat(left, low))
}

/// match:  zext(x) ++ b
/// result: zext(x ++ b)
fn concat_zext(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::ZeroExtend(x) = pool.node(a) else { return None };
    let inner = pool.concat(x, b);
    Some(pool.zext(inner, pool.width(a) + pool.width(b)))
}

/// A slice, whole terms included: what of, highest and lowest bit.
fn as_slice(pool: &Pool, t: Term) -> Option<(Term, u32, u32)> {
    match pool.node(t) {
        Node::Extract { of, high, low } => Some((of, high, low)),
        _ => None,
    }
}

/// match:  x[i:j+1] ++ x[j:k], also with something above the first
/// result: x[i:k]
fn concat_adjacent(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (of, middle, lowest) = as_slice(pool, b)?;
    let (above, last) = match pool.node(a) {
        Node::Concat { high, low } => (Some(high), low),
        _ => (None, a),
    };
    let (other, highest, next) = as_slice(pool, last)?;
    if other != of || next != middle + 1 {
        return None;
    }
    let joined = pool.extract(of, highest, lowest);
    Some(match above {
        Some(above) => pool.concat(above, joined),
        None => joined,
    })
}

/// match:  (x ++ k1) ++ k2, constants
/// result: x ++ (k1 ++ k2)
fn concat_constants(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Concat { high, low } = pool.node(a) else { return None };
    if !pool.is_constant(low) || !pool.is_constant(b) {
        return None;
    }
    let constant = pool.concat(low, b);
    Some(pool.concat(high, constant))
}

/// The one bit that all bits of a term repeat.
fn repeated_bit(pool: &Pool, t: Term) -> Option<Term> {
    match pool.node(t) {
        Node::SignExtend(x) if pool.width(x) == 1 => Some(x),
        _ if pool.width(t) == 1 => Some(t),
        _ => None,
    }
}

/// match:  s ++ x, s ++ s, s repeating the sign of x
/// result: sext(x)
fn concat_sign(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let bit = repeated_bit(pool, a)?;
    let width = pool.width(a) + pool.width(b);
    if repeated_bit(pool, b) == Some(bit) {
        return Some(pool.sext(bit, width));
    }
    // The sign of x as `extract` makes it, without making it.
    let signed = match pool.node(b) {
        Node::SignExtend(x) => x,
        _ => b,
    };
    let sign = match pool.node(signed) {
        Node::Extract { of, high, .. } => (of, high),
        _ => (signed, pool.width(signed) - 1),
    };
    let matches = pool.node(bit) == Node::Extract { of: sign.0, high: sign.1, low: sign.1 };
    matches.then(|| pool.sext(b, width))
}

/// match:  (c ? k1 : k2) ++ (c ? k3 : k4), constants
/// result: c ? (k1 ++ k3) : (k2 ++ k4)
fn concat_choices(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (condition, then_a, els_a) = constant_choice(pool, a)?;
    let (other, then_b, els_b) = constant_choice(pool, b)?;
    if condition != other {
        return None;
    }
    let (then, els) = (pool.concat(then_a, then_b), pool.concat(els_a, els_b));
    Some(pool.ite(condition, then, els))
}

/// match:  zext(zext(x))
/// result: zext(x)
fn zext_zext(pool: &mut Pool, t: Term, width: u32) -> Option<Term> {
    let Node::ZeroExtend(x) = pool.node(t) else { return None };
    Some(pool.zext(x, width))
}

/// match:  zext(c ? k1 : k2), constants
/// result: c ? zext(k1) : zext(k2)
fn zext_choice(pool: &mut Pool, t: Term, width: u32) -> Option<Term> {
    let (condition, then, els) = constant_choice(pool, t)?;
    let (then, els) = (pool.zext(then, width), pool.zext(els, width));
    Some(pool.ite(condition, then, els))
}

/// match:  sext(sext(x))
/// result: sext(x)
fn sext_sext(pool: &mut Pool, t: Term, width: u32) -> Option<Term> {
    let Node::SignExtend(x) = pool.node(t) else { return None };
    Some(pool.sext(x, width))
}

/// match:  sext(x), x cannot be negative (a zext, say)
/// result: zext(x)
fn sext_nonnegative(pool: &mut Pool, t: Term, width: u32) -> Option<Term> {
    significance::is_nonnegative(pool, t).then(|| pool.zext(t, width))
}

/// match:  sext(c ? k1 : k2), constants
/// result: c ? sext(k1) : sext(k2)
fn sext_choice(pool: &mut Pool, t: Term, width: u32) -> Option<Term> {
    let (condition, then, els) = constant_choice(pool, t)?;
    let (then, els) = (pool.sext(then, width), pool.sext(els, width));
    Some(pool.ite(condition, then, els))
}
