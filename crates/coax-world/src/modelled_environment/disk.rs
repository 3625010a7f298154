//! The files of a made-up world: those on disk, each read once, under what the program has made of
//! them. Nothing is ever written to disk.
//!
//! Invariants: a value; a clone shares the contents of files until one of the two changes them.
//! Paths inside are absolute and without `.` and `..` (links are not followed for that). A file has
//! one number however it is reached, so that what one descriptor writes another reads.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use coax_engine::{DirEntry, FileStatus};
use coax_models::InputFile;
use coax_native::world::RealWorld;

use super::NOW;
use crate::host_world::file_status;

/// Larger files are not read into memory.
const LARGEST_FILE: i64 = 256 << 20;

/// What stands in a file.
#[derive(Clone)]
pub enum Contents {
    /// Bytes.
    Bytes(Arc<Vec<u8>>),
    /// An input: its number and length. Its bytes are in the program's memory.
    Input(usize, u64),
    /// Nothing, however much is written: `/dev/null`.
    Nothing,
}

/// A file.
#[derive(Clone)]
pub struct File {
    /// What stands in it.
    pub contents: Contents,
    status: FileStatus,
}

impl File {
    /// How long it is.
    pub fn len(&self) -> u64 {
        match &self.contents {
            Contents::Bytes(bytes) => bytes.len() as u64,
            Contents::Input(_, len) => *len,
            Contents::Nothing => 0,
        }
    }

    /// What `stat` tells.
    pub fn status(&self) -> FileStatus {
        let size = self.len() as i64;
        FileStatus { size, blocks: (size + 511) / 512, ..self.status }
    }

    /// The bytes, to be changed: an input that is written to is an ordinary file from then on.
    pub fn bytes_mut(&mut self) -> Option<&mut Vec<u8>> {
        if let Contents::Input(..) = self.contents {
            self.contents = Contents::Bytes(Arc::default());
        }
        match &mut self.contents {
            Contents::Bytes(bytes) => Some(Arc::make_mut(bytes)),
            Contents::Input(..) | Contents::Nothing => None,
        }
    }
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A file, by its number.
    File(usize),
    /// A folder.
    Folder,
    /// Nothing any more.
    Gone,
}

/// All files.
#[derive(Clone)]
pub struct Disk {
    files: Vec<File>,
    /// What differs from the real disk, or was read from it.
    entries: BTreeMap<Vec<u8>, Entry>,
    current: Vec<u8>,
    /// What was read from disk, for all paths.
    read: Arc<Mutex<BTreeMap<Vec<u8>, OnDisk>>>,
}

/// A file as it was on disk when it was first looked at.
#[derive(Clone)]
struct OnDisk {
    bytes: Arc<Vec<u8>>,
    status: FileStatus,
}

impl Disk {
    /// The disk as the program finds it.
    pub fn new(inputs: &[InputFile]) -> Disk {
        let current = RealWorld::new().getcwd().unwrap_or_else(|_| b"/".to_vec());
        let (files, entries, read) = (Vec::new(), BTreeMap::new(), Arc::default());
        let mut disk = Disk { files, entries, current, read };
        for (number, input) in inputs.iter().enumerate() {
            if let Some(name) = &input.name {
                let file = disk.add(Contents::Input(number, input.len), 0o600);
                let path = disk.absolute(name);
                disk.entries.insert(path, Entry::File(file));
            }
        }
        disk
    }

    /// A new file without a name.
    pub fn add(&mut self, contents: Contents, mode: u32) -> usize {
        let kind = if let Contents::Nothing = contents { libc::S_IFCHR } else { libc::S_IFREG };
        let real = RealWorld::new();
        let status = FileStatus {
            dev: 1,
            ino: self.files.len() as u64 + 1,
            nlink: 1,
            mode: kind | mode,
            uid: real.getuid(),
            gid: real.getgid(),
            blksize: 4096,
            atime: (NOW, 0),
            mtime: (NOW, 0),
            ctime: (NOW, 0),
            ..FileStatus::default()
        };
        self.files.push(File { contents, status });
        self.files.len() - 1
    }

    /// A file by its number.
    pub fn file(&self, number: usize) -> &File {
        &self.files[number]
    }

    /// A file by its number, to be changed.
    pub fn file_mut(&mut self, number: usize) -> &mut File {
        &mut self.files[number]
    }

    /// The folder relative paths start from.
    pub fn current(&self) -> &[u8] {
        &self.current
    }

    /// Changes it.
    pub fn change_current(&mut self, path: &[u8]) -> Result<(), i32> {
        match self.find(path)? {
            Entry::Folder => {
                self.current = self.absolute(path);
                Ok(())
            }
            _ => Err(libc::ENOTDIR),
        }
    }

