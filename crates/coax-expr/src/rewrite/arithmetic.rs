//! Rules for sums, differences, products and negation.

use super::boolean::{disjoint, single_bit};
use super::{Binary, Rule, Unary, rules};
use crate::pool::Pool;
use crate::term::{BinaryOp, Node, Term};

pub(crate) const NEG: &[Rule<Unary>] = rules![neg_neg, neg_sub, neg_add_constant, neg_not];

pub(crate) const ADD: &[Rule<Binary>] = rules![
    add_zero,
    add_constants,
    add_to_constant_minus,
    add_not_constant,
    add_below_constant,
    add_neg,
    add_cancels,
    add_disjoint,
    add_same,
    add_hoists_constant,
];

pub(crate) const SUB: &[Rule<Binary>] = rules![
    sub_same,
    sub_constant,
    sub_from_zero,
    sub_neg,
    sub_cancels,
    sub_from_constant,
    sub_hoists_constant,
];

pub(crate) const MUL: &[Rule<Binary>] =
    rules![mul_zero, mul_one, mul_minus_one, mul_power_of_two, mul_constants];

/// The operands of a sum with a constant.
pub(super) fn constant_sum(pool: &Pool, t: Term) -> Option<(Term, Term)> {
    match pool.node(t) {
        Node::Binary(BinaryOp::Add, x, c) if pool.is_constant(c) => Some((x, c)),
        _ => None,
    }
}

/// The operands of a difference whose first is a constant.
pub(super) fn constant_minus(pool: &Pool, t: Term) -> Option<(Term, Term)> {
    match pool.node(t) {
        Node::Binary(BinaryOp::Sub, c, x) if pool.is_constant(c) => Some((c, x)),
        _ => None,
    }
}

/// match:  -(-x)
/// result: x
fn neg_neg(pool: &mut Pool, a: Term) -> Option<Term> {
    let Node::Neg(x) = pool.node(a) else { return None };
    Some(x)
}

/// match:  -(x - y)
/// result: y - x
fn neg_sub(pool: &mut Pool, a: Term) -> Option<Term> {
    let Node::Binary(BinaryOp::Sub, x, y) = pool.node(a) else { return None };
    Some(pool.sub(y, x))
}

/// match:  -(x + c)
/// result: -c - x
fn neg_add_constant(pool: &mut Pool, a: Term) -> Option<Term> {
    let (x, c) = constant_sum(pool, a)?;
    let minus = pool.neg(c);
    Some(pool.sub(minus, x))
}

/// match:  -(~x)
/// result: x + 1
fn neg_not(pool: &mut Pool, a: Term) -> Option<Term> {
    let Node::Not(x) = pool.node(a) else { return None };
    let one = pool.constant(pool.width(a), 1);
    Some(pool.add(x, one))
}

/// match:  a + 0
/// result: a
fn add_zero(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    pool.is_zero(b).then_some(a)
}

/// match:  (x + c1) + c2
/// result: x + (c1 + c2)
fn add_constants(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (x, c) = constant_sum(pool, a).filter(|_| pool.is_constant(b))?;
    let sum = pool.add(c, b);
    Some(pool.add(x, sum))
}

/// match:  (c1 - x) + c2
/// result: (c1 + c2) - x
fn add_to_constant_minus(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let (c, x) = constant_minus(pool, a).filter(|_| pool.is_constant(b))?;
    let sum = pool.add(c, b);
    Some(pool.sub(sum, x))
}

/// match:  ~x + c
/// result: (c - 1) - x
fn add_not_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Not(x) = pool.node(a) else { return None };
    if !pool.is_constant(b) {
        return None;
    }
    let minus_one = pool.ones(pool.width(a));
    let less = pool.add(b, minus_one);
    Some(pool.sub(less, x))
}

/// match:  (c1 ++ x) + c2
/// result: zext(x) + ((c1 ++ 0) + c2)
fn add_below_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Concat { high, low: x } = pool.node(a) else { return None };
    if !pool.is_constant(high) || !pool.is_constant(b) {
        return None;
    }
    let zero = pool.zero(pool.width(x));
    let above = pool.concat(high, zero);
    let sum = pool.add(above, b);
    let x = pool.zext(x, pool.width(a));
    Some(pool.add(x, sum))
}

/// match:  a + -y
/// result: a - y
fn add_neg(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    match (pool.node(a), pool.node(b)) {
        (_, Node::Neg(y)) => Some(pool.sub(a, y)),
        (Node::Neg(x), _) => Some(pool.sub(b, x)),
        _ => None,
    }
}

