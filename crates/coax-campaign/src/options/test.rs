//! The options of `coax test`.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::{
    AllowNotJudged, BoundOptions, CodeOptions, Format, Jobs, LaterOptions, SolvingOptions,
};
use crate::quantity::{Size, Span};

/// Write a unit-test suite for the functions and classes found
///
/// Calls what a user of the code can call: objects come from the code's own constructors and creators, and are
/// brought into further states by calls one after the other. Values are random at first; where that
/// reaches no new branch, the solver finds those that do. A sequence of calls that covers something new becomes a
/// test, a C or C++ file; it counts only if it does natively, under sanitizers, what it did here. A
/// sequence that goes wrong is shown to fail natively and kept apart, as those of `coax check` are.
///
/// A PATH is a C or C++ source file, a directory (every source below it; hidden folders, build
/// folders of CMake and results of coax are left out), or a compile_commands.json.
///
/// Options may also stand in `coax.toml` in the current folder, in the table `[test]`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TestOptions {
    /// C or C++ source, directory, or compile_commands.json [default: as coax.toml says, else the
    /// compile_commands.json here or in build/]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Only tests of functions of this name, with or without its scope; `*` stands for anything
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,

    /// Where results go; refused if it holds something else than an earlier run
    #[arg(long, value_name = "DIR", default_value = "coax-out")]
    pub out: PathBuf,

    #[command(flatten)]
    pub(crate) code: CodeOptions,

    /// How sequences of calls are found
    #[arg(long, value_name = "HOW", default_value = "combined", help_heading = "Search")]
    pub strategy: Strategy,

    /// Calls that a test makes at most
    #[arg(long, value_name = "N", default_value = "12", help_heading = "Search")]
    pub max_calls: CallCount,

    #[command(flatten)]
    pub(crate) bounds: SequenceBounds,

    /// All randomness
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    pub seed: u64,

    /// Workers [default: number of cores]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub jobs: Option<Jobs>,

    /// Do not measure what the tests cover natively
    #[arg(long, help_heading = "Results")]
    pub no_coverage: bool,

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

    /// Flags for clang
    #[arg(value_name = "CLANG FLAGS", last = true)]
    pub cflags: Vec<String>,
}

impl TestOptions {
    /// How many sequences are tried at a time: one per core unless said otherwise.
    pub fn workers(&self) -> usize {
        self.jobs.unwrap_or_else(Jobs::all).0
    }

    /// The bounds in the words of all commands.
    pub fn bounds(&self) -> BoundOptions {
        let SequenceBounds { time, solver_time, max_paths, max_tests, max_steps, memory } =
            self.bounds;
        BoundOptions {
            time,
            solver_time,
            max_paths,
            max_tests,
            max_steps,
            max_constraints: None,
            max_revisits: None,
            memory,
        }
    }
}

/// Where looking for sequences ends.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Bounds")]
pub struct SequenceBounds {
    /// Budget for the whole command
    #[arg(long, value_name = "DURATION", default_value = "60s")]
    pub time: Span,

    /// Budget for one solver query
    #[arg(long, value_name = "DURATION", default_value = "5s")]
    pub solver_time: Span,

    /// Stop after N sequences of a program were tried
    #[arg(long, value_name = "N")]
    pub max_paths: Option<NonZeroU64>,

    /// Stop after N tests of a program
    #[arg(long, value_name = "N")]
    pub max_tests: Option<NonZeroU64>,

    /// Stop after N interpreted instructions of a program
    #[arg(long, value_name = "N")]
    pub max_steps: Option<NonZeroU64>,

    /// Memory to use; states that do not fit are not kept for extension
    /// [default: half of what there is]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Size>,
}

const EXAMPLES: &str = "\
Examples:
  coax test src/
  coax test stack.c --max-calls 6 --time 2m
  coax test build/compile_commands.json --function 'Parser::*'
  coax test queue.cpp --strategy random --seed 7 -- -Iinclude";

/// The values of `--strategy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Strategy {
    /// Random calls and values
    Random,
    /// The solver's values in sequences of the shortest kind
    Concolic,
    /// Random, and the solver where that reaches nothing new
    Combined,
}

impl Strategy {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Random => "random",
            Strategy::Concolic => "concolic",
            Strategy::Combined => "combined",
        }
    }
}

/// The value of `--max-calls`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallCount(pub usize);

/// A test with more calls than this is not read.
const MOST_CALLS: usize = 1000;

impl FromStr for CallCount {
    type Err = String;

    fn from_str(text: &str) -> Result<CallCount, String> {
        match text.parse() {
            Ok(calls @ 1..=MOST_CALLS) => Ok(CallCount(calls)),
            _ => Err(format!("a number from 1 to {MOST_CALLS} is needed")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_makes_some_calls_but_not_too_many() {
        assert_eq!("12".parse(), Ok(CallCount(12)));
        assert_eq!("1".parse(), Ok(CallCount(1)));
        for bad in ["0", "1001", "-1", "many", "", "1.5"] {
            assert!(bad.parse::<CallCount>().is_err(), "{bad}");
        }
    }
}
