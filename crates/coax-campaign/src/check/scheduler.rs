//! Schedules the units of a check: every function once, then those that ran out of time again with more.
//!
//! Invariants: one program is in memory at a time; a group that cannot be linked is taken apart, and
//! its translation units are checked by themselves.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use coax_clang::LoadError;
use coax_deadline::Reason;
use coax_ir::{FuncId, Program};
use coax_kinds::Incomplete;

use super::clock::Clock;
use super::events::Event;
use super::explore_unit::UnitConfig;
use super::findings::{Findings, Suspicion};
use super::groups::{Group, Host};
use super::makers::{self, Additions, Needed};
use super::places::{Builder, TestPlace};
use super::scan::{self, FunctionName};
use super::units::Unit;
use super::workers::{Task, Timing, Workers, Workload};
use super::{Run, Stumble, record};
use crate::end::Failure;
use crate::options::CheckOptions;
use crate::pipeline::natives::NativeFunctions;
use crate::pipeline::progress::Progress;
use crate::pipeline::run_clock::RunClock;
use crate::pipeline::validator::Validator;
use crate::pipeline::watch::{MOST_EVENTS, Recorder, Watched, watch};

/// How often a group is compiled with makers, each time without those that did not compile.
const MOST_ATTEMPTS: usize = 5;

/// A program, with the makers that were added to it.
pub struct Loaded {
    program: Program,
    makers: makers::Found,
}

impl From<Program> for Loaded {
    fn from(program: Program) -> Loaded {
        Loaded { program, makers: makers::Found::default() }
    }
}

/// Everything that exploring needs.
pub struct Scheduler<'a> {
    pub options: &'a CheckOptions,
    /// Is every function told on stderr when it is done?
    pub narrating: bool,
    pub units: &'a [Unit],
    pub config: &'a UnitConfig<'a>,
    pub clock: &'a Clock,
    pub run: &'a Run<'a>,
    pub builder: &'a Builder<'a>,
    pub findings: &'a mut Findings,
    pub validator: &'a mut Validator,
    pub progress: &'a mut Progress,
    /// Where tests of translation units are, as far as there are any.
    pub places: BTreeMap<usize, TestPlace>,
    /// What each unit was last given, if it ran out of that.
    pub shares: Vec<Option<Duration>>,
    /// Units explored.
    pub done: usize,
}

impl<'a> Scheduler<'a> {
    /// Runs all of them.
    pub fn run(&mut self, groups: Vec<Group>, only: Option<Loaded>) -> Result<(), Stumble> {
        let mut open: Vec<bool> = vec![true; self.units.len()];
        let (mut groups, mut kept) = (groups, only);
        loop {
            let mut queue: VecDeque<Group> = groups.drain(..).collect();
            while let Some(group) = queue.pop_front().filter(|_| !self.is_over()) {
                let units = self.units_of(&group, &open);
                if units.is_empty() {
                    groups.push(group);
                    continue;
                }
                let loaded = match kept.take() {
                    Some(loaded) => loaded,
                    None => match self.load(&group)? {
                        Some(loaded) => loaded,
                        None => {
                            self.take_apart(&group, &units, &mut queue);
                            continue;
                        }
                    },
                };
                self.explore(&loaded, &group, &units)?;
                groups.push(group);
                if groups.len() == 1 && queue.is_empty() {
                    kept = Some(loaded);
                }
            }
            let again = self.worth_another_try();
            if self.is_over() || again.is_empty() {
                return Ok(());
            }
            self.done = self.units.len() - again.len();
            open.fill(false);
            again.into_iter().for_each(|unit| open[unit] = true);
        }
    }

    /// The units that ran out of time and now get much more of it.
    fn worth_another_try(&self) -> Vec<usize> {
        let shares = self.shares.iter().enumerate();
        let mut shares: Vec<_> =
            shares.filter_map(|(unit, share)| Some(((*share)?, unit))).collect();
        shares.sort_unstable();
        let before: Vec<Duration> = shares.iter().map(|&(share, _)| share).collect();
        shares.truncate(self.clock.another_round(&before));
        shares.into_iter().map(|(_, unit)| unit).collect()
    }

    fn is_over(&self) -> bool {
        self.run.clock.search.is_over()
    }

    /// The units of a group that are to be explored.
    fn units_of(&self, group: &Group, open: &[bool]) -> Vec<usize> {
        let hosted =
            |unit: &Unit| group.hosts.iter().any(|host| host.translation == unit.translation);
        (0..self.units.len()).filter(|&unit| open[unit] && hosted(&self.units[unit])).collect()
    }

    /// Loads a group; nothing if it cannot be compiled, or not in time.
    fn load(&mut self, group: &Group) -> Result<Option<Loaded>, Stumble> {
        let translations = self.builder.translations;
        let files: Vec<_> =
            group.members.iter().map(|&member| translations[member].file.clone()).collect();
        let flags = &translations[group.members[0]].flags;
        if self.progress.is_due() {
            self.progress.say(&format!("compiling {}", files[0].display()));
        }
        if let Some(loaded) = self.load_with_makers(group, &files, flags)? {
            return Ok(Some(loaded));
        }
        let deadline = &self.run.clock.search;
        Ok(scan::load(&files, flags, deadline)?.ok().map(Loaded::from))
    }

