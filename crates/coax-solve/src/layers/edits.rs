//! Small changes to the current model that make the question true.
//!
//! Most questions are a comparison whose operands can be computed backwards: to make `x + 3 == 7`
//! true, `x` becomes 4. So the wanted truth is pushed down to variables, one guess at each step, and
//! the outcome is evaluated; if that breaks another conjunct, the same is done for that one, a few
//! times. What comes out is a model or nothing: this layer never says "unsat".

use coax_expr::{Assignment, Evaluator, Pool, Term};

use super::inverse::Inverse;
use crate::query::{Found, Query};

/// Ways tried to satisfy the question, and conjuncts repaired on each.
const VARIANTS: u32 = 4;
const REPAIRS: u32 = 5;

/// The layer.
#[derive(Default)]
pub struct Edits {
    evaluator: Evaluator,
}

impl Edits {
    /// An edited model, if one of the guesses is right.
    pub fn answer(&mut self, pool: &Pool, query: &Query<'_>) -> Option<Found> {
        (0..VARIANTS).find_map(|variant| self.attempt(pool, query, variant))
    }

    /// Is there a guess that satisfies the question without its conditions?
    pub fn satisfy_alone(&mut self, pool: &Pool, query: &Query<'_>) -> bool {
        self.answer(pool, &query.alone(pool)).is_some()
    }

    fn attempt(&mut self, pool: &Pool, query: &Query<'_>, variant: u32) -> Option<Found> {
        let mut candidate = query.model.clone();
        for _ in 0..REPAIRS {
            let Some(broken) = self.first_broken(pool, query, &candidate) else {
                return Some(Found::Sat(query.values_in(&candidate)));
            };
            let inverse = Inverse::new(pool, &mut self.evaluator, &candidate, variant);
            candidate = candidate.merged(&inverse.changes_for(broken)?);
        }
        let satisfied = self.first_broken(pool, query, &candidate).is_none();
        satisfied.then(|| Found::Sat(query.values_in(&candidate)))
    }

    /// The first of question and conjuncts that does not hold. The evaluator is at `candidate` then.
    fn first_broken(
        &mut self,
        pool: &Pool,
        query: &Query<'_>,
        candidate: &Assignment,
    ) -> Option<Term> {
        self.evaluator.begin();
        let mut all = query.parts.iter().chain(&query.slice.conjuncts).copied();
        all.find(|&term| !self.evaluator.holds(pool, term, candidate))
    }
}
