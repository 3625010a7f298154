//! The time of one run: when it began, when its parts end, and whether the user asked for its end.

use std::io;
use std::time::{Duration, Instant};

use coax_deadline::Deadline;
use coax_kinds::Incomplete;

use super::alarm::Alarm;
use super::schedule::Schedule;
use crate::interrupt::Interrupt;

/// What a run's time is measured by.
pub struct RunClock {
    pub begun: Instant,
    pub schedule: Schedule,
    pub interrupt: Interrupt,
    pub alarm: Alarm,
    /// The end of compiling and searching.
    pub search: Deadline,
}

impl RunClock {
    /// A run that begins now and has so much time; signals are listened to from now on.
    pub fn start(time: Duration) -> io::Result<RunClock> {
        let begun = Instant::now();
        let interrupt = Interrupt::listen()?;
        let schedule = Schedule::new(begun, time);
        let alarm = Alarm::set(schedule.end, &interrupt)?;
        let search = alarm.at(schedule.search);
        Ok(RunClock { begun, schedule, interrupt, alarm, search })
    }

    /// The same, with another part of its time for compiling and searching, in percent.
    pub fn searching_for(mut self, time: Duration, percent: u32) -> RunClock {
        self.schedule.search = self.begun + time * percent / 100;
        self.search = self.alarm.at(self.schedule.search);
        self
    }

    /// The end of everything.
    pub fn end(&self) -> &Deadline {
        self.alarm.run()
    }

    /// Time left for the search.
    pub fn left(&self) -> Duration {
        self.schedule.search.saturating_duration_since(Instant::now())
    }

    /// Why the search has ended before everything was explored.
    pub fn why_over(&self) -> Incomplete {
        if self.interrupt.asked() { Incomplete::Interrupted } else { Incomplete::Time }
    }
}
