//! Who gets how much of the time.
//!
//! A unit's share is what is left, divided among the units that wait, for all workers together: one
//! that ends early leaves its rest to those that come later, and none can take the time of all.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Less is not worth beginning.
const LEAST: Duration = Duration::from_millis(10);

/// A unit that ran out of time is tried again if it gets at least so many times as much.
const WORTH_ANOTHER_TRY: u32 = 2;

/// The clock of one run.
pub struct Clock {
    end: Instant,
    /// What the user gave each unit, if anything.
    unit_time: Option<Duration>,
    workers: usize,
    /// Units that have not begun.
    waiting: AtomicUsize,
}

impl Clock {
    /// Until `end`, with so many units that wait.
    pub fn new(end: Instant, unit_time: Option<Duration>, workers: usize, waiting: usize) -> Clock {
        Clock { end, unit_time, workers, waiting: AtomicUsize::new(waiting) }
    }

    /// Time left for everything.
    pub fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// Begins a unit: what it may take.
    pub fn begin(&self) -> Duration {
        let waiting = self.waiting.fetch_sub(1, Ordering::Relaxed).max(1);
        self.share(waiting, self.left())
    }

    /// A unit does not wait any more, and was not begun either.
    pub fn skip(&self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }

    fn share(&self, waiting: usize, left: Duration) -> Duration {
        let fair = left.mul_f64(self.workers.min(waiting) as f64 / waiting as f64);
        self.unit_time.unwrap_or_else(|| fair.max(LEAST)).min(left)
    }

    /// Another round, for units that had so much before, the least first: for how many of them is it
    /// worth it?
    pub fn another_round(&self, before: &[Duration]) -> usize {
        let left = self.left();
        let is_worth_it =
            |&units: &usize| self.share(units, left) >= before[units - 1] * WORTH_ANOTHER_TRY;
        let units = match self.unit_time {
            Some(_) => 0,
            None => (1..=before.len()).rev().find(is_worth_it).unwrap_or(0),
        };
        self.waiting.store(units, Ordering::Relaxed);
        units
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(unit_time: Option<u64>, workers: usize) -> Clock {
        let unit_time = unit_time.map(Duration::from_secs);
        Clock::new(Instant::now() + Duration::from_secs(60), unit_time, workers, 100)
    }

    #[test]
    fn shares_are_fair_and_never_more_than_there_is() {
        let minute = Duration::from_secs(60);
        assert_eq!(clock(None, 2).share(100, minute), minute / 50);
        assert_eq!(clock(None, 2).share(1, minute), minute);
        assert_eq!(clock(None, 1).share(1_000_000, minute), LEAST);
        assert_eq!(clock(Some(5), 1).share(1_000_000, minute), Duration::from_secs(5));
        assert_eq!(clock(Some(90), 1).share(1, minute), minute);
    }

    #[test]
    fn another_round_must_be_worth_it() {
        let clock = clock(None, 1);
        let seconds = |all: &[u64]| all.iter().map(|&n| Duration::from_secs(n)).collect::<Vec<_>>();
        assert_eq!(clock.another_round(&seconds(&[1; 10])), 10);
        assert_eq!(clock.another_round(&seconds(&[40; 10])), 0);
        assert_eq!(clock.another_round(&[]), 0);
        // The last one had too much already.
        assert_eq!(clock.another_round(&seconds(&[2, 3, 50])), 2);
    }
}
