//! What other analyses verified (`--verified`): files as `coax verify --export` writes them.
//!
//! Invariants: what a file says is added to what is known, never taken away; a result whose assumptions nothing here can
//! test is not used; a file that cannot be understood is bad input, said before anything is written.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use coax_guide::{Assumption, AssumptionId, KnownChecks, Predicate};
use coax_ir::{Body, FuncId, Pc, Program};
use coax_report::{CheckPlace, CheckVerdict, StatedAssumption};
use serde::Deserialize;

use super::stated;
use crate::end::Failure;
use crate::options::GuideOptions;

/// The version of the format.
const SCHEMA: u32 = 1;

#[derive(Deserialize)]
struct File {
    schema: u32,
    functions: Vec<Function>,
}

#[derive(Deserialize)]
struct Function {
    function: String,
    file: String,
    line: u32,
    #[serde(default)]
    assumptions: Vec<StatedAssumption>,
    checks: Vec<CheckPlace>,
}

/// What a file says, by function: its name, its file without folders, and its line.
pub struct Given(HashMap<(String, PathBuf, u32), Function>);

impl Given {
    /// What the options name, if they do.
    pub fn of(options: &GuideOptions) -> Result<Option<Given>, Failure> {
        options.verified.as_deref().map(Given::read).transpose()
    }

    fn read(file: &Path) -> Result<Given, Failure> {
        let refused = |why: String| Failure::Input(format!("--verified {}: {why}", file.display()));
        let text = std::fs::read_to_string(file).map_err(|error| refused(error.to_string()))?;
        let read: File = serde_json::from_str(&text).map_err(|error| refused(error.to_string()))?;
        if read.schema != SCHEMA {
            return Err(refused(format!("schema {} is not known", read.schema)));
        }
        let by_place = |one: Function| {
            let place = (one.function.clone(), file_name(&one.file), one.line);
            (place, one)
        };
        Ok(Given(read.functions.into_iter().map(by_place).collect()))
    }

    /// Adds what is said of a function.
    pub fn add(&self, program: &Program, function: FuncId, body: &Body, known: &mut KnownChecks) {
        let Some(signature) = program.signature_of(function) else { return };
        let file = file_name(&signature.file);
        let names = [&*signature.qualified, &*signature.name];
        let found = names
            .iter()
            .find_map(|name| self.0.get(&((*name).to_owned(), file.clone(), signature.line)));
        let Some(said) = found else { return };
        for check in said.checks.iter().filter(|check| check.verdict != CheckVerdict::Open) {
            let Some(kind) = check.kind.known() else { continue };
            let Some(needs) = needs(said, check, body, known) else { continue };
            for at in places(body, &check.file, check.line, check.column) {
                if known.checks.contains_key(&(at, kind)) {
                    known.add(at, kind, needs.clone());
                }
            }
        }
    }
}

/// The assumptions of a result; nothing if one of them cannot be tested.
fn needs(
    said: &Function,
    check: &CheckPlace,
    body: &Body,
    known: &mut KnownChecks,
) -> Option<Vec<AssumptionId>> {
    let mut needs = Vec::new();
    for id in &check.needs {
        let stated = said.assumptions.iter().find(|one| one.id == *id)?;
        needs.extend(assumed(stated, body, known)?);
    }
    needs.sort_unstable();
    needs.dedup();
    Some(needs)
}

/// What a stated assumption is about: those of the analysis at the same place, or operations that should not overflow.
fn assumed(
    stated: &StatedAssumption,
    body: &Body,
    known: &mut KnownChecks,
) -> Option<Vec<AssumptionId>> {
    let here = places(body, &stated.file, stated.line, stated.column);
    let is_it =
        |one: &Assumption| one.predicate.name() == stated.predicate && here.contains(&one.at);
    let same = (0..).zip(&known.assumptions).filter(|(_, one)| is_it(one));
    let same: Vec<AssumptionId> = same.map(|(id, _)| AssumptionId(id)).collect();
    if !same.is_empty() {
        return Some(same);
    }
    let predicate = Predicate::NoOverflow;
    let operations = here.into_iter().filter(|at| body.code[at.index()].int_parts().is_some());
    let operations: Vec<Pc> = operations.collect();
    let is_usable = stated.predicate == predicate.name() && !operations.is_empty();
    is_usable.then(|| {
        operations.into_iter().map(|at| known.assume(Assumption { predicate, at })).collect()
    })
}

/// The instructions of a place in a source; a column of 0 is any.
fn places(body: &Body, file: &str, line: u32, column: u32) -> Vec<Pc> {
    let file = file_name(file);
    let is_here = |at: &Pc| {
        let (own, own_line, own_column) = stated::at(body, *at);
        line > 0
            && own_line == line
            && (column == 0 || own_column == column)
            && file_name(&own) == file
    };
    (0..body.code.len() as u32).map(Pc).filter(is_here).collect()
}

/// Folders are named as each tool was started.
fn file_name(file: &str) -> PathBuf {
    Path::new(file).file_name().map_or_else(PathBuf::new, PathBuf::from)
}
