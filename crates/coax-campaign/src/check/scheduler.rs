//! Schedules the units of a check: every function once, then those that ran out of time again with more.
//!
//! Invariants: one program is in memory at a time; a group that cannot be linked is taken apart, and
//! its translation units are checked by themselves.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use coax_deadline::Reason;
use coax_ir::{FuncId, Program};
use coax_kinds::Incomplete;

use super::arrivals::Arrivals;
use super::clock::Clock;
use super::events::Event;
use super::explore_unit::UnitConfig;
use super::findings::{Findings, Suspicion};
use super::workers::{Task, Timing, Workers, Workload};
use super::{GLANCE, Run, record};
use crate::end::{Failure, Stumble};
use crate::options::CheckOptions;
use crate::pipeline::natives::NativeFunctions;
use crate::pipeline::progress::Progress;
use crate::pipeline::run_clock::RunClock;
use crate::pipeline::validator::Validator;
use crate::pipeline::watch::{MOST_EVENTS, Recorder, Watched, watch};
use crate::project::groups::{Group, Host};
use crate::project::loader::{Loaded, Loader};
use crate::project::scan::FunctionName;
use crate::project::test_places::{PlaceBuilder, TestPlace};
use crate::project::units::{Unit, note_old_c};

/// One time through all groups.
struct Round {
    /// Groups that were explored.
    explored: Vec<Group>,
    /// The program of the only group, for further rounds.
    kept: Option<Loaded>,
    /// Groups whose turn comes.
    queue: VecDeque<Group>,
}

