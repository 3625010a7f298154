//! The programs of the corpora, and the options that each asks for.
//!
//! Invariant: a program is one source, or a folder `NAME.d` of sources that belong together.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A program of a corpus.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Program {
    pub path: PathBuf,
    /// Of coax: `check` or `explore`.
    pub command: &'static str,
    pub options: Vec<String>,
    /// For the compiler.
    pub flags: Vec<String>,
}

impl Program {
    /// What stands on the command line: `check` takes a folder, `explore` its files.
    pub fn arguments(&self) -> io::Result<Vec<PathBuf>> {
        if self.command == "explore" { sources(&self.path) } else { Ok(vec![self.path.clone()]) }
    }
}

/// The commands that have a corpus.
const COMMANDS: [&str; 2] = ["check", "explore"];

/// A program with this option is about the clock: what is found depends on the machine.
const BY_THE_CLOCK: &str = "--time";

/// All programs whose path contains `filter`, in a fixed order.
pub fn of_the_corpora(root: &Path, filter: &str) -> io::Result<Vec<Program>> {
    let mut programs = Vec::new();
    for command in COMMANDS {
        let mut paths = Vec::new();
        collect(&root.join("tests/corpus").join(command), &mut paths)?;
        paths.retain(|path| path.to_string_lossy().contains(filter));
        for path in paths {
            let text = text(&path)?;
            let (options, flags) = (options(command, &text), words(&text, "runs"));
            if !options.iter().any(|word| word == BY_THE_CLOCK) {
                programs.push(Program { path, command, options, flags });
            }
        }
    }
    programs.sort();
    Ok(programs)
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "c" || end == "cpp")
}

fn collect(folder: &Path, programs: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_program = path.extension().is_some_and(|end| end == "d") || is_source(&path);
        if is_program {
            programs.push(path);
        } else if path.is_dir() {
            collect(&path, programs)?;
        }
    }
    Ok(())
}

/// A source itself, or all sources of a folder.
fn sources(path: &Path) -> io::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut sources = Vec::new();
    collect(path, &mut sources)?;
    sources.sort();
    Ok(sources)
}

/// The text of all sources.
fn text(path: &Path) -> io::Result<String> {
    let texts: io::Result<Vec<String>> = sources(path)?.iter().map(fs::read_to_string).collect();
    Ok(texts?.join("\n"))
}

/// The words of the first line `//@ NAME: WORDS`, or `//@ NAME: WORDS => EXPECTATION`.
fn words(text: &str, name: &str) -> Vec<String> {
    let prefix = format!("//@ {name}:");
    let said = text.lines().find_map(|line| line.strip_prefix(&prefix)).unwrap_or_default();
    let (words, _expectation) = said.split_once("=>").unwrap_or((said, ""));
    words.split_whitespace().map(str::to_owned).collect()
}

/// What `//@ COMMAND:` and `//@ policy:` say: for `check` the function comes first.
fn options(command: &str, text: &str) -> Vec<String> {
    let mut options = words(text, command);
    if options.first().is_some_and(|word| !word.starts_with('-')) {
        options.insert(0, "--function".to_owned());
    }
    options.extend(words(text, "policy"));
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_an_option_and_options_stay() {
        let text = "// A sentence.\n//@ check: last --max-revisits 8\nint last;\n";
        assert_eq!(options("check", text), ["--function", "last", "--max-revisits", "8"]);
        assert_eq!(
            options("explore", "//@ explore: --symbolic-stdin 2"),
            ["--symbolic-stdin", "2"]
        );
        assert!(options("check", "int f(void);").is_empty());
    }

    #[test]
    fn expectations_are_no_options() {
        let text = "//@ policy: --concretize exe => 0 1\n//@ runs: -DN=3 => 9, 9\n";
        assert_eq!(options("explore", text), ["--concretize", "exe"]);
        assert_eq!(words(text, "runs"), ["-DN=3"]);
    }

    #[test]
    fn a_folder_of_sources_is_one_program() {
        let root = tempfile::tempdir().unwrap();
        let corpus = root.path().join("tests/corpus");
        for (name, text) in [
            ("check/error/a.d/a.c", "int a;"),
            ("check/error/a.d/b.c", "//@ check: f\n"),
            ("check/clean/c.cpp", ""),
            ("check/clean/notes.h", ""),
            ("explore/d.c", "//@ explore: --seed 1\n"),
            ("explore/clock.c", "//@ explore: --time 1s\n"),
        ] {
            let path = corpus.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let program = |command, name: &str, options: &[&str]| Program {
            path: corpus.join(name),
            command,
            options: options.iter().map(ToString::to_string).collect(),
            flags: Vec::new(),
        };
        let expected = [
            program("check", "check/clean/c.cpp", &[]),
            program("check", "check/error/a.d", &["--function", "f"]),
            program("explore", "explore/d.c", &["--seed", "1"]),
        ];
        let programs = of_the_corpora(root.path(), "").unwrap();
        assert_eq!(programs, expected);
        assert_eq!(programs[1].arguments().unwrap(), [corpus.join("check/error/a.d")]);
        assert_eq!(of_the_corpora(root.path(), "d.c").unwrap(), expected[2..]);
    }
}
