//! The program's file descriptors and the calls on them.
//!
//! A program number maps to a real descriptor we own, except that 0, 1 and 2 start as those of this
//! process. These three are never really closed: Coax itself still needs them for its messages.

use super::{Answer, Errno, RealWorld, check};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// What stands behind one program number.
#[derive(Debug)]
enum Target {
    /// One of this process's own three.
    Standard(RawFd),
    /// Opened for the program, closed with its number.
    Owned(OwnedFd),
}

#[derive(Debug)]
struct Entry {
    target: Target,
    /// The program's flag; really, everything is closed on exec.
    close_on_exec: bool,
}

/// Program number → real descriptor.
#[derive(Debug)]
pub(super) struct Descriptors(Vec<Option<Entry>>);

impl Default for Descriptors {
    fn default() -> Self {
        let standard = |fd| Some(Entry { target: Target::Standard(fd), close_on_exec: false });
        Descriptors((0..3).map(standard).collect())
    }
}

impl Descriptors {
    /// The real descriptor behind a number.
    pub(super) fn real(&self, fd: i32) -> Answer<RawFd> {
        match &self.entry(fd)?.target {
            Target::Standard(real) => Ok(*real),
            Target::Owned(owned) => Ok(owned.as_raw_fd()),
        }
    }

    fn entry(&self, fd: i32) -> Answer<&Entry> {
        let index = usize::try_from(fd).map_err(|_| Errno(libc::EBADF))?;
        self.0.get(index).and_then(Option::as_ref).ok_or(Errno(libc::EBADF))
    }

    fn entry_mut(&mut self, fd: i32) -> Answer<&mut Entry> {
        let index = usize::try_from(fd).map_err(|_| Errno(libc::EBADF))?;
        self.0.get_mut(index).and_then(Option::as_mut).ok_or(Errno(libc::EBADF))
    }

    /// Gives a real descriptor the lowest free number that is at least `least`.
    fn insert(&mut self, owned: OwnedFd, least: usize, close_on_exec: bool) -> i32 {
        let free = (least..).find(|&index| self.0.get(index).is_none_or(Option::is_none));
        let index = free.expect("there are more numbers than descriptors");
        self.put(index, owned, close_on_exec);
        index as i32
    }

    fn put(&mut self, index: usize, owned: OwnedFd, close_on_exec: bool) {
        while self.0.len() <= index {
            self.0.push(None);
        }
        self.0[index] = Some(Entry { target: Target::Owned(owned), close_on_exec });
    }

    fn duplicate(&self, fd: i32) -> Answer<OwnedFd> {
        let real = self.real(fd)?;
        // SAFETY: a plain system call on a descriptor that is open.
        own(unsafe { libc::fcntl(real, libc::F_DUPFD_CLOEXEC, 3) })
    }
}

/// Takes over a descriptor a system call just made.
fn own(result: RawFd) -> Answer<OwnedFd> {
    // SAFETY: the call succeeded, so the descriptor is new and has no other owner.
    check(result).map(|fd| unsafe { OwnedFd::from_raw_fd(fd) })
}

/// The highest number `dup2` accepts is one below the process's limit.
fn descriptor_limit() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: writes one valid struct.
    match unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) } {
        0 => limit.rlim_cur,
        _ => 1024,
    }
}

impl RealWorld {
    /// `open(path, flags, mode)`: the new descriptor.
    pub fn open(&mut self, path: &[u8], flags: i32, mode: u32) -> Answer<i32> {
        let path = super::c_path(path)?;
        // SAFETY: a terminated path; with the mode given, every flag combination is complete.
        let owned = own(unsafe { libc::open(path.as_ptr(), flags | libc::O_CLOEXEC, mode) })?;
        Ok(self.descriptors.insert(owned, 0, flags & libc::O_CLOEXEC != 0))
    }

    /// `close(fd)`.
    pub fn close(&mut self, fd: i32) -> Answer<()> {
        self.descriptors.entry(fd)?;
        self.descriptors.0[fd as usize] = None;
        Ok(())
    }

    /// `read(fd, ...)`: the number of bytes put at the start of `bytes`.
    pub fn read(&mut self, fd: i32, bytes: &mut [u8]) -> Answer<usize> {
        let real = self.descriptors.real(fd)?;
        // SAFETY: the kernel writes at most the length of a slice we may write.
        let count = unsafe { libc::read(real, bytes.as_mut_ptr().cast(), bytes.len()) };
        check(count).map(|count| count as usize)
    }

    /// `write(fd, ...)`: the number of bytes taken.
    pub fn write(&mut self, fd: i32, bytes: &[u8]) -> Answer<usize> {
        let real = self.descriptors.real(fd)?;
        // SAFETY: the kernel reads at most the length of the slice.
        let count = unsafe { libc::write(real, bytes.as_ptr().cast(), bytes.len()) };
        check(count).map(|count| count as usize)
    }