    /// Loads a group with the makers it needs, if it needs any and clang takes some of them.
    fn load_with_makers(
        &self,
        group: &Group,
        files: &[PathBuf],
        flags: &[String],
    ) -> Result<Option<Loaded>, Stumble> {
        let needed = group.members.iter().zip(files).filter_map(|(&member, file)| {
            let scan = self.builder.scans[member].as_ref()?;
            Some(Needed { file, makers: &scan.makers, variables: &scan.variables })
        });
        let mut additions = Additions::new(needed);
        let folder = self.builder.scratch.join(format!("makers_{}", group.members[0]));
        for _ in 0..MOST_ATTEMPTS {
            if additions.is_empty() {
                break;
            }
            let mut flags = flags.to_vec();
            flags.extend(additions.write(&folder)?);
            match scan::load(files, &flags, &self.run.clock.search)? {
                Ok(program) => {
                    let makers = additions.found(&program);
                    return Ok(Some(Loaded { program, makers }));
                }
                Err(LoadError::Compile { diagnostics, .. })
                    if additions.leave_out(&diagnostics) => {}
                Err(_) => break,
            }
        }
        Ok(None)
    }

    /// A group that does not link; a single file that could be compiled before has changed since. If
    /// there was no time to compile it, its units stay unexplored.
    fn take_apart(&mut self, group: &Group, units: &[usize], queue: &mut VecDeque<Group>) {
        if self.is_over() {
            return;
        }
        if group.members.len() > 1 {
            group.apart().for_each(|alone| queue.push_back(alone));
            return;
        }
        for &unit in units {
            self.clock.skip();
            record::unsupported(&mut self.findings.suspects.records.report.units[unit]);
            self.findings.note(unit, "its file could not be compiled again".into());
        }
    }

    /// Explores units of one program.
    fn explore(&mut self, loaded: &Loaded, group: &Group, units: &[usize]) -> Result<(), Stumble> {
        let Loaded { program, makers } = loaded;
        let ids: HashMap<FunctionName, FuncId> =
            program.own_functions().iter().map(|&id| (FunctionName::of(program, id), id)).collect();
        let natives = self.natives(program, group, units);
        let mut tasks: Vec<Task> = units
            .iter()
            .filter_map(|&unit| Some(Task::new(program, unit, *ids.get(&self.units[unit].name)?)))
            .collect();
        tasks.retain(|task| !self.is_native(&natives, program, task));
        let load = Workload {
            program,
            makers,
            units: self.units_in_report(program),
            tasks: &tasks,
            options: self.options,
            config: self.config,
            natives: &natives,
        };
        let workers = Workers::new(load, self.timing());
        let (sender, events) = mpsc::sync_channel(MOST_EVENTS);
        std::thread::scope(|scope| {
            let workers = &workers;
            for _ in 0..self.options.workers().min(tasks.len()) {
                let sender = sender.clone();
                scope.spawn(move || workers.work(&sender));
            }
            drop(sender);
            let mut recording = Recording { scheduler: self, workers, group };
            let Watched { done, unwritten } = watch(&events, &mut recording);
            match (unwritten, done) {
                (Some(error), true) => return Err(error.into()),
                (Some(error), false) => {
                    self.run.output.frontend.end_at_once(Err(Failure::cannot_write(error)))
                }
                (None, true) => {}
                (None, false) => self.run.leave(self.findings),
            }
            self.findings.callers.look_through(program, &workers.load.units);
            Ok(())
        })
    }

