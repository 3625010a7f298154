//! Development jobs, run as `cargo xtask JOB`: what must hold of the tree, and how fast coax is.
//!
//! Nothing here is part of what users get, and nothing here depends on the crates it looks at: the
//! tree is read as text and coax is run as a program.

mod bench;
mod check_table;
mod engines_table;
mod guide_table;
mod mutants;
mod numeric_table;
mod same_reports;
mod summary_table;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Development jobs of the Coax workspace.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    job: Job,
}

#[derive(Subcommand)]
enum Job {
    /// Check what the compiler cannot: crate directions, file headers and sizes, dead links
    Tidy,
    /// Measure `coax run` against native runs of the same programs
    Bench(bench::Options),
    /// Measure what `coax check` finds in folders of real code, by call depth and bound
    CheckTable(check_table::Options),
    /// Compare both engines of `coax check` on libraries
    EnginesTable(engines_table::Options),
    /// Compare what `coax check` makes of real code with each `--guide`
    GuideTable(guide_table::Options),
    /// Change our own code in many places, one at a time, and count what the tests notice
    Mutants(mutants::Options),
    /// Count the numeric problems that `coax explore` settles, by solver, against random testing
    NumericTable(numeric_table::Options),
    /// Compare what two builds of coax report about every program of the corpora
    SameReports(same_reports::Options),
    /// Count the runs of both engines of `coax explore` on packets of growing size
    SummaryTable(summary_table::Options),
}

fn main() -> ExitCode {
    let root = workspace_root();
    match Cli::parse().job {
        Job::Tidy => tidy::run(&root),
        Job::Bench(options) => bench::run(&root, &options),
        Job::CheckTable(options) => check_table::run(&root, &options),
        Job::EnginesTable(options) => engines_table::run(&root, &options),
        Job::GuideTable(options) => guide_table::run(&root, &options),
        Job::Mutants(options) => mutants::run(&root, &options),
        Job::NumericTable(options) => numeric_table::run(&root, &options),
        Job::SameReports(options) => same_reports::run(&root, &options),
        Job::SummaryTable(options) => summary_table::run(&root, &options),
    }
}

/// The folder above ours, so that jobs work from anywhere in the tree.
fn workspace_root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask lies in the workspace").to_owned()
}
