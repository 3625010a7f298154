//! `coax check`: run-time errors in every function, without a harness.
//!
//! The life of a run: paths become translation units, each is compiled and its functions listed. As soon as
//! what some of them need is known, they are linked, and workers explore one function after the other while this
//! thread writes what they find, the validator runs possible errors natively, and further files are
//! compiled. Functions that ran out of time are tried again, with more of it, as long as there is any.
//!
//! Invariants: nothing is written before something could be compiled; from then on the report on
//! disk can always be read; only what a native run showed makes the exit code 1; one function never
//! takes the time of all.

mod arrivals;
mod callers;
mod clock;
mod events;
mod explore_unit;
mod findings;
mod given;
mod grading;
#[cfg(test)]
mod panics;
mod precondition;
mod record;
mod scheduler;
mod workers;

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

use coax_clang::BitcodeStore;
use coax_deadline::{Deadline, Reason};
use coax_engine::explore::Revisits;
use coax_engine::unit::INPUT_FILES;
use coax_engine::{Layers, Library};
use coax_ir::Program;
use coax_kinds::Incomplete;
use coax_models::{InputFile, Libc};

use self::arrivals::Arrivals;
use self::clock::Clock;
use self::explore_unit::UnitConfig;
use self::findings::Findings;
use self::grading::Rules;
use self::scheduler::Scheduler;
use crate::earlier::{EarlierFindings, Rerunning};
use crate::end::{ExitStatus, Failure, Stumble};
use crate::frontend::Output;
use crate::guided::Given;
use crate::modelled_environment;
use crate::options::{CheckOptions, flip_policy};
use crate::out_folder::{ERRORS, OutFolder, TESTS, WARNINGS};
use crate::permits::Permits;
use crate::pipeline::config::Config;
use crate::pipeline::ending;
use crate::pipeline::explored_files::ExploredFiles;
use crate::pipeline::natives;
use crate::pipeline::progress::Progress;
use crate::pipeline::records::Records;
use crate::pipeline::run_clock::RunClock;
use crate::pipeline::solving::Solving;
use crate::pipeline::validator::{self, Judgement, Validator};
use crate::project::boundary::Boundary;
use crate::project::exclude::Exclusion;
use crate::project::loader::{Loaded, Loader};
use crate::project::missing::Missing;
use crate::project::null_evidence::NullEvidence;
use crate::project::scan::{self, Loading, Scanned, Scanner, Scans};
use crate::project::sources::{Refused, Sources};
use crate::project::test_places::{self, PlaceBuilder};
use crate::scratch::{self, Scratch};
use crate::summary_cache::SummaryCache;
use crate::under_test::Spelling;
use coax_project::since::ChangedCode;

/// Between two looks at what has been scanned.
const GLANCE: Duration = Duration::from_millis(20);

/// Checks every function that the options name; says how the command ends.
pub fn check(options: &CheckOptions, output: &Output<'_>) -> Result<ExitStatus, Failure> {
    let libc = libc();
    let surroundings = Surroundings { library: &libc, files: libc.input_files() };
    execute_in(surroundings, options, output)
}

/// What the code under test finds around it.
#[derive(Clone, Copy)]
struct Surroundings<'a> {
    library: &'a (dyn Library<Layers> + Sync),
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
    let exclusion = Exclusion::new(&options.code.exclude);
    let earlier = EarlierFindings::open(&options.earlier)?;
    let sources = Sources::find(&options.paths, &options.cflags, &options.out, &exclusion)?;
    let files = sources.translations.iter().map(|translation| &translation.file);
    let explored = Arc::new(ExploredFiles::read(files));
    options.engine.check()?;
    let changed = changed_code(options, &sources, &clock.search)?;
    let cache = options.engine.cache()?;
    let given = Given::of(&options.guide)?;
    let mut progress = Progress::new(!output.quiet && !options.no_progress);
    progress.say("compiling");
    let scratch = Scratch::new().map_err(Failure::no_room)?;
    let store = store(&scratch).map_err(Failure::no_room)?;
    let count = sources.translations.len();
    let unit_time = options.unit_time.map(|time| time.0);
    let run = Run {
        options,
        output,
        surroundings,
        unit_clock: Clock::new(clock.schedule.search, unit_time, options.workers(), count),
        permits: Permits::new(options.workers()),
        scans: Scans::new(count),
        loading: Loading { store, deadline: clock.search.clone(), required: &[] },
        clock,
        sources: &sources,
        earlier,
        changed,
        cache,
        given,
        explored,
        scratch,
    };
    run.execute(out, progress)
}

