//! How a command ends: what it says on stderr and which exit code the process gets.
//!
//! Invariants: a command that worked gives an [`ExitStatus`], one that could not do its job gives a
//! [`Failure`]; bad input (2) and what is our own fault or the machine's (3) are never mixed up.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// A command did its job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    /// Nothing wrong was found.
    Success,
    /// The code under test is wrong; the report has already been printed.
    ErrorsFound,
    /// The program is beyond us (an unsupported construct) or beyond the bounds that were set, and
    /// nothing is claimed about it; this, too, has already been said.
    GaveUp,
    /// A signal asked for the end; what was found so far is on disk.
    Interrupted,
    /// `coax run`: the program ended by itself with this code.
    Program(u8),
}

/// A command could not do its job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// Bad usage or bad input: the user can mend it. Says what and where.
    Input(String),
    /// The machine does not let us: no room on the disk.
    Machine(String),
    /// Nothing wrong was found, but something that was suspected could not be judged.
    NotJudged(String),
    /// A bug in coax.
    Internal(String),
}

impl ExitStatus {
    fn code(self) -> u8 {
        match self {
            ExitStatus::Success => 0,
            ExitStatus::ErrorsFound => 1,
            ExitStatus::GaveUp => 2,
            ExitStatus::Interrupted => 130,
            ExitStatus::Program(code) => code,
        }
    }
}

impl Failure {
    /// Something could not be written: a full disk, or else a place that the user can change.
    pub fn of_disk(what: &str, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Failure::Machine(format!("{what}: {error}"))
            }
            _ => Failure::Input(format!("{what}: {error}")),
        }
    }

    fn code(&self) -> u8 {
        match self {
            Failure::Input(_) => 2,
            Failure::Machine(_) | Failure::NotJudged(_) | Failure::Internal(_) => 3,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(message) | Failure::Machine(message) | Failure::NotJudged(message) => {
                write!(f, "error: {message}")
            }
            Failure::Internal(message) => write!(
                f,
                "internal error: {message}\n\
                 This is a bug in coax. Please report it with the command and the input."
            ),
        }
    }
}

/// Ends the process as [`finish`] would, without waiting for any thread and without destroying what
/// threads may still use.
pub fn at_once(result: Result<ExitStatus, Failure>) -> ! {
    use std::io::Write;
    let code = match result {
        Ok(outcome) => outcome.code(),
        Err(failure) => {
            anstream::eprintln!("{failure}");
            failure.code()
        }
    };
    // The reader is gone if this fails.
    let _ = std::io::stdout().flush();
    // SAFETY: ends the process, and nothing that other threads hold is touched.
    unsafe { libc::_exit(code.into()) }
}

/// Says why a command failed, if it did, and gives the exit code.
pub fn finish(result: Result<ExitStatus, Failure>) -> ExitCode {
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
        assert_eq!(ExitStatus::Success.code(), 0);
        assert_eq!(ExitStatus::ErrorsFound.code(), 1);
        assert_eq!(ExitStatus::GaveUp.code(), 2);
        assert_eq!(ExitStatus::Interrupted.code(), 130);
        assert_eq!(ExitStatus::Program(42).code(), 42);
        assert_eq!(Failure::Input(String::new()).code(), 2);
        assert_eq!(Failure::Machine(String::new()).code(), 3);
        assert_eq!(Failure::Internal(String::new()).code(), 3);
        assert_eq!(Failure::Machine(String::new()).code(), 3);
        assert_eq!(Failure::NotJudged(String::new()).code(), 3);
    }

    #[test]
    fn an_internal_failure_asks_for_a_report() {
        let text = Failure::Internal("block 7 has no terminator".into()).to_string();
        assert!(text.starts_with("internal error: block 7 has no terminator\n"));
        assert!(text.contains("Please report it"));
    }
}
