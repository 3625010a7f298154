//! The report for people: what was explored, each error with what it takes to see it, the sums.
//!
//! Invariants: without colour there is not one escape character in it, and text that comes from the
//! program under test cannot bring one in; a thousand units do not make a thousand lines.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use coax_kinds::Incomplete;
use serde_json::Value;

use crate::{
    findings::{Finding, findings, findings_where},
    model::{Ratio, Report, Status, Unit, Values, Warning},
    table::{Side, grouped, lines, shortened},
    verdict::{Judged, Unjudged},
};

/// How the summary is to look.
#[derive(Clone, Debug)]
pub struct Look {
    /// Whether to use colours.
    pub colour: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// The folder of the results, as the user may type it.
    pub folder: String,
    /// Whether every unit gets its line.
    pub all_units: bool,
}

/// Units listed one by one.
const MOST_UNITS: usize = 30;
/// Errors told in full, and possible errors listed.
const MOST_ERRORS: usize = 50;
/// Units named that were not explored.
const MOST_NAMES: usize = 8;
/// Inputs and calls listed for one error.
const MOST_LINES: usize = 20;

const HEADING: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
const GOOD: Style = AnsiColor::Green.on_default();
const FAINT: Style = Style::new().dimmed();

/// The summary.
pub fn human(report: &Report, look: &Look) -> String {
    let page = Page { look };
    let mut text = page.units(report);
    let errors = findings(report, true);
    for finding in errors.iter().take(MOST_ERRORS) {
        text.push('\n');
        text.push_str(&page.error(finding.error));
        let others = finding.also_from.join(", ");
        text.push_str(&page.paragraph(
            "also in",
            if others.is_empty() { &[] } else { std::slice::from_ref(&others) },
        ));
    }
    if errors.len() > MOST_ERRORS {
        let _ =
            writeln!(text, "\n… and {} more errors, in report.json", errors.len() - MOST_ERRORS);
    }
    text.push_str(&page.unconfirmed(report));
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&page.sums(report));
    text
}

struct Page<'a> {
    look: &'a Look,
}

