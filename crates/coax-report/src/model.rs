//! report.json as structs, schema 1.
//!
//! Invariant: fields are declared, and so written, in the order of the schema; what is beyond the
//! schema comes last in its object and may be missing.

use std::collections::{BTreeMap, HashMap};

use coax_kinds::{
    Assumption, ErrorKind, FollowReason, Grade, GradeReason, Incomplete, NotJudged, Word,
};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    guide::Guide,
    kept_test::KeptTest,
    standing::{Earlier, Standing},
};

/// The schema these structs are.
pub const SCHEMA: u32 = 1;

/// Named values in the order in which they were said.
pub type Values = IndexMap<String, Value>;

/// Everything a run found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Always [`SCHEMA`].
    pub schema: u32,
    /// Who wrote it.
    pub tool: Tool,
    /// The sub-command.
    pub command: String,
    /// Its options, as resolved.
    pub options: Values,
    /// The seed of all randomness.
    pub seed: u64,
    /// How long the run took.
    pub elapsed_s: f64,
    /// What was explored.
    pub units: Vec<Unit>,
    /// Every possible error that was found, confirmed or not.
    pub warnings: Vec<Warning>,
    /// Every test that was written.
    pub tests: Vec<Test>,
    /// Native coverage of the tests; null if it was not measured.
    pub coverage: Option<Coverage>,
    /// How what was run natively was shut in: `namespaces`, `landlock`, or `none`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sandbox: String,
    /// How many tests did natively something else than the engine said: defects of Coax.
    #[serde(default)]
    pub divergences: u64,
    /// Those of them that were not kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diverged: Vec<Divergence>,
    /// Possible errors that were not followed up because they need nothing but a null pointer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// Sources that were written to while they were explored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed_sources: Vec<String>,
    /// How call sequences were looked for, program by program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<SequenceSearch>,
    /// Remarks about the run as a whole, for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What became of findings of earlier runs, and what was ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<Earlier>,
    /// Sums over the units.
    pub totals: Totals,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Name and version of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tool {
    /// `coax`.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// How far the exploration of a unit came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Every path was followed to its end.
    Complete,
    /// A bound ended some paths.
    Bounded,
    /// Time ended the exploration.
    Timeout,
    /// Something the engine cannot do ended some paths.
    Unsupported,
    /// Time ended before a single path did, or it is called natively ([`Incomplete::CalledNatively`]): nothing
    /// is known about it.
    #[serde(rename = "not-explored")]
    NotExplored,
}

/// One function that was explored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// Its name.
    pub function: String,
    /// The file it is defined in.
    pub file: String,
    /// The line there.
    pub line: u32,
    /// How far the exploration came.
    pub status: Status,
    /// Why no further.
    pub incomplete_because: Vec<Word<Incomplete>>,
    /// How its paths ended.
    pub paths: Paths,
    /// Concrete executions the search needed.
    pub runs: u64,
    /// Path summaries computed.
    pub summaries: u64,
    /// What became of calls that might have been stepped over (`--engine smart`).
    #[serde(default, skip_serializing_if = "Calls::is_none")]
    pub calls: Calls,
    /// Runs that went another way than was predicted (`--concretize dart`).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub divergences: u64,
    /// Sides of branches that paths came to.
    #[serde(default, skip_serializing_if = "Sides::is_none")]
    pub sides: Sides,
    /// IR instructions interpreted.
    pub steps: u64,
    /// How long exploring took, without native runs.
    #[serde(default)]
    pub explored_s: f64,
    /// What was asked of the solver.
    pub solver: Solver,
    /// Tests written for it.
    pub tests: u64,
    /// Those of them whose paths were not followed to their ends.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub prefixes: u64,
    /// Possible errors found in it.
    pub warnings: u64,
    /// Those of them a native run showed.
    pub errors: u64,
    /// Remarks for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What a static analysis says of its checks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guide: Option<Guide>,
}

impl Unit {
    /// One of which nothing has been explored yet.
    pub fn pending(function: &str, file: &str, line: u32) -> Unit {
        Unit {
            function: function.into(),
            file: file.into(),
            line,
            status: Status::Timeout,
            incomplete_because: vec![Incomplete::Unfinished.into()],
            paths: Paths { pending: 1, ..Paths::default() },
            runs: 0,
            summaries: 0,
            calls: Calls::default(),
            divergences: 0,
            sides: Sides::default(),
            steps: 0,
            explored_s: 0.0,
            solver: Solver::default(),
            tests: 0,
            prefixes: 0,
            warnings: 0,
            errors: 0,
            notes: Vec::new(),
            guide: None,
        }
    }

