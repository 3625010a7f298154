//! How a command ends: what it says on stderr and which exit code the process gets.
//!
//! Invariants: a command that worked gives an [`Outcome`], one that could not do its job gives a
//! [`Failure`]; bad input (2) and our own bugs (3) are never mixed up.

use std::fmt;
use std::process::ExitCode;

/// A command did its job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing wrong was found.
    Success,
    /// The code under test is wrong; the report has already been printed.
    ErrorsFound,
    /// The program is beyond us (an unsupported construct) or beyond the bounds that were set, and
    /// nothing is claimed about it; this, too, has already been said.
    GaveUp,
    /// Somebody asked for the end; what was found so far is on disk.
    Interrupted,
    /// `coax run`: the program ended by itself with this code.
    Program(u8),
}

/// A command could not do its job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// Bad usage or bad input: the user can mend it. Says what and where.
    Input(String),
    /// A bug in coax.
    Internal(String),
}

impl Outcome {
    fn code(self) -> u8 {
        match self {
            Outcome::Success => 0,
            Outcome::ErrorsFound => 1,
            Outcome::GaveUp => 2,
            Outcome::Interrupted => 130,
            Outcome::Program(code) => code,
        }
    }
}

impl Failure {
    fn code(&self) -> u8 {
        match self {
            Failure::Input(_) => 2,
            Failure::Internal(_) => 3,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(message) => write!(f, "error: {message}"),
            Failure::Internal(message) => write!(
                f,
                "internal error: {message}\n\
                 This is a bug in coax. Please report it with the command and the input."
            ),
        }
    }
}

/// How a search ends that met these defects of ours, was interrupted or not, and found errors or
/// not: an error that was shown wins over a defect, which is said all the same.
pub fn of_search(defects: &[String], interrupted: bool, errors: bool) -> Result<Outcome, Failure> {
    let defect = defects.first().map(|first| match defects.len() - 1 {
        0 => Failure::Internal(first.clone()),
        more => Failure::Internal(format!("{first} (and {more} more)")),
    });
    match (defect, interrupted, errors) {
        (Some(defect), _, false) => Err(defect),
        (defect, interrupted, errors) => {
            defect.into_iter().for_each(|defect| anstream::eprintln!("{defect}"));
            Ok(match (interrupted, errors) {
                (true, _) => Outcome::Interrupted,
                (false, true) => Outcome::ErrorsFound,
                (false, false) => Outcome::Success,
            })
        }
    }
}

/// Ends the process as [`finish`] would, without waiting for any thread.
pub fn at_once(result: Result<Outcome, Failure>) -> ! {
    use std::io::Write;
    let code = match result {
        Ok(outcome) => outcome.code(),
        Err(failure) => {
            anstream::eprintln!("{failure}");
            failure.code()
        }
    };
    // Whoever read it is gone if this fails.
    let _ = std::io::stdout().flush();
    std::process::exit(code.into())
}

/// Says why a command failed, if it did, and gives the exit code.
pub fn finish(result: Result<Outcome, Failure>) -> ExitCode {
    match result {
        Ok(outcome) => ExitCode::from(outcome.code()),
        Err(failure) => {
            anstream::eprintln!("{failure}");
            ExitCode::from(failure.code())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_the_documented_ones() {
        assert_eq!(Outcome::Success.code(), 0);
        assert_eq!(Outcome::ErrorsFound.code(), 1);
        assert_eq!(Outcome::GaveUp.code(), 2);
        assert_eq!(Outcome::Interrupted.code(), 130);
        assert_eq!(Outcome::Program(42).code(), 42);
        assert_eq!(Failure::Input(String::new()).code(), 2);
        assert_eq!(Failure::Internal(String::new()).code(), 3);
    }

    #[test]
    fn an_error_wins_over_a_defect_and_a_defect_over_nothing() {
        let defects = ["a panic".to_owned(), "another".to_owned()];
        assert_eq!(of_search(&[], false, false), Ok(Outcome::Success));
        assert_eq!(of_search(&[], false, true), Ok(Outcome::ErrorsFound));
        assert_eq!(of_search(&[], true, true), Ok(Outcome::Interrupted));
        assert_eq!(of_search(&defects, false, true), Ok(Outcome::ErrorsFound));
        let told = Failure::Internal("a panic (and 1 more)".into());
        assert_eq!(of_search(&defects, false, false), Err(told));
    }

    #[test]
    fn an_internal_failure_asks_for_a_report() {
        let text = Failure::Internal("block 7 has no terminator".into()).to_string();
        assert!(text.starts_with("internal error: block 7 has no terminator\n"));
        assert!(text.contains("Please report it"));
    }
}
