//! Rules for orderings. Equality is in `equality.rs`.
//!
//! With a constant, orderings are strict: `a <= c` is `a < c + 1`.

use super::{Comparing, Rule, rules, significance};
use crate::bits::Bits;
use crate::pool::Pool;
use crate::term::{CompareOp, Node, Term};

pub(crate) const ORDER: &[Rule<Comparing>] = rules![
    order_same,
    order_of_bits,
    order_extreme,
    order_strict,
    order_next_to_extreme,
    order_zexts,
    order_zext_constant,
    order_sexts,
    order_sext_constant,
    order_nots,
    order_by_size,
    order_nonnegative,
    order_choice,
    order_sign_of_concat,
];

pub(super) fn is_signed(op: CompareOp) -> bool {
    matches!(op, CompareOp::Slt | CompareOp::Sle)
}

fn is_strict(op: CompareOp) -> bool {
    matches!(op, CompareOp::Ult | CompareOp::Slt)
}

fn unsigned_like(op: CompareOp) -> CompareOp {
    if is_strict(op) { CompareOp::Ult } else { CompareOp::Ule }
}

/// The smallest and the largest value of an ordering.
fn extremes(op: CompareOp, width: u32) -> (Bits, Bits) {
    if is_signed(op) {
        (Bits::signed_min(width), Bits::signed_min(width).not())
    } else {
        (Bits::zero(width), Bits::ones(width))
    }
}

/// match:  a < a, a <= a
/// result: false, true
fn order_same(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    (a == b).then(|| pool.truth(!is_strict(op)))
}

/// match:  a < b, a <= b of one bit
/// result: !a & b, !a | b (signed, 1 is -1: a & !b, a | !b)
fn order_of_bits(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    if pool.width(a) != 1 {
        return None;
    }
    let (less, more) = if is_signed(op) { (b, a) } else { (a, b) };
    let not_less = pool.not(less);
    Some(if is_strict(op) { pool.and(not_less, more) } else { pool.or(not_less, more) })
}

/// match:  a < min, max < b, min <= b, a <= max
/// result: false, false, true, true
fn order_extreme(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    let (min, max) = extremes(op, pool.width(a));
    let (x, y) = (pool.as_bits(a), pool.as_bits(b));
    let decided = if is_strict(op) {
        y == Some(min) || x == Some(max)
    } else {
        x == Some(min) || y == Some(max)
    };
    decided.then(|| pool.truth(!is_strict(op)))
}

/// match:  a <= c, c <= b, c not extreme
/// result: a < c + 1, c - 1 < b
fn order_strict(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    let strict = match op {
        CompareOp::Ule => CompareOp::Ult,
        CompareOp::Sle => CompareOp::Slt,
        _ => return None,
    };
    let (min, max) = extremes(op, pool.width(a));
    if pool.as_bits(b).is_some_and(|bits| bits != max) {
        let one = pool.constant(pool.width(a), 1);
        let next = pool.add(b, one);
        return Some(pool.compare(strict, a, next));
    }
    if pool.as_bits(a).is_some_and(|bits| bits != min) {
        let minus_one = pool.ones(pool.width(a));
        let previous = pool.add(a, minus_one);
        return Some(pool.compare(strict, previous, b));
    }
    None
}

/// match:  a < min + 1, a < max, min < b, max - 1 < b
/// result: a == min, a != max, b != min, b == max
fn order_next_to_extreme(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    if !is_strict(op) {
        return None;
    }
    let (min, max) = extremes(op, pool.width(a));
    let one = Bits::new(pool.width(a), 1);
    let (x, y) = (pool.as_bits(a), pool.as_bits(b));
    let (other, extreme, equal) = if y == Some(Bits::binary(crate::BinaryOp::Add, &min, &one)) {
        (a, min, true)
    } else if y == Some(max) {
        (a, max, false)
    } else if x == Some(min) {
        (b, min, false)
    } else if x == Some(Bits::binary(crate::BinaryOp::Sub, &max, &one)) {
        (b, max, true)
    } else {
        return None;
    };
    let extreme = pool.bits_constant(&extreme);
    Some(if equal { pool.eq(other, extreme) } else { pool.ne(other, extreme) })
}

/// match:  zext(x) < zext(y), signed or not
/// result: x <u y, at the larger of their widths
fn order_zexts(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    let (Node::ZeroExtend(x), Node::ZeroExtend(y)) = (pool.node(a), pool.node(b)) else {
        return None;
    };
    let width = pool.width(x).max(pool.width(y));
    let (x, y) = (pool.zext(x, width), pool.zext(y, width));
    Some(pool.compare(unsigned_like(op), x, y))
}

/// What `inner op constant` (or mirrored) is, the constant cut to the inner width.
fn against_cut(pool: &mut Pool, op: CompareOp, inner: Term, constant: &Bits, left: bool) -> Term {
    let cut = pool.bits_constant(&constant.extract(pool.width(inner) - 1, 0));
    if left { pool.compare(op, inner, cut) } else { pool.compare(op, cut, inner) }
}

