//! Sources whose names mean something to shells, to make or to the preprocessor: tests build all the same.

#[path = "support/workspace.rs"]
mod workspace;

use workspace::{Workspace, json};

const MAIN: &str = "#include <coax.h>\n\
    int all(int);\n\
    int main(void) {\n\
    int x = coax_int(\"x\"), y = coax_int(\"y\");\n\
    if (x == 7) return y / (x - 7);\n\
    if (y > 3) return all(y) < 0;\n\
    return 0; }\n";

/// Names that a test can also include.
const NAMES: &[&str] = &[
    "semi;colon and space.c",
    "qu'ote dol$(HOME)lar.c",
    "ha#sh per%cent.c",
    "back\\slash\\#.c",
    "~ a=b:c,d.c",
    "st*r (&|`)?.c",
];

/// Names that only a command line can have.
const OTHERS: &[&str] = &["new\nline.c", "double\"quote.c", "tab\there\\.c"];

fn make(workspace: &Workspace, what: &str) -> String {
    let said = workspace.shell(&format!("make -C coax-out/tests {what}"));
    assert_eq!(said.code, Some(0), "make {what}: {}{}", said.stdout, said.stderr);
    said.stdout
}

#[test]
fn programs_of_any_name_have_a_makefile_that_works() {
    let names: Vec<String> = NAMES.iter().chain(OTHERS).map(|name| format!("sub/{name}")).collect();
    let workspace = Workspace::with(&[("main; it is.c", MAIN)]);
    let mut sum = "int all(int n) { int s = 0;".to_owned();
    for (number, name) in names.iter().enumerate() {
        workspace.write(name, &format!("int f{number}(int n) {{ return n > {number}; }}"));
        sum += &format!(" int f{number}(int); s += f{number}(n);");
    }
    workspace.write("sum.c", &(sum + " return s; }"));
    let mut words = vec!["main; it is.c", "sum.c"];
    words.extend(names.iter().map(String::as_str));
    let said = workspace.explore(&words);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    assert_eq!(report["tests"].as_array().map(Vec::len), Some(2), "{report:#}");
    for what in ["check", "errors", "main_1"] {
        make(&workspace, what);
    }
    let replayed = workspace.run(&["replay", "coax-out"]);
    assert_eq!(replayed.code, Some(0), "{}{}", replayed.stdout, replayed.stderr);
    let command = report["warnings"][0]["reproduce"].as_str().unwrap();
    let shown = workspace.shell(&format!("cd coax-out && {command}"));
    assert!(shown.stderr.contains("division by zero"), "{command}\n{}", shown.stderr);
}

#[test]
fn functions_in_files_of_any_name_have_a_makefile_that_works() {
    let workspace = Workspace::with(&[]);
    let mut words = Vec::new();
    for (number, name) in NAMES.iter().enumerate() {
        // One uses the next, so that it is linked with it.
        let next = number + 1;
        let call = if next < NAMES.len() { format!("ratio{next}(a, 1)") } else { "1".into() };
        let text = format!(
            "int ratio{next}(int, int);\n\
             int ratio{number}(int a, int b) {{ if (b == 3) return {call}; return 7 / b; }}\n"
        );
        workspace.write(name, &text);
        words.push(format!("./{name}"));
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let said = workspace.check(&[&words[..], &["--format", "json"]].concat());
    assert_eq!(said.code, Some(1), "{}", said.stderr);
    assert_eq!(json(&said.stdout)["totals"]["errors"], NAMES.len(), "{}", said.stdout);
    make(&workspace, "check");
    let said = make(&workspace, "errors");
    for number in 0..NAMES.len() {
        assert!(said.contains(&format!("ratio{number}_division_by_zero_1")), "{said}");
    }
    assert_eq!(workspace.run(&["replay", "coax-out"]).code, Some(0));
}
