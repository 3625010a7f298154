//! The first tier: namespaces of its own, all folders read-only, and a layer over the working folder
//! and `/tmp` that is thrown away.
//!
//! Mounts are made in this order, because each step hides what an earlier one needs: copies of the
//! folders that stay writable, everything read-only, the layers, the writable folders in their
//! places, devices. The process table comes last, from within the new pid namespace.

use super::identity;
use super::spec::Spec;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{CWD, Mode, OFlags};
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, mount, mount_change,
    move_mount, open_tree,
};
use rustix::thread::UnshareFlags;
use std::ffi::CString;
use std::fs;
use std::io;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

/// Where scratch files of programs go; every program knows this name.
pub(super) const TEMPORARY: &str = "/tmp";

/// What a program may write in all to its layers.
const LAYERS: &str = "size=512m,nr_inodes=65536,mode=0755";

/// Folders that exist everywhere and whose contents no test needs: one of them holds the layers.
const BACKSTAGE: [&str; 3] = ["/run", "/mnt", "/srv"];

/// Devices that programs count on.
const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];

/// Moves this process into namespaces of its own; its next child is the first of its pid namespace.
/// Whether the names of other users are known there.
pub(super) fn unshare() -> Result<bool, String> {
    let all = UnshareFlags::NEWUSER
        | UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS;
    identity::with_names(|| {
        // SAFETY: descriptors stay shared; this process has one thread.
        unsafe { rustix::thread::unshare_unsafe(all) }.map_err(during("namespaces"))
    })
}

/// Arranges what the program sees of the file system.
pub(super) fn arrange(spec: &Spec) -> Result<(), String> {
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", private).map_err(during("private mounts"))?;
    let writable: Vec<(PathBuf, OwnedFd)> = spec
        .writable()
        .map(|folder| Ok((folder.to_owned(), copy(folder)?)))
        .collect::<Result<_, String>>()?;
    let devices = devices()?;
    make_read_only()?;
    let backstage = BACKSTAGE.iter().map(Path::new).find(|folder| folder.is_dir());
    let backstage = backstage.ok_or("there is no folder for the layers")?;
    let mut layers = Layers::new(backstage)?;
    layers.cover(Path::new(TEMPORARY))?;
    if let Some(view) = spec.view().filter(|view| *view != Path::new("/")) {
        layers.cover(view)?;
    }
    // The upper folders of the layers are hidden from the program.
    mount_tmpfs(backstage, c"size=4k,mode=0755", MountFlags::RDONLY)?;
    for (folder, copy) in writable {
        fs::create_dir_all(&folder).map_err(during_at("a writable folder", &folder))?;
        attach(copy, &folder)?;
    }
    arrange_devices(devices)
}

/// Shows the processes of this namespace, and no others. Read-only: with the user's own names, a
/// program of root's could change the kernel's settings here.
pub(super) fn show_processes() -> Result<(), String> {
    let flags = MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", "/proc", "proc", flags, None).map_err(during("the process table"))
}

/// A copy of a file or folder with what is mounted below it, as it is now.
fn copy(path: &Path) -> Result<OwnedFd, String> {
    copy_mount(path).map_err(during_at("a copy of a folder", path))
}

fn copy_mount(path: &Path) -> Result<OwnedFd, Errno> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_RECURSIVE;
    open_tree(CWD, path, flags)
}

/// Puts such a copy in its place.
fn attach(copy: OwnedFd, path: &Path) -> Result<(), String> {
    move_mount(copy.as_fd(), "", CWD, path, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)
        .map_err(during_at("a folder in its place", path))
}

/// Makes every mount read-only.
fn make_read_only() -> Result<(), String> {
    let attributes = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    let flags = libc::AT_RECURSIVE;
    // SAFETY: both pointers are to valid values of the sizes that are given.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            c"/".as_ptr(),
            flags,
            &attributes,
            size_of_val(&attributes),
        )
    };
    if done == 0 { Ok(()) } else { Err(during("read-only folders")(io::Error::last_os_error())) }
}

