//! Integer arithmetic, bit-exact, for every width up to 128.
//!
//! Operands and results are zero-extended to their container. The narrow
//! functions (up to 64 bits) work on values shifted to the top of the word,
//! where signed overflow of any width is the machine's own overflow.

use coax_ir::{ArithOp, IntOp, OverflowOp, UnaryOp};

use crate::ErrorKind;

/// All bits of a width.
#[inline(always)]
pub fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - bits as u32)
}

/// The value as a signed number.
#[inline(always)]
pub fn signed(bits: u8, value: u64) -> i64 {
    let unused = 64 - bits as u32;
    ((value << unused) as i64) >> unused
}

#[inline(always)]
fn top(bits: u8, value: u64) -> i64 {
    (value << (64 - bits as u32)) as i64
}

#[inline(always)]
fn down(bits: u8, value: i64) -> u64 {
    value as u64 >> (64 - bits as u32)
}

/// Sum that must fit.
#[inline(always)]
pub(crate) fn add_nsw(bits: u8, a: u64, b: u64) -> Option<u64> {
    top(bits, a).checked_add(top(bits, b)).map(|sum| down(bits, sum))
}

/// Difference that must fit.
#[inline(always)]
pub(crate) fn sub_nsw(bits: u8, a: u64, b: u64) -> Option<u64> {
    top(bits, a).checked_sub(top(bits, b)).map(|difference| down(bits, difference))
}

/// Product that must fit.
#[inline(always)]
pub(crate) fn mul_nsw(bits: u8, a: u64, b: u64) -> Option<u64> {
    top(bits, a).checked_mul(signed(bits, b)).map(|product| down(bits, product))
}

/// Signed quotient.
#[inline(always)]
pub fn sdiv(bits: u8, a: u64, b: u64) -> Result<u64, ErrorKind> {
    if b == 0 {
        return Err(ErrorKind::DivisionByZero);
    }
    if signed(bits, b) == -1 {
        return sub_nsw(bits, 0, a).ok_or(ErrorKind::SignedOverflow);
    }
    Ok((signed(bits, a) / signed(bits, b)) as u64 & mask(bits))
}

/// Signed remainder. The quotient must fit, as on the machine.
#[inline(always)]
pub fn srem(bits: u8, a: u64, b: u64) -> Result<u64, ErrorKind> {
    if b == 0 {
        return Err(ErrorKind::DivisionByZero);
    }
    if signed(bits, b) == -1 {
        return sub_nsw(bits, 0, a).map(|_| 0).ok_or(ErrorKind::SignedOverflow);
    }
    Ok((signed(bits, a) % signed(bits, b)) as u64 & mask(bits))
}

/// Is the shift amount allowed?
#[inline(always)]
pub(crate) fn shift_fits(bits: u8, amount: u64) -> bool {
    amount < u64::from(bits)
}

/// Signed less-than.
#[inline(always)]
pub fn slt(bits: u8, a: u64, b: u64) -> bool {
    top(bits, a) < top(bits, b)
}

/// Signed less-or-equal.
#[inline(always)]
pub fn sle(bits: u8, a: u64, b: u64) -> bool {
    top(bits, a) <= top(bits, b)
}

// ---- up to 128 bits ---------------------------------------------------------------------

/// All bits of a width up to 128.
pub(crate) fn wide_mask(bits: u8) -> u128 {
    u128::MAX >> (128 - bits as u32)
}

/// The value of a width up to 128 as a signed number.
pub(crate) fn wide_signed(bits: u8, value: u128) -> i128 {
    let unused = 128 - bits as u32;
    ((value << unused) as i128) >> unused
}

/// Any integer operation at any width up to 128.
pub fn wide(op: IntOp, bits: u8, a: u128, b: u128) -> Result<u128, ErrorKind> {
    let (sa, sb) = (wide_signed(bits, a), wide_signed(bits, b));
    let keep = |value: u128| Ok(value & wide_mask(bits));
    match op {
        IntOp::Add => keep(a.wrapping_add(b)),
        IntOp::Sub => keep(a.wrapping_sub(b)),
        IntOp::Mul => keep(a.wrapping_mul(b)),
        IntOp::AddNsw => fits(bits, sa.checked_add(sb)),
        IntOp::SubNsw => fits(bits, sa.checked_sub(sb)),
        IntOp::MulNsw => fits(bits, sa.checked_mul(sb)),
        IntOp::UDiv => a.checked_div(b).ok_or(ErrorKind::DivisionByZero),
        IntOp::URem => a.checked_rem(b).ok_or(ErrorKind::DivisionByZero),
        IntOp::SDiv if b == 0 => Err(ErrorKind::DivisionByZero),
        IntOp::SRem if b == 0 => Err(ErrorKind::DivisionByZero),
        IntOp::SDiv => fits(bits, sa.checked_div(sb)),
        IntOp::SRem => fits(bits, sa.checked_div(sb)).and(keep(sa.wrapping_rem(sb) as u128)),
        IntOp::Shl | IntOp::LShr | IntOp::AShr => wide_shift(op, bits, a, b),
        IntOp::And => Ok(a & b),
        IntOp::Or => Ok(a | b),
        IntOp::Xor => Ok(a ^ b),
        IntOp::Eq => Ok((a == b).into()),
        IntOp::Ne => Ok((a != b).into()),
        IntOp::Ult => Ok((a < b).into()),
        IntOp::Ule => Ok((a <= b).into()),
        IntOp::Slt => Ok((sa < sb).into()),
        IntOp::Sle => Ok((sa <= sb).into()),
    }
}

