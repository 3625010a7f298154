//! The modelled environment of a program that is explored: the same on every run, and a value that forks
//! with the path.
//!
//! Files on disk can be read; what the program writes stays in here. Standard input is empty unless
//! it is an input, output goes nowhere, the clock stands still, there are no other processes.
//! Native functions are called in a helper process that all paths share: it is asked for functions
//! without a memory only, so it is no part of what a state means.

mod disk;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use coax_engine::{DirEntry, FileStatus, Foreign, ForeignResult, LocalTime, World};
use coax_models::InputFile;
use coax_native::world::RealWorld;

use self::disk::{Contents, Disk, Entry};
use crate::host_world::{from_broken_down, to_broken_down};
use crate::native_calls::NativeCalls;

/// The time it always is: seconds since 1970.
const NOW: i64 = 1_700_000_000;
/// What clocks that do not know the date show.
const UP_TIME: i64 = 1000;

/// The process the program is told it is.
const PROCESS: i64 = 4242;

/// The most descriptors a process may have open.
const MOST_DESCRIPTORS: i32 = 1024;

/// The environment of the program, the same for everybody.
pub fn variables() -> Vec<Vec<u8>> {
    ["HOME=/", "LANG=C", "PATH=/usr/bin:/bin"].map(|text| text.as_bytes().to_vec()).into()
}

/// The environment of one path.
#[derive(Clone)]
pub struct ModelledEnvironment {
    disk: Disk,
    /// What each descriptor stands for; `dup` makes two stand for the same.
    descriptors: BTreeMap<i32, usize>,
    opened: Vec<Opened>,
    pipes: Vec<Vec<u8>>,
    natives: Arc<Mutex<NativeCalls>>,
}

/// An opened file.
#[derive(Clone)]
struct Opened {
    medium: Medium,
    position: u64,
    readable: bool,
    writable: bool,
    append: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Medium {
    /// A file, by its number.
    File(usize),
    /// Where standard output and standard error go.
    Nowhere,
    /// A pipe, by its number.
    Pipe(usize),
}

impl ModelledEnvironment {
    /// The environment at the start, with these files as inputs.
    pub fn new(inputs: &[InputFile]) -> ModelledEnvironment {
        let mut disk = Disk::new(inputs);
        let stdin = inputs.iter().enumerate().find(|(_, input)| input.name.is_none());
        let contents = match stdin {
            Some((number, input)) => Contents::Input(number, input.len),
            None => Contents::Nothing,
        };
        let stdin = Medium::File(disk.add(contents, 0o600));
        let opened = |medium, readable: bool| Opened {
            medium,
            position: 0,
            readable,
            writable: !readable,
            append: false,
        };
        ModelledEnvironment {
            disk,
            descriptors: (0..3).zip(0..3).collect(),
            opened: vec![
                opened(stdin, true),
                opened(Medium::Nowhere, false),
                opened(Medium::Nowhere, false),
            ],
            pipes: Vec::new(),
            natives: Arc::new(Mutex::new(NativeCalls::for_exploring())),
        }
    }

    fn opened(&mut self, fd: i32) -> Result<&mut Opened, i32> {
        let index = *self.descriptors.get(&fd).ok_or(libc::EBADF)?;
        Ok(&mut self.opened[index])
    }

    fn add(&mut self, medium: Medium, flags: i32) -> Result<i32, i32> {
        let mode = flags & libc::O_ACCMODE;
        self.opened.push(Opened {
            medium,
            position: 0,
            readable: mode != libc::O_WRONLY,
            writable: mode != libc::O_RDONLY,
            append: flags & libc::O_APPEND != 0,
        });
        self.descriptor_for(self.opened.len() - 1)
    }

    /// The lowest descriptor that is free.
    fn descriptor_for(&mut self, opened: usize) -> Result<i32, i32> {
        let free = (0..MOST_DESCRIPTORS).find(|fd| !self.descriptors.contains_key(fd));
        let fd = free.ok_or(libc::EMFILE)?;
        self.descriptors.insert(fd, opened);
        Ok(fd)
    }

