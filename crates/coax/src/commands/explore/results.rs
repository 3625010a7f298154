//! What an exploration has found so far, and its copy on disk.
//!
//! Invariant: a test is on disk as soon as its path has ended.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::sync::Arc;

use coax_engine::explore::PathEnd;
use coax_engine::{Course, ErrorReport};
use coax_kinds::{ErrorKind, Incomplete};
use coax_native::judge::Workshop;
use coax_report::{Outcome, Test, Values};
use coax_suite::{Case, Ending, Program};

use super::cases::Cases;
use super::courses::{Expected, Extent};
use super::worker::EndedPath;
use crate::out_folder::{ERRORS, TEST_SUITE, TESTS, WARNINGS};
use crate::search::accounts;
use crate::search::candidate::Candidate;
use crate::search::court::{self, Accusation, Court, Judgement};
use crate::search::ledger::Ledger;

/// Different remarks kept for people.
const MOST_NOTES: usize = 20;

/// The findings of one unit.
pub struct Results<'a> {
    /// The report, and where it and the tests go.
    pub ledger: Ledger,
    cases: &'a Cases<'a>,
    program: &'a Program,
    workshop: &'a Arc<Workshop>,
    /// Is Test-Comp's suite wanted, too?
    testcomp: bool,
    /// Is every path told on stderr?
    narrating: bool,
    candidates: Vec<Candidate<Attempt>>,
    /// The ways the tests' paths went.
    courses: Vec<Course>,
    by_place: HashMap<Place, usize>,
    by_kind: BTreeMap<ErrorKind, usize>,
    /// Tests that reached something new when their path ended, by their place in the report.
    fruitful: Vec<usize>,
    /// Bounds that ended single paths.
    pub bounded_by: BTreeSet<Incomplete>,
    notes: BTreeSet<String>,
    /// Defects of ours.
    pub defects: Vec<String>,
}

/// A path that leads to a possible error.
struct Attempt {
    case: Case,
    course: Course,
}

/// What makes two possible errors one: kind, file, line and column.
type Place = (ErrorKind, String, u32, u32);

