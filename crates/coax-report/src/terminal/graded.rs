//! The findings of a run whose errors have grades: the best defects in full, misuses one line each, then how many
//! there are of each grade.
//!
//! Invariant: what is not shown is counted, and the line of counts says how to see it.

use anstyle::{AnsiColor, Style};
use coax_kinds::{Grade, Word};
use serde_json::Value;

use super::errors::{Selection, full};
use super::table::grouped;
use crate::{
    brief::brief,
    findings::{Finding, findings_where},
    line::one_line,
    model::{Report, Warning},
    run::FinishedRun,
};

/// Unexplained findings shown where there are few others.
const MOST_UNEXPLAINED: usize = 3;

/// Letters of the inputs in a line.
const MOST_INPUTS: usize = 60;

/// Letters of what happens in a line.
const MOST_MESSAGE: usize = 100;

const HEADING: Style = Style::new().bold();

/// Have the errors of a report grades?
pub(super) fn is_graded(report: &Report) -> bool {
    report.command == "check" && report.warnings.iter().all(|warning| warning.grade.is_some())
}

/// The grade of a warning; one without is taken for a defect.
fn grade(warning: &Warning) -> Grade {
    warning.grade.as_ref().and_then(Word::known).unwrap_or(Grade::Defect)
}

/// The findings that are shown.
pub(super) fn findings_in_order(run: &FinishedRun<'_>, selection: &Selection) -> String {
    let mut text = String::new();
    if selection.is_everything() {
        Grade::ALL.iter().for_each(|&grade| text += &in_full(run, selection, grade));
    } else if selection.grades.is_empty() {
        text += &in_full(run, selection, Grade::Defect);
        text += &usual_lines(run, selection);
    } else {
        selection.grades.iter().for_each(|&grade| text += &in_full(run, selection, grade));
    }
    text
}

/// Misuses one line each and, if little else is shown, some of what is unexplained.
fn usual_lines(run: &FinishedRun<'_>, selection: &Selection) -> String {
    let of = |wanted: Grade| of_grade(run.report, selection, wanted);
    let (defects, misuses, unexplained) =
        (of(Grade::Defect), of(Grade::Misuse), of(Grade::Unexplained));
    let mut text = listed("misuses, which a caller must not do:", &misuses, selection.most);
    let shown = (defects.len() + misuses.len()).min(selection.most);
    let room = (selection.most - shown).min(MOST_UNEXPLAINED);
    text += &listed("unexplained, perhaps never brought about:", &unexplained, room);
    text
}

fn of_grade<'r>(report: &'r Report, selection: &Selection, wanted: Grade) -> Vec<Finding<'r>> {
    let is = |warning: &Warning| warning.confirmed && selection.has(&warning.kind);
    let mut all = findings_where(report, &is);
    all.retain(|finding| grade(finding.error) == wanted);
    all
}

fn in_full(run: &FinishedRun<'_>, selection: &Selection, wanted: Grade) -> String {
    let findings = of_grade(run.report, selection, wanted);
    let mut text = String::new();
    for finding in findings.iter().take(selection.most) {
        text += &full(run, finding);
        text.push('\n');
    }
    let hidden = findings.len().saturating_sub(selection.most);
    if hidden > 0 {
        let folder = run.folder.display();
        text +=
            &format!("... and {} more (coax report {folder} --all)\n\n", counted(hidden, wanted));
    }
    text
}

/// Findings one line each under a heading.
fn listed(heading: &str, findings: &[Finding<'_>], most: usize) -> String {
    if findings.is_empty() || most == 0 {
        return String::new();
    }
    let mut text = format!("{HEADING}{heading}{HEADING:#}\n");
    for finding in findings.iter().take(most) {
        text += &format!("  {}\n", in_one_line(finding.error));
    }
    text.push('\n');
    text
}

/// `6 defects, 12 misuses, 60 unexplained`, and how to see all of them.
pub(super) fn counts(run: &FinishedRun<'_>, selection: &Selection) -> String {
    let count = |wanted: Grade| of_grade(run.report, selection, wanted).len();
    let said = Grade::ALL.iter().map(|&wanted| {
        let text = counted(count(wanted), wanted);
        let style = match wanted {
            Grade::Defect if count(wanted) > 0 => AnsiColor::Red.on_default().bold(),
            Grade::Defect => AnsiColor::Green.on_default(),
            Grade::Misuse | Grade::Unexplained => Style::new(),
        };
        format!("{style}{text}{style:#}")
    });
    let said = said.collect::<Vec<_>>().join(", ");
    let all: usize = Grade::ALL.iter().map(|&wanted| count(wanted)).sum();
    match all == 0 || selection.is_everything() {
        true => said + "\n",
        false => format!("{said} (`coax report {} --all`)\n", run.folder.display()),
    }
}

fn counted(number: usize, grade: Grade) -> String {
    let number_said = grouped(number as u64);
    match grade {
        Grade::Unexplained => format!("{number_said} unexplained"),
        _ => format!("{number_said} {grade}{}", if number == 1 { "" } else { "s" }),
    }
}

/// A finding in one line: its grade, where, what, how the function is called, and its test.
pub fn in_one_line(warning: &Warning) -> String {
    let grade = grade(warning);
    let style = match grade {
        Grade::Defect => AnsiColor::Red.on_default().bold(),
        Grade::Misuse => AnsiColor::Yellow.on_default(),
        Grade::Unexplained => Style::new().dimmed(),
    };
    let what = shortened(&brief(warning), MOST_MESSAGE);
    let test = warning.test.as_deref().unwrap_or(&warning.id);
    let place = format!("{}:{}", warning.file, warning.line);
    let line = one_line(&format!("{place}  {what}   {}   {test}", called(warning)));
    format!("{style}{grade}{style:#}  {line}")
}

/// How the function is called: `parse(text="\xC2", n=1)`.
fn called(warning: &Warning) -> String {
    let value = |(name, value): (&String, &Value)| match value {
        Value::String(text) => format!("{name}={text}"),
        other => format!("{name}={other}"),
    };
    let inputs: Vec<String> = warning.inputs.iter().map(value).collect();
    format!("{}({})", warning.function, shortened(&inputs.join(", "), MOST_INPUTS))
}

/// Not more than so many letters.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
