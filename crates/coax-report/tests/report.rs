//! report.json and the summary, as snapshots and round trips.

use std::fs;
use std::path::Path;

use coax_kinds::{Assumption, ErrorKind, FollowReason, Incomplete, Word};
use coax_report::terminal::{Look, Selection, summary};
use coax_report::{
    Calls, Coverage, Finding, FinishedRun, Frame, FunctionCoverage, Judged, NotJudged, Paths,
    Ratio, ReadError, Report, Sides, Solver, Sources, Status, Test, TestOutcome, Tool, Unit,
    Values, Verdict, Warning, findings,
};
use expect_test::expect;
use serde_json::json;

fn unit(function: &str) -> Unit {
    Unit {
        function: function.into(),
        file: "src/parse.c".into(),
        line: 12,
        status: Status::Complete,
        incomplete_because: vec![],
        paths: Paths { completed: 9, error: 1, infeasible: 4, ..Paths::default() },
        runs: 10,
        summaries: 0,
        calls: Calls::default(),
        divergences: 0,
        sides: Sides::default(),
        explored_s: 0.5,
        steps: 1800,
        solver: Solver {
            queries: 14,
            sat: 10,
            unsat: 4,
            cached: 31,
            time_s: 0.04,
            ..Solver::default()
        },
        tests: 0,
        warnings: 0,
        guide: None,
        errors: 0,
        notes: vec![],
    }
}

fn warning(function: &str, line: u32, confirmed: bool) -> Warning {
    Warning {
        id: String::new(),
        kind: ErrorKind::OutOfBounds.into(),
        function: function.into(),
        file: "src/parse.c".into(),
        line,
        column: 9,
        message: "read of 1 byte at offset 8 of an 8-byte object".into(),
        trace: vec![
            Frame { file: "src/parse.c".into(), line, function: function.into() },
            Frame { file: "src/main.c".into(), line: 5, function: "main".into() },
        ],
        inputs: Values::from_iter([
            ("n".into(), json!("8")),
            ("argv[1]".into(), json!("\"-x\"")),
            ("a".into(), json!([1, 2])),
        ]),
        confirmed,
        test: confirmed.then(|| "errors/parse_out_of_bounds_1.c".into()),
        reproduce: confirmed.then(|| "coax replay coax-out/errors/parse_out_of_bounds_1.c".into()),
        native: None,
        judged: if confirmed { Judged::Confirmed } else { Judged::Refuted },
        not_judged_because: None,
        native_kind: None,
        unit: None,
        assumes: vec![],
        about: None,
        internal: false,
        grade: None,
        not_from: Vec::new(),
        after: Vec::new(),
        goes_on: false,
        standing: Default::default(),
    }
}

fn ratio(covered: u64, total: u64) -> Ratio {
    Ratio { covered, total }
}

fn report() -> Report {
    let tool = Tool { name: "coax".into(), version: "0.1.0".into() };
    let mut report = Report::new(tool, "check", 0);
    report.options.insert("time".into(), json!("60s"));
    report.options.insert("search".into(), json!("coverage"));
    report.elapsed_s = 1.93;
    report.units = vec![unit("parse")];
    assert!(report.add_warning(warning("parse", 31, true)));
    report.tests = vec![Test {
        id: "t1".into(),
        unit: "parse".into(),
        file: "tests/parse_1.c".into(),
        outcome: TestOutcome::Normal,
        status: Some(3),
        inputs: Values::from_iter([("z".into(), json!("1")), ("a".into(), json!("2"))]),
        of_unit: None,
        steps: Vec::new(),
        after: Vec::new(),
    }];
    report.coverage = Some(Coverage {
        branches: ratio(18, 20),
        lines: ratio(40, 41),
        functions: ratio(3, 3),
        per_function: vec![FunctionCoverage {
            function: "parse".into(),
            file: String::new(),
            unit: None,
            branches: ratio(8, 8),
        }],
    });
    report.tally();
    report
}

fn look() -> Look {
    Look { width: 100, all_units: false, selection: Selection::default() }
}

