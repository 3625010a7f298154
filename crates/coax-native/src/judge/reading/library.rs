//! Why a process aborted, in the words of the C and C++ run-time libraries.

use coax_kinds::ErrorKind;

use super::super::finding::{Finding, SourcePoint, Tool};
use super::super::territory::Territory;
use super::stack;

/// Parts of a line that the heap checks of the C library print, with what they stand for.
const HEAP_WORDS: &[(&str, ErrorKind)] = &[
    ("double free", ErrorKind::DoubleFree),
    ("free(): invalid", ErrorKind::InvalidFree),
    ("munmap_chunk(): invalid pointer", ErrorKind::InvalidFree),
    ("realloc(): invalid pointer", ErrorKind::InvalidFree),
    ("*** stack smashing detected ***", ErrorKind::OutOfBounds),
    ("*** buffer overflow detected ***", ErrorKind::OutOfBounds),
    ("malloc(): ", ErrorKind::OutOfBounds),
    ("corrupted size", ErrorKind::OutOfBounds),
    ("corrupted double-linked list", ErrorKind::OutOfBounds),
];

/// Gives an abort its reason, if a library printed one; the last words count.
pub(super) fn explain(finding: &mut Finding, lines: &[&str], territory: &Territory) {
    let reason = (0..lines.len()).rev().find_map(|index| reason(lines, index));
    let Some((tool, words, kind, place)) = reason else {
        finding.tool = Tool::Libc;
        finding.words = "aborted".to_owned();
        return;
    };
    finding.tool = tool;
    finding.words = words;
    finding.kind = Some(kind);
    // The stack is better than the text: it has the column, and the caller of a wrapper.
    if finding.place.is_none() {
        finding.place = place.filter(|place| place.line > 0 && territory.owns(&place.file));
    }
}

type Reason = (Tool, String, ErrorKind, Option<SourcePoint>);

fn reason(lines: &[&str], index: usize) -> Option<Reason> {
    let line = lines[index];
    if let Some(at) = assertion(line) {
        let (before, words) = line.split_at(at);
        return Some((Tool::Libc, words.to_owned(), ErrorKind::Assertion, asserted_at(before)));
    }
    if line.starts_with("terminate called") {
        let what = lines.get(index + 1).and_then(|next| next.trim().strip_prefix("what():"));
        let words = match what {
            Some(what) => format!("{line}: {}", what.trim()),
            None => line.to_owned(),
        };
        return Some((Tool::Cxx, words, ErrorKind::UncaughtException, None));
    }
    let (_, kind) = HEAP_WORDS.iter().find(|(part, _)| line.contains(part))?;
    Some((Tool::Libc, line.to_owned(), *kind, None))
}

/// Where the words of a failed assertion start in a line: glibc quotes with a backtick, libstdc++
/// with an apostrophe.
fn assertion(line: &str) -> Option<usize> {
    let at = line.find("Assertion `").or_else(|| line.find("Assertion '"))?;
    line.trim_end().trim_end_matches('.').ends_with("' failed").then_some(at)
}

/// `program: file:line: function: `, of which the program's name may be missing.
fn asserted_at(before: &str) -> Option<SourcePoint> {
    let mut parts = before.split(": ").skip_while(|part| stack::position(part).is_none());
    let place = stack::position(parts.next()?)?;
    let function = parts.next().unwrap_or("").trim_end_matches(':').to_owned();
    Some(SourcePoint { function, ..place })
}
