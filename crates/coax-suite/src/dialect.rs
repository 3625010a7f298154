//! Dialects: ways to write a test case as text.
//!
//! A dialect is one file in the folder beside this one that implements [`Dialect`], and is named here. Those in C or C++ need not know how values, objects and stubs are written: [`Parts`] has all
//! statements, and a dialect puts its frame around them and says what is expected in its own words.

mod plain;
mod testcomp;

use coax_case::{Callee, TestCase};
use coax_ir::Program;

use crate::{linked, text::stem_of, under_test::UnderTest, unit};

pub use plain::*;
pub use testcomp::*;

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

/// A way to write a test case as text.
pub trait Dialect {
    /// What the names of its files end with, without the dot.
    fn extension(&self, under_test: &UnderTest) -> &'static str;

    /// The test as the text of a file.
    fn render(&self, test: &Test<'_>) -> String;

    /// The name of the file a test is written to, without its folder.
    fn file_name(&self, test: &Test<'_>) -> String {
        format!("{}.{}", stem_of(&test.case.id), self.extension(test.under_test))
    }
}

/// A test in C or C++, in the pieces that a dialect puts together: in this order, with the dialect's
/// own opening before `setup` and what it expects before `call`.
///
/// All of it relies on the support files that lie beside tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// What the test shows, in words.
    pub summary: String,
    /// The code under test and the support headers.
    pub includes: String,
    /// What stands before the test: declarations, variables and stubs.
    pub definitions: String,
    /// Statements that make what the call finds and is answered.
    pub setup: Vec<String>,
    /// Statements that make what only the call needs; the last one is the call.
    pub call: Vec<String>,
    /// Statements behind the call.
    pub teardown: Vec<String>,
}

impl Parts {
    /// The pieces of a test.
    pub fn of(test: &Test<'_>) -> Parts {
        match test.case.callee() {
            Callee::Function(_) => unit::parts(test),
            Callee::Program | Callee::Declared(_) => linked::parts(test),
        }
    }
}
