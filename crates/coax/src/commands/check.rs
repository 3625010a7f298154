//! `coax check`: run-time errors in every function, without a harness.
//!
//! The life of a run: paths become translation units, each is compiled and its functions listed,
//! those that belong together are linked, workers explore one function after the other while this
//! thread writes what they find and the court runs possible errors natively. Functions that ran out
//! of time are tried again, with more of it, as long as there is any.
//!
//! Invariants: nothing is written before something could be compiled; from then on the report on
//! disk can always be read; only what a native run showed makes the exit code 1; one function never
//! takes the time of all.

mod callers;
mod clock;
mod compile_commands;
mod crew;
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
mod round;
mod sources;
mod survey;
mod units;
mod uses;

use std::io;
use std::sync::Arc;
use std::time::Instant;

use coax_clang::LoadError;
use coax_deadline::{Deadline, Reason};
use coax_engine::Library;
use coax_engine::explore::Revisits;
use coax_engine::unit::INPUT_FILES;
use coax_ir::Program;
use coax_models::{InputFile, Libc};

use self::clock::Clock;
use self::explore_unit::Manner;
use self::findings::Findings;
use self::groups::Group;
use self::places::Builder;
use self::round::{Loaded, Rounds};
use self::sources::{Refused, Sources, Why};
use self::survey::Surveyed;
use self::units::Unit;
use crate::cli::OutputOptions;
use crate::exit::{self, Failure, Outcome};
use crate::made_up_world;
use crate::options::{CheckOptions, Format};
use crate::out_folder::{ERRORS, OutFolder, RunFolder, TESTS, WARNINGS};
use crate::scratch::{self, Scratch};
use crate::search::alarm::Alarm;
use crate::search::court::{self, Court};
use crate::search::ending;
use crate::search::explored_files::ExploredFiles;
use crate::search::interrupt::Interrupt;
use crate::search::ledger::Ledger;
use crate::search::natives;
use crate::search::progress::{Progress, terminal_width};
use crate::search::schedule::Schedule;
use crate::search::solving::Solving;
use crate::summary_cache::SummaryCache;
use crate::under_test::Spelling;

pub fn execute(options: &CheckOptions, output: &OutputOptions) -> Result<Outcome, Failure> {
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
    let library = Libc::new(made_up_world::environment()).with_program_name(b"program".to_vec());
    INPUT_FILES.iter().fold(library, |library, &(name, size)| {
        library.with_symbolic_file(name.as_bytes().to_vec(), size)
    })
}

fn execute_in(
    surroundings: Surroundings<'_>,
    options: &CheckOptions,
    output: &OutputOptions,
) -> Result<Outcome, Failure> {
    let begun = Instant::now();
    let interrupt = Interrupt::listen().map_err(no_room)?;
    let schedule = Schedule::new(begun, options.bounds.time.0);
    let alarm = Alarm::set(schedule.end, &interrupt).map_err(no_room)?;
    let search = alarm.at(schedule.search);
    let out = OutFolder::inspect(&options.out)?;
    scratch::sweep();
    let sources = Sources::find(&options.paths, &options.cflags, &options.out)?;
    let files = sources.translations.iter().map(|translation| &translation.file);
    let explored = Arc::new(ExploredFiles::read(files));
    options.engine.check()?;
    let cache = options.engine.cache()?;
    let mut progress = Progress::new(!output.quiet && !options.no_progress);
    progress.say("compiling");
    let looking = if sources.is_single() { schedule.search } else { schedule.survey };
    let survey = Survey::of(&sources, options, output, &alarm.at(looking))?;
    if interrupt.asked() {
        // Nothing has been found yet, and nothing is written.
        return Ok(Outcome::Interrupted);
    }
    let units = units::choose(&survey.surveys, &options.function)?;
    units::all_there(&survey.surveys, &options.calls.call_depth_of)?;
    let has = |name: &str| survey.surveys.iter().flatten().any(|survey| survey.has(name));
    let flags = sources.translations.first().map_or(&[][..], |first| &first.flags);
    natives::all_there(&options.solving.concrete, has, flags, &search)?;
    let (sources, units, interrupt) = (&sources, &units, &interrupt);
    let deadlines = Deadlines { alarm, search, schedule };
    let run = Run {
        options,
        output,
        surroundings,
        begun,
        sources,
        units,
        interrupt,
        cache,
        deadlines,
        explored,
    };
    run.execute(out, survey, progress)
}

/// What the first look at all translation units gave.
struct Survey {
    surveys: Vec<Option<Surveyed>>,
    refused: Vec<Refused>,
    /// The program of the only translation unit there is, if it can be used as it is.
    program: Option<Program>,
}

