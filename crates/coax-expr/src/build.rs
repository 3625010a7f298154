//! The constructors for bit-vectors: fold constants, try the rules of the operator, store.
//!
//! Invariant: operands of commutative operators are ordered, constants last, else by id, so that
//! rules look for a constant in one place only.

use crate::bits::Bits;
use crate::meaning;
use crate::packed::{Kind, Packed};
use crate::pool::Pool;
use crate::rewrite;
use crate::term::{BinaryOp, CompareOp, Function, OverflowOp, Term};

/// Bitwise and arithmetic operators.
impl Pool {
    /// Every bit inverted; the negation of a condition.
    pub fn not(&mut self, a: Term) -> Term {
        if let Some(value) = self.as_bits(a) {
            return self.bits_constant(&value.not());
        }
        let node = Packed::one(Kind::Not, self.width(a), a);
        self.rewritten_or_stored(node, |pool| rewrite::unary(rewrite::boolean::NOT, pool, a))
    }

    /// Two's complement.
    pub fn neg(&mut self, a: Term) -> Term {
        if let Some(value) = self.as_bits(a) {
            return self.bits_constant(&value.negated());
        }
        let node = Packed::one(Kind::Neg, self.width(a), a);
        self.rewritten_or_stored(node, |pool| rewrite::unary(rewrite::arithmetic::NEG, pool, a))
    }

    /// Any operator of two operands.
    pub fn binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let Some(result) = self.fold_binary(op, a, b) {
            return result;
        }
        let (a, b) = if op.commutes() { self.ordered(a, b) } else { (a, b) };
        let node = Packed::two(Kind::Binary(op), width, a, b);
        self.rewritten_or_stored(node, |pool| rewrite::operator(pool, op, a, b))
    }

    fn fold_binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        if let (Some(x), Some(y)) = (self.as_word(a), self.as_word(b)) {
            let width = self.width(a);
            return Some(self.word_constant(width, meaning::binary(op, width, x, y)));
        }
        let (x, y) = (self.wide_bits(a)?, self.wide_bits(b)?);
        Some(self.bits_constant(&Bits::binary(op, &x, &y)))
    }

    /// The value of a constant wider than a word.
    fn wide_bits(&self, t: Term) -> Option<Bits> {
        if self.width(t) <= 64 { None } else { self.as_bits(t) }
    }

    fn same_width(&self, a: Term, b: Term) -> u32 {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands of one operator have one width");
        width
    }

    pub(crate) fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        let place = |t: Term| (self.is_constant(t), t);
        if place(a) <= place(b) { (a, b) } else { (b, a) }
    }
}

macro_rules! binary_constructors {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {
        /// The operators by name.
        impl Pool {
            $($(#[$doc])* pub fn $name(&mut self, a: Term, b: Term) -> Term {
                self.binary(BinaryOp::$op, a, b)
            })*
        }
    };
}

binary_constructors! {
    /// Bitwise and; the conjunction of conditions.
    and = And;
    /// Bitwise or; the disjunction of conditions.
    or = Or;
    /// Bitwise exclusive or.
    xor = Xor;
    /// Sum, modulo the width.
    add = Add;
    /// Difference, modulo the width.
    sub = Sub;
    /// Product, modulo the width.
    mul = Mul;
    /// Unsigned quotient; all ones for a divisor of 0.
    udiv = Udiv;
    /// Unsigned remainder; the dividend for a divisor of 0.
    urem = Urem;
    /// Signed quotient towards zero; for a divisor of 0, 1 if the dividend is negative, else -1.
    sdiv = Sdiv;
    /// Signed remainder with the dividend's sign; the dividend for a divisor of 0.
    srem = Srem;
    /// Left shift; 0 for amounts from the width on.
    shl = Shl;
    /// Right shift filling with 0.
    lshr = Lshr;
    /// Right shift filling with the sign.
    ashr = Ashr;
}

macro_rules! compare_constructors {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {
        /// The relations by name.
        impl Pool {
            $($(#[$doc])* pub fn $name(&mut self, a: Term, b: Term) -> Term {
                self.compare(CompareOp::$op, a, b)
            })*
        }
    };
}

