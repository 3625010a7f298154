//! The run as the page's script reads it: what the forms for other programs say, and the sources and tests beside it.

use std::collections::BTreeMap;

use coax_kinds::Word;
use serde::Serialize;

use super::coverage::Traces;
use super::excerpts::{Excerpts, SourceView};
use crate::findings::{Finding, findings_where};
use crate::fingerprint::Fingerprints;
use crate::line::inputs;
use crate::model::{Frame, Judged, Ratio, Report, Test, Unit, Values, Warning};
use crate::reproduce::{replay_command, reproduce_from};
use crate::run::FinishedRun;
use crate::standing::{Earlier, InBaseline};

/// Bytes of tests that are put into the page; the others are named.
const MOST_TEST_BYTES: usize = 8 << 20;

/// Everything the page shows.
#[derive(Serialize)]
pub(super) struct View<'a> {
    tool: String,
    command: &'a str,
    options: &'a Values,
    seed: u64,
    elapsed_s: f64,
    sandbox: &'a str,
    exit_code: u8,
    notes: &'a [String],
    tests_written: u64,
    errors: u64,
    /// What was measured natively, if it was.
    coverage: Option<Covered>,
    coverage_over_time: &'a [(f64, u64)],
    findings: Vec<FindingView<'a>>,
    functions: Vec<FunctionView<'a>>,
    tests: Vec<TestView<'a>>,
    sources: Vec<SourceView>,
    /// Rules of the kinds that are found, and what to do about them.
    kinds: BTreeMap<String, KindView>,
    /// What became of findings of earlier runs.
    earlier: Option<&'a Earlier>,
}

#[derive(Serialize)]
struct Covered {
    branches: Ratio,
    lines: Ratio,
    functions: Ratio,
}

#[derive(Serialize)]
struct KindView {
    title: &'static str,
    rule: &'static str,
    advice: &'static str,
}

/// A finding: one place and kind, however many functions lead there.
#[derive(Serialize)]
struct FindingView<'a> {
    id: &'a str,
    kind: &'a str,
    judged: Judged,
    grade: Option<&'a str>,
    function: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
    message: &'a str,
    calls: &'a [Frame],
    inputs: Vec<String>,
    native: Option<&'a str>,
    needs: Vec<&'a str>,
    also_from: Vec<&'a str>,
    also_at: Vec<u32>,
    fingerprint: Option<String>,
    /// Whether it counts: new, known or ignored; nothing is said where there is nothing to compare with.
    standing: &'static str,
    ignored_because: Option<&'a str>,
    commands: Vec<String>,
    test: Option<TestText>,
}

/// A test's file; its text if there is room for it.
#[derive(Serialize)]
struct TestText {
    file: String,
    text: Option<String>,
}

#[derive(Serialize)]
struct FunctionView<'a> {
    name: &'a str,
    file: &'a str,
    line: u32,
    status: crate::model::Status,
    because: String,
    paths: u64,
    queries: u64,
    explored_s: f64,
    tests: u64,
    errors: u64,
    branches: Option<Ratio>,
    notes: &'a [String],
    /// Checks: all, verified, verified under assumptions, open.
    checks: Option<[u64; 4]>,
}

#[derive(Serialize)]
struct TestView<'a> {
    id: &'a str,
    unit: &'a str,
    outcome: crate::model::TestOutcome,
    steps: &'a [String],
    inputs: Vec<String>,
    test: TestText,
}

impl<'a> View<'a> {
    pub(super) fn of(run: &FinishedRun<'a>) -> View<'a> {
        let report = run.report;
        let mut excerpts = Excerpts::new(run, Traces::of(run));
        let mut texts = TestTexts { run, left: MOST_TEST_BYTES };
        let findings = all_findings(run, &mut texts, &mut excerpts);
        let tests = report.tests.iter().map(|test| TestView::of(test, &mut texts)).collect();
        View {
            tool: format!("{} {}", report.tool.name, report.tool.version),
            command: &report.command,
            options: &report.options,
            seed: report.seed,
            elapsed_s: report.elapsed_s,
            sandbox: &report.sandbox,
            exit_code: report.exit_code(),
            notes: &report.notes,
            tests_written: report.totals.tests,
            errors: report.totals.errors,
            coverage: report.coverage.as_ref().map(|coverage| Covered {
                branches: coverage.branches,
                lines: coverage.lines,
                functions: coverage.functions,
            }),
            coverage_over_time: &report.totals.coverage_over_time,
            functions: functions(report),
            kinds: kinds(report),
            earlier: report.earlier.as_ref(),
            sources: excerpts.finish(),
            findings,
            tests,
        }
    }

    /// What a reader without the script sees.
    pub(super) fn in_one_line(&self) -> String {
        let View { tool, command, functions, tests_written, errors, .. } = self;
        format!(
            "{tool} {command}: {} functions, {tests_written} tests, {errors} errors",
            functions.len()
        )
    }
}

/// Confirmed findings first, then those that were not judged, then refuted ones.
fn all_findings<'a>(
    run: &FinishedRun<'a>,
    texts: &mut TestTexts<'_>,
    excerpts: &mut Excerpts<'_>,
) -> Vec<FindingView<'a>> {
    let report = run.report;
    let fingerprints = Fingerprints::of(report, run.sources);
    let mut views = Vec::new();
    for judged in [Judged::Confirmed, Judged::NotJudged, Judged::Refuted] {
        for finding in findings_where(report, &|warning| warning.judged == judged) {
            let warning = finding.error;
            excerpts.show(&warning.file, warning.line);
            warning.trace.iter().for_each(|call| excerpts.show(&call.file, call.line));
            let fingerprint = fingerprints.get(warning).map(str::to_owned);
            views.push(FindingView::of(&finding, fingerprint, texts));
        }
    }
    views
}

