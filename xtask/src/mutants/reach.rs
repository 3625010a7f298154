//! Which tests come past which mutants.
//!
//! Each test is run once by itself with no mutant on, and notes what it comes past. What was noted is kept until the
//! programs change.
//! Invariant: a test that fails is not asked about any mutant.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::build::TestProgram;
use super::modules::MODULES;
use super::operators::Mutant;
use super::run::{self, Ended};
use super::{Options, Place};

/// A test that passes.
pub struct Test<'p> {
    pub program: &'p TestProgram,
    pub name: String,
    pub takes: Duration,
    /// The numbers of the mutants it comes past.
    pub reached: BTreeSet<u32>,
}

/// As long as this a test may take that is asked about mutants.
const LONGEST: Duration = Duration::from_secs(40);

/// The tests that can say something about mutants.
pub fn of_tests<'p>(
    place: &Place,
    programs: &'p [TestProgram],
    chosen: &[&Mutant],
    options: &Options,
) -> Result<Vec<Test<'p>>, String> {
    let wanted: BTreeSet<&str> =
        chosen.iter().flat_map(|mutant| mutant.module.corpus).copied().collect();
    let own = |program: &TestProgram| {
        MODULES
            .iter()
            .flat_map(|module| module.paths)
            .any(|path| path.split('/').nth(1) == Some(&program.package))
    };
    let mut listed = Vec::new();
    for program in programs {
        let every = match own(program) {
            true => 1,
            false if wanted.contains(&*program.name) => options.every.max(1),
            false => continue,
        };
        let folder = notes(place, program)?;
        let tests = list(program)?.into_iter().step_by(every);
        listed.extend(tests.map(|name| (program, name, folder.clone())));
    }
    eprintln!("mutants: {} tests", listed.len());
    Ok(in_parallel(&listed, options.jobs, &|(program, name, folder)| noted(program, name, folder)))
}

/// The folder of what was noted about a program's tests; an empty one if a program is another.
fn notes(place: &Place, program: &TestProgram) -> Result<PathBuf, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", program.file.display());
    let folder = place.folder.join("reached").join(format!("{}-{}", program.package, program.name));
    let mut stamp = stamp_of(&program.file).map_err(failed)?;
    if program.package == "coax" {
        let coax = place.folder.join("programs/ci/coax");
        stamp += &stamp_of(&coax).map_err(failed)?;
    }
    if fs::read_to_string(folder.join("stamp")).is_ok_and(|present| present == stamp) {
        return Ok(folder);
    }
    if folder.is_dir() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    fs::write(folder.join("stamp"), stamp).map_err(failed)?;
    Ok(folder)
}

fn stamp_of(file: &Path) -> std::io::Result<String> {
    let about = fs::metadata(file)?;
    Ok(format!("{} {:?}\n", about.len(), about.modified()?))
}

/// The names of a program's tests that are not ignored.
fn list(program: &TestProgram) -> Result<Vec<String>, String> {
    let names = |more: &[&str]| -> Result<Vec<String>, String> {
        let mut command = Command::new(&program.file);
        command.args(["--list", "--format", "terse"]).args(more).current_dir(&program.folder);
        let output =
            command.output().map_err(|error| format!("{}: {error}", program.file.display()))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(text.lines().filter_map(|line| Some(line.strip_suffix(": test")?.to_owned())).collect())
    };
    let ignored = names(&["--ignored"])?;
    Ok(names(&[])?
        .into_iter()
        .filter(|name| !ignored.contains(name) && !run::is_dangerous(name))
        .collect())
}

/// Runs a test that was not noted yet.
fn noted<'p>(program: &'p TestProgram, name: &str, folder: &Path) -> Option<Test<'p>> {
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let (done, reached) =
        (folder.join(format!("{plain}.done")), folder.join(format!("{plain}.reached")));
    if !done.is_file() {
        let _ = fs::remove_file(&reached);
        let start = Instant::now();
        let told = format!("reached:{}", reached.display());
        let passed = run::tests(program, &[name], &told, LONGEST) == Ended::Passed;
        let words =
            if passed { start.elapsed().as_millis().to_string() } else { "failed".to_owned() };
        fs::write(&done, words).ok()?;
    }
    let takes = fs::read_to_string(&done).ok()?.parse().ok()?;
    let numbers = fs::read_to_string(&reached).unwrap_or_default();
    let reached = numbers.lines().filter_map(|line| line.parse().ok()).collect();
    Some(Test { program, name: name.to_owned(), takes: Duration::from_millis(takes), reached })
}

/// What `work` gives for each, in their order.
pub fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    work: &(dyn Fn(&T) -> Option<R> + Sync),
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let worker = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { break };
            if let Some(result) = work(item) {
                results.lock().expect("no worker panics").push((at, result));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(worker);
        }
    });
    let mut results = results.into_inner().expect("no worker panics");
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}
