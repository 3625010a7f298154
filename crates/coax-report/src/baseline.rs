//! A baseline: the findings that are known, in a file that is kept with the code.
//!
//! It names each finding by its fingerprint, so that it fits after lines were moved and files renamed, and has the test
//! that showed it, so that a later run can tell a finding that was fixed from one that was merely not found again.
//!
//! Invariants: the same findings make the same file, byte for byte; a file that is something else is refused with a
//! word on what it is.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use coax_kinds::NotJudged;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    model::{Judged, Report, Tool, Warning},
    standing::{EarlierFinding, InBaseline},
};

/// The version of the file's form.
const VERSION: u64 = 1;

/// Known findings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    /// Always [`VERSION`]; that it is there tells a baseline from other files.
    pub coax_baseline: u64,
    /// Who wrote it.
    pub tool: Tool,
    /// By file, line, kind and fingerprint.
    pub findings: Vec<KnownFinding>,
}

/// A finding of an earlier run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnownFinding {
    /// Its lasting name.
    pub fingerprint: String,
    /// Its kind.
    pub kind: String,
    /// The unit that led to it.
    pub function: String,
    /// Where it was.
    pub file: String,
    /// The line there.
    pub line: u32,
    /// What happened.
    pub message: String,
    /// Did a native run show it?
    pub confirmed: bool,
    /// The test that did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<BaselineTest>,
}

/// A test that can be run wherever the baseline lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BaselineTest {
    /// The name of its file.
    pub name: String,
    /// Its text, as if it lay in a folder beside `tests`, where the support files are, and beside `base`, the
    /// folder that the baseline lies in.
    pub text: String,
    /// Files that lay in `tests` and are made for this code.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub beside: BTreeMap<String, String>,
}

/// Why a text is no baseline.
#[derive(Debug)]
pub enum BaselineError {
    /// It is no JSON, or fields are missing.
    Malformed(serde_json::Error),
    /// It is this.
    Other(&'static str),
    /// It is of another version.
    Version(u64),
}

impl fmt::Display for BaselineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BaselineError::Malformed(error) => write!(f, "this is no baseline of coax: {error}"),
            BaselineError::Other(what) => write!(
                f,
                "this is {what}, not a baseline; `coax check --write-baseline FILE` writes one"
            ),
            BaselineError::Version(version) => {
                write!(f, "a baseline of version {version}; this coax reads version {VERSION}")
            }
        }
    }
}

impl std::error::Error for BaselineError {}

impl Baseline {
    /// Those findings of a report that are errors or stand without a verdict, with the tests that `test` gives, and
    /// others that are to stay. What is ignored is left out.
    pub fn of(
        report: &Report,
        test: &dyn Fn(&Warning) -> Option<BaselineTest>,
        others: &[KnownFinding],
    ) -> Baseline {
        let mut findings: BTreeMap<String, KnownFinding> = BTreeMap::new();
        let known = report.warnings.iter().filter_map(|warning| known_finding(warning, test));
        for finding in known.chain(others.iter().cloned()) {
            let entry = findings.entry(finding.fingerprint.clone());
            let best = entry.or_insert_with(|| finding.clone());
            if finding.confirmed && !best.confirmed {
                *best = finding;
            }
        }
        let mut findings: Vec<KnownFinding> = findings.into_values().collect();
        findings.sort_by(|one, other| {
            let key =
                |finding: &KnownFinding| (finding.file.clone(), finding.line, finding.kind.clone());
            key(one).cmp(&key(other))
        });
        Baseline { coax_baseline: VERSION, tool: report.tool.clone(), findings }
    }

    /// The file.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self)
            .expect("keys are strings, and writing to memory does not fail");
        text.push('\n');
        text
    }

    /// The baseline that a text is.
    pub fn from_json(text: &str) -> Result<Baseline, BaselineError> {
        let value: Value = serde_json::from_str(text).map_err(BaselineError::Malformed)?;
        match value.get("coax_baseline").and_then(Value::as_u64) {
            Some(VERSION) => serde_json::from_value(value).map_err(BaselineError::Malformed),
            Some(version) => Err(BaselineError::Version(version)),
            None => Err(BaselineError::Other(kind_of(&value))),
        }
    }

    /// Says of every finding of a report whether it is known, and gives back those that are not among them.
    pub fn compare(&self, report: &mut Report) -> Vec<&KnownFinding> {
        let known: HashMap<&str, &KnownFinding> =
            self.findings.iter().map(|finding| (&*finding.fingerprint, finding)).collect();
        let mut seen: HashMap<String, bool> = HashMap::new();
        for warning in &mut report.warnings {
            let Some(name) = warning.fingerprint.clone() else {
                warning.standing.baseline = Some(InBaseline::New);
                continue;
            };
            // What was a mere suspicion and is an error now is news.
            let is_known =
                known.get(&*name).is_some_and(|known| known.confirmed || !warning.confirmed);
            warning.standing.baseline =
                Some(if is_known { InBaseline::Known } else { InBaseline::New });
            *seen.entry(name).or_default() |= warning.confirmed;
        }
        let is_seen = |finding: &KnownFinding| match seen.get(&finding.fingerprint) {
            Some(confirmed) => *confirmed || !finding.confirmed,
            None => false,
        };
        self.findings.iter().filter(|finding| !is_seen(finding)).collect()
    }
}

impl KnownFinding {
    /// As one that is not among those of a run.
    pub fn missing(&self, because: Option<String>) -> EarlierFinding {
        EarlierFinding {
            fingerprint: self.fingerprint.clone(),
            kind: self.kind.clone(),
            function: self.function.clone(),
            file: self.file.clone(),
            line: self.line,
            because,
        }
    }
}

fn known_finding(
    warning: &Warning,
    test: &dyn Fn(&Warning) -> Option<BaselineTest>,
) -> Option<KnownFinding> {
    let is_open = warning.judged == Judged::NotJudged
        && !warning.not_judged().is_some_and(NotJudged::is_users_choice);
    if !(warning.confirmed || is_open) || warning.standing.ignored_because.is_some() {
        return None;
    }
    Some(KnownFinding {
        fingerprint: warning.fingerprint.clone()?,
        kind: warning.kind.to_string(),
        function: warning.function.clone(),
        file: warning.file.clone(),
        line: warning.line,
        message: warning.message.clone(),
        confirmed: warning.confirmed,
        test: if warning.confirmed { test(warning) } else { None },
    })
}

/// What a file is that is no baseline.
fn kind_of(value: &Value) -> &'static str {
    let has = |name: &str| value.get(name).is_some();
    match value {
        _ if has("schema") && has("units") => "a report of coax",
        _ if has("runs") && has("version") => "a SARIF file",
        Value::Object(_) => "some other JSON file",
        _ => "no JSON object",
    }
}
