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
        self.rebuild_cone(t, cone, |pool, old| match pool.node(old) {
            Node::Var(var) => known.get(&var).copied(),
            _ => None,
        })
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
        for old in self.cone(&[t], touched) {
            let built = match self.node(old) {
                Node::Var(var) => replacements.get(&var).copied().unwrap_or(old),
                _ => self.rebuild(old, &|t| known.get(&t).copied().unwrap_or(t)),
            };
            assert_eq!(self.width(old), self.width(built), "a replacement keeps the width");
            known.insert(old, built);
        }
        known.get(&t).copied().unwrap_or(t)
    }

    /// `t` with applications replaced by terms of their width, all at once. What an application is
    /// applied to is replaced in, too.
    pub fn without_applications(&mut self, t: Term, replacements: &HashMap<Term, Term>) -> Term {
        let cone = self.cone(&[t], |pool: &Pool, t: Term| pool.has_apply(t));
        self.rebuild_cone(t, cone, |_, old| replacements.get(&old).copied())
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

    fn rebuild_cone(
        &mut self,
        t: Term,
        cone: Vec<Term>,
        replacement: impl Fn(&Pool, Term) -> Option<Term>,
    ) -> Term {
        let mut new: HashMap<Term, Term> = HashMap::with_capacity(cone.len());
        for old in cone {
            let built = match replacement(self, old) {
                Some(replacement) => replacement,
                None => self.rebuild(old, &|t| new.get(&t).copied().unwrap_or(t)),
            };
            new.insert(old, built);
        }
        new.get(&t).copied().unwrap_or(t)
    }

    /// The terms below `roots` (themselves included) that `enter` accepts, operands first.
    pub(crate) fn cone(&self, roots: &[Term], enter: impl Fn(&Pool, Term) -> bool) -> Vec<Term> {
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

    /// The same operator on other operands.
    fn rebuild(&mut self, t: Term, new: &dyn Fn(Term) -> Term) -> Term {
        let width = self.width(t);
        match self.node(t) {
            Node::Constant(_) | Node::Var(_) => t,
            Node::Not(a) => self.not(new(a)),
            Node::Neg(a) => self.neg(new(a)),
            Node::Binary(op, a, b) => self.binary(op, new(a), new(b)),
            Node::Compare(op, a, b) => self.compare(op, new(a), new(b)),
            Node::Overflow(op, a, b) => self.overflow(op, new(a), new(b)),
            Node::Concat { high, low } => self.concat(new(high), new(low)),
            Node::Extract { of, high, low } => self.extract(new(of), high, low),
            Node::ZeroExtend(a) => self.zext(new(a), width),
            Node::SignExtend(a) => self.sext(new(a), width),
            Node::Ite { condition, then, els } => self.ite(new(condition), new(then), new(els)),
            Node::Float(op, format, a, b) => self.float(op, format, new(a), new(b)),
            Node::FloatUnary(op, format, a) => self.float_unary(op, format, new(a)),
            Node::Fma(format, [a, b, c]) => self.fma(format, new(a), new(b), new(c)),
            Node::FloatCompare(op, format, a, b) => self.float_compare(op, format, new(a), new(b)),
            Node::FloatToFloat { from, to, of } => self.float_to_float(from, to, new(of)),
            Node::IntToFloat { signed, to, of } => self.int_to_float(signed, to, new(of)),
            Node::FloatToInt { signed, from, of } => {
                self.float_to_int(signed, from, new(of), width)
            }
            Node::Lookup { elements, index } => {
                let elements: Vec<Term> = elements.iter().map(|&element| new(element)).collect();
                self.lookup(&elements, new(index))
            }
            Node::Apply { function, args } => {
                let args: Vec<Term> = args.iter().map(|&arg| new(arg)).collect();
                self.apply(function, &args)
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
