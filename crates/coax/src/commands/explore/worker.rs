//! One worker of an exploration: a machine of its own, driven until nothing is left to do.
//!
//! Invariants: a path that ended is told once; a panic ends the path it happened on and no other;
//! with one worker the same options give the same paths in the same order.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use coax_engine::explore::{
    Audience, Bounds, Explorer, FinishedPath, Hint, PathEnd, Search, Seed, Start, Tally,
};
use coax_engine::summaries::SummaryCounts;
use coax_engine::symbolic::{FlipPolicy, Symbols};
use coax_engine::{Argument, Course, ErrorReport, Limits, Machine};
use coax_ir::{FuncId, Program};
use coax_kinds::Incomplete;
use coax_models::Libc;
use coax_solve::Statistics;

use super::cases::Cases;
use super::exchange::Exchange;
use crate::made_up_world::MadeUpWorld;
use crate::search::figures::queries;
use crate::search::memory;
use crate::search::natives::NativeFunctions;
use crate::search::solving::Solving;
use crate::summary_cache::SummaryCache;

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
    pub search: Search,
    pub policy: FlipPolicy,
    pub seed: u64,
    pub solving: Solving,
    pub natives: NativeFunctions,
    pub bounds: Bounds,
    /// How many paths a function may have that is summed up, if any is.
    pub summary_paths: Option<u64>,
    /// Where summaries are kept between runs, if they are.
    pub summary_cache: Option<SummaryCache>,
    pub max_tests: u64,
}

/// What a worker tells while it works.
pub enum News {
    Path(EndedPath),
    Figures {
        worker: usize,
        tally: Tally,
        queries: u64,
    },
    /// A defect of ours.
    Defect(String),
}

/// A path that ended, for whoever writes tests.
pub struct EndedPath {
    pub end: PathEnd,
    pub also: Vec<ErrorReport>,
    pub inputs: Vec<coax_suite::Input>,
    pub new_coverage: bool,
    pub course: Course,
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
        news: &SyncSender<News>,
    ) -> Option<Finished> {
        let worked = catch_unwind(AssertUnwindSafe(|| self.explore(worker, exchange, news)));
        if worked.is_err() {
            exchange.halt(Incomplete::Defect);
        }
        worked.ok()
    }

    fn explore(&self, worker: usize, exchange: &Exchange, news: &SyncSender<News>) -> Finished {
        let mut machine = Machine::new(self.program, self.library, Limits::default());
        let symbols = self.solving.symbols(self.policy, &self.natives, exchange.deadline());
        machine.with_symbols(symbols);
        if let Some(paths) = self.summary_paths {
            machine.sum_up_calls(paths);
        }
        if let Some(cache) = &self.summary_cache {
            machine.keep_summaries(cache.shelf());
        }
        let seed = self.seed.wrapping_add(worker as u64);
        let mut explorer =
            Explorer::new(machine, self.start(), self.search, seed, self.bounds(exchange));
        let mut teller = Teller::new(self, worker, exchange, news);
        let mut panics = 0;
        while let Some(seed) = exchange.next(worker) {
            explorer.take(seed);
            while catch_unwind(AssertUnwindSafe(|| explorer.go_on(&mut teller))).is_err() {
                teller.tell(News::Defect("a panic while a path was run".into()));
                panics += 1;
                if panics == MOST_PANICS {
                    exchange.halt(Incomplete::Defect);
                }
            }
            if let Some(reason) = explorer.stopped() {
                exchange.halt(reason);
            }
        }
        explorer.machine().put_on_shelf();
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

    /// A single worker counts for itself, so that its bound is met exactly. Several count paths
    /// together, and each has its share of the instructions.
    fn bounds(&self, exchange: &Exchange) -> Bounds {
        match (exchange.workers(), self.bounds.steps) {
            (1, _) => self.bounds,
            (_, u64::MAX) => Bounds { paths: u64::MAX, ..self.bounds },
            (workers, steps) => {
                let steps = (steps / workers as u64).max(1);
                Bounds { paths: u64::MAX, steps, ..self.bounds }
            }
        }
    }

    fn start(&self) -> Start<'_> {
        Box::new(|machine| {
            let mut state =
                machine.initial_state(Box::new(MadeUpWorld::new(self.library.input_files())));
            match self.entry {
                None => machine.begin_main(&mut state, &self.arguments)?,
                Some(id) => machine.begin_function(&mut state, id)?,
            }
            Ok(state)
        })
    }
}

/// The audience of one explorer: passes on what happens.
struct Teller<'a> {
    job: &'a Job<'a>,
    worker: usize,
    exchange: &'a Exchange,
    news: &'a SyncSender<News>,
    next_snapshot: Instant,
}

impl<'a> Teller<'a> {
    fn new(
        job: &'a Job<'a>,
        worker: usize,
        exchange: &'a Exchange,
        news: &'a SyncSender<News>,
    ) -> Teller<'a> {
        let next_snapshot = Instant::now();
        Teller { job, worker, exchange, news, next_snapshot }
    }

    fn tell(&self, news: News) {
        if self.news.send(news).is_err() {
            // Nobody listens any more.
            self.exchange.halt(Incomplete::Defect);
        }
    }

    /// Bounds over all workers.
    fn common_bound(&self, tally: &Tally) -> Option<Incomplete> {
        let several = self.exchange.workers() > 1;
        if tally.pending > 0 && self.exchange.tests() >= self.job.max_tests {
            return Some(Incomplete::Tests);
        }
        (several && self.exchange.paths() >= self.job.bounds.paths).then_some(Incomplete::Paths)
    }
}

impl<'p> Audience<'p> for Teller<'_> {
    fn path(&mut self, _symbols: &mut Symbols<'p>, path: FinishedPath<'_>) {
        let FinishedPath { end, also, inputs, new_coverage, course, .. } = path;
        let is_test = matches!(end, PathEnd::Exited(_) | PathEnd::ExitedAnyhow | PathEnd::Returned);
        self.exchange.count(is_test);
        let inputs = self.job.cases.inputs(inputs);
        self.tell(News::Path(EndedPath { end, also, inputs, new_coverage, course }));
    }

    fn stop(&mut self, tally: &Tally, symbols: &Symbols<'p>) -> Option<Incomplete> {
        let now = Instant::now();
        if now >= self.next_snapshot {
            self.next_snapshot = now + SNAPSHOT;
            let queries = queries(symbols.solver.statistics());
            self.tell(News::Figures { worker: self.worker, tally: *tally, queries });
        }
        self.exchange.halted().or_else(|| self.common_bound(tally))
    }

    fn memory(&mut self) -> u64 {
        memory::in_use(self.job.bounds.memory)
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
