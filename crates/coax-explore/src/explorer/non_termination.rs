//! Non-termination: the step budget after which a path counts as non-terminating, and where that is reported.

use coax_kinds::Incomplete;

use super::Explorer;
use super::stretch::VERY_LONG;
use coax_symbolic::{ErrorKind, State, Stop};

/// How many jumps are followed to find the start of a loop that is not left.
const LOOP_JUMPS: usize = 1000;
/// After this many steps without a choice a path is taken for non-terminating. A native run decides whether it is.
const STEP_BUDGET: u64 = 1 << 33;
/// The same for a unit, of which there are many,
const UNIT_STEP_BUDGET: u64 = 100_000_000;
/// and for one whose values depend on inputs all the while, which is slow.
const SYMBOLIC_STEP_BUDGET: u64 = 2_000_000;
/// So many paths are taken for non-terminating in one function; further ones are ended much earlier.
const MOST_NON_TERMINATING: u32 = 2;

impl<'p> Explorer<'p> {
    /// Is a path taken for non-terminating that has run so long without a choice?
    pub(super) fn exceeds_step_budget(
        &self,
        state: &State<'p>,
        since_choice: u64,
        symbolic_steps: u64,
    ) -> bool {
        let top = state.frames.last();
        let seen = top.and_then(|frame| self.non_terminating.get(&frame.function)).copied();
        let ease = if seen.unwrap_or(0) >= MOST_NON_TERMINATING { 10 } else { 1 };
        let is_long =
            since_choice > UNIT_STEP_BUDGET / ease || symbolic_steps > SYMBOLIC_STEP_BUDGET / ease;
        since_choice > STEP_BUDGET || state.above.is_of_unit() && is_long
    }

    /// Ends a path that does not terminate, at the start of a loop if there is one near.
    pub(super) fn report_non_termination(&mut self, state: &mut Box<State<'p>>) -> Stop {
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
        self.machine.above.symbols().incomplete.insert(Incomplete::Steps);
        let seen = self.non_terminating.entry(state.top().function).or_default();
        *seen += 1;
        if *seen > MOST_NON_TERMINATING {
            return Stop::Bound(Incomplete::Steps);
        }
        let message = "this loop or recursion goes on and on".into();
        Stop::Error { kind: ErrorKind::NoTermination, message }
    }
}

/// Has a path run so long without a choice that it may not terminate?
pub(super) fn is_long(since_choice: u64, symbolic_steps: u64) -> bool {
    since_choice > VERY_LONG || symbolic_steps > SYMBOLIC_STEP_BUDGET / 2
}

/// How many instructions have run on values that depend on inputs, without a choice, after so many more.
pub(super) fn count_symbolic_steps(
    state: &State<'_>,
    symbolic_steps: u64,
    since_choice: u64,
    ran: u64,
) -> u64 {
    let is_marked = state.frames.iter().rev().take(2).any(|frame| frame.marks.is_some());
    match is_marked {
        _ if since_choice < ran => 0,
        true => symbolic_steps + ran,
        false => symbolic_steps,
    }
}
