//! How questions were answered.

use std::time::Duration;

/// Counts per layer. Every question asked is counted in `asked` and in exactly one of the others
/// (`simplified` to `backend_unknown`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Questions.
    pub asked: u64,
    /// Answered without looking at more than the question, what is known and the current model.
    pub simplified: u64,
    /// Answered by trying all values.
    pub domains: u64,
    /// Refuted because comparisons contradict each other.
    pub orders: u64,
    /// Answered by a known model.
    pub models: u64,
    /// Answered by changing the current model a little.
    pub edits: u64,
    /// Answered by an answer to another question.
    pub cached: u64,
    /// The back end found a model, which was right.
    pub backend_sat: u64,
    /// The back end found that there is none.
    pub backend_unsat: u64,
    /// The back end gave up, or its model was wrong.
    pub backend_unknown: u64,
    /// Of the latter: models that were wrong (the payload of a NaN, mostly).
    pub wrong_models: u64,
    /// Questions to the back end beside those asked: whether a refuted question is absurd by itself.
    pub absurdity_checks: u64,
    /// Back-end instances made.
    pub contexts_made: u64,
    /// Back-end questions that an existing instance answered.
    pub contexts_reused: u64,
    /// Answers "there is a model", from any layer.
    pub sat: u64,
    /// Answers "there is none", from any layer.
    pub unsat: u64,
    /// Time spent in the back end. For people: nothing depends on it.
    pub backend_time: Duration,
}
