//! Concolic execution of a kept sequence: its numbers and letters become inputs, it is run from the start, and where it
//! comes to a branch that has an uncovered side the solver is asked for values that lead there.

use std::sync::Arc;

use coax_case::{Argument, Object, Step, Value};
use coax_engine::scenario::RunSequences;
use coax_engine::symbolic::{Flip, Resumed};
use coax_engine::{Machine, State, WithSymbols};
use coax_expr::{Assignment, Term};
use coax_ir::{FieldKind, Program, Type, TypeId, size_of, strip};

use crate::Side;
use crate::api::{Api, Param};
use crate::bindings::Given;
use crate::conflict::{ConflictSequence, Conflicts, Edge, Event};
use crate::execution::{Ended, Execution};
use crate::progress::Progress;
use crate::recording::{Decision, MOST_LETTERS, Primitive, Recording};
use crate::rng::Rng;
use crate::room::variable_at;
use crate::sequence::Sequence;
use crate::types::{Shape, Sort, number};

/// A path ends when it has so many conditions.
const MOST_CONDITIONS: usize = 400;
/// So many flips of one run are put to the solver, the target's first.
const MOST_QUESTIONS: usize = 12;

/// A sequence that was run with inputs, up to where it ended.
pub(crate) struct Explored<'p> {
    pub(crate) flips: Vec<Flip<'p>>,
    pub(crate) recording: Recording,
}

/// What came of a question.
pub(crate) enum Found {
    /// A sequence that goes the other way, as far as the step that it does it in.
    Sequence(Sequence),
    /// There is none with this path.
    Infeasible,
    /// A conflict sequence says so.
    RuledOut,
    /// The solver does not know.
    Unknown,
}

/// A sequence in which numbers that earlier steps gave are literals: so they can become inputs as well.
pub(crate) fn with_literals(api: &Api, sequence: &Sequence) -> Sequence {
    let mut sequence = sequence.clone();
    for at in 0..sequence.steps.len() {
        let Some(invocation) = sequence.steps[at].invocation() else { continue };
        let Some(callable) = invocation.function().and_then(|id| api.callable(id)) else {
            continue;
        };
        let literal = |(param, argument): (&Param, &Argument)| match (&param.shape, argument) {
            (Shape::Number(number), &Argument::Result { step, .. }) => {
                let bytes = sequence.word(step)?.to_le_bytes()[..number.size.into()].to_vec();
                Some(Argument::Value(Value { ty: param.ty, bytes, pointers: Vec::new() }))
            }
            _ => None,
        };
        let literals: Vec<Option<Argument>> =
            callable.params.iter().zip(&invocation.arguments).map(literal).collect();
        if literals.iter().all(Option::is_none) {
            continue;
        }
        if let Step::Invoke(invocation) = Arc::make_mut(&mut sequence.steps[at]) {
            for (argument, literal) in invocation.arguments.iter_mut().zip(literals) {
                *argument = literal.unwrap_or_else(|| argument.clone());
            }
        }
    }
    sequence
}

/// Runs a sequence with inputs.
pub(crate) fn explore<'p>(
    machine: &mut Machine<'p>,
    mut state: State<'p>,
    api: &Api,
    sequence: &Sequence,
    max_steps: u64,
) -> Explored<'p> {
    let mut recording = Recording::default();
    machine.bound_conditions(MOST_CONDITIONS);
    machine.symbols_mut().enter(&state);
    machine.symbols_mut().context.flips.clear();
    let _ = run(machine, &mut state, api, sequence, max_steps, &mut recording);
    let flips = std::mem::take(&mut machine.symbols_mut().context.flips);
    recording.end_of_call(&state, flips.len());
    Explored { flips, recording }
}

fn run<'p>(
    machine: &mut Machine<'p>,
    state: &mut State<'p>,
    api: &Api,
    sequence: &Sequence,
    max_steps: u64,
    recording: &mut Recording,
) -> Result<(), coax_engine::Stop> {
    let mut bindings = crate::bindings::Bindings::default();
    crate::replay::add_stubs(state, &mut bindings, sequence);
    for (index, object) in sequence.objects.iter().enumerate() {
        let address = variable_at(state, object, &bindings)?;
        bindings.objects.push(address);
        symbolize(machine, state, recording, index, object, address)?;
    }
    for (index, step) in sequence.steps.iter().enumerate() {
        let given = match &**step {
            Step::Invoke(invocation) => {
                recording.step = index;
                let mut execution = Execution {
                    machine,
                    state,
                    api,
                    objects: &sequence.objects,
                    bindings: &bindings,
                    max_steps,
                    recording: Some(recording),
                };
                match execution.run(invocation)? {
                    Ended::Returned(given) => given,
                    Ended::Threw(_) => Given::default(),
                }
            }
            Step::Make(made) => {
                crate::replay::remake(state, &mut bindings, made)?;
                Given::default()
            }
            _ => Given::default(),
        };
        bindings.results.push(given);
    }
    Ok(())
}