impl<'a> Results<'a> {
    /// Nothing yet.
    pub fn new(
        ledger: Ledger,
        cases: &'a Cases<'a>,
        program: &'a Program,
        workshop: &'a Arc<Workshop>,
    ) -> Results<'a> {
        Results {
            ledger,
            cases,
            program,
            workshop,
            testcomp: false,
            narrating: false,
            candidates: Vec::new(),
            courses: Vec::new(),
            by_place: HashMap::new(),
            by_kind: BTreeMap::new(),
            fruitful: Vec::new(),
            bounded_by: BTreeSet::new(),
            notes: BTreeSet::new(),
            defects: Vec::new(),
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
    pub fn path(&mut self, path: EndedPath, court: &mut Court) -> io::Result<()> {
        if self.narrating {
            eprintln!("{}", narrated(&path, self.cases));
        }
        let EndedPath { end, also, inputs, new_coverage, course } = path;
        for report in &also {
            self.suspect(report, inputs.clone(), course.clone(), court)?;
        }
        match end {
            PathEnd::Exited(status) => {
                self.courses.push(course);
                self.test(inputs, Ending::Normal { status }, Some(status), new_coverage)?;
            }
            PathEnd::ExitedAnyhow => {
                self.courses.push(course);
                self.test(inputs, Ending::AnyStatus, None, new_coverage)?;
            }
            PathEnd::Returned => {
                self.courses.push(course);
                self.test(inputs, Ending::Normal { status: 0 }, None, new_coverage)?;
            }
            PathEnd::Error(report) => self.suspect(&report, inputs, course, court)?,
            PathEnd::Bounded(reason) => {
                self.bounded_by.insert(reason);
            }
            PathEnd::Unsupported(report) => self.unsupported(&report),
            PathEnd::Internal(message) => self.defects.push(message),
            // An exception that leaves `main` is an error; only units end like this.
            PathEnd::Exception | PathEnd::AssumedAway | PathEnd::SolverUnknown => {}
        }
        Ok(())
    }

    /// Writes the test of a path that ended well.
    fn test(
        &mut self,
        inputs: Vec<coax_suite::Input>,
        ending: Ending,
        status: Option<i32>,
        new_coverage: bool,
    ) -> io::Result<()> {
        let number = self.ledger.report.tests.len() + 1;
        let id = self.ledger.files.free_id(format!("{}_{number}", self.cases.unit));
        let case = self.cases.case(id, inputs, ending);
        let file = self.write(&case, TESTS)?;
        if self.testcomp {
            self.write_testcomp(&format!("testcase-{number}"), &case)?;
        }
        if new_coverage {
            self.fruitful.push(number - 1);
        }
        self.ledger.report.tests.push(Test {
            id: format!("t{number}"),
            unit: case.unit.clone(),
            file,
            outcome: Outcome::Normal,
            inputs: readable(&case),
            status: status.map(|status| status & 0xff),
            of_unit: None,
        });
        Ok(())
    }

    /// A possible error: a new one is noted and handed to the court, a known one may be another
    /// attempt at it.
    fn suspect(
        &mut self,
        report: &ErrorReport,
        inputs: Vec<coax_suite::Input>,
        course: Course,
        court: &mut Court,
    ) -> io::Result<()> {
        let (file, line, column) = accounts::place(report.location.as_ref());
        let place = (accounts::kind(report), file, line, column);
        if let Some(&known) = self.by_place.get(&place) {
            let candidate = &mut self.candidates[known];
            if candidate.wants_more() {
                let (id, ending) =
                    (candidate.current().case.id.clone(), accounts::error_ending(report));
                let case = self.cases.case(id, inputs, ending);
                candidate.add(Attempt { case, course });
            }
            return self.next_attempt(known, court);
        }
        let (kind, ..) = place;
        let number = self.by_kind.entry(kind).or_insert(0);
        *number += 1;
        let id = format!("{}_{}_{number}", self.cases.unit, kind.name().replace('-', "_"));
        let id = self.ledger.files.free_id(id);
        let case = self.cases.case(id, inputs, accounts::error_ending(report));
        let index = self.candidates.len();
        if self.testcomp {
            self.write_testcomp(&format!("testcase-error-{}", index + 1), &case)?;
        }
        let warning = accounts::warning(index, report, &case.unit, readable(&case));
        self.ledger.report.warnings.push(warning);
        self.show_attempt(index, &case, WARNINGS)?;
        self.candidates.push(Candidate::new(Attempt { case, course }));
        self.by_place.insert(place, index);
        self.accuse(index, court);
        Ok(())
    }

    /// Hands the current attempt to the court.
    fn accuse(&self, index: usize, court: &mut Court) {
        let warning = &self.ledger.report.warnings[index];
        court.accuse(Accusation::of(warning, index, &self.ledger.folder, self.workshop));
    }

    /// If the last attempt was not confirmed and there is another one, it is its turn.
    fn next_attempt(&mut self, index: usize, court: &mut Court) -> io::Result<()> {
        let Some(attempt) = self.candidates[index].next() else { return Ok(()) };
        let case = attempt.case.clone();
        self.show_attempt(index, &case, WARNINGS)?;
        self.accuse(index, court);
        Ok(())
    }

    /// Writes an attempt's test and inputs.
    fn show_attempt(&mut self, index: usize, case: &Case, folder: &str) -> io::Result<()> {
        let test = format!("{folder}/{}", coax_suite::file_name(case, self.program));
        let warning = &mut self.ledger.report.warnings[index];
        let text = accounts::test_text(coax_suite::render_c(case, self.program), warning);
        self.ledger.files.put(&test, &text)?;
        warning.inputs = readable(case);
        warning.test = Some(test);
        Ok(())
    }

    /// The court has spoken.
    pub fn judged(&mut self, judgement: Judgement, court: &mut Court) -> io::Result<()> {
        let Judgement { id: index, verdict } = judgement;
        let confirmed = verdict.is_confirmed();
        self.defects.extend(court::defect(&verdict));
        self.ledger.report.warnings[index].attempted(verdict);
        if !confirmed {
            self.candidates[index].doubt();
            return self.next_attempt(index, court);
        }
        self.candidates[index].confirm();
        let case = self.candidates[index].current().case.clone();
        let doubted = self.ledger.report.warnings[index].test.clone();
        let shown = self.show_attempt(index, &case, ERRORS);
        let warning = &mut self.ledger.report.warnings[index];
        // It is an error also when its test cannot be moved.
        shown?;
        warning.reproduce = Some(command(&case, self.program));
        self.ledger.outdated.extend(doubted);
        Ok(())
    }

    /// Nothing more will be judged: what was not confirmed keeps its first attempt.
    pub fn settle(&mut self) -> io::Result<()> {
        for index in 0..self.candidates.len() {
            if let Some(attempt) = self.candidates[index].settle() {
                let case = attempt.case.clone();
                self.show_attempt(index, &case, WARNINGS)?;
            }
        }
        Ok(())
    }

    fn unsupported(&mut self, report: &ErrorReport) {
        let (file, line, _) = accounts::place(report.location.as_ref());
        let place = if line > 0 { format!(" at {file}:{line}") } else { String::new() };
        self.note(format!("cannot be explored: {}{place}", report.message));
    }

    /// A remark for people; the same one is said once.
    pub fn note(&mut self, note: String) {
        if self.notes.len() < MOST_NOTES {
            self.notes.insert(note);
        }
    }

    /// All remarks so far.
    pub fn notes(&self) -> Vec<String> {
        self.notes.iter().cloned().collect()
    }

    /// Possible errors so far.
    pub fn suspected(&self) -> usize {
        self.candidates.len()
    }

    /// Tests by their place in the report, those that reached something new first.
    pub fn tests_to_measure(&self) -> Vec<usize> {
        let mut order = self.fruitful.clone();
        let first: BTreeSet<usize> = order.iter().copied().collect();
        order.extend((0..self.ledger.report.tests.len()).filter(|test| !first.contains(test)));
        order
    }

    /// All tests with the ways their paths went, those of errors last.
    pub fn expected(&self) -> io::Result<Vec<Expected>> {
        let (folder, report) = (&self.ledger.folder, &self.ledger.report);
        let expected = |name: &str, course: &Course, extent: Extent| {
            let file = std::path::absolute(folder.join(name))?;
            Ok(Expected { name: name.into(), file, course: course.clone(), extent })
        };
        let normal = report.tests.iter().zip(&self.courses).map(|(test, course)| {
            // Without a status, the path ended where the function returned.
            let whole = test.status.is_some() || test.outcome != Outcome::Normal;
            let extent = if whole { Extent::Whole } else { Extent::Beginning };
            expected(&test.file, course, extent)
        });
        let failing = report.warnings.iter().zip(&self.candidates).filter_map(|(warning, of)| {
            let (file, extent) = (warning.test.as_ref()?, Extent::of_error(warning.kind.known()));
            Some(expected(file, &of.current().course, extent))
        });
        normal.chain(failing).collect()
    }

    /// Writes a test; gives back its name, relative to the report.
    fn write(&self, case: &Case, folder: &str) -> io::Result<String> {
        let name = format!("{folder}/{}", coax_suite::file_name(case, self.program));
        self.ledger.files.put(&name, &coax_suite::render_c(case, self.program))?;
        Ok(name)
    }

    fn write_testcomp(&self, name: &str, case: &Case) -> io::Result<()> {
        let name = format!("{TEST_SUITE}/{name}.xml");
        self.ledger.files.put(&name, &coax_suite::testcomp_xml(case))
    }
}

/// A path in one line, for whoever wants to see all of them.
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
    let case = cases.case(String::new(), path.inputs.clone(), Ending::AssumedAway);
    let inputs = coax_suite::readable_inputs(&case);
    let inputs: Vec<String> =
        inputs.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
    crate::diagnostic::one_line(&format!("path: {end}; {}", inputs.join(", ")))
}

/// Values of inputs as the report has them.
fn readable(case: &Case) -> Values {
    coax_suite::readable_inputs(case)
        .into_iter()
        .map(|(name, value)| (name, value.into()))
        .collect()
}

/// What a user types to see an error.
fn command(case: &Case, program: &Program) -> String {
    let build = coax_suite::compile_command(case, program);
    accounts::reproduce(&build, &coax_suite::file_name(case, program))
}
