//! Arithmetic that must not overflow, or tells whether it did.

use coax_ir::{Inst, IntOp, OverflowOp, Slot, TrapKind};

use super::super::Step;
use super::super::intrinsics::Intrinsics;
use super::BigIntegers;
use super::Words;
use crate::llvm::Operand;

impl BigIntegers<'_> {
    /// Signed arithmetic whose overflow is an error.
    pub(super) fn without_overflow(&mut self, op: IntOp, dst: Words, a: Words, b: Words) {
        let checked = match op {
            IntOp::AddNsw => OverflowOp::SAdd,
            IntOp::SubNsw => OverflowOp::SSub,
            _ => OverflowOp::SMul,
        };
        let flag = self.overflowing(checked, dst, a, b);
        self.fail_if(flag, Self::signed_overflow);
    }

    /// An instruction that is a signed overflow unconditionally.
    pub(super) fn signed_overflow(&mut self) {
        self.code.emit(Inst::Trap { kind: TrapKind::SignedOverflow });
    }

    /// Does the arithmetic, wrapping; 1 if the true result does not fit.
    fn overflowing(&mut self, op: OverflowOp, dst: Words, a: Words, b: Words) -> Slot {
        match op {
            OverflowOp::SAdd | OverflowOp::UAdd => {
                let (sum, carry) = self.add_chain(&a.slots(), &b.slots());
                self.put(dst, &sum);
                match op {
                    OverflowOp::SAdd => self.signs_disagree(dst, [a, b]),
                    _ => self.above_top(dst, &sum, carry),
                }
            }
            OverflowOp::SSub => {
                let (difference, _) = self.subtract_chain(&a.slots(), &b.slots());
                self.put(dst, &difference);
                // a = b + difference, so the sum must not have overflowed.
                self.signs_disagree(a, [b, dst])
            }
            OverflowOp::USub => {
                let (difference, borrow) = self.subtract_chain(&a.slots(), &b.slots());
                self.put(dst, &difference);
                borrow
            }
            OverflowOp::SMul | OverflowOp::UMul => {
                self.overflowing_product(op == OverflowOp::SMul, dst, a, b)
            }
        }
    }

    /// 1 if the sign of a sum is not that of either summand.
    fn signs_disagree(&mut self, sum: Words, summands: [Words; 2]) -> Slot {
        let [a, b] = summands.map(|each| self.computed(IntOp::Xor, each.top(), sum.top()));
        let both = self.computed(IntOp::And, a, b);
        let shift = self.code.word(u64::from(sum.top_bits()) - 1);
        self.computed(IntOp::LShr, both, shift)
    }

    /// 1 if a sum has a bit above its width: in its top word, or carried out of it.
    fn above_top(&mut self, dst: Words, sum: &[Slot], carry: Slot) -> Slot {
        match (dst.top_bits(), sum.last()) {
            (bits @ 0..64, Some(&top)) => {
                let shift = self.code.word(bits.into());
                self.computed(IntOp::LShr, top, shift)
            }
            _ => carry,
        }
    }

    /// The product at twice as many words shows whether it fits.
    fn overflowing_product(&mut self, signed: bool, dst: Words, a: Words, b: Words) -> Slot {
        let count = 2 * dst.count();
        let zero = self.code.word(0);
        let [a, b] = [a, b].map(|factor| {
            if signed {
                return self.sign_extended(factor, count);
            }
            let mut words = factor.slots();
            words.resize(count as usize, zero);
            words
        });
        let product = self.product(&a, &b);
        self.put(dst, &product);
        let mut fitting = if signed { self.sign_extended(dst, count) } else { dst.slots() };
        fitting.resize(count as usize, zero);
        let pairs = product.iter().zip(&fitting);
        let differences: Vec<Slot> =
            pairs.map(|(&whole, &kept)| self.computed(IntOp::Xor, whole, kept)).collect();
        let difference = self.any_bit(&differences);
        let flag = self.code.scratch(1);
        self.code.emit(Inst::int(IntOp::Ne, 64, flag, difference, zero));
        flag
    }
}

impl Intrinsics<'_, '_> {
    /// `llvm.sadd.with.overflow` and its like: the flag follows the result.
    pub(in super::super) fn big_overflow(
        &mut self,
        index: usize,
        bits: u32,
        op: OverflowOp,
        operands: [Operand; 2],
    ) -> Step {
        let (a, b) = (self.frame.slot(operands[0])?, self.frame.slot(operands[1])?);
        let [a, b] = [a, b].map(|first| Words { first, bits });
        let dst = Words { first: self.frame.define(index), bits };
        let flag = self.frame.code.big().overflowing(op, dst, a, b);
        self.frame.code.emit_move(dst.top().plus(1), flag);
        Ok(())
    }
}
