//! Division: digit by digit if the divisor is one word, else bit by bit in a loop.

use coax_ir::{Inst, IntOp, Slot};

use super::BigIntegers;
use super::Words;

/// Quotient and remainder, word by word.
struct Division {
    quotient: Vec<Slot>,
    remainder: Vec<Slot>,
}

impl BigIntegers<'_> {
    pub(super) fn divide_unsigned(&mut self, op: IntOp, dst: Words, a: Words, b: Words) {
        self.check_divisor(op, a, b);
        let division = self.divide(&a.slots(), &b.slots());
        let result = if op == IntOp::UDiv { division.quotient } else { division.remainder };
        self.put(dst, &result);
    }

    /// By the absolute values: the quotient is negative if one operand is, the remainder if the
    /// dividend is.
    pub(super) fn divide_signed(&mut self, op: IntOp, dst: Words, a: Words, b: Words) {
        self.check_divisor(op, a, b);
        let (sign_a, sign_b) = (self.sign(a), self.sign(b));
        let sign = self.computed(IntOp::Xor, sign_a, sign_b);
        let (a, b) = (self.extended(a), self.extended(b));
        let (a, b) = (self.negated_if(sign_a, &a), self.negated_if(sign_b, &b));
        let division = self.divide(&a, &b);
        let quotient = self.negated_if(sign, &division.quotient);
        self.check_quotient(dst, sign, &quotient);
        if op == IntOp::SDiv {
            self.put(dst, &quotient);
        } else {
            let remainder = self.negated_if(sign_a, &division.remainder);
            self.put(dst, &remainder);
        }
    }

    /// Divides by 0 if the divisor is 0; reads its bits in any case.
    fn check_divisor(&mut self, op: IntOp, a: Words, b: Words) {
        let (any, zero) = (self.any_bit(&b.slots()), self.code.word(0));
        let (divisor, dst) = (self.code.scratch(2), self.code.scratch(2));
        self.code.emit_move(divisor, any);
        self.code.emit_move(divisor.plus(1), zero);
        self.code.emit_int(op, 128, dst, a.first, divisor);
    }

    /// The least number divided by -1 does not fit: a positive quotient with the sign bit.
    fn check_quotient(&mut self, dst: Words, sign: Slot, quotient: &[Slot]) {
        let shift = self.code.word(u64::from(dst.top_bits()) - 1);
        let (one, top) = (self.code.word(1), quotient[quotient.len() - 1]);
        let negative = self.computed(IntOp::LShr, top, shift);
        let positive = self.computed(IntOp::Xor, sign, one);
        let flag = self.computed(IntOp::And, negative, positive);
        let flag = self.computed(IntOp::And, flag, one);
        self.fail_if(flag, Self::signed_overflow);
    }

    /// Unsigned division by what is not 0.
    fn divide(&mut self, a: &[Slot], b: &[Slot]) -> Division {
        let division = Division {
            quotient: a.iter().map(|_| self.code.scratch(1)).collect(),
            remainder: a.iter().map(|_| self.code.scratch(1)).collect(),
        };
        let (above, zero, large) = (self.any_bit(&b[1..]), self.code.word(0), self.code.scratch(1));
        self.code.emit(Inst::Freeze { dst: large, src: above });
        let (one_word, many_words, done) =
            (self.code.new_label(), self.code.new_label(), self.code.new_label());
        self.code.emit(Inst::branch(IntOp::Eq, 64, large, zero, one_word, many_words));
        self.code.bind(one_word);
        self.divide_by_word(&division, a, b[0]);
        self.code.emit(Inst::Jump { to: done });
        self.code.bind(many_words);
        self.divide_by_bits(&division, a, b);
        self.code.bind(done);
        division
    }

    /// From the top word down: what is left of the words above is below the divisor, so each digit
    /// of the quotient is one word.
    fn divide_by_word(&mut self, division: &Division, a: &[Slot], b: Slot) {
        let (number, divisor, dst) =
            (self.code.scratch(2), self.code.scratch(2), self.code.scratch(2));
        let zero = self.code.word(0);
        self.code.emit_move(divisor, b);
        self.code.emit_move(divisor.plus(1), zero);
        self.code.emit_move(number.plus(1), zero);
        for (&word, &digit) in a.iter().zip(&division.quotient).rev() {
            self.code.emit_move(number, word);
            self.code.emit_int(IntOp::UDiv, 128, dst, number, divisor);
            self.code.emit_move(digit, dst);
            self.code.emit_int(IntOp::URem, 128, dst, number, divisor);
            self.code.emit_move(number.plus(1), dst);
        }
        self.code.emit_move(division.remainder[0], number.plus(1));
        division.remainder[1..].iter().for_each(|&word| self.code.emit_move(word, zero));
    }

    /// The dividend moves bit by bit through the quotient's slots into the remainder; wherever the
    /// divisor can be taken from the remainder, the quotient has a 1.
    fn divide_by_bits(&mut self, division: &Division, a: &[Slot], b: &[Slot]) {
        let Division { quotient, remainder } = division;
        let (zero, one) = (self.code.word(0), self.code.word(1));
        let (left, bits) = (self.code.scratch(1), self.code.word(64 * a.len() as u64));
        self.code.emit_move(left, bits);
        for (&word, (&digit, &rest)) in a.iter().zip(quotient.iter().zip(remainder)) {
            self.code.emit_move(digit, word);
            self.code.emit_move(rest, zero);
        }
        let (again, done) = (self.code.new_label(), self.code.new_label());
        self.code.bind(again);
        let next = self.shift_in(quotient, zero);
        let out = self.shift_in(remainder, next);
        let (difference, borrow) = self.subtract_chain(remainder, b);
        let fits = self.computed(IntOp::Xor, borrow, one);
        let cond = self.computed(IntOp::Or, fits, out);
        for (&dst, &then) in remainder.iter().zip(&difference) {
            self.code.emit(Inst::Select { dst, cond, then, els: dst });
        }
        self.code.emit_int(IntOp::Or, 64, quotient[0], quotient[0], cond);
        self.code.emit_int(IntOp::Sub, 64, left, left, one);
        self.code.emit(Inst::branch(IntOp::Ne, 64, left, zero, again, done));
        self.code.bind(done);
    }

    /// Shifts words left by 1 in place, with `bit` coming in; the bit that goes out.
    fn shift_in(&mut self, words: &[Slot], bit: Slot) -> Slot {
        let (one, last) = (self.code.word(1), self.code.word(63));
        let mut bit = bit;
        for &word in words {
            let out = self.computed(IntOp::LShr, word, last);
            self.code.emit_int(IntOp::Shl, 64, word, word, one);
            self.code.emit_int(IntOp::Or, 64, word, word, bit);
            bit = out;
        }
        bit
    }
}
