//! Possible errors on their way to a verdict: each is a warning of the report with a few tests that lead to
//! it, tried one by one until a native run of one shows it.
//!
//! Invariants: warnings of the report and attempts here are the same, in the same order; a test lies in
//! `warnings/` until a native run has shown its error, then in `errors/`; tests are kept as text, so
//! that nothing here outlives the program they came from.

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::Arc;

use coax_engine::BranchTrace;
use coax_native::judge::Workshop;
use coax_report::{Values, Warning};
use coax_suite::{Dialect, Plain};

use super::accounts::{self, ErrorSite};
use super::attempts::Attempts;
use super::records::Records;
use super::validator::{self, Candidate, Judgement, Ran, Validator, out_of_time};
use crate::out_folder::{ERRORS, WARNINGS};

/// A test that is said to fail.
pub struct Attempt {
    pub file: String,
    pub text: String,
    /// Values of inputs as the report has them.
    pub inputs: Values,
    /// What a user types to see the error.
    pub reproduce: String,
    /// Where it is built.
    pub workshop: Arc<Workshop>,
    /// The way its path went, where that is compared with native runs.
    pub course: Option<BranchTrace>,
    /// The warnings that its path has gone on behind.
    pub after: Vec<String>,
}

impl Attempt {
    /// The test of a function of a source that it includes, built there.
    pub fn of(test: &coax_suite::Test<'_>, workshop: &Arc<Workshop>) -> Attempt {
        let file = Plain.file_name(test);
        let build = coax_suite::compile_command(test, &file);
        let inputs = coax_suite::readable(test);
        Attempt {
            text: Plain.render(test),
            inputs: inputs.into_iter().map(|(name, value)| (name, value.into())).collect(),
            reproduce: accounts::reproduce(&build, &file),
            workshop: Arc::clone(workshop),
            course: None,
            after: Vec::new(),
            file,
        }
    }

    /// The name of the test.
    fn id(&self) -> &str {
        self.file.rsplit_once('.').map_or(&self.file, |(stem, _)| stem)
    }
}

/// A possible error that a native run has shown.
pub struct Confirmed {
    /// Which warning it is.
    pub index: usize,
    /// Could its test be moved? It is an error also if not.
    pub moved: io::Result<()>,
}

/// The possible errors of a run, and its report.
pub struct Suspects {
    pub records: Records,
    /// In the order of the report's warnings.
    attempts: Vec<Attempts<Attempt>>,
    by_site: HashMap<ErrorSite, usize>,
    /// Warnings about a site that another one is about.
    repeated: HashSet<usize>,
    /// Defects of ours.
    pub defects: Vec<String>,
}

impl Suspects {
    /// None yet.
    pub fn new(records: Records) -> Suspects {
        let (attempts, defects) = (Vec::new(), Vec::new());
        Suspects { records, attempts, by_site: HashMap::new(), repeated: HashSet::new(), defects }
    }

    /// The first one that shows at this site.
    pub fn at(&self, site: &ErrorSite) -> Option<usize> {
        self.by_site.get(site).copied()
    }

    /// Adds one, which shows at this site, and hands it to the validator.
    pub fn add(
        &mut self,
        site: ErrorSite,
        warning: Warning,
        attempt: Attempt,
        validator: &mut Validator,
    ) -> io::Result<()> {
        let index = self.attempts.len();
        if *self.by_site.entry(site).or_insert(index) != index {
            self.repeated.insert(index);
        }
        self.records.report.warnings.push(warning);
        self.attempts.push(Attempts::new(attempt));
        self.show(index, WARNINGS)?;
        self.submit(index, validator);
        Ok(())
    }

    /// Another path leads to a known one: its test, which has the name that `attempt` is given, may be
    /// needed.
    pub fn retry(
        &mut self,
        index: usize,
        attempt: impl FnOnce(String) -> io::Result<Attempt>,
        validator: &mut Validator,
    ) -> io::Result<()> {
        if self.attempts[index].wants_more() {
            let attempt = attempt(self.attempts[index].current().id().to_owned())?;
            self.attempts[index].add(attempt);
        }
        self.next_attempt(index, validator)
    }

