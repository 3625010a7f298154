//! A sequence that is run with its numbers and letters as inputs: which input is which of them, and what the path did
//! with them.

use std::collections::HashMap;

use coax_engine::scenario::{InputWord, ObservedWord, RunSequences, Watcher};
use coax_engine::{Machine, State, Stop, WithSymbols};
use coax_expr::{Term, Var};
use coax_ir::{Body, FuncId, Inst, Pc, Slot};

use crate::conflict::{Edge, Event, Source};
use crate::types::Number;

/// A path with more events than these has no conflict sequences.
const MOST_EVENTS: usize = 1 << 16;
/// Letters and bytes behind these stay what they are.
pub(crate) const MOST_LETTERS: usize = 24;
/// The function of the edges at which inputs are bounded.
const BOUND: FuncId = FuncId(u32::MAX);

/// Which number or letter of a sequence an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Primitive {
    /// The argument of a step.
    Argument { step: usize, argument: usize },
    /// A letter of a text that is an argument of a step.
    Letter { step: usize, argument: usize, at: usize },
    /// So many bytes of a variable.
    Bytes { object: usize, offset: usize, size: u8 },
}

/// What is recorded of a run.
#[derive(Default)]
pub(crate) struct Recording {
    /// Where the run is.
    pub(crate) step: usize,
    pub(crate) argument: usize,
    /// The inputs, and what they stand for.
    pub(crate) primitives: Vec<(Var, Primitive)>,
    pub(crate) path: Vec<Event>,
    /// By condition of the path, the event that made it.
    pub(crate) conditions: Vec<Option<usize>>,
    /// By decision with two sides, the step and the event.
    pub(crate) decisions: Vec<Decision>,
    made: HashMap<Term, Source>,
    previous: Option<Previous>,
}

/// A decision that had two sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision {
    pub(crate) step: usize,
    pub(crate) function: FuncId,
    pub(crate) at: Pc,
    /// The event, by its number; none if there are too many.
    pub(crate) event: Option<usize>,
}

/// The instruction that runs.
struct Previous {
    frame: Option<u64>,
    function: FuncId,
    at: Pc,
    written: Option<(Slot, u32)>,
    reads: Vec<Source>,
    decisions: usize,
    conditions: usize,
}

