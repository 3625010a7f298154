//! `coax explore`, `coax replay` and `coax report` as a user meets them: bad input, options, what is
//! left on disk (also by a run that was interrupted or killed), and what replaying says.

#[path = "support/workspace.rs"]
mod workspace;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use workspace::{Said, Workspace, json, signal};

/// Four paths, one of which divides by zero.
const HARNESS: &str = r#"
#include <coax.h>
int main(void) {
    int x = coax_int("x");
    if (x > 100)
        return 3;
    if (x < 0)
        return 1;
    return 10 / (x - 7) > 5;
}
"#;

/// A sum that may overflow, and what only the sum that wraps around leads to: an exit status and an error.
const WRAPPING: &str = r#"
#include <coax.h>
int main(void) {
    int x = coax_int("x");
    if (x < 1000)
        return 0;
    int y = x + 5;
    if (y > 0)
        return 1;
    if (y == -2147483644)
        return ((int *)0)[1];
    return 2;
}
"#;

/// No error anywhere.
const CLEAN: &str = r#"
#include <coax.h>
int main(void) {
    if (coax_int("x") == 5)
        return 2;
    return 0;
}
"#;

/// More paths than can be explored.
const ENDLESS: &str = r#"
#include <coax.h>
int main(void) {
    unsigned char bytes[64];
    coax_symbolic(bytes, sizeof bytes, "bytes");
    unsigned sum = 0;
    for (int i = 0; i < 64; i++)
        if (bytes[i] > 7)
            sum += i;
    return sum & 63;
}
"#;

