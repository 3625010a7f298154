//! The loop of the thread that writes results while workers explore: takes their events and the
//! validator's judgements, keeps the report up to date, and shows how far it is.
//!
//! Invariant: workers that do not come to an end soon after they should are not waited for.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::threads::{PATIENCE, wind_up};

/// Between two looks at the clock.
const GLANCE: Duration = Duration::from_millis(20);

/// Events that may wait to be written before workers wait, too.
pub const MOST_EVENTS: usize = 256;

/// What writes results.
pub trait Recorder {
    /// What workers tell.
    type Event;

    /// Writes what happened.
    fn record(&mut self, event: Self::Event) -> io::Result<()>;

    /// Takes judgements, keeps the report up to date, and shows how far it is; every few milliseconds.
    fn look(&mut self) -> io::Result<()>;

    /// Should the workers come to an end?
    fn is_ending(&mut self) -> bool;

    /// Results cannot be written any more: no more are wanted.
    fn halt_unwritten(&mut self);

    /// A panic of ours while results were written: what was found so far is kept, and there will be no
    /// more.
    fn halt_panicked(&mut self);
}

/// How the watch ended.
pub struct Watched {
    /// Have all workers come to an end?
    pub done: bool,
    /// Why results could not be written, if that ended it.
    pub unwritten: Option<io::Error>,
}

/// Records what workers tell until they are done or late.
pub fn watch<R: Recorder>(events: &Receiver<R::Event>, recorder: &mut R) -> Watched {
    match catch_unwind(AssertUnwindSafe(|| follow(events, recorder))) {
        Ok(Ok(done)) => Watched { done, unwritten: None },
        Ok(Err(error)) => {
            recorder.halt_unwritten();
            Watched { done: wind_up(events), unwritten: Some(error) }
        }
        Err(_) => {
            recorder.halt_panicked();
            Watched { done: wind_up(events), unwritten: None }
        }
    }
}

/// Takes events until the workers are done; `false` if they are late.
fn follow<R: Recorder>(events: &Receiver<R::Event>, recorder: &mut R) -> io::Result<bool> {
    let (mut next_look, mut latest) = (Instant::now(), None);
    loop {
        match events.recv_timeout(GLANCE) {
            Ok(event) => recorder.record(event)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(true),
        }
        let now = Instant::now();
        if now < next_look {
            continue;
        }
        next_look = now + GLANCE;
        recorder.look()?;
        if recorder.is_ending() && now >= *latest.get_or_insert(now + PATIENCE) {
            return Ok(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use coax_kinds::Incomplete;

    use super::*;

    /// Records numbers, up to one that cannot be written or makes it panic.
    #[derive(Default)]
    struct Numbers {
        written: Vec<u32>,
        unwritable: Option<u32>,
        panics_at: Option<u32>,
        halted: Option<Incomplete>,
    }

    impl Recorder for Numbers {
        type Event = u32;

        fn record(&mut self, event: u32) -> io::Result<()> {
            assert!(self.panics_at != Some(event), "a panic that a test wants");
            if self.unwritable == Some(event) {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.written.push(event);
            Ok(())
        }

        fn look(&mut self) -> io::Result<()> {
            Ok(())
        }

        fn is_ending(&mut self) -> bool {
            self.halted.is_some()
        }

        fn halt_unwritten(&mut self) {
            self.halted = Some(Incomplete::Disk);
        }

        fn halt_panicked(&mut self) {
            self.halted = Some(Incomplete::Defect);
        }
    }

    fn watched(mut numbers: Numbers) -> (Watched, Numbers) {
        let (sender, events) = mpsc::channel();
        (0..4).for_each(|number| sender.send(number).unwrap());
        drop(sender);
        (watch(&events, &mut numbers), numbers)
    }

    #[test]
    fn all_events_of_workers_that_end_are_recorded() {
        let (end, numbers) = watched(Numbers::default());
        assert!(end.done && end.unwritten.is_none());
        assert_eq!((numbers.written, numbers.halted), (vec![0, 1, 2, 3], None));
    }

    #[test]
    fn what_cannot_be_written_halts_the_workers() {
        let (end, numbers) = watched(Numbers { unwritable: Some(2), ..Numbers::default() });
        assert!(end.done);
        assert_eq!(end.unwritten.map(|error| error.kind()), Some(io::ErrorKind::StorageFull));
        assert_eq!((numbers.written, numbers.halted), (vec![0, 1], Some(Incomplete::Disk)));
    }

    #[test]
    fn a_panic_halts_the_workers_and_keeps_what_was_recorded() {
        let (end, numbers) = watched(Numbers { panics_at: Some(1), ..Numbers::default() });
        assert!(end.done && end.unwritten.is_none());
        assert_eq!((numbers.written, numbers.halted), (vec![0], Some(Incomplete::Defect)));
    }

    #[test]
    fn workers_that_do_not_end_are_not_waited_for() {
        let (_sender, events) = mpsc::channel();
        let mut numbers = Numbers { halted: Some(Incomplete::Time), ..Numbers::default() };
        assert!(!watch(&events, &mut numbers).done);
    }
}
