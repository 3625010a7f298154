//! Reads what a program of the explore corpus says about itself: its first line (one sentence),
//! `//@ name: value` lines and the expected errors, `//~ kind` at the end of their lines.
//!
//! Invariants: unknown directive names, unknown error kinds, malformed values and directives
//! given twice are errors; so is a program that does not start with a sentence.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::kinds;
use crate::report::ErrorSite;
use crate::words::split_words;

/// A number a program promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Exactly(u64),
    AtMost(u64),
}

/// How much of the program its tests must reach natively.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Every branch and every line.
    Full,
    /// This many branches of this many.
    Branches(u64, u64),
}

/// Which search orders are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orders {
    /// All of them if the program promises an exact number of paths.
    #[default]
    Unsaid,
    All,
    DepthFirst,
}

/// One way of treating native functions, and where the program's runs end with it.
#[derive(Debug, PartialEq, Eq)]
pub struct Policy {
    /// Further options of `coax explore`.
    pub options: Vec<String>,
    /// Exit statuses and kinds of errors.
    pub ends: BTreeSet<String>,
}

/// How many runs both engines need, if the program is compiled with some flags.
#[derive(Debug, PartialEq, Eq)]
pub struct Runs {
    pub flags: Vec<String>,
    pub followed: Count,
    pub summed_up: Count,
}

/// Everything a program declares.
#[derive(Debug, Default)]
pub struct Directives {
    /// Options of `coax explore`.
    pub explore: Vec<String>,
    /// Flags for the compiler.
    pub cflags: Vec<String>,
    /// Completed paths and paths that end in an error.
    pub paths: Option<Count>,
    pub infeasible: Option<Count>,
    pub tests: Option<Count>,
    pub queries: Option<Count>,
    pub coverage: Option<Reach>,
    /// The exit statuses over all tests that end normally.
    pub outcomes: Option<BTreeSet<i32>>,
    /// Why the search is not complete.
    pub because: BTreeSet<String>,
    /// Kinds that are suspected but cannot be shown natively.
    pub unconfirmed: BTreeSet<String>,
    pub orders: Orders,
    /// Files the run leaves in its output folder besides the usual ones.
    pub leaves: Vec<String>,
    /// Below `mixed/`: the program is explored once with each.
    pub policies: Vec<Policy>,
    /// Below `summaries/`: the program is explored with each, by both engines.
    pub runs: Vec<Runs>,
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
        if !matches!(name, "policy" | "runs") && self.seen.iter().any(|seen| seen == name) {
            return Err(format!("directive `{name}` given twice"));
        }
        self.seen.push(name.to_owned());
        if value.is_empty() {
            return Err(format!("directive `{name}` has no value"));
        }
        match name {
            "explore" => self.explore = split_words(value)?,
            "cflags" => self.cflags = split_words(value)?,
            "paths" => self.paths = Some(count(value)?),
            "infeasible" => self.infeasible = Some(count(value)?),
            "tests" => self.tests = Some(count(value)?),
            "queries" => self.queries = Some(count(value)?),
            "coverage" => self.coverage = Some(reach(value)?),
            "outcomes" => self.outcomes = Some(statuses(value)?),
            "because" => self.because = split_words(value)?.into_iter().collect(),
            "unconfirmed" => {
                for kind in split_words(value)? {
                    self.unconfirmed.insert(kinds::known(&kind)?.to_owned());
                }
            }
            "orders" => self.orders = orders(value)?,
            "policy" => self.policies.push(policy(value)?),
            "runs" => self.runs.push(runs(value)?),
            "leaves" => self.leaves = split_words(value)?,
            "wrong" => self.wrong = Some(value.to_owned()),
            other => return Err(format!("unknown directive `{other}`")),
        }
        Ok(())
    }

    /// Whether every search order must give the same number of paths.
    pub fn all_orders(&self) -> bool {
        match self.orders {
            Orders::All => true,
            Orders::DepthFirst => false,
            Orders::Unsaid => matches!(self.paths, Some(Count::Exactly(_))),
        }
    }
}

impl Count {
    /// Compares with what was counted.
    pub fn admits(self, what: &str, counted: u64) -> Result<(), String> {
        match self {
            Count::Exactly(n) if counted != n => {
                Err(format!("{what}: {counted}, expected exactly {n}"))
            }
            Count::AtMost(n) if counted > n => {
                Err(format!("{what}: {counted}, expected at most {n}"))
            }
            _ => Ok(()),
        }
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|e| format!("`{text}` is not a number: {e}"))
}

fn count(value: &str) -> Result<Count, String> {
    match value.strip_prefix("<=") {
        Some(bound) => number(bound).map(Count::AtMost),
        None => number(value).map(Count::Exactly),
    }
}

fn reach(value: &str) -> Result<Reach, String> {
    if value == "full" {
        return Ok(Reach::Full);
    }
    let (covered, total) =
        value.split_once('/').ok_or_else(|| format!("coverage `{value}` is not `full` or N/M"))?;
    Ok(Reach::Branches(number(covered)?, number(total)?))
}

fn statuses(value: &str) -> Result<BTreeSet<i32>, String> {
    let parse = |word: &str| word.parse().map_err(|e| format!("exit status `{word}`: {e}"));
    value.split_whitespace().map(parse).collect()
}

fn policy(value: &str) -> Result<Policy, String> {
    let (options, ends) = value
        .split_once("=>")
        .ok_or_else(|| format!("policy `{value}` does not say `=>` where runs end"))?;
    let end = |word: &str| match word.parse::<i32>() {
        Ok(status) => Ok(status.to_string()),
        Err(_) => kinds::known(word).map(str::to_owned),
    };
    let ends = ends.split_whitespace().map(end).collect::<Result<_, _>>()?;
    Ok(Policy { options: split_words(options.trim())?, ends })
}

fn runs(value: &str) -> Result<Runs, String> {
    let (flags, numbers) = value
        .split_once("=>")
        .ok_or_else(|| format!("runs `{value}` does not say `=>` how many there are"))?;
    let (followed, summed_up) = numbers
        .split_once(',')
        .ok_or_else(|| format!("runs `{value}` does not say two numbers"))?;
    let (followed, summed_up) = (count(followed.trim())?, count(summed_up.trim())?);
    Ok(Runs { flags: split_words(flags.trim())?, followed, summed_up })
}

fn orders(value: &str) -> Result<Orders, String> {
    match value {
        "all" => Ok(Orders::All),
        "dfs" => Ok(Orders::DepthFirst),
        other => Err(format!("orders `{other}` is neither `all` nor `dfs`")),
    }
}
