//! What a static analysis says of a function's checks, as report.json and exported files have it.
//!
//! Invariant: `checks` is the sum of `verified`, `verified_if` and `open`.

use coax_kinds::{ErrorKind, Word};
use serde::{Deserialize, Serialize};

/// What is known of the checks of a function.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Guide {
    /// How many there are:
    pub checks: u64,
    /// those that cannot fail,
    pub verified: u64,
    /// those that cannot fail if the assumptions hold that are named with them,
    pub verified_if: u64,
    /// and the others.
    pub open: u64,
    /// How long the analysis took.
    pub analysis_s: f64,
    /// The assumptions; a check names them by their place in this list.
    pub assumptions: Vec<StatedAssumption>,
    /// What came of a search that was told so.
    #[serde(flatten)]
    pub search: Option<GuidedSearch>,
    /// Every check. Not in report.json: there may be very many.
    #[serde(skip)]
    pub places: Vec<CheckPlace>,
    /// What a guided search does where. Only in files that are exported.
    #[serde(skip)]
    pub guards: Vec<GuardPlace>,
}

/// What a guided search does before an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuardPlace {
    /// `assume`, `tryfirst`, or `tryfirst alone`: left out where `assume` is used as well.
    pub guard: String,
    /// The condition over the function's assumptions.
    pub condition: String,
    /// Where.
    pub file: String,
    /// The line there; 0 if unknown.
    pub line: u32,
    /// The column there.
    pub column: u32,
}

/// What came of a search that was told what is verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuidedSearch {
    /// Paths on which every check was verified.
    pub redundant: u64,
    /// Paths on which some check was not.
    pub non_redundant: u64,
    /// Those of them that went wrong.
    pub failing: u64,
    /// How often a path was ended, or turned to other inputs, because all that follows was verified.
    pub pruned: u64,
    /// How often one was put off because it was verified in part.
    pub deferred: u64,
}

/// An assumption that the analysis made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatedAssumption {
    /// Its place in the list.
    pub id: u64,
    /// What sort of assumption it is.
    pub predicate: String,
    /// What must hold, in words.
    pub text: String,
    /// Where it is made.
    pub file: String,
    /// The line there; 0 if unknown.
    pub line: u32,
    /// The column there.
    pub column: u32,
}

/// What is known of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It cannot fail.
    Verified,
    /// It cannot fail if all of the named assumptions hold.
    VerifiedIf,
    /// It may fail.
    Open,
}

/// A check of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckPlace {
    /// The error.
    pub kind: Word<ErrorKind>,
    /// Where it would be.
    pub file: String,
    /// The line there; 0 if unknown.
    pub line: u32,
    /// The column there.
    pub column: u32,
    /// What is known.
    pub verdict: Verdict,
    /// The assumptions it needs, by their place in the list of the function.
    #[serde(rename = "if", default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<u64>,
}
