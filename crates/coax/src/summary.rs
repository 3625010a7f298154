//! A report for people: each error with its source line, then the table and the sums.

use std::path::Path;

use anstyle::Style;
use coax_report::{Finding, Look, Need, Report, Warning};
use serde_json::Value;

use crate::diagnostic::{Diagnostic, Frame, Kind, Note, Span};

const BOLD: Style = Style::new().bold();

/// Errors shown in full.
const MOST_ERRORS: usize = 50;

/// Functions named that lead to the same error.
const MOST_CALLERS: usize = 8;

/// Places named where the same input causes the same.
const MOST_PLACES: usize = 8;

/// Lines of inputs shown for one error.
const MOST_INPUTS: usize = 30;

/// The summary of a report that lies in `folder`, with terminal styles in it: print it with
/// `anstream`, which removes them where they are not wanted. With `all_units`, each has its line.
pub fn text(report: &Report, folder: &Path, width: usize, all_units: bool) -> String {
    let mut text = String::new();
    let findings = coax_report::findings(report, true);
    for finding in findings.iter().take(MOST_ERRORS) {
        text += &error(finding, folder);
        text.push('\n');
    }
    let hidden = findings.len().saturating_sub(MOST_ERRORS);
    if hidden > 0 {
        text += &format!("... and {hidden} more errors, in {}/report.json\n\n", folder.display());
    }
    let look = Look { colour: true, width, folder: folder.display().to_string(), all_units };
    // Errors are told above, with their source; the rest is the report's own business.
    let mut rest = report.clone();
    rest.warnings.retain(|warning| !warning.confirmed);
    text += &coax_report::human(&rest, &look);
    if report.divergences > 0 {
        text += &format!(
            "{} of the tests did natively something else than predicted. This is a bug in coax. \
             Please report it with the command and the input.\n",
            report.divergences
        );
    }
    text
}

/// One error.
fn error(finding: &Finding<'_>, folder: &Path) -> String {
    let error = finding.error;
    let span = |file: &str, line, column| {
        (!file.is_empty()).then(|| Span { file: file.into(), line, column, length: None })
    };
    let diagnostic = Diagnostic {
        kind: Kind::Error(error.kind.clone()),
        message: error.message.clone(),
        primary: span(&error.file, error.line, error.column),
        notes: notes(finding),
        stack: error
            .trace
            .iter()
            .map(|frame| Frame {
                function: frame.function.clone(),
                span: span(&frame.file, frame.line, 0),
            })
            .collect(),
    };
    let mut text = diagnostic.render(|file| std::fs::read(file).ok());
    let inputs: Vec<String> = error.inputs.iter().map(|(name, value)| input(name, value)).collect();
    text += &paragraph("inputs", &inputs);
    text += &paragraph("natively", error.native.as_slice());
    let test = error.test.as_ref().map(|test| folder.join(test).display().to_string());
    text += &paragraph("test", test.as_slice());
    text += &paragraph("to see it", error.reproduce.as_slice());
    text
}

/// What the error needs, and who else leads to it.
fn notes(finding: &Finding<'_>) -> Vec<Note> {
    let needs = match finding.error.need() {
        Need::Values => None,
        Need::Fields => {
            Some("fields of a structure must have values that other code may rule out".to_owned())
        }
        Need::Aliasing => Some("two pointers must point to the same object".to_owned()),
        Need::Stub => Some("a function that was not run must return what the test says".to_owned()),
        Need::NullArgument => Some("an argument must be a null pointer".to_owned()),
    };
    let mut others = finding.also_from.clone();
    others.dedup();
    let hidden = others.len().saturating_sub(MOST_CALLERS);
    let mut names = others[..others.len() - hidden].join(", ");
    if hidden > 0 {
        names += &format!(" and {hidden} more");
    }
    let also = (!names.is_empty()).then(|| format!("also from {names}"));
    let internal =
        finding.error.internal.then(|| "only code of its own file can call it".to_owned());
    needs
        .into_iter()
        .chain(internal)
        .chain(also_at(finding))
        .chain(also)
        .map(|message| Note { message, span: None })
        .collect()
}

/// Where else the same input is the cause.
fn also_at(finding: &Finding<'_>) -> Option<String> {
    let about = finding.error.about.as_ref()?;
    let place = |warning: &&Warning| match warning.file == finding.error.file {
        true => format!("line {}", warning.line),
        false => format!("{}:{}", warning.file, warning.line),
    };
    let mut places: Vec<String> = finding.also_at.iter().map(place).collect();
    places.dedup();
    let shown = places.len().min(MOST_PLACES);
    let more = match places.len() - shown {
        0 => String::new(),
        hidden => format!(" and {hidden} more places"),
    };
    (shown > 0).then(|| format!("the same with `{about}` at {}{more}", places[..shown].join(", ")))
}

fn input(name: &str, value: &Value) -> String {
    match value {
        Value::String(text) => format!("{name} = {text}"),
        other => format!("{name} = {other}"),
    }
}

/// Lines under a heading.
fn paragraph(heading: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut text = format!("{BOLD}{heading}{BOLD:#}:\n");
    for line in lines.iter().take(MOST_INPUTS) {
        text += &format!("  {}\n", crate::diagnostic::one_line(line));
    }
    if lines.len() > MOST_INPUTS {
        text += &format!("  ... and {} more\n", lines.len() - MOST_INPUTS);
    }
    text
}
