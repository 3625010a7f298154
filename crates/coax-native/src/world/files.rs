//! Files and folders by name.

use super::{Answer, Errno, RealWorld, TimeSpan, c_path, check, last_errno};
use std::ffi::CStr;
use std::mem::MaybeUninit;

/// What `stat` tells, field by field with the kernel's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are those of `struct stat`, without the prefix")]
pub struct FileStatus {
    pub device: u64,
    pub inode: u64,
    pub mode: u32,
    pub links: u64,
    pub uid: u32,
    pub gid: u32,
    pub special_device: u64,
    pub size: i64,
    pub block_size: i64,
    pub blocks: i64,
    pub accessed: TimeSpan,
    pub modified: TimeSpan,
    pub changed: TimeSpan,
}

/// One name in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectoryEntry {
    /// The name, without the folder.
    pub name: Vec<u8>,
    /// The inode number.
    pub inode: u64,
    /// The `d_type` of the platform.
    pub kind: u8,
}

impl FileStatus {
    fn new(raw: &libc::stat) -> FileStatus {
        let time = |seconds, nanoseconds| TimeSpan { seconds, nanoseconds };
        FileStatus {
            device: raw.st_dev,
            inode: raw.st_ino,
            mode: raw.st_mode,
            links: raw.st_nlink,
            uid: raw.st_uid,
            gid: raw.st_gid,
            special_device: raw.st_rdev,
            size: raw.st_size,
            block_size: raw.st_blksize,
            blocks: raw.st_blocks,
            accessed: time(raw.st_atime, raw.st_atime_nsec),
            modified: time(raw.st_mtime, raw.st_mtime_nsec),
            changed: time(raw.st_ctime, raw.st_ctime_nsec),
        }
    }
}

/// Runs one of the stat calls.
fn status(call: impl FnOnce(*mut libc::stat) -> i32) -> Answer<FileStatus> {
    let mut raw = MaybeUninit::<libc::stat>::uninit();
    check(call(raw.as_mut_ptr()))?;
    // SAFETY: the call succeeded, so it filled the struct.
    Ok(FileStatus::new(unsafe { raw.assume_init_ref() }))
}

impl RealWorld {
    /// `stat(path)`.
    pub fn stat(&self, path: &[u8]) -> Answer<FileStatus> {
        let path = c_path(path)?;
        // SAFETY: a terminated path and room for one struct.
        status(|raw| unsafe { libc::stat(path.as_ptr(), raw) })
    }

    /// `lstat(path)`: a symbolic link itself.
    pub fn lstat(&self, path: &[u8]) -> Answer<FileStatus> {
        let path = c_path(path)?;
        // SAFETY: a terminated path and room for one struct.
        status(|raw| unsafe { libc::lstat(path.as_ptr(), raw) })
    }

    /// `fstat(fd)`.
    pub fn fstat(&self, fd: i32) -> Answer<FileStatus> {
        let real = self.descriptors.real(fd)?;
        // SAFETY: an open descriptor and room for one struct.
        status(|raw| unsafe { libc::fstat(real, raw) })
    }

    /// `access(path, mode)`.
    pub fn access(&self, path: &[u8], mode: i32) -> Answer<()> {
        let path = c_path(path)?;
        // SAFETY: a terminated path.
        check(unsafe { libc::access(path.as_ptr(), mode) }).map(drop)
    }

    /// `unlink(path)`.
    pub fn unlink(&mut self, path: &[u8]) -> Answer<()> {
        let path = c_path(path)?;
        // SAFETY: a terminated path.
        check(unsafe { libc::unlink(path.as_ptr()) }).map(drop)
    }

    /// `rename(from, to)`.
    pub fn rename(&mut self, from: &[u8], to: &[u8]) -> Answer<()> {
        let (from, to) = (c_path(from)?, c_path(to)?);
        // SAFETY: two terminated paths.
        check(unsafe { libc::rename(from.as_ptr(), to.as_ptr()) }).map(drop)
    }

    /// `link(from, to)`.
    pub fn link(&mut self, from: &[u8], to: &[u8]) -> Answer<()> {
        let (from, to) = (c_path(from)?, c_path(to)?);
        // SAFETY: two terminated paths.
        check(unsafe { libc::link(from.as_ptr(), to.as_ptr()) }).map(drop)
    }

