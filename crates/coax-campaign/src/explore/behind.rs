//! Tests of paths that have gone on behind undefined arithmetic: they are built so that it has the value the engine went
//! on with, and say so.

use coax_suite::UnderTest;

use crate::pipeline::accounts::ErrorSite;
use crate::pipeline::suspects::Suspects;

/// What makes signed arithmetic wrap around. Shifts need no flag: unoptimised, the machine does them.
const WRAPS: &str = "-fwrapv";

/// The errors that a path has gone on behind.
#[derive(Default)]
pub struct Behind {
    /// Their warnings.
    pub ids: Vec<String>,
    sites: Vec<ErrorSite>,
}

impl Behind {
    /// Errors that were told before.
    pub fn new(sites: &[ErrorSite], suspects: &Suspects) -> Behind {
        let id = |site| Some(suspects.records.report.warnings[suspects.at(site)?].id.clone());
        Behind { ids: sites.iter().filter_map(id).collect(), sites: sites.to_vec() }
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    /// What a reader of a test should know.
    pub fn notes(&self) -> Vec<String> {
        let said = |site: &ErrorSite| {
            let ErrorSite { kind, file, line, .. } = site;
            format!(
                "It goes on behind the {kind} at {file}:{line} with the value that the machine gives"
            )
        };
        self.sites.iter().map(said).collect()
    }

    /// How the code is built for a test of such a path.
    pub fn build<'u>(&self, plain: &'u UnderTest, wrapping: &'u UnderTest) -> &'u UnderTest {
        if self.is_empty() { plain } else { wrapping }
    }
}

/// The code under test with arithmetic that wraps around.
pub fn wrapping(under_test: &UnderTest) -> UnderTest {
    let mut wrapping = under_test.clone();
    wrapping.cflags.push(WRAPS.into());
    wrapping
}
