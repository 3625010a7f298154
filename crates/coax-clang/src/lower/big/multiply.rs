//! Products, as on paper: with 64-bit digits whose products are slot pairs.

use coax_ir::{IntOp, Slot};

use super::BigIntegers;

impl BigIntegers<'_> {
    /// The low words of a product, as many as the factors have.
    pub(super) fn product(&mut self, a: &[Slot], b: &[Slot]) -> Vec<Slot> {
        let count = a.len();
        let (a, b) = (self.pairs(a), self.pairs(b));
        let zero = self.code.word(0);
        let sum = self.pairs(&vec![zero; count]);
        let carry = self.pairs(&[zero])[0];
        let part = self.code.scratch(2);
        for (i, &x) in a.iter().enumerate() {
            self.code.emit_move(carry, zero);
            for (&y, &digit) in b.iter().zip(&sum[i..]) {
                // Never more than 128 bits: (2^64 - 1)^2 + 2 (2^64 - 1) = 2^128 - 1.
                self.code.emit_int(IntOp::Mul, 128, part, x, y);
                self.code.emit_int(IntOp::Add, 128, part, part, digit);
                self.code.emit_int(IntOp::Add, 128, part, part, carry);
                self.code.emit_move(digit, part);
                self.code.emit_move(carry, part.plus(1));
            }
        }
        sum
    }

    /// Words zero-extended to slot pairs.
    fn pairs(&mut self, words: &[Slot]) -> Vec<Slot> {
        let zero = self.code.word(0);
        let mut pairs = Vec::with_capacity(words.len());
        for &word in words {
            let pair = self.code.scratch(2);
            self.code.emit_move(pair, word);
            self.code.emit_move(pair.plus(1), zero);
            pairs.push(pair);
        }
        pairs
    }
}
