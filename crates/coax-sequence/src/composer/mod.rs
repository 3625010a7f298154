//! One more call for a sequence: what it is given is found among what the sequence has, chosen, or made by further
//! calls, and it is run.
//!
//! [`values`] chooses numbers, texts, buffers and callbacks, [`objects`] finds and makes objects of classes, [`steps`] runs
//! calls and keeps what they gave.

mod objects;
mod steps;
mod values;

use std::sync::Arc;

use coax_case::{Action, Argument, Ending, Invocation, Object, Pass, Storage, Stub, Value};
use coax_engine::scenario::add_answer;
use coax_engine::{Machine, State, Stop};
use coax_ir::{FuncId, Role, TypeId};

use crate::api::{Api, Callable, Maker, Param};
use crate::lengths::Pairing;
use crate::literals::Literals;
use crate::names::Purpose;
use crate::plan::Policy;
use crate::replay::answer_of;
use crate::rng::Rng;
use crate::sequence::{Holding, Sequence};
use crate::types::{By, ClassId, Number, Shape};
use values::own_texts;

/// Once in so many times a function that may take an object over is given one that something else leads to.
const TAKEN_TWICE_ONE_IN: u32 = 12;

/// A sequence that is being extended, with the state after it.
pub(crate) struct Draft<'p> {
    pub(crate) sequence: Sequence,
    pub(crate) state: State<'p>,
}

impl Draft<'_> {
    /// Adds a function of the test that always returns the same; its number.
    pub(super) fn add_stub(&mut self, stub: Stub) -> usize {
        let address = add_answer(&mut self.state, answer_of(&stub));
        self.sequence.stubs.push(Arc::new(stub));
        self.sequence.bindings.stubs.push(address);
        self.sequence.stubs.len() - 1
    }
}

/// Why a call was not made, or how it ended.
#[derive(Debug)]
pub(crate) enum Setback {
    /// Something that it needs cannot be made.
    Cannot(String),
    /// The engine stopped in the last step of the draft.
    Stopped(Stop),
}

/// Makes calls.
pub(crate) struct Composer<'a, 'p> {
    pub(crate) machine: &'a mut Machine<'p>,
    pub(crate) api: &'a Api,
    pub(crate) literals: &'a Literals,
    pub(crate) rng: &'a mut Rng,
    pub(crate) policy: &'a Policy,
    pub(crate) max_calls: usize,
    pub(crate) max_steps: u64,
    /// Calls run,
    pub(crate) calls: &'a mut u64,
    /// and the instructions that took.
    pub(crate) steps: &'a mut u64,
}

