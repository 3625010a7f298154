//! Complaints about one run, and what every run promises.
//!
//! Invariants: a verdict looks only at the finished run; all that is wrong is said at once, so a
//! failure can be understood without running anything again.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::finished::Finished;
use crate::process::End;
use crate::report::{ErrorSite, Report};

/// Complaints about one run.
#[derive(Default)]
pub struct Verdict {
    complaints: Vec<String>,
}

impl Verdict {
    pub fn note(&mut self, result: Result<(), String>) {
        self.complaints.extend(result.err());
    }

    pub fn require(&mut self, holds: bool, complaint: impl FnOnce() -> String) {
        if !holds {
            self.complaints.push(complaint());
        }
    }

    pub fn same<T: PartialEq + Debug>(&mut self, what: &str, found: &T, expected: &T) {
        self.require(found == expected, || {
            format!("{what}: found {found:?}\n    expected {expected:?}")
        });
    }

    pub fn finish(self) -> Result<(), String> {
        if self.complaints.is_empty() { Ok(()) } else { Err(self.complaints.join("\n")) }
    }
}

/// What every run of `command` promises, independent of what it found.
pub fn sound(verdict: &mut Verdict, run: &Finished, command: &str) {
    let report = &run.report;
    verdict.same("schema", &report.schema, &1);
    verdict.same("command", &report.command.as_str(), &command);
    verdict.require(!report.units.is_empty(), || "the report lists no unit".into());
    let errors = report.warnings.iter().filter(|w| w.confirmed).count() as u64;
    verdict.same("totals.errors", &report.totals.errors, &errors);
    verdict.same("totals.warnings", &report.totals.warnings, &(report.warnings.len() as u64));
    verdict.same("totals.tests", &report.totals.tests, &(report.tests.len() as u64));
    verdict.same("exit code", &run.outcome.end, &End::Exit(i32::from(errors > 0)));
    verdict.note(report_is_on_disk(run));
    tests_exist(verdict, report, &run.out());
    let distinct: BTreeSet<_> = report
        .warnings
        .iter()
        .map(|w| (&w.file, w.line, w.column, &w.kind, report.unit_of(w)))
        .collect();
    verdict.same("distinct warnings", &distinct.len(), &report.warnings.len());
}

/// Standard output and `report.json` are the same report.
fn report_is_on_disk(run: &Finished) -> Result<(), String> {
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
        let known = ["normal", "exception", "error", "prefix"].contains(&test.outcome.as_str());
        verdict.require(known, || format!("{}: unknown outcome {}", test.id, test.outcome));
    }
}

/// Exactly these kinds are suspected without a native run that shows them.
pub fn suspected(verdict: &mut Verdict, report: &Report, expected: &BTreeSet<String>) {
    let suspected = report.places(false);
    let kinds: BTreeSet<_> = suspected.iter().map(|place| place.kind.clone()).collect();
    if &kinds != expected {
        let shown: Vec<_> = suspected.iter().map(|place| said(report, place)).collect();
        verdict.same("unconfirmed kinds", &kinds, expected);
        verdict.require(shown.is_empty(), || shown.join("\n"));
    }
}

/// What the report says about an error at this place, in one line.
pub fn said(report: &Report, place: &ErrorSite) -> String {
    let ours = |w: &&crate::report::Warning| w.line == place.line && w.kind == place.kind;
    let message = report.warnings.iter().find(ours).map_or("", |w| w.message.as_str());
    format!("{} at {}:{}: {message}", place.kind, place.file, place.line)
}