    /// Why its exploration came no further, in one line.
    pub fn because(&self) -> String {
        self.incomplete_because.iter().map(Word::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// What became of calls that might have been stepped over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calls {
    /// Their function was summed up for them.
    pub summed_up: u64,
    /// What was known of it did.
    pub reused: u64,
    /// What was known of it was extended for them.
    pub extended: u64,
    /// Summaries that an earlier run had made and these calls could use.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub from_cache: u64,
    /// They were followed all the same, by reason.
    pub followed: BTreeMap<Word<FollowReason>, u64>,
}

impl Calls {
    fn is_none(&self) -> bool {
        *self == Calls::default()
    }
}

/// Sides of branches, in the program's own functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides {
    /// Those that paths came to,
    pub reached: u64,
    /// of those in functions that were entered.
    pub all: u64,
}

impl Sides {
    fn is_none(&self) -> bool {
        self.all == 0
    }
}

/// Numbers of paths by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paths {
    /// The program ended by itself.
    pub completed: u64,
    /// In an error.
    pub error: u64,
    /// Found to be impossible.
    pub infeasible: u64,
    /// At a bound.
    pub bounded: u64,
    /// At an assumption that does not hold.
    pub assumed_away: u64,
    /// At something the engine cannot do.
    #[serde(default)]
    pub unsupported: u64,
    /// At a question the solver could not answer.
    #[serde(default)]
    pub solver_unknown: u64,
    /// Put aside and not taken up before the end.
    #[serde(default)]
    pub pending: u64,
}

impl Paths {
    /// Those that ended, whichever way.
    pub fn ended(&self) -> u64 {
        let ended = self.completed + self.error + self.bounded + self.assumed_away;
        ended + self.unsupported + self.solver_unknown
    }
}

/// What was asked of the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Solver {
    /// Questions that reached it.
    pub queries: u64,
    /// Of these, answered yes,
    pub sat: u64,
    /// no,
    pub unsat: u64,
    /// or not at all.
    pub unknown: u64,
    /// Questions that never reached it.
    pub cached: u64,
    /// Time spent in it.
    pub time_s: f64,
    /// Questions with functions applied that no theory knows.
    #[serde(default, skip_serializing_if = "Mixed::is_none")]
    pub mixed: Mixed,
    /// Questions about floats and products.
    #[serde(default, skip_serializing_if = "Numeric::is_none")]
    pub numeric: Numeric,
}

/// How questions with functions applied were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mixed {
    /// Questions.
    pub asked: u64,
    /// There is no model.
    pub refuted: u64,
    /// The first solution of the simple part did,
    pub first: u64,
    /// one with values of an earlier model,
    pub residual: u64,
    /// one with random values,
    pub random: u64,
    /// one in a part of a function's domain,
    pub partition: u64,
    /// one unlike those before.
    pub incremental: u64,
    /// No back end could tell.
    pub unknown: u64,
}

/// How questions about floats and products were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numeric {
    /// Questions.
    pub asked: u64,
    /// By the SMT solver,
    pub smt: u64,
    /// by intervals,
    pub icp: u64,
    /// by search,
    pub search: u64,
    /// by running the program with guessed inputs, without being asked,
    #[serde(default)]
    pub trials: u64,
    /// by none of them.
    pub unknown: u64,
}

impl Mixed {
    fn is_none(&self) -> bool {
        self.asked == 0
    }
}

impl Numeric {
    fn is_none(&self) -> bool {
        self.asked == 0 && self.icp == 0 && self.search == 0
    }
}

/// What native runs said of a possible error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judged {
    /// A native run showed it: it is an error.
    Confirmed,
    /// A native run ended without it, or failed elsewhere.
    Refuted,
    /// There was no native run, or it could not have shown it.
    #[default]
    NotJudged,
}

