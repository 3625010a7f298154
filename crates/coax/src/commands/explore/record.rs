//! What goes into the report beside tests and warnings: options, counts, and why a search is not
//! complete.
//!
//! Invariant: `complete` is claimed only if nothing was cut, for whatever reason.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use coax_engine::explore::Tally;
use coax_report::{Outcome, Paths, Report, Solver, Status, Tool, Values};
use coax_solve::Statistics;
use coax_suite::SuiteMetadata;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::Findings;
use super::results::Results;
use super::unit::Unit;
use super::worker::queries;
use crate::options::{ExploreOptions, Framework, SearchOrder};
use crate::out_folder::TOOL_NAME;
use crate::quantity::Size;

/// Divergences told one by one.
const MOST_TOLD: usize = 5;

/// The report of a run that has just begun: everything is pending.
pub fn first_report(options: &ExploreOptions, unit: &Unit) -> Report {
    let version = env!("CARGO_PKG_VERSION").into();
    let tool = Tool { name: TOOL_NAME.into(), version };
    let mut report = Report::new(tool, "explore", options.seed);
    report.options = resolved(options);
    report.units.push(coax_report::Unit {
        function: unit.name.clone(),
        file: unit.file.clone(),
        line: unit.line,
        status: Status::Timeout,
        incomplete_because: vec!["unfinished".into()],
        paths: Paths { pending: 1, ..Paths::default() },
        runs: 0,
        summaries: 0,
        steps: 0,
        explored_s: 0.0,
        solver: Solver::default(),
        tests: 0,
        warnings: 0,
        errors: 0,
        notes: Vec::new(),
    });
    report.tally();
    report
}

/// Every option, as it is used.
fn resolved(options: &ExploreOptions) -> Values {
    let mut values = Values::new();
    let mut say = |name: &str, value: Value| values.insert(name.into(), value);
    let files = options.files.iter().map(|file| file.display().to_string());
    say("files", files.collect());
    say("cflags", options.cflags.clone().into());
    say("entry", options.entry.clone().into());
    say("out", options.out.display().to_string().into());
    let inputs = &options.inputs;
    say("symbolic-args", inputs.symbolic_args.iter().map(ToString::to_string).collect());
    say("symbolic-stdin", inputs.symbolic_stdin.map(|length| length.0).into());
    say("symbolic-file", inputs.symbolic_file.iter().map(ToString::to_string).collect());
    say("program-arg", inputs.program_arg.clone().into());
    let bounds = &options.bounds;
    say("time", bounds.time.to_string().into());
    say("solver-time", bounds.solver_time.to_string().into());
    say("max-paths", bounds.max_paths.map(u64::from).into());
    say("max-tests", bounds.max_tests.map(u64::from).into());
    say("max-steps", bounds.max_steps.map(u64::from).into());
    say("max-constraints", bounds.max_constraints.map(u64::from).into());
    say("max-revisits", bounds.max_revisits.map(u64::from).into());
    say("memory", bounds.memory.unwrap_or_else(Size::half_of_memory).to_string().into());
    say("search", search_name(options.search).into());
    say("no-prune", options.no_prune.into());
    say("seed", options.seed.into());
    say("jobs", options.workers().into());
    let framework = if options.framework == Framework::C { "c" } else { "testcomp" };
    say("framework", framework.into());
    values
}

fn search_name(search: SearchOrder) -> String {
    use clap::ValueEnum;
    search.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The figures of all workers together.
pub fn sum(figures: &[(Tally, u64)]) -> (Tally, u64) {
    let queries = figures.iter().map(|(_, queries)| queries).sum();
    (total(figures.iter().map(|(tally, _)| tally)), queries)
}

/// Counts of several workers together. What they covered is not added up: they cover the same.
fn total<'t>(tallies: impl Iterator<Item = &'t Tally>) -> Tally {
    tallies.fold(Tally::default(), |all, one| Tally {
        completed: all.completed + one.completed,
        error: all.error + one.error,
        assumed_away: all.assumed_away + one.assumed_away,
        bounded: all.bounded + one.bounded,
        unsupported: all.unsupported + one.unsupported,
        unknown: all.unknown + one.unknown,
        infeasible: all.infeasible + one.infeasible,
        pending: all.pending + one.pending,
        dropped: all.dropped + one.dropped,
        steps: all.steps + one.steps,
        runs: all.runs + one.runs,
        covered: all.covered.max(one.covered),
        places: all.places.max(one.places),
    })
}

/// Brings the counts of a report up to date while the search goes on.
pub fn so_far(report: &mut Report, figures: &[(Tally, u64)]) {
    let (tally, queries) = sum(figures);
    let Some(unit) = report.units.first_mut() else { return };
    unit.paths = paths(&tally);
    unit.runs = tally.runs;
    unit.steps = tally.steps;
    unit.solver.queries = queries;
}

