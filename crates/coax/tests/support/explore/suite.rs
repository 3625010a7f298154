//! What a generated suite promises by itself, without coax: it builds and passes with plain tools.

use std::process::Command;

use crate::alone;
use crate::finished::Finished;

/// `make check` below `tests/` builds and passes.
pub fn passes(run: &Finished) -> Result<(), String> {
    let tests = run.out().join("tests");
    alone::finish(Command::new("make").arg("-s").arg("check").current_dir(tests))
}

/// The first test builds and passes alone, by the command in its first comment.
pub fn builds_alone(run: &Finished) -> Result<(), String> {
    let Some(test) = run.report.tests.iter().find(|t| t.outcome == "normal") else {
        return Err("no test that ends normally".into());
    };
    let binary = alone::build(&run.out().join(&test.file))?;
    alone::finish(Command::new(&binary).current_dir(run.out()))
}
