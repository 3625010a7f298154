//! Programs below `mixed/`: the same program under different ways of treating native functions.
//!
//! Invariants: `//@ outcomes:` and the marked lines say where runs can end at all, in every search;
//! a search that did not see all of it must not call itself complete.

use std::collections::BTreeSet;

use super::directive::{Directives, Policy};
use super::{invoke, judge};
use crate::Program;
use crate::report::Report;
use crate::verdict::{self, Verdict};

/// Every policy ends where it says.
pub fn all_as_said(program: &Program, directives: &Directives) -> Result<(), String> {
    let mut verdict = Verdict::default();
    for policy in &directives.policies {
        let said = as_said(program, directives, policy);
        verdict.note(said.map_err(|why| format!("with {}: {why}", policy.options.join(" "))));
    }
    verdict.finish()
}

fn as_said(program: &Program, directives: &Directives, policy: &Policy) -> Result<(), String> {
    let run = invoke::explore_with(program, directives, policy)?;
    let mut verdict = Verdict::default();
    verdict::sound(&mut verdict, &run, "explore");
    judge::only_marked(&mut verdict, &run.report, directives);
    judge::same_ways(&mut verdict, &run.report);
    let found = ends(&run.report);
    verdict.same("runs end with", &found, &policy.ends);
    let missed = !possible(directives).is_subset(&found);
    verdict.require(!(missed && run.report.is_complete()), || {
        "the status is `complete`, but not everything was reached".into()
    });
    verdict.finish()
}

/// Exit statuses of tests and kinds of errors.
fn ends(report: &Report) -> BTreeSet<String> {
    let normal = report.tests.iter().filter(|test| test.outcome == "normal");
    let statuses = normal.filter_map(|test| test.status).map(|status| status.to_string());
    statuses.chain(report.places(true).into_iter().map(|place| place.kind)).collect()
}

/// Where runs can end, as the program says.
fn possible(directives: &Directives) -> BTreeSet<String> {
    let statuses = directives.outcomes.iter().flatten().map(ToString::to_string);
    statuses.chain(directives.marks.iter().map(|mark| mark.kind.clone())).collect()
}
