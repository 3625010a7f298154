//! Programs that once kept Coax busy far beyond its budget: the time that was given holds, and what
//! there is to find is found. `COAX_ATTACK_LARGE=1` runs them at full size, with `--time 60s`.

#[path = "support/workspace.rs"]
mod workspace;

use std::fmt::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use workspace::{Said, Workspace, signal};

/// The full size if it is asked for, else one that a busy machine manages in seconds.
fn size(large: usize, small: usize) -> usize {
    match std::env::var_os("COAX_ATTACK_LARGE") {
        Some(_) => large,
        None => small,
    }
}

/// A busy machine may take so many times as long as is promised.
const MARGIN: u32 = 4;

fn assert_took(begun: Instant, promised: Duration) {
    assert!(begun.elapsed() < promised * MARGIN, "took {:?}", begun.elapsed());
}

/// An input in every round of a long loop: as many pending paths as rounds.
fn many_inputs(rounds: usize) -> String {
    format!(
        "#include <coax.h>\n\
         int main(void) {{\n\
             unsigned sum = 0;\n\
             for (int i = 0; i < {rounds}; i++)\n\
                 if (coax_int(\"x\") == i)\n\
                     sum++;\n\
             return sum == {rounds};\n\
         }}\n"
    )
}

/// A byte after many rounds of arithmetic is compared in every round: each question is a large term.
const LARGE_TERMS: &str = r#"
#include <coax.h>
int main(void) {
    unsigned char a = (unsigned char)coax_char("a");
    unsigned h = 1;
    int n = 0;
    for (int i = 0; i < 100000; i++) {
        h = (h * 31 + a) ^ (h >> 3);
        if ((h & 255) == (unsigned)(i & 255))
            n++;
    }
    return n;
}
"#;

fn confirmed(report: &Value) -> usize {
    let warnings = report["warnings"].as_array().unwrap();
    warnings.iter().filter(|warning| warning["confirmed"] == true).count()
}

fn because(unit: &Value) -> Vec<&str> {
    let words = unit["incomplete_because"].as_array().unwrap();
    words.iter().map(|word| word.as_str().unwrap()).collect()
}

#[test]
fn many_pending_paths_do_not_keep_it_beyond_its_time() {
    let source = many_inputs(size(60_000, 20_000));
    let workspace = Workspace::with(&[("e.c", &source)]);
    let begun = Instant::now();
    let said = workspace.explore(&["e.c", "--time", "8s"]);
    assert_took(begun, Duration::from_secs(10));
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    assert!(because(&report["units"][0]).contains(&"time"), "{report:#}");
    assert!(report["units"][0]["paths"]["completed"].as_u64() > Some(0), "{report:#}");
}

#[test]
fn questions_about_large_terms_do_not_keep_it_beyond_its_time() {
    let workspace = Workspace::with(&[("e.c", LARGE_TERMS)]);
    let begun = Instant::now();
    let said = workspace.explore(&["e.c", "--time", "4s"]);
    assert_took(begun, Duration::from_secs(7));
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
}

