//! The findings of a report for people: each error with its source line, null arguments one line each.

use std::path::Path;

use anstyle::Style;
use coax_ir::names::bare_name;
use coax_kinds::{Assumption, ErrorKind, Word};

use super::diagnostic::{Diagnostic, Kind, Note, Span, StackFrame};
use crate::{
    findings::{Finding, findings, findings_where},
    fingerprint::Fingerprints,
    line::{inputs, one_line},
    model::{Judged, Report, Warning},
    reproduce::{replay_command, reproduce_from},
    run::FinishedRun,
};

const BOLD: Style = Style::new().bold();

/// Errors shown in full.
pub(super) const MOST_ERRORS: usize = 50;

/// Null arguments listed.
const MOST_NULLS: usize = 100;

/// Functions named that lead to the same error.
const MOST_CALLERS: usize = 8;

/// Places named where the same input causes the same.
const MOST_PLACES: usize = 8;

/// Lines of inputs shown for one error.
const MOST_INPUTS: usize = 30;

/// Which findings are told, and how many of them in full.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Of these kinds only; of every kind if there is none.
    pub kinds: Vec<ErrorKind>,
    /// So many in full.
    pub most: usize,
    /// Null arguments are told as any other finding.
    pub nulls_in_full: bool,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection { kinds: Vec::new(), most: MOST_ERRORS, nulls_in_full: false }
    }
}

impl Selection {
    /// Is a finding of this kind told?
    pub(super) fn has(&self, kind: &Word<ErrorKind>) -> bool {
        self.kinds.is_empty() || self.kinds.iter().any(|wanted| kind == wanted)
    }

    fn is_folded(&self, finding: &Finding<'_>) -> bool {
        !self.nulls_in_full && finding.error.need() == Some(Assumption::NullArgument)
    }
}

/// The errors of a run, those in full first.
pub(super) fn errors(run: &FinishedRun<'_>, selection: &Selection) -> String {
    let wanted = |warning: &Warning| warning.confirmed && selection.has(&warning.kind);
    let (nulls, findings): (Vec<_>, Vec<_>) = findings_where(run.report, &wanted)
        .into_iter()
        .partition(|finding| selection.is_folded(finding));
    let mut text = String::new();
    for finding in findings.iter().take(selection.most) {
        text += &full(run, finding);
        text.push('\n');
    }
    let hidden = findings.len().saturating_sub(selection.most);
    if hidden > 0 {
        text +=
            &format!("... and {hidden} more errors, in {}/report.json\n\n", run.folder.display());
    }
    text + &null_arguments(&nulls, run.folder)
}

/// The errors, one line each, as compilers write them: what is left when all else is unwanted.
pub fn error_lines(report: &Report) -> String {
    let line = |finding: &Finding<'_>| {
        let Warning { file, line, column, kind, message, function, .. } = finding.error;
        let text = format!("{file}:{line}:{column}: error[{kind}]: {message} (in {function})");
        one_line(&text) + "\n"
    };
    findings(report, true).iter().map(line).collect()
}

/// The possible error of this name with everything that is known about it.
pub fn finding(run: &FinishedRun<'_>, id: &str) -> Option<String> {
    let warning = run.report.warnings.iter().find(|warning| warning.id == id)?;
    let all = findings_where(run.report, &|other| other.judged == warning.judged);
    let its = all.into_iter().find(|finding| std::ptr::eq(finding.error, warning));
    let finding = its.unwrap_or(Finding { error: warning, also_from: vec![], also_at: vec![] });
    let mut text = full(run, &finding);
    text += &paragraph("judged", &[judged(warning)]);
    let test = warning.test.as_ref().map(|test| replay_command(run.folder, test));
    text += &paragraph("to run its test again", test.as_slice());
    let fingerprints = Fingerprints::of(run.report, run.sources);
    let fingerprint = fingerprints.get(warning).map(str::to_owned);
    Some(text + &paragraph("fingerprint", fingerprint.as_slice()))
}

