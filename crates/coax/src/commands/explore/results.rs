//! What an exploration has found so far, and its copy on disk.
//!
//! Invariants: a test is on disk as soon as its path has ended; the report is written anew at most
//! about once a second, and less often when it has grown so large that writing takes its time; the
//! report never names a file that is not there.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use coax_engine::ErrorReport;
use coax_engine::explore::PathEnd;
use coax_report::{Frame, Outcome, Report, Test, Values, Warning};
use coax_suite::{Case, Ending, Program};

use super::cases::{self, Cases};
use super::court::{Accusation, Court, Judgement};
use super::worker::EndedPath;
use crate::out_folder::{ERRORS, TEST_SUITE, TESTS, WARNINGS, write_whole};

/// Between two reports on disk.
const PAUSE: Duration = Duration::from_secs(1);

/// Writing the report may take one part in so many of the time.
const SHARE: u32 = 20;

/// Models kept for one possible error, in case the first does not fail natively.
const MOST_ATTEMPTS: usize = 3;

/// Different remarks kept for people.
const MOST_NOTES: usize = 20;

/// The findings of one unit.
pub struct Results<'a> {
    /// Where they go.
    pub folder: PathBuf,
    pub report: Report,
    cases: &'a Cases<'a>,
    program: &'a Program,
    /// Is Test-Comp's suite wanted, too?
    testcomp: bool,
    /// Is every path told on stderr?
    narrating: bool,
    candidates: Vec<Candidate>,
    by_place: HashMap<Place, usize>,
    by_kind: BTreeMap<String, usize>,
    /// Tests that reached something new when their path ended, by their place in the report.
    fruitful: Vec<usize>,
    /// Bounds that ended single paths.
    pub bounded_by: BTreeSet<&'static str>,
    notes: BTreeSet<String>,
    /// Defects of ours.
    pub defects: Vec<String>,
    /// Files that the report on disk may still name, but the next one does not.
    outdated: Vec<PathBuf>,
    begun: Instant,
    next_report: Instant,
}

/// What makes two possible errors one: kind, file, line and column.
type Place = (String, String, u32, u32);

/// A possible error, with the paths that lead to it.
struct Candidate {
    /// Its test's name.
    id: String,
    attempts: Vec<Case>,
    /// Which attempt is before the court, or was last.
    attempt: usize,
    state: Standing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Before the court.
    Accused,
    /// No attempt so far was confirmed; another one may be.
    Doubtful,
    Confirmed,
}

impl<'a> Results<'a> {
    /// Nothing yet; `report` is on disk already.
    pub fn new(
        folder: PathBuf,
        report: Report,
        cases: &'a Cases<'a>,
        program: &'a Program,
        begun: Instant,
    ) -> Results<'a> {
        Results {
            folder,
            report,
            cases,
            program,
            testcomp: false,
            narrating: false,
            candidates: Vec::new(),
            by_place: HashMap::new(),
            by_kind: BTreeMap::new(),
            fruitful: Vec::new(),
            bounded_by: BTreeSet::new(),
            notes: BTreeSet::new(),
            defects: Vec::new(),
            outdated: Vec::new(),
            begun,
            next_report: begun + PAUSE,
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
        let EndedPath { end, also, inputs, new_coverage } = path;
        for report in &also {
            self.suspect(report, inputs.clone(), court)?;
        }
        match end {
            PathEnd::Exited(status) => self.test(inputs, Some(status), new_coverage)?,
            PathEnd::Returned => self.test(inputs, None, new_coverage)?,
            PathEnd::Error(report) => self.suspect(&report, inputs, court)?,
            PathEnd::Bounded(reason) => {
                self.bounded_by.insert(reason);
            }
            PathEnd::Unsupported(report) => self.unsupported(&report),
            PathEnd::Internal(message) => self.defects.push(message),
            PathEnd::AssumedAway | PathEnd::SolverUnknown => {}
        }
        Ok(())
    }