    fn absolute(&self, path: &[u8]) -> Vec<u8> {
        let start: &[u8] = if path.starts_with(b"/") { b"" } else { &self.current };
        let mut parts: Vec<&[u8]> = Vec::new();
        for part in start.split(|&b| b == b'/').chain(path.split(|&b| b == b'/')) {
            match part {
                b"" | b"." => {}
                b".." => {
                    parts.pop();
                }
                name => parts.push(name),
            }
        }
        let mut whole = Vec::new();
        for part in parts {
            whole.push(b'/');
            whole.extend_from_slice(part);
        }
        if whole.is_empty() { b"/".to_vec() } else { whole }
    }

    /// What a path leads to; a file on disk is read now if it was not looked at before.
    pub fn find(&mut self, path: &[u8]) -> Result<Entry, i32> {
        if path.is_empty() {
            return Err(libc::ENOENT);
        }
        let path = self.absolute(path);
        match self.entries.get(&path) {
            Some(Entry::Gone) => return Err(libc::ENOENT),
            Some(&entry) => return Ok(entry),
            None => {}
        }
        self.parents_exist(&path)?;
        let entry = self.look_on_disk(&path)?;
        self.entries.insert(path, entry);
        Ok(entry)
    }

    /// A removed folder hides what is in it on disk.
    fn parents_exist(&self, path: &[u8]) -> Result<(), i32> {
        let ends = path.iter().enumerate().skip(1).filter(|(_, byte)| **byte == b'/');
        for (end, _) in ends {
            match self.entries.get(&path[..end]) {
                Some(Entry::Gone) => return Err(libc::ENOENT),
                Some(Entry::File(_)) => return Err(libc::ENOTDIR),
                _ => {}
            }
        }
        Ok(())
    }

    fn look_on_disk(&mut self, path: &[u8]) -> Result<Entry, i32> {
        if path == b"/dev/null" {
            return Ok(Entry::File(self.add(Contents::Nothing, 0o666)));
        }
        let real = RealWorld::new().stat(path).map(file_status).map_err(|error| error.0)?;
        match real.mode & libc::S_IFMT {
            libc::S_IFDIR => Ok(Entry::Folder),
            libc::S_IFREG if real.size <= LARGEST_FILE => {
                let OnDisk { bytes, status } = self.read_once(path, real)?;
                self.files.push(File { contents: Contents::Bytes(bytes), status });
                Ok(Entry::File(self.files.len() - 1))
            }
            // Devices and pipes give something else every time.
            _ => Err(libc::EACCES),
        }
    }

