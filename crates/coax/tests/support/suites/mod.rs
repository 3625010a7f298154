//! The parts of the corpus of suites: directives, runs of `coax test`, and the judgement about them.

pub mod directive;
pub mod invoke;
pub mod judge;
