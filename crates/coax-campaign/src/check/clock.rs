//! Who gets how much of the time.
//!
//! A unit's share is what is left, divided among the units that wait, for all workers together: one
//! that ends early leaves its rest to those that come later, and none can take the time of all. While files
//! are still being compiled, what that will take is kept, and the units they will bring count as waiting.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How time is shared.
#[derive(Debug, Clone)]
pub struct SharePolicy {
    /// A unit gets no less: 1 ms by default, which most small functions need not even use up.
    pub least: Duration,
    /// A unit that ran out of time is tried again if it gets at least so many times as much: 2 by default.
    pub worth_another_try: u32,
    /// So much of the time that is left may be kept for compiling: 0.7 by default. What is compiled is explored, even
    /// if there are more files than there is time for.
    pub most_for_compiling: f64,
    /// A function that users of the code can call gets so many times a fair share: 2 by default.
    pub of_boundary: u32,
    /// Another one gets one part in so many of it: 2 by default. What it fails with is seldom a defect.
    pub of_internal: u32,
}

impl Default for SharePolicy {
    fn default() -> SharePolicy {
        SharePolicy {
            least: Duration::from_millis(1),
            worth_another_try: 2,
            most_for_compiling: 0.7,
            of_boundary: 2,
            of_internal: 2,
        }
    }
}

/// The clock of one run.
pub struct Clock {
    policy: SharePolicy,
    end: Instant,
    /// What the user gave each unit, if anything.
    unit_time: Option<Duration>,
    workers: usize,
    /// Units that have not begun.
    waiting: AtomicUsize,
    compiling: Mutex<Compiling>,
}

/// What is known of files that were compiled, for those that will be.
#[derive(Debug, Default)]
struct Compiling {
    files_left: usize,
    files: usize,
    /// How long threads were busy with these, in seconds.
    took: f64,
    units: usize,
}

impl Compiling {
    /// How much of so many seconds to keep at most, and how many units will come.
    fn forecast(&self, most: f64) -> Forecast {
        let per_file = |amount: f64| amount / self.files.max(1) as f64;
        let needed = per_file(self.took) * self.files_left as f64;
        let kept = needed.min(most);
        let reached = if needed > 0.0 { kept / needed } else { 1.0 };
        Forecast { kept, units: per_file(self.units as f64) * self.files_left as f64 * reached }
    }
}

/// What compiling will take, in seconds, and bring.
struct Forecast {
    kept: f64,
    units: f64,
}

impl Clock {
    /// Until `end`, with so many files to compile.
    pub fn new(end: Instant, unit_time: Option<Duration>, workers: usize, files: usize) -> Clock {
        let compiling = Mutex::new(Compiling { files_left: files, ..Compiling::default() });
        let (policy, waiting) = (SharePolicy::default(), AtomicUsize::new(0));
        Clock { policy, end, unit_time, workers, waiting, compiling }
    }

    /// Time left for everything.
    pub fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// A file was compiled, which took so long and brought so many units.
    pub fn arrived(&self, units: usize, took: Duration) {
        self.waiting.fetch_add(units, Ordering::Relaxed);
        let mut compiling = self.compiling();
        compiling.files_left = compiling.files_left.saturating_sub(1);
        compiling.files += 1;
        compiling.took += took.as_secs_f64();
        compiling.units += units;
    }

    fn compiling(&self) -> MutexGuard<'_, Compiling> {
        // Figures that are a little wrong do no harm.
        self.compiling.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a unit, which users of the code may be able to call: what it may take.
    pub fn begin(&self, is_boundary: bool) -> Duration {
        let waiting = self.waiting.fetch_sub(1, Ordering::Relaxed).max(1);
        let left = self.left();
        let of_all = left.as_secs_f64() * self.workers as f64;
        let forecast = self.compiling().forecast(of_all * self.policy.most_for_compiling);
        let fair = self.share(waiting, left, &forecast);
        match (self.unit_time, is_boundary) {
            (Some(_), _) => fair,
            (None, true) => (fair * self.policy.of_boundary).min(left),
            (None, false) => (fair / self.policy.of_internal).max(self.policy.least).min(left),
        }
    }

    /// A unit does not wait any more, and was not begun either.
    pub fn skip(&self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }

    fn share(&self, waiting: usize, left: Duration, forecast: &Forecast) -> Duration {
        let waiting = waiting as f64 + forecast.units;
        let usable = left.as_secs_f64() * waiting.min(self.workers as f64) - forecast.kept;
        let fair = Duration::from_secs_f64((usable / waiting).max(0.0));
        self.unit_time.unwrap_or_else(|| fair.max(self.policy.least)).min(left)
    }

    /// Another round, for units that had so much before, the least first: for how many of them is it
    /// worth it?
    pub fn another_round(&self, before: &[Duration]) -> usize {
        let left = self.left();
        let (nothing, times) = (Forecast { kept: 0.0, units: 0.0 }, self.policy.worth_another_try);
        let is_worth_it =
            |&units: &usize| self.share(units, left, &nothing) >= before[units - 1] * times;
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

    const NOTHING: Forecast = Forecast { kept: 0.0, units: 0.0 };

    fn clock(unit_time: Option<u64>, workers: usize) -> Clock {
        let unit_time = unit_time.map(Duration::from_secs);
        Clock::new(Instant::now() + Duration::from_secs(60), unit_time, workers, 100)
    }

    #[test]
    fn shares_are_fair_and_never_more_than_there_is() {
        let minute = Duration::from_secs(60);
        let share = |clock: Clock, waiting| clock.share(waiting, minute, &NOTHING);
        assert_eq!(share(clock(None, 2), 100), Duration::from_millis(1200));
        assert_eq!(share(clock(None, 2), 1), minute);
        assert_eq!(share(clock(None, 1), 1_000_000), SharePolicy::default().least);
        assert_eq!(share(clock(Some(5), 1), 1_000_000), Duration::from_secs(5));
        assert_eq!(share(clock(Some(90), 1), 1), minute);
    }

    #[test]
    fn what_files_will_take_and_bring_is_kept() {
        let clock = clock(None, 2);
        (0..10).for_each(|_| clock.arrived(4, Duration::from_millis(100)));
        let forecast = clock.compiling().forecast(84.0);
        assert_eq!((forecast.kept.round(), forecast.units.round()), (9.0, 360.0));
        // 40 units wait, 360 will come, for all of them together there are 111 seconds.
        let share = clock.share(40, Duration::from_secs(60), &forecast);
        assert_eq!((share.as_secs_f64() * 400.0).round(), 111.0);
    }

    #[test]
    fn more_files_than_there_is_time_for_leave_time_to_explore() {
        let clock = clock(None, 1);
        (0..10).for_each(|_| clock.arrived(4, Duration::from_secs(1)));
        let forecast = clock.compiling().forecast(7.0);
        assert_eq!((forecast.kept.round(), forecast.units.round()), (7.0, 28.0));
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
