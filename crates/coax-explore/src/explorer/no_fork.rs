//! The end of a path that comes to one place too often. What it would meet on the way is no longer explored,
//! but what it comes to with its own inputs is still worth knowing: a recursion that never ends, a loop
//! that is never left, an error behind it. So it is run on with small values, always the way those go.
//!
//! - *Invariant:* such a path is counted once, and the exploration is not complete.

use std::collections::HashMap;

use coax_ir::{FuncId, Pc};
use coax_kinds::Incomplete;

use super::non_termination::count_symbolic_steps;
use super::{Explorer, SLICE};
use crate::observer::SearchObserver;
use coax_interp::Revisits;
use coax_symbolic::{State, Stop};

/// How many paths that come to one place too often are run to their end.
const ENDS: u32 = 2;

/// How many paths have come too often to where.
pub(super) type Ends = HashMap<(FuncId, Pc), u32>;

impl<'p> Explorer<'p> {
    /// Is a path that ends here worth running on?
    pub(super) fn is_worth_finishing(&mut self, state: &State<'p>, stop: &Stop) -> bool {
        let wanted = matches!(self.bounds.revisits, Revisits::WithChoice(_));
        let Some(frame) =
            state.frames.last().filter(|_| *stop == Stop::Bound(Incomplete::Revisits))
        else {
            return false;
        };
        if !wanted || !state.above.is_of_unit() || state.above.path.summed_up {
            return false;
        }
        let seen = self.finished_without_forking.entry((frame.function, frame.pc)).or_default();
        *seen += 1;
        *seen <= ENDS
    }

    /// Runs a path to its end with its inputs, made small. What it ends by if that is bounded is the
    /// bound that it came to first.
    pub(super) fn run_without_forking(
        &mut self,
        state: &mut Box<State<'p>>,
        observer: &mut dyn SearchObserver<'p>,
    ) -> Stop {
        self.minimise_model(state);
        // From here on conditions do not say which way it goes.
        state.above.path.predicted = true;
        let symbols = self.machine.above.symbols();
        symbols.context.no_fork = true;
        symbols.incomplete.insert(Incomplete::Revisits);
        let steps_over = std::mem::take(&mut symbols.summaries.on);
        self.machine.revisits = Revisits::All(u32::MAX);
        let stop = self.run_slices_without_forking(state, observer);
        self.machine.revisits = self.bounds.revisits;
        let symbols = self.machine.above.symbols();
        (symbols.context.no_fork, symbols.summaries.on) = (false, steps_over);
        match stop {
            Stop::Bound(_) | Stop::SolverUnknown | Stop::AssumedAway => {
                Stop::Bound(Incomplete::Revisits)
            }
            stop => stop,
        }
    }

    fn run_slices_without_forking(
        &mut self,
        state: &mut Box<State<'p>>,
        observer: &mut dyn SearchObserver<'p>,
    ) -> Stop {
        let (begun, mut symbolic_steps) = (state.steps, 0);
        loop {
            let before = state.steps;
            self.machine.limits.max_steps = before.saturating_add(SLICE);
            let stop = self.run_on(state);
            self.tally.steps += state.steps - before;
            if stop != Stop::StepLimit {
                return stop;
            }
            self.check_bounds(observer);
            if self.stopped.is_some() {
                return Stop::Bound(Incomplete::Revisits);
            }
            let since_choice = state.steps - begun;
            symbolic_steps =
                count_symbolic_steps(state, symbolic_steps, since_choice, state.steps - before);
            if self.exceeds_step_budget(state, since_choice, symbolic_steps) {
                return self.report_non_termination(state);
            }
        }
    }
}
