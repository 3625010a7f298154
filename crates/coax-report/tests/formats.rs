//! The files that are made from a finished run, as snapshots and against what reads them: the schema of
//! SARIF, a reader of JUnit's XML.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use coax_kinds::ErrorKind;
use coax_report::terminal::{Look, Selection, finding, summary};
use coax_report::{FORMATS, Fingerprints, FinishedRun, Report, Sources};
use expect_test::{expect, expect_file};
use serde_json::{Value, json};

const SOURCE: &str = "#include <assert.h>

int ratio(int total, int parts) {
    return total / parts;
}

int twice(const char *text) { /* ä */ return text[8]; }
";

/// One error that two functions lead to, one that was not judged, one that was refuted.
fn small_run() -> Report {
    let warning = |id: &str, function: &str, line: u32, judged: &str| {
        json!({
            "id": id, "kind": "division-by-zero", "function": function, "file": "src/a.c", "line": line,
            "column": 18, "message": "division of 0 by zero",
            "trace": [{ "file": "src/a.c", "line": line, "function": "ratio" },
                      { "file": "src/main.c", "line": 9, "function": function }],
            "inputs": { "total": "0", "parts": "0" }, "confirmed": judged == "confirmed",
            "test": format!("errors/{id}.c"), "reproduce": format!("cd errors && cc {id}.c && ./{id}"),
            "native": "UndefinedBehaviorSanitizer: division by zero", "judged": judged
        })
    };
    let mut open = warning("w3", "twice", 7, "not-judged");
    open["kind"] = json!("out-of-bounds");
    open["column"] = json!(48);
    open["not_judged_because"] = json!("cannot-build");
    open["native"] = json!("clang: no such header");
    let mut refuted = warning("w4", "late", 1, "refuted");
    refuted["grade"] = json!("defect");
    let warnings = [
        warning("w1", "ratio", 4, "confirmed"),
        warning("w2", "average", 4, "confirmed"),
        open,
        refuted,
    ];
    report_of(&json!(warnings))
}

fn report_of(warnings: &Value) -> Report {
    let unit = |function: &str, because: &[&str]| {
        json!({
            "function": function, "file": "src/a.c", "line": 3, "status": "complete",
            "incomplete_because": because, "runs": 1, "summaries": 0, "steps": 9,
            "paths": { "completed": 1, "error": 1, "infeasible": 0, "bounded": 0, "assumed_away": 0 },
            "solver": { "queries": 2, "sat": 1, "unsat": 1, "unknown": 0, "cached": 0, "time_s": 0.0 },
            "tests": 1, "warnings": 1, "errors": 1
        })
    };
    let test = |id: &str, outcome: &str| json!({ "id": id, "unit": "ratio", "file": format!("tests/{id}.c"), "outcome": outcome, "inputs": {} });
    let report = json!({
        "schema": 1, "tool": { "name": "coax", "version": "0.1.0" }, "command": "check",
        "options": { "time": "60s", "allow-not-judged": "0" }, "seed": 7, "elapsed_s": 1.5,
        "units": [unit("ratio", &[]), unit("twice", &["revisits"])], "warnings": warnings,
        "tests": [test("t1", "normal"), test("t2", "exception"), test("t3", "error")],
        "coverage": { "branches": { "covered": 3, "total": 4 }, "lines": { "covered": 5, "total": 5 },
                      "functions": { "covered": 0, "total": 0 }, "per_function": [] },
        "totals": { "units": 0, "tests": 0, "warnings": 0, "errors": 0, "queries": 0, "steps": 0 }
    });
    let mut report = Report::from_json(&report.to_string()).unwrap();
    report.tally();
    report
}

fn empty_run() -> Report {
    let report = json!({
        "schema": 1, "tool": { "name": "coax", "version": "0.1.0" }, "command": "explore", "options": {},
        "seed": 0, "elapsed_s": 0.0, "units": [], "warnings": [], "tests": [], "coverage": null,
        "totals": { "units": 0, "tests": 0, "warnings": 0, "errors": 0, "queries": 0, "steps": 0 }
    });
    Report::from_json(&report.to_string()).unwrap()
}