    fn timing(&self) -> Timing<'a> {
        let RunClock { alarm, search, .. } = &self.run.clock;
        Timing { clock: self.clock, alarm, search: search.within() }
    }

    /// Which functions of a program are which units.
    fn units_in_report(&self, program: &Program) -> HashMap<FuncId, usize> {
        let units = self.units.iter().enumerate();
        let units: HashMap<&FunctionName, usize> = units.map(|(at, u)| (&u.name, at)).collect();
        let place = |&id: &FuncId| Some((id, *units.get(&FunctionName::of(program, id))?));
        program.own_functions().iter().filter_map(place).collect()
    }

    /// Is a unit never looked into, because its user wants it called natively? Then that is recorded.
    fn is_native(&mut self, natives: &NativeFunctions, program: &Program, task: &Task) -> bool {
        let native = natives.is_concrete(&program.function(task.id).name);
        if native {
            self.clock.skip();
            record::called_natively(&mut self.findings.suspects.records.report.units[task.unit]);
            self.done += 1;
        }
        native
    }

    /// The functions of a program that are called natively for their values.
    fn natives(&mut self, program: &Program, group: &Group, units: &[usize]) -> NativeFunctions {
        let subject = self.builder.whole(&group.members);
        let folder = self.builder.scratch.join(format!("natives_{}", group.members[0]));
        let concrete = &self.options.solving.concrete;
        let search = &self.run.clock.search;
        let found = NativeFunctions::of(program, concrete, &subject, &folder, search);
        let why_not = match &found {
            Ok(natives) => natives.unavailable().map(str::to_owned),
            Err(failure) => Some(failure.to_string()),
        };
        if let Some(why) = why_not {
            units.iter().for_each(|&unit| self.findings.note(unit, why.clone()));
        }
        found.unwrap_or_default()
    }

    fn happened(&mut self, event: Event, workers: &Workers<'_>, group: &Group) -> io::Result<()> {
        match event {
            Event::Error { task, report, given } => {
                let task = &workers.load.tasks[task];
                let Ok(signature) = &task.signature else { return Ok(()) };
                let suspicion = Suspicion {
                    unit: task.unit,
                    report: &report,
                    given: &given,
                    program: workers.load.program,
                    signature,
                };
                let translation = self.units[task.unit].translation;
                let (places, builder) = (&mut self.places, self.builder);
                let place = || place(places, builder, group, translation);
                self.findings.suspect(&suspicion, place, self.validator)
            }
            Event::Unsupported { task, what } => {
                self.findings.note(workers.load.tasks[task].unit, what);
                Ok(())
            }
            Event::Defect { task, what } => {
                let unit = workers.load.tasks[task].unit;
                let function = &self.units[unit].name.qualified;
                self.findings.suspects.defects.push(format!("in {function}: {what}"));
                Ok(())
            }
            Event::Done { task, explored, share } => {
                let unit = workers.load.tasks[task].unit;
                self.done += 1;
                let entry = &mut self.findings.suspects.records.report.units[unit];
                match explored {
                    Some(explored) => {
                        let called =
                            explored.called.iter().filter_map(|id| workers.load.units.get(id));
                        self.findings.callers.came_to(unit, called.copied());
                        let timed_out = explored.because.contains(&Incomplete::Time);
                        self.shares[unit] = timed_out.then_some(share);
                        record::explored(entry, &explored);
                    }
                    None => {
                        self.shares[unit] = None;
                        record::unsupported(entry);
                    }
                }
                if self.narrating {
                    self.progress.clear();
                    eprintln!("{}", narrated(&self.findings.suspects.records.report.units[unit]));
                }
                Ok(())
            }
        }
    }

    /// How far it is, in one line.
    fn line(&self) -> String {
        let (all, left) = (self.units.len(), self.clock.left().as_secs());
        let (errors, possible) = (self.findings.confirmed(), self.findings.suspected());
        format!(
            "checking: {}/{all} functions, {errors} errors of {possible} possible, {left} s left",
            self.done
        )
    }
}

/// Where events and judgements go while workers explore units of one program.
struct Recording<'r, 'a> {
    scheduler: &'r mut Scheduler<'a>,
    workers: &'r Workers<'r>,
    group: &'r Group,
}

impl Recorder for Recording<'_, '_> {
    type Event = Event;

    fn record(&mut self, event: Event) -> io::Result<()> {
        self.scheduler.happened(event, self.workers, self.group)
    }

    fn look(&mut self) -> io::Result<()> {
        let Scheduler { findings, validator, progress, .. } = &mut *self.scheduler;
        while let Some(judgement) = validator.judgement(Duration::ZERO) {
            findings.judged(judgement, validator)?;
        }
        findings.suspects.records.keep(|_| {})?;
        if progress.is_due() {
            let line = self.scheduler.line();
            self.scheduler.progress.say(&line);
        }
        Ok(())
    }

    fn is_ending(&mut self) -> bool {
        self.scheduler.is_over()
    }

    fn halt_unwritten(&mut self) {
        self.workers.end(Reason::Defect);
    }

    fn halt_panicked(&mut self) {
        let defects = &mut self.scheduler.findings.suspects.defects;
        defects.push("a panic while results were written".into());
        self.workers.end(Reason::Defect);
    }
}

/// Where the tests of a translation unit are; made when the first one is written.
fn place(
    places: &mut BTreeMap<usize, TestPlace>,
    builder: &Builder<'_>,
    group: &Group,
    translation: usize,
) -> io::Result<TestPlace> {
    if let Some(place) = places.get(&translation) {
        return Ok(place.clone());
    }
    let alone = Host { translation, others: Vec::new() };
    let host = group.hosts.iter().find(|host| host.translation == translation).unwrap_or(&alone);
    let place = builder.place(host)?;
    places.insert(translation, place.clone());
    Ok(place)
}

/// A unit in one line, for `--verbose`.
fn narrated(unit: &coax_report::Unit) -> String {
    let paths = unit.paths.completed + unit.paths.error + unit.paths.bounded;
    let because = unit.because();
    let line = format!(
        "{}: {paths} paths, {} queries, {:.2} s {because}",
        unit.function, unit.solver.queries, unit.explored_s
    );
    coax_report::one_line(line.trim_end())
}
