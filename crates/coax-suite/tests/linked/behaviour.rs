//! What a test does: it feeds the program, notices other endings and other questions, and works
//! alone, through the Makefile, and in a batch.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use coax_case::{Check, Entry, Input, Shape, Source};
use coax_kinds::ErrorKind;
use coax_suite::{batch, makefile};

use crate::{cases::*, on_disk::*};

#[test]
fn arguments_stdin_and_files() {
    let suite = Suite::new(
        "cat.c",
        r#"#include <stdio.h>
        int main(int argc, char **argv) {
            char line[99] = "";
            printf("%d", argc);
            for (int i = 0; i < argc; i++) printf(" %s", argv[i]);
            while (fgets(line, sizeof line, stdin)) printf("|in %s", line);
            FILE *file = fopen("data/x.txt", "r");
            while (file && fgets(line, sizeof line, file)) printf("|file %s", line);
            return argc;
        }"#,
        &["-Wall", "-Wextra", "-Werror", "-pedantic", "-std=c99"],
    );
    let inputs = vec![
        input(Source::Argument(2), Shape::Bytes, b"-\"x\"\0\0\0"),
        input(Source::Stdin, Shape::Bytes, b"a\nb"),
        input(Source::File("data/x.txt".into()), Shape::Bytes, b"in a file\xe9"),
    ];
    let mut case = case("t1", inputs, status(3));
    case.environment.arguments = vec![b"cat".to_vec(), b"-n".to_vec()];
    let output = suite.run(&case);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert_eq!(output.stdout, b"3 cat -n -\"x\"|in a\n|in b|file in a file\xe9");
}

#[test]
fn words_of_other_tools() {
    let suite = Suite::new(
        "words.c",
        r#"#include <klee/klee.h>
        #include <stdio.h>
        extern unsigned __VERIFIER_nondet_uint(void);
        extern char *__VERIFIER_nondet_pchar(void);
        extern _Bool __VERIFIER_nondet_bool(void);
        extern double __VERIFIER_nondet_double(void);
        extern void __VERIFIER_assume(int), __CPROVER_assume(_Bool);
        void reach_error(void) { printf("mine"); }
        int main(void) {
            int a[3];
            klee_make_symbolic(a, sizeof a, "a");
            klee_assume(a[0] == 1);
            int n = klee_range(0, 10, "n");
            unsigned u = __VERIFIER_nondet_uint();
            __VERIFIER_assume(u > 7);
            __CPROVER_assume(__VERIFIER_nondet_bool());
            printf("%d %d %u %p %g", a[2], n, u, (void *)__VERIFIER_nondet_pchar(), __VERIFIER_nondet_double());
            reach_error();
            klee_silent_exit(300);
        }"#,
        &[],
    );
    let numbers: Vec<u8> = [1i32, -2, 3].iter().flat_map(|n| n.to_le_bytes()).collect();
    let inputs = vec![
        object("klee_make_symbolic", "a", array(Shape::Signed(32), 3), &numbers),
        value("klee_range", Shape::Signed(32), &9i32.to_le_bytes()),
        value("__VERIFIER_nondet_uint", Shape::Unsigned(32), &u32::MAX.to_le_bytes()),
        value("__VERIFIER_nondet_bool", Shape::Bool, &[1]),
        value("__VERIFIER_nondet_pchar", Shape::Pointer, &[0; 8]),
        value("__VERIFIER_nondet_double", Shape::Float(64), &2.5f64.to_le_bytes()),
    ];
    let output = suite.assert_passes(&case("t1", inputs, status(300)));
    assert_eq!(output, "3 9 4294967295 (nil) 2.5mine");
}

const STATUS: &str = r#"#include <coax.h>
#include <unistd.h>
int main(void) {
    int n = coax_int("n");
    coax_assume(n != 50);
    coax_assert(n != 60);
    if (n == 70) for (;;) pause();
    if (n == 80) { char *p = malloc(8); p[n / 10] = 1; free(p); }
    if (n > 100) _exit(n);
    return n;
}
"#;

