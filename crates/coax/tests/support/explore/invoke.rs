//! Runs `coax explore` on a program of the corpus, the way a user would.
//!
//! Invariants: seed, number of workers and search order are always said, so a run can be
//! repeated; every path leaves a test; what a program says itself (`//@ explore:`) takes the place of the usual options.

use std::path::Path;

use super::directive::{Directives, Policy};
use crate::Program;
use crate::finished::{self, Finished};

/// Given to coax as its budget unless the program says otherwise; none needs a tenth of it.
const BUDGET: &str = "120s";

/// The orders that must agree on the number of paths: (name, options).
pub const ORDERS: [(&str, &[&str]); 2] = [
    ("bfs", &["--search", "bfs", "--jobs", "1"]),
    ("two random workers", &["--search", "random", "--jobs", "2"]),
];

/// Further ones, where there is time.
pub const MORE_ORDERS: [(&str, &[&str]); 2] = [
    ("random", &["--search", "random", "--jobs", "1"]),
    ("two workers", &["--search", "dfs", "--jobs", "2"]),
];

/// The order of the first run; the program's own options may say otherwise.
pub const FIRST: &[&str] = &["--search", "dfs", "--jobs", "1"];

/// The same, with tests of those paths only that cover something new.
pub const NEW_COVERAGE: &[&str] = &["--search", "dfs", "--jobs", "1", "--tests", "new-coverage"];

/// Explores `program` in the order `search`, unless the program itself chooses its order.
pub fn explore(
    program: &Program,
    directives: &Directives,
    search: &[&str],
) -> Result<Finished, String> {
    Finished::run(|out| arguments(program, directives, search, out))
}

/// The same, with every branch of every test's native run compared with the engine's.
pub fn explore_traced(
    program: &Program,
    directives: &Directives,
    search: &[&str],
) -> Result<Finished, String> {
    Finished::run(|out| {
        let mut args = arguments(program, directives, search, out);
        args.insert(1, "--check-traces".to_owned());
        args
    })
}

/// Explores `program` with the options of one policy, comparing branches.
pub fn explore_with(
    program: &Program,
    directives: &Directives,
    policy: &Policy,
) -> Result<Finished, String> {
    Finished::run(|out| {
        let mut args = arguments(program, directives, FIRST, out);
        args.splice(1..1, policy.options.iter().cloned());
        args.insert(1, "--check-traces".to_owned());
        args
    })
}

/// Explores `program` stepping over calls, compiled with further flags, comparing branches.
pub fn explore_summing_up(
    program: &Program,
    directives: &Directives,
    flags: &[String],
) -> Result<Finished, String> {
    with_engine(program, directives, "smart", flags)
}

/// The same, following every call.
pub fn explore_following(
    program: &Program,
    directives: &Directives,
    flags: &[String],
) -> Result<Finished, String> {
    with_engine(program, directives, "dart", flags)
}

fn with_engine(
    program: &Program,
    directives: &Directives,
    engine: &str,
    flags: &[String],
) -> Result<Finished, String> {
    Finished::run(|out| {
        let mut args = arguments(program, directives, FIRST, out);
        args.splice(1..1, ["--check-traces", "--engine", engine].map(str::to_owned));
        if !flags.is_empty() && directives.cflags.is_empty() {
            args.push("--".to_owned());
        }
        args.extend(flags.iter().cloned());
        args
    })
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
    let tests = if search.contains(&"--tests") { &[][..] } else { &["--tests", "all"] };
    let usual = [&["--time", BUDGET, "--seed", "0"], tests, search].concat();
    args.extend(finished::options(&usual, &directives.explore));
    if !directives.cflags.is_empty() {
        args.push("--".to_owned());
        args.extend(directives.cflags.iter().cloned());
    }
    args
}
