//! JUnit's XML: what build servers show as tests.
//!
//! A suite is a source file. Tests of paths are cases that pass; a confirmed finding is a failure with what
//! the native run said; a possible error that was not judged is skipped if that was the user's choice, else
//! in error. Refuted ones are no cases: a property of the first suite counts them.
//!
//! Invariant: characters that XML cannot hold are left out (`quick-junit` sees to it), all others escaped.

use std::time::Duration;

use coax_kinds::NotJudged;
use indexmap::IndexMap;
use quick_junit::{
    NonSuccessKind, Property, Report as Suites, TestCase, TestCaseStatus, TestSuite,
};

use crate::{
    findings::{Finding, findings_where},
    format::ReportFormat,
    line::{inputs, place},
    model::{Judged, Report, Test, TestOutcome, Warning},
    reproduce::reproduce_from,
    run::FinishedRun,
};

pub(super) const FORMAT: ReportFormat = ReportFormat {
    name: "junit",
    about: "Tests and findings as JUnit XML, for build servers",
    render,
};

/// The suite of what belongs to no file.
const NO_FILE: &str = "coax";

fn render(run: &FinishedRun<'_>) -> String {
    // What is known or ignored fails no build.
    let counted = run.report.counted();
    let run = &FinishedRun { report: &counted, ..*run };
    let report = run.report;
    let mut suites = Suites::new(format!("{} {}", report.tool.name, report.command));
    if let Ok(time) = Duration::try_from_secs_f64(report.elapsed_s) {
        suites.set_time(time);
    }
    let mut by_file = suites_by_file(run);
    if let Some(first) = by_file.first_mut() {
        first.add_properties(properties(report));
    }
    suites.add_test_suites(by_file);
    suites.to_string().expect("writing to memory does not fail")
}

fn suites_by_file(run: &FinishedRun<'_>) -> Vec<TestSuite> {
    let report = run.report;
    let mut by_file: IndexMap<String, TestSuite> = IndexMap::new();
    let mut add = |file: &str, case: TestCase| {
        let file = if file.is_empty() { NO_FILE } else { file };
        let suite = by_file.entry(file.to_owned()).or_insert_with(|| TestSuite::new(file));
        suite.add_test_case(case);
    };
    let unit_files = UnitFiles::of(report);
    // A test of an error is told by its finding.
    for test in report.tests.iter().filter(|test| test.outcome != TestOutcome::Error) {
        add(unit_files.file(test), passed(test));
    }
    for judged in [Judged::Confirmed, Judged::NotJudged] {
        for finding in findings_where(report, &|warning| warning.judged == judged) {
            add(&finding.error.file, told(run, &finding));
        }
    }
    if report.divergences > 0 {
        add("", diverged(report.divergences));
    }
    by_file.into_values().collect()
}

/// Which files units are in.
struct UnitFiles<'r> {
    report: &'r Report,
    by_name: IndexMap<&'r str, &'r str>,
}

impl<'r> UnitFiles<'r> {
    fn of(report: &'r Report) -> UnitFiles<'r> {
        // Of units with one name, the last of the reversed is the first.
        let units = report.units.iter().rev();
        UnitFiles { report, by_name: units.map(|unit| (&*unit.function, &*unit.file)).collect() }
    }

    fn file(&self, test: &Test) -> &'r str {
        let unit = test.of_unit.and_then(|index| self.report.units.get(index));
        let named = || self.by_name.get(&*test.unit).copied();
        unit.map(|unit| &*unit.file).or_else(named).unwrap_or_default()
    }
}

fn passed(test: &Test) -> TestCase {
    let mut case = TestCase::new(test.file.as_str(), TestCaseStatus::success());
    case.set_classname(test.unit.as_str());
    case
}

fn told(run: &FinishedRun<'_>, finding: &Finding<'_>) -> TestCase {
    let warning = finding.error;
    let mut status = match warning.not_judged() {
        None => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Some(why) if why.is_users_choice() => TestCaseStatus::skipped(),
        Some(_) => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    let why = warning.not_judged().map(|why| format!(" (not judged: {})", NotJudged::name(why)));
    status
        .set_type(warning.kind.as_str())
        .set_message(format!("{}{}", warning.message, why.unwrap_or_default()))
        .set_description(description(run, warning));
    let mut case = TestCase::new(format!("{} at {}", warning.kind, place(warning)), status);
    case.set_classname(warning.function.as_str());
    case
}

/// What a developer needs who sees nothing but the build server.
fn description(run: &FinishedRun<'_>, warning: &Warning) -> String {
    let calls = warning.trace.iter().enumerate();
    let calls = calls.map(|(depth, frame)| {
        format!("#{depth} {} at {}:{}", frame.function, frame.file, frame.line)
    });
    let test = warning.test.as_ref().map(|test| run.folder.join(test).display().to_string());
    let command = warning.reproduce.as_ref().map(|command| reproduce_from(run.folder, command));
    let parts = [
        ("natively", warning.native.iter().cloned().collect()),
        ("inputs", inputs(&warning.inputs)),
        ("call stack", calls.collect()),
        ("test", test.into_iter().collect()),
        ("to see it", command.into_iter().collect()),
    ];
    let mut text = format!("{}: {}\n", place(warning), warning.message);
    for (heading, lines) in parts.iter().filter(|(_, lines): &&(_, Vec<String>)| !lines.is_empty())
    {
        text += &format!("{heading}:\n");
        lines.iter().for_each(|line| text += &format!("  {line}\n"));
    }
    text
}

fn diverged(number: u64) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    let text = format!("{number} tests did natively something else than predicted: a bug in coax");
    status.set_type("divergence").set_message(text);
    TestCase::new("tests do what was predicted", status)
}

fn properties(report: &Report) -> Vec<Property> {
    let refuted = report.warnings.iter().filter(|warning| warning.judged == Judged::Refuted);
    vec![
        Property::new("version", report.tool.version.as_str()),
        Property::new("seed", report.seed.to_string()),
        Property::new("refuted", refuted.count().to_string()),
    ]
}
