//! Rules for equality. A constant operand is the second one.

use super::arithmetic::{constant_minus, constant_sum};
use super::boolean::single_bit;
use super::{Binary, Rule, rules, significance};
use crate::bits::Bits;
use crate::pool::Pool;
use crate::term::{BinaryOp, Node, Term};

pub(crate) const EQ: &[Rule<Binary>] = rules![
    eq_same,
    eq_bit,
    eq_too_large,
    eq_zext_constant,
    eq_sext_constant,
    eq_extensions,
    eq_concat_constant,
    eq_concats,
    eq_add_constant,
    eq_constant_minus,
    eq_sub_zero,
    eq_xor_constant,
    eq_not_constant,
    eq_neg_constant,
    eq_or_zero,
    eq_and_constant,
    eq_choice_constant,
    eq_odd_multiple,
    eq_common_operand,
    eq_lookup_constant,
];

/// match:  a == a
/// result: true
fn eq_same(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    (a == b).then(|| pool.truth(true))
}

/// match:  a == 1, a == 0 of one bit
/// result: a, !a
fn eq_bit(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if pool.is_true(b) {
        return Some(a);
    }
    pool.is_false(b).then(|| pool.not(a))
}

/// match:  a == c, a has fewer bits than c
/// result: false
fn eq_too_large(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let constant = pool.as_bits(b)?;
    let decided = significance::unsigned(pool, a) < constant.significant();
    decided.then(|| pool.truth(false))
}

/// match:  zext(x) == c
/// result: x == c', or false if c does not fit
fn eq_zext_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::ZeroExtend(x) = pool.node(a) else { return None };
    let constant = pool.as_bits(b)?;
    if constant.significant() > pool.width(x) {
        return Some(pool.truth(false));
    }
    let cut = pool.extract(b, pool.width(x) - 1, 0);
    Some(pool.eq(x, cut))
}

/// match:  sext(x) == c
/// result: x == c', or false if c does not fit
fn eq_sext_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::SignExtend(x) = pool.node(a) else { return None };
    let constant = pool.as_bits(b)?;
    let cut = constant.extract(pool.width(x) - 1, 0);
    if cut.sign_extended(constant.width()) != constant {
        return Some(pool.truth(false));
    }
    let cut = pool.bits_constant(&cut);
    Some(pool.eq(x, cut))
}

/// match:  zext(x) == zext(y), sext(x) == sext(y)
/// result: x == y, at the larger of their widths
fn eq_extensions(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    match (pool.node(a), pool.node(b)) {
        (Node::ZeroExtend(x), Node::ZeroExtend(y)) => {
            let width = pool.width(x).max(pool.width(y));
            let (x, y) = (pool.zext(x, width), pool.zext(y, width));
            Some(pool.eq(x, y))
        }
        (Node::SignExtend(x), Node::SignExtend(y)) => {
            let width = pool.width(x).max(pool.width(y));
            let (x, y) = (pool.sext(x, width), pool.sext(y, width));
            Some(pool.eq(x, y))
        }
        _ => None,
    }
}

/// match:  x ++ y == c
/// result: x == c' && y == c''
fn eq_concat_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Concat { high, low } = pool.node(a) else { return None };
    if !pool.is_constant(b) {
        return None;
    }
    let split = pool.width(low);
    let upper = pool.extract(b, pool.width(b) - 1, split);
    let lower = pool.extract(b, split - 1, 0);
    let (upper, lower) = (pool.eq(high, upper), pool.eq(low, lower));
    Some(pool.and(upper, lower))
}

/// match:  x ++ y == z ++ u, y and u of one width
/// result: x == z && y == u
fn eq_concats(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    match (pool.node(a), pool.node(b)) {
        (Node::Concat { high, low }, Node::Concat { high: other_high, low: other_low })
            if pool.width(low) == pool.width(other_low) =>
        {
            let (upper, lower) = (pool.eq(high, other_high), pool.eq(low, other_low));
            Some(pool.and(upper, lower))
        }
        _ => None,
    }
}

/// match:  x + c1 == c2
/// result: x == c2 - c1
fn eq_add_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (x, c) = constant_sum(pool, a).filter(|_| pool.is_constant(b))?;
    let difference = pool.sub(b, c);
    Some(pool.eq(x, difference))
}

/// match:  c1 - x == c2
/// result: x == c1 - c2
fn eq_constant_minus(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (c, x) = constant_minus(pool, a).filter(|_| pool.is_constant(b))?;
    let difference = pool.sub(c, b);
    Some(pool.eq(x, difference))
}

/// match:  x - y == 0, x ^ y == 0
/// result: x == y
fn eq_sub_zero(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Binary(BinaryOp::Sub | BinaryOp::Xor, x, y) = pool.node(a) else { return None };
    pool.is_zero(b).then(|| pool.eq(x, y))
}

/// match:  x ^ c1 == c2
/// result: x == c1 ^ c2
fn eq_xor_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    match pool.node(a) {
        Node::Binary(BinaryOp::Xor, x, c) if pool.is_constant(c) && pool.is_constant(b) => {
            let both = pool.xor(c, b);
            Some(pool.eq(x, both))
        }
        _ => None,
    }
}

