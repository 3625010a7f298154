//! Whether a run showed what was claimed.
//!
//! A claim is a kind and, where known, a place. Tools and claimants draw the lines between kinds
//! differently, so [`SHOWN_BY`] says which observed kinds show a claimed one besides itself. A
//! place fits if any frame of the observed stack is on the claimed line (a tool may see the error
//! in a library function called there), or if the innermost frame of the program is in the claimed
//! function (an expression over several lines, an error noticed at the next statement). That an object
//! is none may be seen before a function of it is run: at a call that leads to the claimed place.
//!
//! What the machine stops at exactly the claimed line shows the claim, too, under any kind: the
//! code is wrong there. A failed assertion, `abort` or an uncaught exception is the program's own word
//! and shows only what it is.

use coax_kinds::ErrorKind;

use super::finding::{End, Finding, NativeRun, SourcePoint, Tool};
use super::flavour::SANITIZER_EXIT;
use super::reading::WILD_JUMP;
use super::territory::plain;
use super::{ASSUMED_AWAY, DIVERGED};
use std::path::Path;

/// What a test is said to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claim<'a> {
    /// The error kind; nothing shows a claim without one.
    pub kind: Option<ErrorKind>,
    /// File and line of the error.
    pub line: Option<(&'a str, u32)>,
    /// The function it is in.
    pub function: Option<&'a str>,
    /// Files and lines of the calls that lead there.
    pub calls: &'a [(&'a str, u32)],
    /// The test, which uses what the function returns.
    pub test: Option<&'a Path>,
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The run failed as claimed: this of its findings shows it.
    Confirmed(usize),
    /// The run failed, but in another way or elsewhere.
    OtherFailure {
        /// The kind observed, if it has a name.
        kind: Option<ErrorKind>,
        /// Where.
        place: Option<SourcePoint>,
        /// The tool's own words.
        words: String,
    },
    /// The run did not fail.
    NothingHappened,
    /// The run could not have shown it, for this reason.
    CannotTell(Silence),
}

/// Why a run says nothing about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// Leaks cannot be looked for: the process may not be traced.
    LeaksUnknown,
    /// It was ended at the time limit, and the claim was another one.
    TimeLimit,
    /// It was ended at the limit on memory.
    MemoryLimit,
    /// It was ended at the limit on output, files or processes.
    OutputLimit,
    /// It waited for something that did not come.
    Waiting,
    /// An assumption about the inputs does not hold.
    AssumedAway,
    /// It asked for other inputs.
    Diverged,
    /// A sanitizer ended it, but its words are nowhere: there was no room for them.
    NoReport,
}

impl Silence {
    /// In a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Silence::LeaksUnknown => {
                "leaks cannot be looked for here: the process may not be traced"
            }
            Silence::TimeLimit => "the run was ended at its time limit before it came to that",
            Silence::MemoryLimit => "the run used more memory than allowed",
            Silence::OutputLimit => "the run wrote more or started more processes than allowed",
            Silence::Waiting => "the run waited for something that did not come",
            Silence::AssumedAway => "an assumption of the program does not hold for these inputs",
            Silence::Diverged => "the program asked for other inputs than the test was made for",
            Silence::NoReport => "a sanitizer ended the run, but its report is lost",
        }
    }
}

/// A claimed kind with the observed kinds that show it too, and why.
const SHOWN_BY: &[(ErrorKind, &[ErrorKind])] = &[
    // Past the end of one object may be inside one that was freed, or a range so long that its
    // length counts as negative.
    (ErrorKind::OutOfBounds, &[ErrorKind::UseAfterFree, ErrorKind::NegativeSize]),
    // The stack frame or block may be in use again: then the tool sees a wrong address only.
    (ErrorKind::UseAfterFree, &[ErrorKind::OutOfBounds]),
    // A negative length is a range that leaves every object.
    (ErrorKind::NegativeSize, &[ErrorKind::OutOfBounds]),
    // By the time of the second release the block may belong to someone else or be forgotten.
    (ErrorKind::DoubleFree, &[ErrorKind::InvalidFree, ErrorKind::UseAfterFree]),
    // Releasing what was released by another name; a released pointer that is no heap address.
    (ErrorKind::InvalidFree, &[ErrorKind::DoubleFree, ErrorKind::UseAfterFree]),
    // Assertions of a program's own make end in abort.
    (ErrorKind::Assertion, &[ErrorKind::Abort]),
    // terminate() without an exception is an abort by another name.
    (ErrorKind::Abort, &[ErrorKind::UncaughtException]),
    // Unreachable code may be compiled to a trap.
    (ErrorKind::Unreachable, &[ErrorKind::Abort]),
    // A left shift that leaves the signed type is both.
    (ErrorKind::SignedOverflow, &[ErrorKind::ShiftOutOfRange]),
    (ErrorKind::ShiftOutOfRange, &[ErrorKind::SignedOverflow]),
    // A recursion without an end: what runs out first depends on the machine.
    (ErrorKind::NoTermination, &[ErrorKind::StackOverflow]),
    (ErrorKind::StackOverflow, &[ErrorKind::NoTermination]),
];

