//! What the thread that writes the results of an exploration does with what workers tell.

use std::io;
use std::time::Duration;

use coax_engine::explore::Tally;
use coax_kinds::Incomplete;

use super::exchange::Exchange;
use super::progress::{self, Figures};
use super::record;
use super::results::Results;
use super::worker::{Event, Finished};
use crate::pipeline::progress::Progress;
use crate::pipeline::run_clock::RunClock;
use crate::pipeline::validator::Validator;
use crate::pipeline::watch::Recorder;

/// What the workers came to, all together.
pub struct Searched {
    pub finished: Vec<Finished>,
    /// Pending paths that no worker took.
    pub left: u64,
    /// What ended it before everything was explored.
    pub halted: Option<Incomplete>,
}

/// Where events and judgements go while workers explore.
pub struct Recording<'a, 'r> {
    exchange: &'a Exchange,
    clock: &'a RunClock,
    results: &'a mut Results<'r>,
    validator: &'a mut Validator,
    progress: &'a mut Progress,
    /// How far each worker is: its tally and its queries.
    figures: Vec<(Tally, u64)>,
}

impl<'a, 'r> Recording<'a, 'r> {
    pub fn new(
        workers: usize,
        exchange: &'a Exchange,
        clock: &'a RunClock,
        results: &'a mut Results<'r>,
        validator: &'a mut Validator,
        progress: &'a mut Progress,
    ) -> Recording<'a, 'r> {
        let figures = vec![(Tally::default(), 0); workers];
        Recording { exchange, clock, results, validator, progress, figures }
    }

    /// What is known of workers that have not ended.
    pub fn so_far(&self) -> Searched {
        let finished = self.figures.iter().map(|&(tally, _)| Finished::unfinished(tally)).collect();
        Searched { finished, left: self.exchange.left(), halted: self.exchange.halted() }
    }
}

impl Recorder for Recording<'_, '_> {
    type Event = Event;

    fn record(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Path(path) => self.results.path(path, self.validator)?,
            Event::Figures { worker, tally, queries } => self.figures[worker] = (tally, queries),
            Event::Defect(what) => self.results.suspects.defects.push(what),
        }
        Ok(())
    }

    fn look(&mut self) -> io::Result<()> {
        while let Some(judgement) = self.validator.judgement(Duration::ZERO) {
            self.results.judged(judgement, self.validator)?;
        }
        self.results.suspects.records.keep(|report| record::so_far(report, &self.figures))?;
        if self.progress.is_due() {
            let (tally, queries) = record::sum(&self.figures);
            let (errors, left) = (self.results.suspected(), self.clock.left());
            let figures = Figures { tally: &tally, errors, queries, left };
            self.progress.say(&progress::line(&figures));
        }
        Ok(())
    }

    fn is_ending(&mut self) -> bool {
        let Some(why) = self.exchange.halted() else { return false };
        // Wakes those that wait for work.
        self.exchange.halt(why);
        true
    }

    fn halt_unwritten(&mut self) {
        self.exchange.halt(Incomplete::Disk);
    }

    fn halt_panicked(&mut self) {
        self.results.suspects.defects.push("a panic while results were written".into());
        self.exchange.halt(Incomplete::Defect);
    }
}
