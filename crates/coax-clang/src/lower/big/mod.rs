//! Integers of more than 128 bits: runs of bit-fields, and `_BitInt`.
//!
//! A value is its 64-bit words, low first, in consecutive slots; what moves values about (loads,
//! phis, calls) handles it leaf by leaf as it does aggregates. Here is what computes with them.
//!
//! Invariants:
//! - Bits of the top word above the width are 0.
//! - Big integers are never promoted variables, so the slots of a result and of its operands differ
//!   and a result may be written bit by bit.
//! - What is bitwise in the source is bitwise here: a bit-field's neighbours stay uninitialised when
//!   it is written, and nothing branches on bits that may be uninitialised.

mod cast;
mod chain;
mod divide;
mod float;
mod multiply;
mod overflow;
mod shift;

use coax_ir::{Inst, IntOp, Slot};

use super::Step;
use super::emitter::Emitter;
use super::scalar::Scalars;
use super::scalar::{Arithmetic, arithmetic};
use crate::llvm::{BinaryOp, Operand};

/// An integer of any width in consecutive slots.
#[derive(Clone, Copy)]
struct Words {
    first: Slot,
    bits: u32,
}

impl Words {
    fn count(self) -> u32 {
        self.bits.div_ceil(64)
    }

    fn top(self) -> Slot {
        self.first.plus(self.count() - 1)
    }

    /// How many bits of the top word count: 1 to 64.
    fn top_bits(self) -> u8 {
        ((self.bits - 1) % 64 + 1) as u8
    }

    fn slots(self) -> Vec<Slot> {
        (0..self.count()).map(|word| self.first.plus(word)).collect()
    }
}

/// Writes arithmetic on big integers.
pub(super) struct BigIntegers<'e> {
    pub(super) code: &'e mut Emitter,
}

impl Scalars<'_, '_> {
    pub(super) fn big_binary(
        &mut self,
        index: usize,
        bits: u32,
        op: BinaryOp,
        nsw: bool,
        operands: [Operand; 2],
    ) -> Step {
        let Arithmetic::Int(op) = arithmetic(op, nsw) else {
            return Err("floating-point arithmetic on integers".to_owned());
        };
        self.frame.lanewise(index, operands, |this, dst, operands| {
            this.code.big().big_arithmetic(op, bits, dst, operands);
            Ok(())
        })
    }

    pub(super) fn big_compare(
        &mut self,
        index: usize,
        bits: u32,
        op: IntOp,
        operands: [Operand; 2],
    ) -> Step {
        self.frame.lanewise(index, operands, |this, dst, operands| {
            let [a, b] = operands.map(|first| Words { first, bits });
            let result = this.code.big().compare_words(op, a, b);
            this.code.emit_move(dst, result);
            Ok(())
        })
    }
}

impl BigIntegers<'_> {
    /// An operation that is no comparison. Of shifts and divisions the result must not be an operand.
    pub(super) fn big_arithmetic(&mut self, op: IntOp, bits: u32, dst: Slot, [a, b]: [Slot; 2]) {
        let [dst, a, b] = [dst, a, b].map(|first| Words { first, bits });
        match op {
            IntOp::And | IntOp::Or | IntOp::Xor => {
                for word in 0..dst.count() {
                    let (a, b) = (a.first.plus(word), b.first.plus(word));
                    self.code.emit_int(op, 64, dst.first.plus(word), a, b);
                }
            }
            IntOp::Add => {
                let (sum, _) = self.add_chain(&a.slots(), &b.slots());
                self.put(dst, &sum);
            }
            IntOp::Sub => {
                let (difference, _) = self.subtract_chain(&a.slots(), &b.slots());
                self.put(dst, &difference);
            }
            IntOp::Mul => {
                let product = self.product(&a.slots(), &b.slots());
                self.put(dst, &product);
            }
            IntOp::AddNsw | IntOp::SubNsw | IntOp::MulNsw => self.without_overflow(op, dst, a, b),
            IntOp::Shl | IntOp::LShr | IntOp::AShr => self.big_shift(op, dst, a, b),
            IntOp::UDiv | IntOp::URem => self.divide_unsigned(op, dst, a, b),
            IntOp::SDiv | IntOp::SRem => self.divide_signed(op, dst, a, b),
            IntOp::Eq | IntOp::Ne | IntOp::Ult | IntOp::Ule | IntOp::Slt | IntOp::Sle => {
                unreachable!("comparisons have a result of another width")
            }
        }
    }

    /// Writes a result whose top word may have bits above the width.
    fn put(&mut self, dst: Words, words: &[Slot]) {
        let (below, top) = (dst.count() as usize - 1, dst.top());
        for (word, &src) in words.iter().enumerate().take(below) {
            self.code.emit_move(dst.first.plus(word as u32), src);
        }
        let (bits, src) = (dst.top_bits(), words[below]);
        if bits < 64 {
            self.code.emit(Inst::Trunc { bits, dst: top, src });
        } else {
            self.code.emit_move(top, src);
        }
    }

    /// A 64-bit operation into a slot of its own.
    fn computed(&mut self, op: IntOp, a: Slot, b: Slot) -> Slot {
        let dst = self.code.scratch(1);
        self.code.emit_int(op, 64, dst, a, b);
        dst
    }

    /// Some bit of some word is 1, exactly if the result is not 0.
    fn any_bit(&mut self, words: &[Slot]) -> Slot {
        let mut all = words[0];
        for &word in &words[1..] {
            all = self.computed(IntOp::Or, all, word);
        }
        all
    }

    /// All ones if the number is negative, else 0.
    fn sign(&mut self, words: Words) -> Slot {
        let shift = self.code.word(u64::from(words.top_bits()) - 1);
        let (bit, sign) = (self.computed(IntOp::LShr, words.top(), shift), self.code.scratch(1));
        self.code.emit(Inst::Sext { from: 1, to: 64, dst: sign, src: bit });
        sign
    }

    /// The words, with the sign in the bits of the top word above the width.
    fn extended(&mut self, words: Words) -> Vec<Slot> {
        let mut slots = words.slots();
        if words.top_bits() < 64 {
            let wide = self.code.scratch(1);
            self.code.emit(Inst::Sext {
                from: words.top_bits(),
                to: 64,
                dst: wide,
                src: words.top(),
            });
            slots.pop();
            slots.push(wide);
        }
        slots
    }

    /// Runs `failing`, an instruction that is an error, if `flag` is certainly 1.
    fn fail_if(&mut self, flag: Slot, failing: impl FnOnce(&mut Self)) {
        // Whether an uninitialised operand is an error is not for the check to decide.
        let sure = self.code.scratch(1);
        self.code.emit(Inst::Freeze { dst: sure, src: flag });
        let (then, els) = (self.code.new_label(), self.code.new_label());
        self.code.emit(Inst::Br { cond: sure, then, els });
        self.code.bind(then);
        failing(self);
        self.code.bind(els);
    }
}