/// match:  ~x == c
/// result: x == ~c
fn eq_not_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Not(x) = pool.node(a) else { return None };
    pool.is_constant(b).then(|| {
        let inverted = pool.not(b);
        pool.eq(x, inverted)
    })
}

/// match:  -x == c
/// result: x == -c
fn eq_neg_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Neg(x) = pool.node(a) else { return None };
    pool.is_constant(b).then(|| {
        let opposite = pool.neg(b);
        pool.eq(x, opposite)
    })
}

/// match:  x | y == 0
/// result: x == 0 && y == 0
fn eq_or_zero(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Binary(BinaryOp::Or, x, y) = pool.node(a) else { return None };
    pool.is_zero(b).then(|| {
        let (first, second) = (pool.eq(x, b), pool.eq(y, b));
        pool.and(first, second)
    })
}

/// match:  x & m == c, c has bits outside of m; x & 2^k == c
/// result: false; x[k] or !x[k]
fn eq_and_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Binary(BinaryOp::And, x, m) = pool.node(a) else { return None };
    let (mask, constant) = (pool.as_bits(m)?, pool.as_bits(b)?);
    if !Bits::binary(BinaryOp::And, &constant, &mask.not()).is_zero() {
        return Some(pool.truth(false));
    }
    let place = single_bit(pool, m)?;
    let (bit, value) = (pool.extract(x, place, place), pool.truth(!constant.is_zero()));
    Some(pool.eq(bit, value))
}

/// match:  (c ? x : y) == k, x == k or y == k known
/// result: c || y == k or !c && y == k; !c || x == k or c && x == k
fn eq_choice_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Ite { condition, then, els } = pool.node(a) else { return None };
    if !pool.is_constant(b) {
        return None;
    }
    let then = pool.eq(then, b);
    // A long chain of choices is not walked in vain: the side that ends it comes first.
    if !pool.is_constant(then) && matches!(pool.node(els), Node::Ite { .. }) {
        return None;
    }
    let els = pool.eq(els, b);
    let known = pool.is_constant(then) || pool.is_constant(els);
    known.then(|| pool.ite(condition, then, els))
}

/// match:  x * c1 == c2, c1 odd
/// result: x == c2 / c1, modulo the width
fn eq_odd_multiple(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Binary(BinaryOp::Mul, x, c) = pool.node(a) else { return None };
    let (factor, constant) = (pool.as_bits(c)?, pool.as_bits(b)?);
    if !factor.bit(0) {
        return None;
    }
    let quotient = Bits::binary(BinaryOp::Mul, &constant, &odd_inverse(&factor));
    let quotient = pool.bits_constant(&quotient);
    Some(pool.eq(x, quotient))
}

/// The number that gives 1 when multiplied by an odd one. Newton: each round doubles the right bits.
fn odd_inverse(odd: &Bits) -> Bits {
    let two = Bits::binary(BinaryOp::Add, &Bits::new(odd.width(), 1), &Bits::new(odd.width(), 1));
    let mut inverse = *odd;
    for _ in 0..9 {
        let product = Bits::binary(BinaryOp::Mul, odd, &inverse);
        let rest = Bits::binary(BinaryOp::Sub, &two, &product);
        inverse = Bits::binary(BinaryOp::Mul, &inverse, &rest);
    }
    inverse
}

/// match:  x + y == x + z, x + y == x
/// result: y == z, y == 0
fn eq_common_operand(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let operands = |t: Term| match pool.node(t) {
        Node::Binary(BinaryOp::Add, x, y) => Some((x, y)),
        _ => None,
    };
    match (operands(a), operands(b)) {
        (Some((x, y)), Some((z, u))) => {
            let (rest, other) = if x == z {
                (y, u)
            } else if x == u {
                (y, z)
            } else if y == z {
                (x, u)
            } else if y == u {
                (x, z)
            } else {
                return None;
            };
            Some(pool.eq(rest, other))
        }
        (Some((x, y)), None) if x == b || y == b => {
            let zero = pool.zero(pool.width(a));
            Some(pool.eq(if x == b { y } else { x }, zero))
        }
        (None, Some((x, y))) if x == a || y == a => {
            let zero = pool.zero(pool.width(a));
            Some(pool.eq(if x == a { y } else { x }, zero))
        }
        _ => None,
    }
}

/// match:  table[i] == c, constants; c is nowhere or once in the table
/// result: false; i == its place, or i >= its place if it is the last
fn eq_lookup_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Lookup { elements, index } = pool.node(a) else { return None };
    if !pool.is_constant(b) || elements.iter().any(|&element| !pool.is_constant(element)) {
        return None;
    }
    let count = elements.len();
    let mut places = (0..count).filter(|&place| elements[place] == b);
    let (first, second) = (places.next(), places.next());
    match (first, second) {
        (None, _) => Some(pool.truth(false)),
        (Some(place), None) => {
            let here = pool.constant(pool.width(index), place as u128);
            Some(if place + 1 == count { pool.ule(here, index) } else { pool.eq(index, here) })
        }
        _ => None,
    }
}
