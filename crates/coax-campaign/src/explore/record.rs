//! What goes into the report beside tests and warnings: options, counts, and why a search is not
//! complete.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use coax_engine::explore::Tally;
use coax_kinds::Incomplete;
use coax_report::{Report, TestOutcome, Values};
use coax_suite::SuiteMetadata;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::recording::Searched;
use super::results::Results;
use super::unit::Unit;
use crate::options::{ExploreOptions, Framework};
use crate::out_folder::{self, TOOL_NAME};
use crate::pipeline::figures::{self, Exploration};
use crate::pipeline::resolved;

/// Divergences told one by one.
const MOST_TOLD: usize = 5;

/// The report of a run that has just begun: everything is pending.
pub fn first_report(options: &ExploreOptions, unit: &Unit) -> Report {
    let mut report = resolved::empty_report("explore", options.seed, resolved_options(options));
    report.units.push(coax_report::Unit::pending(&unit.name, &unit.file, unit.line));
    report.tally();
    report
}

/// Every option, as it is used.
fn resolved_options(options: &ExploreOptions) -> Values {
    let mut values = Values::new();
    let mut say = |name: &str, value: Value| values.insert(name.into(), value);
    let files = options.files.iter().map(|file| file.display().to_string());
    say("files", files.collect());
    say("cflags", options.cflags.clone().into());
    say("entry", options.entry.clone().into());
    say("out", out_folder::told(&options.out).into());
    let inputs = &options.inputs;
    say("symbolic-args", inputs.symbolic_args.iter().map(ToString::to_string).collect());
    say("symbolic-stdin", inputs.symbolic_stdin.map(|length| length.0).into());
    say("symbolic-file", inputs.symbolic_file.iter().map(ToString::to_string).collect());
    say("program-arg", inputs.program_arg.clone().into());
    values.extend(resolved::bounds(&options.bounds));
    values.extend(options.solving.resolved());
    values.extend(options.engine.resolved());
    values.extend(options.guide.resolved());
    let mut say = |name: &str, value: Value| values.insert(name.into(), value);
    say("search", options.search.name().into());
    say("no-prune", options.no_prune.into());
    say("after-error", options.after_error.name().into());
    say("seed", options.seed.into());
    say("jobs", options.workers().into());
    say("allow-not-judged", options.allow_not_judged.to_string().into());
    let framework = if options.framework == Framework::C { "c" } else { "testcomp" };
    say("framework", framework.into());
    say("check-traces", options.check_traces.into());
    values
}

/// The figures of all workers together.
pub fn sum(figures: &[(Tally, u64)]) -> (Tally, u64) {
    let queries = figures.iter().map(|(_, queries)| queries).sum();
    (figures::total(figures.iter().map(|(tally, _)| tally)), queries)
}

/// Brings the counts of a report up to date while the search goes on.
pub fn so_far(report: &mut Report, figures: &[(Tally, u64)]) {
    let (tally, queries) = sum(figures);
    let Some(unit) = report.units.first_mut() else { return };
    unit.paths = figures::paths(&tally);
    unit.runs = tally.runs;
    unit.summaries = tally.summaries;
    unit.divergences = tally.divergences;
    unit.steps = tally.steps;
    unit.solver.queries = queries;
}

/// What the search came to, once it is over.
pub fn explored(results: &mut Results<'_>, searched: &Searched) {
    let mut tally = figures::total(searched.finished.iter().map(|finished| &finished.tally));
    tally.pending += searched.left;
    let because = incomplete_because(&tally, results, searched);
    let statistics = searched.finished.iter().map(|finished| &finished.statistics).collect();
    let summaries = searched.finished.iter().map(|finished| &finished.summaries).collect();
    let Some(unit) = results.suspects.records.report.units.first_mut() else { return };
    figures::record(unit, Exploration { tally: &tally, because, statistics, summaries });
}

/// Every reason why not all was explored.
fn incomplete_because(
    tally: &Tally,
    results: &Results<'_>,
    searched: &Searched,
) -> BTreeSet<Incomplete> {
    let mut because: BTreeSet<Incomplete> = results.bounded_by.clone();
    because.extend(searched.finished.iter().flat_map(|finished| &finished.incomplete));
    because.extend(searched.finished.iter().filter_map(|finished| finished.stopped));
    because.extend(searched.halted);
    figures::incomplete_because(tally, !results.suspects.defects.is_empty(), because)
}

/// Tests that did natively something else than predicted: counted, told, and marked.
pub fn diverged(results: &mut Results<'_>, diverged: Vec<(usize, String)>) {
    results.suspects.records.report.divergences = diverged.len() as u64;
    for (number, (test, what)) in diverged.into_iter().enumerate() {
        let test = &mut results.suspects.records.report.tests[test];
        test.outcome = TestOutcome::Error;
        test.status = None;
        let note = format!("{} does not do natively what was predicted: {what}", test.file);
        if number < MOST_TOLD {
            results.note(note);
        }
    }
}

/// Tests that natively go another way than their paths went: counted and told.
pub fn strayed(results: &mut Results<'_>, strayed: Vec<(String, String)>) {
    results.suspects.records.report.divergences += strayed.len() as u64;
    for (file, what) in strayed.into_iter().take(MOST_TOLD) {
        results.note(format!("{file} does not natively go the way it was made for: {what}"));
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
}