#[test]
fn signals_are_obeyed_in_the_middle_of_it() {
    for (source, with) in [(many_inputs(20_000), "-INT"), (LARGE_TERMS.to_owned(), "-TERM")] {
        let workspace = Workspace::with(&[("e.c", &source)]);
        let mut command = workspace.coax(&["explore", "e.c", "--time", "10m"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(4));
        let begun = Instant::now();
        signal(&child, with);
        let said = Said::from(child.wait_with_output().unwrap());
        assert_took(begun, Duration::from_secs(4));
        assert_eq!(said.code, Some(130), "{with}: {}{}", said.stdout, said.stderr);
    }
}

#[test]
fn a_structure_full_of_pointers_ends() {
    let fields: String = (0..256).fold(String::new(), |mut text, i| {
        writeln!(text, "    struct s *p{i};").unwrap();
        text
    });
    let source = format!(
        "struct s {{\n{fields}    int v;\n}};\n\
         int all(struct s *s, int n) {{\n\
             int sum = 0;\n\
             for (int i = 0; i < 256; i++)\n\
                 if ((&s->p0)[i])\n\
                     sum += (&s->p0)[i]->v;\n\
             return 100 / (n + sum);\n\
         }}\n\
         int one(struct s *s) {{ return s->p7 ? 10 / s->p7->v : 0; }}\n"
    );
    let workspace = Workspace::with(&[("e.c", &source)]);
    let begun = Instant::now();
    let said = workspace.check(&["e.c", "--time", "40s", "--unit-time", "5s"]);
    assert_took(begun, Duration::from_secs(43));
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    let units = report["units"].as_array().unwrap();
    let one = units.iter().find(|unit| unit["function"] == "one").unwrap();
    assert_eq!(one["status"], "complete", "{report:#}");
}

/// The first, a middle and the last of many: where errors are planted.
fn planted(i: usize, all: usize) -> bool {
    [0, all / 2, all - 1].contains(&i)
}

fn finds_all_three(source: &str) {
    let workspace = Workspace::with(&[("e.c", source)]);
    let begun = Instant::now();
    let said = workspace.check(&["e.c", "--time", "60s"]);
    assert_took(begun, Duration::from_secs(65));
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    assert_eq!(confirmed(&workspace.report()), 3, "{}", said.stdout);
}

#[test]
fn a_switch_with_very_many_cases_is_explored_to_the_last() {
    let all = size(50_000, 2_000);
    let cases = (0..all).fold(String::new(), |mut text, i| {
        let value = if planted(i, all) { "100 / y".to_owned() } else { i.to_string() };
        writeln!(text, "    case {}: return {value};", 7 * i).unwrap();
        text
    });
    finds_all_three(&format!(
        "int f(int x, int y) {{\n    switch (x) {{\n{cases}    }}\n    return 0;\n}}\n"
    ));
}

#[test]
fn a_function_with_very_many_lines_is_explored_to_the_last() {
    let all = size(100_000, 5_000);
    let lines = (0..all).fold(String::new(), |mut text, i| {
        match planted(i, all) {
            true => writeln!(text, "    if (x == {i}) a = 10 / y;").unwrap(),
            false => writeln!(text, "    b = b * 3 + {i};").unwrap(),
        }
        text
    });
    let head = "int f(int x, int y) {\n    int a = 0;\n    unsigned b = 1;\n";
    finds_all_three(&format!("{head}{lines}    return a + (int)(b & 1);\n}}\n"));
}

#[test]
fn of_very_many_functions_the_first_and_the_last_are_explored() {
    let all = size(20_000, 1_000);
    let functions = (0..all).fold(String::new(), |mut text, i| {
        let value = if planted(i, all) { "10 / y" } else { "y" };
        writeln!(text, "int f{i}(int x, int y) {{ return x == {i} ? {value} : x ^ {i}; }}")
            .unwrap();
        text
    });
    finds_all_three(&functions);
}

#[test]
fn files_that_there_is_no_time_for_are_not_explored_and_nothing_worse() {
    let files: Vec<(String, String)> = (0..size(2_000, 60))
        .map(|i| (format!("a{i}.c"), format!("int g{i}(int x) {{ return x == {i}; }}\n")))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    let workspace = Workspace::with(&files);
    let begun = Instant::now();
    let said = workspace.check(&[".", "--time", "1s"]);
    assert_took(begun, Duration::from_secs(4));
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    for unit in report["units"].as_array().unwrap() {
        let words = because(unit);
        assert!(words.is_empty() || words == ["time"], "{unit:#}");
        assert_eq!(unit["status"] == "complete", words.is_empty(), "{unit:#}");
    }
}

#[test]
fn a_compiler_that_takes_its_time_is_killed() {
    let ir = "define i32 @main() {\n  ret i32 0\n}\n";
    let workspace = Workspace::with(&[("e.c", "int main(void) { return 0; }\n"), ("e.ll", ir)]);
    workspace.write("slow", "#!/bin/sh\nsleep 1000\n");
    std::process::Command::new("chmod").args(["+x"]).arg(workspace.path("slow")).status().unwrap();
    for (command, file) in [("explore", "e.c"), ("explore", "e.ll"), ("check", "e.c")] {
        let begun = Instant::now();
        let out = format!("{command}-{file}");
        let mut coax = workspace.coax(&[command, file, "--time", "1s", "--out", &out]);
        let said = Said::from(coax.env("COAX_CLANG", workspace.path("slow")).output().unwrap());
        assert_took(begun, Duration::from_secs(4));
        assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
        let report = std::fs::read_to_string(workspace.path(&out).join("report.json")).unwrap();
        let report = workspace::json(&report);
        assert_eq!(report["units"][0]["status"], "not-explored", "{report:#}");
        assert_eq!(because(&report["units"][0]), ["time"]);
    }
}

#[test]
fn memory_that_one_path_takes_is_given_back_and_said() {
    let workspace = Workspace::with(&[("e.c", &many_inputs(1_000_000))]);
    let said = workspace.explore(&["e.c", "--memory", "300M", "--time", "20s"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    assert!(because(&report["units"][0]).contains(&"memory"), "{report:#}");
}