/// The summary with its styles.
fn styled(report: &Report) -> String {
    let sources = Sources::none();
    let (folder, root) = (Path::new("coax-out"), Path::new("/project"));
    summary(&FinishedRun { report, folder, root, sources: &sources }, &look())
}

fn human(report: &Report) -> String {
    anstream::adapter::strip_str(&styled(report)).to_string()
}

#[test]
fn the_json_is_schema_1() {
    expect![[r#"
        {
          "schema": 1,
          "tool": {
            "name": "coax",
            "version": "0.1.0"
          },
          "command": "check",
          "options": {
            "time": "60s",
            "search": "coverage"
          },
          "seed": 0,
          "elapsed_s": 1.93,
          "units": [
            {
              "function": "parse",
              "file": "src/parse.c",
              "line": 12,
              "status": "complete",
              "incomplete_because": [],
              "paths": {
                "completed": 9,
                "error": 1,
                "infeasible": 4,
                "bounded": 0,
                "assumed_away": 0,
                "unsupported": 0,
                "solver_unknown": 0,
                "pending": 0
              },
              "runs": 10,
              "summaries": 0,
              "steps": 1800,
              "explored_s": 0.5,
              "solver": {
                "queries": 14,
                "sat": 10,
                "unsat": 4,
                "unknown": 0,
                "cached": 31,
                "time_s": 0.04
              },
              "tests": 1,
              "warnings": 1,
              "errors": 1
            }
          ],
          "warnings": [
            {
              "id": "w1",
              "kind": "out-of-bounds",
              "function": "parse",
              "file": "src/parse.c",
              "line": 31,
              "column": 9,
              "message": "read of 1 byte at offset 8 of an 8-byte object",
              "trace": [
                {
                  "file": "src/parse.c",
                  "line": 31,
                  "function": "parse"
                },
                {
                  "file": "src/main.c",
                  "line": 5,
                  "function": "main"
                }
              ],
              "inputs": {
                "n": "8",
                "argv[1]": "\"-x\"",
                "a": [
                  1,
                  2
                ]
              },
              "confirmed": true,
              "test": "errors/parse_out_of_bounds_1.c",
              "reproduce": "coax replay coax-out/errors/parse_out_of_bounds_1.c",
              "judged": "confirmed"
            }
          ],
          "tests": [
            {
              "id": "t1",
              "unit": "parse",
              "file": "tests/parse_1.c",
              "outcome": "normal",
              "status": 3,
              "inputs": {
                "z": "1",
                "a": "2"
              }
            }
          ],
          "coverage": {
            "branches": {
              "covered": 18,
              "total": 20
            },
            "lines": {
              "covered": 40,
              "total": 41
            },
            "functions": {
              "covered": 3,
              "total": 3
            },
            "per_function": [
              {
                "function": "parse",
                "branches": {
                  "covered": 8,
                  "total": 8
                }
              }
            ]
          },
          "divergences": 0,
          "totals": {
            "units": 1,
            "tests": 1,
            "warnings": 1,
            "errors": 1,
            "queries": 14,
            "steps": 1800
          }
        }
    "#]]
    .assert_eq(&report().to_json());
}

#[test]
fn what_is_written_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut written = report();
    written.seed = u64::MAX;
    written.coverage = None;
    written.units[0].notes.push("a note".into());
    fs::write(folder.path().join("report.json"), written.to_json()).unwrap();
    assert_eq!(Report::read(folder.path()).unwrap(), written);
}

#[test]
fn reading_tells_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Report::read(folder.path()), Err(ReadError::Io(_))));
    fs::create_dir(folder.path().join("report.json")).unwrap();
    assert!(matches!(Report::read(folder.path()), Err(ReadError::Io(_))));
    let newer = report().to_json().replace("\"schema\": 1", "\"schema\": 2");
    let error = Report::from_json(&newer).unwrap_err();
    assert_eq!(error.to_string(), "report.json has schema 2; this version reads schema 1");
    assert!(matches!(Report::from_json("{\"schema\": 1}"), Err(ReadError::Malformed(_))));
    assert!(matches!(Report::from_json("nonsense"), Err(ReadError::Malformed(_))));
}

