//! How a bit pattern is read as a number, and where it stands among all numbers of its kind.
//!
//! The *place* of a number is an integer that grows with the number: of an integer the value, of a
//! float how many floats lie between it and 0. Neighbours differ by 1; the zeros share a place;
//! a NaN has none.

use coax_expr::FloatFormat;

/// A kind of number, at most 64 bits wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// A natural number of so many bits.
    Unsigned(u32),
    /// Two's complement in so many bits.
    Signed(u32),
    /// A float.
    Float(FloatFormat),
}

/// The pattern with all bits 1.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// A pattern as two's complement.
pub fn signed(width: u32, pattern: u64) -> i64 {
    (pattern << (64 - width)) as i64 >> (64 - width)
}

impl Number {
    pub fn width(self) -> u32 {
        match self {
            Number::Unsigned(width) | Number::Signed(width) => width,
            Number::Float(format) => format.width(),
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Number::Float(_))
    }

    /// The first place. Of floats that of minus infinity.
    pub fn first(self) -> i128 {
        match self {
            Number::Unsigned(_) => 0,
            Number::Signed(width) => -(1 << (width - 1)),
            Number::Float(_) => -self.last(),
        }
    }

    /// The last place. Of floats that of infinity.
    pub fn last(self) -> i128 {
        match self {
            Number::Unsigned(width) => mask(width).into(),
            Number::Signed(width) => (1 << (width - 1)) - 1,
            Number::Float(format) => infinity(format).into(),
        }
    }

    /// The place of a pattern; none if it is a NaN.
    pub fn place(self, pattern: u64) -> Option<i128> {
        match self {
            Number::Unsigned(_) => Some(pattern.into()),
            Number::Signed(width) => Some(signed(width, pattern).into()),
            Number::Float(format) => {
                let sign = 1 << (format.width() - 1);
                let magnitude = i128::from(pattern & (sign - 1));
                let place = if pattern & sign == 0 { magnitude } else { -magnitude };
                (magnitude <= self.last()).then_some(place)
            }
        }
    }

    /// The pattern at a place, or at the nearest there is.
    pub fn at(self, place: i128) -> u64 {
        let place = place.clamp(self.first(), self.last());
        match self {
            Number::Unsigned(_) => place as u64,
            Number::Signed(width) => place as u64 & mask(width),
            Number::Float(format) if place < 0 => {
                place.unsigned_abs() as u64 | 1 << (format.width() - 1)
            }
            Number::Float(_) => place as u64,
        }
    }

    /// The value, rounded where a double cannot hold it.
    pub fn real(self, pattern: u64) -> f64 {
        match self {
            Number::Unsigned(_) => pattern as f64,
            Number::Signed(width) => signed(width, pattern) as f64,
            Number::Float(FloatFormat::Double) => f64::from_bits(pattern),
            Number::Float(FloatFormat::Single) => f32::from_bits(pattern as u32).into(),
            Number::Float(FloatFormat::Half) => half(pattern),
        }
    }

    /// The pattern of the value nearest to a real number; 0 for a NaN.
    pub fn nearest(self, real: f64) -> u64 {
        match self {
            _ if real.is_nan() => 0,
            Number::Unsigned(_) | Number::Signed(_) => self.at(real.round_ties_even() as i128),
            Number::Float(FloatFormat::Double) => real.to_bits(),
            Number::Float(FloatFormat::Single) => (real as f32).to_bits().into(),
            Number::Float(FloatFormat::Half) => self.nearest_by_halving(real),
        }
    }

    fn nearest_by_halving(self, real: f64) -> u64 {
        let (mut low, mut high) = (self.first(), self.last());
        while high - low > 1 {
            let middle = (low + high).div_euclid(2);
            match self.real(self.at(middle)) <= real {
                true => low = middle,
                false => high = middle,
            }
        }
        // Infinities are their own nearest, though their distance to themselves is a NaN.
        let off = |place| match self.real(self.at(place)) {
            same if same == real => 0.0,
            other => (other - real).abs(),
        };
        self.at(if off(low) <= off(high) { low } else { high })
    }
}

/// The pattern of infinity.
pub fn infinity(format: FloatFormat) -> u64 {
    mask(format.exponent_bits()) << (format.significand_bits() - 1)
}

fn half(pattern: u64) -> f64 {
    let (exponent, fraction) = ((pattern >> 10 & 0x1F) as i32, (pattern & 0x3FF) as f64);
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-24),
        0x1F if fraction == 0.0 => f64::INFINITY,
        0x1F => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    if pattern >> 15 & 1 == 1 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Number; 5] = [
        Number::Unsigned(16),
        Number::Signed(16),
        Number::Float(FloatFormat::Half),
        Number::Float(FloatFormat::Single),
        Number::Float(FloatFormat::Double),
    ];

    #[test]
    fn places_grow_with_values() {
        for kind in KINDS {
            for start in [kind.first(), -3, 0, 5, 0x3C00, kind.last() - 8] {
                for place in start.max(kind.first())..start + 8 {
                    assert!(kind.real(kind.at(place)) < kind.real(kind.at(place + 1)), "{kind:?}");
                    assert_eq!(kind.place(kind.at(place)), Some(place));
                }
            }
        }
    }

    #[test]
    fn values_are_their_own_nearest() {
        for kind in KINDS {
            for place in [kind.first(), -77, -1, 0, 1, 1000, 0x7BFF, kind.last()] {
                let pattern = kind.at(place);
                assert_eq!(kind.place(kind.nearest(kind.real(pattern))), kind.place(pattern));
            }
        }
    }

    #[test]
    fn zeros_share_a_place_and_nans_have_none() {
        let double = Number::Float(FloatFormat::Double);
        assert_eq!(double.place((-0.0f64).to_bits()), Some(0));
        assert_eq!(double.place(f64::NAN.to_bits()), None);
        assert_eq!(double.place(f64::INFINITY.to_bits()), Some(double.last()));
        assert!(Number::Float(FloatFormat::Half).real(0x7E00).is_nan());
    }
}
