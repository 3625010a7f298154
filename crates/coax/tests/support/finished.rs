//! One run of a coax command that writes results, the way a user would start it.
//!
//! Invariants: the current folder is the run's own temporary one and results go below it; the
//! report is read from standard output, so nothing else may be written there.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use crate::process::{self, End, Invocation, ProcessResult};
use crate::report::Report;

/// Only catches a hang: coax itself must have stopped long before.
const LIMIT: Duration = Duration::from_secs(300);

/// A finished run: what it said and what it left.
pub struct Finished {
    folder: TempDir,
    pub outcome: ProcessResult,
    pub report: Report,
}

impl Finished {
    /// Runs coax with the arguments that `arguments` makes from the folder for its results.
    pub fn run(arguments: impl FnOnce(&Path) -> Vec<String>) -> Result<Finished, String> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let args = arguments(&out(folder.path()));
        let invocation = Invocation { args, ..Invocation::default() };
        let coax = Path::new(env!("CARGO_BIN_EXE_coax"));
        let outcome = process::run(coax, &invocation, folder.path(), LIMIT)?;
        let stderr = || String::from_utf8_lossy(&outcome.stderr);
        if !matches!(outcome.end, End::Exit(0 | 1)) {
            return Err(format!("ended with {:?}\n--- stderr ---\n{}", outcome.end, stderr()));
        }
        let report = Report::parse(&outcome.stdout)
            .map_err(|reason| format!("{reason}\n--- stderr ---\n{}", stderr()))?;
        Ok(Finished { folder, outcome, report })
    }

    /// The folder given as `--out`.
    pub fn out(&self) -> PathBuf {
        out(self.folder.path())
    }
}

fn out(folder: &Path) -> PathBuf {
    folder.join("out")
}

/// `usual` options in pairs of name and value, without those that `own` gives itself, then `own`.
pub fn options(usual: &[&str], own: &[String]) -> Vec<String> {
    let mut args = Vec::new();
    for option in usual.chunks(2) {
        if !own.iter().any(|word| word == option[0]) {
            args.extend(option.iter().map(|&word| word.to_owned()));
        }
    }
    args.extend(own.iter().cloned());
    args
}
