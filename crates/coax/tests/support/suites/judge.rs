//! Compares the suite of a program with what its folder and lines claim.
//!
//! Invariants: a verdict looks only at the finished run and the directives; all that is wrong is said at
//! once, so a failure can be understood without running anything again.

use std::collections::BTreeSet;

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
