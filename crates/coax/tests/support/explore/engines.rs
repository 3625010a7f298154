//! Both engines on one program: following every call, and stepping over calls by summaries.
//!
//! Invariants: with every engine, the errors are the marked ones, the search is complete, the tests
//! go the ways that were predicted; with summaries they cover no fewer branches. Programs below `summaries/` also say how many
//! runs each engine needs.

use std::collections::BTreeSet;

use super::directive::{Directives, Runs};
use super::{invoke, judge};
use crate::Program;
use crate::finished::Finished;
use crate::report::{Report, Share};
use crate::verdict::{self, Verdict};

/// With summaries the same is found as without, by a run that is given.
pub fn agree(
    program: &Program,
    directives: &Directives,
    followed: &Finished,
) -> Result<(), String> {
    let run = invoke::explore_summing_up(program, directives, &[])?;
    let mut verdict = Verdict::default();
    as_claimed(&mut verdict, &run, directives);
    covers_as_much(&mut verdict, &run.report, &followed.report);
    verdict.finish().map_err(|why| format!("with summaries: {why}"))
}

/// A program below `summaries/`: both engines need the runs it says, for all flags it says.
pub fn runs_as_said(program: &Program, directives: &Directives) -> Result<(), String> {
    let mut verdict = Verdict::default();
    for runs in &directives.runs {
        let said = as_said(program, directives, runs);
        verdict.note(said.map_err(|why| format!("with {}: {why}", runs.flags.join(" "))));
    }
    verdict.finish()
}

fn as_said(program: &Program, directives: &Directives, runs: &Runs) -> Result<(), String> {
    let followed = invoke::explore_following(program, directives, &runs.flags)?;
    let summed_up = invoke::explore_summing_up(program, directives, &runs.flags)?;
    let mut verdict = Verdict::default();
    for (engine, run, expected) in
        [("dart", &followed, runs.followed), ("smart", &summed_up, runs.summed_up)]
    {
        let mut own = Verdict::default();
        as_claimed(&mut own, run, directives);
        let needed = run.report.units.iter().map(|unit| unit.runs).sum();
        own.note(expected.admits("runs", needed));
        verdict.note(own.finish().map_err(|why| format!("{engine}: {why}")));
    }
    let (one, other) = (&followed.report, &summed_up.report);
    covers_as_much(&mut verdict, other, one);
    verdict.same("exit statuses", &statuses(other), &statuses(one));
    verdict.finish()
}

fn as_claimed(verdict: &mut Verdict, run: &Finished, directives: &Directives) {
    verdict::sound(verdict, run, "explore");
    judge::errors_as_marked(verdict, &run.report, directives);
    judge::complete(verdict, &run.report, directives);
    judge::same_ways(verdict, &run.report);
    let strayed: u64 = run.report.units.iter().map(|unit| unit.divergences).sum();
    verdict.same("paths that are not as predicted", &strayed, &0);
}

/// Inputs for both sides of conditions that are no branches are looked for only with summaries.
fn covers_as_much(verdict: &mut Verdict, summed_up: &Report, followed: &Report) {
    let branches = |report: &Report| {
        let share = report.coverage.as_ref().map(|coverage| coverage.branches);
        share.map_or((0, 0), |Share { covered, total }| (covered, total))
    };
    let (ours, theirs) = (branches(summed_up), branches(followed));
    verdict.require(ours.0 >= theirs.0 && ours.1 == theirs.1, || {
        format!("branches covered: {ours:?} with summaries, {theirs:?} without")
    });
}

fn statuses(report: &Report) -> BTreeSet<i32> {
    report.tests.iter().filter_map(|test| test.status).collect()
}
