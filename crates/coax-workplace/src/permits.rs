//! How many jobs work at a time: those that compile and those that explore together.
//!
//! Invariant: a job that does not hurry waits while one that does is waiting, so what has been compiled is
//! explored before more is compiled.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// So many jobs may work at a time.
pub struct Permits {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    free: usize,
    /// Jobs that hurry and wait.
    hurrying: usize,
}

/// A job may work while it has this.
pub struct Permit<'a>(&'a Permits);

impl Permits {
    /// For so many jobs at a time.
    pub fn new(jobs: usize) -> Permits {
        let state = Mutex::new(State { free: jobs.max(1), hurrying: 0 });
        Permits { state, changed: Condvar::new() }
    }

    /// Waits until a job that hurries may work.
    pub fn hurry(&self) -> Permit<'_> {
        let mut state = self.state();
        state.hurrying += 1;
        while state.free == 0 {
            state = self.wait(state);
        }
        state.hurrying -= 1;
        state.free -= 1;
        // Those that do not hurry may have waited for this one.
        self.changed.notify_all();
        Permit(self)
    }

    /// Waits until a job may work that can wait for those that hurry.
    pub fn wait_turn(&self) -> Permit<'_> {
        let mut state = self.state();
        while state.free == 0 || state.hurrying > 0 {
            state = self.wait(state);
        }
        state.free -= 1;
        Permit(self)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(&self, state: MutexGuard<'g, State>) -> MutexGuard<'g, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.0.state().free += 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn those_that_hurry_come_first() {
        let permits = Permits::new(1);
        let (sender, order) = mpsc::channel();
        std::thread::scope(|scope| {
            let first = permits.hurry();
            let (permits, slow, quick) = (&permits, sender.clone(), sender);
            scope.spawn(move || {
                let _permit = permits.wait_turn();
                slow.send("slow").unwrap();
            });
            scope.spawn(move || {
                let _permit = permits.hurry();
                quick.send("quick").unwrap();
            });
            while permits.state().hurrying == 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
            drop(first);
        });
        assert_eq!(order.iter().collect::<Vec<_>>(), ["quick", "slow"]);
    }
}