fn mount_tmpfs(path: &Path, options: &std::ffi::CStr, more: MountFlags) -> Result<(), String> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | more;
    mount("tmpfs", path, "tmpfs", flags, options).map_err(during_at("room for layers", path))
}

/// Layers over folders: what is written goes to memory.
struct Layers<'a> {
    backstage: &'a Path,
    count: usize,
}

impl Layers<'_> {
    fn new(backstage: &Path) -> Result<Layers<'_>, String> {
        let options = CString::new(LAYERS).expect("no zero byte in it");
        mount_tmpfs(backstage, &options, MountFlags::empty())?;
        Ok(Layers { backstage, count: 0 })
    }

    /// Puts a layer over a folder; what is mounted below the folder stays as it is.
    fn cover(&mut self, folder: &Path) -> Result<(), String> {
        let Ok(folder) = folder.canonicalize() else { return Ok(()) };
        let below = mounts_below(&folder)?;
        match self.overlay(&folder, &below) {
            // The kernel shows nothing of a folder alone if mounts below it came with the namespace.
            Err(Errno::INVAL) if !below.is_empty() => self.recreate(&folder),
            done => done.map_err(during_at("a layer", &folder)),
        }
    }

    /// Covers a folder with an overlay of itself.
    fn overlay(&mut self, folder: &Path, below: &[PathBuf]) -> Result<(), Errno> {
        let below: Vec<(&PathBuf, OwnedFd)> =
            below.iter().filter_map(|path| Some((path, copy_mount(path).ok()?))).collect();
        let upper = self.part("upper", folder)?;
        let work = self.part("work", folder)?;
        // By number: a name may have characters in it that separate options.
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let lower = rustix::fs::open(folder, flags, Mode::empty())?;
        let options = format!(
            "lowerdir=/proc/self/fd/{},upperdir={},workdir={},userxattr",
            lower.as_raw_fd(),
            upper.display(),
            work.display()
        );
        let options = CString::new(options).expect("no zero byte in it");
        let flags = MountFlags::NOSUID | MountFlags::NODEV;
        mount("overlay", folder, "overlay", flags, options.as_c_str())?;
        for (path, copy) in below {
            // A folder that is gone by now has nothing mounted on it any more.
            let _ = attach(copy, path);
        }
        Ok(())
    }

    /// Covers a folder with a new one that has the same entries: files and folders as they are,
    /// read-only, with what is mounted below them.
    fn recreate(&mut self, folder: &Path) -> Result<(), String> {
        let new = self.part("folder", folder).map_err(during_at("a new folder", folder))?;
        let entries = recreate_entries(folder, &new).map_err(during_at("a new folder", folder))?;
        attach(copy(&new)?, folder)?;
        entries.into_iter().try_for_each(|(path, copy)| attach(copy, &path))
    }

    /// A new folder behind the scenes, with the permissions of the one it is for.
    fn part(&mut self, name: &str, of: &Path) -> Result<PathBuf, Errno> {
        self.count += 1;
        let path = self.backstage.join(format!("{name}{}", self.count));
        rustix::fs::mkdir(&path, Mode::RWXU)?;
        let mode = rustix::fs::stat(of)?.st_mode;
        rustix::fs::chmod(&path, Mode::from_raw_mode(mode))?;
        Ok(path)
    }
}

/// Makes the links of a folder in a new one, and names for its files and folders; these, where they were.
fn recreate_entries(folder: &Path, new: &Path) -> io::Result<Vec<(PathBuf, OwnedFd)>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, twin) = (entry.path(), new.join(entry.file_name()));
        let kind = entry.file_type()?;
        // What cannot be opened is gone by now: temporary files of other programs come and go.
        if kind.is_symlink() {
            let Ok(target) = fs::read_link(&path) else { continue };
            std::os::unix::fs::symlink(target, twin)?;
        } else if kind.is_dir() || kind.is_file() {
            let Ok(copy) = copy_mount(&path) else { continue };
            if kind.is_dir() { fs::create_dir(twin) } else { fs::write(twin, "") }?;
            entries.push((path, copy));
        }
    }
    Ok(entries)
}

