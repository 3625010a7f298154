//! `cargo xtask bench`: what `coax run` costs, measured against native runs of the same programs, and
//! what `coax explore` needs to explore some completely.
//!
//! Invariants: a program counts only if coax printed what the native run printed and ended as it
//! did, and interpreted the same number of instructions every time; counts stand before times,
//! because counts compare across machines and times do not. Times are the best of several runs.

mod explore;
mod measure;
mod table;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use self::measure::{Finished, Stats, best_of, once};
use self::table::Table;

/// The flags the code under test is compiled with; the native build is the same program.
const NATIVE_FLAGS: &[&str] = &["-O0", "-w", "-lm"];
const BITCODE_FLAGS: &[&str] = &["-O0", "-g", "-w", "-emit-llvm", "-c"];

/// Start-up is measured on this: ten lines that need one header.
const TEN_LINES: &str = "\
#include <stdio.h>

static int square(int n) {
    return n * n;
}

int main(void) {
    printf(\"%d\\n\", square(7));
    return 0;
}
";

/// What to measure, and with what.
#[derive(clap::Args)]
pub struct Options {
    /// Folder of the programs (*.c)
    #[arg(long, default_value = "bench/programs")]
    programs: PathBuf,

    /// Folder of the programs to explore (*.c)
    #[arg(long, default_value = "bench/explore")]
    explored: PathBuf,

    /// The coax to measure
    #[arg(long, default_value = "target/release/coax")]
    coax: PathBuf,

    /// The clang for the native builds
    #[arg(long, default_value = "clang-22")]
    clang: PathBuf,

    /// How often each program runs
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
}

/// One program's figures.
struct Row {
    name: String,
    steps: u64,
    coax: Duration,
    native: Duration,
}

/// Measures everything and prints the tables; fails if a program could not be measured.
pub fn run(root: &Path, options: &Options) -> ExitCode {
    match measure_all(root, options) {
        Ok(failures) if failures.is_empty() => ExitCode::SUCCESS,
        Ok(failures) => {
            failures.iter().for_each(|failure| eprintln!("bench: {failure}"));
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Gives what went wrong with single programs; an error ends the whole measurement.
fn measure_all(root: &Path, options: &Options) -> io::Result<Vec<String>> {
    let programs = programs_in(&root.join(&options.programs))?;
    let scratch = root.join("target").join("bench");
    fs::create_dir_all(&scratch)?;
    let bench = Bench { coax: root.join(&options.coax), options, scratch };
    let (mut rows, mut failures) = (Vec::new(), Vec::new());
    for program in &programs {
        match bench.program(program) {
            Ok(row) => rows.push(row),
            Err(reason) => failures.push(format!("{}: {reason}", name_of(program))),
        }
    }
    print!("{}", program_table(&rows));
    match bench.startup() {
        Ok(table) => print!("\n{table}"),
        Err(reason) => failures.push(format!("start-up: {reason}")),
    }
    let explored = programs_in(&root.join(&options.explored))?;
    // In memory, if that can be had: how long tests take to be written is not measured.
    let results = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir())?;
    match explore::table(&bench.coax, &explored, results.path()) {
        Ok(table) => print!("\n{table}"),
        Err(reason) => failures.push(reason),
    }
    Ok(failures)
}

struct Bench<'a> {
    coax: PathBuf,
    options: &'a Options,
    scratch: PathBuf,
}

impl Bench<'_> {
    fn program(&self, source: &Path) -> Result<Row, String> {
        let name = name_of(source);
        let binary = self.scratch.join(&name);
        self.build_native(source, &binary)?;
        let native = best_of(self.options.repeat, || Command::new(&binary))?;
        let mut runs = Vec::new();
        for _ in 0..self.options.repeat {
            let finished = once(self.coax_run(source).arg("--stats"))?;
            same_behaviour(&finished, &native)?;
            runs.push(Stats::parse(&finished.stderr)?);
        }
        let best = runs.iter().min_by_key(|run| run.time).expect("at least one run");
        if runs.iter().any(|run| run.steps != best.steps) {
            return Err("the number of instructions differs from run to run".into());
        }
        Ok(Row { name, steps: best.steps, coax: best.time, native: native.time })
    }

    fn build_native(&self, source: &Path, binary: &Path) -> Result<(), String> {
        let mut clang = Command::new(&self.options.clang);
        clang.arg(source).arg("-o").arg(binary).args(NATIVE_FLAGS);
        if source.extension().is_some_and(|extension| extension == "cpp") {
            clang.arg("-lstdc++");
        }
        succeeded(once(&mut clang)?, "clang")
    }

    fn coax_run(&self, source: &Path) -> Command {
        let mut coax = Command::new(&self.coax);
        coax.arg("run").arg(source);
        coax
    }

    /// The whole way from a ten-line file to its exit, against clang's part of it.
    fn startup(&self) -> Result<Table, String> {
        let source = self.scratch.join("ten_lines.c");
        fs::write(&source, TEN_LINES).map_err(|error| error.to_string())?;
        let bitcode = self.scratch.join("ten_lines.bc");
        let repeat = self.options.repeat.max(5);
        let coax = best_of(repeat, || self.coax_run(&source))?;
        let clang = best_of(repeat, || {
            let mut clang = Command::new(&self.options.clang);
            clang.args(BITCODE_FLAGS).arg(&source).arg("-o").arg(&bitcode);
            clang
        })?;
        succeeded(coax.clone(), "coax")?;
        succeeded(clang.clone(), "clang")?;
        let mut table = Table::new(&["start-up, ten lines", "ms"]);
        let milliseconds = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1e3);
        table.row([String::from("clang alone"), milliseconds(clang.time)]);
        table.row([String::from("coax run"), milliseconds(coax.time)]);
        let own = coax.time.saturating_sub(clang.time);
        table.row([String::from("coax's own part"), milliseconds(own)]);
        Ok(table)
    }
}