impl Recording {
    /// Makes a number that is passed an input.
    pub(crate) fn number<'p>(
        &mut self,
        machine: &mut Machine<'p>,
        state: &mut State<'p>,
        number: Number,
        value: u64,
        most: Option<u64>,
    ) -> Result<ObservedWord, Stop> {
        let bits = u32::from(number.size) * 8;
        let InputWord { var, word } = machine.input_in_sequence(state, bits, value, most)?;
        let primitive = Primitive::Argument { step: self.step, argument: self.argument };
        let input = self.add(var, primitive);
        if let Some(term) = word.term {
            self.made.insert(term, Source::Input(input));
        }
        if let Some(most) = most {
            let reads = vec![Source::Input(input), Source::Constant(most)];
            let edge = Edge { function: BOUND, at: Pc(0), to: Some(Pc(0)) };
            self.path.push(Event { edge, reads });
        }
        let bounded = most.map(|_| self.path.len() - 1);
        self.conditions.resize(state.above.path.conditions.len(), bounded);
        Ok(word)
    }

    /// Makes numbers or letters in memory inputs; `primitive` says what each of them is, by its offset.
    pub(crate) fn memory<'p>(
        &mut self,
        machine: &mut Machine<'p>,
        state: &mut State<'p>,
        address: u64,
        sizes: &[u8],
        primitive: impl Fn(usize, u8) -> Primitive,
    ) -> Result<(), Stop> {
        let vars = machine.inputs_at(state, address, sizes)?;
        let mut offset = 0;
        for (&var, &size) in vars.iter().zip(sizes) {
            let input = self.add(var, primitive(offset, size));
            let term = machine.symbols_mut().pool.var(var);
            self.made.insert(term, Source::Input(input));
            offset += usize::from(size);
        }
        Ok(())
    }

    fn add(&mut self, var: Var, primitive: Primitive) -> u32 {
        self.primitives.push((var, primitive));
        self.primitives.len() as u32 - 1
    }

    /// A word is passed as another term: extended, or cut off.
    pub(crate) fn derive(&mut self, from: Term, to: Term) {
        if let Some(&source) = self.made.get(&from) {
            self.made.entry(to).or_insert(source);
        }
    }

    /// A call has ended: what its last instruction did.
    pub(crate) fn end_of_call(&mut self, state: &State<'_>, decisions: usize) {
        self.finish(state, decisions);
        self.conditions.resize(state.above.path.conditions.len(), None);
    }

    /// What the instruction that has run did.
    fn finish(&mut self, state: &State<'_>, decisions: usize) {
        let Some(previous) = self.previous.take() else { return };
        let conditions = state.above.path.conditions.len();
        let is_same_frame = state.frame_number() == previous.frame;
        if decisions > previous.decisions || conditions > previous.conditions {
            let to = state.frames().last().filter(|_| is_same_frame).map(|frame| frame.pc);
            let event = self.push(&previous, to);
            self.conditions.resize(conditions, event);
            let Previous { function, at, .. } = previous;
            let decision = Decision { step: self.step, function, at, event };
            self.decisions.resize(decisions, decision);
        }
        if let Some((slot, count)) = previous.written.filter(|_| is_same_frame) {
            for part in 0..count {
                let term = state.mark(slot.plus(part)).term;
                if let Some(term) = term.filter(|term| !self.made.contains_key(term)) {
                    let event = self.push(&previous, None);
                    let source = event.map_or(Source::Opaque, Source::Event);
                    self.made.insert(term, source);
                }
            }
        }
    }

    fn push(&mut self, previous: &Previous, to: Option<Pc>) -> Option<usize> {
        if self.path.len() >= MOST_EVENTS {
            return None;
        }
        let edge = Edge { function: previous.function, at: previous.at, to };
        self.path.push(Event { edge, reads: previous.reads.clone() });
        Some(self.path.len() - 1)
    }

    /// What an instruction reads.
    fn reads(&self, state: &State<'_>, body: &Body, inst: &Inst) -> Vec<Source> {
        let mut reads = Vec::new();
        if let Some(loaded) = loaded(state, inst) {
            self.read_memory(state, loaded, &mut reads);
            return reads;
        }
        let first = body.constants.len();
        inst.reads(body, |slot, count| {
            for part in 0..count {
                let slot = slot.plus(part);
                if slot.index() >= first {
                    reads.push(self.slot(state, slot));
                }
            }
        });
        reads
    }

    fn slot(&self, state: &State<'_>, slot: Slot) -> Source {
        match state.mark(slot).term {
            Some(term) => self.made.get(&term).copied().unwrap_or(Source::Opaque),
            None => constant(state, state.word(slot)),
        }
    }

    fn read_memory(&self, state: &State<'_>, loaded: Loaded, reads: &mut Vec<Source>) {
        let Loaded { address, len, is_known } = loaded;
        let Ok(symbolic) = state.memory.symbolic(address, len) else { return };
        if !is_known {
            reads.push(Source::Opaque);
        }
        for byte in symbolic {
            let source = self.made.get(&byte.term).copied().unwrap_or(Source::Opaque);
            if reads.last() != Some(&source) {
                reads.push(source);
            }
            reads.push(Source::Constant(byte.byte.into()));
        }
    }
}

/// A value that depends on no input; one address is as good as another.
fn constant(state: &State<'_>, value: u64) -> Source {
    let is_address = value >> 44 != 0 && state.memory.object(value).is_some();
    Source::Constant(if is_address { u64::MAX } else { value })
}

/// Memory that an instruction loads.
struct Loaded {
    address: u64,
    len: u64,
    /// The address depends on no input.
    is_known: bool,
}

fn loaded(state: &State<'_>, inst: &Inst) -> Option<Loaded> {
    let (addr, offset, len) = match *inst {
        Inst::Load8 { addr, offset, .. } => (addr, offset, 1),
        Inst::Load16 { addr, offset, .. } => (addr, offset, 2),
        Inst::Load32 { addr, offset, .. } => (addr, offset, 4),
        Inst::Load64 { addr, offset, .. } => (addr, offset, 8),
        Inst::LoadOdd { bits, addr, offset, .. } | Inst::LoadWide { bits, addr, offset, .. } => {
            (addr, offset, u64::from(bits).div_ceil(8))
        }
        _ => return None,
    };
    let address = state.word(addr).wrapping_add(offset as i64 as u64);
    Some(Loaded { address, len, is_known: state.mark(addr).term.is_none() })
}

impl<'p> Watcher<'p> for Recording {
    fn before(&mut self, state: &State<'p>, decisions: usize) {
        self.finish(state, decisions);
        let Some(frame) = state.frames().last() else { return };
        let inst = &frame.body.code[frame.pc.index()];
        self.previous = Some(Previous {
            frame: state.frame_number(),
            function: frame.function,
            at: frame.pc,
            written: inst.writes(frame.body),
            reads: self.reads(state, frame.body, inst),
            decisions,
            conditions: state.above.path.conditions.len(),
        });
    }
}
