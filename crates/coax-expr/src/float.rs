//! What float operations mean on bit patterns: bit for bit what the engine computes.
//!
//! Single and double are the machine's own, so NaNs are x86-64's; half is computed in software,
//! exactly rounded, and a NaN that no operand brought along is negative there too.

use std::cmp::Ordering;

use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::bits::Bits;
use crate::meaning;
use crate::term::{FloatCompare, FloatFormat, FloatOp, FloatUnary};

fn double(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn half(bits: u64) -> Half {
    Half::from_bits(bits.into())
}

/// Arithmetic.
pub(crate) fn arithmetic(op: FloatOp, format: FloatFormat, a: u64, b: u64) -> u64 {
    macro_rules! compute {
        ($a:expr, $b:expr) => {
            match op {
                FloatOp::Add => $a + $b,
                FloatOp::Sub => $a - $b,
                FloatOp::Mul => $a * $b,
                FloatOp::Div => $a / $b,
                FloatOp::Rem => $a % $b,
            }
        };
    }
    match format {
        FloatFormat::Double => compute!(double(a), double(b)).to_bits(),
        FloatFormat::Single => compute!(single(a), single(b)).to_bits().into(),
        FloatFormat::Half => {
            let (a, b) = (half(a), half(b));
            made_negative(compute!(a, b).value, a.is_nan() || b.is_nan())
        }
    }
}

fn made_negative(result: Half, brought: bool) -> u64 {
    let made = result.is_nan() && !brought;
    result.to_bits() as u64 | u64::from(made) << 15
}

/// Functions of one operand.
pub(crate) fn unary(op: FloatUnary, format: FloatFormat, a: u64) -> u64 {
    macro_rules! compute {
        ($a:expr) => {
            match op {
                FloatUnary::Sqrt => $a.sqrt(),
                FloatUnary::Floor => $a.floor(),
                FloatUnary::Ceil => $a.ceil(),
                FloatUnary::Trunc => $a.trunc(),
                FloatUnary::Rint => $a.round_ties_even(),
                FloatUnary::Round => $a.round(),
            }
        };
    }
    match format {
        FloatFormat::Double => compute!(double(a)).to_bits(),
        FloatFormat::Single => compute!(single(a)).to_bits().into(),
        FloatFormat::Half => half_unary(op, a),
    }
}

fn half_unary(op: FloatUnary, a: u64) -> u64 {
    let round = match op {
        // A double has more than twice a half's precision, so rounding twice does no harm.
        FloatUnary::Sqrt => {
            let root = double(convert(FloatFormat::Half, FloatFormat::Double, a)).sqrt();
            return convert(FloatFormat::Double, FloatFormat::Half, root.to_bits());
        }
        FloatUnary::Floor => Round::TowardNegative,
        FloatUnary::Ceil => Round::TowardPositive,
        FloatUnary::Trunc => Round::TowardZero,
        FloatUnary::Rint => Round::NearestTiesToEven,
        FloatUnary::Round => Round::NearestTiesToAway,
    };
    half(a).round_to_integral(round).value.to_bits() as u64
}

/// `a * b + c`, rounded once.
pub(crate) fn fma(format: FloatFormat, a: u64, b: u64, c: u64) -> u64 {
    match format {
        FloatFormat::Double => double(a).mul_add(double(b), double(c)).to_bits(),
        FloatFormat::Single => single(a).mul_add(single(b), single(c)).to_bits().into(),
        FloatFormat::Half => {
            let (a, b, c) = (half(a), half(b), half(c));
            made_negative(a.mul_add(b, c).value, a.is_nan() || b.is_nan() || c.is_nan())
        }
    }
}

/// How two floats compare; `None` if one is a NaN.
fn relation(format: FloatFormat, a: u64, b: u64) -> Option<Ordering> {
    match format {
        FloatFormat::Double => double(a).partial_cmp(&double(b)),
        FloatFormat::Single => single(a).partial_cmp(&single(b)),
        FloatFormat::Half => half(a).partial_cmp(&half(b)),
    }
}

/// Whether a relation holds.
pub(crate) fn compare(op: FloatCompare, format: FloatFormat, a: u64, b: u64) -> bool {
    let relation = relation(format, a, b);
    match op {
        FloatCompare::Eq => relation == Some(Ordering::Equal),
        FloatCompare::Lt => relation == Some(Ordering::Less),
        FloatCompare::Le => matches!(relation, Some(Ordering::Less | Ordering::Equal)),
        FloatCompare::Unordered => relation.is_none(),
    }
}

/// From one format to another.
pub(crate) fn convert(from: FloatFormat, to: FloatFormat, a: u64) -> u64 {
    fn soft<F: FloatConvert<T>, T: Float>(bits: u64) -> u64 {
        F::from_bits(bits.into()).convert(&mut false).value.to_bits() as u64
    }
    use FloatFormat as F;
    match (from, to) {
        (F::Single, F::Double) => f64::from(single(a)).to_bits(),
        (F::Double, F::Single) => (double(a) as f32).to_bits().into(),
        (F::Half, F::Single) => soft::<Half, Single>(a),
        (F::Half, F::Double) => soft::<Half, Double>(a),
        (F::Single, F::Half) => soft::<Single, Half>(a),
        (F::Double, F::Half) => soft::<Double, Half>(a),
        (F::Half, F::Half) | (F::Single, F::Single) | (F::Double, F::Double) => a,
    }
}

/// An integer of up to 128 bits as a float.
pub(crate) fn from_int(signed: bool, to: FloatFormat, value: &Bits) -> u64 {
    let (number, natural) = (value.signed_low_u128(), value.low_u128());
    match (to, signed) {
        (FloatFormat::Double, true) => (number as f64).to_bits(),
        (FloatFormat::Double, false) => (natural as f64).to_bits(),
        (FloatFormat::Single, true) => (number as f32).to_bits().into(),
        (FloatFormat::Single, false) => (natural as f32).to_bits().into(),
        (FloatFormat::Half, true) => Half::from_i128(number).value.to_bits() as u64,
        (FloatFormat::Half, false) => Half::from_u128(natural).value.to_bits() as u64,
    }
}

/// An integer of up to 64 bits as a float.
pub(crate) fn from_word(signed: bool, to: FloatFormat, width: u32, value: u64) -> u64 {
    let number = meaning::signed(width, value);
    match (to, signed) {
        (FloatFormat::Double, true) => (number as f64).to_bits(),
        (FloatFormat::Double, false) => (value as f64).to_bits(),
        (FloatFormat::Single, true) => (number as f32).to_bits().into(),
        (FloatFormat::Single, false) => (value as f32).to_bits().into(),
        (FloatFormat::Half, true) => Half::from_i128(number.into()).value.to_bits() as u64,
        (FloatFormat::Half, false) => Half::from_u128(value.into()).value.to_bits() as u64,
    }
}

/// The integer part of up to 128 bits; 0 for a NaN and for what does not fit.
pub(crate) fn to_int(signed: bool, from: FloatFormat, a: u64, width: u32) -> Bits {
    // Every half and every single is a double, so the double decides for all.
    let whole = double(convert(from, FloatFormat::Double, a)).trunc();
    let limit = 2f64.powi(if signed { width as i32 - 1 } else { width as i32 });
    let lowest = if signed { -limit } else { 0.0 };
    if !(lowest..limit).contains(&whole) {
        return Bits::zero(width);
    }
    // Within the range, so that these casts are exact.
    Bits::new(width, if signed { whole as i128 as u128 } else { whole as u128 })
}
