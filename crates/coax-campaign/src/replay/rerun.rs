//! Tests of one program, built and run again.
//!
//! Invariant: every test gets exactly one finding; a test that cannot be built does not keep others
//! from being run.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

use coax_kinds::{ErrorKind, Word};
use coax_native::judge::{
    self, ASSUMED_AWAY, BuildError, Claim, DIVERGED, End, Flavour, NativeRun, Verdict, Workshop,
};

use super::recorded::{Expectation, Recorded};
use crate::pipeline::validator::{LIMITS, batch_file, flavours};

/// Tests built into one program.
const MOST_TOGETHER: usize = 500;

/// What became of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// It does what it did.
    Same,
    /// It does something else: what it did, and what it does.
    Changed {
        /// As its file says.
        was: String,
        /// Of this run.
        now: String,
    },
    /// The error does not show any more: what it was a test of is mended.
    Fixed,
    /// It, or the program, cannot be built: what the compiler says first.
    DoesNotCompile(String),
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Same => f.write_str("same"),
            Finding::Changed { was, now } => write!(f, "changed: was {was}, now {now}"),
            Finding::Fixed => f.write_str("fixed"),
            Finding::DoesNotCompile(why) => write!(f, "does not compile: {why}"),
        }
    }
}

/// Runs tests of one program.
pub struct Rerun<'a> {
    workshop: &'a Workshop,
    scratch: &'a Path,
    jobs: usize,
    batches: usize,
}

impl<'a> Rerun<'a> {
    pub fn new(workshop: &'a Workshop, scratch: &'a Path, jobs: usize) -> Rerun<'a> {
        Rerun { workshop, scratch, jobs, batches: 0 }
    }

    /// What became of each test.
    pub fn run(&mut self, tests: &[&Recorded]) -> Vec<Finding> {
        let mut findings: BTreeMap<usize, Finding> = BTreeMap::new();
        let mut by_means: BTreeMap<&[Flavour], Vec<usize>> = BTreeMap::new();
        for (index, test) in tests.iter().enumerate() {
            by_means.entry(means(test)).or_default().push(index);
        }
        for (means, mut open) in by_means {
            for &flavour in means {
                let own: Vec<&Recorded> = open.iter().map(|&index| tests[index]).collect();
                for (&index, finding) in open.iter().zip(self.run_all(&own, flavour)) {
                    // The first means that settles it, or else the first, counts.
                    if is_settled(tests[index], &finding) || !findings.contains_key(&index) {
                        findings.insert(index, finding);
                    }
                }
                let settled = |index: &usize| is_settled(tests[*index], &findings[index]);
                open.retain(|index| !settled(index));
                if open.is_empty() {
                    break;
                }
            }
        }
        findings.into_values().collect()
    }

    fn run_all(&mut self, tests: &[&Recorded], flavour: Flavour) -> Vec<Finding> {
        tests.chunks(MOST_TOGETHER).flat_map(|some| self.run_together(some, flavour)).collect()
    }

    /// Builds some tests together; where one of them is to blame for a failure, in smaller parts.
    fn run_together(&mut self, tests: &[&Recorded], flavour: Flavour) -> Vec<Finding> {
        self.batches += 1;
        let name = format!("batch_{}", self.batches);
        let unit = match batch_file(self.scratch, &name, tests.iter().map(|test| &*test.file)) {
            Ok(unit) => unit,
            Err(error) => return vec![Finding::DoesNotCompile(error.to_string()); tests.len()],
        };
        match self.workshop.build(std::slice::from_ref(&unit), flavour, true) {
            Ok(binary) => self.outcomes(&binary, tests),
            Err(error) if tests.len() > 1 && is_about(&error, &unit) => {
                let (some, others) = tests.split_at(tests.len() / 2);
                let mut findings = self.run_together(some, flavour);
                findings.extend(self.run_together(others, flavour));
                findings
            }
            Err(error) => vec![Finding::DoesNotCompile(first_error(&error)); tests.len()],
        }
    }

    fn outcomes(&self, binary: &judge::Binary, tests: &[&Recorded]) -> Vec<Finding> {
        let mut findings: BTreeMap<usize, Finding> = BTreeMap::new();
        let mut each = |index: usize, outcome: NativeRun| {
            findings.insert(index, finding(&tests[index].expectation, &outcome));
            ControlFlow::Continue(())
        };
        let all: Vec<usize> = (0..tests.len()).collect();
        let run = judge::run_batch(binary, &all, self.jobs, &LIMITS, &mut each);
        let why = run.err().map_or("it was not run".into(), |error| error.to_string());
        let missing = |test: &Recorded| Finding::Changed {
            was: expected(&test.expectation),
            now: why.clone(),
        };
        let of = |index: usize| findings.remove(&index).unwrap_or_else(|| missing(tests[index]));
        all.into_iter().map(of).collect()
    }
}

/// Which builds show what a test expects.
fn means(test: &Recorded) -> &'static [Flavour] {
    match &test.expectation {
        Expectation::Normal(_) => &[Flavour::Plain],
        Expectation::Error { .. } | Expectation::Fixed { .. } if test.is_going_on => {
            &[Flavour::GoingOn]
        }
        Expectation::Error { kind, .. } | Expectation::Fixed { kind } => flavours(kind.known()),
    }
}

