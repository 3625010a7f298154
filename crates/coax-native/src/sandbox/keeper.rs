//! Keeping a program: it and everything it started end with their keeper, and none of them takes more
//! processes or disk space than allowed.
//!
//! In a pid namespace the keeper is its first process, so that the kernel ends all others with it.
//! Elsewhere it is the one that orphans come to, and ends them itself.

use super::namespaces::during;
use super::spec::Spec;
use super::{Allowance, OVERSTEPPED};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, getppid, kill_process, pidfd_open,
    wait, waitpid,
};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fs;
use std::io::{Read, Write};
use std::os::fd::{FromRawFd, OwnedFd};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the bounds are looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// How often folders are: that takes longer.
const LOOK_INTO_FOLDERS: Duration = Duration::from_millis(200);

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Exited(i32),
    Signalled(i32),
}

impl End {
    fn of(status: WaitStatus) -> Option<End> {
        status
            .exit_status()
            .map(End::Exited)
            .or_else(|| status.terminating_signal().map(End::Signalled))
    }

    /// Ends this process in the same way.
    pub(super) fn imitate(self) -> ! {
        if let End::Signalled(signal) = self {
            die_of(signal);
        }
        match self {
            End::Exited(status) => std::process::exit(status),
            // The signal did not end us: the way shells say it.
            End::Signalled(signal) => std::process::exit(128 + signal),
        }
    }

    fn bytes(self) -> [u8; 8] {
        let (how, number) = match self {
            End::Exited(status) => (0i32, status),
            End::Signalled(signal) => (1, signal),
        };
        let mut bytes = [0; 8];
        bytes[..4].copy_from_slice(&how.to_ne_bytes());
        bytes[4..].copy_from_slice(&number.to_ne_bytes());
        bytes
    }

    fn of_bytes(bytes: [u8; 8]) -> End {
        let number = |at: usize| i32::from_ne_bytes([0, 1, 2, 3].map(|i| bytes[at + i]));
        if number(0) == 0 { End::Exited(number(4)) } else { End::Signalled(number(4)) }
    }
}

/// Sends this process a signal with its default action restored; leaves no core file.
fn die_of(signal: i32) {
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: plain system calls with valid arguments.
    unsafe {
        libc::setrlimit(libc::RLIMIT_CORE, &none);
        libc::signal(signal, libc::SIG_DFL);
        let mut all: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::sigprocmask(libc::SIG_UNBLOCK, &all, std::ptr::null_mut());
        libc::raise(signal);
    }
}

/// Forks; the child does `job`, which ends only by failing. This process has one thread, so that the
/// child may do everything.
pub(super) fn fork(job: impl FnOnce() -> Result<Infallible, String>) -> Result<Pid, String> {
    // SAFETY: this process has one thread, so nothing is locked in the child.
    match unsafe { libc::fork() } {
        -1 => Err(during("a process")(std::io::Error::last_os_error())),
        0 => {
            let Err(why) = job();
            super::launch::fail(&why)
        }
        pid => Ok(Pid::from_raw(pid).expect("a child's number is positive")),
    }
}

/// Waits for a child that does something small; whether it did.
pub(super) fn has_succeeded(child: Pid) -> bool {
    let status = waitpid(Some(child), WaitOptions::empty());
    status
        .is_ok_and(|status| status.and_then(|(_, status)| End::of(status)) == Some(End::Exited(0)))
}

/// The process that started the launcher, and its wish that it ends: by its own end, or by `SIGTERM`.
pub(super) struct Starter {
    process: OwnedFd,
    wish: OwnedFd,
}

impl Starter {
    /// Looks after it from now on.
    pub(super) fn of(parent: u32) -> Result<Starter, String> {
        let parent = i32::try_from(parent).ok().and_then(Pid::from_raw).ok_or("no parent")?;
        let watched = pidfd_open(parent, PidfdFlags::empty()).map_err(during("the parent"))?;
        match getppid() {
            Some(actual) if actual == parent => Ok(Starter { process: watched, wish: wish()? }),
            _ => Err("coax has ended".into()),
        }
    }

    /// Waits for the first process of a namespace, which tells through `report` how the program ended.
    pub(super) fn wait_for(self, first: Pid, report: OwnedFd) -> Result<End, String> {
        let watched = pidfd_open(first, PidfdFlags::empty()).map_err(during("a process"))?;
        if !self.wait(&watched, None)? {
            let _ = kill_process(first, Signal::KILL);
        }
        let status = waitpid(Some(first), WaitOptions::empty()).map_err(during("a process"))?;
        let mut bytes = [0; 8];
        let told = fs::File::from(report).read_exact(&mut bytes).is_ok();
        let own = status.and_then(|(_, status)| End::of(status)).unwrap_or(End::Exited(0));
        Ok(if told { End::of_bytes(bytes) } else { own })
    }