    fn file_of(&mut self, path: &[u8], flags: i32, mode: u32) -> Result<usize, i32> {
        let creates = flags & libc::O_CREAT != 0;
        let writes = flags & libc::O_ACCMODE != libc::O_RDONLY;
        let number = match self.disk.find(path) {
            Ok(_) if creates && flags & libc::O_EXCL != 0 => return Err(libc::EEXIST),
            Ok(Entry::File(_)) if flags & libc::O_DIRECTORY != 0 => return Err(libc::ENOTDIR),
            Ok(Entry::File(number)) => number,
            // A folder can be opened, but nothing here reads one by its descriptor.
            Ok(_) => return Err(if writes { libc::EISDIR } else { libc::EACCES }),
            Err(libc::ENOENT) if creates => return self.disk.create(path, mode),
            Err(errno) => return Err(errno),
        };
        if flags & libc::O_TRUNC != 0 && writes {
            self.resize(number, 0);
        }
        Ok(number)
    }

    fn resize(&mut self, number: usize, len: usize) {
        if let Some(bytes) = self.disk.file_mut(number).bytes_mut() {
            bytes.resize(len, 0);
        }
    }

    fn read_file(&mut self, fd: i32, number: usize, buffer: &mut [u8]) -> Result<usize, i32> {
        let file = self.disk.file(number);
        let (len, position) = (file.len(), self.opened[self.descriptors[&fd]].position);
        let count = len.saturating_sub(position).min(buffer.len() as u64) as usize;
        if let Contents::Bytes(bytes) = &file.contents {
            let start = position as usize;
            // An empty range may start behind the end.
            let chunk = bytes.get(start..start + count).unwrap_or(&[]);
            buffer[..chunk.len()].copy_from_slice(chunk);
        } else {
            buffer[..count].fill(0);
        }
        self.opened(fd)?.position += count as u64;
        Ok(count)
    }

    fn write_file(&mut self, fd: i32, number: usize, bytes: &[u8]) -> Result<usize, i32> {
        let len = self.disk.file(number).len();
        let opened = self.opened(fd)?;
        let start = if opened.append { len } else { opened.position };
        opened.position = start + bytes.len() as u64;
        if let Some(contents) = self.disk.file_mut(number).bytes_mut() {
            let end = start as usize + bytes.len();
            if contents.len() < end {
                contents.resize(end, 0);
            }
            contents[start as usize..end].copy_from_slice(bytes);
        }
        Ok(bytes.len())
    }
}

impl World for ModelledEnvironment {
    fn fork(&self) -> Option<Box<dyn World>> {
        Some(Box::new(self.clone()))
    }

    fn open(&mut self, path: &[u8], flags: i32, mode: u32) -> Result<i32, i32> {
        let number = self.file_of(path, flags, mode)?;
        self.add(Medium::File(number), flags)
    }

    fn close(&mut self, fd: i32) -> Result<(), i32> {
        self.descriptors.remove(&fd).map(|_| ()).ok_or(libc::EBADF)
    }

    fn read(&mut self, fd: i32, buffer: &mut [u8]) -> Result<usize, i32> {
        let opened = self.opened(fd)?;
        if !opened.readable {
            return Err(libc::EBADF);
        }
        match opened.medium {
            Medium::File(number) => self.read_file(fd, number, buffer),
            Medium::Nowhere => Ok(0),
            Medium::Pipe(number) => {
                let waiting = &mut self.pipes[number];
                let count = waiting.len().min(buffer.len());
                for (byte, got) in buffer.iter_mut().zip(waiting.drain(..count)) {
                    *byte = got;
                }
                Ok(count)
            }
        }
    }

    fn input_file(&mut self, fd: i32) -> Option<usize> {
        let Medium::File(number) = self.opened(fd).ok()?.medium else { return None };
        match self.disk.file(number).contents {
            Contents::Input(input, _) => Some(input),
            _ => None,
        }
    }

    fn write(&mut self, fd: i32, bytes: &[u8]) -> Result<usize, i32> {
        let opened = self.opened(fd)?;
        if !opened.writable {
            return Err(libc::EBADF);
        }
        match opened.medium {
            Medium::File(number) => self.write_file(fd, number, bytes),
            Medium::Nowhere => Ok(bytes.len()),
            Medium::Pipe(number) => {
                self.pipes[number].extend_from_slice(bytes);
                Ok(bytes.len())
            }
        }
    }

    fn ignore_broken_pipes(&mut self, _ignored: bool) {}