impl Survey {
    fn of(
        sources: &Sources,
        options: &CheckOptions,
        output: &OutputOptions,
        deadline: &Deadline,
    ) -> Result<Survey, Failure> {
        if let ([only], true) = (sources.translations.as_slice(), sources.is_single()) {
            let loaded = survey::load_one(only, output.color.on_stderr(), deadline)?;
            let (program, survey) = match loaded {
                Err(LoadError::NoTime(_)) => return Ok(Survey::without_time(sources, deadline)),
                loaded => loaded.map_err(crate::load::refused)?,
            };
            // With makers it is another program.
            let is_whole = survey.makers.is_empty() && survey.variables.is_empty();
            let program = Some(program).filter(|_| is_whole);
            let (surveys, refused) = (vec![Some(survey)], Vec::new());
            return Ok(Survey { surveys, refused, program });
        }
        let results = survey::all(&sources.translations, options.workers(), deadline)?;
        let mut refused = sources.refused.clone();
        let mut surveys = Vec::new();
        for (translation, result) in sources.translations.iter().zip(results) {
            let why = match result {
                Some(Ok(survey)) => {
                    surveys.push(Some(survey));
                    continue;
                }
                Some(Err(error)) if court::is_no_space(&error.to_string()) => {
                    return Err(crate::load::refused(error));
                }
                Some(Err(error)) if !matches!(error, LoadError::NoTime(_)) => {
                    Why::Refused(in_one_line(&error))
                }
                _ => Why::NoTime(word(deadline)),
            };
            surveys.push(None);
            refused.push(Refused { file: translation.file.clone(), why });
        }
        match (surveys.iter().flatten().next(), refused.first()) {
            (None, Some(first)) if !deadline.is_over() => {
                let all = refused.len();
                let why = format!("{}: {}", first.file.display(), first.why);
                Err(Failure::Input(format!("none of {all} files can be compiled; {why}")))
            }
            _ => Ok(Survey { surveys, refused, program: None }),
        }
    }

    /// Nothing could be looked at.
    fn without_time(sources: &Sources, deadline: &Deadline) -> Survey {
        let why = Why::NoTime(word(deadline));
        let files = sources.translations.iter().map(|translation| translation.file.clone());
        let refused = files.map(|file| Refused { file, why: why.clone() }).collect();
        let surveys = sources.translations.iter().map(|_| None).collect();
        Survey { surveys, refused, program: None }
    }
}

/// Why there is no more time, in the words of the report.
fn word(deadline: &Deadline) -> &'static str {
    deadline.over().unwrap_or(Reason::Time).word()
}

/// Why a file among many was left out.
fn in_one_line(error: &LoadError) -> String {
    let text = error.to_string();
    let about = match error {
        LoadError::Compile { diagnostics, .. } => {
            diagnostics.lines().find(|line| line.contains("error:")).unwrap_or(&text)
        }
        _ => &text,
    };
    about.lines().next().unwrap_or_default().to_owned()
}

/// One run of the command.
struct Run<'a> {
    options: &'a CheckOptions,
    output: &'a OutputOptions,
    surroundings: Surroundings<'a>,
    begun: Instant,
    sources: &'a Sources,
    units: &'a [Unit],
    interrupt: &'a Interrupt,
    /// Where summaries are kept between runs, if they are.
    cache: Option<SummaryCache>,
    deadlines: Deadlines,
    /// The files as they were before they were compiled.
    explored: Arc<ExploredFiles>,
}

/// When the parts of a run end.
struct Deadlines {
    alarm: Alarm,
    search: Deadline,
    schedule: Schedule,
}