    /// Writes the test of a path that ended well.
    fn test(
        &mut self,
        inputs: Vec<coax_suite::Input>,
        status: Option<i32>,
        new_coverage: bool,
    ) -> io::Result<()> {
        let number = self.report.tests.len() + 1;
        let ending = Ending::Normal { status: status.unwrap_or(0) };
        let case = self.cases.case(format!("{}_{number}", self.cases.unit), inputs, ending);
        let file = self.write(&case, TESTS)?;
        if self.testcomp {
            self.write_testcomp(&format!("testcase-{number}"), &case)?;
        }
        if new_coverage {
            self.fruitful.push(number - 1);
        }
        self.report.tests.push(Test {
            id: format!("t{number}"),
            unit: case.unit.clone(),
            file,
            outcome: Outcome::Normal,
            inputs: readable(&case),
            status: status.map(|status| status & 0xff),
        });
        Ok(())
    }

    /// A possible error: a new one is noted and handed to the court, a known one may be another
    /// attempt at it.
    fn suspect(
        &mut self,
        report: &ErrorReport,
        inputs: Vec<coax_suite::Input>,
        court: &mut Court,
    ) -> io::Result<()> {
        let (file, line, column) = cases::place(report.location.as_ref());
        let place = (cases::kind(report), file, line, column);
        if let Some(&known) = self.by_place.get(&place) {
            let candidate = &self.candidates[known];
            if candidate.state == Standing::Confirmed || candidate.attempts.len() == MOST_ATTEMPTS {
                return Ok(());
            }
            let case = self.cases.case(candidate.id.clone(), inputs, cases::error_ending(report));
            self.candidates[known].attempts.push(case);
            return self.next_attempt(known, court);
        }
        let (kind, ..) = &place;
        let number = self.by_kind.entry(kind.clone()).or_insert(0);
        *number += 1;
        let id = format!("{}_{}_{number}", self.cases.unit, kind.replace('-', "_"));
        let case = self.cases.case(id.clone(), inputs, cases::error_ending(report));
        let index = self.candidates.len();
        let test = self.write(&case, WARNINGS)?;
        if self.testcomp {
            self.write_testcomp(&format!("testcase-error-{}", index + 1), &case)?;
        }
        self.report.warnings.push(warning(index, report, &case, test));
        let attempts = vec![case];
        self.candidates.push(Candidate { id, attempts, attempt: 0, state: Standing::Accused });
        self.by_place.insert(place, index);
        self.accuse(index, court);
        Ok(())
    }

    /// Hands the current attempt to the court.
    fn accuse(&self, index: usize, court: &mut Court) {
        let warning = &self.report.warnings[index];
        let Some(test) = &warning.test else { return };
        let file = std::path::absolute(self.folder.join(test));
        let line = (warning.line > 0).then(|| (warning.file.clone(), warning.line));
        court.accuse(Accusation {
            id: index,
            file: file.unwrap_or_else(|_| self.folder.join(test)),
            kind: warning.kind.clone(),
            line,
            function: warning.trace.first().map(|frame| frame.function.clone()),
        });
    }

    /// If the last attempt was not confirmed and there is another one, it is its turn.
    fn next_attempt(&mut self, index: usize, court: &mut Court) -> io::Result<()> {
        let candidate = &mut self.candidates[index];
        if candidate.state != Standing::Doubtful
            || candidate.attempt + 1 >= candidate.attempts.len()
        {
            return Ok(());
        }
        candidate.attempt += 1;
        candidate.state = Standing::Accused;
        self.show_attempt(index, WARNINGS)?;
        self.accuse(index, court);
        Ok(())
    }

    /// Writes the current attempt's test and inputs.
    fn show_attempt(&mut self, index: usize, folder: &str) -> io::Result<()> {
        let candidate = &self.candidates[index];
        let case = &candidate.attempts[candidate.attempt];
        let test = self.write(case, folder)?;
        let warning = &mut self.report.warnings[index];
        warning.inputs = readable(case);
        warning.test = Some(test);
        Ok(())
    }

