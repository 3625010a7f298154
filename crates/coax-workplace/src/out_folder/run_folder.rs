//! The folder of results while a run writes into it.
//!
//! Invariants: every file is in the manifest before it is there; what lies at a name and is not what
//! this run wrote there is put aside, not overwritten; when the disk is full, there is room left for
//! one more report.

use std::collections::{HashMap, HashSet};
use std::fs::{self, Metadata};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use coax_report::Report;

use super::lock::Lock;
use super::manifest::{self, Digest, Writing, digest};
use super::sweep::Sweeper;
use super::{OURS, swap, write_aside};

/// What is kept free for the last report.
const RESERVE: usize = 1 << 20;

/// Files that are told by name.
const MOST_TOLD: usize = 5;

/// The folder of a run; copies are the same folder.
#[derive(Clone, Debug)]
pub struct RunFolder(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    root: PathBuf,
    /// Files of the user's that stayed, relative.
    kept: Vec<PathBuf>,
    /// Where results went that have no manifest.
    earlier: Option<PathBuf>,
    state: Mutex<State>,
    _sweeper: Sweeper,
    /// The last to go.
    _lock: Option<Lock>,
}

#[derive(Debug)]
struct State {
    manifest: Writing,
    /// What this run wrote.
    written: HashMap<String, Written>,
    /// Edited files that had to go under another name, during this run.
    put_aside: Vec<PathBuf>,
    /// The disk was full: what room there is now is for the report.
    full: bool,
}

/// A file that was written: its content, and what tells without reading that it is still the same.
#[derive(Debug)]
struct Written {
    digest: Digest,
    stamp: Stamp,
}

/// Number, size and time of a file.
type Stamp = (u64, u64, i64, i64);

fn stamp(metadata: &Metadata) -> Stamp {
    (metadata.ino(), metadata.len(), metadata.mtime(), metadata.mtime_nsec())
}

/// Writes the first report of a run and the manifest that names it.
pub(super) fn first_report(folder: &Path, report: &Report) -> io::Result<()> {
    let text = report.to_json();
    let mut manifest = Writing::open(&folder.join(manifest::FILE_NAME))?;
    manifest.note(coax_report::FILE_NAME, &digest(text.as_bytes()))?;
    fs::write(folder.join(coax_report::FILE_NAME), text)
}

impl RunFolder {
    /// A folder whose first report is in place; begins to delete what was there before.
    pub(super) fn open(
        root: PathBuf,
        lock: Option<Lock>,
        kept: Vec<PathBuf>,
        earlier: Option<PathBuf>,
    ) -> io::Result<RunFolder> {
        let manifest = Writing::open(&root.join(OURS).join(manifest::FILE_NAME))?;
        // Without it, a full disk costs the last second's report: no reason not to begin.
        let _ = fs::File::create(root.join(OURS).join(swap::RESERVE))
            .and_then(|mut file| file.write_all(&vec![0; RESERVE]));
        let report = root.join(coax_report::FILE_NAME);
        let first = Written {
            digest: digest(&fs::read(&report)?),
            stamp: stamp(&report.symlink_metadata()?),
        };
        let written = HashMap::from([(coax_report::FILE_NAME.to_owned(), first)]);
        let state = Mutex::new(State { manifest, written, put_aside: Vec::new(), full: false });
        let _sweeper = Sweeper::start(&root, &kept);
        Ok(RunFolder(Arc::new(Inner { root, kept, earlier, state, _sweeper, _lock: lock })))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0.root
    }

    /// Writes a file, whose name is relative to the folder: it is there whole or not at all.
    pub fn put(&self, name: &str, content: &str) -> io::Result<()> {
        self.write(name, content, false)
    }

    /// Makes a symbolic link, whose name is relative to the folder.
    pub fn put_link(&self, name: &str, target: &Path) -> io::Result<()> {
        let (path, mut state) = (self.0.root.join(name), self.state());
        let content = manifest::link(target);
        if fs::read_link(&path).is_ok_and(|there| there == target) {
            return Ok(());
        }
        self.make_way(&mut state, name, &path)?;
        state.manifest.note(name, &digest(&content))?;
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        std::os::unix::fs::symlink(target, &path)
    }

    /// Writes the report, so that it is there also when the machine stops right after it.
    pub fn put_report(&self, report: &Report) -> io::Result<()> {
        self.write(coax_report::FILE_NAME, &report.to_json(), true)?;
        fs::File::open(&self.0.root)?.sync_all() // the new name, too
    }

