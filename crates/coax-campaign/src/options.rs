//! The options of commands that search for inputs: spelling, help, defaults and values.
//!
//! Invariants: what is listed in `--help` works; an option of the published list that does not
//! work yet is understood, and refused by name. The same options may stand in `coax.toml`, which is
//! read through this very definition (see `config`).

mod check;
mod search;
mod solving;
mod test;
mod verify;

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use coax_engine::explore::{Bounds, Revisits};
use coax_engine::summaries::SUMMARY_PATHS;
use coax_report::Values;

use crate::end::Failure;
use crate::quantity::{InputLength, Size, Span, SymbolicArguments, SymbolicFile};
use crate::summary_cache::SummaryCache;

pub use check::{CheckOptions, Objects, Pointers};
pub use search::{SearchOrder, flip_policy};
pub use solving::SolvingOptions;
pub use test::{Strategy, TestOptions};
pub use verify::VerifyOptions;

/// Explore the paths of a program or harness
///
/// Runs the program on all inputs at once: every decision that depends on an input is followed both
/// ways, as far as the solver finds values for it. Each path that ends leaves a test, a C file that
/// replays its inputs; each error found is run natively under sanitizers, and counts only if that
/// shows it. Inputs are what the program asks for by the words of `coax.h` (or of KLEE, SV-COMP and
/// CPROVER), and its arguments, standard input or files where `--symbolic-...` says so.
///
/// Options may also stand in `coax.toml` in the current folder, in the table `[explore]`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ExploreOptions {
    /// C or C++ source, LLVM bitcode (.bc) or textual IR (.ll); several files are linked
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// The function to start in; its parameters are inputs
    #[arg(long, value_name = "NAME", default_value = "main")]
    pub entry: String,

    /// Where results go; refused if it holds something else than an earlier run
    #[arg(long, value_name = "DIR", default_value = "coax-out")]
    pub out: PathBuf,

    /// What is input beside what the program asks for.
    #[command(flatten)]
    pub inputs: InputOptions,

    /// Where the search ends.
    #[command(flatten)]
    pub bounds: BoundOptions,

    /// Which pending branch comes next
    #[arg(long, value_name = "ORDER", value_parser = SearchOrder::values(), default_value = "coverage", help_heading = "Search")]
    pub search: SearchOrder,

    /// Do not ask the solver whether a branch is feasible before it is taken up
    #[arg(long, help_heading = "Search")]
    pub no_prune: bool,

    /// What follows undefined arithmetic: the path goes on with the value that machines give, or ends
    #[arg(long, value_name = "go-on|stop", default_value = "go-on", help_heading = "Search")]
    pub after_error: AfterError,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,

    /// All randomness
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    pub seed: u64,

    /// Workers [default: number of cores]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub jobs: Option<Jobs>,

    /// Compare every branch of the tests' native runs with the engine's
    // For developers of coax: hidden in the help, explained in the guide.
    #[arg(long, hide = true, help_heading = "Results")]
    pub check_traces: bool,

    /// How tests are written
    #[arg(long, value_name = "NAME", default_value = "c", help_heading = "Results")]
    pub framework: Framework,

    /// So many possible errors may stay without a verdict; with more, nothing found is exit code 3
    #[arg(long, value_name = "N|all", default_value = "0", help_heading = "Results")]
    pub allow_not_judged: AllowNotJudged,

    /// What stdout gets
    #[arg(long, value_name = "FORMAT", default_value = "human", help_heading = "Results")]
    pub format: Format,

    /// Do not show how far the search is
    #[arg(long, help_heading = "Results")]
    pub no_progress: bool,

    #[command(flatten)]
    pub(crate) solving: SolvingOptions,

    #[command(flatten)]
    pub(crate) later: LaterOptions,

    #[command(flatten)]
    pub(crate) many_units: ManyUnitsOptions,

    /// Flags for clang
    #[arg(value_name = "CLANG FLAGS", last = true)]
    pub cflags: Vec<String>,
}

impl ExploreOptions {
    /// How many workers explore: one per core unless said otherwise. Summaries are one worker's.
    pub fn workers(&self) -> usize {
        match self.engine.engine {
            Engine::Dart => self.jobs.unwrap_or_else(Jobs::all).0,
            Engine::Smart => 1,
        }
    }
}

