//! `coax keep`: the test of an error that was mended becomes a regression test of the suite beside it.
//!
//! Invariants: only what a native run shows to be mended is kept, and only if the test that is written passes in its
//! turn; a file that is there is never overwritten. The file is the user's from then on: later runs leave it where
//! it is.

use std::fs;
use std::path::{Path, PathBuf};

use coax_report::{FILE_NAME, Report};

use crate::end::Failure;
use crate::out_folder::{OutFolder, TESTS, write_whole_bytes};
use crate::replay::{Finding, replay};

/// What became of a wish to keep a test.
#[derive(Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is this file now.
    As(PathBuf),
    /// It is not mended: what its test does.
    StillFails(String),
}

/// Keeps the test of a finding in a folder of results.
pub fn keep(folder: &Path, id: &str, jobs: usize) -> Result<Kept, Failure> {
    let refused = |why: String| Failure::Input(format!("{}: {why}", folder.display()));
    let report = Report::read(folder).map_err(|error| refused(error.to_string()))?;
    let test = failing_test(&report, id).map_err(refused)?;
    let _locked = OutFolder::inspect(folder)?;
    let file = folder.join(test);
    match now(&file, jobs)? {
        Finding::Fixed => {}
        Finding::Same => return Ok(Kept::StillFails("it fails as before".into())),
        finding @ Finding::Changed { .. } => return Ok(Kept::StillFails(finding.to_string())),
        Finding::DoesNotCompile(why) => {
            return Err(Failure::Input(format!("{}: does not compile: {why}", file.display())));
        }
    }
    let kept = write(folder, &file)?;
    let finding = now(&kept, jobs)?;
    if finding != Finding::Same {
        // Nothing that fails from the start is left behind.
        let _ = fs::remove_file(&kept);
        let why = format!("{id} is fixed, but its test by itself does not pass: {finding}");
        return Err(Failure::Internal(why));
    }
    Ok(Kept::As(kept))
}

/// The file of the test that showed an error.
fn failing_test<'r>(report: &'r Report, id: &str) -> Result<&'r str, String> {
    let warning = report.warnings.iter().find(|warning| warning.id == id).ok_or_else(|| {
        let number = report.warnings.len();
        let there = if number > 0 { format!("w1 to w{number}") } else { "none".into() };
        format!("{FILE_NAME} has no finding `{id}`; it has {there}")
    })?;
    if !warning.confirmed {
        return Err(format!("{id} is no error that a native run showed: there is nothing to keep"));
    }
    warning.test.as_deref().ok_or_else(|| format!("{id} has no test"))
}

/// What a test does now.
fn now(file: &Path, jobs: usize) -> Result<Finding, Failure> {
    let replayed = replay(&[file.to_path_buf()], jobs)?;
    let one = replayed.into_iter().next();
    one.map(|test| test.finding).ok_or_else(|| Failure::Internal("a test was not run".into()))
}

/// Writes the regression test into the suite.
fn write(folder: &Path, file: &Path) -> Result<PathBuf, Failure> {
    let failed = |error| Failure::of_disk(&file.display().to_string(), &error);
    let text = fs::read_to_string(file).map_err(failed)?;
    let part =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (old, extension) = (part(file.file_stem()), part(file.extension()));
    let names = (1..).map(|number| match number {
        1 => format!("{old}_fixed"),
        _ => format!("{old}_fixed_{number}"),
    });
    let mut files =
        names.map(|name| (folder.join(TESTS).join(format!("{name}.{extension}")), name));
    let (kept, new) = files.find(|(kept, _)| !kept.exists()).expect("numbers do not end");
    let text = coax_suite::as_regression_test(&text, &old, &new).ok_or_else(|| {
        Failure::Input(format!("{}: this is no test of an error", file.display()))
    })?;
    write_whole_bytes(&kept, text.as_bytes())
        .map_err(|error| Failure::of_disk(&kept.display().to_string(), &error))?;
    Ok(kept)
}
