//! `cargo xtask tidy`: rules of the tree that no compiler enforces.
//!
//! Each rule is one file: a pure function from the [`Tree`] to the [`Problem`]s it sees, tested on
//! small trees in memory. A rule says in its message what to do, not only what is wrong.

mod allowances;
mod architecture;
mod code;
mod dependencies;
mod headers;
mod machine_paths;
mod manifests;
mod methods;
mod module_cycles;
mod names;
mod programs;
mod sizes;
mod tree;
mod tuple_parameters;
mod unfinished;
mod vague_comments;

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use self::tree::Tree;

/// One violation, printed as compilers do so that editors can jump to it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Problem {
    path: String,
    /// From 1; 0 when it is about the whole file.
    line: usize,
    message: String,
}

type Rule = fn(&Tree) -> Vec<Problem>;

const RULES: &[Rule] = &[
    architecture::check,
    dependencies::check,
    headers::check,
    machine_paths::check,
    manifests::check,
    methods::check,
    module_cycles::check,
    names::check,
    programs::check,
    sizes::check,
    tuple_parameters::check,
    unfinished::check,
    vague_comments::check,
];

/// Runs every rule over the tree below `root`; fails if one of them sees a problem.
pub fn run(root: &Path) -> ExitCode {
    let tree = match Tree::read(root) {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("tidy: cannot read the tree: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut problems: Vec<Problem> = RULES.iter().flat_map(|rule| rule(&tree)).collect();
    problems.sort();
    for problem in &problems {
        println!("{problem}");
    }
    if problems.is_empty() {
        println!("tidy: {} files, {} rules, no problem", tree.len(), RULES.len());
        ExitCode::SUCCESS
    } else {
        println!("tidy: {} problem(s)", problems.len());
        ExitCode::FAILURE
    }
}

impl Problem {
    fn in_file(path: &str, message: impl Into<String>) -> Problem {
        Problem::at(path, 0, message)
    }

    fn at(path: &str, line: usize, message: impl Into<String>) -> Problem {
        Problem { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}

/// Runs one rule over a tree in memory and gives the problems as text.
#[cfg(test)]
fn problems_of(rule: Rule, files: &[(&str, &str)]) -> Vec<String> {
    rule(&Tree::in_memory(files)).iter().map(ToString::to_string).collect()
}
