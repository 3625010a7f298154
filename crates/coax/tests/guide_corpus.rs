//! What `--guide` does with the programs of `tests/corpus/guide`: where `assume` and `tryfirst` are put, and how paths
//! come out.
//!
//! The first line is a sentence; `//@ explore: OPTIONS` or `//@ check: FUNCTION OPTIONS` says what is run, once for each
//! `//@ guide: HOW => WHAT NUMBER, ...`: counts of the report's unit, by their names there with `-` for `_`. A line marked
//! `//~ assume: CONDITION`, `//~ tryfirst: CONDITION` or `//~ tryfirst alone: CONDITION` (left out with `may+must`), several
//! of them separated by `;`, has such a guard, and no other line has one. Assumptions are numbered in their function.
//!
//! Invariants: a program that states nothing, an unknown word or a count that the report does not have is a failure.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/guide");

/// What a program says of itself.
#[derive(Default)]
struct Stated {
    /// The command with its options.
    command: Vec<String>,
    runs: Vec<Run>,
    /// Lines, what stands there, conditions.
    guards: BTreeSet<Guard>,
}

/// A guard: its line, what it is, its condition.
type Guard = (u64, String, String);

struct Run {
    how: String,
    counts: Vec<(String, u64)>,
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let entries = fs::read_dir(CORPUS).unwrap_or_else(|e| panic!("{CORPUS}: {e}"));
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    programs.sort();
    let trial = |program: PathBuf| {
        let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(name, move || is_as_stated(&program).map_err(Failed::from))
    };
    libtest_mimic::run(&arguments, programs.into_iter().map(trial).collect()).exit_code()
}

fn is_as_stated(program: &Path) -> Result<(), String> {
    let text = fs::read_to_string(program).map_err(|e| e.to_string())?;
    let stated = stated(&text)?;
    let mut wrong = Vec::new();
    for run in &stated.runs {
        wrong.extend(differences(&run_coax(program, &stated.command, &run.how)?, run));
    }
    let placed = placed(program)?;
    let missing = stated.guards.difference(&placed).map(|guard| format!("no {guard:?}"));
    let more = placed.difference(&stated.guards).map(|guard| format!("there is {guard:?}"));
    wrong.extend(missing.chain(more));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn stated(text: &str) -> Result<Stated, String> {
    if !text.starts_with("// ") {
        return Err("the first line must say what it shows".into());
    }
    let mut stated = Stated::default();
    for (number, line) in (1..).zip(text.lines()) {
        let at = |what: &str| format!("line {number}: {what}");
        if let Some(directive) = line.strip_prefix("//@ ") {
            let (name, value) = directive.split_once(": ").ok_or_else(|| at("no value"))?;
            match name {
                "explore" | "check" => {
                    let option = if name == "check" { &["--function"][..] } else { &[] };
                    let words = std::iter::once(name).chain(option.iter().copied());
                    let words = words.chain(value.split_whitespace());
                    stated.command = words.map(str::to_owned).collect();
                }
                "guide" => stated.runs.push(run(value).ok_or_else(|| at("not understood"))?),
                _ => return Err(at("unknown directive")),
            }
        }
        let Some((_, marks)) = line.split_once("//~ ") else { continue };
        for mark in marks.split("; ") {
            let (what, condition) = mark.split_once(": ").ok_or_else(|| at("no condition"))?;
            stated.guards.insert((number, what.trim().to_owned(), condition.trim().to_owned()));
        }
    }
    match stated.command.is_empty() || stated.runs.is_empty() {
        true => Err("nothing is stated".into()),
        false => Ok(stated),
    }
}

fn run(value: &str) -> Option<Run> {
    let (how, counts) = value.split_once(" => ")?;
    let count = |text: &str| {
        let (what, number) = text.trim().rsplit_once(' ')?;
        Some((what.replace('-', "_"), number.parse().ok()?))
    };
    let counts: Option<Vec<(String, u64)>> = counts.split(',').map(count).collect();
    Some(Run { how: how.to_owned(), counts: counts? })
}

/// The unit that the report of a run is about.
fn run_coax(program: &Path, command: &[String], how: &str) -> Result<Value, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let output = Command::new(env!("CARGO_BIN_EXE_coax"))
        .args(&command[..1])
        .arg(program)
        .args(&command[1..])
        .args(["--guide", how, "--format", "json", "--no-progress", "--jobs", "1"])
        .args(["--time", "120s", "--out"])
        .arg(folder.path().join("out"))
        .output()
        .map_err(|e| e.to_string())?;
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(format!("--guide {how}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let report: Value = serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())?;
    let unit = report["units"].as_array().and_then(|units| units.first());
    unit.cloned().ok_or_else(|| "no unit".into())
}

fn differences(unit: &Value, run: &Run) -> Vec<String> {
    let of = |(what, expected): &(String, u64)| {
        let places = [&unit["paths"][what], &unit["guide"][what], &unit[what]];
        let found = places.iter().find_map(|value| value.as_u64());
        (found != Some(*expected))
            .then(|| format!("--guide {}: {what} is {found:?}, not {expected}", run.how))
    };
    run.counts.iter().filter_map(of).collect()
}

/// Where `coax verify` says that guards are.
fn placed(program: &Path) -> Result<BTreeSet<Guard>, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let export = folder.path().join("verified.json");
    let output = Command::new(env!("CARGO_BIN_EXE_coax"))
        .arg("verify")
        .arg(program)
        .args(["--quiet", "--no-progress", "--export"])
        .arg(&export)
        .arg("--out")
        .arg(folder.path().join("out"))
        .output()
        .map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = fs::read_to_string(&export).map_err(|e| e.to_string())?;
    let export: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let functions = export["functions"].as_array().into_iter().flatten();
    let guards = functions.flat_map(|function| function["guards"].as_array().into_iter().flatten());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let guard = |guard: &Value| {
        (guard["line"].as_u64().unwrap_or(0), text(&guard["guard"]), text(&guard["condition"]))
    };
    Ok(guards.map(guard).collect())
}
