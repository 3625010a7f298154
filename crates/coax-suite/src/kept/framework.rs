//! Frameworks: how a file of kept tests looks, and what builds it.
//!
//! A framework is one file in the folder `frameworks` beside this one; [`all`] names them.

use super::frameworks::{catch2::Catch2, cmocka::Cmocka, gtest::Gtest, plain::PlainRunner};
use crate::wording::Wording;

/// A way to write a file of tests that people keep.
pub trait Framework: Sync {
    /// Its name as an option says it.
    fn name(&self) -> &'static str;

    /// What it is called, for people.
    fn title(&self) -> &'static str;

    /// Can code in C, or C++, be tested with it?
    fn is_for(&self, cxx: bool) -> bool;

    /// How expectations are said.
    fn wording(&self) -> &dyn Wording;

    /// Lines that include it, in every file of tests.
    fn includes(&self) -> &'static [&'static str];

    /// The first line of a test, up to its opening brace.
    fn opening(&self, test: &TestName<'_>) -> String;

    /// What every test begins with, if with anything.
    fn first_line(&self) -> Option<&'static str> {
        None
    }

    /// What follows all tests.
    fn ending(&self, tests: &[TestName<'_>]) -> String;

    /// The name by which a run of the suite speaks of a test.
    fn spoken(&self, test: &TestName<'_>) -> String;

    /// Files that lie beside the tests.
    fn support(&self) -> &'static [SupportFile] {
        &[]
    }

    /// What test programs are linked with.
    fn libraries(&self) -> &'static [&'static str] {
        &[]
    }

    /// A source among the support files that has `main` and is compiled once.
    fn main_source(&self) -> Option<&'static str> {
        None
    }

    /// What CMake has to look for, and what programs are linked with then.
    fn cmake(&self) -> CMake {
        CMake { finds: "", links: self.libraries() }
    }

    /// What must be installed: a header, and the packages it comes with.
    fn requires(&self) -> Option<Requirement> {
        None
    }

    /// Arguments of a test program that runs its tests in an order of their own, by a number.
    fn shuffled(&self, number: u32) -> Vec<String>;

    /// Of what a run printed, the tests that failed.
    fn failed(&self, printed: &str, names: &[String]) -> Vec<String>;
}

/// The name of a test: what it is about, and what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestName<'a> {
    /// What it is about.
    pub group: &'a str,
    /// What it shows.
    pub name: &'a str,
}

/// A file beside the tests.
#[derive(Clone, Copy, Debug)]
pub struct SupportFile {
    /// Its name within their folder.
    pub name: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// What a CMakeLists.txt says of a framework.
#[derive(Clone, Copy, Debug)]
pub struct CMake {
    /// A command, or nothing.
    pub finds: &'static str,
    /// Libraries and targets.
    pub links: &'static [&'static str],
}

/// What must be installed.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    /// As it is included.
    pub header: &'static str,
    /// In Debian and Ubuntu.
    pub package: &'static str,
}

/// All frameworks.
pub fn all() -> [&'static dyn Framework; 4] {
    [&PlainRunner, &Cmocka, &Gtest, &Catch2]
}

/// The framework of a name.
pub fn framework(name: &str) -> Option<&'static dyn Framework> {
    all().into_iter().find(|framework| framework.name() == name)
}
