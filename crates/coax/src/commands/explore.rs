//! `coax explore`: the paths of a program or harness, a test for each, and every error found.
//!
//! The life of a run: options and the folder of results are checked, the program is compiled, the
//! folder becomes this run's, workers explore while this thread writes what they find and the court
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
mod results;
mod shapes;
mod unit;
mod worker;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use coax_clang::{LoadError, Traced};
use coax_deadline::Deadline;
use coax_engine::Argument;
use coax_engine::explore::{Revisits, Tally};
use coax_ir::{FuncId, Program};
use coax_kinds::Incomplete;
use coax_models::Libc;
use coax_native::judge::{Subject, Workshop};

use self::cases::Cases;
use self::courses::Courses;
use self::exchange::Exchange;
use self::natively::Runs;
use self::progress::Figures;
use self::results::Results;
use self::unit::Unit;
use self::worker::{Finished, Job, News};
use crate::cli::OutputOptions;
use crate::exit::{self, Failure, Outcome};
use crate::links::Linked;
use crate::load::{Wanted, load_then, load_traced, refused};
use crate::made_up_world;
use crate::options::{ExploreOptions, Format, Framework};
use crate::out_folder::{COVERAGE, ERRORS, OutFolder, RunFolder, TEST_SUITE, TESTS, WARNINGS};
use crate::scratch::{self, Scratch};
use crate::search::alarm::Alarm;
use crate::search::court::{self, Court};
use crate::search::ending;
use crate::search::explored_files::ExploredFiles;
use crate::search::interrupt::Interrupt;
use crate::search::ledger::Ledger;
use crate::search::natives::{self, NativeFunctions};
use crate::search::progress::{Progress, terminal_width};
use crate::search::schedule::Schedule;
use crate::search::solving::Solving;
use crate::search::workers::{PATIENCE, wind_up};
use crate::summary_cache::SummaryCache;
use crate::under_test::{self, Spelling, is_cxx};

/// Between two looks at the clock.
const GLANCE: Duration = Duration::from_millis(20);

/// News that may wait to be written before workers wait, too.
const MOST_NEWS: usize = 256;

pub fn execute(options: &ExploreOptions, output: &OutputOptions) -> Result<Outcome, Failure> {
    let begun = Instant::now();
    let interrupt = Interrupt::listen().map_err(no_room)?;
    let schedule = Schedule::new(begun, options.bounds.time.0);
    let alarm = Alarm::set(schedule.end, &interrupt).map_err(no_room)?;
    let searching = alarm.at(schedule.search);
    let out = OutFolder::inspect(&options.out)?;
    scratch::sweep();
    options.engine.check()?;
    let explored = Arc::new(ExploredFiles::read(&options.files));
    let Loaded { program, traced, unit } = match loaded(options, output, &searching)? {
        Ok(loaded) => loaded,
        Err(LoadError::NoTime(_)) if interrupt.asked() => return Ok(Outcome::Interrupted),
        Err(LoadError::NoTime(_)) => return not_begun(options, output, out),
        Err(error) => return Err(refused(error)),
    };
    let unit = match unit {
        Err(_) if searching.is_over() => return not_begun(options, output, out),
        unit => unit?,
    };
    let is_called = |function: &coax_ir::Function, name: &str| {
        *function.source_name == *name || *function.name == *name
    };
    let has = |name: &str| program.functions().iter().any(|function| is_called(function, name));
    natives::all_there(&options.solving.concrete, has, &options.cflags, &searching)?;
    natives::not_the_entry(&options.solving.concrete, program.function(unit.id))?;
    let (program, traced, unit) = (&program, traced.as_ref(), &unit);
    let deadlines = Deadlines { search: searching, run: alarm.run().clone(), schedule };
    let run = Run { options, output, begun, program, traced, unit, deadlines, explored };
    run.execute(out, &interrupt)
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
    output: &OutputOptions,
    deadline: &Deadline,
) -> Result<Result<Loaded, LoadError>, Failure> {
    let (files, cflags, required) = (&options.files, options.cflags.clone(), coax_models::twins());
    let (color, deadline) = (output.color.on_stderr(), deadline.clone());
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
    output: &OutputOptions,
    out: OutFolder,
) -> Result<Outcome, Failure> {
    let file = options.files.first().map(|file| file.display().to_string()).unwrap_or_default();
    let unit = Unit { id: FuncId(0), name: options.entry.clone(), file, line: 0, entry: None };
    let mut report = record::first_report(options, &unit);
    report.units[0].status = coax_report::Status::NotExplored;
    report.units[0].incomplete_because = vec![Incomplete::Time.into()];
    report.units[0].notes.push("there was no time to compile the program".into());
    let folder = out.begin(&report, &[TESTS, ERRORS, WARNINGS])?;
    match options.format {
        Format::Json => print!("{}", report.to_json()),
        Format::Human if output.quiet => {}
        Format::Human => {
            let text = crate::summary::text(&report, folder.path(), terminal_width(), false);
            anstream::print!("{text}");
        }
    }
    Ok(Outcome::Success)
}

