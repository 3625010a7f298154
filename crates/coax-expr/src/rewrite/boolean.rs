//! Rules for `not`, `and`, `or` and `xor`, on bits and on conditions.

use super::{Binary, Rule, Unary, rules, significance};
use crate::bits::Bits;
use crate::pool::Pool;
use crate::term::{BinaryOp, CompareOp, Node, Term};

pub(crate) const NOT: &[Rule<Unary>] = rules![not_not, not_order, not_choice];

pub(crate) const AND: &[Rule<Binary>] = rules![
    and_constant,
    and_same,
    and_complement,
    and_constants,
    and_absorbs,
    and_zext_constant,
    and_low_mask,
];

pub(crate) const OR: &[Rule<Binary>] =
    rules![or_constant, or_same, or_complement, or_constants, or_absorbs, or_disjoint];

pub(crate) const XOR: &[Rule<Binary>] =
    rules![xor_constant, xor_same, xor_nots, xor_constants, xor_cancels, xor_disjoint];

/// match:  ~~a
/// result: a
fn not_not(pool: &mut Pool, a: Term) -> Option<Term> {
    let Node::Not(inner) = pool.node(a) else { return None };
    Some(inner)
}

/// match:  ~(a < b), ~(a <= b), signed or not
/// result: b <= a, b < a
fn not_order(pool: &mut Pool, a: Term) -> Option<Term> {
    let Node::Compare(op, x, y) = pool.node(a) else { return None };
    let opposite = match op {
        CompareOp::Eq => return None,
        CompareOp::Ult => CompareOp::Ule,
        CompareOp::Ule => CompareOp::Ult,
        CompareOp::Slt => CompareOp::Sle,
        CompareOp::Sle => CompareOp::Slt,
    };
    Some(pool.compare(opposite, y, x))
}

/// match:  ~(c ? k1 : k2), constants
/// result: c ? ~k1 : ~k2
fn not_choice(pool: &mut Pool, a: Term) -> Option<Term> {
    let Node::Ite { condition, then, els } = pool.node(a) else { return None };
    if !pool.is_constant(then) || !pool.is_constant(els) {
        return None;
    }
    let (then, els) = (pool.not(then), pool.not(els));
    Some(pool.ite(condition, then, els))
}

/// match:  a & 0, a & ~0
/// result: 0, a
fn and_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if pool.is_zero(b) {
        return Some(b);
    }
    pool.is_ones(b).then_some(a)
}

/// match:  a & a
/// result: a
fn and_same(_: &mut Pool, a: Term, b: Term) -> Option<Term> {
    (a == b).then_some(a)
}

fn are_complements(pool: &Pool, a: Term, b: Term) -> bool {
    pool.node(a) == Node::Not(b) || pool.node(b) == Node::Not(a)
}

/// match:  a & ~a
/// result: 0
fn and_complement(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    are_complements(pool, a, b).then(|| pool.zero(pool.width(a)))
}

/// What `(x op c1) op c2` with constants is.
fn joined_constants(pool: &mut Pool, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
    if !pool.is_constant(b) {
        return None;
    }
    match pool.node(a) {
        Node::Binary(inner, x, c) if inner == op && pool.is_constant(c) => {
            let both = pool.binary(op, c, b);
            Some(pool.binary(op, x, both))
        }
        _ => None,
    }
}

/// match:  (x & c1) & c2
/// result: x & (c1 & c2)
fn and_constants(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    joined_constants(pool, BinaryOp::And, a, b)
}

/// What `a op b` is if one is an operand of the other: `(a op y) op a`, `(a dual y) op a` and
/// `(~a op y) op a`.
fn absorbed(pool: &mut Pool, op: BinaryOp, dual: BinaryOp, a: Term, b: Term) -> Option<Term> {
    for (whole, part) in [(a, b), (b, a)] {
        let Node::Binary(inner, x, y) = pool.node(whole) else { continue };
        if inner == op && (x == part || y == part) {
            return Some(whole);
        }
        if inner == dual && (x == part || y == part) {
            return Some(part);
        }
        if inner == op && (are_complements(pool, x, part) || are_complements(pool, y, part)) {
            let zero = pool.zero(pool.width(a));
            return Some(if op == BinaryOp::And { zero } else { pool.not(zero) });
        }
    }
    None
}

/// match:  (a & y) & a, (a | y) & a, (~a & y) & a
/// result: a & y, a, 0
fn and_absorbs(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    absorbed(pool, BinaryOp::And, BinaryOp::Or, a, b)
}

