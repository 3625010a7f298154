//! Compares what an exploration found with what the program's folder and lines claim.
//!
//! Invariants: a verdict looks only at the finished run and the directives; all that is wrong is
//! said at once, so a failure can be understood without running anything again.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::directive::{Directives, Place, Reach};
use super::invoke::Explored;
use super::report::{Report, Share};
use crate::process::End;

/// Complaints about one run.
#[derive(Default)]
pub struct Verdict {
    complaints: Vec<String>,
}

impl Verdict {
    pub fn note(&mut self, result: Result<(), String>) {
        self.complaints.extend(result.err());
    }

    fn require(&mut self, holds: bool, complaint: impl FnOnce() -> String) {
        if !holds {
            self.complaints.push(complaint());
        }
    }

    fn same<T: PartialEq + Debug>(&mut self, what: &str, found: &T, expected: &T) {
        self.require(found == expected, || {
            format!("{what}: found {found:?}\n    expected {expected:?}")
        });
    }

    pub fn finish(self) -> Result<(), String> {
        if self.complaints.is_empty() { Ok(()) } else { Err(self.complaints.join("\n")) }
    }
}

/// What every run promises, whatever it found.
pub fn sound(verdict: &mut Verdict, run: &Explored) {
    let report = &run.report;
    verdict.same("schema", &report.schema, &1);
    verdict.same("command", &report.command.as_str(), &"explore");
    verdict.require(!report.units.is_empty(), || "the report lists no unit".into());
    let errors = report.warnings.iter().filter(|w| w.confirmed).count() as u64;
    verdict.same("totals.errors", &report.totals.errors, &errors);
    verdict.same("totals.warnings", &report.totals.warnings, &(report.warnings.len() as u64));
    verdict.same("totals.tests", &report.totals.tests, &(report.tests.len() as u64));
    verdict.same("exit code", &run.outcome.end, &End::Exit(i32::from(errors > 0)));
    verdict.note(report_is_on_disk(run));
    tests_exist(verdict, report, &run.out());
}

/// Standard output and `report.json` are the same report.
fn report_is_on_disk(run: &Explored) -> Result<(), String> {
    let path = run.out().join("report.json");
    let text = fs::read(&path).map_err(|e| format!("report.json: {e}"))?;
    let parse = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).map_err(|e| e.to_string());
    if parse(&text)? == parse(&run.outcome.stdout)? {
        Ok(())
    } else {
        Err("report.json differs from the report on standard output".into())
    }
}

fn tests_exist(verdict: &mut Verdict, report: &Report, out: &Path) {
    let ids: BTreeSet<_> = report.tests.iter().map(|t| &t.id).collect();
    verdict.same("distinct test ids", &ids.len(), &report.tests.len());
    let of_warnings = report.warnings.iter().filter(|w| w.confirmed);
    verdict.require(of_warnings.clone().all(|w| w.test.is_some()), || {
        "a confirmed error names no test".into()
    });
    let named = report.tests.iter().map(|t| &t.file);
    for file in named.chain(of_warnings.filter_map(|w| w.test.as_ref())) {
        verdict.require(out.join(file).is_file(), || format!("{file} is named but not there"));
    }
    for test in &report.tests {
        let known = ["normal", "exception", "error"].contains(&test.outcome.as_str());
        verdict.require(known, || format!("{}: unknown outcome {}", test.id, test.outcome));
    }
}

/// The errors are exactly the marked ones, and nothing else is suspected.
pub fn errors_as_marked(verdict: &mut Verdict, report: &Report, directives: &Directives) {
    let (found, marked) = (report.places(true), &directives.marks);
    for place in found.difference(marked) {
        verdict.note(Err(format!("an error that is not marked: {}", said(report, place))));
    }
    for place in marked.difference(&found) {
        verdict.note(Err(format!("not found: {} at line {}", place.kind, place.line)));
    }
    let suspected = report.places(false);
    let kinds: BTreeSet<_> = suspected.iter().map(|place| place.kind.clone()).collect();
    if kinds != directives.unconfirmed {
        let shown: Vec<_> = suspected.iter().map(|place| said(report, place)).collect();
        verdict.same("unconfirmed kinds", &kinds, &directives.unconfirmed);
        verdict.require(shown.is_empty(), || shown.join("\n"));
    }
}

fn said(report: &Report, place: &Place) -> String {
    let ours = |w: &&super::report::Warning| w.line == place.line && w.kind == place.kind;
    let message = report.warnings.iter().find(ours).map_or("", |w| w.message.as_str());
    format!("{} at {}:{}: {message}", place.kind, place.file, place.line)
}

/// The search ended because nothing was left to do.
pub fn complete(verdict: &mut Verdict, report: &Report) {
    verdict.require(report.is_complete(), || "the status is not `complete`".into());
    verdict.same("incomplete_because", &report.reasons(), &BTreeSet::new());
    let bounded: u64 = report.units.iter().map(|u| u.paths.bounded).sum();
    verdict.same("bounded paths", &bounded, &0);
}

/// The search was cut, and says why.
pub fn cut(verdict: &mut Verdict, report: &Report, directives: &Directives) {
    verdict.require(!report.is_complete(), || "the status is `complete`".into());
    verdict.same("incomplete_because", &report.reasons(), &directives.because);
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
