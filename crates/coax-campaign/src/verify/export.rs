//! The file of `--export`: every check of every function with its verdict, for other tools.
//!
//! Its format is described in `docs/guide/verify.md`.

use std::path::Path;

use coax_guide::COVERED;
use coax_report::{CheckPlace, GuardPlace, Report, StatedAssumption, Tool};
use serde::Serialize;

use crate::end::Failure;

/// The version of the format.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Export<'a> {
    schema: u32,
    tool: &'a Tool,
    /// Kinds of error that checks can be verified for.
    kinds: Vec<&'static str>,
    functions: Vec<Function<'a>>,
}

#[derive(Serialize)]
struct Function<'a> {
    function: &'a str,
    file: &'a str,
    line: u32,
    assumptions: &'a [StatedAssumption],
    checks: &'a [CheckPlace],
    /// What `--guide` does where.
    guards: &'a [GuardPlace],
}

/// Refuses a place where nothing can be written.
pub fn inspect(file: Option<&Path>) -> Result<(), Failure> {
    match file {
        Some(file) if file.is_dir() => {
            Err(Failure::Input(format!("--export {}: this is a folder", file.display())))
        }
        _ => Ok(()),
    }
}

/// Writes the file.
pub fn write(file: &Path, report: &Report) -> Result<(), Failure> {
    let functions = report.units.iter().filter_map(|unit| {
        let guide = unit.guide.as_ref()?;
        let (assumptions, checks) = (&*guide.assumptions, &*guide.places);
        let guards = &*guide.guards;
        Some(Function {
            function: &unit.function,
            file: &unit.file,
            line: unit.line,
            assumptions,
            checks,
            guards,
        })
    });
    let export = Export {
        schema: SCHEMA,
        tool: &report.tool,
        kinds: COVERED.iter().map(|kind| kind.name()).collect(),
        functions: functions.collect(),
    };
    let text =
        serde_json::to_string(&export).map_err(|error| Failure::Internal(error.to_string()))?;
    let failed = |error| Failure::of_disk(&format!("--export {}", file.display()), &error);
    std::fs::write(file, text + "\n").map_err(failed)
}
