//! Runs `coax verify` and reads the file it exports.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What is known of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Verified,
    VerifiedIf,
    Open,
}

/// A place and a kind of error: file, line, kind.
type Place = (PathBuf, u64, String);

/// The verdicts of all checks by place and kind.
#[derive(Debug, Default)]
pub struct Exported(BTreeMap<Place, Vec<Verdict>>);

impl Exported {
    /// The verdicts at a line about a kind.
    pub fn at(&self, file: &str, line: u64, kind: &str) -> impl Iterator<Item = Verdict> {
        let file = Path::new(file).canonicalize().unwrap_or_else(|_| PathBuf::from(file));
        self.0.get(&(file, line, kind.to_owned())).into_iter().flatten().copied()
    }
}

impl Extend<Exported> for Exported {
    fn extend<All: IntoIterator<Item = Exported>>(&mut self, others: All) {
        for (place, verdicts) in others.into_iter().flat_map(|other| other.0) {
            self.0.entry(place).or_default().extend(verdicts);
        }
    }
}

/// Analyses files together; an error if one of them cannot be.
pub fn verify<'a>(
    files: &[PathBuf],
    flags: impl IntoIterator<Item = &'a str>,
) -> Result<Exported, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let export = folder.path().join("verified.json");
    let output = Command::new(env!("CARGO_BIN_EXE_coax"))
        .args(["verify", "--color=never", "--quiet", "--time=1h", "--out"])
        .arg(folder.path().join("out"))
        .arg("--export")
        .arg(&export)
        .args(files)
        .arg("--")
        .args(flags)
        .current_dir(folder.path())
        .output()
        .map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let report = read(&folder.path().join("out/report.json"))?;
    let refused = array(&report, "units").iter().filter(|unit| unit["guide"].is_null());
    let refused: Vec<String> = refused.map(|unit| unit["function"].to_string()).collect();
    match refused.is_empty() {
        true => Ok(checks(&read(&export)?)),
        false => Err(format!("not analysed: {}", refused.join(", "))),
    }
}

fn read(file: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    serde_json::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))
}

fn array<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn checks(export: &Value) -> Exported {
    let mut exported = Exported::default();
    for check in array(export, "functions").iter().flat_map(|function| array(function, "checks")) {
        let text = |key: &str| check[key].as_str().unwrap_or_default();
        let file = Path::new(text("file"));
        let file = file.canonicalize().unwrap_or_else(|_| file.to_path_buf());
        let place = (file, check["line"].as_u64().unwrap_or(0), text("kind").to_owned());
        let verdict = match text("verdict") {
            "verified" => Verdict::Verified,
            "verified-if" => Verdict::VerifiedIf,
            _ => Verdict::Open,
        };
        exported.0.entry(place).or_default().push(verdict);
    }
    exported
}
