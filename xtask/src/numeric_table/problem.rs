//! The problems of `tests/corpus/numeric`: small programs with one assertion to reach.
//!
//! Invariant: a problem says either how it is solved (`//@ solution: name=value ...`) or why it cannot
//! be (`//@ unsatisfiable: reason`), on its second line; the first is a sentence.

use std::fs;
use std::path::{Path, PathBuf};

use super::native::{Binary, End};

/// Random runs that must not reach what is said to be out of reach.
const DOUBTS: u64 = 100_000;

/// Whether there are inputs that reach the assertion.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// These do, each `name=value`.
    Solution(Vec<String>),
    /// None does, for this reason.
    Unsatisfiable(String),
}

/// One program.
#[derive(Debug)]
pub struct Problem {
    /// The folder it lies in.
    pub family: String,
    /// The file without its ending.
    pub name: String,
    pub path: PathBuf,
    pub answer: Answer,
}

impl Problem {
    /// As lists of problems call it.
    pub fn title(&self) -> String {
        format!("{}/{}", self.family, self.name)
    }

    /// Whether there is an input to find.
    pub fn satisfiable(&self) -> bool {
        matches!(self.answer, Answer::Solution(_))
    }

    /// Whether a native run agrees: the solution reaches the assertion, random inputs do not reach
    /// one that is said to be out of reach.
    pub fn verify(&self, binary: &Binary) -> Result<(), String> {
        match &self.answer {
            Answer::Solution(values) => match binary.given(values)? {
                End::Assertion => Ok(()),
                end => Err(format!("its solution ends with {end:?}")),
            },
            Answer::Unsatisfiable(_) => match binary.random(DOUBTS, 60.0, 0)?.hit {
                false => Ok(()),
                true => Err("a random input reaches it".into()),
            },
        }
    }
}

/// All problems below `folder`, ordered by family and name.
pub fn read_all(folder: &Path) -> Result<Vec<Problem>, String> {
    let mut problems = Vec::new();
    for family in sorted(folder)? {
        for path in sorted(&family)? {
            problems.push(read(&family, &path)?);
        }
    }
    Ok(problems)
}

fn read(family: &Path, path: &Path) -> Result<Problem, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let answer = answer(&text).map_err(|reason| format!("{}: {reason}", path.display()))?;
    let word = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into();
    Ok(Problem {
        family: word(family.file_name()),
        name: word(path.file_stem()),
        path: path.to_owned(),
        answer,
    })
}

fn answer(text: &str) -> Result<Answer, String> {
    let mut lines = text.lines();
    if !lines.next().is_some_and(|line| line.starts_with("// ")) {
        return Err("the first line must say what it shows".into());
    }
    let directive = lines.next().and_then(|line| line.strip_prefix("//@ "));
    match directive.and_then(|directive| directive.split_once(": ")) {
        Some(("solution", values)) => {
            Ok(Answer::Solution(values.split_whitespace().map(str::to_owned).collect()))
        }
        Some(("unsatisfiable", reason)) => Ok(Answer::Unsatisfiable(reason.to_owned())),
        _ => Err("the second line must be `//@ solution: …` or `//@ unsatisfiable: …`".into()),
    }
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?;
    let mut paths =
        entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric_table::native::Builder;

    #[test]
    fn a_problem_says_whether_it_can_be_solved() {
        let solved = answer("// One.\n//@ solution: x=1 y=2.5\n");
        assert_eq!(solved, Ok(Answer::Solution(vec!["x=1".into(), "y=2.5".into()])));
        let never = answer("// One.\n//@ unsatisfiable: it is so\n");
        assert_eq!(never, Ok(Answer::Unsatisfiable("it is so".into())));
        assert!(answer("// One.\n//@ solutions: x=1\n").is_err());
        assert!(answer("//@ solution: x=1\n").is_err());
    }

    /// Every solution in the corpus reaches its assertion natively; no random input reaches one
    /// that is said to be out of reach.
    #[test]
    fn the_corpus_is_right_about_itself() {
        let root = crate::workspace_root();
        let folder = tempfile::tempdir().unwrap();
        let builder = Builder::new(&root, Path::new("clang-22"), folder.path()).unwrap();
        let problems = read_all(&root.join("tests/corpus/numeric")).unwrap();
        let wrong: Vec<String> = problems
            .iter()
            .filter_map(|problem| {
                let reason = problem.verify(&builder.build(&problem.path, &[]).unwrap()).err()?;
                Some(format!("{}: {reason}", problem.title()))
            })
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        let satisfiable = problems.iter().filter(|problem| problem.satisfiable()).count();
        assert!(satisfiable >= 70 && problems.len() - satisfiable >= 15);
    }
}
