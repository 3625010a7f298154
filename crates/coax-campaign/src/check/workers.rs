//! The workers of a check: each takes the next function, explores it, and tells what it found.
//!
//! Invariant: every task is told to be done exactly once, unless the queue was closed before its
//! turn came.

use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use coax_deadline::{Deadline, Reason};
use coax_engine::unit::{ApiObjects, Makers, ObjectSource, UnitPlan};
use coax_ir::{FuncId, Language, Linkage, Program, SourceSignature};
use coax_kinds::Incomplete;

use super::clock::Clock;
use super::events::{Event, Observer};
use super::explore_unit::{Explored, Subject, UnitConfig, explore_unit};
use crate::options::{CheckOptions, Objects, Pointers};
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
    /// The other files that its tests are linked with.
    pub others: Arc<[PathBuf]>,
}

impl Task {
    /// A function of a program.
    pub fn new(program: &Program, unit: usize, id: FuncId, others: Arc<[PathBuf]>) -> Task {
        let signature = match program.signature_of(id) {
            None => Err("there is no debug information about it"),
            Some(signature) if !signature.is_matched() => {
                Err("it is not known how its parameters are passed")
            }
            Some(signature) if !signature.is_nameable() => Err("no test can name it"),
            Some(signature) => Ok(signature),
        };
        Task { unit, id, signature, others }
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
    /// How the code makes objects of its own types.
    api: ApiObjects,
    own: Arc<HashSet<FuncId>>,
    queue: Mutex<VecDeque<usize>>,
}

impl<'a> Workers<'a> {
    pub fn new(load: Workload<'a>, timing: Timing<'a>) -> Workers<'a> {
        let own = load.program.own_functions().iter().copied();
        let own = Arc::new(own.filter(|id| !load.makers.functions.contains(id)).collect());
        let makers = Arc::new(load.makers.makers.clone());
        let queue = Mutex::new((0..load.tasks.len()).collect());
        let functions = load.program.own_functions().iter().copied();
        let functions: Vec<FuncId> =
            functions.filter(|id| !load.makers.functions.contains(id)).collect();
        let api = coax_sequence::object_makers(load.program, &functions);
        Workers { load, timing, makers, api, own, queue }
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
            let explored = self.explore_safely(observer, &deadline, share).map(Box::new);
            if events.send(Event::Done { task, explored, share }).is_err() {
                // The receiver is gone: nothing more is written.
                return;
            }
        }
    }

    /// Explores a function; a panic beside all its paths costs the function and no other.
    fn explore_safely(
        &self,
        observer: Observer<'_>,
        deadline: &Deadline,
        share: Duration,
    ) -> Option<Explored> {
        let explore = || self.explore(observer, deadline, share);
        catch_unwind(AssertUnwindSafe(explore)).unwrap_or_else(|_| {
            observer.defect("a panic while it was explored".into());
            Some(Explored { because: [Incomplete::Defect].into(), ..Explored::default() })
        })
    }

    fn explore(
        &self,
        observer: Observer<'_>,
        deadline: &Deadline,
        share: Duration,
    ) -> Option<Explored> {
        let task = &self.load.tasks[observer.task];
        let Task { id, signature, .. } = task;
        let signature = match signature {
            Ok(signature) => signature,
            Err(why) => {
                observer.cannot_run((*why).to_owned());
                return None;
            }
        };
        let objects = self.load.options.inputs.objects;
        let program = self.load.program;
        let api =
            Arc::new(self.api.with(|function| is_at_hand(program, task, signature, function)));
        let is_given_made = objects != Objects::MadeUp && api.are_for(program, *id);
        let plan = |objects: ObjectSource| self.plan(signature, &api, objects);
        let explore = |objects: ObjectSource, deadline: &Deadline| {
            let subject = Subject {
                program,
                plan: &plan(objects),
                function: *id,
                config: self.load.config,
                natives: self.load.natives,
                deadline,
                search: &self.timing.search,
            };
            explore_unit(&subject, observer)
        };
        if !is_given_made {
            return Some(explore(ObjectSource::MadeUp, deadline));
        }
        let half = self.timing.alarm.within(deadline, Instant::now() + share / 2);
        let first = explore(ObjectSource::Api, &half);
        // Objects that are made up may have any values, also those that the code gives them.
        Some(first.then(explore(ObjectSource::MadeUp, deadline)))
    }

    /// How a function is explored.
    fn plan(
        &self,
        signature: &SourceSignature,
        api: &Arc<ApiObjects>,
        objects: ObjectSource,
    ) -> Arc<UnitPlan> {
        let options = self.load.options;
        let names = [&*signature.name, &*signature.qualified];
        Arc::new(UnitPlan {
            call_depth: options.calls.depth_of(&names).0,
            havoc_globals: options.calls.havoc_globals,
            nonnull: options.inputs.pointers == Pointers::Nonnull,
            own: Arc::clone(&self.own),
            makers: Arc::clone(&self.makers),
            api: Arc::clone(api),
            objects,
            grades_made_up: options.inputs.objects != Objects::Both,
        })
    }
}

/// Can a test of a task call a function? It is in the file that the test includes, or has a name in C in one that the
/// test is linked with.
fn is_at_hand(program: &Program, task: &Task, tested: &SourceSignature, function: FuncId) -> bool {
    let Some(signature) = program.signature_of(function) else { return false };
    let is_linked = || {
        let is_c = [tested, &signature].iter().all(|one| one.language == Language::C);
        let is_named = signature.linkage == Linkage::External && is_c;
        is_named && task.others.iter().any(|other| *other == Path::new(&*signature.unit))
    };
    signature.is_nameable() && (signature.unit == tested.unit || is_linked())
}
