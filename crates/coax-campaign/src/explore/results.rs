//! What an exploration has found so far, and its copy on disk.
//!
//! Invariant: a test is on disk as soon as its path has ended.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

use coax_case::{Check, TestCase};
use coax_engine::explore::PathEnd;
use coax_engine::{BranchTrace, ErrorReport};
use coax_kinds::Grade;
use coax_kinds::{ErrorKind, Incomplete};
use coax_native::judge::Workshop;
use coax_report::{Test, TestOutcome, Values};
use coax_suite::{Dialect, Plain, TestComp, UnderTest};

use super::behind::{self, Behind};
use super::cases::Cases;
use super::courses::{Expected, Extent};
use super::worker::EndedPath;
use crate::out_folder::{TEST_SUITE, TESTS};
use crate::pipeline::accounts::{self, ErrorSite};
use crate::pipeline::records::Records;
use crate::pipeline::suspects::{Attempt, Suspects};
use crate::pipeline::validator::{Judgement, Validator};

/// Different remarks kept for people.
const MOST_NOTES: usize = 20;

/// The findings of one unit.
pub struct Results<'a> {
    /// Possible errors, and the report.
    pub suspects: Suspects,
    cases: &'a Cases<'a>,
    under_test: &'a UnderTest,
    workshop: &'a Arc<Workshop>,
    /// Is Test-Comp's suite wanted, too?
    testcomp: bool,
    /// Is every path told on stderr?
    narrating: bool,
    /// The ways the tests' paths went.
    courses: Vec<BranchTrace>,
    by_kind: BTreeMap<ErrorKind, usize>,
    /// Tests that reached something new when their path ended, by their place in the report.
    fruitful: Vec<usize>,
    /// Bounds that ended single paths.
    pub bounded_by: BTreeSet<Incomplete>,
    /// The code under test as tests build it that go on behind an error.
    wrapping: UnderTest,
    /// Was a test written that goes on behind an error?
    has_wrapped: bool,
}

