//! `cargo xtask guide-table`: what `coax check` makes of functions of real code with each `--guide`, as tables for
//! `docs/guided.md`.
//!
//! As in the evaluation of the text: functions with more than one test, of which one succeeds, each with at most so many
//! runs; tests that are ended early count. Times are compared for functions with the same number of non-redundant tests
//! in all configurations; the analysis is listed apart.
//!
//! Invariants: nothing is fetched; every number comes from a report that coax has just written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde_json::Value;

const CONFIGURATIONS: [&str; 5] = ["off", "pv", "may", "must", "may+must"];

const HEADING: &str = "\
| `--guide` | tests | redundant | non-redundant | failing | errors | runs | queries | time | analysis |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

/// Words of `incomplete_because` that say which bound was reached.
const BOUNDS: [&str; 6] = ["paths", "revisits", "constraints", "steps", "solver-unknown", "time"];

/// What to check, and with what.
#[derive(clap::Args)]
pub struct Options {
    /// Files or folders of code
    #[arg(required = true)]
    code: Vec<PathBuf>,

    /// The coax to use
    #[arg(long, default_value = "target/release/coax")]
    coax: PathBuf,

    /// Budget of one run
    #[arg(long, default_value = "60s")]
    time: String,

    /// Paths of one function at most; 0 for no bound
    #[arg(long, default_value_t = 30)]
    max_paths: u64,

    /// Where the results of all runs go; left there
    #[arg(long)]
    out: PathBuf,

    /// More options for `coax check`, and flags for the code after a second `--`
    #[arg(last = true)]
    check: Vec<String>,
}

/// A function in all configurations, in their order.
type Rows = Vec<Value>;

/// Checks everything and prints the tables; fails if a run did.
pub fn run(root: &Path, options: &Options) -> ExitCode {
    let mut functions: Vec<Rows> = Vec::new();
    let mut bases = 0;
    for code in &options.code {
        match check_all(root, options, code) {
            Ok(found) => {
                bases += usize::from(!found.is_empty());
                functions.extend(found);
            }
            Err(why) => {
                eprintln!("{}: {why}", code.display());
                return ExitCode::FAILURE;
            }
        }
    }
    println!("{} functions of {bases} code bases\n\n{}", functions.len(), tables(&functions));
    ExitCode::SUCCESS
}

/// The functions of some code that count, in all configurations.
fn check_all(root: &Path, options: &Options, code: &Path) -> Result<Vec<Rows>, String> {
    let title = code.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut by_function: BTreeMap<(String, String, u64), Rows> = BTreeMap::new();
    for configuration in CONFIGURATIONS {
        let out = options.out.join(format!("{title}-{}", configuration.replace('+', "-")));
        for unit in check(root, options, code, configuration, &out)? {
            let text = |key: &str| unit[key].as_str().unwrap_or_default().to_owned();
            let place = (text("file"), text("function"), unit["line"].as_u64().unwrap_or(0));
            by_function.entry(place).or_default().push(unit);
        }
    }
    let counts = |rows: &Rows| {
        let are_done = rows.iter().all(is_done);
        rows.len() == CONFIGURATIONS.len() && are_done && is_counted(&rows[0])
    };
    Ok(by_function.into_values().filter(counts).collect())
}