/// match:  zext(x) & c
/// result: zext(x & c'), c' the low bits of c
fn and_zext_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::ZeroExtend(x) = pool.node(a) else { return None };
    if !pool.is_constant(b) {
        return None;
    }
    let low = pool.extract(b, pool.width(x) - 1, 0);
    let narrow = pool.and(x, low);
    Some(pool.zext(narrow, pool.width(a)))
}

/// match:  x & (2^k - 1)
/// result: zext(x[k-1:0])
fn and_low_mask(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (width, mask) = (pool.width(a), pool.as_bits(b)?);
    let bits = mask.significant();
    if bits == 0 || mask.not().trailing_zeros() != bits {
        return None;
    }
    let low = pool.extract(a, bits - 1, 0);
    Some(pool.zext(low, width))
}

/// match:  a | 0, a | ~0
/// result: a, ~0
fn or_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if pool.is_zero(b) {
        return Some(a);
    }
    pool.is_ones(b).then_some(b)
}

/// match:  a | a
/// result: a
fn or_same(_: &mut Pool, a: Term, b: Term) -> Option<Term> {
    (a == b).then_some(a)
}

/// match:  a | ~a
/// result: ~0
fn or_complement(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    are_complements(pool, a, b).then(|| pool.ones(pool.width(a)))
}

/// match:  (x | c1) | c2
/// result: x | (c1 | c2)
fn or_constants(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    joined_constants(pool, BinaryOp::Or, a, b)
}

/// match:  (a | y) | a, (a & y) | a, (~a | y) | a
/// result: a | y, a, ~0
fn or_absorbs(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    absorbed(pool, BinaryOp::Or, BinaryOp::And, a, b)
}

/// `a op b` for an operator that is concatenation where no two bits meet: the lowest k bits of one
/// are 0 and the other has no more than k bits.
pub(super) fn disjoint(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    for (upper, lower) in [(a, b), (b, a)] {
        let split = significance::trailing_zeros(pool, upper);
        let width = pool.width(a);
        if split == 0 || split >= width || significance::unsigned(pool, lower) > split {
            continue;
        }
        let high = pool.extract(upper, width - 1, split);
        let low = pool.extract(lower, split - 1, 0);
        return Some(pool.concat(high, low));
    }
    None
}

/// match:  a | b, no bit in both: a's lowest k are 0, b has only k
/// result: a[w-1:k] ++ b[k-1:0]
fn or_disjoint(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    disjoint(pool, a, b)
}

/// match:  a ^ 0, a ^ ~0
/// result: a, ~a
fn xor_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if pool.is_zero(b) {
        return Some(a);
    }
    pool.is_ones(b).then(|| pool.not(a))
}

/// match:  a ^ a, a ^ ~a
/// result: 0, ~0
fn xor_same(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(pool.zero(pool.width(a)));
    }
    are_complements(pool, a, b).then(|| pool.ones(pool.width(a)))
}

/// match:  ~x ^ b
/// result: ~(x ^ b), or x ^ ~b for a constant
fn xor_nots(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (inner, other) = match (pool.node(a), pool.node(b)) {
        (Node::Not(x), _) => (x, b),
        (_, Node::Not(y)) => (y, a),
        _ => return None,
    };
    if pool.is_constant(other) {
        let inverted = pool.not(other);
        return Some(pool.xor(inner, inverted));
    }
    let xor = pool.xor(inner, other);
    Some(pool.not(xor))
}

/// match:  (x ^ c1) ^ c2
/// result: x ^ (c1 ^ c2)
fn xor_constants(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    joined_constants(pool, BinaryOp::Xor, a, b)
}

/// match:  (x ^ y) ^ x
/// result: y
fn xor_cancels(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    for (whole, part) in [(a, b), (b, a)] {
        match pool.node(whole) {
            Node::Binary(BinaryOp::Xor, x, y) if x == part => return Some(y),
            Node::Binary(BinaryOp::Xor, x, y) if y == part => return Some(x),
            _ => {}
        }
    }
    None
}

/// match:  a ^ b, no bit in both: a's lowest k are 0, b has only k
/// result: a[w-1:k] ++ b[k-1:0]
fn xor_disjoint(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    disjoint(pool, a, b)
}

/// The constant with only one bit set, if it is that.
pub(super) fn single_bit(pool: &Pool, t: Term) -> Option<u32> {
    pool.as_bits(t).as_ref().and_then(Bits::power_of_two)
}
