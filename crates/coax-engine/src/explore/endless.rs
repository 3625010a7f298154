//! Paths that run and run: after how long one is taken for endless, and where that is told.

use coax_kinds::Incomplete;

use super::Explorer;
use crate::{ErrorKind, State, Stop};

/// How many jumps are followed to find the start of an endless loop.
const LOOP_JUMPS: usize = 1000;
/// After this many it is taken for endless. A native run decides whether it is.
const ENDLESS: u64 = 1 << 33;
/// The same for a unit, of which there are many,
const UNIT_ENDLESS: u64 = 100_000_000;
/// and for one whose values depend on inputs all the while, which is slow.
pub(super) const TOIL: u64 = 2_000_000;
/// So many paths are taken for endless in one function; further ones are ended much earlier.
const MOST_ENDLESS: u32 = 2;

impl<'p> Explorer<'p> {
    /// Is a path taken for endless that has run so long without a choice?
    pub(super) fn is_endless(&self, state: &State<'p>, alone: u64, toil: u64) -> bool {
        let top = state.frames.last();
        let seen = top.and_then(|frame| self.endless.get(&frame.function)).copied();
        let ease = if seen.unwrap_or(0) >= MOST_ENDLESS { 10 } else { 1 };
        let is_long = alone > UNIT_ENDLESS / ease || toil > TOIL / ease;
        alone > ENDLESS || state.unit.is_some() && is_long
    }

    /// A path that runs and runs. It is stopped at the start of a loop if there is one near.
    pub(super) fn endless(&mut self, state: &mut Box<State<'p>>) -> Stop {
        for _ in 0..LOOP_JUMPS {
            let (depth, at) = (state.frames.len(), state.top().pc);
            self.machine.limits.max_steps = state.steps + 1;
            let stop = self.run_on(state);
            if stop != Stop::StepLimit {
                return stop;
            }
            if state.frames.len() == depth && state.top().pc <= at {
                break;
            }
        }
        self.machine.symbols().incomplete.insert(Incomplete::Steps);
        let seen = self.endless.entry(state.top().function).or_default();
        *seen += 1;
        if *seen > MOST_ENDLESS {
            return Stop::Bound(Incomplete::Steps);
        }
        let message = "this loop or recursion goes on and on".into();
        Stop::Error { kind: ErrorKind::NoTermination, message }
    }
}

/// How many instructions have run on values that depend on inputs, without a choice, after so many more.
pub(super) fn toiled(state: &State<'_>, toil: u64, alone: u64, ran: u64) -> u64 {
    let is_marked = state.frames.iter().rev().take(2).any(|frame| frame.marks.is_some());
    match is_marked {
        _ if alone < ran => 0,
        true => toil + ran,
        false => toil,
    }
}