/// What has changed since the revision that the options name.
fn changed_code(
    options: &CheckOptions,
    sources: &Sources,
    end: &Deadline,
) -> Result<Option<ChangedCode>, Failure> {
    let first = sources.translations.first().map(|first| &first.file).or(options.paths.first());
    let revision = options.earlier.since.as_ref().zip(first);
    revision.map(|(revision, file)| ChangedCode::since(revision, file, end)).transpose()
}

/// Where the bitcode of all files is kept.
fn store(scratch: &Scratch) -> io::Result<BitcodeStore> {
    let folder = scratch.path().join("bitcode");
    std::fs::create_dir(&folder)?;
    Ok(BitcodeStore::new(folder))
}

/// One run of the command.
struct Run<'a> {
    options: &'a CheckOptions,
    output: &'a Output<'a>,
    surroundings: Surroundings<'a>,
    clock: RunClock,
    /// Who gets how much of it.
    unit_clock: Clock,
    /// For all that compile or explore.
    permits: Permits,
    sources: &'a Sources,
    /// What was known before.
    earlier: EarlierFindings<'a>,
    /// What has changed since a revision, if only that is looked at.
    changed: Option<ChangedCode>,
    /// What is known of them so far.
    scans: Scans,
    /// Where summaries are kept between runs, if they are.
    cache: Option<SummaryCache>,
    /// What other analyses verified, if that is said.
    given: Option<Given>,
    /// The files as they were before they were compiled.
    explored: Arc<ExploredFiles>,
    loading: Loading,
    scratch: Scratch,
}