/// What is mounted below a folder, outermost first.
fn mounts_below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let table = fs::read("/proc/self/mountinfo").map_err(during("the table of mounts"))?;
    let mut below: Vec<PathBuf> = table
        .split(|&byte| byte == b'\n')
        .filter_map(|line| line.split(|&byte| byte == b' ').nth(4))
        .map(unescaped)
        .filter(|path| path.starts_with(folder) && path != folder)
        .collect();
    below.sort();
    // A copy of the outer one brings the inner ones along.
    let mut outermost: Vec<PathBuf> = Vec::new();
    for path in below {
        if !outermost.iter().any(|outer| path.starts_with(outer)) {
            outermost.push(path);
        }
    }
    Ok(outermost)
}

/// A path of that table: blanks and the like are `\040`.
fn unescaped(text: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let digits =
            after.get(..3).filter(|digits| digits.iter().all(|d| (b'0'..b'8').contains(d)));
        match digits {
            Some(digits) if first == b'\\' => {
                bytes
                    .push(digits.iter().fold(0u8, |n, d| n.wrapping_mul(8).wrapping_add(d - b'0')));
                rest = &after[3..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

/// The devices of the machine that the program gets, before `/dev` is covered.
fn devices() -> Result<Vec<(&'static str, OwnedFd)>, String> {
    let is_there = |name: &&&str| Path::new("/dev").join(name).exists();
    let all = DEVICES.iter().filter(is_there);
    all.map(|name| Ok((*name, copy(&Path::new("/dev").join(name))?))).collect()
}

/// A `/dev` with these, and nothing else of the machine's: a device that can be written to is not
/// protected by being on a read-only file system.
fn arrange_devices(devices: Vec<(&str, OwnedFd)>) -> Result<(), String> {
    let dev = Path::new("/dev");
    mount_tmpfs(dev, c"size=64m,nr_inodes=4096,mode=0755", MountFlags::empty())?;
    for (name, copy) in devices {
        let path = dev.join(name);
        fs::write(&path, "").map_err(during_at("a device", &path))?;
        attach(copy, &path)?;
    }
    fs::create_dir(dev.join("shm")).map_err(during_at("a device", dev))?;
    let streams = [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")];
    streams.into_iter().try_for_each(|(name, end)| {
        let target = format!("/proc/self/fd{end}");
        std::os::unix::fs::symlink(target, dev.join(name)).map_err(during_at("a device", dev))
    })
}

/// Says what could not be had.
pub(super) fn during<E: ToString>(what: &str) -> impl FnOnce(E) -> String + use<'_, E> {
    move |error| format!("{what}: {}", error.to_string())
}

fn during_at<'a, E: ToString>(
    what: &'a str,
    path: &'a Path,
) -> impl FnOnce(E) -> String + use<'a, E> {
    move |error| format!("{what} ({}): {}", path.display(), error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_the_table_of_mounts() {
        assert_eq!(unescaped(b"/a\\040b\\134c"), Path::new("/a b\\c"));
        assert_eq!(unescaped(b"/plain\\"), Path::new("/plain\\"));
    }

    #[test]
    fn only_the_outermost_mounts_below_a_folder_count() {
        let all = mounts_below(Path::new("/")).unwrap();
        assert!(all.contains(&PathBuf::from("/proc")), "{all:?}");
        let nested =
            |path: &&PathBuf| path.starts_with("/proc") && path.as_path() != Path::new("/proc");
        assert_eq!(all.iter().find(nested), None);
    }
}
