//! Compares the suite of a program with what its folder and lines claim.
//!
//! Invariants: a verdict looks only at the finished run and the directives; all that is wrong is said at
//! once, so a failure can be understood without running anything again.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::directive::{Directives, Reach};
use crate::alone;
use crate::finished::Finished;
use crate::report::{Report, Share};
use crate::suite;
use crate::verdict::{self, Verdict, said};

/// What every suite promises: its tests build and pass with plain tools, and none was left out because it did
/// something else.
pub fn is_a_suite(verdict: &mut Verdict, run: &Finished) {
    verdict.same("divergences", &run.report.divergences, &0);
    let tests = run.report.tests.iter().filter(|test| test.outcome != "error");
    for test in tests.clone() {
        verdict.require(!test.steps.is_empty(), || format!("{} says no steps", test.file));
    }
    if tests.clone().next().is_some() {
        verdict.note(suite::passes(run));
    }
    for outcome in ["normal", "exception", "error"] {
        let first = run.report.tests.iter().find(|test| test.outcome == outcome);
        let built = first.map(|test| alone::build(&run.out().join(&test.file)));
        verdict.note(built.map_or(Ok(()), |built| built.map(drop)));
    }
}

/// What the program promises of the suite that people keep.
pub fn as_kept(verdict: &mut Verdict, run: &Finished, directives: &Directives) {
    let folder = run.out().join("suite");
    let texts = texts_in(&folder);
    for wanted in &directives.keeps {
        let is_there = texts.iter().any(|text| text.contains(wanted.as_str()));
        verdict
            .require(is_there, || format!("`{wanted}` is not in the suite:\n{}", texts.join("\n")));
    }
    let is_absolute = texts.iter().any(|text| text.contains("#include \"/"));
    verdict.require(!is_absolute, || "the suite has an absolute path".into());
    if directives.make {
        verdict.note(built_by_make(&folder));
    }
}

/// The files of tests.
fn texts_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_test = |file: &PathBuf| {
        file.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("_test"))
    };
    let mut files: Vec<PathBuf> = entries.filter(is_test).collect();
    files.sort();
    files.iter().filter_map(|file| fs::read_to_string(file).ok()).collect()
}

fn built_by_make(folder: &Path) -> Result<(), String> {
    let warnings = ["CFLAGS=-Wall -Wextra", "CXXFLAGS=-Wall -Wextra"];
    let output = Command::new("make").arg("-C").arg(folder).arg("check").args(warnings).output();
    let output = output.map_err(|error| format!("make: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() && !said.contains("warning") {
        return Ok(());
    }
    Err(format!("make check: {}\n{}{said}", output.status, String::from_utf8_lossy(&output.stdout)))
}

/// The errors are exactly the marked ones, and nothing else is suspected.
pub fn errors_as_marked(verdict: &mut Verdict, report: &Report, directives: &Directives) {
    let found = report.places(true);
    for place in found.difference(&directives.marks) {
        verdict.note(Err(format!("an error that is not marked: {}", said(report, place))));
    }
    for place in directives.marks.difference(&found) {
        verdict.note(Err(format!("not found: {} at line {}", place.kind, place.line)));
    }
    verdict::suspected(verdict, report, &BTreeSet::new());
}

/// What the program promises of its tests.
pub fn as_promised(verdict: &mut Verdict, report: &Report, directives: &Directives) {
    if let Some(reach) = directives.coverage {
        verdict.note(reached(report, reach));
    }
    let tests = report.tests.iter().filter(|test| test.outcome != "error").count() as u64;
    if let Some(most) = directives.tests {
        verdict.require(tests <= most, || format!("{tests} tests; there may be {most}"));
    }
    let outcomes: BTreeSet<_> = report.tests.iter().map(|test| test.outcome.clone()).collect();
    for outcome in directives.outcomes.difference(&outcomes) {
        verdict.note(Err(format!("no test has the outcome {outcome}")));
    }
}

fn reached(report: &Report, reach: Reach) -> Result<(), String> {
    let coverage = report.coverage.as_ref().ok_or("coverage: nothing was measured")?;
    let (branches, lines) = (coverage.branches, coverage.lines);
    let whole = |share: Share| share.covered == share.total;
    let holds = match reach {
        Reach::Full => whole(branches) && whole(lines) && lines.total > 0,
        Reach::AtLeast(sides) => branches.covered >= sides,
    };
    if holds {
        return Ok(());
    }
    Err(format!("coverage: {branches:?} of the branches, {lines:?} of the lines; not {reach:?}"))
}
