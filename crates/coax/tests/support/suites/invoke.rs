//! Runs `coax test` on a program of the corpus, the way a user would.
//!
//! Invariants: seed, number of workers and a bound that is no time are always said, so a run can be repeated; what a
//! program says itself (`//@ test:`) takes the place of the usual options.

use std::path::Path;

use super::directive::Directives;
use crate::Program;
use crate::finished::{self, Finished};

/// Always said. The time only catches a search that does not end: attempts bound it.
const USUAL: [&str; 8] = ["--time", "200s", "--seed", "0", "--jobs", "1", "--max-paths", "3000"];

pub fn test(program: &Program, directives: &Directives) -> Result<Finished, String> {
    Finished::run(|out| arguments(program, directives, out))
}

fn arguments(program: &Program, directives: &Directives, out: &Path) -> Vec<String> {
    let mut args = vec!["test".to_owned()];
    args.extend(program.sources.iter().map(|s| s.to_string_lossy().into_owned()));
    args.extend(["--out".to_owned(), out.to_string_lossy().into_owned()]);
    args.extend(["--format", "json", "--no-progress"].map(str::to_owned));
    args.extend(finished::options(&USUAL, &directives.options));
    if !directives.cflags.is_empty() {
        args.push("--".to_owned());
        args.extend(directives.cflags.iter().cloned());
    }
    args
}
