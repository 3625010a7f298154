//! Rounds of exploring: every function once, then those that ran out of time again with more.
//!
//! Invariants: one program is in memory at a time; a group that cannot be linked is taken apart, and
//! its translation units are checked by themselves.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use coax_clang::LoadError;
use coax_deadline::Reason;
use coax_ir::{FuncId, Program};
use coax_kinds::Incomplete;

use super::clock::Clock;
use super::crew::{Crew, News, Task};
use super::explore_unit::Manner;
use super::findings::{Findings, Suspicion};
use super::given::Cases;
use super::groups::{Group, Host};
use super::makers::{self, Additions, Needed};
use super::places::{Builder, TestPlace};
use super::survey::{self, FunctionName};
use super::units::Unit;
use super::{Run, Stumble, record};
use crate::exit;
use crate::options::CheckOptions;
use crate::search::court::Court;
use crate::search::natives::NativeFunctions;
use crate::search::progress::Progress;
use crate::search::workers::{PATIENCE, wind_up};

/// Between two looks at the clock.
const GLANCE: Duration = Duration::from_millis(20);

/// News that may wait to be written before workers wait, too.
const MOST_NEWS: usize = 256;

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
pub struct Rounds<'a> {
    pub options: &'a CheckOptions,
    /// Is every function told on stderr when it is done?
    pub narrating: bool,
    pub units: &'a [Unit],
    pub manner: &'a Manner<'a>,
    pub clock: &'a Clock,
    pub run: &'a Run<'a>,
    pub builder: &'a Builder<'a>,
    pub findings: &'a mut Findings,
    pub court: &'a mut Court,
    pub progress: &'a mut Progress,
    /// Where tests of translation units are, as far as there are any.
    pub places: BTreeMap<usize, TestPlace>,
    /// What each unit was last given, if it ran out of that.
    pub shares: Vec<Option<Duration>>,
    /// Units explored.
    pub done: usize,
}