    /// `symlink(target, path)`.
    pub fn symlink(&mut self, target: &[u8], path: &[u8]) -> Answer<()> {
        let (target, path) = (c_path(target)?, c_path(path)?);
        // SAFETY: two terminated paths.
        check(unsafe { libc::symlink(target.as_ptr(), path.as_ptr()) }).map(drop)
    }

    /// `readlink(path)`: what the link says.
    pub fn readlink(&self, path: &[u8]) -> Answer<Vec<u8>> {
        let path = c_path(path)?;
        let mut text = vec![0; libc::PATH_MAX as usize];
        // SAFETY: a terminated path; the kernel writes at most the length of the buffer.
        let length =
            check(unsafe { libc::readlink(path.as_ptr(), text.as_mut_ptr().cast(), text.len()) })?;
        text.truncate(length as usize);
        Ok(text)
    }

    /// `mkdir(path, mode)`.
    pub fn mkdir(&mut self, path: &[u8], mode: u32) -> Answer<()> {
        let path = c_path(path)?;
        // SAFETY: a terminated path.
        check(unsafe { libc::mkdir(path.as_ptr(), mode) }).map(drop)
    }

    /// `rmdir(path)`.
    pub fn rmdir(&mut self, path: &[u8]) -> Answer<()> {
        let path = c_path(path)?;
        // SAFETY: a terminated path.
        check(unsafe { libc::rmdir(path.as_ptr()) }).map(drop)
    }

    /// `chmod(path, mode)`.
    pub fn chmod(&mut self, path: &[u8], mode: u32) -> Answer<()> {
        let path = c_path(path)?;
        // SAFETY: a terminated path.
        check(unsafe { libc::chmod(path.as_ptr(), mode) }).map(drop)
    }

    /// `truncate(path, length)`.
    pub fn truncate(&mut self, path: &[u8], length: i64) -> Answer<()> {
        let path = c_path(path)?;
        // SAFETY: a terminated path.
        check(unsafe { libc::truncate(path.as_ptr(), length) }).map(drop)
    }

    /// `umask(mask)`: the mask before.
    pub fn umask(&mut self, mask: u32) -> u32 {
        // SAFETY: cannot fail and touches no memory.
        unsafe { libc::umask(mask) }
    }

    /// `getcwd()`.
    pub fn getcwd(&self) -> Answer<Vec<u8>> {
        let mut text = vec![0u8; libc::PATH_MAX as usize];
        // SAFETY: the call writes at most the length of the buffer.
        if unsafe { libc::getcwd(text.as_mut_ptr().cast(), text.len()) }.is_null() {
            return Err(last_errno());
        }
        let path = CStr::from_bytes_until_nul(&text).map_err(|_| Errno(libc::ENAMETOOLONG))?;
        Ok(path.to_bytes().to_vec())
    }

    /// `chdir(path)`, for this whole process.
    pub fn chdir(&mut self, path: &[u8]) -> Answer<()> {
        let path = c_path(path)?;
        // SAFETY: a terminated path.
        check(unsafe { libc::chdir(path.as_ptr()) }).map(drop)
    }

    /// `realpath(path)`.
    pub fn realpath(&self, path: &[u8]) -> Answer<Vec<u8>> {
        let path = c_path(path)?;
        let mut text = vec![0u8; libc::PATH_MAX as usize];
        // SAFETY: a terminated path; the call writes at most PATH_MAX bytes.
        if unsafe { libc::realpath(path.as_ptr(), text.as_mut_ptr().cast()) }.is_null() {
            return Err(last_errno());
        }
        let path = CStr::from_bytes_until_nul(&text).map_err(|_| Errno(libc::ENAMETOOLONG))?;
        Ok(path.to_bytes().to_vec())
    }

    /// Every name in a folder, `.` and `..` included, in the order `readdir` gives.
    pub fn read_directory(&self, path: &[u8]) -> Answer<Vec<DirectoryEntry>> {
        let path = c_path(path)?;
        // SAFETY: a terminated path.
        let stream = unsafe { libc::opendir(path.as_ptr()) };
        if stream.is_null() {
            return Err(last_errno());
        }
        let entries = read_stream(stream);
        // SAFETY: the stream is open and not used afterwards.
        unsafe { libc::closedir(stream) };
        entries
    }
}

