//! How questions were answered.

use std::time::Duration;

/// How questions with applications were answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MixedCounts {
    /// Questions.
    pub asked: u64,
    /// There is no model for any meaning of the functions, or none is left for theirs.
    pub refuted: u64,
    /// The first solution of the simple part did.
    pub first: u64,
    /// One with values of an earlier model did.
    pub residual: u64,
    /// One with random values did.
    pub random: u64,
    /// One in a part of a function's domain did.
    pub partition: u64,
    /// One unlike those before did.
    pub incremental: u64,
    /// No answer was found.
    pub unknown: u64,
}

/// How questions about floats and products were answered. A question with applications may come to
/// several of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NumericCounts {
    /// Questions.
    pub asked: u64,
    /// The SMT solver knew.
    pub smt: u64,
    /// Intervals showed that there is no model.
    pub icp: u64,
    /// A search found a model.
    pub search: u64,
    /// A run of the program with guessed inputs was a model.
    pub trials: u64,
    /// No answer was found.
    pub unknown: u64,
}

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
    /// A model was found beyond the layers, by the back end or the numeric search, and it was right.
    pub backend_sat: u64,
    /// It was found there that there is none.
    pub backend_unsat: u64,
    /// No answer was found there.
    pub backend_unknown: u64,
    /// Models of the back end that were wrong (the payload of a NaN, mostly).
    pub wrong_models: u64,
    /// Questions with applications, and how they went.
    pub mixed: MixedCounts,
    /// Questions about floats and products, and those with applications that nothing else settled.
    pub numeric: NumericCounts,
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
