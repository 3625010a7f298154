//! `cargo xtask engines-table`: both engines of `coax check` on real code, side by side, as a table for
//! `docs/summaries.md`.
//!
//! Invariants: nothing is fetched; every number comes from a report that coax has just written. Times are compared
//! only for functions that both engines were done with.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde_json::Value;

const ENGINES: [&str; 2] = ["dart", "smart"];

const HEADING: &str = "\
| library | engine | functions | done | runs | queries | time | sides of branches | warnings | errors |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|";

/// What to check, and with what.
#[derive(clap::Args)]
pub struct Options {
    /// Folders of libraries
    #[arg(required = true)]
    libraries: Vec<PathBuf>,

    /// The coax to use
    #[arg(long, default_value = "target/release/coax")]
    coax: PathBuf,

    /// Budget of one run
    #[arg(long, default_value = "60s")]
    time: String,

    /// Where the results of all runs go; left there
    #[arg(long)]
    out: PathBuf,

    /// More options for `coax check`, and flags for the code after a second `--`
    #[arg(last = true)]
    check: Vec<String>,
}

/// Checks everything and prints the table; fails if a run did.
pub fn run(root: &Path, options: &Options) -> ExitCode {
    println!("{HEADING}");
    let mut remarks = Vec::new();
    for library in &options.libraries {
        let title = library.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut reports = Vec::new();
        for engine in ENGINES {
            match check(root, options, library, &title, engine) {
                Ok(report) => {
                    println!("{}", row(&title, engine, &report));
                    reports.push(report);
                }
                Err(why) => {
                    eprintln!("{title}, {engine}: {why}");
                    return ExitCode::FAILURE;
                }
            }
        }
        remarks.push(format!("{title}: {}", compared(&reports[0], &reports[1])));
    }
    println!("\n{}", remarks.join("\n"));
    ExitCode::SUCCESS
}

fn check(
    root: &Path,
    options: &Options,
    library: &Path,
    title: &str,
    engine: &str,
) -> Result<Value, String> {
    let mut command = Command::new(root.join(&options.coax));
    command.arg("check").arg(library);
    command.arg("--out").arg(options.out.join(format!("{title}-{engine}")));
    command.args(["--format", "json", "--no-progress", "--time", &options.time]);
    command.args(["--engine", engine]).args(&options.check);
    let output = command.output().map_err(|error| format!("coax: {error}"))?;
    // Errors found are no failure of the run.
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(format!("ended with {}", output.status));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}

fn row(title: &str, engine: &str, report: &Value) -> String {
    let units = units(report);
    let done = units.iter().filter(|unit| is_done(unit)).count();
    let sum = |of: &dyn Fn(&Value) -> &Value| -> u64 {
        units.iter().map(|unit| of(unit).as_u64().unwrap_or(0)).sum()
    };
    format!(
        "| {title} | `{engine}` | {} | {done} | {} | {} | {:.1} s | {} of {} | {} | {} |",
        units.len(),
        sum(&|unit| &unit["runs"]),
        sum(&|unit| &unit["solver"]["queries"]),
        seconds(units.iter()),
        sum(&|unit| &unit["sides"]["reached"]),
        sum(&|unit| &unit["sides"]["all"]),
        sum(&|unit| &unit["warnings"]),
        sum(&|unit| &unit["errors"]),
    )
}

/// Both engines where both were done: time, and what each found.
fn compared(dart: &Value, smart: &Value) -> String {
    let both: Vec<(&Value, &Value)> = units(dart)
        .iter()
        .zip(units(smart))
        .filter(|(one, other)| is_done(one) && is_done(other))
        .collect();
    let (one, other) =
        (seconds(both.iter().map(|pair| pair.0)), seconds(both.iter().map(|pair| pair.1)));
    let same = |pair: &&(&Value, &Value)| pair.0["errors"] == pair.1["errors"];
    format!(
        "{} functions were done by both, `dart` in {one:.2} s, `smart` in {other:.2} s; \
         the same number of errors in {} of them",
        both.len(),
        both.iter().filter(same).count()
    )
}

fn units(report: &Value) -> &[Value] {
    report["units"].as_array().map_or(&[], Vec::as_slice)
}

/// Nothing was left for lack of time.
fn is_done(unit: &Value) -> bool {
    matches!(unit["status"].as_str(), Some("complete" | "bounded"))
}

fn seconds<'v>(units: impl Iterator<Item = &'v Value>) -> f64 {
    units.map(|unit| unit["explored_s"].as_f64().unwrap_or(0.0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn report(status: &str, runs: u64, seconds: f64) -> Value {
        let unit = |status: &str| {
            json!({
                "status": status, "runs": runs, "explored_s": seconds, "solver": {"queries": 3},
                "sides": {"reached": 4, "all": 6}, "warnings": 2, "errors": 1,
            })
        };
        json!({"units": [unit("complete"), unit(status)]})
    }

    #[test]
    fn a_row_sums_up_all_functions() {
        let expected = "| lib | `smart` | 2 | 1 | 10 | 6 | 1.0 s | 8 of 12 | 4 | 2 |";
        assert_eq!(row("lib", "smart", &report("timeout", 5, 0.5)), expected);
    }

    #[test]
    fn times_are_those_of_what_both_did() {
        let said = compared(&report("bounded", 5, 0.5), &report("timeout", 5, 0.25));
        let expected = "1 functions were done by both, `dart` in 0.50 s, `smart` in 0.25 s; \
                        the same number of errors in 1 of them";
        assert_eq!(said, expected);
    }
}
