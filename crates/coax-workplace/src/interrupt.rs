//! Ctrl-C, and the request to end.
//!
//! While nothing has been found yet, a signal ends the process at once. While there is something to
//! keep, the first one ends the run by itself, with everything found so far; a second one ends the
//! process at once, and so does the clock if the run does not come to its end: what was found so far
//! is on disk in any case.
//!
//! Invariant: a process that ends so takes what it started with it, and its temporary files.

use std::io;
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::scratch;

/// The exit code of a run that was interrupted.
pub const INTERRUPTED: u8 = 130;

/// How long a run may take to end by itself.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long those that were started may take to end by themselves.
const POLITENESS: Duration = Duration::from_millis(100);

/// Is the process about to end?
static ENDING: AtomicBool = AtomicBool::new(false);

/// Does not return if the process is about to end by a signal: what failed since then, failed for that.
pub fn let_it_end() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// Was the end asked for?
#[derive(Clone, Default)]
pub struct Interrupt {
    flags: Arc<Flags>,
    /// What signals did before.
    before: Arc<Vec<(i32, libc::sigaction)>>,
}

#[derive(Debug, Default)]
struct Flags {
    asked: AtomicBool,
    /// Is there something to keep?
    keeping: AtomicBool,
}

impl Interrupt {
    /// Listens from now on.
    pub fn listen() -> io::Result<Interrupt> {
        let before = SIGNALS.iter().map(|&signal| Ok((signal, disposition(signal)?)));
        let before: Vec<_> = before.collect::<io::Result<_>>()?;
        let flags = Arc::new(Flags::default());
        let (mut signals, heard) = (Signals::new(SIGNALS)?, Arc::clone(&flags));
        std::thread::Builder::new().name("signals".into()).spawn(move || {
            for _ in signals.forever() {
                heard.signal();
            }
        })?;
        Ok(Interrupt { flags, before: Arc::new(before) })
    }

    /// From now on there are results: they are kept on a signal.
    pub fn keep_results(&self) {
        self.flags.keeping.store(true, Ordering::SeqCst);
    }

    /// Asks for the end, as a signal does.
    pub fn ask(&self) {
        self.flags.asked.store(true, Ordering::SeqCst);
    }

    /// Was it asked for?
    pub fn asked(&self) -> bool {
        self.flags.asked.load(Ordering::SeqCst)
    }

    /// Stops listening: signals do what they did before.
    pub fn give_back(self) {
        for (signal, action) in self.before.iter() {
            // SAFETY: the action is one that the system itself has told us.
            unsafe { libc::sigaction(*signal, action, std::ptr::null_mut()) };
        }
    }
}

/// What a signal does now.
fn disposition(signal: i32) -> io::Result<libc::sigaction> {
    let mut action = MaybeUninit::uninit();
    // SAFETY: `action` is a valid place for the answer.
    match unsafe { libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) } {
        // SAFETY: the call has filled it.
        0 => Ok(unsafe { action.assume_init() }),
        _ => Err(io::Error::last_os_error()),
    }
}

impl Flags {
    fn signal(&self) {
        let ends_now = self.asked.load(Ordering::SeqCst) || !self.keeping.load(Ordering::SeqCst);
        if ends_now {
            // Set before `asked`: a thread that stops because of `asked` must see it.
            ENDING.store(true, Ordering::SeqCst);
        }
        self.asked.store(true, Ordering::SeqCst);
        if ends_now {
            end_now();
        }
        let watch = || {
            std::thread::sleep(PATIENCE);
            end_now();
        };
        // Without a watch, a second signal still ends it.
        let _ = std::thread::Builder::new().spawn(watch);
    }
}

/// Ends the process and what it started.
fn end_now() -> ! {
    ENDING.store(true, Ordering::SeqCst);
    let all = || descendants(std::process::id());
    // Compilers remove their temporary files if they are asked to end.
    all().into_iter().for_each(|process| send(process, libc::SIGTERM));
    std::thread::sleep(POLITENESS);
    // Children may start others while they are looked for.
    (0..3).flat_map(|_| all()).for_each(|process| send(process, libc::SIGKILL));
    scratch::remove_all();
    // SAFETY: ends the process, and nothing that other threads hold is touched.
    unsafe { libc::_exit(INTERRUPTED.into()) }
}

/// All processes below one, itself not among them.
fn descendants(process: u32) -> Vec<u32> {
    let mut parents = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok());
        parents.extend(pid.and_then(|pid| Some((pid, parent(pid)?))));
    }
    let mut below = vec![process];
    let mut next = 0;
    while let Some(&process) = below.get(next) {
        let children = parents.iter().filter(|(_, parent)| *parent == process);
        below.extend(children.map(|(pid, _)| *pid));
        next += 1;
    }
    below.split_off(1)
}

/// Who started a process.
fn parent(pid: u32) -> Option<u32> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // Its name, in parentheses, may contain anything; then come its state and its parent.
    text.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

fn send(pid: u32, signal: i32) {
    if let Ok(pid) = i32::try_from(pid) {
        // SAFETY: a plain system call; a process that is gone is an error we do not mind.
        unsafe { libc::kill(pid, signal) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_started_is_found() {
        let me = std::process::id();
        let mut child = std::process::Command::new("sh")
            .args(["-c", "sleep 600 & echo $!; wait"])
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).unwrap();
        let below = descendants(me);
        assert!(below.contains(&child.id()) && below.contains(&line.trim().parse().unwrap()));
        descendants(child.id()).into_iter().chain([child.id()]).for_each(|pid| send(pid, 9));
        child.wait().unwrap();
    }
}
