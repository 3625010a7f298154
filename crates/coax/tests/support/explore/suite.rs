//! What a generated suite promises by itself, without coax: it builds and passes with plain tools,
//! and the same run writes it again byte for byte.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::invoke::Explored;

/// `make check` below `tests/` builds and passes.
pub fn passes(run: &Explored) -> Result<(), String> {
    let tests = run.out().join("tests");
    finish(Command::new("make").arg("-s").arg("check").current_dir(tests))
}

/// The first test builds and passes alone, by the command in its first comment.
pub fn builds_alone(run: &Explored) -> Result<(), String> {
    let Some(test) = run.report.tests.iter().find(|t| t.outcome == "normal") else {
        return Err("no test that ends normally".into());
    };
    let file = run.out().join(&test.file);
    let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", test.file))?;
    let first = text.lines().next().unwrap_or_default();
    let command = first.trim_start_matches(['/', '*', ' ']).trim_end_matches("*/").trim();
    if command.is_empty() {
        return Err(format!("{}: the first line is no command", test.file));
    }
    let folder = file.parent().unwrap_or(Path::new("."));
    finish(Command::new("sh").args(["-c", command]).current_dir(folder))?;
    let binary = command.split_whitespace().skip_while(|word| *word != "-o").nth(1);
    let binary = binary.ok_or_else(|| format!("`{command}` has no -o"))?;
    finish(Command::new(folder.join(binary)).current_dir(folder))
}

/// Two runs with the same seed and one worker left the same report (but for times) and tests.
pub fn repeats(first: &Explored, second: &Explored) -> Result<(), String> {
    let report = |run: &Explored| {
        serde_json::from_slice(&run.outcome.stdout).map(without_times).map_err(|e| e.to_string())
    };
    let (a, b): (Value, Value) = (report(first)?, report(second)?);
    // The output folder is part of the resolved options, and differs.
    let strip = |mut value: Value| {
        value.as_object_mut().and_then(|object| object.remove("options"));
        value
    };
    if strip(a) != strip(b) {
        return Err("the same run twice: the reports differ".into());
    }
    for test in &first.report.tests {
        let read = |run: &Explored| fs::read(run.out().join(&test.file)).map_err(|e| e.to_string());
        if read(first)? != read(second)? {
            return Err(format!("the same run twice: {} differs", test.file));
        }
    }
    Ok(())
}

/// Drops every field whose name says that it is a time in seconds.
fn without_times(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept: BTreeMap<_, _> = fields
                .into_iter()
                .filter(|(name, _)| !name.ends_with("_s"))
                .map(|(name, field)| (name, without_times(field)))
                .collect();
            kept.into_iter().collect()
        }
        Value::Array(items) => items.into_iter().map(without_times).collect(),
        other => other,
    }
}

fn finish(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(format!("{command:?} ended with {}\n{stdout}{stderr}", output.status))
}
