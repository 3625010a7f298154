//! The constructors for floats, which are bit patterns: fold constants, try the rules, store.

use crate::float;
use crate::packed::{Kind, Packed};
use crate::pool::Pool;
use crate::rewrite;
use crate::term::{FloatCompare, FloatFormat, FloatOp, FloatUnary, Term};

impl Pool {
    /// Arithmetic, rounded to nearest even.
    pub fn float(&mut self, op: FloatOp, format: FloatFormat, a: Term, b: Term) -> Term {
        self.expect_format(format, &[a, b]);
        if let (Some(x), Some(y)) = (self.as_word(a), self.as_word(b)) {
            return self.word_constant(format.width(), float::arithmetic(op, format, x, y));
        }
        self.intern(Packed::two(Kind::Float(op), format.width(), a, b))
    }

    /// A function of one operand.
    pub fn float_unary(&mut self, op: FloatUnary, format: FloatFormat, a: Term) -> Term {
        self.expect_format(format, &[a]);
        if let Some(x) = self.as_word(a) {
            return self.word_constant(format.width(), float::unary(op, format, x));
        }
        self.intern(Packed::one(Kind::FloatUnary(op), format.width(), a))
    }

    /// The sign flipped, also of a NaN.
    pub fn float_neg(&mut self, format: FloatFormat, a: Term) -> Term {
        self.expect_format(format, &[a]);
        let sign = self.word_constant(format.width(), 1 << (format.width() - 1));
        self.xor(a, sign)
    }

    /// The sign cleared, also of a NaN.
    pub fn float_abs(&mut self, format: FloatFormat, a: Term) -> Term {
        self.expect_format(format, &[a]);
        let others = self.word_constant(format.width(), (1 << (format.width() - 1)) - 1);
        self.and(a, others)
    }

    /// `a * b + c`, rounded once.
    pub fn fma(&mut self, format: FloatFormat, a: Term, b: Term, c: Term) -> Term {
        self.expect_format(format, &[a, b, c]);
        if let (Some(x), Some(y), Some(z)) = (self.as_word(a), self.as_word(b), self.as_word(c)) {
            return self.word_constant(format.width(), float::fma(format, x, y, z));
        }
        self.intern(Packed::three(Kind::Fma, format.width(), [a, b, c]))
    }

    /// A relation; the result has width 1.
    pub fn float_compare(&mut self, op: FloatCompare, f: FloatFormat, a: Term, b: Term) -> Term {
        self.expect_format(f, &[a, b]);
        if let (Some(x), Some(y)) = (self.as_word(a), self.as_word(b)) {
            return self.truth(float::compare(op, f, x, y));
        }
        let symmetric = matches!(op, FloatCompare::Eq | FloatCompare::Unordered);
        let (a, b) = if symmetric { self.ordered(a, b) } else { (a, b) };
        let rules = rewrite::float::COMPARE;
        self.rewritten_or_stored(Packed::two(Kind::FloatCompare(op), 1, a, b), |pool| {
            rules.iter().find_map(|rule| (rule.apply)(pool, op, f, a, b))
        })
    }

    /// From one format to another.
    pub fn float_to_float(&mut self, from: FloatFormat, to: FloatFormat, a: Term) -> Term {
        self.expect_format(from, &[a]);
        if from == to {
            return a;
        }
        if let Some(x) = self.as_word(a) {
            return self.word_constant(to.width(), float::convert(from, to, x));
        }
        let rules = rewrite::float::CONVERT;
        self.rewritten_or_stored(Packed::one(Kind::FloatToFloat, to.width(), a), |pool| {
            rules.iter().find_map(|rule| (rule.apply)(pool, from, to, a))
        })
    }

    /// An integer of at most 128 bits as a float, rounded to nearest even.
    pub fn int_to_float(&mut self, signed: bool, to: FloatFormat, a: Term) -> Term {
        assert!(self.width(a) <= 128, "integers beyond 128 bits do not become floats");
        if let Some(value) = self.as_bits(a) {
            return self.word_constant(to.width(), float::from_int(signed, to, &value));
        }
        let rules = rewrite::float::FROM_INT;
        self.rewritten_or_stored(Packed::one(Kind::IntToFloat { signed }, to.width(), a), |pool| {
            rules.iter().find_map(|rule| (rule.apply)(pool, signed, to, a))
        })
    }

    /// The integer part, in at most 128 bits; 0 for a NaN and for what does not fit.
    pub fn float_to_int(&mut self, signed: bool, from: FloatFormat, a: Term, width: u32) -> Term {
        assert!((1..=128).contains(&width), "floats become integers of at most 128 bits");
        self.expect_format(from, &[a]);
        if let Some(x) = self.as_word(a) {
            return self.bits_constant(&float::to_int(signed, from, x, width));
        }
        let rules = rewrite::float::TO_INT;
        self.rewritten_or_stored(Packed::one(Kind::FloatToInt { signed }, width, a), |pool| {
            rules.iter().find_map(|rule| (rule.apply)(pool, signed, from, a, width))
        })
    }

    fn expect_format(&self, format: FloatFormat, operands: &[Term]) {
        let fits = operands.iter().all(|&t| self.width(t) == format.width());
        assert!(fits, "float operands have the width of their format");
    }
}