compare_constructors! {
    /// Equal.
    eq = Eq;
    /// Unsigned less.
    ult = Ult;
    /// Unsigned less or equal.
    ule = Ule;
    /// Signed less.
    slt = Slt;
    /// Signed less or equal.
    sle = Sle;
}

/// Relations and overflow.
impl Pool {
    /// Not equal.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Any relation; the result has width 1.
    pub fn compare(&mut self, op: CompareOp, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let (Some(x), Some(y)) = (self.as_word(a), self.as_word(b)) {
            return self.truth(meaning::compare(op, width, x, y));
        }
        if let (Some(x), Some(y)) = (self.wide_bits(a), self.wide_bits(b)) {
            return self.truth(Bits::compare(op, &x, &y));
        }
        let (a, b) = if op == CompareOp::Eq { self.ordered(a, b) } else { (a, b) };
        let node = Packed::two(Kind::Compare(op), 1, a, b);
        self.rewritten_or_stored(node, |pool| rewrite::compare(pool, op, a, b))
    }

    /// Any overflow predicate; the result has width 1 and is true if the exact result does not fit.
    pub fn overflow(&mut self, op: OverflowOp, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let (Some(x), Some(y)) = (self.as_word(a), self.as_word(b)) {
            return self.truth(meaning::overflow(op, width, x, y));
        }
        if let (Some(x), Some(y)) = (self.wide_bits(a), self.wide_bits(b)) {
            return self.truth(Bits::overflow(op, &x, &y));
        }
        let (a, b) = if op.commutes() { self.ordered(a, b) } else { (a, b) };
        let node = Packed::two(Kind::Overflow(op), 1, a, b);
        self.rewritten_or_stored(node, |pool| rewrite::overflow(pool, op, a, b))
    }

    /// Does the signed sum not fit?
    pub fn sadd_overflows(&mut self, a: Term, b: Term) -> Term {
        self.overflow(OverflowOp::Sadd, a, b)
    }

    /// Does the signed difference not fit?
    pub fn ssub_overflows(&mut self, a: Term, b: Term) -> Term {
        self.overflow(OverflowOp::Ssub, a, b)
    }

    /// Does the signed product not fit?
    pub fn smul_overflows(&mut self, a: Term, b: Term) -> Term {
        self.overflow(OverflowOp::Smul, a, b)
    }

    /// Does the unsigned sum not fit?
    pub fn uadd_overflows(&mut self, a: Term, b: Term) -> Term {
        self.overflow(OverflowOp::Uadd, a, b)
    }

    /// Does the unsigned product not fit?
    pub fn umul_overflows(&mut self, a: Term, b: Term) -> Term {
        self.overflow(OverflowOp::Umul, a, b)
    }

    /// Is the unsigned difference negative?
    pub fn usub_overflows(&mut self, a: Term, b: Term) -> Term {
        self.ult(a, b)
    }

    /// Is it the smallest number divided by -1?
    pub fn sdiv_overflows(&mut self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let smallest = self.bits_constant(&Bits::signed_min(width));
        let minus_one = self.ones(width);
        let dividend = self.eq(a, smallest);
        let divisor = self.eq(b, minus_one);
        self.and(dividend, divisor)
    }
}

