//! Runs `coax check` on a program of the corpus, the way a user would.
//!
//! Invariants: seed and number of workers are always said, so a run can be repeated; what a
//! program says itself (`//@ check:`) takes the place of the usual options.

use std::path::Path;

use super::directive::{Directives, Task};
use crate::Program;
use crate::finished::{self, Finished};

/// Always said. The time only catches a search that does not end: none needs a tenth of it. Every error makes the exit
/// code 1, for every grade: marks say grades.
const USUAL: [&str; 8] = ["--time", "60s", "--seed", "0", "--jobs", "1", "--fail-on", "any"];

pub fn check(program: &Program, directives: &Directives, task: &Task) -> Result<Finished, String> {
    Finished::run(|out| arguments(program, directives, task, out))
}

/// The same with calls stepped over, in every function that calls others.
pub fn check_summing_up(
    program: &Program,
    directives: &Directives,
    task: &Task,
) -> Result<Finished, String> {
    let mut task = task.clone();
    task.options.extend(["--engine", "smart", "--summary-after", "0"].map(str::to_owned));
    check(program, directives, &task)
}

fn arguments(program: &Program, directives: &Directives, task: &Task, out: &Path) -> Vec<String> {
    let mut args = vec!["check".to_owned()];
    args.extend(program.sources.iter().map(|s| s.to_string_lossy().into_owned()));
    args.extend(["--out".to_owned(), out.to_string_lossy().into_owned()]);
    args.extend(["--format", "json", "--no-progress"].map(str::to_owned));
    for function in &task.functions {
        args.extend(["--function".to_owned(), function.clone()]);
    }
    args.extend(finished::options(&USUAL, &task.options));
    if !directives.cflags.is_empty() {
        args.push("--".to_owned());
        args.extend(directives.cflags.iter().cloned());
    }
    args
}
