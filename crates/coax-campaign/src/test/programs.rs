//! Looks for sequences in one program after the other.
//!
//! Invariants: one program is in memory at a time; a program gets a share of the time that is left, by how many functions it
//! has; a program that cannot be linked is taken apart, and its files are tested by themselves.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use coax_deadline::Deadline;
use coax_engine::explore::Bounds;
use coax_ir::{FuncId, Program};
use coax_kinds::Incomplete;
use coax_report::SequenceSearch;
use coax_sequence::{Phase, Plan, Policy, Progress as Grown};

use super::found::Found;
use super::suite::Suite;
use super::worker::{Event, Workload};
use super::{Run, record};
use crate::end::{Failure, Stumble};
use crate::options::Strategy;
use crate::pipeline::natives::NativeFunctions;
use crate::pipeline::progress::Progress;
use crate::pipeline::solving::Solving;
use crate::pipeline::validator::Validator;
use crate::pipeline::watch::{MOST_EVENTS, Recorder, Watched, watch};
use crate::project::boundary;
use crate::project::groups::Group;
use crate::project::loader::Loader;
use crate::project::scan::FunctionName;
use crate::project::test_places::PlaceBuilder;

/// Of the memory there is, one part in so many is for states that are kept for extension: compilers and tests
/// run beside the search.
const POOL_SHARE: u64 = 8;

/// Different remarks kept for one function.
const MOST_NOTES: usize = 5;

/// Everything that looking for sequences needs.
pub struct Programs<'a, 's> {
    pub run: &'a Run<'a>,
    pub loader: &'a Loader<'a>,
    pub builder: &'a PlaceBuilder<'a>,
    pub solving: &'a Solving,
    pub bounds: Bounds,
    pub suite: &'a mut Suite<'s>,
    pub validator: &'a mut Validator,
    pub progress: &'a mut Progress,
    /// Units whose program was not looked at yet.
    pub left: usize,
    /// Sides of branches that units have.
    pub sides: Vec<u64>,
    /// Sides there are in programs that were looked at before.
    pub before: u64,
}