    /// Keeps a program where orphans come to this process.
    pub(super) fn keep(self, child: Pid, spec: &Spec) -> Result<End, String> {
        let watched = pidfd_open(child, PidfdFlags::empty()).map_err(during("a process"))?;
        let (mut bounds, mut end) = (Bounds::new(spec), None);
        while end.is_none() {
            if !self.wait(&watched, Some(GLANCE))? {
                end = Some(End::Signalled(libc::SIGKILL));
            }
            end = end.or(reap(child));
            if end.is_none() && bounds.are_overstepped(&descendants) {
                end = Some(End::Signalled(OVERSTEPPED));
            }
        }
        end_descendants();
        end.ok_or_else(|| "the program did not end".into())
    }

    /// Waits for a process, for so long at most; whether it may go on.
    fn wait(&self, process: &OwnedFd, time: Option<Duration>) -> Result<bool, String> {
        let mut all =
            [&self.process, &self.wish, process].map(|one| PollFd::new(one, PollFlags::IN));
        let time = time.map(timespec);
        match poll(&mut all, time.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {
                Ok(all[..2].iter().all(|one| one.revents().is_empty()))
            }
            Err(error) => Err(during("waiting")(error)),
        }
    }
}

/// A descriptor that can be read once `SIGTERM` has come.
fn wish() -> Result<OwnedFd, String> {
    // SAFETY: the set is made by the call before; the descriptor is new and owned here alone.
    unsafe {
        let mut signals: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut signals);
        libc::sigaddset(&mut signals, libc::SIGTERM);
        libc::sigprocmask(libc::SIG_BLOCK, &signals, std::ptr::null_mut());
        match libc::signalfd(-1, &signals, libc::SFD_CLOEXEC) {
            -1 => Err(during("signals")(std::io::Error::last_os_error())),
            descriptor => Ok(OwnedFd::from_raw_fd(descriptor)),
        }
    }
}

/// Lets signals come again, for the program.
pub(super) fn unblock_signals() {
    // SAFETY: the set is made by the call before.
    unsafe {
        let mut signals: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut signals);
        libc::sigaddset(&mut signals, libc::SIGTERM);
        libc::sigprocmask(libc::SIG_UNBLOCK, &signals, std::ptr::null_mut());
    }
}

/// Keeps a program as the first process of a pid namespace, and tells how it ended.
pub(super) fn keep_as_first(
    child: Pid,
    spec: &Spec,
    report: OwnedFd,
) -> Result<Infallible, String> {
    let watched = pidfd_open(child, PidfdFlags::empty()).map_err(during("a process"))?;
    let mut bounds = Bounds::new(spec);
    let end = loop {
        let mut one = [PollFd::new(&watched, PollFlags::IN)];
        match poll(&mut one, Some(&timespec(GLANCE))) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(during("waiting")(error)),
        }
        if let Some(end) = reap(child) {
            break end;
        }
        if bounds.are_overstepped(&everybody) {
            break End::Signalled(OVERSTEPPED);
        }
    };
    fs::File::from(report).write_all(&end.bytes()).map_err(during("the end"))?;
    std::process::exit(0)
}

fn timespec(time: Duration) -> Timespec {
    Timespec { tv_sec: time.as_secs() as i64, tv_nsec: time.subsec_nanos().into() }
}

/// Takes note of all processes that have ended; how the program did, if it is among them.
fn reap(program: Pid) -> Option<End> {
    let mut end = None;
    while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
        if pid == program {
            end = End::of(status);
        }
    }
    end
}

/// What a program may use up.
struct Bounds<'a> {
    spec: &'a Spec,
    look_next: Instant,
}

impl Bounds<'_> {
    fn new(spec: &Spec) -> Bounds<'_> {
        Bounds { spec, look_next: Instant::now() + LOOK_INTO_FOLDERS }
    }

    fn are_overstepped(&mut self, processes: &dyn Fn() -> Vec<i32>) -> bool {
        let tasks: usize = processes().into_iter().map(threads).sum();
        if tasks > self.spec.most_tasks {
            return true;
        }
        if Instant::now() < self.look_next {
            return false;
        }
        let Spec { most_bytes: bytes, most_files: files, .. } = *self.spec;
        let mut left = Allowance { bytes, files };
        let fits = self.spec.writable().all(|folder| take_up(folder, &mut left).is_some());
        self.look_next = Instant::now() + LOOK_INTO_FOLDERS;
        !fits
    }
}

/// Takes what a folder holds off what is left; `None` if that is too little.
fn take_up(folder: &Path, left: &mut Allowance) -> Option<()> {
    // A folder that vanishes while it is looked at holds nothing.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(metadata) = entry.metadata() else { continue };
        left.files = left.files.checked_sub(1)?;
        if metadata.is_dir() {
            take_up(&entry.path(), left)?;
        } else {
            // Blocks: a file with holes is smaller than it says.
            let used = std::os::unix::fs::MetadataExt::blocks(&metadata) * 512;
            left.bytes = left.bytes.checked_sub(used)?;
        }
    }
    Some(())
}

