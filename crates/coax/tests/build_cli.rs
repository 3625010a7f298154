//! `coax init` and `coax build` as a user meets them: what is written for a project, real builds, what is recorded of
//! them, and bad input.

#[path = "support/workspace.rs"]
mod workspace;

use std::fs;

use serde_json::Value;

use workspace::{Workspace, json};

const MAKEFILE: &str = "\
prog: main.o sub/half.o
\tcc -o $@ $^
main.o: main.c
\techo \"-DNAME='\\\"a b\\\"' -Iinc\" > flags
\tcc @flags -c main.c -o main.o
\trm flags
sub/half.o: sub/half.c
\tcd sub && gcc -O2 -DHALF -c half.c
";

fn workspace() -> Workspace {
    Workspace::with(&[
        ("Makefile", MAKEFILE),
        (
            "configure",
            "echo 'int main(void){return 0;}' > conftest.c; cc conftest.c -o t; rm conftest.c t",
        ),
        (
            "main.c",
            "#include \"half.h\"\nint main(void) { return NAME[0] == 'a' ? half(0) : 1; }\n",
        ),
        ("inc/half.h", "int half(int);\n"),
        ("sub/half.c", "#ifdef HALF\nint half(int n) { return 8 / n; }\n#endif\n"),
    ])
}

fn database(workspace: &Workspace, name: &str) -> Vec<Value> {
    let text = fs::read_to_string(workspace.path(name)).unwrap();
    json(&text).as_array().unwrap().clone()
}

fn files(entries: &[Value]) -> Vec<&str> {
    entries.iter().map(|entry| entry["file"].as_str().unwrap()).collect()
}

#[test]
fn a_build_is_recorded_and_checked() {
    let workspace = workspace();
    let said = workspace.run(&["build", "--", "sh", "-c", "sh configure && make -j2"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert!(
        said.stderr
            .ends_with("2 files compiled, 2 known; next: coax check compile_commands.json\n"),
        "{}",
        said.stderr
    );
    let entries = database(&workspace, "compile_commands.json");
    assert_eq!(files(&entries), ["main.c", "half.c"]);
    let words: Vec<&str> =
        entries[0]["arguments"].as_array().unwrap().iter().map(|w| w.as_str().unwrap()).collect();
    assert_eq!(words, ["cc", "-DNAME=\"a b\"", "-Iinc", "-c", "main.c", "-o", "main.o"]);
    assert_eq!(entries[1]["directory"], workspace.path("sub").to_str().unwrap());

    let said = workspace.check(&["compile_commands.json"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    assert!(said.stdout.contains("division-by-zero"), "{}", said.stdout);
}

#[test]
fn what_an_earlier_build_recorded_stays() {
    let workspace = workspace();
    assert_eq!(workspace.run(&["build", "--output", "db.json", "--", "make"]).code, Some(0));
    fs::remove_file(workspace.path("main.o")).unwrap();
    let said = workspace.run(&["build", "--output", "db.json", "--", "make", "CC=cc"]);
    assert!(said.stderr.contains("1 file compiled, 2 known"), "{}", said.stderr);
    assert_eq!(files(&database(&workspace, "db.json")), ["main.c", "half.c"]);

    // Up to date: nothing is seen, and that is said. Standard output is the build's own.
    let said = workspace.run(&["build", "--output", "db.json", "--", "make"]);
    assert_eq!(said.code, Some(2), "{}", said.stderr);
    assert!(said.stderr.contains("the build compiled nothing"), "{}", said.stderr);
    assert!(said.stdout.contains("up to date"), "{}", said.stdout);
    assert_eq!(database(&workspace, "db.json").len(), 2);
}

#[test]
fn a_build_that_fails_leaves_what_it_compiled() {
    let workspace = workspace();
    workspace.write("main.c", "no C\n");
    let said = workspace.run(&["build", "--", "make", "-k"]);
    assert_eq!(said.code, Some(2), "{}", said.stderr);
    assert_eq!(database(&workspace, "compile_commands.json").len(), 2);
}

#[test]
fn bad_input_is_said_and_overwrites_nothing() {
    let workspace = workspace();
    workspace.run(&["build", "--", "./no-such-make"]).refused("./no-such-make: No such file");
    workspace.write("compile_commands.json", "my notes");
    workspace.run(&["build", "--", "make"]).refused("is there and is no compilation database");
    assert_eq!(fs::read_to_string(workspace.path("compile_commands.json")).unwrap(), "my notes");
    assert!(!workspace.path("main.o").exists());
    let said = workspace.run(&["build", "--output", "no/such/db.json", "--", "make"]);
    said.refused("no/such/db.json: ");
}

#[test]
fn init_writes_what_the_other_commands_need() {
    let workspace = Workspace::with(&[
        ("include/half.h", "int half(int);\n"),
        ("src/half.c", "#include <half.h>\nint half(int n) { return 8 / n; }\n"),
    ]);
    let said = workspace.run(&["init"]);
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert_eq!(said.stdout, "coax.toml: written for sources in src; next:\n  coax check\n");
    let written = fs::read_to_string(workspace.path("coax.toml")).unwrap();
    let said = workspace.check(&[]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    assert!(said.stdout.contains("division-by-zero"), "{}", said.stdout);

    workspace.run(&["init"]).refused("coax.toml: is there already");
    assert_eq!(fs::read_to_string(workspace.path("coax.toml")).unwrap(), written);
}

#[test]
fn init_says_how_a_project_with_a_build_is_recorded() {
    let workspace = workspace();
    let said = workspace.run(&["init"]);
    let next = "coax build -- sh -c './configure && make'\n  coax check\n";
    assert!(said.stdout.ends_with(next), "{}", said.stdout);
    // Every line that is a comment is an option when it is none.
    let written = fs::read_to_string(workspace.path("coax.toml")).unwrap();
    let set: Vec<&str> = written
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(option) if option.contains(" = ") => option,
            _ => line,
        })
        .collect();
    workspace.write("coax.toml", &set.join("\n"));
    workspace.check(&[]).refused("compile_commands.json: no such file");
    workspace.run(&["test"]).refused("compile_commands.json: no such file");
}
