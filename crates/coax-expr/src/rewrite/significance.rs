//! How many bits a term's value really takes: cheap, shallow bounds that rules decide by.
//!
//! Invariant: bounds are never too small. They look only a few levels down, so asking costs little.

use crate::pool::Pool;
use crate::term::{BinaryOp, Node, Term};

/// Levels looked at.
const DEPTH: u32 = 4;

/// A number of bits that the unsigned value fits in.
pub(crate) fn unsigned(pool: &Pool, t: Term) -> u32 {
    unsigned_to(pool, t, DEPTH)
}

/// A number of bits that the signed value fits in, at least 1.
pub(crate) fn signed(pool: &Pool, t: Term) -> u32 {
    signed_to(pool, t, DEPTH)
}

/// Is the sign bit known to be 0?
pub(crate) fn is_nonnegative(pool: &Pool, t: Term) -> bool {
    unsigned(pool, t) < pool.width(t)
}

/// How many of the lowest bits are known to be 0.
pub(crate) fn trailing_zeros(pool: &Pool, t: Term) -> u32 {
    match pool.node(t) {
        Node::Constant(_) => pool.as_bits(t).map_or(0, |bits| bits.trailing_zeros()),
        Node::Concat { low, .. } if pool.is_zero(low) => pool.width(low),
        Node::Concat { low: a, .. } | Node::ZeroExtend(a) | Node::SignExtend(a) => {
            // Below 512 levels, since each adds a bit.
            trailing_zeros(pool, a)
        }
        _ => 0,
    }
}

fn unsigned_to(pool: &Pool, t: Term, depth: u32) -> u32 {
    let width = pool.width(t);
    let Some(depth) = depth.checked_sub(1) else { return width };
    let of = |t| unsigned_to(pool, t, depth);
    let bits = match pool.node(t) {
        Node::Constant(_) => pool.as_bits(t).map_or(width, |bits| bits.significant()),
        Node::ZeroExtend(a) => of(a),
        Node::Concat { high, low } => match of(high) {
            0 => of(low),
            bits => bits + pool.width(low),
        },
        Node::Extract { of: a, low, .. } => of(a).saturating_sub(low),
        Node::Ite { then, els, .. } => of(then).max(of(els)),
        Node::Binary(op, a, b) => match op {
            BinaryOp::And => of(a).min(of(b)),
            BinaryOp::Or | BinaryOp::Xor => of(a).max(of(b)),
            BinaryOp::Add => of(a).max(of(b)) + 1,
            BinaryOp::Mul => of(a) + of(b),
            BinaryOp::Urem => of(a).min(remainder_bits(pool, b)),
            BinaryOp::Udiv => match pool.as_bits(b) {
                Some(divisor) if !divisor.is_zero() => {
                    (of(a) + 1).saturating_sub(divisor.significant())
                }
                _ => width,
            },
            BinaryOp::Lshr => of(a),
            _ => width,
        },
        _ => width,
    };
    bits.min(width)
}

/// Bits of a remainder by a constant.
fn remainder_bits(pool: &Pool, divisor: Term) -> u32 {
    match pool.as_bits(divisor) {
        Some(bits) if !bits.is_zero() => bits.power_of_two().unwrap_or(bits.significant()),
        _ => pool.width(divisor),
    }
}

fn signed_to(pool: &Pool, t: Term, depth: u32) -> u32 {
    let width = pool.width(t);
    let Some(depth) = depth.checked_sub(1) else { return width };
    let of = |t| signed_to(pool, t, depth);
    let bits = match pool.node(t) {
        Node::Constant(_) => pool.as_bits(t).map_or(width, |bits| {
            1 + if bits.is_negative() { bits.not().significant() } else { bits.significant() }
        }),
        Node::SignExtend(a) | Node::Not(a) => of(a),
        Node::Neg(a) => of(a) + 1,
        Node::Ite { then, els, .. } => of(then).max(of(els)),
        Node::Binary(op, a, b) => match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => of(a).max(of(b)),
            BinaryOp::Add | BinaryOp::Sub => of(a).max(of(b)) + 1,
            BinaryOp::Mul => of(a) + of(b),
            BinaryOp::Srem if !pool.is_zero(b) && pool.is_constant(b) => of(a).min(of(b)),
            BinaryOp::Srem | BinaryOp::Ashr => of(a),
            // The quotient of a division by 0 is 1 or -1; that of the smallest number by -1 is larger.
            BinaryOp::Sdiv => of(a).max(1) + 1,
            _ => width,
        },
        _ => width,
    };
    // A value with leading zeros is its own magnitude.
    bits.min(unsigned_to(pool, t, depth + 1) + 1).clamp(1, width)
}
