//! Compares what two builds wrote: exit codes, reports, tests.
//!
//! Invariant: only times, the memory of the machine and the name of the folder are left out.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

/// Fields of a report that say what the machine has and where results went.
const LEFT_OUT: [&str; 2] = ["memory", "out"];

/// How the names of fields end that say how many seconds something took.
const SECONDS: &str = "_s";

/// Why a unit may be incomplete that makes a comparison worthless.
const OUT_OF_TIME: [&str; 2] = ["time", "interrupted"];

/// What a run left.
pub struct Results {
    code: Option<i32>,
    report: Value,
    /// Tests and what they need, by path below the folder of results.
    files: BTreeMap<String, Vec<u8>>,
}

impl Results {
    /// Of a run that ended with `code` and wrote into `folder`; a run that was refused wrote nothing.
    pub fn read(code: Option<i32>, folder: &Path) -> io::Result<Results> {
        let mut results = Results { code, report: Value::Null, files: BTreeMap::new() };
        if folder.is_dir() {
            results.report = serde_json::from_slice(&fs::read(folder.join("report.json"))?)?;
            for part in ["tests", "errors", "warnings"] {
                results.read_files(&folder.join(part), part)?;
            }
        }
        Ok(results)
    }

    fn read_files(&mut self, folder: &Path, name: &str) -> io::Result<()> {
        if !folder.is_dir() {
            return Ok(());
        }
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{name}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                self.read_files(&entry.path(), &name)?;
            } else {
                self.files.insert(name, fs::read(entry.path())?);
            }
        }
        Ok(())
    }
}

/// An error names the first thing that is not the same.
pub fn same(base: &Results, ours: &Results) -> Result<(), String> {
    if base.code != ours.code {
        return Err(format!("exit code {:?} became {:?}", base.code, ours.code));
    }
    for results in [base, ours] {
        worked(results.code)?;
        in_time(&results.report)?;
    }
    same_value(&base.report, &ours.report, "report")?;
    let names: Vec<&String> = base.files.keys().chain(ours.files.keys()).collect();
    match names.into_iter().find(|name| base.files.get(*name) != ours.files.get(*name)) {
        Some(name) if !ours.files.contains_key(name) => {
            Err(format!("{name} is not written any more"))
        }
        Some(name) if !base.files.contains_key(name) => Err(format!("{name} is new")),
        Some(name) => Err(format!("{name} is not the same")),
        None => Ok(()),
    }
}

/// The run did its job, whether or not it found errors.
fn worked(code: Option<i32>) -> Result<(), String> {
    match code {
        Some(0 | 1) => Ok(()),
        code => Err(format!("exit code {code:?} of both: nothing to compare")),
    }
}

/// No unit was ended by the clock.
fn in_time(report: &Value) -> Result<(), String> {
    let units: &[Value] = report["units"].as_array().map_or(&[], Vec::as_slice);
    for unit in units {
        let because: &[Value] = unit["incomplete_because"].as_array().map_or(&[], Vec::as_slice);
        if because.iter().any(|word| OUT_OF_TIME.iter().any(|time| word == time)) {
            return Err(format!("ran out of time in {}", unit["function"]));
        }
    }
    Ok(())
}

/// Compares two values of a report; `place` says where they stand.
fn same_value(base: &Value, ours: &Value, place: &str) -> Result<(), String> {
    match (base, ours) {
        (Value::Object(one), Value::Object(other)) => {
            let mut keys: Vec<&String> = one.keys().chain(other.keys()).collect();
            keys.retain(|key| !key.ends_with(SECONDS) && !LEFT_OUT.contains(&key.as_str()));
            keys.sort();
            keys.dedup();
            keys.into_iter().try_for_each(|key| {
                same_value(&base[key.as_str()], &ours[key.as_str()], &format!("{place}.{key}"))
            })
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let mut pairs = one.iter().zip(other).enumerate();
            pairs.try_for_each(|(at, (one, other))| {
                same_value(one, other, &format!("{place}[{at}]"))
            })
        }
        (Value::Array(one), Value::Array(other)) => {
            Err(format!("{place} had {} entries and has {}", one.len(), other.len()))
        }
        _ if base == ours => Ok(()),
        _ => Err(format!("{place} was {base} and is {ours}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn results(code: i32, report: Value, files: &[(&str, &str)]) -> Results {
        let files = files.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()));
        Results { code: Some(code), report, files: files.collect() }
    }

    #[test]
    fn times_do_not_count_and_everything_else_does() {
        let base =
            results(1, json!({"elapsed_s": 1, "units": [{"steps": 4}]}), &[("tests/a.c", "x")]);
        let slower = json!({"elapsed_s": 2, "units": [{"steps": 4}]});
        for (code, report, files, expected) in [
            (1, slower.clone(), &[("tests/a.c", "x")][..], Ok(())),
            (0, slower.clone(), &[("tests/a.c", "x")], Err("exit code Some(1) became Some(0)")),
            (1, slower.clone(), &[("tests/a.c", "y")], Err("tests/a.c is not the same")),
            (1, slower.clone(), &[], Err("tests/a.c is not written any more")),
            (1, slower.clone(), &[("tests/a.c", "x"), ("tests/b.c", "")], Err("tests/b.c is new")),
            (
                1,
                json!({"units": []}),
                &[("tests/a.c", "x")],
                Err("report.units had 1 entries and has 0"),
            ),
            (
                1,
                json!({"units": [{"steps": 5}]}),
                &[("tests/a.c", "x")],
                Err("report.units[0].steps was 4 and is 5"),
            ),
        ] {
            let ours = results(code, report, files);
            assert_eq!(same(&base, &ours), expected.map_err(str::to_owned));
        }
    }

    #[test]
    fn runs_that_both_failed_show_nothing() {
        let (base, ours) = (results(2, Value::Null, &[]), results(2, Value::Null, &[]));
        assert_eq!(
            same(&base, &ours),
            Err("exit code Some(2) of both: nothing to compare".to_owned())
        );
    }

    #[test]
    fn a_run_that_had_too_little_time_shows_nothing() {
        let cut = json!({"units": [{"function": "f", "incomplete_because": ["time"]}]});
        let (base, ours) = (results(0, cut.clone(), &[]), results(0, cut, &[]));
        assert_eq!(same(&base, &ours), Err("ran out of time in \"f\"".to_owned()));
    }
}
