//! Rule: crates depend on each other only downwards, and LLVM stays behind one door.
//!
//! The three separations this keeps: only coax-clang knows LLVM; coax-native, which judges what the
//! engine claims, knows of ours nothing but words (coax-kinds); coax-memory knows neither engine nor solver.
//! Tests may reach further (a test of the engine needs programs from somewhere), so
//! `dev-dependencies` are free, except for LLVM.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::{
    Problem,
    tree::{File, Tree},
};

/// Each crate with those of ours it may depend on, lowest first. A new crate needs a row.
const MAY_DEPEND_ON: &[(&str, &[&str])] = &[
    ("coax-kinds", &[]),
    ("coax-deadline", &["coax-kinds"]),
    ("coax-ir", &[]),
    ("coax-case", &["coax-ir", "coax-kinds"]),
    ("coax-expr", &[]),
    ("coax-solve", &["coax-deadline", "coax-expr"]),
    ("coax-native", &["coax-kinds"]),
    ("coax-report", &["coax-ir", "coax-kinds"]),
    ("coax-suite", &["coax-case", "coax-ir", "coax-kinds"]),
    ("coax-memory", &["coax-expr", "coax-ir"]),
    ("coax-interp", &["coax-expr", "coax-ir", "coax-kinds", "coax-memory"]),
    (
        "coax-symbolic",
        &[
            "coax-case",
            "coax-expr",
            "coax-interp",
            "coax-ir",
            "coax-kinds",
            "coax-memory",
            "coax-solve",
        ],
    ),
    (
        "coax-explore",
        &[
            "coax-expr",
            "coax-interp",
            "coax-ir",
            "coax-kinds",
            "coax-memory",
            "coax-solve",
            "coax-symbolic",
        ],
    ),
    ("coax-engine", &["coax-explore", "coax-symbolic"]),
    (
        "coax-sequence",
        &[
            "coax-case",
            "coax-deadline",
            "coax-engine",
            "coax-expr",
            "coax-ir",
            "coax-kinds",
            "coax-memory",
            "coax-solve",
        ],
    ),
    ("coax-guide", &["coax-deadline", "coax-ir", "coax-kinds"]),
    ("coax-models", &["coax-engine", "coax-expr", "coax-ir", "coax-memory", "coax-native"]),
    ("coax-clang", &["coax-deadline", "coax-ir"]),
    ("coax-workplace", &["coax-clang", "coax-deadline", "coax-native", "coax-report"]),
    ("coax-world", &["coax-engine", "coax-ir", "coax-models", "coax-native", "coax-workplace"]),
    (
        "coax-project",
        &[
            "coax-case",
            "coax-clang",
            "coax-deadline",
            "coax-engine",
            "coax-ir",
            "coax-kinds",
            "coax-models",
            "coax-native",
            "coax-report",
            "coax-sequence",
            "coax-suite",
            "coax-workplace",
            "coax-world",
        ],
    ),
    (
        "coax-campaign",
        &[
            "coax-case",
            "coax-clang",
            "coax-deadline",
            "coax-engine",
            "coax-guide",
            "coax-ir",
            "coax-kinds",
            "coax-memory",
            "coax-models",
            "coax-native",
            "coax-project",
            "coax-report",
            "coax-sequence",
            "coax-solve",
            "coax-suite",
            "coax-workplace",
            "coax-world",
        ],
    ),
    (
        "coax",
        &[
            "coax-campaign",
            "coax-clang",
            "coax-engine",
            "coax-ir",
            "coax-kinds",
            "coax-models",
            "coax-native",
            "coax-report",
        ],
    ),
    ("xtask", &[]),
];

/// Bindings to LLVM and clang, and the one crate that may use them.
const LLVM_BINDINGS: &[&str] = &["llvm-sys", "inkwell", "llvm-ir", "clang", "clang-sys"];
const LLVM_CRATE: &str = "coax-clang";

const SECTIONS: &[&str] = &["dependencies", "build-dependencies", "dev-dependencies"];

pub fn check(tree: &Tree) -> Vec<Problem> {
    tree.texts()
        .filter(|file| file.path.ends_with("/Cargo.toml"))
        .flat_map(|file| match file.text.parse::<Table>() {
            Ok(manifest) => check_crate(file, &manifest),
            Err(error) => vec![Problem::in_file(file.path, error.message())],
        })
        .collect()
}