    fn write(&self, name: &str, content: &str, durable: bool) -> io::Result<()> {
        let is_report = name == coax_report::FILE_NAME;
        if self.state().full && !is_report {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let written = self.try_to_write(name, content, durable);
        if !written.as_ref().is_err_and(is_full) {
            return written;
        }
        self.state().full = true;
        match is_report && self.remove_reserve().is_ok() {
            true => self.try_to_write(name, content, durable),
            false => written,
        }
    }

    fn try_to_write(&self, name: &str, content: &str, durable: bool) -> io::Result<()> {
        let (path, mut state) = (self.0.root.join(name), self.state());
        self.make_way(&mut state, name, &path)?;
        let digest = digest(content.as_bytes());
        state.manifest.note(name, &digest)?;
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        let ours = self.0.root.join(OURS);
        write_aside(&ours, swap::TEMPORARY, &path, content.as_bytes(), durable)?;
        let stamp = stamp(&path.symlink_metadata()?);
        state.written.insert(name.to_owned(), Written { digest, stamp });
        Ok(())
    }

    /// Puts aside what lies at a name and is not ours.
    fn make_way(&self, state: &mut State, name: &str, path: &Path) -> io::Result<()> {
        if path.symlink_metadata().is_err() || is_as_written(state, name, path) {
            return Ok(());
        }
        let aside = swap::free(&self.0.root, Path::new(name));
        fs::rename(path, self.0.root.join(&aside))?;
        state.put_aside.push(aside);
        Ok(())
    }

    /// Removes a file of this run, unless it was edited meanwhile.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        let (path, mut state) = (self.0.root.join(name), self.state());
        if !is_as_written(&state, name, &path) {
            return Ok(());
        }
        state.written.remove(name);
        fs::remove_file(path)
    }

    /// Removes one of its folders, if nothing is in it.
    pub fn remove_folder(&self, name: &str) {
        // What is in it stays.
        let _ = fs::remove_dir(self.0.root.join(name));
    }

    /// The name of a new test, which begins with `id`: no file of the user's has it.
    pub fn free_id(&self, mut id: String) -> String {
        let is_taken = |id: &str| {
            self.0.kept.iter().any(|file| file.file_stem().is_some_and(|stem| stem == id))
        };
        while is_taken(&id) {
            id.push_str("_new");
        }
        id
    }

    /// Says which files of the user's are still there.
    pub fn say_kept(&self) {
        if let Some(earlier) = &self.0.earlier {
            let (from, to) = (self.0.root.display(), self.0.root.join(earlier));
            anstream::eprintln!(
                "note: {from} has no list of the files that coax wrote: all of it is now in {}",
                to.display()
            );
        }
        say("kept", &self.0.kept, "coax did not write or that you changed");
    }

    /// Says which files got another name during the run because it needed theirs.
    pub fn say_put_aside(&self) {
        say("renamed", &self.state().put_aside, "you changed and whose names were needed");
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing in it is half done where a write can panic.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Frees what was kept for the last report.
    fn remove_reserve(&self) -> io::Result<()> {
        fs::remove_file(self.0.root.join(OURS).join(swap::RESERVE))
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Left behind, it is removed by the next run.
        let _ = fs::remove_file(self.root.join(OURS).join(swap::RESERVE));
    }
}

/// Is there no room for more?
fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// Is a file what this run wrote last under that name?
fn is_as_written(state: &State, name: &str, path: &Path) -> bool {
    let Some(written) = state.written.get(name) else { return false };
    let Ok(metadata) = path.symlink_metadata() else { return false };
    let is_same = || fs::read(path).is_ok_and(|content| digest(&content) == written.digest);
    stamp(&metadata) == written.stamp || metadata.is_file() && is_same()
}

fn say(what: &str, files: &[PathBuf], which: &str) {
    if files.is_empty() {
        return;
    }
    let names: HashSet<String> =
        files.iter().map(|file| coax_report::one_line(&file.display().to_string())).collect();
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort();
    let all = names.len();
    let more =
        if all > MOST_TOLD { format!(" and {} more", all - MOST_TOLD) } else { String::new() };
    names.truncate(MOST_TOLD);
    let plural = if all == 1 { "file" } else { "files" };
    let names = names.join(", ");
    anstream::eprintln!("note: {what} {all} {plural} that {which}: {names}{more}");
}
