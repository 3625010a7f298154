//! `cargo xtask check-table`: what `coax check` finds in real code, by call depth and by what ends a
//! path, as a table for `docs/check-on-real-code.md`.
//!
//! Invariants: nothing is fetched; every number comes from a report that coax has just written; a
//! run that failed has a row that says so.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde_json::Value;

/// What ends a path, as options and as the table calls it.
const BOUNDS: &[(&str, &[&str])] =
    &[("15 constraints", &["--max-constraints", "15"]), ("5 revisits", &["--max-revisits", "5"])];

/// Files that count as code.
const SOURCES: &[&str] = &["c", "cc", "cpp", "cxx"];

const HEADING: &str = "\
| library | kLOC | depth | a path ends after | time | units | queries | pruned | warnings | errors \
| plain | errors per kLOC |
|---|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|";

/// What to check, and with what.
#[derive(clap::Args)]
pub struct Options {
    /// Folders of libraries, one row each per depth and bound
    #[arg(required = true)]
    libraries: Vec<PathBuf>,

    /// The coax to use
    #[arg(long, default_value = "target/release/coax")]
    coax: PathBuf,

    /// Budget of one run
    #[arg(long, default_value = "30s")]
    time: String,

    /// Call depths
    #[arg(long, value_delimiter = ',', default_value = "0,1,2")]
    depths: Vec<String>,

    /// Where the results of all runs go; left there
    #[arg(long)]
    out: PathBuf,

    /// Flags for the code under test
    #[arg(last = true)]
    flags: Vec<String>,
}

/// Checks everything and prints the table; fails if a run did.
pub fn run(root: &Path, options: &Options) -> ExitCode {
    println!("{HEADING}");
    let mut failed = false;
    for library in &options.libraries {
        for depth in &options.depths {
            for (name, bound) in BOUNDS {
                let row = check(root, options, library, &Limits { depth, name, flags: bound });
                failed |= row.is_err();
                println!("{}", row.unwrap_or_else(|why| why));
            }
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// What bounds the paths of a run.
struct Limits<'o> {
    /// How deep calls are followed.
    depth: &'o str,
    /// The other bound, as the table names it.
    name: &'o str,
    /// The flags that set it.
    flags: &'o [&'o str],
}

/// One run: its row, or one that says why there are no numbers.
fn check(
    root: &Path,
    options: &Options,
    library: &Path,
    limits: &Limits<'_>,
) -> Result<String, String> {
    let Limits { depth, name, flags } = limits;
    let title = library.file_name().unwrap_or_default().to_string_lossy();
    let failed = |why: String| format!("| {title} | | {depth} | {name} | {why} |");
    let out = options.out.join(format!("{title}-{depth}-{}", flags[0].trim_start_matches('-')));
    let mut command = Command::new(root.join(&options.coax));
    command.arg("check").arg(library).arg("--out").arg(&out);
    command.args(["--format", "json", "--no-progress", "--time", &options.time]);
    command.args(["--call-depth", depth]).args(*flags).arg("--").args(&options.flags);
    let output = command.output().map_err(|error| failed(format!("coax: {error}")))?;
    // Errors found are no failure of the run.
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(failed(format!("ended with {}", output.status)));
    }
    let report: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| failed(error.to_string()))?;
    let lines = code_lines(library).map_err(|error| failed(error.to_string()))?;
    Ok(row(&title, lines, limits, &report))
}

fn row(title: &str, lines: u64, limits: &Limits<'_>, report: &Value) -> String {
    let Limits { depth, name, .. } = limits;
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let units: &[Value] = report["units"].as_array().map_or(&[], Vec::as_slice);
    let sum = |word: &str| units.iter().map(|unit| number(&unit["paths"][word])).sum::<u64>();
    let ended = ["completed", "error", "bounded", "assumed_away", "unsupported", "solver_unknown"];
    let (ended, pruned) = (ended.map(sum).iter().sum::<u64>(), sum("infeasible"));
    let share = (100 * pruned).checked_div(ended + pruned).unwrap_or(0);
    let (totals, errors) = (&report["totals"], number(&report["totals"]["errors"]));
    let klines = lines as f64 / 1000.0;
    format!(
        "| {title} | {klines:.1} | {depth} | {name} | {:.0} s | {} | {} | {share} % | {} | {errors} | {} | {:.1} |",
        report["elapsed_s"].as_f64().unwrap_or(0.0),
        number(&totals["units"]),
        number(&totals["queries"]),
        number(&totals["warnings"]),
        plain(report),
        errors as f64 / klines.max(0.001),
    )
}

/// Errors that need nothing but values, in functions with external linkage.
fn plain(report: &Value) -> usize {
    let warnings: &[Value] = report["warnings"].as_array().map_or(&[], Vec::as_slice);
    let is_plain = |warning: &&Value| {
        let needs_nothing = warning["assumes"].as_array().is_none_or(Vec::is_empty);
        warning["confirmed"] == true && needs_nothing && warning["internal"] != true
    };
    warnings.iter().filter(is_plain).count()
}

/// Lines of the translation units below a folder that are not blank.
fn code_lines(folder: &Path) -> std::io::Result<u64> {
    let mut lines = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            lines += code_lines(&path)?;
        } else if path.extension().is_some_and(|end| SOURCES.iter().any(|word| end == *word)) {
            let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
            lines += text.lines().filter(|line| !line.trim().is_empty()).count() as u64;
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_row_has_the_numbers_of_the_report() {
        let paths = json!({"completed": 2, "error": 1, "infeasible": 1, "bounded": 0});
        let report = json!({
            "elapsed_s": 1.6,
            "units": [{"paths": paths}],
            "warnings": [
                {"confirmed": true},
                {"confirmed": true, "internal": true},
                {"confirmed": true, "assumes": ["fields"]},
                {"confirmed": false},
            ],
            "totals": {"units": 1, "queries": 7, "warnings": 4, "errors": 3},
        });
        let expected = "| lib | 1.5 | 1 | 5 revisits | 2 s | 1 | 7 | 25 % | 4 | 3 | 1 | 2.0 |";
        let limits = Limits { depth: "1", name: "5 revisits", flags: &[] };
        assert_eq!(row("lib", 1500, &limits, &report), expected);
    }

    #[test]
    fn blank_lines_and_other_files_are_no_code() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("below")).unwrap();
        fs::write(folder.path().join("a.c"), "int a;\n\n  \nint b;\n").unwrap();
        fs::write(folder.path().join("below/b.cc"), "int c;\n").unwrap();
        fs::write(folder.path().join("notes.txt"), "one\ntwo\n").unwrap();
        assert_eq!(code_lines(folder.path()).unwrap(), 3);
    }
}