/// A possible error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Warning {
    /// `w1`, `w2`, …
    pub id: String,
    /// Its kind.
    pub kind: Word<ErrorKind>,
    /// The unit it belongs to.
    pub function: String,
    /// Where it happens.
    pub file: String,
    /// The line there.
    pub line: u32,
    /// The column there, 0 if unknown.
    pub column: u32,
    /// What exactly happens.
    pub message: String,
    /// The calls that lead there, innermost first.
    pub trace: Vec<Frame>,
    /// Readable values of the inputs.
    pub inputs: Values,
    /// Whether a native run showed it: then it is an error.
    pub confirmed: bool,
    /// The test that shows it, relative to the report; null if none could be written.
    pub test: Option<String>,
    /// A command that shows it, typed within the folder the report lies in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproduce: Option<String>,
    /// What the native run said, or why there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native: Option<String>,
    /// What native runs said of it. Reports of earlier versions have only `confirmed`.
    #[serde(default)]
    pub judged: Judged,
    /// Why it was not judged; `native` has the same in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_judged_because: Option<NotJudged>,
    /// The kind the native run showed at the claimed place, if it is another than the predicted one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native_kind: Option<Word<ErrorKind>>,
    /// The function that users of the code can call and that shows it.
    #[serde(default)]
    pub boundary: Option<String>,
    /// Whose mistake it is, if that was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Word<Grade>>,
    /// Why it has this grade.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grade_because: Vec<Word<GradeReason>>,
    /// A name that stays the same while code elsewhere is edited; none if its line could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// Other possible errors with the same cause.
    #[serde(default)]
    pub same_cause: Vec<String>,
    /// Which of the units it belongs to, where several may have the same name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<usize>,
    /// What it needs beside plain values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<Word<Assumption>>,
    /// The input that it is about, if that is known: the null pointer, the object whose bounds
    /// were passed, the global that must be as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The function can only be called from within its file or its class.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub internal: bool,
    /// All callers of such a function, if they were run up to each call of it and none led to this kind of
    /// error in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_from: Vec<String>,
    /// How it stands to earlier runs and decisions.
    #[serde(flatten, default)]
    pub standing: Standing,
    /// The warnings that its path has gone on behind, if it is only found there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
    /// The native run that showed it went on after other errors: its test is built so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub goes_on: bool,
}

/// One call of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The file.
    pub file: String,
    /// The line there.
    pub line: u32,
    /// The function.
    pub function: String,
}

/// How a test ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TestOutcome {
    /// By itself.
    Normal,
    /// By an exception that leaves the unit.
    Exception,
    /// In an error.
    Error,
    /// In any way: its path was not followed to its end.
    Prefix,
}

/// A test that was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// Its name.
    pub id: String,
    /// The unit it calls.
    pub unit: String,
    /// Its file, relative to the report.
    pub file: String,
    /// How it ends.
    pub outcome: TestOutcome,
    /// The exit status of a program that ends by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<i32>,
    /// Readable values of the inputs.
    pub inputs: Values,
    /// Which of the units it calls, where several may have the same name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_unit: Option<usize>,
    /// The calls that it makes, if it is a sequence of calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// The warnings that its path has gone on behind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
    /// How many things it checks, if that was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asserts: Option<u64>,
    /// Where it is in the suite that people keep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<KeptTest>,
}

/// A test that was not kept: natively it did something else than the engine said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Divergence {
    /// The unit it calls.
    pub unit: String,
    /// The calls that it makes.
    pub steps: Vec<String>,
    /// How it ends, as the engine said.
    pub expected: TestOutcome,
    /// What the native run did.
    pub native: String,
}

/// How call sequences of one program were looked for: sums over its workers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SequenceSearch {
    /// The files of the program.
    pub files: Vec<String>,
    /// Sequences that were tried.
    pub attempts: u64,
    /// Calls that were run.
    pub calls: u64,
    /// Instructions that were run.
    pub steps: u64,
    /// Changes from random to concolic execution and back.
    pub switches: u64,
    /// Sequences kept for extension.
    pub pool: u64,
    /// Sequences handed out to become tests.
    pub drivers: u64,
    /// Uncovered sides of branches that concolic execution tried to come to.
    pub targets: u64,
    /// Questions put to the solver,
    pub queries: u64,
    /// those that conflict sequences made unnecessary,
    pub queries_saved: u64,
    /// of those, some that were asked all the same,
    pub saved_checked: u64,
    /// and that turned out to be wrongly saved.
    pub saved_wrong: u64,
    /// Conflict sequences that were learned.
    pub conflicts: u64,
}

/// So many out of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratio {
    /// So many
    pub covered: u64,
    /// out of so many.
    pub total: u64,
}

/// Native coverage of the tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Both sides of every branch count.
    pub branches: Ratio,
    /// Lines with code.
    pub lines: Ratio,
    /// Functions entered.
    pub functions: Ratio,
    /// The same by function.
    pub per_function: Vec<FunctionCoverage>,
}

