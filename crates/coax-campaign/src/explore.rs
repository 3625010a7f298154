//! `coax explore`: the paths of a program or harness, a test for each, and every error found.
//!
//! The life of a run: options and the folder of results are checked, the program is compiled, the
//! folder becomes this run's, workers explore while this thread writes what they find and the validator
//! runs possible errors natively, then the tests are run natively and the report is complete.
//!
//! Invariants: nothing is written before the program is compiled; from then on the report on disk
//! can always be read; only what a native run showed makes the exit code 1.

mod cases;
mod courses;
mod exchange;
mod natively;
mod progress;
mod record;
mod recording;
mod results;
mod shapes;
mod unit;
mod worker;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Instant;

use coax_clang::{LoadError, Traced};
use coax_deadline::Deadline;
use coax_engine::Argument;
use coax_engine::explore::Revisits;
use coax_ir::{FuncId, Program};
use coax_models::Libc;
use coax_native::judge::{Subject, Workshop};

use self::cases::Cases;
use self::courses::Courses;
use self::exchange::Exchange;
use self::natively::Runs;
use self::recording::{Recording, Searched};
use self::results::Results;
use self::unit::Unit;
use self::worker::{Finished, Job};
use crate::end::{ExitStatus, Failure};
use crate::frontend::Output;
use crate::links::Linked;
use crate::load::{Wanted, load_then, load_traced, refused};
use crate::modelled_environment;
use crate::options::{ExploreOptions, Framework};
use crate::out_folder::{COVERAGE, ERRORS, OutFolder, RunFolder, TEST_SUITE, TESTS, WARNINGS};
use crate::pipeline::config::Config;
use crate::pipeline::ending;
use crate::pipeline::explored_files::ExploredFiles;
use crate::pipeline::natives::{self, NativeFunctions};
use crate::pipeline::progress::Progress;
use crate::pipeline::records::Records;
use crate::pipeline::run_clock::RunClock;
use crate::pipeline::solving::Solving;
use crate::pipeline::validator::{self, Validator};
use crate::pipeline::watch::{MOST_EVENTS, watch};
use crate::scratch::{self, Scratch};
use crate::summary_cache::SummaryCache;
use crate::under_test::{self, Spelling, is_cxx};

/// Explores a program; says how the command ends.
pub fn explore(options: &ExploreOptions, output: &Output<'_>) -> Result<ExitStatus, Failure> {
    let clock = RunClock::start(options.bounds.time.0).map_err(Failure::no_room)?;
    let out = OutFolder::inspect(&options.out)?;
    scratch::sweep();
    options.engine.check()?;
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
    let run = Run { options, output, clock, program, traced, unit, explored };
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
    report.units[0].incomplete_because = vec!["time".into()];
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
}

