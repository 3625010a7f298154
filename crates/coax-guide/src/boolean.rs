//! The boolean abstraction of a function, and what is inferred from it.
//!
//! A function becomes a program over its assumption identifiers alone ([`Program`]): they begin as true, an
//! assumption may make its identifier false, a check that is not verified is an assertion with a supposition, and
//! control goes any way. Backwards from its end, [`infer`] computes for every point
//!
//! - the *may-unverified* condition: where it is false, every execution from there on is verified;
//! - the *must-unverified* condition: where it is true, every execution from there on meets an assertion, and the
//!   suppositions of all that it meets are false.
//!
//! [`place`] says where `assume` and `tryfirst` would be put.
//!
//! Every execution of the function is one of the abstract program, so both conditions hold for the function too.
//! After M. Christakis, P. Müller, V. Wüstholz: Guiding Dynamic Symbolic Execution toward Unverified Program
//! Executions, section 3.

mod abstraction;
mod condition;
mod inference;
mod placement;
mod program;
#[cfg(test)]
mod tests;

pub use abstraction::{Abstraction, Row};
pub use condition::{Condition, Cube, Literal};
pub use inference::{Conditions, infer};
pub use placement::{Placed, place};
pub use program::{Called, Node, Program, Statement, Supposition};
