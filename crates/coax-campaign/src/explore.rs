//! `coax explore`: the paths of a program or harness, a test for each, and every error found.
//!
//! The life of a run: options and the folder of results are checked, the program is compiled, the
//! folder becomes this run's, workers explore while this thread writes what they find and the validator
//! runs possible errors natively, then the tests are run natively and the report is complete.
//!
//! Invariants: nothing is written before the program is compiled; from then on the report on disk
//! can always be read; only what a native run showed makes the exit code 1.

mod behind;
mod cases;
mod courses;
mod exchange;
mod native_stage;
mod natively;
mod progress;
mod record;
mod recording;
mod results;
mod setup;
mod shapes;
mod unit;
mod worker;

use std::sync::Arc;
use std::sync::mpsc;
use std::time::Instant;

use coax_clang::{LoadError, Traced};
use coax_deadline::Deadline;
use coax_engine::Argument;
use coax_engine::explore::Revisits;
use coax_ir::{FuncId, Program};
use coax_kinds::Incomplete;
use coax_models::Libc;

use self::cases::Cases;
use self::exchange::Exchange;
use self::recording::{Recording, Searched};
use self::results::Results;
use self::setup::Setup;
use self::unit::Unit;
use self::worker::{Finished, Job};
use crate::end::{ExitStatus, Failure};
use crate::frontend::Output;
use crate::guided::{Given, Guided};
use crate::load::{Wanted, load_then, load_traced, refused};
use crate::old_c;
use crate::options::{AfterError, ExploreOptions, Framework, flip_policy};
use crate::out_folder::{ERRORS, OutFolder, TESTS, WARNINGS};
use crate::pipeline::config::Config;
use crate::pipeline::ending;
use crate::pipeline::explored_files::ExploredFiles;
use crate::pipeline::natives::{self, NativeFunctions};
use crate::pipeline::progress::Progress;
use crate::pipeline::run_clock::RunClock;
use crate::pipeline::solving::Solving;
use crate::pipeline::validator::Validator;
use crate::pipeline::watch::{MOST_EVENTS, watch};
use crate::scratch;
use crate::summary_cache::SummaryCache;

/// Explores a program; says how the command ends.
pub fn explore(options: &ExploreOptions, output: &Output<'_>) -> Result<ExitStatus, Failure> {
    let clock = RunClock::start(options.bounds.time.0).map_err(Failure::no_room)?;
    let out = OutFolder::inspect(&options.out)?;
    scratch::sweep();
    options.engine.check()?;
    let given = Given::of(&options.guide)?;
    let explored = Arc::new(ExploredFiles::read(&options.files));
    let Loaded { program, traced, unit } = match loaded(options, output, &clock.search)? {
        Ok(loaded) => loaded,
        Err(LoadError::NoTime(_)) if clock.interrupt.asked() => return Ok(ExitStatus::Interrupted),
        Err(LoadError::NoTime(_)) => return not_begun(options, output, out),
        Err(error) => return Err(refused(error)),
    };
    let unit = match unit {
        Err(_) if clock.search.is_over() => return not_begun(options, output, out),
        unit => unit?,
    };
    let is_called = |function: &coax_ir::Function, name: &str| {
        *function.source_name == *name || *function.name == *name
    };
    let has = |name: &str| program.functions().iter().any(|function| is_called(function, name));
    natives::all_there(&options.solving.concrete, has, &options.cflags, &clock.search)?;
    natives::not_the_entry(&options.solving.concrete, program.function(unit.id))?;
    let (program, traced, unit) = (&program, traced.as_ref(), &unit);
    let run = Run { options, output, clock, program, traced, unit, explored, given };
    run.execute(out)
}

/// What is explored.
struct Loaded {
    program: Program,
    /// The program as it tells which way it goes, if that is asked for.
    traced: Option<Traced>,
    /// The function to begin with, or why there is none.
    unit: Result<Unit, Failure>,
}

fn loaded(
    options: &ExploreOptions,
    output: &Output<'_>,
    deadline: &Deadline,
) -> Result<Result<Loaded, LoadError>, Failure> {
    let (files, cflags, required) = (&options.files, options.cflags.clone(), coax_models::twins());
    let (color, deadline) = (output.color, deadline.clone());
    let wanted = Wanted { required, color, deadline, ..Wanted::default() };
    let (entry, named) = (options.entry.clone(), files.clone());
    let found = move |program: Program, traced| {
        let unit = Unit::find(&program, &entry, &named);
        Loaded { program, traced, unit }
    };
    match options.check_traces {
        true => {
            let found = move |program, traced| found(program, Some(traced));
            load_traced(files, cflags, wanted, &options.solving.concrete, found)
        }
        false => load_then(files, cflags, wanted, move |program| found(program, None)),
    }
}

/// The time was over before the program was there: a report that says so.
fn not_begun(
    options: &ExploreOptions,
    output: &Output<'_>,
    out: OutFolder,
) -> Result<ExitStatus, Failure> {
    let file = options.files.first().map(|file| file.display().to_string()).unwrap_or_default();
    let unit = Unit { id: FuncId(0), name: options.entry.clone(), file, line: 0, entry: None };
    let mut report = record::first_report(options, &unit);
    report.units[0].status = coax_report::Status::NotExplored;
    report.units[0].incomplete_because = vec![Incomplete::Time.into()];
    report.units[0].notes.push("there was no time to compile the program".into());
    let folder = out.begin(&report, &[TESTS, ERRORS, WARNINGS])?;
    output.frontend.show(&report, folder.path());
    Ok(ExitStatus::Success)
}

