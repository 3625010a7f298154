//! Compares what the checks of one program found with what its folder and lines claim.
//!
//! Invariants: a verdict looks only at the finished runs and the directives; all that is wrong is
//! said at once, so a failure can be understood without running anything again.

use std::collections::BTreeSet;

use super::directive::Directives;
use crate::alone;
use crate::finished::Finished;
use crate::verdict::{Verdict, said};

/// Every error that was confirmed is marked, and every marked one was confirmed.
pub fn errors_as_marked(verdict: &mut Verdict, runs: &[Finished], directives: &Directives) {
    let mut met = BTreeSet::new();
    for run in runs {
        for warning in run.report.warnings.iter().filter(|w| w.confirmed) {
            let ours = directives.marks.iter().filter(|mark| mark.admits(&run.report, warning));
            let marks: Vec<_> = ours.collect();
            verdict.require(!marks.is_empty(), || {
                let place = said(&run.report, &warning.place());
                let (unit, assumes) = (run.report.unit_of(warning), &warning.assumes);
                let (grade, because) = (&warning.grade, &warning.grade_because);
                format!(
                    "an error that is not marked, in {unit} assuming {assumes:?} graded {grade:?} \
                     {because:?}: {place}"
                )
            });
            met.extend(marks);
        }
    }
    for mark in directives.marks.iter().filter(|mark| !met.contains(mark)) {
        let (place, unit) = (&mark.place, mark.unit.as_deref().unwrap_or("any unit"));
        verdict.note(Err(format!("not found in {unit}: {} at line {}", place.kind, place.line)));
    }
}

/// Every path that was predicted went as it was.
pub fn as_predicted(verdict: &mut Verdict, runs: &[Finished]) {
    for unit in runs.iter().flat_map(|run| &run.report.units) {
        verdict.require(unit.divergences == 0, || {
            format!("{}: {} runs went otherwise than predicted", unit.function, unit.divergences)
        });
    }
}

/// Each function that was asked for was analysed, however far.
pub fn supported(verdict: &mut Verdict, runs: &[Finished]) {
    for unit in runs.iter().flat_map(|run| &run.report.units) {
        verdict.require(unit.status != "unsupported", || {
            format!("{} is unsupported: {:?}", unit.function, unit.incomplete_because)
        });
    }
}

/// Nothing was given up but for the reasons the program allows.
pub fn complete(verdict: &mut Verdict, runs: &[Finished], directives: &Directives) {
    for unit in runs.iter().flat_map(|run| &run.report.units) {
        let reasons: Vec<_> = unit.incomplete_because.difference(&directives.allow).collect();
        verdict.require(reasons.is_empty(), || {
            format!("{} is incomplete because of {reasons:?}", unit.function)
        });
        let explained = unit.status == "complete" || !unit.incomplete_because.is_empty();
        verdict.require(explained, || {
            format!("{}: status {} without a reason", unit.function, unit.status)
        });
    }
}

/// The search was cut, and says why.
pub fn cut(verdict: &mut Verdict, runs: &[Finished], directives: &Directives) {
    for run in runs {
        verdict.require(!run.report.is_complete(), || "the status is `complete`".into());
        verdict.same("incomplete_because", &run.report.reasons(), &directives.bounded);
    }
}

/// The first failing test builds by the command in its first comment.
pub fn builds_alone(verdict: &mut Verdict, run: &Finished) {
    let first = run.report.warnings.iter().find(|w| w.confirmed);
    if let Some(test) = first.and_then(|warning| warning.test.as_ref()) {
        verdict.note(alone::build(&run.out().join(test)).map(drop));
    }
}
