//! `coax check` with a baseline, with findings that are ignored, and with files that are no baseline.

#[path = "support/workspace.rs"]
mod workspace;

use serde_json::Value;

use workspace::{Workspace, json};

/// Two errors that need only a value.
const RATIO: &str = "unsigned ratio(unsigned total, unsigned parts) {\n    return total / parts;\n}\n\
                     int pick(int index) {\n    int row[4] = {1, 2, 3, 4};\n    return row[index & 7];\n}\n";

fn earlier(workspace: &Workspace) -> Value {
    workspace.report()["earlier"].clone()
}

fn kinds(findings: &Value) -> Vec<&str> {
    findings.as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect()
}

#[test]
fn only_new_findings_count_and_fixed_ones_are_told_from_those_not_seen() {
    let workspace = Workspace::with(&[("src/ratio.c", RATIO)]);
    let said = workspace.check(&["src", "--write-baseline", "base.json"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let written = std::fs::read_to_string(workspace.path("base.json")).unwrap();
    assert_eq!(json(&written)["findings"].as_array().unwrap().len(), 2, "{written}");
    assert!(!written.contains(&*workspace.path("").to_string_lossy()), "{written}");

    // Nothing is new, though lines have moved, the file has another name and results go elsewhere.
    std::fs::remove_file(workspace.path("src/ratio.c")).unwrap();
    workspace.write("src/numbers.c", &format!("/* Numbers. */\nint zero;\n\n{RATIO}"));
    let known = ["src", "--baseline", "base.json", "--out", "results/out"];
    let said = workspace.check(&known);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert!(!said.stdout.contains("error["), "{}", said.stdout);
    let line = "against base.json: 0 new, 2 known, 0 fixed, 0 not seen\n";
    assert!(said.stdout.contains(line), "{}", said.stdout);

    // One is fixed, in a file of the old name, which its kept test includes; one is new.
    let fixed = "unsigned ratio(unsigned total, unsigned parts) {\n    return parts ? total / parts : 0;\n}\n\
                 unsigned shift(unsigned by) {\n    return 1u << by;\n}\n";
    workspace.write("src/ratio.c", fixed);
    workspace.write("src/numbers.c", &RATIO[RATIO.find("int pick").unwrap()..]);
    let only = ["src", "--baseline", "base.json", "--write-baseline", "next.json"];
    let said = workspace.check(&only);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    assert!(said.stdout.contains("error[shift-out-of-range]"), "{}", said.stdout);
    assert!(!said.stdout.contains("error[out-of-bounds]"), "{}", said.stdout);
    let became = earlier(&workspace);
    assert_eq!((&became["new"], &became["known"]), (&1.into(), &1.into()), "{became:#}");
    assert_eq!(kinds(&became["fixed"]), ["division-by-zero"], "{became:#}");
    assert_eq!(kinds(&became["not_seen"]), [""; 0], "{became:#}");
    let next = json(&std::fs::read_to_string(workspace.path("next.json")).unwrap());
    assert_eq!(kinds(&next["findings"]), ["out-of-bounds", "shift-out-of-range"], "{next:#}");

    // SARIF has all of them, and what is new.
    workspace.run(&["report", "--sarif", "a.sarif"]);
    let sarif = json(&std::fs::read_to_string(workspace.path("a.sarif")).unwrap());
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let states: Vec<_> = results.iter().map(|one| one["baselineState"].as_str().unwrap()).collect();
    assert!(states.contains(&"new") && states.contains(&"unchanged"), "{states:?}");
}

#[test]
fn what_was_not_found_again_is_not_called_fixed() {
    let workspace = Workspace::with(&[("ratio.c", RATIO)]);
    workspace.check(&["ratio.c", "--write-baseline", "base.json"]);
    // A search that ends at once finds less.
    let said = workspace.check(&["ratio.c", "--baseline", "base.json", "--max-steps", "1"]);
    let became = earlier(&workspace);
    assert_eq!(kinds(&became["fixed"]), [""; 0], "{became:#}");
    assert_eq!(became["not_seen"].as_array().unwrap().len(), 1, "{became:#}");
    assert_eq!(became["not_seen"][0]["because"], "its test still fails", "{became:#}");
    assert!(said.stdout.contains("1 known, 0 fixed, 1 not seen"), "{}", said.stdout);
    // Of functions that were not looked at, nothing is said.
    workspace.check(&["ratio.c", "--baseline", "base.json", "--function", "pick"]);
    let became = earlier(&workspace);
    assert_eq!((&became["known"], &became["not_seen"]), (&1.into(), &json("[]")), "{became:#}");
}

#[test]
fn comments_and_rules_ignore_and_are_counted() {
    let text = RATIO.replace(
        "total / parts;",
        "total / parts; // coax: ignore division-by-zero checked by all callers",
    );
    let text = text.replace("    return row", "    /* coax: ignore nonsense */\n    return row");
    let workspace = Workspace::with(&[("ratio.c", &text)]);
    let said = workspace.check(&["ratio.c"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    assert!(!said.stdout.contains("error[division-by-zero]"), "{}", said.stdout);
    assert!(said.stdout.contains("1 finding ignored\n"), "{}", said.stdout);
    let remark = "ratio.c:7: `coax: ignore nonsense` names no kind of error";
    assert!(said.stdout.contains(remark), "{}", said.stdout);
    workspace.write("coax.toml", "[ignore]\nfunctions = [\"pic*\"]\n");
    let said = workspace.check(&["ratio.c"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    assert_eq!(report["earlier"]["ignored"], 2);
    let why: Vec<_> =
        report["warnings"].as_array().unwrap().iter().map(|one| &one["ignored_because"]).collect();
    assert!(why.contains(&&"comment: checked by all callers".into()), "{why:?}");
    assert!(why.contains(&&"rule function=pic*".into()), "{why:?}");
}

#[test]
fn what_is_no_baseline_is_refused_and_never_overwritten() {
    let workspace = Workspace::with(&[
        ("ratio.c", RATIO),
        ("broken.json", "{ \"coax_baseline\": 1, "),
        ("other.json", "{ \"version\": \"2.1.0\", \"runs\": [] }"),
        ("newer.json", "{ \"coax_baseline\": 99 }"),
        ("notes.txt", "mine"),
    ]);
    for (words, said) in [
        (["--baseline", "none.json"], "there is no such file"),
        (["--baseline", "broken.json"], "no baseline of coax: EOF"),
        (["--baseline", "other.json"], "this is a SARIF file"),
        (["--baseline", "newer.json"], "a baseline of version 99"),
        (["--baseline", "."], "no regular file"),
        (["--write-baseline", "notes.txt"], "not overwritten"),
        (["--write-baseline", "no/such/folder.json"], "No such file"),
        (["--ignore", "kind=bug"], "no kind of error"),
    ] {
        let run = workspace.check(&[&["ratio.c"], &words[..]].concat());
        assert_eq!(run.code, Some(2), "{words:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(said), "{words:?}: {}", run.stderr);
        assert!(!workspace.path("coax-out").exists(), "{words:?}");
    }
    assert_eq!(std::fs::read_to_string(workspace.path("notes.txt")).unwrap(), "mine");
}
