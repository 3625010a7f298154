//! The real world for an interpreted program: its operating system calls are done for real, native
//! functions are called in a helper process that may die alone.

use coax_engine::{DirEntry, FileStatus, Foreign, ForeignResult, LocalTime, World};
use coax_native::world::{Answer, BROKEN_PIPE, BrokenDownTime, RealWorld, TimeSpan};

use crate::native_calls::NativeCalls;

/// The operating system we run on.
pub struct HostWorld {
    real: RealWorld,
    natives: NativeCalls,
    ignores_broken_pipes: bool,
}

impl HostWorld {
    /// The world as this process sees it.
    pub fn of_this_process() -> HostWorld {
        HostWorld {
            real: RealWorld::new(),
            natives: NativeCalls::for_real(),
            ignores_broken_pipes: false,
        }
    }
}

fn errno<T>(answer: Answer<T>) -> Result<T, i32> {
    answer.map_err(|error| error.0)
}

impl World for HostWorld {
    fn open(&mut self, path: &[u8], flags: i32, mode: u32) -> Result<i32, i32> {
        errno(self.real.open(path, flags, mode))
    }

    fn close(&mut self, fd: i32) -> Result<(), i32> {
        errno(self.real.close(fd))
    }

    fn read(&mut self, fd: i32, buffer: &mut [u8]) -> Result<usize, i32> {
        errno(self.real.read(fd, buffer))
    }

    fn write(&mut self, fd: i32, bytes: &[u8]) -> Result<usize, i32> {
        let written = self.real.write(fd, bytes);
        if written == Err(BROKEN_PIPE) && !self.ignores_broken_pipes {
            coax_native::world::die_of_broken_pipe();
        }
        errno(written)
    }

    fn ignore_broken_pipes(&mut self, ignored: bool) {
        self.ignores_broken_pipes = ignored;
    }

    fn seek(&mut self, fd: i32, offset: i64, whence: i32) -> Result<i64, i32> {
        errno(self.real.lseek(fd, offset, whence))
    }

    fn truncate(&mut self, fd: i32, len: i64) -> Result<(), i32> {
        errno(self.real.ftruncate(fd, len))
    }

    fn duplicate(&mut self, fd: i32, to: Option<i32>) -> Result<i32, i32> {
        match to {
            Some(to) => errno(self.real.dup2(fd, to)),
            None => errno(self.real.dup(fd)),
        }
    }

    fn pipe(&mut self) -> Result<(i32, i32), i32> {
        errno(self.real.pipe(0))
    }

    fn is_terminal(&mut self, fd: i32) -> bool {
        self.real.isatty(fd).is_ok()
    }

    fn unlink(&mut self, path: &[u8]) -> Result<(), i32> {
        errno(self.real.unlink(path))
    }

    fn remove_dir(&mut self, path: &[u8]) -> Result<(), i32> {
        errno(self.real.rmdir(path))
    }

    fn make_dir(&mut self, path: &[u8], mode: u32) -> Result<(), i32> {
        errno(self.real.mkdir(path, mode))
    }

    fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), i32> {
        errno(self.real.rename(from, to))
    }

    fn access(&mut self, path: &[u8], mode: i32) -> Result<(), i32> {
        errno(self.real.access(path, mode))
    }

    fn status(&mut self, path: &[u8]) -> Result<FileStatus, i32> {
        errno(self.real.stat(path)).map(file_status)
    }

    fn status_of(&mut self, fd: i32) -> Result<FileStatus, i32> {
        errno(self.real.fstat(fd)).map(file_status)
    }

    fn list(&mut self, path: &[u8]) -> Result<Vec<DirEntry>, i32> {
        let entries = errno(self.real.read_directory(path))?;
        let entry = |e: coax_native::world::DirectoryEntry| DirEntry {
            ino: e.inode,
            kind: e.kind,
            name: e.name,
        };
        Ok(entries.into_iter().map(entry).collect())
    }

    fn current_dir(&mut self) -> Result<Vec<u8>, i32> {
        errno(self.real.getcwd())
    }

    fn change_dir(&mut self, path: &[u8]) -> Result<(), i32> {
        errno(self.real.chdir(path))
    }

    fn clock(&mut self, id: i32) -> Result<(i64, i64), i32> {
        errno(self.real.clock_gettime(id)).map(|time| (time.seconds, time.nanoseconds))
    }

    fn local_time(&mut self, seconds: i64, utc: bool) -> Option<LocalTime> {
        let time = if utc { self.real.gmtime(seconds) } else { self.real.localtime(seconds) };
        time.ok().map(from_broken_down)
    }

    fn make_time(&mut self, time: &mut LocalTime) -> Option<i64> {
        let (seconds, normal) = self.real.mktime(&to_broken_down(time)).ok()?;
        *time = from_broken_down(normal);
        Some(seconds)
    }

    fn sleep(&mut self, nanoseconds: u64) {
        let seconds = (nanoseconds / 1_000_000_000) as i64;
        let rest = (nanoseconds % 1_000_000_000) as i64;
        // An interrupted sleep is a short sleep.
        let _ = self.real.nanosleep(TimeSpan { seconds, nanoseconds: rest });
    }

    fn identity(&mut self, which: &str) -> Option<i64> {
        Some(match which {
            "getpid" => self.real.getpid().into(),
            "getppid" => self.real.getppid().into(),
            "getuid" => self.real.getuid().into(),
            "geteuid" => self.real.geteuid().into(),
            "getgid" => self.real.getgid().into(),
            "getegid" => self.real.getegid().into(),
            _ => return None,
        })
    }

    fn call_native(&mut self, call: &Foreign) -> ForeignResult {
        self.natives.call(call)
    }
}

/// What `stat` tells, as the engine has it.
pub fn file_status(status: coax_native::world::FileStatus) -> FileStatus {
    let pair = |time: TimeSpan| (time.seconds, time.nanoseconds);
    FileStatus {
        dev: status.device,
        ino: status.inode,
        nlink: status.links,
        mode: status.mode,
        uid: status.uid,
        gid: status.gid,
        rdev: status.special_device,
        size: status.size,
        blksize: status.block_size,
        blocks: status.blocks,
        atime: pair(status.accessed),
        mtime: pair(status.modified),
        ctime: pair(status.changed),
    }
}

/// A broken-down time as the engine has it.
pub fn from_broken_down(time: BrokenDownTime) -> LocalTime {
    LocalTime {
        sec: time.sec,
        min: time.min,
        hour: time.hour,
        mday: time.mday,
        mon: time.mon,
        year: time.year,
        wday: time.wday,
        yday: time.yday,
        isdst: time.isdst,
        gmtoff: time.gmtoff,
        zone: String::from_utf8_lossy(&time.zone).into_owned(),
    }
}

/// A broken-down time as the system has it.
pub fn to_broken_down(time: &LocalTime) -> BrokenDownTime {
    BrokenDownTime {
        sec: time.sec,
        min: time.min,
        hour: time.hour,
        mday: time.mday,
        mon: time.mon,
        year: time.year,
        wday: time.wday,
        yday: time.yday,
        isdst: time.isdst,
        gmtoff: time.gmtoff,
        zone: time.zone.clone().into_bytes(),
    }
}