/// Makes the numbers of a variable inputs.
fn symbolize<'p>(
    machine: &mut Machine<'p>,
    state: &mut State<'p>,
    recording: &mut Recording,
    index: usize,
    object: &Object,
    address: u64,
) -> Result<(), coax_engine::Stop> {
    let program = machine.program;
    let is_zeroed = object.bytes.iter().all(|&byte| byte == 0)
        && matches!(*program.type_of(strip(program, object.ty)), Type::Struct { .. });
    if is_zeroed || object.bytes.len() > 16 * MOST_LETTERS {
        return Ok(());
    }
    let mut cells = Vec::new();
    let size = size_of(program, object.ty).unwrap_or(1).max(1);
    for element in 0..object.count.min(MOST_LETTERS as u64) {
        collect(program, object.ty, element * size, &mut cells);
    }
    for (offset, size) in cells {
        if offset + u64::from(size) > object.bytes.len() as u64 {
            break;
        }
        let primitive = |_, size| Primitive::Bytes { object: index, offset: offset as usize, size };
        recording.memory(machine, state, address + offset, &[size], primitive)?;
    }
    Ok(())
}

/// The numbers of a type, by offset and size, but for truth values and enumerators.
fn collect(program: &Program, ty: TypeId, offset: u64, cells: &mut Vec<(u64, u8)>) {
    let bare = strip(program, ty);
    match &*program.type_of(bare) {
        Type::Struct { fields, .. } => {
            for field in
                fields.iter().filter(|it| it.bit_size.is_none() && it.kind == FieldKind::Member)
            {
                collect(program, field.ty, offset + field.bit_offset / 8, cells);
            }
        }
        Type::Array { element, count: Some(count) } => {
            let size = size_of(program, *element).unwrap_or(1);
            for at in 0..(*count).min(MOST_LETTERS as u64) {
                collect(program, *element, offset + at * size, cells);
            }
        }
        _ => {
            let found = number(program, bare);
            let is_free = |sort| !matches!(sort, Sort::Truth | Sort::Enum);
            cells.extend(found.filter(|it| is_free(it.sort)).map(|it| (offset, it.size)));
        }
    }
}

/// What answers questions about a run.
pub(crate) struct Questions<'a, 'p> {
    pub(crate) machine: &'a mut Machine<'p>,
    pub(crate) sequence: &'a Sequence,
    pub(crate) recording: &'a Recording,
    pub(crate) conflicts: &'a mut Conflicts,
    pub(crate) progress: &'a mut Progress,
    pub(crate) rng: &'a mut Rng,
    pub(crate) check_one_in: u64,
}

/// The flips of a run that lead to sides that are wanted, the target's first, each with its number.
pub(crate) fn wanted<'p>(
    explored: &mut Explored<'p>,
    target: Side,
    is_wanted: impl Fn(Side) -> bool,
) -> Vec<(Side, Decision, Flip<'p>)> {
    let flips = std::mem::take(&mut explored.flips);
    let sides = flips.into_iter().enumerate().filter_map(|(index, flip)| {
        let decision = *explored.recording.decisions.get(index)?;
        let side = Side { function: decision.function, at: decision.at, to: flip.towards? };
        Some((side, decision, flip))
    });
    let mut found: Vec<_> =
        sides.filter(|(side, ..)| *side == target || is_wanted(*side)).collect();
    found.sort_by_key(|(side, ..)| *side != target);
    found.truncate(MOST_QUESTIONS);
    found
}

