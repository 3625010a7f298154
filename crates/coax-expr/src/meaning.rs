//! What the operators mean on words of up to 64 bits: the one definition that constant folding and
//! evaluation share. Wider values are in [`bits`](crate::bits).
//!
//! Invariant: operands and results are zero-extended; bits above the width are 0.

use crate::term::{BinaryOp, CompareOp, OverflowOp};

/// All bits of a width up to 64.
#[inline(always)]
pub(crate) fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The value as a signed number.
#[inline(always)]
pub(crate) fn signed(width: u32, value: u64) -> i64 {
    let unused = 64 - width;
    ((value << unused) as i64) >> unused
}

/// What an operator gives.
#[inline]
pub(crate) fn binary(op: BinaryOp, width: u32, a: u64, b: u64) -> u64 {
    let inside = b < u64::from(width);
    let result = match op {
        BinaryOp::And => return a & b,
        BinaryOp::Or => return a | b,
        BinaryOp::Xor => return a ^ b,
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Udiv => a.checked_div(b).unwrap_or(u64::MAX),
        BinaryOp::Urem => return a.checked_rem(b).unwrap_or(a),
        BinaryOp::Sdiv => signed_quotient(signed(width, a), signed(width, b)),
        BinaryOp::Srem if b == 0 => return a,
        BinaryOp::Srem => signed(width, a).wrapping_rem(signed(width, b)) as u64,
        BinaryOp::Shl if inside => a << b,
        BinaryOp::Lshr if inside => return a >> b,
        BinaryOp::Shl | BinaryOp::Lshr => return 0,
        BinaryOp::Ashr => (signed(width, a) >> b.min(63)) as u64,
    };
    result & mask(width)
}

fn signed_quotient(a: i64, b: i64) -> u64 {
    match b {
        0 if a < 0 => 1,
        0 => u64::MAX,
        _ => a.wrapping_div(b) as u64,
    }
}

/// Whether a relation holds.
#[inline]
pub(crate) fn compare(op: CompareOp, width: u32, a: u64, b: u64) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Slt => signed(width, a) < signed(width, b),
        CompareOp::Sle => signed(width, a) <= signed(width, b),
    }
}

/// Whether the exact result does not fit.
#[inline]
pub(crate) fn overflow(op: OverflowOp, width: u32, a: u64, b: u64) -> bool {
    let (sa, sb) = (i128::from(signed(width, a)), i128::from(signed(width, b)));
    let (ua, ub) = (u128::from(a), u128::from(b));
    match op {
        OverflowOp::Sadd => !fits_signed(width, sa + sb),
        OverflowOp::Ssub => !fits_signed(width, sa - sb),
        OverflowOp::Smul => !fits_signed(width, sa * sb),
        OverflowOp::Uadd => ua + ub > mask(width).into(),
        OverflowOp::Umul => ua * ub > mask(width).into(),
    }
}

fn fits_signed(width: u32, value: i128) -> bool {
    let limit = 1i128 << (width - 1);
    (-limit..limit).contains(&value)
}
