//! How a sequence becomes a test case: what it holds is released, and what its calls gave is expected.

use std::sync::Arc;

use coax_case::{
    Action, Argument, Check, Ending, Environment, Invocation, Object, Pass, Returned, Step, Stub,
    TestCase, Value,
};
use coax_engine::explore::leaks_of;
use coax_engine::{ErrorReport, Machine, State, Stop};
use coax_ir::Role;
use coax_memory::{HeapKind, Origin};

use crate::api::{Api, Callable};
use crate::bindings::{Given, Place};
use crate::execution::{Ended, Execution};
use crate::ownership::is_reached;
use crate::sequence::{Handle, Holding, Sequence};
use crate::types::{By, ClassId, Shape, Standard};

/// The longest text that is expected.
const LONGEST_TEXT: usize = 120;

/// What follows the last call.
pub(crate) struct Releases {
    /// The releases, in order.
    pub(crate) steps: Vec<Step>,
    /// What went wrong in destructors of variables, which no step names.
    pub(crate) fault: Option<(Stop, ErrorReport)>,
    /// What is left on the heap that nothing leads to any more, and that the test did not hold.
    pub(crate) leak: Option<ErrorReport>,
}

/// Releases what a sequence holds, the last first, on a copy of its state.
pub(crate) fn release<'p>(
    machine: &mut Machine<'p>,
    api: &Api,
    sequence: &Sequence,
    state: &mut State<'p>,
    max_steps: u64,
) -> Option<Releases> {
    let mut state = state.copy()?;
    let mut steps = Vec::new();
    let mut left = 0;
    let held = held(machine, api, sequence, &state);
    for held in held.iter().rev() {
        if is_reached(&state, sequence, held.address) {
            continue;
        }
        let is_there = state.memory.object(held.address).is_some_and(coax_memory::Object::is_alive);
        if !is_there {
            continue;
        }
        let mut tried = state.copy()?;
        let mut execution = Execution {
            machine,
            state: &mut tried,
            api,
            objects: &sequence.objects,
            bindings: &sequence.bindings,
            max_steps,
            recording: None,
        };
        if let Ok(Ended::Returned(_)) = execution.run(&held.release) {
            steps.push(Step::Release(held.release.clone()));
            state = tried;
        } else {
            left += 1;
        }
    }
    left += sequence.handles.iter().filter(|it| is_left(&state, it)).count();
    let fault = destroy_variables(machine, api, sequence, &mut state, max_steps);
    let leaks = leaks_of(machine, &state);
    let leak = leaks.into_iter().next().filter(|_| fault.is_none() && left == 0);
    Some(Releases { steps, fault, leak })
}

/// Is what a handle leads to still there, although the test held it?
fn is_left(state: &State<'_>, handle: &Handle) -> bool {
    let object = state.memory.object(handle.address);
    let is_own = object.is_some_and(|it| it.is_alive() && matches!(it.origin, Origin::Heap(_)));
    is_own && !handle.is_over && matches!(handle.holding, Holding::Created | Holding::New)
}

/// Something that is held, and how it is released.
struct Held {
    address: u64,
    release: Invocation,
}

fn held<'p>(machine: &Machine<'p>, api: &Api, sequence: &Sequence, state: &State<'p>) -> Vec<Held> {
    let mut held = Vec::new();
    for handle in sequence.handles.iter().filter(|handle| handle.is_usable(state)) {
        let release = match handle.holding {
            Holding::New => Some(delete(handle)),
            Holding::Created | Holding::Initialised if !handle.is_const => {
                destroyer(api, handle).or_else(|| freed(machine, state, handle))
            }
            _ => None,
        };
        held.extend(release.map(|release| Held { address: handle.address, release }));
    }
    held.extend(texts(machine, api, sequence, state));
    held
}

fn delete(handle: &Handle) -> Invocation {
    let pointer = handle.argument(Pass::Value);
    call(Action::Delete { pointer, array: false }, Vec::new())
}

