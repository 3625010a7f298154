//! The 16-bit floats, `_Float16` and `__bf16`, and the rounding into them.
//!
//! Rounding goes in one step from the exact source value in its own format: going through `float`
//! would round twice. Results are those of the conversion instructions and of the compiler's support
//! library: round to nearest even, NaN payloads keep their leading bits and become quiet.

use super::wide::{F80, F128};

/// An IEEE binary16 value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct F16(u16);

/// A bfloat16 value: the upper half of a `float`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bf16(u16);

/// A float taken apart; left-aligned, so that it does not depend on the format it came from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unpacked {
    Nan {
        negative: bool,
        fraction: u128,
    },
    Infinity {
        negative: bool,
    },
    Zero {
        negative: bool,
    },
    /// `significand / 2^127 * 2^exponent`, with bit 127 of the significand set.
    Finite {
        negative: bool,
        exponent: i32,
        significand: u128,
    },
}

impl Unpacked {
    /// Takes apart an IEEE interchange encoding with an implicit leading bit.
    fn ieee(bits: u128, exponent_bits: u32, fraction_bits: u32) -> Unpacked {
        let negative = bits >> (exponent_bits + fraction_bits) & 1 == 1;
        let field = (bits >> fraction_bits) as u32 & ((1 << exponent_bits) - 1);
        let fraction = bits << (128 - fraction_bits);
        let bias = (1 << (exponent_bits - 1)) - 1;
        if field == (1 << exponent_bits) - 1 {
            return Unpacked::special(negative, fraction);
        }
        let leading = if field == 0 { 0 } else { 1 << 127 };
        Unpacked::finite(negative, field.max(1) as i32 - bias, leading | fraction >> 1)
    }

    fn special(negative: bool, fraction: u128) -> Unpacked {
        match fraction {
            0 => Unpacked::Infinity { negative },
            _ => Unpacked::Nan { negative, fraction },
        }
    }

    fn finite(negative: bool, exponent: i32, significand: u128) -> Unpacked {
        if significand == 0 {
            return Unpacked::Zero { negative };
        }
        let shift = significand.leading_zeros();
        Unpacked::Finite {
            negative,
            exponent: exponent - shift as i32,
            significand: significand << shift,
        }
    }

    /// The integer part as (negative, magnitude), if there is one below 2^128.
    pub(super) fn truncate(self) -> Option<(bool, u128)> {
        match self {
            Unpacked::Nan { .. } | Unpacked::Infinity { .. } => None,
            Unpacked::Zero { negative } => Some((negative, 0)),
            Unpacked::Finite { exponent: 128.., .. } => None,
            Unpacked::Finite { negative, exponent, .. } if exponent < 0 => Some((negative, 0)),
            Unpacked::Finite { negative, exponent, significand } => {
                Some((negative, significand >> (127 - exponent)))
            }
        }
    }

    /// The nearest 16-bit encoding with this many exponent bits.
    fn narrow(self, exponent_bits: u32) -> u16 {
        let fraction_bits = 15 - exponent_bits;
        let infinity = ((1u32 << exponent_bits) - 1) << fraction_bits;
        let (negative, magnitude) = match self {
            Unpacked::Nan { negative, fraction } => {
                let quiet = 1 << (fraction_bits - 1);
                (negative, infinity | quiet | (fraction >> (128 - fraction_bits)) as u32)
            }
            Unpacked::Infinity { negative } => (negative, infinity),
            Unpacked::Zero { negative } => (negative, 0),
            Unpacked::Finite { negative, exponent, significand } => {
                let rounded = round(exponent, significand, exponent_bits, fraction_bits);
                (negative, rounded.min(infinity))
            }
        };
        (u32::from(negative) << 15 | magnitude) as u16
    }
}

/// Rounds to nearest even; the result may exceed the encoding of infinity, which then is the result.
fn round(exponent: i32, significand: u128, exponent_bits: u32, fraction_bits: u32) -> u32 {
    let bias = (1 << (exponent_bits - 1)) - 1;
    let subnormal = (1 - bias - exponent).max(0) as u32;
    let shift = 127 - fraction_bits + subnormal;
    if shift > 128 {
        return 0;
    }
    if exponent > bias {
        return u32::MAX;
    }
    let kept = significand.checked_shr(shift).unwrap_or(0) as u32;
    let dropped = significand << (128 - shift);
    let half = 1 << 127;
    let up = dropped > half || dropped == half && kept & 1 == 1;
    // `kept` holds the leading bit of a normal value, so it adds one to the exponent field.
    let field = if subnormal > 0 { 0 } else { (exponent + bias - 1) as u32 };
    (field << fraction_bits) + kept + u32::from(up)
}

fn unpack_f64(value: f64) -> Unpacked {
    Unpacked::ieee(value.to_bits().into(), 11, 52)
}

impl F80 {
    pub(super) fn unpack(self) -> Unpacked {
        let negative = self.sign_exponent() >> 15 == 1;
        let field = i32::from(self.sign_exponent() & 0x7fff);
        let significand = u128::from(self.significand()) << 64;
        let normalised = significand >> 127 == 1;
        match field {
            0 => Unpacked::finite(negative, 1 - 16383, significand),
            0x7fff if normalised => Unpacked::special(negative, significand << 1),
            _ if normalised => Unpacked::finite(negative, field - 16383, significand),
            // Encodings the processor refuses since the 387: operations on them give a NaN.
            _ => Unpacked::Nan { negative: true, fraction: 1 << 127 },
        }
    }
}

