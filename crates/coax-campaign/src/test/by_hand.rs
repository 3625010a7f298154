//! From sequences to a suite, with sequences that are made by hand: what is kept, what is not, and why.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use clap::Parser;
use coax_case::{
    Action, Argument, Check, Ending, Environment, Invocation, Pass, Returned, Step, TestCase, Value,
};
use coax_clang::BitcodeStore;
use coax_engine::ErrorReport;
use coax_ir::{FuncId, Pc, Program};
use coax_kinds::ErrorKind;
use coax_report::Report;
use coax_sequence::{Driver, Method, Outcome, Side};

use super::found::Found;
use super::hosts::{Hosts, connected};
use super::record;
use super::suite::Suite;
use crate::options::TestOptions;
use crate::out_folder::{CANDIDATES, ERRORS, OutFolder, TESTS, WARNINGS};
use crate::pipeline::explored_files::ExploredFiles;
use crate::pipeline::records::Records;
use crate::pipeline::run_clock::RunClock;
use crate::pipeline::validator::{self, Validator};
use crate::project::code::Code;
use crate::project::exclude::Exclusion;
use crate::project::missing::Missing;
use crate::project::scan::Loading;
use crate::project::sources::Sources;
use crate::project::test_places::{self, PlaceBuilder};
use crate::under_test::Spelling;

const STACK: &str = "#include <stdlib.h>\n\
    struct stack { int items[2]; int used; };\n\
    struct stack *stack_new(void) { return calloc(1, sizeof(struct stack)); }\n\
    int stack_push(struct stack *s, int item) {\n\
        if (s->used == 2) return 0;\n\
        s->items[s->used++] = item;\n\
        return 1;\n\
    }\n\
    int stack_pop(struct stack *s) { return s->items[--s->used]; }\n\
    void stack_free(struct stack *s) { free(s); }\n";

/// Where the pop of an empty stack reads.
const LINE_OF_POP: u32 = 9;

/// Sequences on one stack.
struct Stack<'p> {
    program: &'p Program,
    steps: Vec<Step>,
    checks: Vec<Check>,
}

impl<'p> Stack<'p> {
    fn new(program: &'p Program) -> Stack<'p> {
        let checks = vec![Check::Normal { status: 0 }];
        let mut stack = Stack { program, steps: Vec::new(), checks };
        stack.call("stack_new", Vec::new());
        stack
    }

    fn function(&self, name: &str) -> FuncId {
        let mut own = self.program.own_functions().iter().copied();
        own.find(|&id| *self.program.function(id).name == *name).unwrap()
    }

    fn invocation(&self, name: &str, arguments: Vec<Argument>) -> Invocation {
        let action = Action::Call(self.function(name));
        Invocation { action, arguments, ending: Ending::Returns, nodiscard: false }
    }

    fn call(&mut self, name: &str, arguments: Vec<Argument>) {
        let step = Step::Invoke(self.invocation(name, arguments));
        self.steps.push(step);
    }

    fn number(&self, number: i32) -> Value {
        let push = self.program.signature_of(self.function("stack_push")).unwrap();
        let bytes = number.to_le_bytes().into();
        Value { ty: push.params[1].ty, bytes, pointers: Vec::new() }
    }

    fn object() -> Argument {
        Argument::Result { step: 0, pass: Pass::Value }
    }

    /// A push that is said to return this.
    fn push(mut self, item: i32, returned: i32) -> Stack<'p> {
        let item = Argument::Value(self.number(item));
        self.call("stack_push", vec![Stack::object(), item]);
        let value = Returned::Scalar(self.number(returned));
        self.checks.push(Check::Returned { step: self.steps.len() - 1, value });
        self
    }

    fn pop(mut self) -> Stack<'p> {
        self.call("stack_pop", vec![Stack::object()]);
        self
    }

    /// The sequence, which covers these sides of the only branch.
    fn driver(mut self, outcome: Outcome, sides: &[u32]) -> Driver {
        let under_test = self.steps.iter().rev().find_map(|step| step.invocation()?.function());
        let release = self.invocation("stack_free", vec![Stack::object()]);
        self.steps.push(Step::Release(release));
        let function = self.function("stack_push");
        let side = |&to: &u32| Side { function, at: Pc(1), to: Pc(to) };
        let covered: Vec<Side> = sides.iter().map(side).collect();
        Driver {
            case: TestCase {
                id: String::new(),
                steps: self.steps,
                environment: Environment::default(),
                checks: self.checks,
                notes: Vec::new(),
            },
            under_test: under_test.unwrap(),
            outcome,
            method: Method::Random,
            new_sides: covered.clone(),
            covered,
            extreme: false,
        }
    }

    fn normal(self, sides: &[u32]) -> Driver {
        self.driver(Outcome::Normal, sides)
    }
}

/// The options of a suite, from words.
#[derive(Parser)]
struct Words {
    #[command(flatten)]
    options: TestOptions,
}

