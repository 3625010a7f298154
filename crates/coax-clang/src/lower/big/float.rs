//! Conversions between big integers and floats.
//!
//! Exact steps only: every scaling is by a power of two, and the one rounding is the conversion of
//! 128 bits, the lowest of which says whether anything below was not 0. Formats with more digits
//! than that leaves room for are unsupported.

use coax_ir::{CastOp as Float, FloatOp, FloatPred, Inst, IntOp, Kind, Slot};

use super::super::Step;
use super::BigIntegers;
use super::Words;

/// The bits of `2^exponent`; none if that is too large.
fn finite_power(kind: Kind, exponent: u32) -> Option<u64> {
    match (kind, u64::from(exponent)) {
        (Kind::F32, exponent @ 0..128) => Some((exponent + 127) << 23),
        (Kind::F64, exponent @ 0..1024) => Some((exponent + 1023) << 52),
        _ => None,
    }
}

/// The bits of `2^exponent`, infinity if that is too large.
fn power_of_two(kind: Kind, exponent: u32) -> u64 {
    let infinity = match kind {
        Kind::F32 => u64::from(f32::INFINITY.to_bits()),
        _ => f64::INFINITY.to_bits(),
    };
    finite_power(kind, exponent).unwrap_or(infinity)
}

/// Can these steps be exact?
fn check_kind(kind: Kind, bits: u32) -> Step {
    match kind {
        Kind::F32 | Kind::F64 => Ok(()),
        _ => Err(format!("conversion between an integer of {bits} bits and {kind}")),
    }
}