impl<'a> Programs<'a, '_> {
    /// Looks at all of them.
    pub fn search(&mut self, groups: Vec<Group>, only: Option<Program>) -> Result<(), Stumble> {
        let mut kept = only;
        let mut queue: VecDeque<Group> = groups.into();
        while let Some(group) = queue.pop_front().filter(|_| !self.is_over()) {
            let units = self.units_of(&group);
            if units.is_empty() {
                continue;
            }
            let loaded = match kept.take() {
                Some(program) => Some(program),
                None => self.load(&group)?,
            };
            match loaded {
                Some(program) => self.search_one(&program, &group, &units)?,
                None => self.take_apart(&group, &units, &mut queue),
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.run.clock.search.is_over()
    }

    fn load(&mut self, group: &Group) -> Result<Option<Program>, Stumble> {
        if self.progress.is_due() {
            let first = &self.builder.translations[group.members[0]].file;
            self.progress.say(&format!("compiling {}", first.display()));
        }
        self.loader.load_plainly(group)
    }

    /// The units of a group.
    fn units_of(&self, group: &Group) -> Vec<usize> {
        let hosted = |index: &usize| {
            let translation = self.run.units[*index].translation;
            group.hosts.iter().any(|host| host.translation == translation)
        };
        (0..self.run.units.len()).filter(hosted).collect()
    }

    /// A group that does not link; if there was no time to compile it, its units stay as they are.
    fn take_apart(&mut self, group: &Group, units: &[usize], queue: &mut VecDeque<Group>) {
        if self.is_over() {
            return;
        }
        if group.members.len() > 1 {
            group.apart().for_each(|alone| queue.push_back(alone));
            return;
        }
        self.left -= units.len();
        for &unit in units {
            let entry = &mut self.suite.suspects.records.report.units[unit];
            record::searched(entry, Incomplete::DoesNotCompile);
        }
    }

    fn search_one(
        &mut self,
        program: &Program,
        group: &Group,
        units: &[usize],
    ) -> Result<(), Stumble> {
        let natives = self.natives(program, group, units);
        let workers = self.run.options.workers();
        let load = Workload {
            program,
            members: &group.members,
            library: self.run.library,
            solving: self.solving,
            max_tests: self.run.options.bounds().tests(),
            natives: &natives,
            plan: self.plan(program),
            max_steps: self.bounds.steps / workers as u64,
            deadline: self.deadline(units.len()),
            search: &self.run.clock.search,
            enough: AtomicBool::new(false),
        };
        let files = group.members.iter().map(|&member| &self.builder.translations[member].file);
        let files = files.map(|file| file.display().to_string()).collect();
        let search = SequenceSearch { files, ..SequenceSearch::default() };
        self.suite.suspects.records.report.searches.push(search);
        let grown = self.work(&load, workers)?;
        let why = why_ended(&load, &grown);
        self.left -= units.len();
        for &unit in units {
            record::searched(&mut self.suite.suspects.records.report.units[unit], why);
        }
        self.before += grown.iter().map(|grown| grown.sides).max().unwrap_or(0);
        Ok(())
    }

    /// When a program with so many units is to end: its share of what is left.
    fn deadline(&self, units: usize) -> Deadline {
        let clock = &self.run.clock;
        let share = clock.left().mul_f64(units as f64 / self.left.max(1) as f64);
        clock.alarm.within(&clock.search, Instant::now() + share)
    }

    /// What every worker is asked for; but for the seed.
    fn plan(&self, program: &Program) -> Plan {
        let options = self.run.options;
        let own = program.own_functions().iter().copied();
        let workers = options.workers() as u64;
        let memory = self.bounds.memory / workers / POOL_SHARE;
        Plan {
            max_calls: options.max_calls.0,
            strategy: match options.strategy {
                Strategy::Random => coax_sequence::Strategy::Random,
                Strategy::Concolic => coax_sequence::Strategy::Concolic,
                Strategy::Combined => coax_sequence::Strategy::Combined,
            },
            seed: options.seed,
            max_attempts: self.bounds.paths.div_ceil(workers),
            policy: Policy { pool_bytes: memory, ..Policy::default() },
            ..Plan::of(own.filter(|&id| boundary::is_boundary(program, id)).collect())
        }
    }

    /// The functions of a program that are called natively for their values.
    fn natives(&mut self, program: &Program, group: &Group, units: &[usize]) -> NativeFunctions {
        let subject = self.builder.whole(&group.members);
        let folder = self.builder.scratch.join(format!("natives_{}", group.members[0]));
        let concrete = &self.run.options.solving.concrete;
        let search = &self.run.clock.search;
        let found = NativeFunctions::of(program, concrete, &subject, &folder, search);
        let why_not = match &found {
            Ok(natives) => natives.unavailable().map(str::to_owned),
            Err(failure) => Some(failure.to_string()),
        };
        for (&unit, why) in units.iter().zip(why_not.iter().cycle()) {
            self.suite.suspects.records.note(unit, why.clone(), MOST_NOTES);
        }
        found.unwrap_or_default()
    }

    /// Lets workers grow sequences until they end; how far each came.
    fn work(&mut self, load: &Workload<'_>, workers: usize) -> Result<Vec<Grown>, Stumble> {
        let (sender, events) = mpsc::sync_channel(MOST_EVENTS);
        let grown = vec![Grown::default(); workers];
        std::thread::scope(|scope| {
            for worker in 0..workers {
                let sender = sender.clone();
                scope.spawn(move || load.work(worker, &sender));
            }
            drop(sender);
            let mut recording = Recording { programs: self, load, grown };
            let Watched { done, unwritten } = watch(&events, &mut recording);
            let grown = recording.grown;
            match (unwritten, done) {
                (Some(error), true) => Err(error.into()),
                (Some(error), false) => {
                    self.run.output.frontend.end_at_once(Err(Failure::cannot_write(error)))
                }
                (None, true) => Ok(grown),
                (None, false) => {
                    let Programs { suite, validator, progress, sides, .. } = self;
                    self.run.leave(suite, validator, sides, progress)
                }
            }
        })
    }

    fn happened(
        &mut self,
        event: Event,
        load: &Workload<'_>,
        grown: &mut [Grown],
    ) -> io::Result<()> {
        match event {
            // A worker may wait for room in the channel, and is to end.
            Event::Driver(_) if self.is_over() => self.suite.late += 1,
            Event::Driver(driver) => {
                let at = self.run.clock.begun.elapsed().as_secs_f64();
                let (driver, members) = (*driver, load.members);
                let found = Found { driver, program: load.program, members, at };
                self.suite.found(found, self.validator)?;
            }
            Event::Progress { worker, progress } => grown[worker] = *progress,
            Event::Defect(what) => self.suite.suspects.defects.push(what),
            Event::Done { worker, progress, sides } => {
                self.done(load.program, &progress, sides);
                grown[worker] = *progress;
            }
        }
        Ok(())
    }

    /// A worker has ended.
    fn done(&mut self, program: &Program, progress: &Grown, sides: Vec<(FuncId, usize)>) {
        let report = &mut self.suite.suspects.records.report;
        if let Some(search) = report.searches.last_mut() {
            record::add(search, progress);
        }
        for (id, sides) in sides {
            if let Some(&unit) = self.run.by_name.get(&FunctionName::of(program, id)) {
                self.sides[unit] = self.sides[unit].max(sides as u64);
            }
        }
        for unsupported in &progress.unsupported {
            let name = FunctionName::of(program, unsupported.function);
            if let Some(&unit) = self.run.by_name.get(&name) {
                let why = format!("cannot always be called: {}", unsupported.reason);
                self.suite.suspects.records.note(unit, why, MOST_NOTES);
            }
        }
    }

    /// How far it is, in one line.
    fn line(&self, grown: &[Grown]) -> String {
        let all = self.before + grown.iter().map(|grown| grown.sides).max().unwrap_or(0);
        let covered = self.suite.drafts.covered() as u64;
        let percent = 100.0 * covered as f64 / all.max(1) as f64;
        let (tests, errors) = (self.suite.drafts.passed(), self.suite.errors());
        let is_concolic = grown.iter().any(|grown| grown.phase == Phase::Concolic);
        let method = if is_concolic { "concolic" } else { "random" };
        let left = self.run.clock.left().as_secs();
        format!(
            "testing: {percent:.1} % of {all} branch sides, {tests} tests, {errors} errors, \
             {method}, {left} s left"
        )
    }
}

/// Why workers have ended.
fn why_ended(load: &Workload<'_>, grown: &[Grown]) -> Incomplete {
    let any = |is: &dyn Fn(&Grown) -> bool| grown.iter().any(is);
    match load.deadline.over() {
        Some(reason) => reason.into(),
        None if any(&|grown| grown.attempts >= load.plan.max_attempts) => Incomplete::Paths,
        None if any(&|grown| grown.steps >= load.max_steps) => Incomplete::Steps,
        None if any(&|grown| grown.drivers >= load.max_tests) => Incomplete::Tests,
        None => Incomplete::Bound,
    }
}

/// Where events and judgements go while workers grow sequences of one program.
struct Recording<'r, 'a, 's> {
    programs: &'r mut Programs<'a, 's>,
    load: &'r Workload<'r>,
    /// How far each worker is.
    grown: Vec<Grown>,
}

impl Recorder for Recording<'_, '_, '_> {
    type Event = Event;

    fn record(&mut self, event: Event) -> io::Result<()> {
        self.programs.happened(event, self.load, &mut self.grown)
    }

    fn look(&mut self) -> io::Result<()> {
        let Programs { suite, validator, progress, .. } = &mut *self.programs;
        while let Some(judgement) = validator.judgement(Duration::ZERO) {
            suite.judged(judgement, validator)?;
        }
        suite.save()?;
        if progress.is_due() {
            let line = self.programs.line(&self.grown);
            self.programs.progress.say(&line);
        }
        Ok(())
    }

    fn is_ending(&mut self) -> bool {
        self.programs.is_over()
    }

    fn halt_unwritten(&mut self) {
        self.load.enough.store(true, Ordering::Relaxed);
    }

    fn halt_panicked(&mut self) {
        let defects = &mut self.programs.suite.suspects.defects;
        defects.push("a panic while results were written".into());
        self.load.enough.store(true, Ordering::Relaxed);
    }
}
