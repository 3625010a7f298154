//! Tests of single functions: the call, with the very inputs that were found.
//!
//! A test includes the source file that has the function, so that static functions can be called
//! and nothing is copied; it defines the objects the function is given, and calls it. What is
//! needed at run time is `support/coax_unit.h` and `coax_unit.c`.
//!
//! What functions and variables are called is looked up in the program first (`resolved`,
//! `stub_types`). How a value becomes text: its bytes become a tree that follows its type (`tree`), the tree
//! becomes an initialiser or assignments (`body`), pointers become expressions (`pointers`), and
//! objects are defined in an order in which most pointers can be written at once (`objects`).
//!
//! A case that is a sequence of calls has its own writer (`sequence`), around the same body.
//!
//! Invariant, as in the rest of this crate: compiled, a value has the bytes of the case, padding
//! included where the case says something about it.

mod body;
mod call;
mod command;
mod constructed;
mod made_by_api;
mod objects;
mod place;
mod pointers;
mod render;
mod resolved;
mod scalar;
mod sequence;
mod stub_types;
mod stubs;
mod tree;
mod types;

pub use command::{missing_symbols, unit_makefile, unit_runtime};
pub(crate) use render::{is_replaced, parts, readable};
pub(crate) use sequence::{parts as sequence_parts, readable as sequence_readable};
