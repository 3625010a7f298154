//! The tests, run natively: does each do what the engine said, and what do all of them cover?
//!
//! Invariants: a test that was not run is not judged; the number of those that were is given. No test
//! is started after the deadline.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use coax_deadline::Deadline;
use coax_native::judge::{self, Count, Coverage, Flavour, NativeRun, Way, Workshop};
use coax_report::{FunctionCoverage, Ratio};

use crate::pipeline::validator::{LIMITS, batch_file, not_built};

/// Tests built into one program.
const MOST_TOGETHER: usize = 500;

/// Tests whose coverage is measured. Those that reached something new come first, so that more
/// would hardly add to it.
const MOST_MEASURED: usize = 1_000;

/// What running tests takes.
pub struct Runs<'a> {
    pub workshop: &'a Workshop,
    /// The test files, absolute, in the order of their importance.
    pub files: &'a [PathBuf],
    /// Tests that are said to fail: how they end is not told, but what they cover counts.
    pub failing: &'a [PathBuf],
    /// Is measured what tests cover?
    pub counts: bool,
    pub scratch: &'a Path,
    pub jobs: usize,
    /// When runs and builds end.
    pub deadline: &'a Deadline,
}

/// What came of it.
#[derive(Default)]
pub struct Measured {
    pub coverage: Option<Coverage>,
    /// How many tests were run.
    pub run: usize,
    /// How many of these were measured.
    pub measured: usize,
    /// What could not be done, and why.
    pub failures: Vec<String>,
}

impl Runs<'_> {
    fn is_over(&self) -> bool {
        self.deadline.is_over()
    }

    /// Runs the tests; tells each outcome by the number of the test.
    pub fn run(&self, each: &mut dyn FnMut(usize, &NativeRun)) -> Measured {
        let mut done = Measured::default();
        let measured = if self.counts { self.files.len().min(MOST_MEASURED) } else { 0 };
        let (first, rest) = self.files.split_at(measured);
        let any = self.counts && !(first.is_empty() && self.failing.is_empty());
        if any && !self.is_over() {
            match self.measure(first, each) {
                Ok((coverage, run)) => {
                    (done.run, done.measured) = (run, run);
                    done.coverage = Some(coverage);
                }
                Err(_) if self.is_over() => {
                    done.failures.push("there was no time to measure coverage".into());
                }
                Err(why) => {
                    done.failures.push(format!("coverage could not be measured: {why}"));
                    self.check(first, 0, &mut done, each);
                }
            }
        }
        self.check(rest, first.len(), &mut done, each);
        done
    }

    /// Runs tests with counters in the program.
    fn measure(
        &self,
        files: &[PathBuf],
        each: &mut dyn FnMut(usize, &NativeRun),
    ) -> Result<(Coverage, usize), String> {
        let together = files.iter().chain(self.failing).map(PathBuf::as_path);
        let unit = batch_file(self.scratch, "measured", together);
        let unit = unit.map_err(|error| error.to_string())?;
        let all: Vec<usize> = (0..files.len() + self.failing.len()).collect();
        let mut run = 0;
        let stop = || self.is_over();
        let mut told_tests = self.telling(&mut run, 0, each);
        let mut told = |index: usize, outcome: NativeRun| match index < files.len() {
            true => told_tests(index, outcome),
            false if self.is_over() => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let measured = self.workshop.coverage(&stop, &[unit], &all, self.jobs, &LIMITS, &mut told);
        drop(told_tests);
        measured.map(|coverage| (coverage, run)).map_err(|error| error.to_string())
    }

    /// Runs tests as they are.
    fn check(
        &self,
        files: &[PathBuf],
        first: usize,
        done: &mut Measured,
        each: &mut dyn FnMut(usize, &NativeRun),
    ) {
        for (number, files) in files.chunks(MOST_TOGETHER).enumerate() {
            if self.is_over() {
                return;
            }
            let first = first + number * MOST_TOGETHER;
            match self.check_some(files, first, each) {
                Ok(run) => done.run += run,
                Err(_) if self.is_over() => return,
                Err(why) => {
                    done.failures.push(format!("tests could not be run natively: {why}"));
                    return;
                }
            }
        }
    }

    fn check_some(
        &self,
        files: &[PathBuf],
        first: usize,
        each: &mut dyn FnMut(usize, &NativeRun),
    ) -> Result<usize, String> {
        let name = format!("tests_{first}");
        let unit = batch_file(self.scratch, &name, files.iter().map(PathBuf::as_path));
        let unit = unit.map_err(|error| error.to_string())?;
        let stop = || self.is_over();
        let binary = self.workshop.build_batch(&unit, Flavour::Plain, Way::Whole, &stop);
        let binary = binary.map_err(|error| not_built(&error))?;
        let all: Vec<usize> = (0..files.len()).collect();
        let mut run = 0;
        let mut told = self.telling(&mut run, first, each);
        let result = judge::run_batch_unless(&stop, &binary, &all, self.jobs, &LIMITS, &mut told);
        drop(told);
        result.map(|()| run).map_err(|error| error.to_string())
    }

    /// Counts outcomes and tells them, until it is over.
    fn telling<'t>(
        &'t self,
        run: &'t mut usize,
        first: usize,
        each: &'t mut dyn FnMut(usize, &NativeRun),
    ) -> impl FnMut(usize, NativeRun) -> ControlFlow<()> + 't {
        move |index, outcome| {
            *run += 1;
            each(first + index, &outcome);
            if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
}

/// Coverage as the report has it.
pub fn reported(coverage: &Coverage) -> coax_report::Coverage {
    let ratio = |count: Count| Ratio { covered: count.covered, total: count.total };
    let functions = coverage.per_function.iter().map(|function| FunctionCoverage {
        function: function.function.clone(),
        file: String::new(),
        unit: None,
        branches: ratio(function.branches),
    });
    coax_report::Coverage {
        branches: ratio(coverage.branches),
        lines: ratio(coverage.lines),
        functions: ratio(coverage.functions),
        per_function: functions.collect(),
    }
}
