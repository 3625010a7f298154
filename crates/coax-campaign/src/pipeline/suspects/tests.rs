//! What happens to a possible error and its tests with each thing that native runs say.

use std::fs;

use coax_deadline::{Deadline, Reason};
use coax_kinds::{ErrorKind, NotJudged};
use coax_native::judge::{Subject, Toolchain};
use coax_native::sandbox::Sandbox;
use coax_report::{Judged, Report, Tool, Verdict};

use super::*;
use crate::out_folder::{OutFolder, TESTS};
use crate::pipeline::explored_files::ExploredFiles;

/// Suspects with a validator that runs nothing: what native runs say is made up by tests.
struct Bed {
    folder: tempfile::TempDir,
    suspects: Suspects,
    validator: Validator,
    workshop: Arc<Workshop>,
}

impl Bed {
    fn new() -> Bed {
        let folder = tempfile::tempdir().unwrap();
        let report = Report::new(Tool { name: "coax".into(), version: "0".into() }, "check", 0);
        let out = OutFolder::inspect(&folder.path().join("out")).unwrap();
        let files = out.begin(&report, &[TESTS, ERRORS, WARNINGS]).unwrap();
        let records = Records::new(files, report, std::time::Instant::now());
        let deadline = Deadline::never();
        deadline.end(Reason::Time);
        let scratch = folder.path().join("scratch");
        let validator = Validator::start(scratch, &deadline, Arc::new(ExploredFiles::read([])));
        let subject = Subject {
            sources: Vec::new(),
            cflags: Vec::new(),
            include_dirs: Vec::new(),
            cxx: false,
            toolchain: Toolchain::installed(Sandbox::off()),
        };
        let workshop = Arc::new(Workshop::new(subject, folder.path().join("builds")).unwrap());
        Bed { folder, suspects: Suspects::new(records), validator, workshop }
    }

    fn attempt(&self, name: &str) -> Attempt {
        Attempt {
            after: Vec::new(),
            file: format!("{name}.c"),
            text: format!("// test {name}\n"),
            inputs: [("n".to_owned(), name.into())].into_iter().collect(),
            reproduce: format!("cc {name}.c"),
            workshop: Arc::clone(&self.workshop),
            course: None,
        }
    }

    /// A new possible error at a line.
    fn add(&mut self, line: u32, name: &str) {
        let attempt = self.attempt(name);
        self.suspects.add(site(line), warning(line), attempt, &mut self.validator).unwrap();
    }

    /// Another path to a known one: was its test asked for?
    fn retry(&mut self, index: usize, name: &str) -> bool {
        let (attempt, mut asked) = (self.attempt(name), false);
        let attempt = |_: String| {
            asked = true;
            Ok(attempt)
        };
        self.suspects.retry(index, attempt, &mut self.validator).unwrap();
        asked
    }

    fn judged(&mut self, id: usize, verdict: Verdict) -> Option<usize> {
        let judgement = Judgement { id, verdict, ran: Ran::Whole };
        let confirmed = self.suspects.judged(judgement, &mut self.validator).unwrap()?;
        confirmed.moved.unwrap();
        Some(confirmed.index)
    }

    /// The test of a warning, what its input is, and what was judged.
    fn told(&self, index: usize) -> (String, String, Judged) {
        let warning = &self.suspects.records.report.warnings[index];
        let input = warning.inputs["n"].as_str().unwrap().to_owned();
        (warning.test.clone().unwrap(), input, warning.judged)
    }

    fn text(&self, test: &str) -> String {
        fs::read_to_string(self.folder.path().join("out").join(test)).unwrap()
    }
}

fn site(line: u32) -> ErrorSite {
    ErrorSite { kind: ErrorKind::OutOfBounds, file: "a.c".into(), line, column: 3 }
}

fn warning(line: u32) -> Warning {
    serde_json::from_value(serde_json::json!({
        "id": "w", "kind": "out-of-bounds", "function": "f", "file": "a.c", "line": line,
        "column": 3, "message": "too far", "trace": [], "inputs": {}, "confirmed": false, "test": null
    }))
    .unwrap()
}

fn confirmed() -> Verdict {
    Verdict::Confirmed { native: "seen".into(), kind: None }
}

fn refuted() -> Verdict {
    Verdict::Refuted("ended well".into())
}

fn told(test: &str, input: &str, judged: Judged) -> (String, String, Judged) {
    (test.to_owned(), input.to_owned(), judged)
}

