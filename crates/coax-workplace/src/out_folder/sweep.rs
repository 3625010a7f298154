//! Which files of earlier results are the user's, and how the others are deleted.
//!
//! Invariants: what is not in the manifest, or not as it says, is never deleted; a file of the user's
//! that is met in a folder on its way out goes back to where it was.

use std::collections::HashSet;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::manifest::{self, Manifest};
use super::{OURS, swap};

/// How long the end of a run waits for earlier results to be deleted; the next run does the rest.
const PATIENCE: Duration = Duration::from_secs(1);

/// Files and empty folders below `root`, among these results, that are the user's.
pub fn of_the_user(
    root: &Path,
    results: &[String],
    manifest: &Manifest,
) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for name in results {
        walk(root, Path::new(name), &mut found)?;
    }
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let part = found.len().div_ceil(workers).max(1);
    let mut kept: Vec<PathBuf> = std::thread::scope(|scope| {
        let parts: Vec<_> = found
            .chunks(part)
            .map(|part| {
                let kept = move || part.iter().filter(|name| !is_ours(root, name, manifest));
                scope.spawn(move || kept().cloned().collect::<Vec<PathBuf>>())
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("looking does not panic")).collect()
    });
    kept.sort();
    Ok(kept)
}

/// Lists a file, or what is below a folder; a folder is listed itself, after that.
fn walk(root: &Path, name: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let path = root.join(name);
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => {
            for entry in fs::read_dir(&path)? {
                walk(root, &name.join(entry?.file_name()), found)?;
            }
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    }
    found.push(name.to_path_buf());
    Ok(())
}

fn is_ours(root: &Path, name: &Path, manifest: &Manifest) -> bool {
    let path = root.join(name);
    let Some(text) = name.to_str() else { return false };
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => {
            let is_result = name.components().count() == 1;
            // One that is not empty is kept by what is in it.
            let is_empty = fs::read_dir(&path).is_ok_and(|mut entries| entries.next().is_none());
            is_result || !is_empty || manifest.has_folder(text)
        }
        Ok(_) => manifest.is_unchanged(text, &path),
        Err(_) => true, // it went away meanwhile
    }
}

/// Deletes earlier results beside the run.
#[derive(Debug)]
pub struct Sweeper {
    thread: Option<JoinHandle<()>>,
    stop: Arc<AtomicBool>,
}

impl Sweeper {
    /// Begins. These files of the user's are in place, under any names they will have.
    pub fn start(root: &Path, kept: &[PathBuf]) -> Sweeper {
        let stop = Arc::new(AtomicBool::new(false));
        let in_place = kept.iter().filter_map(|name| identity(&root.join(name))).collect();
        let (root, asked) = (root.to_path_buf(), Arc::clone(&stop));
        // What cannot be deleted now is met again by the next run.
        let sweep = move || drop(sweep(&root, &in_place, &asked));
        Sweeper { thread: std::thread::Builder::new().spawn(sweep).ok(), stop }
    }
}

impl Drop for Sweeper {
    fn drop(&mut self) {
        let Some(thread) = self.thread.take() else { return };
        let begun = Instant::now();
        while !thread.is_finished() && begun.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.stop.store(true, Ordering::Relaxed);
        // A panic was printed: there is nothing to add.
        let _ = thread.join();
    }
}

/// Deletes all folders that are on their way out.
fn sweep(root: &Path, in_place: &HashSet<Identity>, stop: &AtomicBool) -> io::Result<()> {
    for entry in fs::read_dir(root.join(OURS))? {
        let entry = entry?;
        if entry.file_name().as_encoded_bytes().starts_with(swap::OLD.as_bytes()) {
            sweep_one(root, &entry.path(), in_place, stop)?;
        }
    }
    Ok(())
}

fn sweep_one(
    root: &Path,
    old: &Path,
    in_place: &HashSet<Identity>,
    stop: &AtomicBool,
) -> io::Result<()> {
    let list = old.join(manifest::FILE_NAME);
    let manifest = Manifest::read(&list)?.unwrap_or_default();
    let mut found = Vec::new();
    for entry in fs::read_dir(old)? {
        let name = entry?.file_name();
        if name != manifest::FILE_NAME {
            walk(old, Path::new(&name), &mut found)?;
        }
    }
    for name in found {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let path = old.join(&name);
        let is_kept = || {
            identity(&path).is_some_and(|file| in_place.contains(&file))
                || is_copy(&path, &root.join(&name))
        };
        if path.symlink_metadata()?.is_dir() {
            fs::remove_dir(&path)?;
        } else if is_ours(old, &name, &manifest) || is_kept() {
            fs::remove_file(&path)?;
        } else {
            give_back(root, &name, &path)?;
        }
    }
    // Without one there was none.
    let _ = fs::remove_file(list);
    fs::remove_dir(old)
}

/// What a file is, independent of its name: its device and its number there.
type Identity = (u64, u64);

fn identity(path: &Path) -> Option<Identity> {
    path.symlink_metadata().ok().map(|file| (file.dev(), file.ino()))
}

/// Do two files say the same?
fn is_copy(one: &Path, other: &Path) -> bool {
    let length =
        |path: &Path| path.symlink_metadata().ok().filter(Metadata::is_file).map(|f| f.len());
    let same = || matches!((fs::read(one), fs::read(other)), (Ok(one), Ok(other)) if one == other);
    length(one).is_some_and(|of_one| length(other) == Some(of_one)) && same()
}

/// A file of the user's that came into an old folder at the last moment goes back.
fn give_back(root: &Path, name: &Path, path: &Path) -> io::Result<()> {
    let to = root.join(swap::free(root, name));
    to.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::rename(path, &to)?;
    anstream::eprintln!("note: kept a file that coax did not write: {}", to.display());
    Ok(())
}