/// Reads an open folder stream to its end.
fn read_stream(stream: *mut libc::DIR) -> Answer<Vec<DirectoryEntry>> {
    let mut entries = Vec::new();
    loop {
        // `readdir` tells its end from an error only by errno.
        // SAFETY: the address of this thread's errno.
        unsafe { *libc::__errno_location() = 0 };
        // SAFETY: the stream is open.
        let entry = unsafe { libc::readdir(stream) };
        if entry.is_null() {
            return match last_errno() {
                Errno(0) => Ok(entries),
                errno => Err(errno),
            };
        }
        // SAFETY: the entry is valid until the next call on the stream. It may be shorter than its
        // type, so only its fields are touched, never the whole.
        let (name, inode, kind) = unsafe {
            (CStr::from_ptr((&raw const (*entry).d_name).cast()), (*entry).d_ino, (*entry).d_type)
        };
        entries.push(DirectoryEntry { name: name.to_bytes().to_vec(), inode, kind });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn a_folder_from_mkdir_to_rmdir() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let inside = |name: &str| scratch.path().join(name).as_os_str().as_bytes().to_vec();
        let mut world = RealWorld::new();
        let folder = inside("folder");
        assert_eq!(world.mkdir(&folder, 0o755), Ok(()));
        assert_eq!(world.mkdir(&folder, 0o755), Err(Errno(libc::EEXIST)));
        let fd = world.open(&inside("folder/a"), libc::O_WRONLY | libc::O_CREAT, 0o640);
        assert_eq!(world.write(fd.expect("open"), b"12345"), Ok(5));
        assert_eq!(world.rename(&inside("folder/a"), &inside("folder/b")), Ok(()));
        assert_eq!(world.symlink(b"b", &inside("folder/l")), Ok(()));
        assert_eq!(world.readlink(&inside("folder/l")), Ok(b"b".to_vec()));
        assert_eq!(world.rmdir(&folder), Err(Errno(libc::ENOTEMPTY)));

        let mut names: Vec<_> =
            world.read_directory(&folder).expect("list").into_iter().map(|e| e.name).collect();
        names.sort();
        assert_eq!(names, [&b"."[..], b"..", b"b", b"l"]);

        assert_eq!(world.unlink(&inside("folder/l")), Ok(()));
        assert_eq!(world.unlink(&inside("folder/b")), Ok(()));
        assert_eq!(world.rmdir(&folder), Ok(()));
        assert_eq!(world.read_directory(&folder), Err(Errno(libc::ENOENT)));
    }

    #[test]
    fn status_of_files() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let path = scratch.path().join("f").as_os_str().as_bytes().to_vec();
        let mut world = RealWorld::new();
        let flags = libc::O_RDWR | libc::O_CREAT;
        let fd = world.open(&path, flags, 0o600).expect("open");
        assert_eq!(world.write(fd, b"123"), Ok(3));
        let status = world.stat(&path).expect("stat");
        assert_eq!((status.size, status.mode), (3, libc::S_IFREG | 0o600));
        assert_eq!(world.fstat(fd).map(|s| s.inode), Ok(status.inode));
        assert!((status.modified.seconds - world.time()).abs() < 100);
        assert_eq!(world.chmod(&path, 0o400), Ok(()));
        assert_eq!(world.lstat(&path).map(|s| s.mode & 0o777), Ok(0o400));
        assert_eq!(world.truncate(&path, 1).and(world.stat(&path)).map(|s| s.size), Ok(1));
        assert_eq!(world.access(&path, libc::F_OK), Ok(()));
        assert_eq!(world.access(b"/nowhere", libc::F_OK), Err(Errno(libc::ENOENT)));
        assert_eq!(world.fstat(99), Err(Errno(libc::EBADF)));
    }

    #[test]
    fn the_working_directory() {
        let world = RealWorld::new();
        let expected = std::env::current_dir().expect("a working directory");
        assert_eq!(world.getcwd(), Ok(expected.as_os_str().as_bytes().to_vec()));
        assert_eq!(world.realpath(b"/usr/.."), Ok(b"/".to_vec()));
    }
}