/// Everything that exploring needs.
pub struct Scheduler<'a> {
    pub options: &'a CheckOptions,
    /// Is every function told on stderr when it is done?
    pub narrating: bool,
    pub config: &'a UnitConfig<'a>,
    pub clock: &'a Clock,
    pub run: &'a Run<'a>,
    pub loader: &'a Loader<'a>,
    pub builder: &'a PlaceBuilder<'a>,
    pub arrivals: Arrivals<'a>,
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
    /// Runs all of them: first as they come, then those that ran out of time again.
    pub fn run(&mut self, only: Option<Loaded>) -> Result<(), Stumble> {
        let mut round = Round { explored: Vec::new(), kept: only, queue: VecDeque::new() };
        while let Some(group) = self.next_arrived(&mut round)? {
            self.explore_group(group, None, &mut round)?;
        }
        loop {
            let again = self.worth_another_try();
            if self.is_over() || again.is_empty() {
                return Ok(());
            }
            self.done = self.arrivals.units.len() - again.len();
            let mut open = vec![false; self.arrivals.units.len()];
            again.into_iter().for_each(|unit| open[unit] = true);
            round.queue.extend(round.explored.drain(..));
            while let Some(group) = round.queue.pop_front().filter(|_| !self.is_over()) {
                self.explore_group(group, Some(&open), &mut round)?;
            }
        }
    }

    /// The next group that is complete, as soon as there is one; none if there will be none.
    fn next_arrived(&mut self, round: &mut Round) -> Result<Option<Group>, Stumble> {
        loop {
            if self.is_over() {
                self.close_arrivals()?;
                return Ok(None);
            }
            if let Some(group) = self.arrivals.next_group().or_else(|| round.queue.pop_front()) {
                return Ok(Some(group));
            }
            if self.arrivals.are_all_here() {
                self.list_new_units();
                return Ok(None);
            }
            self.take_arrived(GLANCE)?;
            self.look()?;
        }
    }

    /// Takes files that have been scanned, and lists what they bring.
    fn take_arrived(&mut self, patience: Duration) -> Result<(), Stumble> {
        let is_late = Instant::now() > self.run.clock.schedule.scan && !self.arrivals.has_groups();
        self.arrivals.take(patience, is_late)?;
        self.list_new_units();
        Ok(())
    }

    /// There is no time for files that have not been scanned.
    fn close_arrivals(&mut self) -> Result<(), Stumble> {
        self.arrivals.close()?;
        self.list_new_units();
        Ok(())
    }

    fn list_new_units(&mut self) {
        let units = &mut self.findings.suspects.records.report.units;
        let known = units.len();
        let new = &self.arrivals.units[known..];
        units.extend(new.iter().map(record::pending));
        note_old_c(units, &self.arrivals.units, known, &self.run.scans);
        self.shares.resize(units.len(), None);
        if let (true, (compiled, files)) = (!new.is_empty(), self.arrivals.files()) {
            let functions = self.arrivals.units.len();
            self.narrate(&format!("compiled: {compiled} of {files} files, {functions} functions"));
        }
    }

    /// Tells what happens, for `--verbose`.
    fn narrate(&mut self, what: &str) {
        if self.narrating {
            self.progress.clear();
            eprintln!("{}", coax_report::one_line(what));
        }
    }

    /// Explores a group; in a further round, those of its units that are open.
    fn explore_group(
        &mut self,
        group: Group,
        open: Option<&[bool]>,
        round: &mut Round,
    ) -> Result<(), Stumble> {
        self.take_arrived(Duration::ZERO)?;
        let units = self.units_of(&group, open);
        if units.is_empty() {
            round.explored.push(group);
            return Ok(());
        }
        let loaded = match round.kept.take() {
            Some(loaded) => loaded,
            None => match self.load(&group)? {
                Some(loaded) => loaded,
                None => {
                    self.take_apart(&group, &units, &mut round.queue);
                    return Ok(());
                }
            },
        };
        self.explore(&loaded, &group, &units)?;
        round.explored.push(group);
        let is_only = round.explored.len() == 1 && round.queue.is_empty();
        if is_only && self.arrivals.are_all_here() && !self.arrivals.has_groups() {
            round.kept = Some(loaded);
        }
        Ok(())
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

    /// The units of a group that are to be explored: all, or those that are open.
    fn units_of(&self, group: &Group, open: Option<&[bool]>) -> Vec<usize> {
        let hosted =
            |unit: &Unit| group.hosts.iter().any(|host| host.translation == unit.translation);
        let is_open = |unit: usize| open.is_none_or(|open| open[unit]);
        let units = self.arrivals.units.iter().enumerate();
        let units = units.filter(|(number, unit)| is_open(*number) && hosted(unit));
        units.map(|(number, _)| number).collect()
    }

    /// Loads a group; nothing if it cannot be compiled, or not in time.
    fn load(&mut self, group: &Group) -> Result<Option<Loaded>, Stumble> {
        if self.progress.is_due() {
            let file = self.loader.translations[group.members[0]].file.display();
            self.progress.say(&format!("compiling {file}"));
        }
        let _permit = self.run.permits.hurry();
        self.loader.load(group)
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
            .filter_map(|&unit| {
                let Unit { name, translation, .. } = &self.arrivals.units[unit];
                let others = self.others(group, *translation);
                Some(Task::new(program, unit, *ids.get(name)?, others))
            })
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
                (None, false) => self.leave(),
            }
            self.findings.callers.look_through(program, &workers.load.units);
            Ok(())
        })
    }

    /// The files that tests of a translation unit are linked with, absolute.
    fn others(&self, group: &Group, translation: usize) -> Arc<[PathBuf]> {
        let host = group.hosts.iter().find(|host| host.translation == translation);
        let others = host.iter().flat_map(|host| &host.others);
        let files = others.map(|&other| &self.loader.translations[other].file);
        files.map(|file| std::path::absolute(file).unwrap_or_else(|_| file.clone())).collect()
    }

    /// A worker does not come to an end: the process does without it.
    fn leave(&mut self) -> ! {
        let closed = self.close_arrivals();
        if let Err(Stumble::Write(error)) = closed {
            self.findings.suspects.records.wrote(Err(error));
        }
        self.run.leave(self.findings, &self.arrivals.refused)
    }

    fn timing(&self) -> Timing<'a> {
        let RunClock { alarm, search, .. } = &self.run.clock;
        Timing { clock: self.clock, alarm, search: search.within(), permits: &self.run.permits }
    }

    /// Which functions of a program are which units.
    fn units_in_report(&self, program: &Program) -> HashMap<FuncId, usize> {
        let place = |&id: &FuncId| Some((id, self.arrivals.unit(&FunctionName::of(program, id))?));
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
                let translation = self.arrivals.units[task.unit].translation;
                let (places, builder) = (&mut self.places, self.builder);
                let place = || place(places, builder, group, translation);
                let before = self.findings.suspected();
                let suspected = self.findings.suspect(&suspicion, place, self.validator);
                if let Some(warning) = self.findings.suspects.records.report.warnings.get(before) {
                    let told = told("possible", warning);
                    self.narrate(&told);
                }
                suspected
            }
            Event::Unsupported { task, what } => {
                self.findings.note(workers.load.tasks[task].unit, what);
                Ok(())
            }
            Event::Defect { task, what } => {
                let unit = workers.load.tasks[task].unit;
                let function = &self.arrivals.units[unit].name.qualified;
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
                let told = narrated(&self.findings.suspects.records.report.units[unit]);
                self.narrate(&told);
                Ok(())
            }
        }
    }

    /// Takes judgements, keeps the report up to date, and shows how far it is.
    fn look(&mut self) -> io::Result<()> {
        while let Some(judgement) = self.validator.judgement(Duration::ZERO) {
            let index = judgement.id;
            self.findings.judged(judgement, self.validator)?;
            let warning = &self.findings.suspects.records.report.warnings[index];
            if warning.confirmed {
                let told = told("confirmed", warning);
                self.narrate(&told);
            }
        }
        self.findings.suspects.records.keep(|_| {})?;
        if self.progress.is_due() {
            let line = self.line();
            self.progress.say(&line);
        }
        Ok(())
    }

    /// How far it is, in one line.
    fn line(&self) -> String {
        let (all, left) = (self.arrivals.units.len(), self.clock.left().as_secs());
        let (errors, possible) = (self.findings.confirmed(), self.findings.suspected());
        let compiled = match self.arrivals.files() {
            (compiled, files) if compiled == files => String::new(),
            (compiled, files) => format!("{compiled}/{files} files compiled, "),
        };
        format!(
            "checking: {compiled}{}/{all} functions, {errors} errors of {possible} possible, \
             {left} s left",
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
        self.scheduler.look()
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
    builder: &PlaceBuilder<'_>,
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
    line.trim_end().to_owned()
}

/// A possible error in one line, for `--verbose`.
fn told(what: &str, warning: &coax_report::Warning) -> String {
    let coax_report::Warning { kind, function, file, line, .. } = warning;
    format!("{what}: {kind} in {function} at {file}:{line}")
}
