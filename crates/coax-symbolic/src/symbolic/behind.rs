//! What follows undefined arithmetic: a path goes on behind a signed overflow with the value that wraps around, and
//! behind a shift out of range with the machine's value, whose amount is masked.
//!
//! - *Invariant:* an error ends a path, and is told, before what is behind it is run as another path.
//! - *Invariant:* a path knows the errors it is behind ([`Path::after`](super::Path::after)). At the place of one of them
//!   nothing is decided any more: both sides of the check go on with the same value.
//! - *Absent on purpose:* errors of memory, uninitialised reads, divisions: what follows them natively has no value to
//!   go on with.

use std::sync::Arc;

use coax_expr::Term;
use coax_interp::{ErrorKind, ErrorReport, Mark, Rest};
use coax_ir::{BranchParts, FuncId, Inst, IntOp, IntParts, Pc, Slot, TrapKind};
use coax_memory::FaultKind;

use super::{Flip, Moment, Symbols};
use crate::layers::{Shadows, Symbolic};
use crate::{Machine, State, Stop};

/// An error that a path is behind.
#[derive(Clone, Debug)]
pub struct Behind {
    /// The function it is in,
    function: FuncId,
    /// and its instruction.
    pc: Pc,
    /// What was told of it.
    pub report: Arc<ErrorReport>,
}

/// What may follow undefined behaviour, and is lost if the path ends there.
pub trait GoOn<'p> {
    /// The path behind the error that has ended this one, if it can go on; nothing is decided there.
    fn path_behind(&mut self, state: &mut State<'p>, stop: &Stop) -> Option<Flip<'p>>;
}

impl<'p> GoOn<'p> for Machine<'p> {
    fn path_behind(&mut self, state: &mut State<'p>, stop: &Stop) -> Option<Flip<'p>> {
        let mut layer = Symbolic::of(self);
        if !layer.may_go_on(state, stop) {
            return None;
        }
        let error = layer.error_here(state, stop)?;
        let world = state.world.take()?;
        let fork = state.fork_aside(&*world);
        state.world = Some(world);
        let mut fork = fork?;
        fork.above.path.after.push(error);
        fork.above.path.turns = Default::default();
        let symbols = self.above.symbols();
        let (condition, model) = (symbols.pool.truth(true), Some(fork.above.path.model.clone()));
        // All decisions up to here belong to the path that has ended.
        let moment = Moment { steps: fork.steps, nth: u32::MAX };
        let (towards, path_hash, tries, guessed) = (None, 0, 0, true);
        let state = Box::new(fork);
        let is_put_off = false;
        Some(Flip {
            state,
            condition,
            model,
            towards,
            moment,
            path_hash,
            tries,
            guessed,
            is_put_off,
        })
    }
}

/// Does an error leave something behind it that a native run may come to? An assertion, a signal or the end of the
/// program does not.
pub fn may_be_followed(state: &State<'_>, stop: &Stop) -> bool {
    let kind = match stop {
        Stop::Error { kind, .. } | Stop::Misuse { kind, .. } => *kind,
        Stop::Fault(fault) => return fault.kind != FaultKind::Null,
        _ => return false,
    };
    match kind {
        ErrorKind::Assertion
        | ErrorKind::Abort
        | ErrorKind::UncaughtException
        | ErrorKind::NullDereference
        | ErrorKind::DivisionByZero
        | ErrorKind::StackOverflow
        | ErrorKind::NoTermination
        | ErrorKind::MemoryLeak => false,
        // The processor stops at a quotient that does not fit.
        ErrorKind::SignedOverflow => !matches!(
            instruction(state).and_then(|inst| parts_of(&inst)),
            Some(IntParts { op: IntOp::SDiv | IntOp::SRem, .. })
        ),
        _ => true,
    }
}

