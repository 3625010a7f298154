//! One worker of an exploration: a machine of its own, driven until nothing is left to do.
//!
//! Invariants: a path that ended is told once; a panic ends the path it happened on and no other;
//! with one worker the same options give the same paths in the same order.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use coax_engine::explore::{
    BehindErrors, Bounds, Explorer, FinishedPath, Hint, PathEnd, SearchObserver, Searcher, Seed,
    Start, Tally,
};
use coax_engine::scenario::Scenario;
use coax_engine::summaries::SummaryCounts;
use coax_engine::symbolic::Symbols;
use coax_engine::{Argument, BranchTrace, ErrorReport, RunScenarios, SumUpCalls, WithSymbols};
use coax_ir::{FuncId, Program};
use coax_kinds::Incomplete;
use coax_models::Libc;
use coax_solve::Statistics;

use super::cases::Cases;
use super::exchange::Exchange;
use crate::guided::Guided;
use crate::modelled_environment::ModelledEnvironment;
use crate::pipeline::accounts::ErrorSite;
use crate::pipeline::config::Config;
use crate::pipeline::figures::queries;
use crate::pipeline::memory;
use crate::pipeline::natives::NativeFunctions;

/// Between two snapshots of the figures.
const SNAPSHOT: Duration = Duration::from_millis(50);

/// After so many panics the fault is not one path's.
const MOST_PANICS: usize = 20;

/// What all workers do.
pub struct Job<'a> {
    pub program: &'a Program,
    pub library: &'a Libc,
    pub cases: &'a Cases<'a>,
    /// The program's arguments.
    pub arguments: Vec<Argument>,
    /// The function to start in, if it is not `main`.
    pub entry: Option<FuncId>,
    pub config: Config,
    pub natives: NativeFunctions,
    /// What is verified, if that is known.
    pub guided: Option<Guided>,
}

/// What a worker tells while it works.
pub enum Event {
    Path(EndedPath),
    Figures {
        worker: usize,
        tally: Tally,
        queries: u64,
    },
    /// A defect of ours.
    Defect(String),
}

/// A path that ended, as far as tests need it.
pub struct EndedPath {
    pub end: PathEnd,
    pub also: Vec<ErrorReport>,
    /// Errors it has gone on behind.
    pub after: Vec<ErrorSite>,
    /// It ended in an error behind which a native run may go on.
    pub is_cut: bool,
    pub inputs: Vec<coax_case::Input>,
    pub new_coverage: bool,
    pub course: BranchTrace,
}

/// How far a worker came.
pub struct Finished {
    pub tally: Tally,
    /// The bound that ended it.
    pub stopped: Option<Incomplete>,
    /// Why its part is not complete.
    pub incomplete: BTreeSet<Incomplete>,
    pub statistics: Statistics,
    /// What summaries came to.
    pub summaries: SummaryCounts,
}

impl Finished {
    /// As far as is known of a worker that does not come to an end.
    pub fn unfinished(tally: Tally) -> Finished {
        let (statistics, summaries) = (Statistics::default(), SummaryCounts::default());
        Finished { tally, stopped: None, incomplete: BTreeSet::new(), statistics, summaries }
    }
}

