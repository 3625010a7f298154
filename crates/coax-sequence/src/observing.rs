//! What is expected behind the last call of a sequence: what it left in variables that were passed to it, and what the
//! objects involved say of themselves.
//!
//! Invariants: no address is expected, and no byte that was never written; what is asked changes nothing that is expected
//! after it.

use coax_case::{
    Action, Argument, Check, Ending, Held, Invocation, Object, Part, Returned, Root, Value,
};
use coax_engine::{Machine, State};
use coax_ir::names::operator_symbol;
use coax_ir::{Access, FieldKind, Program, Role, Type, TypeId, size_of, strip};

use crate::api::{Api, Callable};
use crate::bindings::Place;
use crate::composer::Draft;
use crate::ending::{is_address, returned, text_at};
use crate::execution::{Ended, Execution};
use crate::names::Purpose;
use crate::sequence::{Handle, Sequence, Source};
use crate::types::{By, Shape, Sort, Standard, number};

/// So many numbers of one variable are expected.
const MOST_PLACES: usize = 4;

/// So many answers of objects are expected that the last call has changed,
const MOST_CHANGED: usize = 3;

/// and, where nothing else is, so many that it has not.
const MOST_UNCHANGED: usize = 2;

/// So many questions are tried.
const MOST_TRIED: usize = 24;

/// What the variables hold that were passed to the last call, as far as that has changed it, and what a struct that it
/// gave holds. If nothing else is expected (`is_alone`), what has not changed will do.
pub(crate) fn held(
    program: &Program,
    api: &Api,
    after: &Draft<'_>,
    before: Option<&Draft<'_>>,
    is_alone: bool,
) -> Vec<Check> {
    let Draft { sequence, state } = after;
    let Some(last) = sequence.steps.len().checked_sub(1) else { return Vec::new() };
    let Some(invocation) = sequence.steps[last].invocation() else { return Vec::new() };
    let mut checks = Vec::new();
    let mut seen = Vec::new();
    for operand in invocation.operands() {
        let Argument::Object { index, .. } = *operand else { continue };
        if seen.contains(&index) {
            continue;
        }
        seen.push(index);
        let object = &sequence.objects[index];
        let at = sequence.bindings.objects[index];
        let len = object.bytes.len() as u64;
        let was = before.and_then(|it| {
            let at = *it.sequence.bindings.objects.get(index)?;
            it.state.memory.bytes(at, len).ok().map(<[u8]>::to_vec)
        });
        let before = was.as_deref().or(Some(&object.bytes)).filter(|_| !is_alone);
        let looking = Looking { program, state, root: Root::Object(index), before };
        checks.extend(looking.variable(object, at));
    }
    let result = invocation.function().and_then(|id| api.callable(id));
    let is_struct = result.is_some_and(|it| {
        it.role != Some(Role::Constructor)
            && matches!(it.result, Shape::Object { by: By::Value, .. })
    });
    if let (Place::Memory(at), true) = (sequence.bindings.results[last].place, is_struct)
        && let Some(callable) = result
    {
        let looking = Looking { program, state, root: Root::Result(last), before: None };
        checks.extend(looking.members(callable.signature.result, at));
    }
    checks
}

/// Looks into memory.
struct Looking<'a, 'p> {
    program: &'a Program,
    state: &'a State<'p>,
    root: Root,
    /// The bytes that were there at first.
    before: Option<&'a [u8]>,
}

impl Looking<'_, '_> {
    fn variable(&self, object: &Object, at: u64) -> Vec<Check> {
        let bare = strip(self.program, object.ty);
        let Some(size) = size_of(self.program, bare).filter(|&size| size > 0) else {
            return Vec::new();
        };
        match &*self.program.type_of(bare) {
            Type::Struct { .. } if object.count == 1 => self.members(object.ty, at),
            Type::Int { bits: 8, name, .. } if object.count > 1 && &**name == "char" => {
                self.text(object.ty, at, object.count).into_iter().collect()
            }
            Type::Pointer(_) if object.count == 1 => self.null(object.ty, at).into_iter().collect(),
            _ => (0..object.count)
                .filter_map(|index| {
                    let path = if object.count == 1 { vec![] } else { vec![Part::Element(index)] };
                    self.number(object.ty, at + index * size, index * size, path)
                })
                .take(MOST_PLACES)
                .collect(),
        }
    }

