//! The workers of a check: each takes the next function, explores it, and tells what it found.
//!
//! Invariant: every task is told to be done exactly once, unless the queue was closed before its
//! turn came.

use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use coax_deadline::{Deadline, Reason};
use coax_engine::ErrorReport;
use coax_engine::unit::{Given, Makers, UnitPlan};
use coax_ir::{FuncId, Program, SourceSignature};
use coax_kinds::Incomplete;

use super::clock::Clock;
use super::explore_unit::{Explored, Listener, Manner, Subject, explore_unit};
use super::makers::Found;
use crate::options::{CheckOptions, Pointers};
use crate::search::accounts;
use crate::search::alarm::Alarm;
use crate::search::natives::NativeFunctions;

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

/// What a worker tells.
pub enum News {
    Error { task: usize, report: Box<ErrorReport>, given: Box<Given> },
    Unsupported { task: usize, what: String },
    Defect { task: usize, what: String },
    Done { task: usize, explored: Option<Box<Explored>>, share: Duration },
}

/// What all workers share.
pub struct Crew<'a> {
    pub program: &'a Program,
    pub tasks: &'a [Task],
    pub options: &'a CheckOptions,
    pub manner: &'a Manner<'a>,
    pub natives: &'a NativeFunctions,
    pub clock: &'a Clock,
    alarm: &'a Alarm,
    /// The end of the search, within which each task has its own.
    search: Deadline,
    pub makers: &'a Found,
    /// Which functions of the program are which units of the report.
    pub places: HashMap<FuncId, usize>,
    known_makers: Arc<Makers>,
    own: Arc<HashSet<FuncId>>,
    queue: Mutex<VecDeque<usize>>,
}

impl<'a> Crew<'a> {
    pub fn new(
        (program, makers, places): (&'a Program, &'a Found, HashMap<FuncId, usize>),
        tasks: &'a [Task],
        options: &'a CheckOptions,
        manner: &'a Manner<'a>,
        natives: &'a NativeFunctions,
        (clock, alarm, search): (&'a Clock, &'a Alarm, &Deadline),
    ) -> Crew<'a> {
        let search = search.within();
        let own = program.own_functions().iter().copied();
        let own = Arc::new(own.filter(|id| !makers.functions.contains(id)).collect());
        let known_makers = Arc::new(makers.makers.clone());
        let queue = Mutex::new((0..tasks.len()).collect());
        Crew {
            program,
            tasks,
            options,
            manner,
            natives,
            clock,
            alarm,
            search,
            makers,
            places,
            known_makers,
            own,
            queue,
        }
    }

    /// The next task, if there is one and time for it.
    fn next(&self) -> Option<usize> {
        if self.search.is_over() {
            self.close();
        }
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    /// Ends what is under way, and no further task is begun.
    pub fn end(&self, reason: Reason) {
        self.search.end(reason);
        self.close();
    }

    fn close(&self) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.drain(..).for_each(|_| self.clock.skip());
    }

    /// Works until the queue is empty.
    pub fn work(&self, news: &SyncSender<News>) {
        while let Some(task) = self.next() {
            let share = self.clock.begin();
            let deadline = self.alarm.within(&self.search, Instant::now() + share);
            let explored = self.explore_safely(task, &deadline, news).map(Box::new);
            if news.send(News::Done { task, explored, share }).is_err() {
                // Nobody listens any more.
                return;
            }
        }
    }

    /// Explores a function; a panic beside all its paths costs the function and no other.
    fn explore_safely(
        &self,
        task: usize,
        deadline: &Deadline,
        news: &SyncSender<News>,
    ) -> Option<Explored> {
        let explore = || self.explore(task, deadline, news);
        catch_unwind(AssertUnwindSafe(explore)).unwrap_or_else(|_| {
            Teller { task, news }.defect("a panic while it was explored".into());
            Some(Explored { because: [Incomplete::Defect].into(), ..Explored::default() })
        })
    }

    fn explore(
        &self,
        task: usize,
        deadline: &Deadline,
        news: &SyncSender<News>,
    ) -> Option<Explored> {
        let Task { id, signature, .. } = &self.tasks[task];
        let mut teller = Teller { task, news };
        let signature = match signature {
            Ok(signature) => signature,
            Err(why) => {
                teller.tell(News::Unsupported { task, what: (*why).to_owned() });
                return None;
            }
        };
        let plan = Arc::new(UnitPlan {
            function: *id,
            call_depth: self.options.calls.depth_of(&[&signature.name, &signature.qualified]).0,
            havoc_globals: self.options.calls.havoc_globals,
            nonnull: self.options.inputs.pointers == Pointers::Nonnull,
            own: Arc::clone(&self.own),
            makers: Arc::clone(&self.known_makers),
        });
        let (program, manner, natives) = (self.program, self.manner, self.natives);
        let subject =
            Subject { program, plan: &plan, manner, natives, deadline, search: &self.search };
        Some(explore_unit(&subject, &mut teller))
    }
}

/// Passes on what happens.
struct Teller<'a> {
    task: usize,
    news: &'a SyncSender<News>,
}

impl Teller<'_> {
    fn tell(&self, news: News) {
        // If nobody listens any more, the worker ends after this task.
        let _ = self.news.send(news);
    }
}

impl Listener for Teller<'_> {
    fn error(&mut self, report: ErrorReport, given: Given) {
        let (report, given) = (Box::new(report), Box::new(given));
        self.tell(News::Error { task: self.task, report, given });
    }

    fn unsupported(&mut self, report: &ErrorReport) {
        let (file, line, _) = accounts::place(report.location.as_ref());
        let place = if line > 0 { format!(" at {file}:{line}") } else { String::new() };
        let what = format!("cannot be explored: {}{place}", report.message);
        self.tell(News::Unsupported { task: self.task, what });
    }

    fn defect(&mut self, what: String) {
        self.tell(News::Defect { task: self.task, what });
    }
}
