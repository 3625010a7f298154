//! `coax verify`: which checks of every function are verified, verified under assumptions, or open.
//!
//! The life of a run: paths become translation units, each is compiled and its functions listed, those that
//! belong together are linked, and every function of the user's is analysed, callees first. Nothing is run.
//!
//! Invariants: nothing is written before something could be compiled; a function that there was no time for says
//! so in the report; what is not known of a check is open.

mod export;
mod record;

use std::collections::HashMap;
use std::time::Instant;

use coax_clang::BitcodeStore;
use coax_guide::{Analysed, Analyser, Guiding, KnownChecks};
use coax_ir::{FuncId, Program};
use coax_kinds::Incomplete;
use coax_report::{GuardPlace, Report, Status};

use crate::end::{ExitStatus, Failure};
use crate::frontend::Output;
use crate::guided::stated;
use crate::options::VerifyOptions;
use crate::out_folder::OutFolder;
use crate::pipeline::progress::Progress;
use crate::pipeline::records::Records;
use crate::pipeline::run_clock::RunClock;
use crate::project::code::Code;
use crate::project::groups::Group;
use crate::project::scan::{self, FunctionName, Loading};
use crate::project::sources::Sources;
use crate::project::units::Unit;
use crate::scratch::{self, Scratch};

/// Analyses every function that the options name; says how the command ends.
pub fn verify(options: &VerifyOptions, output: &Output<'_>) -> Result<ExitStatus, Failure> {
    let clock = RunClock::start(options.time.0).map_err(Failure::no_room)?;
    let out = OutFolder::inspect(&options.out)?;
    export::inspect(options.export.as_deref())?;
    scratch::sweep();
    let sources = Sources::find(&options.paths, &options.cflags, &options.out)?;
    let mut progress = Progress::new(!output.quiet && !options.no_progress);
    progress.say("compiling");
    let scratch = Scratch::new().map_err(Failure::no_room)?;
    let store = scratch.path().join("bitcode");
    std::fs::create_dir(&store).map_err(Failure::no_room)?;
    let loading =
        Loading { store: BitcodeStore::new(store), deadline: clock.search.clone(), required: &[] };
    let code = Code::scan(&sources, options.workers(), output.color, &loading)?;
    if clock.interrupt.asked() {
        return Ok(ExitStatus::Interrupted);
    }
    let units = code.units(&sources, &options.function)?;
    let report = record::first_report(options, &sources, &units, &code.refused);
    let records = Records::begin(out, &[], report, &clock)?;
    if !output.quiet {
        records.files.say_kept();
    }
    let run = Run { options, sources: &sources, units: &units, clock: &clock, loading: &loading };
    run.execute(code, records, progress, output)
}

/// One run of the command.
struct Run<'a> {
    options: &'a VerifyOptions,
    sources: &'a Sources,
    units: &'a [Unit],
    clock: &'a RunClock,
    loading: &'a Loading,
}

