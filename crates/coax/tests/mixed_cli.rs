//! Mixed solving as a user meets it: functions of libraries and listed ones, functions that crash or
//! hang, each way of treating them under `coax check`, and the time that hard questions take.

#[path = "support/workspace.rs"]
mod workspace;

use std::collections::BTreeSet;

use serde_json::Value;

use workspace::{Said, Workspace};

/// A library: what its functions give cannot be seen by looking at the program. The table makes it
/// one that refers to data of its own.
const LIBRARY: &str = r#"
unsigned table[4] = {2654435761u, 40503u, 97u, 3u};
int mix(int x) {
    unsigned u = (unsigned)x * table[0];
    return (int)((u >> 7 ^ u) & 0xff);
}
double wave(double x) { return x * 3.5 - table[3]; }
"#;

const USER: &str = r#"
#include <coax.h>
int mix(int x);
double wave(double x);
int main(void) {
    int x = coax_int("x");
    double d = coax_double("d");
    if (mix(x) == 17)
        return 1;
    if (wave(d) > 100.0)
        return 2;
    return 3;
}
"#;

/// The exit statuses of tests that end normally.
fn statuses(report: &Value) -> BTreeSet<i64> {
    report["tests"].as_array().unwrap().iter().filter_map(|test| test["status"].as_i64()).collect()
}

/// Kind and line of every confirmed error.
fn errors(report: &Value) -> BTreeSet<(&str, u64)> {
    let warnings = report["warnings"].as_array().unwrap().iter();
    let confirmed = warnings.filter(|one| one["confirmed"] == true);
    confirmed.map(|one| (one["kind"].as_str().unwrap(), one["line"].as_u64().unwrap())).collect()
}

/// Why the first unit is not complete.
fn reasons(report: &Value) -> BTreeSet<&str> {
    let because = report["units"][0]["incomplete_because"].as_array().unwrap();
    because.iter().map(|reason| reason.as_str().unwrap()).collect()
}

fn notes(report: &Value) -> String {
    let notes = report["units"][0]["notes"].as_array().into_iter().flatten();
    notes.filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
}

fn ran(said: &Said, code: i32) {
    assert_eq!(said.code, Some(code), "{}{}", said.stdout, said.stderr);
}

fn made(workspace: &Workspace, line: &str) {
    ran(&workspace.shell(line), 0);
}

#[test]
fn functions_of_libraries_are_applied_however_they_are_linked() {
    let workspace = Workspace::with(&[("lib.c", LIBRARY), ("user.c", USER)]);
    made(
        &workspace,
        "mkdir archive shared && cc -c lib.c -o lib.o && ar rcs archive/libthing.a lib.o",
    );
    made(&workspace, "cc -shared -fPIC lib.c -o shared/libthing.so");
    let found = format!("-Wl,-rpath,{}", workspace.path("shared").display());
    let ways: [&[&str]; 5] = [
        &["lib.o"],
        &["archive/libthing.a"],
        &["./shared/libthing.so"],
        &["-Larchive", "-lthing"],
        &["-Lshared", "-lthing", &found],
    ];
    for way in ways {
        let said = workspace.explore(&[&["user.c", "--check-traces", "--"], way].concat());
        ran(&said, 0);
        let report = workspace.report();
        assert_eq!(statuses(&report), [1, 2, 3].into(), "{way:?}: {report:#}");
        assert_eq!(report["units"][0]["status"], "complete", "{way:?}: {report:#}");
        assert_eq!(report["divergences"], 0, "{way:?}: {report:#}");
    }
}

#[test]
fn a_library_that_cannot_be_called_is_said_and_ends_only_what_needs_it() {
    let user = USER.replace("if (mix(x)", "if (x == 4)\n        return 4;\n    if (mix(x)");
    let workspace = Workspace::with(&[("lib.c", LIBRARY), ("user.c", &user)]);
    made(&workspace, "echo this is no archive > broken.a");
    workspace.explore(&["user.c", "--", "broken.a"]);
    let report = workspace.report();
    let said = notes(&report);
    assert!(said.contains("functions of libraries cannot be called natively"), "{report:#}");
    assert!(said.contains("external function `mix`"), "{report:#}");
    assert!(reasons(&report).contains("unsupported"), "{report:#}");
    assert_eq!(statuses(&report), [4].into(), "{report:#}");
    // Asking for such calls gives nothing else.
    workspace.explore(&["user.c", "--concrete", "mix", "--", "broken.a"]).refused("broken.a");
}

/// A function with branches of its own, in another file, and marked nowhere.
const HASH: &str = r#"
int hash(int x) {
    if (x < 0 || x > 10)
        return 0;
    return 10 * x;
}
"#;

