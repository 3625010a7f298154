//! The options of `coax check`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::{
    AllowNotJudged, BoundOptions, EngineOptions, Format, Jobs, LaterOptions, SearchOrder,
    SolvingOptions,
};
use crate::quantity::Span;

/// Look for run-time errors in every function, without a harness
///
/// Every function with a body is run by itself on all inputs at once: its parameters, what they point
/// to, and what that points to in turn, made up as the code looks at it. Each error found becomes a test, a
/// C or C++ file that builds the inputs and calls the function; it is run natively under sanitizers,
/// and counts only if that shows the error.
///
/// A PATH is a C or C++ source file, a directory (every source below it; hidden folders, build
/// folders of CMake and results of coax are left out), or a compile_commands.json.
///
/// Options may also stand in `coax.toml` in the current folder, in the table `[check]`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckOptions {
    /// C or C++ source, directory, or compile_commands.json [default: as coax.toml says, else the
    /// compile_commands.json here or in build/]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Only functions of this name, with or without its scope; `*` stands for anything
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,

    /// Where results go; refused if it holds something else than an earlier run
    #[arg(long, value_name = "DIR", default_value = "coax-out")]
    pub out: PathBuf,

    #[command(flatten)]
    pub(crate) inputs: FunctionInputOptions,

    #[command(flatten)]
    pub(crate) calls: CallOptions,

    #[command(flatten)]
    pub(crate) bounds: BoundOptions,

    /// Budget for one function [default: a fair share of what is left]
    #[arg(long, value_name = "DURATION", help_heading = "Bounds")]
    pub unit_time: Option<Span>,

    /// Which pending branch comes next
    #[arg(long, value_name = "ORDER", value_parser = SearchOrder::values(), default_value = "coverage", help_heading = "Search")]
    pub search: SearchOrder,

    /// Do not ask the solver whether a branch is feasible before it is taken up
    #[arg(long, help_heading = "Search")]
    pub no_prune: bool,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,

    /// Follow every call in a function of at most N paths (`--engine smart`)
    #[arg(long, value_name = "N", default_value_t = SUMMARY_AFTER, help_heading = "Search")]
    pub summary_after: u64,

    /// All randomness
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    pub seed: u64,

    /// Functions to explore at a time [default: number of cores]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub jobs: Option<Jobs>,

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

impl CheckOptions {
    /// How many functions are explored at a time: one per core unless said otherwise.
    pub fn workers(&self) -> usize {
        self.jobs.unwrap_or_else(Jobs::all).0
    }
}

/// A function with few paths is explored call by call: there is nothing to spare.
const SUMMARY_AFTER: u64 = 1000;

const EXAMPLES: &str = "\
Examples:
  coax check src/
  coax check parse.c --function 'parse_*' -- -Iinclude
  coax check build/compile_commands.json --time 10m
  coax check list.c --call-depth 1 --no-null-arguments";

/// What a function may be given.
#[derive(Debug, Args)]
#[command(next_help_heading = "Inputs")]
pub struct FunctionInputOptions {
    /// May pointers that a function is given be null?
    #[arg(long, value_name = "WHICH", default_value = "maybe-null")]
    pub pointers: Pointers,

    /// Where objects come from that the code makes itself: from its functions, and then also made up field by field,
    /// which is a lower grade; only made up; or both, as equals
    #[arg(long, value_name = "WHICH", default_value = "api")]
    pub objects: Objects,

    /// Do not list errors that need nothing but a null pointer argument; they are counted
    #[arg(long)]
    pub no_null_arguments: bool,
}

/// The values of `--objects`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Objects {
    /// From functions of the code; what needs other values of them is of a lower grade
    Api,
    /// Made field by field
    MadeUp,
    /// From both, without a difference
    Both,
}

/// What happens at calls.
#[derive(Debug, Args)]
#[command(next_help_heading = "Calls")]
pub struct CallOptions {
    /// Levels of calls that are followed; deeper calls return unknown values
    #[arg(long, value_name = "N|all", default_value = "all")]
    pub call_depth: CallDepth,

    /// The same for one function that is checked, in place of --call-depth
    #[arg(long, value_name = "F=N")]
    pub call_depth_of: Vec<DepthOf>,

    /// A call that is not followed may also change every global variable
    #[arg(long)]
    pub havoc_globals: bool,
}

impl CallOptions {
    /// The depth for a function of these names; the last one said counts.
    pub fn depth_of(&self, names: &[&str]) -> CallDepth {
        let own = self.call_depth_of.iter().rev().find(|own| names.contains(&&*own.function));
        own.map_or(self.call_depth, |own| own.depth)
    }
}

/// The values of `--pointers`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Pointers {
    /// Never
    Nonnull,
    /// Where nothing says otherwise
    MaybeNull,
}

/// How many levels of calls are followed; all if there is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallDepth(pub Option<u32>);

impl FromStr for CallDepth {
    type Err = String;

    fn from_str(text: &str) -> Result<CallDepth, String> {
        match (text, text.parse()) {
            ("all", _) => Ok(CallDepth(None)),
            (_, Ok(depth)) => Ok(CallDepth(Some(depth))),
            _ => Err("a number or `all` is needed".into()),
        }
    }
}

impl std::fmt::Display for CallDepth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(depth) => write!(f, "{depth}"),
            None => f.write_str("all"),
        }
    }
}

/// `F=N`: the depth for one function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepthOf {
    pub function: String,
    pub depth: CallDepth,
}

impl FromStr for DepthOf {
    type Err = String;

    fn from_str(text: &str) -> Result<DepthOf, String> {
        // C++ names such as `operator==` contain the sign themselves.
        let (function, depth) = text.rsplit_once('=').unwrap_or_default();
        match function {
            "" => Err("`F=N` is needed: a function, and how many levels of calls".into()),
            _ => Ok(DepthOf { function: function.into(), depth: depth.parse()? }),
        }
    }
}

impl std::fmt::Display for DepthOf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.function, self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths() {
        assert_eq!("all".parse(), Ok(CallDepth(None)));
        assert_eq!("0".parse(), Ok(CallDepth(Some(0))));
        for bad in ["", "-1", "some", "1.5"] {
            assert!(bad.parse::<CallDepth>().is_err(), "{bad}");
        }
        let depth: DepthOf = "a::operator===2".parse().unwrap();
        assert_eq!((&*depth.function, depth.depth), ("a::operator==", CallDepth(Some(2))));
        for bad in ["", "f", "=1", "f=", "f=x"] {
            assert!(bad.parse::<DepthOf>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_function_may_have_a_depth_of_its_own() {
        let options = CallOptions {
            call_depth: CallDepth(Some(1)),
            call_depth_of: vec!["f=2".parse().unwrap(), "n::g=all".parse().unwrap()],
            havoc_globals: false,
        };
        assert_eq!(options.depth_of(&["f", "f"]), CallDepth(Some(2)));
        assert_eq!(options.depth_of(&["g", "n::g"]), CallDepth(None));
        assert_eq!(options.depth_of(&["h", "h"]), CallDepth(Some(1)));
    }
}
