//! Runs coax-ir programs: machine, states, stepping, calls, heap, library.
//!
//! One seam divides it. Plain code runs over machine words at full
//! speed and never looks at anything else; the moment a value is more than a
//! word (undefined bits, terms over the inputs) its frame becomes *mixed* and
//! is stepped with marks beside the words, until it is plain again. Concrete
//! code therefore pays nothing for what it does not use.
//!
//! What a term means, which inputs there are, how a decision forks: all that is above, and reached
//! through one trait, [`Hooks`].
//!
//! Invariants:
//! - A [`State`] is a value: nothing in it is shared and mutable.
//! - The program being wrong, our stopping, and our being wrong are different
//!   things: see [`Stop`].
//! - The outside world is reached only through [`World`].

pub mod arith;
mod branch_trace;
mod calls;
mod chain;
mod coverage;
mod floats;
mod heap;
mod intrinsics;
mod jumps;
mod machine;
mod mixed;
mod plain;
mod rare;
mod report;
mod single_calls;
mod stop;
mod typeinfo;
mod unwind;
mod varargs;
mod visits;
mod world;

pub use branch_trace::{BranchTrace, LISTED as LISTED_EDGES};
pub use chain::Chain;
pub use coax_kinds::ErrorKind;
pub use coverage::{Coverage, Outcome, Revisits};
pub use intrinsics::is_intrinsic;
pub use machine::{
    Argument, Call, Callee, Flow, Frame, Hooks, Library, LibraryState, Limits, Machine, Mark,
    Marks, Model, Modelled, Most, Plain, Rest, Results, Returned, Stage, State, Target, Treatment,
    Value, Variadic,
};
pub use rare::stack_overflow;
pub use report::{ErrorReport, Location, Note, TraceFrame, first_location, in_bytes};
pub use stop::Stop;
pub use world::{DirEntry, FileStatus, Foreign, ForeignArg, ForeignResult, LocalTime, World};
