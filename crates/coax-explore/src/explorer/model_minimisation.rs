//! The end of a path under a minimised model, with values that people like to read: its last instruction is run once more,
//! so that what is said about it fits the values.

use std::collections::HashMap;

use coax_ir::{FuncId, Pc};
use coax_memory::FaultKind;

use super::Explorer;
use coax_symbolic::unit::Ordinary;
use coax_symbolic::{ErrorKind, State, Stop};

/// How many paths that end at one place in one way are minimised: no more tests are written for it.
const ENDS: u32 = 4;
/// How many calls, from the innermost one, make a place: the library's functions are called from many.
const CALLS: usize = 3;

/// How many paths have ended where, and how.
pub(super) type Ends = HashMap<(Vec<(FuncId, Pc)>, Wrong), u32>;

/// What is wrong, independent of the values.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Wrong {
    Error(ErrorKind),
    /// An access that failed, and where the object is that it was about.
    Fault(FaultKind, Option<u64>),
}

impl<'p> Explorer<'p> {
    /// The state and the stop with which an error is shown.
    pub(super) fn shown(
        &mut self,
        mut state: Box<State<'p>>,
        stop: Stop,
    ) -> (Box<State<'p>>, Stop) {
        match self.minimised_error(&mut state, &stop) {
            Some((state, stop)) => (Box::new(state), stop),
            None => (state, stop),
        }
    }

    /// Gives a unit that ended well, but not without error, values that are easy to read.
    pub(super) fn minimise_model(&mut self, state: &mut State<'p>) {
        let symbols = self.machine.above.symbols();
        if let Some(model) = symbols.minimised_model(state) {
            symbols.change_model(state, model);
        }
    }

    /// Ordinary numbers, if there are others than those that a state has; `true` if there are.
    fn take_ordinary(&mut self, state: &mut State<'p>, ordinary: Ordinary) -> bool {
        let Ordinary::Instead(model) = ordinary else { return false };
        self.machine.above.symbols().change_model(state, model);
        true
    }

    fn minimised_error(&mut self, state: &mut State<'p>, stop: &Stop) -> Option<(State<'p>, Stop)> {
        let wrong = wrong(stop).filter(|_| state.above.is_of_unit())?;
        let place = place(state);
        let seen = self.ends.entry((place.clone(), wrong)).or_default();
        *seen += 1;
        if *seen > ENDS {
            return None;
        }
        let symbols = self.machine.above.symbols();
        let ordinary = symbols.ordinary_numbers(state);
        state.above.path.is_extreme = matches!(ordinary, Ordinary::None);
        let world = state.world.take()?;
        let fork = state.fork(&*world);
        state.world = Some(world);
        let mut fork = fork?;
        let is_other = self.take_ordinary(&mut fork, ordinary);
        let symbols = self.machine.above.symbols();
        match symbols.minimised_model(&fork) {
            Some(model) => symbols.change_model(&mut fork, model),
            None if is_other => {}
            None => return None,
        }
        let (flips, counts) = (symbols.context.flips.len(), symbols.counts);
        self.machine.limits.max_steps = fork.steps.saturating_add(1);
        let again = self.machine.run_on(&mut fork);
        let symbols = self.machine.above.symbols();
        symbols.context.flips.truncate(flips);
        symbols.counts = counts;
        (self::place(&fork) == place && self::wrong(&again) == Some(wrong)).then_some((fork, again))
    }
}

/// Where a state is: the innermost calls.
fn place(state: &State<'_>) -> Vec<(FuncId, Pc)> {
    state.frames.iter().rev().take(CALLS).map(|frame| (frame.function, frame.pc)).collect()
}

/// What a stop says about the program, if it says that it is wrong.
fn wrong(stop: &Stop) -> Option<Wrong> {
    match stop {
        Stop::Error { kind, .. } | Stop::Misuse { kind, .. } => Some(Wrong::Error(*kind)),
        Stop::Fault(fault) => {
            let base = fault.object.as_ref().map(|object| object.base);
            Some(Wrong::Fault(fault.kind, base))
        }
        _ => None,
    }
}
