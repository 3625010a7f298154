//! What the workers of one exploration share: pending paths for those without any, and the word
//! that it is over.
//!
//! Invariants: a worker that finds nothing to do waits until another gives something away or all
//! wait, which is the end; once halted, no worker begins another path. What is left in here is pending.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use coax_deadline::{Deadline, Reason};
use coax_engine::explore::{Hint, Outcome, Seed};
use coax_kinds::Incomplete;

/// Shared by all workers and the thread that writes results.
pub struct Exchange {
    workers: usize,
    pool: Mutex<Pool>,
    changed: Condvar,
    /// How many more workers wait than there are paths for; a hint, read without the lock.
    wanted: AtomicUsize,
    /// Why everybody stops.
    halted: OnceLock<Incomplete>,
    /// Ends what is under way.
    deadline: Deadline,
    /// Paths of which a test is kept, over all workers.
    tests: AtomicU64,
    /// What these tests show, where several workers find them.
    shown: Mutex<HashSet<Outcome>>,
    /// Paths that ended, over all workers.
    paths: AtomicU64,
}

struct Pool {
    seeds: VecDeque<Seed>,
    /// Inputs that were found, for each worker to see whether they are inputs of its pending paths.
    hints: Vec<VecDeque<Hint>>,
    idle: usize,
    over: bool,
}

impl Exchange {
    /// For that many workers, with one path to begin with, the first; over at the deadline.
    pub fn new(workers: usize, deadline: &Deadline) -> Exchange {
        let (seeds, hints) = (VecDeque::from([Seed::default()]), vec![VecDeque::new(); workers]);
        let pool = Pool { seeds, hints, idle: 0, over: false };
        Exchange {
            workers,
            pool: Mutex::new(pool),
            changed: Condvar::new(),
            wanted: AtomicUsize::new(0),
            halted: OnceLock::new(),
            deadline: deadline.within(),
            tests: AtomicU64::new(0),
            shown: Mutex::default(),
            paths: AtomicU64::new(0),
        }
    }