impl BigIntegers<'_> {
    // ---- integer to float ---------------------------------------------------------------

    pub(super) fn big_to_float(&mut self, signed: bool, kind: Kind, dst: Slot, src: Words) -> Step {
        check_kind(kind, src.bits)?;
        let (sign, magnitude) = match signed {
            true => {
                let (sign, words) = (self.sign(src), self.extended(src));
                (sign, self.negated_if(sign, &words))
            }
            false => (self.code.word(0), src.slots()),
        };
        let (high, scale) = self.high_part(kind, &magnitude);
        let [rounded, result] = [self.code.scratch(1), self.code.scratch(1)];
        let (from, op) = (Kind::Int(128), Float::UnsignedToFloat);
        self.code.emit(Inst::Cast { op, from, to: kind, dst: rounded, src: high });
        self.code.emit_float(FloatOp::Mul, kind, result, rounded, scale);
        let bit = self.code.word(1 << (kind.bits() - 1));
        let negative = self.computed(IntOp::And, sign, bit);
        self.code.emit_int(IntOp::Or, 64, dst, result, negative);
        Ok(())
    }

    /// The two words at the highest word that is not 0, with their lowest bit set if anything below
    /// is not 0, and what they have to be multiplied by.
    ///
    /// Such a pair has 65 bits or more (or is exact), so its lowest bit is below any digit kept.
    fn high_part(&mut self, kind: Kind, words: &[Slot]) -> (Slot, Slot) {
        let (high, scale) = (self.code.scratch(2), self.code.scratch(1));
        let (zero, once) = (self.code.word(0), self.code.word(power_of_two(kind, 0)));
        self.code.emit_move(high, words[0]);
        self.code.emit_move(high.plus(1), words[1]);
        self.code.emit_move(scale, once);
        let mut below = words[0];
        for word in 2..words.len() {
            let cond = self.computed(IntOp::Ne, words[word], zero);
            let rest = self.computed(IntOp::Ne, below, zero);
            let low = self.computed(IntOp::Or, words[word - 1], rest);
            let power = self.code.word(power_of_two(kind, 64 * (word as u32 - 1)));
            let taken = [(high, low), (high.plus(1), words[word]), (scale, power)];
            for (dst, then) in taken {
                self.code.emit(Inst::Select { dst, cond, then, els: dst });
            }
            below = self.computed(IntOp::Or, below, words[word - 1]);
        }
        (high, scale)
    }

    // ---- float to integer ---------------------------------------------------------------

    pub(super) fn float_to_big(&mut self, signed: bool, kind: Kind, dst: Words, src: Slot) -> Step {
        check_kind(kind, dst.bits)?;
        if !self.code.maybe_optimised {
            self.check_range(signed, kind, dst, src);
        }
        let bit = self.code.word(1 << (kind.bits() - 1));
        let rest_bits = self.code.word((1 << (kind.bits() - 1)) - 1);
        let negative = self.computed(IntOp::And, src, bit);
        let zero = self.code.word(0);
        let is_negative = self.computed(IntOp::Ne, negative, zero);
        let sign = self.code.scratch(1);
        self.code.emit(Inst::Sext { from: 1, to: 64, dst: sign, src: is_negative });
        let magnitude = self.computed(IntOp::And, src, rest_bits);
        let words = self.digits(kind, magnitude, dst.count());
        let result = self.negated_if(sign, &words);
        self.put(dst, &result);
        Ok(())
    }

    /// The words of the integer part of a number, low first; from the top down, each is taken off.
    fn digits(&mut self, kind: Kind, magnitude: Slot, count: u32) -> Vec<Slot> {
        let rest = self.code.scratch(1);
        self.code.emit_move(rest, magnitude);
        let (scaled, back) = (self.code.scratch(1), self.code.scratch(1));
        let mut words = Vec::new();
        for word in (0..count).rev() {
            let Some(power) = finite_power(kind, 64 * word) else {
                // No finite number reaches this word.
                words.push(self.code.word(0));
                continue;
            };
            let (digit, power) = (self.code.scratch(1), self.code.word(power));
            words.push(digit);
            self.code.emit_float(FloatOp::Div, kind, scaled, rest, power);
            // What does not fit was refused before, or may be anything.
            let (op, to) = (Float::FloatToUnsignedSat, Kind::Int(64));
            self.code.emit(Inst::Cast { op, from: kind, to, dst: digit, src: scaled });
            let op = Float::UnsignedToFloat;
            self.code.emit(Inst::Cast { op, from: to, to: kind, dst: back, src: digit });
            self.code.emit_float(FloatOp::Sub, kind, scaled, scaled, back);
            self.code.emit_float(FloatOp::Mul, kind, rest, scaled, power);
        }
        words.reverse();
        words
    }

    /// A number outside the range is outside that of 128 bits too: that conversion is the error.
    fn check_range(&mut self, signed: bool, kind: Kind, dst: Words, src: Slot) {
        let exponent = dst.bits - u32::from(signed);
        let (top, finite) = (power_of_two(kind, exponent), finite_power(kind, exponent).is_some());
        let sign_bit = 1u64 << (kind.bits() - 1);
        let least = if signed { top } else { power_of_two(kind, 0) };
        let (top, least) = (self.code.word(top), self.code.word(least | sign_bit));
        let [below, above] = [self.code.scratch(1), self.code.scratch(1)];
        let less = FloatPred(FloatPred::LESS);
        // The least number itself is in a signed range; -1 is in no unsigned one, infinity in none.
        let equal = if signed && finite { FloatPred::EQUAL } else { 0 };
        let more = FloatPred(FloatPred::GREATER | equal);
        self.code.emit(Inst::FCmp { pred: less, kind, dst: below, a: src, b: top });
        self.code.emit(Inst::FCmp { pred: more, kind, dst: above, a: src, b: least });
        let inside = self.computed(IntOp::And, below, above);
        let one = self.code.word(1);
        let outside = self.computed(IntOp::Xor, inside, one);
        self.fail_if(outside, |this| {
            let op = if signed { Float::FloatToSigned } else { Float::FloatToUnsigned };
            let unused = this.code.scratch(2);
            this.code.emit(Inst::Cast { op, from: kind, to: Kind::Int(128), dst: unused, src });
        });
    }
}
