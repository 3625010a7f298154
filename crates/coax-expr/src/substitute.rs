//! Terms in place of variables and applications.
//!
//! Everything above a replaced variable is built again through the constructors, in the order of
//! ids, so that no recursion is needed and rules see the new operands.

use std::collections::HashMap;

use crate::pool::Pool;
use crate::term::{Node, Term, Var};

impl Pool {
    /// `t` with variables replaced by terms of their width, all at once.
    pub fn substitute(&mut self, t: Term, replacements: &[(Var, Term)]) -> Term {
        for &(var, term) in replacements {
            assert_eq!(self.var_width(var), self.width(term), "a replacement keeps the width");
        }
        // Of several for one variable, the first counts.
        let known: HashMap<Var, Term> = replacements.iter().rev().copied().collect();
        let touched = |pool: &Pool, t: Term| {
            let vars = pool.vars(t);
            match vars.len() < replacements.len() {
                true => vars.iter().any(|var| known.contains_key(var)),
                false => replacements.iter().any(|(var, _)| vars.binary_search(var).is_ok()),
            }
        };
        let cone = self.cone(&[t], touched);
        let mut new = HashMap::with_capacity(cone.len());
        Rebuilding { pool: self, new: &mut new }.all(cone, |pool, old| match pool.node(old) {
            Node::Var(var) => known.get(&var).copied(),
            _ => None,
        });
        new.get(&t).copied().unwrap_or(t)
    }

    /// `t` with variables replaced by terms of their width, all at once. What was replaced before is
    /// found in `known`, which belongs to these replacements.
    pub fn replace(
        &mut self,
        t: Term,
        replacements: &HashMap<Var, Term>,
        known: &mut HashMap<Term, Term>,
    ) -> Term {
        let touched = |pool: &Pool, t: Term| {
            !known.contains_key(&t) && pool.vars(t).iter().any(|var| replacements.contains_key(var))
        };
        let cone = self.cone(&[t], touched);
        Rebuilding { pool: self, new: known }.all(cone, |pool, old| match pool.node(old) {
            Node::Var(var) => replacements.get(&var).copied(),
            _ => None,
        });
        known.get(&t).copied().unwrap_or(t)
    }

    /// `t` with applications replaced by terms of their width, all at once. What an application is
    /// applied to is replaced in, too.
    pub fn without_applications(&mut self, t: Term, replacements: &HashMap<Term, Term>) -> Term {
        let cone = self.cone(&[t], |pool: &Pool, t: Term| pool.has_apply(t));
        let mut new = HashMap::with_capacity(cone.len());
        Rebuilding { pool: self, new: &mut new }
            .all(cone, |_, old| replacements.get(&old).copied());
        new.get(&t).copied().unwrap_or(t)
    }

    /// The terms below `roots`, themselves included, operands first.
    pub fn below(&self, roots: &[Term]) -> Vec<Term> {
        self.cone(roots, |_: &Pool, _: Term| true)
    }

    /// The applications in `roots`, those within others first.
    pub fn applications(&self, roots: &[Term]) -> Vec<Term> {
        let mut found = self.cone(roots, |pool: &Pool, t: Term| pool.has_apply(t));
        found.retain(|&t| matches!(self.node(t), Node::Apply { .. }));
        found
    }

    /// The terms below `roots` (themselves included) that `enter` accepts, operands first.
    fn cone(&self, roots: &[Term], enter: impl Fn(&Pool, Term) -> bool) -> Vec<Term> {
        let mut seen: HashMap<Term, ()> = HashMap::new();
        let mut stack = roots.to_vec();
        let mut found = Vec::new();
        while let Some(t) = stack.pop() {
            if !enter(self, t) || seen.insert(t, ()).is_some() {
                continue;
            }
            found.push(t);
            self.node(t).for_each_operand(|operand| stack.push(operand));
        }
        found.sort_unstable();
        found
    }
}

/// Terms that are built again.
struct Rebuilding<'p> {
    pool: &'p mut Pool,
    /// What became of each term so far; the others stay themselves.
    new: &'p mut HashMap<Term, Term>,
}

impl Rebuilding<'_> {
    /// Builds the terms of a cone, operands first: their replacements, or the same operators on new operands.
    fn all(&mut self, cone: Vec<Term>, replacement: impl Fn(&Pool, Term) -> Option<Term>) {
        for old in cone {
            let built = match replacement(self.pool, old) {
                Some(replacement) => replacement,
                None => self.one(old),
            };
            let widths = (self.pool.width(old), self.pool.width(built));
            assert_eq!(widths.0, widths.1, "a replacement keeps the width");
            self.new.insert(old, built);
        }
    }

    /// The same operator on the new operands.
    fn one(&mut self, t: Term) -> Term {
        let new = |t: Term| self.new.get(&t).copied().unwrap_or(t);
        let pool = &mut *self.pool;
        let width = pool.width(t);
        match pool.node(t) {
            Node::Constant(_) | Node::Var(_) => t,
            Node::Not(a) => pool.not(new(a)),
            Node::Neg(a) => pool.neg(new(a)),
            Node::Binary(op, a, b) => pool.binary(op, new(a), new(b)),
            Node::Compare(op, a, b) => pool.compare(op, new(a), new(b)),
            Node::Overflow(op, a, b) => pool.overflow(op, new(a), new(b)),
            Node::Concat { high, low } => pool.concat(new(high), new(low)),
            Node::Extract { of, high, low } => pool.extract(new(of), high, low),
            Node::ZeroExtend(a) => pool.zext(new(a), width),
            Node::SignExtend(a) => pool.sext(new(a), width),
            Node::Ite { condition, then, els } => pool.ite(new(condition), new(then), new(els)),
            Node::Float(op, format, a, b) => pool.float(op, format, new(a), new(b)),
            Node::FloatUnary(op, format, a) => pool.float_unary(op, format, new(a)),
            Node::Fma(format, [a, b, c]) => pool.fma(format, new(a), new(b), new(c)),
            Node::FloatCompare(op, format, a, b) => pool.float_compare(op, format, new(a), new(b)),
            Node::FloatToFloat { from, to, of } => pool.float_to_float(from, to, new(of)),
            Node::IntToFloat { signed, to, of } => pool.int_to_float(signed, to, new(of)),
            Node::FloatToInt { signed, from, of } => {
                pool.float_to_int(signed, from, new(of), width)
            }
            Node::Lookup { elements, index } => {
                let elements: Vec<Term> = elements.iter().map(|&element| new(element)).collect();
                pool.lookup(&elements, new(index))
            }
            Node::Apply { function, args } => {
                let args: Vec<Term> = args.iter().map(|&arg| new(arg)).collect();
                pool.apply(function, &args)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_replaced_all_at_once_and_remembered() {
        let mut pool = Pool::new();
        let (x, y) = (pool.new_var("x", 8), pool.new_var("y", 8));
        let (a, b) = (pool.var(x), pool.var(y));
        let (sum, difference) = (pool.add(a, b), pool.sub(a, b));
        let swapped = HashMap::from([(x, b), (y, a)]);
        let mut known = HashMap::new();
        let opposite = pool.sub(b, a);
        assert_eq!(pool.replace(difference, &swapped, &mut known), opposite);
        assert_eq!(pool.replace(sum, &swapped, &mut known), sum);
        assert_eq!(known[&difference], opposite);
        assert_eq!(pool.replace(a, &HashMap::new(), &mut HashMap::new()), a);
    }
}
