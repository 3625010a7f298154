//! What is verified: a static analysis that states its assumptions, and what follows from its results for a
//! search that should go where something is left to show.
//!
//! - [`Analyser`] says of every check of a function whether it is verified, verified if stated assumptions hold,
//!   or open. Modular abstract interpretation: intervals, pointers as object and distance, sizes and lives of
//!   objects, what was written.
//! - [`KnownChecks`] puts the results of all sources together.
//! - [`boolean`] abstracts a function to its assumptions and infers where executions may or must be unverified.
//! - [`Guiding`] says for every instruction what a search does before it.
//!
//! Invariants: what is verified without an assumption holds for every execution up to its first error in memory or
//! division; every check that the engine makes is listed; all assumptions that a verdict needs are named with it.
//!
//! Absent on purpose: the engine, solvers, files, clocks; threads and signal handlers, as everywhere in Coax.

mod addresses;
mod analysis;
mod annotations;
mod assumption;
pub mod boolean;
mod check;
mod domain;
mod extents;
mod fixpoint;
mod guidance;
mod known;
mod library;
mod memory;
mod possible;
mod state;
mod summary;
mod termination;
mod testing;
mod transfer;

pub use analysis::{Analysed, Analyser, GivenUp};
pub use assumption::{Assumption, AssumptionId, Predicate};
pub use check::{COVERED, Check, Verdict};
pub use guidance::{FunctionGuide, Guiding, Point};
pub use known::KnownChecks;
pub use testing::Test;