fn fits(bits: u8, value: Option<i128>) -> Result<u128, ErrorKind> {
    match value {
        Some(value) if wide_signed(bits, value as u128) == value => {
            Ok(value as u128 & wide_mask(bits))
        }
        _ => Err(ErrorKind::SignedOverflow),
    }
}

fn wide_shift(op: IntOp, bits: u8, a: u128, b: u128) -> Result<u128, ErrorKind> {
    if b >= u128::from(bits) {
        return Err(ErrorKind::ShiftOutOfRange);
    }
    let amount = b as u32;
    let value = match op {
        IntOp::Shl => a << amount,
        IntOp::LShr => a >> amount,
        _ => (wide_signed(bits, a) >> amount) as u128,
    };
    Ok(value & wide_mask(bits))
}

/// Intrinsics of one operand.
pub fn unary(op: UnaryOp, bits: u8, value: u128) -> u128 {
    let unused = 128 - u32::from(bits);
    let result = match op {
        UnaryOp::Ctpop => value.count_ones().into(),
        UnaryOp::Ctlz => (value.leading_zeros() - unused).into(),
        UnaryOp::Cttz => value.trailing_zeros().min(bits.into()).into(),
        UnaryOp::Bswap => value.swap_bytes() >> unused,
        UnaryOp::Bitreverse => value.reverse_bits() >> unused,
        UnaryOp::Abs => wide_signed(bits, value).wrapping_abs() as u128,
    };
    result & wide_mask(bits)
}

/// Intrinsics of two operands; the result is `to` bits wide for the three-way comparisons.
pub fn arith(op: ArithOp, bits: u8, to: u8, a: u128, b: u128) -> u128 {
    let (sa, sb) = (wide_signed(bits, a), wide_signed(bits, b));
    let (most, max) = (wide_mask(bits), (wide_mask(bits) >> 1) as i128);
    let min = -max - 1;
    let result = match op {
        ArithOp::UMin => a.min(b),
        ArithOp::UMax => a.max(b),
        ArithOp::SMin => sa.min(sb) as u128,
        ArithOp::SMax => sa.max(sb) as u128,
        ArithOp::UAddSat => a.saturating_add(b).min(most),
        ArithOp::SAddSat => sa.saturating_add(sb).clamp(min, max) as u128,
        ArithOp::USubSat => a.saturating_sub(b),
        ArithOp::SSubSat => sa.saturating_sub(sb).clamp(min, max) as u128,
        ArithOp::UShlSat => unsigned_shl_sat(bits, a, b),
        ArithOp::SShlSat => signed_shl_sat(sa, b, min, max),
        ArithOp::UCmp => a.cmp(&b) as i8 as u128,
        ArithOp::SCmp => sa.cmp(&sb) as i8 as u128,
    };
    result & wide_mask(to)
}

fn unsigned_shl_sat(bits: u8, a: u128, b: u128) -> u128 {
    let room = a.leading_zeros() - (128 - u32::from(bits));
    if b <= u128::from(room) { a << b.min(127) as u32 } else { wide_mask(bits) }
}

fn signed_shl_sat(a: i128, b: u128, min: i128, max: i128) -> u128 {
    let mut value = a;
    for _ in 0..b.min(128) {
        value = value.saturating_mul(2).clamp(min, max);
    }
    value as u128
}

/// Arithmetic that tells whether it overflowed.
pub fn overflow(op: OverflowOp, bits: u8, a: u128, b: u128) -> (u128, bool) {
    let (sa, sb) = (wide_signed(bits, a), wide_signed(bits, b));
    let unsigned = |(value, over): (u128, bool)| {
        (value & wide_mask(bits), over || value & !wide_mask(bits) != 0)
    };
    let signed = |(value, over): (i128, bool)| {
        let kept = wide_signed(bits, value as u128);
        (kept as u128 & wide_mask(bits), over || kept != value)
    };
    match op {
        OverflowOp::SAdd => signed(sa.overflowing_add(sb)),
        OverflowOp::SSub => signed(sa.overflowing_sub(sb)),
        OverflowOp::SMul => signed(sa.overflowing_mul(sb)),
        OverflowOp::UAdd => unsigned(a.overflowing_add(b)),
        OverflowOp::USub => unsigned(a.overflowing_sub(b)),
        OverflowOp::UMul => unsigned(a.overflowing_mul(b)),
    }
}

