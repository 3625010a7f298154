//! The one thread that looks at the clock: it ends deadlines when their time has come, and all of
//! them when the user asks for the end.
//!
//! Invariants: every deadline of a run is within the run's own; should the thread die, everything
//! ends rather than running for ever.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use coax_deadline::{Deadline, Reason};

use crate::interrupt::Interrupt;

/// Between two looks at whether the user asked for the end.
const GLANCE: Duration = Duration::from_millis(10);
/// Deadlines are this exact.
const EXACTNESS: Duration = Duration::from_millis(1);

/// The alarm of one run. It is off when the last copy is gone.
#[derive(Clone)]
pub struct Alarm(Arc<Shared>);

struct Shared {
    run: Deadline,
    interrupt: Interrupt,
    set: Mutex<Vec<(Instant, Deadline)>>,
    /// A deadline was set that may be the next.
    changed: Condvar,
}

impl Alarm {
    /// For a run that ends at `end`, or when it is interrupted.
    pub fn set(end: Instant, interrupt: &Interrupt) -> io::Result<Alarm> {
        let run = Deadline::never();
        let set = Mutex::new(vec![(end, run.clone())]);
        let shared =
            Arc::new(Shared { run, interrupt: interrupt.clone(), set, changed: Condvar::new() });
        let watched = Arc::downgrade(&shared);
        std::thread::Builder::new().name("alarm".into()).spawn(move || watch(&watched))?;
        Ok(Alarm(shared))
    }

    /// The end of the whole run.
    pub fn run(&self) -> &Deadline {
        &self.0.run
    }

    /// A deadline within the run.
    pub fn at(&self, end: Instant) -> Deadline {
        self.within(&self.0.run, end)
    }

    /// A deadline within another one.
    pub fn within(&self, outer: &Deadline, end: Instant) -> Deadline {
        let deadline = outer.within();
        let mut set = self.0.set();
        let is_next = set.iter().all(|(other, _)| end < *other);
        set.push((end, deadline.clone()));
        drop(set);
        if is_next {
            self.0.changed.notify_one();
        }
        deadline
    }
}

impl Shared {
    fn set(&self) -> MutexGuard<'_, Vec<(Instant, Deadline)>> {
        // Every change is whole.
        self.set.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there may be something to end, or for a moment.
    fn wait(&self) {
        let set = self.set();
        let next = set.iter().map(|(end, _)| *end).min();
        let left = next.map_or(GLANCE, |next| next.saturating_duration_since(Instant::now()));
        // Waking up early is no harm: it is looked again.
        let _ = self.changed.wait_timeout(set, left.clamp(EXACTNESS, GLANCE));
    }

    /// Ends what has to end.
    fn look(&self, now: Instant) {
        if self.interrupt.asked() {
            self.run.end(Reason::Interrupted);
        }
        self.set().retain(|(end, deadline)| {
            if now >= *end {
                deadline.end(Reason::Time);
            }
            now < *end && !deadline.is_forgotten()
        });
    }
}

/// Ends the run if the thread that watches over it dies.
struct LastWord(Deadline);

impl Drop for LastWord {
    fn drop(&mut self) {
        self.0.end(Reason::Defect);
    }
}

fn watch(watched: &Weak<Shared>) {
    let Some(run) = watched.upgrade().map(|shared| shared.run.clone()) else { return };
    let _last_word = LastWord(run);
    while let Some(shared) = watched.upgrade() {
        shared.look(Instant::now());
        shared.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon(what: &Deadline) -> Option<Reason> {
        let patience = Instant::now() + Duration::from_secs(30);
        while !what.is_over() && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(1));
        }
        what.over()
    }

    #[test]
    fn deadlines_end_at_their_time_and_with_the_run() {
        let (now, interrupt) = (Instant::now(), Interrupt::default());
        let alarm = Alarm::set(now + Duration::from_secs(3600), &interrupt).unwrap();
        let first = alarm.at(now);
        let second = alarm.at(now + Duration::from_secs(3600));
        assert_eq!(soon(&first), Some(Reason::Time));
        assert_eq!((alarm.run().over(), second.over()), (None, None));
        interrupt.ask();
        assert_eq!(soon(&second), Some(Reason::Interrupted));
        assert_eq!(first.over(), Some(Reason::Time));
    }

    #[test]
    fn nothing_runs_on_when_the_watch_dies() {
        let run = Deadline::never();
        let died = std::thread::spawn({
            let run = run.clone();
            move || {
                let _last_word = LastWord(run);
                panic!("a panic that a test wants");
            }
        });
        assert!(died.join().is_err());
        assert_eq!(run.over(), Some(Reason::Defect));
    }
}