    /// `pread(fd, ...)` at this offset.
    pub fn pread(&mut self, fd: i32, bytes: &mut [u8], offset: i64) -> Answer<usize> {
        let real = self.descriptors.real(fd)?;
        // SAFETY: the kernel writes at most the length of a slice we may write.
        let count = unsafe { libc::pread(real, bytes.as_mut_ptr().cast(), bytes.len(), offset) };
        check(count).map(|count| count as usize)
    }

    /// `pwrite(fd, ...)` at this offset.
    pub fn pwrite(&mut self, fd: i32, bytes: &[u8], offset: i64) -> Answer<usize> {
        let real = self.descriptors.real(fd)?;
        // SAFETY: the kernel reads at most the length of the slice.
        let count = unsafe { libc::pwrite(real, bytes.as_ptr().cast(), bytes.len(), offset) };
        check(count).map(|count| count as usize)
    }

    /// `lseek(fd, offset, whence)`: the new position.
    pub fn lseek(&mut self, fd: i32, offset: i64, whence: i32) -> Answer<i64> {
        let real = self.descriptors.real(fd)?;
        // SAFETY: a plain system call on a descriptor that is open.
        check(unsafe { libc::lseek(real, offset, whence) })
    }

    /// `ftruncate(fd, length)`.
    pub fn ftruncate(&mut self, fd: i32, length: i64) -> Answer<()> {
        let real = self.descriptors.real(fd)?;
        // SAFETY: a plain system call on a descriptor that is open.
        check(unsafe { libc::ftruncate(real, length) }).map(drop)
    }

    /// `fsync(fd)`.
    pub fn fsync(&mut self, fd: i32) -> Answer<()> {
        let real = self.descriptors.real(fd)?;
        // SAFETY: a plain system call on a descriptor that is open.
        check(unsafe { libc::fsync(real) }).map(drop)
    }

    /// `isatty(fd)`: `Ok` for a terminal, `ENOTTY` or another error if it is none.
    pub fn isatty(&self, fd: i32) -> Answer<()> {
        let real = self.descriptors.real(fd)?;
        // SAFETY: a plain system call on a descriptor that is open.
        match unsafe { libc::isatty(real) } {
            1 => Ok(()),
            _ => Err(super::last_errno()),
        }
    }

    /// `dup(fd)`: the new descriptor.
    pub fn dup(&mut self, fd: i32) -> Answer<i32> {
        let owned = self.descriptors.duplicate(fd)?;
        Ok(self.descriptors.insert(owned, 0, false))
    }

    /// `dup2(from, to)`: `to`, now the same file as `from`.
    pub fn dup2(&mut self, from: i32, to: i32) -> Answer<i32> {
        self.descriptors.entry(from)?;
        let index = usize::try_from(to).map_err(|_| Errno(libc::EBADF))?;
        if index as u64 >= descriptor_limit() {
            return Err(Errno(libc::EBADF));
        }
        if from != to {
            let owned = self.descriptors.duplicate(from)?;
            self.descriptors.put(index, owned, false);
        }
        Ok(to)
    }

    /// `pipe2(flags)`: the reading and the writing end.
    pub fn pipe(&mut self, flags: i32) -> Answer<(i32, i32)> {
        let mut ends = [0; 2];
        // SAFETY: the kernel writes two descriptors into a valid array of two.
        check(unsafe { libc::pipe2(ends.as_mut_ptr(), flags | libc::O_CLOEXEC) })?;
        let close_on_exec = flags & libc::O_CLOEXEC != 0;
        let [reading, writing] = ends.map(own);
        let reading = self.descriptors.insert(reading?, 0, close_on_exec);
        Ok((reading, self.descriptors.insert(writing?, 0, close_on_exec)))
    }