#[test]
fn a_test_notices_another_ending() {
    let suite = Suite::new("status.c", STATUS, &[]);
    let code = |inputs: Vec<Input>, ending| suite.run(&case("t", inputs, ending)).status.code();
    assert_eq!(code(vec![int("n", 3)], status(3)), Some(0));
    assert_eq!(code(vec![int("n", 103)], status(103)), Some(0));
    assert_eq!(code(vec![int("n", 3)], status(4)), Some(1));
    assert_eq!(code(vec![int("n", 103)], status(3)), Some(1));
    assert_eq!(code(vec![int("n", 50)], status(50)), Some(98));
    assert_eq!(code(vec![int("n", 50)], Check::AssumedAway), Some(0));
    assert_eq!(code(vec![int("n", 51)], Check::AssumedAway), Some(1));
    assert_eq!(code(vec![int("n", 60)], status(60)), None);
}

#[test]
fn a_test_notices_other_questions() {
    let suite = Suite::new("status.c", STATUS, &[]);
    let said = |inputs: Vec<Input>| {
        let output = suite.run(&case("t", inputs, status(0)));
        assert_eq!(output.status.code(), Some(99));
        errors(&output)
    };
    assert_eq!(
        said(vec![]),
        "t: the program asks for coax_int(\"n\"), 4 bytes, after all 0 recorded inputs\n"
    );
    assert_eq!(
        said(vec![object("coax_symbolic", "x", Shape::Bytes, b"abcd")]),
        "t: input 1 was recorded for coax_symbolic(\"x\"), 4 bytes; \
         the program asks for coax_int(\"n\"), 4 bytes\n"
    );
    assert_eq!(
        said(vec![int("n", 0), int("m", 1)]),
        "t: the program ended with status 0 without asking for input 2, coax_int(\"m\")\n"
    );
}

fn error(kind: ErrorKind) -> Check {
    let message = "n reaches it".into();
    Check::Error { kind, file: "status.c".into(), line: 8, message }
}

#[test]
fn an_error_test_fails_under_sanitizers_only_if_the_error_is_there() {
    let suite = Suite::new("status.c", STATUS, &[]);
    let shown = suite.run(&case("e", vec![int("n", 80)], error(ErrorKind::OutOfBounds)));
    assert!(errors(&shown).contains("heap-buffer-overflow"), "{}", errors(&shown));
    assert_ne!(shown.status.code(), Some(0));
    let not_shown = suite.run(&case("e", vec![int("n", 81)], error(ErrorKind::OutOfBounds)));
    assert_eq!(errors(&not_shown), "e: out-of-bounds at status.c:8 did not show\n");
    assert_eq!(not_shown.status.code(), Some(0));
}

#[test]
fn the_makefile_checks_everything() {
    let suite = Suite::new("status.c", STATUS, &["-DA=\"b c\""]);
    fs::write(suite.tests().join("Makefile"), makefile(&suite.under_test)).unwrap();
    for (id, n) in [("t1", 1), ("t2", 102)] {
        suite.write(&case(id, vec![int("n", n)], status(n)));
    }
    for (id, n) in [("e1", 80), ("e2", 60)] {
        suite.write(&case(id, vec![int("n", n)], error(ErrorKind::OutOfBounds)));
    }
    let make = |what: &str| {
        let output = shell(&suite.tests(), &format!("make -s {what}"));
        let text = String::from_utf8(output.stdout.clone()).unwrap() + &errors(&output);
        (output.status.success(), text)
    };
    assert_eq!(make("check"), (true, "ok t1\nok t2\n2 tests, 0 failed\n".into()));
    assert_eq!(make("errors"), (true, "ok e1\nok e2\n2 tests, 0 failed\n".into()));
    let built = || fs::metadata(suite.tests().join("suite")).unwrap().modified().unwrap();
    let before = built();
    assert!(make("check").0);
    assert_eq!(built(), before, "nothing was left to be built");
    assert_eq!(make("t1 && ./t1"), (true, String::new()));

    suite.write(&case("t3", vec![int("n", 3)], status(4)));
    fs::remove_file(suite.tests().join("t2.c")).unwrap();
    let (good, text) = make("check");
    assert!(!good);
    let expected = "ok t1\nFAIL t3: exit status 1\nt3: expected exit status 4, got 3\n\
                    2 tests, 1 failed\n";
    assert!(text.starts_with(expected), "{text}");

    suite.write(&case("e3", vec![int("n", 7)], error(ErrorKind::OutOfBounds)));
    suite.write(&case("e4", vec![int("n", 7)], error(ErrorKind::UninitializedRead)));
    let (good, text) = make("errors");
    assert!(good, "{text}");
    assert!(text.contains("\nfixed e3\n"), "{text}");
    assert!(text.contains("skip e4: only "), "{text}");
    assert_eq!(make("clean").1, "");
}

