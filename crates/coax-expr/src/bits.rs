//! A bit-vector value of 1 to 512 bits, and what the operators mean on it.
//!
//! Invariant: bits above the width are 0. Up to 128 bits the machine's own arithmetic is used;
//! beyond that, limb by limb. Words of up to 64 bits have their own path in
//! [`meaning`](crate::meaning): this file is for what does not fit there.

use std::fmt;

use crate::term::{BinaryOp, CompareOp, OverflowOp};

/// The widest bit-vector.
pub const MAX_WIDTH: u32 = 512;
const LIMBS: usize = (MAX_WIDTH / 64) as usize;

/// A value of 1 to 512 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    limbs: [u64; LIMBS],
}

/// How many limbs a width takes.
pub(crate) fn limb_count(width: u32) -> usize {
    width.div_ceil(64) as usize
}

impl Bits {
    /// All bits 0.
    pub fn zero(width: u32) -> Bits {
        assert!((1..=MAX_WIDTH).contains(&width), "no bit-vector has {width} bits");
        Bits { width, limbs: [0; LIMBS] }
    }

    /// All bits 1.
    pub fn ones(width: u32) -> Bits {
        Bits::zero(width).not()
    }

    /// A value, cut to the width.
    pub fn new(width: u32, value: u128) -> Bits {
        Bits::from_limbs(width, &[value as u64, (value >> 64) as u64])
    }

