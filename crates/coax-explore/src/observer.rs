//! Who is told about paths, and asked whether to go on.

use coax_interp::Outcome;
use coax_kinds::Incomplete;
use coax_symbolic::symbolic::Symbols;

use crate::outcome::{FinishedPath, PathEnd, Tally};
use crate::seed::{Hint, Seed};

/// Who is told about paths.
pub trait SearchObserver<'p> {
    /// A path ended.
    fn path(&mut self, symbols: &mut Symbols<'p>, path: FinishedPath<'_>);
    /// Asked before a path is told that came to these outcomes, which no test shows: will a test of it be kept? From then on
    /// that test shows them.
    fn keeps_test(&mut self, _end: &PathEnd, _untested: &[Outcome]) -> bool {
        false
    }
    /// Asked every few milliseconds: shall it stop, and by which bound?
    fn stop(&mut self, tally: &Tally, symbols: &Symbols<'p>) -> Option<Incomplete>;
    /// How many bytes the process has in use; 0 if that is not measured.
    fn memory(&mut self) -> u64 {
        0
    }
    /// Is another worker out of work?
    fn wants_work(&mut self) -> bool {
        false
    }
    /// A pending path for another worker.
    fn accept(&mut self, _seed: Seed) {}
    /// Inputs that may belong to a pending path of another worker; `false` if no other worker is left.
    fn pass_on(&mut self, _hint: Hint) -> bool {
        false
    }
    /// Inputs that another worker found and that may belong to a pending path of this one.
    fn hint(&mut self) -> Option<Hint> {
        None
    }
}