/// Funnel shift of `a:b` by `c` modulo the width.
pub fn funnel(left: bool, bits: u8, a: u128, b: u128, c: u128) -> u128 {
    let width = u32::from(bits);
    let amount = (c % u128::from(bits)) as u32;
    let result = match (left, amount) {
        (true, 0) => a,
        (false, 0) => b,
        (true, n) => a << n | b >> (width - n),
        (false, n) => a << (width - n) | b >> n,
    };
    result & wide_mask(bits)
}

/// The sentence for a failed integer operation.
pub fn explain(op: IntOp, bits: u8, a: u128, b: u128, kind: ErrorKind) -> String {
    let (sa, sb) = (wide_signed(bits, a), wide_signed(bits, b));
    let sign = match op {
        IntOp::AddNsw => "+",
        IntOp::SubNsw => "-",
        IntOp::MulNsw => "*",
        IntOp::SDiv => "/",
        IntOp::SRem => "%",
        _ => "",
    };
    match kind {
        ErrorKind::DivisionByZero if matches!(op, IntOp::SDiv | IntOp::SRem) => {
            format!("division of {sa} by zero")
        }
        ErrorKind::DivisionByZero => format!("division of {a} by zero"),
        ErrorKind::ShiftOutOfRange => {
            format!(
                "shift of a {bits}-bit value by {}",
                if sb < 0 { sb.to_string() } else { b.to_string() }
            )
        }
        _ if op == IntOp::SubNsw && sa == 0 => format!("-({sb}) does not fit in {bits} bits"),
        _ => format!("{sa} {sign} {sb} does not fit in a signed {bits}-bit integer"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The narrow functions agree with the wide ones, on every pair of 5-bit values.
    #[test]
    fn narrow_agrees_with_wide_exhaustively() {
        const BITS: u8 = 5;
        for a in 0..32u64 {
            for b in 0..32u64 {
                let wide = |op| wide(op, BITS, a.into(), b.into()).map(|v| v as u64);
                assert_eq!(add_nsw(BITS, a, b), wide(IntOp::AddNsw).ok());
                assert_eq!(sub_nsw(BITS, a, b), wide(IntOp::SubNsw).ok());
                assert_eq!(mul_nsw(BITS, a, b), wide(IntOp::MulNsw).ok());
                assert_eq!(sdiv(BITS, a, b), wide(IntOp::SDiv));
                assert_eq!(srem(BITS, a, b), wide(IntOp::SRem));
                assert_eq!(u64::from(slt(BITS, a, b)), wide(IntOp::Slt).unwrap());
                assert_eq!(u64::from(sle(BITS, a, b)), wide(IntOp::Sle).unwrap());
            }
        }
    }

    #[test]
    fn the_ends_of_the_ranges() {
        assert_eq!(add_nsw(32, 0x7FFF_FFFF, 1), None);
        assert_eq!(sub_nsw(64, 1 << 63, 1), None);
        assert_eq!(mul_nsw(32, 0x8000_0000, 0xFFFF_FFFF), None);
        assert_eq!(sdiv(32, 0x8000_0000, 0xFFFF_FFFF), Err(ErrorKind::SignedOverflow));
        assert_eq!(wide(IntOp::SDiv, 128, 1 << 127, u128::MAX), Err(ErrorKind::SignedOverflow));
        assert_eq!(wide(IntOp::Shl, 128, 1, 127), Ok(1 << 127));
        assert_eq!(wide(IntOp::Shl, 128, 1, 128), Err(ErrorKind::ShiftOutOfRange));
    }

    #[test]
    fn saturation_and_overflow_at_eight_bits() {
        for a in 0..256i32 {
            for b in 0..256i32 {
                let (sa, sb) = (a as u8 as i8, b as u8 as i8);
                let (wa, wb) = (a as u128, b as u128);
                assert_eq!(
                    arith(ArithOp::SAddSat, 8, 8, wa, wb),
                    sa.saturating_add(sb) as u8 as u128
                );
                assert_eq!(
                    arith(ArithOp::USubSat, 8, 8, wa, wb),
                    (a as u8).saturating_sub(b as u8) as u128
                );
                assert_eq!(arith(ArithOp::SCmp, 8, 8, wa, wb), sa.cmp(&sb) as i8 as u8 as u128);
                let (value, over) = sa.overflowing_mul(sb);
                assert_eq!(overflow(OverflowOp::SMul, 8, wa, wb), (value as u8 as u128, over));
                let (value, over) = (a as u8).overflowing_sub(b as u8);
                assert_eq!(overflow(OverflowOp::USub, 8, wa, wb), (value.into(), over));
            }
        }
    }

    #[test]
    fn funnels_and_bits() {
        assert_eq!(funnel(true, 8, 0x81, 0x40, 1), 0x02);
        assert_eq!(funnel(false, 8, 0x81, 0x40, 1), 0xA0);
        assert_eq!(funnel(true, 128, 1, 0, 128), 1);
        assert_eq!(unary(UnaryOp::Bswap, 32, 0x1122_3344), 0x4433_2211);
        assert_eq!(unary(UnaryOp::Ctlz, 24, 1), 23);
        assert_eq!(unary(UnaryOp::Cttz, 24, 0), 24);
        assert_eq!(unary(UnaryOp::Abs, 8, 0x80), 0x80);
    }
}
