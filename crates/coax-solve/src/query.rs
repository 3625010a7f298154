//! One question on its way through the layers.

use coax_expr::{Assignment, Evaluator, Pool, Term, Var};

use crate::conditions::{Conditions, Slice, parts};

/// A question: is there a model of the slice's conjuncts and `extra`?
pub struct Query<'m> {
    /// What is asked for, of width 1.
    pub extra: Term,
    /// Its parts, if it is a conjunction; else itself.
    pub parts: Vec<Term>,
    /// What it depends on.
    pub slice: Slice,
    /// A model of the conditions, though not of `extra`.
    pub model: &'m Assignment,
}

/// What a layer knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// These changes to the current model make one of the question.
    Sat(Vec<(Var, u64)>),
    /// There is no model.
    Unsat,
}

impl<'m> Query<'m> {
    /// The question, with the part of the conditions it depends on.
    pub fn new(
        pool: &Pool,
        conditions: &Conditions,
        extra: Term,
        model: &'m Assignment,
    ) -> Query<'m> {
        let slice = conditions.slice(pool, extra);
        Query { extra, parts: parts(pool, extra), slice, model }
    }

    /// Is there a model of a set of conjuncts, none of which holds in every model? They are sorted.
    /// `near` need not be a model of any of them.
    pub fn of_set(pool: &Pool, mut conjuncts: Vec<Term>, near: &'m Assignment) -> Query<'m> {
        let mut vars: Vec<Var> = conjuncts.iter().flat_map(|&t| pool.vars(t)).copied().collect();
        vars.sort_unstable();
        vars.dedup();
        let has_apply = conjuncts.iter().any(|&t| pool.has_apply(t));
        let extra = conjuncts.pop().expect("an empty set has a model");
        let slice = Slice { conjuncts, vars, has_apply };
        Query { extra, parts: vec![extra], slice, model: near }
    }

    /// The question without its conditions.
    pub fn alone(&self, pool: &Pool) -> Query<'m> {
        let slice = Conditions::new().slice(pool, self.extra);
        Query { extra: self.extra, parts: self.parts.clone(), slice, model: self.model }
    }

    /// Does an assignment satisfy the question? The evaluator starts anew.
    pub fn is_satisfied_by(
        &self,
        pool: &Pool,
        evaluator: &mut Evaluator,
        assignment: &Assignment,
    ) -> bool {
        evaluator.begin();
        // What is asked for fails most often, so it comes first.
        evaluator.holds(pool, self.extra, assignment)
            && self.slice.conjuncts.iter().all(|&term| evaluator.holds(pool, term, assignment))
    }

    /// What another model says about the variables of the question.
    pub fn values_in(&self, other: &Assignment) -> Vec<(Var, u64)> {
        self.slice.vars.iter().map(|&var| (var, other.get(var))).collect()
    }

    /// Conjuncts and question as one sorted set: what a cache remembers it by.
    pub fn key(&self) -> Vec<Term> {
        let mut key = self.slice.conjuncts.clone();
        crate::sorted::insert_all(&mut key, &self.parts);
        key
    }
}