/// match:  zext(x) < c, c < zext(x), signed or not
/// result: x <u c', or what it is for all x
fn order_zext_constant(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    let (x, constant, left) = match (pool.node(a), pool.node(b)) {
        (Node::ZeroExtend(x), Node::Constant(_)) => (x, pool.as_bits(b)?, true),
        (Node::Constant(_), Node::ZeroExtend(x)) => (x, pool.as_bits(a)?, false),
        _ => return None,
    };
    if constant.significant() <= pool.width(x) {
        return Some(against_cut(pool, unsigned_like(op), x, &constant, left));
    }
    // The constant is above every x, or below if it counts as negative.
    let below = is_signed(op) && constant.is_negative();
    Some(pool.truth(left != below))
}

/// match:  sext(x) < sext(y), signed or not
/// result: x < y, at the larger of their widths
fn order_sexts(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    let (Node::SignExtend(x), Node::SignExtend(y)) = (pool.node(a), pool.node(b)) else {
        return None;
    };
    let width = pool.width(x).max(pool.width(y));
    let (x, y) = (pool.sext(x, width), pool.sext(y, width));
    Some(pool.compare(op, x, y))
}

/// match:  sext(x) < c, c < sext(x), signed or not
/// result: x < c', or what it is for all x, or the sign of x
fn order_sext_constant(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    let (x, constant, left) = match (pool.node(a), pool.node(b)) {
        (Node::SignExtend(x), Node::Constant(_)) => (x, pool.as_bits(b)?, true),
        (Node::Constant(_), Node::SignExtend(x)) => (x, pool.as_bits(a)?, false),
        _ => return None,
    };
    let cut = constant.extract(pool.width(x) - 1, 0);
    if cut.sign_extended(pool.width(a)) == constant {
        return Some(against_cut(pool, op, x, &constant, left));
    }
    if is_signed(op) {
        return Some(pool.truth(left != constant.is_negative()));
    }
    // Unsigned, the constant is above the extensions of all that is not negative, below the others.
    let zero = pool.zero(pool.width(x));
    let negative = pool.slt(x, zero);
    Some(if left { pool.not(negative) } else { negative })
}

/// match:  ~x < ~y, ~x < c, c < ~y
/// result: y < x, ~c < x, y < ~c
fn order_nots(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    let inverted = |pool: &Pool, t: Term| match pool.node(t) {
        Node::Not(x) => Some(Some(x)),
        Node::Constant(_) => Some(None),
        _ => None,
    };
    let (x, y) = (inverted(pool, a)?, inverted(pool, b)?);
    let x = x.unwrap_or_else(|| pool.not(a));
    let y = y.unwrap_or_else(|| pool.not(b));
    Some(pool.compare(op, y, x))
}

/// match:  a <u c, c <u b, the other has fewer bits than c
/// result: true, false
fn order_by_size(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    if is_signed(op) {
        return None;
    }
    let (other, constant, left) = match (pool.as_bits(a), pool.as_bits(b)) {
        (None, Some(bits)) => (a, bits, true),
        (Some(bits), None) => (b, bits, false),
        _ => return None,
    };
    let decided = significance::unsigned(pool, other) < constant.significant();
    decided.then(|| pool.truth(left))
}

/// match:  a <s b, neither can be negative
/// result: a <u b
fn order_nonnegative(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    let unsigned = is_signed(op)
        && significance::is_nonnegative(pool, a)
        && significance::is_nonnegative(pool, b);
    unsigned.then(|| pool.compare(unsigned_like(op), a, b))
}

/// match:  (c ? x : y) < k, k < (c ? x : y), one of x < k and y < k known
/// result: c ? (x < k) : (y < k)
fn order_choice(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    let choice = if pool.is_constant(b) { a } else { b };
    let Node::Ite { condition, then, els } = pool.node(choice) else { return None };
    let compared = |pool: &mut Pool, side: Term| match choice == a {
        true if pool.is_constant(b) => Some(pool.compare(op, side, b)),
        false if pool.is_constant(a) => Some(pool.compare(op, a, side)),
        _ => None,
    };
    let then = compared(pool, then)?;
    // A long chain of choices is not walked in vain: the side that ends it comes first.
    if !pool.is_constant(then) && matches!(pool.node(els), Node::Ite { .. }) {
        return None;
    }
    let els = compared(pool, els)?;
    let known = pool.is_constant(then) || pool.is_constant(els);
    known.then(|| pool.ite(condition, then, els))
}

/// match:  (x ++ y) <s 0, -1 <s (x ++ y)
/// result: x <s 0, -1 <s x
fn order_sign_of_concat(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    if op != CompareOp::Slt {
        return None;
    }
    match (pool.node(a), pool.node(b)) {
        (Node::Concat { high, .. }, _) if pool.is_zero(b) => {
            let zero = pool.zero(pool.width(high));
            Some(pool.slt(high, zero))
        }
        (_, Node::Concat { high, .. }) if pool.is_ones(a) => {
            let minus_one = pool.ones(pool.width(high));
            Some(pool.slt(minus_one, high))
        }
        _ => None,
    }
}
