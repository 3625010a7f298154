//! The options of `coax verify`.

use std::path::PathBuf;

use clap::Args;

use super::{Format, Jobs};
use crate::quantity::Span;

/// Say which checks of every function are verified, verified under assumptions, or open
///
/// A static analysis of every function by itself: nothing is run. Each place where an error could occur
/// (a null pointer, an index, a division, ...) is verified if no execution can fail there, verified if stated
/// assumptions hold, or open. An open check is no error: `coax check` looks for those.
///
/// A PATH is a C or C++ source file, a directory (every source below it; hidden folders, build
/// folders of CMake and results of coax are left out), or a compile_commands.json.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct VerifyOptions {
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

    /// Write every check with its verdict to a file, as JSON
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,

    /// Budget for the whole command
    #[arg(long, value_name = "DURATION", default_value = "60s")]
    pub time: Span,

    /// Files to compile at a time [default: number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<Jobs>,

    /// What stdout gets
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,

    /// Do not show how far the analysis is
    #[arg(long)]
    pub no_progress: bool,

    /// Flags for clang
    #[arg(value_name = "CLANG FLAGS", last = true)]
    pub cflags: Vec<String>,
}

impl VerifyOptions {
    /// How many files are compiled at a time: one per core unless said otherwise.
    pub fn workers(&self) -> usize {
        self.jobs.unwrap_or_else(Jobs::all).0
    }
}

const EXAMPLES: &str = "\
Examples:
  coax verify src/
  coax verify -v parse.c --function 'parse_*' -- -Iinclude
  coax verify build/compile_commands.json --export verified.json";
