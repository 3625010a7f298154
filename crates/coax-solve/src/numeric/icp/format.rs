//! Float formats as sets of real numbers: rounding into them, and stepping through them.
//!
//! Every half and every single is a double, so a double holds a number of any format. The two zeros
//! are one number here, and a NaN is none.

use coax_expr::FloatFormat;

/// The bit pattern of +infinity: the patterns below it are the finite numbers that are not negative.
pub fn infinity_bits(format: FloatFormat) -> u64 {
    let fraction = format.significand_bits() - 1;
    ((1 << format.exponent_bits()) - 1) << fraction
}

/// The bit pattern of a number of the format that is not negative.
pub fn magnitude_bits(format: FloatFormat, x: f64) -> u64 {
    match format {
        FloatFormat::Double => x.abs().to_bits(),
        FloatFormat::Single => (x.abs() as f32).to_bits().into(),
        FloatFormat::Half => half_bits(x.abs()),
    }
}

/// The number with this bit pattern, which is neither negative nor a NaN.
pub fn from_magnitude(format: FloatFormat, bits: u64) -> f64 {
    match format {
        FloatFormat::Double => f64::from_bits(bits),
        FloatFormat::Single => f32::from_bits(bits as u32).into(),
        FloatFormat::Half => half_value(bits),
    }
}

fn exponent(x: f64) -> i32 {
    (x.to_bits() >> 52 & 0x7ff) as i32 - 1023
}

/// `2^exponent`, a normal double.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

fn half_bits(x: f64) -> u64 {
    if x == f64::INFINITY {
        return infinity_bits(FloatFormat::Half);
    }
    if exponent(x) < -14 {
        return (x * power_of_two(24)) as u64;
    }
    ((exponent(x) + 15) as u64) << 10 | x.to_bits() >> 42 & 0x3ff
}

fn half_value(bits: u64) -> f64 {
    let fraction = (bits & 0x3ff) as f64;
    match (bits >> 10) as i32 {
        0 => fraction * power_of_two(-24),
        31 => f64::INFINITY,
        biased => (1024.0 + fraction) * power_of_two(biased - 25),
    }
}

/// The nearest number of the format, ties to even; beyond the largest, an infinity.
pub fn nearest(format: FloatFormat, x: f64) -> f64 {
    match format {
        FloatFormat::Double => x,
        FloatFormat::Single => (x as f32).into(),
        FloatFormat::Half => nearest_half(x),
    }
}

fn nearest_half(x: f64) -> f64 {
    if !x.is_finite() {
        return x;
    }
    let unit = power_of_two(exponent(x).max(-14) - 10);
    let rounded = (x / unit).round_ties_even() * unit;
    if rounded.abs() > 65504.0 { f64::INFINITY.copysign(x) } else { rounded }
}

/// The place of a number among all of the format; 0 is at 0.
pub fn ordinal(format: FloatFormat, x: f64) -> i64 {
    let magnitude = magnitude_bits(format, x) as i64;
    if x < 0.0 { -magnitude } else { magnitude }
}

/// The number at a place; beyond the ends, an infinity.
pub fn at_ordinal(format: FloatFormat, place: i64) -> f64 {
    let magnitude = from_magnitude(format, place.unsigned_abs().min(infinity_bits(format)));
    if place < 0 { -magnitude } else { magnitude }
}

/// The number so many places further up, or down.
pub fn stepped(format: FloatFormat, x: f64, places: i64) -> f64 {
    at_ordinal(format, ordinal(format, x) + places)
}

/// The least number of the format that is not below.
pub fn rounded_up(format: FloatFormat, x: f64) -> f64 {
    let near = nearest(format, x);
    if near < x { stepped(format, near, 1) } else { near }
}

/// The greatest number of the format that is not above.
pub fn rounded_down(format: FloatFormat, x: f64) -> f64 {
    -rounded_up(format, -x)
}

#[cfg(test)]
mod tests {
    use coax_expr::Pool;

    use super::*;

    #[test]
    fn every_half_is_itself() {
        let mut pool = Pool::new();
        for bits in 0..=infinity_bits(FloatFormat::Half) {
            let term = pool.constant(16, bits.into());
            let wide = pool.float_to_float(FloatFormat::Half, FloatFormat::Double, term);
            let value = f64::from_bits(pool.as_constant(wide).expect("folded") as u64);
            assert_eq!(from_magnitude(FloatFormat::Half, bits), value);
            assert_eq!(magnitude_bits(FloatFormat::Half, value), bits);
            assert_eq!(nearest(FloatFormat::Half, value), value);
        }
    }

    #[test]
    fn rounding_to_half_is_the_pools() {
        let mut pool = Pool::new();
        for step in 0..20_000u64 {
            let value = f64::from_bits(0x3e00_0000_0000_0000 + step * 0x0000_0a3d_70a3_d70a);
            let term = pool.constant(64, value.to_bits().into());
            let half = pool.float_to_float(FloatFormat::Double, FloatFormat::Half, term);
            let bits = pool.as_constant(half).expect("folded") as u64;
            assert_eq!(magnitude_bits(FloatFormat::Half, nearest(FloatFormat::Half, value)), bits);
        }
    }

    #[test]
    fn neighbours_have_nothing_between_them() {
        for format in FloatFormat::ALL {
            for x in [0.0, 1.0, -1.0, 0.333, -6.0e-8, 65504.0] {
                let x = nearest(format, x);
                let (down, up) = (stepped(format, x, -1), stepped(format, x, 1));
                assert!(down < x && x < up);
                assert_eq!((stepped(format, down, 1), stepped(format, up, -1)), (x, x));
                assert_eq!(rounded_up(format, x.midpoint(up).max(x.next_up())), up);
                assert_eq!(rounded_down(format, x.midpoint(down).min(x.next_down())), down);
            }
            assert_eq!(stepped(format, f64::INFINITY, 3), f64::INFINITY);
        }
    }
}
