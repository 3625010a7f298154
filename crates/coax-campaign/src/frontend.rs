//! The seam between a campaign and the command that started it.

use std::path::Path;

use coax_report::{Report, Warning};

use crate::end::{ExitStatus, Failure};

/// What a campaign leaves to the command that started it.
pub trait Frontend {
    /// Prints the report of a campaign that has ended; its files lie in `folder`.
    fn show(&self, report: &Report, folder: &Path);

    /// Says of an error that it is one, as soon as a native run has shown it.
    fn found(&self, _error: &Warning) {}

    /// Ends the process without waiting for any thread, and without destroying what threads may use:
    /// a worker does not come to an end.
    fn end_at_once(&self, end: Result<ExitStatus, Failure>) -> !;
}

/// What a campaign says while it runs, and to whom.
pub struct Output<'a> {
    /// Nothing but errors is said.
    pub quiet: bool,
    /// Every path or function is told on stderr when it is done.
    pub verbose: bool,
    /// Compilers colour what they say.
    pub color: bool,
    /// The command.
    pub frontend: &'a dyn Frontend,
}
