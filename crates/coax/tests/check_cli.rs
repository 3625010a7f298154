//! `coax check` as a user meets it: bad input, options, what is found and in which order, what is
//! left on disk, and that `replay`, `report` and `make` work on it.

#[path = "support/workspace.rs"]
mod workspace;

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use workspace::{Said, Workspace, json, signal};

/// One error that needs only a value, one that needs a null pointer, and a clean function.
const PARSE: &str = r#"
int ratio(int total, int parts) {
    return total / parts;
}

int first(const int *values) {
    return values[0];
}

int clamp(int value) {
    if (value < 0)
        return 0;
    return value > 9 ? 9 : value;
}
"#;

/// More paths than can be explored.
const ENDLESS: &str = r#"
int crowd(const unsigned char bytes[64]) {
    unsigned sum = 0;
    for (int i = 0; i < 64; i++)
        if (bytes[i] > 7)
            sum += i;
    return sum == 1 ? 1 / (int)(sum - 1) : 0;
}
"#;

/// Two functions with many paths are called one after the other; the error needs one path of each.
const SUMMED_UP: &str = r#"
static int score(const unsigned char *bytes) {
    int score = 0;
    for (int i = 0; i < 6; i++) {
        if (bytes[i] > 100)
            score += 1;
    }
    return score;
}

int compare(const unsigned char left[6], const unsigned char right[6]) {
    int one = score(left), other = score(right);
    return 100 / (one * 7 - other - 20);
}
"#;

fn warnings(report: &Value) -> &Vec<Value> {
    report["warnings"].as_array().unwrap()
}

fn warning<'r>(report: &'r Value, function: &str, kind: &str) -> &'r Value {
    let is_it = |one: &&Value| one["function"] == function && one["kind"] == kind;
    warnings(report)
        .iter()
        .find(is_it)
        .unwrap_or_else(|| panic!("no {kind} in {function}: {report:#}"))
}

fn unit<'r>(report: &'r Value, function: &str) -> &'r Value {
    let units = report["units"].as_array().unwrap();
    let found = units.iter().find(|unit| unit["function"] == function);
    found.unwrap_or_else(|| panic!("no unit {function}: {report:#}"))
}

