//! What a possible error needs, is about, and is called.

use std::sync::Arc;
use std::time::Duration;

use coax_deadline::{Deadline, Reason};
use coax_engine::Location;
use coax_ir::{Front, FuncId, GlobalId, Language, LowerError, Method, ProgramParts, Role, TypeId};
use coax_kinds::GradeReason;
use coax_report::{Report, Tool};

use super::*;
use crate::out_folder::{ERRORS, OutFolder, TESTS, WARNINGS};
use crate::pipeline::explored_files::ExploredFiles;
use crate::pipeline::run_clock::RunClock;

fn assuming(change: impl FnOnce(&mut Assumes)) -> Assumes {
    let mut assumes = Assumes::default();
    change(&mut assumes);
    assumes
}

#[test]
fn only_an_argument_itself_is_a_null_argument() {
    for (culprit, expected) in [
        (None, None),
        (Some("p"), Some("p")),
        (Some("p->next"), None),
        (Some("p[0]"), None),
        (Some("f(2)"), None),
        (Some("s.p"), None),
    ] {
        let assumes = assuming(|assumes| assumes.culprit = culprit.map(Into::into));
        assert_eq!(null_argument(&assumes), expected, "{culprit:?}");
    }
}

#[test]
fn what_is_needed_is_named_the_least_first_and_fields_only_alone() {
    use Assumption::{Aliasing, Fields, Globals, NullArgument, Stub};
    let all = assuming(|assumes| {
        (assumes.aliases, assumes.stubs, assumes.fields) = (true, true, true);
        (assumes.culprit, assumes.initial_global) = (Some("p".into()), Some("g".into()));
    });
    for (what, expected) in [
        (Assumes::default(), &[][..]),
        (all, &[Aliasing, Globals, Stub, NullArgument]),
        (assuming(|assumes| assumes.fields = true), &[Fields]),
        (assuming(|assumes| assumes.aliases = true), &[Aliasing]),
        (assuming(|assumes| assumes.stubs = true), &[Stub]),
        (assuming(|assumes| assumes.initial_global = Some("g".into())), &[Globals]),
        (assuming(|assumes| (assumes.stubs, assumes.fields) = (true, true)), &[Stub]),
        (assuming(|assumes| assumes.culprit = Some("p".into())), &[NullArgument]),
        (assuming(|assumes| assumes.culprit = Some("p->q".into())), &[]),
        (assuming(|assumes| assumes.exceeded = Some("n".into())), &[]),
    ] {
        assert_eq!(assumes(&what), expected, "{what:?}");
    }
}

fn signature(linkage: Linkage, access: Option<Access>) -> SourceSignature {
    let method = access.map(|access| Method {
        class: TypeId(0),
        role: Role::Other,
        access,
        is_const: false,
        is_virtual: false,
    });
    SourceSignature {
        name: "f".into(),
        qualified: "f".into(),
        file: "a.c".into(),
        line: 1,
        unit: "a.c".into(),
        language: Language::C,
        linkage,
        result: TypeId(0),
        params: Vec::new(),
        variadic: false,
        method,
        arguments: Vec::new(),
    }
}

#[test]
fn functions_that_only_their_own_code_calls_are_internal() {
    for (linkage, access, expected) in [
        (Linkage::Internal, None, true),
        (Linkage::External, None, false),
        (Linkage::Internal, Some(Access::Public), true),
        (Linkage::External, Some(Access::Public), false),
        (Linkage::External, Some(Access::Protected), true),
        (Linkage::External, Some(Access::Private), true),
    ] {
        let is = is_internal(&signature(linkage, access));
        assert_eq!(is, expected, "{linkage:?} {access:?}");
    }
}

/// A program without anything in it.
struct Empty;

impl Front for Empty {
    fn lower(&mut self, _: &Program, _: FuncId) -> Result<coax_ir::Body, LowerError> {
        Err(LowerError::Unreadable("there is no function".into()))
    }

    fn initial(&mut self, _: &Program, _: GlobalId) -> Result<Box<[u8]>, LowerError> {
        Err(LowerError::Unreadable("there is no global".into()))
    }
}

