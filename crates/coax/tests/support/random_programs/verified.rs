//! Compares what a static analysis calls verified with what all inputs do natively.

use std::collections::BTreeSet;
use std::path::Path;

use super::generate::RandomFunction;
use super::native::{self, NativeOutcome};
use crate::clang::Clang;
use crate::verified::{self, Verdict};

/// How often a check of a batch of functions failed natively; an error if all checks of the kind at the line are
/// verified.
pub fn judge_verified(
    clang: &Clang,
    folder: &Path,
    functions: &[RandomFunction],
) -> Result<usize, String> {
    let outcomes = native::try_all_inputs(clang, folder, functions)?;
    let text = "#include <coax.h>\n#include \"preamble.h\"\n#include \"functions.h\"\n";
    let source = folder.join("analysed.c");
    std::fs::write(&source, text).map_err(|e| e.to_string())?;
    let exported = verified::verify(&[source], [])?;
    let errors: BTreeSet<(&str, u32, u64)> = functions
        .iter()
        .zip(&outcomes)
        .flat_map(|(function, outcomes)| outcomes.0.iter().map(move |one| (function.seed, one)))
        .filter_map(|(seed, outcome)| match *outcome {
            NativeOutcome::Error { kind, line } => Some((kind, line, seed)),
            NativeOutcome::Value(_) => None,
        })
        .collect();
    let file = folder.join("functions.h").to_string_lossy().into_owned();
    for &(kind, line, seed) in &errors {
        let verdicts: BTreeSet<Verdict> = exported.at(&file, line.into(), kind).collect();
        if verdicts.is_empty() || verdicts == BTreeSet::from([Verdict::Verified]) {
            let text = functions.iter().find(|one| one.seed == seed).map_or("", |one| &*one.text);
            return Err(format!("seed {seed}: {kind} in line {line} is {verdicts:?}\n{text}"));
        }
    }
    Ok(errors.len())
}