impl Run<'_> {
    fn execute(&self, out: OutFolder) -> Result<ExitStatus, Failure> {
        let files = &self.options.files;
        let cxx = self.is_cxx();
        let spelling = Spelling::new(&self.options.out).map_err(Failure::no_room)?;
        let mut tested =
            spelling.for_tests(files, &self.options.cflags, cxx, self.unit.entry.clone());
        let arguments = self.arguments();
        let cases = Cases {
            program: self.program,
            unit: self.unit.name.clone(),
            arguments: concrete(&arguments),
        };
        let scratch = Scratch::new().map_err(Failure::no_room)?;
        let tests = self.options.out.join(TESTS);
        let mut subject = spelling.for_builds(files, &self.options.cflags, cxx, &tests);
        let concrete = &self.options.solving.concrete;
        let search = &self.clock.search;
        let natives =
            NativeFunctions::of(self.program, concrete, &subject, scratch.path(), search)?;
        let links = self.links(&spelling, &mut tested, &mut subject);
        let workshop =
            Workshop::new(subject, scratch.path().join("builds")).map_err(Failure::no_room)?;
        let under_test = files.iter().map(|file| spelling.absolute(file)).collect();
        let workshop = workshop.with_under_test(under_test);
        let workshop = Arc::new(workshop.with_environment(under_test::environment()));

        let cache = self.options.engine.cache()?;
        let report = record::first_report(self.options, self.unit);
        let records = Records::begin(out, &self.folders(), report, &self.clock)?;
        if !self.output.quiet {
            records.files.say_kept();
        }
        let made = links.iter().try_for_each(|linked| linked.make(&records.files));
        made.map_err(Failure::cannot_write)?;
        self.lay_out(&records.files, &tested).map_err(Failure::cannot_write)?;
        let mut results = Results::new(records, &cases, &tested, &workshop)
            .with_testcomp(self.options.framework == Framework::Testcomp)
            .narrating(self.output.verbose);
        if let Some(why) = natives.unavailable() {
            results.note(why.to_owned());
        }
        let (run_end, explored) = (self.clock.end(), Arc::clone(&self.explored));
        let mut validator = Validator::start(scratch.path().to_path_buf(), run_end, explored);

        let mut progress = Progress::new(!self.output.quiet && !self.options.no_progress);
        let library = self.library();
        let job = self.job(&library, &cases, arguments, natives, cache);
        let exploring = Instant::now();
        let searched = self.search(&job, &mut results, &mut validator, &mut progress);
        record::explored(&mut results, &searched);
        results.suspects.records.report.units[0].explored_s = exploring.elapsed().as_secs_f64();
        results.suspects.records.save_last();

        progress.say("running what was found natively");
        let judged = self.judge(&mut results, validator);
        results.suspects.records.wrote(judged);
        results.suspects.records.save_last();
        if results.suspects.records.unwritten.is_none() {
            let (results, scratch) = (&mut results, scratch.path());
            let measured = self.measure(results, &workshop, scratch);
            results.suspects.records.wrote(measured);
            let compared = self.compare(results, &workshop, scratch);
            results.suspects.records.wrote(compared);
        }
        record::explored(&mut results, &searched);
        results.suspects.records.report.changed_sources = self.explored.changed_names();
        results.suspects.records.save_last();
        progress.clear();
        self.finish(&results)
    }

    /// Names sources by links where their names cannot be written; the links are not made yet.
    fn links(
        &self,
        spelling: &Spelling,
        tested: &mut coax_suite::Program,
        subject: &mut Subject,
    ) -> Vec<Linked> {
        let mut links = Vec::new();
        for (at, file) in self.options.files.iter().enumerate() {
            let Some(linked) = spelling.link(file, at + 1) else { continue };
            let tests = subject.include_dirs[0].clone();
            tested.sources[at] = format!("../{TESTS}/{}", linked.name);
            tested.cflags.extend(linked.flag(&format!("../{TESTS}")));
            subject.sources[at] = tests.join(&linked.name);
            subject.cflags.extend(linked.flag(&tests.to_string_lossy()));
            links.push(linked);
        }
        links
    }

    fn is_cxx(&self) -> bool {
        let mangled = |function: &coax_ir::Function| {
            function.defined && !function.runtime && function.name.starts_with("_Z")
        };
        self.options.files.iter().any(|file| is_cxx(file))
            || self.program.functions().iter().any(mangled)
    }

    /// The program's arguments: its name, those given, those that are input.
    fn arguments(&self) -> Vec<Argument> {
        use std::os::unix::ffi::OsStrExt;
        let inputs = &self.options.inputs;
        let name = self.options.files.first().and_then(|file| file.file_stem());
        let name = name.map_or(b"program".to_vec(), |name| name.as_bytes().to_vec());
        let given = inputs.program_arg.iter().map(|arg| Argument::Bytes(arg.clone().into_bytes()));
        let symbolic = inputs.symbolic_args.iter().flat_map(|arguments| {
            (0..arguments.count).map(|_| Argument::Symbolic(arguments.length))
        });
        std::iter::once(Argument::Bytes(name)).chain(given).chain(symbolic).collect()
    }

    fn library(&self) -> Libc {
        let name = concrete(&self.arguments()).swap_remove(0);
        let inputs = &self.options.inputs;
        let mut library = Libc::new(modelled_environment::variables()).with_program_name(name);
        if let Some(length) = inputs.symbolic_stdin {
            library = library.with_symbolic_stdin(length.0);
        }
        for file in &inputs.symbolic_file {
            library = library.with_symbolic_file(file.name.clone().into_bytes(), file.length);
        }
        library
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
                search: options.search.for_engine(),
                policy: options.search.policy(options.no_prune),
                seed: options.seed,
                solving: Solving::new(&options.solving, &options.bounds, options.seed),
                bounds: options.bounds.for_engine(Revisits::All(u32::MAX)),
                summary_paths: options.engine.for_calls(),
                summary_cache,
                max_tests: options.bounds.tests(),
            },
            natives,
        }
    }

    fn folders(&self) -> Vec<&'static str> {
        let mut folders = vec![TESTS, ERRORS, WARNINGS];
        if self.options.framework == Framework::Testcomp {
            folders.push(TEST_SUITE);
        }
        folders
    }

    /// What lies beside the tests.
    fn lay_out(&self, folder: &RunFolder, tested: &coax_suite::Program) -> io::Result<()> {
        for (name, text) in coax_suite::support_files() {
            folder.put(&format!("{TESTS}/{name}"), text)?;
        }
        folder.put(&format!("{TESTS}/Makefile"), &coax_suite::makefile(tested))?;
        if self.options.framework == Framework::Testcomp {
            let metadata = record::testcomp_metadata(self.options, self.unit, self.is_cxx())?;
            let text = coax_suite::testcomp_metadata(&metadata);
            folder.put(&format!("{TEST_SUITE}/metadata.xml"), &text)?;
        }
        Ok(())
    }

    /// Waits for the validator to judge what is left.
    fn judge(&self, results: &mut Results<'_>, mut validator: Validator) -> io::Result<()> {
        let mut record =
            |validator: &mut Validator, judgement| results.judged(judgement, validator);
        let judged = validator::wait(&mut validator, &mut record);
        judged.and(results.close())
    }

    /// Runs the tests natively, compares and measures.
    fn measure(
        &self,
        results: &mut Results<'_>,
        workshop: &Workshop,
        scratch: &Path,
    ) -> io::Result<()> {
        let order = results.tests_to_measure();
        let file = |&test: &usize| {
            std::path::absolute(
                results
                    .suspects
                    .records
                    .folder
                    .join(&results.suspects.records.report.tests[test].file),
            )
        };
        let files: Vec<PathBuf> = order.iter().map(file).collect::<io::Result<_>>()?;
        let (jobs, deadline) = (self.options.workers(), self.clock.end());
        let runs = Runs { workshop, files: &files, scratch, jobs, deadline };
        let mut diverged = Vec::new();
        let mut told = |index: usize, outcome: &coax_native::judge::NativeRun| {
            diverged.extend(natively::divergence(outcome).map(|what| (order[index], what)));
        };
        let done = runs.run(&mut told);
        record::diverged(results, diverged);
        let all = files.len();
        if done.run < all && done.failures.is_empty() {
            results.note(format!("{} of {all} tests were run natively before the end", done.run));
        }
        if done.measured < all && done.coverage.is_some() {
            results.note(format!("coverage is that of {} tests out of {all}", done.measured));
        }
        for failure in done.failures {
            results.note(failure);
        }
        if let Some(coverage) = &done.coverage {
            results.suspects.records.report.coverage = Some(natively::reported(coverage));
            results.suspects.records.files.put(COVERAGE, &coverage.lcov)?;
        }
        Ok(())
    }

    /// Compares the ways tests go natively with those of their paths, if that is asked for.
    fn compare(
        &self,
        results: &mut Results<'_>,
        workshop: &Workshop,
        scratch: &Path,
    ) -> io::Result<()> {
        let Some(traced) = self.traced else { return Ok(()) };
        let expected = results.expected()?;
        if expected.is_empty() {
            return Ok(());
        }
        let is_over = || self.clock.end().is_over();
        let mut strayed = Vec::new();
        let compared = Courses::prepare(traced, workshop.subject(), scratch).and_then(|courses| {
            let mut differs = |test: usize, what: String| {
                strayed.push((expected[test].name.clone(), what));
            };
            courses.compare(&expected, self.options.workers(), &is_over, &mut differs)
        });
        record::strayed(results, strayed);
        match compared {
            Ok(compared) if compared == expected.len() => {}
            Ok(compared) => {
                let all = expected.len();
                results.note(format!("the ways of {compared} of {all} tests were compared"));
            }
            Err(why) => results.suspects.defects.push(format!("ways cannot be compared: {why}")),
        }
        Ok(())
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

/// The arguments that are no input.
fn concrete(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let bytes = |argument: &Argument| match argument {
        Argument::Bytes(bytes) => Some(bytes.clone()),
        Argument::Symbolic(_) => None,
    };
    arguments.iter().filter_map(bytes).collect()
}