    /// The court has spoken.
    pub fn judged(&mut self, judgement: Judgement, court: &mut Court) -> io::Result<()> {
        let index = judgement.id;
        if !judgement.confirmed {
            self.candidates[index].state = Standing::Doubtful;
            let known = self.report.warnings[index].native.is_some();
            if !known {
                self.report.warnings[index].native = Some(judgement.words);
            }
            return self.next_attempt(index, court);
        }
        self.candidates[index].state = Standing::Confirmed;
        let candidate = &self.candidates[index];
        let case = candidate.attempts[candidate.attempt].clone();
        let doubted = self.report.warnings[index].test.clone();
        let test = self.write(&case, ERRORS)?;
        let warning = &mut self.report.warnings[index];
        warning.confirmed = true;
        warning.native = Some(judgement.words);
        warning.reproduce = Some(command(&self.folder, &case, self.program));
        warning.test = Some(test);
        self.outdated.extend(doubted.map(|doubted| self.folder.join(doubted)));
        Ok(())
    }

    /// Nothing more will be judged: what was not confirmed keeps its first attempt.
    pub fn settle(&mut self) -> io::Result<()> {
        for index in 0..self.candidates.len() {
            let candidate = &mut self.candidates[index];
            if candidate.state != Standing::Confirmed && candidate.attempt > 0 {
                candidate.attempt = 0;
                self.show_attempt(index, WARNINGS)?;
            }
        }
        Ok(())
    }

    fn unsupported(&mut self, report: &ErrorReport) {
        let (file, line, _) = cases::place(report.location.as_ref());
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
        order.extend((0..self.report.tests.len()).filter(|test| !first.contains(test)));
        order
    }

    /// Writes a test; gives back its name, relative to the report.
    fn write(&self, case: &Case, folder: &str) -> io::Result<String> {
        let name = format!("{folder}/{}", coax_suite::file_name(case, self.program));
        write_whole(&self.folder.join(&name), &coax_suite::render_c(case, self.program))?;
        Ok(name)
    }

    fn write_testcomp(&self, name: &str, case: &Case) -> io::Result<()> {
        let path = self.folder.join(TEST_SUITE).join(format!("{name}.xml"));
        write_whole(&path, &coax_suite::testcomp_xml(case))
    }

    /// Writes the report, if it is time to; `complete` brings it up to date first.
    pub fn keep(&mut self, complete: impl FnOnce(&mut Report)) -> io::Result<()> {
        if Instant::now() < self.next_report {
            return Ok(());
        }
        complete(&mut self.report);
        self.save()
    }

    /// Writes the report.
    pub fn save(&mut self) -> io::Result<()> {
        let started = Instant::now();
        self.report.elapsed_s = self.begun.elapsed().as_secs_f64();
        self.report.tally();
        self.report.write(&self.folder)?;
        for file in self.outdated.drain(..) {
            std::fs::remove_file(file)?;
        }
        let took = started.elapsed();
        self.next_report = started + PAUSE.max(took * SHARE);
        Ok(())
    }
}

/// A path in one line, for whoever wants to see all of them.
fn narrated(path: &EndedPath, cases: &Cases<'_>) -> String {
    let end = match &path.end {
        PathEnd::Exited(status) => format!("exit {status}"),
        PathEnd::Returned => "returned".into(),
        PathEnd::Error(report) => format!("{}: {}", cases::kind(report), report.message),
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

/// The entry of a possible error.
fn warning(index: usize, report: &ErrorReport, case: &Case, test: String) -> Warning {
    let (file, line, column) = cases::place(report.location.as_ref());
    let frames = report.trace.iter().map(|frame| {
        let (file, line, _) = cases::place(frame.location.as_ref());
        Frame { file, line, function: frame.function.to_string() }
    });
    Warning {
        id: format!("w{}", index + 1),
        kind: cases::kind(report),
        function: case.unit.clone(),
        file,
        line,
        column,
        message: report.message.clone(),
        trace: frames.collect(),
        inputs: readable(case),
        confirmed: false,
        test: Some(test),
        reproduce: None,
        native: None,
    }
}

/// What a user types to see an error.
fn command(folder: &Path, case: &Case, program: &Program) -> String {
    let build = coax_suite::compile_command(case, program);
    let name = coax_suite::file_name(case, program);
    let binary = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let folder = folder.join(ERRORS);
    let folder = shell_words::quote(&folder.to_string_lossy()).into_owned();
    format!("cd {folder} && {build} && ./{}", shell_words::quote(binary))
}
