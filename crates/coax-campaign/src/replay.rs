//! Running generated tests again: do they still do what they did?
//!
//! A test file says everything itself: its first comment is the command that compiles it together
//! with the program, and its last lines what is expected. So tests can be replayed wherever they
//! lie, with the program as it is now, whether or not the report they came with is there.

mod recorded;
mod rerun;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use coax_deadline::Deadline;
use coax_native::judge::Workshop;

use self::recorded::{Recorded, is_test};
use self::rerun::Rerun;
use crate::end::Failure;
use crate::interrupt::Interrupt;
use crate::out_folder::{ERRORS, TESTS};
use crate::scratch::{self, Scratch};
use crate::under_test;

pub use self::rerun::Finding;

/// A test that was run again.
pub struct Replayed {
    /// Its file, as the user calls it.
    pub file: PathBuf,
    /// What came of it.
    pub finding: Finding,
}

/// Runs the tests at these paths again, so many at a time.
pub fn replay(paths: &[PathBuf], jobs: usize) -> Result<Vec<Replayed>, Failure> {
    let _interrupt = Interrupt::listen()
        .map_err(|error| Failure::Input(format!("signals cannot be listened to: {error}")))?;
    scratch::sweep();
    let mut tests = Vec::new();
    for path in paths {
        tests.extend(tests_at(path)?);
    }
    let scratch = Scratch::new()
        .map_err(|error| Failure::of_disk("no folder for temporary files", &error))?;
    let findings =
        rerun(&tests.iter().collect::<Vec<_>>(), scratch.path(), jobs, &Deadline::never())?;
    let replayed = tests.into_iter().zip(findings.into_iter().flatten());
    Ok(replayed.map(|(test, finding)| Replayed { file: test.shown, finding }).collect())
}

/// The tests a path stands for: results, a folder of tests, or one test.
fn tests_at(path: &Path) -> Result<Vec<Recorded>, Failure> {
    let refused = |why: &str| Failure::Input(format!("{}: {why}", path.display()));
    if path.is_file() {
        return Recorded::read(path).map(|test| vec![test]).map_err(|why| refused(&why));
    }
    let folders = match path.join(coax_report::FILE_NAME).is_file() {
        true => vec![path.join(TESTS), path.join(ERRORS)],
        false => vec![path.to_path_buf()],
    };
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in &folders {
        let entries = std::fs::read_dir(folder).map_err(|error| refused(&error.to_string()))?;
        let found = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        let mut found: Vec<PathBuf> = found.filter(|file| is_test(file)).collect();
        found.sort_by_key(|file| natural_order(file));
        files.extend(found);
    }
    if files.is_empty() {
        return Err(refused("there are no tests of coax"));
    }
    let read = |file: &PathBuf| {
        Recorded::read(file).map_err(|why| Failure::Input(format!("{}: {why}", file.display())))
    };
    files.iter().map(read).collect()
}

/// What tests of ours do now, or why that is not known: those of one program after the other, until a deadline.
pub fn replay_files(
    files: &[PathBuf],
    scratch: &Path,
    jobs: usize,
    end: &Deadline,
) -> Vec<Result<Finding, String>> {
    let tests: Vec<Result<Recorded, String>> =
        files.iter().map(|file| Recorded::read(file)).collect();
    let readable: Vec<&Recorded> = tests.iter().flatten().collect();
    let mut findings = match rerun(&readable, scratch, jobs, end) {
        Ok(findings) => findings.into_iter(),
        Err(failure) => {
            vec![Some(Finding::DoesNotCompile(failure.to_string())); readable.len()].into_iter()
        }
    };
    let late = || "there was no time for its test".to_owned();
    let mut of = |test: Result<Recorded, String>| match test {
        Ok(_) => findings.next().flatten().ok_or_else(late),
        Err(why) => Err(format!("its test cannot be read: {why}")),
    };
    tests.into_iter().map(&mut of).collect()
}

/// Sorts `t_2` before `t_10`.
fn natural_order(file: &Path) -> (usize, PathBuf) {
    (file.as_os_str().len(), file.to_path_buf())
}

/// Runs all tests, those of one program together; those of programs whose turn does not come before the end have
/// no finding.
fn rerun(
    tests: &[&Recorded],
    scratch: &Path,
    jobs: usize,
    end: &Deadline,
) -> Result<Vec<Option<Finding>>, Failure> {
    let mut by_program: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, test) in tests.iter().enumerate() {
        by_program.entry(test.program.clone()).or_default().push(index);
    }
    let mut findings = vec![None; tests.len()];
    for (number, (program, members)) in by_program.into_iter().enumerate() {
        if end.is_over() {
            break;
        }
        let folder = scratch.join(number.to_string());
        let workshop = Workshop::new(program.subject(), &folder)
            .map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))?;
        let workshop = workshop.with_environment(under_test::environment());
        let mut rerun = Rerun::new(&workshop, &folder, jobs);
        let own: Vec<&Recorded> = members.iter().map(|&index| tests[index]).collect();
        for (index, finding) in members.into_iter().zip(rerun.run(&own)) {
            findings[index] = Some(finding);
        }
    }
    Ok(findings)
}