/// Everything that markup could take for its own, and a name that is not UTF-8.
const HOSTILE: &str =
    "a<b>&\"'|`*_[x](y)#1@me ~\\ \u{fffd} \u{1b}[31m ]]> </details> https://x.y\n``` ";

fn hostile_run() -> Report {
    let warning = |id: &str, kind: &str, judged: &str| {
        json!({
            "id": id, "kind": kind, "function": HOSTILE, "file": format!("/else/where/{HOSTILE}"), "line": 3,
            "column": 2, "message": HOSTILE, "trace": [{ "file": HOSTILE, "line": 0, "function": HOSTILE }],
            "inputs": { HOSTILE: HOSTILE, "n": 3 }, "confirmed": judged == "confirmed",
            "test": HOSTILE, "reproduce": HOSTILE, "native": HOSTILE, "judged": judged,
            "about": HOSTILE, "grade": "misuse"
        })
    };
    report_of(&json!([
        warning("w1", "out-of-bounds", "confirmed"),
        warning("w2", "a-kind-of-another-version", "confirmed"),
        warning("w3", "abort", "not-judged"),
    ]))
}

fn with_run<T>(report: &Report, sources: &Sources<'_>, act: impl Fn(&FinishedRun<'_>) -> T) -> T {
    let (folder, root) = (Path::new("coax-out"), Path::new("/project"));
    act(&FinishedRun { report, folder, root, sources })
}

fn rendered(format: &str, report: &Report) -> String {
    let sources =
        Sources::new(|file| (file == Path::new("src/a.c")).then(|| SOURCE.as_bytes().to_vec()));
    let format = FORMATS.iter().find(|known| known.name == format).expect("a form of a report");
    with_run(report, &sources, format.render)
}

fn sarif(report: &Report) -> Value {
    serde_json::from_str(&rendered("sarif", report)).unwrap()
}

/// The schema of the standard, which lies in the package that has its types.
fn schema() -> Value {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let target = ["--filter-platform", "x86_64-unknown-linux-gnu"];
    let asked = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--offline",
            "--locked",
            "--manifest-path",
            manifest,
        ])
        .args(target)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&asked.stderr);
    let metadata: Value =
        serde_json::from_slice(&asked.stdout).unwrap_or_else(|_| panic!("{said}"));
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
    serde_json::from_str(&std::fs::read_to_string(folder.join("src/schema.json")).unwrap()).unwrap()
}

#[test]
fn sarif_validates_against_the_schema_of_the_standard() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let complaints = |sarif: &Value| -> Vec<String> {
        let told = |error: jsonschema::ValidationError<'_>| {
            format!("{error} at {}", error.instance_path())
        };
        validator.iter_errors(sarif).map(told).collect()
    };
    for report in [small_run(), empty_run(), hostile_run()] {
        assert_eq!(complaints(&sarif(&report)), [""; 0]);
    }
    // It would notice.
    let mut broken = sarif(&small_run());
    broken["runs"][0]["results"][0]["level"] = json!("terrible");
    broken["runs"][0]["results"][0]["line"] = json!(3);
    assert_eq!(complaints(&broken).len(), 2);
}

#[test]
fn sarif_of_a_small_run() {
    let sarif = sarif(&small_run());
    let run = &sarif["runs"][0];
    expect_file!["forms/small.sarif"].assert_eq(&rendered("sarif", &small_run()));
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), ErrorKind::ALL.len());
    let told: Vec<_> = run["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| (&result["properties"]["id"], &result["level"], &result["ruleIndex"]))
        .collect();
    let expected = json!([["w1", "error", 6], ["w3", "warning", 1], ["w4", "note", 6]]);
    assert_eq!(json!(told), expected);
    // Column 48 in bytes is behind a letter of two.
    assert_eq!(run["results"][1]["locations"][0]["physicalLocation"]["region"]["startColumn"], 47);
}

