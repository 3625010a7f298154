//! What a batch of tests reaches, measured natively.
//!
//! The program (not the tests) is built with clang's own counters, the whole batch is run, and
//! `llvm-cov` reads the counters. They are mapped to a file that all children share, so a test
//! counts up to where it was, however it ended. Figures are those of `llvm-cov`, restricted to
//! files of the program; a branch is one outcome of one condition, or one case of a switch.

use super::batch::run_batch_with;
use super::compiler::{BuildError, Stop, succeed_unless};
use super::finding::NativeRun;
use super::flavour::Flavour;
use super::lcov::{Lcov, plain_name};
use super::limits::Limits;
use super::subject::{Language, Toolchain};
use super::territory::Territory;
use super::workshop::{Binary, Workshop};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::{AddAssign, ControlFlow};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::{error, fmt, fs};

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Reached.
    pub covered: u64,
    /// There are.
    pub total: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.covered += other.covered;
        self.total += other.total;
    }
}

/// One function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCoverage {
    /// Its name, as one would write it.
    pub function: String,
    /// Its name for the linker.
    pub symbol: String,
    /// The file it is in.
    pub file: String,
    /// The line it starts on; 0 if unknown.
    pub line: u32,
    /// Its branches.
    pub branches: Count,
    /// Its lines.
    pub lines: Count,
    /// Was it called?
    pub called: bool,
}

/// What a suite reaches of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Branches.
    pub branches: Count,
    /// Lines with code.
    pub lines: Count,
    /// Functions.
    pub functions: Count,
    /// Function by function, in the order of files and lines.
    pub per_function: Vec<FunctionCoverage>,
    /// The same and every line, in the format of lcov.
    pub lcov: String,
    /// Sources that cannot be measured, since no front end saw them: bitcode and textual IR.
    pub unmeasured: Vec<PathBuf>,
}

impl Coverage {
    /// What suites of several programs reach together; a file that is in several of them is one file.
    pub fn together(parts: &[Coverage], tools: &Toolchain) -> Result<Coverage, CoverageError> {
        let mut trace = Lcov::default();
        parts.iter().for_each(|part| trace.add(&part.lcov));
        let mut per_function = trace.functions();
        demangle(&mut per_function, tools)?;
        let called = per_function.iter().map(|function| u64::from(function.called));
        Ok(Coverage {
            branches: trace.branches(),
            lines: trace.lines(),
            functions: called.collect(),
            lcov: trace.text(),
            unmeasured: parts.iter().flat_map(|part| part.unmeasured.clone()).collect(),
            per_function,
        })
    }
}

/// Why there are no figures.
#[derive(Debug)]
pub enum CoverageError {
    /// Something could not be built, or a tool failed.
    Build(BuildError),
    /// The tests could not be run.
    Run(io::Error),
}

impl fmt::Display for CoverageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoverageError::Build(error) => error.fmt(f),
            CoverageError::Run(error) => error.fmt(f),
        }
    }
}

impl error::Error for CoverageError {}

impl From<BuildError> for CoverageError {
    fn from(error: BuildError) -> CoverageError {
        CoverageError::Build(error)
    }
}

impl From<io::Error> for CoverageError {
    fn from(error: io::Error) -> CoverageError {
        CoverageError::Run(error)
    }
}

impl Workshop {
    /// Builds the batch whose translation units are `units`, runs its `tests` and measures. Each
    /// outcome is handed over as it comes; `Break` from the receiver ends the runs early, and what
    /// they covered until then is measured. If `stop` says so, it fails.
    pub fn coverage(
        &self,
        stop: Stop<'_>,
        units: &[PathBuf],
        tests: &[usize],
        jobs: usize,
        limits: &Limits,
        on_result: &mut dyn FnMut(usize, NativeRun) -> ControlFlow<()>,
    ) -> Result<Coverage, CoverageError> {
        let binary = self.build_unless(stop, units, Flavour::Coverage)?;
        let folder = self.fresh_folder(Flavour::Coverage)?;
        // %c: counters live in the file; %m: one file for all processes of one binary.
        let environment = [("LLVM_PROFILE_FILE", folder.join("counters-%c%m.profraw"))];
        let binary = binary.recording_to(&folder);
        run_batch_with(stop, &binary, &environment, tests, jobs, limits, on_result)?;
        let sources = &self.subject().sources;
        let (unmeasured, measured): (Vec<_>, Vec<_>) =
            sources.iter().cloned().partition(|source| Language::of(source) == Language::Ir);
        let profile = merged(stop, &self.subject().toolchain, &folder)?;
        let Some(profile) = profile.filter(|_| !measured.is_empty()) else {
            return Ok(Coverage { unmeasured, ..Coverage::default() });
        };
        Ok(Coverage { unmeasured, ..measure(stop, &binary, &profile)? })
    }
}

