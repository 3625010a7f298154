//! The folder of results: whose it is, what in it is ours, and how files get into it.
//!
//! Invariants: one run at a time writes into a folder (`lock.rs`); nothing that we did not write, or
//! that was changed since, is ever deleted or overwritten (`manifest.rs`, `sweep.rs`); a new run takes
//! the place of an earlier one as a whole (`swap.rs`), and from then on what it has found is there,
//! however it ends; a file appears whole or not at all. Everything in the folder is relative to it.
//! Why it is done so: `docs/decisions/0012-results-have-an-owner.md`.

mod lock;
mod manifest;
mod run_folder;
mod swap;
mod sweep;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use coax_report::Report;

pub use self::lock::{Lock, Taken};
use self::manifest::Manifest;
pub use self::manifest::digest as content_digest;
pub use self::run_folder::RunFolder;
use self::swap::Staging;
use crate::end::Failure;

/// Tests of paths that ended well.
pub const TESTS: &str = "tests";
/// Tests of errors that a native run showed.
pub const ERRORS: &str = "errors";
/// Tests of possible errors that no native run showed.
pub const WARNINGS: &str = "warnings";
/// Tests that are being run natively to see whether they do what the engine said.
pub const CANDIDATES: &str = "candidates";
/// The suite that people keep, unless it goes elsewhere.
pub const SUITE: &str = "suite";
/// The list of what we wrote into the folder of a suite, and what tells one.
pub const SUITE_LIST: &str = ".coax-suite.json";
/// Test-Comp's suite.
pub const TEST_SUITE: &str = "test-suite";
/// Native coverage.
pub const COVERAGE: &str = "coverage.lcov";

/// Everything a run leaves, beside its report.
const LEFT_BY_A_RUN: &[&str] =
    &[TESTS, ERRORS, WARNINGS, CANDIDATES, SUITE, TEST_SUITE, COVERAGE, "report.html"];

/// The part of the folder that is for us alone.
const OURS: &str = ".coax";

/// Where results without a manifest go.
const EARLIER: &str = "earlier";

/// What is added to the name of a file that was edited and whose name is needed.
const EDITED: &str = ".edited";

/// Who wrote a report.
pub const TOOL_NAME: &str = "coax";

/// Is it the folder of a suite that people keep?
pub fn is_suite(folder: &Path) -> bool {
    folder.join(SUITE_LIST).is_file()
}

/// A folder that results may go to.
#[derive(Debug)]
pub struct OutFolder {
    path: PathBuf,
    /// Held from the start, unless the folder is new.
    lock: Option<Lock>,
}

impl OutFolder {
    /// Looks at a folder and refuses it if another run writes to it or it holds something else than
    /// an earlier run; writes nothing.
    pub fn inspect(path: &Path) -> Result<OutFolder, Failure> {
        let refused =
            |error: io::Error| Failure::Input(format!("--out {}: {error}", path.display()));
        let taken = Lock::take_existing(&lock_file(path)).map_err(refused)?;
        let lock = taken.map_or(Ok(None), |taken| held(taken, path))?;
        look_at(path)?;
        Ok(OutFolder { path: path.to_path_buf(), lock })
    }

    /// Makes it the folder of a new run, which has this report and these folders; what an earlier
    /// run left goes, what is the user's stays.
    pub fn begin(mut self, report: &Report, folders: &[&str]) -> Result<RunFolder, Failure> {
        let path = self.path.clone();
        let failed =
            |error: io::Error| Failure::of_disk(&format!("--out {}", path.display()), &error);
        fs::create_dir_all(path.join(OURS)).map_err(failed)?;
        if self.lock.is_none() {
            self.lock = held(Lock::take(&lock_file(&path)).map_err(failed)?, &path)?;
        }
        swap::recover(&path).map_err(failed)?;
        // Others may have been here before it was locked.
        look_at(&path)?;
        let staged = self.stage(report, folders);
        if staged.is_err() {
            // It does not count, and the disk may be full.
            let _ = swap::recover(&path);
        }
        staged.map_err(failed)
    }

    fn stage(self, report: &Report, folders: &[&str]) -> io::Result<RunFolder> {
        let (path, lock) = (self.path, self.lock);
        let results: Vec<String> =
            entries(&path)?.into_iter().filter(|name| is_result(name)).collect();
        let known = Manifest::read(&path.join(OURS).join(manifest::FILE_NAME))?;
        let staging = Staging::begin(&path)?;
        for folder in folders {
            fs::create_dir(staging.folder.join(folder))?;
        }
        run_folder::first_report(&staging.folder, report)?;
        let (mut kept, mut earlier) = (Vec::new(), None);
        let old = match &known {
            Some(manifest) => {
                for name in sweep::of_the_user(&path, &results, manifest)? {
                    kept.push(staging.keep(&name)?);
                }
                swap::free_old(&path)
            }
            None if results.is_empty() => swap::free_old(&path),
            None => earlier.insert(free_earlier(&path)).clone(),
        };
        staging.commit(&old, &results)?;
        RunFolder::open(path, lock, kept, earlier)
    }
}

