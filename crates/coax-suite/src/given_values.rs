//! What a test gives, in plain words: for the report.

use coax_case::Callee;

use crate::{in_words::readable_inputs, test::Test, unit};

/// Everything that a test gives, by name, as lines of text in the order of the case.
pub fn readable(test: &Test<'_>) -> Vec<(String, String)> {
    match test.case.callee() {
        Callee::Function(_) if test.case.is_sequence() => unit::sequence_readable(test),
        Callee::Function(_) => unit::readable(test),
        Callee::Program | Callee::Declared(_) => readable_inputs(&test.case.environment.inputs),
    }
}
