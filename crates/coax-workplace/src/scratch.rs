//! Folders for temporary files, and what dead runs left of theirs.
//!
//! Invariants: a folder is locked by the process that made it, from the moment its lock file can be
//! seen, so that no other process takes it for a dead one's; only folders with our name, of our user and whose
//! lock is free are swept.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::out_folder::{Lock, Taken};

/// How the names of all such folders begin.
const PREFIX: &str = "coax-scratch-";

/// The lock within a folder.
const LOCK: &str = ".coax-lock";

/// A folder without a lock is a dead one's after so long: making one takes a moment.
const NEW: Duration = Duration::from_secs(3600);

/// How long sweeping may keep a command waiting.
const PATIENCE: Duration = Duration::from_secs(1);

/// The folders of this process.
static MADE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A folder that vanishes with this value.
#[derive(Debug)]
pub struct Scratch {
    folder: tempfile::TempDir,
    _lock: Option<Lock>,
}

impl Scratch {
    /// A new one, where the system wants temporary files to be.
    pub fn new() -> io::Result<Scratch> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let unseen = folder.path().join(".new-lock");
        let lock = match Lock::take(&unseen)? {
            Taken::Held(lock) => Some(lock),
            Taken::Busy(_) | Taken::Unknown => None,
        };
        fs::rename(unseen, folder.path().join(LOCK))?;
        made().push(folder.path().to_path_buf());
        Ok(Scratch { folder, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        made().retain(|path| path != self.folder.path());
    }
}

fn made() -> MutexGuard<'static, Vec<PathBuf>> {
    // Paths are pushed and removed whole.
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all folders of this process, which ends now.
pub fn remove_all() {
    for path in made().iter() {
        // Another thread may still be writing there: the next run sweeps what is left.
        let _ = (0..3).any(|_| fs::remove_dir_all(path).is_ok());
    }
}

/// Removes what dead runs left. It is not ours to complain about what cannot be removed.
pub fn sweep() {
    sweep_in(&std::env::temp_dir(), Instant::now() + PATIENCE);
}

fn sweep_in(folder: &Path, until: Instant) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if Instant::now() >= until {
            return;
        }
        if entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            let _ = sweep_one(&entry.path());
        }
    }
}

fn sweep_one(folder: &Path) -> io::Result<()> {
    let metadata = folder.symlink_metadata()?;
    // SAFETY: a plain question to the system.
    let me = unsafe { libc::geteuid() };
    if !metadata.is_dir() || metadata.uid() != me {
        return Ok(());
    }
    match Lock::take_existing(&folder.join(LOCK))? {
        Some(Taken::Held(_lock)) => remove(folder),
        Some(Taken::Busy(_) | Taken::Unknown) => Ok(()),
        None if metadata.modified()?.elapsed().is_ok_and(|age| age > NEW) => remove(folder),
        None => Ok(()),
    }
}

/// The lock goes last, so that what is left half way is still known to be a dead one's.
fn remove(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else if entry.file_name() != LOCK {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_dir_all(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_ones_are_swept_and_no_others() {
        let place = tempfile::tempdir().unwrap();
        let folder = |name: &str| {
            let folder = place.path().join(name);
            fs::create_dir_all(folder.join("deep")).unwrap();
            fs::write(folder.join("deep/file"), "").unwrap();
            folder
        };
        let lock = |folder: &Path| Lock::take(&folder.join(LOCK)).unwrap();
        let dead = folder("coax-scratch-dead");
        drop(lock(&dead));
        let alive = folder("coax-scratch-alive");
        let _held = lock(&alive);
        let (new, other) = (folder("coax-scratch-new"), folder("coax-script"));
        drop(lock(&other));
        sweep_in(place.path(), Instant::now() + Duration::from_secs(60));
        assert!(!dead.exists());
        assert!(alive.exists() && new.exists() && other.exists());
    }

    #[test]
    fn a_folder_is_locked_while_it_is_used_and_gone_afterwards() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_path_buf();
        sweep_one(&path).unwrap();
        assert!(path.is_dir() && made().contains(&path));
        drop(scratch);
        assert!(!path.exists() && !made().contains(&path));
    }
}
