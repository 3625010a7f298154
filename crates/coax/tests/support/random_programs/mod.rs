//! Random C functions of a few small inputs, whose every outcome can be found by trying all inputs.
//!
//! - [`generate`] writes a function; `expressions`, `statements`, `memory` and `indirection`
//!   are its parts, or `parsing`, which writes functions that go through a text.
//! - [`sources`] puts functions into two programs: one that tries all inputs natively and one that
//!   is explored.
//! - [`native`] runs the former, [`explored`] the latter, [`verdict`] compares; [`verified`] compares with what a
//!   static analysis says.
//!
//! Invariants: a seed always gives the same function in every batch; every
//! statement has a line of its own, so that an error is identified by kind and line; loops and
//! recursions are bounded for all inputs; nothing uninitialised is read.

mod chance;
mod explored;
mod expressions;
mod generate;
mod indirection;
mod memory;
mod native;
mod no_world;
mod parsing;
mod sources;
mod statements;
mod verdict;
mod verified;

pub use generate::RandomFunction;
pub use verdict::{Verdict, judge_batch};
pub use verified::judge_verified;
