//! What the time of a run is spent on: compiling, searching, native runs, in this order.
//!
//! Invariants: a run ends at its time, but for what native runs that have begun may take beyond it,
//! which is seconds; the search always leaves some to show natively what it found.

use std::time::{Duration, Instant};

/// One part in so many of the budget is kept for native runs.
const KEPT_FOR_RUNS: u32 = 10;

/// After this share of the time there is for compiling and searching, in percent, what has been compiled does not
/// wait for other files any more.
const MOST_WAITING: u32 = 70;

/// What they may take beyond the budget, one part in so many of it, at least and at most.
const GRACE: u32 = 20;
const LEAST_GRACE: Duration = Duration::from_millis(800);
const MOST_GRACE: Duration = Duration::from_secs(2);

/// When the parts of a run end.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Waiting for files that something that is compiled may need.
    pub scan: Instant,
    /// Compiling and searching.
    pub search: Instant,
    /// Native runs, and with them everything.
    pub end: Instant,
}

impl Schedule {
    /// Of a run that began then and has so much time.
    pub fn new(begun: Instant, time: Duration) -> Schedule {
        let search = time - time / KEPT_FOR_RUNS;
        let grace = (time / GRACE).clamp(LEAST_GRACE, MOST_GRACE);
        Schedule {
            scan: begun + search * MOST_WAITING / 100,
            search: begun + search,
            end: begun + time + grace,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_time_and_the_end_is_the_end() {
        let begun = Instant::now();
        for (time, latest) in [(1, 2), (20, 21), (60, 62), (3600, 3602)] {
            let schedule = Schedule::new(begun, Duration::from_secs(time));
            assert!(begun < schedule.scan && schedule.scan < schedule.search);
            assert!(schedule.search < schedule.end);
            assert!(schedule.end <= begun + Duration::from_secs(latest));
        }
    }
}
