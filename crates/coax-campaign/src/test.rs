//! `coax test`: a suite of unit tests for the functions and classes that a user of the code can call.
//!
//! The life of a run: paths become translation units, each is compiled and its functions listed; files that have to
//! do with each other are a program; workers grow call sequences of one program after the other, while this
//! thread writes those that cover something new as tests and the validator runs them natively. In the end tests that
//! others make superfluous go, and what the rest covers is measured.
//!
//! Invariants: a test in the folder of tests has passed natively; one that did something else is told; a
//! sequence that goes wrong is an error only if a native run showed it; whenever the run is ended, the tests in the
//! folder compile.

#[cfg(test)]
mod by_hand;
mod drafts;
mod found;
mod hosts;
mod measure;
mod programs;
mod record;
mod sides;
mod suite;
mod worker;

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use coax_clang::BitcodeStore;
use coax_engine::explore::Revisits;
use coax_ir::Program;
use coax_kinds::{FailOn, Incomplete};
use coax_models::Libc;

use self::hosts::Hosts;
use self::programs::Programs;
use self::suite::Suite;
use crate::end::{ExitStatus, Failure, Stumble};
use crate::frontend::Output;
use crate::modelled_environment;
use crate::options::TestOptions;
use crate::out_folder::{CANDIDATES, ERRORS, OutFolder, TESTS, WARNINGS};
use crate::pipeline::ending;
use crate::pipeline::explored_files::ExploredFiles;
use crate::pipeline::natives;
use crate::pipeline::progress::Progress;
use crate::pipeline::records::Records;
use crate::pipeline::resolved;
use crate::pipeline::run_clock::RunClock;
use crate::pipeline::solving::Solving;
use crate::pipeline::validator::{self, Validator};
use crate::project::code::Code;
use crate::project::exclude::Exclusion;
use crate::project::groups::Group;
use crate::project::loader::Loader;
use crate::project::missing::Missing;
use crate::project::scan::{FunctionName, Loading};
use crate::project::sources::Sources;
use crate::project::test_places::{self, PlaceBuilder};
use crate::project::units::{Unit, note_old_c};
use crate::scratch::{self, Scratch};
use crate::under_test::Spelling;

/// Of the time there is, this much is for compiling and searching, in percent,
const SEARCH: u32 = 80;

/// and until then tests are run natively; the rest is for measuring.
const JUDGING: u32 = 92;

/// What catches an exception that leaves a call.
const CATCHING: &[&str] = &["__cxa_begin_catch", "__cxa_end_catch"];

/// Remarks about a suite as a whole that are told.
const MOST_NOTES: usize = 20;

/// Writes tests for the functions that the options name; says how the command ends.
pub fn test(options: &TestOptions, output: &Output<'_>) -> Result<ExitStatus, Failure> {
    let bounds = options.bounds();
    let clock = RunClock::start(bounds.time.0).map_err(Failure::no_room)?;
    let clock = clock.searching_for(bounds.time.0, SEARCH);
    let out = OutFolder::inspect(&options.out)?;
    scratch::sweep();
    let exclusion = Exclusion::new(&options.code.exclude);
    let sources = Sources::find(&options.paths, &options.cflags, &options.out, &exclusion)?;
    let files = sources.translations.iter().map(|translation| &translation.file);
    let explored = Arc::new(ExploredFiles::read(files));
    let mut progress = Progress::new(!output.quiet && !options.no_progress);
    progress.say("compiling");
    let scratch = Scratch::new().map_err(Failure::no_room)?;
    let store = BitcodeStore::new(bitcode_folder(&scratch).map_err(Failure::no_room)?);
    let schedule = &clock.schedule;
    let looking = if sources.is_single() { schedule.search } else { schedule.scan };
    let deadline = clock.alarm.at(looking);
    let looking = Loading { store: store.clone(), deadline, required: CATCHING };
    let code = Code::scan(&sources, options.workers(), output.color, &looking)?;
    if clock.interrupt.asked() {
        // Nothing has been found yet, and nothing is written.
        return Ok(ExitStatus::Interrupted);
    }
    let units = code.boundary(&sources, &options.function, &options.code.boundary)?;
    let has = |name: &str| code.scans.all().any(|scan| scan.has(name));
    let flags = sources.translations.first().map_or(&[][..], |first| &first.flags);
    natives::all_there(&options.solving.concrete, has, flags, &clock.search)?;
    let by_name = (0..).zip(&units).map(|(index, unit)| (unit.name.clone(), index)).collect();
    let library = Libc::new(modelled_environment::variables());
    let run = Run {
        options,
        output,
        library: &library.with_program_name(b"program".to_vec()),
        loading: Loading { store, deadline: clock.search.clone(), required: CATCHING },
        clock,
        sources: &sources,
        units: &units,
        by_name,
        explored,
        scratch,
    };
    run.execute(out, code, progress)
}

/// Where the bitcode of all files is kept.
fn bitcode_folder(scratch: &Scratch) -> io::Result<std::path::PathBuf> {
    let folder = scratch.path().join("bitcode");
    std::fs::create_dir(&folder)?;
    Ok(folder)
}

/// One run of the command.
struct Run<'a> {
    options: &'a TestOptions,
    output: &'a Output<'a>,
    library: &'a Libc,
    clock: RunClock,
    sources: &'a Sources,
    units: &'a [Unit],
    /// Which functions are which units.
    by_name: HashMap<FunctionName, usize>,
    /// The files as they were before they were compiled.
    explored: Arc<ExploredFiles>,
    loading: Loading,
    scratch: Scratch,
}

