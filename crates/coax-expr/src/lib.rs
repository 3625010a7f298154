//! Interned bit-vector terms: build, rewrite, evaluate, print.
//!
//! A [`Pool`] holds every [`Term`] once. Its methods build terms: they fold constants, rewrite by
//! small named rules (`rewrite/`), and store what is left. An [`Evaluator`] computes a term under
//! an [`Assignment`], bit for bit as the engine would have. [`smtlib`] writes terms out for any
//! solver, a [`Listing`] for another pool.
//!
//! - *Invariant:* the same calls in the same order give the same ids, on every run.
//! - *Invariant:* rewriting never changes a value, also not of a NaN or of a division by 0.
//! - *Absent on purpose:* sorts other than bit-vectors, arrays, quantifiers, recursion over terms.

mod assignment;
mod bits;
mod build;
mod build_float;
mod display;
mod evaluator;
mod expand;
mod float;
mod hash;
mod listing;
mod meaning;
mod nesting;
mod occurrences;
mod packed;
mod pool;
mod rewrite;
mod rewritten;
mod slices;
mod smtlib;
mod substitute;
mod term;
mod var_sets;

pub use assignment::Assignment;
pub use bits::{Bits, MAX_WIDTH};
pub use display::Shown;
pub use evaluator::Evaluator;
pub use listing::Listing;
pub use pool::{Meaning, Pool, Signature};
pub use smtlib::smtlib;
pub use term::{
    BinaryOp, CompareOp, FloatCompare, FloatFormat, FloatOp, FloatUnary, Function, Node,
    OverflowOp, Term, Var,
};
