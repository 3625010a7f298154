//! `cargo xtask same-reports BASE`: does this build of coax report what another one does? The net
//! under every change that must not change behaviour.
//!
//! Each program of the corpora of `check` and `explore`, with the options it asks for, is given to
//! both builds with one worker and without budgets in seconds that matter. What they write must be
//! the same, byte for byte but for times.
//!
//! Invariants: a run that fails, or that ran out of time in either build, is a difference, never a
//! program that agrees. BASE may be this very build: then differences are results that depend on
//! chance.

mod compare;
mod programs;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use self::compare::Results;
use self::programs::Program;

/// Options with so much time that no run uses it up; a program may say otherwise.
const UNBOUNDED: [[&str; 2]; 2] = [["--time", "10m"], ["--solver-time", "2m"]];

/// Which builds to compare, and on what.
#[derive(clap::Args)]
pub struct Options {
    /// The coax of the other build
    base: PathBuf,

    /// The coax of this build
    #[arg(long, default_value = "target/release/coax")]
    coax: PathBuf,

    /// Only programs whose path contains this
    #[arg(long, default_value = "")]
    filter: String,

    /// Every so many programs only
    #[arg(long, default_value_t = 1)]
    every: usize,

    /// How many programs at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// Runs both builds on every program and prints where they differ; fails if they do.
pub fn run(root: &Path, options: &Options) -> ExitCode {
    let builds = [options.base.clone(), root.join(&options.coax)];
    if let Some(missing) = builds.iter().find(|build| !build.is_file()) {
        eprintln!("same-reports: there is no {}", missing.display());
        return ExitCode::FAILURE;
    }
    let programs = match programs::of_the_corpora(root, &options.filter) {
        Ok(programs) => programs,
        Err(error) => {
            eprintln!("same-reports: {error}");
            return ExitCode::FAILURE;
        }
    };
    let programs: Vec<Program> = programs.into_iter().step_by(options.every.max(1)).collect();
    let differences = compare_all(root, &builds, &programs, options.jobs);
    for difference in &differences {
        println!("{difference}");
    }
    println!("same-reports: {} programs, {} differ", programs.len(), differences.len());
    if differences.is_empty() && !programs.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The differences, in the order of the programs.
fn compare_all(
    root: &Path,
    builds: &[PathBuf; 2],
    programs: &[Program],
    jobs: usize,
) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let work = || {
        while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(difference) = compare_one(root, builds, program) {
                let title = program.path.strip_prefix(root).unwrap_or(&program.path);
                let line = format!("{}: {difference}", title.display());
                found.lock().expect("no worker panics").push(line);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    let mut found = found.into_inner().expect("no worker panics");
    found.sort();
    found
}

/// Gives one program to both builds; an error says what differs.
fn compare_one(root: &Path, builds: &[PathBuf; 2], program: &Program) -> Result<(), String> {
    let [base, ours] = builds.each_ref().map(|build| results(root, build, program));
    compare::same(&base?, &ours?)
}

/// What one build writes about a program.
fn results(root: &Path, coax: &Path, program: &Program) -> Result<Results, String> {
    let scratch = Scratch::new().map_err(|error| format!("no scratch folder: {error}"))?;
    let arguments = program.arguments().map_err(|error| error.to_string())?;
    let mut command = Command::new(coax);
    command.current_dir(root).arg(program.command).args(arguments).args(&program.options);
    let unsaid = |[name, _]: &&[&str; 2]| !program.options.iter().any(|word| word == name);
    command.args(UNBOUNDED.iter().filter(unsaid).flatten());
    command.args(["--jobs", "1", "--quiet", "--no-progress", "--out"]).arg(&scratch.0);
    command.arg("--").args(&program.flags);
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let status = status.map_err(|error| format!("{}: {error}", coax.display()))?;
    Results::read(status.code(), &scratch.0).map_err(|error| format!("{}: {error}", coax.display()))
}

/// A folder that goes with its value. What is written there names files relative to it, so its name
/// does not matter.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> std::io::Result<Scratch> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("same-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Scratch(folder.join("out")))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Some(folder) = self.0.parent() {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