impl Run<'_> {
    fn execute(
        &self,
        out: OutFolder,
        code: Code,
        mut progress: Progress,
    ) -> Result<ExitStatus, Failure> {
        let spelling = Spelling::new(&self.options.out).map_err(Failure::no_room)?;
        let records = self.begin(out, &code)?;
        let folder = records.files.clone();
        let builder = PlaceBuilder {
            translations: &self.sources.translations,
            scans: &code.scans,
            spelling: &spelling,
            out: &folder,
            scratch: self.scratch.path(),
            objects: Arc::default(),
            missing: Missing::default(),
            search: &self.clock.search,
        };
        let groups = hosts::connected(code.groups(self.sources));
        let hosts = Hosts::new(&code.scans, &groups);
        let mut suite = Suite::new(records, &hosts, &builder, &self.by_name);
        let mut validator = self.validator();
        let sides =
            self.search(groups, code.program, &builder, &mut suite, &mut validator, &mut progress)?;
        self.conclude(&mut suite, &mut validator, &sides, &mut progress);
        self.finish(&suite)
    }

    /// The folder of results becomes this run's, with what lies beside the tests.
    fn begin(&self, out: OutFolder, code: &Code) -> Result<Records, Failure> {
        let mut report =
            record::first_report(self.options, self.sources, self.units, &code.refused);
        note_old_c(&mut report.units, self.units, 0, &code.scans);
        let folders = [TESTS, ERRORS, WARNINGS, CANDIDATES];
        let records = Records::begin(out, &folders, report, &self.clock)?;
        let folder = &records.files;
        if !self.output.quiet {
            folder.say_kept();
        }
        let laid = test_places::lay_out(folder).and_then(|()| suite::write_makefile(folder, &[]));
        laid.map_err(Failure::cannot_write)?;
        Ok(records)
    }

    /// What judges tests, until there is only time left to measure them.
    fn validator(&self) -> Validator {
        let (files, scratch) = (Arc::clone(&self.explored), self.scratch.path().to_path_buf());
        let end = self.clock.begun + self.options.bounds().time.0 * JUDGING / 100;
        Validator::start(scratch, &self.clock.alarm.at(end), files)
    }

    /// Looks for sequences until everything is looked at or time is over; how many sides of branches units have.
    fn search(
        &self,
        groups: Vec<Group>,
        program: Option<Program>,
        builder: &PlaceBuilder<'_>,
        suite: &mut Suite<'_>,
        validator: &mut Validator,
        progress: &mut Progress,
    ) -> Result<Vec<u64>, Failure> {
        let loader = Loader {
            translations: builder.translations,
            scans: builder.scans,
            scratch: builder.scratch,
            loading: &self.loading,
        };
        let bounds = self.options.bounds();
        let mut programs = Programs {
            run: self,
            loader: &loader,
            builder,
            solving: &Solving::new(&self.options.solving, &bounds, self.options.seed),
            bounds: bounds.for_engine(Revisits::WithChoice(u32::MAX)),
            suite,
            validator,
            progress,
            left: self.units.len(),
            sides: vec![0; self.units.len()],
            before: 0,
        };
        let searched = programs.search(groups, program);
        let sides = programs.sides;
        let why = match searched {
            Ok(()) => self.clock.why_over(),
            Err(Stumble::Write(error)) => {
                suite.suspects.records.wrote(Err(error));
                Incomplete::Disk
            }
            Err(Stumble::Other(failure)) => return Err(failure),
        };
        for unit in suite.suspects.records.report.units.iter_mut().take(self.units.len()) {
            resolved::not_reached(unit, why);
        }
        Ok(sides)
    }

    /// Waits for the validator to judge what is left, measures the suite, and says what is left to say.
    fn conclude(
        &self,
        suite: &mut Suite<'_>,
        validator: &mut Validator,
        sides: &[u64],
        progress: &mut Progress,
    ) {
        progress.say("running tests natively");
        let judged = self.judge(suite, validator);
        suite.suspects.records.wrote(judged);
        suite.suspects.records.save_last();
        record::covered(suite, self.units, sides);
        let mut notes = suite.remarks();
        let is_written = suite.suspects.records.unwritten.is_none();
        if is_written && !self.options.no_coverage && suite.drafts.passed() > 0 {
            progress.say("measuring what the tests cover");
            notes.extend(self.measure(suite));
        }
        notes.truncate(MOST_NOTES);
        let report = &mut suite.suspects.records.report;
        report.notes = notes;
        report.changed_sources = self.explored.changed_names();
        suite.suspects.records.save_last();
        progress.clear();
    }

    fn judge(&self, suite: &mut Suite<'_>, validator: &mut Validator) -> io::Result<()> {
        validator.run_in_parallel(self.options.workers());
        let mut record = |validator: &mut Validator, judgement| suite.judged(judgement, validator);
        let judged = validator::wait(validator, &mut record);
        judged.and(suite.close())
    }

    /// Shows what was found, and says how the command ends.
    fn finish(&self, suite: &Suite<'_>) -> Result<ExitStatus, Failure> {
        let allowed = self.options.allow_not_judged;
        ending::finish(&suite.suspects, self.output, &self.clock, allowed, FailOn::Any)
    }

    /// A worker does not come to an end: what was found is judged, measured and written, and the process ends
    /// without it.
    fn leave(
        &self,
        suite: &mut Suite<'_>,
        validator: &mut Validator,
        sides: &[u64],
        progress: &mut Progress,
    ) -> ! {
        let why = self.clock.why_over();
        for unit in suite.suspects.records.report.units.iter_mut().take(self.units.len()) {
            resolved::not_reached(unit, why);
        }
        self.conclude(suite, validator, sides, progress);
        scratch::remove_all();
        self.output.frontend.end_at_once(self.finish(suite))
    }
}
