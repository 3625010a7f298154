//! A sequence, in the words of a test case, with what its steps gave in the state after them.

use std::sync::Arc;

use coax_case::{Action, Argument, Invocation, Object, Pass, Pointee, Step, Stub};
use coax_engine::State;
use coax_ir::FuncId;

use crate::api::Api;
use crate::bindings::{Bindings, Given};
use crate::types::{By, ClassId};

/// Bytes of a pointer.
const POINTER: u64 = 8;

/// Calls that have run, and what later ones can use of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sequence {
    pub(crate) steps: Vec<Arc<Step>>,
    pub(crate) objects: Vec<Arc<Object>>,
    /// Functions of the test that pointers lead to; each always returns the same.
    pub(crate) stubs: Vec<Arc<Stub>>,
    pub(crate) bindings: Bindings,
    pub(crate) handles: Vec<Handle>,
    /// Steps that an exception left, and the name of its type.
    pub(crate) thrown: Vec<Thrown>,
    /// It passes null or an extreme number somewhere.
    pub(crate) is_extreme: bool,
}

/// An exception that left a step.
#[derive(Clone, Debug)]
pub(crate) struct Thrown {
    pub(crate) step: usize,
    pub(crate) ty: Option<String>,
}

/// An object that later calls can be given.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    pub(crate) source: Source,
    pub(crate) class: ClassId,
    /// Where the object is; the pointer itself for a handle with a name of its own.
    pub(crate) address: u64,
    pub(crate) is_const: bool,
    /// It was moved from or destroyed.
    pub(crate) is_over: bool,
    /// It begins with a pointer to a table, which is there as long as the object lives.
    pub(crate) is_dynamic: bool,
    pub(crate) holding: Holding,
}

/// What names an object in the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A pointer that a step gave.
    Pointer(usize),
    /// An object, or a reference to one, that a step gave.
    Result(usize),
    /// A variable.
    Variable(usize),
    /// A variable that points to it.
    Held(usize),
}

/// What has to be done with an object at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holding {
    /// Nothing: something else owns it, or it has no end of its own.
    Borrowed,
    /// A function made it.
    Created,
    /// It was made by `new`.
    New,
    /// It is a variable of the test whose destructor runs at the end.
    Automatic,
    /// A variable that an initialiser has filled.
    Initialised,
}

impl Handle {
    /// Can it be used?
    pub(crate) fn is_usable(&self, state: &State<'_>) -> bool {
        let is_there = state.memory.object(self.address).is_none_or(coax_memory::Object::is_alive);
        let has_table = || matches!(state.memory.defined(self.address, POINTER), Ok(None));
        !self.is_over && is_there && (!self.is_dynamic || has_table())
    }

    /// How it is written where this is wanted; none if it cannot be.
    pub(crate) fn passed(&self, by: By) -> Option<Argument> {
        let pass = match (self.source, by) {
            (Source::Pointer(_) | Source::Held(_), By::Pointer) => Pass::Value,
            (Source::Pointer(_) | Source::Held(_), By::Reference | By::Value) => Pass::Pointee,
            (Source::Pointer(_) | Source::Held(_), By::Moved) => return None,
            (_, By::Pointer) => Pass::Address,
            (_, By::Reference | By::Value) => Pass::Value,
            (_, By::Moved) => Pass::Moved,
        };
        Some(self.argument(pass))
    }

    /// It, passed like this.
    pub(crate) fn argument(&self, pass: Pass) -> Argument {
        match self.source {
            Source::Pointer(step) | Source::Result(step) => Argument::Result { step, pass },
            Source::Variable(index) | Source::Held(index) => Argument::Object { index, pass },
        }
    }
}

impl Sequence {
    /// How many calls it has.
    pub(crate) fn calls(&self) -> usize {
        self.steps.iter().filter(|step| step.invocation().is_some()).count()
    }

    /// The function that its last call calls.
    pub(crate) fn last_function(&self) -> Option<FuncId> {
        self.steps.iter().rev().find_map(|step| step.invocation()?.function())
    }

