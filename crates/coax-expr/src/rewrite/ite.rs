//! Rules for choices.

use super::slices::constant_choice;
use super::{Choosing, Mapping, Rule, rules};
use crate::pool::Pool;
use crate::term::{BinaryOp, Node, Term};

pub(crate) const ITE: &[Rule<Choosing>] = rules![
    ite_same,
    ite_not,
    ite_condition,
    ite_nested,
    ite_shared_side,
    ite_zext_condition,
    ite_sext_condition,
    ite_extensions,
];

/// Rules that any operator of two operands has.
pub(crate) const INTO_CHOICE: &[Rule<Mapping>] = rules![into_choice];

/// match:  c ? a : a
/// result: a
fn ite_same(_: &mut Pool, _: Term, then: Term, els: Term) -> Option<Term> {
    (then == els).then_some(then)
}

/// match:  !c ? a : b
/// result: c ? b : a
fn ite_not(pool: &mut Pool, condition: Term, then: Term, els: Term) -> Option<Term> {
    let Node::Not(c) = pool.node(condition) else { return None };
    Some(pool.ite(c, els, then))
}

/// match:  c ? a : b of one bit, where a or b is a constant or c
/// result: the conjunction or disjunction it is
fn ite_condition(pool: &mut Pool, condition: Term, then: Term, els: Term) -> Option<Term> {
    if pool.width(then) != 1 {
        return None;
    }
    if pool.is_true(then) || then == condition {
        return Some(pool.or(condition, els));
    }
    if pool.is_false(els) || els == condition {
        return Some(pool.and(condition, then));
    }
    let opposite = if pool.is_false(then) || pool.is_true(els) {
        pool.not(condition)
    } else {
        return None;
    };
    Some(if pool.is_false(then) { pool.and(opposite, els) } else { pool.or(opposite, then) })
}

/// match:  c ? (c ? a : _) : b, c ? a : (c ? _ : b)
/// result: c ? a : b
fn ite_nested(pool: &mut Pool, condition: Term, then: Term, els: Term) -> Option<Term> {
    let side = |t: Term, first: bool| match pool.node(t) {
        Node::Ite { condition: inner, then, els } if inner == condition => {
            if first {
                then
            } else {
                els
            }
        }
        _ => t,
    };
    let (new_then, new_els) = (side(then, true), side(els, false));
    ((new_then, new_els) != (then, els)).then(|| pool.ite(condition, new_then, new_els))
}

/// match:  c ? a : (d ? a : b)
/// result: (c | d) ? a : b
fn ite_shared_side(pool: &mut Pool, condition: Term, then: Term, els: Term) -> Option<Term> {
    match pool.node(els) {
        Node::Ite { condition: inner, then: same, els: rest } if same == then => {
            let either = pool.or(condition, inner);
            Some(pool.ite(either, then, rest))
        }
        _ => None,
    }
}

/// match:  c ? 1 : 0, c ? 0 : 1
/// result: zext(c), zext(!c)
fn ite_zext_condition(pool: &mut Pool, condition: Term, then: Term, els: Term) -> Option<Term> {
    let width = pool.width(then);
    let is_one = |t| pool.as_bits(t).is_some_and(|bits| bits.power_of_two() == Some(0));
    let bit = match (pool.is_zero(then), pool.is_zero(els)) {
        (false, true) if is_one(then) => condition,
        (true, false) if is_one(els) => pool.not(condition),
        _ => return None,
    };
    Some(pool.zext(bit, width))
}

/// match:  c ? ~0 : 0, c ? 0 : ~0
/// result: sext(c), sext(!c)
fn ite_sext_condition(pool: &mut Pool, condition: Term, then: Term, els: Term) -> Option<Term> {
    let width = pool.width(then);
    let bit = match (pool.is_zero(then), pool.is_zero(els)) {
        (false, true) if pool.is_ones(then) => condition,
        (true, false) if pool.is_ones(els) => pool.not(condition),
        _ => return None,
    };
    Some(pool.sext(bit, width))
}

/// match:  c ? zext(a) : zext(b), c ? zext(a) : k with k fitting; the same for sext
/// result: zext(c ? a : b)
fn ite_extensions(pool: &mut Pool, condition: Term, then: Term, els: Term) -> Option<Term> {
    let (width, narrow, signed) = match (pool.node(then), pool.node(els)) {
        (Node::ZeroExtend(x), _) | (_, Node::ZeroExtend(x)) => {
            (pool.width(then), pool.width(x), false)
        }
        (Node::SignExtend(x), _) | (_, Node::SignExtend(x)) => {
            (pool.width(then), pool.width(x), true)
        }
        _ => return None,
    };
    let fits = |t: Term| match pool.node(t) {
        Node::ZeroExtend(x) => !signed && pool.width(x) == narrow,
        Node::SignExtend(x) => signed && pool.width(x) == narrow,
        Node::Constant(_) => pool.as_bits(t).is_some_and(|bits| {
            let cut = bits.extract(narrow - 1, 0);
            bits == if signed { cut.sign_extended(width) } else { cut.zero_extended(width) }
        }),
        _ => false,
    };
    if !fits(then) || !fits(els) {
        return None;
    }
    let (then, els) = (pool.extract(then, narrow - 1, 0), pool.extract(els, narrow - 1, 0));
    let inner = pool.ite(condition, then, els);
    Some(if signed { pool.sext(inner, width) } else { pool.zext(inner, width) })
}

/// match:  (c ? k1 : k2) op k, k op (c ? k1 : k2), constants
/// result: c ? (k1 op k) : (k2 op k)
fn into_choice(pool: &mut Pool, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
    let (condition, then, els) = if pool.is_constant(b) {
        let (condition, then, els) = constant_choice(pool, a)?;
        (condition, pool.binary(op, then, b), pool.binary(op, els, b))
    } else if pool.is_constant(a) {
        let (condition, then, els) = constant_choice(pool, b)?;
        (condition, pool.binary(op, a, then), pool.binary(op, a, els))
    } else {
        return None;
    };
    Some(pool.ite(condition, then, els))
}
