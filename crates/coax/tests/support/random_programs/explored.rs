//! What exploring a function finds.
//!
//! Invariant: budgets are counts of paths, instructions and questions, never seconds.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use coax_clang::{LoadOptions, RuntimeLibrary};
use coax_engine::explore::{
    Bounds, Explorer, FinishedPath, PathEnd, SearchObserver, SearchOrder, Start, Tally,
};
use coax_engine::summaries::{SUMMARY_PATHS, SummaryStore};
use coax_engine::symbolic::{FlipPolicy, Symbols};
use coax_engine::{Argument, ErrorReport, Limits, Machine, SumUpCalls, WithSymbols};
use coax_ir::Program;
use coax_kinds::Incomplete;
use coax_models::Libc;
use coax_solve::Solver;

use super::no_world::NoWorld;

const PATHS: u64 = 2_000;
const STEPS: u64 = 20_000_000;
const QUESTIONS: u64 = 20_000;

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ObservedEnd {
    Status(i32),
    Error {
        kind: String,
        line: u32,
    },
    /// Leaks and the like of a path that ended well.
    Also(String),
    /// We gave up or are wrong.
    Other(String),
}

/// What an exploration found.
#[derive(Default)]
pub struct Exploration {
    /// Every path: how it ended and the first byte of each of its inputs.
    pub paths: Vec<(ObservedEnd, Vec<u8>)>,
    /// Why it cannot claim to be complete.
    pub incomplete: BTreeSet<String>,
    /// Paths that went another way than was predicted.
    pub divergences: u64,
    /// Paths through functions that were summed up.
    pub summaries: u64,
    /// Summaries that an earlier exploration had made.
    pub from_cache: u64,
}

/// Summaries that one exploration leaves to the next.
#[derive(Clone, Debug, Default)]
pub struct Memory(Rc<RefCell<HashMap<String, Vec<u8>>>>);

impl SummaryStore for Memory {
    fn get(&mut self, key: &str) -> Option<Vec<u8>> {
        self.0.borrow().get(key).cloned()
    }

    fn put(&mut self, key: &str, content: &[u8]) {
        self.0.borrow_mut().insert(key.to_owned(), content.to_owned());
    }

    fn refuse(&mut self, key: &str) {
        panic!("{key} was written and cannot be read");
    }
}

/// What a call does.
#[derive(Clone, Copy, Debug)]
pub enum Calls<'m> {
    Followed,
    /// Functions are summed up, and their calls stepped over.
    SteppedOver,
    /// The same, with summaries of earlier explorations.
    Remembered(&'m Memory),
}

impl Exploration {
    /// How many paths ended in which way.
    pub fn counts(&self) -> BTreeMap<&ObservedEnd, usize> {
        let mut counts = BTreeMap::new();
        for (ending, _) in &self.paths {
            *counts.entry(ending).or_default() += 1;
        }
        counts
    }
}

/// Loads the explored program.
pub fn load(folder: &Path, source: PathBuf) -> Result<Program, String> {
    let include = folder.join("include");
    std::fs::create_dir_all(&include)
        .and_then(|()| std::fs::write(include.join("coax.h"), coax_models::HEADER))
        .map_err(|e| e.to_string())?;
    let options = LoadOptions {
        include_dirs: vec![include],
        cflags: vec!["-D__COAX__=1".into(), "-w".into()],
        clang: std::env::var_os("COAX_CLANG").map(Into::into),
        required: coax_models::twins().iter().chain(&["exit"]).map(ToString::to_string).collect(),
        color: false,
        ..LoadOptions::default()
    };
    let runtime: Vec<RuntimeLibrary> = coax_models::runtime()
        .into_iter()
        .map(|(name, bitcode)| RuntimeLibrary { name, bitcode })
        .collect();
    coax_clang::load(&[source], &options, &runtime, folder).map_err(|e| e.to_string())
}