/// What a call does.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct EngineOptions {
    /// Follow every call, or sum functions up and step over their calls
    #[arg(long, value_name = "NAME", default_value = "dart")]
    pub engine: Engine,

    /// Sum up functions of at most N paths (`--engine smart`); others are followed
    #[arg(long, value_name = "N", default_value_t = NonZeroU64::new(SUMMARY_PATHS).expect("not 0"))]
    pub summary_paths: NonZeroU64,

    /// Keep summaries in a folder between runs (`--engine smart`): a function whose code is the same
    /// is not explored again
    #[arg(long, value_name = "DIR")]
    pub summary_cache: Option<PathBuf>,
}

impl EngineOptions {
    /// How many paths a function that is summed up may have, if any is.
    pub fn for_calls(&self) -> Option<u64> {
        (self.engine == Engine::Smart).then_some(self.summary_paths.into())
    }

    /// Refuses a place where summaries cannot be kept, also when none are.
    pub fn check(&self) -> Result<(), Failure> {
        match &self.summary_cache {
            Some(folder) if folder.exists() && !folder.is_dir() => {
                let folder = folder.display();
                Err(Failure::Input(format!("--summary-cache {folder}: this is not a folder")))
            }
            _ => Ok(()),
        }
    }

    /// The folder in which summaries are kept, if they are; it is there from now on.
    pub fn cache(&self) -> Result<Option<SummaryCache>, Failure> {
        let folder = self.summary_cache.as_deref().filter(|_| self.engine == Engine::Smart);
        folder.map(SummaryCache::open).transpose()
    }

    /// The options as they are used, for the report.
    pub fn resolved(&self) -> Values {
        let mut values = Values::new();
        values.insert("engine".into(), self.engine.name().into());
        values.insert("summary-paths".into(), u64::from(self.summary_paths).into());
        let cache = self.summary_cache.as_ref();
        values.insert("summary-cache".into(), cache.map(|dir| dir.display().to_string()).into());
        values
    }
}

/// The values of `--engine`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Every path of every call is followed
    Dart,
    /// The paths of a function are explored once, not once per path that leads to it
    Smart,
}

impl Engine {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Dart => "dart",
            Engine::Smart => "smart",
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  coax explore harness.c
  coax explore parse.c --symbolic-stdin 8 --time 5m -- -Iinclude
  coax explore tool.c --program-arg -v --symbolic-args 2,4 --symbolic-file in.txt,16
  coax explore list.c --entry insert --search dfs --max-paths 1000";

/// What is input beside what the program asks for.
#[derive(Debug, Args)]
#[command(next_help_heading = "Inputs")]
pub struct InputOptions {
    /// N arguments of at most LEN bytes each are input
    #[arg(long, value_name = "N,LEN")]
    pub symbolic_args: Vec<SymbolicArguments>,

    /// Standard input is LEN bytes of input
    #[arg(long, value_name = "LEN")]
    pub symbolic_stdin: Option<InputLength>,

    /// The file NAME is LEN bytes of input
    #[arg(long, value_name = "NAME,LEN")]
    pub symbolic_file: Vec<SymbolicFile>,

    /// An argument of the program, before those that are input
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    pub program_arg: Vec<String>,
}

/// Where the search ends.
#[derive(Debug, Args)]
#[command(next_help_heading = "Bounds")]
pub struct BoundOptions {
    /// Budget for the whole command
    #[arg(long, value_name = "DURATION", default_value = "60s")]
    pub time: Span,

    /// Budget for one solver query
    #[arg(long, value_name = "DURATION", default_value = "5s")]
    pub solver_time: Span,

    /// Stop after N paths
    #[arg(long, value_name = "N")]
    pub max_paths: Option<NonZeroU64>,

    /// Stop after N tests
    #[arg(long, value_name = "N")]
    pub max_tests: Option<NonZeroU64>,

    /// Stop after N interpreted instructions
    #[arg(long, value_name = "N")]
    pub max_steps: Option<NonZeroU64>,

    /// End a path whose condition has N conjuncts
    #[arg(long, value_name = "N")]
    pub max_constraints: Option<NonZeroU64>,

    /// End a path that visits one instruction more than N times [default of `check`: 64]
    #[arg(long, value_name = "N")]
    pub max_revisits: Option<NonZeroU64>,

    /// Memory to use; pending paths that do not fit are given up, and the report says so
    /// [default: half of what there is]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Size>,
}

impl BoundOptions {
    /// The bounds as the engine has them; `revisits` is the default of that one.
    pub fn for_engine(&self, revisits: Revisits) -> Bounds {
        let or_none = |bound: Option<NonZeroU64>| bound.map_or(u64::MAX, u64::from);
        let given = self.max_revisits.map(u64::from);
        Bounds {
            paths: or_none(self.max_paths),
            steps: or_none(self.max_steps),
            conditions: usize::try_from(or_none(self.max_constraints)).unwrap_or(usize::MAX),
            revisits: given
                .map_or(revisits, |given| Revisits::All(u32::try_from(given).unwrap_or(u32::MAX))),
            memory: self.memory.unwrap_or_else(Size::half_of_memory).0,
        }
    }