const HASHED: &str = r#"
#include <coax.h>
int hash(int x);
int share(int x, int y) {
    if (x <= 0)
        return 0;
    if (y != hash(x))
        return 1;
    if (x > 3 && y > 10)
        return 100 / (x - 4);
    return 100 / (x - 1);
}
int main(void) {
    int x = coax_int("x");
    int y = coax_int("y");
    return share(x, y) > 0;
}
"#;

#[test]
fn functions_listed_in_coax_toml_are_not_looked_into() {
    let workspace = Workspace::with(&[("hash.c", HASH), ("share.c", HASHED)]);
    let files = ["share.c", "hash.c"];
    let paths = |report: &Value| report["units"][0]["paths"]["completed"].as_u64().unwrap();
    ran(&workspace.explore(&files), 1);
    let inside = paths(&workspace.report());
    workspace
        .write("coax.toml", "[explore]\nconcrete = [\"hash\"]\n[check]\nconcrete = [\"hash\"]\n");
    ran(&workspace.explore(&[&files[..], &["--check-traces"]].concat()), 1);
    let report = workspace.report();
    assert!(paths(&report) < inside, "it was looked into: {report:#}");
    assert_eq!(report["options"]["concrete"], workspace::json("[\"hash\"]"));
    let both = [("division-by-zero", 10), ("division-by-zero", 11)];
    assert_eq!(errors(&report), both.into(), "{report:#}");
    // Its own branches are in no trace.
    assert_eq!(report["divergences"], 0, "{report:#}");
    ran(&workspace.check(&[&files[..], &["--function", "share"]].concat()), 1);
    let report = workspace.report();
    assert!(paths(&report) < inside, "it was looked into: {report:#}");
    assert_eq!(errors(&report), both.into(), "{report:#}");
}

/// What each way of treating a function gets to: only open results get to both divisions.
#[test]
fn every_way_of_treating_functions_works_when_functions_are_checked() {
    let workspace = Workspace::with(&[("hash.c", HASH), ("share.c", HASHED)]);
    let words = ["share.c", "hash.c", "--function", "share", "--concrete", "hash", "--concretize"];
    let (first, second) = (("division-by-zero", 10), ("division-by-zero", 11));
    for (way, found) in [
        ("mixed", BTreeSet::from([first, second])),
        ("dart", BTreeSet::from([second])),
        ("exe", BTreeSet::from([second])),
    ] {
        ran(&workspace.check(&[&words[..], &[way]].concat()), 1);
        let report = workspace.report();
        assert_eq!(errors(&report), found, "{way}: {report:#}");
        assert_eq!(report["options"]["concretize"], way);
        let because = if way == "mixed" { BTreeSet::new() } else { ["concretized"].into() };
        assert_eq!(reasons(&report), because, "{way}: {report:#}");
    }
}

#[test]
fn functions_of_libm_are_solved_for_when_functions_are_checked() {
    let source = "#include <math.h>\nint step(double x, int n) {\n\
                  if (sqrt(x) == 12.5 && cos(x) > 0.5)\n    return 10 / n;\n  return 0;\n}\n";
    let workspace = Workspace::with(&[("step.c", source)]);
    ran(&workspace.check(&["step.c"]), 1);
    let report = workspace.report();
    assert_eq!(errors(&report), [("division-by-zero", 4)].into(), "{report:#}");
    assert_eq!(report["warnings"][0]["inputs"]["x"], "156.25", "{report:#}");
}

/// A library whose function does something terrible between 1000 and 2000.
fn terrible(what: &str) -> String {
    format!("int risky(int x) {{ if (x > 1000 && x < 2000) {what} return x / 2; }}")
}

/// With 1001, the first value that comes to mind, nothing after the call is ever reached.
const RISKY: &str = r#"
#include <coax.h>
int risky(int x);
int main(void) {
    int x = coax_int("x");
    if (x > 1000) {
        int y = risky(x);
        if (y == 12345)
            return 1;
        return 2;
    }
    int y = risky(x);
    return y == -400 ? 3 : 4;
}
"#;

/// What native functions do is what a path ends with, and other values are tried.
#[test]
fn functions_that_crash_end_a_path_and_no_more() {
    for (what, kind) in [
        ("return *(volatile int *)0;", "null-dereference"),
        ("__builtin_trap();", ""),
        ("__builtin_abort();", "abort"),
        ("_Exit(7);", ""),
    ] {
        let library = format!("#include <stdlib.h>\n{}", terrible(what));
        let workspace = Workspace::with(&[("lib.c", &library), ("risky.c", RISKY)]);
        made(&workspace, "cc -c lib.c -o lib.o");
        let said = workspace.explore(&["risky.c", "--check-traces", "--", "lib.o"]);
        let report = workspace.report();
        let expected = if kind.is_empty() { BTreeSet::new() } else { [(kind, 7)].into() };
        assert_eq!(errors(&report), expected, "{what}: {report:#}");
        ran(&said, i32::from(!kind.is_empty()));
        let found = statuses(&report);
        assert!(found.is_superset(&[1, 2].into()), "{what}: {report:#}");
        assert_eq!(report["divergences"], 0, "{what}: {report:#}");
    }
}