fn judged(warning: &Warning) -> String {
    match (warning.judged, warning.not_judged()) {
        (Judged::Confirmed, _) => "confirmed: a native run showed it".into(),
        (Judged::Refuted, _) => "refuted: no native run showed it".into(),
        (Judged::NotJudged, Some(why)) => format!("not judged: {}", why.name()),
        (Judged::NotJudged, None) => "not judged".into(),
    }
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
        let Warning { function, file, line, id, .. } = error;
        let test = test.unwrap_or_default();
        format!("{function}: {parameter} may not be null ({file}:{line}){test} [{id}]")
    };
    if nulls.is_empty() {
        return String::new();
    }
    let (unlikely, nulls): (Vec<_>, Vec<_>) =
        nulls.iter().partition(|finding| finding.error.is_unlikely());
    let mut text = format!("{BOLD}null arguments{BOLD:#} (-v shows each in full):\n");
    for finding in nulls.iter().take(MOST_NULLS) {
        text += &format!("  {}\n", one_line(&line(finding)));
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

/// One finding in full.
fn full(run: &FinishedRun<'_>, finding: &Finding<'_>) -> String {
    let error = finding.error;
    let mut text = diagnostic(finding).render(run.sources);
    text += &paragraph("inputs", &inputs(&error.inputs));
    text += &paragraph("natively", error.native.as_slice());
    let test = error.test.as_ref().map(|test| run.folder.join(test).display().to_string());
    text += &paragraph("test", test.as_slice());
    let command = error.reproduce.as_ref().map(|command| reproduce_from(run.folder, command));
    text + &paragraph("to see it", command.as_slice())
}

fn diagnostic(finding: &Finding<'_>) -> Diagnostic {
    let error = finding.error;
    let span = |file: &str, line, column| {
        (!file.is_empty()).then(|| Span { file: file.into(), line, column, length: None })
    };
    let kind = error.kind.to_string();
    let stack = error.trace.iter().map(|frame| StackFrame {
        function: frame.function.clone(),
        span: span(&frame.file, frame.line, 0),
    });
    Diagnostic {
        kind: if error.confirmed { Kind::Error(kind) } else { Kind::Suspicion(kind) },
        message: error.message.clone(),
        primary: span(&error.file, error.line, error.column),
        notes: notes(finding),
        stack: stack.collect(),
    }
}

/// Says so if it is not the function itself that goes wrong, but what makes or destroys the objects
/// it is given.
fn around(error: &Warning) -> Option<String> {
    let outermost = bare_name(&error.trace.last()?.function);
    let is_around = outermost != bare_name(&error.function);
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
        Some(Assumption::MadeUp) => {
            Some("the values of an object were made up that the code makes itself".to_owned())
        }
    };
    let mut others: Vec<&str> = finding.also_from.iter().map(|from| &*from.function).collect();
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
    let after = listed(&finding.error.after.iter().map(String::as_str).collect::<Vec<_>>());
    let after =
        after.map(|ids| format!("only found behind {ids}, with the value that the machine gives"));
    needs
        .into_iter()
        .chain(after)
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

/// Lines under a heading.
fn paragraph(heading: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut text = format!("{BOLD}{heading}{BOLD:#}:\n");
    for line in lines.iter().take(MOST_INPUTS) {
        text += &format!("  {}\n", one_line(line));
    }
    if lines.len() > MOST_INPUTS {
        text += &format!("  ... and {} more\n", lines.len() - MOST_INPUTS);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_around_the_function_say_so() {
        for (function, outermost, expected) in [
            ("parse", "parse", None),
            ("Stack::push", "Stack<int>::push<a::B>(int)", None),
            ("text", "text[abi:cxx11](int)", None),
            ("use", "Stack<int>::~Stack()", Some("while what `use` is given is made or destroyed")),
            (
                "V::operator+",
                "V::operator+=",
                Some("while what `V::operator+` is given is made or destroyed"),
            ),
        ] {
            let frame =
                |function| serde_json::json!({"file": "a.cpp", "line": 3, "function": function});
            let error = serde_json::json!({
                "id": "w1", "kind": "double-free", "function": function, "file": "a.cpp", "line": 3, "column": 0,
                "message": "", "trace": [frame("free"), frame(outermost)], "inputs": {},
                "confirmed": true, "test": null,
            });
            let error: Warning = serde_json::from_value(error).unwrap();
            assert_eq!(around(&error).as_deref(), expected, "{outermost}");
        }
    }
}