    /// Hands the current attempt to the validator.
    fn submit(&self, index: usize, validator: &mut Validator) {
        let (warning, folder) = (&self.records.report.warnings[index], &self.records.folder);
        let workshop = &self.attempts[index].current().workshop;
        let repeated = self.repeated.contains(&index) || self.attempts[index].is_retried();
        let candidate = Candidate::of(warning, index, folder, workshop);
        validator.submit(candidate.map(|candidate| Candidate { repeated, ..candidate }));
    }

    /// If the last attempt was not confirmed and there is another one, it is its turn.
    fn next_attempt(&mut self, index: usize, validator: &mut Validator) -> io::Result<()> {
        if self.attempts[index].next().is_some() {
            self.show(index, WARNINGS)?;
            self.submit(index, validator);
        }
        Ok(())
    }

    /// Writes the current attempt's test and inputs.
    fn show(&mut self, index: usize, folder: &str) -> io::Result<()> {
        let attempt = self.attempts[index].current();
        let test = format!("{folder}/{}", attempt.file);
        let warning = &mut self.records.report.warnings[index];
        self.records.files.put(&test, &accounts::test_text(attempt.text.clone(), warning))?;
        warning.inputs = attempt.inputs.clone();
        warning.after = attempt.after.clone();
        warning.test = Some(test);
        Ok(())
    }

    /// Records what the validator said; gives back the error if it is one.
    pub fn judged(
        &mut self,
        judgement: Judgement,
        validator: &mut Validator,
    ) -> io::Result<Option<Confirmed>> {
        let Judgement { id: index, verdict, ran } = judgement;
        let confirmed = verdict.is_confirmed();
        self.records.report.warnings[index].goes_on = confirmed && ran == Ran::WentOn;
        self.defects.extend(validator::defect(&verdict));
        self.records.report.warnings[index].attempted(verdict);
        if confirmed {
            return Ok(Some(self.confirm(index)));
        }
        self.attempts[index].doubt();
        if !validator.is_stopped() {
            self.next_attempt(index, validator)?;
        } else if self.attempts[index].has_next() {
            // Another attempt would be written and not be run.
            self.records.report.warnings[index].attempted(out_of_time());
        }
        Ok(None)
    }

    fn confirm(&mut self, index: usize) -> Confirmed {
        self.attempts[index].confirm();
        let doubted = self.records.report.warnings[index].test.clone();
        let moved = self.show(index, ERRORS);
        if moved.is_ok() {
            let reproduce = self.attempts[index].current().reproduce.clone();
            let warning = &mut self.records.report.warnings[index];
            warning.reproduce = Some(match warning.goes_on {
                true => accounts::reproduce_going_on(&reproduce),
                false => reproduce,
            });
            self.records.outdated.extend(doubted);
        }
        Confirmed { index, moved }
    }

    /// Nothing more will be judged: what was not confirmed keeps its first attempt.
    pub fn close(&mut self) -> io::Result<()> {
        let mut shown = Ok(());
        for index in 0..self.attempts.len() {
            if self.attempts[index].revert_to_first().is_some() {
                shown = shown.and(self.show(index, WARNINGS));
            }
        }
        shown
    }

    /// Leaves out warnings that say less than another one about the same; nothing more will be judged.
    pub fn leave_out(&mut self, indices: &HashSet<usize>) {
        let warnings = std::mem::take(&mut self.records.report.warnings);
        let attempts = std::mem::take(&mut self.attempts);
        for (index, (mut warning, attempts)) in warnings.into_iter().zip(attempts).enumerate() {
            if indices.contains(&index) {
                self.records.outdated.extend(warning.test);
                continue;
            }
            warning.id = format!("w{}", self.attempts.len() + 1);
            self.records.report.warnings.push(warning);
            self.attempts.push(attempts);
        }
        self.by_site.clear();
        self.repeated.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.attempts.len()
    }

    /// All warnings, each with the way that the path of its test went.
    pub fn courses(&self) -> impl Iterator<Item = (&Warning, Option<&BranchTrace>)> {
        let courses = self.attempts.iter().map(|attempts| attempts.current().course.as_ref());
        self.records.report.warnings.iter().zip(courses)
    }
}

#[cfg(test)]
mod tests;
