//! `coax check`: run-time errors in every function, without a harness.
//!
//! The life of a run: paths become translation units, each is compiled and its functions listed,
//! those that belong together are linked, workers explore one function after the other while this
//! thread writes what they find and the validator runs possible errors natively. Functions that ran out
//! of time are tried again, with more of it, as long as there is any.
//!
//! Invariants: nothing is written before something could be compiled; from then on the report on
//! disk can always be read; only what a native run showed makes the exit code 1; one function never
//! takes the time of all.

mod callers;
mod clock;
mod compile_commands;
mod events;
mod explore_unit;
mod findings;
mod given;
mod groups;
mod makers;
mod names;
mod needed;
#[cfg(test)]
mod panics;
mod places;
mod recipes;
mod record;
mod scan;
mod scheduler;
mod sources;
mod units;
mod uses;
mod workers;

use std::io;
use std::sync::Arc;

use coax_engine::Library;
use coax_engine::explore::Revisits;
use coax_engine::unit::INPUT_FILES;
use coax_ir::Program;
use coax_kinds::Incomplete;
use coax_models::{InputFile, Libc};

use self::clock::Clock;
use self::explore_unit::UnitConfig;
use self::findings::Findings;
use self::groups::Group;
use self::places::Builder;
use self::scan::Scan;
use self::scheduler::{Loaded, Scheduler};
use self::sources::Sources;
use self::units::Unit;
use crate::end::{ExitStatus, Failure};
use crate::frontend::Output;
use crate::modelled_environment;
use crate::options::{CheckOptions, flip_policy};
use crate::out_folder::{ERRORS, OutFolder, RunFolder, TESTS, WARNINGS};
use crate::pipeline::config::Config;
use crate::pipeline::ending;
use crate::pipeline::explored_files::ExploredFiles;
use crate::pipeline::natives;
use crate::pipeline::progress::Progress;
use crate::pipeline::records::Records;
use crate::pipeline::run_clock::RunClock;
use crate::pipeline::solving::Solving;
use crate::pipeline::validator::{self, Validator};
use crate::scratch::{self, Scratch};
use crate::summary_cache::SummaryCache;
use crate::under_test::Spelling;

/// Checks every function that the options name; says how the command ends.
pub fn check(options: &CheckOptions, output: &Output<'_>) -> Result<ExitStatus, Failure> {
    let libc = libc();
    let surroundings = Surroundings { library: &libc, files: libc.input_files() };
    execute_in(surroundings, options, output)
}

/// What the code under test finds around it.
#[derive(Clone, Copy)]
struct Surroundings<'a> {
    library: &'a (dyn Library + Sync),
    /// The files it may open.
    files: &'a [InputFile],
}

/// The C library that functions are checked with.
fn libc() -> Libc {
    let library =
        Libc::new(modelled_environment::variables()).with_program_name(b"program".to_vec());
    INPUT_FILES.iter().fold(library, |library, &(name, size)| {
        library.with_symbolic_file(name.as_bytes().to_vec(), size)
    })
}

fn execute_in(
    surroundings: Surroundings<'_>,
    options: &CheckOptions,
    output: &Output<'_>,
) -> Result<ExitStatus, Failure> {
    let clock = RunClock::start(options.bounds.time.0).map_err(Failure::no_room)?;
    let out = OutFolder::inspect(&options.out)?;
    scratch::sweep();
    let sources = Sources::find(&options.paths, &options.cflags, &options.out)?;
    let files = sources.translations.iter().map(|translation| &translation.file);
    let explored = Arc::new(ExploredFiles::read(files));
    options.engine.check()?;
    let cache = options.engine.cache()?;
    let mut progress = Progress::new(!output.quiet && !options.no_progress);
    progress.say("compiling");
    let schedule = &clock.schedule;
    let looking = if sources.is_single() { schedule.search } else { schedule.scan };
    let scan = Scan::of(&sources, options.workers(), output.color, &clock.alarm.at(looking))?;
    if clock.interrupt.asked() {
        // Nothing has been found yet, and nothing is written.
        return Ok(ExitStatus::Interrupted);
    }
    let units = units::choose(&scan.scanned, &options.function)?;
    units::all_there(&scan.scanned, &options.calls.call_depth_of)?;
    let has = |name: &str| scan.scanned.iter().flatten().any(|scan| scan.has(name));
    let flags = sources.translations.first().map_or(&[][..], |first| &first.flags);
    natives::all_there(&options.solving.concrete, has, flags, &clock.search)?;
    let (sources, units) = (&sources, &units);
    let run = Run { options, output, surroundings, clock, sources, units, cache, explored };
    run.execute(out, scan, progress)
}

/// One run of the command.
struct Run<'a> {
    options: &'a CheckOptions,
    output: &'a Output<'a>,
    surroundings: Surroundings<'a>,
    clock: RunClock,
    sources: &'a Sources,
    units: &'a [Unit],
    /// Where summaries are kept between runs, if they are.
    cache: Option<SummaryCache>,
    /// The files as they were before they were compiled.
    explored: Arc<ExploredFiles>,
}

