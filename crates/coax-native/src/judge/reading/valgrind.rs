//! Reports of valgrind: every line starts with `==7== `.

use super::super::finding::{Finding, SourcePoint, Tool};
use super::super::kind::*;
use super::{Headline, stack};

/// Beginnings of a report, with what they stand for.
const WORDS: &[(&str, &str)] = &[
    ("Conditional jump or move depends on uninitialised", UNINITIALIZED_READ),
    ("Use of uninitialised value", UNINITIALIZED_READ),
    ("Syscall param ", UNINITIALIZED_READ),
    ("Invalid read", OUT_OF_BOUNDS),
    ("Invalid write", OUT_OF_BOUNDS),
    ("Jump to the invalid address", NULL_DEREFERENCE),
    ("Invalid free()", INVALID_FREE),
    ("Mismatched free()", INVALID_FREE),
];

fn said(line: &str) -> Option<&str> {
    let (pid, rest) = line.strip_prefix("==")?.split_once("== ")?;
    pid.parse::<u32>().ok().map(|_| rest)
}

/// The first line of a report.
pub(super) fn headline(line: &str) -> Option<Headline> {
    let said = said(line)?;
    let (_, kind) = WORDS.iter().find(|(words, _)| said.starts_with(words))?;
    if said.starts_with("Syscall param") && !said.contains("uninitialised") {
        return None;
    }
    Some(Headline { tool: Tool::Valgrind, words: said.to_owned(), kind: Some(kind), place: None })
}

/// The first stack below it: `at 0x1: f (/p/a.c:3)`, then `by …` lines.
pub(super) fn stack(body: &[&str]) -> Vec<SourcePoint> {
    body.iter().map_while(|line| frame(said(line)?)).collect()
}

fn frame(said: &str) -> Option<SourcePoint> {
    let said = said.trim_start();
    let rest = said.strip_prefix("at 0x").or_else(|| said.strip_prefix("by 0x"))?;
    let (_, symbol) = rest.split_once(": ")?;
    let Some((function, place)) = symbol.strip_suffix(')').and_then(|s| s.rsplit_once(" (")) else {
        return Some(SourcePoint { function: symbol.to_owned(), ..SourcePoint::default() });
    };
    let place = stack::position(place).unwrap_or_default();
    Some(SourcePoint { function: function.to_owned(), ..place })
}

/// Where the address is tells more than that it is invalid.
pub(super) fn refine(finding: &mut Finding, body: &[&str]) {
    if finding.kind != Some(OUT_OF_BOUNDS) {
        return;
    }
    let about =
        body.iter().filter_map(|line| said(line)).find(|said| said.starts_with(" Address 0x"));
    let Some(about) = about else { return };
    let digits: String =
        about[" Address 0x".len()..].chars().take_while(char::is_ascii_hexdigit).collect();
    if about.contains("free'd") && !about.contains("recently") {
        finding.kind = Some(USE_AFTER_FREE);
    } else if digits.len() <= 4 {
        finding.kind = Some(NULL_DEREFERENCE);
    }
}
