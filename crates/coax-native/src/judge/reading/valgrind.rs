//! Reports of valgrind: every line starts with `==7== `.

use coax_kinds::ErrorKind;

use super::super::finding::{Finding, SourcePoint, Tool};
use super::{Headline, stack};

/// Beginnings of a report, with what they stand for.
const WORDS: &[(&str, ErrorKind)] = &[
    ("Conditional jump or move depends on uninitialised", ErrorKind::UninitializedRead),
    ("Use of uninitialised value", ErrorKind::UninitializedRead),
    ("Syscall param ", ErrorKind::UninitializedRead),
    ("Invalid read", ErrorKind::OutOfBounds),
    ("Invalid write", ErrorKind::OutOfBounds),
    ("Jump to the invalid address", ErrorKind::NullDereference),
    ("Invalid free()", ErrorKind::InvalidFree),
    ("Mismatched free()", ErrorKind::InvalidFree),
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
    Some(Headline { tool: Tool::Valgrind, words: said.to_owned(), kind: Some(*kind), place: None })
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
    if finding.kind != Some(ErrorKind::OutOfBounds) {
        return;
    }
    let about =
        body.iter().filter_map(|line| said(line)).find(|said| said.starts_with(" Address 0x"));
    let Some(about) = about else { return };
    let digits: String =
        about[" Address 0x".len()..].chars().take_while(char::is_ascii_hexdigit).collect();
    if about.contains("free'd") && !about.contains("recently") {
        finding.kind = Some(ErrorKind::UseAfterFree);
    } else if digits.len() <= 4 {
        finding.kind = Some(ErrorKind::NullDereference);
    }
}
