//! `coax report` as a user meets it: the forms of a real run, what is shown of it, and bad input.

#[path = "support/workspace.rs"]
mod workspace;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use serde_json::Value;

use workspace::{Workspace, json};

/// One error that needs only a value, one that needs a null pointer.
const PARSE: &str = r#"
int ratio(int total, int parts) {
    return total / parts;
}

int first(const int *values) {
    return values[0];
}
"#;

/// The least that is a report.
const NOTHING: &str = r#"{ "schema": 1, "tool": { "name": "coax", "version": "0.1.0" }, "command": "check",
    "options": {}, "seed": 0, "elapsed_s": 0.0, "units": [], "warnings": [], "tests": [], "coverage": null,
    "totals": { "units": 0, "tests": 0, "warnings": 0, "errors": 0, "queries": 0, "steps": 0 } }"#;

fn with_report(report: &str) -> Workspace {
    Workspace::with(&[("coax-out/report.json", report)])
}

#[test]
fn a_real_run_has_every_form() {
    let workspace = Workspace::with(&[("src/parse.c", PARSE)]);
    assert_eq!(workspace.check(&["src"]).code, Some(1));
    let said = workspace.run(&[
        "report",
        "--sarif",
        "a.sarif",
        "--junit",
        "a.xml",
        "--markdown",
        "a.md",
        "coax-out",
    ]);
    assert_eq!((said.code, &*said.stdout, &*said.stderr), (Some(0), "", ""));
    let text = |name: &str| fs::read_to_string(workspace.path(name)).unwrap();

    let sarif = json(&text("a.sarif"));
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let of = |kind: &str| results.iter().find(|result| result["ruleId"] == kind).unwrap();
    let division = of("division-by-zero");
    let place = &division["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/parse.c");
    assert_eq!(place["region"]["startLine"], 3);
    assert_eq!(place["region"]["snippet"]["text"], "    return total / parts;");
    assert_eq!(division["level"], "error");
    assert_eq!(division["properties"]["inputs"]["parts"], "0");
    assert!(division["partialFingerprints"]["coaxFinding/v1"].is_string());
    assert_eq!(sarif["runs"][0]["invocations"][0]["exitCode"], 1);

    let junit = text("a.xml");
    assert!(junit.contains("UndefinedBehaviorSanitizer: division by zero"), "{junit}");
    let markdown = text("a.md");
    assert!(markdown.contains("<code>src/parse.c:3:18</code>"), "{markdown}");

    // The same on stdout, from another folder, with the sources beside the results.
    let folder = workspace.path("coax-out");
    let elsewhere = Workspace::with(&[]);
    let said = elsewhere.run(&["report", folder.to_str().unwrap(), "--sarif", "-"]);
    let there = json(&said.stdout);
    let names = |sarif: &Value| sarif["runs"][0]["results"][0]["partialFingerprints"].clone();
    assert_eq!(names(&there), names(&sarif));

    what_is_shown_can_be_chosen(&workspace);
}

fn what_is_shown_can_be_chosen(workspace: &Workspace) {
    let shown = |words: &[&str]| {
        let said = workspace.run(&[&["report"], words].concat());
        assert_eq!(said.code, Some(0), "{}", said.stderr);
        said.stdout
    };
    let has = |text: &str| (text.contains("error[division"), text.contains("error[null"));
    assert_eq!(has(&shown(&[])), (true, false));
    assert_eq!(has(&shown(&["--all"])), (true, true));
    assert_eq!(has(&shown(&["--all", "--kind", "null-dereference"])), (false, true));
    assert_eq!(has(&shown(&["--max-findings", "0"])), (false, false));
    let null = workspace.report()["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|warning| warning["kind"] == "null-dereference")
        .unwrap()["id"]
        .clone();
    let one = shown(&["--finding", null.as_str().unwrap()]);
    assert_eq!(has(&one), (false, true));
    // The command that it names does run the test again.
    let command = one.lines().map(str::trim).find(|line| line.starts_with("coax replay ")).unwrap();
    let said = workspace.run(&command.split(' ').skip(1).collect::<Vec<_>>());
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    workspace
        .run(&["report", "--finding", "w99"])
        .refused("there is no finding `w99`; it has w1 to w");
}

#[test]
fn what_is_no_report_is_said() {
    let cases = [
        ("{", "report.json is not a report: EOF while parsing"),
        ("{ \"schema\": 2 }", "report.json has schema 2; this version reads schema 1"),
        ("{ \"schema\": 1 }", "report.json is not a report: missing field"),
        ("[]", "report.json is not a report: invalid length"),
    ];
    for (text, words) in cases {
        with_report(text).run(&["report", "--sarif", "a.sarif"]).refused(words);
    }
    let empty = Workspace::with(&[]);
    empty
        .run(&["report", "--junit", "-"])
        .refused("coax-out: cannot read report.json: No such file");
    empty
        .run(&["report", "/dev/null"])
        .refused("/dev/null: cannot read report.json: Not a directory");
}

#[test]
fn files_that_cannot_be_written_leave_nothing_behind() {
    let workspace = with_report(NOTHING);
    workspace.write("kept.md", "mine");
    let refused =
        |words: &[&str], why: &str| workspace.run(&[&["report"], words].concat()).refused(why);
    let pair =
        |sarif: &'static str, markdown: &'static str| ["--sarif", sarif, "--markdown", markdown];
    refused(
        &pair("new.sarif", "no/such/folder.md"),
        "no/such/folder.md: cannot be written: No such file",
    );
    refused(&pair("coax-out", "kept.md"), "coax-out: cannot be written: Is a directory");
    refused(&pair("coax-out/report.json", "kept.md"), "is the report itself");
    refused(&pair("kept.md", "./kept.md"), "is named for two forms of the report");
    refused(&pair("-", "-"), "only one form of the report can go to stdout");
    refused(&pair("/dev/full", "kept.md"), "/dev/full: cannot be written: No space left");
    assert!(!workspace.path("new.sarif").exists());
    assert_eq!(workspace.report()["command"], "check");
    // Whole texts take the place of longer ones.
    workspace.write("kept.md", &"x".repeat(10_000));
    assert_eq!(workspace.run(&["report", "--markdown", "kept.md"]).code, Some(0));
    let text = fs::read_to_string(workspace.path("kept.md")).unwrap();
    assert!(text.starts_with("## coax check: nothing wrong found\n") && !text.contains("xxx"));
}

#[test]
fn folders_and_files_may_have_any_name() {
    let workspace = Workspace::with(&[]);
    let folder = workspace.path(".").join(OsStr::from_bytes(b"out \xff|<`"));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("report.json"), NOTHING).unwrap();
    let file = folder.join(OsStr::from_bytes(b"a\xfe.sarif"));
    let run = |file: &Path| {
        workspace
            .coax(&["report", "--sarif"])
            .arg(file)
            .arg(&folder)
            .output()
            .unwrap()
            .status
            .code()
    };
    assert_eq!(run(&file), Some(0));
    assert_eq!(json(&fs::read_to_string(&file).unwrap())["version"], "2.1.0");
}