impl Run<'_> {
    fn execute(
        &self,
        code: Code,
        mut records: Records,
        mut progress: Progress,
        output: &Output<'_>,
    ) -> Result<ExitStatus, Failure> {
        let groups = code.groups(self.sources);
        let mut single = code.program;
        for group in &groups {
            let loaded = match single.take() {
                Some(program) => Some(program),
                None => self.load(group)?,
            };
            let report = &mut records.report;
            match loaded {
                Some(program) => self.analyse(&program, group, report, &mut progress),
                None => self.analyse_apart(group, report, &mut progress)?,
            }
        }
        for unit in records.report.units.iter_mut().take(self.units.len()) {
            record::not_reached(unit, self.clock.why_over());
        }
        records.save_last();
        progress.clear();
        if let Some(file) = &self.options.export {
            export::write(file, &records.report)?;
        }
        output.frontend.show(&records.report, &records.folder);
        match records.failure() {
            Some(failure) => Err(failure),
            None if self.clock.interrupt.asked() => Ok(ExitStatus::Interrupted),
            None => Ok(ExitStatus::Success),
        }
    }

    /// What cannot be linked is analysed file by file.
    fn analyse_apart(
        &self,
        group: &Group,
        report: &mut Report,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        for alone in group.apart() {
            match self.load(&alone)? {
                Some(program) => self.analyse(&program, &alone, report, progress),
                None => self.refuse(&alone, report),
            }
        }
        Ok(())
    }

    /// The program of a group; nothing if it cannot be linked, or not in time.
    fn load(&self, group: &Group) -> Result<Option<Program>, Failure> {
        let file = |&member: &usize| self.sources.translations[member].file.clone();
        let files: Vec<_> = group.members.iter().map(file).collect();
        let flags = &self.sources.translations[group.members[0]].flags;
        Ok(scan::load(&files, flags, self.loading)?.ok())
    }

    /// The numbers of the units whose functions are looked at in a group.
    fn hosted(&self, group: &Group) -> impl Iterator<Item = usize> {
        let hosts: Vec<usize> = group.hosts.iter().map(|host| host.translation).collect();
        let units = self.units.iter().enumerate();
        units.filter(move |(_, unit)| hosts.contains(&unit.translation)).map(|(index, _)| index)
    }

    fn refuse(&self, group: &Group, report: &mut Report) {
        if self.clock.search.is_over() {
            return;
        }
        for index in self.hosted(group) {
            let unit = &mut report.units[index];
            unit.status = Status::Unsupported;
            unit.incomplete_because = vec![Incomplete::DoesNotCompile.into()];
        }
    }

    /// Is it a function of a class without a name, a lambda mostly, and are all functions wanted?
    fn is_unnamed(&self, name: &FunctionName) -> bool {
        self.options.function.is_empty() && name.qualified.contains(scan::UNNAMED)
    }

    fn analyse(
        &self,
        program: &Program,
        group: &Group,
        report: &mut Report,
        progress: &mut Progress,
    ) {
        let mut names: HashMap<FunctionName, usize> = HashMap::new();
        for index in self.hosted(group) {
            names.insert(self.units[index].name.clone(), index);
        }
        let mut wanted: HashMap<FuncId, usize> = HashMap::new();
        for &id in program.own_functions() {
            let name = FunctionName::of(program, id);
            match names.get(&name) {
                Some(&index) => drop(wanted.insert(id, index)),
                // It has no name to call it by, but it has its checks.
                None if self.is_unnamed(&name)
                    && !report.units.iter().any(|unit| is(unit, &name)) =>
                {
                    wanted.insert(id, report.units.len());
                    report.units.push(record::pending(&name));
                }
                None => {}
            }
        }
        let mut functions: Vec<FuncId> = wanted.keys().copied().collect();
        functions.sort_unstable();
        let mut analyser = Analyser::new(program, &self.clock.search);
        let in_order = analyser.order(&functions);
        let mut done = 0;
        let mut placing = self.options.export.is_some().then(|| Placing::new(program));
        let mut begun = Instant::now();
        analyser.analyse(&in_order, |analysed| {
            let took = begun.elapsed().as_secs_f64();
            begun = Instant::now();
            let guards = placing.as_mut().map(|placing| placing.guards(&analysed));
            let Some(&index) = wanted.get(&analysed.function) else { return };
            record::analysed(&mut report.units[index], program, &analysed, took);
            if let Some(guide) = &mut report.units[index].guide {
                guide.guards = guards.unwrap_or_default();
            }
            done += 1;
            if progress.is_due() {
                progress.say(&format!("analysing: {done} of {} functions", functions.len()));
            }
        });
    }
}

/// Says where guards are, function after function, callees first.
struct Placing<'a> {
    program: &'a Program,
    apart: Guiding<'a>,
    both: Guiding<'a>,
}

impl<'a> Placing<'a> {
    fn new(program: &'a Program) -> Placing<'a> {
        let (apart, both) = (Guiding::new(program, false), Guiding::new(program, true));
        Placing { program, apart, both }
    }

    fn guards(&mut self, analysed: &Analysed) -> Vec<GuardPlace> {
        let (function, known) = (analysed.function, KnownChecks::of(analysed));
        let apart = self.apart.guide(function, known.clone());
        let (Some(apart), Some(both)) = (apart, self.both.guide(function, known)) else {
            return Vec::new();
        };
        let body = self.program.body(function);
        body.map_or_else(|_| Vec::new(), |body| stated::guards(self.program, body, &apart, &both))
    }
}

/// Is the unit this function? Lambdas of one line share a name.
fn is(unit: &coax_report::Unit, name: &FunctionName) -> bool {
    (&unit.file, unit.line, &unit.function) == (&name.file, name.line, &name.qualified)
}
