//! What a baseline and rules to ignore made of the findings, in a few lines.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::{
    line::visible,
    standing::{Earlier, EarlierFinding, Since},
};

/// Findings of a baseline told one by one.
const MOST: usize = 10;

const GOOD: Style = AnsiColor::Green.on_default();
const FAINT: Style = Style::new().dimmed();

/// Nothing, if there was neither.
pub(super) fn earlier(earlier: &Earlier) -> String {
    let mut text = String::new();
    if let Some(Since { revision, unchanged }) = &earlier.since {
        let revision: String = visible(revision).chars().take(12).collect();
        let _ = writeln!(
            text,
            "since {revision}: {unchanged} functions are as they were and were left out"
        );
    }
    if let Some(file) = &earlier.baseline {
        let Earlier { new, known, fixed, not_seen, .. } = earlier;
        let _ = writeln!(
            text,
            "against {}: {new} new, {known} known, {} fixed, {} not seen",
            visible(file),
            fixed.len(),
            not_seen.len()
        );
        listed(&mut text, GOOD, "fixed", fixed);
        listed(&mut text, FAINT, "not seen", not_seen);
    }
    if earlier.ignored > 0 {
        let plural = if earlier.ignored == 1 { "" } else { "s" };
        let _ = writeln!(text, "{} finding{plural} ignored", earlier.ignored);
    }
    for remark in &earlier.remarks {
        let _ = writeln!(text, "note: {}", visible(remark));
    }
    text
}

fn listed(text: &mut String, style: Style, what: &str, findings: &[EarlierFinding]) {
    for finding in findings.iter().take(MOST) {
        let EarlierFinding { kind, function, file, line, because, .. } = finding;
        let because = because.as_ref().map(|why| format!(": {}", visible(why))).unwrap_or_default();
        let (file, function) = (visible(file), visible(function));
        let _ = writeln!(
            text,
            "  {style}{what}{style:#}  {file}:{line}  {kind} in {function}{because}"
        );
    }
    if findings.len() > MOST {
        let _ = writeln!(text, "  … and {} more", findings.len() - MOST);
    }
}
