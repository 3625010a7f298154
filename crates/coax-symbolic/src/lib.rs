//! Runs programs with inputs: the layers above the interpreter, and what joins them to it.
//!
//! [`symbolic`] knows terms and decides, [`unit`] and [`scenario`] make the inputs of functions without a harness and run
//! calls one after the other, [`summaries`] steps over calls, [`explore`] runs path after path. The interpreter
//! (`coax-interp`) reaches all of them through its hooks.
//!
//! Invariants:
//! - What the layers keep in a state is a value: nothing in it is shared and mutable.
//! - All that can go two ways because of inputs goes through one door, `Symbols::decide`.

mod at_guards;
pub mod guards;
mod hooks;
mod layers;
#[cfg(test)]
#[path = "../../coax-interp/tests/support/nowhere.rs"]
mod nowhere;
pub mod scenario;
pub mod summaries;
pub mod symbolic;
pub mod unit;

pub use coax_interp::{
    Argument, BranchTrace, DirEntry, ErrorKind, ErrorReport, FileStatus, Flow, Foreign, ForeignArg,
    ForeignResult, Frame, LISTED_EDGES, Library, LibraryState, Limits, LocalTime, Location, Most,
    Note, Returned, Stop, TraceFrame, Treatment, Value, World,
};
pub use layers::{Conditions, InMachine, InState, Layers, ObjectSizes, WithSymbols};
pub use summaries::SumUpCalls;
pub use symbolic::{ApplicationRequests, SizeRequests, TermRequests};
pub use unit::RunScenarios;

/// Runs states of one program.
pub type Machine<'p> = coax_interp::Machine<'p, Layers>;
/// Everything that changes while a program runs.
pub type State<'p> = coax_interp::State<'p, Layers>;
/// One call of a model: its arguments and everything it may touch.
pub type Call<'a, 'p> = coax_interp::Call<'a, 'p, Layers>;
/// A function that the library provides.
pub type Model = coax_interp::Model<Layers>;

use coax_interp::{Mark, Modelled, Rest, Stage};