impl<'p> Symbolic<'_, 'p> {
    /// Goes on behind an error that was told on another path; any other error is the end of this one.
    pub(super) fn go_on(&mut self, state: &mut State<'p>, stop: Stop) -> Result<(), Stop> {
        if !self.may_go_on(state, &stop) || !(is_behind(state) || self.is_told(state)) {
            return Err(stop);
        }
        if !is_behind(state) {
            let Some(error) = self.error_here(state, &stop) else { return Err(stop) };
            state.above.path.after.push(error);
        }
        let Some(inst) = instruction(state) else { return Err(stop) };
        self.pass(state, &inst).map(drop).ok_or(stop)
    }

    /// Does an instruction that the path is behind, without deciding anything.
    pub(super) fn beyond(&mut self, state: &mut State<'p>, inst: &Inst) -> Option<Rest> {
        if !is_behind(state) {
            return None;
        }
        self.pass(state, inst)
    }

    /// Goes where a check leads to that the path is behind, if its failure is at `failed`.
    pub(super) fn beyond_check(
        &mut self,
        state: &mut State<'p>,
        passed: Pc,
        failed: Pc,
    ) -> Option<Rest> {
        let function = state.top().function;
        if !is_among(state, function, failed) {
            return None;
        }
        state.top().pc = passed;
        state.steps += 1;
        Some(Rest::Nothing)
    }

    /// Is it an error with a value to go on with, on a path that is run for itself?
    fn may_go_on(&mut self, state: &State<'p>, stop: &Stop) -> bool {
        let Stop::Error { kind: ErrorKind::SignedOverflow | ErrorKind::ShiftOutOfRange, .. } = stop
        else {
            return false;
        };
        let Some(symbols) = &self.above.symbols else { return false };
        let by_itself = symbols.goes_on
            && symbols.context.trial.is_none()
            && !symbols.context.no_fork
            && !symbols.predicts()
            && !symbols.summaries.on
            && !state.above.is_of_unit();
        by_itself && instruction(state).is_some_and(|inst| has_value(state, &inst))
    }

    /// Is the path found again, and was the error told before by the path it was found on?
    fn is_told(&mut self, state: &State<'p>) -> bool {
        self.symbols().context.is_borrowed_beyond(state.steps)
    }

    fn error_here(&mut self, state: &State<'p>, stop: &Stop) -> Option<Behind> {
        let frame = state.frames().last()?;
        let report = Arc::new(self.report(state, stop));
        Some(Behind { function: frame.function, pc: frame.pc, report })
    }

    /// Does an instruction with the value that the machine gives.
    fn pass(&mut self, state: &mut State<'p>, inst: &Inst) -> Option<Rest> {
        if let Inst::Trap { kind: TrapKind::SignedShift } = inst {
            state.top().pc = passed(state)?;
            state.steps += 1;
            return Some(Rest::Nothing);
        }
        let parts = parts_of(inst)?;
        let symbols = self.symbols();
        let term = symbols.machine_value(state, parts);
        for (slot, word) in Shadows::of(symbols).words(parts.dst, term, parts.bits).iter() {
            let value = symbols.value(state, word) as u64;
            let mark = Mark { undefined: 0, term: symbols.symbolic(word) };
            state.set_marked_word(slot, value, mark);
        }
        Some(Rest::done(state))
    }
}

impl<'p> Symbols<'p> {
    /// What the machine computes where the language says nothing.
    fn machine_value(&mut self, state: &State<'p>, parts: IntParts) -> Term {
        let IntParts { op, bits, a, b, .. } = parts;
        let bits = u32::from(bits);
        let x = Shadows::of(self).operand(state, a, bits);
        let mut y = Shadows::of(self).operand(state, b, bits);
        if is_shift(op) {
            let mask = self.pool.constant(bits, u128::from(bits - 1));
            y = self.pool.and(y, mask);
        }
        Shadows::of(self).int_term(op, x, y)
    }
}

/// Is the next instruction one that the path is behind?
fn is_behind(state: &State<'_>) -> bool {
    let top = state.frames().last();
    top.is_some_and(|frame| is_among(state, frame.function, frame.pc))
}

fn is_among(state: &State<'_>, function: FuncId, pc: Pc) -> bool {
    let mut after = state.above.path.after.newest_first();
    after.any(|error| (error.function, error.pc) == (function, pc))
}

fn instruction(state: &State<'_>) -> Option<Inst> {
    let frame = state.frames().last()?;
    frame.body.code.get(frame.pc.index()).copied()
}

fn parts_of(inst: &Inst) -> Option<IntParts> {
    match (inst.int_parts(), *inst) {
        (Some(parts), _) => Some(parts),
        (None, Inst::Wide { op, bits, dst, a, b }) => Some(IntParts { op, bits, dst, a, b }),
        (None, _) => None,
    }
}

fn is_shift(op: IntOp) -> bool {
    matches!(op, IntOp::Shl | IntOp::LShr | IntOp::AShr)
}

/// Has an instruction a value on the machine where it has none in the language?
fn has_value(state: &State<'_>, inst: &Inst) -> bool {
    if let Inst::Trap { kind: TrapKind::SignedShift } = inst {
        return passed(state).is_some();
    }
    let Some(IntParts { op, bits, a, b, .. }) = parts_of(inst) else { return false };
    let words = if bits > 64 { 2 } else { 1 };
    let is_defined = |slot: Slot| (0..words).all(|n| state.undefined(slot.plus(n)) == 0);
    let has_value = match op {
        IntOp::AddNsw | IntOp::SubNsw | IntOp::MulNsw => true,
        // A compiler may do anything with an amount that it sees; narrow and wide ones are no single instruction.
        _ if is_shift(op) => matches!(bits, 32 | 64) && !is_literal(state, b),
        _ => false,
    };
    has_value && is_defined(a) && is_defined(b)
}

fn is_literal(state: &State<'_>, slot: Slot) -> bool {
    state.frames().last().is_some_and(|frame| slot.index() < frame.body.constants.len())
}

/// Where the check goes on that has failed at the next instruction, if only one leads there.
fn passed(state: &State<'_>) -> Option<Pc> {
    let frame = state.frames().last()?;
    let goes_here = |inst: &Inst| {
        let (then, els) = match (inst.branch_parts(), *inst) {
            (Some(BranchParts { then, els, .. }), _) | (None, Inst::Br { then, els, .. }) => {
                (then, els)
            }
            (None, _) => return None,
        };
        match (then == frame.pc, els == frame.pc) {
            (true, false) => Some(els),
            (false, true) => Some(then),
            _ => None,
        }
    };
    let mut leading = frame.body.code.iter().filter_map(goes_here);
    let only = leading.next()?;
    leading.next().is_none().then_some(only)
}