    /// How many workers there are.
    pub fn workers(&self) -> usize {
        self.workers
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        // A thread that panicked did so between two changes, each of which is whole.
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next path for a worker without any; none if it is over.
    pub fn next(&self, worker: usize) -> Option<Seed> {
        let mut pool = self.pool();
        pool.idle += 1;
        loop {
            if pool.over {
                return None;
            }
            // A worker without pending paths has none that inputs could belong to.
            while let Some(Hint { inputs, seen }) = pool.hints[worker].pop_front() {
                match seen + 1 < self.workers {
                    true => self.hand_on(&mut pool, worker, Hint { inputs, seen: seen + 1 }),
                    false => pool.seeds.push_back(Seed::to_the_end(inputs)),
                }
            }
            if let Some(seed) = pool.seeds.pop_front() {
                pool.idle -= 1;
                self.note_wanted(&pool);
                return Some(seed);
            }
            if pool.idle == self.workers {
                pool.over = true;
                self.changed.notify_all();
                return None;
            }
            self.note_wanted(&pool);
            pool = self.changed.wait(pool).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn note_wanted(&self, pool: &Pool) {
        self.wanted.store(pool.idle.saturating_sub(pool.seeds.len()), Ordering::Relaxed);
    }

    /// Does a worker wait for a path?
    pub fn wants_work(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) > 0
    }

    /// A path for a worker that waits.
    pub fn offer(&self, seed: Seed) {
        let mut pool = self.pool();
        pool.seeds.push_back(seed);
        self.note_wanted(&pool);
        self.changed.notify_one();
    }

    /// Inputs for the next worker to look at; `false` if all have.
    pub fn pass_on(&self, worker: usize, hint: Hint) -> bool {
        let others = hint.seen < self.workers;
        if others {
            self.hand_on(&mut self.pool(), worker, hint);
        }
        others
    }

    fn hand_on(&self, pool: &mut Pool, worker: usize, hint: Hint) {
        pool.hints[(worker + 1) % self.workers].push_back(hint);
        self.changed.notify_all();
    }

    /// Inputs for a worker to look at.
    pub fn hint(&self, worker: usize) -> Option<Hint> {
        match self.workers {
            1 => None,
            _ => self.pool().hints[worker].pop_front(),
        }
    }

    /// Paths that no worker took.
    pub fn left(&self) -> u64 {
        self.pool().seeds.len() as u64
    }

    /// Ends it for this reason, unless it is ending already, and all that is under way.
    pub fn halt(&self, reason: Incomplete) {
        // Only the first reason counts.
        let _ = self.halted.set(reason);
        self.pool().over = true;
        self.changed.notify_all();
        self.deadline.end(Reason::Bound);
    }

    /// Why it ends, if it does.
    pub fn halted(&self) -> Option<Incomplete> {
        self.halted.get().copied().or_else(|| self.deadline.over().map(Incomplete::from))
    }

    /// When everything that workers do ends.
    pub fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// Counts a path that ended.
    pub fn count_path(&self) {
        self.paths.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a path of which a test is kept.
    pub fn count_test(&self) {
        self.tests.fetch_add(1, Ordering::Relaxed);
    }

    /// A test may be kept that shows these outcomes: does no other worker's test show one of them? Then it is kept.
    pub fn shows_more(&self, outcomes: &[Outcome]) -> bool {
        if self.workers == 1 {
            return !outcomes.is_empty();
        }
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let known = shown.len();
        shown.extend(outcomes);
        shown.len() > known
    }

    /// Paths that ended so far.
    pub fn paths(&self) -> u64 {
        self.paths.load(Ordering::Relaxed)
    }

    /// Tests so far.
    pub fn tests(&self) -> u64 {
        self.tests.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use coax_engine::symbolic::Values;

    use super::*;

    #[test]
    fn the_first_path_is_given_out_once_and_then_it_is_over() {
        let exchange = Exchange::new(1, &Deadline::never());
        assert!(exchange.next(0).is_some());
        assert!(exchange.next(0).is_none());
    }

    #[test]
    fn a_waiting_worker_gets_what_another_gives() {
        let exchange = Exchange::new(2, &Deadline::never());
        assert!(exchange.next(0).is_some());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| exchange.next(0).is_some());
            while !exchange.wants_work() {
                std::thread::yield_now();
            }
            exchange.offer(Seed::default());
            assert!(waiting.join().unwrap());
        });
        assert!(!exchange.wants_work());
    }

    #[test]
    fn halting_wakes_everybody_and_the_first_reason_counts() {
        let exchange = Exchange::new(2, &Deadline::never());
        assert!(exchange.next(0).is_some());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| exchange.next(0).is_none());
            exchange.halt(Incomplete::Time);
            assert!(waiting.join().unwrap());
        });
        exchange.halt(Incomplete::Interrupted);
        assert_eq!(exchange.halted(), Some(Incomplete::Time));
        assert!(exchange.deadline().is_over());
    }

    fn hint(byte: u8, seen: usize) -> Hint {
        Hint { inputs: Values::from_iter([vec![byte]]), seen }
    }

    #[test]
    fn hints_go_from_worker_to_worker_and_end_with_the_last() {
        let exchange = Exchange::new(3, &Deadline::never());
        assert!(exchange.pass_on(1, hint(7, 1)));
        assert!(exchange.hint(1).is_none());
        let passed = exchange.hint(2).expect("it is the next worker's");
        assert_eq!((passed.inputs.get(0), passed.seen), (Some(&[7][..]), 1));
        assert!(exchange.pass_on(2, Hint { seen: 2, ..passed }));
        assert!(exchange.hint(0).is_some());
        assert!(!exchange.pass_on(0, hint(7, 3)));
    }

    #[test]
    fn a_worker_without_paths_passes_hints_on_and_the_last_runs_them() {
        let exchange = Exchange::new(2, &Deadline::never());
        assert!(exchange.next(0).is_some());
        // Worker 1 has nothing to do; worker 0 had no path for these inputs.
        assert!(exchange.pass_on(0, hint(7, 1)));
        assert_eq!(exchange.next(1).map(|seed| seed.values()), Some(hint(7, 0).inputs));
        assert!(exchange.hint(0).is_none());
    }
}