#[test]
fn a_reader_ignores_what_it_does_not_know_and_needs_nothing_beyond_the_schema() {
    let text = report().to_json();
    let extended = text.replacen("\"schema\": 1,", "\"schema\": 1, \"new\": [1],", 1);
    assert_eq!(Report::from_json(&extended).unwrap(), report());
    let bare = text.replace(",\n        \"unsupported\": 0,\n        \"solver_unknown\": 0", "");
    assert_ne!(bare, text);
    assert_eq!(Report::from_json(&bare).unwrap(), report());
}

#[test]
fn words_of_other_versions_are_read_and_written_as_they_are() {
    let mut known = report();
    known.units[0].incomplete_because = vec![Incomplete::Revisits.into()];
    known.units[0].calls.followed.insert(FollowReason::Recursion.into(), 3);
    known.warnings[0].assumes = vec![Assumption::Stub.into()];
    let mut text = known.to_json();
    for word in ["\"out-of-bounds\"", "\"revisits\"", "\"recursion\"", "\"stub\""] {
        assert_eq!(text.matches(word).count(), 1, "{word}");
        text = text.replace(word, &format!("\"new-{}", &word[1..]));
    }
    let read = Report::from_json(&text).unwrap();
    assert_eq!(read.warnings[0].kind, Word::Unknown("new-out-of-bounds".into()));
    assert_eq!(read.warnings[0].need(), None);
    assert_eq!(read.units[0].because(), "new-revisits");
    assert_eq!(read.to_json(), text);
}

#[test]
fn the_same_warning_twice_is_one_and_confirmation_wins() {
    let mut report = report();
    assert!(report.add_warning(warning("parse", 32, false)));
    assert!(!report.add_warning(warning("parse", 32, false)));
    assert!(!report.add_warning(warning("parse", 32, true)));
    assert!(!report.add_warning(warning("parse", 32, false)));
    assert!(report.add_warning(warning("other", 32, false)));
    let ids: Vec<_> = report.warnings.iter().map(|found| (&*found.id, found.confirmed)).collect();
    assert_eq!(ids, [("w1", true), ("w2", true), ("w3", false)]);
    report.tally();
    assert_eq!((report.totals.warnings, report.totals.errors), (3, 2));
    assert_eq!((report.units[0].warnings, report.units[0].errors), (2, 2));
}

