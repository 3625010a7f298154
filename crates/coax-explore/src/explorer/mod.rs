//! Exploring: running paths to their ends, one after the other, until nothing is pending.
//!
//! - *Invariant:* every path that was begun is reported once, by how it ended. What was put aside
//!   and never resumed is counted as pending; only an exploration without any is complete.
//! - *Invariant:* no clock. The observer says when to stop.

mod guided;
mod leaks;
mod memory;
mod model_minimisation;
mod no_fork;
mod non_termination;
mod predicted;
mod prefixes;
mod stretch;
mod trials;
mod unshown;

use std::collections::{HashMap, HashSet, VecDeque};

use coax_interp::{BranchTrace, ErrorReport};
use coax_ir::{FuncId, Pc};
use coax_kinds::Incomplete;
use coax_symbolic::symbolic::{Flip, FlipPolicy, GoOn, Replay, Resumed, may_be_followed};
use coax_symbolic::unit::end_of_unit;
use coax_symbolic::{Machine, State, Stop};

pub use self::leaks::leaks_of;
use self::predicted::Predictions;
use self::prefixes::Ended;
use self::unshown::Unshown;
use crate::bounds::Bounds;
use crate::observer::SearchObserver;
use crate::outcome::{FinishedPath, PathEnd, Tally};
use crate::pending::{Pending, What};
use crate::put_off;
use crate::searcher::Searcher;
use crate::seed::Seed;

/// How many instructions run between two looks at the clock.
const SLICE: u64 = 200_000;
/// How many of them at most if each depends on inputs, which takes longer.
const ROUNDS: u32 = 4096;
/// The same where paths make room for others soon.
const FEW_ROUNDS: u32 = 512;
/// So many pending paths are kept ready to go on; the rest is found again from its inputs.
const WHOLE: usize = 1 << 16;
/// How often the solver is asked about one pending path, with more effort each time.
const MOST_TRIES: u32 = 4;
/// An exploration.
pub struct Explorer<'p> {
    machine: Machine<'p>,
    searcher: Box<dyn Searcher<'p> + 'p>,
    /// How many of the pending paths are ready to go on.
    whole: usize,
    /// How many were when some were last made small before memory was short.
    relieved: usize,
    bounds: Bounds,
    tally: Tally,
    /// Pending paths that were made small. The newest is run first, which makes the fewest new
    /// ones; the oldest is given away first, as it has the most to explore.
    seeds: VecDeque<Seed>,
    /// Makes the state in which every path begins.
    start: Start<'p>,
    /// What ended it before everything was explored.
    stopped: Option<Incomplete>,
    /// How many paths were taken for non-terminating in which function.
    non_terminating: HashMap<FuncId, u32>,
    /// Where paths came too often and were finished without forking.
    finished_without_forking: no_fork::Ends,
    /// Where errors have ended paths.
    ends: model_minimisation::Ends,
    wrong: HashSet<(FuncId, Pc)>,
    /// Paths on which calls were stepped over.
    predictions: Predictions,
    unshown: Unshown<'p>,
}

/// Makes the state in which every path begins.
pub type Start<'p> = Box<dyn Fn(&mut Machine<'p>) -> Result<State<'p>, Stop> + 'p>;

