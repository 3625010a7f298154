//! Plain runs that look for what is hard to solve.
//!
//! Where the solver needs long to tell whether a place can be reached, running the program often
//! shows it: without terms, a run takes microseconds. The inputs are those of the path that came near,
//! some of them replaced by others within what is known about them. A run that goes a way no path
//! has gone belongs to a pending path, which then goes on with its inputs.
//!
//! - *Invariant:* a trial changes nothing but the number of instructions run. A path is resumed by its
//!   conditions and a model of them, wherever the model comes from.
//! - *Invariant:* no clock: trials are bounded by their number and the instructions they run.

use coax_expr::Assignment;
use coax_ir::{FuncId, Pc};

use super::Explorer;
use crate::observer::SearchObserver;
use crate::pending::{Pending, Preempted, What};
use crate::seed::{Hint, Seed};
use coax_symbolic::symbolic::{Flip, Replay, Resumed, Values};
use coax_symbolic::{State, Stop};

/// Instructions for the trials before the solver is asked, and after it did not know for the first
/// time. Starting a run counts as some.
const BEFORE: u64 = 500_000;
const AFTER: u64 = 4_000_000;
const START: u64 = 1_000;
/// A trial may be so many times as long as the path it is made from, and at least so long.
const LONGER: u64 = 8;
const LONG: u64 = 10_000;
/// One that went a new way may be so long when it is looked at again.
const LONGEST: u64 = 50_000_000;
/// So many instructions run between two looks at the deadline.
const STRETCH: u64 = 1_000_000;
/// So many trials that go new ways are enough for once.
const ENOUGH: usize = 4;

/// What a trial came to.
struct Trial {
    model: Assignment,
    inputs: Values,
    steps: u64,
    end: TrialEnd,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TrialEnd {
    /// It went a way no path has gone, or is wrong where no path was.
    New,
    /// It did not.
    Known,
    /// It cannot be run.
    Unable,
}

impl<'p> Explorer<'p> {
    /// Inputs that go new ways, tried before the solver is asked about something hard.
    pub(super) fn tries_first(
        &mut self,
        flip: &mut Flip<'p>,
        observer: &mut dyn SearchObserver<'p>,
    ) -> Vec<Assignment> {
        match !std::mem::replace(&mut flip.guessed, true)
            && self.machine.above.symbols().is_hard(flip)
        {
            true => self.by_trials(flip, BEFORE, observer),
            false => Vec::new(),
        }
    }

    /// Inputs that go new ways, tried where the solver does not know, longer each time.
    pub(super) fn tries_then(
        &mut self,
        flip: &Flip<'p>,
        observer: &mut dyn SearchObserver<'p>,
    ) -> Vec<Assignment> {
        self.by_trials(flip, AFTER << (2 * flip.tries.saturating_sub(1)), observer)
    }

    /// Inputs that go ways no path has gone, looked for around a question.
    fn by_trials(
        &mut self,
        flip: &Flip<'p>,
        steps: u64,
        observer: &mut dyn SearchObserver<'p>,
    ) -> Vec<Assignment> {
        let mut found = Vec::new();
        if !self.has_trials(flip) {
            return found;
        }
        let seed = self.tally.steps;
        let Some(mut guesses) = self.machine.above.symbols().guesses(flip, seed) else {
            return found;
        };
        let most = LONG.max(LONGER * flip.state.steps);
        let (mut left, mut runs) = (steps, 0u64);
        while left > 0 && found.len() < ENOUGH && !self.is_over() {
            let trial = self.trial(guesses.guess(), most);
            left = left.saturating_sub(trial.steps + START);
            match trial.end {
                TrialEnd::New => found.push(trial.model),
                TrialEnd::Known => {}
                TrialEnd::Unable => break,
            }
            runs += 1;
            if runs.is_multiple_of(16) {
                self.check_bounds(observer);
            }
        }
        found
    }

    /// Is there no time for more?
    pub(super) fn is_over(&mut self) -> bool {
        self.stopped.is_some() || self.machine.above.symbols().solver.deadline().is_over()
    }

    /// Does it make sense to try? Units are given more than inputs, and what is only predicted, or
    /// stands for many paths, may go another way than its conditions say.
    fn has_trials(&mut self, flip: &Flip<'p>) -> bool {
        let predicts = self.machine.above.symbols().predicts() || self.steps_over();
        let (covered, places) = self.machine.coverage.own();
        let useful = covered < places || flip.towards.is_none();
        useful && !flip.state.above.is_of_unit() && !predicts && self.searcher.asks_again()
    }

    /// Tries inputs.
    fn trial(&mut self, inputs: Assignment, most: u64) -> Trial {
        self.machine.coverage.begin_trial();
        let run = self.run_plain(inputs, most);
        let is_new_way = self.machine.coverage.end_trial();
        let Some((state, stop)) = run else {
            let (model, inputs) = Default::default();
            return Trial { model, inputs, steps: 0, end: TrialEnd::Unable };
        };
        let end = match stop {
            Stop::Unsupported(_) | Stop::Internal(_) | Stop::NeedsTerms => TrialEnd::Unable,
            Stop::AssumedAway => TrialEnd::Known,
            _ if is_new_way || self.is_new_error(&state, &stop) => TrialEnd::New,
            _ => TrialEnd::Known,
        };
        let inputs = Values::of(&state, &state.above.path.model);
        Trial { model: state.above.path.model, inputs, steps: state.steps, end }
    }