    /// `fcntl(fd, command, argument)` for the commands that duplicate, and get and set flags; any
    /// other is `EINVAL`.
    pub fn fcntl(&mut self, fd: i32, command: i32, argument: i32) -> Answer<i32> {
        let real = self.descriptors.real(fd)?;
        match command {
            libc::F_DUPFD | libc::F_DUPFD_CLOEXEC => {
                let least = usize::try_from(argument).map_err(|_| Errno(libc::EINVAL))?;
                if least as u64 >= descriptor_limit() {
                    return Err(Errno(libc::EINVAL));
                }
                let owned = self.descriptors.duplicate(fd)?;
                Ok(self.descriptors.insert(owned, least, command == libc::F_DUPFD_CLOEXEC))
            }
            libc::F_GETFD => Ok(i32::from(self.descriptors.entry(fd)?.close_on_exec)),
            libc::F_SETFD => {
                let close_on_exec = argument & libc::FD_CLOEXEC != 0;
                self.descriptors.entry_mut(fd)?.close_on_exec = close_on_exec;
                Ok(0)
            }
            // SAFETY: a plain system call on a descriptor that is open.
            libc::F_GETFL => check(unsafe { libc::fcntl(real, libc::F_GETFL) }),
            // SAFETY: as above.
            libc::F_SETFL => check(unsafe { libc::fcntl(real, libc::F_SETFL, argument) }),
            _ => Err(Errno(libc::EINVAL)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    fn scratch() -> (tempfile::TempDir, Vec<u8>) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file").as_os_str().as_bytes().to_vec();
        (folder, path)
    }

    #[test]
    fn write_seek_read_truncate() {
        let (_folder, path) = scratch();
        let mut world = RealWorld::new();
        let fd = world.open(&path, libc::O_RDWR | libc::O_CREAT, 0o600).expect("open");
        assert_eq!(fd, 3);
        assert_eq!(world.write(fd, b"hello world"), Ok(11));
        assert_eq!(world.lseek(fd, 6, libc::SEEK_SET), Ok(6));
        let mut bytes = [0; 20];
        assert_eq!(world.read(fd, &mut bytes), Ok(5));
        assert_eq!(&bytes[..5], b"world");
        assert_eq!(world.ftruncate(fd, 3), Ok(()));
        assert_eq!(world.pread(fd, &mut bytes, 0), Ok(3));
        assert_eq!(world.pwrite(fd, b"J", 0), Ok(1));
        assert_eq!(world.fsync(fd), Ok(()));
        assert_eq!(world.isatty(fd), Err(Errno(libc::ENOTTY)));
        assert_eq!(world.lseek(fd, -1, libc::SEEK_SET), Err(Errno(libc::EINVAL)));
        assert_eq!(world.close(fd), Ok(()));
        assert_eq!(world.close(fd), Err(Errno(libc::EBADF)));
        assert_eq!(std::fs::read(_folder.path().join("file")).expect("the file"), b"Jel");
    }

    #[test]
    fn numbers_are_the_lowest_free() {
        let mut world = RealWorld::new();
        let (reading, writing) = world.pipe(0).expect("pipe");
        assert_eq!((reading, writing), (3, 4));
        assert_eq!(world.dup(writing), Ok(5));
        assert_eq!(world.close(reading), Ok(()));
        assert_eq!(world.dup(writing), Ok(3));
        assert_eq!(world.fcntl(writing, libc::F_DUPFD, 10), Ok(10));
        assert_eq!(world.close(0), Ok(()));
        assert_eq!(world.dup(writing), Ok(0));
    }

    #[test]
    fn a_pipe_carries_bytes_and_ends() {
        let mut world = RealWorld::new();
        let (reading, writing) = world.pipe(0).expect("pipe");
        assert_eq!(world.dup2(writing, 1), Ok(1));
        assert_eq!(world.write(1, b"out"), Ok(3));
        let mut bytes = [0; 8];
        assert_eq!(world.read(reading, &mut bytes), Ok(3));
        assert_eq!(world.close(1).and(world.close(writing)), Ok(()));
        assert_eq!(world.read(reading, &mut bytes), Ok(0));
        assert_eq!(world.lseek(reading, 0, libc::SEEK_CUR), Err(Errno(libc::ESPIPE)));
    }

    #[test]
    fn bad_descriptors() {
        let mut world = RealWorld::new();
        for fd in [-1, 3, 1000] {
            assert_eq!(world.write(fd, b"x"), Err(Errno(libc::EBADF)));
            assert_eq!(world.dup2(fd, 5), Err(Errno(libc::EBADF)));
        }
        assert_eq!(world.dup2(1, -1), Err(Errno(libc::EBADF)));
        assert_eq!(world.dup2(1, i32::MAX), Err(Errno(libc::EBADF)));
        assert_eq!(world.open(b"/does/not/exist", 0, 0), Err(Errno(libc::ENOENT)));
        assert_eq!(world.open(b"a\0b", 0, 0), Err(Errno(libc::EINVAL)));
    }

    #[test]
    fn flags_of_descriptors() {
        let mut world = RealWorld::new();
        let (reading, writing) = world.pipe(libc::O_NONBLOCK).expect("pipe");
        assert_eq!(world.fcntl(reading, libc::F_GETFD, 0), Ok(0));
        assert_eq!(world.fcntl(reading, libc::F_SETFD, libc::FD_CLOEXEC), Ok(0));
        assert_eq!(world.fcntl(reading, libc::F_GETFD, 0), Ok(1));
        assert_eq!(world.read(reading, &mut [0]), Err(Errno(libc::EAGAIN)));
        assert_eq!(world.fcntl(writing, libc::F_SETFL, 0), Ok(0));
        assert_eq!(world.fcntl(writing, 12345, 0), Err(Errno(libc::EINVAL)));
    }
}
