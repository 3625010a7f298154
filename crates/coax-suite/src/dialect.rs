//! Dialects: ways to write a test case as text.
//!
//! A dialect is one file in the folder beside this one that implements [`Dialect`], and is named here.
//! Those in C or C++ need not know how values, objects and stubs are written: [`Parts`] has all
//! statements, and a dialect puts its frame around them and says what is expected in its own words.

mod plain;
mod testcomp;

use coax_case::Callee;

use crate::{linked, parts::Parts, test::Test, text::stem_of, under_test::UnderTest, unit};

pub use plain::*;
pub use testcomp::*;

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

impl Parts {
    /// The pieces of a test.
    pub fn of(test: &Test<'_>) -> Parts {
        match test.case.callee() {
            Callee::Function(_) if test.case.is_sequence() => unit::sequence_parts(test),
            Callee::Function(_) => unit::parts(test),
            Callee::Program | Callee::Declared(_) => linked::parts(test),
        }
    }
}
