//! A report as a whole for people: what was explored, what was not confirmed, the sums.
//!
//! Invariants: text that comes from the program under test cannot bring an escape character in; a
//! thousand units do not make a thousand lines.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use coax_kinds::Incomplete;

use super::errors::{MOST_ERRORS, Selection};
use super::graded;
use super::suite;
use super::table::{Side, grouped, lines, shortened};
use crate::{
    findings::{Finding, findings_where},
    line::{place, visible},
    model::{Judged, Ratio, Report, Status, Unit, Warning},
    run::FinishedRun,
    verdict::Unjudged,
};

/// Units listed one by one.
const MOST_UNITS: usize = 30;
/// Tests told one by one that did natively something else than predicted.
const MOST_DIVERGED: usize = 5;
/// Units named that were not explored.
const MOST_NAMES: usize = 8;

const HEADING: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
const GOOD: Style = AnsiColor::Green.on_default();
const FAINT: Style = Style::new().dimmed();

/// Everything but the errors themselves; each unit has its line if `all_units` are told.
pub(super) fn overview(
    run: &FinishedRun<'_>,
    selection: &Selection,
    width: usize,
    all_units: bool,
) -> String {
    let page = Page { folder: run.folder.display().to_string(), selection, width, all_units };
    let is_graded = graded::is_graded(run.report);
    let mut text = match &*run.report.command {
        "test" => page.suite(run.report),
        _ if is_graded && !all_units => page.remarks(run.report),
        _ => page.units(run.report),
    };
    if !is_graded || all_units {
        text.push_str(&page.unconfirmed(run.report));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    if is_graded {
        text.push_str(&graded::counts(run, selection));
    }
    text.push_str(&page.sums(run.report, is_graded));
    text
}

fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

struct Page<'a> {
    folder: String,
    selection: &'a Selection,
    width: usize,
    all_units: bool,
}

