//! Files that the user named for output: all of them are opened before the first is written, so that bad
//! usage writes nothing.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use coax_campaign::Failure;

/// Files that are open and still as they were.
pub struct OutputFiles {
    files: Vec<OutputFile>,
}

struct OutputFile {
    path: PathBuf,
    file: File,
    is_new: bool,
}

impl OutputFiles {
    /// Opens them all. None may be the report itself, and none be named twice.
    pub fn open(paths: &[PathBuf], report: &Path) -> Result<OutputFiles, Failure> {
        let mut opened = OutputFiles { files: Vec::new() };
        for path in paths {
            match opened.open_one(path, report) {
                Ok(file) => opened.files.push(file),
                Err(why) => {
                    opened.remove_new();
                    return Err(Failure::Input(format!("{}: {why}", path.display())));
                }
            }
        }
        Ok(opened)
    }

    fn open_one(&self, path: &Path, report: &Path) -> Result<OutputFile, String> {
        let cannot = |error: io::Error| format!("cannot be written: {error}");
        let is_new = !path.exists();
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = OutputFile { path: path.to_owned(), file: file.map_err(cannot)?, is_new };
        if is_same(path, report) {
            return Err("is the report itself, which is only read".into());
        }
        if self.files.iter().any(|other| is_same(path, &other.path)) {
            return Err("is named for two forms of the report".into());
        }
        Ok(file)
    }

    fn remove_new(&self) {
        for new in self.files.iter().filter(|file| file.is_new) {
            // It is empty; if it stays, the user sees why from the message that follows.
            let _ = fs::remove_file(&new.path);
        }
    }

    /// Gives each its text.
    pub fn write(mut self, texts: &[String]) -> Result<(), Failure> {
        for (output, text) in self.files.iter_mut().zip(texts) {
            output.write(text).map_err(|error| {
                Failure::Input(format!("{}: cannot be written: {error}", output.path.display()))
            })?;
        }
        Ok(())
    }
}

impl OutputFile {
    fn write(&mut self, text: &str) -> io::Result<()> {
        // A pipe or terminal has no length.
        if self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        self.file.write_all(text.as_bytes())
    }
}

/// Do two names lead to the same file?
fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