/// Will no other build say otherwise? One that shows an error is enough.
fn is_settled(test: &Recorded, finding: &Finding) -> bool {
    match test.expectation {
        Expectation::Fixed { .. } => *finding != Finding::Same,
        _ => *finding == Finding::Same,
    }
}

/// Did the compiler stumble over the tests, not over the program?
fn is_about(error: &BuildError, unit: &Path) -> bool {
    error.command.contains(&*unit.to_string_lossy())
}

/// The first complaint of a compiler.
fn first_error(error: &BuildError) -> String {
    let complaint = error.stderr.lines().find(|line| line.contains("error"));
    complaint.or_else(|| error.stderr.lines().next()).unwrap_or("it says not why").to_owned()
}

fn expected(expectation: &Expectation) -> String {
    match expectation {
        Expectation::Normal(Some(status)) => format!("exit {status}"),
        Expectation::Normal(None) => "a return".into(),
        Expectation::Error { kind, natively } => natively.as_ref().unwrap_or(kind).to_string(),
        Expectation::Fixed { .. } => "fixed".into(),
    }
}

fn finding(expectation: &Expectation, outcome: &NativeRun) -> Finding {
    let now = match expectation {
        Expectation::Normal(_) if outcome.end == End::Exited(0) => return Finding::Same,
        Expectation::Normal(_) => ending(outcome),
        Expectation::Error { natively: Some(kind), .. } if confirms(kind, outcome) => {
            return Finding::Same;
        }
        Expectation::Error { kind, .. } => match verdict(kind, outcome) {
            Verdict::Confirmed(_) => return Finding::Same,
            Verdict::NothingHappened => return Finding::Fixed,
            other => failure(other, kind),
        },
        Expectation::Fixed { kind } => match verdict(kind, outcome) {
            Verdict::NothingHappened => return Finding::Same,
            other => failure(other, kind),
        },
    };
    Finding::Changed { was: expected(expectation), now }
}

/// A failure, which was claimed to be of this kind.
fn failure(verdict: Verdict, claimed: &Word<ErrorKind>) -> String {
    match verdict {
        Verdict::Confirmed(_) => claimed.to_string(),
        Verdict::NothingHappened => "nothing happened".into(),
        Verdict::OtherFailure { kind: Some(kind), .. } => kind.to_string(),
        Verdict::OtherFailure { words, .. } => words,
        Verdict::CannotTell(why) => why.words().into(),
    }
}

/// The place may have moved with the source: the kind counts.
fn verdict(kind: &Word<ErrorKind>, outcome: &NativeRun) -> Verdict {
    judge::confirms(&Claim { kind: kind.known(), ..Claim::default() }, outcome)
}

fn confirms(kind: &Word<ErrorKind>, outcome: &NativeRun) -> bool {
    matches!(verdict(kind, outcome), Verdict::Confirmed(_))
}

/// What a test did instead of what was expected.
fn ending(outcome: &NativeRun) -> String {
    let text = String::from_utf8_lossy(&outcome.stderr);
    let last = text.lines().last().unwrap_or_default();
    match outcome.end {
        // The tests' own words: "NAME: expected exit status A, got B".
        End::Exited(1) => match last.rsplit_once(", got ") {
            Some((_, status)) => format!("exit {status}"),
            None => last.to_owned(),
        },
        End::Exited(ASSUMED_AWAY) => "an assumption does not hold".into(),
        End::Exited(DIVERGED) => format!("other inputs are asked for ({last})"),
        End::Exited(status) => format!("exit {status}"),
        End::Signalled(signal) => format!("signal {signal}"),
        End::TimedOut => {
            format!("still running after {} s of processor time", LIMITS.time.as_secs())
        }
        End::Stalled => "still waiting for something".into(),
        End::OutOfMemory => "out of memory".into(),
        End::Flooded => "a flood of output".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(end: End, stderr: &str) -> NativeRun {
        NativeRun {
            end,
            findings: Vec::new(),
            leaks_unknown: false,
            stdout: Vec::new(),
            stderr: stderr.as_bytes().to_vec(),
            seconds: 0.0,
        }
    }

    #[test]
    fn findings_in_words() {
        let normal = Expectation::Normal(Some(0));
        let said = |end, stderr: &str| finding(&normal, &outcome(end, stderr)).to_string();
        assert_eq!(said(End::Exited(0), ""), "same");
        let stderr = "oops\nmain_1: expected exit status 0, got 7\n";
        assert_eq!(said(End::Exited(1), stderr), "changed: was exit 0, now exit 7");
        assert_eq!(said(End::Signalled(11), ""), "changed: was exit 0, now signal 11");
        let error = Expectation::Error { kind: ErrorKind::DoubleFree.into(), natively: None };
        let finding = finding(&error, &outcome(End::Exited(0), ""));
        assert_eq!(finding.to_string(), "fixed");
    }

    #[test]
    fn a_kept_test_is_the_same_as_long_as_nothing_happens() {
        let kept = Expectation::Fixed { kind: ErrorKind::NullDereference.into() };
        let said = |end, stderr: &str| finding(&kept, &outcome(end, stderr)).to_string();
        assert_eq!(said(End::Exited(0), ""), "same");
        let other = said(End::Exited(ASSUMED_AWAY), "");
        assert!(other.starts_with("changed: was fixed, now an assumption"), "{other}");
    }
}
