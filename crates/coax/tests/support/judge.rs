//! Compares what coax did with what was expected, and words the difference.
//!
//! Invariant: a verdict looks only at the outcome and the expectation; a message always shows the
//! first differing line, so a failure can be understood without running anything again.

use crate::directive::{Directives, Marked, Stop};
use crate::process::{End, ProcessResult};

/// Exit code of a run that found an error in the program.
const EXIT_ERROR: i32 = 1;
/// Exit code of a run that met a construct coax does not support.
const EXIT_UNSUPPORTED: i32 = 2;

/// `//@ exit:` guards the program itself: the native run must end as its author meant.
pub fn exit_as_declared(native: &ProcessResult, directives: &Directives) -> Result<(), String> {
    match directives.exit {
        Some(code) if native.end != End::Exit(code) => Err(format!(
            "the native program ended with {:?}, `//@ exit: {code}` says otherwise",
            native.end
        )),
        _ => Ok(()),
    }
}

pub fn same(native: &ProcessResult, ours: &ProcessResult) -> Result<(), String> {
    if native == ours {
        return Ok(());
    }
    let mut message = String::new();
    if native.end != ours.end {
        message += &format!("ended with {:?}, natively with {:?}\n", ours.end, native.end);
    }
    message += &first_difference("stdout", &native.stdout, &ours.stdout);
    message += &first_difference("stderr", &native.stderr, &ours.stderr);
    Err(message)
}

fn first_difference(stream: &str, native: &[u8], ours: &[u8]) -> String {
    if native == ours {
        return String::new();
    }
    let native = String::from_utf8_lossy(native);
    let ours = String::from_utf8_lossy(ours);
    let (mut left, mut right) = (native.split('\n'), ours.split('\n'));
    let mut number = 1;
    loop {
        match (left.next(), right.next()) {
            (Some(l), Some(r)) if l == r => number += 1,
            (l, r) => {
                let show = |side: Option<&str>| side.map_or("(ended)".into(), |s| format!("{s:?}"));
                let (l, r) = (show(l), show(r));
                return format!("{stream} line {number}\n  native: {l}\n  coax:   {r}\n");
            }
        }
    }
}

/// Checks that the run stopped as marked: the first line of the report names the kind (or the
/// construct), the next one the place.
pub fn stopped(ours: &ProcessResult, marked: &Marked) -> Result<(), String> {
    let stderr = String::from_utf8_lossy(&ours.stderr);
    let (start, code) = match &marked.what {
        Stop::Error(kind) => (format!("error[{kind}]: "), EXIT_ERROR),
        Stop::Unsupported(_) => ("unsupported: ".to_owned(), EXIT_UNSUPPORTED),
    };
    let fail = |reason: String| Err(format!("{reason}\n--- stderr ---\n{stderr}"));
    if ours.end != End::Exit(code) {
        return fail(format!("ended with {:?}, expected exit code {code}", ours.end));
    }
    let mut lines = stderr.lines().skip_while(|l| !is_headline(l));
    let headline = lines.next().unwrap_or("(no report)");
    if !headline.starts_with(&start) {
        return fail(format!("reported `{headline}`, expected `{start}…`"));
    }
    if let Stop::Unsupported(construct) = &marked.what
        && !headline.contains(construct.as_str())
    {
        return fail(format!("reported `{headline}`, which does not name {construct}"));
    }
    let place = lines.next().unwrap_or("(no place)").trim();
    if !is_at(place, marked) {
        return fail(format!("the place is `{place}`, expected line {}", marked.line));
    }
    Ok(())
}

fn is_headline(line: &str) -> bool {
    line.starts_with("error[") || line.starts_with("unsupported: ")
}

/// `--> FILE:LINE:COLUMN` (or without the column). Files are compared by their last component,
/// because a report may shorten paths.
fn is_at(place: &str, marked: &Marked) -> bool {
    let Some(path) = place.strip_prefix("--> ") else {
        return false;
    };
    let Some(file) = marked.file.file_name().and_then(|f| f.to_str()) else {
        return false;
    };
    let name = path.rsplit('/').next().unwrap_or(path);
    let Some(position) = name.strip_prefix(file).and_then(|p| p.strip_prefix(':')) else {
        return false;
    };
    position.split(':').next() == Some(marked.line.to_string().as_str())
}
