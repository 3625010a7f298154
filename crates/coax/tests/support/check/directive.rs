//! Reads what a program of the check corpus says about itself: its first line (one sentence),
//! `//@ name: value` lines and the expected errors at the end of their lines: `//~ kind`, and if
//! it matters `//~ kind in UNIT assuming WORD... graded GRADE WORD...`: the words of `assumes` in the
//! report or `nothing`; the grade and, if it matters, the words of `grade_because`.
//!
//! Invariants: unknown directive names, unknown error kinds, malformed values and directives
//! given twice (but for `check`) are errors; so is a program that does not start with a sentence.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::kinds;
use crate::report::{ErrorSite, Report, Warning};
use crate::words::split_words;

/// An expected error; the unit that finds it and what it assumes, if the program says so.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    pub place: ErrorSite,
    pub unit: Option<String>,
    pub assumes: Option<BTreeSet<String>>,
    pub graded: Option<Graded>,
}

/// A grade and, if the program says them, all its reasons.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Graded {
    pub grade: String,
    pub because: BTreeSet<String>,
}

impl Graded {
    fn admits(&self, warning: &Warning) -> bool {
        let is_said = !self.because.is_empty();
        Some(&self.grade) == warning.grade.as_ref()
            && (!is_said || self.because == warning.grade_because)
    }
}

impl Mark {
    /// Whether this is the error that was meant.
    pub fn admits(&self, report: &Report, warning: &Warning) -> bool {
        let unit = self.unit.as_ref().is_none_or(|unit| unit == report.unit_of(warning));
        let assumes = self.assumes.as_ref().is_none_or(|words| *words == warning.assumes);
        let graded = self.graded.as_ref().is_none_or(|graded| graded.admits(warning));
        unit && assumes && graded && self.place == warning.place()
    }
}

/// One invocation: the functions that are checked with the same options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// None: all functions of the program.
    pub functions: Vec<String>,
    pub options: Vec<String>,
}

/// Everything a program declares.
#[derive(Debug, Default)]
pub struct Directives {
    /// What is run; at least one task after reading.
    pub tasks: Vec<Task>,
    /// Flags for the compiler.
    pub cflags: Vec<String>,
    /// Why the search may be incomplete although nothing is wrong.
    pub allow: BTreeSet<String>,
    /// Why the search is incomplete.
    pub bounded: BTreeSet<String>,
    /// Kinds that are suspected but cannot be shown natively.
    pub unconfirmed: BTreeSet<String>,
    /// Each run is made twice and must give the same.
    pub repeat: bool,
    /// Below `known/`: what is wrong today.
    pub wrong: Option<String>,
    pub marks: BTreeSet<Mark>,
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
    if directives.tasks.is_empty() {
        directives.tasks.push(Task::default());
    }
    Ok(directives)
}

impl Directives {
    fn read_line(&mut self, file: &str, line: usize, text: &str) -> Result<(), String> {
        if let Some((_, text)) = text.split_once("//~") {
            self.marks.insert(mark(file, line, text)?);
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
        if name != "check" && self.seen.iter().any(|seen| seen == name) {
            return Err(format!("directive `{name}` given twice"));
        }
        self.seen.push(name.to_owned());
        if value.is_empty() {
            return Err(format!("directive `{name}` has no value"));
        }
        match name {
            "check" => self.add_task(split_words(value)?),
            "cflags" => self.cflags = split_words(value)?,
            "allow" => self.allow = split_words(value)?.into_iter().collect(),
            "bounded" => self.bounded = split_words(value)?.into_iter().collect(),
            "unconfirmed" => {
                for kind in split_words(value)? {
                    self.unconfirmed.insert(kinds::known(&kind)?.to_owned());
                }
            }
            "repeat" if value == "same" => self.repeat = true,
            "wrong" => self.wrong = Some(value.to_owned()),
            other => return Err(format!("unknown directive `{other}`")),
        }
        Ok(())
    }

    /// `FUNCTION OPTIONS...` or only options; functions with the same options share a run.
    fn add_task(&mut self, mut words: Vec<String>) {
        let named = words.first().is_some_and(|word| !word.starts_with("--"));
        let function = named.then(|| words.remove(0));
        let same = |task: &&mut Task| task.options == words && !task.functions.is_empty();
        match (function, self.tasks.iter_mut().find(same)) {
            (Some(function), Some(task)) => task.functions.push(function),
            (function, _) => {
                self.tasks.push(Task { functions: function.into_iter().collect(), options: words });
            }
        }
    }
}

/// Reads `kind [in UNIT] [assuming WORD...] [graded GRADE [WORD...]]`.
fn mark(file: &str, line: usize, text: &str) -> Result<Mark, String> {
    let (text, graded) = match text.split_once(" graded ") {
        Some((rest, words)) => (rest, Some(graded(words)?)),
        None => (text, None),
    };
    let (text, assumes) = match text.split_once(" assuming ") {
        Some((rest, "nothing")) => (rest, Some(BTreeSet::new())),
        Some((rest, words)) => (rest, Some(split_words(words)?.into_iter().collect())),
        None => (text, None),
    };
    let (kind, unit) = match text.split_once(" in ") {
        Some((kind, unit)) => (kind, Some(unit.trim().to_owned())),
        None => (text, None),
    };
    let kind = kinds::known(kind.trim())?.to_owned();
    Ok(Mark { place: ErrorSite { file: file.to_owned(), line, kind }, unit, assumes, graded })
}

fn graded(words: &str) -> Result<Graded, String> {
    let mut words = split_words(words)?;
    let grades = ["defect", "misuse", "unexplained"];
    if words.is_empty() || !grades.contains(&&*words[0]) {
        return Err(format!("`graded` needs one of {grades:?}"));
    }
    let grade = words.remove(0);
    Ok(Graded { grade, because: words.into_iter().collect() })
}
