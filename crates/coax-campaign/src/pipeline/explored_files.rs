//! Source files as they were when the run began. What is explored and what native builds are made
//! from must be the same text: where a file has changed in between, a native run says nothing about
//! what was explored.
//!
//! Invariant: a source counts as unchanged only if its content is what it was before the first
//! compiler saw it; a header only if it was not written to since then.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

/// The files of a run.
#[derive(Debug)]
pub struct ExploredFiles {
    begun: SystemTime,
    /// Sources by their absolute paths.
    sources: BTreeMap<PathBuf, Source>,
}

#[derive(Debug)]
struct Source {
    /// As the user calls it.
    name: PathBuf,
    /// None if it cannot be read: clang will say so.
    hash: Option<[u8; 32]>,
}

impl ExploredFiles {
    /// Reads the sources; before anything is compiled.
    pub fn read<'f>(sources: impl IntoIterator<Item = &'f PathBuf>) -> ExploredFiles {
        let begun = SystemTime::now();
        let source = |file: &PathBuf| {
            let path = std::path::absolute(file).unwrap_or_else(|_| file.clone());
            (known(&path), Source { name: file.clone(), hash: hash(file).ok() })
        };
        ExploredFiles { begun, sources: sources.into_iter().map(source).collect() }
    }

    /// The first of these files that is not any more what it was, if there is one.
    pub fn changed(&self, files: &[PathBuf]) -> Option<PathBuf> {
        files.iter().find(|file| self.has_changed(file)).cloned()
    }

    /// All sources that are not what they were, as the user calls them.
    pub fn changed_names(&self) -> Vec<String> {
        let changed = self.sources.iter().filter(|(path, _)| self.has_changed(path));
        changed.map(|(_, source)| source.name.display().to_string()).collect()
    }

    fn has_changed(&self, file: &Path) -> bool {
        match self.sources.get(&known(file)) {
            Some(source) => self.is_touched(file) && hash(file).ok() != source.hash,
            // What the run itself writes, as the tests' own headers, is not under test.
            None => self.is_touched(file),
        }
    }

    /// Was it written to since the run began? One that is gone counts.
    fn is_touched(&self, file: &Path) -> bool {
        let changed = |metadata: Metadata| {
            use std::os::unix::fs::MetadataExt;
            let seconds = u64::try_from(metadata.ctime()).unwrap_or(0);
            let nanos = u32::try_from(metadata.ctime_nsec()).unwrap_or(0);
            let inode = SystemTime::UNIX_EPOCH + std::time::Duration::new(seconds, nanos);
            let content = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            inode.max(content) >= self.begun
        };
        fs::metadata(file).map_or(true, changed)
    }
}

/// A path that is the same for every name of a file.
fn known(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn hash(file: &Path) -> io::Result<[u8; 32]> {
    // A fifo would never end.
    if !fs::metadata(file)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    Ok(Sha256::digest(fs::read(file)?).into())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn other_content_is_a_change_and_the_same_content_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let [source, header] = ["a.c", "a.h"].map(|name| folder.path().join(name));
        fs::write(&source, "int a;").unwrap();
        fs::write(&header, "int b;").unwrap();
        std::thread::sleep(Duration::from_millis(20));
        let files = ExploredFiles::read([&source]);
        assert_eq!(files.changed(&[source.clone(), header.clone()]), None);
        std::thread::sleep(Duration::from_millis(20));
        fs::write(&source, "int a;").unwrap();
        assert_eq!(files.changed(std::slice::from_ref(&source)), None, "the same text again");
        fs::write(&source, "int c;").unwrap();
        assert_eq!(files.changed(std::slice::from_ref(&source)), Some(source.clone()));
        assert_eq!(files.changed_names(), [source.display().to_string()]);
        fs::write(&header, "int b;").unwrap();
        assert_eq!(files.changed(std::slice::from_ref(&header)), Some(header));
        fs::remove_file(&source).unwrap();
        assert_eq!(files.changed_names(), [source.display().to_string()]);
    }
}
