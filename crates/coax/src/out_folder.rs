//! The folder of results: whose it is, and how files get into it.
//!
//! Invariants: nothing of anybody else's is ever removed — a folder that holds more than an earlier
//! run is refused before anything is done. A file appears whole or not at all, and the report is
//! there before anything else, so that what is left by a killed run can be read and replaced.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use coax_report::Report;

use crate::exit::Failure;

/// Tests of paths that ended well.
pub const TESTS: &str = "tests";
/// Tests of errors that a native run showed.
pub const ERRORS: &str = "errors";
/// Tests of possible errors that no native run showed.
pub const WARNINGS: &str = "warnings";
/// Test-Comp's suite.
pub const TEST_SUITE: &str = "test-suite";
/// Native coverage.
pub const COVERAGE: &str = "coverage.lcov";

/// Everything a run leaves, beside its report.
const LEFT_BY_A_RUN: &[&str] = &[TESTS, ERRORS, WARNINGS, TEST_SUITE, COVERAGE, "report.html"];

/// Who wrote a report.
pub const TOOL_NAME: &str = "coax";

/// A folder that results may go to.
#[derive(Debug)]
pub struct OutFolder {
    path: PathBuf,
}

impl OutFolder {
    /// Looks at a folder and refuses it if it holds something else than an earlier run; changes nothing.
    pub fn inspect(path: &Path) -> Result<OutFolder, Failure> {
        let accepted = Ok(OutFolder { path: path.to_path_buf() });
        let refused = |why: String| Err(Failure::Input(format!("--out {}: {why}", path.display())));
        let entries = match fs::read_dir(path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return accepted,
            Err(error) => return refused(error.to_string()),
        };
        let mut names = Vec::new();
        for entry in entries {
            match entry {
                Ok(entry) => names.push(entry.file_name()),
                Err(error) => return refused(error.to_string()),
            }
        }
        names.sort();
        if names.is_empty() {
            return accepted;
        }
        if let Err(why) = earlier_run(path) {
            return refused(format!("the folder holds something else than an earlier run ({why})"));
        }
        let is_ours =
            |name: &str| name.starts_with(coax_report::FILE_NAME) || LEFT_BY_A_RUN.contains(&name);
        match names.iter().find(|name| !name.to_str().is_some_and(is_ours)) {
            Some(other) => {
                let other = other.to_string_lossy();
                refused(format!("beside an earlier run, the folder holds `{other}`"))
            }
            None => accepted,
        }
    }

    /// Makes it the folder of a new run: the report of that run first, then away with what an
    /// earlier one left.
    pub fn begin(self, report: &Report, folders: &[&str]) -> Result<PathBuf, Failure> {
        let attempt = || -> io::Result<()> {
            fs::create_dir_all(&self.path)?;
            report.write(&self.path)?;
            for name in LEFT_BY_A_RUN {
                remove(&self.path.join(name))?;
            }
            folders.iter().try_for_each(|folder| fs::create_dir(self.path.join(folder)))
        };
        match attempt() {
            Ok(()) => Ok(self.path),
            Err(error) => Err(Failure::Input(format!("--out {}: {error}", self.path.display()))),
        }
    }
}

/// Is there a report of ours?
fn earlier_run(path: &Path) -> Result<(), String> {
    let report = Report::read(path).map_err(|error| error.to_string())?;
    if report.tool.name == TOOL_NAME {
        return Ok(());
    }
    Err(format!("its report is one of `{}`", report.tool.name))
}

fn remove(path: &Path) -> io::Result<()> {
    let removed = match path.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Writes a file so that it is there whole or not at all.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    write_whole_bytes(path, text.as_bytes())
}

/// The same for what is no text.
pub fn write_whole_bytes(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".coax")
        .permissions(fs::Permissions::from_mode(0o666)) // less the user's mask, as any file
        .tempfile_in(folder)?;
    file.write_all(content)?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use coax_report::Tool;

    use super::*;

    fn report(tool: &str) -> Report {
        Report::new(Tool { name: tool.into(), version: "0".into() }, "explore", 0)
    }

    #[test]
    fn nothing_an_empty_folder_and_an_earlier_run_are_accepted() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("a/b");
        let begun = OutFolder::inspect(&out).unwrap().begin(&report(TOOL_NAME), &[TESTS]).unwrap();
        fs::write(begun.join("tests/t.c"), "").unwrap();
        let again = OutFolder::inspect(&out).unwrap().begin(&report(TOOL_NAME), &[TESTS]).unwrap();
        assert!(again.join("report.json").is_file());
        assert!(!again.join("tests/t.c").exists());
        assert!(OutFolder::inspect(tempfile::tempdir().unwrap().path()).is_ok());
    }

    #[test]
    fn other_peoples_files_are_refused_and_stay() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("thesis.tex"), "").unwrap();
        assert!(OutFolder::inspect(folder.path()).is_err());
        report("klee").write(folder.path()).unwrap();
        fs::remove_file(folder.path().join("thesis.tex")).unwrap();
        assert!(OutFolder::inspect(folder.path()).is_err());
        report(TOOL_NAME).write(folder.path()).unwrap();
        assert!(OutFolder::inspect(folder.path()).is_ok());
        fs::write(folder.path().join("notes.txt"), "").unwrap();
        let Err(Failure::Input(why)) = OutFolder::inspect(folder.path()) else { panic!() };
        assert!(why.contains("notes.txt"), "{why}");
        let file = folder.path().join("notes.txt");
        assert!(OutFolder::inspect(&file).is_err());
    }
}
