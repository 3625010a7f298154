//! `--summary-cache DIR`: a folder in which summaries of functions are kept between runs.
//!
//! A file holds the summaries of one function; its name is the digest of the code they are about. It begins with
//! what it is and a digest of the rest.
//!
//! Invariants: a file appears whole or not at all, so that several processes may share the folder; a file that is not
//! what it should be is not there, and one warning says so, as it does if one cannot be written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use coax_engine::summaries::SummaryStore;
use sha2::{Digest, Sha256};

use crate::end::Failure;
use crate::out_folder::write_whole_bytes;

/// How every file begins.
const HEAD: &[u8] = b"coax summaries 1\n";
/// Length of the digest after it.
const DIGEST: usize = 32;

/// The folder.
#[derive(Clone, Debug)]
pub struct SummaryCache {
    folder: PathBuf,
    /// Has a message said that something is wrong with it?
    told: Arc<AtomicBool>,
}

impl SummaryCache {
    /// Makes the folder if it is not there, and sees whether files can be put there.
    pub fn open(folder: &Path) -> Result<SummaryCache, Failure> {
        let attempt = || {
            fs::create_dir_all(folder)?;
            tempfile::tempfile_in(folder).map(drop)
        };
        match attempt() {
            Ok(()) => Ok(SummaryCache { folder: folder.to_path_buf(), told: Arc::default() }),
            Err(error) => {
                let folder = folder.display();
                Err(Failure::Input(format!("--summary-cache {folder}: {error}")))
            }
        }
    }

    /// What a worker takes summaries from.
    pub fn store(&self) -> Box<dyn SummaryStore> {
        Box::new(self.clone())
    }

    fn file(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.summaries"))
    }

    fn warn(&self, what: &str, file: &Path) {
        if !self.told.swap(true, Ordering::Relaxed) {
            anstream::eprintln!("warning: --summary-cache: {}: {what}", file.display());
        }
    }
}

impl SummaryStore for SummaryCache {
    fn get(&mut self, key: &str) -> Option<Vec<u8>> {
        let file = self.file(key);
        match fs::read(&file) {
            Ok(whole) => {
                let content = content(&whole);
                if content.is_none() {
                    self.refuse(key);
                }
                content.map(<[u8]>::to_vec)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                self.warn(&error.to_string(), &file);
                None
            }
        }
    }

    fn put(&mut self, key: &str, content: &[u8]) {
        let file = self.file(key);
        let digest = Sha256::digest(content);
        if let Err(error) = write_whole_bytes(&file, &[HEAD, &digest, content].concat()) {
            self.warn(&format!("summaries cannot be kept: {error}"), &file);
        }
    }

    fn refuse(&mut self, key: &str) {
        self.warn("damaged, or of another version: not used", &self.file(key));
    }
}

/// What is in a file, if it is whole.
fn content(whole: &[u8]) -> Option<&[u8]> {
    let (digest, content) = whole.strip_prefix(HEAD)?.split_at_checked(DIGEST)?;
    (Sha256::digest(content).as_slice() == digest).then_some(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_and_what_is_damaged_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = SummaryCache::open(&folder.path().join("a/b")).unwrap();
        assert_eq!(cache.get("f"), None);
        cache.put("f", b"what f does");
        assert_eq!(cache.get("f").as_deref(), Some(b"what f does".as_slice()));
        assert_eq!(cache.get("g"), None);
        assert!(!cache.told.load(Ordering::Relaxed));
        let file = cache.file("f");
        let whole = fs::read(&file).unwrap();
        for end in 0..whole.len() {
            fs::write(&file, &whole[..end]).unwrap();
            assert_eq!(cache.get("f"), None, "{end} bytes of {}", whole.len());
        }
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&file, damaged).unwrap();
            assert_eq!(cache.get("f"), None, "byte {at} is another");
        }
        assert!(cache.told.load(Ordering::Relaxed));
    }

    #[test]
    fn a_file_is_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(matches!(SummaryCache::open(&file), Err(Failure::Input(_))));
    }

    #[test]
    fn what_cannot_be_written_is_told_and_does_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = SummaryCache::open(&folder.path().join("gone")).unwrap();
        fs::remove_dir(&cache.folder).unwrap();
        cache.put("f", b"what f does");
        assert!(cache.told.load(Ordering::Relaxed));
        assert_eq!(cache.get("f"), None);
    }
}
