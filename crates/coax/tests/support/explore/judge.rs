//! Compares what an exploration found with what the program's folder and lines claim.
//!
//! Invariants: a verdict looks only at the finished run and the directives; all that is wrong is
//! said at once, so a failure can be understood without running anything again.

use std::collections::BTreeSet;

use super::directive::{Directives, Reach};
use crate::report::{ErrorSite, Report, Share};
use crate::verdict::{self, Verdict, said};

/// The errors are exactly the marked ones, and nothing else is suspected.
pub fn errors_as_marked(verdict: &mut Verdict, report: &Report, directives: &Directives) {
    only_marked(verdict, report, directives);
    for place in directives.marks.difference(&report.places(true)) {
        verdict.note(Err(format!("not found: {} at line {}", place.kind, place.line)));
    }
}

/// The errors are among the marked ones, and nothing else is suspected.
pub fn only_marked(verdict: &mut Verdict, report: &Report, directives: &Directives) {
    for place in report.places(true).difference(&directives.marks) {
        verdict.note(Err(format!("an error that is not marked: {}", said(report, place))));
    }
    verdict::suspected(verdict, report, &directives.unconfirmed);
}

/// Errors behind which a native run may go on: what it comes to there is not known.
const CUTTING: [&str; 9] = [
    "out-of-bounds",
    "use-after-free",
    "uninitialized-read",
    "float-cast-overflow",
    "negative-size",
    "double-free",
    "invalid-free",
    "unreachable",
    "bad-cast",
];

/// Errors behind which a path goes on, unless calls are stepped over.
const PASSED: [&str; 2] = ["signed-overflow", "shift-out-of-range"];

/// The search ended because nothing was left to do; what is behind an error of memory is not known.
pub fn complete(verdict: &mut Verdict, report: &Report, directives: &Directives) {
    let marks = |kinds: &[&str]| {
        let kind = |place: &ErrorSite| kinds.contains(&&*place.kind);
        directives.marks.iter().any(kind)
            || directives.unconfirmed.iter().any(|kind| kinds.contains(&&**kind))
    };
    let reasons = report.reasons();
    // Where calls are stepped over, paths end there; the processor itself stops at a quotient that does not fit.
    let may_be_cut = report.options.engine == "smart" && marks(&PASSED);
    let is_cut = marks(&CUTTING) || may_be_cut && !reasons.is_empty();
    let cut: BTreeSet<String> =
        is_cut.then(|| "undefined-behaviour".to_owned()).into_iter().collect();
    verdict.require(report.is_complete() != is_cut, || "the status is wrong".into());
    verdict.same("incomplete_because", &reasons, &cut);
    let bounded: u64 = report.units.iter().map(|u| u.paths.bounded).sum();
    verdict.same("bounded paths", &bounded, &0);
}

/// The search was cut, and says why.
pub fn cut(verdict: &mut Verdict, report: &Report, directives: &Directives) {
    verdict.require(!report.is_complete(), || "the status is `complete`".into());
    verdict.same("incomplete_because", &report.reasons(), &directives.because);
}

/// Every test natively does what was predicted, and goes the way its path went.
pub fn same_ways(verdict: &mut Verdict, report: &Report) {
    let notes = || report.units.iter().flat_map(|unit| &unit.notes);
    verdict.require(report.divergences == 0, || {
        let told: Vec<_> = notes().filter(|note| note.contains(" natively ")).cloned().collect();
        format!("{} divergences:\n{}", report.divergences, told.join("\n"))
    });
    let cut = notes().find(|note| note.ends_with(" were compared"));
    verdict.note(cut.map_or(Ok(()), |note| Err(note.clone())));
}

/// Every number the program promises.
pub fn counts(verdict: &mut Verdict, report: &Report, directives: &Directives) {
    let infeasible = report.units.iter().map(|u| u.paths.infeasible).sum();
    let counted = [
        ("paths", directives.paths, report.finished_paths()),
        ("infeasible", directives.infeasible, infeasible),
        ("tests", directives.tests, report.tests.len() as u64),
        ("queries", directives.queries, report.totals.queries),
    ];
    for (what, promised, found) in counted {
        if let Some(promised) = promised {
            verdict.note(promised.admits(what, found));
        }
    }
    if let Some(expected) = &directives.outcomes {
        outcomes(verdict, report, expected);
    }
    if let Some(reach) = directives.coverage {
        verdict.note(reached(report, reach));
    }
}

fn outcomes(verdict: &mut Verdict, report: &Report, expected: &BTreeSet<i32>) {
    let normal = report.tests.iter().filter(|t| t.outcome == "normal");
    verdict.require(normal.clone().all(|t| t.status.is_some()), || {
        "a test that ends normally does not say its exit status".into()
    });
    let statuses: BTreeSet<_> = normal.filter_map(|t| t.status).collect();
    verdict.same("exit statuses", &statuses, expected);
}

fn reached(report: &Report, reach: Reach) -> Result<(), String> {
    let coverage = report.coverage.as_ref().ok_or("coverage: nothing was measured")?;
    let (branches, lines) = (coverage.branches, coverage.lines);
    let whole = |share: Share| share.covered == share.total && share.total > 0;
    let holds = match reach {
        Reach::Full => branches.covered == branches.total && whole(lines),
        Reach::Branches(covered, total) => (branches.covered, branches.total) == (covered, total),
    };
    if holds {
        return Ok(());
    }
    Err(format!("coverage: {branches:?} of the branches, {lines:?} of the lines; not {reach:?}"))
}
