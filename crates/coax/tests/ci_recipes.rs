//! The recipes for continuous integration (`docs/ci`): the shell in them, run in a real repository as the services
//! run it.

#[path = "support/workspace.rs"]
mod workspace;

use std::path::Path;
use std::process::Command;

use workspace::{Said, Workspace, json};

const GIT: &str = "git -c user.name=n -c user.email=e@x -c init.defaultBranch=main";
const KNOWN: &str =
    "unsigned ratio(unsigned total, unsigned parts) {\n    return total / parts;\n}\n";
const FINE: &str = "unsigned twice(unsigned n) {\n    return n + n;\n}\n";
const NEW: &str = "unsigned share(unsigned n) {\n    return 9 / n;\n}\n";

/// The shell of a recipe: what stands under this line, less the space before it.
fn shell_of(recipe: &str, step: &str, opening: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ci").join(recipe);
    let text = std::fs::read_to_string(file).unwrap();
    let mut lines = text.lines().skip_while(|line| line.trim() != step);
    let opened = lines.by_ref().find(|line| line.trim() == opening).expect("the step has shell");
    let indent = opened.len() - opened.trim_start().len();
    let is_within =
        |line: &&str| line.trim().is_empty() || line.len() - line.trim_start().len() > indent;
    lines.take_while(is_within).map(|line| line.trim_start_matches(' ').to_owned() + "\n").collect()
}

/// Runs a step as the services do: by a shell that ends at what fails, with coax installed.
fn run(workspace: &Workspace, shell: &str, variables: &[(&str, &str)]) -> Said {
    let coax = Path::new(env!("CARGO_BIN_EXE_coax")).parent().unwrap();
    let path = format!("{}:{}", coax.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", shell]);
    command.current_dir(workspace.folder.path()).env("PATH", path).envs(variables.iter().copied());
    Said::from(command.output().unwrap())
}

fn commit(workspace: &Workspace) -> String {
    let line = format!("{GIT} add -A && {GIT} commit -q -m x && {GIT} rev-parse HEAD");
    let said = workspace.shell(&line);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    said.stdout.trim().to_owned()
}

/// A project with a finding that is known, and its first commit.
fn project() -> (Workspace, String) {
    let toml = "[project]\npaths = [\"src\"]\n[check]\njobs = 1\n";
    let files = [
        ("coax.toml", toml),
        ("src/ratio.c", KNOWN),
        (".gitignore", "coax-out\ncoax.*\n!coax.toml\n"),
    ];
    let workspace = Workspace::with(&files);
    assert_eq!(workspace.run(&["check", "--write-baseline", "coax-baseline.json"]).code, Some(1));
    std::fs::remove_dir_all(workspace.path("coax-out")).unwrap();
    assert_eq!(workspace.shell(&format!("{GIT} init -q .")).code, Some(0));
    let first = commit(&workspace);
    (workspace, first)
}

fn states(workspace: &Workspace) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(workspace.path("coax.sarif")).unwrap();
    let log = json(&text);
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let results = log["runs"][0]["results"].as_array().unwrap();
    results
        .iter()
        .map(|one| (word(&one["properties"]["unit"]), word(&one["baselineState"])))
        .collect()
}

#[test]
fn new_defects_in_changed_code_fail_the_job_and_nothing_else_does() {
    let recipes = [
        ("github.yml", "- name: Check", "run: |", "BASE"),
        ("gitlab.yml", "script:", "- |", "CI_COMMIT_BEFORE_SHA"),
    ];
    let (workspace, first) = project();
    workspace.write("src/twice.c", FINE);
    let fine = commit(&workspace);
    workspace.write("src/share.c", NEW);
    workspace.write("src/ratio.c", &format!("/* Shares. */\n{KNOWN}"));
    let new = commit(&workspace);
    for (recipe, step, opening, base) in recipes {
        let shell = shell_of(recipe, step, opening);
        let checkout = |commit: &str| {
            let said = workspace.shell(&format!("{GIT} checkout -q {commit}"));
            assert_eq!(said.code, Some(0), "{}", said.stderr);
        };
        checkout(&fine);
        let said = run(&workspace, &shell, &[(base, &first)]);
        assert_eq!(said.code, Some(0), "{recipe}: {}{}", said.stdout, said.stderr);
        assert_eq!(states(&workspace), [], "{recipe}");
        assert!(workspace.path("coax.xml").is_file() && workspace.path("coax.md").is_file());

        checkout(&new);
        let said = run(&workspace, &shell, &[(base, &fine)]);
        assert_eq!(said.code, Some(1), "{recipe}: {}{}", said.stdout, said.stderr);
        assert_eq!(states(&workspace), [("share".into(), "new".into())], "{recipe}");

        // With nothing to compare with, everything is checked, and what is known does not count.
        let zeros = "0".repeat(40);
        let said = run(&workspace, &shell, &[(base, &zeros)]);
        assert_eq!(said.code, Some(1), "{recipe}: {}{}", said.stdout, said.stderr);
        let mut found = states(&workspace);
        found.sort();
        let expected = [("ratio".into(), "unchanged".into()), ("share".into(), "new".into())];
        assert_eq!(found, expected, "{recipe}");
    }
}

#[test]
fn a_project_that_cannot_be_checked_fails_the_job() {
    let workspace = Workspace::with(&[("coax.toml", "[project]\npaths = [\"nowhere\"]\n")]);
    workspace.shell(&format!("{GIT} init -q ."));
    commit(&workspace);
    let said = run(&workspace, &shell_of("github.yml", "- name: Check", "run: |"), &[]);
    assert_eq!(said.code, Some(2), "{}{}", said.stdout, said.stderr);
    assert!(said.stderr.contains("nowhere"), "{}", said.stderr);
}
