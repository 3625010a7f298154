//! Runs coax-ir programs: state, step, checks, calls.
//!
//! One seam divides it. Plain code runs over machine words at full
//! speed and never looks at anything else; the moment a value is more than a
//! word (undefined bits, terms over the inputs) its frame becomes *mixed* and
//! is stepped with tags beside the words, until it is plain again. Concrete
//! code therefore pays nothing for what it does not use.
//!
//! Invariants:
//! - A [`State`] is a value: nothing in it is shared and mutable.
//! - The program being wrong, our stopping, and our being wrong are different
//!   things: see [`Stop`].
//! - The outside world is reached only through [`World`].

mod arith;
mod branch_trace;
mod calls;
pub mod explore;
mod floats;
mod heap;
mod intrinsics;
mod jumps;
mod library;
mod machine;
mod mixed;
#[cfg(test)]
#[path = "../tests/support/nowhere.rs"]
mod nowhere;
mod plain;
mod rare;
mod report;
mod state;
mod stop;
pub mod summaries;
pub mod symbolic;
mod typeinfo;
pub mod unit;
mod unwind;
mod varargs;
mod visits;
mod world;

pub use branch_trace::{BranchTrace, LISTED as LISTED_EDGES};
pub use coax_kinds::ErrorKind;
pub use library::{Call, Flow, Library, LibraryState, Model, Most, Returned, Treatment, Value};
pub use machine::{Argument, Limits, Machine};
pub use report::{ErrorReport, Location, Note, TraceFrame};
pub use state::{Frame, State};
pub use stop::Stop;
pub use world::{DirEntry, FileStatus, Foreign, ForeignArg, ForeignResult, LocalTime, World};