impl<'a> Results<'a> {
    /// Nothing yet.
    pub fn new(
        records: Records,
        cases: &'a Cases<'a>,
        under_test: &'a UnderTest,
        workshop: &'a Arc<Workshop>,
    ) -> Results<'a> {
        Results {
            suspects: Suspects::new(records),
            cases,
            under_test,
            workshop,
            testcomp: false,
            narrating: false,
            courses: Vec::new(),
            by_kind: BTreeMap::new(),
            fruitful: Vec::new(),
            bounded_by: BTreeSet::new(),
            wrapping: behind::wrapping(under_test),
            has_wrapped: false,
        }
    }

    /// Writes Test-Comp's suite, too.
    pub fn with_testcomp(mut self, wanted: bool) -> Results<'a> {
        self.testcomp = wanted;
        self
    }

    /// Tells every path on stderr.
    pub fn narrating(mut self, wanted: bool) -> Results<'a> {
        self.narrating = wanted;
        self
    }

    /// A path ended.
    pub fn path(&mut self, path: EndedPath, validator: &mut Validator) -> io::Result<()> {
        if self.narrating {
            eprintln!("{}", narrated(&path, self.cases));
        }
        let EndedPath { end, also, after, is_cut, inputs, new_coverage, course } = path;
        if is_cut {
            self.bounded_by.insert(Incomplete::UndefinedBehaviour);
        }
        let after = Behind::new(&after, &self.suspects);
        for report in &also {
            self.suspect(report, inputs.clone(), &after, course.clone(), validator)?;
        }
        match end {
            PathEnd::Exited(status) => {
                self.courses.push(course);
                self.test(inputs, Check::Normal { status }, &after, Some(status), new_coverage)?;
            }
            PathEnd::ExitedAnyhow => {
                self.courses.push(course);
                self.test(inputs, Check::AnyStatus, &after, None, new_coverage)?;
            }
            PathEnd::Returned => {
                self.courses.push(course);
                self.test(inputs, Check::Normal { status: 0 }, &after, None, new_coverage)?;
            }
            PathEnd::Error(report) => self.suspect(&report, inputs, &after, course, validator)?,
            PathEnd::Bounded(reason) => {
                self.bounded_by.insert(reason);
            }
            PathEnd::Unsupported(report) => self.unsupported(&report),
            PathEnd::Internal(message) => self.suspects.defects.push(message),
            // An exception that leaves `main` is an error; only units end like this.
            PathEnd::Exception | PathEnd::AssumedAway | PathEnd::SolverUnknown => {}
        }
        Ok(())
    }

    /// Writes the test of a path that ended well.
    fn test(
        &mut self,
        inputs: Vec<coax_case::Input>,
        check: Check,
        after: &Behind,
        status: Option<i32>,
        new_coverage: bool,
    ) -> io::Result<()> {
        let number = self.records().report.tests.len() + 1;
        let id = self.records().files.free_id(format!("{}_{number}", self.cases.unit));
        let case = self.cases.case(id, inputs, check, after.notes());
        let file = self.write(&case, after, TESTS)?;
        if !after.is_empty() && !self.has_wrapped {
            self.has_wrapped = true;
            let makefile = coax_suite::makefile_that_wraps(self.under_test);
            self.records().files.put(&format!("{TESTS}/Makefile"), &makefile)?;
        }
        if self.testcomp {
            self.write_testcomp(&format!("testcase-{number}"), &case)?;
        }
        if new_coverage {
            self.fruitful.push(number - 1);
        }
        self.suspects.records.report.tests.push(Test {
            id: format!("t{number}"),
            unit: self.cases.unit.clone(),
            file,
            outcome: TestOutcome::Normal,
            inputs: readable(&self.written(&case, after)),
            status: status.map(|status| status & 0xff),
            of_unit: None,
            steps: Vec::new(),
            after: after.ids.clone(),
        });
        Ok(())
    }

    /// A possible error: a new one is noted and handed to the validator, a known one may be another
    /// attempt at it.
    fn suspect(
        &mut self,
        report: &ErrorReport,
        inputs: Vec<coax_case::Input>,
        after: &Behind,
        course: BranchTrace,
        validator: &mut Validator,
    ) -> io::Result<()> {
        let site = ErrorSite::of(report);
        let check = accounts::expected_error(report);
        if let Some(known) = self.suspects.at(&site) {
            let (cases, workshop) = (self.cases, self.workshop);
            let under_test = after.build(self.under_test, &self.wrapping).clone();
            let attempt = |id| {
                let case = cases.case(id, inputs, check, after.notes());
                let (case, under_test, program) = (&case, &under_test, cases.program);
                let test = coax_suite::Test { case, under_test, program };
                Ok(attempt(&test, workshop, after, course))
            };
            return self.suspects.retry(known, attempt, validator);
        }
        let number = self.by_kind.entry(site.kind).or_insert(0);
        *number += 1;
        let id = format!("{}_{}_{number}", self.cases.unit, site.kind.name().replace('-', "_"));
        let id = self.records().files.free_id(id);
        let case = self.cases.case(id, inputs, check, after.notes());
        let index = self.suspects.len();
        if self.testcomp {
            self.write_testcomp(&format!("testcase-error-{}", index + 1), &case)?;
        }
        let attempt = attempt(&self.written(&case, after), self.workshop, after, course);
        let mut warning =
            accounts::warning(index, report, &self.cases.unit, attempt.inputs.clone());
        // What a program or harness does is its own doing.
        warning.grade = Some(Grade::Defect.into());
        warning.boundary = Some(self.cases.unit.to_string());
        self.suspects.add(site, warning, attempt, validator)
    }

    /// Records what the validator said.
    pub fn judged(&mut self, judgement: Judgement, validator: &mut Validator) -> io::Result<()> {
        let confirmed = self.suspects.judged(judgement, validator)?;
        confirmed.map_or(Ok(()), |confirmed| confirmed.moved)
    }

    /// Nothing more will be judged.
    pub fn close(&mut self) -> io::Result<()> {
        self.suspects.close()
    }

    fn records(&self) -> &Records {
        &self.suspects.records
    }

    fn unsupported(&mut self, report: &ErrorReport) {
        let (file, line, _) = accounts::place(report.location.as_ref());
        let place = if line > 0 { format!(" at {file}:{line}") } else { String::new() };
        self.note(format!("cannot be explored: {}{place}", report.message));
    }

    /// A remark for people; the same one is said once.
    pub fn note(&mut self, note: String) {
        self.suspects.records.note(0, note, MOST_NOTES);
    }

    /// Possible errors so far.
    pub fn suspected(&self) -> usize {
        self.suspects.len()
    }

    /// Tests by their place in the report, those that reached something new first.
    pub fn tests_to_measure(&self) -> Vec<usize> {
        let mut order = self.fruitful.clone();
        let first: BTreeSet<usize> = order.iter().copied().collect();
        order.extend((0..self.records().report.tests.len()).filter(|test| !first.contains(test)));
        order
    }

    /// All tests with the ways their paths went, those of errors last.
    pub fn expected(&self) -> io::Result<Vec<Expected>> {
        let (folder, report) = (&self.records().folder, &self.records().report);
        let expected = |name: &str, course: &BranchTrace, extent: Extent| {
            let file = std::path::absolute(folder.join(name))?;
            Ok(Expected { name: name.into(), file, course: course.clone(), extent })
        };
        // Behind an error the bitcode that is compared has no meaning.
        let defined =
            report.tests.iter().zip(&self.courses).filter(|(test, _)| test.after.is_empty());
        let normal = defined.map(|(test, course)| {
            // Without a status, the path ended where the function returned.
            let whole = test.status.is_some() || test.outcome != TestOutcome::Normal;
            let extent = if whole { Extent::Whole } else { Extent::Beginning };
            expected(&test.file, course, extent)
        });
        let failing = self.suspects.courses().filter_map(|(warning, course)| {
            let (file, extent) = (warning.test.as_ref()?, Extent::of_error(warning.kind.known()));
            Some(expected(file, course?, extent))
        });
        normal.chain(failing).collect()
    }

    /// Writes a test; gives back its name, relative to the report.
    fn write(&self, case: &TestCase, after: &Behind, folder: &str) -> io::Result<String> {
        let test = self.written(case, after);
        let name = format!("{folder}/{}", Plain.file_name(&test));
        self.records().files.put(&name, &Plain.render(&test))?;
        Ok(name)
    }

    fn write_testcomp(&self, name: &str, case: &TestCase) -> io::Result<()> {
        let name = format!("{TEST_SUITE}/{name}.{}", TestComp.extension(self.under_test));
        self.records().files.put(&name, &TestComp.render(&self.written(case, &Behind::default())))
    }

    /// A case with the code it tests.
    fn written<'c>(&'c self, case: &'c TestCase, after: &Behind) -> coax_suite::Test<'c> {
        let under_test = after.build(self.under_test, &self.wrapping);
        coax_suite::Test { case, under_test, program: self.cases.program }
    }
}