/// Findings about one unit, without those that need a null argument.
struct Bed {
    _folder: tempfile::TempDir,
    findings: Findings,
    validator: Validator,
    program: Program,
}

impl Bed {
    fn new() -> Bed {
        let folder = tempfile::tempdir().unwrap();
        let report = Report::new(Tool { name: "coax".into(), version: "0".into() }, "check", 0);
        let out = OutFolder::inspect(&folder.path().join("out")).unwrap();
        let clock = RunClock::start(Duration::from_secs(600)).unwrap();
        let folders = [TESTS, ERRORS, WARNINGS];
        let mut records = Records::begin(out, &folders, report, &clock).unwrap();
        records.report.units = vec![unit()];
        let deadline = Deadline::never();
        deadline.end(Reason::Time);
        let scratch = folder.path().join("scratch");
        let validator = Validator::start(scratch, &deadline, Arc::new(ExploredFiles::read([])));
        let program = Program::new(ProgramParts::default(), Box::new(Empty));
        Bed { _folder: folder, findings: Findings::new(records, true), validator, program }
    }

    /// A path on which a pointer is null, which shows at a line.
    fn suspect_null(&mut self, pointer: &str, line: u32) {
        let location = Location { file: "a.c".into(), line, column: 1 };
        let report = ErrorReport {
            kind: Some(ErrorKind::NullDereference),
            message: "null".into(),
            location: Some(location),
            trace: Vec::new(),
            notes: Vec::new(),
        };
        let mut given = Given::nothing(FuncId(0));
        given.assumes.culprit = Some(pointer.into());
        let signature = signature(Linkage::External, None);
        let (program, report, given) = (&self.program, &report, &given);
        let grading = &Grading {
            is_boundary: true,
            grade: Grade::Misuse,
            because: vec![GradeReason::NullArgument],
        };
        let signature = &signature;
        let suspicion = Suspicion { unit: 0, report, given, program, signature, grading };
        let place = || panic!("no test is to be written");
        self.findings.suspect(&suspicion, place, &mut self.validator).unwrap();
    }

    fn left_out(&self) -> u64 {
        self.findings.suspects.records.report.left_out
    }
}

fn unit() -> coax_report::Unit {
    serde_json::from_value(serde_json::json!({
        "function": "f", "file": "a.c", "line": 1, "status": "complete", "incomplete_because": [],
        "paths": { "completed": 0, "error": 0, "infeasible": 0, "bounded": 0, "assumed_away": 0 },
        "runs": 0, "summaries": 0, "steps": 0,
        "solver": { "queries": 0, "sat": 0, "unsat": 0, "unknown": 0, "cached": 0, "time_s": 0.0 },
        "tests": 0, "warnings": 0, "errors": 0
    }))
    .unwrap()
}

#[test]
fn null_arguments_that_are_left_out_are_counted_once_per_pointer_and_place() {
    let mut bed = Bed::new();
    for (pointer, line, expected) in
        [("p", 3, 1), ("p", 3, 1), ("p", 4, 1), ("q", 5, 2), ("q", 3, 2), ("r", 6, 3)]
    {
        bed.suspect_null(pointer, line);
        assert_eq!(bed.left_out(), expected, "{pointer} at {line}");
    }
    assert_eq!((bed.findings.suspected(), bed.findings.confirmed()), (0, 0));
}

#[test]
fn a_unit_has_five_remarks_at_most() {
    let mut bed = Bed::new();
    for n in 0..9 {
        bed.findings.note(0, format!("remark {n}"));
    }
    assert_eq!(bed.findings.suspects.records.report.units[0].notes.len(), 5);
}

#[test]
fn tests_get_names_of_their_own() {
    let mut bed = Bed::new();
    for (function, kind, expected) in [
        ("f", ErrorKind::OutOfBounds, "f_out_of_bounds_1"),
        ("f", ErrorKind::OutOfBounds, "f_out_of_bounds_2"),
        ("g", ErrorKind::OutOfBounds, "g_out_of_bounds_1"),
        ("f", ErrorKind::BadCast, "f_bad_cast_1"),
        ("f", ErrorKind::OutOfBounds, "f_out_of_bounds_3"),
    ] {
        assert_eq!(bed.findings.new_id(function, kind), expected);
    }
}