/// Kinds whose place is not where the tool stops: a leak is seen at the end, and a recursion
/// overflows, and an endless loop is interrupted, at any of its frames.
const WITHOUT_PLACE: [ErrorKind; 3] =
    [ErrorKind::MemoryLeak, ErrorKind::StackOverflow, ErrorKind::NoTermination];

/// Memory errors that a plain build shows as a segmentation fault.
const FAULTING: [ErrorKind; 4] = [
    ErrorKind::NullDereference,
    ErrorKind::OutOfBounds,
    ErrorKind::UseAfterFree,
    ErrorKind::StackOverflow,
];

/// How UBSan begins when it sees a null pointer before anything is read through it.
const NULL_AT_CALL: [&str; 4] = [
    "member call on null pointer",
    "member access within null pointer",
    "reference binding to null pointer",
    "null pointer passed as argument",
];

/// Compares a claim with what a run showed.
pub fn confirms(claim: &Claim<'_>, outcome: &NativeRun) -> Verdict {
    let as_claimed = |finding: &Finding| {
        claim.kind.is_some_and(|kind| shows(kind, finding)) && is_there(claim, finding)
    };
    let found = |shown: &dyn Fn(&Finding) -> bool| outcome.findings.iter().position(shown);
    if let Some(index) = found(&as_claimed).or_else(|| found(&|it| stops_there(claim, it))) {
        return Verdict::Confirmed(index);
    }
    match (silence(claim, outcome), outcome.findings.first()) {
        (Some(silence), _) => Verdict::CannotTell(silence),
        (None, Some(finding)) => {
            let Finding { kind, place, words, .. } = finding.clone();
            Verdict::OtherFailure { kind, place, words }
        }
        (None, None) => Verdict::NothingHappened,
    }
}

/// Why a run that did not show a claim does not speak against it either, if that is so.
fn silence(claim: &Claim<'_>, outcome: &NativeRun) -> Option<Silence> {
    if outcome.end == End::TimedOut && claim.kind != Some(ErrorKind::NoTermination) {
        return Some(Silence::TimeLimit);
    }
    if !outcome.findings.is_empty() {
        return None;
    }
    if claim.kind == Some(ErrorKind::MemoryLeak) && outcome.leaks_unknown {
        return Some(Silence::LeaksUnknown);
    }
    match outcome.end {
        End::OutOfMemory => Some(Silence::MemoryLimit),
        End::Flooded => Some(Silence::OutputLimit),
        End::Stalled => Some(Silence::Waiting),
        End::Exited(ASSUMED_AWAY) => Some(Silence::AssumedAway),
        End::Exited(DIVERGED) => Some(Silence::Diverged),
        End::Exited(SANITIZER_EXIT) => Some(Silence::NoReport),
        _ => None,
    }
}

/// Whether the machine or a sanitizer stopped the program at exactly the claimed line: under any
/// kind, the code is wrong there. After a jump to where there is no code, the frame that jumped is
/// lost: the innermost one left is the call of that function, in the program or in the test.
fn stops_there(claim: &Claim<'_>, finding: &Finding) -> bool {
    let Some(claimed) = claim.line else { return false };
    let is = |place: &SourcePoint, at: (&str, u32)| {
        let (file, line) = at;
        place.line == line && same_file(&place.file, file)
    };
    let Some(innermost) = &finding.place else {
        return is_wild_jump(finding) && claim.calls.is_empty();
    };
    is_stopped(finding) && is(innermost, claimed)
        || is_wild_jump(finding)
            && match claim.calls.first() {
                Some(&call) => is(innermost, call),
                None => is_in_test(claim, innermost),
            }
}

