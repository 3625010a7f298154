//! Confirmed, refuted, not judged: what `check` and `explore` say about what they suspect, and which
//! exit code that is. Above all, what could not be judged is never "nothing wrong".

#[path = "support/workspace.rs"]
mod workspace;

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use workspace::{Said, Workspace};

fn warnings(report: &Value) -> &[Value] {
    report["warnings"].as_array().unwrap()
}

fn warning<'r>(report: &'r Value, function: &str, kind: &str) -> &'r Value {
    let is_it = |one: &&Value| one["function"] == function && one["kind"] == kind;
    let found = warnings(report).iter().find(is_it);
    found.unwrap_or_else(|| panic!("no {kind} in {function}: {report:#}"))
}

/// Everything that was suspected was confirmed, and something was.
fn all_confirmed(said: &Said, report: &Value) {
    assert!(!warnings(report).is_empty(), "{report:#}");
    for warning in warnings(report) {
        assert_eq!(warning["judged"], "confirmed", "{warning:#}\n{}", said.stderr);
        assert_eq!(warning["confirmed"], true);
        assert!(warning.get("not_judged_because").is_none(), "{warning:#}");
    }
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
}

const DIVIDE: &str = "int divide(int a, int b) {\n    return a / b;\n}\n";

#[test]
fn cxx_without_assertions_is_judged() {
    let text = "#include <cassert>\nint divide(int a, int b) { assert(b); return a / b; }\n";
    let workspace = Workspace::with(&[("a.cpp", text)]);
    let said = workspace.check(&["a.cpp", "--", "-O3", "-DNDEBUG"]);
    all_confirmed(&said, &workspace.report());
    let harness = "#include <coax.h>\n#include <cassert>\n\
                   int main() { int b = coax_int(\"b\"); assert(b); return 8 / b; }\n";
    let workspace =
        Workspace::with(&[("b.cpp", harness), ("c.c", &harness.replace("cassert", "assert.h"))]);
    for file in ["b.cpp", "c.c"] {
        let said = workspace.explore(&[file, "--", "-O3", "-DNDEBUG"]);
        all_confirmed(&said, &workspace.report());
    }
}

#[test]
fn a_class_with_nothing_but_a_template_constructor_is_checked() {
    let class = "class Box {\n    int size;\npublic:\n    \
                 template <class T> explicit Box(const T &from) : size(sizeof(from)) {}\n    \
                 int share(int n) const { return size / n; }\n};\n";
    let used = format!("{class}int use() {{ Box box(3); return box.share(2); }}\n");
    let named = format!("{class}int share(const Box &box, int n) {{ return box.share(n); }}\n");
    let workspace = Workspace::with(&[("used.cpp", &used), ("named.cpp", &named)]);
    for (file, function) in [("used.cpp", "Box::share"), ("named.cpp", "share")] {
        let said = workspace.check(&[file, "--function", function]);
        let report = workspace.report();
        all_confirmed(&said, &report);
        warning(&report, function, "division-by-zero");
    }
}

#[test]
fn a_stub_of_a_library_function_is_that_of_its_test_alone() {
    let text = "#include <stdio.h>\n\
                int show(FILE *to) { return 10 / (fputc('x', to) + 1); }\n\
                int tell(int a) { if (fputc('a', stdout) != 'a') return 0; return 20 / a; }\n";
    let workspace = Workspace::with(&[("a.c", text)]);
    let said = workspace.check(&["a.c", "--no-null-arguments"]);
    let report = workspace.report();
    all_confirmed(&said, &report);
    let stubbed = warning(&report, "show", "division-by-zero");
    assert_eq!(stubbed["assumes"][0], "stub", "{stubbed:#}");
    warning(&report, "tell", "division-by-zero");
    let made = workspace.shell("cd coax-out/tests && make -s errors");
    assert_eq!(made.code, Some(0), "{}{}", made.stdout, made.stderr);
}

