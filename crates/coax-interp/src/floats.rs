//! Floating point. Single and double are the machine's own; the other kinds
//! are computed in software, exactly rounded.

use std::cmp::Ordering;

use coax_ir::{CastOp, FloatOp, Kind};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Status};

use crate::ErrorKind;
use crate::arith::{wide_mask, wide_signed};

/// Evaluates an expression with `T` standing for the software type of a kind.
macro_rules! with_float {
    ($kind:expr, $T:ident => $body:expr) => {
        match $kind {
            Kind::F16 => {
                type $T = Half;
                $body
            }
            Kind::BF16 => {
                type $T = BFloat;
                $body
            }
            Kind::F32 => {
                type $T = Single;
                $body
            }
            Kind::F80 => {
                type $T = X87DoubleExtended;
                $body
            }
            Kind::F128 => {
                type $T = Quad;
                $body
            }
            Kind::F64 | Kind::Int(_) | Kind::Ptr => {
                type $T = Double;
                $body
            }
        }
    };
}

/// Double arithmetic on bits.
#[inline(always)]
pub fn double(op: FloatOp, a: u64, b: u64) -> u64 {
    let (a, b) = (f64::from_bits(a), f64::from_bits(b));
    match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
        FloatOp::Rem => a % b,
    }
    .to_bits()
}

/// Single arithmetic on bits.
#[inline(always)]
pub fn single(op: FloatOp, a: u64, b: u64) -> u64 {
    let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
    match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
        FloatOp::Rem => a % b,
    }
    .to_bits()
    .into()
}

/// Arithmetic of any kind, on bits.
///
/// A NaN that no operand brought along is negative, as x86 makes it.
pub fn soft(op: FloatOp, kind: Kind, a: u128, b: u128) -> u128 {
    with_float!(kind, T => {
        let (a, b) = (T::from_bits(a), T::from_bits(b));
        let result = match op {
            FloatOp::Add => a + b,
            FloatOp::Sub => a - b,
            FloatOp::Mul => a * b,
            FloatOp::Div => a / b,
            FloatOp::Rem => a % b,
        }
        .value;
        let made = result.is_nan() && !a.is_nan() && !b.is_nan();
        result.to_bits() | u128::from(made) << (kind.bits() - 1)
    })
}

/// How two values of a kind compare; `None` if one is a NaN.
#[inline(always)]
pub fn relation(kind: Kind, a: u128, b: u128) -> Option<Ordering> {
    match kind {
        Kind::F64 => f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64)),
        Kind::F32 => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        _ => with_float!(kind, T => T::from_bits(a).partial_cmp(&T::from_bits(b))),
    }
}

/// A conversion with a float on at least one side, on bits.
pub fn cast(op: CastOp, from: Kind, to: Kind, value: u128) -> Result<u128, ErrorKind> {
    match op {
        CastOp::FloatToFloat => Ok(convert(from, to, value)),
        CastOp::SignedToFloat => Ok(from_signed(to, wide_signed(from.bits() as u8, value))),
        CastOp::UnsignedToFloat => Ok(from_unsigned(to, value)),
        CastOp::FloatToSigned => checked(to_signed(from, to, value)),
        CastOp::FloatToUnsigned => checked(to_unsigned(from, to, value)),
        CastOp::FloatToSignedSat => Ok(to_signed(from, to, value).0),
        CastOp::FloatToUnsignedSat => Ok(to_unsigned(from, to, value).0),
    }
}

/// A converted number, if it fits.
fn checked(converted: (u128, bool)) -> Result<u128, ErrorKind> {
    let (value, fits) = converted;
    if fits { Ok(value) } else { Err(ErrorKind::FloatCastOverflow) }
}

fn convert(from: Kind, to: Kind, value: u128) -> u128 {
    match (from, to) {
        (Kind::F32, Kind::F64) => f64::from(f32::from_bits(value as u32)).to_bits().into(),
        (Kind::F64, Kind::F32) => (f64::from_bits(value as u64) as f32).to_bits().into(),
        _ => with_float!(from, F => with_float!(to, T => soft_convert::<F, T>(value))),
    }
}

fn soft_convert<F: FloatConvert<T>, T: Float>(value: u128) -> u128 {
    F::from_bits(value).convert(&mut false).value.to_bits()
}

