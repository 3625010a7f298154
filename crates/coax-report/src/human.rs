//! The report for people: what was explored, each error with what it takes to see it, the sums.
//!
//! Invariants: without colour there is not one escape character in it, and text that comes from the
//! program under test cannot bring one in; a thousand units do not make a thousand lines.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use serde_json::Value;

use crate::{
    model::{Ratio, Report, Status, Unit, Values, Warning},
    table::{Side, grouped, lines, shortened},
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
}

/// Units listed one by one.
const MOST_UNITS: usize = 30;
/// Errors told in full, and possible errors listed.
const MOST_ERRORS: usize = 50;
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
    let errors: Vec<_> = report.errors().collect();
    for error in errors.iter().take(MOST_ERRORS) {
        text.push('\n');
        text.push_str(&page.error(error));
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
        const NUMBERS: [&str; 6] = ["paths", "tests", "errors", "warnings", "queries", "steps"];
        const SIDES: [Side; 9] = {
            let mut sides = [Side::Right; 9];
            sides[0] = Side::Left;
            sides[7] = Side::Left;
            sides[8] = Side::Left;
            sides
        };
        if report.units.is_empty() {
            return String::new();
        }
        let shown = most_telling(&report.units);
        let heading = ["unit"].iter().chain(&NUMBERS).chain(&["status", ""]);
        let mut rows = vec![heading.map(|&word| word.to_owned()).collect::<Vec<_>>()];
        // Numbers and status need about 70 columns; the name has the rest, but never none.
        let name_width = self.look.width.saturating_sub(70).max(16);
        rows.extend(shown.iter().map(|unit| cells(unit, name_width)));
        let mut text = String::new();
        for (number, line) in lines(&SIDES, &rows).iter().enumerate() {
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
        let kind = self.paint(BAD, &format!("error[{}]", visible(&error.kind)));
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

    fn unconfirmed(&self, report: &Report) -> String {
        let warnings: Vec<_> = report.warnings.iter().filter(|found| !found.confirmed).collect();
        if warnings.is_empty() {
            return String::new();
        }
        let heading = "possible errors that no native run showed:";
        let mut text = format!("\n{}\n", self.paint(DOUBTFUL, heading));
        for warning in warnings.iter().take(MOST_ERRORS) {
            let what = format!("{}, {}", visible(&warning.kind), visible(&warning.message));
            let _ = writeln!(text, "  {}: {what}", place(warning));
        }
        if warnings.len() > MOST_ERRORS {
            let _ = writeln!(text, "  … and {} more", warnings.len() - MOST_ERRORS);
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
        let mut text = parts.join(", ") + "\n";
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

/// The units that say most, in the order of the report.
fn most_telling(units: &[Unit]) -> Vec<&Unit> {
    let mut order: Vec<(usize, &Unit)> = units.iter().enumerate().collect();
    order.sort_by_key(|(index, unit)| {
        (unit.errors == 0, unit.warnings == 0, unit.status == Status::Complete, *index)
    });
    order.truncate(MOST_UNITS);
    order.sort_by_key(|(index, _)| *index);
    order.into_iter().map(|(_, unit)| unit).collect()
}

fn cells(unit: &Unit, name_width: usize) -> Vec<String> {
    let paths = &unit.paths;
    let ended = paths.completed + paths.error + paths.bounded + paths.assumed_away;
    let paths = ended + paths.unsupported + paths.solver_unknown;
    let mut cells = vec![shortened(&visible(&unit.function), name_width)];
    let numbers = [paths, unit.tests, unit.errors, unit.warnings, unit.solver.queries, unit.steps];
    cells.extend(numbers.map(grouped));
    cells.push(
        match unit.status {
            Status::Complete => "complete",
            Status::Bounded => "bounded",
            Status::Timeout => "timeout",
            Status::Unsupported => "unsupported",
        }
        .into(),
    );
    cells.push(visible(&unit.incomplete_because.join(", ")));
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