impl Page<'_> {
    fn units(&self, report: &Report) -> String {
        if report.units.is_empty() {
            return String::new();
        }
        let most = if self.all_units { usize::MAX } else { MOST_UNITS };
        let shown = most_telling(&report.units, most);
        let columns = if report.command == "check" { FUNCTION_COLUMNS } else { PROGRAM_COLUMNS };
        let heading = ["unit"].into_iter().chain(columns.iter().map(|(name, _)| *name));
        let mut rows: Vec<Vec<String>> =
            vec![heading.chain(["status", ""]).map(str::to_owned).collect()];
        // Numbers and status need about 70 columns; the name has the rest, but never none.
        let name_width = self.width.saturating_sub(70).max(16);
        rows.extend(shown.iter().map(|unit| cells(unit, columns, name_width)));
        let sides: Vec<Side> = (0..rows[0].len())
            .map(
                |column| {
                    if (1..=columns.len()).contains(&column) { Side::Right } else { Side::Left }
                },
            )
            .collect();
        let mut text = String::new();
        for (number, line) in lines(&sides, &rows).iter().enumerate() {
            let style = match number.checked_sub(1).map(|index| shown[index]) {
                None => HEADING,
                Some(unit) if unit.errors > 0 => BAD,
                Some(unit) if unit.warnings > 0 || unit.status != Status::Complete => DOUBTFUL,
                Some(_) => Style::new(),
            };
            let _ = writeln!(text, "{}", paint(style, line));
        }
        let hidden = report.units.len() - shown.len();
        if hidden > 0 {
            let _ = writeln!(text, "{}", paint(FAINT, &format!("… and {hidden} more units")));
        }
        for unit in shown {
            for note in &unit.notes {
                let _ = writeln!(text, "note: {}: {}", visible(&unit.function), visible(note));
            }
        }
        text
    }

    /// What a suite covers, by file and function, and what is to be said about it as a whole.
    fn suite(&self, report: &Report) -> String {
        let most = if self.all_units { usize::MAX } else { MOST_UNITS };
        let (table, hidden) = suite::table(report, most);
        let mut text = String::new();
        for line in &table {
            let style = if line.is_file { HEADING } else { Style::new() };
            let _ = writeln!(text, "{}", paint(style, &line.text));
        }
        if hidden > 0 {
            let more =
                format!("… and {hidden} more functions, most of them covered (-v shows all)");
            let _ = writeln!(text, "{}", paint(FAINT, &more));
        }
        for note in &report.notes {
            let _ = writeln!(text, "note: {}", visible(note));
        }
        for diverged in report.diverged.iter().take(MOST_DIVERGED) {
            let (unit, native) = (visible(&diverged.unit), visible(&diverged.native));
            let _ = writeln!(text, "not kept: a test of {unit}: natively {native}");
        }
        text
    }

    /// Possible errors that are none, as far as native runs tell, and those without a verdict.
    fn unconfirmed(&self, report: &Report) -> String {
        let judged = |as_this: Judged| {
            move |warning: &Warning| warning.judged == as_this && self.selection.has(&warning.kind)
        };
        let refuted = findings_where(report, &judged(Judged::Refuted));
        let open = findings_where(report, &judged(Judged::NotJudged));
        self.listed("possible errors that native runs did not show:", &refuted)
            + &self.listed("possible errors that were not judged:", &open)
    }

    fn listed(&self, heading: &str, warnings: &[Finding<'_>]) -> String {
        if warnings.is_empty() {
            return String::new();
        }
        let mut text = format!("\n{}\n", paint(DOUBTFUL, heading));
        let most = self.selection.most.max(MOST_ERRORS);
        for finding in warnings.iter().take(most) {
            let warning = finding.error;
            let what = format!("{}, {}", visible(warning.kind.as_str()), visible(&warning.message));
            let why = warning.not_judged().map(|why| format!(" [{}]", why.name()));
            let why = why.unwrap_or_default();
            let _ = writeln!(text, "  {}: {what}{why} [{}]", place(warning), warning.id);
        }
        if warnings.len() > most {
            let _ = writeln!(text, "  … and {} more", warnings.len() - most);
        }
        text
    }

    /// What is not known, and why: loud if it is not the user's own budget.
    fn unknown(&self, report: &Report) -> String {
        let mut text = String::new();
        let unjudged = Unjudged::of(report);
        if unjudged.count() > 0 {
            let (count, words) = (unjudged.count(), unjudged.in_words(&self.folder));
            let line = format!("{} not judged: {}", grouped(count), visible(&words));
            let _ = writeln!(text, "{}", paint(DOUBTFUL, &line));
        }
        if let Some(said) = unjudged.first_failure() {
            let failures = counted(unjudged.failures(), "possible error");
            let loud = format!("NOTHING IS KNOWN about {failures}: not the code failed, but");
            let loud = paint(BAD, &format!("{loud} coax or this machine"));
            let _ = writeln!(text, "{loud}: {}", visible(said));
        }
        let not_explored = report.units.iter().filter(|unit| unit.status == Status::NotExplored);
        let (native, late): (Vec<&Unit>, Vec<&Unit>) =
            not_explored.partition(|unit| unit.incomplete_because == [Incomplete::CalledNatively]);
        for (units, why) in [(late, "for lack of time"), (native, "but called natively, as asked")]
        {
            if !units.is_empty() {
                let line = format!("not explored {why}: {}", counted_and_named(&units));
                let _ = writeln!(text, "{}", paint(DOUBTFUL, &line));
            }
        }
        for file in &report.changed_sources {
            let line = format!("{} changed during the run", visible(file));
            let _ = writeln!(text, "{}", paint(DOUBTFUL, &line));
        }
        text
    }

    /// Remarks about the run as a whole, and about files and functions that cannot be looked at.
    fn remarks(&self, report: &Report) -> String {
        let mut text = String::new();
        for note in &report.notes {
            let _ = writeln!(text, "note: {}", visible(note));
        }
        let unsupported = report.units.iter().filter(|unit| unit.status == Status::Unsupported);
        let unsupported: Vec<&Unit> = unsupported.collect();
        for unit in unsupported.iter().take(MOST_NAMES) {
            for note in &unit.notes {
                let _ = writeln!(text, "note: {}: {}", visible(&unit.function), visible(note));
            }
        }
        if unsupported.len() > MOST_NAMES {
            let hidden = counted(unsupported.len() as u64 - MOST_NAMES as u64, "more unit");
            let _ = writeln!(text, "note: {hidden} cannot be run (-v names them)");
        }
        text
    }

    /// The sums; errors that have grades are counted elsewhere.
    fn sums(&self, report: &Report, is_graded: bool) -> String {
        let totals = &report.totals;
        let errors = counted(totals.errors, "error");
        let style = if totals.errors > 0 { BAD } else { GOOD };
        let mut parts = vec![counted(totals.units, "unit")];
        if !is_graded {
            parts.push(counted(totals.tests, "test"));
            parts.push(paint(style, &errors));
        }
        let unconfirmed = totals.warnings - totals.errors.min(totals.warnings);
        if unconfirmed > 0 {
            parts.push(paint(DOUBTFUL, &counted(unconfirmed, "unconfirmed warning")));
        }
        parts.push(format!("{:.2} s", report.elapsed_s));
        let mut text = parts.join(", ") + "\n" + &self.unknown(report);
        if report.left_out > 0 {
            let number = counted(report.left_out, "possible error");
            let _ =
                writeln!(text, "left out: {number} that only a null pointer argument can cause");
        }
        if let Some(coverage) = &report.coverage {
            let (branches, lines) = (ratio(coverage.branches), ratio(coverage.lines));
            let functions = ratio(coverage.functions);
            let _ = writeln!(
                text,
                "native coverage: branches {branches}, lines {lines}, functions {functions}"
            );
        }
        text
    }
}