impl Page<'_> {
    fn paint(&self, style: Style, text: &str) -> String {
        if self.look.colour { format!("{style}{text}{style:#}") } else { text.into() }
    }

    fn units(&self, report: &Report) -> String {
        if report.units.is_empty() {
            return String::new();
        }
        let most = if self.look.all_units { usize::MAX } else { MOST_UNITS };
        let shown = most_telling(&report.units, most);
        let columns = if report.command == "check" { FUNCTION_COLUMNS } else { PROGRAM_COLUMNS };
        let heading = ["unit"].into_iter().chain(columns.iter().map(|(name, _)| *name));
        let mut rows: Vec<Vec<String>> =
            vec![heading.chain(["status", ""]).map(str::to_owned).collect()];
        // Numbers and status need about 70 columns; the name has the rest, but never none.
        let name_width = self.look.width.saturating_sub(70).max(16);
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
            let _ = writeln!(text, "{}", self.paint(style, line));
        }
        let hidden = report.units.len() - shown.len();
        if hidden > 0 {
            let _ = writeln!(text, "{}", self.paint(FAINT, &format!("… and {hidden} more units")));
        }
        for unit in shown {
            for note in &unit.notes {
                let _ = writeln!(text, "note: {}: {}", visible(&unit.function), visible(note));
            }
        }
        text
    }

    /// Everything it takes to understand one error and to see it again.
    fn error(&self, error: &Warning) -> String {
        let kind = self.paint(BAD, &format!("error[{}]", visible(error.kind.as_str())));
        let place = self.paint(HEADING, &place(error));
        let mut text = format!("{kind} {place} in {}\n", visible(&error.function));
        let _ = writeln!(text, "  {}", visible(&error.message));
        let calls: Vec<_> = error
            .trace
            .iter()
            .map(|frame| format!("{} ({}:{})", frame.function, frame.file, frame.line))
            .collect();
        text.push_str(&self.paragraph("inputs", &inputs(&error.inputs)));
        text.push_str(&self.paragraph("trace", &calls));
        text.push_str(&self.paragraph("native", error.native.as_slice()));
        let test = error.test.as_ref().map(|test| format!("{}/{test}", self.look.folder));
        text.push_str(&self.paragraph("test", test.as_slice()));
        text.push_str(&self.paragraph("see it", error.reproduce.as_slice()));
        text
    }

    /// Lines under a word in the margin.
    fn paragraph(&self, word: &str, lines: &[String]) -> String {
        let mut text = String::new();
        for (number, line) in lines.iter().take(MOST_LINES).enumerate() {
            let word = if number == 0 { word } else { "" };
            let word = self.paint(FAINT, &format!("{word:<7}"));
            let _ = writeln!(text, "  {word} {}", visible(line));
        }
        if lines.len() > MOST_LINES {
            let _ = writeln!(text, "          … and {} more", lines.len() - MOST_LINES);
        }
        text
    }

    /// Possible errors that are none, as far as native runs tell, and those without a verdict.
    fn unconfirmed(&self, report: &Report) -> String {
        let refuted = findings_where(report, &|warning| warning.judged == Judged::Refuted);
        let open = findings_where(report, &|warning| warning.judged == Judged::NotJudged);
        self.listed("possible errors that native runs did not show:", &refuted)
            + &self.listed("possible errors that were not judged:", &open)
    }

    fn listed(&self, heading: &str, warnings: &[Finding<'_>]) -> String {
        if warnings.is_empty() {
            return String::new();
        }
        let mut text = format!("\n{}\n", self.paint(DOUBTFUL, heading));
        for finding in warnings.iter().take(MOST_ERRORS) {
            let warning = finding.error;
            let what = format!("{}, {}", visible(warning.kind.as_str()), visible(&warning.message));
            let why = warning.not_judged().map(|why| format!(" [{}]", why.name()));
            let why = why.unwrap_or_default();
            let _ = writeln!(text, "  {}: {what}{why}", place(warning));
        }
        if warnings.len() > MOST_ERRORS {
            let _ = writeln!(text, "  … and {} more", warnings.len() - MOST_ERRORS);
        }
        text
    }

    /// What is not known, and why: loud if it is not the user's own budget.
    fn unknown(&self, report: &Report) -> String {
        let mut text = String::new();
        let unjudged = Unjudged::of(report);
        if unjudged.count() > 0 {
            let (count, words) = (unjudged.count(), unjudged.in_words(&self.look.folder));
            let line = format!("{} not judged: {}", grouped(count), visible(&words));
            let _ = writeln!(text, "{}", self.paint(DOUBTFUL, &line));
        }
        if let Some(said) = unjudged.first_failure() {
            let failures = counted(unjudged.failures(), "possible error");
            let loud = format!("NOTHING IS KNOWN about {failures}: not the code failed, but");
            let loud = self.paint(BAD, &format!("{loud} coax or this machine"));
            let _ = writeln!(text, "{loud}: {}", visible(said));
        }
        let not_explored = report.units.iter().filter(|unit| unit.status == Status::NotExplored);
        let (native, late): (Vec<&Unit>, Vec<&Unit>) =
            not_explored.partition(|unit| unit.incomplete_because == [Incomplete::CalledNatively]);
        for (units, why) in [(late, "for lack of time"), (native, "but called natively, as asked")]
        {
            if !units.is_empty() {
                let line = format!("not explored {why}: {}", counted_and_named(&units));
                let _ = writeln!(text, "{}", self.paint(DOUBTFUL, &line));
            }
        }
        for file in &report.changed_sources {
            let line = format!("{} changed during the run", visible(file));
            let _ = writeln!(text, "{}", self.paint(DOUBTFUL, &line));
        }
        text
    }

    fn sums(&self, report: &Report) -> String {
        let totals = &report.totals;
        let errors = counted(totals.errors, "error");
        let style = if totals.errors > 0 { BAD } else { GOOD };
        let mut parts = vec![
            counted(totals.units, "unit"),
            counted(totals.tests, "test"),
            self.paint(style, &errors),
        ];
        let unconfirmed = totals.warnings - totals.errors.min(totals.warnings);
        if unconfirmed > 0 {
            parts.push(self.paint(DOUBTFUL, &counted(unconfirmed, "unconfirmed warning")));
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

fn place(warning: &Warning) -> String {
    let file = visible(&warning.file);
    match (warning.line, warning.column) {
        (0, _) => file,
        (line, 0) => format!("{file}:{line}"),
        (line, column) => format!("{file}:{line}:{column}"),
    }
}

fn inputs(values: &Values) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    values.iter().map(|(name, value)| format!("{name} = {}", text(value))).collect()
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

/// Text without the characters that a terminal obeys.
fn visible(text: &str) -> String {
    let letter = |letter: char| match letter {
        _ if letter.is_control() => letter.escape_default().to_string(),
        _ => letter.to_string(),
    };
    text.chars().map(letter).collect()
}
