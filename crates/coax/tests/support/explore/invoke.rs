//! Runs `coax explore` on a program of the corpus, the way a user would.
//!
//! Invariants: the current folder is the run's own temporary one and results go below it; seed,
//! number of workers and search order are always said, so a run can be repeated; what a program
//! says itself (`//@ explore:`) goes before the usual options.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use super::directive::Directives;
use super::report::Report;
use crate::Program;
use crate::process::{self, End, Invocation, Outcome};

/// Given to coax as its budget unless the program says otherwise; none needs a tenth of it.
const BUDGET: &str = "120s";
/// Only catches a hang: coax itself must have stopped long before.
const LIMIT: Duration = Duration::from_secs(300);

/// The orders that must agree on the number of paths: (name, options).
pub const ORDERS: [(&str, &[&str]); 3] = [
    ("bfs", &["--search", "bfs", "--jobs", "1"]),
    ("random", &["--search", "random", "--jobs", "1"]),
    ("two workers", &["--search", "dfs", "--jobs", "2"]),
];

/// The order of the first run; the program's own options may say otherwise.
pub const FIRST: &[&str] = &["--search", "dfs", "--jobs", "1"];

/// A finished run: what it said and what it left.
pub struct Explored {
    folder: TempDir,
    pub outcome: Outcome,
    pub report: Report,
}

impl Explored {
    /// The folder given as `--out`.
    pub fn out(&self) -> PathBuf {
        out(self.folder.path())
    }
}

/// Explores `program` in the order `search`, unless the program itself chooses its order.
pub fn explore(
    program: &Program,
    directives: &Directives,
    search: &[&str],
) -> Result<Explored, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let invocation = Invocation {
        args: arguments(program, directives, search, &out(folder.path())),
        ..Invocation::default()
    };
    let coax = Path::new(env!("CARGO_BIN_EXE_coax"));
    let outcome = process::run(coax, &invocation, folder.path(), LIMIT)?;
    let stderr = || String::from_utf8_lossy(&outcome.stderr);
    if !matches!(outcome.end, End::Exit(0 | 1)) {
        return Err(format!("ended with {:?}\n--- stderr ---\n{}", outcome.end, stderr()));
    }
    let report = Report::parse(&outcome.stdout)
        .map_err(|reason| format!("{reason}\n--- stderr ---\n{}", stderr()))?;
    Ok(Explored { folder, outcome, report })
}

fn out(folder: &Path) -> PathBuf {
    folder.join("out")
}

fn arguments(
    program: &Program,
    directives: &Directives,
    search: &[&str],
    out: &Path,
) -> Vec<String> {
    let mut args = vec!["explore".to_owned()];
    args.extend(program.sources.iter().map(|s| s.to_string_lossy().into_owned()));
    args.extend(["--out".to_owned(), out.to_string_lossy().into_owned()]);
    args.extend(["--format", "json", "--no-progress"].map(str::to_owned));
    let usual = ["--time", BUDGET, "--seed", "0"];
    for option in usual.chunks(2).chain(search.chunks(2)) {
        if !directives.explore.iter().any(|own| own == option[0]) {
            args.extend(option.iter().map(|&word| word.to_owned()));
        }
    }
    args.extend(directives.explore.iter().cloned());
    if !directives.cflags.is_empty() {
        args.push("--".to_owned());
        args.extend(directives.cflags.iter().cloned());
    }
    args
}