impl Job<'_> {
    /// Works until it is over. A panic beside all paths ends the exploration, with what was found.
    pub fn work(
        &self,
        worker: usize,
        exchange: &Exchange,
        events: &SyncSender<Event>,
    ) -> Option<Finished> {
        let worked = catch_unwind(AssertUnwindSafe(|| self.explore(worker, exchange, events)));
        if worked.is_err() {
            exchange.halt(Incomplete::Defect);
        }
        worked.ok()
    }

    fn explore(&self, worker: usize, exchange: &Exchange, events: &SyncSender<Event>) -> Finished {
        let (config, deadline) = (&self.config, exchange.deadline());
        let paths = config.summary_paths;
        let mut machine =
            config.machine(self.program, self.library, &self.natives, deadline, paths);
        if let Some(guided) = &self.guided {
            machine.with_guards(Arc::clone(&guided.guards));
        }
        let seed = config.seed.wrapping_add(worker as u64);
        let mut explorer =
            Explorer::new(machine, self.start(), self.searcher(seed), self.bounds(exchange));
        let mut observer = PathObserver::new(self, worker, exchange, events);
        let mut panics = 0;
        while let Some(seed) = exchange.next(worker) {
            explorer.take(seed);
            while catch_unwind(AssertUnwindSafe(|| explorer.go_on(&mut observer))).is_err() {
                observer.send(Event::Defect("a panic while a path was run".into()));
                panics += 1;
                if panics == MOST_PANICS {
                    exchange.halt(Incomplete::Defect);
                }
            }
            if let Some(reason) = explorer.stopped() {
                exchange.halt(reason);
            }
        }
        explorer.machine().store_summaries();
        let symbols = explorer.machine().symbols_mut();
        let incomplete = symbols.incomplete.clone();
        let statistics = symbols.solver.statistics().clone();
        let summaries = symbols.summaries.counts.clone();
        let (tally, stopped) = (explorer.tally(), explorer.stopped());
        if exchange.deadline().is_over() {
            // The process ends soon; to free a hundred thousand states one by one takes seconds.
            std::mem::forget(explorer);
        }
        Finished { tally, stopped, incomplete, statistics, summaries }
    }

    /// Paths behind errors come after the others.
    fn searcher<'p>(&self, seed: u64) -> Box<dyn Searcher<'p> + 'p> {
        let search = self.config.search;
        match self.config.goes_on {
            true => Box::new(BehindErrors::new(search.searcher(seed), search.searcher(seed))),
            false => search.searcher(seed),
        }
    }

    /// A single worker counts for itself, so that its bound is met exactly. Several count paths
    /// together, and each has its share of the instructions.
    fn bounds(&self, exchange: &Exchange) -> Bounds {
        match (exchange.workers(), self.config.bounds.steps) {
            (1, _) => self.config.bounds,
            (_, u64::MAX) => Bounds { paths: u64::MAX, ..self.config.bounds },
            (workers, steps) => {
                let steps = (steps / workers as u64).max(1);
                Bounds { paths: u64::MAX, steps, ..self.config.bounds }
            }
        }
    }

    fn start(&self) -> Start<'_> {
        Box::new(|machine| {
            let mut state = machine
                .initial_state(Box::new(ModelledEnvironment::new(self.library.input_files())));
            match self.entry {
                None => machine.begin_main(&mut state, &self.arguments)?,
                Some(id) => machine.begin_scenario(&mut state, &Scenario::of(id))?,
            }
            Ok(state)
        })
    }
}

/// Observes the paths of one explorer: sends what happens.
struct PathObserver<'a> {
    job: &'a Job<'a>,
    worker: usize,
    exchange: &'a Exchange,
    events: &'a SyncSender<Event>,
    next_snapshot: Instant,
}

impl<'a> PathObserver<'a> {
    fn new(
        job: &'a Job<'a>,
        worker: usize,
        exchange: &'a Exchange,
        events: &'a SyncSender<Event>,
    ) -> PathObserver<'a> {
        let next_snapshot = Instant::now();
        PathObserver { job, worker, exchange, events, next_snapshot }
    }

    fn send(&self, event: Event) {
        if self.events.send(event).is_err() {
            // The receiver is gone: nothing more is written.
            self.exchange.halt(Incomplete::Defect);
        }
    }

    /// Bounds over all workers.
    fn common_bound(&self, tally: &Tally) -> Option<Incomplete> {
        let several = self.exchange.workers() > 1;
        if tally.pending > 0 && self.exchange.tests() >= self.job.config.max_tests {
            return Some(Incomplete::Tests);
        }
        (several && self.exchange.paths() >= self.job.config.bounds.paths)
            .then_some(Incomplete::Paths)
    }
}

impl<'p> SearchObserver<'p> for PathObserver<'_> {
    fn path(&mut self, _symbols: &mut Symbols<'p>, path: FinishedPath<'_>) {
        if let Some(what) = &path.refuted {
            self.send(Event::Defect(what.clone()));
        }
        let FinishedPath { end, also, inputs, new_coverage, branch_trace: course, .. } = path;
        let (after, is_cut) =
            (path.after.iter().map(|error| ErrorSite::of(error)).collect(), path.is_cut);
        let is_test = matches!(end, PathEnd::Exited(_) | PathEnd::ExitedAnyhow | PathEnd::Returned);
        self.exchange.count(is_test);
        let inputs = self.job.cases.inputs(inputs);
        let ended = EndedPath { end, also, after, is_cut, inputs, new_coverage, course };
        self.send(Event::Path(ended));
    }

    fn stop(&mut self, tally: &Tally, symbols: &Symbols<'p>) -> Option<Incomplete> {
        let now = Instant::now();
        if now >= self.next_snapshot {
            self.next_snapshot = now + SNAPSHOT;
            let queries = queries(symbols.solver.statistics());
            self.send(Event::Figures { worker: self.worker, tally: *tally, queries });
        }
        self.exchange.halted().or_else(|| self.common_bound(tally))
    }

    fn memory(&mut self) -> u64 {
        memory::in_use(self.job.config.bounds.memory)
    }

    fn wants_work(&mut self) -> bool {
        self.exchange.wants_work()
    }

    fn accept(&mut self, seed: Seed) {
        self.exchange.offer(seed);
    }

    fn pass_on(&mut self, hint: Hint) -> bool {
        self.exchange.pass_on(self.worker, hint)
    }

    fn hint(&mut self) -> Option<Hint> {
        self.exchange.hint(self.worker)
    }
}