/// One profile of all that was counted; `None` if nothing was.
fn merged(
    stop: Stop<'_>,
    tools: &Toolchain,
    folder: &Path,
) -> Result<Option<PathBuf>, CoverageError> {
    let mut raw = Vec::new();
    for entry in fs::read_dir(folder)? {
        raw.push(entry?.path());
    }
    raw.sort();
    if raw.is_empty() {
        return Ok(None);
    }
    let profile = folder.join("merged.profdata");
    let mut merge = tools.command(&tools.profdata, &[folder]);
    merge.args(["merge", "-sparse", "-o"]).arg(&profile).args(&raw);
    succeed_unless(Some(stop), &mut merge)?;
    Ok(Some(profile))
}

fn measure(stop: Stop<'_>, binary: &Binary, profile: &Path) -> Result<Coverage, CoverageError> {
    let tools = &binary.tools;
    let ask = |words: &[&str], files: &[String]| {
        let mut command = tools.command(&tools.cov, &[]);
        command.args(words).arg("-instr-profile").arg(profile).arg(binary.path()).args(files);
        let said = succeed_unless(Some(stop), &mut command);
        said.map(|output| String::from_utf8_lossy(&output).into_owned())
    };
    let trace = Trace::read(&ask(&["export", "-format=lcov"], &[])?, &binary.territory);
    let mut coverage = trace.coverage();
    if let Some(only) = trace.only_function(&coverage) {
        coverage.per_function = vec![only];
    } else if !trace.files.is_empty() {
        let words = ["report", "-show-functions", "-show-branch-summary", "-use-color=false"];
        coverage.per_function = functions(&ask(&words, &trace.files)?, &trace.starts);
    }
    demangle(&mut coverage.per_function, tools)?;
    Ok(coverage)
}

/// The part of an lcov trace that is about the program.
#[derive(Debug, Default)]
struct Trace {
    text: String,
    files: Vec<String>,
    /// The line on which each function of each file starts.
    starts: BTreeMap<(String, String), u32>,
}

impl Trace {
    fn read(text: &str, territory: &Territory) -> Trace {
        let mut trace = Trace::default();
        for record in text.split_inclusive("end_of_record\n") {
            let file = record.lines().find_map(|line| line.strip_prefix("SF:"));
            let Some(file) = file.filter(|file| territory.is_measured(file)) else { continue };
            trace.text.push_str(record);
            trace.files.push(file.to_owned());
            for start in record.lines().filter_map(|line| line.strip_prefix("FN:")) {
                if let Some((line, name)) = start.split_once(',') {
                    let key = (file.to_owned(), name.to_owned());
                    trace.starts.insert(key, line.parse().unwrap_or(0));
                }
            }
        }
        trace
    }

    fn coverage(&self) -> Coverage {
        let count = |covered, total| Count { covered: self.sum(covered), total: self.sum(total) };
        Coverage {
            branches: count("BRH:", "BRF:"),
            lines: count("LH:", "LF:"),
            functions: count("FNH:", "FNF:"),
            lcov: self.text.clone(),
            ..Coverage::default()
        }
    }

    /// The only function of the program, if it has only one: what is known of all is known of it.
    fn only_function(&self, all: &Coverage) -> Option<FunctionCoverage> {
        let mut starts = self.starts.iter();
        let (Some(((file, name), &line)), None) = (starts.next(), starts.next()) else {
            return None;
        };
        let (branches, lines) = (all.branches, all.lines);
        let (function, file) = (plain_name(name).to_owned(), file.clone());
        let symbol = function.clone();
        let called = all.functions.covered > 0;
        let only = FunctionCoverage { function, symbol, file, line, branches, lines, called };
        (self.files.len() == 1 && all.functions.total == 1).then_some(only)
    }