/// Coverage of one function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionCoverage {
    /// Its name.
    pub function: String,
    /// The file it is in, where there are several.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// Which of the units it is, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<usize>,
    /// Its branches.
    pub branches: Ratio,
}

/// Sums over a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Units explored.
    pub units: u64,
    /// Tests written.
    pub tests: u64,
    /// Possible errors.
    pub warnings: u64,
    /// Confirmed ones.
    pub errors: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Instructions interpreted.
    pub steps: u64,
    /// Of a suite, how many sides of branches its tests covered in the engine after so many seconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coverage_over_time: Vec<(f64, u64)>,
}

impl Report {
    /// A report in which nothing has been found yet.
    pub fn new(tool: Tool, command: impl Into<String>, seed: u64) -> Self {
        Report {
            schema: SCHEMA,
            tool,
            command: command.into(),
            options: Values::new(),
            seed,
            elapsed_s: 0.0,
            units: Vec::new(),
            warnings: Vec::new(),
            tests: Vec::new(),
            coverage: None,
            sandbox: String::new(),
            divergences: 0,
            diverged: Vec::new(),
            left_out: 0,
            changed_sources: Vec::new(),
            searches: Vec::new(),
            notes: Vec::new(),
            earlier: None,
            totals: Totals::default(),
        }
    }

    /// Adds a possible error and names it, unless it is one already there (a confirmed one takes
    /// the place of one that is not). Tells whether it was new.
    pub fn add_warning(&mut self, mut warning: Warning) -> bool {
        match self.warnings.iter_mut().find(|known| known.is_same(&warning)) {
            Some(known) => {
                if warning.confirmed && !known.confirmed {
                    warning.id = known.id.clone();
                    *known = warning;
                }
                false
            }
            None => {
                warning.id = format!("w{}", self.warnings.len() + 1);
                self.warnings.push(warning);
                true
            }
        }
    }

    /// Counts tests, warnings and errors of every unit, and all totals, from what is listed.
    pub fn tally(&mut self) {
        self.tally_units();
        let of_units = |of: fn(&Unit) -> u64| self.units.iter().map(of).sum::<u64>();
        let of_searches =
            |of: fn(&SequenceSearch) -> u64| self.searches.iter().map(of).sum::<u64>();
        self.totals = Totals {
            units: self.units.len() as u64,
            tests: self.tests.len() as u64,
            warnings: self.warnings.len() as u64,
            errors: self.errors().count() as u64,
            queries: of_units(|unit| unit.solver.queries) + of_searches(|search| search.queries),
            steps: of_units(|unit| unit.steps) + of_searches(|search| search.steps),
            coverage_over_time: std::mem::take(&mut self.totals.coverage_over_time),
        };
    }

    fn tally_units(&mut self) {
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        for (index, unit) in self.units.iter().enumerate() {
            by_name.entry(&unit.function).or_insert(index);
        }
        let found = |index: Option<usize>, name: &str| index.or_else(|| by_name.get(name).copied());
        let mut counts = vec![[0; 4]; self.units.len()];
        let mut count = |unit: Option<usize>, what: usize| {
            if let Some(counts) = unit.and_then(|unit| counts.get_mut(unit)) {
                counts[what] += 1;
            }
        };
        for warning in &self.warnings {
            let unit = found(warning.unit, &warning.function);
            count(unit, 0);
            if warning.confirmed {
                count(unit, 1);
            }
        }
        for test in &self.tests {
            let unit = found(test.of_unit, &test.unit);
            count(unit, 2);
            if test.outcome == TestOutcome::Prefix {
                count(unit, 3);
            }
        }
        for (unit, counts) in self.units.iter_mut().zip(counts) {
            [unit.warnings, unit.errors, unit.tests, unit.prefixes] = counts;
        }
    }

    /// The warnings that a native run showed.
    pub fn errors(&self) -> impl Iterator<Item = &Warning> {
        self.warnings.iter().filter(|warning| warning.confirmed)
    }
}

impl Warning {
    /// Two warnings of the same kind at the same place and in the same unit are one.
    pub fn is_same(&self, other: &Warning) -> bool {
        let key = |warning: &Warning| (warning.line, warning.column);
        key(self) == key(other)
            && self.kind == other.kind
            && self.file == other.file
            && self.function == other.function
    }
}