    fn seek(&mut self, fd: i32, offset: i64, whence: i32) -> Result<i64, i32> {
        let Medium::File(number) = self.opened(fd)?.medium else { return Err(libc::ESPIPE) };
        let len = self.disk.file(number).len();
        let opened = self.opened(fd)?;
        let base = match whence {
            libc::SEEK_SET => 0,
            libc::SEEK_CUR => opened.position as i64,
            libc::SEEK_END => len as i64,
            _ => return Err(libc::EINVAL),
        };
        let at = base.checked_add(offset).ok_or(libc::EOVERFLOW)?;
        opened.position = u64::try_from(at).map_err(|_| libc::EINVAL)?;
        Ok(at)
    }

    fn truncate(&mut self, fd: i32, len: i64) -> Result<(), i32> {
        let opened = self.opened(fd)?;
        let (Medium::File(number), true) = (opened.medium, opened.writable) else {
            return Err(libc::EINVAL);
        };
        let len = usize::try_from(len).map_err(|_| libc::EINVAL)?;
        self.resize(number, len);
        Ok(())
    }

    fn duplicate(&mut self, fd: i32, to: Option<i32>) -> Result<i32, i32> {
        let opened = *self.descriptors.get(&fd).ok_or(libc::EBADF)?;
        match to {
            None => self.descriptor_for(opened),
            Some(to) if (0..MOST_DESCRIPTORS).contains(&to) => {
                self.descriptors.insert(to, opened);
                Ok(to)
            }
            Some(_) => Err(libc::EBADF),
        }
    }

    fn pipe(&mut self) -> Result<(i32, i32), i32> {
        self.pipes.push(Vec::new());
        let medium = Medium::Pipe(self.pipes.len() - 1);
        Ok((self.add(medium, libc::O_RDONLY)?, self.add(medium, libc::O_WRONLY)?))
    }

    fn is_terminal(&mut self, _fd: i32) -> bool {
        false
    }

    fn unlink(&mut self, path: &[u8]) -> Result<(), i32> {
        self.disk.remove(path, false)
    }

    fn remove_dir(&mut self, path: &[u8]) -> Result<(), i32> {
        self.disk.remove(path, true)
    }

    fn make_dir(&mut self, path: &[u8], _mode: u32) -> Result<(), i32> {
        self.disk.make_folder(path)
    }

    fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), i32> {
        self.disk.rename(from, to)
    }

    fn access(&mut self, path: &[u8], mode: i32) -> Result<(), i32> {
        let status = self.disk.status(path)?;
        let runs = mode & libc::X_OK == 0 || status.mode & 0o111 != 0;
        if runs { Ok(()) } else { Err(libc::EACCES) }
    }

    fn status(&mut self, path: &[u8]) -> Result<FileStatus, i32> {
        self.disk.status(path)
    }

    fn status_of(&mut self, fd: i32) -> Result<FileStatus, i32> {
        match self.opened(fd)?.medium {
            Medium::File(number) => Ok(self.disk.file(number).status()),
            Medium::Nowhere | Medium::Pipe(_) => Ok(FileStatus {
                nlink: 1,
                mode: libc::S_IFIFO | 0o600,
                blksize: 4096,
                atime: (NOW, 0),
                mtime: (NOW, 0),
                ctime: (NOW, 0),
                ..FileStatus::default()
            }),
        }
    }

    fn list(&mut self, path: &[u8]) -> Result<Vec<DirEntry>, i32> {
        self.disk.list(path)
    }

    fn current_dir(&mut self) -> Result<Vec<u8>, i32> {
        Ok(self.disk.current().to_vec())
    }

    fn change_dir(&mut self, path: &[u8]) -> Result<(), i32> {
        self.disk.change_current(path)
    }

    fn clock(&mut self, id: i32) -> Result<(i64, i64), i32> {
        match id {
            libc::CLOCK_REALTIME | libc::CLOCK_REALTIME_COARSE | libc::CLOCK_TAI => Ok((NOW, 0)),
            libc::CLOCK_PROCESS_CPUTIME_ID | libc::CLOCK_THREAD_CPUTIME_ID => Ok((0, 0)),
            0..=11 => Ok((UP_TIME, 0)),
            _ => Err(libc::EINVAL),
        }
    }

    fn local_time(&mut self, seconds: i64, _utc: bool) -> Option<LocalTime> {
        RealWorld::new().gmtime(seconds).ok().map(from_broken_down)
    }