#[test]
fn a_grade_is_the_level_and_words_of_other_versions_are_rules() {
    let sarif = sarif(&hostile_run());
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().unwrap();
    let levels: Vec<_> = results.iter().map(|result| &result["level"]).collect();
    assert_eq!(json!(levels), json!(["warning", "warning", "warning"]));
    let other = &results[1];
    assert_eq!(other["ruleId"], "a-kind-of-another-version");
    let index = usize::try_from(other["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(run["tool"]["driver"]["rules"][index]["id"], "a-kind-of-another-version");
    assert_eq!(results[0]["message"]["text"], HOSTILE);
    assert_eq!(results[0]["properties"]["inputs"][HOSTILE], HOSTILE);
}

#[test]
fn junit_of_a_small_run() {
    expect_file!["forms/small.xml"].assert_eq(&rendered("junit", &small_run()));
}

#[test]
fn junit_of_hostile_names_is_read_as_it_was_meant() {
    let text = rendered("junit", &hostile_run());
    let read = quick_junit::Report::deserialize_from_str(&text).unwrap();
    assert_eq!((read.tests, read.failures, read.errors), (5, 2, 0));
    let case = read.test_suites[1].test_cases.first().unwrap();
    // XML has no place for the escape character; the style that it begins goes with it.
    let name = HOSTILE.replace("\u{1b}[31m", "");
    assert_eq!(case.classname.as_ref().unwrap().as_str().trim(), name.trim());
}

#[test]
fn markdown_of_a_small_run() {
    expect_file!["forms/small.md"].assert_eq(&rendered("markdown", &small_run()));
}

#[test]
fn markdown_of_hostile_names_has_no_markup_of_theirs() {
    let text = rendered("markdown", &hostile_run());
    let row = text.lines().find(|line| line.starts_with("| w1 |")).unwrap();
    assert_eq!(row.matches(" | ").count(), 4, "{row}");
    assert!(
        !row.contains("<b>") && !row.contains("@me") && !row.contains("](") && !row.contains('`')
    );
    assert!(!text.contains('\u{1b}'));
    // The block of code has a longer fence than what is in it, and the details end where they should.
    assert_eq!(text.matches("\n</details>\n").count(), 2, "{text}");
    assert!(text.contains("````text\n"));
}

#[test]
fn nothing_found_is_said_by_every_form() {
    let report = empty_run();
    assert_eq!(sarif(&report)["runs"][0]["results"], json!([]));
    expect![[r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="coax explore" tests="0" skipped="0" failures="0" errors="0" time="0.000">
        </testsuites>
    "#]]
    .assert_eq(&rendered("junit", &report));
    expect![[r#"
        ## coax explore: nothing wrong found

        0 functions explored, 0 tests written, 0 errors confirmed natively, 0 refuted.
    "#]]
    .assert_eq(&rendered("markdown", &report));
}

/// Ten thousand findings in ten files.
fn large_run() -> Report {
    let warnings: Vec<Value> = (0..10_000)
        .map(|number| {
            let (file, line) = (format!("src/{}.c", number % 10), number / 10 + 1);
            json!({
                "id": format!("w{}", number + 1), "kind": "out-of-bounds", "function": format!("f{number}"),
                "file": file, "line": line, "column": 1, "message": "read of 1 byte",
                "trace": [{ "file": file, "line": line, "function": format!("f{number}") }],
                "inputs": { "n": "8" }, "confirmed": true, "test": "errors/a.c", "judged": "confirmed"
            })
        })
        .collect();
    report_of(&json!(warnings))
}

#[test]
fn ten_thousand_findings_read_every_source_once() {
    let report = large_run();
    for format in FORMATS {
        let asked = RefCell::new(Vec::new());
        let sources = Sources::new(|file| {
            asked.borrow_mut().push(file.to_owned());
            Some("x;\n".repeat(2000).into_bytes())
        });
        let text = with_run(&report, &sources, format.render);
        let (asked, files) = (asked.borrow(), BTreeSet::from_iter(asked.borrow().iter().cloned()));
        assert_eq!(asked.len(), files.len(), "{}: {asked:?}", format.name);
        assert!(files.iter().filter(|file| file.starts_with("src")).count() <= 10);
        let findings = text.matches("read of 1 byte\"").count();
        match format.name {
            // A comment on a pull request has an end.
            "markdown" => assert!(text.len() < 65_536 && text.contains("and 9900 more")),
            _ => assert_eq!(findings, 10_000, "{}", format.name),
        }
    }
    let names = |sources: &Sources<'_>| {
        let names = Fingerprints::of(&report, sources);
        let found: BTreeSet<_> =
            report.warnings.iter().filter_map(|warning| names.get(warning)).collect();
        found.len()
    };
    assert_eq!(names(&Sources::new(|_| Some("x;\n".repeat(2000).into_bytes()))), 10_000);
}

#[test]
fn fingerprints_survive_edits_elsewhere() {
    let place = |id: &str, file: &str, line: u32, column: u32| {
        json!({
            "id": id, "kind": "division-by-zero", "function": "f", "file": file, "line": line, "column": column,
            "message": "m", "trace": [{ "file": file, "line": line, "function": "f" }], "inputs": {},
            "confirmed": true, "test": null, "judged": "confirmed"
        })
    };
    let names = |places: &[Value], source: &str| -> Vec<String> {
        let report = report_of(&json!(places));
        let sources = Sources::new(|_| Some(source.as_bytes().to_vec()));
        let all = Fingerprints::of(&report, &sources);
        report
            .warnings
            .iter()
            .map(|warning| all.get(warning).unwrap_or("none").to_owned())
            .collect()
    };
    let before = names(
        &[place("w1", "a.c", 1, 3), place("w2", "a.c", 2, 3), place("w3", "a.c", 3, 1)],
        "  x = 1 / n;\n  x = 1 / n;\n  y = 2 / n;\n",
    );
    // Moved, indented by tabs, in a file with another name.
    let after = names(
        &[place("w1", "b.c", 4, 2), place("w2", "b.c", 6, 2), place("w3", "b.c", 7, 2)],
        "int z;\n\n\n\tx =  1 / n;\n\n\tx = 1 / n;\n\ty = 2 / n;\n",
    );
    assert_eq!(before, after);
    assert_eq!(before.iter().collect::<BTreeSet<_>>().len(), 3);
    // The line itself has changed; a line is gone.
    assert_ne!(names(&[place("w1", "a.c", 1, 3)], "  x = 3 / n;\n")[0], before[0]);
    assert_eq!(names(&[place("w1", "a.c", 9, 3)], "x;\n"), ["none"]);
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn one_finding_is_told_in_full() {
    let report = small_run();
    let sources = Sources::new(|_| Some(SOURCE.as_bytes().to_vec()));
    let told = |id: &str| with_run(&report, &sources, |run| finding(run, id));
    expect![[r#"
        error[division-by-zero]: division of 0 by zero
         --> src/a.c:4:18
          |
        3 | int ratio(int total, int parts) {
        4 |     return total / parts;
          |                  ^
        note: also from average
        call stack:
          #0 ratio at src/a.c:4
          #1 ratio at src/main.c:9
        inputs:
          parts = 0
          total = 0
        natively:
          UndefinedBehaviorSanitizer: division by zero
        test:
          coax-out/errors/w1.c
        to see it:
          cd coax-out/errors && cc w1.c && ./w1
        judged:
          confirmed: a native run showed it
        to run its test again:
          coax replay coax-out/errors/w1.c
        fingerprint:
          2cdcf8692f8c21126cf43e5843e2e502
    "#]]
    .assert_eq(&plain(&told("w1").unwrap()));
    let open = plain(&told("w3").unwrap());
    assert!(open.starts_with("warning[out-of-bounds]: "), "{open}");
    assert!(open.contains("judged:\n  not judged: cannot-build\n"), "{open}");
    assert!(told("w9").is_none());
}

#[test]
fn kinds_and_number_of_what_is_shown_can_be_chosen() {
    let report = large_run();
    let sources = Sources::none();
    let shown = |selection: Selection| {
        let look = Look { width: 100, all_units: false, selection };
        let text = plain(&with_run(&report, &sources, |run| summary(run, &look)));
        (text.matches("error[out-of-bounds]").count(), text.contains("10,000 errors"))
    };
    let most = |most: usize| Selection { most, ..Selection::default() };
    let of = |kind: ErrorKind| Selection { kinds: vec![kind], ..Selection::default() };
    assert_eq!(shown(Selection::default()), (50, true));
    assert_eq!(shown(most(3)), (3, true));
    assert_eq!(shown(most(usize::MAX)), (10_000, true));
    assert_eq!(shown(of(ErrorKind::Abort)), (0, true));
    assert_eq!(shown(of(ErrorKind::OutOfBounds)), (50, true));
}
