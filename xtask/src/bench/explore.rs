//! What it takes to explore programs completely: paths, how decisions were answered, seconds.
//!
//! A classical engine asks its solver about both sides of every branch; "of two per branch" is the
//! share of those questions that was asked at all, "solver" the share that reached the solver.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::measure::once;
use super::name_of;
use super::table::{Table, grouped};

/// Explores the programs one after the other.
pub fn table(coax: &Path, programs: &[PathBuf], scratch: &Path) -> Result<Table, String> {
    let mut table = Table::new(&[
        "explored",
        "paths",
        "decisions",
        "of two per branch",
        "solver",
        "instructions",
        "explored s",
    ]);
    for program in programs {
        let name = name_of(program);
        let unit = explore(coax, program, &scratch.join("explore").join(&name))
            .map_err(|reason| format!("{name}: {reason}"))?;
        let count = |pointer: &str| unit.pointer(pointer).and_then(Value::as_u64).unwrap_or(0);
        let paths = count("/paths/completed") + count("/paths/error");
        let asked = count("/solver/queries") + count("/solver/cached");
        // Every decision splits a path in two or has one side that is infeasible.
        let decisions = paths.saturating_sub(1) + count("/paths/infeasible");
        let share = |part: u64| format!("{:.2}", part as f64 / (2 * decisions).max(1) as f64);
        let seconds = unit.pointer("/explored_s").and_then(Value::as_f64).unwrap_or(0.0);
        table.row([
            name,
            grouped(paths),
            grouped(decisions),
            share(asked),
            share(count("/solver/queries")),
            grouped(count("/steps")),
            format!("{seconds:.3}"),
        ]);
    }
    Ok(table)
}

/// The unit of the report; only a complete exploration counts.
fn explore(coax: &Path, program: &Path, out: &Path) -> Result<Value, String> {
    fs::create_dir_all(out.parent().unwrap_or(out)).map_err(|error| error.to_string())?;
    let mut command = Command::new(coax);
    command.arg("explore").arg(program).arg("--out").arg(out);
    command.args(["--search", "dfs", "--jobs", "1", "--time", "5m", "--format", "json"]);
    let finished = once(command.arg("--no-progress"))?;
    // They are many, and not looked at; what stays does no harm.
    let _ = fs::remove_dir_all(out);
    let report: Value = serde_json::from_slice(&finished.stdout)
        .map_err(|_| String::from_utf8_lossy(&finished.stderr).trim_end().to_owned())?;
    let unit = report.pointer("/units/0").cloned().ok_or("the report has no unit")?;
    match unit.pointer("/status").and_then(Value::as_str) {
        Some("complete") => Ok(unit),
        other => Err(format!("the exploration is not complete: {other:?}")),
    }
}