fn check_crate(file: File<'_>, manifest: &Table) -> Vec<Problem> {
    let Some(name) = manifest.get("package").and_then(|package| package.get("name")?.as_str())
    else {
        return vec![Problem::in_file(file.path, "not the manifest of a crate")];
    };
    let Some((_, allowed)) = MAY_DEPEND_ON.iter().find(|(known, _)| *known == name) else {
        let message = format!("give `{name}` a row in xtask's MAY_DEPEND_ON");
        return vec![Problem::in_file(file.path, message)];
    };
    let mut problems = Vec::new();
    for (section, dependency) in dependencies(manifest) {
        if dependency.starts_with("coax") && section != "dev-dependencies" {
            if !allowed.contains(&dependency.as_str()) {
                let message = format!("`{name}` must not depend on `{dependency}`");
                problems.push(Problem::in_file(file.path, message));
            }
        } else if LLVM_BINDINGS.contains(&dependency.as_str()) && name != LLVM_CRATE {
            let message = format!("only `{LLVM_CRATE}` may depend on `{dependency}`");
            problems.push(Problem::in_file(file.path, message));
        }
    }
    problems
}

/// Every (section, package) of a manifest, those for single platforms included.
fn dependencies(manifest: &Table) -> BTreeSet<(&'static str, String)> {
    let platforms = manifest.get("target").and_then(Value::as_table);
    let platforms = platforms.into_iter().flat_map(|table| table.values());
    let mut found = BTreeSet::new();
    for scope in platforms.filter_map(Value::as_table).chain([manifest]) {
        for &section in SECTIONS {
            let Some(entries) = scope.get(section).and_then(Value::as_table) else { continue };
            for (key, value) in entries {
                // `alias = { package = "real" }` depends on `real`.
                let package = value.get("package").and_then(Value::as_str).unwrap_or(key);
                found.insert((section, package.to_owned()));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems_of;

    fn problems(name: &str, rest: &str) -> Vec<String> {
        let manifest = format!("[package]\nname = \"{name}\"\n{rest}");
        problems_of(check, &[("crates/x/Cargo.toml", &manifest)])
    }

    fn one(name: &str, rest: &str) -> String {
        let mut found = problems(name, rest);
        assert_eq!(found.len(), 1, "{found:?}");
        found.remove(0).replace("crates/x/Cargo.toml: ", "")
    }

    #[test]
    fn downwards_is_fine() {
        assert!(problems("coax-interp", "[dependencies]\ncoax-ir.workspace = true\n").is_empty());
        assert!(problems("coax", "[dependencies]\ncoax-clang.workspace = true\n").is_empty());
    }

    #[test]
    fn upwards_is_not() {
        let problem = one("coax-ir", "[dependencies]\ncoax-engine.workspace = true\n");
        assert_eq!(problem, "`coax-ir` must not depend on `coax-engine`");
    }

    #[test]
    fn memory_knows_no_engine_and_no_solver() {
        for other in ["coax-interp", "coax-engine", "coax-solve"] {
            let problem = one("coax-memory", &format!("[dependencies]\n{other} = \"1\"\n"));
            assert_eq!(problem, format!("`coax-memory` must not depend on `{other}`"));
        }
    }

    #[test]
    fn native_knows_words_only() {
        for (other, _) in MAY_DEPEND_ON.iter().filter(|(name, _)| name.starts_with("coax")) {
            let rest = format!("[build-dependencies]\n{other} = \"1\"\n");
            let is_allowed = problems("coax-native", &rest).is_empty();
            assert_eq!(is_allowed, *other == "coax-kinds", "{other}");
        }
    }

    #[test]
    fn llvm_stays_in_its_crate_even_in_tests_and_under_another_name() {
        assert!(problems("coax-clang", "[dependencies]\nllvm-sys = \"221\"\n").is_empty());
        let problem = one("coax-engine", "[dev-dependencies]\nllvm-sys = \"221\"\n");
        assert_eq!(problem, "only `coax-clang` may depend on `llvm-sys`");
        one("coax", "[dependencies]\nl = { package = \"llvm-sys\", version = \"221\" }\n");
        one("coax", "[target.'cfg(unix)'.dependencies]\ninkwell = \"1\"\n");
    }

    #[test]
    fn tests_may_reach_upwards() {
        let rest = "[dev-dependencies]\ncoax-clang.workspace = true\n";
        assert!(problems("coax-engine", rest).is_empty());
    }

    #[test]
    fn a_crate_nobody_placed_is_a_problem() {
        assert_eq!(one("coax-new", ""), "give `coax-new` a row in xtask's MAY_DEPEND_ON");
    }

    #[test]
    fn the_table_itself_has_no_cycle() {
        let position = |name: &str| MAY_DEPEND_ON.iter().position(|(known, _)| *known == name);
        for (name, allowed) in MAY_DEPEND_ON {
            for lower in *allowed {
                assert!(position(lower) < position(name), "{name} -> {lower}");
            }
        }
    }
}
