//! One function, explored by itself.
//!
//! Invariants: a panic ends the path it happened on and no other; the same plan and seed give the
//! same findings in the same order, unless time ends the exploration.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use coax_deadline::Deadline;
use coax_engine::explore::{
    Bounds, Explorer, FinishedPath, PathEnd, SearchObserver, Seed, Start, Tally,
};
use coax_engine::scenario::Scenario;
use coax_engine::summaries::SummaryCounts;
use coax_engine::symbolic::Symbols;
use coax_engine::unit::{Given, UnitPlan};
use coax_engine::{Layers, Library, RunScenarios, SumUpCalls, WithSymbols};
use coax_ir::{CallSite, Callee, FuncId, Program};
use coax_kinds::Incomplete;
use coax_models::InputFile;
use coax_solve::Statistics;

use super::events::Observer;
use crate::guided::Guided;
use crate::modelled_environment::ModelledEnvironment;
use crate::pipeline::config::Config;
use crate::pipeline::memory;
use crate::pipeline::natives::NativeFunctions;

/// Calls are stepped over if one decision in so many is made in functions that are called.
const CALLED: u64 = 4;
/// After so many paths it is seen whether calls can be stepped over.
const ATTEMPT: u64 = 32;
/// After so many panics the fault is not one path's.
const MOST_PANICS: usize = 5;

/// How every function is explored.
pub struct UnitConfig<'a> {
    pub library: &'a (dyn Library<Layers> + Sync),
    /// The files that the units may open.
    pub files: &'a [InputFile],
    pub engine: Config,
    /// A function of at most so many paths is explored call by call.
    pub summary_after: u64,
}

/// What an exploration came to.
#[derive(Debug, Default)]
pub struct Explored {
    pub tally: Tally,
    /// Why it is not complete, as far as the counts do not say.
    pub because: BTreeSet<Incomplete>,
    /// What was asked of the solver, each time it was explored.
    pub statistics: Vec<Statistics>,
    /// What summaries came to.
    pub summaries: SummaryCounts,
    /// The functions that every call of them in the unit's code was made to.
    pub called: BTreeSet<FuncId>,
    pub took: Duration,
}

impl Explored {
    /// What it came to if it was explored once more, from the start.
    pub fn then(mut self, again: Explored) -> Explored {
        self.statistics.extend(again.statistics);
        let mut tally = again.tally;
        tally.runs += self.tally.runs;
        tally.steps += self.tally.steps;
        Explored { tally, statistics: self.statistics, took: self.took + again.took, ..again }
    }
}

/// A function to explore, and with what.
pub struct Subject<'a> {
    pub program: &'a Program,
    pub plan: &'a Arc<UnitPlan>,
    /// The function; its scenario is a single call.
    pub function: FuncId,
    pub config: &'a UnitConfig<'a>,
    pub natives: &'a NativeFunctions,
    /// When it ends.
    pub deadline: &'a Deadline,
    /// When everything does.
    pub search: &'a Deadline,
    /// What is verified, if that is known.
    pub guided: Option<&'a Guided>,
}

/// Explores a function until nothing is left or its time is over. Calls are stepped over, if that
/// is asked for, where the function has more than a few paths because of what it calls.
pub fn explore_unit(subject: &Subject<'_>, observer: Observer<'_>) -> Explored {
    let UnitConfig { engine: Config { bounds, summary_paths, .. }, summary_after: few, .. } =
        *subject.config;
    let may_step_over = calls_functions(subject.program, subject.function);
    let Some(summary_paths) = summary_paths.filter(|_| may_step_over) else {
        return Exploration::new(subject, bounds, None).run(observer);
    };
    if few == 0 {
        return Exploration::new(subject, bounds, Some(summary_paths)).run(observer);
    }
    let followed = Bounds { paths: bounds.paths.min(few), ..bounds };
    let mut exploration = Exploration::new(subject, followed, None);
    let first = exploration.run(observer);
    if few >= bounds.paths || !first.because.contains(&Incomplete::Paths) {
        return first;
    }
    if !exploration.hangs_on_calls() {
        return exploration.run_on(bounds.paths, observer);
    }
    let attempt = Bounds { paths: bounds.paths.min(ATTEMPT), ..bounds };
    let mut summing_up = Exploration::new(subject, attempt, Some(summary_paths));
    let attempted = summing_up.run(observer);
    if !attempted.because.contains(&Incomplete::Paths) {
        return first.then(attempted);
    }
    match attempted.summaries.made {
        // It goes on where it was.
        0 => attempted.then(exploration.run_on(bounds.paths, observer)),
        _ => first.then(summing_up.run_on(bounds.paths, observer)),
    }
}

/// Does a function call any whose code is known?
fn calls_functions(program: &Program, id: FuncId) -> bool {
    let is_known = |call: &CallSite| match call.callee {
        Callee::Direct(id) => program.function(id).defined,
        Callee::Indirect(_) => true,
    };
    program.body(id).is_ok_and(|body| body.calls.iter().any(is_known))
}

/// An exploration of a function.
struct Exploration<'a> {
    subject: &'a Subject<'a>,
    /// Always there until the end.
    explorer: Option<Explorer<'a>>,
    because: BTreeSet<Incomplete>,
    errors: u64,
    took: Duration,
}

