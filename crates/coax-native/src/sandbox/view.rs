//! The working folder as a program in the sandbox sees it: it may change everything there, and the
//! user's own folder stays as it is.
//!
//! With namespaces that is a layer of the launcher's; here it is only asked whether something was
//! written to it. Without, it is a copy: files as far as they fit, links to the rest, which can be
//! read and, as links, removed.

use super::{Access, Allowance, Sandbox, Tier};
use rustix::fs::statvfs;
use std::collections::VecDeque;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

/// What is copied at most, in bytes and entries.
const MOST_BYTES: u64 = 16 << 20;
const MOST_ENTRIES: usize = 2_000;

/// A working folder for programs that are run one after the other.
#[derive(Debug)]
pub struct View {
    folder: PathBuf,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// The folder itself.
    Itself,
    /// A layer over it, which comes with each process.
    Layer,
    Copy(Copied),
}

/// A copy, and what it looked like when it was made.
#[derive(Debug)]
struct Copied {
    folder: PathBuf,
    state: Vec<(PathBuf, Stamp)>,
}

/// What changes when a file does: its number, size, and the time of its last change.
type Stamp = (u64, u64, i64, i64);

impl View {
    /// The view of `folder`; `scratch` is where a copy is made, if there is to be one.
    pub fn new(sandbox: &Sandbox, folder: &Path, scratch: &Path) -> io::Result<View> {
        let folder = std::path::absolute(folder)?;
        let kind = match sandbox.tier() {
            Tier::Off => Kind::Itself,
            Tier::Namespaces => Kind::Layer,
            Tier::Landlock => Kind::Copy(Copied::new(&folder, scratch.to_owned())?),
        };
        Ok(View { folder, kind })
    }

    /// Where the program is started.
    pub fn folder(&self) -> &Path {
        match &self.kind {
            Kind::Itself | Kind::Layer => &self.folder,
            Kind::Copy(copy) => &copy.folder,
        }
    }

    /// What the program needs for it, beside these folders that it writes to.
    pub fn access(&self, mut writable: Vec<PathBuf>) -> Access {
        match &self.kind {
            Kind::Itself => Access { writable, view: None },
            Kind::Layer => Access { writable, view: Some(self.folder.clone()) },
            Kind::Copy(copy) => {
                writable.insert(0, copy.folder.clone());
                Access { writable, view: None }
            }
        }
    }

    /// Makes the view as it was at the start, after a program ran; whether the next one needs a new
    /// process for that. `launcher` is the process that the program was started by.
    pub fn renew(&mut self, launcher: u32, before: Option<Usage>) -> io::Result<bool> {
        match &mut self.kind {
            Kind::Itself => Ok(false),
            Kind::Layer => Ok(before.is_none() || Usage::of(launcher) != before),
            Kind::Copy(copy) => {
                if copy.state()? != copy.state {
                    copy.fill(&self.folder)?;
                }
                Ok(false)
            }
        }
    }
}

/// How much of the layers of a process is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    blocks: u64,
    files: u64,
}

impl Usage {
    /// What is in use now, of the layers that a launcher made; `None` if that cannot be seen.
    pub fn of(launcher: u32) -> Option<Usage> {
        let path = format!("/proc/{launcher}/root{}", super::namespaces::TEMPORARY);
        let all = statvfs(path).ok()?;
        Some(Usage { blocks: all.f_blocks - all.f_bfree, files: all.f_files - all.f_ffree })
    }
}

impl Copied {
    fn new(source: &Path, folder: PathBuf) -> io::Result<Copied> {
        let mut copy = Copied { folder, state: Vec::new() };
        copy.fill(source)?;
        Ok(copy)
    }

    /// Makes the copy anew, in the same folder: a process that works in it goes on.
    fn fill(&mut self, source: &Path) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.symlink_metadata()?.is_dir() {
                fs::remove_dir_all(path)?;
            } else {
                fs::remove_file(path)?;
            }
        }
        let mut left = Allowance { bytes: MOST_BYTES, files: MOST_ENTRIES };
        let mut folders = VecDeque::from([(source.to_owned(), self.folder.clone())]);
        // What lies further up is copied first: it is likelier to be needed.
        while let Some((from, to)) = folders.pop_front() {
            let mut entries: Vec<_> = fs::read_dir(&from)?.flatten().map(|e| e.path()).collect();
            entries.sort();
            for entry in entries {
                if self.folder.starts_with(&entry) {
                    continue;
                }
                let Some(name) = entry.file_name() else { continue };
                let target = to.join(name);
                if copy_entry(&entry, &target, &mut left)? {
                    folders.push_back((entry, target));
                }
            }
        }
        self.state = self.state()?;
        Ok(())
    }

    /// What the copy looks like.
    fn state(&self) -> io::Result<Vec<(PathBuf, Stamp)>> {
        let mut state = Vec::new();
        let mut folders = vec![self.folder.clone()];
        while let Some(folder) = folders.pop() {
            let mut entries: Vec<_> = fs::read_dir(&folder)?.flatten().map(|e| e.path()).collect();
            entries.sort();
            for path in entries {
                let metadata = path.symlink_metadata()?;
                if metadata.is_dir() {
                    folders.push(path.clone());
                }
                state.push((path, stamp(&metadata)));
            }
        }
        Ok(state)
    }
}

