//! What every function natively does on all inputs.

use std::path::Path;
use std::process::Command;

use super::generate::RandomFunction;
use super::sources;
use crate::clang::Clang;

/// What one combination of inputs leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NativeOutcome {
    Value(i32),
    Error { kind: &'static str, line: u32 },
}

/// The outcomes of all combinations, by number.
pub struct NativeOutcomes(pub Vec<NativeOutcome>);

impl NativeOutcomes {
    /// The values, 0 for errors.
    pub fn values(&self) -> impl Iterator<Item = i32> {
        self.0.iter().map(|outcome| match *outcome {
            NativeOutcome::Value(value) => value,
            NativeOutcome::Error { .. } => 0,
        })
    }
}

/// As numbered in the preamble.
const KINDS: [&str; 9] = [
    "",
    "null-dereference",
    "out-of-bounds",
    "division-by-zero",
    "signed-overflow",
    "shift-out-of-range",
    "float-cast-overflow",
    "use-after-free",
    "assertion",
];

/// Only what Coax looks for too; the handlers are the program's own.
const FLAGS: [&str; 3] = [
    "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift,float-cast-overflow",
    "-fno-sanitize-recover=all",
    "-fno-sanitize-link-runtime",
];

/// Builds and runs the program that tries all inputs.
pub fn try_all_inputs(
    clang: &Clang,
    folder: &Path,
    functions: &[RandomFunction],
) -> Result<Vec<NativeOutcomes>, String> {
    let source = sources::write_native(folder, functions).map_err(|e| e.to_string())?;
    let program = folder.join("all_inputs");
    let flags: Vec<String> = FLAGS.iter().map(|&flag| flag.to_owned()).collect();
    clang.build(&[source], &flags, &program)?;
    let output = Command::new(&program).output().map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(format!("trying all inputs ended with {}", output.status));
    }
    let mut rows = output.stdout.chunks_exact(8);
    let all = functions.iter().map(|function| {
        let own = rows.by_ref().take(function.combinations()).map(read);
        NativeOutcomes(own.collect())
    });
    let all: Vec<NativeOutcomes> = all.collect();
    let complete =
        functions.iter().zip(&all).all(|(f, outcomes)| f.combinations() == outcomes.0.len());
    if complete { Ok(all) } else { Err("trying all inputs said too little".into()) }
}

fn read(row: &[u8]) -> NativeOutcome {
    let word = |at: usize| u32::from_le_bytes([row[at], row[at + 1], row[at + 2], row[at + 3]]);
    match word(4) {
        0 => NativeOutcome::Value(word(0) as i32),
        error => {
            NativeOutcome::Error { kind: KINDS[(error >> 24) as usize], line: error & 0xff_ffff }
        }
    }
}
