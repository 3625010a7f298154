//! Answers that need no search: the question is constant, is already known, contradicts what is
//! known word for word, or holds in the current model.

use coax_expr::{Assignment, Evaluator, Pool, Term};

use crate::answer::Answer;
use crate::conditions::Conditions;

/// The answer, if it is plain.
pub fn answer(
    pool: &mut Pool,
    evaluator: &mut Evaluator,
    conditions: &Conditions,
    extra: Term,
    model: &Assignment,
) -> Option<Answer> {
    if pool.is_false(extra) {
        return Some(Answer::Unsat);
    }
    if pool.is_true(extra) || conditions.contains(extra) {
        return Some(Answer::Sat(model.clone()));
    }
    let negated = pool.not(extra);
    if conditions.contains(negated) {
        return Some(Answer::Unsat);
    }
    evaluator.begin();
    evaluator.holds(pool, extra, model).then(|| Answer::Sat(model.clone()))
}
