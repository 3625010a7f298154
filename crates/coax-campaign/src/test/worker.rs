//! The workers of a program: each grows call sequences of its own, and tells what it finds.
//!
//! Invariants: same seed, same number of workers, no time-out: each worker finds the same, in the same order; a
//! panic costs an attempt, and if there are many, the worker.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use coax_deadline::Deadline;
use coax_engine::symbolic::FlipPolicy;
use coax_engine::{Layers, Library, Limits, Machine, WithSymbols, World};
use coax_ir::{FuncId, Program};
use coax_sequence::{Driver, Growth, Observer, Outcome, Plan, Progress};

use crate::modelled_environment::ModelledEnvironment;
use crate::pipeline::natives::NativeFunctions;
use crate::pipeline::solving::Solving;

/// Between two times that a worker tells how far it is, in attempts.
const PAUSE: u64 = 256;

/// After so many panics the fault is not one attempt's.
const MOST_PANICS: usize = 5;

/// What a worker tells.
pub enum Event {
    /// It found a sequence that is worth keeping.
    Driver(Box<Driver>),
    /// It is so far.
    Progress { worker: usize, progress: Box<Progress> },
    /// A defect of ours.
    Defect(String),
    /// It has ended. Of functions, how many sides of branches they have.
    Done { worker: usize, progress: Box<Progress>, sides: Vec<(FuncId, usize)> },
}

/// What all workers of a program share.
pub struct Workload<'a> {
    pub program: &'a Program,
    /// The translation units of the program.
    pub members: &'a [usize],
    pub library: &'a (dyn Library<Layers> + Sync),
    pub solving: &'a Solving,
    pub natives: &'a NativeFunctions,
    /// As of the first worker.
    pub plan: Plan,
    /// Instructions that one worker may run,
    pub max_steps: u64,
    /// and tests that it may find.
    pub max_tests: u64,
    pub deadline: Deadline,
    /// When the search of the whole run ends.
    pub search: &'a Deadline,
    /// Set when no more is wanted.
    pub enough: AtomicBool,
}

impl Workload<'_> {
    /// Works until nothing is left to do or it is over.
    pub fn work(&self, worker: usize, events: &SyncSender<Event>) {
        let mut machine = Machine::new(self.program, self.library, Limits::default());
        let symbols = self.solving.symbols(FlipPolicy::Lazy, self.natives, &self.deadline);
        machine.with_symbols(symbols);
        let world = || Box::new(ModelledEnvironment::new(&[])) as Box<dyn World>;
        let plan = Plan { seed: self.plan.seed.wrapping_add(worker as u64), ..self.plan.clone() };
        let mut growth = Growth::new(machine, Box::new(world), plan, self.deadline.clone());
        let mut teller = Teller { load: self, worker, events, tests: 0, gone: false };
        for _ in 0..MOST_PANICS {
            let grow = || growth.grow(&mut teller);
            if catch_unwind(AssertUnwindSafe(grow)).is_ok() {
                break;
            }
            teller.send(Event::Defect("a panic while a sequence was extended".into()));
        }
        let progress = Box::new(growth.progress().clone());
        let sides = self.plan.boundary.iter().map(|&id| (id, growth.sides_of(id).len())).collect();
        teller.send(Event::Done { worker, progress, sides });
        if self.search.is_over() {
            // The process ends soon; to free all states one by one takes seconds.
            std::mem::forget(growth);
        }
    }

    /// Is more wanted?
    fn is_wanted(&self) -> bool {
        !self.enough.load(Ordering::Relaxed)
    }
}

/// Tells what one worker does.
struct Teller<'a> {
    load: &'a Workload<'a>,
    worker: usize,
    events: &'a SyncSender<Event>,
    /// How many drivers that are no errors it found.
    tests: u64,
    /// Is there no receiver any more? Then nothing more is written.
    gone: bool,
}

impl Teller<'_> {
    fn send(&mut self, event: Event) {
        self.gone |= self.events.send(event).is_err();
    }
}

impl Observer for Teller<'_> {
    fn driver(&mut self, driver: Driver) {
        self.tests += u64::from(!matches!(driver.outcome, Outcome::Error(_)));
        self.send(Event::Driver(Box::new(driver)));
    }

    fn goes_on(&mut self, progress: &Progress) -> bool {
        if progress.attempts.is_multiple_of(PAUSE) {
            let progress = Box::new(progress.clone());
            self.send(Event::Progress { worker: self.worker, progress });
        }
        let is_within = progress.steps < self.load.max_steps && self.tests < self.load.max_tests;
        is_within && !self.gone && self.load.is_wanted()
    }
}