impl<'p> Questions<'_, 'p> {
    /// Looks for values that lead to the other side of a decision.
    pub(crate) fn ask(&mut self, side: Side, decision: Decision, flip: Flip<'p>) -> Found {
        let path = self.path_to(side, decision, flip.state.above.path.conditions.len());
        let is_ruled_out = path.as_ref().is_some_and(|path| self.conflicts.rule_out(&path.events));
        if is_ruled_out {
            self.progress.queries_saved += 1;
            if self.rng.below(self.check_one_in.max(1) as usize) != 0 {
                return Found::RuledOut;
            }
            self.progress.saved_checked += 1;
        }
        let conditions: Vec<Term> =
            flip.state.above.path.conditions.oldest_first().into_iter().copied().collect();
        let condition = flip.condition;
        self.progress.queries += 1;
        match self.machine.symbols_mut().resume(flip) {
            Resumed::State(state) => {
                self.progress.saved_wrong += u64::from(is_ruled_out);
                Found::Sequence(self.with_model(&state.above.path.model, decision.step))
            }
            Resumed::Infeasible => {
                if let Some(path) = path.filter(|_| !is_ruled_out) {
                    self.learn(&path, &conditions, condition);
                }
                Found::Infeasible
            }
            Resumed::Unknown(_) => Found::Unknown,
        }
    }

    /// The events of the run up to a decision, which goes the other way.
    fn path_to(&self, side: Side, decision: Decision, conditions: usize) -> Option<PathTo> {
        let last = decision.event?;
        let mut events = self.recording.path[..=last].to_vec();
        let edge = Edge { function: side.function, at: side.at, to: Some(side.to) };
        events[last].edge = edge;
        let by_condition = self.recording.conditions.get(..conditions)?.to_vec();
        Some(PathTo { events, by_condition })
    }

    /// Keeps the conflict sequence of an infeasible path, if what contradicts itself is all known by its events.
    fn learn(&mut self, path: &PathTo, conditions: &[Term], condition: Term) {
        let symbols = self.machine.symbols_mut();
        let Some(core) = symbols.solver.core(&symbols.pool, conditions, condition) else { return };
        let mut events = Vec::new();
        for term in core.iter().filter(|&&term| term != condition) {
            let Some(at) = conditions.iter().position(|known| known == term) else { return };
            let Some(event) = path.by_condition[at] else { return };
            events.push(event);
        }
        events.push(path.events.len() - 1);
        if let Some(conflict) = ConflictSequence::of(&path.events, &events) {
            self.conflicts.add(conflict);
        }
        self.progress.conflicts = self.conflicts.len();
    }

    /// The sequence with the values of a model, up to a step.
    fn with_model(&self, model: &Assignment, last: usize) -> Sequence {
        let mut sequence = Sequence { is_extreme: self.sequence.is_extreme, ..Sequence::default() };
        sequence.handles = self.sequence.handles.clone();
        sequence.objects = self.sequence.objects.clone();
        sequence.stubs = self.sequence.stubs.clone();
        sequence.steps = self.sequence.steps[..=last].to_vec();
        for &(var, primitive) in &self.recording.primitives {
            let value = model.get(var).to_le_bytes();
            match primitive {
                Primitive::Bytes { object, offset, size } => {
                    let object = Arc::make_mut(&mut sequence.objects[object]);
                    let end = offset + usize::from(size);
                    object.bytes[offset..end].copy_from_slice(&value[..usize::from(size)]);
                }
                Primitive::Argument { step, argument } => {
                    if let Some(Argument::Value(Value { bytes, .. })) =
                        argument_of(&mut sequence, step, argument)
                    {
                        let len = bytes.len();
                        bytes.copy_from_slice(&value[..len]);
                    }
                }
                Primitive::Letter { step, argument, at } => {
                    if let Some(Argument::Text(text)) = argument_of(&mut sequence, step, argument) {
                        text[at] = value[0];
                    }
                }
            }
        }
        for step in &mut sequence.steps {
            end_texts(Arc::make_mut(step));
        }
        sequence
    }
}

/// The events up to a decision.
struct PathTo {
    events: Vec<Event>,
    by_condition: Vec<Option<usize>>,
}

fn argument_of(sequence: &mut Sequence, step: usize, argument: usize) -> Option<&mut Argument> {
    match Arc::make_mut(sequence.steps.get_mut(step)?) {
        Step::Invoke(invocation) => invocation.arguments.get_mut(argument),
        _ => None,
    }
}

/// Texts end at their first zero: what is behind it is not seen.
fn end_texts(step: &mut Step) {
    let Step::Invoke(invocation) = step else { return };
    for argument in &mut invocation.arguments {
        if let Argument::Text(text) = argument
            && let Some(end) = text.iter().position(|&letter| letter == 0)
        {
            text.truncate(end);
        }
    }
}
