//! Reads what a program of the corpus of suites says about itself: its first line (one sentence), `//@ name: value`
//! lines, and the expected errors at the end of their lines: `//~ kind`.
//!
//! Invariants: unknown directive names, unknown error kinds, malformed values and directives given twice are
//! errors; so is a program that does not start with a sentence.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::kinds;
use crate::report::ErrorSite;
use crate::words::split_words;

/// What the tests are to cover natively.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Every side of every branch and every line.
    Full,
    /// So many sides of branches at least.
    AtLeast(u64),
}

/// Everything a program declares.
#[derive(Debug, Default)]
pub struct Directives {
    /// Options of the command.
    pub options: Vec<String>,
    /// Flags for the compiler.
    pub cflags: Vec<String>,
    pub coverage: Option<Reach>,
    /// There are no more tests than this.
    pub tests: Option<u64>,
    /// Outcomes that tests must have, each one at least once.
    pub outcomes: BTreeSet<String>,
    /// Texts that stand in the suite that people keep.
    pub keeps: Vec<String>,
    /// That suite is built and run by its Makefile, without a warning.
    pub make: bool,
    /// The run is made twice and must give the same.
    pub repeat: bool,
    /// Below `known/`: what is wrong today.
    pub wrong: Option<String>,
    pub marks: BTreeSet<ErrorSite>,
    seen: Vec<String>,
}

pub fn read(files: &[PathBuf]) -> Result<Directives, String> {
    let mut directives = Directives::default();
    for source in files {
        let text = fs::read_to_string(source).map_err(|e| format!("{}: {e}", source.display()))?;
        let file = source.file_name().unwrap_or_default().to_string_lossy();
        if !text.starts_with("// ") {
            return Err(format!("{}: the first line must say what it shows", source.display()));
        }
        for (index, line) in text.lines().enumerate() {
            let place = |reason: String| format!("{}:{}: {reason}", source.display(), index + 1);
            directives.read_line(&file, index + 1, line).map_err(place)?;
        }
    }
    Ok(directives)
}

impl Directives {
    fn read_line(&mut self, file: &str, line: usize, text: &str) -> Result<(), String> {
        if let Some((_, kind)) = text.split_once("//~") {
            let kind = kinds::known(kind.trim())?.to_owned();
            self.marks.insert(ErrorSite { file: file.to_owned(), line, kind });
        }
        match text.trim_start().strip_prefix("//@") {
            Some(directive) => self.read_directive(directive.trim()),
            None => Ok(()),
        }
    }

    fn read_directive(&mut self, directive: &str) -> Result<(), String> {
        let (name, value) =
            directive.split_once(':').ok_or_else(|| format!("`//@ {directive}` lacks a colon"))?;
        let (name, value) = (name.trim(), value.trim());
        if self.seen.iter().any(|seen| seen == name) {
            return Err(format!("directive `{name}` given twice"));
        }
        self.seen.push(name.to_owned());
        if value.is_empty() {
            return Err(format!("directive `{name}` has no value"));
        }
        match name {
            "test" => self.options = split_words(value)?,
            "cflags" => self.cflags = split_words(value)?,
            "coverage" => self.coverage = Some(reach(value)?),
            "tests" => self.tests = Some(bound("<=", value)?),
            "outcomes" => self.outcomes = split_words(value)?.into_iter().collect(),
            "keeps" => self.keeps = split_words(value)?,
            "make" if value == "check" => self.make = true,
            "repeat" if value == "same" => self.repeat = true,
            "wrong" => self.wrong = Some(value.to_owned()),
            other => return Err(format!("unknown directive `{other}`")),
        }
        Ok(())
    }
}

/// `full`, or `>= N`.
fn reach(text: &str) -> Result<Reach, String> {
    if text == "full" { Ok(Reach::Full) } else { bound(">=", text).map(Reach::AtLeast) }
}

/// `SIGN N`.
fn bound(sign: &str, text: &str) -> Result<u64, String> {
    let number = text.strip_prefix(sign).and_then(|number| number.trim().parse().ok());
    number.ok_or_else(|| format!("`{text}`: `{sign} N` is needed"))
}