fn from_signed(to: Kind, value: i128) -> u128 {
    match to {
        Kind::F64 => (value as f64).to_bits().into(),
        Kind::F32 => (value as f32).to_bits().into(),
        _ => with_float!(to, T => T::from_i128(value).value.to_bits()),
    }
}

fn from_unsigned(to: Kind, value: u128) -> u128 {
    match to {
        Kind::F64 => (value as f64).to_bits().into(),
        Kind::F32 => (value as f32).to_bits().into(),
        _ => with_float!(to, T => T::from_u128(value).value.to_bits()),
    }
}

/// The integer (clamped, NaN as 0) and whether the value fitted.
fn to_signed(from: Kind, to: Kind, value: u128) -> (u128, bool) {
    let bits = to.bits() as u8;
    with_float!(from, T => {
        let value = T::from_bits(value);
        let result = value.to_i128(bits.into());
        let clamped = if value.is_nan() { 0 } else { result.value };
        (clamped as u128 & wide_mask(bits), !result.status.contains(Status::INVALID_OP))
    })
}

fn to_unsigned(from: Kind, to: Kind, value: u128) -> (u128, bool) {
    let bits = to.bits() as u8;
    with_float!(from, T => {
        let value = T::from_bits(value);
        let result = value.to_u128(bits.into());
        let clamped = if value.is_nan() { 0 } else { result.value };
        (clamped & wide_mask(bits), !result.status.contains(Status::INVALID_OP))
    })
}

/// The value for a message.
pub fn show(kind: Kind, value: u128) -> String {
    match kind {
        Kind::F64 => f64::from_bits(value as u64).to_string(),
        Kind::F32 => f32::from_bits(value as u32).to_string(),
        _ => with_float!(kind, T => T::from_bits(value).to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn casts_to_integers_check_their_range() {
        let int = |x: f64, bits| {
            cast(CastOp::FloatToSigned, Kind::F64, Kind::Int(bits), x.to_bits().into())
        };
        assert_eq!(int(2147483647.9, 32), Ok(0x7FFF_FFFF));
        assert_eq!(int(2147483648.0, 32), Err(ErrorKind::FloatCastOverflow));
        assert_eq!(int(-2147483648.9, 32), Ok(0x8000_0000));
        assert_eq!(int(f64::NAN, 64), Err(ErrorKind::FloatCastOverflow));
        let unsigned =
            |x: f64| cast(CastOp::FloatToUnsigned, Kind::F64, Kind::Int(8), x.to_bits().into());
        assert_eq!(unsigned(-0.5), Ok(0));
        assert_eq!(unsigned(-1.0), Err(ErrorKind::FloatCastOverflow));
        assert_eq!(unsigned(255.5), Ok(255));
    }

    #[test]
    fn saturating_casts_clamp() {
        let sat =
            |x: f32| cast(CastOp::FloatToSignedSat, Kind::F32, Kind::Int(16), x.to_bits().into());
        assert_eq!(sat(1e9), Ok(0x7FFF));
        assert_eq!(sat(-1e9), Ok(0x8000));
        assert_eq!(sat(f32::NAN), Ok(0));
    }

    #[test]
    fn software_doubles_equal_the_machine() {
        let values = [0.0, -0.0, 1.5, -3.25e300, 1e-310, f64::INFINITY, 0.1, 7.0];
        for a in values {
            for b in values {
                for op in [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div, FloatOp::Rem] {
                    let hard = f64::from_bits(double(op, a.to_bits(), b.to_bits()));
                    let soft =
                        f64::from_bits(
                            soft(op, Kind::F64, a.to_bits().into(), b.to_bits().into()) as u64
                        );
                    assert!(
                        hard.to_bits() == soft.to_bits() || hard.is_nan() && soft.is_nan(),
                        "{a} {op:?} {b}"
                    );
                }
            }
        }
    }

    #[test]
    fn eighty_bit_round_trip() {
        let x = 0.1f64;
        let wide = convert(Kind::F64, Kind::F80, x.to_bits().into());
        assert_eq!(convert(Kind::F80, Kind::F64, wide) as u64, x.to_bits());
        assert_eq!(relation(Kind::F80, wide, wide), Some(Ordering::Equal));
    }
}