/// Runs `--serve` with these requests; gives back the answers without their times.
fn serve(binary: &Path, folder: &Path, limit: u32, requests: &str) -> Vec<String> {
    use std::io::Write;
    let mut server = Command::new(binary)
        .args(["--serve", folder.to_str().unwrap(), &limit.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    server.stdin.take().unwrap().write_all(requests.as_bytes()).unwrap();
    let output = server.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let timeless = |line: &str| match line {
        _ if line.starts_with("ready") || line.contains("error") => line.to_owned(),
        _ => line.rsplit_once(' ').unwrap().0.to_owned(),
    };
    text.lines().map(timeless).collect()
}

#[test]
fn a_batch_answers_a_driver() {
    let suite = Suite::new("status.c", STATUS, &[]);
    let mut files = Vec::new();
    for (id, n, expected) in [("a", 1, 1), ("b", 60, 0), ("c", 70, 0), ("d", 5, 6), ("e", 50, 0)] {
        let path = suite.write(&case(id, vec![int("n", n)], status(expected)));
        files.push(path.display().to_string());
    }
    let unit = suite.folder.path().join("batch.c");
    fs::write(&unit, batch(&files)).unwrap();
    let compiled = shell(
        suite.folder.path(),
        "cc -DCOAX_BATCH -Itests -Wl,--wrap=main -o batch batch.c status.c",
    );
    assert!(compiled.status.success(), "{}", errors(&compiled));
    let binary = suite.folder.path().join("batch");
    let answers = serve(&binary, suite.folder.path(), 300, "0\n1\n2\n3\n4\n9\n0\n");
    assert_eq!(
        answers,
        [
            "ready 5",
            "0 exit 0",
            "1 signal 6",
            "2 stalled",
            "3 exit 1",
            "4 exit 98",
            "9 error there is no such test",
            "0 exit 0",
        ]
    );
    let said = fs::read_to_string(suite.folder.path().join("1.err")).unwrap();
    assert!(said.contains("Assertion `n != 60' failed"), "{said}");
    assert_eq!(
        fs::read_to_string(suite.folder.path().join("3.err")).unwrap(),
        "d: expected exit status 6, got 5\n"
    );
}

#[test]
fn cxx_programs_and_exceptions() {
    let suite = Suite::new(
        "shape.cpp",
        r#"#include <coax.h>
        #include <stdexcept>
        #include <string>
        struct Noisy { ~Noisy() { puts("static destructor"); } } noisy;
        namespace geometry {
        struct point { int x; double y; };
        int area(point p, const char *unit, int n) {
            printf("%d %g %s\n", p.x, p.y, unit ? unit : "none");
            if (n < 0) throw std::runtime_error("negative");
            return n;
        }
        }
        int main() { std::string s(coax_int("n"), 'x'); return (int)s.size(); }"#,
        &["-std=c++17", "-include", "cstdio"],
    );
    let main = case("t1", vec![int("n", 40)], status(40));
    assert_eq!(suite.assert_passes(&main), "static destructor\n");

    let fields = vec![field("x", 0, Shape::Signed(32)), field("y", 8, Shape::Float(64))];
    let point = Shape::Struct { name: Some("point".into()), fields, size: 16 };
    let entry = Entry {
        name: "geometry::area".into(),
        symbol: Some("_ZN8geometry4areaENS_5pointEPKci".into()),
        params: vec![point.clone(), Shape::Pointer, Shape::Signed(32)],
        returns: Some(Shape::Signed(32)),
    };
    let image = [&7i64.to_le_bytes()[..], &0.5f64.to_le_bytes()].concat();
    let mut inputs = vec![
        parameter("p", point, &image),
        parameter("unit", array(Shape::Char, 3), b"cm\0"),
        parameter("n", Shape::Signed(32), &(-1i32).to_le_bytes()),
    ];
    let throws = calling(&entry, "t2", inputs.clone(), Check::Exception);
    assert_eq!(suite.assert_passes(&throws), "7 0.5 cm\nstatic destructor\n");
    let uncaught = calling(&entry, "t2", inputs.clone(), status(0));
    assert_eq!(suite.run(&uncaught).status.code(), None, "the exception ends the program");
    inputs.pop();
    let returns = calling(&entry, "t2", inputs.clone(), status(0));
    assert_eq!(suite.assert_passes(&returns), "7 0.5 cm\nstatic destructor\n");
    let does_not_throw = calling(&entry, "t2", inputs, Check::Exception);
    assert_eq!(suite.run(&does_not_throw).status.code(), Some(1));
}

#[test]
fn what_the_program_forks_is_left_alone() {
    let suite = Suite::new(
        "fork.c",
        r#"#include <coax.h>
        #include <sys/wait.h>
        #include <unistd.h>
        int main(void) {
            int status, n = coax_int("n");
            if (fork() == 0) exit(n);
            wait(&status);
            return WEXITSTATUS(status) + 1;
        }"#,
        &[],
    );
    suite.assert_passes(&case("t1", vec![int("n", 6)], status(7)));
}

#[test]
fn input_files_are_removed_even_after_a_crash() {
    let suite = Suite::new(
        "crash.c",
        r#"#include <stdio.h>
        #include <stdlib.h>
        #include <unistd.h>
        int main(void) { char folder[99]; puts(getcwd(folder, 99)); fflush(stdout); abort(); }"#,
        &[],
    );
    let file = input(Source::File("x".into()), Shape::Bytes, b"");
    let output = suite.run(&case("t1", vec![file], status(0)));
    assert_eq!(output.status.code(), None);
    let folder = String::from_utf8(output.stdout).unwrap();
    let folder = Path::new(folder.trim());
    let mut patience = 500;
    while folder.exists() && patience > 0 {
        std::thread::sleep(std::time::Duration::from_millis(10));
        patience -= 1;
    }
    assert!(!folder.exists(), "{}", folder.display());
}

#[test]
fn named_inputs_find_their_question_in_any_order() {
    // The order of evaluation within a call is the compiler's choice.
    let source = r#"#include <coax.h>
        static int weighted(int a, int b) { return 10 * a + b; }
        int main(void) { return weighted(coax_int("a"), coax_int("b")); }"#;
    let suite = Suite::new("order.c", source, &[]);
    suite.assert_passes(&case("t1", vec![int("a", 1), int("b", 2)], status(12)));
    suite.assert_passes(&case("t2", vec![int("b", 2), int("a", 1)], status(12)));
}

#[test]
fn the_makefile_of_a_program_in_two_languages() {
    let source = r#"#include <coax.h>
        #include <vector>
        extern "C" int twice(int);
        int main() { std::vector<int> list(3, twice(coax_int("n"))); return list[2]; }"#;
    let mut suite = Suite::new("main.cpp", source, &[]);
    let c_source = suite.folder.path().join("with space.c");
    fs::write(&c_source, "int twice(int new) { return 2 * new; }").unwrap();
    suite.under_test.sources.push(c_source.display().to_string());
    fs::write(suite.tests().join("Makefile"), makefile(&suite.under_test)).unwrap();
    for n in 1..4 {
        let test = case(&format!("t{n}"), vec![int("n", n)], status(2 * n));
        suite.write(&test);
    }
    let output = shell(&suite.tests(), "make -s check");
    assert_eq!(errors(&output), "");
    let expected = "ok t1\nok t2\nok t3\n3 tests, 0 failed\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    suite.assert_passes(&case("t9", vec![int("n", 9)], status(18)));
}
