//! Running a path, stretch by stretch: to its end, or until it makes room for others.
//!
//! A path that reads an input in every round of a loop need not end, and every round has its other sides. So a path that has
//! come to nothing new for a while is put back among the pending paths, which are then all there are to choose from.
//!
//! - *Invariant:* what is put back is a pending path like any other: it goes on, is given away or is told as far as it came.
//! - *Invariant:* no clock: patience is counted in instructions, other sides and conditions.

use coax_kinds::Incomplete;

use super::{Explorer, SLICE, non_termination};
use crate::bounds::Patience;
use crate::observer::SearchObserver;
use crate::pending::{Pending, Preempted};
use coax_symbolic::symbolic::Replay;
use coax_symbolic::{State, Stop};

/// After this many instructions without a decision about inputs a path makes room for others.
pub(super) const VERY_LONG: u64 = 20_000_000;

/// What a path has done since it last came to something new.
struct Effort {
    covered: usize,
    steps: u64,
    depth: u64,
    forks: u64,
}

impl Effort {
    fn of(state: &State<'_>, covered: usize) -> Effort {
        let depth = state.above.path.conditions.len() as u64;
        Effort { covered, steps: state.steps, depth, forks: 0 }
    }

    /// It has put so many other sides aside since it was last looked at.
    fn add(&mut self, state: &State<'_>, covered: usize, forks: usize) {
        match covered > self.covered {
            true => *self = Effort::of(state, covered),
            false => self.forks += forks as u64,
        }
    }

    fn exceeds(&self, patience: &Patience, state: &State<'_>) -> bool {
        let depth = state.above.path.conditions.len() as u64;
        state.steps - self.steps >= patience.steps
            || self.forks >= patience.forks
            || depth - self.depth >= patience.depth
    }
}

impl<'p> Explorer<'p> {
    /// Runs a path to its end, or until it makes room for others.
    pub(super) fn run_path(
        &mut self,
        state: Box<State<'p>>,
        observer: &mut dyn SearchObserver<'p>,
    ) {
        self.tally.runs += 1;
        self.run_stretch(state, 0, observer);
    }

    /// Goes on with a path that made room for others.
    pub(super) fn go_on_with(
        &mut self,
        preempted: Preempted<'p>,
        observer: &mut dyn SearchObserver<'p>,
    ) {
        let Preempted { state, last_choice, symbolic_steps } = preempted;
        let symbols = self.machine.above.symbols();
        symbols.plant(Replay::default());
        symbols.enter(&state);
        symbols.context.go_on_since(last_choice);
        self.run_stretch(state, symbolic_steps, observer);
    }

    fn run_stretch(
        &mut self,
        mut state: Box<State<'p>>,
        mut symbolic_steps: u64,
        observer: &mut dyn SearchObserver<'p>,
    ) {
        if self.machine.is_guarded {
            self.machine.above.symbols().context.no_fork = state.above.goes_on_verified();
        }
        self.machine.coverage.begin_stretch(&state.untested);
        let covered = self.machine.coverage.count();
        let mut effort = Effort::of(&state, covered);
        let stop = loop {
            if state.above.path.conditions.len() >= self.bounds.conditions {
                break Stop::Bound(Incomplete::Constraints);
            }
            let before = state.steps;
            self.machine.limits.max_steps =
                before.saturating_add(SLICE.min(self.bounds.steps - self.tally.steps));
            let stop = self.run_on(&mut state);
            self.tally.steps += state.steps - before;
            let forks = self.machine.above.symbols().context.flips.len();
            effort.add(&state, self.machine.coverage.count(), forks);
            self.collect(covered);
            if stop != Stop::StepLimit {
                break stop;
            }
            self.check_bounds(observer);
            // Where values depend on inputs, a single step that is left is none.
            let is_used_up = self.bounds.steps.saturating_sub(self.tally.steps) <= 1;
            if self.stopped.is_none() && state.steps == before && is_used_up {
                self.stopped = Some(Incomplete::Steps);
            }
            let since_choice = self.machine.above.symbols().context.steps_since_choice(&state);
            symbolic_steps = non_termination::count_symbolic_steps(
                &state,
                symbolic_steps,
                since_choice,
                state.steps - before,
            );
            let is_long = non_termination::is_long(since_choice, symbolic_steps);
            match self.stopped {
                // Most of a budget for one stretch without a decision.
                Some(Incomplete::Steps) if since_choice > self.tally.steps / 2 => {
                    break self.report_non_termination(&mut state);
                }
                Some(Incomplete::Time) if is_long => break self.report_non_termination(&mut state),
                Some(reason) => break Stop::Bound(reason),
                // The solver answers no questions any more.
                None if state.steps == before => break Stop::Bound(Incomplete::Time),
                None if self.exceeds_step_budget(&state, since_choice, symbolic_steps) => {
                    break self.report_non_termination(&mut state);
                }
                None => {}
            }
            if self.is_out_of_memory(observer) {
                break Stop::Bound(Incomplete::Memory);
            }
            let is_patient = !is_long && !effort.exceeds(&self.bounds.patience, &state);
            if (!is_patient || observer.wants_work()) && self.may_make_room() {
                let last_choice = state.steps - since_choice;
                self.searcher.ran(self.machine.coverage.count() - covered);
                self.put_back(Preempted { state, last_choice, symbolic_steps });
                return;
            }
        };
        self.searcher.ran(self.machine.coverage.count() - covered);
        if stop == Stop::PutOff {
            self.check_bounds(observer);
            return;
        }
        let stop = match self.is_worth_finishing(&state, &stop) {
            true => self.run_without_forking(&mut state, observer),
            false => stop,
        };
        match self.is_predicted(&state, &stop) {
            true => self.remember_end(state, &stop),
            false => self.finish(state, stop, observer),
        }
        self.check_bounds(observer);
    }

    /// May the running path make room: are there others, and is it found again if it is put back?
    fn may_make_room(&mut self) -> bool {
        let others = !self.searcher.is_empty() || !self.seeds.is_empty();
        others && !self.machine.above.symbols().context.is_borrowed() && !self.is_told_by_another()
    }

    /// Does what becomes of the running path depend on how it was begun? What is only predicted, or is run to see how it goes,
    /// is run in one piece.
    fn is_told_by_another(&mut self) -> bool {
        self.predictions.is_running()
            || self.steps_over()
            || self.machine.above.symbols().predicts()
    }

    fn put_back(&mut self, preempted: Preempted<'p>) {
        self.whole += 1;
        self.searcher.put_back(Pending::preempted(preempted));
    }
}