    /// The members of a struct that are numbers.
    fn members(&self, ty: TypeId, at: u64) -> Vec<Check> {
        let bare = self.program.type_of(strip(self.program, ty));
        let Type::Struct { fields, .. } = &*bare else { return Vec::new() };
        let is_open =
            fields.iter().all(|it| it.access == Access::Public && it.kind == FieldKind::Member);
        let named = fields.iter().filter(|field| is_open && field.bit_size.is_none());
        let found = named.filter_map(|field| {
            let offset = field.bit_offset / 8;
            let path = vec![Part::Member(field.name.as_deref()?.to_owned())];
            self.number(field.ty, at + offset, offset, path)
        });
        found.take(MOST_PLACES).collect()
    }

    /// A number that is not what it was.
    fn number(&self, ty: TypeId, at: u64, offset: u64, path: Vec<Part>) -> Option<Check> {
        let number = number(self.program, strip(self.program, ty))?;
        let len = u64::from(number.size);
        let bytes = self.state.memory.bytes(at, len).ok()?.to_vec();
        let is_defined = self.state.memory.defined(at, len).ok()?.is_none();
        let offset = offset as usize;
        let was = self.before.and_then(|before| before.get(offset..offset + bytes.len()));
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(&bytes);
        let is_expected = is_defined
            && was != Some(&bytes[..])
            && !is_address(self.state, u64::from_le_bytes(word))
            && (number.sort != Sort::Truth || bytes[0] <= 1);
        let value = Returned::Scalar(Value { ty, bytes, pointers: Vec::new() });
        is_expected.then_some(Check::Holds { place: Held { root: self.root, path, ty }, value })
    }

    /// A pointer that is null, and was not or might have become something else.
    fn null(&self, ty: TypeId, at: u64) -> Option<Check> {
        let bytes = self.state.memory.bytes(at, 8).ok()?.to_vec();
        let is_defined = self.state.memory.defined(at, 8).ok()?.is_none();
        let is_expected =
            is_defined && bytes == [0; 8] && self.before.is_none_or(|before| before != bytes);
        let place = Held { root: self.root, path: Vec::new(), ty };
        let value = Returned::Scalar(Value { ty, bytes, pointers: Vec::new() });
        is_expected.then_some(Check::Holds { place, value })
    }

    /// A text that is not what it was.
    fn text(&self, ty: TypeId, at: u64, count: u64) -> Option<Check> {
        let text = text_at(self.state, at).filter(|text| (text.len() as u64) < count)?;
        let was = self.before.and_then(|before| before.split(|&letter| letter == 0).next());
        let is_readable = text.iter().all(|letter| (b' '..=b'~').contains(letter));
        let ty = self.program.add_type(Type::Pointer(ty));
        let place = Held { root: self.root, path: Vec::new(), ty };
        let is_expected = was != Some(&text[..]) && is_readable;
        is_expected.then_some(Check::Holds { place, value: Returned::Text(text) })
    }
}

/// Asks objects about themselves.
pub(crate) struct Asking<'a, 'p> {
    pub(crate) machine: &'a mut Machine<'p>,
    pub(crate) api: &'a Api,
    pub(crate) max_steps: u64,
}

