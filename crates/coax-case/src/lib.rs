//! A test case as plain data: steps, the environment they run in, and what is expected of them.
//!
//! The engine describes what a path was given in these words, and a dialect of `coax-suite` writes
//! them as text: neither knows the other. Everything of the program is named by its id in
//! [`coax_ir::Program`]; how a test spells it is the dialect's business.
//!
//! Invariants that those who make cases keep: bytes are memory images, little-endian and as long as
//! their type or shape says; where a [`PointerAt`] says what a pointer points to, the bytes there do
//! not count; indices are valid.
//!
//! A case whose steps are calls that use each other's results is a sequence ([`Invocation`]); [`TestCase::check`] says
//! whether one makes sense.
//!
//! *Absent on purpose:* text of a language, files, terms and models.

mod argument;
mod environment;
mod input;
mod reach;
mod sequence;
mod step;
mod validity;
mod value;

pub use argument::{Argument, Pass};
pub use environment::{Destruction, Environment, Global, Output, OutputTo, REGISTERS, Stub};
pub use input::{Field, Input, Shape, Source};
pub use sequence::{Action, Ending, Invocation, Storage};
pub use step::{Call, Callee, Construction, Entry, MAKER, Making, Step, Use};
pub use validity::{Fault, Invalid};
pub use value::{Object, Pointee, PointerAt, Release, Value};

use coax_ir::FuncId;
use coax_kinds::ErrorKind;

/// A test: calls one after the other, and what is expected of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// Names the test: file name without extension, and what a run prints.
    pub id: String,
    /// What is done, in order. The last call is the one under test; only releases come behind it.
    pub steps: Vec<Step>,
    /// What the steps find and are answered.
    pub environment: Environment,
    /// What is expected. All of them must hold.
    pub checks: Vec<Check>,
    /// What a reader should know besides, in sentences without their final dot.
    pub notes: Vec<String>,
}

/// One thing that is expected of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// It ends by itself. A function that returns has status 0.
    Normal {
        /// The exit status, of which the operating system keeps the lowest byte.
        status: i32,
    },
    /// It ends by itself, with an undefined status: `main` returns nothing.
    AnyStatus,
    /// An exception leaves the function under test.
    Exception,
    /// A catalogued error.
    Error {
        /// Its kind.
        kind: ErrorKind,
        /// The source file it happens in.
        file: String,
        /// The line there.
        line: u32,
        /// What exactly happens, in words.
        message: String,
    },
    /// An assumption of the program does not hold.
    AssumedAway,
    /// A step of a sequence gives this.
    Returned {
        /// The step, by its index.
        step: usize,
        /// What it gives.
        value: Returned,
    },
}

/// What a step of a sequence is expected to give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Returned {
    /// A number, character, truth value or enumerator; of pointers, the null pointer.
    Scalar(Value),
    /// A text: a string of C++, or a pointer to a terminated one.
    Text(Vec<u8>),
}

impl TestCase {
    /// Whether the test is one that fails, kept in `errors/` rather than in `tests/`.
    pub fn is_error(&self) -> bool {
        self.error_kind().is_some()
    }

    /// The kind of the error that is expected, if one is.
    pub fn error_kind(&self) -> Option<ErrorKind> {
        self.checks.iter().find_map(|check| match check {
            Check::Error { kind, .. } => Some(*kind),
            _ => None,
        })
    }

    /// The call under test.
    pub fn call(&self) -> Option<&Call> {
        self.steps.iter().rev().find_map(|step| match step {
            Step::Call(call) => Some(call),
            Step::Make(_) | Step::Use(_) | Step::Invoke(_) | Step::Release(_) => None,
        })
    }

    /// Whether it is calls that use each other's results.
    pub fn is_sequence(&self) -> bool {
        self.steps.iter().any(|step| step.invocation().is_some())
    }

    /// The index of the step of a sequence that is under test.
    pub fn tested_step(&self) -> Option<usize> {
        self.steps.iter().rposition(|step| matches!(step, Step::Invoke(_)))
    }

    /// What is under test; without a call, the program as it is. Of a sequence, a constructor that the compiler adds
    /// and a deletion count for the last function before them.
    pub fn callee(&self) -> Callee {
        match self.sequence_function() {
            Some(function) => Callee::Function(function),
            None => self.call().map_or(Callee::Program, |call| call.callee.clone()),
        }
    }

    fn sequence_function(&self) -> Option<FuncId> {
        self.steps.iter().rev().find_map(|step| match step {
            Step::Invoke(invocation) => invocation.function(),
            _ => None,
        })
    }

    /// The values of the arguments of the call under test that are not inputs.
    pub fn arguments(&self) -> impl Iterator<Item = &Value> {
        self.call().into_iter().flat_map(|call| &call.arguments).filter_map(Argument::value)
    }

    /// How an object is made, if a step makes it.
    pub fn construction(&self, object: usize) -> Option<&Construction> {
        self.steps.iter().find_map(|step| match step {
            Step::Make(made) if made.object == object => Some(made),
            _ => None,
        })
    }

    /// What is done with an object once it is made, before the call under test.
    pub fn uses(&self, object: usize) -> impl Iterator<Item = &Use> {
        self.steps.iter().filter_map(move |step| match step {
            Step::Use(used) if used.object == object => Some(used),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(function: u32) -> Step {
        let callee = Callee::Function(FuncId(function));
        Step::Call(Call { callee, object: None, arguments: vec![] })
    }

    fn case(steps: Vec<Step>, checks: Vec<Check>) -> TestCase {
        let environment = Environment::default();
        TestCase { id: "t1".into(), steps, environment, checks, notes: vec![] }
    }

    #[test]
    fn the_last_call_is_under_test() {
        assert_eq!(case(vec![call(3), call(4)], vec![]).callee(), Callee::Function(FuncId(4)));
        assert_eq!(case(vec![], vec![]).callee(), Callee::Program);
    }

    #[test]
    fn one_expected_error_makes_a_failing_test() {
        let error = Check::Error {
            kind: ErrorKind::DoubleFree,
            file: "a.c".into(),
            line: 3,
            message: String::new(),
        };
        let normal = Check::Normal { status: 0 };
        assert!(!case(vec![], vec![normal.clone()]).is_error());
        assert_eq!(case(vec![], vec![normal, error]).error_kind(), Some(ErrorKind::DoubleFree));
    }
}