impl Run<'_> {
    fn execute(
        &self,
        out: OutFolder,
        scan: Scan,
        mut progress: Progress,
    ) -> Result<ExitStatus, Failure> {
        let spelling = Spelling::new(&self.options.out).map_err(Failure::no_room)?;
        let scratch = Scratch::new().map_err(Failure::no_room)?;
        let report = record::first_report(self.options, self.sources, self.units, &scan.refused);
        let folders = [TESTS, ERRORS, WARNINGS];
        let records = Records::begin(out, &folders, report, &self.clock)?;
        let folder = records.files.clone();
        if !self.output.quiet {
            folder.say_kept();
        }
        lay_out(&folder).map_err(Failure::cannot_write)?;
        let mut findings = Findings::new(records, self.options.inputs.no_null_arguments);
        let explored = Arc::clone(&self.explored);
        let run_end = self.clock.end();
        let mut validator = Validator::start(scratch.path().to_path_buf(), run_end, explored);
        let builder = Builder {
            translations: &self.sources.translations,
            scans: &scan.scanned,
            spelling: &spelling,
            out: &folder,
            scratch: scratch.path(),
            search: &self.clock.search,
        };
        let groups = groups::of(&self.sources.translations, &scan.scanned);
        let places = self.explore(
            groups,
            scan.program,
            &builder,
            &mut findings,
            &mut validator,
            &mut progress,
        )?;
        progress.say("running what was found natively");
        let judged = self.judge(&mut findings, validator);
        findings.suspects.records.wrote(judged);
        let makefile = coax_suite::unit_makefile(&places);
        findings.suspects.records.wrote(folder.put(&format!("{TESTS}/Makefile"), &makefile));
        findings.suspects.records.report.changed_sources = self.explored.changed_names();
        findings.suspects.records.save_last();
        progress.clear();
        self.finish(&findings)
    }

    /// Explores all units, in as many rounds as there is time for.
    fn explore(
        &self,
        groups: Vec<Group>,
        program: Option<Program>,
        builder: &Builder<'_>,
        findings: &mut Findings,
        validator: &mut Validator,
        progress: &mut Progress,
    ) -> Result<Vec<coax_suite::UnderTest>, Failure> {
        let options = self.options;
        let config = UnitConfig {
            library: self.surroundings.library,
            files: self.surroundings.files,
            engine: self.config(),
            summary_after: options.summary_after,
        };
        let end = self.clock.schedule.search;
        let unit_time = options.unit_time.map(|time| time.0);
        let clock = Clock::new(end, unit_time, options.workers(), self.units.len());
        let mut scheduler = Scheduler {
            options,
            narrating: self.output.verbose,
            units: self.units,
            config: &config,
            clock: &clock,
            run: self,
            builder,
            findings,
            validator,
            progress,
            places: std::collections::BTreeMap::new(),
            shares: vec![None; self.units.len()],
            done: 0,
        };
        let ran = scheduler.run(groups, program.map(Loaded::from));
        let places = scheduler.places.into_values().map(|place| place.under_test).collect();
        let why = match ran {
            Ok(()) => self.clock.why_over(),
            Err(Stumble::Write(error)) => {
                findings.suspects.records.wrote(Err(error));
                Incomplete::Disk
            }
            Err(Stumble::Other(failure)) => return Err(failure),
        };
        for unit in findings.suspects.records.report.units.iter_mut().take(self.units.len()) {
            record::not_reached(unit, why);
        }
        Ok(places)
    }

    fn config(&self) -> Config {
        let options = self.options;
        Config {
            search: options.search,
            policy: flip_policy(options.no_prune),
            seed: options.seed,
            solving: Solving::new(&options.solving, &options.bounds, options.seed),
            bounds: options.bounds.for_engine(Revisits::WithChoice(record::REVISITS)),
            summary_paths: options.engine.for_calls(),
            summary_cache: self.cache.clone(),
            max_tests: options.bounds.tests(),
        }
    }

    /// Waits for the validator to judge what is left.
    fn judge(&self, findings: &mut Findings, mut validator: Validator) -> io::Result<()> {
        validator.run_in_parallel(self.options.workers());
        let mut record =
            |validator: &mut Validator, judgement| findings.judged(judgement, validator);
        let judged = validator::wait(&mut validator, &mut record);
        judged.and(findings.close())
    }

    /// Shows what was found, and says how the command ends.
    fn finish(&self, findings: &Findings) -> Result<ExitStatus, Failure> {
        let allowed = self.options.allow_not_judged;
        ending::finish(&findings.suspects, self.output, &self.clock, allowed)
    }

    /// A worker does not come to an end: what was found is written, and the process ends without it.
    fn leave(&self, findings: &mut Findings) -> ! {
        let why = self.clock.why_over();
        for unit in findings.suspects.records.report.units.iter_mut().take(self.units.len()) {
            record::not_reached(unit, why);
        }
        let closed = findings.close();
        findings.suspects.records.wrote(closed);
        findings.suspects.records.save_last();
        scratch::remove_all();
        self.output.frontend.end_at_once(self.finish(findings))
    }
}

/// What lies beside the tests.
fn lay_out(folder: &RunFolder) -> io::Result<()> {
    let files = coax_suite::unit_support_files();
    files.into_iter().try_for_each(|(name, text)| folder.put(&format!("{TESTS}/{name}"), text))
}

/// What can go wrong in the middle of a run.
enum Stumble {
    Write(io::Error),
    Other(Failure),
}

impl From<io::Error> for Stumble {
    fn from(error: io::Error) -> Stumble {
        Stumble::Write(error)
    }
}

impl From<Failure> for Stumble {
    fn from(failure: Failure) -> Stumble {
        Stumble::Other(failure)
    }
}
