//! Calls one after the other, where later ones use what earlier ones gave.
//!
//! A [`TestCase`](crate::TestCase) with an [`Invocation`] among its steps is a *sequence*. A step is referred to by its
//! index among the steps of its case, and always by a later one. What a step gives is the value that its
//! function returns, the object that it constructs, or, of one on the heap, the pointer to it.
//!
//! Variables of the test (a struct that an initialiser fills, a buffer, the target of an out-parameter) are objects
//! of the environment: they have their bytes before the first step, and then those that calls left in them.

use coax_ir::{FuncId, TypeId};

use crate::Argument;

/// One call of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// What is done.
    pub action: Action,
    /// One per parameter that the source writes. Those behind the last have their default values.
    pub arguments: Vec<Argument>,
    /// How it ends.
    pub ending: Ending,
    /// The source says that what it gives must not be ignored (`[[nodiscard]]`).
    pub nodiscard: bool,
}

/// What a call of a sequence does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A free function or a static member function is called.
    Call(FuncId),
    /// A method is called. A virtual one is looked up: what runs may be of a derived class.
    Method {
        /// The method, of the class or of one derived from it.
        function: FuncId,
        /// The object: `r` for `r.m()`, what `r` points to for `r->m()`.
        receiver: Argument,
    },
    /// An object of a class is made.
    Construct {
        /// The class.
        class: TypeId,
        /// The constructor; none if the compiler adds it.
        constructor: Option<FuncId>,
        /// Where it lies.
        storage: Storage,
    },
    /// An object is destroyed and its memory released.
    Delete {
        /// A pointer to it.
        pointer: Argument,
        /// It is an array.
        array: bool,
    },
}

/// Where an object lies that a step constructs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// It is a variable: `T x(a);`. It is destroyed when the test ends.
    Automatic,
    /// `T *x = new T(a);`. A later step deletes it, or hands it over.
    Heap,
}

/// How a call of a sequence ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It returns. Of the call under test, the checks may say otherwise.
    Returns,
    /// An exception leaves it, which the test catches before it goes on. It gives nothing.
    Throws,
}

impl Invocation {
    /// The function of the program that is called, if the program has it.
    pub fn function(&self) -> Option<FuncId> {
        match self.action {
            Action::Call(function) | Action::Method { function, .. } => Some(function),
            Action::Construct { constructor, .. } => constructor,
            Action::Delete { .. } => None,
        }
    }

    /// What it is called on, then the arguments.
    pub fn operands(&self) -> impl Iterator<Item = &Argument> {
        let object = match &self.action {
            Action::Method { receiver: object, .. } | Action::Delete { pointer: object, .. } => {
                Some(object)
            }
            Action::Call(_) | Action::Construct { .. } => None,
        };
        object.into_iter().chain(&self.arguments)
    }

    pub(crate) fn operands_mut(&mut self) -> impl Iterator<Item = &mut Argument> {
        let object = match &mut self.action {
            Action::Method { receiver: object, .. } | Action::Delete { pointer: object, .. } => {
                Some(object)
            }
            Action::Call(_) | Action::Construct { .. } => None,
        };
        object.into_iter().chain(&mut self.arguments)
    }
}