    fn make_time(&mut self, time: &mut LocalTime) -> Option<i64> {
        let (seconds, normal) = RealWorld::new().timegm(&to_broken_down(time)).ok()?;
        *time = from_broken_down(normal);
        Some(seconds)
    }

    fn sleep(&mut self, _nanoseconds: u64) {}

    fn identity(&mut self, which: &str) -> Option<i64> {
        let real = RealWorld::new();
        Some(match which {
            "getpid" => PROCESS,
            "getppid" => 1,
            "getuid" => real.getuid().into(),
            "geteuid" => real.geteuid().into(),
            "getgid" => real.getgid().into(),
            "getegid" => real.getegid().into(),
            _ => return None,
        })
    }

    fn call_native(&mut self, call: &Foreign) -> ForeignResult {
        if !coax_models::only_computes(&call.symbol) {
            let why = "it might do more than compute (--concrete calls it all the same)";
            return ForeignResult::Failed(why.into());
        }
        self.natives.lock().unwrap_or_else(PoisonError::into_inner).call(call)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fork_has_files_of_its_own() {
        coax_workplace::sandbox::choose_none_in_unit_tests();
        let mut world = ModelledEnvironment::new(&[]);
        let folder = tempfile::tempdir().expect("a folder");
        let path = format!("{}/made", folder.path().display()).into_bytes();
        let fd = world.open(&path, libc::O_RDWR | libc::O_CREAT, 0o600).expect("a file");
        assert_eq!((fd, world.write(fd, b"hello")), (3, Ok(5)));
        let mut fork = world.fork().expect("a fork");
        assert_eq!(fork.write(fd, b" you"), Ok(4));
        assert_eq!(world.seek(fd, 1, libc::SEEK_SET), Ok(1));
        let mut buffer = [0; 16];
        assert_eq!(world.read(fd, &mut buffer), Ok(4));
        assert_eq!(&buffer[..4], b"ello");
        assert_eq!(fork.status_of(fd).map(|status| status.size), Ok(9));
        assert!(!folder.path().join("made").exists());
    }

    #[test]
    fn inputs_are_files_of_their_length() {
        coax_workplace::sandbox::choose_none_in_unit_tests();
        let named = InputFile { name: Some(b"data".to_vec()), len: 7 };
        let mut world = ModelledEnvironment::new(&[named, InputFile { name: None, len: 3 }]);
        assert_eq!(world.input_file(0), Some(1));
        assert_eq!(world.read(0, &mut [0; 8]), Ok(3));
        assert_eq!(world.read(0, &mut [0; 8]), Ok(0));
        let fd = world.open(b"./data", libc::O_RDONLY, 0).expect("an input");
        assert_eq!(world.input_file(fd), Some(0));
        assert_eq!(world.seek(fd, -2, libc::SEEK_END), Ok(5));
        let copy = world.duplicate(fd, None).expect("room");
        assert_eq!(world.read(copy, &mut [0; 8]), Ok(2));
        assert_eq!(world.read(fd, &mut [0; 8]), Ok(0));
        let fd = world.open(b"data", libc::O_RDWR | libc::O_TRUNC, 0).expect("an input");
        assert_eq!((world.input_file(fd), world.read(fd, &mut [0; 8])), (None, Ok(0)));
    }

    #[test]
    fn pipes_and_standard_streams() {
        coax_workplace::sandbox::choose_none_in_unit_tests();
        let mut world = ModelledEnvironment::new(&[]);
        assert_eq!(world.read(0, &mut [0; 8]), Ok(0));
        assert_eq!(world.write(1, b"text"), Ok(4));
        assert_eq!(world.seek(1, 0, libc::SEEK_CUR), Err(libc::ESPIPE));
        let (from, to) = world.pipe().expect("room");
        assert_eq!(world.write(to, b"abc"), Ok(3));
        let mut buffer = [0; 2];
        assert_eq!((world.read(from, &mut buffer), buffer), (Ok(2), *b"ab"));
        assert_eq!(world.close(from), Ok(()));
        assert_eq!(world.read(from, &mut buffer), Err(libc::EBADF));
        assert_eq!(
            world.make_time(&mut world.clone().local_time(NOW, false).expect("a time")),
            Some(NOW)
        );
    }
}