    /// Adds a step that has run.
    pub(crate) fn push(&mut self, step: Step, given: Given) {
        self.steps.push(Arc::new(step));
        self.bindings.results.push(given);
    }

    /// Adds a handle, unless there is one to the same object.
    pub(crate) fn add_handle(&mut self, handle: Handle) {
        let is_same = |known: &Handle| {
            !known.is_over
                && (known.address, known.class) == (handle.address, handle.class)
                && known.is_const <= handle.is_const
        };
        if !self.handles.iter().any(is_same) {
            self.handles.push(handle);
        }
    }

    /// What is at an address is no more.
    pub(crate) fn end(&mut self, address: u64) {
        for handle in self.handles.iter_mut().filter(|handle| handle.address == address) {
            handle.is_over = true;
        }
    }

    /// Usable handles to objects of a class or of one derived from it.
    pub(crate) fn usable<'a>(
        &'a self,
        state: &'a State<'_>,
        api: &'a Api,
        class: ClassId,
    ) -> impl Iterator<Item = &'a Handle> {
        self.handles.iter().filter(move |handle| {
            api.types.offset_of(handle.class, class).is_some() && handle.is_usable(state)
        })
    }

    /// The addresses that its handles lead to, with what they are: the roots of its state.
    pub(crate) fn roots<'a>(
        &'a self,
        state: &'a State<'_>,
    ) -> impl Iterator<Item = (u64, u64)> + 'a {
        let usable = self.handles.iter().filter(|handle| handle.is_usable(state));
        usable.map(|handle| (u64::from(handle.class.0), handle.address))
    }

    /// The word that a step gave, if it is one.
    pub(crate) fn word(&self, step: usize) -> Option<u64> {
        self.bindings.results.get(step)?.word()
    }
}

/// How much of a sequence there is: what numbers of steps, variables and functions are moved by behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) steps: usize,
    pub(crate) objects: usize,
    pub(crate) stubs: usize,
}

impl Extent {
    pub(crate) fn of(sequence: &Sequence) -> Extent {
        let Sequence { steps, objects, stubs, .. } = sequence;
        Extent { steps: steps.len(), objects: objects.len(), stubs: stubs.len() }
    }

    /// What a pointer leads to, behind it.
    pub(crate) fn shift(self, to: &mut Pointee) {
        match to {
            Pointee::Object { index, .. } => *index += self.objects,
            Pointee::Stub(index) => *index += self.stubs,
            Pointee::Null | Pointee::Function(_) | Pointee::File(_) => {}
        }
    }
}

/// A step of another sequence behind so much of this one.
pub(crate) fn shifted(step: &Step, by: Extent) -> Step {
    let mut step = step.clone();
    let shift_value = |value: &mut coax_case::Value| {
        value.pointers.iter_mut().for_each(|at| by.shift(&mut at.to))
    };
    match &mut step {
        Step::Invoke(invocation) | Step::Release(invocation) => {
            each_operand(invocation, |operand| match operand {
                Argument::Result { step, .. } => *step += by.steps,
                Argument::Object { index, .. } | Argument::Length { index } => *index += by.objects,
                Argument::Value(value) => shift_value(value),
                Argument::Text(_) | Argument::Input(_) => {}
            });
        }
        Step::Make(made) => {
            made.object += by.objects;
            made.arguments.iter_mut().for_each(shift_value);
        }
        Step::Use(_) | Step::Call(_) => {}
    }
    step
}

/// Visits what a call is given, its object first.
pub(crate) fn each_operand(invocation: &mut Invocation, mut visit: impl FnMut(&mut Argument)) {
    match &mut invocation.action {
        Action::Method { receiver: object, .. } | Action::Delete { pointer: object, .. } => {
            visit(object);
        }
        Action::Call(_) | Action::Construct { .. } => {}
    }
    invocation.arguments.iter_mut().for_each(visit);
}