fn lock_file(path: &Path) -> PathBuf {
    path.join(OURS).join("lock")
}

/// The lock, if it could be had; none where there are no locks.
fn held(taken: Taken, path: &Path) -> Result<Option<Lock>, Failure> {
    match taken {
        Taken::Held(lock) => Ok(Some(lock)),
        Taken::Unknown => Ok(None),
        Taken::Busy(holder) => {
            let who = holder.map_or(String::new(), |pid| format!(" (process {pid})"));
            Err(Failure::Input(format!(
                "--out {}: another run{who} is writing its results there; wait until it ends, or \
                 choose another folder",
                path.display()
            )))
        }
    }
}

/// Refuses a folder that holds something else than an earlier run.
fn look_at(path: &Path) -> Result<(), Failure> {
    let refused = |why: String| Err(Failure::Input(format!("--out {}: {why}", path.display())));
    let mut names = match entries(path) {
        Ok(names) => names,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return refused(error.to_string()),
    };
    if names.iter().any(|name| name == OURS) {
        let is_folder = path.join(OURS).symlink_metadata().is_ok_and(|file| file.is_dir());
        if !is_folder {
            return refused(format!("`{OURS}` in it is no folder"));
        }
        names.retain(|name| name != OURS);
    }
    let is_known = path.join(OURS).join(manifest::FILE_NAME).is_file();
    match earlier_run(path) {
        Err(why) if !is_known && !names.is_empty() => {
            return refused(format!("the folder holds something else than an earlier run ({why})"));
        }
        _ => {}
    }
    match names.iter().find(|name| !is_accepted(name)) {
        Some(other) => refused(format!("beside an earlier run, the folder holds `{other}`")),
        None => Ok(()),
    }
}

/// The names in a folder, sorted.
fn entries(path: &Path) -> io::Result<Vec<String>> {
    let name = |name: OsString| name.to_string_lossy().into_owned();
    let names: io::Result<Vec<String>> =
        fs::read_dir(path)?.map(|entry| entry.map(|entry| name(entry.file_name()))).collect();
    names.map(|mut names| {
        names.sort();
        names
    })
}

/// May something of this name be in a folder of results?
fn is_accepted(name: &str) -> bool {
    is_result(name) || is_set_aside(name)
}

/// Is it one of the things that a run leaves, and a new one replaces?
fn is_result(name: &str) -> bool {
    !is_set_aside(name)
        && (name.starts_with(coax_report::FILE_NAME) || LEFT_BY_A_RUN.contains(&name))
}

/// Is it something that was put aside, for good?
fn is_set_aside(name: &str) -> bool {
    let is_number = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
    let of_edits = name.rsplit_once(EDITED).map(|(_, number)| number);
    name.strip_prefix(EARLIER).or(of_edits).is_some_and(is_number)
}

/// A name for results without a manifest.
fn free_earlier(path: &Path) -> PathBuf {
    let name = |number: usize| match number {
        1 => PathBuf::from(EARLIER),
        _ => PathBuf::from(format!("{EARLIER}{number}")),
    };
    (1..).map(name).find(|name| !path.join(name).exists()).expect("numbers do not end")
}

/// Is there a report of ours?
fn earlier_run(path: &Path) -> Result<(), String> {
    let report = Report::read(path).map_err(|error| error.to_string())?;
    if report.tool.name == TOOL_NAME {
        return Ok(());
    }
    Err(format!("its report is one of `{}`", report.tool.name))
}

/// How `--out` is told in the report, which lies in it and may be moved: never by a path that only
/// holds where it is now.
pub fn told(out: &Path) -> String {
    let current = std::env::current_dir().unwrap_or_default();
    let below = out.strip_prefix(&current).ok().filter(|below| !below.as_os_str().is_empty());
    let told = match (out.is_relative(), below, out.file_name()) {
        (true, ..) => out,
        (false, Some(below), _) => below,
        (false, None, Some(name)) => Path::new(name),
        (false, None, None) => Path::new("."),
    };
    told.display().to_string()
}

/// Writes a file so that it is there whole or not at all.
pub fn write_whole_bytes(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    write_aside(folder, ".coax", path, content, false)
}

/// The same, with its beginnings in another folder of the same file system.
fn write_aside(
    folder: &Path,
    prefix: &str,
    path: &Path,
    content: &[u8],
    durable: bool,
) -> io::Result<()> {
    let mut file = tempfile::Builder::new()
        .prefix(prefix)
        .permissions(fs::Permissions::from_mode(0o666)) // less the user's mask, as any file
        .tempfile_in(folder)?;
    file.write_all(content)?;
    if durable {
        file.as_file().sync_all()?;
    }
    file.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests;