impl<'p> Explorer<'p> {
    /// An exploration with a machine that has symbols, in the order of a searcher.
    pub fn new(
        mut machine: Machine<'p>,
        start: Start<'p>,
        searcher: Box<dyn Searcher<'p> + 'p>,
        bounds: Bounds,
    ) -> Explorer<'p> {
        machine.watch(bounds.revisits);
        machine.above.symbols().most_conditions = bounds.conditions;
        machine.above.symbols().memory = bounds.memory;
        if searcher.flips() == FlipPolicy::Lazy {
            machine.above.symbols().policy = FlipPolicy::Lazy;
        }
        let searcher = match machine.is_guarded {
            true => put_off::around(searcher),
            false => searcher,
        };
        let tally = Tally::default();
        let seeds = VecDeque::new();
        let (whole, stopped) = (0, None);
        let (ends, wrong) = (model_minimisation::Ends::new(), HashSet::new());
        let predictions = Predictions::default();
        Explorer {
            machine,
            searcher,
            whole,
            relieved: 0,
            bounds,
            tally,
            seeds,
            start,
            stopped,
            non_terminating: HashMap::new(),
            finished_without_forking: no_fork::Ends::new(),
            ends,
            wrong,
            predictions,
            unshown: Unshown::default(),
        }
    }

    /// The machine.
    pub fn machine(&mut self) -> &mut Machine<'p> {
        &mut self.machine
    }

    /// Frees what is pending, one after the other, until that has to end.
    pub fn let_go_of_pending(&mut self, is_over: &dyn Fn() -> bool) {
        while !is_over() && self.searcher.oldest().is_some() {}
    }

    /// How far it is.
    pub fn tally(&self) -> Tally {
        let mut tally = self.tally;
        tally.pending = (self.searcher.len() + self.seeds.len()) as u64;
        (tally.covered, tally.places) = self.machine.coverage.own();
        tally.guide = self.machine.above.guide;
        if let Some(symbols) = &self.machine.above.symbols {
            tally.infeasible = symbols.counts.infeasible;
            tally.unknown += symbols.counts.unknown;
            tally.divergences = symbols.counts.divergences;
            tally.summaries = symbols.summaries.counts.paths;
            tally.runs += symbols.summaries.counts.runs;
            tally.steps += symbols.summaries.counts.steps;
        }
        tally
    }

    /// So many paths may be run, if the bound on paths was reached.
    pub fn allow_paths(&mut self, paths: u64) {
        self.bounds.paths = paths;
        self.stopped = self.stopped.filter(|&reason| reason != Incomplete::Paths);
    }

    /// Which bound ended it, if one did.
    pub fn stopped(&self) -> Option<Incomplete> {
        self.stopped
    }

    /// Explores everything from the start, unless a bound ends it.
    pub fn explore(&mut self, observer: &mut dyn SearchObserver<'p>) {
        self.take(Seed::default());
        self.go_on(observer);
    }

    /// Explores what is pending, unless a bound ends it.
    pub fn go_on(&mut self, observer: &mut dyn SearchObserver<'p>) {
        self.forget_broken_off();
        while self.stopped.is_none() {
            self.mind_others(observer);
            if self.run_predicted(observer) {
                continue;
            }
            if let Some(pending) = self.searcher.pop(&self.machine.coverage) {
                self.resume(pending, observer);
            } else if let Some(seed) = self.seeds.pop_back() {
                self.run_seed(seed, observer);
            } else if !self.show_unshown() {
                return;
            }
        }
    }

    /// Goes on with a pending path.
    fn resume(&mut self, pending: Pending<'p>, observer: &mut dyn SearchObserver<'p>) {
        match pending.what {
            What::Small { seed, .. } => self.run_seed(*seed, observer),
            What::Preempted(preempted) => {
                self.whole -= 1;
                self.go_on_with(preempted, observer);
            }
            What::Whole(flip) if !self.machine.above.symbols().is_first(&flip) => {
                self.whole -= 1;
                self.check_bounds(observer);
            }
            What::Whole(flip) if flip.state.above.path.predicted => {
                self.whole -= 1;
                match Seed::of(flip, self.machine.above.symbols()) {
                    Ok(Some(seed)) => self.run_seed(seed, observer),
                    Ok(None) => self.check_bounds(observer),
                    Err(flip) => {
                        self.ask_again(*flip);
                        self.check_bounds(observer);
                    }
                }
            }
            What::Whole(mut flip) => {
                let found = self.tries_first(&mut flip, observer);
                if !found.is_empty() {
                    self.searcher.push(Pending::whole(flip), 0);
                    self.follow(found, observer);
                    return;
                }
                self.whole -= 1;
                match self.machine.above.symbols().resume(flip) {
                    Resumed::State(state) => self.run_path(state, observer),
                    Resumed::Infeasible => self.check_bounds(observer),
                    Resumed::Unknown(flip) => {
                        let found = self.tries_then(&flip, observer);
                        self.ask_again(*flip);
                        self.follow(found, observer);
                        self.check_bounds(observer);
                    }
                }
            }
        }
    }

    /// The solver could not tell whether a pending path is feasible: with more effort, later,
    /// it may. Where paths are predicted, one is resumed only once.
    fn ask_again(&mut self, flip: Flip<'p>) {
        self.searcher.failed(&flip);
        let again = self.searcher.asks_again() && !self.machine.above.symbols().predicts();
        if again && flip.tries < MOST_TRIES {
            self.whole += 1;
            self.searcher.push(Pending::whole(flip), 0);
        } else {
            self.machine.above.symbols().give_up();
        }
    }

    /// Takes the pending path that was put aside first.
    fn oldest(&mut self) -> Option<Pending<'p>> {
        let pending = self.searcher.oldest()?;
        self.whole -= usize::from(pending.is_whole());
        Some(pending)
    }

    /// Between two paths: gives work to workers without any, and memory back when it is short.
    fn mind_others(&mut self, observer: &mut dyn SearchObserver<'p>) {
        while observer.wants_work() && !self.steps_over() {
            let Some(seed) = self.give() else { break };
            observer.accept(seed);
        }
        self.follow_hints(observer);
        self.save_memory(observer);
    }

    /// Adds a pending path.
    pub fn take(&mut self, seed: Seed) {
        self.seeds.push_back(seed);
    }

    /// Gives a pending path away, if there is more than one.
    pub fn give(&mut self) -> Option<Seed> {
        while self.searcher.len() > 1
            && let Some(pending) = self.oldest()
        {
            match pending.into_seed(self.machine.above.symbols()) {
                Ok(Some(seed)) => return Some(seed),
                Ok(None) => {}
                Err(flip) => {
                    self.ask_again(*flip);
                    break;
                }
            }
        }
        if self.seeds.len() + self.searcher.len() > 1 { self.seeds.pop_front() } else { None }
    }

    /// Runs the path of a seed, from the start.
    fn run_seed(&mut self, seed: Seed, observer: &mut dyn SearchObserver<'p>) {
        self.machine.above.symbols().plant(seed.replay());
        match (self.start)(&mut self.machine) {
            Ok(state) => {
                let state = Box::new(state);
                self.machine.above.symbols().enter(&state);
                self.run_path(state, observer);
            }
            Err(stop) => self.report_failed_start(stop, observer),
        }
        self.machine.above.symbols().plant(Replay::default());
    }

    /// A path that ended before it began.
    fn report_failed_start(&mut self, stop: Stop, observer: &mut dyn SearchObserver<'p>) {
        let empty = ErrorReport::of_nothing(format!("{stop:?}"));
        let end = match stop {
            Stop::Unsupported(what) => PathEnd::Unsupported(ErrorReport::of_nothing(what)),
            Stop::AssumedAway => PathEnd::AssumedAway,
            Stop::Internal(message) => PathEnd::Internal(message),
            Stop::Bound(reason) => PathEnd::Bounded(reason),
            _ => PathEnd::Unsupported(empty),
        };
        self.count(&end);
        let path = FinishedPath {
            end,
            also: Vec::new(),
            after: Vec::new(),
            is_cut: false,
            inputs: Vec::new(),
            steps: 0,
            conditions: 0,
            untested: Vec::new(),
            is_kept: false,
            branch_trace: BranchTrace::default(),
            given: None,
            refuted: None,
        };
        observer.path(self.machine.above.symbols(), path);
    }

    /// Runs a path on, along the turns of one that is found again.
    fn run_on(&mut self, state: &mut Box<State<'p>>) -> Stop {
        loop {
            self.machine.rounds =
                if self.bounds.patience.forks == u64::MAX { ROUNDS } else { FEW_ROUNDS };
            let stop = self.machine.run_on(state);
            // Others run without being asked to come back.
            self.machine.rounds = u32::MAX;
            let symbols = self.machine.above.symbols();
            match stop {
                Stop::Turned => match symbols.after_turn() {
                    Some(turned) => *state = turned,
                    None => return Stop::Internal("a path turned to nowhere".into()),
                },
                Stop::StepLimit => return stop,
                _ if symbols.context.is_turning() => {
                    return Stop::Internal("a pending path ended before it was found".into());
                }
                _ => return stop,
            }
        }
    }

    /// Hands the flips of the running path to the search.
    pub(super) fn collect(&mut self, covered: usize) {
        let gain = self.machine.coverage.count() - covered;
        let steps_over = self.steps_over();
        let flips = std::mem::take(&mut self.machine.above.symbols().context.flips);
        for flip in flips {
            let mut pending = Pending::whole(flip);
            // If there are too many, the one that is wanted last is made small.
            let small = self.whole >= WHOLE
                && !steps_over
                && match self.searcher.late() {
                    Some(late) => late.shrink(),
                    None => pending.shrink(),
                };
            self.whole += usize::from(!small);
            self.searcher.push(pending, gain);
        }
    }

    /// Asks the observer whether to stop, and checks the bounds.
    fn check_bounds(&mut self, observer: &mut dyn SearchObserver<'p>) {
        let tally = self.tally();
        let symbols = self.machine.above.symbols.as_ref().expect("an exploration has symbols");
        if self.stopped.is_none() {
            self.stopped = observer.stop(&tally, symbols);
        }
        if self.stopped.is_none() && tally.ended() >= self.bounds.paths && tally.pending > 0 {
            self.stopped = Some(Incomplete::Paths);
        }
        if self.stopped.is_none() && self.tally.steps >= self.bounds.steps {
            self.stopped = Some(Incomplete::Steps);
        }
    }

    fn finish(
        &mut self,
        mut state: Box<State<'p>>,
        stop: Stop,
        observer: &mut dyn SearchObserver<'p>,
    ) {
        self.machine.above.symbols().note_end();
        let refuted = self.classify(&state, &stop);
        let is_cut = may_be_followed(&state, &stop) && !self.go_on_behind(&mut state, &stop);
        let stop = end_of_unit(&state, stop);
        self.note_error(&state, &stop);
        let (mut state, stop) = self.shown(state, stop);
        let mut also = match stop {
            Stop::Exit(_) | Stop::Returned | Stop::Threw => leaks_of(&self.machine, &state),
            _ => Vec::new(),
        };
        if !also.is_empty() {
            self.minimise_model(&mut state);
            also = leaks_of(&self.machine, &state);
        }
        let program = self.machine.program;
        // A path that was cut short gets no test.
        let is_whole = !matches!(stop, Stop::Bound(_));
        let symbols = self.machine.above.symbols();
        let given = is_whole.then(|| symbols.given(program, &state, &stop)).flatten();
        let end = self.end(&mut state, stop);
        self.count(&end);
        self.tell(Ended { state: &state, end, also, is_cut, given, refuted }, observer);
    }

    /// Puts the path aside that goes on behind an error; `false` if none does.
    fn go_on_behind(&mut self, state: &mut State<'p>, stop: &Stop) -> bool {
        let Some(flip) = self.machine.path_behind(state, stop) else { return false };
        self.whole += 1;
        self.searcher.push(Pending::whole(flip), 0);
        true
    }

    fn end(&mut self, state: &mut State<'p>, stop: Stop) -> PathEnd {
        match stop {
            Stop::Exit(_) if state.is_status_unset => PathEnd::ExitedAnyhow,
            Stop::Exit(status) => PathEnd::Exited(status),
            Stop::Returned => PathEnd::Returned,
            Stop::Threw => PathEnd::Exception,
            Stop::AssumedAway => PathEnd::AssumedAway,
            Stop::Bound(reason) => PathEnd::Bounded(reason),
            Stop::SolverUnknown => PathEnd::SolverUnknown,
            Stop::Internal(message) => PathEnd::Internal(message),
            Stop::StepLimit
            | Stop::NeedsTerms
            | Stop::Turned
            | Stop::PutOff
            | Stop::Follow(_)
            | Stop::OutsideFootprint(_)
            | Stop::EndedInside => PathEnd::Internal("a path ended by what ends no path".into()),
            Stop::Unsupported(_) => PathEnd::Unsupported(self.machine.report(state, &stop)),
            Stop::Error { .. } | Stop::Misuse { .. } | Stop::Fault(_) => {
                PathEnd::Error(self.machine.report(state, &stop))
            }
        }
    }

    fn count(&mut self, end: &PathEnd) {
        let tally = &mut self.tally;
        match end {
            PathEnd::Exited(_) | PathEnd::ExitedAnyhow | PathEnd::Returned | PathEnd::Exception => {
                tally.completed += 1
            }
            PathEnd::Error(_) => tally.error += 1,
            PathEnd::AssumedAway => tally.assumed_away += 1,
            PathEnd::Bounded(_) => tally.bounded += 1,
            // They are still pending.
            PathEnd::Preempted | PathEnd::NotResumed => {}
            PathEnd::Unsupported(_) | PathEnd::Internal(_) => tally.unsupported += 1,
            PathEnd::SolverUnknown => tally.unknown += 1,
        }
    }
}