/// A path in one line, for `--verbose`.
fn narrated(path: &EndedPath, cases: &Cases<'_>) -> String {
    let end = match &path.end {
        PathEnd::Exited(status) => format!("exit {status}"),
        PathEnd::ExitedAnyhow => "exit, with a status that nobody set".into(),
        PathEnd::Returned => "returned".into(),
        PathEnd::Exception => "left by an exception".into(),
        PathEnd::Error(report) => format!("{}: {}", accounts::kind(report), report.message),
        PathEnd::AssumedAway => "assumed away".into(),
        PathEnd::Bounded(bound) => format!("ended by the bound on {bound}"),
        PathEnd::Unsupported(report) => format!("unsupported: {}", report.message),
        PathEnd::SolverUnknown => "the solver does not know".into(),
        PathEnd::Internal(message) => format!("internal error: {message}"),
    };
    let case = cases.case(String::new(), path.inputs.clone(), Check::AssumedAway, Vec::new());
    let under_test = &UnderTest::default();
    let (case, program) = (&case, cases.program);
    let inputs = coax_suite::readable(&coax_suite::Test { case, under_test, program });
    let inputs: Vec<String> =
        inputs.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
    coax_report::one_line(&format!("path: {end}; {}", inputs.join(", ")))
}

/// Values of inputs as the report has them.
fn readable(test: &coax_suite::Test<'_>) -> Values {
    coax_suite::readable(test).into_iter().map(|(name, value)| (name, value.into())).collect()
}

/// The test of a path that goes wrong.
fn attempt(
    test: &coax_suite::Test<'_>,
    workshop: &Arc<Workshop>,
    after: &Behind,
    course: BranchTrace,
) -> Attempt {
    let file = Plain.file_name(test);
    let build = coax_suite::compile_command(test, &file);
    Attempt {
        text: Plain.render(test),
        inputs: readable(test),
        reproduce: accounts::reproduce(&build, &file),
        workshop: Arc::clone(workshop),
        course: after.is_empty().then_some(course),
        after: after.ids.clone(),
        file,
    }
}
