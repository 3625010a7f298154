//! `coax check` of a folder with many files: all of them are reached, and what is found first is judged while
//! others are still being compiled.

#[path = "support/workspace.rs"]
mod workspace;

use serde_json::Value;

use workspace::Workspace;

/// So many files: several times as many as are gathered before the first are explored.
const FILES: usize = 60;

/// Values that are out of range only if one of four billion is given.
fn planted(number: usize) -> String {
    format!(
        "int planted_{number}(int choice) {{\n\
             int slots[4] = {{1, 2, 3, 4}};\n\
             return choice == 12345 ? slots[choice] : slots[choice & 3];\n\
         }}\n"
    )
}

/// Small files that are clean, but for the first, a middle and the last.
fn files() -> Vec<(String, String)> {
    let file = |number: usize| {
        let mut text = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n".to_owned();
        let functions = format!(
            "static int limits_{number}[8];\n\
             int bounded_{number}(unsigned at) {{ return at < 8 ? limits_{number}[at] : -1; }}\n\
             int sign_{number}(int value) {{ return value < 0 ? -1 : value > {number}; }}\n\
             void say_{number}(int loud) {{ if (loud) printf(\"file %d\\n\", {number}); }}\n"
        );
        text.push_str(&functions);
        if [0, FILES / 2, FILES - 1].contains(&number) {
            text.push_str(&planted(number));
        }
        (format!("m{number:02}.c"), text)
    };
    (0..FILES).map(file).collect()
}

fn workspace() -> Workspace {
    let files = files();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Workspace::with(&files)
}

fn confirmed(report: &Value) -> Vec<&str> {
    let warnings = report["warnings"].as_array().unwrap().iter();
    let confirmed = warnings.filter(|warning| warning["confirmed"] == true);
    confirmed.map(|warning| warning["function"].as_str().unwrap()).collect()
}

#[test]
fn all_files_are_reached_and_the_first_error_is_there_before_the_last_is_compiled() {
    let workspace = workspace();
    let said = workspace.check(&[".", "-v", "--time", "10m"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let report = workspace.report();
    let units = report["units"].as_array().unwrap();
    assert_eq!(units.len(), 3 * FILES + 3);
    let incomplete: Vec<&Value> =
        units.iter().filter(|unit| unit["status"] != "complete").collect();
    assert!(incomplete.is_empty(), "{incomplete:#?}");
    let names = [0, FILES / 2, FILES - 1].map(|number| format!("planted_{number}"));
    assert_eq!(confirmed(&report), names);
    // The order of what happened.
    let at = |words: &str| {
        let found = said.stderr.lines().position(|line| line.starts_with(words));
        found.unwrap_or_else(|| panic!("{words}: {}", said.stderr))
    };
    let all = format!("compiled: {FILES} of {FILES} files");
    assert!(at("possible: out-of-bounds in planted_0") < at(&all), "{}", said.stderr);
    assert!(at("planted_0: ") < at(&all), "{}", said.stderr);
}
