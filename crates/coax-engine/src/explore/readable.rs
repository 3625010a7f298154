//! The end of a path under values that people like to read: its last instruction is run once more,
//! so that what is said about it fits the values.

use std::collections::HashMap;

use coax_ir::{FuncId, Pc};

use super::Explorer;
use crate::{State, Stop};

/// How many paths that end at one place are made readable: no more tests are written for it.
const ENDS: u32 = 4;

/// How many paths have ended where.
pub(super) type Ends = HashMap<(FuncId, Pc), u32>;

impl<'p> Explorer<'p> {
    /// The state and the stop with which an error is shown.
    pub(super) fn shown(
        &mut self,
        mut state: Box<State<'p>>,
        stop: Stop,
    ) -> (Box<State<'p>>, Stop) {
        match self.readable_error(&mut state, &stop) {
            Some((state, stop)) => (Box::new(state), stop),
            None => (state, stop),
        }
    }

    /// Gives a unit that ended well, but not without error, values that are easy to read.
    pub(super) fn make_readable(&mut self, state: &mut State<'p>) {
        let symbols = self.machine.symbols();
        if let Some(model) = symbols.readable_model(state) {
            symbols.change_model(state, model);
        }
    }

    fn readable_error(&mut self, state: &mut State<'p>, stop: &Stop) -> Option<(State<'p>, Stop)> {
        let place = state.frames.last().map(|frame| (frame.function, frame.pc));
        let place = place.filter(|_| stop.is_error() && state.unit.is_some())?;
        let seen = self.ends.entry(place).or_default();
        *seen += 1;
        if *seen > ENDS {
            return None;
        }
        let model = self.machine.symbols().readable_model(state)?;
        let world = state.world.take()?;
        let fork = state.fork(&*world);
        state.world = Some(world);
        let mut fork = fork?;
        let symbols = self.machine.symbols();
        symbols.change_model(&mut fork, model);
        let (flips, counts) = (symbols.flips.len(), symbols.counts);
        self.machine.limits.max_steps = fork.steps.saturating_add(1);
        let again = self.machine.run_on(&mut fork);
        let symbols = self.machine.symbols();
        symbols.flips.truncate(flips);
        symbols.counts = counts;
        let there = fork.frames.last().map(|frame| (frame.function, frame.pc));
        (there == Some(place) && is_same(stop, &again)).then_some((fork, again))
    }
}

/// Do two stops say the same, whatever the values?
fn is_same(one: &Stop, other: &Stop) -> bool {
    match (one, other) {
        (Stop::Error { kind: a, .. }, Stop::Error { kind: b, .. })
        | (Stop::Misuse { kind: a, .. }, Stop::Misuse { kind: b, .. }) => a == b,
        (Stop::Fault(a), Stop::Fault(b)) => {
            let base = |fault: &coax_memory::Fault| fault.object.as_ref().map(|object| object.base);
            a.kind == b.kind && base(a) == base(b)
        }
        _ => false,
    }
}