impl Run<'_> {
    /// Scans all files on threads of their own, and does everything else beside them.
    fn execute(&self, out: OutFolder, progress: Progress) -> Result<ExitStatus, Failure> {
        let scanning = Loading { deadline: self.end_of_scanning(), ..self.loading.clone() };
        let scanner = Scanner::new(&self.sources.translations, &scanning, &self.permits);
        let (sender, results) = mpsc::channel();
        let arrivals = Arrivals::new(
            self.options,
            self.sources,
            &self.scans,
            &self.unit_clock,
            (&scanning.deadline, results),
        )
        .among(self.changed.as_ref());
        std::thread::scope(|scope| {
            let _end = EndScanning(&scanning.deadline);
            let mut program = None;
            if self.sources.is_single() {
                program = self.scan_single(&sender, &scanning)?;
            } else {
                for _ in 0..self.options.workers().min(self.sources.translations.len()) {
                    let (scanner, sender) = (&scanner, sender.clone());
                    scope.spawn(move || scanner.work(&sender));
                }
            }
            drop(sender);
            self.check(arrivals, program, out, progress)
        })
    }

    /// What is said about names needs all files; where there are several, some time is left to explore them.
    fn end_of_scanning(&self) -> Deadline {
        let is_in_advance = self.needs_all_files() && !self.sources.is_single();
        let schedule = self.clock.schedule;
        self.clock.alarm.at(if is_in_advance { schedule.scan } else { schedule.search })
    }

    /// Do the options name functions? Then it is wrong to begin before it is known that they are there.
    fn needs_all_files(&self) -> bool {
        let options = self.options;
        !options.function.is_empty()
            || !options.calls.call_depth_of.is_empty()
            || !options.solving.concrete.is_empty()
    }

    /// Scans the only file there is; its program may be used as it is.
    fn scan_single(
        &self,
        results: &Sender<Scanned>,
        loading: &Loading,
    ) -> Result<Option<Program>, Failure> {
        let [only] = self.sources.translations.as_slice() else { return Ok(None) };
        let (result, program) = match scan::single(only, self.output.color, loading)? {
            Ok((scan, program)) => (Ok(scan), program),
            Err(why) => (Err(why), None),
        };
        // The receiver waits for it.
        let _ = results.send(Scanned { translation: 0, result: Ok(result), took: Duration::ZERO });
        Ok(program)
    }

    /// Checks what is scanned.
    fn check(
        &self,
        mut arrivals: Arrivals<'_>,
        program: Option<Program>,
        out: OutFolder,
        mut progress: Progress,
    ) -> Result<ExitStatus, Failure> {
        while !arrivals.are_all_here() && (self.needs_all_files() || !arrivals.has_groups()) {
            arrivals.take(GLANCE, false)?;
        }
        if self.clock.interrupt.asked() {
            // Nothing has been found yet, and nothing is written.
            return Ok(ExitStatus::Interrupted);
        }
        if arrivals.are_all_here() {
            arrivals.complaint(self.options)?;
        }
        let has = |name: &str| self.scans.all().any(|scan| scan.has(name));
        let flags = self.sources.translations.first().map_or(&[][..], |first| &first.flags);
        natives::all_there(&self.options.solving.concrete, has, flags, &self.clock.search)?;
        let spelling = Spelling::new(&self.options.out).map_err(Failure::no_room)?;
        let mut report = record::first_report(self.options, self.sources);
        report.notes.extend(self.sources.about_excluded());
        let folders = [TESTS, ERRORS, WARNINGS];
        let records = Records::begin(out, &folders, report, &self.clock)?;
        let folder = records.files.clone();
        if !self.output.quiet {
            folder.say_kept();
        }
        test_places::lay_out(&folder).map_err(Failure::cannot_write)?;
        let mut findings = Findings::new(records, self.options.inputs.no_null_arguments);
        let explored = Arc::clone(&self.explored);
        let run_end = self.clock.end();
        let mut validator = Validator::start(self.scratch.path().to_path_buf(), run_end, explored);
        let builder = PlaceBuilder {
            translations: &self.sources.translations,
            scans: &self.scans,
            spelling: &spelling,
            out: &folder,
            scratch: self.scratch.path(),
            objects: Arc::default(),
            missing: Missing::default(),
            search: &self.clock.search,
        };
        let found = Found { findings: &mut findings, validator: &mut validator };
        let places = self.explore(arrivals, program, &builder, found, &mut progress)?;
        progress.say("running what was found natively");
        let judged = self.judge(&mut findings, validator, &mut progress);
        findings.suspects.records.wrote(judged);
        let makefile = coax_suite::unit_makefile(&places);
        findings.suspects.records.wrote(folder.put(&format!("{TESTS}/Makefile"), &makefile));
        findings.suspects.records.report.changed_sources = self.explored.changed_names();
        self.compare(&mut findings);
        findings.suspects.records.save_last();
        progress.clear();
        self.finish(&findings)
    }

    /// Explores all units, in as many rounds as there is time for.
    fn explore(
        &self,
        arrivals: Arrivals<'_>,
        program: Option<Program>,
        builder: &PlaceBuilder<'_>,
        found: Found<'_>,
        progress: &mut Progress,
    ) -> Result<Vec<coax_suite::UnderTest>, Failure> {
        let options = self.options;
        let config = UnitConfig {
            library: self.surroundings.library,
            files: self.surroundings.files,
            engine: self.config(),
            summary_after: options.summary_after,
        };
        let loader = Loader {
            translations: builder.translations,
            scans: builder.scans,
            scratch: builder.scratch,
            loading: &self.loading,
        };
        let Found { findings, validator } = found;
        let rules = self.rules();
        let mut scheduler = Scheduler {
            options,
            narrating: self.output.verbose,
            config: &config,
            clock: &self.unit_clock,
            run: self,
            loader: &loader,
            rules: &rules,
            builder,
            arrivals,
            findings,
            validator,
            progress,
            places: std::collections::BTreeMap::new(),
            boundary: HashSet::new(),
            shares: Vec::new(),
            done: 0,
        };
        let ran = scheduler.run(program.map(Loaded::from));
        let places = scheduler.places.into_values().map(|place| place.under_test).collect();
        let why = match ran {
            Ok(()) => self.clock.why_over(),
            Err(Stumble::Write(error)) => {
                scheduler.findings.suspects.records.wrote(Err(error));
                Incomplete::Disk
            }
            Err(Stumble::Other(failure)) => return Err(failure),
        };
        let report = &mut scheduler.findings.suspects.records.report;
        record::close(report, why, &scheduler.arrivals.refused);
        report.earlier =
            self.changed.as_ref().map(|changed| changed.told(scheduler.arrivals.unchanged()));
        Ok(places)
    }

    fn config(&self) -> Config {
        let options = self.options;
        Config {
            search: options.search,
            policy: flip_policy(options.no_prune),
            goes_on: false,
            seed: options.seed,
            solving: Solving::new(&options.solving, &options.bounds, options.seed),
            bounds: options.bounds.for_engine(Revisits::WithChoice(record::REVISITS)),
            summary_paths: options.engine.for_calls(),
            summary_cache: self.cache.clone(),
            max_tests: options.bounds.tests(),
        }
    }

    /// What grades need to know of the project.
    fn rules(&self) -> Rules {
        let CheckOptions { code, function, paths, .. } = self.options;
        let exclusion = Exclusion::new(&code.exclude);
        let boundary = Boundary::find(&code.boundary, function, &exclusion, paths, self.sources);
        let checked = self.sources.translations.iter().map(|one| one.file.clone());
        let files = checked.chain(self.sources.excluded.iter().cloned());
        let nulls = NullEvidence::read(files.chain(boundary.headers().map(Path::to_path_buf)));
        Rules { boundary, nulls }
    }

    /// Tells an error that was just confirmed, if it is a defect.
    fn tell(&self, findings: &mut Findings, index: usize, progress: &mut Progress) {
        let folder = findings.suspects.records.folder.clone();
        let news = findings.news(index).filter(|defect| self.earlier.is_news(defect, &folder));
        if let Some(defect) = news {
            progress.clear();
            self.output.frontend.found(defect);
        }
    }

    /// Waits for the validator to judge what is left.
    fn judge(
        &self,
        findings: &mut Findings,
        mut validator: Validator,
        progress: &mut Progress,
    ) -> io::Result<()> {
        validator.run_in_parallel(self.options.workers());
        let mut record = |validator: &mut Validator, judgement: Judgement| {
            let index = judgement.id;
            findings.judged(judgement, validator)?;
            self.tell(findings, index, progress);
            Ok(())
        };
        let judged = validator::wait(&mut validator, &mut record);
        judged.and(findings.close())
    }

    /// Says of each finding whether it counts, and what became of those of the baseline.
    fn compare(&self, findings: &mut Findings) {
        let records = &mut findings.suspects.records;
        let rerunning = Rerunning {
            scratch: self.scratch.path(),
            jobs: self.options.workers(),
            end: self.clock.end(),
            is_restricted: !self.options.function.is_empty() || self.changed.is_some(),
        };
        self.earlier.compare(&mut records.report, &records.folder, &rerunning);
    }

    /// Shows what was found, and says how the command ends.
    fn finish(&self, findings: &Findings) -> Result<ExitStatus, Failure> {
        let records = &findings.suspects.records;
        if !self.clock.interrupt.asked() {
            self.earlier.write(&records.report, &records.folder)?;
        }
        let allowed = self.options.allow_not_judged;
        let fail_on = self.options.fail.fail_on;
        ending::finish(&findings.suspects, self.output, &self.clock, allowed, fail_on)
    }

    /// A worker does not come to an end: what was found is written, and the process ends without it.
    fn leave(&self, findings: &mut Findings, refused: &[Refused]) -> ! {
        record::close(&mut findings.suspects.records.report, self.clock.why_over(), refused);
        let closed = findings.close();
        findings.suspects.records.wrote(closed);
        self.compare(findings);
        findings.suspects.records.save_last();
        scratch::remove_all();
        self.output.frontend.end_at_once(self.finish(findings))
    }
}

/// Where what is found goes.
struct Found<'a> {
    findings: &'a mut Findings,
    validator: &'a mut Validator,
}

/// Ends scanning when it is dropped: what is not scanned by then is not wanted.
struct EndScanning<'a>(&'a Deadline);

impl Drop for EndScanning<'_> {
    fn drop(&mut self) {
        self.0.end(Reason::Time);
    }
}