    /// Runs the program with plain inputs; nothing if it does not even start.
    fn run_plain(&mut self, inputs: Assignment, most: u64) -> Option<(State<'p>, Stop)> {
        let symbols = self.machine.above.symbols();
        symbols.context.trial = Some(inputs);
        let (counts, incomplete) = (symbols.counts, symbols.incomplete.clone());
        let flips = symbols.context.flips.len();
        self.machine.limits.max_steps = most.min(STRETCH);
        let run = (self.start)(&mut self.machine).ok().map(|mut state| {
            let stop = self.run_stretches(&mut state, most);
            self.tally.steps += state.steps;
            (state, stop)
        });
        let symbols = self.machine.above.symbols();
        (symbols.context.trial, symbols.counts, symbols.incomplete) = (None, counts, incomplete);
        symbols.context.flips.truncate(flips);
        run
    }

    /// Runs on for so many instructions, unless the deadline comes in between.
    fn run_stretches(&mut self, state: &mut State<'p>, most: u64) -> Stop {
        loop {
            self.machine.limits.max_steps = most.min(state.steps.saturating_add(STRETCH));
            let stop = self.machine.run_on(state);
            let over = self.machine.above.symbols().solver.deadline().is_over();
            if stop != Stop::StepLimit || state.steps >= most || over {
                return stop;
            }
        }
    }

    /// Is this an error where no path has ended in one?
    fn is_new_error(&self, state: &State<'p>, stop: &Stop) -> bool {
        wrong_place(state, stop).is_some_and(|place| !self.wrong.contains(&place))
    }

    /// Remembers where a path ended in an error.
    pub(super) fn note_error(&mut self, state: &State<'p>, stop: &Stop) {
        self.wrong.extend(wrong_place(state, stop));
    }

    /// Goes new ways with these inputs.
    pub(super) fn follow(&mut self, found: Vec<Assignment>, observer: &mut dyn SearchObserver<'p>) {
        for model in found {
            self.follow_one(model, 0, observer);
        }
    }

    /// Goes on with paths that other workers have inputs for.
    pub(super) fn follow_hints(&mut self, observer: &mut dyn SearchObserver<'p>) {
        while let Some(Hint { inputs, seen }) = observer.hint() {
            self.machine.above.symbols().plant(Replay::of_values(inputs));
            let trial = self.trial(Assignment::default(), LONGEST);
            self.machine.above.symbols().plant(Replay::default());
            self.follow_one(trial.model, seen, observer);
        }
    }

    /// Goes on with the pending path that inputs belong to, or lets others do that, unless a path
    /// has gone there meanwhile.
    fn follow_one(
        &mut self,
        model: Assignment,
        seen: usize,
        observer: &mut dyn SearchObserver<'p>,
    ) {
        let trial = self.trial(model, LONGEST);
        if trial.end != TrialEnd::New || self.stopped.is_some() {
            return;
        }
        if let Some(pending) = self.take_pending(&trial.model) {
            self.machine.above.symbols().solver.count_trial();
            self.resume_with(pending, trial.model, observer);
        } else if observer.pass_on(Hint { inputs: trial.inputs.clone(), seen: seen + 1 }) {
            // Another worker goes there: for this one it is not new any more.
            self.run_plain(trial.model, LONGEST);
        } else {
            self.run_seed(Seed::to_the_end(trial.inputs), observer);
        }
    }

    /// Takes the pending path that these inputs belong to.
    fn take_pending(&mut self, inputs: &Assignment) -> Option<Pending<'p>> {
        let symbols = self.machine.above.symbols.as_mut().expect("an exploration has symbols");
        symbols.evaluator.begin();
        let mut leads_there = |pending: &Pending<'p>| match &pending.what {
            What::Whole(flip) => symbols.is_model_of(flip, inputs),
            What::Preempted(Preempted { state, .. }) => symbols.satisfies(state, inputs),
            What::Small { .. } => false,
        };
        let pending = self.searcher.take_first(&mut leads_there)?;
        self.whole -= 1;
        Some(pending)
    }

    /// Goes on with a pending path that these inputs belong to.
    fn resume_with(
        &mut self,
        pending: Pending<'p>,
        model: Assignment,
        observer: &mut dyn SearchObserver<'p>,
    ) {
        match pending.what {
            What::Whole(mut flip) => {
                flip.model = Some(model);
                if let Resumed::State(state) = self.machine.above.symbols().resume(flip) {
                    self.run_path(state, observer);
                }
            }
            What::Preempted(mut preempted) => {
                let symbols = self.machine.above.symbols();
                symbols.enter(&preempted.state);
                symbols.change_model(&mut preempted.state, model);
                self.go_on_with(preempted, observer);
            }
            What::Small { .. } => {}
        }
    }
}

/// Where a path ended in an error, if it did.
fn wrong_place(state: &State<'_>, stop: &Stop) -> Option<(FuncId, Pc)> {
    let top = state.frames().last().filter(|_| stop.is_error())?;
    Some((top.function, top.pc))
}