#[test]
fn a_summary_with_an_error() {
    expect![[r#"
        error[out-of-bounds]: read of 1 byte at offset 8 of an 8-byte object
         --> src/parse.c:31:9
        note: while what `parse` is given is made or destroyed
        call stack:
          #0 parse at src/parse.c:31
          #1 main at src/main.c:5
        inputs:
          n = 8
          argv[1] = "-x"
          a = [1,2]
        test:
          coax-out/errors/parse_out_of_bounds_1.c
        to see it:
          coax replay coax-out/errors/parse_out_of_bounds_1.c

        unit     time  paths  queries  pruned  warnings  errors  status
        parse  0.50 s     10       14    28 %         1       1  complete

        1 unit, 1 test, 1 error, 1.93 s
        native coverage: branches 18/20 (90.0 %), lines 40/41 (97.6 %), functions 3/3 (100.0 %)
    "#]]
    .assert_eq(&human(&report()));
}

#[test]
fn a_summary_with_nothing_in_it() {
    let tool = Tool { name: "coax".into(), version: "0.1.0".into() };
    let report = Report::new(tool, "explore", 0);
    expect![[r#"
        0 units, 0 tests, 0 errors, 0.00 s
    "#]]
    .assert_eq(&human(&report));
}

#[test]
fn a_summary_of_bounded_units_and_doubtful_warnings() {
    let mut report = report();
    report.warnings.clear();
    report.add_warning(warning("parse", 31, false));
    let mut bounded =
        unit("a_function_with_a_name_that_is_far_too_long_for_its_column::operator()");
    bounded.status = Status::Bounded;
    bounded.incomplete_because =
        vec![Incomplete::Revisits.into(), Incomplete::SolverUnknown.into()];
    bounded.steps = 1_234_567;
    bounded.notes = vec!["calls \u{1b}[31mexternal".into()];
    report.units.push(bounded);
    report.coverage =
        Some(Coverage { branches: ratio(9_999_999, 10_000_000), ..Coverage::default() });
    report.tally();
    expect![[r#"
        unit                              time  paths  queries  pruned  warnings  errors  status
        parse                           0.50 s     10       14    28 %         1       0  complete
        a_function_with_a_name_that_i…  0.50 s     10       14    28 %         0       0  bounded   revisits, solver-unknown
        note: a_function_with_a_name_that_is_far_too_long_for_its_column::operator(): calls \u{1b}[31mexternal

        possible errors that native runs did not show:
          src/parse.c:31:9: out-of-bounds, read of 1 byte at offset 8 of an 8-byte object [w1]

        2 units, 1 test, 0 errors, 1 unconfirmed warning, 1.93 s
        native coverage: branches 9,999,999/10,000,000 (99.9 %), lines none, functions none
    "#]].assert_eq(&human(&report));
}

#[test]
fn a_summary_tells_what_was_not_judged_and_why() {
    let mut report = report();
    report.warnings.clear();
    for (line, why) in
        [(1, NotJudged::CannotBuild), (2, NotJudged::CannotBuild), (3, NotJudged::NoTime)]
    {
        let mut open =
            Warning { test: Some(format!("warnings/{line}.c")), ..warning("parse", line, false) };
        open.judged = Judged::NotJudged;
        open.attempted(Verdict::NotJudged(why, "not run natively: clang".into()));
        report.add_warning(open);
    }
    let mut late = unit("late");
    late.status = Status::NotExplored;
    report.units.push(late);
    let mut native = unit("hash");
    native.status = Status::NotExplored;
    native.incomplete_because = vec![Incomplete::CalledNatively.into()];
    report.units.push(native);
    report.changed_sources = vec!["src/parse.c".into()];
    report.tally();
    let text = human(&report);
    for line in [
        "  src/parse.c:1:9: out-of-bounds, read of 1 byte at offset 8 of an 8-byte object [cannot-build] [w1]",
        "3 not judged: 2 could not be built (see coax-out/warnings/1.c), 1 had no time",
        "NOTHING IS KNOWN about 2 possible errors: not the code failed, but coax or this machine: \
         not run natively: clang",
        "not explored for lack of time: 1 unit (late)",
        "not explored but called natively, as asked: 1 unit (hash)",
        "src/parse.c changed during the run",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

#[test]
fn a_report_of_an_earlier_version_knows_what_was_confirmed() {
    let mut report = report();
    report.add_warning(warning("parse", 99, true));
    let old = report.to_json().replace("\"judged\": \"confirmed\"", "\"before\": 0");
    let read = Report::from_json(&old).unwrap();
    assert!(read.errors().all(|error| error.judged == Judged::Confirmed));
    assert!(read.errors().next().is_some());
}

#[test]
fn a_summary_of_a_thousand_units_shows_those_that_matter() {
    let mut report = report();
    report.units = (0..1000).map(|number| unit(&format!("f{number}"))).collect();
    report.warnings.clear();
    for line in 0..60 {
        report.add_warning(warning("f777", line + 1, true));
    }
    report.units[888].status = Status::Timeout;
    report.tally();
    let text = human(&report);
    let lines: Vec<_> = text.lines().collect();
    let table = lines.iter().position(|line| line.starts_with("unit ")).unwrap();
    let lines = &lines[table..];
    assert!(lines[29].starts_with("f777 ") && lines[29].contains(" 60 "), "{}", lines[29]);
    assert!(lines[30].starts_with("f888 ") && lines[30].ends_with("timeout"), "{}", lines[30]);
    assert_eq!(lines[31], "… and 970 more units");
    assert_eq!(text.matches("error[out-of-bounds]").count(), 50);
    assert!(text.contains("... and 10 more errors, in coax-out/report.json"));
}

#[test]
fn styles_are_the_only_escapes() {
    let text = styled(&report());
    assert!(text.contains("\u{1b}[1m\u{1b}[31merror[out-of-bounds]\u{1b}[0m"), "{text:?}");
    assert!(!human(&report()).contains('\u{1b}'));
}

fn also_from(finding: &Finding<'_>) -> String {
    finding.also_from.iter().map(|from| &*from.function).collect::<Vec<_>>().join(",")
}

#[test]
fn errors_come_in_the_order_in_which_they_deserve_attention() {
    let mut report = report();
    report.warnings.clear();
    let needing = |function: &str, line: u32, needs: &[Assumption]| {
        let mut warning = warning(function, line, true);
        warning.assumes = needs.iter().copied().map(Word::Known).collect();
        warning
    };
    report.warnings = vec![
        needing("a", 1, &[Assumption::NullArgument, Assumption::Aliasing]),
        needing("b", 2, &[Assumption::Stub, Assumption::Aliasing]),
        needing("c", 3, &[Assumption::Aliasing]),
        needing("d", 4, &[]),
        needing("f", 6, &[Assumption::Globals]),
        // The same place, reached with less.
        needing("e", 1, &[Assumption::Stub]),
    ];
    let told: Vec<_> = findings(&report, true)
        .iter()
        .map(|finding| (finding.error.function.clone(), also_from(finding)))
        .collect();
    let expected = [("d", ""), ("c", ""), ("f", ""), ("e", "a"), ("b", "")];
    assert_eq!(told, expected.map(|(one, others)| (one.to_string(), others.to_string())));
    assert!(findings(&report, false).is_empty());
}

#[test]
fn what_callers_can_hardly_cause_comes_later() {
    let mut report = report();
    let fields = vec![Assumption::Fields.into()];
    report.warnings = vec![
        Warning { assumes: fields, ..warning("a", 1, true) },
        Warning { internal: true, not_from: vec!["main".into()], ..warning("f", 6, true) },
        Warning { internal: true, ..warning("b", 2, true) },
        Warning { kind: ErrorKind::Assertion.into(), trace: Vec::new(), ..warning("e", 5, true) },
        warning("c", 3, true),
        Warning { assumes: vec![Assumption::Aliasing.into()], ..warning("d", 4, true) },
    ];
    let order: Vec<_> =
        findings(&report, true).iter().map(|finding| finding.error.function.clone()).collect();
    assert_eq!(order, ["c", "e", "b", "f", "a", "d"]);
}

#[test]
fn one_input_misused_in_many_places_is_one_finding() {
    let mut report = report();
    let about = |function: &str, line: u32, input: &str| Warning {
        about: Some(input.into()),
        ..warning(function, line, true)
    };
    report.warnings = vec![
        Warning { assumes: vec![Assumption::Fields.into()], ..about("f", 1, "buffer") },
        about("f", 2, "buffer"),
        about("f", 3, "other"),
        about("g", 4, "buffer"),
        warning("f", 5, true),
    ];
    let told: Vec<_> = findings(&report, true)
        .iter()
        .map(|finding| {
            let also_at: Vec<_> = finding.also_at.iter().map(|warning| warning.line).collect();
            (finding.error.line, also_at)
        })
        .collect();
    assert_eq!(told, [(2, vec![1]), (3, vec![]), (4, vec![]), (5, vec![])]);
}

#[test]
fn units_of_the_same_name_keep_their_own_counts() {
    let mut report = report();
    report.units = vec![unit("get"), unit("get")];
    report.tests.clear();
    report.warnings = vec![Warning { unit: Some(1), ..warning("get", 3, true) }];
    report.tally();
    let counts: Vec<_> = report.units.iter().map(|unit| (unit.warnings, unit.errors)).collect();
    assert_eq!(counts, [(0, 0), (1, 1)]);
}

#[test]
fn a_single_program_is_told_by_its_tests_and_steps() {
    let report = Report { command: "explore".into(), ..report() };
    let text = human(&report);
    let table = text.lines().skip_while(|line| !line.starts_with("unit "));
    expect![[r#"
        unit   paths  tests  errors  warnings  queries  steps  status
        parse     10      1       1         1       14  1,800  complete"#]]
    .assert_eq(table.take(2).collect::<Vec<_>>().join("\n").as_str());
}