fn destroyer(api: &Api, handle: &Handle) -> Option<Invocation> {
    let known = api.destroyers.get(&handle.class)?;
    let function = *known.first()?;
    let callable = api.callable(function)?;
    let argument = match callable.params[0].shape {
        Shape::Object { by: By::Value, .. } => handle.argument(Pass::Value),
        Shape::Object { by, .. } => handle.passed(by)?,
        _ => return None,
    };
    Some(call(Action::Call(function), vec![argument]))
}

/// What is on the heap and has no function to end it is freed as it is.
fn freed(machine: &Machine<'_>, state: &State<'_>, handle: &Handle) -> Option<Invocation> {
    let free = machine.program.function_named("free")?;
    let object = state.memory.object(handle.address)?;
    let is_own = object.base == handle.address
        && object.origin == Origin::Heap(HeapKind::Malloc)
        && handle.holding == Holding::Created;
    let argument = handle.passed(By::Pointer).filter(|_| is_own)?;
    Some(call(Action::Call(free), vec![argument]))
}

fn call(action: Action, arguments: Vec<Argument>) -> Invocation {
    Invocation { action, arguments, ending: Ending::Returns, nodiscard: false }
}

/// Texts on the heap that functions returned for the caller to free.
fn texts<'p>(
    machine: &Machine<'p>,
    api: &Api,
    sequence: &Sequence,
    state: &State<'p>,
) -> Vec<Held> {
    let Some(free) = machine.program.function_named("free") else { return Vec::new() };
    let mut held: Vec<Held> = Vec::new();
    for (index, step) in sequence.steps.iter().enumerate() {
        let callable = step.invocation().and_then(|it| api.callable(it.function()?));
        let is_text = callable.is_some_and(|callable| {
            callable.role != Some(Role::Constructor)
                && matches!(callable.result, Shape::Text { is_const: false, .. })
        });
        let Some(address) = sequence.word(index).filter(|_| is_text) else { continue };
        let object = state.memory.object(address).filter(|object| object.is_alive());
        let is_own = object.is_some_and(|object| {
            object.base == address && object.origin == Origin::Heap(HeapKind::Malloc)
        });
        if is_own && held.iter().all(|other| other.address != address) {
            let argument = Argument::Result { step: index, pass: Pass::Value };
            held.push(Held { address, release: call(Action::Call(free), vec![argument]) });
        }
    }
    held
}

/// Ends the lives of variables, the last first. What goes wrong.
fn destroy_variables<'p>(
    machine: &mut Machine<'p>,
    api: &Api,
    sequence: &Sequence,
    state: &mut State<'p>,
    max_steps: u64,
) -> Option<(Stop, ErrorReport)> {
    let automatic = |(index, step): (usize, &Arc<Step>)| -> Option<(u64, ClassId)> {
        step.invocation()?;
        let Given { place: Place::Memory(at), class } = sequence.bindings.results[index] else {
            return None;
        };
        Some((at, class?))
    };
    let variables: Vec<(u64, ClassId)> =
        sequence.steps.iter().enumerate().filter_map(automatic).collect();
    for &(at, class) in variables.iter().rev() {
        let mut execution = Execution {
            machine,
            state,
            api,
            objects: &sequence.objects,
            bindings: &sequence.bindings,
            max_steps,
            recording: None,
        };
        if let Err(stop) = execution.destroy(class, at) {
            let report = machine.report(state, &stop);
            return Some((stop, report));
        }
    }
    None
}