/// When the parts of a run end.
struct Deadlines {
    search: Deadline,
    run: Deadline,
    schedule: Schedule,
}

/// One run of the command.
struct Run<'a> {
    options: &'a ExploreOptions,
    output: &'a OutputOptions,
    begun: Instant,
    program: &'a Program,
    /// The program as it tells which way it goes, if that is asked for.
    traced: Option<&'a Traced>,
    unit: &'a Unit,
    deadlines: Deadlines,
    /// The files as they were before they were compiled.
    explored: Arc<ExploredFiles>,
}

impl Run<'_> {
    fn execute(&self, out: OutFolder, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let files = &self.options.files;
        let cxx = self.is_cxx();
        let spelling = Spelling::new(&self.options.out).map_err(no_room)?;
        let mut tested =
            spelling.for_tests(files, &self.options.cflags, cxx, self.unit.entry.clone());
        let arguments = self.arguments();
        let cases = Cases {
            program: self.program,
            unit: self.unit.name.clone(),
            arguments: concrete(&arguments),
        };
        let scratch = Scratch::new().map_err(no_room)?;
        let tests = self.options.out.join(TESTS);
        let mut subject = spelling.for_builds(files, &self.options.cflags, cxx, &tests);
        let concrete = &self.options.solving.concrete;
        let search = &self.deadlines.search;
        let natives =
            NativeFunctions::of(self.program, concrete, &subject, scratch.path(), search)?;
        let links = self.links(&spelling, &mut tested, &mut subject);
        let workshop = Workshop::new(subject, scratch.path().join("builds")).map_err(no_room)?;
        let under_test = files.iter().map(|file| spelling.absolute(file)).collect();
        let workshop = workshop.with_under_test(under_test);
        let workshop = Arc::new(workshop.with_environment(under_test::environment()));

        let cache = self.options.engine.cache()?;
        let report = record::first_report(self.options, self.unit);
        let folder = out.begin(&report, &self.folders())?;
        interrupt.keep_results();
        if !self.output.quiet {
            folder.say_kept();
        }
        links.iter().try_for_each(|linked| linked.make(&folder)).map_err(cannot_write)?;
        self.lay_out(&folder, &tested).map_err(cannot_write)?;
        let ledger = Ledger::new(folder, report, self.begun);
        let mut results = Results::new(ledger, &cases, &tested, &workshop)
            .with_testcomp(self.options.framework == Framework::Testcomp)
            .narrating(self.output.verbose > 0);
        if let Some(why) = natives.unavailable() {
            results.note(why.to_owned());
        }
        let (run_end, explored) = (&self.deadlines.run, Arc::clone(&self.explored));
        let mut court = Court::open(scratch.path().to_path_buf(), run_end, explored);

        let mut progress = Progress::new(!self.output.quiet && !self.options.no_progress);
        let library = self.library();
        let job = self.job(&library, &cases, arguments, (natives, cache));
        let watch = Watch { run: self, interrupt };
        let exploring = Instant::now();
        let workers = self.options.workers();
        let findings = watch.explore(&job, workers, &mut results, &mut court, &mut progress);
        record::explored(&mut results, &findings);
        results.ledger.report.units[0].explored_s = exploring.elapsed().as_secs_f64();
        results.ledger.save_last();

        progress.say("running what was found natively");
        let judged = self.judge(&mut results, court);
        results.ledger.wrote(judged);
        results.ledger.save_last();
        if results.ledger.unwritten.is_none() {
            let (results, scratch) = (&mut results, scratch.path());
            let measured = self.measure(results, &workshop, scratch);
            results.ledger.wrote(measured);
            let compared = self.compare(results, &workshop, scratch);
            results.ledger.wrote(compared);
        }
        record::explored(&mut results, &findings);
        results.ledger.report.changed_sources = self.explored.changed_names();
        results.ledger.save_last();
        progress.clear();
        self.finish(&results, interrupt.asked())
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
        let mut library = Libc::new(made_up_world::environment()).with_program_name(name);
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
        (natives, summary_cache): (NativeFunctions, Option<SummaryCache>),
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
            search: options.search.for_engine(),
            policy: options.search.policy(options.no_prune),
            seed: options.seed,
            solving: Solving::new(&options.solving, &options.bounds, options.seed),
            natives,
            bounds: options.bounds.for_engine(Revisits::All(u32::MAX)),
            summary_paths: options.engine.for_calls(),
            summary_cache,
            max_tests: options.bounds.tests(),
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

    /// Waits for the court to judge what is left.
    fn judge(&self, results: &mut Results<'_>, mut court: Court) -> io::Result<()> {
        let mut failed = Ok(());
        let mut judged = |court: &mut Court, judgement| {
            let kept = results.judged(judgement, court);
            if failed.is_ok() {
                failed = kept;
            }
        };
        court::wait(&mut court, &mut judged);
        failed.and(results.settle())
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
            std::path::absolute(results.ledger.folder.join(&results.ledger.report.tests[test].file))
        };
        let files: Vec<PathBuf> = order.iter().map(file).collect::<io::Result<_>>()?;
        let (jobs, deadline) = (self.options.workers(), &self.deadlines.run);
        let runs = Runs { workshop, files: &files, scratch, jobs, deadline };
        let mut diverged = Vec::new();
        let mut told = |index: usize, outcome: &coax_native::judge::Outcome| {
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
            results.ledger.report.coverage = Some(natively::reported(coverage));
            results.ledger.files.put(COVERAGE, &coverage.lcov)?;
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
        let is_over = || self.deadlines.run.is_over();
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
            Err(why) => results.defects.push(format!("ways cannot be compared: {why}")),
        }
        Ok(())
    }

    /// Prints what was found, and says how the command ends.
    fn finish(&self, results: &Results<'_>, interrupted: bool) -> Result<Outcome, Failure> {
        let report = &results.ledger.report;
        match self.options.format {
            Format::Json => print!("{}", report.to_json()),
            Format::Human if self.output.quiet => print!("{}", crate::summary::errors(report)),
            Format::Human => {
                let width = terminal_width();
                anstream::print!(
                    "{}",
                    crate::summary::text(report, &results.ledger.folder, width, false)
                );
            }
        }
        if !self.output.quiet {
            results.ledger.files.say_put_aside();
        }
        let folder = results.ledger.folder.display().to_string();
        let allowed = self.options.allow_not_judged;
        let unwritten = results.ledger.failure();
        ending::of(report, &folder, &results.defects, interrupted, allowed, unwritten)
    }

    /// A worker does not come to an end: what was found is written, and the process ends without it.
    fn leave(&self, results: &mut Results<'_>, findings: &Findings, interrupted: bool) -> ! {
        results.note("a worker did not end in time and was left behind".into());
        record::explored(results, findings);
        let settled = results.settle();
        results.ledger.wrote(settled);
        results.ledger.save_last();
        scratch::remove_all();
        exit::at_once(self.finish(results, interrupted))
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

fn no_room(error: io::Error) -> Failure {
    Failure::of_disk("no room for temporary files", &error)
}

fn cannot_write(error: io::Error) -> Failure {
    Failure::Machine(format!("results cannot be written: {error}"))
}

/// Who watches the workers.
struct Watch<'a> {
    run: &'a Run<'a>,
    interrupt: &'a Interrupt,
}

