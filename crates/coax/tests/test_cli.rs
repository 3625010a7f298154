//! `coax test` as a user meets it: bad input, options, what is left on disk however a run ends, and that `replay`,
//! `report` and `make` work on it.

#[path = "support/workspace.rs"]
mod workspace;

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use workspace::{Said, Workspace, signal};

const STACK: &str = r#"
#include <stdlib.h>
struct stack { int items[3]; int used; };
struct stack *stack_new(void) { return calloc(1, sizeof(struct stack)); }
int stack_push(struct stack *stack, int item) {
    if (!stack || stack->used == 3)
        return 0;
    stack->items[stack->used++] = item;
    return 1;
}
void stack_free(struct stack *stack) { free(stack); }
static int hidden(int item) { return item ? 3 : 4; }
int main(void) { return hidden(1); }
"#;

/// The bounds that the tests here work with: attempts, never seconds.
const BOUNDED: [&str; 8] =
    ["test", "--jobs", "1", "--max-paths", "400", "--time", "200s", "stack.c"];

fn stack() -> Workspace {
    Workspace::with(&[("stack.c", STACK)])
}

/// Runs with these options beside the usual ones.
fn run(workspace: &Workspace, options: &[&str]) -> Said {
    workspace.run(&[&BOUNDED, options].concat())
}

fn tests(report: &Value) -> Vec<&str> {
    let tests = report["tests"].as_array().unwrap();
    tests.iter().map(|test| test["file"].as_str().unwrap()).collect()
}

#[test]
fn bad_input_is_refused_and_nothing_is_written() {
    let workspace = stack();
    let refused = |words: &[&str], why: &str| workspace.run(words).refused(why);
    refused(&["test"], "PATH");
    refused(&["test", "missing.c"], "no such file");
    refused(&["test", "stack.c", "--max-calls", "0"], "from 1 to 1000");
    refused(&["test", "stack.c", "--max-calls", "many"], "from 1 to 1000");
    refused(&["test", "stack.c", "--strategy", "luck"], "luck");
    refused(&["test", "stack.c", "--time", "0s"], "more than nothing");
    refused(&["test", "stack.c", "--jobs", "0"], "from 1 to 1024");
    refused(&["test", "stack.c", "--function", "stack_pusch"], "stack_push");
    refused(&["test", "stack.c", "--function", "hidden"], "only code of its own file");
    refused(&["test", "stack.c", "--html"], "not available yet");
    workspace.write("broken.c", "int f( { }");
    refused(&["test", "broken.c"], "broken.c:1");
    workspace.write("stack.bc", "");
    refused(&["test", "stack.bc"], "bitcode");
    workspace.write("coax.toml", "[test]\nmax-call = 3\n");
    refused(&["test", "stack.c"], "`max-call` is no option of `coax test`");
    assert!(!workspace.path("coax-out").exists());
}

#[test]
fn options_may_stand_in_a_file_and_are_in_the_report() {
    let workspace = stack();
    workspace.write("coax.toml", "[test]\nmax-calls = 4\nstrategy = \"random\"\nmax-paths = 7\n");
    let said = workspace.run(&["test", "stack.c", "--jobs", "1", "--max-calls", "3"]);
    assert!(matches!(said.code, Some(0 | 1)), "{}", said.stderr);
    let options = &workspace.report()["options"];
    assert_eq!(options["max-calls"], 3);
    assert_eq!(options["strategy"], "random");
    assert_eq!(options["max-paths"], 7);
}

