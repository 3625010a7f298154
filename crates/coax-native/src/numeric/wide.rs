//! The two float types Rust lacks: x87 80-bit `long double` and IEEE binary128.
//!
//! Invariants: an [`F80`] has zeros above bit 79; what the C side left in the padding is cleared. Equality
//! of these types is equality of encodings (so NaN equals itself); the float relation is `compare`.
//! Conversions to integers give what native code gives, also out of range; a caller that must tell
//! the difference asks `truncate` first.

use std::cmp::Ordering;

/// An x87 extended value: 64-bit significand below, sign and 15-bit exponent in bits 64 to 79.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct F80(u128);

/// An IEEE binary128 value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct F128(u128);

/// The relation codes of the shim that are an ordering; anything else is "unordered".
fn ordering(code: i32) -> Option<Ordering> {
    match code {
        -1 => Some(Ordering::Less),
        0 => Some(Ordering::Equal),
        1 => Some(Ordering::Greater),
        _ => None,
    }
}

/// Declares the shim functions of one type and wraps them; both types have the same interface.
macro_rules! wide_float {
    ($type:ident, $shim:ident, $prefix:literal, $mask:expr, $sign:expr) => {
        mod $shim {
            unsafe extern "C" {
                #[link_name = concat!("coax_", $prefix, "_add")]
                pub fn add(a: *const u128, b: *const u128, r: *mut u128);
                #[link_name = concat!("coax_", $prefix, "_sub")]
                pub fn sub(a: *const u128, b: *const u128, r: *mut u128);
                #[link_name = concat!("coax_", $prefix, "_mul")]
                pub fn mul(a: *const u128, b: *const u128, r: *mut u128);
                #[link_name = concat!("coax_", $prefix, "_div")]
                pub fn div(a: *const u128, b: *const u128, r: *mut u128);
                #[link_name = concat!("coax_", $prefix, "_rem")]
                pub fn rem(a: *const u128, b: *const u128, r: *mut u128);
                #[link_name = concat!("coax_", $prefix, "_compare")]
                pub fn compare(a: *const u128, b: *const u128) -> i32;
                #[link_name = concat!("coax_", $prefix, "_to_f32")]
                pub fn to_f32(a: *const u128) -> f32;
                #[link_name = concat!("coax_", $prefix, "_to_f64")]
                pub fn to_f64(a: *const u128) -> f64;
                #[link_name = concat!("coax_", $prefix, "_to_i64")]
                pub fn to_i64(a: *const u128) -> i64;
                #[link_name = concat!("coax_", $prefix, "_to_u64")]
                pub fn to_u64(a: *const u128) -> u64;
                #[link_name = concat!("coax_", $prefix, "_to_i128")]
                pub fn to_i128(a: *const u128, r: *mut i128);
                #[link_name = concat!("coax_", $prefix, "_to_u128")]
                pub fn to_u128(a: *const u128, r: *mut u128);
                #[link_name = concat!("coax_", $prefix, "_from_f32")]
                pub fn from_f32(a: f32, r: *mut u128);
                #[link_name = concat!("coax_", $prefix, "_from_f64")]
                pub fn from_f64(a: f64, r: *mut u128);
                #[link_name = concat!("coax_", $prefix, "_from_i64")]
                pub fn from_i64(a: i64, r: *mut u128);
                #[link_name = concat!("coax_", $prefix, "_from_u64")]
                pub fn from_u64(a: u64, r: *mut u128);
                #[link_name = concat!("coax_", $prefix, "_from_i128")]
                pub fn from_i128(a: *const i128, r: *mut u128);
                #[link_name = concat!("coax_", $prefix, "_from_u128")]
                pub fn from_u128(a: *const u128, r: *mut u128);
            }
        }

        impl $type {
            /// The value with this encoding; bits beyond the format are dropped.
            pub const fn from_bits(bits: u128) -> Self {
                $type(bits & $mask)
            }

            /// The encoding, in the low bits.
            pub const fn to_bits(self) -> u128 {
                self.0
            }

            fn binary(
                self,
                other: Self,
                operation: unsafe extern "C" fn(*const u128, *const u128, *mut u128),
            ) -> Self {
                let mut result = 0;
                // SAFETY: three valid, aligned 16-byte slots; the shim touches nothing else.
                unsafe { operation(&self.0, &other.0, &mut result) };
                Self::from_bits(result)
            }

            /// `a + b`.
            #[allow(clippy::should_implement_trait, reason = "named like the instruction")]
            pub fn add(self, other: Self) -> Self {
                self.binary(other, $shim::add)
            }

            /// `a - b`.
            #[allow(clippy::should_implement_trait, reason = "named like the instruction")]
            pub fn sub(self, other: Self) -> Self {
                self.binary(other, $shim::sub)
            }

            /// `a * b`.
            #[allow(clippy::should_implement_trait, reason = "named like the instruction")]
            pub fn mul(self, other: Self) -> Self {
                self.binary(other, $shim::mul)
            }

            /// `a / b`.
            #[allow(clippy::should_implement_trait, reason = "named like the instruction")]
            pub fn div(self, other: Self) -> Self {
                self.binary(other, $shim::div)
            }

            /// The remainder with the sign of `a`, as C's `fmod` gives it.
            #[allow(clippy::should_implement_trait, reason = "named like the instruction")]
            pub fn rem(self, other: Self) -> Self {
                self.binary(other, $shim::rem)
            }

            /// The value with the sign bit flipped, NaN included.
            #[allow(clippy::should_implement_trait, reason = "named like the instruction")]
            pub const fn neg(self) -> Self {
                $type(self.0 ^ $sign)
            }

            /// The float relation; `None` is "unordered".
            pub fn compare(self, other: Self) -> Option<Ordering> {
                // SAFETY: two valid, aligned slots that are only read.
                ordering(unsafe { $shim::compare(&self.0, &other.0) })
            }

            /// Rounded to `float`.
            pub fn to_f32(self) -> f32 {
                // SAFETY: one valid, aligned slot that is only read.
                unsafe { $shim::to_f32(&self.0) }
            }

            /// Rounded to `double`.
            pub fn to_f64(self) -> f64 {
                // SAFETY: one valid, aligned slot that is only read.
                unsafe { $shim::to_f64(&self.0) }
            }

            /// Truncated to `int64_t`, as native code does it.
            pub fn to_i64(self) -> i64 {
                // SAFETY: one valid, aligned slot that is only read.
                unsafe { $shim::to_i64(&self.0) }
            }

            /// Truncated to `uint64_t`, as native code does it.
            pub fn to_u64(self) -> u64 {
                // SAFETY: one valid, aligned slot that is only read.
                unsafe { $shim::to_u64(&self.0) }
            }

            /// Truncated to `__int128`, as native code does it.
            pub fn to_i128(self) -> i128 {
                let mut result = 0;
                // SAFETY: two valid, aligned slots.
                unsafe { $shim::to_i128(&self.0, &mut result) };
                result
            }

            /// Truncated to `unsigned __int128`, as native code does it.
            pub fn to_u128(self) -> u128 {
                let mut result = 0;
                // SAFETY: two valid, aligned slots.
                unsafe { $shim::to_u128(&self.0, &mut result) };
                result
            }

            fn made(fill: impl FnOnce(*mut u128)) -> Self {
                let mut result = 0;
                fill(&mut result);
                Self::from_bits(result)
            }

            /// The same value.
            pub fn from_f32(value: f32) -> Self {
                // SAFETY: writes one valid, aligned slot.
                Self::made(|slot| unsafe { $shim::from_f32(value, slot) })
            }

            /// The same value.
            pub fn from_f64(value: f64) -> Self {
                // SAFETY: writes one valid, aligned slot.
                Self::made(|slot| unsafe { $shim::from_f64(value, slot) })
            }

            /// The same value.
            pub fn from_i64(value: i64) -> Self {
                // SAFETY: writes one valid, aligned slot.
                Self::made(|slot| unsafe { $shim::from_i64(value, slot) })
            }

            /// The same value.
            pub fn from_u64(value: u64) -> Self {
                // SAFETY: writes one valid, aligned slot.
                Self::made(|slot| unsafe { $shim::from_u64(value, slot) })
            }

            /// Rounded to the nearest representable value.
            pub fn from_i128(value: i128) -> Self {
                // SAFETY: reads one valid, aligned slot and writes another.
                Self::made(|slot| unsafe { $shim::from_i128(&value, slot) })
            }

            /// Rounded to the nearest representable value.
            pub fn from_u128(value: u128) -> Self {
                // SAFETY: reads one valid, aligned slot and writes another.
                Self::made(|slot| unsafe { $shim::from_u128(&value, slot) })
            }

            /// The value without its fraction, as (negative, magnitude): what a conversion to an
            /// integer must fit. `None` for NaN, infinities and magnitudes of 2^128 and more.
            pub fn truncate(self) -> Option<(bool, u128)> {
                self.unpack().truncate()
            }
        }
    };
}