/// Explores the function with the given number. A panic is an outcome like any other.
pub fn explore(
    program: &Program,
    number: usize,
    search: &dyn SearchOrder,
    calls: Calls<'_>,
) -> Exploration {
    let found = catch_unwind(AssertUnwindSafe(|| explore_or_panic(program, number, search, calls)));
    found.unwrap_or_else(|payload| {
        let message = payload.downcast_ref::<String>().cloned();
        let message =
            message.or_else(|| payload.downcast_ref::<&str>().map(|text| text.to_string()));
        let ending = ObservedEnd::Other(format!("panic: {}", message.unwrap_or_default()));
        Exploration { paths: vec![(ending, Vec::new())], ..Exploration::default() }
    })
}

fn explore_or_panic(
    program: &Program,
    number: usize,
    search: &dyn SearchOrder,
    calls: Calls<'_>,
) -> Exploration {
    let library = Libc::new(Vec::new()).with_program_name(b"program".to_vec());
    let mut machine = Machine::new(program, &library, Limits::default());
    let solver = Solver::new(coax_solve::Options::default());
    machine.with_symbols(Symbols::new(solver, FlipPolicy::Eager));
    match calls {
        Calls::Followed => {}
        Calls::SteppedOver => machine.sum_up_calls(SUMMARY_PATHS),
        Calls::Remembered(memory) => {
            machine.sum_up_calls(SUMMARY_PATHS);
            machine.cache_summaries(Box::new(memory.clone()));
        }
    }
    let start: Start<'_> = Box::new(move |machine| {
        let mut state = machine.initial_state(Box::new(NoWorld));
        let arguments = [b"program".to_vec(), number.to_string().into_bytes()];
        machine.begin_main(&mut state, &arguments.map(Argument::Bytes))?;
        Ok(state)
    });
    let bounds = Bounds { paths: PATHS, steps: STEPS, ..Bounds::default() };
    let mut explorer = Explorer::new(machine, start, search.searcher(0), bounds);
    let mut observer = Observer::default();
    explorer.explore(&mut observer);
    let mut found = observer.0;
    found.incomplete.extend(explorer.stopped().map(|why| why.to_string()));
    (found.divergences, found.summaries) =
        (explorer.tally().divergences, explorer.tally().summaries);
    explorer.machine().store_summaries();
    let symbols = explorer.machine().symbols_mut();
    found.from_cache = symbols.summaries.counts.from_cache;
    found.incomplete.extend(symbols.incomplete.iter().map(|why| why.to_string()));
    found
}

/// An error in a function under test; anywhere else, something is wrong with us.
fn error(report: &ErrorReport) -> ObservedEnd {
    let kind = report.kind.map_or("none", |kind| kind.name()).to_string();
    match &report.location {
        Some(at) if at.file.ends_with("functions.h") => ObservedEnd::Error { kind, line: at.line },
        at => ObservedEnd::Other(format!("{kind} at {at:?}: {}", report.message)),
    }
}

#[derive(Default)]
struct Observer(Exploration);

impl<'p> SearchObserver<'p> for Observer {
    fn path(&mut self, _symbols: &mut Symbols<'p>, path: FinishedPath<'_>) {
        let inputs: Vec<u8> = path.inputs.iter().map(|(_, bytes)| bytes[0]).collect();
        let ending = match path.end {
            PathEnd::Exited(status) => ObservedEnd::Status(status),
            PathEnd::Error(report) => error(&report),
            other => ObservedEnd::Other(format!("{other:?}")),
        };
        for also in path.also {
            self.0.paths.push((ObservedEnd::Also(also.message), inputs.clone()));
        }
        self.0.paths.push((ending, inputs));
    }

    fn stop(&mut self, _tally: &Tally, symbols: &Symbols<'p>) -> Option<Incomplete> {
        (symbols.solver.statistics().asked > QUESTIONS).then_some(Incomplete::Bound)
    }
}