    /// How many tests there may be.
    pub fn tests(&self) -> u64 {
        self.max_tests.map_or(u64::MAX, u64::from)
    }
}

/// Options of the published list that are of no use yet: refused by name, not ignored.
#[derive(Debug, Args)]
pub struct LaterOptions {
    #[arg(long, hide = true, value_parser = only_off)]
    pub guide: Option<String>,
    #[arg(long, hide = true, num_args = 0, default_missing_value = "", value_parser = not_yet)]
    pub html: Option<String>,
}

/// Options of commands with many units: refused by name where there is one.
#[derive(Debug, Args)]
pub struct ManyUnitsOptions {
    #[arg(long, hide = true, value_parser = only_all)]
    pub call_depth: Option<String>,
    #[arg(long, hide = true, value_parser = not_yet)]
    pub call_depth_of: Option<String>,
    #[arg(long, hide = true, num_args = 0, default_missing_value = "", value_parser = not_yet)]
    pub havoc_globals: Option<String>,
    #[arg(long, hide = true, value_parser = other_command)]
    pub function: Option<String>,
    #[arg(long, hide = true, value_parser = other_command)]
    pub unit_time: Option<String>,
}

fn not_yet(_: &str) -> Result<String, String> {
    Err("not available yet".into())
}

fn other_command(_: &str) -> Result<String, String> {
    Err("an exploration has one unit: `--entry` chooses it, `--time` bounds it".into())
}

fn only_off(text: &str) -> Result<String, String> {
    only(text, "off")
}

fn only_all(text: &str) -> Result<String, String> {
    only(text, "all")
}

fn only(text: &str, works: &str) -> Result<String, String> {
    if text == works {
        return Ok(text.into());
    }
    Err(format!("not available yet (only `{works}` is)"))
}

/// The values of `--after-error`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AfterError {
    /// Behind a signed overflow or a shift out of range the path goes on
    GoOn,
    /// It ends there
    Stop,
}

impl AfterError {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            AfterError::GoOn => "go-on",
            AfterError::Stop => "stop",
        }
    }
}

/// The values of `--framework`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framework {
    /// Standalone C (or C++) files and a Makefile.
    C,
    /// The same, and Test-Comp's XML suite beside them.
    Testcomp,
}

impl std::str::FromStr for Framework {
    type Err = String;

    fn from_str(text: &str) -> Result<Framework, String> {
        match text {
            "c" => Ok(Framework::C),
            "testcomp" => Ok(Framework::Testcomp),
            "gtest" | "catch2" => Err("not available yet (`c` and `testcomp` are)".into()),
            _ => Err("there are `c` and `testcomp`".into()),
        }
    }
}

/// The values of `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A summary for people
    Human,
    /// The report, and nothing else
    Json,
}

/// The value of `--allow-not-judged`: how many; all if there is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AllowNotJudged(pub Option<u64>);

impl AllowNotJudged {
    /// Are so many allowed?
    pub fn permits(self, number: u64) -> bool {
        self.0.is_none_or(|most| number <= most)
    }
}

impl Default for AllowNotJudged {
    fn default() -> AllowNotJudged {
        AllowNotJudged(Some(0))
    }
}

impl std::str::FromStr for AllowNotJudged {
    type Err = String;

    fn from_str(text: &str) -> Result<AllowNotJudged, String> {
        match (text, text.parse()) {
            ("all", _) => Ok(AllowNotJudged(None)),
            (_, Ok(number)) => Ok(AllowNotJudged(Some(number))),
            _ => Err("a number or `all` is needed".into()),
        }
    }
}

impl std::fmt::Display for AllowNotJudged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(number) => write!(f, "{number}"),
            None => f.write_str("all"),
        }
    }
}

/// The value of `--jobs`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jobs(pub usize);

impl std::str::FromStr for Jobs {
    type Err = String;

    fn from_str(text: &str) -> Result<Jobs, String> {
        match text.parse() {
            Ok(jobs @ 1..=1024) => Ok(Jobs(jobs)),
            _ => Err("a number from 1 to 1024 is needed".into()),
        }
    }
}

impl Jobs {
    /// As many as there are cores.
    pub fn all() -> Jobs {
        Jobs(std::thread::available_parallelism().map_or(1, usize::from))
    }
}
