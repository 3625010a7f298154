//! What is to be ignored: by a comment at the line (`// coax: ignore KIND reason`), or by rules for all of the code.
//!
//! Invariants: a finding that is ignored says why; a comment that names no kind of error is told, never taken for
//! one that ignores everything.

use std::collections::BTreeSet;
use std::path::Path;

use coax_kinds::ErrorKind;

use crate::{
    model::{Report, Warning},
    sources::{Source, Sources},
    standing::COMMENT,
};

/// What begins a comment that ignores.
const MARK: &str = "coax: ignore ";

/// A rule for all of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IgnoreRule {
    /// Findings of this kind.
    Kind(ErrorKind),
    /// Those in functions whose names match; `*` stands for anything.
    Function(String),
    /// Those at lines of files whose names match.
    File(String),
    /// The one with this fingerprint.
    Finding(String),
}

impl std::str::FromStr for IgnoreRule {
    type Err = String;

    fn from_str(text: &str) -> Result<IgnoreRule, String> {
        match text.split_once('=') {
            Some(("kind", kind)) => match kind.parse::<ErrorKind>() {
                Ok(kind) => Ok(IgnoreRule::Kind(kind)),
                Err(_) => Err(format!("`{kind}` is no kind of error")),
            },
            Some(("function", glob)) => Ok(IgnoreRule::Function(glob.into())),
            Some(("file", glob)) => Ok(IgnoreRule::File(glob.into())),
            Some(("finding", name)) => Ok(IgnoreRule::Finding(name.into())),
            _ => {
                Err("`kind=KIND`, `function=GLOB`, `file=GLOB` or `finding=FINGERPRINT` is needed"
                    .into())
            }
        }
    }
}

impl std::fmt::Display for IgnoreRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            IgnoreRule::Kind(kind) => write!(f, "kind={kind}"),
            IgnoreRule::Function(glob) => write!(f, "function={glob}"),
            IgnoreRule::File(glob) => write!(f, "file={glob}"),
            IgnoreRule::Finding(name) => write!(f, "finding={name}"),
        }
    }
}

impl IgnoreRule {
    fn is_about(&self, warning: &Warning, matches: &dyn Fn(&str, &str) -> bool) -> bool {
        let innermost = warning.trace.first().map_or(&*warning.function, |frame| &frame.function);
        match self {
            IgnoreRule::Kind(kind) => warning.kind == *kind,
            IgnoreRule::Function(glob) => {
                matches(glob, innermost) || matches(glob, &warning.function)
            }
            IgnoreRule::File(glob) => matches(glob, &warning.file),
            IgnoreRule::Finding(name) => warning.fingerprint.as_ref() == Some(name),
        }
    }
}

/// Marks what is ignored, and gives back what is wrong with comments at findings. `matches` compares a pattern with a
/// name.
pub fn ignore(
    report: &mut Report,
    rules: &[IgnoreRule],
    sources: &Sources<'_>,
    matches: &dyn Fn(&str, &str) -> bool,
) -> Vec<String> {
    let mut remarks = BTreeSet::new();
    for warning in &mut report.warnings {
        let by_rule = rules.iter().find(|rule| rule.is_about(warning, matches));
        let by_rule = by_rule.map(|rule| format!("rule {rule}"));
        let why = by_rule.or_else(|| by_comment(warning, sources, &mut remarks));
        warning.standing.ignored_because = why;
    }
    remarks.into_iter().collect()
}

/// Why the line of a finding, or the one before it, says to ignore it.
fn by_comment(
    warning: &Warning,
    sources: &Sources<'_>,
    remarks: &mut BTreeSet<String>,
) -> Option<String> {
    let source = sources.file(Path::new(&warning.file))?;
    let own = comment(&source, warning.line, false);
    let before = warning.line.checked_sub(1).and_then(|line| comment(&source, line, true));
    for text in own.into_iter().chain(before) {
        let (kind, reason) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        match kind.parse::<ErrorKind>() {
            Ok(kind) if warning.kind == kind => {
                let reason = reason.trim().trim_end_matches("*/").trim();
                let reason = if reason.is_empty() { "no reason given" } else { reason };
                return Some(format!("{COMMENT}{reason}"));
            }
            Ok(_) => {}
            Err(_) => {
                let place = format!("{}:{}", warning.file, warning.line);
                let kind = crate::line::one_line(kind);
                remarks.insert(format!("{place}: `coax: ignore {kind}` names no kind of error"));
            }
        }
    }
    None
}

/// What follows the mark in a comment of a line; the whole line must be the comment if it is to be about another one.
fn comment(source: &Source, line: u32, is_whole: bool) -> Option<String> {
    let text = String::from_utf8_lossy(source.line(line)?).into_owned();
    let at = ["//", "/*"].iter().filter_map(|opening| text.find(opening)).min()?;
    if is_whole && !text[..at].trim().is_empty() {
        return None;
    }
    let (_, said) = text[at..].split_once(MARK)?;
    Some(said.trim().to_owned())
}