/// The test case of a sequence that ends like this.
pub(crate) fn case(
    api: &Api,
    sequence: &Sequence,
    state: &State<'_>,
    releases: Vec<Step>,
    ending: Check,
) -> TestCase {
    let mut checks = vec![ending];
    for step in 0..sequence.steps.len() {
        let value = expected(api, sequence, state, step);
        checks.extend(value.map(|value| Check::Returned { step, value }));
    }
    let mut steps: Vec<Step> = sequence.steps.iter().map(|step| Step::clone(step)).collect();
    let mut objects: Vec<Object> = sequence.objects.iter().map(|it| Object::clone(it)).collect();
    objects.iter_mut().for_each(|object| object.released = None);
    steps.extend(releases);
    let stubs = sequence.stubs.iter().map(|stub| Stub::clone(stub)).collect();
    let environment = Environment { objects, stubs, ..Environment::default() };
    TestCase { id: String::new(), steps, environment, checks, notes: Vec::new() }
}

/// The step that throws at the end of a sequence returns as far as its test is concerned: the check says otherwise.
pub(crate) fn without_last_catch(case: &mut TestCase) {
    let last = case.steps.iter_mut().rev().find_map(|step| match step {
        Step::Invoke(invocation) => Some(invocation),
        _ => None,
    });
    if let Some(last) = last {
        last.ending = Ending::Returns;
    }
}

/// What a step is expected to give, as far as every run gives it: no addresses, and no bytes that were never written.
fn expected(api: &Api, sequence: &Sequence, state: &State<'_>, step: usize) -> Option<Returned> {
    let invocation = sequence.steps[step].invocation()?;
    let callable = api.callable(invocation.function()?)?;
    if callable.role == Some(Role::Constructor) || invocation.ending == Ending::Throws {
        return None;
    }
    let is_last = step + 1 == sequence.steps.len();
    returned(state, callable, &sequence.bindings.results[step], is_last)
}

/// What a call gave, in the words of a check; what a pointer leads to only if that is still so.
pub(crate) fn returned(
    state: &State<'_>,
    callable: &Callable,
    given: &Given,
    is_last: bool,
) -> Option<Returned> {
    let ty = callable.signature.result;
    let word = given.word();
    match callable.result {
        Shape::Number(number) => {
            let value = word.filter(|&value| !is_address(state, value))?;
            let bytes = value.to_le_bytes()[..number.size.into()].to_vec();
            Some(Returned::Scalar(Value { ty, bytes, pointers: Vec::new() }))
        }
        Shape::Text { .. } if word.is_some_and(|word| word != 0) => {
            text_at(state, word?).filter(|_| is_last).map(Returned::Text)
        }
        Shape::Standard { standard: Standard::String, by: By::Value, .. } => {
            let Place::Memory(at) = given.place else { return None };
            string_at(state, at).map(Returned::Text)
        }
        Shape::Text { .. } | Shape::Object { by: By::Pointer, .. } if word == Some(0) => {
            Some(Returned::Scalar(Value { ty, bytes: vec![0; 8], pointers: Vec::new() }))
        }
        _ => None,
    }
}

pub(crate) fn is_address(state: &State<'_>, value: u64) -> bool {
    value >> 44 != 0 && state.memory.object(value).is_some()
}

pub(crate) fn text_at(state: &State<'_>, address: u64) -> Option<Vec<u8>> {
    let rest = state.memory.rest(address).ok()?;
    let len = rest.iter().take(LONGEST_TEXT).position(|&letter| letter == 0)?;
    let is_defined = state.memory.defined(address, len as u64 + 1).ok()?.is_none();
    is_defined.then(|| rest[..len].to_vec())
}

/// The letters of a `std::string`, as libstdc++ lays it out.
fn string_at(state: &State<'_>, address: u64) -> Option<Vec<u8>> {
    let word = |at| {
        let bytes = state.memory.bytes(at, 8).ok()?;
        let is_defined = state.memory.defined(at, 8).ok()?.is_none();
        is_defined.then(|| u64::from_le_bytes(bytes.try_into().unwrap_or_default()))
    };
    let (letters, len) = (word(address)?, word(address + 8)?);
    if len > LONGEST_TEXT as u64 || state.memory.defined(letters, len).ok()?.is_some() {
        return None;
    }
    Some(state.memory.bytes(letters, len).ok()?.to_vec())
}
