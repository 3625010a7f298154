//! How paths end, and how far an exploration is.

use std::sync::Arc;

use coax_interp::{BranchTrace, ErrorReport};
use coax_kinds::Incomplete;
use coax_symbolic::guards::GuideCounts;
use coax_symbolic::symbolic::Input;
use coax_symbolic::unit::Given;

/// How a path ended.
#[derive(Clone, Debug)]
pub enum PathEnd {
    /// The program ended with this status.
    Exited(i32),
    /// The program ended with an undefined status: `main` returns nothing.
    ExitedAnyhow,
    /// The function returned.
    Returned,
    /// An exception left the function.
    Exception,
    /// The program is wrong.
    Error(ErrorReport),
    /// No input satisfies what is assumed.
    AssumedAway,
    /// A bound was reached.
    Bounded(Incomplete),
    /// Something cannot be run.
    Unsupported(ErrorReport),
    /// The solver does not know whether the path goes on.
    SolverUnknown,
    /// A defect of ours.
    Internal(String),
}

/// A path that ended.
pub struct FinishedPath<'a> {
    /// How.
    pub end: PathEnd,
    /// Leaks and the like: wrong although the program ended well.
    pub also: Vec<ErrorReport>,
    /// Errors it has gone on behind, in order.
    pub after: Vec<Arc<ErrorReport>>,
    /// It ended in an error behind which a native run may go on, and no path does.
    pub is_cut: bool,
    /// The inputs it asked for, with their values.
    pub inputs: Vec<(&'a Input, Vec<u8>)>,
    /// How many instructions it has.
    pub steps: u64,
    /// How many conditions.
    pub conditions: usize,
    /// Did it come to places no path had come to?
    pub new_coverage: bool,
    /// Which way it went, if the program tells.
    pub branch_trace: BranchTrace,
    /// What the unit was given, if a unit was run.
    pub given: Option<Given>,
    /// Where it goes wrong although that was verified.
    pub refuted: Option<String>,
}

/// How far an exploration is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Paths that ended by themselves.
    pub completed: u64,
    /// Paths that ended in an error.
    pub error: u64,
    /// Paths with inputs that are assumed away.
    pub assumed_away: u64,
    /// Paths that a bound ended.
    pub bounded: u64,
    /// Paths that came to something we cannot run.
    pub unsupported: u64,
    /// Paths the solver could not decide.
    pub unknown: u64,
    /// Infeasible other sides of decisions.
    pub infeasible: u64,
    /// Paths put aside.
    pub pending: u64,
    /// Pending paths that were thrown away for lack of memory.
    pub dropped: u64,
    /// Instructions run.
    pub steps: u64,
    /// Paths run from where they were put aside to their ends.
    pub runs: u64,
    /// Sides of branches that paths have come to, in the program's own functions,
    pub covered: u64,
    /// out of so many in the functions that were entered.
    pub places: u64,
    /// Paths that went another way than was predicted.
    pub divergences: u64,
    /// Paths through functions that were summed up.
    pub summaries: u64,
    /// What guards came to.
    pub guide: GuideCounts,
}

impl Tally {
    /// Paths that ended, whichever way.
    pub fn ended(&self) -> u64 {
        self.completed
            + self.error
            + self.assumed_away
            + self.bounded
            + self.unsupported
            + self.unknown
    }
}
