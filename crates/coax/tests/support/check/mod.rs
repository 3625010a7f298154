//! The parts of the check corpus: directives, runs of `coax check`, and the judgement about them.

pub mod directive;
pub mod invoke;
pub mod judge;
