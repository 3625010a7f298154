//! When the report is written, what is noted in it, and what is said when it cannot be written.

use coax_report::Tool;

use super::*;
use crate::out_folder::{ERRORS, TESTS, WARNINGS};

/// Records in a folder of their own, with a report about one unit.
struct Bed {
    _folder: tempfile::TempDir,
    records: Records,
}

impl Bed {
    fn begun(begun: Instant) -> Bed {
        let folder = tempfile::tempdir().unwrap();
        let tool = Tool { name: "coax".into(), version: "0".into() };
        let report = Report::new(tool, "check", 0);
        let out = OutFolder::inspect(&folder.path().join("out")).unwrap();
        let files = out.begin(&report, &[TESTS, ERRORS, WARNINGS]).unwrap();
        let mut records = Records::new(files, report, begun);
        records.report.units = vec![unit()];
        Bed { _folder: folder, records }
    }

    /// The functions of the report on disk.
    fn on_disk(&self) -> Vec<String> {
        let report = Report::read(&self.records.folder).unwrap();
        report.units.into_iter().map(|unit| unit.function).collect()
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

fn long_ago() -> Instant {
    Instant::now().checked_sub(Duration::from_secs(3)).unwrap()
}

#[test]
fn the_report_is_written_when_it_is_time_and_brought_up_to_date_before() {
    let mut early = Bed::begun(Instant::now() + Duration::from_secs(60));
    early.records.keep(|_| panic!("nothing is to be written yet")).unwrap();
    assert_eq!(early.on_disk(), [""; 0]);

    let mut late = Bed::begun(long_ago());
    late.records.keep(|report| report.units[0].function = "g".into()).unwrap();
    assert_eq!(late.on_disk(), ["g"]);
    assert!(late.records.report.elapsed_s >= 3.0);
    // The next one is due a second later at the earliest.
    assert!(late.records.next_report > Instant::now() + PAUSE / 2);
}

#[test]
fn what_is_outdated_goes_when_the_report_does_not_name_it_any_more() {
    let mut bed = Bed::begun(long_ago());
    let file = bed.records.folder.join("warnings/a.c");
    bed.records.files.put("warnings/a.c", "text").unwrap();
    bed.records.outdated.push("warnings/a.c".into());
    assert!(file.is_file());
    bed.records.save().unwrap();
    assert!(!file.exists());
    assert!(bed.records.outdated.is_empty());
}

#[test]
fn remarks_are_sorted_and_said_once_and_not_too_many() {
    let mut bed = Bed::begun(long_ago());
    for (note, most, expected) in [
        ("b", 3, &["b"][..]),
        ("a", 3, &["a", "b"]),
        ("b", 3, &["a", "b"]),
        ("d", 3, &["a", "b", "d"]),
        ("c", 3, &["a", "b", "d"]),
        ("c", 4, &["a", "b", "c", "d"]),
    ] {
        bed.records.note(0, note.into(), most);
        assert_eq!(bed.records.report.units[0].notes, expected, "{note} of {most}");
    }
}

#[test]
fn the_first_reason_why_nothing_can_be_written_is_the_one_that_is_said() {
    let mut bed = Bed::begun(long_ago());
    bed.records.wrote(Ok(()));
    assert!(bed.records.failure().is_none());
    bed.records.wrote(Err(io::Error::other("the disk is full")));
    bed.records.wrote(Err(io::Error::other("no such folder")));
    bed.records.wrote(Ok(()));
    let folder = bed.records.folder.display().to_string();
    let Some(Failure::Machine(words)) = bed.records.failure() else { panic!("a failure") };
    let expected =
        "results cannot be written any more: the disk is full; what was found before is in ";
    assert_eq!(words, format!("{expected}{folder}"));
}

#[test]
fn a_last_report_that_cannot_be_written_is_a_failure() {
    let mut bed = Bed::begun(long_ago());
    bed.records.save_last();
    assert_eq!(bed.on_disk(), ["f"]);
    assert!(bed.records.unwritten.is_none());
    std::fs::remove_dir_all(&bed.records.folder).unwrap();
    bed.records.report.units.clear();
    bed.records.save_last();
    assert!(bed.records.unwritten.is_some());
}