impl Run<'_> {
    fn execute(
        &self,
        out: OutFolder,
        survey: Survey,
        mut progress: Progress,
    ) -> Result<Outcome, Failure> {
        let spelling = Spelling::new(&self.options.out).map_err(no_room)?;
        let scratch = Scratch::new().map_err(no_room)?;
        let report = record::first_report(self.options, self.sources, self.units, &survey.refused);
        let folder = out.begin(&report, &[TESTS, ERRORS, WARNINGS])?;
        self.interrupt.keep_results();
        if !self.output.quiet {
            folder.say_kept();
        }
        lay_out(&folder).map_err(cannot_write)?;
        let ledger = Ledger::new(folder.clone(), report, self.begun);
        let mut findings = Findings::new(ledger, self.options.inputs.no_null_arguments);
        let explored = Arc::clone(&self.explored);
        let run_end = self.deadlines.alarm.run();
        let mut court = Court::open(scratch.path().to_path_buf(), run_end, explored);
        let builder = Builder {
            translations: &self.sources.translations,
            surveys: &survey.surveys,
            spelling: &spelling,
            out: &folder,
            scratch: scratch.path(),
            search: &self.deadlines.search,
        };
        let groups = groups::of(&self.sources.translations, &survey.surveys);
        let places = self.explore(
            groups,
            survey.program,
            &builder,
            &mut findings,
            &mut court,
            &mut progress,
        )?;
        progress.say("running what was found natively");
        let judged = self.judge(&mut findings, court);
        findings.ledger.wrote(judged);
        let makefile = coax_suite::unit_makefile(&places);
        findings.ledger.wrote(folder.put(&format!("{TESTS}/Makefile"), &makefile));
        findings.ledger.report.changed_sources = self.explored.changed_names();
        findings.ledger.save_last();
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
        court: &mut Court,
        progress: &mut Progress,
    ) -> Result<Vec<coax_suite::UnderTest>, Failure> {
        let options = self.options;
        let manner = Manner {
            library: self.surroundings.library,
            files: self.surroundings.files,
            search: options.search.for_engine(),
            policy: options.search.policy(options.no_prune),
            seed: options.seed,
            solving: Solving::new(&options.solving, &options.bounds, options.seed),
            bounds: options.bounds.for_engine(Revisits::WithChoice(record::REVISITS)),
            summary_paths: options.engine.for_calls(),
            summary_cache: self.cache.clone(),
            summary_after: options.summary_after,
            max_tests: options.bounds.tests(),
        };
        let end = self.deadlines.schedule.search;
        let unit_time = options.unit_time.map(|time| time.0);
        let clock = Clock::new(end, unit_time, options.workers(), self.units.len());
        let mut rounds = Rounds {
            options,
            narrating: self.output.verbose > 0,
            units: self.units,
            manner: &manner,
            clock: &clock,
            run: self,
            builder,
            findings,
            court,
            progress,
            places: std::collections::BTreeMap::new(),
            shares: vec![None; self.units.len()],
            done: 0,
        };
        let ran = rounds.run(groups, program.map(Loaded::from));
        let places = rounds.places.into_values().map(|place| place.under_test).collect();
        let why = match ran {
            Ok(()) if self.interrupt.asked() => "interrupted",
            Ok(()) => "time",
            Err(Stumble::Write(error)) => {
                findings.ledger.wrote(Err(error));
                "disk"
            }
            Err(Stumble::Other(failure)) => return Err(failure),
        };
        for unit in findings.ledger.report.units.iter_mut().take(self.units.len()) {
            record::not_reached(unit, why);
        }
        Ok(places)
    }

    /// Waits for the court to judge what is left.
    fn judge(&self, findings: &mut Findings, mut court: Court) -> io::Result<()> {
        court.all_hands(self.options.workers());
        let mut failed = Ok(());
        let mut judged = |court: &mut Court, judgement| {
            let kept = findings.judged(judgement, court);
            if failed.is_ok() {
                failed = kept;
            }
        };
        court::wait(&mut court, &mut judged);
        failed.and(findings.settle())
    }

    /// Prints what was found, and says how the command ends.
    fn finish(&self, findings: &Findings) -> Result<Outcome, Failure> {
        let report = &findings.ledger.report;
        match self.options.format {
            Format::Json => print!("{}", report.to_json()),
            Format::Human if self.output.quiet => print!("{}", crate::summary::errors(report)),
            Format::Human => {
                let (width, all) = (terminal_width(), self.output.verbose > 0);
                let folder = &findings.ledger.folder;
                anstream::print!("{}", crate::summary::text(report, folder, width, all));
            }
        }
        if !self.output.quiet {
            findings.ledger.files.say_put_aside();
        }
        let folder = findings.ledger.folder.display().to_string();
        let (interrupted, allowed) = (self.interrupt.asked(), self.options.allow_not_judged);
        let unwritten = findings.ledger.failure();
        ending::of(report, &folder, &findings.defects, interrupted, allowed, unwritten)
    }

    /// A worker does not come to an end: what was found is written, and the process ends without it.
    fn leave(&self, findings: &mut Findings) -> ! {
        let why = if self.interrupt.asked() { "interrupted" } else { "time" };
        for unit in findings.ledger.report.units.iter_mut().take(self.units.len()) {
            record::not_reached(unit, why);
        }
        let settled = findings.settle();
        findings.ledger.wrote(settled);
        findings.ledger.save_last();
        scratch::remove_all();
        exit::at_once(self.finish(findings))
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

fn no_room(error: io::Error) -> Failure {
    Failure::of_disk("no room for temporary files", &error)
}

fn cannot_write(error: io::Error) -> Failure {
    Failure::Machine(format!("results cannot be written: {error}"))
}
