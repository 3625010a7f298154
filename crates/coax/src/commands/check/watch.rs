//! Ends explorations whose time is over, also in the middle of a query.
//!
//! Each worker has a slot. The thread that watches looks at all of them every few milliseconds.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

const RUNNING: u8 = 0;
const TIME: u8 = 1;
const INTERRUPTED: u8 = 2;

/// What one worker is doing, and until when it may.
#[derive(Default)]
pub struct Slot {
    halted: AtomicU8,
    current: Mutex<Current>,
}

#[derive(Default)]
struct Current {
    deadline: Option<Instant>,
    /// Ends the query under way.
    solver: Option<Arc<AtomicBool>>,
}

impl Slot {
    fn current(&self) -> MutexGuard<'_, Current> {
        // Each field is written whole.
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A unit begins, and may go on until then.
    pub fn begin(&self, deadline: Instant) {
        *self.current() = Current { deadline: Some(deadline), solver: None };
        self.halted.store(RUNNING, Ordering::Relaxed);
    }

    /// It has ended.
    pub fn end(&self) {
        *self.current() = Current::default();
    }

    /// Makes a solver's queries end with the unit.
    pub fn watch(&self, cancel: Arc<AtomicBool>) {
        self.current().solver = Some(cancel);
    }

    /// Why the unit ends, if it does.
    pub fn halted(&self) -> Option<&'static str> {
        match self.halted.load(Ordering::Relaxed) {
            TIME => Some("time"),
            INTERRUPTED => Some("interrupted"),
            _ => None,
        }
    }

    /// Looks at the clock.
    pub fn look(&self, now: Instant, interrupted: bool) {
        let current = self.current();
        let over = current.deadline.is_some_and(|deadline| now >= deadline);
        if !over && !interrupted {
            return;
        }
        let why = if interrupted { INTERRUPTED } else { TIME };
        // Only the first reason counts.
        let _ = self.halted.compare_exchange(RUNNING, why, Ordering::Relaxed, Ordering::Relaxed);
        if let Some(solver) = &current.solver {
            solver.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_unit_ends_when_its_time_is_over() {
        let (slot, solver, now) = (Slot::default(), Arc::default(), Instant::now());
        slot.begin(now + Duration::from_secs(1));
        slot.watch(Arc::clone(&solver));
        slot.look(now, false);
        assert_eq!((slot.halted(), solver.load(Ordering::Relaxed)), (None, false));
        slot.look(now + Duration::from_secs(2), false);
        slot.look(now, true);
        assert_eq!((slot.halted(), solver.load(Ordering::Relaxed)), (Some("time"), true));
        slot.begin(now + Duration::from_secs(1));
        assert_eq!(slot.halted(), None);
    }
}
