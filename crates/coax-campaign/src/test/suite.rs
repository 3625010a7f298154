//! What a run has found so far: tests, possible errors, and what native runs said of both.
//!
//! Invariants: one possible error per kind and place; every sequence that is not kept although it was of use is
//! accounted for.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::sync::Arc;

use coax_case::{Check, TestCase};
use coax_engine::ErrorReport;
use coax_ir::Program;
use coax_kinds::{Assumption, ErrorKind};
use coax_report::{Test, TestOutcome, Values};
use coax_sequence::{Driver, Outcome, Side};
use coax_suite::kept::kept;
use coax_suite::{Dialect, Plain, UnderTest};

use super::drafts::{Draft, Drafts, Version};
use super::existing::Existing;
use super::found::Found;
use super::hosts::Hosts;
use super::sides::{SideId, Sides};
use crate::keeping::{self, Frameworks};
use crate::out_folder::{CANDIDATES, RunFolder, TESTS};
use crate::pipeline::accounts::{self, ErrorSite};
use crate::pipeline::records::Records;
use crate::pipeline::suspects::{Attempt, Suspects};
use crate::pipeline::test_names::TestNames;
use crate::pipeline::validator::{Judgement, Validator};
use crate::project::groups::Host;
use crate::project::scan::{FunctionName, Scans};
use crate::project::sources::Translation;
use crate::project::test_places::{PlaceBuilder, TestPlace};
use crate::under_test::Spelling;

/// Where tests that include one translation unit are.
struct Place {
    host: Host,
    /// How often it was made again because a test needs more files.
    times: usize,
    place: TestPlace,
}

/// The suite of a run, as it grows.
pub struct Suite<'a> {
    /// Possible errors, and the report.
    pub suspects: Suspects,
    pub drafts: Drafts,
    pub sides: Sides,
    hosts: &'a Hosts,
    builder: &'a PlaceBuilder<'a>,
    /// Which functions are which units of the report.
    units: &'a HashMap<FunctionName, usize>,
    /// Where tests of translation units are, as far as there are any.
    places: BTreeMap<usize, Place>,
    known: HashMap<ErrorSite, usize>,
    names: TestNames,
    frameworks: Frameworks,
    /// What other tests cover: none of these is for that.
    pub existing: Option<&'a Existing>,
    /// Sequences that came when there was no time for them any more.
    pub late: usize,
}

