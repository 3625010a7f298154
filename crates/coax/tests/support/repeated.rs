//! What the same run promises when it is repeated: the same report but for times, and the same
//! tests byte for byte.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::finished::Finished;

/// Two runs with the same seed and one worker left the same report (but for times) and tests.
pub fn same(first: &Finished, second: &Finished) -> Result<(), String> {
    if report(first)? != report(second)? {
        return Err("the same run twice: the reports differ".into());
    }
    for test in &first.report.tests {
        let read = |run: &Finished| fs::read(run.out().join(&test.file)).map_err(|e| e.to_string());
        if read(first)? != read(second)? {
            return Err(format!("the same run twice: {} differs", test.file));
        }
    }
    Ok(())
}

/// The report without times and without the name of the folder it was written to.
fn report(run: &Finished) -> Result<Value, String> {
    let text = String::from_utf8_lossy(&run.outcome.stdout);
    let text = text.replace(&*run.out().to_string_lossy(), "out");
    serde_json::from_str(&text).map(without_times).map_err(|e| e.to_string())
}

/// Pairs of seconds and what was reached then.
const OVER_TIME: &str = "coverage_over_time";

/// Drops every field whose name says that it is a time in seconds, or has some in it.
fn without_times(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept: BTreeMap<_, _> = fields
                .into_iter()
                .filter(|(name, _)| !name.ends_with("_s") && name != OVER_TIME)
                .map(|(name, field)| (name, without_times(field)))
                .collect();
            kept.into_iter().collect()
        }
        Value::Array(items) => items.into_iter().map(without_times).collect(),
        other => other,
    }
}
