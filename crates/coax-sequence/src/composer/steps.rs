//! Calls are run, and what they gave and ended is kept.

use coax_case::{Action, Argument, Ending, Invocation, Object, Pass, Step, Stub};

use crate::api::Callable;
use crate::bindings::{Given, Place};
use crate::execution::{Ended, Execution, unsupported};
use crate::names::Purpose;
use crate::replay::remake;
use crate::sequence::{Extent, Handle, Holding, Sequence, Source, Thrown, shifted};
use crate::types::{By, ClassId, Shape};

use super::{Composer, Draft, Setback, cannot};

impl<'p> Composer<'_, 'p> {
    /// Runs a step that is complete; its number.
    pub(crate) fn step(
        &mut self,
        draft: &mut Draft<'p>,
        invocation: Invocation,
    ) -> Result<usize, Setback> {
        if draft.sequence.calls() >= self.max_calls {
            return Err(cannot("the sequence is as long as it may be"));
        }
        *self.calls += 1;
        let mut execution = Execution {
            machine: self.machine,
            state: &mut draft.state,
            api: self.api,
            objects: &draft.sequence.objects,
            bindings: &draft.sequence.bindings,
            max_steps: self.max_steps,
            recording: None,
        };
        let number = draft.sequence.steps.len();
        let before = execution.state.steps;
        let ran = execution.run(&invocation);
        *self.steps += execution.state.steps - before;
        let ran = match draft.state.memory.has_refused() {
            true => Err(unsupported("it allocates very large objects")),
            false => ran,
        };
        match ran {
            Ok(Ended::Returned(given)) => {
                self.note_effects(draft, &invocation);
                self.note_result(draft, &invocation, given, number);
                draft.sequence.push(Step::Invoke(invocation), given);
                Ok(number)
            }
            Ok(Ended::Threw(ty)) => {
                self.note_effects(draft, &invocation);
                let thrown = Invocation { ending: Ending::Throws, ..invocation };
                draft.sequence.push(Step::Invoke(thrown), Given::default());
                draft.sequence.thrown.push(Thrown { step: number, ty });
                Ok(number)
            }
            Err(stop) => {
                draft.sequence.push(Step::Invoke(invocation), Given::default());
                Err(Setback::Stopped(stop))
            }
        }
    }

    /// What a call does to the objects it was given.
    pub(super) fn note_effects(&self, draft: &mut Draft<'p>, invocation: &Invocation) {
        let address_of = |argument: &Argument| match *argument {
            Argument::Result { step, .. } => match draft.sequence.bindings.results[step].place {
                Place::Word(word) => Some(word.value),
                Place::Memory(at) => Some(at),
                Place::Nowhere => None,
            },
            Argument::Object { index, .. } => Some(draft.sequence.bindings.objects[index]),
            _ => None,
        };
        let is_moved = |argument: &&Argument| {
            matches!(
                argument,
                Argument::Result { pass: Pass::Moved, .. }
                    | Argument::Object { pass: Pass::Moved, .. }
            )
        };
        let mut over: Vec<u64> =
            invocation.operands().filter(is_moved).filter_map(address_of).collect();
        let callable = invocation.function().and_then(|id| self.api.callable(id));
        let destroys = callable.is_some_and(|it| {
            it.purpose == Purpose::Destroy && it.subject.is_some() && it.params.len() == 1
        });
        if destroys {
            over.extend(invocation.arguments.first().and_then(address_of));
        }
        if let Action::Delete { pointer, .. } = &invocation.action {
            over.extend(address_of(pointer));
        }
        over.into_iter().for_each(|address| draft.sequence.end(address));
    }

    /// Keeps what a call gave as something that can be used.
    pub(super) fn note_result(
        &self,
        draft: &mut Draft<'p>,
        invocation: &Invocation,
        given: Given,
        step: usize,
    ) {
        let callable = invocation.function().and_then(|id| self.api.callable(id));
        if let Some(handle) = self.handle_of(invocation, callable, given, step) {
            draft.sequence.add_handle(handle);
        }
        let Some(callable) = callable else { return };
        for (param, argument) in callable.params.iter().zip(&invocation.arguments) {
            if let (&Shape::Place { class, .. }, &Argument::Object { index, .. }) =
                (&param.shape, argument)
            {
                self.note_place(draft, class, index);
            }
            if let (
                Some(class),
                Purpose::Initialise,
                &Argument::Object { index, pass: Pass::Address },
            ) = (callable.subject, callable.purpose, argument)
            {
                let address = draft.sequence.bindings.objects[index];
                let known = draft.sequence.handles.iter_mut();
                known
                    .filter(|handle| handle.address == address && handle.class == class)
                    .for_each(|handle| handle.holding = Holding::Initialised);
            }
        }
    }

    pub(super) fn note_place(&self, draft: &mut Draft<'p>, class: ClassId, index: usize) {
        let at = draft.sequence.bindings.objects[index];
        let Ok(word) = crate::room::word_at(&draft.state, at, 8) else { return };
        let is_gone = |handle: &&mut Handle| {
            handle.source == Source::Held(index) && handle.address != word.value
        };
        let handles = draft.sequence.handles.iter_mut();
        handles.filter(is_gone).for_each(|handle| handle.is_over = true);
        if word.value == 0 || word.undefined != 0 {
            return;
        }
        draft.sequence.add_handle(Handle {
            source: Source::Held(index),
            class,
            address: word.value,
            is_const: false,
            is_over: false,
            is_dynamic: self.is_dynamic(class),
            holding: Holding::Created,
        });
    }

    pub(super) fn handle_of(
        &self,
        invocation: &Invocation,
        callable: Option<&Callable>,
        given: Given,
        step: usize,
    ) -> Option<Handle> {
        let class = given.class?;
        let (by, is_const) = match callable.map(|callable| &callable.result) {
            Some(&Shape::Object { by, is_const, .. }) => (by, is_const),
            _ => (By::Value, false),
        };
        let is_handle = self.api.types.class(class).is_handle;
        let (source, address, holding) = match (given.place, &invocation.action) {
            (Place::Memory(at), _) => (Source::Result(step), at, Holding::Automatic),
            (Place::Word(word), Action::Construct { .. }) => {
                (Source::Pointer(step), word.value, Holding::New)
            }
            (Place::Word(word), _) if by == By::Pointer || is_handle => {
                (Source::Pointer(step), word.value, Holding::Created)
            }
            (Place::Word(word), _) => (Source::Result(step), word.value, Holding::Borrowed),
            (Place::Nowhere, _) => return None,
        };
        let (is_over, is_dynamic) = (false, self.is_dynamic(class));
        (address != 0).then_some(Handle {
            is_dynamic,
            source,
            class,
            address,
            is_const,
            is_over,
            holding,
        })
    }

    /// Runs the steps of another sequence behind those of a draft.
    pub(crate) fn append(
        &mut self,
        draft: &mut Draft<'p>,
        other: &Sequence,
    ) -> Result<(), Setback> {
        let extent = Extent::of(&draft.sequence);
        for stub in &other.stubs {
            draft.add_stub(Stub::clone(stub));
        }
        for object in &other.objects {
            let mut object = Object::clone(object);
            object.pointers.iter_mut().for_each(|at| extent.shift(&mut at.to));
            let index = self.variable(draft, object)?;
            let holding = other
                .handles
                .iter()
                .find(|handle| handle.source == Source::Variable(index - extent.objects));
            if let Some(handle) = holding {
                self.hold_variable(draft, index, handle.class, handle.holding);
            }
        }
        for step in &other.steps {
            match shifted(step, extent) {
                Step::Invoke(invocation) => {
                    self.step(draft, Invocation { ending: Ending::Returns, ..invocation })?;
                }
                Step::Make(made) => {
                    remake(&mut draft.state, &mut draft.sequence.bindings, &made)
                        .map_err(Setback::Stopped)?;
                    draft.sequence.push(Step::Make(made), Given::default());
                }
                Step::Use(_) | Step::Call(_) | Step::Release(_) => {}
            }
        }
        draft.sequence.is_extreme |= other.is_extreme;
        Ok(())
    }
}