    /// The sum of one kind of total over all files.
    fn sum(&self, tag: &str) -> u64 {
        let values =
            self.text.lines().filter_map(|line| line.strip_prefix(tag)?.parse::<u64>().ok());
        values.sum()
    }
}

/// The table of `llvm-cov report -show-functions`: per file a headline, then name and nine columns
/// (regions, lines, branches: each how many, missed, percent).
fn functions(table: &str, starts: &BTreeMap<(String, String), u32>) -> Vec<FunctionCoverage> {
    let mut found = Vec::new();
    let mut file = String::new();
    for line in table.lines() {
        if let Some(name) = line.strip_prefix("File '").and_then(|rest| rest.strip_suffix("':")) {
            file = name.to_owned();
            continue;
        }
        let Some((name, lines, branches)) = row(line) else { continue };
        let start = starts.get(&(file.clone(), name.to_owned())).copied().unwrap_or(0);
        let function = plain_name(name).to_owned();
        let symbol = function.clone();
        let (file, called) = (file.clone(), lines.covered > 0);
        let line = start;
        found.push(FunctionCoverage { function, symbol, file, line, branches, lines, called });
    }
    found.sort_by(|a, b| (&a.file, a.line, &a.function).cmp(&(&b.file, b.line, &b.function)));
    found
}

/// One row: the name, its lines and its branches.
fn row(line: &str) -> Option<(&str, Count, Count)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, columns @ ..] = words.as_slice() else { return None };
    if columns.len() != 9 || *name == "TOTAL" {
        return None;
    }
    let count = |at: usize| {
        let total: u64 = columns[at].parse().ok()?;
        let missed: u64 = columns[at + 1].parse().ok()?;
        Some(Count { covered: total.checked_sub(missed)?, total })
    };
    Some((name, count(3)?, count(6)?))
}

/// Gives C++ functions the names people write.
fn demangle(functions: &mut [FunctionCoverage], tools: &Toolchain) -> Result<(), CoverageError> {
    if !functions.iter().any(|function| function.function.starts_with("_Z")) {
        return Ok(());
    }
    let mut command = tools.command(&tools.cxxfilt, &[]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.spawn()?;
    let names: String =
        functions.iter().map(|function| format!("{}\n", function.function)).collect();
    let mut stdin = process.child().stdin.take().expect("it was asked for");
    // From a thread: either pipe may fill up before the other is drained.
    let writer = std::thread::spawn(move || stdin.write_all(names.as_bytes()));
    let output = process.wait_with_output()?;
    writer.join().expect("writing does not panic")?;
    let names = String::from_utf8_lossy(&output.stdout);
    for (function, name) in functions.iter_mut().zip(names.lines()) {
        function.function = name.to_owned();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "SF:/p/a.c\nFN:3,a.c:f\nFNDA:2,a.c:f\nFNF:1\nFNH:1\nBRF:4\nBRH:3\nLF:7\nLH:6\nend_of_record\n";

    fn only_function(text: &str) -> Option<FunctionCoverage> {
        let trace = Trace::read(text, &Territory::new(&[PathBuf::from("/p/a.c")], &[]));
        trace.only_function(&trace.coverage())
    }

    #[test]
    fn figures_of_a_single_function_are_those_of_the_program() {
        let expected = FunctionCoverage {
            function: "f".into(),
            symbol: "f".into(),
            file: "/p/a.c".into(),
            line: 3,
            branches: Count { covered: 3, total: 4 },
            lines: Count { covered: 6, total: 7 },
            called: true,
        };
        assert_eq!(only_function(ONE), Some(expected));
    }

    #[test]
    fn figures_of_several_functions_are_asked_for() {
        let two = ONE.replace("FNF:1", "FN:9,g\nFNF:2");
        assert_eq!(only_function(&two), None);
        assert_eq!(only_function(&ONE.replace("FNF:1", "FNF:2")), None);
        assert_eq!(only_function(""), None);
    }
}