impl<'a> Suite<'a> {
    /// Nothing yet.
    pub fn new(
        records: Records,
        hosts: &'a Hosts,
        builder: &'a PlaceBuilder<'a>,
        units: &'a HashMap<FunctionName, usize>,
        frameworks: Frameworks,
    ) -> Suite<'a> {
        Suite {
            drafts: Drafts::new(records.files.clone()),
            suspects: Suspects::new(records),
            sides: Sides::default(),
            hosts,
            builder,
            units,
            places: BTreeMap::new(),
            known: HashMap::new(),
            names: TestNames::default(),
            frameworks,
            existing: None,
            late: 0,
        }
    }

    /// A worker found a sequence.
    pub fn found(&mut self, mut found: Found<'_>, validator: &mut Validator) -> io::Result<()> {
        let tested = FunctionName::of(found.program, found.driver.under_test);
        // Sequences lead to functions that the user did not ask for.
        let Some(&unit) = self.units.get(&tested) else { return Ok(()) };
        if let Err(invalid) = found.driver.case.check(found.program) {
            let defect = format!("a sequence for {} makes no sense: {invalid}", tested.qualified);
            self.suspects.defects.push(defect);
            return Ok(());
        }
        match std::mem::replace(&mut found.driver.outcome, Outcome::Normal) {
            Outcome::Normal => self.draft(unit, None, found, validator),
            Outcome::Exception { ty } => {
                let ty = ty.unwrap_or_default();
                let exception = Shown { of: tested.qualified, ty };
                self.draft(unit, Some(exception), found, validator)
            }
            Outcome::Error(report) => self.suspect(unit, &report, found, validator),
        }
    }

    /// A sequence that ends well, or in an exception.
    fn draft(
        &mut self,
        unit: usize,
        exception: Option<Shown>,
        mut found: Found<'_>,
        validator: &mut Validator,
    ) -> io::Result<()> {
        let program = found.program;
        let covered = self.newly_covered(program, &found.driver);
        let sides = self.sides.stand_for(&covered);
        if sides.is_empty() && (exception.is_none() || covered.is_empty()) {
            return Ok(());
        }
        let function = self.suspects.records.report.units[unit].function.clone();
        let shows = if exception.is_some() { "throws" } else { "" };
        found.driver.case.id = self.names.next(&self.suspects.records.files, &function, shows);
        let thrown = exception.as_ref().map(|shown| shown.ty.as_str());
        let (versions, steps) = self.versions(&found, thrown)?;
        if versions.is_empty() {
            return Ok(());
        }
        let outcome =
            if exception.is_some() { TestOutcome::Exception } else { TestOutcome::Normal };
        let draft = Draft {
            unit,
            function,
            outcome,
            steps,
            found: found.at,
            covered,
            sides,
            exception: exception.map(|shown| format!("{} {}", shown.of, shown.ty)),
            asserts: asserts_of(&found.driver.case),
            versions,
        };
        self.drafts.add(draft, validator)
    }

    /// What a sequence covers that no other tests of the project do.
    fn newly_covered(&mut self, program: &Program, driver: &Driver) -> Vec<SideId> {
        let existing = self.existing;
        let is_new = |side: &&Side| existing.is_none_or(|it| !it.covers(program, side));
        let new: Vec<Side> = driver.covered.iter().filter(is_new).copied().collect();
        let mut covered = self.sides.of(program, &new);
        let tested = driver.under_test;
        let has_branch = driver.covered.iter().any(|side| side.function == tested);
        if !has_branch && existing.is_none_or(|it| !it.calls(program, tested)) {
            covered.push(self.sides.call(program, tested));
        }
        covered
    }

    /// How a test may be written, and its steps in words.
    fn versions(
        &mut self,
        found: &Found<'_>,
        thrown: Option<&str>,
    ) -> io::Result<(Vec<Version>, Vec<String>)> {
        let mut steps = Vec::new();
        let mut versions = Vec::new();
        for host in self.hosts.of_sequence(found) {
            let translation = host.translation;
            let place = self.place(&host)?;
            let test = rendered(found.program, &found.driver.case, &place.under_test);
            let file = Plain.file_name(&test);
            let workshop = Arc::clone(&place.workshop);
            let framework = self.frameworks.of(test.under_test.cxx);
            let kept = kept(&test, framework, thrown);
            versions.push(Version { text: Plain.render(&test), file, workshop, translation, kept });
            if steps.is_empty() {
                steps = in_words(&test);
            }
        }
        Ok((versions, steps))
    }

    /// A sequence that goes wrong: a new one is noted and handed to the validator, a known one may be another
    /// attempt at it.
    fn suspect(
        &mut self,
        unit: usize,
        report: &ErrorReport,
        mut found: Found<'_>,
        validator: &mut Validator,
    ) -> io::Result<()> {
        expect_error(&mut found.driver.case, report);
        let hosts = self.hosts.of_sequence(&found);
        let Found { mut driver, program, .. } = found;
        let Some(host) = hosts.into_iter().next() else { return Ok(()) };
        let place = self.place(&host)?;
        let site = ErrorSite::of(report);
        if let Some(&known) = self.known.get(&site) {
            let attempt = |id| {
                driver.case.id = id;
                Ok(attempt(program, &driver.case, &place))
            };
            return self.suspects.retry(known, attempt, validator);
        }
        let index = self.suspects.len();
        let function = self.suspects.records.report.units[unit].function.clone();
        let kind = accounts::kind(report).name();
        driver.case.id = self.names.next(&self.suspects.records.files, &function, kind);
        let attempt = attempt(program, &driver.case, &place);
        let mut warning = accounts::warning(index, report, &function, Values::new());
        warning.unit = Some(unit);
        if driver.extreme && accounts::kind(report) == ErrorKind::NullDereference {
            warning.assumes = vec![Assumption::NullArgument.into()];
        }
        self.known.insert(site.clone(), index);
        self.suspects.add(site, warning, attempt, validator)
    }

    /// Where tests of a file with others are; made, and added to the Makefile, when it is needed first. One that is
    /// linked with more files serves as well.
    fn place(&mut self, host: &Host) -> io::Result<TestPlace> {
        let (mut host, mut times) = (host.clone(), 0);
        if let Some(known) = self.places.get(&host.translation) {
            if host.others.iter().all(|other| known.host.others.contains(other)) {
                return Ok(known.place.clone());
            }
            let others: BTreeSet<usize> =
                known.host.others.iter().chain(&host.others).copied().collect();
            (host.others, times) = (others.into_iter().collect(), known.times + 1);
        }
        let place = self.builder.place_again(&host, times)?;
        self.places.insert(host.translation, Place { host, times, place: place.clone() });
        let all: Vec<UnderTest> =
            self.places.values().map(|known| known.place.under_test.clone()).collect();
        write_makefile(&self.suspects.records.files, &all)?;
        Ok(place)
    }

    /// Records what the validator said.
    pub fn judged(&mut self, judgement: Judgement, validator: &mut Validator) -> io::Result<()> {
        let Judgement { id, verdict, ran } = judgement;
        if Drafts::is_about(id) {
            return self.drafts.judged(id, verdict, validator);
        }
        let confirmed = self.suspects.judged(Judgement { id, verdict, ran }, validator)?;
        confirmed.map_or(Ok(()), |confirmed| confirmed.moved)
    }

    /// Nothing more will be found or judged: the suite is made small, and the report names all of it.
    pub fn close(&mut self) -> io::Result<()> {
        let closed = self.suspects.close();
        let left_out = self.drafts.thin_out();
        self.list_tests();
        // They go when the report does not name them any more.
        self.suspects.records.outdated.extend(left_out);
        self.suspects.records.files.remove_folder(CANDIDATES);
        closed
    }

    /// Writes the report, if it is time to.
    pub fn save(&mut self) -> io::Result<()> {
        let tests = self.drafts.passed() + self.errors();
        if tests != self.suspects.records.report.tests.len() {
            self.list_tests();
        }
        self.suspects.records.keep(|_| {})
    }

    /// Brings the tests in the report up to date.
    pub fn list_tests(&mut self) {
        let report = &mut self.suspects.records.report;
        let mut tests = self.drafts.tests();
        tests.extend(report.errors().map(|error| {
            Test {
                id: String::new(),
                unit: error.function.clone(),
                asserts: None,
                kept: None,
                file: error.test.clone().unwrap_or_default(),
                outcome: TestOutcome::Error,
                status: None,
                inputs: Values::new(),
                of_unit: error.unit,
                after: Vec::new(),
                steps: error
                    .inputs
                    .values()
                    .map(|step| step.as_str().unwrap_or_default().to_owned())
                    .collect(),
            }
        }));
        for (number, test) in tests.iter_mut().enumerate() {
            test.id = format!("t{}", number + 1);
        }
        report.tests = tests;
        report.divergences = self.drafts.diverged.len() as u64;
        report.diverged = self.drafts.diverged.clone();
    }

    /// The places that have tests, each with the files of these.
    pub fn places(&self) -> Vec<(&TestPlace, Vec<String>)> {
        let mut places = Vec::new();
        for (&translation, known) in &self.places {
            let files = self.drafts.files_of(translation);
            if !files.is_empty() {
                places.push((&known.place, files));
            }
        }
        places
    }

    /// The tests of each place as people keep them, and how many cannot be written like that.
    pub fn kept_places(&self) -> (Vec<keeping::Place>, usize) {
        let (mut places, mut without) = (Vec::new(), 0);
        for (&translation, known) in &self.places {
            let (tests, others) = self.drafts.candidates_of(translation);
            without += others;
            let tests_folder = self.suspects.records.folder.join(TESTS);
            let stand_ins = known.place.stand_ins.as_ref().map(|name| tests_folder.join(name));
            places.push(keeping::Place { host: known.host.clone(), tests, stand_ins });
        }
        (places, without)
    }

    /// The translation units.
    pub fn translations(&self) -> &'a [Translation] {
        self.builder.translations
    }

    /// How paths are written.
    pub fn spelling(&self) -> &'a Spelling {
        self.builder.spelling
    }

    /// What is known of the translation units.
    pub fn scans(&self) -> &'a Scans {
        self.builder.scans
    }

    /// What is to be said about sequences that did not become tests.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = self.drafts.remarks();
        if self.late > 0 {
            let late = self.late;
            remarks.push(format!("sequences that there was no time to write as tests: {late}"));
        }
        remarks
    }

    /// Errors so far.
    pub fn errors(&self) -> usize {
        self.suspects.records.report.errors().count()
    }
}

