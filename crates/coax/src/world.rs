//! The real world for an interpreted program: its operating system calls are done for real, native
//! functions are called in a helper process that may die alone.

use std::time::Duration;

use coax_engine::{DirEntry, FileStatus, Foreign, ForeignArg, ForeignResult, LocalTime, World};
use coax_ir::Kind;
use coax_native::helper_process::{
    Argument, Buffer, CallOutcome, CallRequest, Helper, Kind as NativeKind, Pointer, Value,
};
use coax_native::world::{Answer, BROKEN_PIPE, BrokenDownTime, RealWorld, TimeSpan};

use crate::cli::NATIVE_HELPER;

/// How long a native function may take.
const NATIVE_TIMEOUT: Duration = Duration::from_secs(10);

/// The operating system we run on.
pub struct HostWorld {
    real: RealWorld,
    helper: Option<Helper>,
    ignores_broken_pipes: bool,
}

impl HostWorld {
    pub fn new() -> HostWorld {
        HostWorld { real: RealWorld::new(), helper: None, ignores_broken_pipes: false }
    }

    fn request(&mut self, request: &CallRequest) -> Result<CallOutcome, String> {
        if self.helper.is_none() {
            let program = std::env::current_exe().map_err(|error| error.to_string())?;
            let helper = Helper::spawn(&program, NATIVE_HELPER);
            self.helper = Some(helper.map_err(|error| error.to_string())?);
        }
        let helper = self.helper.as_mut().expect("just started");
        helper.call(request).map_err(|error| error.to_string())
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
        let Some(native) = NativeCall::new(call) else {
            return ForeignResult::Failed("an argument or the result has no native form".into());
        };
        match self.request(&native.request) {
            Ok(CallOutcome::Returned(returned)) => native.result(returned),
            Ok(outcome) => ForeignResult::Failed(describe(&outcome)),
            Err(error) => ForeignResult::Failed(format!("no helper process: {error}")),
        }
    }
}

/// A request with the ids its buffers have on our side.
struct NativeCall {
    request: CallRequest,
    ids: Vec<u64>,
}

impl NativeCall {
    fn new(call: &Foreign) -> Option<NativeCall> {
        let (mut buffers, mut ids, mut arguments) = (Vec::new(), Vec::new(), Vec::new());
        for arg in &call.args {
            arguments.push(match arg {
                ForeignArg::Scalar { kind, bits } => scalar(*kind, *bits)?,
                ForeignArg::Null => Argument::Pointer(Pointer::Null),
                ForeignArg::Buffer { id, bytes, offset } => {
                    let known = ids.iter().position(|known| known == id);
                    let buffer = known.unwrap_or_else(|| {
                        ids.push(*id);
                        buffers.push(Buffer {
                            bytes: bytes.clone(),
                            align: 16,
                            ..Buffer::default()
                        });
                        ids.len() - 1
                    });
                    Argument::Pointer(Pointer::Into { buffer, offset: *offset })
                }
            });
        }
        let result = match call.ret {
            None => NativeKind::Void,
            Some(kind) => native_kind(kind)?,
        };
        let request = CallRequest {
            symbol: call.symbol.clone(),
            libraries: Vec::new(),
            buffers,
            arguments,
            result,
            variadic_from: call.fixed,
            timeout: NATIVE_TIMEOUT,
        };
        Some(NativeCall { request, ids })
    }

    fn result(self, returned: coax_native::helper_process::Returned) -> ForeignResult {
        let (bits, pointer) = match returned.value {
            Value::Void => (0, None),
            Value::Int(value) => (value.into(), None),
            Value::F32(value) => (value.to_bits().into(), None),
            Value::F64(value) => (value.to_bits().into(), None),
            Value::LongDouble(bytes) => (u128::from_le_bytes(bytes), None),
            Value::Pointer(Pointer::Null) => (0, None),
            Value::Pointer(Pointer::Into { buffer, offset }) => {
                (1, Some((self.ids[buffer], offset)))
            }
            Value::Pointer(Pointer::Foreign) | Value::ForeignString(_) => {
                return ForeignResult::Failed("it returned a pointer to memory of its own".into());
            }
        };
        let after = returned.buffers.into_iter().map(|buffer| buffer.bytes);
        let buffers = self.ids.into_iter().zip(after).collect();
        ForeignResult::Returned { bits, pointer, buffers, errno: returned.errno }
    }
}

fn scalar(kind: Kind, bits: u128) -> Option<Argument> {
    Some(match kind {
        Kind::Int(width @ (1 | 8 | 16 | 32 | 64)) => {
            Argument::Int { bits: width.into(), signed: false, value: bits as u64 }
        }
        Kind::F32 => Argument::F32(f32::from_bits(bits as u32)),
        Kind::F64 => Argument::F64(f64::from_bits(bits as u64)),
        Kind::F80 => Argument::LongDouble(bits.to_le_bytes()),
        _ => return None,
    })
}

fn native_kind(kind: Kind) -> Option<NativeKind> {
    Some(match kind {
        Kind::Int(width @ (1 | 8 | 16 | 32 | 64)) => {
            NativeKind::Int { bits: width.into(), signed: false }
        }
        Kind::Ptr => NativeKind::Pointer,
        Kind::F32 => NativeKind::F32,
        Kind::F64 => NativeKind::F64,
        Kind::F80 => NativeKind::LongDouble,
        _ => return None,
    })
}

fn describe(outcome: &CallOutcome) -> String {
    match outcome {
        CallOutcome::Returned(_) => "it returned".into(),
        CallOutcome::CrashedBySignal(signal) => format!("it was killed by signal {signal}"),
        CallOutcome::Exited(code) => format!("it ended its process with code {code}"),
        CallOutcome::TimedOut => "it did not return in time".into(),
        CallOutcome::Overrun { .. } => "it wrote beside an object it was given".into(),
        CallOutcome::NoSuchSymbol => "no library has it".into(),
        CallOutcome::Unsupported(reason) => reason.clone(),
    }
}

fn file_status(status: coax_native::world::FileStatus) -> FileStatus {
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

fn from_broken_down(time: BrokenDownTime) -> LocalTime {
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

fn to_broken_down(time: &LocalTime) -> BrokenDownTime {
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