/// Slices.
impl Pool {
    /// `high` above `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        if let (Some(x), Some(y)) = (self.as_bits(high), self.as_bits(low)) {
            return self.bits_constant(&x.concat(&y));
        }
        let width = self.width(high) + self.width(low);
        assert!(width <= crate::MAX_WIDTH, "no bit-vector has {width} bits");
        let node = Packed::two(Kind::Concat, width, high, low);
        let rules = rewrite::slices::CONCAT;
        self.rewritten_or_stored(node, |pool| rewrite::binary(rules, pool, high, low))
    }

    /// Bits `low..=high`, counted from the least significant.
    pub fn extract(&mut self, t: Term, high: u32, low: u32) -> Term {
        assert!(low <= high && high < self.width(t), "bits {low}..={high} exist");
        if low == 0 && high + 1 == self.width(t) {
            return t;
        }
        if let Some(value) = self.as_bits(t) {
            return self.bits_constant(&value.extract(high, low));
        }
        let rules = rewrite::slices::EXTRACT;
        self.rewritten_or_stored(Packed::extract(t, high, low), |pool| {
            rules.iter().find_map(|rule| (rule.apply)(pool, t, high, low))
        })
    }

    /// Extended with zeros to a new total width.
    pub fn zext(&mut self, t: Term, width: u32) -> Term {
        self.extended(Kind::ZeroExtend, rewrite::slices::ZEXT, t, width)
    }

    /// Extended with the sign to a new total width.
    pub fn sext(&mut self, t: Term, width: u32) -> Term {
        self.extended(Kind::SignExtend, rewrite::slices::SEXT, t, width)
    }

    fn extended(
        &mut self,
        kind: Kind,
        rules: &[rewrite::Rule<rewrite::Extending>],
        t: Term,
        width: u32,
    ) -> Term {
        let old = self.width(t);
        assert!(old <= width && width <= crate::MAX_WIDTH, "{old} bits extend to {width}");
        if old == width {
            return t;
        }
        if let Some(value) = self.as_bits(t) {
            return self.bits_constant(&match kind {
                Kind::ZeroExtend => value.zero_extended(width),
                _ => value.sign_extended(width),
            });
        }
        self.rewritten_or_stored(Packed::one(kind, width, t), |pool| {
            rules.iter().find_map(|rule| (rule.apply)(pool, t, width))
        })
    }

    /// Cut or extended with zeros to a width.
    pub fn resize(&mut self, t: Term, width: u32) -> Term {
        if width < self.width(t) { self.extract(t, width - 1, 0) } else { self.zext(t, width) }
    }
}

/// Choices.
impl Pool {
    /// `then` if the condition (of width 1) holds, else `els`.
    pub fn ite(&mut self, condition: Term, then: Term, els: Term) -> Term {
        assert_eq!(self.width(condition), 1, "a condition has one bit");
        let width = self.same_width(then, els);
        match self.as_word(condition) {
            Some(0) => return els,
            Some(_) => return then,
            None => {}
        }
        let node = Packed::three(Kind::Ite, width, [condition, then, els]);
        self.rewritten_or_stored(node, |pool| {
            let rules = rewrite::ite::ITE;
            rules.iter().find_map(|rule| (rule.apply)(pool, condition, then, els))
        })
    }

    /// If `a` then `b`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// All conditions hold.
    pub fn and_all(&mut self, conditions: &[Term]) -> Term {
        let truth = self.truth(true);
        conditions.iter().fold(truth, |all, &condition| self.and(all, condition))
    }

    /// `elements[index]`; the last element if the index is too large.
    pub fn lookup(&mut self, elements: &[Term], index: Term) -> Term {
        assert!(!elements.is_empty(), "a table has elements");
        let width = self.width(elements[0]);
        assert!(elements.iter().all(|&e| self.width(e) == width), "elements have one width");
        let last = elements.len() - 1;
        if let Some(value) = self.as_bits(index) {
            let place = if value.significant() <= 64 { value.low_word() } else { u64::MAX };
            return elements[usize::try_from(place).map_or(last, |place| place.min(last))];
        }
        let elements = rewrite::lookup::reachable(elements, self.width(index));
        let node = self.lookup_node(elements, index);
        self.rewritten_or_stored(node, |pool| {
            let rules = rewrite::lookup::LOOKUP;
            rules.iter().find_map(|rule| (rule.apply)(pool, elements, index))
        })
    }

    /// A function applied.
    pub fn apply(&mut self, function: Function, args: &[Term]) -> Term {
        let expected = &self.signature(function).args;
        let found = args.iter().map(|&arg| self.width(arg));
        assert!(expected.iter().copied().eq(found), "arguments are as declared");
        let values: Option<Vec<u128>> = args.iter().map(|&arg| self.as_constant(arg)).collect();
        if let Some(result) = values.and_then(|values| self.call(function, &values)) {
            let width = self.signature(function).result;
            return self.constant(width, result);
        }
        let node = self.apply_node(function, args);
        self.intern(node)
    }
}
