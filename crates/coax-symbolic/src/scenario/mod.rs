//! Scenarios: calls one after the other, whose arguments are inputs, literals or what earlier calls
//! brought about.
//!
//! What is run for itself is never a function but a scenario; a function is one of a single call. The
//! caller hands in calls. While they are prepared, steps are found that they need (a stream is opened,
//! elements are counted, objects are constructed): those are inserted before them, and what was
//! constructed is destroyed after the last call.
//!
//! - *Invariant:* operands name calls by their number among the calls that were handed in; so a step that is
//!   inserted changes no operand.
//! - *Invariant:* a step that has run has an observation; the steps before the current one have run, or
//!   there was nothing left to release.

mod progress;
mod run;
mod sequence;

use coax_expr::Term;
use coax_ir::FuncId;

pub use sequence::{InputWord, RunSequences, Watcher, add_answer};

pub(crate) use sequence::answer_in_sequence;

pub(crate) use progress::{InScenario, Progress, Ready, RunningStep};

/// Calls one after the other. The last one is the call under test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// The calls, in order.
    pub steps: Vec<Step>,
    /// It may be extended: what its steps made is not released when the last call has returned.
    pub is_open: bool,
}

/// One call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is called.
    pub function: FuncId,
    /// The object that a method is called on. A constructor makes its own.
    pub receiver: Operand,
    /// One per parameter that the source writes; those behind the last are inputs.
    pub arguments: Vec<Operand>,
}

/// What a call is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Operand {
    /// An input, made as the code looks at it.
    #[default]
    Input,
    /// The machine words it is passed in.
    Literal(Vec<u64>),
    /// What the call of this number returned.
    Result(usize),
    /// The object that the call of this number was made on, or made.
    Object(usize),
}

/// What a step is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Opens the stream that calls are given.
    OpenStream,
    /// Decides how many elements an object has.
    Count,
    /// Chooses how an object is made.
    Choose,
    /// Makes an object, and uses it if its maker does so.
    Construct,
    /// Brings an object into another state.
    Use,
    /// A call of the scenario itself.
    Call,
    /// Ends the life of what a step made.
    Release,
}

/// What a step returned, or what left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observed {
    /// It returned these words.
    Returned(Vec<ObservedWord>),
    /// An exception left it: the address of the exception object.
    Threw(u64),
}

/// A word that a step returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservedWord {
    /// Its value under the path's model.
    pub value: u64,
    /// Bits that were never written.
    pub undefined: u64,
    /// What it is in terms of the inputs, if it depends on any.
    pub term: Option<Term>,
}

impl Scenario {
    /// A single call of a function, with inputs.
    pub fn of(function: FuncId) -> Scenario {
        Scenario { steps: vec![Step::call(function)], is_open: false }
    }

    /// The function under test.
    pub fn under_test(&self) -> Option<FuncId> {
        self.steps.last().map(|step| step.function)
    }
}

impl Step {
    /// A call with inputs.
    pub fn call(function: FuncId) -> Step {
        Step { function, receiver: Operand::Input, arguments: Vec::new() }
    }

    /// What is passed for the parameter of this number.
    pub(crate) fn argument(&self, number: usize) -> &Operand {
        self.arguments.get(number).unwrap_or(&Operand::Input)
    }

    /// Is a test able to write it? What calls return is not named in tests.
    pub(crate) fn is_of_inputs(&self) -> bool {
        let is_input = |operand: &Operand| *operand == Operand::Input;
        is_input(&self.receiver) && self.arguments.iter().all(is_input)
    }
}

#[cfg(test)]
mod tests;