impl F128 {
    pub(super) fn unpack(self) -> Unpacked {
        Unpacked::ieee(self.to_bits(), 15, 112)
    }
}

macro_rules! narrow_float {
    ($type:ident, $exponent_bits:literal) => {
        impl $type {
            /// The value with this encoding.
            pub const fn from_bits(bits: u16) -> Self {
                $type(bits)
            }

            /// The encoding.
            pub const fn to_bits(self) -> u16 {
                self.0
            }

            /// Rounded to nearest even.
            pub fn from_f32(value: f32) -> Self {
                $type(Unpacked::ieee(value.to_bits().into(), 8, 23).narrow($exponent_bits))
            }

            /// Rounded to nearest even, once.
            pub fn from_f64(value: f64) -> Self {
                $type(unpack_f64(value).narrow($exponent_bits))
            }

            /// Rounded to nearest even, once.
            pub fn from_f80(value: F80) -> Self {
                $type(value.unpack().narrow($exponent_bits))
            }

            /// Rounded to nearest even, once.
            pub fn from_f128(value: F128) -> Self {
                $type(value.unpack().narrow($exponent_bits))
            }

            /// The same value.
            pub fn to_f64(self) -> f64 {
                f64::from(self.to_f32())
            }
        }
    };
}

narrow_float!(F16, 5);
narrow_float!(Bf16, 8);

impl F16 {
    /// The same value; NaN becomes quiet.
    pub fn to_f32(self) -> f32 {
        let sign = u32::from(self.0 >> 15) << 31;
        let field = u32::from(self.0 >> 10) & 0x1f;
        let fraction = u32::from(self.0) & 0x3ff;
        let magnitude = match (field, fraction) {
            (0x1f, 0) => 0x7f80_0000,
            (0x1f, _) => 0x7fc0_0000 | fraction << 13,
            // Subnormal: the fraction counts units of 2^-24, which `float` holds exactly.
            (0, _) => (fraction as f32 / 16_777_216.0).to_bits(),
            _ => (field + 127 - 15) << 23 | fraction << 13,
        };
        f32::from_bits(sign | magnitude)
    }
}

impl Bf16 {
    /// The same value.
    pub fn to_f32(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_survives_a_round_trip() {
        for bits in 0..=u16::MAX {
            let half = F16::from_bits(bits);
            let quiet = if half.to_f32().is_nan() { bits | 0x200 } else { bits };
            assert_eq!(F16::from_f32(half.to_f32()).to_bits(), quiet);
            assert_eq!(F16::from_f64(half.to_f64()).to_bits(), quiet);
            assert_eq!(F16::from_f80(F80::from_f64(half.to_f64())).to_bits(), quiet);
            assert_eq!(F16::from_f128(F128::from_f64(half.to_f64())).to_bits(), quiet);
        }
    }

    #[test]
    fn every_bfloat_survives_a_round_trip() {
        for bits in 0..=u16::MAX {
            let short = Bf16::from_bits(bits);
            let quiet = if short.to_f32().is_nan() { bits | 0x40 } else { bits };
            assert_eq!(Bf16::from_f32(short.to_f32()).to_bits(), quiet);
            assert_eq!(Bf16::from_f64(short.to_f64()).to_bits(), quiet);
        }
    }

    /// Between two neighbours: below the middle goes down, above it up, and the middle to even.
    #[test]
    fn halves_round_to_nearest_even() {
        for bits in 0..0x7bffu16 {
            let (low, high) = (F16::from_bits(bits), F16::from_bits(bits + 1));
            let middle = (low.to_f64() + high.to_f64()) / 2.0;
            let even = if bits & 1 == 0 { low } else { high };
            assert_eq!(F16::from_f64(middle), even);
            assert_eq!(F16::from_f64(middle.next_down()), low);
            assert_eq!(F16::from_f64(middle.next_up()), high);
            assert_eq!(F16::from_f64(-middle.next_up()).to_bits(), high.to_bits() | 0x8000);
        }
    }

    #[test]
    fn bfloats_round_to_nearest_even() {
        for bits in 0..0x7f7fu16 {
            let (low, high) = (Bf16::from_bits(bits), Bf16::from_bits(bits + 1));
            let middle = (low.to_f64() + high.to_f64()) / 2.0;
            let even = if bits & 1 == 0 { low } else { high };
            assert_eq!(Bf16::from_f64(middle), even);
            assert_eq!(Bf16::from_f64(middle.next_down()), low);
            assert_eq!(Bf16::from_f64(middle.next_up()), high);
        }
    }

    #[test]
    fn overflow_and_underflow() {
        assert_eq!(F16::from_f64(65519.99).to_bits(), 0x7bff);
        assert_eq!(F16::from_f64(65520.0).to_bits(), 0x7c00);
        assert_eq!(F16::from_f64(f64::MAX).to_bits(), 0x7c00);
        assert_eq!(F16::from_f64(-f64::MIN_POSITIVE).to_bits(), 0x8000);
        assert_eq!(F16::from_f64(2f64.powi(-25)).to_bits(), 0);
        assert_eq!(F16::from_f64(2f64.powi(-25).next_up()).to_bits(), 1);
        assert_eq!(Bf16::from_f32(f32::MAX).to_bits(), 0x7f80);
    }

    #[test]
    fn one_rounding_where_two_would_differ() {
        // Just above the middle of 1 and its successor, by less than `float` can see.
        let value = 1.0 + 2f64.powi(-11) + 2f64.powi(-40);
        assert_eq!(F16::from_f64(value).to_bits(), 0x3c01);
        assert_eq!(F16::from_f32(value as f32).to_bits(), 0x3c00);
    }
}
