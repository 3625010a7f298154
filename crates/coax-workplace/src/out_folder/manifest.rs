//! What we wrote into a folder of results, with a digest of every file: only that may be deleted.
//!
//! One line per file that was written: its digest and its name, relative to the folder.
//!
//! Invariants: a line is there before its file is, so that a file of ours is always known; a name may
//! have several digests, of which the file has one; a damaged line makes a file of ours the user's, and
//! never one of the user's ours.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use sha2::{Digest as _, Sha256};

/// The name of the file within the folder that is ours alone.
pub const FILE_NAME: &str = "manifest";

/// The digest of a file's content, in hexadecimal digits.
pub type Digest = String;

/// What stands for the content of a symbolic link.
pub fn link(target: &Path) -> Vec<u8> {
    [b"link to ".as_slice(), target.as_os_str().as_bytes()].concat()
}

/// The digest of some content.
pub fn digest(content: &[u8]) -> Digest {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What an earlier run wrote.
#[derive(Debug, Default)]
pub struct Manifest {
    files: HashMap<String, HashSet<Digest>>,
}

impl Manifest {
    /// Reads a manifest; nothing if there is none.
    pub fn read(path: &Path) -> io::Result<Option<Manifest>> {
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut manifest = Manifest::default();
        for (digest, name) in text.lines().filter_map(|line| line.split_once(' ')) {
            manifest.files.entry(name.to_owned()).or_default().insert(digest.to_owned());
        }
        Ok(Some(manifest))
    }

    /// Is a file, whose name relative to the folder is given, just as we wrote it?
    pub fn is_unchanged(&self, name: &str, file: &Path) -> bool {
        let Some(known) = self.files.get(name) else { return false };
        let content = match file.symlink_metadata() {
            Ok(metadata) if metadata.is_file() => fs::read(file),
            Ok(metadata) if metadata.is_symlink() => fs::read_link(file).map(|to| link(&to)),
            _ => return false,
        };
        content.is_ok_and(|content| known.contains(&digest(&content)))
    }

    /// Is a folder one that files of ours lie in?
    pub fn has_folder(&self, name: &str) -> bool {
        let below =
            |file: &String| file.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
        self.files.keys().any(below)
    }
}

/// A manifest that is being written.
#[derive(Debug)]
pub struct Writing {
    file: File,
    /// Did the last line perhaps not get there whole?
    torn: bool,
}

impl Writing {
    /// Begins a manifest, or goes on with one.
    pub fn open(path: &Path) -> io::Result<Writing> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Writing { file, torn: false })
    }

    /// Notes a file that is about to be written.
    pub fn note(&mut self, name: &str, digest: &str) -> io::Result<()> {
        let start = if self.torn { "\n" } else { "" };
        let written = self.file.write_all(format!("{start}{digest} {name}\n").as_bytes());
        self.torn = written.is_err();
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_content() {
        let folder = tempfile::tempdir().unwrap();
        let (path, file) = (folder.path().join(FILE_NAME), folder.path().join("a b.c"));
        assert!(Manifest::read(&path).unwrap().is_none());
        let mut writing = Writing::open(&path).unwrap();
        writing.note("tests/a b.c", &digest(b"one")).unwrap();
        writing.note("tests/a b.c", &digest(b"two")).unwrap();
        let manifest = Manifest::read(&path).unwrap().unwrap();
        for (content, known) in [("one", true), ("two", true), ("three", false)] {
            fs::write(&file, content).unwrap();
            assert_eq!(manifest.is_unchanged("tests/a b.c", &file), known, "{content}");
        }
        fs::write(&file, "one").unwrap();
        assert!(!manifest.is_unchanged("tests/b.c", &file));
        assert!(manifest.has_folder("tests") && !manifest.has_folder("test"));
    }
}
