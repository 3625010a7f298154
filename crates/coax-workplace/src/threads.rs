//! How long workers that were told to end are waited for, and threads that are left behind.
//!
//! Nothing can interrupt a call of LLVM's: such calls are made on a thread that the run can do
//! without.
//!
//! Invariant: a process with a thread that was left behind ends without waiting for it, and without
//! destroying anything that the thread may use.

use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use coax_deadline::Deadline;

/// What workers may take to come to an end once they are told to.
pub const PATIENCE: Duration = Duration::from_millis(1500);

/// Between two looks at the deadline.
const GLANCE: Duration = Duration::from_millis(20);

/// As much as the main thread has.
const STACK: usize = 8 << 20;

/// Was a thread left behind?
static LEFT_BEHIND: AtomicBool = AtomicBool::new(false);

/// Does a thread still run that this process does not wait for?
pub fn are_left_behind() -> bool {
    LEFT_BEHIND.load(Ordering::SeqCst)
}

/// Does a job on a thread of its own. If it is not done soon after the deadline, there is no result,
/// and the thread is left behind.
pub fn in_time<T: Send + 'static>(
    deadline: &Deadline,
    job: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Option<T>> {
    let (sender, done) = mpsc::channel();
    let thread = std::thread::Builder::new().name("loading".into()).stack_size(STACK);
    let thread = thread.spawn(move || {
        // If it is late, there is no receiver any more.
        let _ = sender.send(job());
    })?;
    let mut latest = None;
    loop {
        match done.recv_timeout(GLANCE) {
            Ok(result) => return Ok(Some(result)),
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panic) => resume_unwind(panic),
                Ok(()) => unreachable!("a thread that does not panic sends its result"),
            },
            Err(RecvTimeoutError::Timeout) if deadline.is_over() => {
                let now = Instant::now();
                if now >= *latest.get_or_insert(now + PATIENCE) {
                    LEFT_BEHIND.store(true, Ordering::SeqCst);
                    return Ok(None);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Lets workers end that may wait for room in the channel; `false` if they do not.
pub fn wind_up<T>(events: &Receiver<T>) -> bool {
    let latest = Instant::now() + PATIENCE;
    loop {
        match events.recv_timeout(latest.saturating_duration_since(Instant::now())) {
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
}

#[cfg(test)]
mod tests {
    use coax_deadline::Reason;

    use super::*;

    #[test]
    fn a_job_that_does_not_end_is_left_behind_and_one_that_does_is_not() {
        let deadline = Deadline::never();
        assert_eq!(in_time(&deadline, || 7).unwrap(), Some(7));
        deadline.end(Reason::Time);
        assert_eq!(in_time(&deadline, || 8).unwrap(), Some(8), "a moment is always left");
        let (blocked, forever) = mpsc::channel::<()>();
        assert_eq!(in_time(&deadline, move || forever.recv().is_ok()).unwrap(), None);
        assert!(are_left_behind());
        drop(blocked);
    }

    #[test]
    fn a_panic_of_a_job_is_a_panic_of_the_one_who_asked() {
        let asked = std::panic::catch_unwind(|| {
            in_time(&Deadline::never(), || panic!("a panic that a test wants"))
        });
        assert!(asked.is_err());
    }

    #[test]
    fn workers_that_end_are_waited_for_and_others_are_not() {
        let (sender, events) = mpsc::sync_channel(1);
        let worker = std::thread::spawn(move || (0..100).all(|n| sender.send(n).is_ok()));
        assert!(wind_up(&events));
        assert!(worker.join().unwrap());
        let (_sender, events) = mpsc::sync_channel::<u8>(1);
        assert!(!wind_up(&events));
    }
}