/// match:  (x - y) + y
/// result: x
fn add_cancels(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    for (whole, part) in [(a, b), (b, a)] {
        match pool.node(whole) {
            Node::Binary(BinaryOp::Sub, x, y) if y == part => return Some(x),
            _ => {}
        }
    }
    None
}

/// match:  a + b, no bit in both: a's lowest k are 0, b has only k
/// result: a[w-1:k] ++ b[k-1:0]
fn add_disjoint(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    disjoint(pool, a, b)
}

/// match:  a + a
/// result: a << 1
fn add_same(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    (a == b).then(|| {
        let one = pool.constant(pool.width(a), 1);
        pool.shl(a, one)
    })
}

/// match:  (x + c) + y
/// result: (x + y) + c
fn add_hoists_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if pool.is_constant(b) {
        return None;
    }
    for (sum, other) in [(a, b), (b, a)] {
        if let Some((x, c)) = constant_sum(pool, sum) {
            let inner = pool.add(x, other);
            return Some(pool.add(inner, c));
        }
    }
    None
}

/// match:  a - a
/// result: 0
fn sub_same(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    (a == b).then(|| pool.zero(pool.width(a)))
}

/// match:  a - c
/// result: a + -c
fn sub_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    pool.is_constant(b).then(|| {
        let minus = pool.neg(b);
        pool.add(a, minus)
    })
}

/// match:  0 - b
/// result: -b
fn sub_from_zero(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    pool.is_zero(a).then(|| pool.neg(b))
}

/// match:  a - -y
/// result: a + y
fn sub_neg(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let Node::Neg(y) = pool.node(b) else { return None };
    Some(pool.add(a, y))
}

/// match:  (x + y) - x, x - (x + y), x - (x - y)
/// result: y, -y, y
fn sub_cancels(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    match pool.node(a) {
        Node::Binary(BinaryOp::Add, x, y) if x == b => return Some(y),
        Node::Binary(BinaryOp::Add, x, y) if y == b => return Some(x),
        _ => {}
    }
    match pool.node(b) {
        Node::Binary(BinaryOp::Add, x, y) if x == a => Some(pool.neg(y)),
        Node::Binary(BinaryOp::Add, x, y) if y == a => Some(pool.neg(x)),
        Node::Binary(BinaryOp::Sub, x, y) if x == a => Some(y),
        _ => None,
    }
}

/// match:  c1 - (x + c2), c1 - (c2 - x)
/// result: (c1 - c2) - x, x + (c1 - c2)
fn sub_from_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if !pool.is_constant(a) {
        return None;
    }
    if let Some((x, c)) = constant_sum(pool, b) {
        let difference = pool.sub(a, c);
        return Some(pool.sub(difference, x));
    }
    let (c, x) = constant_minus(pool, b)?;
    let difference = pool.sub(a, c);
    Some(pool.add(x, difference))
}

/// match:  (x + c) - b, a - (x + c)
/// result: (x - b) + c, (a - x) + -c
fn sub_hoists_constant(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    if let Some((x, c)) = constant_sum(pool, a) {
        let difference = pool.sub(x, b);
        return Some(pool.add(difference, c));
    }
    let (x, c) = constant_sum(pool, b).filter(|_| !pool.is_constant(a))?;
    let (difference, minus) = (pool.sub(a, x), pool.neg(c));
    Some(pool.add(difference, minus))
}

/// match:  a * 0
/// result: 0
fn mul_zero(pool: &mut Pool, _: Term, b: Term) -> Option<Term> {
    pool.is_zero(b).then_some(b)
}

/// match:  a * 1
/// result: a
fn mul_one(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    (single_bit(pool, b) == Some(0)).then_some(a)
}

/// match:  a * -1
/// result: -a
fn mul_minus_one(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    pool.is_ones(b).then(|| pool.neg(a))
}

/// match:  a * 2^k
/// result: a << k
fn mul_power_of_two(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    let exponent = single_bit(pool, b)?;
    let amount = pool.constant(pool.width(a), exponent.into());
    Some(pool.shl(a, amount))
}

/// match:  (x * c1) * c2
/// result: x * (c1 * c2)
fn mul_constants(pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    match pool.node(a) {
        Node::Binary(BinaryOp::Mul, x, c) if pool.is_constant(c) && pool.is_constant(b) => {
            let product = pool.mul(c, b);
            Some(pool.mul(x, product))
        }
        _ => None,
    }
}