/// One run of the command.
struct Run<'a> {
    options: &'a ExploreOptions,
    output: &'a Output<'a>,
    clock: RunClock,
    program: &'a Program,
    /// The program as it tells which way it goes, if that is asked for.
    traced: Option<&'a Traced>,
    unit: &'a Unit,
    /// The files as they were before they were compiled.
    explored: Arc<ExploredFiles>,
    /// What other analyses verified, if that is said.
    given: Option<Given>,
}

impl Run<'_> {
    fn execute(&self, out: OutFolder) -> Result<ExitStatus, Failure> {
        let Setup { scratch, tested, links, workshop, natives, arguments } = self.setup()?;
        let cases = Cases {
            program: self.program,
            unit: self.unit.name.clone(),
            entry: self.unit.entry.clone(),
            arguments: setup::concrete(&arguments),
        };
        let cache = self.options.engine.cache()?;
        let records = self.begin(out, &links, &tested)?;
        let mut results = Results::new(records, &cases, &tested, &workshop)
            .with_testcomp(self.options.framework == Framework::Testcomp)
            .narrating(self.output.verbose);
        if let Some(why) = natives.unavailable() {
            results.note(why.to_owned());
        }
        if self.program.is_old_c() {
            results.note(old_c::note());
        }
        let (run_end, explored) = (self.clock.end(), Arc::clone(&self.explored));
        let mut validator = Validator::start(scratch.path().to_path_buf(), run_end, explored);

        let mut progress = Progress::new(!self.output.quiet && !self.options.no_progress);
        let library = self.library();
        let job = self.job(&library, &cases, arguments, natives, cache);
        let exploring = Instant::now();
        if let (Some(guided), Some(unit)) =
            (&job.guided, results.suspects.records.report.units.first_mut())
        {
            unit.guide = guided.figures(self.unit.id);
        }
        let searched = self.search(&job, &mut results, &mut validator, &mut progress);
        record::explored(&mut results, &searched);
        results.suspects.records.report.units[0].explored_s = exploring.elapsed().as_secs_f64();
        results.suspects.records.save_last();

        progress.say("running what was found natively");
        self.run_natively(&mut results, validator, &workshop, scratch.path());
        record::explored(&mut results, &searched);
        results.suspects.records.report.changed_sources = self.explored.changed_names();
        results.suspects.records.save_last();
        progress.clear();
        self.finish(&results)
    }

    fn job<'a>(
        &self,
        library: &'a Libc,
        cases: &'a Cases<'a>,
        arguments: Vec<Argument>,
        natives: NativeFunctions,
        summary_cache: Option<SummaryCache>,
    ) -> Job<'a>
    where
        Self: 'a,
    {
        let options = self.options;
        Job {
            program: cases.program,
            library,
            cases,
            arguments,
            entry: self.unit.entry.as_ref().map(|_| self.unit.id),
            config: Config {
                search: options.search,
                policy: flip_policy(options.no_prune),
                goes_on: options.after_error == AfterError::GoOn,
                seed: options.seed,
                solving: Solving::new(&options.solving, &options.bounds, options.seed),
                bounds: options.bounds.for_engine(Revisits::All(u32::MAX)),
                summary_paths: options.engine.for_calls(),
                summary_cache,
                max_tests: options.bounds.tests(),
            },
            natives,
            guided: Guided::of(
                cases.program,
                &options.guide,
                options.seed,
                &self.clock.search,
                self.given.as_ref(),
            ),
        }
    }

    /// Shows what was found, and says how the command ends.
    fn finish(&self, results: &Results<'_>) -> Result<ExitStatus, Failure> {
        let allowed = self.options.allow_not_judged;
        ending::finish(&results.suspects, self.output, &self.clock, allowed)
    }

    /// Lets workers explore, and writes what they find.
    fn search(
        &self,
        job: &Job<'_>,
        results: &mut Results<'_>,
        validator: &mut Validator,
        progress: &mut Progress,
    ) -> Searched {
        let workers = self.options.workers();
        let exchange = Exchange::new(workers, &self.clock.search);
        let (sender, events) = mpsc::sync_channel(MOST_EVENTS);
        std::thread::scope(|scope| {
            let exchange = &exchange;
            let start = |worker| {
                let sender = sender.clone();
                scope.spawn(move || job.work(worker, exchange, &sender))
            };
            let threads: Vec<_> = (0..workers).map(start).collect();
            drop(sender);
            let clock = &self.clock;
            let mut recording =
                Recording::new(workers, exchange, clock, results, validator, progress);
            let watched = watch(&events, &mut recording);
            let so_far = recording.so_far();
            results.suspects.records.wrote(watched.unwritten.map_or(Ok(()), Err));
            if !watched.done {
                self.leave(results, &so_far);
            }
            let finished: Vec<Finished> =
                threads.into_iter().filter_map(|thread| thread.join().ok().flatten()).collect();
            if finished.len() < workers {
                results.suspects.defects.push("a worker panicked".into());
            }
            Searched { finished, left: exchange.left(), halted: exchange.halted() }
        })
    }

    /// A worker does not come to an end: what was found is written, and the process ends without it.
    fn leave(&self, results: &mut Results<'_>, searched: &Searched) -> ! {
        results.note("a worker did not end in time and was left behind".into());
        record::explored(results, searched);
        let closed = results.close();
        results.suspects.records.wrote(closed);
        results.suspects.records.save_last();
        scratch::remove_all();
        self.output.frontend.end_at_once(self.finish(results))
    }
}
