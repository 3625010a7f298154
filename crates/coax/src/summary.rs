//! A report for people: each error with its source line, then the table and the sums.

use std::path::Path;

use anstyle::Style;
use coax_kinds::Assumption;
use coax_report::{Finding, Look, Report, Warning};
use serde_json::Value;

use crate::diagnostic::{Diagnostic, Frame, Kind, Note, Span, without_template_arguments};
use coax_campaign::reproduce_from;

const BOLD: Style = Style::new().bold();

/// Errors shown in full.
const MOST_ERRORS: usize = 50;

/// Null arguments listed.
const MOST_NULLS: usize = 100;

/// Functions named that lead to the same error.
const MOST_CALLERS: usize = 8;

/// Places named where the same input causes the same.
const MOST_PLACES: usize = 8;

/// Lines of inputs shown for one error.
const MOST_INPUTS: usize = 30;

/// The summary of a report that lies in `folder`, with terminal styles in it: print it with
/// `anstream`, which removes them where they are not wanted. With `all`, each unit has its line,
/// and each null argument is shown as any other error.
pub fn text(report: &Report, folder: &Path, width: usize, all: bool) -> String {
    let mut text = String::new();
    let folded =
        |finding: &Finding<'_>| !all && finding.error.need() == Some(Assumption::NullArgument);
    let (nulls, findings): (Vec<_>, Vec<_>) =
        coax_report::findings(report, true).into_iter().partition(folded);
    for finding in findings.iter().take(MOST_ERRORS) {
        text += &error(finding, folder);
        text.push('\n');
    }
    let hidden = findings.len().saturating_sub(MOST_ERRORS);
    if hidden > 0 {
        text += &format!("... and {hidden} more errors, in {}/report.json\n\n", folder.display());
    }
    text += &null_arguments(&nulls, folder);
    let look = Look { colour: true, width, folder: folder.display().to_string(), all_units: all };
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

/// The errors, one line each, as compilers write them: what is left when all else is unwanted.
pub fn errors(report: &Report) -> String {
    let line = |finding: &Finding<'_>| {
        let Warning { file, line, column, kind, message, function, .. } = finding.error;
        let text = format!("{file}:{line}:{column}: error[{kind}]: {message} (in {function})");
        coax_report::one_line(&text) + "\n"
    };
    coax_report::findings(report, true).iter().map(line).collect()
}

/// What functions do not bear to be null, one line each.
fn null_arguments(nulls: &[Finding<'_>], folder: &Path) -> String {
    let line = |finding: &Finding<'_>| {
        let error = finding.error;
        let parameter = match &error.about {
            Some(name) => format!("parameter `{name}`"),
            None => "an argument".to_owned(),
        };
        let test = error.test.as_ref().map(|test| format!(", {}", folder.join(test).display()));
        let (function, file, line) = (&error.function, &error.file, error.line);
        let test = test.unwrap_or_default();
        format!("{function}: {parameter} may not be null ({file}:{line}){test}")
    };
    if nulls.is_empty() {
        return String::new();
    }
    let (unlikely, nulls): (Vec<_>, Vec<_>) =
        nulls.iter().partition(|finding| finding.error.is_unlikely());
    let mut text = format!("{BOLD}null arguments{BOLD:#} (-v shows each in full):\n");
    for finding in nulls.iter().take(MOST_NULLS) {
        text += &format!("  {}\n", coax_report::one_line(&line(finding)));
    }
    if nulls.len() > MOST_NULLS {
        let (hidden, folder) = (nulls.len() - MOST_NULLS, folder.display());
        text += &format!("  ... and {hidden} more, in {folder}/report.json\n");
    }
    if !unlikely.is_empty() {
        let number = unlikely.len();
        text += &format!("  {number} more in functions whose only callers did not lead to it\n");
    }
    text + "\n"
}

/// One error.
fn error(finding: &Finding<'_>, folder: &Path) -> String {
    let error = finding.error;
    let span = |file: &str, line, column| {
        (!file.is_empty()).then(|| Span { file: file.into(), line, column, length: None })
    };
    let diagnostic = Diagnostic {
        kind: Kind::Error(error.kind.to_string()),
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
    let command = error.reproduce.as_ref().map(|command| reproduce_from(folder, command));
    text += &paragraph("to see it", command.as_slice());
    text
}

/// Says so if it is not the function itself that goes wrong, but what makes or destroys the objects
/// it is given.
fn around(error: &Warning) -> Option<String> {
    let plain = |function: &str| {
        let name = without_template_arguments(function);
        name.split(['[', '(']).next().unwrap_or_default().trim_end_matches("<…>").to_owned()
    };
    let method = |name: String| name.rsplit("::").next().unwrap_or_default().to_owned();
    let outermost = method(plain(&error.trace.last()?.function));
    let is_around = outermost != method(plain(&error.function));
    is_around.then(|| format!("while what `{}` is given is made or destroyed", error.function))
}

/// What the error needs, and who else leads to it.
fn notes(finding: &Finding<'_>) -> Vec<Note> {
    let needs = match finding.error.need() {
        None => None,
        Some(Assumption::Fields) => {
            Some("fields of a structure must have values that other code may rule out".to_owned())
        }
        Some(Assumption::Globals) => {
            let name = finding.error.about.as_deref().unwrap_or("variable");
            Some(format!("needs global `{name}` as it is before anything ran"))
        }
        Some(Assumption::Aliasing) => Some("two pointers must point to the same object".to_owned()),
        Some(Assumption::Stub) => {
            Some("a function that was not run must return what the test says".to_owned())
        }
        Some(Assumption::NullArgument) => Some("an argument must be a null pointer".to_owned()),
    };
    let mut others = finding.also_from.clone();
    others.dedup();
    let also = listed(&others).map(|names| format!("also from {names}"));
    let not_from: Vec<&str> = finding.error.not_from.iter().map(String::as_str).collect();
    let internal = match listed(&not_from) {
        Some(names) => Some(format!("its only callers did not lead to this: {names}")),
        None if finding.error.internal => {
            Some("only code of its own file or class can call it".to_owned())
        }
        None => None,
    };
    needs
        .into_iter()
        .chain(around(finding.error))
        .chain(internal)
        .chain(also_at(finding))
        .chain(also)
        .map(|message| Note { message, span: None })
        .collect()
}

/// Names of functions, not too many of them.
fn listed(names: &[&str]) -> Option<String> {
    let hidden = names.len().saturating_sub(MOST_CALLERS);
    let shown = names[..names.len() - hidden].join(", ");
    let more = if hidden > 0 { format!(" and {hidden} more") } else { String::new() };
    (!shown.is_empty()).then(|| shown + &more)
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
        text += &format!("  {}\n", coax_report::one_line(line));
    }
    if lines.len() > MOST_INPUTS {
        text += &format!("  ... and {} more\n", lines.len() - MOST_INPUTS);
    }
    text
}