#[test]
fn paths_go_on_behind_an_overflow_and_their_tests_say_so() {
    let workspace = Workspace::with(&[("w.c", WRAPPING)]);
    let said = workspace.explore(&["w.c"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    let warnings = report["warnings"].as_array().unwrap();
    let [overflow, null] = &warnings[..] else { panic!("{report:#}") };
    assert_eq!((&overflow["kind"], &overflow["after"]), (&"signed-overflow".into(), &Value::Null));
    assert_eq!((&null["kind"], &null["after"][0]), (&"null-dereference".into(), &overflow["id"]));
    assert!(warnings.iter().all(|warning| warning["confirmed"] == true), "{report:#}");
    assert_eq!(report["units"][0]["status"], "complete", "{report:#}");
    assert_eq!(report["divergences"], 0, "{report:#}");
    let tests = report["tests"].as_array().unwrap();
    let behind = tests.iter().find(|test| test["status"] == 2).expect("a path behind the overflow");
    assert_eq!(behind["after"][0], overflow["id"]);
    let text = |name: &Value| {
        fs::read_to_string(workspace.path("coax-out").join(name.as_str().unwrap())).unwrap()
    };
    let (normal, error) = (text(&behind["file"]), text(&null["test"]));
    assert!(normal.lines().next().unwrap().contains(" -fwrapv "), "{normal}");
    assert!(error.lines().next().unwrap().contains(" -fsanitize-recover=all "), "{error}");
    let overflows = text(&overflow["test"]);
    assert!(!overflows.contains("-fwrapv") && !overflows.contains("-fsanitize-recover=all"));
    assert!(normal.contains("behind the signed-overflow at w.c:7"), "{normal}");
    let makefile = text(&"tests/Makefile".into());
    assert!(makefile.contains("$(PROGRAM_FLAGS) -fwrapv"), "{makefile}");
    let replayed = workspace.run(&["replay", "coax-out"]);
    assert_eq!(replayed.code, Some(0), "{}{}", replayed.stdout, replayed.stderr);
}

#[test]
fn paths_end_at_an_overflow_if_that_is_wanted_and_something_is_cut() {
    let workspace = Workspace::with(&[("w.c", WRAPPING)]);
    let said = workspace.explore(&["w.c", "--after-error", "stop"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    assert_eq!(report["warnings"].as_array().unwrap().len(), 1, "{report:#}");
    assert_eq!(report["units"][0]["status"], "bounded", "{report:#}");
    let because = &report["units"][0]["incomplete_because"];
    assert_eq!(because, &serde_json::json!(["undefined-behaviour"]), "{report:#}");
}

#[test]
fn errors_are_confirmed_and_everything_is_left_behind() {
    let workspace = Workspace::with(&[("h.c", HARNESS)]);
    let said = workspace.explore(&["h.c"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    assert!(said.stdout.contains("error[division-by-zero]"), "{}", said.stdout);
    assert!(said.stdout.contains("--> h.c:9:15"), "{}", said.stdout);
    assert!(said.stdout.contains("x = 7"), "{}", said.stdout);
    let report = workspace.report();
    let warning = &report["warnings"][0];
    assert_eq!(warning["confirmed"], true, "{report:#}");
    assert_eq!(warning["test"], "errors/main_division_by_zero_1.c");
    assert_eq!(report["units"][0]["status"], "complete", "{report:#}");
    assert_eq!(report["units"][0]["paths"]["error"], 1);
    assert_eq!(report["totals"]["errors"], 1);
    assert_eq!(report["divergences"], 0, "{report:#}");
    assert!(report["coverage"]["branches"]["total"].as_u64() > Some(0), "{report:#}");
    for file in ["tests/main_1.c", "tests/Makefile", "tests/coax_replay.h", "coverage.lcov"] {
        assert!(workspace.path("coax-out").join(file).is_file(), "{file}");
    }
    assert!(!workspace.path("coax-out/warnings/main_division_by_zero_1.c").exists());
    // The command that is said to show it does show it.
    let command = warning["reproduce"].as_str().unwrap();
    let shown =
        Command::new("sh").args(["-c", command]).current_dir(workspace.path("coax-out")).output();
    let shown = Said::from(shown.unwrap());
    assert_ne!(shown.code, Some(0));
    assert!(shown.stderr.contains("division by zero"), "{}", shown.stderr);
}

#[test]
fn a_clean_program_is_code_0_and_json_is_the_report_alone() {
    let workspace = Workspace::with(&[("c.c", CLEAN)]);
    let said = workspace.explore(&["c.c", "--format", "json"]);
    assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
    assert_eq!(json(&said.stdout), workspace.report());
    let report = workspace.report();
    assert_eq!(report["tests"].as_array().map(Vec::len), Some(2));
    let mut statuses: Vec<_> =
        report["tests"].as_array().unwrap().iter().map(|test| test["status"].as_i64()).collect();
    statuses.sort();
    assert_eq!(statuses, [Some(0), Some(2)]);
    assert_eq!(workspace.explore(&["c.c", "--quiet"]).stdout, "");
}

#[test]
fn the_same_run_twice_is_the_same_byte_for_byte_but_for_times() {
    let workspace = Workspace::with(&[("h.c", HARNESS)]);
    let without_times = |text: &str| -> String {
        text.lines().filter(|line| !line.contains("_s\":")).collect::<Vec<_>>().join("\n")
    };
    let once = without_times(&workspace.explore(&["h.c", "--format", "json"]).stdout);
    assert_eq!(once, without_times(&workspace.explore(&["h.c", "--format", "json"]).stdout));
    assert!(once.contains("division-by-zero"));
}

#[test]
fn bad_usage_is_refused_and_nothing_is_written() {
    let workspace = Workspace::with(&[
        ("c.c", CLEAN),
        ("f.c", "static int f(int x) { return x; }\nint g(void) { return f(1); }"),
    ]);
    for (words, complaint) in [
        (&["missing.c"] as &[&str], "missing.c: no such file"),
        (&["c.c", "--time", "0s"], "--time"),
        (&["c.c", "--time", "soon"], "--time"),
        (&["c.c", "--max-paths", "0"], "--max-paths"),
        (&["c.c", "--max-steps", "-3"], "-3"),
        (&["c.c", "--search", "best"], "--search"),
        (&["c.c", "--memory", "lots"], "--memory"),
        (&["c.c", "--symbolic-args", "3"], "--symbolic-args"),
        (&["c.c", "--symbolic-file", "x"], "--symbolic-file"),
        (&["c.c", "--symbolic-stdin", "99999999999"], "--symbolic-stdin"),
        (&["c.c", "--engine", "fast"], "possible values"),
        (&["c.c", "--guide", "must-not"], "--guide"),
        (&["c.c", "--call-depth", "1"], "not available yet"),
        (&["c.c", "--framework", "gtest"], "not available yet"),
        (&["c.c", "--havoc-globals"], "not available yet"),
        (&["c.c", "--function", "f"], "--entry"),
        (&["c.c", "--entry", "nobody"], "no such function"),
        (&["f.c", "--entry", "f"], "static"),
        (&["f.c"], "no `main` is defined"),
        (&["c.c", "--", "-DX=", "-Werror=no", "-nonsense"], "nonsense"),
    ] {
        workspace.explore(words).refused(complaint);
        assert!(!workspace.path("coax-out").exists(), "{words:?} left something");
    }
}

#[test]
fn a_folder_with_other_things_is_refused_and_an_earlier_run_is_replaced() {
    let workspace = Workspace::with(&[("c.c", CLEAN), ("h.c", HARNESS)]);
    fs::create_dir(workspace.path("mine")).unwrap();
    workspace.write("mine/thesis.tex", "dear");
    workspace.explore(&["c.c", "--out", "mine"]).refused("something else than an earlier run");
    workspace.explore(&["c.c", "--out", "c.c"]).refused("--out c.c");
    assert_eq!(workspace.explore(&["h.c"]).code, Some(1));
    assert!(workspace.path("coax-out/errors/main_division_by_zero_1.c").is_file());
    // A run that does not begin leaves the earlier one alone.
    workspace.write("broken.c", "int main(void) { return x; }");
    workspace.explore(&["broken.c"]).refused("undeclared identifier");
    assert!(workspace.path("coax-out/errors/main_division_by_zero_1.c").is_file());
    assert_eq!(workspace.explore(&["c.c"]).code, Some(0));
    assert!(!workspace.path("coax-out/errors/main_division_by_zero_1.c").exists());
    workspace.write("coax-out/notes.txt", "mine");
    workspace.explore(&["c.c"]).refused("notes.txt");
    assert!(workspace.path("coax-out/notes.txt").is_file());
}

#[test]
fn options_stand_in_coax_toml_too() {
    let workspace =
        Workspace::with(&[("c.c", CLEAN), ("coax.toml", "[explore]\nout = \"there\"\nseed = 7\n")]);
    assert_eq!(workspace.explore(&["c.c", "--seed", "8"]).code, Some(0));
    let report = json(&fs::read_to_string(workspace.path("there/report.json")).unwrap());
    assert_eq!((&report["seed"], &report["options"]["out"]), (&8.into(), &"there".into()));
    workspace.write("coax.toml", "[explore]\n\nsee = 7\n");
    workspace.explore(&["c.c"]).refused("coax.toml:3:1: `see` is no option");
    // Other commands do not care.
    assert_eq!(workspace.run(&["run", "c.c"]).code, Some(0));
}

#[test]
fn bounds_are_kept_and_said() {
    let workspace = Workspace::with(&[("e.c", ENDLESS)]);
    for (bound, word) in [("--max-paths", "paths"), ("--max-tests", "tests")] {
        let words = ["e.c", bound, "5", "--search", "dfs", "--tests", "all"];
        assert_eq!(workspace.explore(&words).code, Some(0));
        let report = workspace.report();
        assert_eq!(report["units"][0]["status"], "bounded", "{report:#}");
        assert_eq!(report["units"][0]["incomplete_because"], json(&format!("[\"{word}\"]")));
        assert_eq!(report["tests"].as_array().map(Vec::len), Some(5), "{report:#}");
        assert!(report["units"][0]["paths"]["pending"].as_u64() > Some(0));
    }
    assert_eq!(workspace.explore(&["e.c", "--time", "1s"]).code, Some(0));
    let report = workspace.report();
    assert_eq!(report["units"][0]["status"], "timeout", "{report:#}");
}

/// Two rounds of a loop cover all that a hundred do.
const ROUNDS: &str = "#include <coax.h>\nint main(void) {\n  int n = 0;\n  \
    for (int i = 0; i < 6; i++)\n    if (coax_bool(\"more\")) n++;\n  return n > 5; }\n";

#[test]
fn only_paths_with_new_coverage_leave_a_test_unless_all_are_to() {
    let workspace = Workspace::with(&[("r.c", ROUNDS)]);
    let explore = |words: &[&str]| {
        let said = workspace.explore(&[&["r.c"][..], words].concat());
        assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
        let report = workspace.report();
        let count = |at: &str| report.pointer(at).and_then(Value::as_u64).unwrap();
        (count("/units/0/paths/completed"), count("/totals/tests"), report)
    };
    let (paths, tests, new) = explore(&[]);
    assert_eq!((paths, new["units"][0]["status"].as_str()), (64, Some("complete")));
    assert!((2..=4).contains(&tests), "{new:#}");
    let (paths, tests, all) = explore(&["--tests", "all"]);
    assert_eq!((paths, tests), (64, 64));
    assert_eq!(branches(&new), branches(&all));
    // What is counted is written.
    let (_, tests, report) = explore(&["--max-tests", "2"]);
    assert_eq!((tests, report["units"][0]["incomplete_because"][0].as_str()), (2, Some("tests")));
    // The tests are run all the same.
    let (_, tests, report) = explore(&["--no-coverage"]);
    assert!(tests > 0 && report.get("coverage").is_none_or(Value::is_null), "{report:#}");
    assert!(!workspace.path("coax-out/coverage.lcov").exists());
    assert_eq!(report["divergences"], 0);
}

#[test]
fn workers_together_write_no_test_twice() {
    let workspace = Workspace::with(&[("r.c", ROUNDS)]);
    assert_eq!(workspace.run(&["explore", "r.c", "--jobs", "2"]).code, Some(0));
    let report = workspace.report();
    assert_eq!(report["units"][0]["paths"]["completed"], 64);
    assert!(report["totals"]["tests"].as_u64().unwrap() <= 6, "{report:#}");
    assert_eq!(branches(&report).0, branches(&report).1);
}

#[test]
fn arguments_are_given_and_made_input() {
    let source = "#include <string.h>\nint main(int argc, char **argv) {\n\
                  if (argc != 4 || strcmp(argv[1], \"-v\")) return 9;\n\
                  if (argv[2][0] == 'k') return 1;\n\
                  if (argv[3][1] == 'q') return 2;\n\
                  return 3; }";
    let workspace = Workspace::with(&[("a.c", source)]);
    let said = workspace.explore(&["a.c", "--program-arg", "-v", "--symbolic-args", "2,2"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    let statuses: std::collections::BTreeSet<_> =
        report["tests"].as_array().unwrap().iter().map(|test| test["status"].as_i64()).collect();
    assert_eq!(statuses, [Some(1), Some(2), Some(3)].into(), "{report:#}");
    assert_eq!(report["divergences"], 0, "{report:#}");
}

#[test]
fn native_runs_see_the_environment_that_was_explored() {
    let source = "#include <stdlib.h>\nint main(void) {\n\
                  return getenv(\"COAX_TESTS_OWN\") ? 5 : getenv(\"HOME\")[1] ? 6 : 7; }";
    let workspace = Workspace::with(&[("e.c", source)]);
    let mut command = workspace.coax(&["explore", "e.c", "--format", "json"]);
    let said = Said::from(command.env("COAX_TESTS_OWN", "1").output().unwrap());
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    let report = json(&said.stdout);
    assert_eq!((&report["tests"][0]["status"], &report["divergences"]), (&7.into(), &0.into()));
    let mut command = workspace.coax(&["replay", "coax-out"]);
    assert_eq!(command.env("COAX_TESTS_OWN", "1").output().unwrap().status.code(), Some(0));
}

#[test]
fn a_function_is_explored_by_itself() {
    let source = "int sign(int x, unsigned char y) { if (y == 3) return 7; if (x < 0) return -1; return x > 0; }";
    let workspace = Workspace::with(&[("f.c", source)]);
    let said = workspace.explore(&["f.c", "--entry", "sign"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    assert_eq!(report["units"][0]["function"], "sign");
    assert_eq!(report["units"][0]["paths"]["completed"], 3, "{report:#}");
    assert_eq!(report["divergences"], 0, "{report:#}");
    assert!(workspace.path("coax-out/tests/sign_1.c").is_file());
}

#[test]
fn testcomp_gets_its_suite() {
    let source = "extern int __VERIFIER_nondet_int(void);\n\
                  int main(void) { if (__VERIFIER_nondet_int() == 17) return 1; return 0; }";
    let workspace = Workspace::with(&[("t.c", source)]);
    assert_eq!(workspace.explore(&["t.c", "--framework", "testcomp"]).code, Some(0));
    let suite = workspace.path("coax-out/test-suite");
    let metadata = fs::read_to_string(suite.join("metadata.xml")).unwrap();
    assert!(metadata.contains("<programfile>t.c</programfile>"), "{metadata}");
    let cases: Vec<String> = (1..=2)
        .map(|n| fs::read_to_string(suite.join(format!("testcase-{n}.xml"))).unwrap())
        .collect();
    assert!(cases.iter().any(|case| case.contains(">17</input>")), "{cases:?}");
}

/// Starts a run that never ends by itself.
fn endless(workspace: &Workspace, words: &[&str]) -> Child {
    let mut command = workspace.coax(&["explore", "e.c", "--time", "10m"]);
    command.args(words).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until the report on disk has some tests.
fn wait_for_tests(workspace: &Workspace) -> usize {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if let Ok(text) = fs::read_to_string(workspace.path("coax-out/report.json")) {
            let tests = json(&text)["tests"].as_array().map_or(0, Vec::len);
            if tests > 0 {
                return tests;
            }
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("no test within a minute");
}

#[test]
fn an_interrupt_ends_it_with_everything_found_so_far() {
    for jobs in ["1", "2"] {
        let workspace = Workspace::with(&[("e.c", ENDLESS)]);
        let child = endless(&workspace, &["--jobs", jobs]);
        let seen = wait_for_tests(&workspace);
        signal(&child, "-INT");
        let said = Said::from(child.wait_with_output().unwrap());
        assert_eq!(said.code, Some(130), "{}{}", said.stdout, said.stderr);
        let report = workspace.report();
        let tests = report["tests"].as_array().unwrap();
        assert!(tests.len() >= seen);
        assert!(tests.iter().all(|test| exists(&workspace, &test["file"])));
        let because = report["units"][0]["incomplete_because"].as_array().unwrap();
        assert!(because.contains(&"interrupted".into()), "{because:?}");
        assert!(said.stdout.contains("timeout"), "{}", said.stdout);
    }
}

#[test]
fn a_killed_run_leaves_what_it_found() {
    let workspace = Workspace::with(&[("e.c", ENDLESS)]);
    let mut child = endless(&workspace, &[]);
    wait_for_tests(&workspace);
    signal(&child, "-KILL");
    assert_eq!(child.wait().unwrap().signal(), Some(9));
    let report = workspace.report();
    let tests = report["tests"].as_array().unwrap();
    assert!(!tests.is_empty() && tests.iter().all(|test| exists(&workspace, &test["file"])));
    assert_ne!(report["units"][0]["status"], "complete");
    let shown = workspace.run(&["report"]);
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    // It can be replaced by another run.
    assert_eq!(workspace.explore(&["e.c", "--max-paths", "2"]).code, Some(0));
}

fn exists(workspace: &Workspace, file: &Value) -> bool {
    workspace.path("coax-out").join(file.as_str().unwrap()).is_file()
}

#[test]
fn replaying_says_what_changed() {
    let workspace = Workspace::with(&[("h.c", HARNESS)]);
    assert_eq!(workspace.explore(&["h.c"]).code, Some(1));
    let said = workspace.run(&["replay", "coax-out"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert!(
        said.stdout.contains("coax-out/errors/main_division_by_zero_1.c: same"),
        "{}",
        said.stdout
    );
    workspace.write("h.c", &HARNESS.replace("return 3", "return 4").replace("x - 7", "1"));
    let said = workspace.run(&["replay", "coax-out"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    assert!(said.stdout.contains("changed: was exit 3, now exit 4"), "{}", said.stdout);
    assert!(said.stdout.contains("main_division_by_zero_1.c: fixed"), "{}", said.stdout);
    // From elsewhere, and a single file.
    fs::create_dir(workspace.path("deep")).unwrap();
    let mut command = workspace.coax(&["replay", "../coax-out/errors/main_division_by_zero_1.c"]);
    let said = Said::from(command.current_dir(workspace.path("deep")).output().unwrap());
    assert!(said.stdout.contains(": fixed"), "{}{}", said.stdout, said.stderr);
    workspace.write("h.c", "int main(void) { return x; }");
    let said = workspace.run(&["replay", "coax-out/tests"]);
    assert_eq!(said.code, Some(1));
    assert!(said.stdout.contains("does not compile"), "{}", said.stdout);
    workspace.run(&["replay", "h.c"]).refused("no test of coax");
    workspace.run(&["replay", "deep"]).refused("no tests");
}

#[test]
fn a_report_is_printed_again() {
    let workspace = Workspace::with(&[("h.c", HARNESS)]);
    let said = workspace.explore(&["h.c"]);
    let again = workspace.run(&["report", "coax-out"]);
    assert_eq!((again.code, &again.stdout), (Some(0), &said.stdout));
    let again = workspace.run(&["report", "coax-out", "--format", "json"]);
    assert_eq!(json(&again.stdout), workspace.report());
    workspace.run(&["report", "nowhere"]).refused("nowhere");
}

/// Goes by an address, which is another one natively: the engine's stack is elsewhere.
const BY_ADDRESS: &str = r#"
#include <coax.h>
#include <stdint.h>
int main(void) {
    int x = coax_int("x");
    if (x == 5)
        return 2;
    switch ((uintptr_t)&x >> 44) {
    case 7:
        x = 1;
        break;
    default:
        x = 2;
    }
    return 0;
}
"#;

#[test]
fn a_test_that_natively_goes_another_way_is_told() {
    let workspace = Workspace::with(&[("h.c", BY_ADDRESS)]);
    let said = workspace.explore(&["h.c", "--check-traces"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let way = "branch 2: default at h.c:8:5 was expected, and it goes case 7 at h.c:8:5";
    assert!(said.stdout.contains(way), "{}", said.stdout);
    assert_eq!(workspace.report()["divergences"], 1, "the test with x = 5 goes its way");
    // Without the option nothing is compared.
    workspace.explore(&["h.c"]);
    assert_eq!(workspace.report()["divergences"], 0);
}

#[test]
fn tests_of_errors_and_entries_go_their_ways() {
    let entry = "int f(int x) { if (x > 3) return 10 / (x - 7); return x < -5 ? 1 : 2; }";
    let workspace = Workspace::with(&[("h.c", HARNESS), ("f.c", entry)]);
    for words in [&["h.c", "--check-traces"][..], &["f.c", "--entry", "f", "--check-traces"]] {
        let said = workspace.explore(words);
        assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
        let report = workspace.report();
        assert_eq!(report["divergences"], 0, "{report}");
        assert_eq!(report["options"]["check-traces"], true);
    }
}

/// What the last unit was covered by, and how many of its branches there are.
fn branches(report: &Value) -> (u64, u64) {
    let branches = &report["coverage"]["branches"];
    (branches["covered"].as_u64().unwrap(), branches["total"].as_u64().unwrap())
}

#[test]
fn runs_with_guessed_inputs_get_where_solving_takes_long() {
    let probe = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/conflict_probe.c");
    let workspace = Workspace::with(&[]);
    let said = workspace.explore(&[probe, "--max-paths", "80", "--time", "5m"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    assert_eq!(branches(&report), (68, 68), "{}", said.stdout);
    assert!(report["units"][0]["solver"]["numeric"]["trials"].as_u64() > Some(0), "{report:#}");
}

/// The status says which way each branch went, so every path has one of its own.
const WAYS: &str = r#"
#include <coax.h>
#include <math.h>
int main(void) {
    int k = coax_int("k"), m = coax_int("m"), ways = 0;
    coax_assume(k >= 0 && k < 100 && m >= 0 && m < 100);
    double a = sin(k * 0.37) + cos(m * 0.11), b = atan2(a, k - 50.0);
    for (int i = 0; i < 5; i++)
        if (pow(fabs(a - 0.3 * i), 3.0) + sin(3.0 * b + i) > 0.9)
            ways |= 1 << i;
    if (fmod(a * b * 1000.0, 7.0) > 6.0)
        ways |= 32;
    return ways;
}
"#;

#[test]
fn no_path_is_found_twice_however_its_inputs_were_found() {
    let mut all = BTreeSet::new();
    for (k, m) in (0..100).flat_map(|k| (0..100).map(move |m| (f64::from(k), f64::from(m)))) {
        let a = (k * 0.37).sin() + (m * 0.11).cos();
        let b = a.atan2(k - 50.0);
        let side = |i: f64| (a - 0.3 * i).abs().powf(3.0) + (3.0 * b + i).sin() > 0.9;
        let ways = (0..5).filter(|&i| side(f64::from(i))).map(|i| 1 << i).sum::<i64>();
        all.insert(ways | if a * b * 1000.0 % 7.0 > 6.0 { 32 } else { 0 });
    }
    for jobs in ["1", "2"] {
        let workspace = Workspace::with(&[("ways.c", WAYS)]);
        let words = ["--jobs", jobs, "--max-paths", "25", "--tests", "all"];
        let said = workspace.run(&[&["explore", "ways.c"][..], &words].concat());
        let report = workspace.report();
        let tests = report["tests"].as_array().unwrap().iter();
        let found: Vec<_> = tests.filter_map(|test| test["status"].as_i64()).collect();
        let distinct: BTreeSet<_> = found.iter().copied().collect();
        assert_eq!(found.len(), distinct.len(), "{found:?}{}", said.stdout);
        assert!(distinct.len() >= 20 && distinct.is_subset(&all), "{distinct:?} {all:?}");
    }
}

#[test]
fn hard_arithmetic_is_followed_and_the_rest_is_summed_up() {
    let program = include_str!("../../../tests/corpus/explore/summaries/hard_floats.c");
    let workspace = Workspace::with(&[("hard.c", program)]);
    assert_eq!(workspace.explore(&["hard.c", "--engine", "smart"]).code, Some(0));
    let report = workspace.report();
    let calls = &report["units"][0]["calls"];
    assert_eq!(calls["followed"], serde_json::json!({ "hard": 1 }), "{report:#}");
    assert_eq!(calls["summed_up"], 1, "{report:#}");
}
