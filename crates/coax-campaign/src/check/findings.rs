//! What a check has found so far: possible errors, their tests, and what native runs said.
//!
//! Invariants: one entry per kind, place and function, and one per function for a pointer that must
//! not be null.

use std::collections::{BTreeSet, HashMap};
use std::io;

use coax_engine::ErrorReport;
use coax_engine::unit::{Assumes, Given};
use coax_ir::{Access, Linkage, Program, SourceSignature};
use coax_kinds::{Assumption, ErrorKind, Word};
use coax_report::{Test, TestOutcome, Values};

use super::callers::Callers;
use super::given;
use crate::pipeline::accounts::{self, ErrorSite};
use crate::pipeline::records::Records;
use crate::pipeline::suspects::{Attempt, Suspects};
use crate::pipeline::test_names::TestNames;
use crate::pipeline::validator::{Judgement, Validator};
use crate::project::test_places::TestPlace;

/// Different remarks kept for one function.
const MOST_NOTES: usize = 5;

/// The findings of one run.
pub struct Findings {
    /// Possible errors, and the report.
    pub suspects: Suspects,
    known: HashMap<Cause, usize>,
    names: TestNames,
    /// Causes that were left out because the user does not want to see them.
    left_out: BTreeSet<Cause>,
    leave_out_null_arguments: bool,
    /// What running their callers has shown of static functions.
    pub callers: Callers,
}

/// What makes two possible errors of a unit one: either is enough.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Cause {
    /// The same kind at the same place.
    Site { unit: usize, site: ErrorSite },
    /// The same pointer is null, wherever that shows.
    Null { unit: usize, pointer: String },
}

/// A path that goes wrong, with everything its test is made from.
pub struct Suspicion<'a> {
    /// The unit, by its place in the report.
    pub unit: usize,
    pub report: &'a ErrorReport,
    pub given: &'a Given,
    pub program: &'a Program,
    pub signature: &'a SourceSignature,
}

impl Findings {
    /// Nothing yet.
    pub fn new(records: Records, leave_out_null_arguments: bool) -> Findings {
        Findings {
            suspects: Suspects::new(records),
            known: HashMap::new(),
            names: TestNames::default(),
            left_out: BTreeSet::new(),
            leave_out_null_arguments,
            callers: Callers::default(),
        }
    }

    /// A possible error: a new one is noted and handed to the validator, a known one may be another
    /// attempt at it. `place` is asked only if a test is to be written.
    pub fn suspect(
        &mut self,
        suspicion: &Suspicion<'_>,
        place: impl FnOnce() -> io::Result<TestPlace>,
        validator: &mut Validator,
    ) -> io::Result<()> {
        self.callers.led_to(suspicion.unit, suspicion.report);
        let causes = causes(suspicion);
        let known = causes.iter().find_map(|cause| self.known.get(cause).copied());
        if let Some(known) = known {
            for cause in causes {
                self.known.entry(cause).or_insert(known);
            }
            let attempt = |id| Ok(attempt(id, suspicion, &place()?));
            return self.suspects.retry(known, attempt, validator);
        }
        let assumes = assumes(&suspicion.given.assumes);
        if self.leave_out_null_arguments && assumes.contains(&Assumption::NullArgument) {
            let before = causes.iter().any(|cause| self.left_out.contains(cause));
            self.left_out.extend(causes);
            self.suspects.records.report.left_out += u64::from(!before);
            return Ok(());
        }
        let index = self.suspects.len();
        let function = self.suspects.records.report.units[suspicion.unit].function.clone();
        let id = self.new_id(&function, accounts::kind(suspicion.report));
        let attempt = attempt(id, suspicion, &place()?);
        let mut warning = accounts::warning(index, suspicion.report, &function, Values::new());
        warning.unit = Some(suspicion.unit);
        warning.assumes = assumes.into_iter().map(Word::Known).collect();
        warning.about = about(suspicion);
        warning.internal = is_internal(suspicion.signature);
        self.known.extend(causes.into_iter().map(|cause| (cause, index)));
        self.suspects.add(ErrorSite::of(suspicion.report), warning, attempt, validator)
    }

    /// A name for the test of a new possible error.
    fn new_id(&mut self, function: &str, kind: ErrorKind) -> String {
        self.names.next(&self.suspects.records.files, function, kind.name())
    }

    /// Records what the validator said; the test of an error is one of the report's.
    pub fn judged(&mut self, judgement: Judgement, validator: &mut Validator) -> io::Result<()> {
        let Some(confirmed) = self.suspects.judged(judgement, validator)? else { return Ok(()) };
        let report = &mut self.suspects.records.report;
        let warning = &report.warnings[confirmed.index];
        report.tests.push(Test {
            id: format!("t{}", report.tests.len() + 1),
            unit: warning.function.clone(),
            file: warning.test.clone().unwrap_or_default(),
            outcome: TestOutcome::Error,
            status: None,
            inputs: warning.inputs.clone(),
            of_unit: warning.unit,
            steps: Vec::new(),
            after: Vec::new(),
        });
        confirmed.moved
    }

