//! `coax check --since` in a real repository: what changed, what calls it, what uses changed types; and what is no
//! repository or no revision.

#[path = "support/workspace.rs"]
mod workspace;

use workspace::Workspace;

const HEADER: &str =
    "struct range {\n    unsigned first, last;\n};\nunsigned width(struct range all);\n";
const WIDTH: &str = "#include \"range.h\"\n\
                     static unsigned part(unsigned n, unsigned by) {\n    return by ? n / by : 0;\n}\n\
                     unsigned width(struct range all) {\n    return part(all.last - all.first, 2);\n}\n\
                     unsigned alone(unsigned n) {\n    return 8 / n;\n}\n";
const USER: &str = "#include \"range.h\"\nunsigned both(struct range a, struct range b) {\n\
                    \x20   return width(a) + width(b);\n}\nint zero(void) {\n    return 0;\n}\n";

const GIT: &str = "git -c user.name=n -c user.email=e@x -c init.defaultBranch=main";

fn repository() -> Workspace {
    let files = [("src/range.h", HEADER), ("src/width.c", WIDTH), ("src/user.c", USER)];
    let workspace = Workspace::with(&files);
    commit(&workspace, "init -q .");
    workspace
}

fn commit(workspace: &Workspace, first: &str) {
    let line = format!("{GIT} {first} && {GIT} add -A && {GIT} commit -q -m x");
    let said = workspace.shell(&line);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
}

fn units(workspace: &Workspace) -> Vec<String> {
    let report = workspace.report();
    let units = report["units"].as_array().unwrap();
    let mut names: Vec<_> =
        units.iter().map(|unit| unit["function"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn changed_functions_their_callers_and_users_of_changed_types_are_looked_at() {
    let workspace = repository();
    let since = ["src", "--since", "HEAD"];
    let said = workspace.check(&since);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert!(
        said.stdout.contains("5 functions are as they were and were left out"),
        "{}",
        said.stdout
    );
    assert_eq!(units(&workspace), [""; 0]);

    workspace.write("src/width.c", &WIDTH.replace("by ? n / by : 0", "n / by"));
    // Only a function of the file's own divides by zero, and none of its callers makes it: no defect.
    let said = workspace.check(&since);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert_eq!(units(&workspace), ["both", "part", "width"]);

    // Committed, it is as it was, and can be compared with the commit before. A new file is new.
    commit(&workspace, "status -s");
    workspace.write("src/new.c", "int new_one(int n) {\n    return n;\n}\n");
    assert_eq!(workspace.check(&since).code, Some(0));
    assert_eq!(units(&workspace), ["new_one"]);
    workspace.check(&["src", "--since", "HEAD~1"]);
    assert_eq!(units(&workspace), ["both", "new_one", "part", "width"]);

    // Of a file that git ignores it is not known whether it has changed.
    workspace.write(".gitignore", "src/made.c\ncoax-out\n");
    commit(&workspace, "status -s");
    workspace.write("src/made.c", "int made(void) {\n    return 1;\n}\n");
    workspace.check(&since);
    assert_eq!(units(&workspace), ["made"]);
    std::fs::remove_file(workspace.path("src/made.c")).unwrap();

    // A type.
    commit(&workspace, "status -s");
    workspace.write("src/range.h", &HEADER.replace("first, last", "last, first"));
    workspace.check(&since);
    assert_eq!(units(&workspace), ["both", "width"]);
}

#[test]
fn what_is_no_revision_or_no_repository_is_said() {
    let workspace = repository();
    for (words, expected) in [
        (["src", "--since", "nowhere"], "--since nowhere: the repository has no such revision"),
        (["src", "--since", "--all"], "the repository has no such revision"),
    ] {
        let words = [words[0], &format!("{}={}", words[1], words[2])];
        let said = workspace.check(&words);
        assert_eq!(said.code, Some(2), "{}{}", said.stdout, said.stderr);
        assert!(said.stderr.contains(expected), "{}", said.stderr);
        assert!(!workspace.path("coax-out").exists());
    }
    let outside = Workspace::with(&[("a.c", "int f(void) { return 0; }\n")]);
    let said = outside.check(&["a.c", "--since", "HEAD"]);
    assert_eq!(said.code, Some(2), "{}{}", said.stdout, said.stderr);
    assert!(said.stderr.contains("is in no git repository"), "{}", said.stderr);
}

#[test]
fn programs_that_a_repository_names_are_not_believed() {
    let workspace = repository();
    let line = format!(
        "{GIT} config core.fsmonitor 'touch {0}/ran; false' && {GIT} config diff.external 'touch {0}/ran; false'",
        workspace.path("").display()
    );
    assert_eq!(workspace.shell(&line).code, Some(0));
    workspace.write("src/new.c", "int new_one(int n) {\n    return n;\n}\n");
    assert_eq!(workspace.check(&["src", "--since", "HEAD"]).code, Some(0));
    assert_eq!(units(&workspace), ["new_one"]);
    assert!(!workspace.path("ran").exists());
}