/// A column: its heading, and what stands in it.
type Column = (&'static str, fn(&Unit) -> String);

/// What is told of a program.
const PROGRAM_COLUMNS: &[Column] = &[
    ("paths", |unit| grouped(unit.paths.ended())),
    ("tests", |unit| grouped(unit.tests)),
    ("errors", |unit| grouped(unit.errors)),
    ("warnings", |unit| grouped(unit.warnings)),
    ("queries", |unit| grouped(unit.solver.queries)),
    ("steps", |unit| grouped(unit.steps)),
];

/// What is told of one function among many.
const FUNCTION_COLUMNS: &[Column] = &[
    ("time", |unit| format!("{:.2} s", unit.explored_s)),
    ("paths", |unit| grouped(unit.paths.ended())),
    ("queries", |unit| grouped(unit.solver.queries)),
    ("pruned", |unit| {
        let tried = unit.paths.ended() + unit.paths.infeasible;
        (100 * unit.paths.infeasible)
            .checked_div(tried)
            .map_or("-".into(), |share| format!("{share} %"))
    }),
    ("warnings", |unit| grouped(unit.warnings)),
    ("errors", |unit| grouped(unit.errors)),
];

/// The units that say most, in the order of the report.
fn most_telling(units: &[Unit], most: usize) -> Vec<&Unit> {
    let mut order: Vec<(usize, &Unit)> = units.iter().enumerate().collect();
    order.sort_by_key(|(index, unit)| {
        (unit.errors == 0, unit.warnings == 0, unit.status == Status::Complete, *index)
    });
    order.truncate(most);
    order.sort_by_key(|(index, _)| *index);
    order.into_iter().map(|(_, unit)| unit).collect()
}

fn cells(unit: &Unit, columns: &[Column], name_width: usize) -> Vec<String> {
    let mut cells = vec![shortened(&visible(&unit.function), name_width)];
    cells.extend(columns.iter().map(|(_, value)| value(unit)));
    cells.push(
        match unit.status {
            Status::Complete => "complete",
            Status::Bounded => "bounded",
            Status::Timeout => "timeout",
            Status::Unsupported => "unsupported",
            Status::NotExplored => "not explored",
        }
        .into(),
    );
    cells.push(visible(&unit.because()));
    cells
}

/// How many units, and what the first of them are called.
fn counted_and_named(units: &[&Unit]) -> String {
    let names = units.iter().take(MOST_NAMES).map(|unit| visible(&unit.function));
    let (names, number) = (names.collect::<Vec<_>>(), counted(units.len() as u64, "unit"));
    let more = if units.len() > MOST_NAMES { ", …" } else { "" };
    format!("{number} ({}{more})", names.join(", "))
}

fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

fn ratio(ratio: Ratio) -> String {
    let Ratio { covered, total } = ratio;
    if total == 0 {
        return "none".into();
    }
    let percent = covered as f64 * 100.0 / total as f64;
    // Nothing is rounded up to all of it.
    let percent = if covered < total { percent.min(99.9) } else { percent };
    format!("{}/{} ({percent:.1} %)", grouped(covered), grouped(total))
}
