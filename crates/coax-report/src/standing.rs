//! How a finding stands to what was known or decided before the run: its lasting name, whether a baseline has it,
//! and whether it is to be ignored.
//!
//! Invariant: what is known or ignored stays in the report; it only does not count.

use serde::{Deserialize, Serialize};

/// How the reason begins for ignoring what a comment names.
pub const COMMENT: &str = "comment: ";

/// What a baseline says of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InBaseline {
    /// It is not in it.
    New,
    /// It is.
    Known,
}

/// How a finding stands to earlier runs and decisions. Its fields are fields of the finding in report.json: no other may
/// have their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// What the baseline of the run says, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<InBaseline>,
    /// Why it is ignored, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ignored_because: Option<String>,
}

/// What became of the findings of a baseline, and what was ignored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Earlier {
    /// The file of the baseline, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<String>,
    /// Findings that are not in it,
    pub new: u64,
    /// and that are.
    pub known: u64,
    /// Those of it whose kept tests pass now.
    #[serde(default)]
    pub fixed: Vec<EarlierFinding>,
    /// Those of it that were merely not found again.
    #[serde(default)]
    pub not_seen: Vec<EarlierFinding>,
    /// Findings that were ignored.
    #[serde(default)]
    pub ignored: u64,
    /// The revision since which code was looked at, if not all of it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// What is wrong with what was said about ignoring.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// What of the code was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Since {
    /// A commit.
    pub revision: String,
    /// Functions that are as they were there, and were left out.
    pub unchanged: u64,
}

/// A finding of a baseline that is not among those of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierFinding {
    /// Its lasting name.
    pub fingerprint: String,
    /// Its kind.
    pub kind: String,
    /// The unit it belonged to.
    pub function: String,
    /// Where it was.
    pub file: String,
    /// The line there.
    pub line: u32,
    /// What is known of it, if it was not seen: what its kept test did, or why that was not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}