impl<'p> Asking<'_, 'p> {
    /// What the objects of the last call say after it and did not say before; if `is_alone`, nothing else is expected, and
    /// what did not change will do.
    pub(crate) fn observed(
        &mut self,
        after: &mut Draft<'p>,
        mut before: Option<Draft<'p>>,
        is_alone: bool,
    ) -> Vec<Check> {
        let (mut changed, mut same) = (Vec::new(), Vec::new());
        for invocation in self.questions(after).into_iter().take(MOST_TRIED) {
            let Some(value) = self.answer(after, &invocation) else { continue };
            let earlier = before.as_mut().and_then(|draft| self.answer(draft, &invocation));
            let check = Check::Observed { invocation, value: value.clone() };
            if earlier.as_ref() == Some(&value) { same.push(check) } else { changed.push(check) }
        }
        changed.truncate(MOST_CHANGED);
        if changed.is_empty() && is_alone {
            same.truncate(MOST_UNCHANGED);
            changed = same;
        }
        self.confirmed(after, changed)
    }

    /// The questions whose answers stay the same when they are asked one after the other.
    fn confirmed(&mut self, draft: &mut Draft<'p>, checks: Vec<Check>) -> Vec<Check> {
        let Some(mut state) = draft.state.copy() else { return Vec::new() };
        let mut confirmed = Vec::new();
        for check in checks {
            let Check::Observed { invocation, value } = &check else { continue };
            let Some(mut next) = state.copy() else { break };
            if self.ask(&draft.sequence, &mut next, invocation).as_ref() == Some(value) {
                state = next;
                confirmed.push(check);
            }
        }
        confirmed
    }

    fn answer(&mut self, draft: &mut Draft<'p>, invocation: &Invocation) -> Option<Returned> {
        let mut state = draft.state.copy()?;
        self.ask(&draft.sequence, &mut state, invocation)
    }

    fn ask(
        &mut self,
        sequence: &Sequence,
        state: &mut State<'p>,
        invocation: &Invocation,
    ) -> Option<Returned> {
        // Before the last call there is nothing that it gave.
        let is_there = |operand: &Argument| match operand {
            Argument::Result { step, .. } => *step < sequence.steps.len(),
            _ => true,
        };
        if !invocation.operands().all(is_there) {
            return None;
        }
        let mut execution = Execution {
            machine: self.machine,
            state,
            api: self.api,
            objects: &sequence.objects,
            bindings: &sequence.bindings,
            max_steps: self.max_steps,
            recording: None,
        };
        let Ok(Ended::Returned(given)) = execution.run(invocation) else { return None };
        let callable = self.api.callable(invocation.function()?)?;
        returned(state, callable, &given, true)
    }

    /// Calls without arguments of their own on the objects of the last call.
    fn questions(&self, draft: &Draft<'p>) -> Vec<Invocation> {
        let sequence = &draft.sequence;
        let Some(last) = sequence.steps.len().checked_sub(1) else { return Vec::new() };
        let Some(invocation) = sequence.steps[last].invocation() else { return Vec::new() };
        let is_involved = |handle: &&Handle| {
            let named = invocation.operands().any(|operand| is_named(operand, handle));
            named
                || matches!(handle.source, Source::Pointer(step) | Source::Result(step) if step == last)
        };
        let usable = sequence.handles.iter().filter(|handle| handle.is_usable(&draft.state));
        let tested = invocation.function();
        let mut questions = Vec::new();
        for handle in usable.filter(is_involved) {
            let known = self.api.callables.iter().filter(|callable| Some(callable.id) != tested);
            questions.extend(known.filter_map(|callable| self.question(callable, handle)));
        }
        questions
    }

    fn question(&self, callable: &Callable, handle: &Handle) -> Option<Invocation> {
        let is_plain = callable.purpose == Purpose::Other
            && operator_symbol(&callable.signature.name).is_none()
            && !callable.signature.variadic;
        let is_answer = matches!(
            callable.result,
            Shape::Number(_) | Shape::Standard { standard: Standard::String, by: By::Value, .. }
        );
        if !is_plain || !is_answer {
            return None;
        }
        let is_of = |class| self.api.types.offset_of(handle.class, class).is_some();
        let (action, arguments) = match (callable.role, callable.class, &callable.params[..]) {
            (Some(Role::Other), Some(class), []) if callable.is_const && is_of(class) => {
                let receiver = handle.passed(By::Reference)?;
                (Action::Method { function: callable.id, receiver }, Vec::new())
            }
            (None, _, [param]) => match param.shape {
                Shape::Object { class, is_const: true, by } if is_of(class) => {
                    (Action::Call(callable.id), vec![handle.passed(by)?])
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(Invocation { action, arguments, ending: Ending::Returns, nodiscard: false })
    }
}

/// Does an operand name what a handle leads to?
fn is_named(operand: &Argument, handle: &Handle) -> bool {
    match (operand, handle.source) {
        (Argument::Result { step, .. }, Source::Pointer(of) | Source::Result(of)) => *step == of,
        (Argument::Object { index, .. }, Source::Variable(of) | Source::Held(of)) => *index == of,
        _ => false,
    }
}