wide_float!(F80, f80_shim, "f80", (1 << 80) - 1, 1 << 79);
wide_float!(F128, f128_shim, "f128", u128::MAX, 1 << 127);

mod between {
    unsafe extern "C" {
        #[link_name = "coax_f80_to_f128"]
        pub fn f80_to_f128(a: *const u128, r: *mut u128);
        #[link_name = "coax_f128_to_f80"]
        pub fn f128_to_f80(a: *const u128, r: *mut u128);
    }
}

impl F80 {
    /// The value with this significand and this sign-and-exponent word.
    pub const fn from_parts(significand: u64, sign_exponent: u16) -> Self {
        F80((sign_exponent as u128) << 64 | significand as u128)
    }

    /// The significand, with its explicit leading bit.
    pub const fn significand(self) -> u64 {
        self.0 as u64
    }

    /// Sign in the top bit, biased exponent below.
    pub const fn sign_exponent(self) -> u16 {
        (self.0 >> 64) as u16
    }

    /// The same value as a binary128.
    pub fn to_f128(self) -> F128 {
        // SAFETY: reads one valid, aligned slot and writes another.
        F128::made(|slot| unsafe { between::f80_to_f128(&self.0, slot) })
    }
}

impl F128 {
    /// Rounded to the x87 format.
    pub fn to_f80(self) -> F80 {
        // SAFETY: reads one valid, aligned slot and writes another.
        F80::made(|slot| unsafe { between::f128_to_f80(&self.0, slot) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(value: f64) -> F80 {
        F80::from_f64(value)
    }

    #[test]
    fn encoding_of_one_and_minus_two() {
        assert_eq!(wide(1.0), F80::from_parts(1 << 63, 0x3fff));
        assert_eq!(wide(-2.0), F80::from_parts(1 << 63, 0xc000));
        assert_eq!(wide(1.0).neg().sign_exponent(), 0xbfff);
        assert_eq!(F80::from_bits(u128::MAX).to_bits() >> 80, 0);
    }

    #[test]
    fn f80_arithmetic_has_64_significant_bits() {
        let third = wide(1.0).div(wide(3.0));
        assert_eq!(third, F80::from_parts(0xaaaa_aaaa_aaaa_aaab, 0x3ffd));
        let next = wide(1.0).add(F80::from_parts(1 << 63, 0x3fff - 63));
        assert_eq!(next.significand(), (1 << 63) | 1);
        assert_eq!(next.sub(wide(1.0)), F80::from_parts(1 << 63, 0x3fff - 63));
        assert_eq!(wide(1.5).mul(wide(-4.0)).to_f64(), -6.0);
        assert_eq!(wide(-7.5).rem(wide(2.0)).to_f64(), -1.5);
    }

    #[test]
    fn division_by_zero_and_nan() {
        assert_eq!(wide(1.0).div(wide(0.0)), F80::from_parts(1 << 63, 0x7fff));
        let indefinite = wide(0.0).div(wide(0.0));
        assert_eq!(indefinite, F80::from_parts(3 << 62, 0xffff));
        assert_eq!(indefinite.compare(indefinite), None);
        assert_eq!(indefinite.truncate(), None);
    }

    #[test]
    fn comparisons() {
        assert_eq!(wide(1.0).compare(wide(2.0)), Some(Ordering::Less));
        assert_eq!(wide(2.0).compare(wide(1.0)), Some(Ordering::Greater));
        assert_eq!(wide(0.0).compare(wide(-0.0)), Some(Ordering::Equal));
        assert_eq!(F128::from_f64(f64::NAN).compare(F128::from_i64(1)), None);
    }

    #[test]
    fn integers_survive_a_round_trip() {
        for value in [0, 1, -1, i64::MAX, i64::MIN] {
            assert_eq!(F80::from_i64(value).to_i64(), value);
            assert_eq!(F128::from_i64(value).to_i64(), value);
            assert_eq!(F128::from_i128(i128::from(value)).to_i128(), i128::from(value));
        }
        assert_eq!(F80::from_u64(u64::MAX).to_u64(), u64::MAX);
        assert_eq!(F80::from_u128(u128::MAX).to_f64(), 2f64.powi(128));
        assert_eq!(F80::from_i128(-(1 << 100)).to_i128(), -(1 << 100));
        assert_eq!(F128::from_u128(1 << 112).to_u128(), 1 << 112);
    }

    #[test]
    fn out_of_range_conversion_is_the_hardwares() {
        assert_eq!(wide(1e30).to_i64(), i64::MIN);
        assert_eq!(wide(f64::NAN).to_i64(), i64::MIN);
    }

    #[test]
    fn truncation_gives_sign_and_magnitude() {
        assert_eq!(wide(-3.99).truncate(), Some((true, 3)));
        assert_eq!(wide(0.5).truncate(), Some((false, 0)));
        assert_eq!(F80::from_u64(u64::MAX).truncate(), Some((false, u64::MAX.into())));
        assert_eq!(F128::from_f64(-1e20).truncate(), Some((true, 100_000_000_000_000_000_000)));
        assert_eq!(wide(1e300).truncate(), None);
    }

    #[test]
    fn rounding_to_double_and_float() {
        let above = F80::from_parts((1 << 63) | (1 << 10) | 1, 0x3fff);
        assert_eq!(above.to_f64(), 1.0 + f64::EPSILON);
        let tie = F80::from_parts((1 << 63) | (1 << 10), 0x3fff);
        assert_eq!(tie.to_f64(), 1.0);
        assert_eq!(wide(0.1).to_f32(), 0.1f32);
        assert_eq!(F80::from_f32(0.1).to_f64(), f64::from(0.1f32));
    }

    #[test]
    fn quad_arithmetic_has_113_significant_bits() {
        let third = F128::from_i64(1).div(F128::from_i64(3));
        assert_eq!(third.to_bits(), 0x3ffd_5555_5555_5555_5555_5555_5555_5555);
        let sum = F128::from_i64(1).add(F128::from_bits(0x3f8f << 112));
        assert_eq!(sum.to_bits(), (0x3fff << 112) | 1);
        assert_eq!(sum.sub(F128::from_i64(1)).to_bits(), 0x3f8f << 112);
        assert_eq!(F128::from_i64(-15).rem(F128::from_i64(4)).to_i64(), -3);
        assert_eq!(F128::from_i64(6).mul(F128::from_i64(7)).neg().to_i128(), -42);
    }

    /// libgcc's NaNs; other support libraries choose another sign or payload.
    #[test]
    fn quad_nans_are_the_native_ones() {
        let zero = F128::from_i64(0);
        assert_eq!(zero.div(zero).to_bits(), 0x1ffff << 111);
        let signalling = F128::from_bits((0xffff << 112) | (1 << 64) | 5);
        let quiet = signalling.to_bits() | (1 << 111);
        assert_eq!(signalling.add(F128::from_i64(1)).to_bits(), quiet);
        let infinite = F128::from_i64(1).div(zero);
        assert_eq!((infinite.to_i64(), infinite.neg().to_i64()), (i64::MAX, i64::MIN));
    }

    #[test]
    fn between_the_wide_formats() {
        let third = wide(1.0).div(wide(3.0));
        assert_eq!(third.to_f128().to_f80(), third);
        assert_eq!(F128::from_i64(1).div(F128::from_i64(3)).to_f80(), third);
    }
}
