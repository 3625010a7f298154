//! Every program about floats and products that is no corpus program of `coax explore` itself: the
//! problems of `tests/corpus/numeric` and the examples of mixed solving. Each test that is generated
//! natively does what was predicted, and goes the way its path went at every branch.
//!
//! The problems of a family become one program, which an input chooses from: building it takes most of
//! the time. How many problems are solved in good time is not what this is about (`cargo xtask
//! numeric-table` tells); so hard questions are cut short.
//! Invariants: every problem is entered; nothing is found in a problem that says it has no solution.

#[path = "support/workspace.rs"]
mod workspace;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

use workspace::Workspace;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Problems of a family at most, as bits of a number.
const CHOICES: u32 = 5;

/// The first decisions first, so that all problems are entered.
const BUDGET: [&str; 6] = ["--search", "bfs", "--solver-time", "50ms", "--time", "120s"];

/// Paths for every problem beyond the one that enters it.
const PATHS: usize = 4;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let families = files(&Path::new(ROOT).join("tests/corpus/numeric"), |path| path.is_dir());
    let mut trials: Vec<Trial> = families.into_iter().map(family_trial).collect();
    trials.extend(["conflict_probe.c", "jet_autopilot.c"].map(example_trial));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// What a folder holds, in order.
fn files(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = paths.filter(|path| wanted(path)).collect();
    found.sort();
    found
}

fn family_trial(folder: PathBuf) -> Trial {
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Trial::test(name, move || family(&folder).map_err(Failed::from))
}

fn example_trial(name: &'static str) -> Trial {
    Trial::test(name, move || example(name).map_err(Failed::from))
}

fn family(folder: &Path) -> Result<(), String> {
    let problems = files(folder, |path| path.extension().is_some_and(|end| end == "c"));
    if problems.is_empty() || problems.len() > 1 << CHOICES {
        return Err(format!("{}: {} problems", folder.display(), problems.len()));
    }
    let workspace = Workspace::with(&[("main.c", &chooser(problems.len()))]);
    let mut sources = vec!["main.c".to_owned()];
    for (number, problem) in problems.iter().enumerate() {
        let source = format!("problem_{number}.c");
        let text = format!("#define main problem_{number}\n#include \"{}\"\n", problem.display());
        workspace.write(&source, &text);
        sources.push(source);
    }
    let paths = ((1 << CHOICES) + PATHS * problems.len()).to_string();
    let report = explored(&workspace, &sources, &[&BUDGET[..], &["--max-paths", &paths]].concat())?;
    let functions = &report["coverage"]["functions"];
    if functions["covered"].as_u64() != Some(problems.len() as u64 + 1) {
        return Err(format!("not every problem was entered: {functions}"));
    }
    nothing_false(&report, &problems)
}

/// The program that an input chooses a problem of.
fn chooser(problems: usize) -> String {
    let declared: String = (0..problems).map(|n| format!("int problem_{n}(void);\n")).collect();
    let cases: String =
        (0..problems).map(|n| format!("    case {n}: return problem_{n}();\n")).collect();
    format!(
        "#include <coax.h>\n{declared}int main(void) {{\n    int problem = 0;\n    \
         for (int bit = 0; bit < {CHOICES}; bit++)\n        \
         if (coax_bool(\"bit\"))\n            problem |= 1 << bit;\n    \
         switch (problem) {{\n{cases}    }}\n    return 0;\n}}\n"
    )
}

fn example(name: &str) -> Result<(), String> {
    let workspace = Workspace::with(&[]);
    let source = Path::new(ROOT).join("examples").join(name).display().to_string();
    explored(&workspace, &[source], &["--max-paths", "24", "--time", "120s"]).map(drop)
}

/// The report, if every test natively did what was predicted.
fn explored(workspace: &Workspace, sources: &[String], budget: &[&str]) -> Result<Value, String> {
    let mut words = vec!["--check-traces", "--format", "json"];
    words.extend(sources.iter().map(String::as_str));
    let said = workspace.explore(&[&words[..], budget].concat());
    if !matches!(said.code, Some(0 | 1)) {
        return Err(format!("ended with {:?}\n{}", said.code, said.stderr));
    }
    let report = workspace::json(&said.stdout);
    let notes = report["units"][0]["notes"].as_array().into_iter().flatten();
    let notes: Vec<&str> = notes.filter_map(Value::as_str).collect();
    if report["divergences"] != 0 || report["tests"].as_array().is_none_or(Vec::is_empty) {
        return Err(format!("{} divergences:\n{}", report["divergences"], notes.join("\n")));
    }
    let cut = |note: &&&str| note.ends_with(" were compared") || note.contains("before the end");
    notes.iter().find(cut).map_or(Ok(()), |note| Err(note.to_string()))?;
    Ok(report)
}

/// What was found is there natively, and a problem says that there is something to find.
fn nothing_false(report: &Value, problems: &[PathBuf]) -> Result<(), String> {
    for warning in report["warnings"].as_array().into_iter().flatten() {
        let file = Path::new(warning["file"].as_str().unwrap_or_default()).file_name();
        let problem = problems.iter().find(|problem| problem.file_name() == file);
        let problem = problem.ok_or_else(|| format!("an error in no problem: {warning:#}"))?;
        let text = fs::read_to_string(problem).map_err(|e| e.to_string())?;
        let solvable = text.contains("//@ solution:");
        if warning["confirmed"] != true || (warning["kind"] == "assertion" && !solvable) {
            return Err(format!("{}: {warning:#}", problem.display()));
        }
    }
    Ok(())
}
