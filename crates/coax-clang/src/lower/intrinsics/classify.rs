//! `llvm.is.fpclass`: which class a float belongs to, by comparing its bits.
//!
//! Without its sign, a float's bits are ordered like its magnitude, so every class is a range:
//! zero, subnormal, normal, infinity, signalling NaN, quiet NaN.

use coax_ir::{IntOp, Kind, Slot};

use super::super::Step;
use super::super::plan::constant_index;
use super::Intrinsics;
use super::operand;
use crate::llvm::Call;

/// A range of magnitudes, and which signs are asked for.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Range {
    first: u128,
    last: u128,
    positive: bool,
    negative: bool,
}

/// The ranges a mask asks for. Mask bits: 0 signalling NaN, 1 quiet NaN, then from negative
/// infinity (2) up to positive infinity (9).
fn ranges(kind: Kind, mask: u32) -> Vec<Range> {
    let (infinity, quiet, min_normal) = landmarks(kind);
    let bit = |number: u32| mask >> number & 1 == 1;
    let all = [
        (0, 0, bit(6), bit(5)),
        (1, min_normal - 1, bit(7), bit(4)),
        (min_normal, infinity - 1, bit(8), bit(3)),
        (infinity, infinity, bit(9), bit(2)),
        (infinity + 1, (infinity | quiet) - 1, bit(0), bit(0)),
        (infinity | quiet, u128::MAX >> (129 - kind.bits()), bit(1), bit(1)),
    ];
    let mut found: Vec<Range> = Vec::new();
    for (first, last, positive, negative) in all {
        match found.last_mut() {
            Some(before) if (before.positive, before.negative) == (positive, negative) => {
                before.last = last;
            }
            _ => found.push(Range { first, last, positive, negative }),
        }
    }
    found.retain(|range| range.positive || range.negative);
    found
}

/// Infinity, the bit that makes a NaN quiet, and the smallest normal number.
fn landmarks(kind: Kind) -> (u128, u128, u128) {
    // Bits of the fraction, without the explicit leading bit of the 80-bit kind.
    let fraction: u32 = match kind {
        Kind::F16 => 10,
        Kind::BF16 => 7,
        Kind::F32 => 23,
        Kind::F64 => 52,
        Kind::F80 => 63,
        _ => 112,
    };
    let leading: u128 = if kind == Kind::F80 { 1 << 63 } else { 0 };
    let exponent_at = fraction + u32::from(kind == Kind::F80);
    let exponent_bits = kind.bits() - 1 - exponent_at;
    let infinity = ((1u128 << exponent_bits) - 1) << exponent_at | leading;
    (infinity, 1 << (fraction - 1), 1 << exponent_at)
}

impl Intrinsics<'_, '_> {
    pub(super) fn is_class(&mut self, index: usize, call: &Call) -> Step {
        let mask = constant_index(self.frame.source.function, operand(call, 1)?);
        let mask = mask.ok_or("class mask that is not constant")?;
        let value = operand(call, 0)?;
        let kind = self.frame.source.element_kind(self.frame.source.type_of(value)?)?;
        let ranges = ranges(kind, mask);
        self.frame.lanewise(index, [value], |this, dst, [value]| {
            let found = this.intrinsics().in_ranges(kind, value, &ranges);
            this.code.emit_move(dst, found);
            Ok(())
        })
    }

    fn in_ranges(&mut self, kind: Kind, value: Slot, ranges: &[Range]) -> Slot {
        let words = kind.slots();
        let (magnitude, negative) = (self.frame.code.scratch(words), self.frame.code.scratch(1));
        self.frame.code.sign_word(kind, magnitude, value, IntOp::And, |sign| !sign);
        let shift = self.frame.code.word(u64::from((kind.bits() - 1) % 64));
        self.frame.code.emit_int(IntOp::LShr, 64, negative, value.plus(words - 1), shift);
        let mut found = self.frame.code.word(0);
        for range in ranges {
            let inside = self.in_range(kind, magnitude, negative, range);
            let either = self.frame.code.scratch(1);
            self.frame.code.emit_int(IntOp::Or, 1, either, found, inside);
            found = either;
        }
        found
    }

    fn in_range(&mut self, kind: Kind, magnitude: Slot, negative: Slot, range: &Range) -> Slot {
        let (first, last) =
            (self.frame.code.bits_of(kind, range.first), self.frame.code.bits_of(kind, range.last));
        let (above, inside) = (self.frame.code.scratch(1), self.frame.code.scratch(1));
        self.frame.code.emit_int(IntOp::Ule, kind.bits(), above, first, magnitude);
        self.frame.code.emit_int(IntOp::Ule, kind.bits(), inside, magnitude, last);
        self.frame.code.emit_int(IntOp::And, 1, inside, inside, above);
        if range.positive != range.negative {
            let wanted = self.frame.code.word(u64::from(range.negative));
            let sign = self.frame.code.scratch(1);
            self.frame.code.emit_int(IntOp::Eq, 1, sign, negative, wanted);
            self.frame.code.emit_int(IntOp::And, 1, inside, inside, sign);
        }
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn landmarks_are_those_of_the_formats() {
        let infinity = u128::from(f64::INFINITY.to_bits());
        assert_eq!(landmarks(Kind::F64).0, infinity);
        assert_eq!(landmarks(Kind::F64).2, u128::from(f64::MIN_POSITIVE.to_bits()));
        assert_eq!(landmarks(Kind::F32).0, u128::from(f32::INFINITY.to_bits()));
        assert_eq!(landmarks(Kind::F80).0, 0x7fff_8000_0000_0000_0000);
    }

    #[test]
    fn neighbouring_classes_become_one_range() {
        // Finite, either sign.
        let finite = ranges(Kind::F64, 0b01_1111_1000);
        assert_eq!(finite.len(), 1);
        assert_eq!((finite[0].first, finite[0].last + 1), (0, landmarks(Kind::F64).0));
        // Not a number, of either sort.
        assert_eq!(ranges(Kind::F64, 3).len(), 1);
    }
}