#[test]
fn errors_are_confirmed_and_ranked_and_leave_failing_tests() {
    let workspace = Workspace::with(&[("parse.c", PARSE)]);
    let said = workspace.check(&["parse.c"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let at =
        |text: &str| said.stdout.find(text).unwrap_or_else(|| panic!("{text}: {}", said.stdout));
    let null = "misuse  parse.c:7  reads 4 bytes through a null pointer, `values`   first(values=NULL)   \
                errors/first_null_dereference_1.c";
    let defect = "defect  parse.c:3  division of 0 by zero   ratio(total=0, parts=0)   \
                  errors/ratio_division_by_zero_1.c";
    assert!(at(defect) < at("error[division-by-zero]") && at("error[division-by-zero]") < at(null));
    at("1 defect, ");
    at(" (`coax report coax-out --all`)");
    assert!(!said.stdout.contains("error[null-dereference]"), "{}", said.stdout);
    let all = workspace.run(&["report", "--all"]).stdout;
    assert!(all.contains("--> parse.c:7:12") && all.contains("values = NULL"), "{all}");
    let report = workspace.report();
    let error = warning(&report, "ratio", "division-by-zero");
    assert_eq!(error["confirmed"], true, "{report:#}");
    assert_eq!(error["test"], "errors/ratio_division_by_zero_1.c");
    assert_eq!(error["inputs"]["parts"], "0");
    assert_eq!(error["trace"][0]["function"], "ratio");
    let null = warning(&report, "first", "null-dereference");
    assert_eq!(null["assumes"][0], "null-argument", "{report:#}");
    assert_eq!(unit(&report, "ratio")["file"], "parse.c");
    assert_eq!(unit(&report, "ratio")["line"], 2);
    assert_eq!(unit(&report, "clamp")["status"], "complete", "{report:#}");
    assert_eq!(unit(&report, "clamp")["warnings"], 0);
    let errors = report["totals"]["errors"].as_u64().unwrap();
    assert_eq!(report["tests"].as_array().unwrap().len() as u64, errors);
    assert!(!workspace.path("coax-out/warnings/ratio_division_by_zero_1.c").exists());
    // The command that is said to show it does show it.
    let command = error["reproduce"].as_str().unwrap();
    let shown = workspace.shell(&format!("cd coax-out && {command}"));
    assert_ne!(shown.code, Some(0));
    assert!(shown.stderr.contains("division by zero"), "{}", shown.stderr);
}

/// Values that matter, but for which many would do.
const READABLE: &str = r#"
#include <string.h>
int copied(const char *name) {
    char room[4];
    strcpy(room, name);
    return room[0];
}
struct part {
    int price;
    char name[16];
};
void renamed(struct part *part, const char *name) {
    if (strlen(name) <= sizeof part->name)
        strcpy(part->name, name);
}
int shared(unsigned parts, double weight) {
    if (parts < 2000 || weight < 2.5)
        return 0;
    return 10 / (int)(parts - parts);
}
"#;

#[test]
fn values_are_easy_to_read_where_others_would_do_as_well() {
    let workspace = Workspace::with(&[("readable.c", READABLE)]);
    workspace.check(&["readable.c", "--no-null-arguments"]);
    let report = workspace.report();
    let copied = warning(&report, "copied", "out-of-bounds");
    assert_eq!(copied["inputs"]["name"], "\"aaaa\"", "{report:#}");
    let renamed = warning(&report, "renamed", "out-of-bounds");
    assert_eq!(renamed["inputs"]["name"], "\"aaaaaaaaaaaaaaaa\"", "{report:#}");
    let shared = warning(&report, "shared", "division-by-zero");
    assert_eq!(shared["inputs"]["weight"], "10.0", "{report:#}");
    assert_eq!(shared["confirmed"], true, "{report:#}");
}

#[test]
fn results_can_be_replayed_reported_and_made() {
    let workspace = Workspace::with(&[
        ("src/parse.c", PARSE),
        ("src/other.c", "int half(int n) { return 8 / n; }"),
    ]);
    assert_eq!(
        workspace.check(&["src", "--function", "ratio", "--function", "half"]).code,
        Some(1)
    );
    let replayed = workspace.run(&["replay", "coax-out"]);
    assert_eq!(replayed.code, Some(0), "{}{}", replayed.stdout, replayed.stderr);
    assert!(replayed.stdout.contains("0 different"), "{}", replayed.stdout);
    let again = workspace.run(&["report"]);
    assert_eq!(again.code, Some(0));
    assert!(again.stdout.contains("error[division-by-zero]"), "{}", again.stdout);
    let made = workspace.shell("make -C coax-out/tests errors");
    assert_eq!(made.code, Some(0), "{}{}", made.stdout, made.stderr);
    // A mended function is noticed.
    workspace.write("src/other.c", "int half(int n) { return n ? 8 / n : 0; }");
    let replayed = workspace.run(&["replay", "coax-out"]);
    assert_eq!(replayed.code, Some(0), "{}", replayed.stdout);
    assert!(replayed.stdout.contains(": fixed\n"), "{}", replayed.stdout);
    assert!(replayed.stdout.ends_with(" 1 fixed, 0 different\n"), "{}", replayed.stdout);
    let made = workspace.shell("make -C coax-out/tests errors");
    assert_eq!(made.code, Some(0), "{}{}", made.stdout, made.stderr);
    assert!(made.stdout.contains("fixed half_"), "{}", made.stdout);
    // What was mended is kept, what was not is not.
    let id = |function: &str| {
        let report = workspace.report();
        let found = warning(&report, function, "division-by-zero");
        found["id"].as_str().unwrap().to_owned()
    };
    let (half, ratio) = (id("half"), id("ratio"));
    let said = workspace.run(&["keep", &ratio]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    assert!(said.stdout.contains("not fixed"), "{}", said.stdout);
    let said = workspace.run(&["keep", &half]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let kept = workspace.path("coax-out/tests/half_division_by_zero_1_fixed.c");
    assert!(kept.is_file(), "{}", said.stdout);
    assert_eq!(workspace.shell("make -C coax-out/tests check").code, Some(0));
    // The kept test stays through another run, and fails when the error comes back.
    workspace.write("src/other.c", "int half(int n) { return 8 / n; }");
    assert_eq!(workspace.check(&["src", "--function", "half"]).code, Some(1));
    let replayed = workspace.run(&["replay", kept.to_str().unwrap()]);
    assert_eq!(replayed.code, Some(1), "{}", replayed.stdout);
    assert!(replayed.stdout.contains("was fixed, now division-by-zero"), "{}", replayed.stdout);
    assert_eq!(workspace.run(&["keep", "w99"]).code, Some(2));
}

#[test]
fn clean_code_is_code_0_and_json_is_the_report_alone() {
    let workspace = Workspace::with(&[("parse.c", PARSE)]);
    let said = workspace.check(&["parse.c", "--function", "clamp", "--format", "json"]);
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert_eq!(json(&said.stdout), workspace.report());
    assert_eq!(said.stderr, "");
    assert_eq!(workspace.report()["units"].as_array().unwrap().len(), 1);
    assert_eq!(workspace.report()["options"]["max-revisits"], 64);
}

#[test]
fn null_arguments_can_be_left_out_or_excluded() {
    let workspace = Workspace::with(&[("parse.c", PARSE)]);
    let said = workspace.check(&["parse.c", "--function", "first", "--no-null-arguments"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert_eq!(workspace.report()["left_out"], 1);
    assert!(warnings(&workspace.report()).is_empty());
    assert!(said.stdout.contains("left out: 1 possible error"), "{}", said.stdout);
    let said = workspace.check(&["parse.c", "--function", "first", "--pointers", "nonnull"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert!(warnings(&workspace.report()).is_empty(), "{:#}", workspace.report());
    assert_eq!(workspace.report()["left_out"], Value::Null);
}

#[test]
fn bad_input_is_refused_and_nothing_is_written() {
    let workspace = Workspace::with(&[
        ("parse.c", PARSE),
        ("broken.c", "int broken("),
        ("x.bc", ""),
        ("empty/x.h", ""),
    ]);
    workspace.check(&["nowhere.c"]).refused("nowhere.c: no such file or directory");
    workspace.check(&["x.bc"]).refused("bitcode cannot be checked");
    workspace.check(&["empty"]).refused("there is no C or C++ source below it");
    workspace.check(&["broken.c"]).refused("expected parameter declarator");
    workspace.check(&["parse.c", "--function", "clmap"]).refused("there is `clamp`");
    workspace.check(&["parse.c", "--function", "zzz*"]).refused("--function zzz*: no function");
    workspace.check(&["parse.c", "--call-depth", "some"]).refused("a number or `all` is needed");
    workspace.check(&["parse.c", "--call-depth-of", "f"]).refused("`F=N` is needed");
    workspace
        .check(&["parse.c", "--call-depth-of", "f=1"])
        .refused("--call-depth-of f: no function");
    workspace.check(&["parse.c", "--engine", "clever"]).refused("invalid value 'clever'");
    let cached = ["parse.c", "--engine", "smart", "--summary-cache", "parse.c"];
    workspace.check(&cached).refused("--summary-cache parse.c");
    workspace.write("compile_commands.json", "[{}]");
    workspace.check(&["compile_commands.json"]).refused("entry 1: it names no `file`");
    assert!(!workspace.path("coax-out").exists());
    workspace.write("coax-out/thesis.tex", "");
    workspace.check(&["parse.c"]).refused("something else than an earlier run");
    assert!(workspace.path("coax-out/thesis.tex").exists());
}

#[test]
fn one_broken_file_does_not_keep_others_from_being_checked() {
    let workspace = Workspace::with(&[("src/parse.c", PARSE), ("src/broken.c", "int broken(")]);
    let said = workspace.check(&["src", "--function", "ratio"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    let broken = unit(&report, "src/broken.c");
    assert_eq!(broken["status"], "unsupported");
    let note = broken["notes"][0].as_str().unwrap();
    assert!(note.contains("expected parameter declarator"), "{note}");
    assert_eq!(warning(&report, "ratio", "division-by-zero")["confirmed"], true);
}

#[test]
fn files_that_call_each_other_are_linked() {
    let lib = "int scale(int k) { return k == 13 ? 0 : 1; }";
    let one = "int scale(int k);\nint use(int k) { return 100 / scale(k); }\nint main(void) { return use(1); }";
    let two = "int scale(int k);\nint other(int k) { return 7 % scale(k); }\nint main(void) { return other(1); }";
    let workspace = Workspace::with(&[("s/lib.c", lib), ("s/one.c", one), ("s/two.c", two)]);
    let said = workspace.check(&["s"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    for (function, variable) in [("use", "k"), ("other", "k")] {
        let error = warning(&report, function, "division-by-zero");
        assert_eq!(error["confirmed"], true, "{error:#}");
        assert_eq!(error["inputs"][variable], "13", "{error:#}");
    }
    assert_eq!(report["totals"]["units"], 5, "both mains: {report:#}");
}

#[test]
fn a_compilation_database_says_how_files_are_compiled() {
    let source = "#ifndef PARTS\n#error no parts\n#endif\n#include \"n.h\"\nint share(int n) { return TOTAL / (n * PARTS); }";
    let workspace = Workspace::with(&[("a/share.c", source), ("inc/n.h", "#define TOTAL 12\n")]);
    let root = workspace.folder.path().display().to_string();
    let command = "cc -O2 -Wall -DPARTS=0 -I../inc -o share.o -c share.c";
    let database = format!(
        r#"[{{"directory": "{root}/a", "command": "{command}", "file": "share.c"}},
            {{"directory": "{root}/a", "arguments": ["cc", "gone.c"], "file": "gone.c"}}]"#
    );
    workspace.write("build/compile_commands.json", &database);
    let said = workspace.check(&["build/compile_commands.json"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    assert_eq!(warning(&report, "share", "division-by-zero")["confirmed"], true);
    assert_eq!(unit(&report, "a/gone.c")["notes"][0], "no such file");
}

#[test]
fn calls_beyond_the_depth_return_anything() {
    let source = "static int never_zero(int n) { return n | 1; }\n\
                  int share(int n) { return 100 / never_zero(n); }";
    let workspace = Workspace::with(&[("d.c", source)]);
    let said = workspace.check(&["d.c"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    for depth in [&["--call-depth", "0"], &["--call-depth-of", "share=0"]] {
        let said = workspace.check(&[&["d.c"], &depth[..]].concat());
        assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
        let said = workspace.check(&[&["d.c", "--fail-on", "any"], &depth[..]].concat());
        assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
        let report = workspace.report();
        let error = warning(&report, "share", "division-by-zero");
        assert_eq!(error["assumes"][0], "stub", "{error:#}");
        assert_eq!(error["grade"], "unexplained", "{error:#}");
        assert_eq!(error["grade_because"][0], "stub", "{error:#}");
        assert!(said.stdout.contains("0 defects, 0 misuses, 1 unexplained"), "{}", said.stdout);
    }
    let said = workspace.check(&["d.c", "--call-depth", "0", "--call-depth-of", "share=1"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
}

#[test]
fn the_same_options_give_the_same_report() {
    let workspace = Workspace::with(&[("parse.c", PARSE)]);
    let texts: Vec<String> = ["one", "two"]
        .iter()
        .map(|out| {
            assert_eq!(workspace.check(&["parse.c", "--out", out]).code, Some(1));
            let text = fs::read_to_string(workspace.path(out).join("report.json")).unwrap();
            let timeless = text.lines().filter(|line| !line.contains("_s\":"));
            timeless.collect::<Vec<_>>().join("\n").replace(out, "OUT")
        })
        .collect();
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn options_may_stand_in_a_file() {
    let workspace =
        Workspace::with(&[("parse.c", PARSE), ("coax.toml", "[check]\nfunction = [\"clamp\"]\n")]);
    let said = workspace.check(&["parse.c"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert_eq!(workspace.report()["totals"]["units"], 1);
    workspace.write("coax.toml", "[check]\nsymbolic-stdin = 3\n");
    workspace
        .check(&["parse.c"])
        .refused("coax.toml:2:1: `symbolic-stdin` is no option of `coax check`");
}

/// So many functions that the source is compiled once for all tests: each error is shown by its own
/// test, also where a static function has the name of one in a library. The tests that are left
/// behind include the source like all others.
#[test]
fn every_error_of_a_large_file_is_judged() {
    let mut source = String::from("static int limit = 5;\nstatic int scale;\n");
    for number in 0..110 {
        source.push_str(&format!(
            "static int f{number}(int a) {{ return a == {number} ? a / (a - {number}) : limit; }}\n"
        ));
    }
    source.push_str("static int lfind(int a) { return 7 / a; }\n");
    source.push_str("int set(int a) { scale = a & 1; return 9 / scale; }\n");
    let workspace = Workspace::with(&[("large.c", &source)]);
    let said = workspace.check(&["large.c"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    let kinds: Vec<_> = warnings(&report).iter().map(|warning| &warning["kind"]).collect();
    assert_eq!(kinds, vec!["division-by-zero"; 112]);
    assert_eq!(report["totals"]["errors"], 112, "{report:#}");
    for one in warnings(&report) {
        let native = one["native"].as_str().unwrap();
        assert!(native.contains("division by zero"), "{native}");
    }
    let test = workspace.path("coax-out").join("errors/lfind_division_by_zero_1.c");
    let text = fs::read_to_string(&test).unwrap();
    assert!(text.contains("#include \"../../large.c\""), "{text}");
}

#[test]
fn a_unit_does_not_take_the_time_of_all() {
    let source = format!("{ENDLESS}\n{PARSE}");
    let workspace = Workspace::with(&[("e.c", &source)]);
    let begun = Instant::now();
    let said = workspace.check(&["e.c", "--time", "4s", "--unit-time", "1s"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    assert_eq!(unit(&report, "crowd")["status"], "timeout", "{report:#}");
    assert_eq!(unit(&report, "clamp")["status"], "complete", "{report:#}");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn an_interrupt_ends_it_with_everything_found_so_far() {
    let source = format!("{PARSE}\n{ENDLESS}");
    let workspace = Workspace::with(&[("e.c", &source)]);
    let mut command = workspace.coax(&["check", "e.c", "--time", "10m"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    let found = |workspace: &Workspace| {
        let text = fs::read_to_string(workspace.path("coax-out/report.json")).unwrap_or_default();
        text.contains("\"confirmed\": true")
    };
    while !found(&workspace) && begun.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(50));
    }
    signal(&child, "-INT");
    let said = Said::from(child.wait_with_output().unwrap());
    assert_eq!(said.code, Some(130), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    assert_eq!(warning(&report, "ratio", "division-by-zero")["confirmed"], true, "{report:#}");
    let because = unit(&report, "crowd")["incomplete_because"].as_array().unwrap();
    assert!(because.contains(&"interrupted".into()), "{because:?}");
    for warning in warnings(&report) {
        let test = workspace.path("coax-out").join(warning["test"].as_str().unwrap());
        assert!(test.is_file(), "{}", test.display());
    }
}

#[test]
fn every_test_compiles_by_the_command_in_its_first_line() {
    let source = r#"
#include <vector>
class Stack {
    int room[4];
    unsigned top = 0;
public:
    void push(int value) { room[top++] = value; }
    int pop() { return room[--top]; }
};
namespace sums { int mean(int sum, int count) { return sum / count; } }
int drive(int n) {
    Stack stack;
    for (int i = 0; i < n; i++)
        stack.push(i);
    return stack.pop();
}
"#;
    let workspace = Workspace::with(&[("stack.cpp", source)]);
    let said = workspace.check(&["stack.cpp", "--max-paths", "50"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    for function in ["sums::mean", "drive", "Stack::pop"] {
        let found = warnings(&report).iter().find(|one| one["function"] == function);
        assert_eq!(
            found.map(|one| &one["confirmed"]),
            Some(&true.into()),
            "{function}: {report:#}"
        );
    }
    for warning in warnings(&report) {
        let file = workspace.path("coax-out").join(warning["test"].as_str().unwrap());
        let text = fs::read_to_string(&file).unwrap();
        let command =
            text.lines().next().unwrap().trim_start_matches("/* ").trim_end_matches(" */");
        let folder = file.parent().unwrap();
        let built = Command::new("sh").args(["-c", command]).current_dir(folder).output();
        let built = Said::from(built.unwrap());
        assert_eq!(built.code, Some(0), "{command}\n{}", built.stderr);
    }
}

#[test]
fn functions_with_many_paths_are_summed_up() {
    let workspace = Workspace::with(&[("compare.c", SUMMED_UP)]);
    let check = |options: &[&str]| {
        let usual = ["compare.c", "--function", "compare", "--pointers", "nonnull"];
        assert_eq!(workspace.check(&[&usual, options].concat()).code, Some(1));
        workspace.report()
    };
    let runs = |report: &Value| report["units"][0]["runs"].as_u64().unwrap();
    let calls = |report: &Value, what: &str| report["units"][0]["calls"][what].as_u64();
    let followed = check(&[]);
    let summed_up = check(&["--engine", "smart"]);
    for report in [&followed, &summed_up] {
        assert_eq!(warning(report, "compare", "division-by-zero")["confirmed"], true);
        assert_eq!(report["units"][0]["status"], "complete");
    }
    assert!(runs(&followed) >= 64 * 64, "{}", runs(&followed));
    assert!(runs(&summed_up) < 1500, "{}", runs(&summed_up));
    assert!(calls(&summed_up, "summed_up").is_some_and(|calls| calls > 0));
    // What has few paths is explored call by call.
    let few = check(&["--engine", "smart", "--summary-after", "5000"]);
    assert_eq!(runs(&few), runs(&followed));
    assert_eq!(calls(&few, "summed_up"), None);
}

/// Static functions: one whose caller keeps it from going wrong, one whose caller does not, one that is also called
/// through a pointer, and one that no known call gives what matters.
const CALLED: &str = r#"
static int guarded(int total, int parts) {
    return total / parts;
}

static int unguarded(int total, int parts) {
    return total / parts;
}

static int handed_out(int parts) {
    return 9 / parts;
}

static int first(const int *values) {
    return values[0];
}

int (*const handler)(int) = handed_out;

int mean(int total, int parts) {
    int values[1] = {total};
    if (parts > 0)
        return guarded(total, parts) + handed_out(1) + first(values);
    return 0;
}

int rate(int parts) {
    return unguarded(8, parts);
}
"#;

#[test]
fn callers_that_do_not_lead_to_an_error_are_named() {
    let workspace = Workspace::with(&[("called.c", CALLED)]);
    let said = workspace.check(&["called.c"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    let not_from = |function| warning(&report, function, "division-by-zero")["not_from"].clone();
    assert_eq!(not_from("guarded"), serde_json::json!(["mean"]), "{report:#}");
    assert_eq!(not_from("unguarded"), Value::Null, "a caller leads to it");
    assert_eq!(not_from("handed_out"), Value::Null, "it may be called from anywhere");
    let all = workspace.run(&["report", "--all"]).stdout;
    let at = |text: &str| all.find(text).unwrap_or_else(|| panic!("{text}: {all}"));
    assert!(at("handed_out at called.c") < at("#0 guarded at called.c:3"), "{all}");
    at("its only callers did not lead to this: mean");
}

/// Which field is read is up to an input: all of them are in what decides the path.
const SPREAD: &str = r#"
struct view {
    void (*show)(int);
    void (*hide)(int);
    int *cells;
    unsigned char marks[8];
};

int spread(struct view *view, const unsigned char *letter) {
    if (!view || !letter)
        return 0;
    unsigned char mark = view->marks[*letter % 8u];
    return 100 / (mark - 7);
}
"#;

#[test]
fn pointers_that_a_test_does_not_need_are_not_in_it() {
    let workspace = Workspace::with(&[("view.c", SPREAD)]);
    assert_eq!(workspace.check(&["view.c"]).code, Some(1));
    let test = fs::read_to_string(workspace.path("coax-out/errors/spread_division_by_zero_1.c"));
    let test = test.unwrap();
    assert!(test.contains("marks") && test.contains('7'), "{test}");
    assert!(!test.contains("show") && !test.contains("cells"), "{test}");
}

/// A library: what its header for users declares is graded as such; tests are read, and not checked.
#[test]
fn what_headers_for_users_declare_is_the_boundary() {
    let workspace = Workspace::with(&[
        (
            "lib/include/share.h",
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\nunsigned share(unsigned n);\nunsigned length(const char *text);\n#ifdef __cplusplus\n}\n#endif\n",
        ),
        ("lib/src/hidden.h", "unsigned hidden(unsigned n);\n"),
        (
            "lib/src/share.c",
            "unsigned hidden(unsigned n) { return 7 / n; }\nunsigned share(unsigned n) { return 9 % n; }\nunsigned length(const char *text) { return text[0]; }\n",
        ),
        (
            "lib/tests/test_share.c",
            "unsigned length(const char *);\nint main(void) { return (int)length(0) / 0; }\n",
        ),
    ]);
    let said = workspace.check(&["lib"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    let graded = |function: &str, kind: &str| {
        let error = warning(&report, function, kind);
        assert_eq!(error["confirmed"], true, "{error:#}");
        assert!(error["fingerprint"].is_string(), "{error:#}");
        (error["boundary"].clone(), error["grade"].clone(), error["grade_because"][0].clone())
    };
    let (share, hidden) =
        (graded("share", "division-by-zero"), graded("hidden", "division-by-zero"));
    assert_eq!(share, ("share".into(), "defect".into(), "values".into()));
    assert_eq!(hidden, (Value::Null, "unexplained".into(), "internal".into()));
    let null = graded("length", "null-dereference");
    assert_eq!(
        null,
        ("length".into(), "defect".into(), "tolerated-null".into()),
        "a test passes null"
    );
    assert_eq!(report["totals"]["units"], 3, "{report:#}");
    assert!(
        said.stdout.contains("lib/tests/test_share.c is not checked, only read"),
        "{}",
        said.stdout
    );
    assert!(said.stdout.contains("2 defects, 0 misuses, 1 unexplained"), "{}", said.stdout);
    let only = workspace.run(&["report", "--grade", "unexplained"]).stdout;
    assert!(only.contains("hidden") && !only.contains("#0 share"), "{only}");
    let said = workspace.check(&["lib", "--boundary", "hid*", "--function", "hidden"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    assert_eq!(warning(&workspace.report(), "hidden", "division-by-zero")["grade"], "defect");
}