fn programs_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", folder.display())))?;
    let mut programs = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "c" || extension == "cpp") {
            programs.push(path);
        }
    }
    programs.sort();
    Ok(programs)
}

fn name_of(program: &Path) -> String {
    program.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn succeeded(finished: Finished, what: &str) -> Result<(), String> {
    match finished.code {
        Some(0) => Ok(()),
        _ => {
            Err(format!("{what} failed: {}", String::from_utf8_lossy(&finished.stderr).trim_end()))
        }
    }
}

fn same_behaviour(coax: &Finished, native: &Finished) -> Result<(), String> {
    if coax.code != native.code {
        let stderr = String::from_utf8_lossy(&coax.stderr);
        let first = stderr.lines().next().unwrap_or_default();
        let (coax, native) = (coax.code, native.code);
        return Err(format!("exit code {coax:?} where the native run has {native:?}: {first}"));
    }
    if coax.stdout != native.stdout {
        return Err("the output differs from the native run's".into());
    }
    Ok(())
}

fn program_table(rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        "program",
        "instructions",
        "million/s",
        "coax s",
        "native -O0 s",
        "coax/native",
    ]);
    for row in rows {
        let (coax, native) = (row.coax.as_secs_f64(), row.native.as_secs_f64());
        table.row([
            row.name.clone(),
            table::grouped(row.steps),
            format!("{:.1}", row.steps as f64 / coax / 1e6),
            format!("{coax:.3}"),
            format!("{native:.3}"),
            format!("{:.1}", coax / native),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(code: i32, stdout: &str) -> Finished {
        Finished {
            code: Some(code),
            stdout: stdout.into(),
            stderr: b"error[abort]: stopped\nmore".to_vec(),
            time: Duration::from_secs(1),
        }
    }

    #[test]
    fn only_equal_behaviour_is_measured() {
        assert_eq!(same_behaviour(&finished(3, "x"), &finished(3, "x")), Ok(()));
        assert!(same_behaviour(&finished(3, "x"), &finished(3, "y")).is_err());
        let difference = same_behaviour(&finished(1, "x"), &finished(3, "x")).unwrap_err();
        assert!(difference.ends_with("error[abort]: stopped"), "{difference}");
    }

    #[test]
    fn programs_are_the_c_files_in_order() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.c", "a.c", "notes.md"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let programs = programs_in(folder.path()).unwrap();
        assert_eq!(programs.iter().map(|path| name_of(path)).collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn counts_stand_before_times() {
        let row = Row {
            name: "sort".into(),
            steps: 12_000_000,
            coax: Duration::from_millis(500),
            native: Duration::from_millis(50),
        };
        let expected = "\
program  instructions  million/s  coax s  native -O0 s  coax/native
-------  ------------  ---------  ------  ------------  -----------
sort       12 000 000       24.0   0.500         0.050         10.0
";
        assert_eq!(program_table(&[row]).to_string(), expected);
    }
}