impl<'a> FindingView<'a> {
    fn of(
        finding: &Finding<'a>,
        fingerprint: Option<String>,
        texts: &mut TestTexts<'_>,
    ) -> FindingView<'a> {
        let warning: &'a Warning = finding.error;
        let folder = texts.run.folder;
        let replay = warning.test.as_ref().map(|test| replay_command(folder, test));
        let show = warning.reproduce.as_ref().map(|command| reproduce_from(folder, command));
        FindingView {
            id: &warning.id,
            kind: warning.kind.as_str(),
            judged: warning.judged,
            grade: warning.grade.as_ref().map(Word::as_str),
            function: &warning.function,
            file: &warning.file,
            line: warning.line,
            column: warning.column,
            message: &warning.message,
            calls: &warning.trace,
            inputs: inputs(&warning.inputs),
            native: warning.native.as_deref(),
            needs: warning.assumes.iter().map(Word::as_str).collect(),
            also_from: finding.also_from.iter().map(|from| &*from.function).collect(),
            also_at: finding.also_at.iter().map(|at| at.line).collect(),
            fingerprint,
            standing: standing(warning),
            ignored_because: warning.standing.ignored_because.as_deref(),
            commands: show.into_iter().chain(replay).collect(),
            test: warning.test.as_ref().map(|test| texts.text(test)),
        }
    }
}

fn standing(warning: &Warning) -> &'static str {
    match (&warning.standing.ignored_because, warning.standing.baseline) {
        (Some(_), _) => "ignored",
        (None, Some(InBaseline::Known)) => "known",
        (None, Some(InBaseline::New)) => "new",
        (None, None) => "",
    }
}

impl<'a> TestView<'a> {
    fn of(test: &'a Test, texts: &mut TestTexts<'_>) -> TestView<'a> {
        TestView {
            id: &test.id,
            unit: &test.unit,
            outcome: test.outcome,
            steps: &test.steps,
            inputs: inputs(&test.inputs),
            test: texts.text(&test.file),
        }
    }
}

/// Reads tests while there is room for them.
struct TestTexts<'a> {
    run: &'a FinishedRun<'a>,
    left: usize,
}

impl TestTexts<'_> {
    fn text(&mut self, file: &str) -> TestText {
        let path = self.run.folder.join(file);
        let text = self.run.sources.file(&path).map(|source| source.text());
        let text = text.filter(|text| text.len() <= self.left);
        self.left -= text.as_ref().map_or(0, String::len);
        TestText { file: path.display().to_string(), text }
    }
}

fn functions(report: &Report) -> Vec<FunctionView<'_>> {
    let coverage = report.coverage.iter().flat_map(|coverage| &coverage.per_function);
    let mut branches: BTreeMap<usize, Ratio> = BTreeMap::new();
    let mut by_name: BTreeMap<&str, Ratio> = BTreeMap::new();
    for function in coverage {
        match function.unit {
            Some(unit) => branches.insert(unit, function.branches),
            None => by_name.insert(&function.function, function.branches),
        };
    }
    let view = |(index, unit): (usize, &'_ Unit)| {
        branches.get(&index).or_else(|| by_name.get(&*unit.function)).copied()
    };
    let units = report.units.iter().enumerate();
    units.map(|(index, unit)| FunctionView::of(unit, view((index, unit)))).collect()
}

impl<'a> FunctionView<'a> {
    fn of(unit: &'a Unit, branches: Option<Ratio>) -> FunctionView<'a> {
        let guide = unit.guide.as_ref();
        FunctionView {
            name: &unit.function,
            file: &unit.file,
            line: unit.line,
            status: unit.status,
            because: unit.because(),
            paths: unit.paths.ended(),
            queries: unit.solver.queries,
            explored_s: unit.explored_s,
            tests: unit.tests,
            errors: unit.errors,
            branches,
            notes: &unit.notes,
            checks: guide
                .map(|guide| [guide.checks, guide.verified, guide.verified_if, guide.open]),
        }
    }
}

fn kinds(report: &Report) -> BTreeMap<String, KindView> {
    let known = report.warnings.iter().filter_map(|warning| warning.kind.known());
    known
        .map(|kind| {
            let (title, rule, advice) = (kind.title(), kind.rule(), kind.advice());
            (kind.name().to_owned(), KindView { title, rule, advice })
        })
        .collect()
}
