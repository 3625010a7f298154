//! What a judged process may use up, and how the operating system is told.
//!
//! Memory is watched, not refused: a limit on address space would make `malloc` fail in a program
//! that is merely generous, and the test would take another path than the one it was made for.

use super::finding::End;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

/// Limits of one run (of each test in a batch).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processor time: a machine that is busy does not make a program endless. Waiting ends when it
    /// takes longer than that, too, or, beside work, [`PATIENCE`] times as long.
    pub time: Duration,
    /// Resident memory in bytes. Sanitizers get as much again for their shadow, plus what they hold
    /// back of freed memory.
    pub memory: u64,
    /// Bytes written to standard output and error.
    pub output: u64,
    /// Size of any one file the process writes.
    pub file_size: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(5),
            memory: 1 << 30,
            output: 8 << 20,
            file_size: 64 << 20,
        }
    }
}

/// What AddressSanitizer may hold back of freed memory, and the rest of its bookkeeping.
const SANITIZER_ALLOWANCE: u64 = 512 << 20;

/// Address space that no honest test needs; a backstop for what grows faster than we look.
const ADDRESS_SPACE_BACKSTOP: u64 = 16 << 30;

/// A process that does anything gets more than one part in so many of the processor.
const AT_WORK: u32 = 20;

/// How many times its processor time a process may take on the clock.
pub(super) const PATIENCE: u32 = 10;

impl Limits {
    /// The resident memory at which a process is killed.
    pub(super) fn resident(&self, shadowed: bool) -> u64 {
        if shadowed {
            self.memory.saturating_mul(2).saturating_add(SANITIZER_ALLOWANCE)
        } else {
            self.memory
        }
    }

    /// Has a process taken too long, after so much time on the clock and on the processor?
    pub(super) fn is_up(&self, clock: Duration, processor: Duration) -> Option<End> {
        if processor >= self.time {
            return Some(End::TimedOut);
        }
        let waits = clock >= self.time && processor < self.time / AT_WORK;
        let waits = waits || clock >= self.time.saturating_mul(PATIENCE);
        waits.then_some(End::Stalled)
    }

    /// Puts the limits that the kernel enforces on a command. Only limits of size: what takes too long
    /// is for the caller to end.
    pub(super) fn impose(&self, command: &mut Command, file_size: u64, shadowed: bool) {
        let mut limits = vec![(libc::RLIMIT_CORE, 0), (libc::RLIMIT_FSIZE, file_size)];
        if !shadowed {
            // Shadow memory alone is terabytes of address space.
            limits.push((libc::RLIMIT_AS, ADDRESS_SPACE_BACKSTOP.saturating_add(self.memory)));
        }
        let impose = move || limits.iter().try_for_each(|&(what, most)| lower(what, most));
        // SAFETY: between fork and exec only system calls are made, and nothing is allocated.
        unsafe { command.pre_exec(impose) };
    }
}

/// Lowers one limit of the calling process; never raises it above what the process was given.
fn lower(what: libc::__rlimit_resource_t, most: u64) -> io::Result<()> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is a valid place for the answer.
    if unsafe { libc::getrlimit(what, &mut limit) } != 0 {
        return Err(io::Error::last_os_error());
    }
    limit.rlim_max = limit.rlim_max.min(most);
    limit.rlim_cur = limit.rlim_max.min(most);
    // SAFETY: `limit` is a valid limit.
    match unsafe { libc::setrlimit(what, &limit) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn working_and_waiting_are_told_apart() {
        let limits = Limits { time: Duration::from_secs(10), ..Limits::default() };
        let is_up = |clock, processor| {
            limits.is_up(Duration::from_secs(clock), Duration::from_secs(processor))
        };
        assert_eq!(is_up(10, 10), Some(End::TimedOut));
        assert_eq!(is_up(99, 10), Some(End::TimedOut));
        assert_eq!(is_up(10, 0), Some(End::Stalled), "it waits");
        assert_eq!(is_up(60, 5), None, "the machine is busy");
        assert_eq!(is_up(100, 9), Some(End::Stalled));
        assert_eq!(is_up(9, 0), None);
    }
}