    /// A value, least significant limb first, cut to the width; missing limbs are 0.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Bits {
        let mut bits = Bits::zero(width);
        let count = limbs.len().min(LIMBS);
        bits.limbs[..count].copy_from_slice(&limbs[..count]);
        bits.cut()
    }

    /// One bit.
    pub fn truth(value: bool) -> Bits {
        Bits::new(1, value.into())
    }

    /// Only the sign bit is 1.
    pub fn signed_min(width: u32) -> Bits {
        let mut bits = Bits::zero(width);
        bits.set_bit(width - 1);
        bits
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The value, least significant limb first, no more limbs than the width takes.
    pub fn limbs(&self) -> &[u64] {
        &self.limbs[..limb_count(self.width)]
    }

    /// The lowest 64 bits.
    pub fn low_word(&self) -> u64 {
        self.limbs[0]
    }

    /// The lowest 128 bits.
    pub fn low_u128(&self) -> u128 {
        u128::from(self.limbs[0]) | u128::from(self.limbs[1]) << 64
    }

    /// The lowest 128 bits as a signed number, if that is the whole value's meaning.
    pub(crate) fn signed_low_u128(&self) -> i128 {
        self.sign_extended(self.width.max(128)).low_u128() as i128
    }

    /// Bit number `index`, counted from the least significant.
    pub fn bit(&self, index: u32) -> bool {
        self.limbs[index as usize / 64] >> (index % 64) & 1 == 1
    }

    fn set_bit(&mut self, index: u32) {
        self.limbs[index as usize / 64] |= 1 << (index % 64);
    }

    /// Is every bit 0?
    pub fn is_zero(&self) -> bool {
        self.limbs == [0; LIMBS]
    }

    /// Is every bit 1?
    pub fn is_ones(&self) -> bool {
        *self == Bits::ones(self.width)
    }

    /// The sign bit.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// How many bits the unsigned value takes.
    pub fn significant(&self) -> u32 {
        let top = self.limbs.iter().rposition(|&limb| limb != 0);
        top.map_or(0, |index| 64 * index as u32 + 64 - self.limbs[index].leading_zeros())
    }

    /// How many of the lowest bits are 0 (the width for the value 0).
    pub fn trailing_zeros(&self) -> u32 {
        let low = self.limbs.iter().position(|&limb| limb != 0);
        low.map_or(self.width, |index| 64 * index as u32 + self.limbs[index].trailing_zeros())
    }

    /// The exponent, if the value is a power of two.
    pub fn power_of_two(&self) -> Option<u32> {
        let ones: u32 = self.limbs.iter().map(|limb| limb.count_ones()).sum();
        (ones == 1).then(|| self.trailing_zeros())
    }

    fn cut(mut self) -> Bits {
        let count = limb_count(self.width);
        self.limbs[count..].fill(0);
        self.limbs[count - 1] &= u64::MAX >> (64 * count as u32 - self.width);
        self
    }

    fn zip(&self, other: &Bits, combine: impl Fn(u64, u64) -> u64) -> Bits {
        let limbs = std::array::from_fn(|i| combine(self.limbs[i], other.limbs[i]));
        Bits { width: self.width, limbs }
    }

    /// Every bit inverted.
    #[expect(clippy::should_implement_trait, reason = "named like the operators beside it")]
    pub fn not(self) -> Bits {
        Bits { limbs: self.limbs.map(|limb| !limb), ..self }.cut()
    }

    /// Two's complement.
    pub fn negated(self) -> Bits {
        Bits::zero(self.width).minus(&self)
    }

    fn plus(&self, other: &Bits) -> Bits {
        let mut sum = *self;
        let mut carry = false;
        for (limb, &b) in sum.limbs.iter_mut().zip(&other.limbs) {
            let (partial, over) = limb.overflowing_add(b);
            let (total, again) = partial.overflowing_add(carry.into());
            (*limb, carry) = (total, over | again);
        }
        sum.cut()
    }

    fn minus(&self, other: &Bits) -> Bits {
        let mut difference = *self;
        let mut borrow = false;
        for (limb, &b) in difference.limbs.iter_mut().zip(&other.limbs) {
            let (partial, under) = limb.overflowing_sub(b);
            let (total, again) = partial.overflowing_sub(borrow.into());
            (*limb, borrow) = (total, under | again);
        }
        difference.cut()
    }

    fn times(&self, other: &Bits) -> Bits {
        let mut product = Bits::zero(self.width);
        for i in 0..limb_count(self.width) {
            let mut carry = 0;
            for j in 0..limb_count(self.width) - i {
                let total = u128::from(self.limbs[i]) * u128::from(other.limbs[j])
                    + u128::from(product.limbs[i + j])
                    + carry;
                product.limbs[i + j] = total as u64;
                carry = total >> 64;
            }
        }
        product.cut()
    }

    /// Quotient and remainder; the divisor is not 0.
    fn divided(&self, divisor: &Bits) -> (Bits, Bits) {
        if self.width <= 128 {
            let (a, b) = (self.low_u128(), divisor.low_u128());
            return (Bits::new(self.width, a / b), Bits::new(self.width, a % b));
        }
        let (mut quotient, mut rest) = (Bits::zero(self.width), Bits::zero(self.width));
        for index in (0..self.significant()).rev() {
            // The remainder is below the divisor; doubled it may need one bit more than the width.
            let spilled = rest.is_negative();
            rest = rest.shifted_left(1);
            if self.bit(index) {
                rest.set_bit(0);
            }
            if spilled || !rest.less(divisor) {
                rest = rest.minus(divisor);
                quotient.set_bit(index);
            }
        }
        (quotient, rest)
    }

    fn magnitude(&self) -> Bits {
        if self.is_negative() { self.negated() } else { *self }
    }

    fn signed_if(self, negative: bool) -> Bits {
        if negative { self.negated() } else { self }
    }

    fn shifted_left(&self, amount: u32) -> Bits {
        let (limbs, bits) = (amount as usize / 64, amount % 64);
        let mut result = Bits::zero(self.width);
        for i in limbs..LIMBS {
            result.limbs[i] = self.limbs[i - limbs] << bits;
            if bits > 0 && i > limbs {
                result.limbs[i] |= self.limbs[i - limbs - 1] >> (64 - bits);
            }
        }
        result.cut()
    }

    fn shifted_right(&self, amount: u32) -> Bits {
        let (limbs, bits) = (amount as usize / 64, amount % 64);
        let mut result = Bits::zero(self.width);
        for i in 0..LIMBS - limbs {
            result.limbs[i] = self.limbs[i + limbs] >> bits;
            if bits > 0 && i + limbs + 1 < LIMBS {
                result.limbs[i] |= self.limbs[i + limbs + 1] << (64 - bits);
            }
        }
        result
    }

    /// The amount as a number, if it is below the width.
    fn shift_amount(&self) -> Option<u32> {
        (self.significant() <= 32 && self.limbs[0] < u64::from(self.width))
            .then_some(self.limbs[0] as u32)
    }

    fn less(&self, other: &Bits) -> bool {
        self.limbs.iter().rev().lt(other.limbs.iter().rev())
    }

    /// The sign bit flipped: signed order becomes unsigned order.
    fn biased(&self) -> Bits {
        self.zip(&Bits::signed_min(self.width), |a, b| a ^ b)
    }

    /// What an operator gives.
    pub(crate) fn binary(op: BinaryOp, a: &Bits, b: &Bits) -> Bits {
        let zero = Bits::zero(a.width);
        let outside = if a.is_negative() { Bits::ones(a.width) } else { zero };
        match op {
            BinaryOp::And => a.zip(b, |a, b| a & b),
            BinaryOp::Or => a.zip(b, |a, b| a | b),
            BinaryOp::Xor => a.zip(b, |a, b| a ^ b),
            BinaryOp::Add => a.plus(b),
            BinaryOp::Sub => a.minus(b),
            BinaryOp::Mul => a.times(b),
            BinaryOp::Udiv if b.is_zero() => Bits::ones(a.width),
            BinaryOp::Sdiv if b.is_zero() => Bits::ones(a.width).signed_if(a.is_negative()),
            BinaryOp::Urem | BinaryOp::Srem if b.is_zero() => *a,
            BinaryOp::Udiv => a.divided(b).0,
            BinaryOp::Urem => a.divided(b).1,
            BinaryOp::Sdiv => {
                let quotient = a.magnitude().divided(&b.magnitude()).0;
                quotient.signed_if(a.is_negative() != b.is_negative())
            }
            BinaryOp::Srem => a.magnitude().divided(&b.magnitude()).1.signed_if(a.is_negative()),
            BinaryOp::Shl => b.shift_amount().map_or(zero, |amount| a.shifted_left(amount)),
            BinaryOp::Lshr => b.shift_amount().map_or(zero, |amount| a.shifted_right(amount)),
            BinaryOp::Ashr => b.shift_amount().map_or(outside, |amount| {
                let fill = outside.shifted_right(amount).not();
                let sign = if a.is_negative() { fill } else { zero };
                a.shifted_right(amount).zip(&sign, |a, b| a | b)
            }),
        }
    }

    /// Whether a relation holds.
    pub(crate) fn compare(op: CompareOp, a: &Bits, b: &Bits) -> bool {
        match op {
            CompareOp::Eq => a == b,
            CompareOp::Ult => a.less(b),
            CompareOp::Ule => !b.less(a),
            CompareOp::Slt => a.biased().less(&b.biased()),
            CompareOp::Sle => !b.biased().less(&a.biased()),
        }
    }

    /// Whether the exact result does not fit.
    pub(crate) fn overflow(op: OverflowOp, a: &Bits, b: &Bits) -> bool {
        let (minus_a, minus_b) = (a.is_negative(), b.is_negative());
        match op {
            OverflowOp::Uadd => a.plus(b).less(a),
            OverflowOp::Umul => a.product_spills(b),
            OverflowOp::Sadd => minus_a == minus_b && a.plus(b).is_negative() != minus_a,
            OverflowOp::Ssub => minus_a != minus_b && a.minus(b).is_negative() != minus_a,
            OverflowOp::Smul => {
                let (size_a, size_b) = (a.magnitude(), b.magnitude());
                let product = size_a.times(&size_b);
                let smallest = Bits::signed_min(a.width);
                size_a.product_spills(&size_b)
                    || smallest.less(&product)
                    || (product == smallest && minus_a == minus_b)
            }
        }
    }

    fn product_spills(&self, other: &Bits) -> bool {
        !self.is_zero() && self.times(other).divided(self).0 != *other
    }

    /// `self` above `low`.
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        let high = self.zero_extended(width).shifted_left(low.width);
        high.zip(&low.zero_extended(width), |a, b| a | b)
    }

    /// Bits `low..=high`.
    pub fn extract(&self, high: u32, low: u32) -> Bits {
        Bits { width: high - low + 1, ..self.shifted_right(low) }.cut()
    }

    /// The same number in more bits.
    pub fn zero_extended(&self, width: u32) -> Bits {
        Bits { width: Bits::zero(width).width, ..*self }
    }

    /// The same signed number in more bits.
    pub fn sign_extended(&self, width: u32) -> Bits {
        if !self.is_negative() {
            return self.zero_extended(width);
        }
        self.not().zero_extended(width).not()
    }
}

impl fmt::Display for Bits {
    /// Hexadecimal, without leading zeros.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let top = self.limbs.iter().rposition(|&limb| limb != 0).unwrap_or(0);
        write!(f, "0x{:x}", self.limbs[top])?;
        self.limbs[..top].iter().rev().try_for_each(|limb| write!(f, "{limb:016x}"))
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}:{}", self.width)
    }
}
