//! Which sizes are negative numbers converted. A size with its top bit set may be just that: a
//! number its owner never meant to be less than zero. It came from a negative number if it was
//! made by extending a sign, or by taking away more than there was.

use coax_expr::{BinaryOp, Node, Term};
use coax_kinds::FollowReason;

use crate::Stop;
use crate::layers::ObjectSizes;

/// How deep the making of a size is looked into; what is below it counts as not negative.
const DEPTH: u32 = 12;

impl ObjectSizes<'_, '_> {
    /// Says that an input is no signed number.
    pub fn mark_unsigned(&mut self, input: Term) {
        if let Node::Var(var) = self.symbols.pool.node(input) {
            self.symbols.unsigned.insert(var);
        }
    }

    /// The condition that a size (of 64 bits) is a negative number converted.
    pub(crate) fn is_negative_size(&mut self, size: Term) -> Result<Term, Stop> {
        let zero = self.symbols.pool.constant(64, 0);
        let negative = self.symbols.pool.slt(size, zero);
        if self.symbols.pool.is_false(negative) {
            return Ok(negative);
        }
        // How a formal was made is not the function's to know.
        if self.has_formal(size, 64) {
            return Err(Stop::Follow(FollowReason::Size));
        }
        let origin = self.was_negative(size, DEPTH);
        Ok(self.symbols.pool.and(negative, origin))
    }

    /// The condition that something in the making of a size was less than zero.
    fn was_negative(&mut self, size: Term, depth: u32) -> Term {
        let Some(depth) = depth.checked_sub(1) else { return self.symbols.pool.truth(false) };
        match self.symbols.pool.node(size) {
            Node::Constant(limbs) => {
                let width = self.symbols.pool.width(size);
                let top = width.is_multiple_of(64).then(|| limbs[limbs.len() - 1] >> 63 == 1);
                self.symbols.pool.truth(top.unwrap_or(false))
            }
            Node::Var(var) => {
                let signed =
                    self.symbols.pool.var_width(var) == 64 && !self.symbols.unsigned.contains(&var);
                self.symbols.pool.truth(signed)
            }
            Node::SignExtend(_) | Node::Neg(_) => self.symbols.pool.truth(true),
            Node::Binary(op, a, b) => self.is_made_of_negative(op, a, b, depth),
            // A multiple of a power of two has become a concatenation.
            Node::Concat { high, .. } => self.was_negative(high, depth),
            Node::Extract { of, low: 0, .. } => self.was_negative(of, depth),
            Node::Ite { condition, then, els } => {
                let (a, b) = (self.was_negative(then, depth), self.was_negative(els, depth));
                self.symbols.pool.ite(condition, a, b)
            }
            _ => self.symbols.pool.truth(false),
        }
    }

    fn is_made_of_negative(&mut self, op: BinaryOp, a: Term, b: Term, depth: u32) -> Term {
        match op {
            BinaryOp::Sub => self.takes_too_much(a, b, depth),
            BinaryOp::Add => match (self.taken_away(a), self.taken_away(b)) {
                (Some(less), None) => self.takes_too_much(b, less, depth),
                (None, Some(less)) => self.takes_too_much(a, less, depth),
                _ => self.either_was_negative(a, b, depth),
            },
            BinaryOp::Mul => self.either_was_negative(a, b, depth),
            BinaryOp::Shl => self.was_negative(a, depth),
            BinaryOp::Sdiv | BinaryOp::Srem | BinaryOp::Ashr => self.symbols.pool.truth(true),
            // A mask with its top bit set is no negative number.
            BinaryOp::And | BinaryOp::Or => {
                match (self.symbols.pool.is_constant(a), self.symbols.pool.is_constant(b)) {
                    (true, _) => self.was_negative(b, depth),
                    (_, true) => self.was_negative(a, depth),
                    _ => self.either_was_negative(a, b, depth),
                }
            }
            _ => self.symbols.pool.truth(false),
        }
    }

    fn either_was_negative(&mut self, a: Term, b: Term, depth: u32) -> Term {
        let (a, b) = (self.was_negative(a, depth), self.was_negative(b, depth));
        self.symbols.pool.or(a, b)
    }

    /// What a term that is added takes away: a negative constant, or the negation of something.
    fn taken_away(&mut self, added: Term) -> Option<Term> {
        if let Node::Neg(less) = self.symbols.pool.node(added) {
            return Some(less);
        }
        let (constant, width) =
            (self.symbols.pool.as_constant(added)?, self.symbols.pool.width(added));
        let negative = constant >> (width - 1) & 1 == 1;
        negative.then(|| self.symbols.pool.neg(added))
    }

    /// The condition that `a - b` is less than zero.
    fn takes_too_much(&mut self, a: Term, b: Term, depth: u32) -> Term {
        let wraps = self.symbols.pool.ult(a, b);
        let before = self.was_negative(a, depth);
        self.symbols.pool.or(wraps, before)
    }
}
