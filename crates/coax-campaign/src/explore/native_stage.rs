//! The native stage of an exploration, once the search is over: what is left is validated, tests are run
//! and measured, and their ways compared with those of their paths.

use std::io;
use std::path::{Path, PathBuf};

use coax_native::judge::{NativeRun, Workshop};

use super::courses::Courses;
use super::natively::{self, Runs};
use super::results::Results;
use super::{Run, record};
use crate::out_folder::COVERAGE;
use crate::pipeline::divergence;
use crate::pipeline::validator::{self, Validator};

impl Run<'_> {
    /// Validates what is left, runs all tests and compares them with their paths. What cannot be written
    /// ends it.
    pub(super) fn run_natively(
        &self,
        results: &mut Results<'_>,
        validator: Validator,
        workshop: &Workshop,
        scratch: &Path,
    ) {
        let judged = self.judge(results, validator);
        results.suspects.records.wrote(judged);
        results.suspects.records.save_last();
        if results.suspects.records.unwritten.is_none() {
            let measured = self.measure(results, workshop, scratch);
            results.suspects.records.wrote(measured);
            let compared = self.compare(results, workshop, scratch);
            results.suspects.records.wrote(compared);
        }
    }

    /// Waits for the validator to judge what is left.
    fn judge(&self, results: &mut Results<'_>, mut validator: Validator) -> io::Result<()> {
        let mut record =
            |validator: &mut Validator, judgement| results.judged(judgement, validator);
        let judged = validator::wait(&mut validator, &mut record);
        judged.and(results.close())
    }

    /// Runs the tests natively, compares and measures.
    fn measure(
        &self,
        results: &mut Results<'_>,
        workshop: &Workshop,
        scratch: &Path,
    ) -> io::Result<()> {
        let order = results.tests_to_measure();
        let records = &results.suspects.records;
        let file = |name: &str| std::path::absolute(records.folder.join(name));
        let tests = order.iter().map(|&test| file(&records.report.tests[test].file));
        let files: Vec<PathBuf> = tests.collect::<io::Result<_>>()?;
        let failing: Vec<PathBuf> = results.failing_tests().map(file).collect::<io::Result<_>>()?;
        let (jobs, deadline) = (self.options.workers(), self.clock.end());
        let counts = !self.options.no_coverage;
        let (files, failing) = (&files, &failing);
        let runs = Runs { workshop, files, failing, counts, scratch, jobs, deadline };
        let mut diverged = Vec::new();
        let mut told = |index: usize, outcome: &NativeRun| {
            diverged.extend(divergence::divergence(outcome).map(|what| (order[index], what)));
        };
        let done = runs.run(&mut told);
        record::diverged(results, diverged);
        let all = files.len();
        if done.run < all && done.failures.is_empty() {
            results.note(format!("{} of {all} tests were run natively before the end", done.run));
        }
        if done.measured < all && done.coverage.is_some() {
            results.note(format!("coverage is that of {} tests out of {all}", done.measured));
        }
        for failure in done.failures {
            results.note(failure);
        }
        if let Some(coverage) = &done.coverage {
            results.suspects.records.report.coverage = Some(natively::reported(coverage));
            results.suspects.records.files.put(COVERAGE, &coverage.lcov)?;
        }
        Ok(())
    }

    /// Compares the ways tests go natively with those of their paths, if that is asked for.
    fn compare(
        &self,
        results: &mut Results<'_>,
        workshop: &Workshop,
        scratch: &Path,
    ) -> io::Result<()> {
        let Some(traced) = self.traced else { return Ok(()) };
        let expected = results.expected()?;
        if expected.is_empty() {
            return Ok(());
        }
        let is_over = || self.clock.end().is_over();
        let mut strayed = Vec::new();
        let compared = Courses::prepare(traced, workshop.subject(), scratch).and_then(|courses| {
            let mut differs = |test: usize, what: String| {
                strayed.push((expected[test].name.clone(), what));
            };
            courses.compare(&expected, self.options.workers(), &is_over, &mut differs)
        });
        record::strayed(results, strayed);
        match compared {
            Ok(compared) if compared == expected.len() => {}
            Ok(compared) => {
                let all = expected.len();
                results.note(format!("the ways of {compared} of {all} tests were compared"));
            }
            Err(why) => results.suspects.defects.push(format!("ways cannot be compared: {why}")),
        }
        Ok(())
    }
}
