//! Programs that ask for inputs by the words of `coax.h`, built and run without Coax.
//!
//! Invariant: what is said here about a program was seen in a native run of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Answers the words with given or random values.
const ANSWERS: &str = include_str!("native.c");

/// How a native run ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// An assertion failed.
    Assertion,
    /// An assumption did not hold.
    Assumption,
    /// `main` returned.
    Status(i32),
}

/// What random values found.
#[derive(Debug, PartialEq, Eq)]
pub struct Random {
    /// Whether an assertion failed.
    pub hit: bool,
    /// How often the program ran.
    pub runs: u64,
}

/// The compiler and where it puts things.
pub struct Builder {
    clang: PathBuf,
    include: PathBuf,
    folder: PathBuf,
    answers: PathBuf,
}

/// A program that was built.
pub struct Binary {
    path: PathBuf,
}

impl Builder {
    /// Builds what all programs share; everything goes to `folder`.
    pub fn new(root: &Path, clang: &Path, folder: &Path) -> Result<Builder, String> {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let source = folder.join("answers.c");
        fs::write(&source, ANSWERS).map_err(|error| format!("{}: {error}", source.display()))?;
        let builder = Builder {
            clang: clang.to_owned(),
            include: root.join("crates/coax-models/include"),
            folder: folder.to_owned(),
            answers: folder.join("answers.o"),
        };
        builder.compile(&source, &builder.answers, &[])?;
        Ok(builder)
    }

    /// Builds one program; `flags` are for it alone.
    pub fn build(&self, source: &Path, flags: &[&str]) -> Result<Binary, String> {
        let name = source.file_stem().unwrap_or_default();
        let path = self.folder.join(name);
        let object = path.with_extension("o");
        let words = [&["-D__COAX__", "-Dmain=program"], flags].concat();
        self.compile(source, &object, &words)?;
        let mut link = Command::new(&self.clang);
        link.args([&object, &self.answers]).args(flags).arg("-o").arg(&path).arg("-lm");
        output(&mut link)?;
        Ok(Binary { path })
    }

    fn compile(&self, source: &Path, object: &Path, flags: &[&str]) -> Result<(), String> {
        let mut clang = Command::new(&self.clang);
        clang.args(["-O1", "-w", "-c"]).args(flags).arg("-I").arg(&self.include);
        output(clang.arg(source).arg("-o").arg(object)).map(drop)
    }
}

impl Binary {
    /// Runs with `values`, each `name=value`.
    pub fn given(&self, values: &[String]) -> Result<End, String> {
        let said = output(Command::new(&self.path).arg("given").args(values))?;
        match last_words(&said).as_slice() {
            ["assertion"] => Ok(End::Assertion),
            ["assumption"] => Ok(End::Assumption),
            ["status", code] => {
                code.parse().map(End::Status).map_err(|error| format!("`{code}`: {error}"))
            }
            other => Err(format!("ended with {other:?}")),
        }
    }

    /// Runs with random values until an assertion fails, `most` times or `seconds` long.
    pub fn random(&self, most: u64, seconds: f64, seed: u64) -> Result<Random, String> {
        let limits = [most.to_string(), seconds.to_string(), seed.to_string()];
        let said = output(Command::new(&self.path).arg("random").args(limits))?;
        match last_words(&said).as_slice() {
            [word @ ("assertion" | "nothing"), runs] => Ok(Random {
                hit: *word == "assertion",
                runs: runs.parse().map_err(|error| format!("`{runs}`: {error}"))?,
            }),
            other => Err(format!("ended with {other:?}")),
        }
    }
}

/// The words of the last line.
fn last_words(said: &str) -> Vec<&str> {
    said.lines().last().unwrap_or_default().split_whitespace().collect()
}

/// Standard output of a command that succeeds.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{name} could not be run: {error}"))?;
    if !output.status.success() {
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{name} ended with {}\n{told}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = r#"
#include <coax.h>
#include <stdio.h>
int main(void) {
    puts("hello");
    int first = coax_int("n"), second = coax_int("n");
    coax_assume(first <= second);
    coax_assert(first != 7);
    return second;
}
"#;

    fn built(folder: &Path, text: &str) -> Binary {
        let source = folder.join("program.c");
        fs::write(&source, text).unwrap();
        let builder =
            Builder::new(&crate::workspace_root(), Path::new("clang-22"), &folder.join("b"));
        builder.unwrap().build(&source, &[]).unwrap()
    }

    #[test]
    fn given_values_reach_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let binary = built(folder.path(), PROGRAM);
        let given = |words: &[&str]| {
            binary.given(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>()).unwrap()
        };
        assert_eq!(given(&["n=7"]), End::Assertion);
        assert_eq!(given(&["n.0=9", "n.1=8"]), End::Assumption);
        assert_eq!(given(&["n=3", "n.1=5"]), End::Status(5));
        assert_eq!(given(&[]), End::Status(0));
    }

    #[test]
    fn random_values_find_what_is_easy_and_stop() {
        let folder = tempfile::tempdir().unwrap();
        let easy = built(folder.path(), PROGRAM).random(100_000, 60.0, 1).unwrap();
        assert!(easy.hit && easy.runs < 100_000, "{easy:?}");
        let never = PROGRAM.replace("first != 7", "1");
        let none = built(folder.path(), &never).random(10_000, 60.0, 1).unwrap();
        assert_eq!(none, Random { hit: false, runs: 10_000 });
    }
}