/// What the search came to, once it is over.
pub fn explored(results: &mut Results<'_>, findings: &Findings) {
    let mut tally = total(findings.finished.iter().map(|finished| &finished.tally));
    tally.pending += findings.left;
    let because = incomplete_because(&tally, results, findings);
    let notes = results.notes();
    let Some(unit) = results.report.units.first_mut() else { return };
    unit.status = status(&because);
    unit.incomplete_because = because.into_iter().map(str::to_owned).collect();
    unit.paths = paths(&tally);
    unit.runs = tally.runs;
    unit.steps = tally.steps;
    unit.solver = solver(findings.finished.iter().map(|finished| &finished.statistics));
    unit.notes = notes;
}

fn paths(tally: &Tally) -> Paths {
    Paths {
        completed: tally.completed,
        error: tally.error,
        infeasible: tally.infeasible,
        bounded: tally.bounded,
        assumed_away: tally.assumed_away,
        unsupported: tally.unsupported,
        solver_unknown: tally.unknown,
        pending: tally.pending + tally.dropped,
    }
}

/// Every reason why not all was explored, in the words of the report.
fn incomplete_because(
    tally: &Tally,
    results: &Results<'_>,
    findings: &Findings,
) -> BTreeSet<&'static str> {
    let mut because: BTreeSet<&'static str> = results.bounded_by.clone();
    because.extend(findings.finished.iter().flat_map(|finished| &finished.incomplete));
    because.extend(findings.finished.iter().filter_map(|finished| finished.stopped));
    because.extend(findings.halted);
    let defects = !results.defects.is_empty();
    let others = [
        ("unsupported", tally.unsupported > 0),
        ("solver-unknown", tally.unknown > 0),
        ("memory", tally.dropped > 0),
        ("defect", defects),
    ];
    because.extend(others.iter().filter(|(_, holds)| *holds).map(|(word, _)| *word));
    if tally.pending > 0 && because.is_empty() {
        because.insert("pending");
    }
    because
}

fn status(because: &BTreeSet<&'static str>) -> Status {
    if because.is_empty() {
        Status::Complete
    } else if because.contains("time") || because.contains("interrupted") {
        Status::Timeout
    } else if because.contains("unsupported") {
        Status::Unsupported
    } else {
        Status::Bounded
    }
}

fn solver<'s>(all: impl Iterator<Item = &'s Statistics>) -> Solver {
    let mut sum = Solver::default();
    for one in all {
        sum.queries += queries(one);
        sum.sat += one.backend_sat;
        sum.unsat += one.backend_unsat;
        sum.unknown += one.backend_unknown;
        sum.cached += one.asked - queries(one).min(one.asked);
        sum.time_s += one.backend_time.as_secs_f64();
    }
    sum
}

/// Tests that did natively something else than predicted: counted, told, and marked.
pub fn diverged(results: &mut Results<'_>, diverged: Vec<(usize, String)>) {
    results.report.divergences = diverged.len() as u64;
    for (number, (test, what)) in diverged.into_iter().enumerate() {
        let test = &mut results.report.tests[test];
        test.outcome = Outcome::Error;
        test.status = None;
        let note = format!("{} does not do natively what was predicted: {what}", test.file);
        if number < MOST_TOLD {
            results.note(note);
        }
    }
}

/// What Test-Comp's suite says of itself.
pub fn testcomp_metadata(
    options: &ExploreOptions,
    unit: &Unit,
    cxx: bool,
) -> io::Result<SuiteMetadata> {
    let file = options.files.first().map_or(Path::new(""), |file| file.as_path());
    let hash = Sha256::digest(std::fs::read(file)?);
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(SuiteMetadata {
        language: if cxx { "C++" } else { "C" }.into(),
        producer: format!("{TOOL_NAME} {}", env!("CARGO_PKG_VERSION")),
        specification: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )".into(),
        program_file: file.display().to_string(),
        program_hash: hash,
        entry_function: unit.name.clone(),
        architecture: "64bit".into(),
        creation_time: now(),
    })
}

/// The current time in the notation of ISO 8601.
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, second) = (since / 86_400, since % 86_400);
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The date that many days after 1970-01-01, counted in months from March so that the leap day comes last.
fn civil(days: u64) -> (u64, u64, u64) {
    const DAYS_IN_400_YEARS: u64 = 146_097;
    // From 1970-01-01 back to 0000-03-01.
    let days = days + 719_468;
    let (era, day) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let year = era * 400 + year;
    if month < 10 { (year, month + 3, day) } else { (year + 1, month - 9, day) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(59), (1970, 3, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_088), (2024, 12, 31));
        assert_eq!(civil(20_089), (2025, 1, 1));
    }

    #[test]
    fn complete_means_that_nothing_was_cut() {
        assert_eq!(status(&BTreeSet::new()), Status::Complete);
        assert_eq!(status(&["revisits"].into()), Status::Bounded);
        assert_eq!(status(&["revisits", "time"].into()), Status::Timeout);
        assert_eq!(status(&["interrupted", "unsupported"].into()), Status::Timeout);
        assert_eq!(status(&["concretized", "unsupported"].into()), Status::Unsupported);
    }
}
