//! The parts of `report.json` (schema 1) that the corpora look at.
//!
//! Invariant: these types are written from the contract, not taken from the crate that writes the
//! report; a field that vanishes or changes its type is noticed here.

#![allow(dead_code, reason = "each corpus looks at its own part of the report")]

use std::collections::BTreeSet;

use serde::Deserialize;

/// An error at its place. Files are compared by their last component, because a report may
/// shorten paths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ErrorSite {
    pub file: String,
    pub line: usize,
    pub kind: String,
}

#[derive(Debug, Deserialize)]
pub struct Report {
    pub schema: u32,
    pub command: String,
    #[serde(default)]
    pub options: Options,
    pub units: Vec<Unit>,
    pub warnings: Vec<Warning>,
    pub tests: Vec<Test>,
    /// Absent when no test was written.
    pub coverage: Option<Coverage>,
    pub totals: Totals,
    /// Tests that natively did something else than predicted.
    #[serde(default)]
    pub divergences: u64,
}

#[derive(Debug, Default, Deserialize)]
pub struct Options {
    /// What a call does.
    #[serde(default)]
    pub engine: String,
}

#[derive(Debug, Deserialize)]
pub struct Unit {
    pub function: String,
    pub status: String,
    pub incomplete_because: BTreeSet<String>,
    pub paths: Paths,
    #[serde(default)]
    pub runs: u64,
    #[serde(default)]
    pub summaries: u64,
    #[serde(default)]
    pub divergences: u64,
    #[serde(default)]
    pub notes: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
pub struct Paths {
    pub completed: u64,
    pub error: u64,
    pub infeasible: u64,
    pub bounded: u64,
}

#[derive(Debug, Deserialize)]
pub struct Warning {
    pub kind: String,
    pub function: String,
    /// The unit that found it, counted from 0, where there are several.
    #[serde(default)]
    pub unit: Option<usize>,
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub message: String,
    /// What besides plain values is needed: another's word for it, two names for one object…
    #[serde(default)]
    pub assumes: BTreeSet<String>,
    /// Whose mistake it is, and why.
    #[serde(default)]
    pub grade: Option<String>,
    #[serde(default)]
    pub grade_because: BTreeSet<String>,
    /// The function that users of the code can call and that shows it.
    #[serde(default)]
    pub boundary: Option<String>,
    pub confirmed: bool,
    #[serde(default)]
    pub test: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Test {
    pub id: String,
    pub file: String,
    pub outcome: String,
    /// The exit status of the program, if it ended normally.
    #[serde(default)]
    pub status: Option<i32>,
    /// The calls of a sequence.
    #[serde(default)]
    pub steps: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct Coverage {
    pub branches: Share,
    pub lines: Share,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Share {
    pub covered: u64,
    pub total: u64,
}

#[derive(Debug, Deserialize)]
pub struct Totals {
    pub tests: u64,
    pub warnings: u64,
    pub errors: u64,
    pub queries: u64,
}

impl Report {
    pub fn parse(text: &[u8]) -> Result<Report, String> {
        serde_json::from_slice(text).map_err(|e| format!("the report does not fit schema 1: {e}"))
    }

    /// Errors (confirmed) or mere warnings, once per kind, file and line.
    pub fn places(&self, confirmed: bool) -> BTreeSet<ErrorSite> {
        let wanted = self.warnings.iter().filter(|w| w.confirmed == confirmed);
        wanted.map(Warning::place).collect()
    }

    /// The name of the unit that found it.
    pub fn unit_of<'a>(&'a self, warning: &'a Warning) -> &'a str {
        let unit = warning.unit.and_then(|index| self.units.get(index));
        unit.map_or(&warning.function, |unit| &unit.function)
    }

    /// Paths that reached an end, an error included.
    pub fn finished_paths(&self) -> u64 {
        self.units.iter().map(|u| u.paths.completed + u.paths.error).sum()
    }

    pub fn reasons(&self) -> BTreeSet<String> {
        self.units.iter().flat_map(|u| u.incomplete_because.iter().cloned()).collect()
    }

    pub fn is_complete(&self) -> bool {
        self.units.iter().all(|u| u.status == "complete")
    }
}

impl Warning {
    pub fn place(&self) -> ErrorSite {
        let file = self.file.rsplit('/').next().unwrap_or(&self.file).to_owned();
        ErrorSite { file, line: self.line, kind: self.kind.clone() }
    }
}
