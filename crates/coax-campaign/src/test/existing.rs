//! What the project's own tests cover already, as a trace in the format of lcov says (`--existing`).
//!
//! A trace counts sides of branches by lines, and the engine by instructions: where a line has several branches, its sides are
//! covered already only if all of them are.

use std::path::Path;

use coax_ir::{FuncId, Pc, Program};
use coax_native::judge::Lcov;
use coax_sequence::Side;

use crate::end::Failure;

/// What is covered already.
#[derive(Default)]
pub struct Existing(Lcov);

impl Existing {
    /// What a trace says; nothing without one.
    pub fn read(file: Option<&Path>) -> Result<Existing, Failure> {
        let Some(file) = file else { return Ok(Existing::default()) };
        let wrong = |why: &str| Failure::Input(format!("--existing {}: {why}", file.display()));
        let text = std::fs::read_to_string(file).map_err(|error| wrong(&error.to_string()))?;
        let trace = Lcov::read(&text, real);
        if trace.is_empty() {
            return Err(wrong("this is no trace in the format of lcov, or it has no lines"));
        }
        Ok(Existing(trace))
    }

    /// Is a side of a branch covered already?
    pub fn covers(&self, program: &Program, side: &Side) -> bool {
        let (Some((file, at)), Some((_, to))) =
            (place(program, side.function, side.at), place(program, side.function, side.to))
        else {
            return false;
        };
        match self.0.sides_on(&file, at) {
            Some(sides) if sides.covered == sides.total => true,
            // Of several sides on one line it is not known which.
            Some(_) if to == at => false,
            Some(sides) if sides.covered == 0 => false,
            _ => to != at && self.0.line(&file, to).is_some_and(|runs| runs > 0),
        }
    }

    /// Is a function called already?
    pub fn calls(&self, program: &Program, function: FuncId) -> bool {
        let Ok(body) = program.body(function) else { return false };
        let places = (0..body.code.len()).map(|at| Pc(at as u32));
        let mut known = places.filter_map(|at| place(program, function, at));
        known.any(|(file, line)| self.0.line(&file, line).is_some_and(|runs| runs > 0))
    }
}

/// The file and line of an instruction of a function's own.
fn place(program: &Program, function: FuncId, at: Pc) -> Option<(String, u32)> {
    let place = program.body(function).ok()?.place(at).filter(|place| place.line > 0)?;
    Some((real(&place.file), place.line))
}

/// A file by its only name: links are followed.
fn real(file: &str) -> String {
    let path = Path::new(file).canonicalize();
    path.map_or_else(|_| file.to_owned(), |path| path.to_string_lossy().into_owned())
}