#[test]
fn a_test_lies_among_the_warnings_until_a_native_run_shows_its_error() {
    let mut bed = Bed::new();
    bed.add(7, "a");
    assert_eq!(bed.suspects.len(), 1);
    assert_eq!(bed.told(0), told("warnings/a.c", "a", Judged::NotJudged));
    assert!(bed.text("warnings/a.c").contains("// test a"));
    assert!(!bed.validator.is_done(), "it was handed in");
    assert_eq!(bed.judged(0, confirmed()), Some(0));
    assert_eq!(bed.told(0), told("errors/a.c", "a", Judged::Confirmed));
    assert!(bed.text("errors/a.c").contains("// test a"));
    let records = &bed.suspects.records;
    assert_eq!(records.report.warnings[0].reproduce.as_deref(), Some("cc a.c"));
    assert_eq!(records.outdated, ["warnings/a.c"]);
}

#[test]
fn the_first_at_a_site_is_the_one_that_is_found_there() {
    let mut bed = Bed::new();
    for (line, name) in [(7, "a"), (8, "b"), (7, "c")] {
        bed.add(line, name);
    }
    for (line, expected) in [(7, Some(0)), (8, Some(1)), (9, None)] {
        assert_eq!(bed.suspects.at(&site(line)), expected, "line {line}");
    }
    assert_eq!(bed.suspects.len(), 3);
    assert_eq!(bed.suspects.repeated, HashSet::from([2]));
}

#[test]
fn what_is_refuted_makes_way_for_the_next_test() {
    let mut bed = Bed::new();
    bed.add(7, "a");
    assert!(bed.retry(0, "b"));
    assert_eq!(bed.told(0), told("warnings/a.c", "a", Judged::NotJudged), "one after the other");
    assert_eq!(bed.judged(0, refuted()), None);
    assert_eq!(bed.told(0), told("warnings/b.c", "b", Judged::Refuted));
    assert_eq!(bed.judged(0, refuted()), None);
    assert!(bed.retry(0, "c"), "a new test is run at once");
    assert_eq!(bed.told(0), told("warnings/c.c", "c", Judged::Refuted));
    assert!(!bed.retry(0, "d"), "three are enough");
    assert_eq!(bed.judged(0, confirmed()), Some(0));
    assert_eq!(bed.told(0), told("errors/c.c", "c", Judged::Confirmed));
    assert!(!bed.retry(0, "e"), "nothing more is needed");
    bed.suspects.close().unwrap();
    assert_eq!(bed.told(0), told("errors/c.c", "c", Judged::Confirmed));
}

#[test]
fn a_further_test_has_the_name_of_the_one_before() {
    let mut bed = Bed::new();
    bed.add(7, "f_out_of_bounds_1");
    let other = bed.attempt("f_out_of_bounds_1");
    let attempt = |id: String| {
        assert_eq!(id, "f_out_of_bounds_1");
        Ok(other)
    };
    bed.suspects.retry(0, attempt, &mut bed.validator).unwrap();
}

#[test]
fn what_was_not_confirmed_keeps_its_first_test() {
    let mut bed = Bed::new();
    bed.add(7, "a");
    bed.retry(0, "b");
    bed.judged(0, refuted());
    bed.suspects.close().unwrap();
    assert_eq!(bed.told(0), told("warnings/a.c", "a", Judged::Refuted));
    assert!(bed.text("warnings/a.c").contains("// test a"));
}

#[test]
fn a_test_that_will_not_be_run_any_more_is_not_written_and_leaves_the_error_unjudged() {
    let mut bed = Bed::new();
    for (line, name) in [(7, "a"), (8, "b")] {
        bed.add(line, name);
    }
    bed.retry(0, "c");
    bed.validator.stop();
    bed.judged(0, refuted());
    bed.judged(1, refuted());
    assert_eq!(bed.told(0), told("warnings/a.c", "a", Judged::NotJudged));
    assert_eq!(bed.told(1), told("warnings/b.c", "b", Judged::Refuted));
    let why = bed.suspects.records.report.warnings[0].not_judged_because;
    assert_eq!(why, Some(NotJudged::NoTime));
}

#[test]
fn defects_of_ours_are_kept() {
    let mut bed = Bed::new();
    for (line, verdict, expected) in [
        (7, Verdict::NotJudged(NotJudged::CannotBuild, "clang".into()), &[][..]),
        (8, Verdict::NotJudged(NotJudged::Defect, "a panic".into()), &["a panic"]),
        (9, refuted(), &["a panic"]),
    ] {
        let index = bed.suspects.len();
        bed.add(line, &format!("t{line}"));
        bed.judged(index, verdict);
        assert_eq!(bed.suspects.defects, expected);
    }
}
