//! Sums, differences and comparisons: from the low word up, each step using the one below.

use coax_ir::{Inst, IntOp, Slot};

use super::BigIntegers;
use super::Words;

impl BigIntegers<'_> {
    /// The words of a sum, and 1 if it carries out of the top word.
    pub(super) fn add_chain(&mut self, a: &[Slot], b: &[Slot]) -> (Vec<Slot>, Slot) {
        let mut words = Vec::with_capacity(a.len());
        let mut carry = self.code.word(0);
        for (word, (&a, &b)) in a.iter().zip(b).enumerate() {
            let mut sum = self.computed(IntOp::Add, a, b);
            let mut over = self.computed(IntOp::Ult, sum, a);
            if word > 0 {
                let whole = self.computed(IntOp::Add, sum, carry);
                let again = self.computed(IntOp::Ult, whole, sum);
                (sum, over) = (whole, self.computed(IntOp::Or, over, again));
            }
            words.push(sum);
            carry = over;
        }
        (words, carry)
    }

    /// The words of a difference, and 1 if it borrows from above the top word.
    pub(super) fn subtract_chain(&mut self, a: &[Slot], b: &[Slot]) -> (Vec<Slot>, Slot) {
        let mut words = Vec::with_capacity(a.len());
        let mut borrow = self.code.word(0);
        for (word, (&a, &b)) in a.iter().zip(b).enumerate() {
            let mut difference = self.computed(IntOp::Sub, a, b);
            let mut under = self.computed(IntOp::Ult, a, b);
            if word > 0 {
                let whole = self.computed(IntOp::Sub, difference, borrow);
                let again = self.computed(IntOp::Ult, difference, borrow);
                (difference, under) = (whole, self.computed(IntOp::Or, under, again));
            }
            words.push(difference);
            borrow = under;
        }
        (words, borrow)
    }

    /// The number, or its negation if `sign` is all ones (and not 0).
    pub(super) fn negated_if(&mut self, sign: Slot, words: &[Slot]) -> Vec<Slot> {
        let flipped: Vec<Slot> =
            words.iter().map(|&word| self.computed(IntOp::Xor, word, sign)).collect();
        self.subtract_chain(&flipped, &vec![sign; words.len()]).0
    }

    /// 1 if the comparison holds.
    pub(super) fn compare_words(&mut self, op: IntOp, a: Words, b: Words) -> Slot {
        match op {
            IntOp::Eq | IntOp::Ne => {
                let pairs = a.slots().into_iter().zip(b.slots());
                let differences: Vec<Slot> =
                    pairs.map(|(a, b)| self.computed(IntOp::Xor, a, b)).collect();
                let (difference, zero) = (self.any_bit(&differences), self.code.word(0));
                self.computed(op, difference, zero)
            }
            IntOp::Slt | IntOp::Sle => self.less(op, IntOp::Slt, a, b),
            _ => self.less(op, IntOp::Ult, a, b),
        }
    }

    /// Less (or equal, if the words below the top are and `op` says so). The top words are compared
    /// by `top`, which is strict.
    fn less(&mut self, op: IntOp, top: IntOp, a: Words, b: Words) -> Slot {
        let or_equal = matches!(op, IntOp::Ule | IntOp::Sle);
        let lowest = if or_equal { IntOp::Ule } else { IntOp::Ult };
        let mut below = self.computed(lowest, a.first, b.first);
        for word in 1..a.count() {
            let (x, y) = (a.first.plus(word), b.first.plus(word));
            let less = self.code.scratch(1);
            if word + 1 == a.count() {
                self.code.emit_int(top, a.top_bits().into(), less, x, y);
            } else {
                self.code.emit_int(IntOp::Ult, 64, less, x, y);
            }
            let (equal, dst) = (self.computed(IntOp::Eq, x, y), self.code.scratch(1));
            self.code.emit(Inst::Select { dst, cond: equal, then: below, els: less });
            below = dst;
        }
        below
    }
}