impl Rounds<'_> {
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
        self.run.deadlines.search.is_over()
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
        let deadline = &self.run.deadlines.search;
        Ok(survey::load(&files, flags, deadline)?.ok().map(Loaded::from))
    }

    /// Loads a group with the makers it needs, if it needs any and clang takes some of them.
    fn load_with_makers(
        &self,
        group: &Group,
        files: &[PathBuf],
        flags: &[String],
    ) -> Result<Option<Loaded>, Stumble> {
        let needed = group.members.iter().zip(files).filter_map(|(&member, file)| {
            let survey = self.builder.surveys[member].as_ref()?;
            Some(Needed { file, makers: &survey.makers, variables: &survey.variables })
        });
        let mut additions = Additions::new(needed);
        let folder = self.builder.scratch.join(format!("makers_{}", group.members[0]));
        for _ in 0..MOST_ATTEMPTS {
            if additions.is_empty() {
                break;
            }
            let mut flags = flags.to_vec();
            flags.extend(additions.write(&folder)?);
            match survey::load(files, &flags, &self.run.deadlines.search)? {
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
            record::unsupported(&mut self.findings.ledger.report.units[unit]);
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
        let places = self.places_in_report(program);
        let crew = Crew::new(
            (program, makers, places),
            &tasks,
            self.options,
            self.manner,
            &natives,
            (self.clock, &self.run.deadlines.alarm, &self.run.deadlines.search),
        );
        let workers = self.options.workers().min(tasks.len());
        let (sender, news) = mpsc::sync_channel(MOST_NEWS);
        std::thread::scope(|scope| {
            let crew = &crew;
            for _ in 0..workers {
                let sender = sender.clone();
                scope.spawn(move || crew.work(&sender));
            }
            drop(sender);
            let followed = catch_unwind(AssertUnwindSafe(|| self.follow(&news, crew, group)));
            let done = match followed {
                Ok(Ok(done)) => done,
                Ok(Err(error)) => {
                    crew.end(Reason::Defect);
                    match wind_up(&news) {
                        true => return Err(error.into()),
                        false => exit::at_once(Err(super::cannot_write(error))),
                    }
                }
                Err(_) => {
                    // What was found so far is kept; there will be no more.
                    self.findings.defects.push("a panic while results were written".into());
                    crew.end(Reason::Defect);
                    wind_up(&news)
                }
            };
            if !done {
                self.run.leave(self.findings);
            }
            self.findings.callers.look_through(program, &crew.places);
            Ok(())
        })
    }

    /// Which functions of a program are which units.
    fn places_in_report(&self, program: &Program) -> HashMap<FuncId, usize> {
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
            record::called_natively(&mut self.findings.ledger.report.units[task.unit]);
            self.done += 1;
        }
        native
    }

    /// The functions of a program that are called natively for their values.
    fn natives(&mut self, program: &Program, group: &Group, units: &[usize]) -> NativeFunctions {
        let subject = self.builder.whole(&group.members);
        let folder = self.builder.scratch.join(format!("natives_{}", group.members[0]));
        let concrete = &self.options.solving.concrete;
        let search = &self.run.deadlines.search;
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

    /// Takes the news of the workers until they are done; `false` if they are late.
    fn follow(
        &mut self,
        news: &Receiver<News>,
        crew: &Crew<'_>,
        group: &Group,
    ) -> io::Result<bool> {
        let (mut next_look, mut latest) = (Instant::now(), None);
        loop {
            match news.recv_timeout(GLANCE) {
                Ok(news) => self.heard(news, crew, group)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(true),
            }
            let now = Instant::now();
            if now < next_look {
                continue;
            }
            next_look = now + GLANCE;
            if self.is_over() && now >= *latest.get_or_insert(now + PATIENCE) {
                return Ok(false);
            }
            while let Some(judgement) = self.court.judgement(Duration::ZERO) {
                self.findings.judged(judgement, self.court)?;
            }
            self.findings.ledger.keep(|_| {})?;
            if self.progress.is_due() {
                self.progress.say(&self.line());
            }
        }
    }

    fn heard(&mut self, news: News, crew: &Crew<'_>, group: &Group) -> io::Result<()> {
        match news {
            News::Error { task, report, given } => {
                let task = &crew.tasks[task];
                let Ok(signature) = &task.signature else { return Ok(()) };
                let symbol = &crew.program.function(task.id).name;
                let recipes = &crew.makers.recipes;
                let cases = Cases { program: crew.program, recipes, signature, symbol };
                let suspicion =
                    Suspicion { unit: task.unit, report: &report, given: &given, cases: &cases };
                let translation = self.units[task.unit].translation;
                let (places, builder) = (&mut self.places, self.builder);
                let place = || place(places, builder, group, translation);
                self.findings.suspect(&suspicion, place, self.court)
            }
            News::Unsupported { task, what } => {
                self.findings.note(crew.tasks[task].unit, what);
                Ok(())
            }
            News::Defect { task, what } => {
                let unit = crew.tasks[task].unit;
                let function = &self.units[unit].name.qualified;
                self.findings.defects.push(format!("in {function}: {what}"));
                Ok(())
            }
            News::Done { task, explored, share } => {
                let unit = crew.tasks[task].unit;
                self.done += 1;
                let entry = &mut self.findings.ledger.report.units[unit];
                match explored {
                    Some(explored) => {
                        let called = explored.called.iter().filter_map(|id| crew.places.get(id));
                        self.findings.callers.came_to(unit, called.copied());
                        let timed_out = explored.because.contains(&Incomplete::Time);
                        self.shares[unit] = timed_out.then_some(share);
                        record::explored(entry, &explored, false);
                    }
                    None => {
                        self.shares[unit] = None;
                        record::unsupported(entry);
                    }
                }
                if self.narrating {
                    self.progress.clear();
                    eprintln!("{}", narrated(&self.findings.ledger.report.units[unit]));
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

/// A unit in one line, for whoever wants to see all of them.
fn narrated(unit: &coax_report::Unit) -> String {
    let paths = unit.paths.completed + unit.paths.error + unit.paths.bounded;
    let because = unit.because();
    let line = format!(
        "{}: {paths} paths, {} queries, {:.2} s {because}",
        unit.function, unit.solver.queries, unit.explored_s
    );
    crate::diagnostic::one_line(line.trim_end())
}