/// The suite that comes of these sequences: its report, and the names of its files.
fn suite_of(drivers: impl FnOnce(&Program) -> Vec<Driver>) -> (Report, Vec<String>, String) {
    coax_workplace::sandbox::choose_none_in_unit_tests();
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("stack.c"), folder.path().join("out"));
    std::fs::write(&file, STACK).unwrap();
    let words = |path: &Path| path.to_str().unwrap().to_owned();
    let words = ["test", "--out", &words(&out), &words(&file)];
    let Words { options } = Words::try_parse_from(words).unwrap();
    let clock = RunClock::start(options.bounds().time.0).unwrap();
    let sources = Sources::find(&options.paths, &[], &out, &Exclusion::nothing()).unwrap();
    let store = BitcodeStore::new(folder.path().join("bitcode"));
    std::fs::create_dir(folder.path().join("bitcode")).unwrap();
    let loading = Loading { store, deadline: clock.search.clone(), required: &[] };
    let code = Code::scan(&sources, 1, false, &loading).unwrap();
    let units = code.boundary(&sources, &[], &[]).unwrap();
    let by_name: HashMap<_, usize> =
        (0..).zip(&units).map(|(index, unit)| (unit.name.clone(), index)).collect();
    let report = record::first_report(&options, &sources, &units, &[]);
    let opened = OutFolder::inspect(&out).unwrap();
    let records =
        Records::begin(opened, &[TESTS, ERRORS, WARNINGS, CANDIDATES], report, &clock).unwrap();
    let files = records.files.clone();
    test_places::lay_out(&files).unwrap();
    let spelling = Spelling::new(&out).unwrap();
    let builder = PlaceBuilder {
        translations: &sources.translations,
        scans: &code.scans,
        spelling: &spelling,
        out: &files,
        scratch: folder.path(),
        objects: Arc::default(),
        missing: Missing::default(),
        search: &clock.search,
    };
    let groups = connected(code.groups(&sources));
    let hosts = Hosts::new(&code.scans, &groups);
    let mut suite = Suite::new(records, &hosts, &builder, &by_name);
    let explored = Arc::new(ExploredFiles::read(std::iter::once(&file)));
    let mut validator = Validator::start(folder.path().to_path_buf(), clock.end(), explored);
    let program = code.program.unwrap();
    for (number, driver) in drivers(&program).into_iter().enumerate() {
        let found = Found { driver, program: &program, members: &[0], at: number as f64 };
        suite.found(found, &mut validator).unwrap();
    }
    let mut record = |validator: &mut Validator, judgement| suite.judged(judgement, validator);
    validator::wait(&mut validator, &mut record).unwrap();
    suite.close().unwrap();
    record::covered(&mut suite, &units, &vec![2; units.len()]);
    suite.suspects.records.save_last();
    assert!(suite.suspects.defects.is_empty(), "{:?}", suite.suspects.defects);
    let (names, makefile) = (files_in(&out), suite_makefile(&out));
    (suite.suspects.records.report.clone(), names, makefile)
}

/// The tests and errors in a folder of results.
fn files_in(out: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for folder in [TESTS, ERRORS, WARNINGS, CANDIDATES] {
        let Ok(entries) = std::fs::read_dir(out.join(folder)) else { continue };
        for entry in entries.map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            if name.starts_with("stack_") {
                names.push(format!("{folder}/{name}"));
            }
        }
    }
    names.sort();
    names
}

fn suite_makefile(out: &Path) -> String {
    std::fs::read_to_string(out.join(TESTS).join("Makefile")).unwrap()
}

#[test]
fn a_suite_is_tests_that_pass_and_cover_what_no_other_does() {
    let (report, files, makefile) = suite_of(|program| {
        vec![
            Stack::new(program).push(7, 1).normal(&[1]),
            // Covers nothing that the one before does not.
            Stack::new(program).push(8, 1).push(9, 1).normal(&[1]),
            Stack::new(program).push(1, 1).push(2, 1).push(3, 0).normal(&[1, 2]),
        ]
    });
    assert_eq!(files, ["tests/stack_push_3.c"], "{report:#?}");
    assert_eq!(report.tests.len(), 1);
    assert_eq!(report.tests[0].steps.len(), 4, "{:?}", report.tests[0].steps);
    assert_eq!(report.totals.coverage_over_time, [(2.0, 2)]);
    assert_eq!((report.divergences, report.errors().count()), (0, 0));
    assert!(makefile.contains("stack.c"), "{makefile}");
    let push = report.units.iter().find(|unit| unit.function == "stack_push").unwrap();
    assert_eq!((push.sides.reached, push.sides.all, push.tests), (2, 2, 1));
}

#[test]
fn what_does_not_do_natively_what_was_said_is_told_and_the_next_takes_its_place() {
    let (report, files, _) = suite_of(|program| {
        vec![
            Stack::new(program).push(7, 5).normal(&[1]),
            Stack::new(program).push(8, 1).normal(&[1]),
        ]
    });
    assert_eq!(files, ["tests/stack_push_2.c"]);
    assert_eq!(report.divergences, 1);
    assert_eq!(report.diverged[0].unit, "stack_push");
    assert!(report.diverged[0].native.contains("does not hold"), "{:?}", report.diverged);
}

#[test]
fn what_goes_wrong_natively_is_an_error_and_no_test() {
    let wrong = |program: &Program| {
        let location =
            coax_engine::Location { file: "stack.c".into(), line: LINE_OF_POP, column: 0 };
        let report = ErrorReport {
            kind: Some(ErrorKind::OutOfBounds),
            message: "read before an array".into(),
            location: Some(location),
            trace: Vec::new(),
            notes: Vec::new(),
        };
        vec![
            Stack::new(program).pop().driver(Outcome::Error(Box::new(report)), &[]),
            // The engine did not notice that this goes wrong.
            Stack::new(program).push(1, 1).pop().pop().normal(&[1]),
        ]
    };
    let (report, files, _) = suite_of(wrong);
    assert_eq!(files, ["errors/stack_pop_out_of_bounds_1.c"], "{report:#?}");
    assert_eq!((report.errors().count(), report.divergences), (1, 1));
    assert_eq!(report.tests.len(), 1);
}
