//! Objects of classes: one that the sequence has, or one that is made.

use std::sync::Arc;

use coax_case::{Action, Argument, Object, Pass};
use coax_ir::{FuncId, Role};

use crate::api::{Callable, Maker, Param};
use crate::lengths::Pairing;
use crate::ownership::is_reached;
use crate::room::variable_at;
use crate::sequence::{Handle, Holding, Source};
use crate::types::{By, ClassId, Shape};
use crate::variables::struct_bytes;

use super::{Composer, Draft, Setback, Wanted, cannot, invocation, null, object};
/// How deep objects are made for the making of others.
const MOST_DEPTH: usize = 4;
/// Once in so many times an object is made although there is one to use.
const ANEW_ONE_IN: u32 = 6;

impl<'p> Composer<'_, 'p> {
    /// An object of a class: one that is there, or one that is made.
    pub(super) fn object(
        &mut self,
        draft: &mut Draft<'p>,
        wanted: &Wanted,
        depth: usize,
    ) -> Result<Argument, Setback> {
        if wanted.by == By::Pointer && self.rng.one_in(self.policy.extreme_one_in) {
            draft.sequence.is_extreme = true;
            return Ok(null(wanted.ty));
        }
        if !self.rng.one_in(ANEW_ONE_IN)
            && let Some(argument) = self.usable_object(draft, wanted)
        {
            return Ok(argument);
        }
        match self.make(draft, wanted, depth) {
            Ok(argument) => Ok(argument),
            Err(Setback::Cannot(why)) => {
                // What nothing makes is null where a pointer is wanted.
                let has_maker = !self.api.makers(wanted.class).is_empty();
                match self.usable_object(draft, wanted) {
                    Some(argument) => Ok(argument),
                    None if wanted.by == By::Pointer && !has_maker => {
                        draft.sequence.is_extreme = true;
                        Ok(null(wanted.ty))
                    }
                    None => Err(Setback::Cannot(why)),
                }
            }
            Err(stopped) => Err(stopped),
        }
    }

    pub(super) fn usable_object(&mut self, draft: &Draft<'p>, wanted: &Wanted) -> Option<Argument> {
        let usable = draft.sequence.usable(&draft.state, self.api, wanted.class);
        let fitting: Vec<&Handle> = usable
            .filter(|handle| wanted.is_const || !handle.is_const || wanted.by == By::Value)
            .filter(|handle| self.can_be_passed(handle, wanted))
            .filter(|handle| {
                !wanted.is_owner || !is_reached(&draft.state, &draft.sequence, handle.address)
            })
            .collect();
        // What was made last is the most likely to be meant.
        let at = self.rng.below(fitting.len().max(1)).max(self.rng.below(fitting.len().max(1)));
        let handle = fitting.get(at)?;
        if self.api.types.class(wanted.class).is_handle {
            return Some(handle.argument(Pass::Value));
        }
        match wanted.by {
            By::Value if !self.is_copied(wanted.class) => handle.passed(By::Moved),
            by => handle.passed(by),
        }
    }

    pub(super) fn can_be_passed(&self, handle: &Handle, wanted: &Wanted) -> bool {
        let by = match wanted.by {
            By::Value if !self.is_copied(wanted.class) => By::Moved,
            by => by,
        };
        let is_movable = !handle.is_const && handle.class == wanted.class;
        handle.passed(by).is_some() && (by != By::Moved || is_movable)
    }

    /// Can objects of a class be copied?
    pub(super) fn is_copied(&self, class: ClassId) -> bool {
        let facts = &self.api.types.class(class).facts;
        facts.as_ref().is_none_or(|facts| facts.trivial_for_calls)
            || self.api.copier(class, false).is_some()
    }

    /// Makes an object of a class, or of one derived from it.
    pub(super) fn make(
        &mut self,
        draft: &mut Draft<'p>,
        wanted: &Wanted,
        depth: usize,
    ) -> Result<Argument, Setback> {
        if depth >= MOST_DEPTH || draft.sequence.calls() + 1 >= self.max_calls {
            return Err(cannot("it takes too many calls"));
        }
        let classes = self.api.usable_for(wanted.class);
        let makers = classes
            .iter()
            .flat_map(|&class| self.api.makers(class).iter().map(move |&maker| (class, maker)));
        let makers: Vec<(ClassId, Maker)> =
            makers.filter(|&(class, maker)| self.is_independent(class, maker)).collect();
        let Some(&(class, maker)) = self.rng.one_of(&makers) else {
            let name = &self.api.types.class(wanted.class).name;
            return Err(Setback::Cannot(format!("nothing that can be called makes a `{name}`")));
        };
        let before = draft.sequence.handles.len();
        self.make_by(draft, class, maker, depth + 1)?;
        let made = draft.sequence.handles.get(before..).unwrap_or_default();
        let is_it = |handle: &&Handle| {
            handle.is_usable(&draft.state)
                && self.api.types.offset_of(handle.class, wanted.class).is_some()
                && (wanted.is_const || !handle.is_const)
                && self.can_be_passed(handle, wanted)
        };
        let handle = made.iter().rev().find(is_it);
        let handle = handle.ok_or_else(|| cannot("what was to make an object gave none"))?;
        let argument = match self.api.types.class(wanted.class).is_handle {
            true => Some(handle.argument(Pass::Value)),
            false if wanted.by == By::Value && !self.is_copied(wanted.class) => {
                handle.passed(By::Moved)
            }
            false => handle.passed(wanted.by),
        };
        argument.ok_or_else(|| cannot("what was made cannot be passed so"))
    }

    /// Does a maker do without another object of the class?
    pub(super) fn is_independent(&self, class: ClassId, maker: Maker) -> bool {
        let takes = |id: FuncId, except: usize| {
            let Some(callable) = self.api.callable(id) else { return true };
            let is_method =
                callable.class.is_some_and(|it| it == class) && callable.role == Some(Role::Other);
            let is_it = |param: &Param| matches!(param.shape, Shape::Object { class: it, .. } if it == class);
            let others = callable.params.iter().enumerate().filter(|(index, _)| *index != except);
            is_method || others.into_iter().any(|(_, param)| is_it(param))
        };
        match maker {
            Maker::Creator(id) | Maker::Constructor(id) => !takes(id, usize::MAX),
            Maker::Initialiser(id) => !takes(id, 0),
            Maker::Place(id, at) => !takes(id, at),
            Maker::Implicit(_) | Maker::Variable => true,
        }
    }

    pub(super) fn make_by(
        &mut self,
        draft: &mut Draft<'p>,
        class: ClassId,
        maker: Maker,
        depth: usize,
    ) -> Result<(), Setback> {
        let api = self.api;
        let callable = |id| api.callable(id).ok_or_else(|| cannot("its maker cannot be called"));
        match maker {
            Maker::Creator(id) | Maker::Place(id, _) => {
                self.call(draft, callable(id)?, depth).map(|_| ())
            }
            Maker::Constructor(id) => {
                let storage = self.storage();
                self.construct(draft, class, Some(callable(id)?), storage, depth).map(|_| ())
            }
            Maker::Implicit(_) => {
                let storage = self.storage();
                self.construct(draft, class, None, storage, depth).map(|_| ())
            }
            Maker::Variable => self.struct_variable(draft, class, depth).map(|_| ()),
            Maker::Initialiser(id) => self.initialise(draft, class, callable(id)?, depth),
        }
    }

    /// A variable of a struct, its members chosen.
    pub(super) fn struct_variable(
        &mut self,
        draft: &mut Draft<'p>,
        class: ClassId,
        _depth: usize,
    ) -> Result<usize, Setback> {
        let ty = self.api.types.class(class).ty;
        let (bytes, pointers) = struct_bytes(self.machine.program, ty, self.literals, self.rng);
        let made = Object { pointers, ..object(ty, 1, bytes) };
        let index = self.variable(draft, made)?;
        self.hold_variable(draft, index, class, Holding::Borrowed);
        Ok(index)
    }

    /// A variable of a struct, all zeros, that a function fills.
    pub(super) fn initialise(
        &mut self,
        draft: &mut Draft<'p>,
        class: ClassId,
        callable: &Callable,
        depth: usize,
    ) -> Result<(), Setback> {
        let known = self.api.types.class(class);
        let size = known.size.ok_or_else(|| cannot("its size is not known"))?;
        let index = self.variable(draft, object(known.ty, 1, vec![0; size as usize]))?;
        let mut arguments = vec![Argument::Object { index, pass: Pass::Address }];
        if let Shape::Object { by: By::Reference, .. } = callable.params[0].shape {
            arguments = vec![Argument::Object { index, pass: Pass::Value }];
        }
        for (at, param) in callable.params.iter().enumerate().skip(1) {
            let argument = match param.pairing {
                Pairing::Length(buffer) => {
                    let buffer = arguments.get(buffer).cloned();
                    self.length(draft, param, buffer.as_ref())
                }
                _ => self.argument(draft, callable, at, depth)?,
            };
            arguments.push(argument);
        }
        self.step(draft, invocation(Action::Call(callable.id), arguments))?;
        self.hold_variable(draft, index, class, Holding::Initialised);
        Ok(())
    }

    pub(super) fn hold_variable(
        &self,
        draft: &mut Draft<'p>,
        index: usize,
        class: ClassId,
        holding: Holding,
    ) {
        let address = draft.sequence.bindings.objects[index];
        let source = Source::Variable(index);
        let (is_const, is_over) = (false, false);
        let is_dynamic = self.is_dynamic(class);
        let handle = Handle { source, class, address, is_const, is_over, is_dynamic, holding };
        draft.sequence.add_handle(handle);
    }

    /// Do objects of a class begin with a pointer to a table of virtual functions?
    pub(super) fn is_dynamic(&self, class: ClassId) -> bool {
        let facts = &self.api.types.class(class).facts;
        facts.as_ref().is_some_and(|facts| facts.is_dynamic)
    }

    /// Adds a variable; its number.
    pub(super) fn variable(
        &mut self,
        draft: &mut Draft<'p>,
        object: Object,
    ) -> Result<usize, Setback> {
        let bindings = &draft.sequence.bindings;
        let address = variable_at(&mut draft.state, &object, bindings).map_err(Setback::Stopped)?;
        draft.sequence.objects.push(Arc::new(object));
        draft.sequence.bindings.objects.push(address);
        Ok(draft.sequence.objects.len() - 1)
    }
}
