//! How a command ends: it did its job, or it could not, and why.
//!
//! Invariant: bad input and what is our own fault or the machine's are never mixed up. Which exit code
//! each has is up to the binary.

use std::fmt;
use std::io;

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

    /// Temporary files cannot be written.
    pub fn no_room(error: io::Error) -> Failure {
        Failure::of_disk("no room for temporary files", &error)
    }

    /// Results cannot be written, from the beginning.
    pub fn cannot_write(error: io::Error) -> Failure {
        Failure::Machine(format!("results cannot be written: {error}"))
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

/// What can go wrong in the middle of a run.
pub enum Stumble {
    /// A result, or a temporary file, cannot be written.
    Write(io::Error),
    /// Anything else: how the command ends.
    Other(Failure),
}

impl From<io::Error> for Stumble {
    fn from(error: io::Error) -> Stumble {
        Stumble::Write(error)
    }
}

impl From<Failure> for Stumble {
    fn from(failure: Failure) -> Stumble {
        Stumble::Other(failure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_internal_failure_asks_for_a_report() {
        let text = Failure::Internal("block 7 has no terminator".into()).to_string();
        assert!(text.starts_with("internal error: block 7 has no terminator\n"));
        assert!(text.contains("Please report it"));
    }
}