/// The stream that a test makes is the library's, also where the test answers for `fwrite`.
#[test]
fn a_class_that_writes_to_a_stream_is_judged() {
    let text = "#include <cstdio>\n#include <cstring>\nclass Printer {\n    FILE *to;\n    int failures = 0;\n\
                public:\n    explicit Printer(FILE *file) : to(file) {}\n    \
                void write(const char *text) {\n        size_t size = strlen(text);\n        \
                if (fwrite(text, 1, size, to) != size)\n            failures++;\n    }\n    \
                int share() const { return 10 / (2 - failures); }\n};\n\
                int save(FILE *file) {\n    Printer printer(file);\n    printer.write(\"<a>\");\n    \
                printer.write(\"</a>\");\n    return printer.share();\n}\n";
    let workspace = Workspace::with(&[("a.cpp", text)]);
    let said = workspace.check(&["a.cpp", "--function", "save", "--no-null-arguments"]);
    let report = workspace.report();
    all_confirmed(&said, &report);
    warning(&report, "save", "division-by-zero");
}

/// No test can make an object of an abstract class, so its constructor is not a unit that could be judged.
#[test]
fn a_constructor_of_an_abstract_class_is_unsupported() {
    let text = "struct Grid {\n    int width;\n    explicit Grid(int columns) : width(80 / columns) {}\n    \
                virtual int cells() const = 0;\n};\n\
                struct Page : Grid {\n    explicit Page(int columns) : Grid(columns) {}\n    \
                int cells() const override { return width > 40 ? 2 : 1; }\n};\n\
                int cells(int columns) { return columns ? Page(columns).cells() : 0; }\n";
    let workspace = Workspace::with(&[("a.cpp", text)]);
    let said = workspace.check(&["a.cpp", "--function", "Grid::Grid"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert!(said.stdout.contains("`Grid` is abstract"), "{}", said.stdout);
    assert_eq!(workspace.report()["units"][0]["status"], "unsupported");
    let said = workspace.check(&["a.cpp"]);
    let report = workspace.report();
    all_confirmed(&said, &report);
    warning(&report, "Page::Page", "division-by-zero");
}

/// The constructor is defined in a file that the one under test does not call.
#[test]
fn objects_are_made_by_constructors_of_other_files() {
    let header = "#pragma once\nclass Box {\n    int width;\npublic:\n    explicit Box(int w);\n    ~Box();\n    \
                  int share() const;\n};\n";
    let share = "#include \"box.h\"\nint Box::share() const { return 100 / width; }\n";
    let made = "#include \"box.h\"\nBox::Box(int w) : width(w) {}\nBox::~Box() {}\n";
    let workspace =
        Workspace::with(&[("box.h", header), ("box.cpp", share), ("box_made.cpp", made)]);
    let said = workspace.check(&["."]);
    let report = workspace.report();
    all_confirmed(&said, &report);
    warning(&report, "Box::share", "division-by-zero");
    let again = workspace.run(&["replay", "coax-out"]);
    assert_eq!(again.code, Some(0), "{}{}", again.stdout, again.stderr);
}

#[test]
fn sources_may_have_any_name() {
    for name in ["a\"b.c", "new\nline.c", "semi;colon.c", "back\\slash.c", "qu\"ote/a.c"] {
        let text = format!("#include \"own.h\"\nint main(void) {{ return OWN; }}\n{DIVIDE}");
        let folder =
            name.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let workspace =
            Workspace::with(&[(name, &text), (&format!("{folder}own.h"), "#define OWN 0\n")]);
        let said = workspace.check(&[name, "--function", "divide"]);
        let report = workspace.report();
        all_confirmed(&said, &report);
        assert_eq!(warnings(&report)[0]["file"], name);
        let again = workspace.run(&["replay", "coax-out"]);
        assert_eq!(again.code, Some(0), "{name:?}: {}{}", again.stdout, again.stderr);
        let harness = format!(
            "#include <coax.h>\n#include \"own.h\"\n{DIVIDE}\
                               int main(void) {{ return divide(1, coax_int(\"b\")); }}\n"
        );
        workspace.write(name, &harness);
        let said = workspace.explore(&[name]);
        all_confirmed(&said, &workspace.report());
        let again = workspace.run(&["replay", "coax-out/errors"]);
        assert_eq!(again.code, Some(0), "{name:?}: {}{}", again.stdout, again.stderr);
    }
}

#[test]
fn the_current_folder_may_have_any_name() {
    for name in ["a\"b", "new\nline"] {
        let workspace = Workspace::with(&[(&format!("{name}/a.c"), DIVIDE)]);
        let inside =
            workspace.coax(&["check", "a.c"]).current_dir(workspace.path(name)).output().unwrap();
        let report = fs::read_to_string(workspace.path(name).join("coax-out/report.json")).unwrap();
        all_confirmed(&Said::from(inside), &workspace::json(&report));
    }
}

#[test]
fn what_stops_at_the_claimed_line_confirms_and_the_native_kind_is_told() {
    let text = "int table[4];\ntypedef int (*function)(int);\n\
                static int call(function f, int k) {\n    return f(k);\n}\n\
                int jump(int k) {\n    if (k == 9)\n        \
                return call((function)(void *)table, k);\n    return 0;\n}\n";
    let workspace = Workspace::with(&[("a.c", text)]);
    let said = workspace.check(&["a.c", "--function", "jump"]);
    let report = workspace.report();
    all_confirmed(&said, &report);
    let native = warning(&report, "jump", "bad-cast")["native"].as_str().unwrap();
    assert!(native.contains("a jump to where there is no code"), "{native}");
}

/// The function of a table that was never filled in is called: MemorySanitizer sees a jump to where there is
/// no code, and not the read.
#[test]
fn an_error_of_another_native_kind_replays_as_the_same() {
    let body = "    if (k != 5)\n        return 0;\n    \
                int (**table)(void) = malloc(sizeof *table);\n    \
                if (!table)\n        return 1;\n    return table[0]();\n}\n";
    let function = format!("#include <stdlib.h>\nint call(int k) {{\n{body}");
    let harness = format!(
        "#include <coax.h>\n#include <stdlib.h>\nint main(void) {{\n    \
         int k = coax_int(\"k\");\n{body}"
    );
    let workspace = Workspace::with(&[("function.c", &function), ("harness.c", &harness)]);
    for (command, file, of) in [("check", "function.c", "call"), ("explore", "harness.c", "main")] {
        let said = workspace.run(&[command, file]);
        let report = workspace.report();
        all_confirmed(&said, &report);
        let found = warning(&report, of, "uninitialized-read");
        // What is in the table decides which; it is never the read.
        let native = found["native_kind"].as_str().expect("another kind");
        // A line more above it: what counts is the kind.
        workspace.write(file, &format!("\n{}", fs::read_to_string(workspace.path(file)).unwrap()));
        let again = workspace.run(&["replay", "coax-out/errors"]);
        assert_eq!(again.code, Some(0), "{command}: {}{}", again.stdout, again.stderr);
        workspace.write(
            file,
            &fs::read_to_string(workspace.path(file))
                .unwrap()
                .replace("return table[0]()", "return abort(), 0"),
        );
        let other = workspace.run(&["replay", "coax-out/errors"]);
        assert_eq!(other.code, Some(1), "{command}: {}{}", other.stdout, other.stderr);
        let changed = format!("changed: was {native}, now abort");
        assert!(other.stdout.contains(&changed), "{}", other.stdout);
    }
}

#[test]
fn numbers_without_an_end_are_seen_natively() {
    let mut text = "#include <stdlib.h>\n#include <string.h>\n#include <wchar.h>\n\
                    #include <inttypes.h>\n"
        .to_owned();
    let calls = [
        ("strtoul", "strtoul(b, 0, 10)"),
        ("strtoull", "strtoull(b, 0, 10)"),
        ("strtol", "strtol(b, 0, 10)"),
        ("strtod", "(long)strtod(b, 0)"),
        ("strtof", "(long)strtof(b, 0)"),
        ("strtold", "(long)strtold(b, 0)"),
        ("atof", "(long)atof(b)"),
        ("atoi", "atoi(b)"),
        ("strtoumax", "(long)strtoumax(b, 0, 10)"),
    ];
    for (name, call) in calls {
        text += &format!(
            "long with_{name}(int n) {{ char *b = malloc(4); if (!b) return 0; \
             memcpy(b, \"1234\", 4); long r = n == 5 ? {call} : 0; free(b); return r; }}\n"
        );
    }
    let workspace = Workspace::with(&[("a.c", &text)]);
    let said = workspace.check(&["a.c"]);
    let report = workspace.report();
    all_confirmed(&said, &report);
    for (name, _) in calls {
        warning(&report, &format!("with_{name}"), "out-of-bounds");
    }
    // And what is read no further than it may be is no error.
    let fine = text.replace("1234", "12 4");
    let workspace = Workspace::with(&[("a.c", &fine)]);
    let said = workspace.check(&["a.c"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
}

/// A function whose test cannot be built natively, because of the user's flags for linking.
const UNLINKABLE: [&str; 2] = ["--", "-Wl,--no-such-option"];

#[test]
fn what_cannot_be_built_is_not_judged_and_the_exit_code_says_so() {
    let workspace = Workspace::with(&[("a.c", DIVIDE)]);
    let said = workspace.check(&[&["a.c"][..], &UNLINKABLE].concat());
    assert_eq!(said.code, Some(3), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    for warning in warnings(&report) {
        assert_eq!(warning["judged"], "not-judged", "{warning:#}");
        assert_eq!(warning["not_judged_because"], "cannot-build");
        assert_eq!(warning["confirmed"], false);
        assert!(warning["native"].as_str().unwrap().contains("it cannot be built"));
    }
    let number = warnings(&report).len();
    let line = format!("{number} not judged: {number} could not be built (see coax-out/warnings/");
    assert!(said.stdout.contains(&line), "{}", said.stdout);
    assert!(said.stdout.contains("NOTHING IS KNOWN"), "{}", said.stdout);
    assert!(said.stderr.contains("could not be judged"), "{}", said.stderr);
    let allowed = |number: &str| {
        let words = ["a.c", "--fail-on", "any", "--allow-not-judged", number];
        workspace.check(&[&words[..], &UNLINKABLE].concat()).code
    };
    assert_eq!(allowed("all"), Some(0));
    assert_eq!(allowed(&number.to_string()), Some(0));
    assert_eq!(allowed(&(number - 1).to_string()), Some(3));
    workspace.write("coax.toml", "[check]\nallow-not-judged = \"all\"\n");
    assert_eq!(workspace.check(&[&["a.c"][..], &UNLINKABLE].concat()).code, Some(0));
}

#[test]
fn an_exploration_that_could_not_be_judged_is_no_success() {
    let harness = "#include <coax.h>\nint main(void) { return 8 / coax_int(\"b\"); }\n";
    let workspace = Workspace::with(&[("a.c", harness)]);
    let said = workspace.explore(&[&["a.c"][..], &UNLINKABLE].concat());
    assert_eq!(said.code, Some(3), "{}{}", said.stdout, said.stderr);
    assert_eq!(warnings(&workspace.report())[0]["not_judged_because"], "cannot-build");
    let words = [&["a.c", "--allow-not-judged", "1"][..], &UNLINKABLE].concat();
    assert_eq!(workspace.explore(&words).code, Some(0));
    workspace.run(&["explore", "a.c", "--allow-not-judged", "some"]).refused("a number or `all`");
}

#[test]
fn errors_win_over_what_could_not_be_judged() {
    // Natively, the second file refers to what is nowhere.
    let unlinkable = "int other(int c) { return 5 / c; }\n\
                      __asm__(\".pushsection .data\\n.quad nowhere\\n.popsection\");\n";
    let workspace = Workspace::with(&[("a.c", DIVIDE), ("b.c", unlinkable)]);
    let said = workspace.check(&["a.c", "b.c"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    assert_eq!(warning(&report, "divide", "division-by-zero")["judged"], "confirmed");
    assert_eq!(warning(&report, "other", "division-by-zero")["judged"], "not-judged");
    assert!(said.stdout.contains("NOTHING IS KNOWN about 1 possible error"), "{}", said.stdout);
}

#[test]
fn a_source_that_changes_during_the_run_is_not_judged() {
    // The first function takes its time, so that the file can change before anything is judged.
    let text = format!(
        "{DIVIDE}int crowd(const unsigned char b[64]) {{\n    unsigned s = 0;\n    \
         for (int i = 0; i < 64; i++)\n        if (b[i] > 7)\n            s += i * b[i];\n    \
         return s == 77777;\n}}\n"
    );
    let workspace = Workspace::with(&[("a.c", &text)]);
    let begun = Instant::now();
    let child = workspace.coax(&["check", "a.c", "--jobs", "1", "--time", "20s"]).spawn().unwrap();
    while !workspace.path("coax-out/report.json").exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing begins");
        std::thread::sleep(Duration::from_millis(1));
    }
    workspace.write("a.c", "int divide(int a, int b) {\n    return b ? a / b : 0;\n}\n");
    let code = child.wait_with_output().unwrap().status.code();
    let report = workspace.report();
    assert_eq!(report["changed_sources"][0], "a.c", "{report:#}");
    let found = warning(&report, "divide", "division-by-zero");
    // What was built before the change is judged by what was explored.
    match found["judged"].as_str() {
        Some("confirmed") => assert_eq!(code, Some(1)),
        Some("not-judged") => {
            assert_eq!(found["not_judged_because"], "source-changed");
            assert_eq!(code, Some(3));
        }
        other => panic!("{other:?}: {report:#}"),
    }
}

#[test]
fn a_unit_without_time_is_not_explored_and_said_to_be_so() {
    let functions: String =
        (0..400).map(|n| format!("int f{n}(int a, int b) {{ return a / (b + {n}); }}\n")).collect();
    let workspace = Workspace::with(&[("a.c", &functions)]);
    let said = workspace.check(&["a.c", "--time", "1ms"]);
    let report = workspace.report();
    let units = report["units"].as_array().unwrap();
    let late = units.iter().filter(|unit| unit["status"] == "not-explored").count();
    assert!(late > 0, "{}", said.stdout);
    let line = format!("not explored for lack of time: {late} unit");
    assert!(said.stdout.contains(&line), "{}", said.stdout);
    for unit in units.iter().filter(|unit| unit["status"] == "not-explored") {
        assert_eq!(unit["paths"]["completed"], 0, "{unit:#}");
        assert_eq!(unit["incomplete_because"][0], "time");
    }
    // The user's budget changes no exit code.
    let expected = if warnings(&report).iter().any(|one| one["confirmed"] == true) { 1 } else { 0 };
    assert_eq!(said.code, Some(expected), "{}", said.stderr);
}

#[test]
fn a_full_disk_is_no_success() {
    for size in ["64k", "1m", "2m"] {
        let workspace = Workspace::with(&[("a.c", DIVIDE)]);
        let full = workspace.path("full");
        fs::create_dir(&full).unwrap();
        // In a mount namespace of its own, so that nothing stays behind.
        let script = format!(
            "mount -t tmpfs -o size={size} tmpfs \"$1\" && shift && TMPDIR=\"$0\" exec \"$@\""
        );
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", &script]).arg(&full).arg(&full);
        command.arg(env!("CARGO_BIN_EXE_coax")).args(["check", "a.c", "--jobs", "1"]);
        let output = command.current_dir(workspace.folder.path()).process_group(0).output();
        let said = match output {
            Ok(output) => Said::from(output),
            Err(error) => return eprintln!("skipped: unshare cannot be run: {error}"),
        };
        let denied = ["Operation not permitted", "permission denied", "must be superuser"];
        if denied.iter().any(|words| said.stderr.contains(words)) {
            return eprintln!("skipped: nothing can be mounted here: {}", said.stderr);
        }
        assert_eq!(said.code, Some(3), "{size}: {}{}", said.stdout, said.stderr);
        assert!(said.stderr.to_lowercase().contains("no space"), "{size}: {}", said.stderr);
    }
}