/// Whether it is not the program's own decision to end.
fn is_stopped(finding: &Finding) -> bool {
    match finding.tool {
        Tool::Address | Tool::Undefined | Tool::Memory | Tool::Valgrind | Tool::Signal => true,
        // Of the C library, only its checks of memory; a leak is seen at the end, not at its place.
        Tool::Libc => !matches!(finding.kind, None | Some(ErrorKind::Assertion | ErrorKind::Abort)),
        Tool::Leak | Tool::Cxx | Tool::Clock => false,
    }
}

/// Whether the program went to where there is no code. The frame of the function that did so is not
/// in the stack: stacks are read from the frame that is about to be built.
fn is_wild_jump(finding: &Finding) -> bool {
    finding.words == WILD_JUMP
}

/// Whether an observation shows a claimed kind, wherever it was.
fn shows(claimed: ErrorKind, finding: &Finding) -> bool {
    let is_fault = finding.words.starts_with("SEGV") || finding.words.starts_with("BUS");
    let is_fpe = finding.words.starts_with("FPE") || finding.words == "SIGFPE";
    let is_bare_fault = finding.tool == Tool::Signal && finding.kind.is_none();
    match finding.kind {
        // Null plus a large offset faults far from zero.
        _ if claimed == ErrorKind::NullDereference && is_fault => true,
        // The processor raises one exception for both: INT_MIN / -1 and x / 0.
        _ if claimed == ErrorKind::SignedOverflow && is_fpe => true,
        None => is_bare_fault && FAULTING.contains(&claimed) && finding.words.starts_with("SIG"),
        Some(kind) => {
            let also = SHOWN_BY.iter().find(|(kind, _)| *kind == claimed);
            kind == claimed || also.is_some_and(|(_, kinds)| kinds.contains(&kind))
        }
    }
}

/// Whether an observation is where it was claimed; one that is nowhere in the program (no debug
/// information, a stack that is gone, an undefined exit status) is not held against the claim.
fn is_there(claim: &Claim<'_>, finding: &Finding) -> bool {
    let Some(innermost) = &finding.place else { return true };
    let anywhere = claim.line.is_none() && claim.function.is_none();
    if anywhere || claim.kind.is_some_and(|kind| WITHOUT_PLACE.contains(&kind)) {
        return true;
    }
    let on_line = |(file, line)| {
        let mut places = finding.frames.iter().chain([innermost]);
        places.any(|place| place.line == line && same_file(&place.file, file))
    };
    let in_function = |name| function_name(&innermost.function) == function_name(name);
    claim.line.is_some_and(on_line)
        || claim.function.is_some_and(in_function)
        || is_null_at_call(claim, finding, innermost)
        || is_result_used(claim, innermost)
}

/// Whether something undefined was seen where the test uses what the function returns.
fn is_result_used(claim: &Claim<'_>, place: &SourcePoint) -> bool {
    claim.kind == Some(ErrorKind::UninitializedRead) && is_in_test(claim, place)
}

fn is_in_test(claim: &Claim<'_>, place: &SourcePoint) -> bool {
    claim.test.is_some_and(|test| same_file(&place.file, &test.to_string_lossy()))
}

/// Whether a pointer was seen to be null at one of the calls that lead to where it is followed.
fn is_null_at_call(claim: &Claim<'_>, finding: &Finding, place: &SourcePoint) -> bool {
    let is_call = |(file, line): &(&str, u32)| place.line == *line && same_file(&place.file, file);
    claim.kind == Some(ErrorKind::NullDereference)
        && NULL_AT_CALL.iter().any(|words| finding.words.starts_with(words))
        && claim.calls.iter().any(is_call)
}

/// Whether two paths can mean the same file: a relative one is a part of the other.
fn same_file(one: &str, other: &str) -> bool {
    let same = |one: &Path, other: &Path| {
        one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
    };
    let (whole_one, whole_other) = (Path::new(one), Path::new(other));
    let (one, other) = (plain(whole_one), plain(whole_other));
    one == other
        || (other.is_relative() && one.ends_with(&other))
        || (one.is_relative() && other.ends_with(&one))
        || same(&one, &other)
        // Behind a link to a folder, `..` is not the folder before it.
        || same(whole_one, whole_other)
}

/// A function's name without its parameters.
fn function_name(function: &str) -> &str {
    let end = function.find('(').filter(|&at| at > 0).unwrap_or(function.len());
    &function[..end]
}

#[cfg(test)]
mod tests;