#[test]
fn functions_that_hang_end_a_path_and_no_more() {
    let workspace = Workspace::with(&[("lib.c", &terrible("for (;;) ;")), ("risky.c", RISKY)]);
    made(&workspace, "cc -c lib.c -o lib.o");
    ran(&workspace.explore(&["risky.c", "--", "lib.o"]), 1);
    let report = workspace.report();
    assert_eq!(errors(&report), [("no-termination", 7)].into(), "{report:#}");
    assert!(statuses(&report).is_superset(&[1, 2].into()), "{report:#}");
    assert_eq!(report["divergences"], 0, "{report:#}");
}

/// The condition on x is about nothing but x, but for most such values the function called before
/// does not return.
#[test]
fn no_test_goes_through_a_call_that_does_not_return() {
    let user = RISKY.split("if (x > 1000)").next().unwrap().to_owned()
        + "int y = risky(x);\n    if (x > 1200 && x < 1300)\n        return 1;\n    \
           if (x > 1990 && x < 2002)\n        return 2;\n    return y > 7 ? 3 : 4;\n}\n";
    let library = terrible("return *(volatile int *)0;");
    let workspace = Workspace::with(&[("lib.c", &library), ("risky.c", &user)]);
    made(&workspace, "cc -c lib.c -o lib.o");
    workspace.explore(&["risky.c", "--check-traces", "--time", "10s", "--", "lib.o"]);
    let report = workspace.report();
    // A worker may have run into it.
    assert!(errors(&report).is_subset(&[("null-dereference", 6)].into()), "{report:#}");
    assert_eq!(report["divergences"], 0, "{report:#}");
    let found = statuses(&report);
    assert!(found.contains(&2) && !found.contains(&1), "{report:#}");
    assert_ne!(report["units"][0]["status"], "complete", "nobody knows about 1: {report:#}");
}

/// Questions about floats that no solver answers soon, each beyond the time there is.
const HARD: &str = r#"
#include <coax.h>
#include <math.h>
int main(void) {
    double a[12];
    coax_symbolic(a, sizeof a, "a");
    double s = 0, q = 1;
    for (int i = 0; i < 12; i++) {
        s = s * a[i] + sin(a[i] * a[(i + 5) % 12]);
        q = q * (a[i] + 1.1) / (a[(i + 1) % 12] * s + 3.0);
        if (s * q == 1.25e-7 * i + 1e-9 && q * q * s == s + 0.1 * i + 3.7)
            return i;
        if (a[i] * a[i] * a[i] == s * 1.7 + q && a[i] * q == 3.0e7 + i)
            return i + 20;
    }
    return 99;
}
"#;

#[test]
fn hard_questions_end_when_the_time_is_over() {
    let workspace = Workspace::with(&[("hard.c", HARD)]);
    ran(&workspace.explore(&["hard.c", "--time", "2s", "--solver-time", "10m"]), 0);
    let report = workspace.report();
    assert_eq!(report["units"][0]["status"], "timeout", "{report:#}");
    let explored = report["units"][0]["explored_s"].as_f64().unwrap();
    assert!(explored < 20.0, "it took {explored} s: {report:#}");
    assert!(report["units"][0]["paths"]["pending"].as_u64() > Some(0), "{report:#}");
}

#[test]
fn a_unit_that_is_called_natively_is_not_explored() {
    let text = "int square(int x) { return 100 / x * x; }\n\
                int share(int a, int b) { return square(a | 1) ? 0 : b; }\n";
    let marked = format!("#include <coax.h>\nCOAX_CONCRETE int square(int x);\n{text}");
    let workspace = Workspace::with(&[("listed.c", text), ("marked.c", &marked)]);
    for words in [&["listed.c", "--concrete", "square"][..], &["marked.c"]] {
        let said = workspace.check(words);
        assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
        let line = "not explored but called natively, as asked: 1 unit (square)";
        assert!(said.stdout.contains(line), "{}", said.stdout);
        let report = workspace.report();
        assert_eq!(report["units"][0]["status"], "not-explored", "{report:#}");
        assert_eq!(report["units"][0]["incomplete_because"][0], "called-natively");
        assert_eq!(report["units"][1]["function"], "share");
        assert_ne!(report["units"][1]["status"], "not-explored", "{report:#}");
        let entry = [words, &["--entry", "square"]].concat();
        workspace.explore(&entry).refused("`square` is to be called natively");
    }
}
