//! What the growth hands out: sequences worth keeping.

use coax_case::TestCase;
use coax_engine::ErrorReport;
use coax_ir::{FuncId, Pc};

use crate::Progress;

/// A sequence worth keeping as a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    /// The calls, the variables they work on, what is released behind them, and what is expected. Its id is empty.
    pub case: TestCase,
    /// The function that the last call before the releases calls.
    pub under_test: FuncId,
    /// How it ends.
    pub outcome: Outcome,
    /// What found it.
    pub method: Method,
    /// The branch sides that its calls cover, in order.
    pub covered: Vec<Side>,
    /// Those of them that no earlier driver of this growth covers.
    pub new_sides: Vec<Side>,
    /// It passes null or an extreme value that no precondition of the code is known to allow: an error may be the
    /// caller's.
    pub extreme: bool,
}

/// How a driver ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The last call returns.
    Normal,
    /// An exception leaves the last call.
    Exception {
        /// The type of what was thrown as the source spells it, if it has a name.
        ty: Option<String>,
    },
    /// The last call, or a release behind it, does something that the catalogue of errors forbids.
    Error(Box<ErrorReport>),
}

/// What found a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Random extension of a kept sequence.
    Random,
    /// Concolic execution of a kept sequence towards an uncovered branch side.
    Concolic,
}

/// A side of a branch or switch: an instruction and one of the places it jumps to. The same in all growths of one
/// program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side {
    /// The function it is in.
    pub function: FuncId,
    /// The branch or switch.
    pub at: Pc,
    /// Where it goes on.
    pub to: Pc,
}

/// What is told while sequences grow.
pub trait Observer {
    /// A sequence is worth keeping.
    fn driver(&mut self, driver: Driver);

    /// An attempt has ended: is it to go on?
    fn goes_on(&mut self, progress: &Progress) -> bool;
}
