//! The workers of a check: each takes the next function, explores it, and tells what it found.
//!
//! Invariant: every task is told to be done exactly once, unless the queue was closed before its
//! turn came.

use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use coax_deadline::{Deadline, Reason};
use coax_engine::unit::{Makers, UnitPlan};
use coax_ir::{FuncId, Program, SourceSignature};
use coax_kinds::Incomplete;

use super::clock::Clock;
use super::events::{Event, Observer};
use super::explore_unit::{Explored, Subject, UnitConfig, explore_unit};
use crate::guided::Guided;
use crate::options::{CheckOptions, Pointers};
use crate::permits::Permits;
use crate::pipeline::alarm::Alarm;
use crate::pipeline::natives::NativeFunctions;
use crate::project::makers::Found;

/// A function to explore in the program at hand.
pub struct Task {
    /// Its place in the report.
    pub unit: usize,
    pub id: FuncId,
    /// How a test calls it, or why none can.
    pub signature: Result<Arc<SourceSignature>, &'static str>,
}

impl Task {
    /// A function of a program.
    pub fn new(program: &Program, unit: usize, id: FuncId) -> Task {
        let signature = match program.signature_of(id) {
            None => Err("there is no debug information about it"),
            Some(signature) if !signature.is_matched() => {
                Err("it is not known how its parameters are passed")
            }
            Some(signature) if !signature.is_nameable() => Err("no test can name it"),
            Some(signature) => Ok(signature),
        };
        Task { unit, id, signature }
    }
}

/// What is explored, and with what.
pub struct Workload<'a> {
    pub program: &'a Program,
    pub makers: &'a Found,
    /// Which functions of the program are which units of the report.
    pub units: HashMap<FuncId, usize>,
    pub tasks: &'a [Task],
    pub options: &'a CheckOptions,
    pub config: &'a UnitConfig<'a>,
    pub natives: &'a NativeFunctions,
    /// What is verified, if that is known.
    pub guided: Option<&'a Guided>,
}

/// What the workers' time is measured by.
pub struct Timing<'a> {
    pub clock: &'a Clock,
    pub alarm: &'a Alarm,
    /// The end of the search, within which each task has its own.
    pub search: Deadline,
    pub permits: &'a Permits,
}

/// What all workers share.
pub struct Workers<'a> {
    pub load: Workload<'a>,
    timing: Timing<'a>,
    makers: Arc<Makers>,
    own: Arc<HashSet<FuncId>>,
    queue: Mutex<VecDeque<usize>>,
}

impl<'a> Workers<'a> {
    pub fn new(load: Workload<'a>, timing: Timing<'a>) -> Workers<'a> {
        let own = load.program.own_functions().iter().copied();
        let own = Arc::new(own.filter(|id| !load.makers.functions.contains(id)).collect());
        let makers = Arc::new(load.makers.makers.clone());
        let queue = Mutex::new((0..load.tasks.len()).collect());
        Workers { load, timing, makers, own, queue }
    }

    /// The next task, if there is one and time for it.
    fn next(&self) -> Option<usize> {
        if self.timing.search.is_over() {
            self.close();
        }
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    /// Ends what is under way, and no further task is begun.
    pub fn end(&self, reason: Reason) {
        self.timing.search.end(reason);
        self.close();
    }

    fn close(&self) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.drain(..).for_each(|_| self.timing.clock.skip());
    }

    /// Works until the queue is empty.
    pub fn work(&self, events: &SyncSender<Event>) {
        let _permit = self.timing.permits.hurry();
        while let Some(task) = self.next() {
            let share = self.timing.clock.begin();
            let deadline = self.timing.alarm.within(&self.timing.search, Instant::now() + share);
            let observer = Observer { task, events };
            let explored = self.explore_safely(observer, &deadline).map(Box::new);
            if events.send(Event::Done { task, explored, share }).is_err() {
                // The receiver is gone: nothing more is written.
                return;
            }
        }
    }

    /// Explores a function; a panic beside all its paths costs the function and no other.
    fn explore_safely(&self, observer: Observer<'_>, deadline: &Deadline) -> Option<Explored> {
        let explore = || self.explore(observer, deadline);
        catch_unwind(AssertUnwindSafe(explore)).unwrap_or_else(|_| {
            observer.defect("a panic while it was explored".into());
            Some(Explored { because: [Incomplete::Defect].into(), ..Explored::default() })
        })
    }

    fn explore(&self, observer: Observer<'_>, deadline: &Deadline) -> Option<Explored> {
        let Task { id, signature, .. } = &self.load.tasks[observer.task];
        let signature = match signature {
            Ok(signature) => signature,
            Err(why) => {
                observer.cannot_run((*why).to_owned());
                return None;
            }
        };
        let plan = Arc::new(UnitPlan {
            call_depth: self
                .load
                .options
                .calls
                .depth_of(&[&signature.name, &signature.qualified])
                .0,
            havoc_globals: self.load.options.calls.havoc_globals,
            nonnull: self.load.options.inputs.pointers == Pointers::Nonnull,
            own: Arc::clone(&self.own),
            makers: Arc::clone(&self.makers),
        });
        let (program, config, natives) = (self.load.program, self.load.config, self.load.natives);
        let subject = Subject {
            program,
            plan: &plan,
            function: *id,
            config,
            natives,
            deadline,
            search: &self.timing.search,
            guided: self.load.guided,
        };
        Some(explore_unit(&subject, observer))
    }
}