impl<'p> Composer<'_, 'p> {
    /// Extends a sequence by a call of a function, and by what that needs.
    pub(crate) fn extend(
        &mut self,
        draft: &mut Draft<'p>,
        function: FuncId,
    ) -> Result<(), Setback> {
        let api = self.api;
        let Some(callable) = api.callable(function) else { return Err(cannot("it is unknown")) };
        match (callable.role, callable.class) {
            (Some(Role::Constructor), Some(class)) => {
                let storage = self.storage();
                self.construct(draft, class, Some(callable), storage, 0).map(|_| ())
            }
            (Some(Role::Destructor), Some(class)) => self.delete_one(draft, class),
            _ => self.call(draft, callable, 0).map(|_| ()),
        }
    }

    pub(super) fn storage(&mut self) -> Storage {
        if self.rng.one_in(4) { Storage::Heap } else { Storage::Automatic }
    }

    /// Calls a function; the number of the step.
    pub(super) fn call(
        &mut self,
        draft: &mut Draft<'p>,
        callable: &Callable,
        depth: usize,
    ) -> Result<usize, Setback> {
        let api = self.api;
        let receiver = match (callable.role, callable.class) {
            (Some(_), Some(class)) => {
                let (is_const, by) = (callable.is_const, By::Reference);
                let ty = api.types.class(class).ty;
                let wanted = Wanted { class, is_const, by, ty, is_owner: false };
                Some(self.object(draft, &wanted, depth)?)
            }
            _ => None,
        };
        let arguments = self.arguments(draft, callable, depth)?;
        let action = match receiver {
            Some(receiver) => Action::Method { function: callable.id, receiver },
            None => Action::Call(callable.id),
        };
        self.step(draft, invocation(action, arguments))
    }

    /// Makes an object by a constructor, or by the one that the compiler adds.
    pub(super) fn construct(
        &mut self,
        draft: &mut Draft<'p>,
        class: ClassId,
        constructor: Option<&Callable>,
        storage: Storage,
        depth: usize,
    ) -> Result<usize, Setback> {
        if self.api.types.class(class).facts.as_ref().is_some_and(|facts| facts.declares_pure) {
            return Err(cannot("its class is abstract"));
        }
        let arguments = match constructor {
            Some(callable) => self.arguments(draft, callable, depth)?,
            None => Vec::new(),
        };
        let action = Action::Construct {
            class: self.api.types.class(class).ty,
            constructor: constructor.map(|callable| callable.id),
            storage,
        };
        self.step(draft, invocation(action, arguments))
    }

    /// Deletes an object on the heap.
    pub(super) fn delete_one(
        &mut self,
        draft: &mut Draft<'p>,
        class: ClassId,
    ) -> Result<(), Setback> {
        let usable = draft.sequence.usable(&draft.state, self.api, class);
        let new: Vec<Argument> = usable
            .filter(|handle| handle.holding == Holding::New && handle.class == class)
            .map(|handle| handle.argument(Pass::Value))
            .collect();
        let pointer = match self.rng.one_of(&new) {
            Some(pointer) => pointer.clone(),
            None => {
                let maker =
                    self.constructor_of(class).ok_or_else(|| cannot("nothing constructs it"))?;
                let constructor = maker.and_then(|id| self.api.callable(id));
                let step = self.construct(draft, class, constructor, Storage::Heap, 1)?;
                Argument::Result { step, pass: Pass::Value }
            }
        };
        let action = Action::Delete { pointer, array: false };
        self.step(draft, invocation(action, Vec::new())).map(|_| ())
    }

    pub(super) fn constructor_of(&mut self, class: ClassId) -> Option<Option<FuncId>> {
        let makers = self.api.makers(class).iter().filter_map(|maker| match *maker {
            Maker::Constructor(id) => Some(Some(id)),
            Maker::Implicit(_) => Some(None),
            _ => None,
        });
        let makers: Vec<Option<FuncId>> = makers.collect();
        self.rng.one_of(&makers).copied()
    }

    pub(super) fn arguments(
        &mut self,
        draft: &mut Draft<'p>,
        callable: &Callable,
        depth: usize,
    ) -> Result<Vec<Argument>, Setback> {
        let mut arguments: Vec<Option<Argument>> = vec![None; callable.params.len()];
        for (index, param) in callable.params.iter().enumerate() {
            if !matches!(param.pairing, Pairing::Length(_)) {
                arguments[index] = Some(self.argument(draft, callable, index, depth)?);
            }
        }
        for (index, param) in callable.params.iter().enumerate() {
            if let Pairing::Length(buffer) = param.pairing {
                let length = self.length(draft, param, arguments[buffer].as_ref());
                arguments[index] = Some(length);
            }
        }
        Ok(arguments.into_iter().flatten().collect())
    }

    /// The length that goes with a buffer.
    pub(super) fn length(
        &mut self,
        draft: &mut Draft<'p>,
        param: &Param,
        buffer: Option<&Argument>,
    ) -> Argument {
        let Shape::Number(number) = param.shape else { return Argument::Text(Vec::new()) };
        let most = match buffer {
            Some(Argument::Object { index, .. }) => {
                let index = *index;
                if !self.rng.one_in(4) {
                    return Argument::Length { index };
                }
                let object = &draft.sequence.objects[index];
                match coax_ir::size_of(self.machine.program, object.ty) {
                    Some(_) => object.count,
                    None => object.bytes.len() as u64,
                }
            }
            Some(Argument::Text(text)) if !self.rng.one_in(4) => {
                return number_argument(param.ty, number, text.len() as u64);
            }
            Some(Argument::Text(text)) => text.len() as u64,
            // What an earlier call gave comes with a length that it gave as well.
            Some(&Argument::Result { step, .. }) => {
                let count = self.count_with(draft, step);
                let Some(index) = count.filter(|_| !self.rng.one_in(8)) else {
                    return number_argument(param.ty, number, 0);
                };
                return Argument::Object { index, pass: Pass::Value };
            }
            _ => 0,
        };
        let length = self.rng.below(most as usize + 1) as u64;
        number_argument(param.ty, number, length)
    }

    /// May a function keep or end what this parameter points to? Its first object is what it works on, unless it is
    /// there to end it.
    pub(super) fn is_taken_over(&mut self, callable: &Callable, index: usize) -> bool {
        let is_first = index == 0 && callable.role.is_none();
        match callable.purpose {
            Purpose::Destroy => true,
            _ => !is_first && !self.rng.one_in(TAKEN_TWICE_ONE_IN),
        }
    }

    /// The variable for a number that was passed by its address to a step.
    pub(super) fn count_with(&self, draft: &Draft<'p>, step: usize) -> Option<usize> {
        let program = self.machine.program;
        let invocation = draft.sequence.steps[step].invocation()?;
        invocation.arguments.iter().find_map(|argument| match *argument {
            Argument::Object { index, pass: Pass::Address } => {
                let object = &draft.sequence.objects[index];
                let bare = coax_ir::strip(program, object.ty);
                let is_number = matches!(*program.type_of(bare), coax_ir::Type::Int { .. });
                (is_number && object.count == 1).then_some(index)
            }
            _ => None,
        })
    }

    pub(super) fn argument(
        &mut self,
        draft: &mut Draft<'p>,
        callable: &Callable,
        index: usize,
        depth: usize,
    ) -> Result<Argument, Setback> {
        let param = &callable.params[index];
        match &param.shape {
            Shape::Number(number) => Ok(self.number(draft, param, *number)),
            Shape::NumberReference(number) => Ok(self.literal(draft, param.ty, *number)),
            Shape::Numbers { element, element_ty, by, .. } => {
                self.numbers(draft, param, *element, *element_ty, *by)
            }
            Shape::Text { is_const, element_ty } => self.text(draft, param, *is_const, *element_ty),
            Shape::Standard { standard, ty, is_const, by } => {
                self.standard_text(draft, *standard, *ty, *is_const, *by)
            }
            &Shape::Object { class, is_const, by } => {
                let is_owner =
                    !is_const && by == By::Pointer && self.is_taken_over(callable, index);
                let ty = param.ty;
                self.object(draft, &Wanted { class, is_const, by, ty, is_owner }, depth)
            }
            &Shape::Place { class, pointer_ty } => {
                self.place(draft, callable.purpose, class, pointer_ty)
            }
            &Shape::WordPlace { pointer_ty, is_text } => {
                let count = if is_text && param.pairing != Pairing::Alone { 3 } else { 0 };
                self.words(draft, pointer_ty, count)
            }
            Shape::Untyped { .. } if callable.purpose == Purpose::Destroy => {
                let texts = own_texts(draft, self.api);
                let text = self.rng.one_of(&texts);
                let pass = Pass::Value;
                Ok(text.map_or(null(param.ty), |&step| Argument::Result { step, pass }))
            }
            Shape::Untyped { is_const } => self.untyped(draft, param, *is_const),
            Shape::Function(ty) => self.callback(draft, param, *ty),
            Shape::Void | Shape::Other(_) => Err(cannot("a value of its parameter cannot be made")),
        }
    }
}

/// An object that is needed.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    class: ClassId,
    is_const: bool,
    by: By,
    /// The type of the parameter.
    ty: TypeId,
    /// The function may take it over, or ends it: nothing else should lead to it.
    is_owner: bool,
}

fn cannot(why: &str) -> Setback {
    Setback::Cannot(why.to_owned())
}

fn invocation(action: Action, arguments: Vec<Argument>) -> Invocation {
    Invocation { action, arguments, ending: Ending::Returns, nodiscard: false }
}

fn object(ty: TypeId, count: u64, bytes: Vec<u8>) -> Object {
    Object { ty, count, bytes, pointers: Vec::new(), released: None, text: false, name: "".into() }
}

fn null(ty: TypeId) -> Argument {
    Argument::Value(Value { ty, bytes: vec![0; 8], pointers: Vec::new() })
}

fn number_argument(ty: TypeId, number: Number, value: u64) -> Argument {
    let bytes = value.to_le_bytes()[..number.size.into()].to_vec();
    Argument::Value(Value { ty, bytes, pointers: Vec::new() })
}
