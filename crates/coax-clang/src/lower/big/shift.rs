//! Shifts: by a constant, word by word; by a variable amount, first inside the words and then by
//! whole words, with selections instead of branches.

use coax_ir::{Inst, IntOp, Slot};

use super::BigIntegers;
use super::Words;

impl BigIntegers<'_> {
    pub(super) fn big_shift(&mut self, op: IntOp, dst: Words, a: Words, amount: Words) {
        let known = self.constant_amount(amount);
        if known.is_none() && !self.code.maybe_optimised {
            self.check_amount(op, amount);
        }
        let (source, fill) = match op {
            IntOp::AShr => (self.extended(a), self.sign(a)),
            _ => (a.slots(), self.code.word(0)),
        };
        let left = op == IntOp::Shl;
        let result = match known {
            Some(known) => self.shift_by_constant(left, &source, fill, known),
            None => {
                let inside = self.shift_inside(left, &source, fill, amount.first);
                self.shift_by_words(left, inside, fill, amount.first)
            }
        };
        self.put(dst, &result);
    }

    /// The amount, if it is a constant below the width.
    fn constant_amount(&self, amount: Words) -> Option<u32> {
        let words = self.code.slots.constant_words(amount.first, amount.count())?;
        let (low, above) = words.split_first()?;
        let low = u32::try_from(*low).ok()?;
        (low < amount.bits && above.iter().all(|&word| word == 0)).then_some(low)
    }

    /// An amount that is not below the width is an error.
    fn check_amount(&mut self, op: IntOp, amount: Words) {
        let slots = amount.slots();
        let (above, zero) = (self.any_bit(&slots[1..]), self.code.word(0));
        let width = self.code.word(amount.bits.into());
        let far = self.computed(IntOp::Ne, above, zero);
        let large = self.computed(IntOp::Ule, width, amount.first);
        let flag = self.computed(IntOp::Or, far, large);
        self.fail_if(flag, |this| {
            // More than a word can say is shown as the most it can.
            let (dst, value) = (this.code.scratch(2), this.code.slots.constant(&[0, 0]));
            let (shown, most) = (this.code.scratch(2), this.code.word(u64::MAX));
            this.code.emit(Inst::Select { dst: shown, cond: far, then: most, els: slots[0] });
            this.code.emit_move(shown.plus(1), zero);
            this.code.emit_int(op, 128, dst, value, shown);
        });
    }

    fn shift_by_constant(
        &mut self,
        left: bool,
        source: &[Slot],
        fill: Slot,
        amount: u32,
    ) -> Vec<Slot> {
        let (words, bits) = ((amount / 64) as usize, amount % 64);
        let zero = self.code.word(0);
        let at = |word: Option<usize>| match word {
            Some(word) => source.get(word).copied().unwrap_or(fill),
            None => zero,
        };
        let mut result = Vec::with_capacity(source.len());
        for word in 0..source.len() {
            // The word that moves here, and the one whose bits follow it in.
            let (main, next) = if left {
                (at(word.checked_sub(words)), at(word.checked_sub(words + 1)))
            } else {
                (at(Some(word + words)), at(Some(word + words + 1)))
            };
            result.push(self.joined(left, main, next, bits, zero));
        }
        result
    }

    /// `main` shifted by `bits`, with the bits of `next` that move in.
    fn joined(&mut self, left: bool, main: Slot, next: Slot, bits: u32, zero: Slot) -> Slot {
        if bits == 0 {
            return main;
        }
        let (there, back) = directions(left);
        let mut part = |op, word, amount: u32| {
            (word != zero).then(|| {
                let amount = self.code.word(amount.into());
                self.computed(op, word, amount)
            })
        };
        match (part(there, main, bits), part(back, next, 64 - bits)) {
            (Some(main), Some(next)) => self.computed(IntOp::Or, main, next),
            (main, next) => main.or(next).unwrap_or(zero),
        }
    }

    /// Shifts by the amount modulo 64.
    fn shift_inside(&mut self, left: bool, source: &[Slot], fill: Slot, amount: Slot) -> Vec<Slot> {
        let (mask, one, zero) = (self.code.word(63), self.code.word(1), self.code.word(0));
        let inside = self.computed(IntOp::And, amount, mask);
        // The neighbour moves by 64 - inside, in two steps because that may be 64.
        let rest = self.computed(IntOp::Xor, inside, mask);
        let (there, back) = directions(left);
        let mut result = Vec::with_capacity(source.len());
        for word in 0..source.len() {
            let next = match word.checked_sub(1) {
                _ if !left => source.get(word + 1).copied().unwrap_or(fill),
                Some(below) => source[below],
                None => zero,
            };
            let main = self.computed(there, source[word], inside);
            let next = self.computed(back, next, one);
            let next = self.computed(back, next, rest);
            result.push(self.computed(IntOp::Or, main, next));
        }
        result
    }

    /// Shifts by the words the amount has, bit by bit of their number.
    fn shift_by_words(
        &mut self,
        left: bool,
        source: Vec<Slot>,
        fill: Slot,
        amount: Slot,
    ) -> Vec<Slot> {
        let one = self.code.word(1);
        let mut words = source;
        for step in 0..usize::BITS - (words.len() - 1).leading_zeros() {
            let shift = self.code.word(u64::from(6 + step));
            let bit = self.computed(IntOp::LShr, amount, shift);
            let cond = self.computed(IntOp::And, bit, one);
            let by = 1 << step;
            let mut moved = Vec::with_capacity(words.len());
            for (word, &els) in words.iter().enumerate() {
                let from = if left { word.checked_sub(by) } else { Some(word + by) };
                let then = from.and_then(|from| words.get(from).copied()).unwrap_or(fill);
                let dst = self.code.scratch(1);
                self.code.emit(Inst::Select { dst, cond, then, els });
                moved.push(dst);
            }
            words = moved;
        }
        words
    }
}

/// The shift of a word, and the one that brings in its neighbour's bits.
fn directions(left: bool) -> (IntOp, IntOp) {
    if left { (IntOp::Shl, IntOp::LShr) } else { (IntOp::LShr, IntOp::Shl) }
}