fn check(
    root: &Path,
    options: &Options,
    code: &Path,
    configuration: &str,
    out: &Path,
) -> Result<Vec<Value>, String> {
    let mut command = Command::new(root.join(&options.coax));
    command.arg("check").arg(code).arg("--out").arg(out);
    command.args(["--format", "json", "--no-progress", "--jobs", "1", "--time", &options.time]);
    command.args(["--guide", configuration]);
    if options.max_paths > 0 {
        command.args(["--max-paths", &options.max_paths.to_string()]);
    }
    let output = command.args(&options.check).output().map_err(|error| format!("coax: {error}"))?;
    // Errors found, or not judged, are no failure of the run; what it says of itself is.
    if !matches!(output.status.code(), Some(0 | 1 | 3)) {
        return Err(format!("{configuration}: ended with {}", output.status));
    }
    if output.status.code() == Some(3) {
        eprintln!("{configuration}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let report: Value = serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())?;
    Ok(report["units"].as_array().cloned().unwrap_or_default())
}

/// Nothing was left out for lack of time.
fn is_done(unit: &Value) -> bool {
    matches!(unit["status"].as_str(), Some("complete" | "bounded"))
}

/// More than one test, one of which succeeds.
fn is_counted(unit: &Value) -> bool {
    let [completed, error] = ["completed", "error"].map(|key| number(&unit["paths"][key]));
    completed > 0 && completed + error > 1
}

fn tables(functions: &[Rows]) -> String {
    let same: Vec<&Rows> = functions.iter().filter(|rows| have_same_tests(rows)).collect();
    let mut text = String::from(HEADING);
    for (index, configuration) in CONFIGURATIONS.into_iter().enumerate() {
        let units: Vec<&Value> = functions.iter().map(|rows| &rows[index]).collect();
        text += &format!("\n{}", row(configuration, &units));
    }
    text +=
        &format!("\n\nTime of the {} functions with the same non-redundant tests:\n", same.len());
    for (index, configuration) in CONFIGURATIONS.into_iter().enumerate().skip(1) {
        let units: Vec<&Value> = same.iter().map(|rows| &rows[index]).collect();
        text += &format!("\n- `{configuration}`: {:.2} s", seconds(&units));
    }
    text += "\n\nFunctions that came to a bound:\n\n| `--guide` | ";
    text += &format!("{} |\n|---|{}", BOUNDS.join(" | "), "--:|".repeat(BOUNDS.len()));
    for (index, configuration) in CONFIGURATIONS.into_iter().enumerate() {
        let units: Vec<&Value> = functions.iter().map(|rows| &rows[index]).collect();
        let counts = BOUNDS.map(|word| units.iter().filter(|unit| came_to(unit, word)).count());
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        text += &format!("\n| `{configuration}` | {} |", counts.join(" | "));
    }
    text
}

fn have_same_tests(rows: &Rows) -> bool {
    let tests = |unit: &Value| number(&unit["guide"]["non_redundant"]);
    rows[2..].iter().all(|unit| tests(unit) == tests(&rows[1]))
}

fn row(configuration: &str, units: &[&Value]) -> String {
    let sum = |of: &dyn Fn(&Value) -> u64| units.iter().map(|unit| of(unit)).sum::<u64>();
    let guide = |key: &'static str| sum(&|unit| number(&unit["guide"][key]));
    let errors = sum(&|unit| number(&unit["errors"]));
    let (runs, queries) =
        (sum(&|unit| number(&unit["runs"])), sum(&|unit| number(&unit["solver"]["queries"])));
    let analysis: f64 = units.iter().filter_map(|unit| unit["guide"]["analysis_s"].as_f64()).sum();
    let time = seconds(units);
    if configuration == "off" {
        let path = |key: &'static str| sum(&|unit| number(&unit["paths"][key]));
        let (completed, failing) = (path("completed"), path("error"));
        return format!(
            "| `off` | {} | | | {failing} | {errors} | {runs} | {queries} | {time:.2} s | |",
            completed + failing
        );
    }
    let [redundant, non_redundant, failing] =
        [guide("redundant"), guide("non_redundant"), guide("failing")];
    format!(
        "| `{configuration}` | {} | {redundant} | {non_redundant} | {failing} | {errors} | {runs} | \
         {queries} | {time:.2} s | {analysis:.2} s |",
        redundant + non_redundant
    )
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

fn seconds(units: &[&Value]) -> f64 {
    units.iter().filter_map(|unit| unit["explored_s"].as_f64()).sum()
}

fn came_to(unit: &Value, word: &str) -> bool {
    let because = unit["incomplete_because"].as_array();
    because.is_some_and(|words| words.iter().any(|one| one == word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn unit(completed: u64, non_redundant: u64) -> Value {
        json!({
            "paths": {"completed": completed, "error": 1}, "errors": 1, "runs": 4,
            "solver": {"queries": 2}, "explored_s": 0.5, "incomplete_because": ["paths"],
            "guide": {
                "redundant": 3, "non_redundant": non_redundant, "failing": 1, "analysis_s": 0.25,
            },
        })
    }

    #[test]
    fn a_row_sums_up_functions() {
        let units = [unit(2, 2), unit(2, 2)];
        let expected = "| `may` | 10 | 6 | 4 | 2 | 2 | 8 | 4 | 1.00 s | 0.50 s |";
        assert_eq!(row("may", &units.iter().collect::<Vec<_>>()), expected);
    }

    #[test]
    fn functions_without_a_test_that_succeeds_do_not_count() {
        assert!(is_counted(&unit(1, 0)) && !is_counted(&unit(0, 0)));
    }

    #[test]
    fn times_are_compared_where_all_found_the_same() {
        let rows = |last| vec![unit(1, 2), unit(1, 2), unit(1, 2), unit(1, 2), unit(1, last)];
        assert!(have_same_tests(&rows(2)) && !have_same_tests(&rows(3)));
        assert!(came_to(&unit(1, 1), "paths") && !came_to(&unit(1, 1), "time"));
    }
}