    /// Nothing more will be judged.
    pub fn close(&mut self) -> io::Result<()> {
        let shown = self.suspects.close();
        self.name_innocent_callers();
        // In the order in which they were found, not in that of native runs.
        let order: HashMap<String, usize> = self
            .suspects
            .records
            .report
            .warnings
            .iter()
            .enumerate()
            .filter_map(|(index, warning)| Some((warning.test.clone()?, index)))
            .collect();
        let tests = &mut self.suspects.records.report.tests;
        tests.sort_by_key(|test| order.get(&test.file).copied());
        for (number, test) in tests.iter_mut().enumerate() {
            test.id = format!("t{}", number + 1);
        }
        shown
    }

    /// Says which callers of a static function did not lead to what is wrong in it.
    fn name_innocent_callers(&mut self) {
        let report = &mut self.suspects.records.report;
        for warning in &mut report.warnings {
            let function = warning.trace.last().map(|frame| &frame.function);
            // What makes its objects is not the function, and has other callers.
            let Some(function) = function.filter(|name| **name == warning.function) else {
                continue;
            };
            let of = warning.unit.zip(warning.kind.known());
            let callers = of.and_then(|(unit, kind)| self.callers.without(unit, kind, function));
            let names = callers.into_iter().flatten().map(|&unit| &report.units[unit].function);
            warning.not_from = names.cloned().collect();
        }
    }

    /// A remark about a unit; the same one is said once.
    pub fn note(&mut self, unit: usize, note: String) {
        self.suspects.records.note(unit, note, MOST_NOTES);
    }

    /// Possible errors so far.
    pub fn suspected(&self) -> usize {
        self.suspects.len()
    }

    /// Those that native runs showed.
    pub fn confirmed(&self) -> usize {
        self.suspects.records.report.tests.len()
    }
}

/// The test of a path that goes wrong.
fn attempt(id: String, suspicion: &Suspicion<'_>, place: &TestPlace) -> Attempt {
    let check = accounts::expected_error(suspicion.report);
    let case = &given::case(id, suspicion.given, check);
    let (program, under_test) = (suspicion.program, &place.under_test);
    let test = coax_suite::Test { case, under_test, program };
    Attempt::of(&test, &place.workshop)
}

/// What makes a possible error what it is: its place and, if there is one, the pointer that is null.
fn causes(suspicion: &Suspicion<'_>) -> Vec<Cause> {
    let (unit, site) = (suspicion.unit, ErrorSite::of(suspicion.report));
    let null = null_argument(&suspicion.given.assumes);
    let null = null.map(|pointer| Cause::Null { unit, pointer: pointer.to_string() });
    null.into_iter().chain([Cause::Site { unit, site }]).collect()
}

/// The argument that is null where it must not be. A null pointer further inside is data like any
/// other: lists end with one.
fn null_argument(assumes: &Assumes) -> Option<&str> {
    let culprit = assumes.culprit.as_deref()?;
    let is_argument = !culprit.contains(['-', '[', '(', '.']);
    is_argument.then_some(culprit)
}

/// What it needs beyond plain values.
fn assumes(assumes: &Assumes) -> Vec<Assumption> {
    let null = null_argument(assumes).is_some();
    let all = [
        (Assumption::Aliasing, assumes.aliases),
        (Assumption::Globals, assumes.initial_global.is_some()),
        (Assumption::Stub, assumes.stubs),
        (Assumption::NullArgument, null),
        (Assumption::MadeUp, assumes.made_up),
    ];
    let needed: Vec<Assumption> =
        all.into_iter().filter(|(_, holds)| *holds).map(|(assumption, _)| assumption).collect();
    // What needs more than that is not ranked by the fields it also looks at.
    let fields = (needed.is_empty() && assumes.fields).then_some(Assumption::Fields);
    needed.into_iter().chain(fields).collect()
}

/// Can only code of the function's own file or class call it?
fn is_internal(signature: &SourceSignature) -> bool {
    let method = signature.method.as_ref();
    signature.linkage == Linkage::Internal
        || method.is_some_and(|method| method.access != Access::Public)
}

/// The input that a possible error is about.
fn about(suspicion: &Suspicion<'_>) -> Option<String> {
    let assumes = &suspicion.given.assumes;
    let name = assumes.culprit.as_ref().or(assumes.initial_global.as_ref());
    name.or(assumes.exceeded.as_ref()).map(|name| name.to_string())
}

#[cfg(test)]
mod tests;
