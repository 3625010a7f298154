//! Reads what sanitizers, valgrind and the run-time libraries printed.
//!
//! Invariant: words of a sanitizer are believed only if the process ended as that sanitizer would
//! end it (but for the one warning that ends nothing), and words of a library only if the process
//! aborted.

mod address;
mod library;
mod stack;
mod undefined;
mod valgrind;

use coax_kinds::ErrorKind;

use super::finding::{End, Finding, SourcePoint, Tool};
use super::flavour::SANITIZER_EXIT;
use super::territory::Territory;

/// The words for a fault of the instruction pointer itself.
pub(super) const WILD_JUMP: &str = "SEGV: a jump to where there is no code";

/// What standard error says about a run.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Reading {
    pub(super) findings: Vec<Finding>,
    /// LeakSanitizer could not do its work.
    pub(super) leaks_unknown: bool,
}

/// A report as it is being read: its first line understood, the lines below it not yet.
struct Report<'a> {
    tool: Tool,
    words: String,
    kind: Option<ErrorKind>,
    /// The place the first line itself names.
    place: Option<SourcePoint>,
    body: &'a [&'a str],
}

/// What the first line of a report says.
struct Headline {
    tool: Tool,
    words: String,
    kind: Option<ErrorKind>,
    place: Option<SourcePoint>,
}

/// Reads the end of a run's standard error.
pub(super) fn read(stderr: &[u8], end: End, territory: &Territory) -> Reading {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.lines().collect();
    let mut findings = Vec::new();
    if !matches!(end, End::Exited(status) if status != SANITIZER_EXIT) {
        findings.extend(reports(&lines).into_iter().map(|report| finish(report, territory)));
    }
    for finding in findings.iter_mut().filter(|finding| address::is_abort(finding)) {
        library::explain(finding, &lines, territory);
    }
    if findings.is_empty() {
        findings.extend(from_the_end(end, &lines, territory));
    }
    findings.extend(lines.iter().find_map(|line| address::refused_allocation(line)));
    let leaks_unknown = lines.iter().any(|line| address::is_leak_failure(line));
    Reading { findings, leaks_unknown }
}

/// Every report, each with the lines up to the next one.
fn reports<'a>(lines: &'a [&'a str]) -> Vec<Report<'a>> {
    let headlines: Vec<_> = (0..lines.len())
        .filter_map(|index| headline(lines[index]).map(|headline| (index, headline)))
        .collect();
    let ends: Vec<_> =
        headlines.iter().skip(1).map(|(index, _)| *index).chain([lines.len()]).collect();
    headlines
        .into_iter()
        .zip(ends)
        .map(|((index, headline), end)| {
            let Headline { tool, words, kind, place } = headline;
            Report { tool, words, kind, place, body: &lines[index + 1..end] }
        })
        .collect()
}

fn headline(line: &str) -> Option<Headline> {
    address::headline(line)
        .or_else(|| undefined::headline(line))
        .or_else(|| valgrind::headline(line))
}

/// Adds the stack, and what only the stack and the lines around it tell.
fn finish(report: Report<'_>, territory: &Territory) -> Finding {
    let frames = match report.tool {
        Tool::Leak => address::leak_stack(report.body, territory),
        Tool::Valgrind => valgrind::stack(report.body),
        _ => stack::first(report.body),
    };
    let direct = report.place.map(|place| SourcePoint {
        function: frames.first().map(|frame| frame.function.clone()).unwrap_or_default(),
        ..place
    });
    let place = match direct {
        Some(place) if territory.owns(&place.file) => Some(place),
        direct => territory.place(&frames).or(direct),
    };
    let Report { tool, words, kind, body, .. } = report;
    let mut finding = Finding { tool, words, kind, place, frames };
    match tool {
        Tool::Address | Tool::Memory | Tool::Leak => address::refine(&mut finding, body),
        Tool::Valgrind => valgrind::refine(&mut finding, body),
        _ => {}
    }
    finding
}

/// What the end itself says without a report that explains it.
fn from_the_end(end: End, lines: &[&str], territory: &Territory) -> Option<Finding> {
    let (tool, words, kind) = match end {
        End::TimedOut => (Tool::Clock, "time limit".to_owned(), Some(ErrorKind::NoTermination)),
        End::Signalled(libc::SIGABRT) => {
            let mut finding = bare(Tool::Libc, "aborted".to_owned(), Some(ErrorKind::Abort));
            library::explain(&mut finding, lines, territory);
            return Some(finding);
        }
        End::Signalled(signal) => (Tool::Signal, signal_name(signal), signal_kind(signal)),
        End::Exited(_) | End::Stalled | End::OutOfMemory | End::Flooded => return None,
    };
    Some(bare(tool, words, kind))
}

fn bare(tool: Tool, words: String, kind: Option<ErrorKind>) -> Finding {
    Finding { tool, words, kind, place: None, frames: Vec::new() }
}

fn signal_name(signal: i32) -> String {
    match signal {
        libc::SIGSEGV => "SIGSEGV".to_owned(),
        libc::SIGBUS => "SIGBUS".to_owned(),
        libc::SIGFPE => "SIGFPE".to_owned(),
        libc::SIGILL => "SIGILL".to_owned(),
        libc::SIGTRAP => "SIGTRAP".to_owned(),
        other => format!("signal {other}"),
    }
}

/// A segmentation fault alone does not tell which of the memory errors it is.
fn signal_kind(signal: i32) -> Option<ErrorKind> {
    match signal {
        libc::SIGFPE => Some(ErrorKind::DivisionByZero),
        libc::SIGILL | libc::SIGTRAP => Some(ErrorKind::Abort),
        _ => None,
    }
}

/// A text without machine addresses: they differ from run to run. Small numbers stay.
fn without_addresses(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("0x") {
        let digits = rest[at + 2..].bytes().take_while(u8::is_ascii_hexdigit).count();
        let number = &rest[at..at + 2 + digits];
        let significant = number[2..].trim_start_matches('0').len();
        plain.push_str(&rest[..at]);
        plain.push_str(if significant > 4 { "0x…" } else { number });
        rest = &rest[at + 2 + digits..];
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests;