fn stamp(metadata: &Metadata) -> Stamp {
    (metadata.ino(), metadata.size(), metadata.ctime(), metadata.ctime_nsec())
}

/// Copies a file, or links to what does not fit; whether it is a folder whose contents are to follow.
fn copy_entry(from: &Path, to: &Path, left: &mut Allowance) -> io::Result<bool> {
    // What has vanished meanwhile is not there.
    let Ok(metadata) = from.symlink_metadata() else { return Ok(false) };
    let fits = left.files > 0
        && (metadata.is_dir() || (metadata.is_file() && metadata.size() <= left.bytes));
    if !fits {
        // Links, devices, sockets, and what is too large. Beyond the last entry there is nothing.
        if left.files > 0 || metadata.is_dir() {
            left.files = left.files.saturating_sub(1);
            symlink(from, to)?;
        }
        return Ok(false);
    }
    left.files -= 1;
    if metadata.is_dir() {
        fs::create_dir(to)?;
        return Ok(true);
    }
    left.bytes -= metadata.size();
    match fs::copy(from, to) {
        Ok(_) => Ok(false),
        // Not readable for us: neither is the link to it, but the name is there.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            symlink(from, to).map(|()| false)
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_made_anew_when_it_was_changed() {
        let (source, scratch) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir(source.path().join("d")).unwrap();
        fs::write(source.path().join("d/f"), "text").unwrap();
        symlink("d/f", source.path().join("l")).unwrap();
        let mut copy = Copied::new(source.path(), scratch.path().join("v")).unwrap();
        let file = copy.folder.join("d/f");
        assert_eq!(fs::read_to_string(&file).unwrap(), "text");
        assert!(copy.folder.join("l").exists());
        assert_eq!(copy.state().unwrap(), copy.state);
        fs::remove_file(&file).unwrap();
        fs::write(copy.folder.join("new"), "").unwrap();
        assert_ne!(copy.state().unwrap(), copy.state);
        copy.fill(source.path()).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "text");
        assert!(!copy.folder.join("new").exists());
        assert_eq!(fs::read_to_string(source.path().join("d/f")).unwrap(), "text");
    }

    /// What is made of an entry, by what there is room for: a copy (1), a link (2) or nothing (0), and what is
    /// left afterwards.
    #[test]
    fn what_becomes_of_an_entry_depends_on_what_is_left() {
        let source = tempfile::tempdir().unwrap();
        fs::write(source.path().join("file"), vec![0; 100]).unwrap();
        fs::create_dir(source.path().join("folder")).unwrap();
        symlink("file", source.path().join("link")).unwrap();
        for (name, bytes, files, expected) in [
            ("file", 100, 1, (1, 0, 0)),
            ("file", 101, 5, (1, 1, 4)),
            ("file", 99, 5, (2, 99, 4)),
            ("file", 100, 0, (0, 100, 0)),
            ("folder", 0, 1, (1, 0, 0)),
            ("folder", 7, 0, (2, 7, 0)),
            ("link", 100, 1, (2, 100, 0)),
            ("link", 100, 0, (0, 100, 0)),
            ("vanished", 100, 1, (0, 100, 1)),
        ] {
            let scratch = tempfile::tempdir().unwrap();
            let (from, to) = (source.path().join(name), scratch.path().join(name));
            let mut left = Allowance { bytes, files };
            let follows = copy_entry(&from, &to, &mut left).unwrap();
            let made = match to.symlink_metadata() {
                Ok(metadata) if metadata.is_symlink() => 2,
                Ok(_) => 1,
                Err(_) => 0,
            };
            assert_eq!((made, left.bytes, left.files), expected, "{name} {bytes} {files}");
            assert_eq!(follows, name == "folder" && made == 1, "{name} {bytes} {files}");
        }
    }

    #[test]
    fn each_tier_has_its_view() {
        let (source, scratch) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let view = |kind| View { folder: source.path().to_owned(), kind };
        let out = std::path::PathBuf::from("/out");
        let copy = Copied::new(source.path(), scratch.path().join("v")).unwrap();
        let copied = copy.folder.clone();
        for (kind, folder, writable, seen) in [
            (Kind::Itself, source.path(), vec![out.clone()], None),
            (Kind::Layer, source.path(), vec![out.clone()], Some(source.path().to_owned())),
            (Kind::Copy(copy), &copied, vec![copied.clone(), out.clone()], None),
        ] {
            let view = view(kind);
            assert_eq!(view.folder(), folder);
            let access = view.access(vec![out.clone()]);
            assert_eq!((access.writable, access.view), (writable, seen));
        }
    }

    #[test]
    fn what_does_not_fit_is_a_link() {
        let (source, scratch) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(source.path().join("large"), vec![0; 100]).unwrap();
        let to = scratch.path().join("large");
        copy_entry(&source.path().join("large"), &to, &mut Allowance { bytes: 99, files: 10 })
            .unwrap();
        assert!(to.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read(&to).unwrap().len(), 100);
    }
}