/// How far each worker is: its tally and its queries.
type Progressed = Vec<(Tally, u64)>;

/// What the workers came to, all together.
pub struct Findings {
    pub finished: Vec<Finished>,
    /// Pending paths nobody took.
    pub left: u64,
    /// What ended it before everything was explored.
    pub halted: Option<Incomplete>,
}

impl Findings {
    /// As far as is known of workers that do not come to an end.
    fn of_late(figures: &Progressed, exchange: &Exchange) -> Findings {
        let finished = figures.iter().map(|&(tally, _)| Finished::unfinished(tally)).collect();
        Findings { finished, left: exchange.left(), halted: exchange.halted() }
    }
}

impl Watch<'_> {
    /// Lets workers explore, and writes what they find.
    fn explore(
        &self,
        job: &Job<'_>,
        workers: usize,
        results: &mut Results<'_>,
        court: &mut Court,
        progress: &mut Progress,
    ) -> Findings {
        let exchange = Exchange::new(workers, &self.run.deadlines.search);
        let (sender, news) = mpsc::sync_channel(MOST_NEWS);
        std::thread::scope(|scope| {
            let exchange = &exchange;
            let hands: Vec<_> = (0..workers)
                .map(|worker| {
                    let sender = sender.clone();
                    scope.spawn(move || job.work(worker, exchange, &sender))
                })
                .collect();
            drop(sender);
            let mut figures: Progressed = vec![(Tally::default(), 0); workers];
            let mut follow =
                || self.follow(&news, exchange, &mut figures, results, court, progress);
            let followed = catch_unwind(AssertUnwindSafe(&mut follow));
            let done = match followed {
                Ok(Ok(done)) => done,
                Ok(Err(error)) => {
                    results.ledger.wrote(Err(error));
                    exchange.halt(Incomplete::Disk);
                    wind_up(&news)
                }
                Err(_) => {
                    // What was found so far is kept; there will be no more.
                    results.defects.push("a panic while results were written".into());
                    exchange.halt(Incomplete::Defect);
                    wind_up(&news)
                }
            };
            if !done {
                let findings = Findings::of_late(&figures, exchange);
                self.run.leave(results, &findings, self.interrupt.asked());
            }
            let finished: Vec<Finished> =
                hands.into_iter().filter_map(|hand| hand.join().ok().flatten()).collect();
            if finished.len() < workers {
                results.defects.push("a worker panicked".into());
            }
            Findings { finished, left: exchange.left(), halted: exchange.halted() }
        })
    }

    /// Takes the news of the workers until they are done; `false` if they are late.
    fn follow(
        &self,
        news: &Receiver<News>,
        exchange: &Exchange,
        figures: &mut Progressed,
        results: &mut Results<'_>,
        court: &mut Court,
        progress: &mut Progress,
    ) -> io::Result<bool> {
        let (mut next_look, mut latest) = (Instant::now(), None);
        loop {
            match news.recv_timeout(GLANCE) {
                Ok(News::Path(path)) => results.path(path, court)?,
                Ok(News::Figures { worker, tally, queries }) => figures[worker] = (tally, queries),
                Ok(News::Defect(what)) => results.defects.push(what),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(true),
            }
            let now = Instant::now();
            if now < next_look {
                continue;
            }
            next_look = now + GLANCE;
            while let Some(judgement) = court.judgement(Duration::ZERO) {
                results.judged(judgement, court)?;
            }
            if let Some(why) = exchange.halted() {
                // Wakes those that wait for work.
                exchange.halt(why);
                if now >= *latest.get_or_insert(now + PATIENCE) {
                    return Ok(false);
                }
            }
            results.ledger.keep(|report| record::so_far(report, figures))?;
            if progress.is_due() {
                let (tally, queries) = record::sum(figures);
                let left = self.run.deadlines.schedule.search.saturating_duration_since(now);
                let errors = results.suspected();
                progress.say(&progress::line(&Figures { tally: &tally, errors, queries, left }));
            }
        }
    }
}