impl<'a> Exploration<'a> {
    fn new(
        subject: &'a Subject<'a>,
        bounds: Bounds,
        summary_paths: Option<u64>,
    ) -> Exploration<'a> {
        let &Subject { program, plan, function, config, natives, deadline, guided, .. } = subject;
        let UnitConfig { library, files, engine, .. } = config;
        let mut machine = engine.machine(program, *library, natives, deadline, summary_paths);
        if let Some(guided) = guided {
            machine.with_guards(Arc::clone(&guided.guards));
        }
        let start = start(files, plan, Scenario::of(function));
        let searcher = engine.search.searcher(engine.seed);
        let mut explorer = Explorer::new(machine, start, searcher, bounds);
        explorer.take(Seed::default());
        let (explorer, because) = (Some(explorer), BTreeSet::new());
        Exploration { subject, explorer, because, errors: 0, took: Duration::ZERO }
    }

    fn explorer(&mut self) -> &mut Explorer<'a> {
        self.explorer.as_mut().expect("it is there until the end")
    }

    /// Goes on until a bound is reached or nothing is left: what it came to so far.
    fn run(&mut self, observer: Observer<'_>) -> Explored {
        let begun = Instant::now();
        let &Subject { function, config, deadline, .. } = self.subject;
        let (because, errors) = (&mut self.because, &mut self.errors);
        let mut paths = PathObserver { function, config, deadline, observer, because, errors };
        for _ in 0..MOST_PANICS {
            let Some(explorer) = &mut self.explorer else { break };
            if catch_unwind(AssertUnwindSafe(|| explorer.go_on(&mut paths))).is_ok() {
                break;
            }
            paths.because.insert(Incomplete::Defect);
            paths.observer.defect("a panic while a path was run".into());
        }
        self.took += begun.elapsed();
        self.so_far()
    }

    /// Goes on until there were so many paths.
    fn run_on(&mut self, paths: u64, observer: Observer<'_>) -> Explored {
        self.explorer().allow_paths(paths);
        self.run(observer)
    }

    fn so_far(&mut self) -> Explored {
        let (mut because, took) = (self.because.clone(), self.took);
        let function = self.subject.function;
        let explorer = self.explorer();
        because.extend(explorer.stopped());
        let tally = explorer.tally();
        explorer.machine().store_summaries();
        let called = explorer.machine().fully_covered_callees(function);
        let symbols = explorer.machine().symbols_mut();
        because.extend(&symbols.incomplete);
        let statistics = vec![symbols.solver.statistics().clone()];
        let summaries = symbols.summaries.counts.clone();
        Explored { tally, because, statistics, summaries, called, took }
    }

    /// Is what is decided in functions that are called a good part of it?
    fn hangs_on_calls(&mut self) -> bool {
        let counts = self.explorer().machine().symbols_mut().counts;
        counts.in_callees * CALLED >= counts.decisions
    }
}

impl Drop for Exploration<'_> {
    fn drop(&mut self) {
        let search = self.subject.search;
        if let Some(explorer) = &mut self.explorer {
            explorer.let_go_of_pending(&|| search.is_over());
        }
        if search.is_over() {
            // The process ends soon; to free a hundred thousand states one by one takes seconds.
            std::mem::forget(self.explorer.take());
        }
    }
}

fn start<'p>(files: &'p [InputFile], plan: &Arc<UnitPlan>, scenario: Scenario) -> Start<'p> {
    let plan = Arc::clone(plan);
    Box::new(move |machine| {
        let mut state = machine.initial_state(Box::new(ModelledEnvironment::new(files)));
        machine.begin_unit(&mut state, &plan, &scenario)?;
        Ok(state)
    })
}

/// Observes the paths of one exploration.
struct PathObserver<'a> {
    function: FuncId,
    config: &'a UnitConfig<'a>,
    deadline: &'a Deadline,
    observer: Observer<'a>,
    because: &'a mut BTreeSet<Incomplete>,
    errors: &'a mut u64,
}

impl<'p> SearchObserver<'p> for PathObserver<'_> {
    fn path(&mut self, _symbols: &mut Symbols<'p>, path: FinishedPath<'_>) {
        let FinishedPath { end, also, given, refuted, .. } = path;
        if let Some(what) = refuted {
            self.observer.defect(what);
        }
        let given = given.unwrap_or_else(|| Given::nothing(self.function));
        for report in also {
            *self.errors += 1;
            self.observer.error(report, given.clone());
        }
        match end {
            PathEnd::Error(report) => {
                *self.errors += 1;
                self.observer.error(report, given);
            }
            PathEnd::Bounded(reason) => {
                self.because.insert(reason);
            }
            PathEnd::Unsupported(report) => self.observer.unsupported(&report),
            PathEnd::Internal(message) => self.observer.defect(message),
            PathEnd::Exited(_)
            | PathEnd::ExitedAnyhow
            | PathEnd::Returned
            | PathEnd::Exception
            | PathEnd::AssumedAway
            | PathEnd::Preempted
            | PathEnd::NotResumed
            | PathEnd::SolverUnknown => {}
        }
    }

    fn stop(&mut self, tally: &Tally, _symbols: &Symbols<'p>) -> Option<Incomplete> {
        let enough = tally.pending > 0 && *self.errors >= self.config.engine.max_tests;
        self.deadline.over().map(Incomplete::from).or(enough.then_some(Incomplete::Tests))
    }

    fn memory(&mut self) -> u64 {
        memory::in_use(self.config.engine.bounds.memory)
    }
}
