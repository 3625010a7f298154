//! Operations that are not nodes: counted, swapped, chosen by comparison. They are expanded into
//! operators that every solver knows.

use crate::pool::Pool;
use crate::term::Term;

impl Pool {
    /// How many bits are 1.
    pub fn ctpop(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let zero = self.zero(width);
        (0..width).fold(zero, |count, index| {
            let bit = self.extract(a, index, index);
            let bit = self.zext(bit, width);
            self.add(count, bit)
        })
    }

    /// How many of the highest bits are 0 (the width for 0).
    pub fn ctlz(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let none = self.constant(width, width.into());
        // The highest bit decides last, so its choice is outermost.
        (0..width).fold(none, |count, index| {
            let bit = self.extract(a, index, index);
            let here = self.constant(width, (width - 1 - index).into());
            self.ite(bit, here, count)
        })
    }

    /// How many of the lowest bits are 0 (the width for 0).
    pub fn cttz(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let none = self.constant(width, width.into());
        (0..width).rev().fold(none, |count, index| {
            let bit = self.extract(a, index, index);
            let here = self.constant(width, index.into());
            self.ite(bit, here, count)
        })
    }

    /// The bytes in reverse order; the width is a multiple of 8.
    pub fn bswap(&mut self, a: Term) -> Term {
        self.reversed(a, 8)
    }

    /// The bits in reverse order.
    pub fn bitreverse(&mut self, a: Term) -> Term {
        self.reversed(a, 1)
    }

    fn reversed(&mut self, a: Term, unit: u32) -> Term {
        let width = self.width(a);
        assert_eq!(width % unit, 0, "whole units are reversed");
        let lowest = self.extract(a, unit - 1, 0);
        (1..width / unit).fold(lowest, |done, index| {
            let next = self.extract(a, (index + 1) * unit - 1, index * unit);
            self.concat(done, next)
        })
    }

    /// The absolute value; the smallest number stays itself.
    pub fn abs(&mut self, a: Term) -> Term {
        let zero = self.zero(self.width(a));
        let negative = self.slt(a, zero);
        let opposite = self.neg(a);
        self.ite(negative, opposite, a)
    }

    /// The smaller, unsigned.
    pub fn umin(&mut self, a: Term, b: Term) -> Term {
        let less = self.ult(a, b);
        self.ite(less, a, b)
    }

    /// The larger, unsigned.
    pub fn umax(&mut self, a: Term, b: Term) -> Term {
        let less = self.ult(a, b);
        self.ite(less, b, a)
    }

    /// The smaller, signed.
    pub fn smin(&mut self, a: Term, b: Term) -> Term {
        let less = self.slt(a, b);
        self.ite(less, a, b)
    }

    /// The larger, signed.
    pub fn smax(&mut self, a: Term, b: Term) -> Term {
        let less = self.slt(a, b);
        self.ite(less, b, a)
    }
}
