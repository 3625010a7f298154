//! Whether a sequence makes sense: what a dialect relies on when it writes one.
//!
//! Said of the data alone: that types fit is the business of those who make sequences, and of the compiler.

use std::fmt;

use coax_ir::{Program, SourceSignature, Type, TypeId, strip};

use crate::{Action, Argument, Check, Ending, Invocation, Pass, Step, TestCase};

/// Something in a sequence that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The step, by its index; none if it is not about one.
    pub step: Option<usize>,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No function of the program is under test.
    NothingUnderTest,
    /// A call that no later one can use stands beside those that can.
    MixedCalls,
    /// A release stands before the call under test.
    EarlyRelease,
    /// The step it refers to does not come before it.
    ForwardReference,
    /// The step it refers to gives nothing: it returns `void`, throws or deletes, or is no call.
    NoResult,
    /// There is no such object.
    NoObject,
    /// Inputs are for programs that ask for them.
    InputArgument,
    /// What it is passed by has no meaning for what it is: a number points to nothing, an address is no object.
    WrongPass,
    /// There are more arguments than parameters.
    TooManyArguments,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => write!(f, "step {step}: {:?}", self.fault),
            None => write!(f, "{:?}", self.fault),
        }
    }
}

impl std::error::Error for Invalid {}

impl TestCase {
    /// Whether a sequence makes sense: it has a function under test, only releases come behind that, and what is
    /// referred to is there and comes before. Other cases are as those made them who say so.
    pub fn check(&self, program: &Program) -> Result<(), Invalid> {
        if !self.is_sequence() {
            return Ok(());
        }
        let fault = |step, fault| Err(Invalid { step, fault });
        let tested = self.tested_step();
        if !self
            .steps
            .iter()
            .any(|step| matches!(step, Step::Invoke(it) if it.function().is_some()))
        {
            return fault(None, Fault::NothingUnderTest);
        }
        for (index, step) in self.steps.iter().enumerate() {
            match step {
                Step::Call(_) => return fault(Some(index), Fault::MixedCalls),
                Step::Release(_) if Some(index) < tested => {
                    return fault(Some(index), Fault::EarlyRelease);
                }
                _ => {}
            }
            if let Some(invocation) = step.invocation() {
                Checker { case: self, program, step: index }.invocation(invocation)?;
            }
        }
        self.check_expectations(program)
    }

    fn check_expectations(&self, program: &Program) -> Result<(), Invalid> {
        for check in &self.checks {
            if let Check::Returned { step, .. } = *check
                && self.result_of(program, step).is_none()
            {
                return Err(Invalid { step: Some(step), fault: Fault::NoResult });
            }
        }
        Ok(())
    }

    /// The type of what a step of a sequence gives. Of an object on the heap it is the class: what is given is a
    /// pointer to it.
    pub fn result_of(&self, program: &Program, step: usize) -> Option<TypeId> {
        let invocation = self.steps.get(step)?.invocation()?;
        if invocation.ending == Ending::Throws {
            return None;
        }
        match invocation.action {
            Action::Call(function) | Action::Method { function, .. } => {
                let result = program.signature_of(function)?.result;
                let is_void = matches!(*program.type_of(strip(program, result)), Type::Void);
                (!is_void).then_some(result)
            }
            Action::Construct { class, .. } => Some(class),
            Action::Delete { .. } => None,
        }
    }
}

/// Looks at one step.
struct Checker<'a> {
    case: &'a TestCase,
    program: &'a Program,
    step: usize,
}

impl Checker<'_> {
    fn require(&self, holds: bool, fault: Fault) -> Result<(), Invalid> {
        if holds { Ok(()) } else { Err(Invalid { step: Some(self.step), fault }) }
    }

    fn invocation(&self, invocation: &Invocation) -> Result<(), Invalid> {
        let signature = invocation.function().and_then(|id| self.program.signature_of(id));
        let fits = |signature: &SourceSignature| {
            signature.variadic || invocation.arguments.len() <= signature.params.len()
        };
        self.require(signature.as_deref().is_none_or(fits), Fault::TooManyArguments)?;
        if let Action::Method { receiver, .. } = &invocation.action {
            let is_address = matches!(
                receiver,
                Argument::Result { pass: Pass::Address, .. }
                    | Argument::Object { pass: Pass::Address, .. }
            );
            self.require(!is_address, Fault::WrongPass)?;
        }
        invocation.operands().try_for_each(|operand| self.operand(operand))
    }

    fn operand(&self, operand: &Argument) -> Result<(), Invalid> {
        match *operand {
            Argument::Input(_) => self.require(false, Fault::InputArgument),
            Argument::Result { step, pass } => self.result(step, pass),
            Argument::Object { index, .. } | Argument::Length { index } => {
                let is_there = index < self.case.environment.objects.len();
                self.require(is_there, Fault::NoObject)
            }
            Argument::Value(_) | Argument::Text(_) => Ok(()),
        }
    }

    fn result(&self, step: usize, pass: Pass) -> Result<(), Invalid> {
        self.require(step < self.step, Fault::ForwardReference)?;
        let result = self.case.result_of(self.program, step);
        self.require(result.is_some(), Fault::NoResult)?;
        let is_number = result.is_some_and(|ty| self.is_number(ty));
        self.require(!(is_number && pass == Pass::Pointee), Fault::WrongPass)
    }

    fn is_number(&self, ty: TypeId) -> bool {
        let bare = self.program.type_of(strip(self.program, ty));
        matches!(*bare, Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum { .. })
    }
}
