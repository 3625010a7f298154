//! Random term graphs, built through the constructors and computed beside them by the plainest
//! arithmetic there is: lists of bits, one after the other. Nothing of the crate under test is used
//! for the second opinion.

pub mod bit_list;
pub mod program;