/// An exception, and the function that it leaves.
struct Shown {
    of: String,
    ty: String,
}

/// How many things a case checks.
fn asserts_of(case: &TestCase) -> u64 {
    let is_checked = |check: &&Check| check.is_stated() || **check == Check::Exception;
    case.checks.iter().filter(is_checked).count() as u64
}

/// The Makefile of tests at these places.
pub fn write_makefile(files: &RunFolder, places: &[UnderTest]) -> io::Result<()> {
    files.put(&format!("{TESTS}/Makefile"), &coax_suite::unit_makefile(places))
}

fn rendered<'t>(
    program: &'t Program,
    case: &'t TestCase,
    under_test: &'t UnderTest,
) -> coax_suite::Test<'t> {
    coax_suite::Test { case, under_test, program }
}

/// The calls of a test in words.
fn in_words(test: &coax_suite::Test<'_>) -> Vec<String> {
    coax_suite::readable(test).into_iter().map(|(_, statement)| statement).collect()
}

/// The last call goes wrong: nothing else is expected of it.
fn expect_error(case: &mut TestCase, report: &ErrorReport) {
    if !case.is_error() {
        case.checks.retain(|check| matches!(check, Check::Returned { .. }));
        case.checks.push(accounts::expected_error(report));
    }
}

/// The test of a sequence that goes wrong.
fn attempt(program: &Program, case: &TestCase, place: &TestPlace) -> Attempt {
    Attempt::of(&rendered(program, case, &place.under_test), &place.workshop)
}
