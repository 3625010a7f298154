//! A test: a case with the code it tests.

use coax_case::TestCase;
use coax_ir::Program;

use crate::under_test::UnderTest;

/// A case with the code it tests: everything that a dialect may look at.
///
/// A dialect reads no file, clock or environment variable, and changes nothing: the same test gives
/// the same text.
#[derive(Clone, Copy)]
pub struct Test<'a> {
    /// What is done, what it finds, and what is expected.
    pub case: &'a TestCase,
    /// The files and flags of the code under test.
    pub under_test: &'a UnderTest,
    /// What the ids of the case mean: types, functions and variables of the source.
    pub program: &'a Program,
}