/// How many threads a process has: each has a folder.
pub(super) fn threads(pid: i32) -> usize {
    let links = fs::metadata(format!("/proc/{pid}/task"))
        .map(|metadata| std::os::unix::fs::MetadataExt::nlink(&metadata));
    links.map_or(0, |links| links.saturating_sub(2) as usize)
}

/// All processes of a pid namespace of which this process is the first.
fn everybody() -> Vec<i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// All processes that this one, or one of those, has started.
fn descendants() -> Vec<i32> {
    let mut found = children(getpid().as_raw_nonzero().get());
    let mut next = 0;
    while next < found.len() {
        found.extend(children(found[next]));
        next += 1;
    }
    found
}

fn children(pid: i32) -> Vec<i32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| {
            list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>()
        })
        .collect()
}

/// Ends everything that is left. Stopped first: what is stopped does not fork while others are ended.
fn end_descendants() {
    let mut stopped = BTreeSet::new();
    loop {
        let all = descendants();
        let new: Vec<i32> = all.iter().copied().filter(|pid| stopped.insert(*pid)).collect();
        signal(&new, Signal::STOP);
        if new.is_empty() {
            signal(&all, Signal::KILL);
            stopped.clear();
        }
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        if all.is_empty() {
            return;
        }
    }
}

/// Signals processes; one that has ended meanwhile is what we want.
fn signal(pids: &[i32], signal: Signal) {
    for pid in pids.iter().copied().filter_map(Pid::from_raw) {
        let _ = kill_process(pid, signal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_program_ended_arrives() {
        for end in [End::Exited(0), End::Exited(255), End::Signalled(11)] {
            assert_eq!(End::of_bytes(end.bytes()), end);
        }
    }

    #[test]
    fn folders_are_measured_up_to_the_bound() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("d")).unwrap();
        fs::write(folder.path().join("d/f"), vec![1; 10_000]).unwrap();
        let take = |bytes, files| take_up(folder.path(), &mut Allowance { bytes, files });
        // Three blocks of 4096 bytes, and what the system keeps with them.
        for (bytes, files, expected) in [
            (1 << 20, 2, true),
            (1 << 20, 1, false),
            (5_000, 10, false),
            (9_999, 2, false),
            (0, 10, false),
        ] {
            assert_eq!(take(bytes, files).is_some(), expected, "{bytes} bytes, {files} files");
        }
        let mut left = Allowance { bytes: 1 << 20, files: 10 };
        take_up(folder.path(), &mut left).unwrap();
        let used = (1 << 20) - left.bytes;
        assert_eq!(left.files, 8);
        assert!((10_000..=65_536).contains(&used), "{used}");
        assert!(take(used, 2).is_some() && take(used - 1, 2).is_none());
    }

    #[test]
    fn a_folder_that_is_not_there_takes_nothing() {
        let mut left = Allowance { bytes: 0, files: 0 };
        assert!(take_up(Path::new("/no/such/folder"), &mut left).is_some());
    }

    #[test]
    fn bounds_hold_for_threads_and_folders() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("f"), vec![1; 10_000]).unwrap();
        let own = getpid().as_raw_nonzero().get();
        let access = super::super::Access::with(folder.path());
        for (tasks, files, expected) in
            [(100_000, 1, false), (0, 1, true), (100_000, 0, true), (100_000, 2, false)]
        {
            let mut spec = Spec::new(super::super::Tier::Landlock, &access);
            (spec.most_tasks, spec.most_files) = (tasks, files);
            let mut bounds = Bounds::new(&spec);
            bounds.look_next = Instant::now();
            let overstepped = bounds.are_overstepped(&|| vec![own]);
            assert_eq!(overstepped, expected, "{tasks} tasks, {files} files");
            assert!(bounds.look_next > Instant::now() || tasks == 0, "not again at once");
        }
    }

    #[test]
    fn children_are_found_with_their_own() {
        let script = "sleep 60 & sleep 60 & wait";
        let mut shell = std::process::Command::new("sh").args(["-c", script]).spawn().unwrap();
        let shell_pid = i32::try_from(shell.id()).unwrap();
        while children(shell_pid).len() < 2 {
            std::thread::yield_now();
        }
        let all = descendants();
        let sleepers = children(shell_pid);
        assert!(all.contains(&shell_pid));
        assert!(sleepers.iter().all(|pid| all.contains(pid)), "{all:?}");
        assert!(everybody().contains(&shell_pid));
        signal(&sleepers, Signal::KILL);
        shell.wait().unwrap();
    }

    #[test]
    fn times_are_seconds_and_parts() {
        let time = timespec(Duration::from_millis(3_020));
        assert_eq!((time.tv_sec, time.tv_nsec), (3, 20_000_000));
    }

    #[test]
    fn threads_are_counted() {
        let own = i32::try_from(std::process::id()).unwrap();
        assert!(threads(own) >= 1);
    }
}