    fn read_once(&self, path: &[u8], status: FileStatus) -> Result<OnDisk, i32> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.get(path) {
            return Ok(known.clone());
        }
        let file = OnDisk { bytes: Arc::new(read_whole(path)?), status };
        read.insert(path.to_vec(), file.clone());
        Ok(file)
    }

    /// What `stat` tells about a path.
    pub fn status(&mut self, path: &[u8]) -> Result<FileStatus, i32> {
        match self.find(path)? {
            Entry::File(number) => Ok(self.files[number].status()),
            _ => {
                let path = self.absolute(path);
                let real = RealWorld::new().stat(&path).map(file_status);
                Ok(real.unwrap_or(FileStatus {
                    dev: 1,
                    nlink: 2,
                    mode: libc::S_IFDIR | 0o755,
                    size: 4096,
                    blksize: 4096,
                    atime: (NOW, 0),
                    mtime: (NOW, 0),
                    ctime: (NOW, 0),
                    ..FileStatus::default()
                }))
            }
        }
    }

    /// Makes an empty file.
    pub fn create(&mut self, path: &[u8], mode: u32) -> Result<usize, i32> {
        self.folder_of(path)?;
        let number = self.add(Contents::Bytes(Arc::default()), mode & 0o777);
        let path = self.absolute(path);
        self.entries.insert(path, Entry::File(number));
        Ok(number)
    }

    /// Makes a folder.
    pub fn make_folder(&mut self, path: &[u8]) -> Result<(), i32> {
        match self.find(path) {
            Ok(_) => return Err(libc::EEXIST),
            Err(libc::ENOENT) => {}
            Err(errno) => return Err(errno),
        }
        self.folder_of(path)?;
        let path = self.absolute(path);
        self.entries.insert(path, Entry::Folder);
        Ok(())
    }

    /// The folder a path is in must be there.
    fn folder_of(&mut self, path: &[u8]) -> Result<(), i32> {
        let path = self.absolute(path);
        let end = path.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
        match self.find(&path[..end.max(1)])? {
            Entry::Folder => Ok(()),
            _ => Err(libc::ENOTDIR),
        }
    }

    /// Removes the name of a file, or an empty folder.
    pub fn remove(&mut self, path: &[u8], folder: bool) -> Result<(), i32> {
        match (self.find(path)?, folder) {
            (Entry::File(_), true) => return Err(libc::ENOTDIR),
            (Entry::Folder, false) => return Err(libc::EISDIR),
            (Entry::Folder, true) if self.list(path)?.len() > 2 => return Err(libc::ENOTEMPTY),
            _ => {}
        }
        let path = self.absolute(path);
        self.entries.insert(path, Entry::Gone);
        Ok(())
    }

    /// Gives a file another name. Folders keep theirs.
    pub fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), i32> {
        let entry = self.find(from)?;
        if entry == Entry::Folder {
            return Err(libc::EXDEV);
        }
        if self.find(to) == Ok(Entry::Folder) {
            return Err(libc::EISDIR);
        }
        self.folder_of(to)?;
        let (from, to) = (self.absolute(from), self.absolute(to));
        self.entries.insert(from, Entry::Gone);
        self.entries.insert(to, entry);
        Ok(())
    }

    /// What is in a folder, in order of the names.
    pub fn list(&mut self, path: &[u8]) -> Result<Vec<DirEntry>, i32> {
        if self.find(path)? != Entry::Folder {
            return Err(libc::ENOTDIR);
        }
        let path = self.absolute(path);
        let mut names: BTreeMap<Vec<u8>, DirEntry> = BTreeMap::new();
        for entry in RealWorld::new().read_directory(&path).unwrap_or_default() {
            let (ino, kind, name) = (entry.inode, entry.kind, entry.name);
            names.insert(name.clone(), DirEntry { ino, kind, name });
        }
        for name in [b".".to_vec(), b"..".to_vec()] {
            let own = DirEntry { ino: 1, kind: libc::DT_DIR, name: name.clone() };
            names.entry(name).or_insert(own);
        }
        let mut prefix = path;
        if prefix != b"/" {
            prefix.push(b'/');
        }
        for (known, entry) in &self.entries {
            let Some(name) = known.strip_prefix(&prefix[..]) else { continue };
            if name.is_empty() || name.contains(&b'/') {
                continue;
            }
            let name = name.to_vec();
            match *entry {
                Entry::Gone => {
                    names.remove(&name);
                }
                Entry::File(number) => {
                    let ino = self.files[number].status.ino;
                    names.insert(name.clone(), DirEntry { ino, kind: libc::DT_REG, name });
                }
                Entry::Folder => {
                    let made = DirEntry { ino: 1, kind: libc::DT_DIR, name: name.clone() };
                    names.entry(name).or_insert(made);
                }
            }
        }
        Ok(names.into_values().collect())
    }
}

fn read_whole(path: &[u8]) -> Result<Vec<u8>, i32> {
    use std::os::unix::ffi::OsStrExt;
    let path = std::ffi::OsStr::from_bytes(path);
    std::fs::read(path).map_err(|error| error.raw_os_error().unwrap_or(libc::EIO))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_and_removed_is_seen_here_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let on_disk = folder.path().join("real");
        std::fs::write(&on_disk, b"12").expect("a file");
        let mut disk = Disk::new(&[]);
        let base = folder.path().to_str().expect("a plain path").as_bytes().to_vec();
        let at = |name: &str| [&base[..], b"/", name.as_bytes()].concat();
        assert_eq!(disk.status(&at("real")).map(|status| status.size), Ok(2));
        let number = disk.create(&at("./new"), 0o600).expect("room");
        disk.file_mut(number).bytes_mut().expect("bytes").extend(b"abc");
        let other = disk.clone();
        disk.remove(&at("real"), false).expect("there");
        let names = |disk: &mut Disk| -> Vec<Vec<u8>> {
            disk.list(&base).expect("a folder").into_iter().map(|entry| entry.name).collect()
        };
        assert_eq!(names(&mut disk), [&b"."[..], b"..", b"new"]);
        assert_eq!(names(&mut other.clone()), [&b"."[..], b"..", b"new", b"real"]);
        assert_eq!(disk.find(&at("real")), Err(libc::ENOENT));
        assert_eq!(disk.remove(&base, true), Err(libc::ENOTEMPTY));
        assert_eq!(disk.create(&at("no/file"), 0o600).err(), Some(libc::ENOENT));
        disk.rename(&at("new"), &at("x/../old")).expect("a file");
        assert_eq!(disk.find(&at("old")), Ok(Entry::File(number)));
        assert!(on_disk.exists() && !folder.path().join("new").exists());
    }
}