#[test]
fn a_suite_is_small_passes_and_is_replayed_and_reported() {
    let workspace = stack();
    let said = run(&workspace, &[]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    let files = tests(&report);
    assert!(!files.is_empty() && files.len() <= 6, "{report:#}");
    assert_eq!(report["divergences"], 0, "{report:#}");
    let push = |unit: &&Value| unit["function"] == "stack_push";
    let units = report["units"].as_array().unwrap();
    let push = units.iter().find(push).unwrap();
    assert!(push["sides"]["reached"].as_u64() >= Some(4), "{report:#}");
    assert!(!units.iter().any(|unit| unit["function"] == "main" || unit["function"] == "hidden"));
    let covered = &report["coverage"]["branches"];
    // `hidden` has the two sides that nothing comes to.
    assert_eq!((&covered["covered"], &covered["total"]), (&4.into(), &6.into()), "{report:#}");
    for test in report["tests"].as_array().unwrap() {
        assert!(!test["steps"].as_array().unwrap().is_empty(), "{test:#}");
    }
    let over_time = report["totals"]["coverage_over_time"].as_array().unwrap();
    assert!(!over_time.is_empty());
    assert!(said.stdout.contains("stack_push"), "{}", said.stdout);
    let made = workspace.shell("make -s -C coax-out/tests check");
    assert_eq!(made.code, Some(0), "{}{}", made.stdout, made.stderr);
    assert!(made.stdout.contains(&format!("{} tests, 0 failed", files.len())), "{}", made.stdout);
    assert_eq!(workspace.run(&["replay", "coax-out"]).code, Some(0));
    let again = workspace.run(&["report", "coax-out"]);
    assert_eq!(again.stdout, said.stdout);
    assert!(!workspace.path("coax-out/candidates").exists());
}

#[test]
fn memory_that_a_test_holds_is_told_and_does_not_refute_it() {
    let text = "#include <stdlib.h>\nint keep(int n) { char *p = malloc(8); return p && n > 3; }\n";
    let workspace = Workspace::with(&[("keep.c", text)]);
    workspace.run(&["test", "keep.c", "--jobs=1", "--seed=3", "--max-paths=40", "--time=1h"]);
    let report = workspace.report();
    assert_eq!(report["divergences"], 0, "{report:#}");
    assert!(!tests(&report).is_empty(), "{report:#}");
    let notes = report["notes"].as_array().unwrap();
    let held = |note: &Value| note.as_str().unwrap().starts_with("tests that hold memory");
    assert!(notes.iter().any(held), "{report:#}");
}

#[test]
fn without_coverage_nothing_is_measured() {
    let workspace = stack();
    assert_eq!(run(&workspace, &["--no-coverage"]).code, Some(0));
    assert_eq!(workspace.report()["coverage"], Value::Null);
    assert!(!workspace.path("coax-out/coverage.lcov").exists());
}

#[test]
fn the_same_seed_writes_the_same_tests() {
    let text = |seed: &str| {
        let workspace = stack();
        run(&workspace, &["--seed", seed]);
        let report = workspace.report();
        let files = tests(&report);
        let texts = files
            .iter()
            .map(|file| fs::read_to_string(workspace.path("coax-out").join(file)).unwrap());
        texts.collect::<Vec<_>>()
    };
    let first = text("3");
    assert!(!first.is_empty());
    assert_eq!(first, text("3"));
}

#[test]
fn only_functions_that_are_named_have_tests() {
    let workspace = stack();
    run(&workspace, &["--function", "stack_push"]);
    let report = workspace.report();
    let tests = report["tests"].as_array().unwrap();
    assert!(!tests.is_empty());
    assert!(tests.iter().all(|test| test["unit"] == "stack_push"), "{report:#}");
}

#[test]
fn a_run_that_is_ended_leaves_tests_that_compile() {
    for number in ["-KILL", "-INT"] {
        let workspace = stack();
        let mut command = workspace.coax(&["test", "stack.c", "--jobs", "1", "--time", "10m"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        let has_tests = || {
            let entries = fs::read_dir(workspace.path("coax-out/tests")).into_iter().flatten();
            let names = entries.map(|entry| entry.unwrap().file_name());
            names.into_iter().any(|name| name.to_string_lossy().starts_with("stack_"))
        };
        while !has_tests() && begun.elapsed() < Duration::from_secs(120) {
            std::thread::sleep(Duration::from_millis(20));
        }
        signal(&child, number);
        let status = child.wait().unwrap();
        assert!(has_tests(), "{number}: no test was written");
        assert!(number != "-INT" || status.code() == Some(130), "{status:?}");
        let made = workspace.shell("make -s -C coax-out/tests check");
        assert_eq!(made.code, Some(0), "{number}: {}{}", made.stdout, made.stderr);
        assert!(made.stdout.contains("0 failed"), "{}", made.stdout);
    }
}

#[test]
fn a_suite_in_the_users_tree_is_made_again_byte_for_byte_and_an_edited_file_is_left() {
    let workspace = stack();
    workspace.write(".clang-format", "BasedOnStyle: LLVM\n");
    let options = ["--suite-dir", "tests/unit", "--no-coverage", "--quiet"];
    let said = run(&workspace, &options);
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    let file = workspace.path("tests/unit/stack_test.c");
    let suite = || {
        ["stack_test.c", "check.h", "Makefile", "CMakeLists.txt", ".coax-suite.json"]
            .map(|name| fs::read_to_string(workspace.path("tests/unit").join(name)).unwrap())
    };
    let first = suite();
    assert!(first[0].contains("#define main main_of_the_program\n#include \"../../stack.c\""));
    assert!(!first.iter().any(|text| text.contains(&*workspace.path("").to_string_lossy())));
    run(&workspace, &options);
    assert_eq!(suite(), first);
    let edited = first[0].replace("/* Tests of stack.c. */", "/* Mine. */");
    fs::write(&file, &edited).unwrap();
    run(&workspace, &options);
    assert_eq!(fs::read_to_string(&file).unwrap(), edited);
    let notes = workspace.report()["notes"].to_string();
    assert!(notes.contains("stack_test.c was edited: left as it is"), "{notes}");
    let report = workspace.report();
    let kept = &report["tests"][0]["kept"];
    assert_eq!(kept["file"], "stack_test.c");
    assert!(edited.contains(kept["name"].as_str().unwrap()));
}
