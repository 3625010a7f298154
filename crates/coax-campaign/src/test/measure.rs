//! What the suite covers natively: all tests of a translation unit are one program with counters, and what these
//! programs cover is put together.
//!
//! Invariant: figures are those of the tests in the folder of tests, and of no others.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use coax_native::judge::{Count, Coverage, FunctionCoverage, NativeRun};
use coax_report::Ratio;

use super::Run;
use super::suite::Suite;
use crate::out_folder::{COVERAGE, TESTS};
use crate::pipeline::validator::{LIMITS, batch_file};
use crate::project::scan::{FunctionName, Scans};
use crate::project::test_places::TestPlace;

/// What could be measured, and why not more.
struct Measured {
    parts: Vec<Coverage>,
    failures: Vec<String>,
}

impl Run<'_> {
    /// Measures the tests of a suite; remarks about what could not be measured are for people.
    pub(super) fn measure(&self, suite: &mut Suite<'_>) -> Vec<String> {
        let Measured { parts, mut failures } = self.measure_all(suite);
        let Some(tools) =
            suite.places().first().map(|(place, _)| place.workshop.subject().toolchain.clone())
        else {
            return failures;
        };
        if parts.is_empty() {
            return failures;
        }
        match Coverage::together(&parts, &tools) {
            Ok(coverage) => {
                let names = Names::new(suite.scans(), self);
                suite.suspects.records.report.coverage = Some(names.reported(&coverage));
                let written = suite.suspects.records.files.put(COVERAGE, &coverage.lcov);
                suite.suspects.records.wrote(written);
            }
            Err(why) => failures.push(format!("coverage could not be measured: {why}")),
        }
        failures
    }

    fn measure_all(&self, suite: &Suite<'_>) -> Measured {
        let mut measured = Measured { parts: Vec::new(), failures: Vec::new() };
        let folder = suite.suspects.records.folder.join(TESTS);
        for (number, (place, files)) in suite.places().into_iter().enumerate() {
            if self.clock.end().is_over() {
                measured.failures.push("there was no time to measure all tests".into());
                break;
            }
            let files: Vec<PathBuf> = files.iter().map(|file| folder.join(file)).collect();
            match self.measure_one(number, place, &files) {
                Ok(coverage) => measured.parts.push(coverage),
                Err(_) if self.clock.end().is_over() => {}
                Err(why) => {
                    let include = place.under_test.include.as_deref().unwrap_or_default();
                    measured.failures.push(format!("tests of {include} were not measured: {why}"));
                }
            }
        }
        measured
    }

    fn measure_one(
        &self,
        number: usize,
        place: &TestPlace,
        files: &[PathBuf],
    ) -> Result<Coverage, String> {
        let files: Result<Vec<PathBuf>, _> = files.iter().map(std::path::absolute).collect();
        let files = files.map_err(|error| error.to_string())?;
        let name = format!("measured_{number}");
        let unit = batch_file(self.scratch.path(), &name, files.iter().map(PathBuf::as_path));
        let unit = unit.map_err(|error| error.to_string())?;
        let all: Vec<usize> = (0..files.len()).collect();
        let end = self.clock.end();
        let stop = || end.is_over();
        let mut goes_on = |_: usize, _: NativeRun| {
            if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let jobs = self.options.workers();
        let coverage = place.workshop.coverage(&stop, &[unit], &all, jobs, &LIMITS, &mut goes_on);
        coverage.map_err(|error| error.to_string())
    }
}

/// Functions as the report names them, by where coverage has them.
struct Names<'a> {
    run: &'a Run<'a>,
    scans: &'a Scans,
}

impl<'a> Names<'a> {
    fn new(scans: &'a Scans, run: &'a Run<'a>) -> Names<'a> {
        Names { run, scans }
    }

    /// Coverage as the report has it.
    fn reported(&self, coverage: &Coverage) -> coax_report::Coverage {
        let ratio = |count: Count| Ratio { covered: count.covered, total: count.total };
        let functions = coverage.per_function.iter().map(|function| {
            let named = self.named(function);
            coax_report::FunctionCoverage {
                function: named.map_or(&function.function, |name| &name.qualified).clone(),
                file: spelt(&function.file),
                unit: named.and_then(|name| self.run.by_name.get(name)).copied(),
                branches: ratio(function.branches),
            }
        });
        coax_report::Coverage {
            branches: ratio(coverage.branches),
            lines: ratio(coverage.lines),
            functions: ratio(coverage.functions),
            per_function: functions.collect(),
        }
    }

    /// The function with this name for the linker in this file.
    fn named(&self, function: &FunctionCoverage) -> Option<&'a FunctionName> {
        let file = spelt(&function.file);
        let mut all = self.scans.all().flat_map(|scan| &scan.functions);
        all.find(|name| name.symbol == function.symbol && name.file == file)
    }
}

/// A file as messages name it.
fn spelt(file: &str) -> String {
    let Ok(current) = std::env::current_dir() else { return file.to_owned() };
    let below = Path::new(file).strip_prefix(&current).unwrap_or(Path::new(file));
    below.to_string_lossy().into_owned()
}
