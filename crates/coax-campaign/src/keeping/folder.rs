//! The folder of a suite: below the results, or in the user's own tree.
//!
//! Its list of what we wrote lies in it, so that a later run knows which files are still ours, and goes on with the tests of
//! other sources that are there.
//!
//! Invariant: a file that is not as we wrote it is not overwritten.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use coax_suite::kept::{Executable, framework};
use serde::{Deserialize, Serialize};

use crate::out_folder::{RunFolder, SUITE_LIST, content_digest};

/// A test program as the list has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    pub name: String,
    pub source: String,
    pub framework: String,
    pub cxx: bool,
    pub sources: Vec<String>,
    pub includes: Vec<String>,
    pub flags: Vec<String>,
}

impl Program {
    /// As it is built.
    pub fn executable(&self) -> Executable<'static> {
        let Program { name, source, cxx, sources, includes, flags, .. } = self.clone();
        let usual = || framework("c").expect("a framework of this name");
        let framework = framework(&self.framework).unwrap_or_else(usual);
        Executable { name, source, framework, cxx, sources, includes, flags }
    }
}

/// What we wrote.
#[derive(Debug, Default, Serialize, Deserialize)]
struct List {
    /// Files and their digests.
    files: BTreeMap<String, String>,
    programs: BTreeMap<String, Program>,
}

/// The folder.
pub struct SuiteFolder {
    path: PathBuf,
    /// If it lies in the folder of results: that, and its name there.
    results: Option<(RunFolder, String)>,
    list: List,
}

impl SuiteFolder {
    /// In the user's tree.
    pub fn in_tree(path: PathBuf) -> io::Result<SuiteFolder> {
        fs::create_dir_all(&path)?;
        let list = match fs::read_to_string(path.join(SUITE_LIST)) {
            Ok(text) => serde_json::from_str(&text).unwrap_or_default(),
            Err(_) => List::default(),
        };
        let mut folder = SuiteFolder { path, results: None, list };
        let path = folder.path.clone();
        folder.list.programs.retain(|_, program| path.join(&program.source).is_file());
        Ok(folder)
    }

    /// Below the results.
    pub fn in_results(files: &RunFolder, name: &str) -> io::Result<SuiteFolder> {
        let path = files.path().join(name);
        fs::create_dir_all(&path)?;
        Ok(SuiteFolder { path, results: Some((files.clone(), name.into())), list: List::default() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file, unless what lies there is the user's: whether it is there now.
    pub fn put(&mut self, name: &str, text: &str) -> io::Result<bool> {
        if let Some((files, folder)) = &self.results {
            files.put(&format!("{folder}/{name}"), text)?;
            return Ok(true);
        }
        let path = self.path.join(name);
        let digest = content_digest(text.as_bytes());
        if let Ok(there) = fs::read(&path) {
            let known = content_digest(&there);
            if known != digest && self.list.files.get(name) != Some(&known) {
                return Ok(false);
            }
        }
        self.list.files.insert(name.to_owned(), digest);
        self.save()?;
        write_whole(&path, text)?;
        Ok(true)
    }

    /// A test program is in it.
    pub fn add(&mut self, program: Program) {
        self.list.programs.insert(program.name.clone(), program);
    }

    /// All programs, in the order of their names.
    pub fn programs(&self) -> Vec<Program> {
        self.list.programs.values().cloned().collect()
    }

    /// Nothing more is written.
    pub fn close(&self) -> io::Result<()> {
        self.save()
    }

    fn save(&self) -> io::Result<()> {
        if self.results.is_some() {
            return Ok(());
        }
        let text = serde_json::to_string_pretty(&self.list).map_err(io::Error::other)?;
        write_whole(&self.path.join(SUITE_LIST), &(text + "\n"))
    }
}

/// A file is there whole or not at all.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".new");
    fs::write(&aside, text)?;
    fs::rename(aside, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::out_folder::is_suite;

    #[test]
    fn what_was_edited_is_left_as_it_is() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("unit");
        let mut folder = SuiteFolder::in_tree(path.clone()).unwrap();
        assert!(folder.put("a_test.c", "one").unwrap());
        let mut folder = SuiteFolder::in_tree(path.clone()).unwrap();
        assert!(folder.put("a_test.c", "two").unwrap(), "still ours");
        fs::write(path.join("a_test.c"), "edited").unwrap();
        let mut folder = SuiteFolder::in_tree(path.clone()).unwrap();
        assert!(!folder.put("a_test.c", "three").unwrap());
        assert_eq!(fs::read_to_string(path.join("a_test.c")).unwrap(), "edited");
        fs::write(path.join("Makefile"), "all:").unwrap();
        assert!(!folder.put("Makefile", "check:").unwrap(), "never ours");
        assert!(is_suite(&path) && !is_suite(root.path()));
    }
}
