//! How the results of a new run take the place of earlier ones: prepared aside, then put into place
//! by a handful of renames that are finished later if the process dies among them.
//!
//! ```text
//! .coax/next/     what is being prepared; without meaning, removed by the next run
//! .coax/swap/     the same, ready: from now on the new run counts, and the next process goes on
//! .coax/old-N/    what was there before, on its way out
//! ```
//!
//! Invariants: before `swap` exists nothing of an earlier run is touched; a folder is in place at every
//! moment (it is exchanged, not removed and made anew, where the file system can); the report comes
//! first, so that it never names a file that is not there.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::{OURS, manifest};

const NEXT: &str = "next";
const SWAP: &str = "swap";
/// How the names of folders on their way out begin.
pub const OLD: &str = "old-";
/// How the names of files that are being written begin.
pub const TEMPORARY: &str = "tmp-";
/// Room that is kept for the last report.
pub const RESERVE: &str = "reserve";
/// What a swap consists of: where old things go, then number and name of each new one.
const PLAN: &str = "plan";

/// A run that is being prepared.
pub struct Staging<'a> {
    root: &'a Path,
    /// Where it is prepared.
    pub folder: PathBuf,
}

impl<'a> Staging<'a> {
    /// Begins, in a folder that is locked.
    pub fn begin(root: &'a Path) -> io::Result<Staging<'a>> {
        let folder = root.join(OURS).join(NEXT);
        fs::create_dir(&folder)?;
        Ok(Staging { root, folder })
    }

    /// Keeps a file of the user's in its place, or in the first free one beside it; gives back where.
    pub fn keep(&self, name: &Path) -> io::Result<PathBuf> {
        let (from, to) = (self.root.join(name), free(&self.folder, name));
        self.folder.join(&to).parent().map_or(Ok(()), fs::create_dir_all)?;
        let to_path = self.folder.join(&to);
        if from.symlink_metadata()?.is_dir() {
            fs::create_dir_all(to_path)?;
        } else if fs::hard_link(&from, &to_path).is_err() {
            fs::copy(&from, &to_path)?; // a file system without links
        }
        Ok(to)
    }

    /// Puts everything into place; what was there goes to `old`, relative to the folder.
    pub fn commit(self, old: &Path, results: &[String]) -> io::Result<()> {
        let mut names: Vec<String> = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            names.extend(entry?.file_name().into_string().ok());
        }
        names.retain(|name| name != manifest::FILE_NAME);
        names.sort_by_key(|name| (name != coax_report::FILE_NAME, name.clone()));
        let mut plan = format!("{}\n", old.display());
        for name in &names {
            plan += &format!("{} {name}\n", number(&self.folder.join(name))?);
        }
        for name in results.iter().filter(|name| !names.contains(name)) {
            plan += &format!("0 {name}\n"); // nothing takes its place
        }
        fs::write(self.folder.join(PLAN), plan)?;
        fs::rename(&self.folder, self.root.join(OURS).join(SWAP))?;
        finish_swap(self.root)
    }
}

/// Removes what dead runs left half prepared or half written, and finishes a swap that was begun.
/// The folder must be locked.
pub fn recover(root: &Path) -> io::Result<()> {
    let ours = root.join(OURS);
    for entry in fs::read_dir(&ours)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.as_bytes().starts_with(TEMPORARY.as_bytes()) || name == RESERVE {
            fs::remove_file(entry.path())?;
        } else if name == NEXT {
            fs::remove_dir_all(entry.path())?;
        }
    }
    if ours.join(SWAP).is_dir() { finish_swap(root) } else { Ok(()) }
}

/// A name for a folder of old things that does not exist yet.
pub fn free_old(root: &Path) -> PathBuf {
    let name = |number: usize| Path::new(OURS).join(format!("{OLD}{number}"));
    (1..).map(name).find(|name| !root.join(name).exists()).expect("numbers do not end")
}

/// The first free name for something called so: itself, then with `.edited`, `.edited2`, … after it.
pub fn free(folder: &Path, name: &Path) -> PathBuf {
    let other = |number: usize| {
        let mut other = name.as_os_str().to_owned();
        match number {
            0 => {}
            1 => other.push(super::EDITED),
            _ => other.push(format!("{}{number}", super::EDITED)),
        }
        PathBuf::from(other)
    };
    let is_free = |name: &PathBuf| folder.join(name).symlink_metadata().is_err();
    (0..).map(other).find(is_free).expect("numbers do not end")
}

/// Goes on with a swap from wherever it is.
fn finish_swap(root: &Path) -> io::Result<()> {
    let (ours, swap) = (root.join(OURS), root.join(OURS).join(SWAP));
    let text = match fs::read_to_string(swap.join(PLAN)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return fs::remove_dir(swap),
        text => text?,
    };
    let mut plan = text.lines();
    let old = root.join(plan.next().unwrap_or_default());
    fs::create_dir_all(&old)?;
    if swap.join(manifest::FILE_NAME).exists() {
        let current = ours.join(manifest::FILE_NAME);
        if current.exists() {
            fs::rename(&current, old.join(manifest::FILE_NAME))?;
        }
        fs::rename(swap.join(manifest::FILE_NAME), current)?;
    }
    for (inode, name) in plan.filter_map(|line| line.split_once(' ')) {
        let (new, place, away) = (swap.join(name), root.join(name), old.join(name));
        match inode {
            "0" if place.symlink_metadata().is_ok() => move_to(&place, &away)?,
            "0" => {}
            _ => {
                if number(&new).is_ok_and(|found| found.to_string() == inode) {
                    put_into_place(&new, &place, &away)?;
                }
                // What was exchanged for it.
                if new.symlink_metadata().is_ok() {
                    move_to(&new, &away)?;
                }
            }
        }
    }
    // Gone where nothing was there before.
    let _ = fs::remove_dir(&old);
    fs::remove_file(swap.join(PLAN))?;
    fs::remove_dir(swap)
}

/// What tells a file or folder from others, under any name.
fn number(path: &Path) -> io::Result<u64> {
    path.symlink_metadata().map(|metadata| metadata.ino())
}

/// Exchanges two things; where that is not possible, what is at `place` goes `away` first.
fn put_into_place(new: &Path, place: &Path, away: &Path) -> io::Result<()> {
    if place.symlink_metadata().is_err() {
        return move_to(new, place);
    }
    if exchange(new, place).is_ok() {
        return Ok(());
    }
    move_to(place, away)?;
    move_to(new, place)
}

fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    let name = |path: &Path| CString::new(path.as_os_str().as_bytes()).map_err(io::Error::other);
    let (one, other, here) = (name(one)?, name(other)?, libc::AT_FDCWD);
    // SAFETY: both names end with a zero and live until the call is over.
    let done =
        unsafe { libc::renameat2(here, one.as_ptr(), here, other.as_ptr(), libc::RENAME_EXCHANGE) };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Renames; a folder that cannot be renamed as a whole (one of a lower layer of an overlay), entry
/// by entry.
fn move_to(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices && from.is_dir() => {}
        done => return done,
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        move_to(&entry.path(), &to.join(entry.file_name()))?;
    }
    fs::remove_dir(from)
}
