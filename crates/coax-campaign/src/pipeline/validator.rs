//! Validates what the engine says of tests: the file of each is built and run natively, beside the
//! search, and what the sanitizers saw is compared with the error that the engine claims, or with its claim that
//! there is none.
//!
//! Invariants: every candidate gets exactly one judgement, also when there is no time left for a
//! run, and also if judging panics; a run that could not be made, or could not have shown the error,
//! refutes nothing; the validator touches no results, it only reads the test files it is given.

mod gathering;
mod native;
mod thread;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use coax_deadline::Deadline;
use coax_kinds::{Assumption, ErrorKind, Word};
use coax_native::judge::{
    self, BuildError, Claim, Flavour, Limits, NativeRun, Silence, Tool, Workshop,
};
use coax_report::{NotJudged, Verdict, Warning};

use self::native::NativeRuns;
use self::thread::{Session, ValidatorThread};
use super::divergence;
use super::explored_files::ExploredFiles;
use crate::links::is_unspeakable;

/// What one native run may take.
pub const LIMITS: Limits =
    Limits { time: Duration::from_secs(10), memory: 1 << 30, output: 8 << 20, file_size: 64 << 20 };

/// A test that is said to fail, or to do well.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Whose it is; handed back with the judgement.
    pub id: usize,
    /// The test file, absolute.
    pub file: PathBuf,
    /// Where it is built.
    pub workshop: Arc<Workshop>,
    /// The error kind; none of a test that is said to end as it states itself, without an error.
    pub kind: Option<ErrorKind>,
    /// Where it is said to happen.
    pub line: Option<(String, u32)>,
    /// In which function.
    pub function: Option<String>,
    /// The calls that lead there.
    pub calls: Vec<(String, u32)>,
    /// Is there an candidate of the same kind at the same place, with another test? Those come last.
    pub repeated: bool,
    /// What it needs: of the others, those that need least are judged first.
    pub need: Option<Assumption>,
    /// Is it behind another error, so that a run must go on to show it?
    pub is_behind: bool,
}

impl Candidate {
    /// Is the whole time of a run needed to see it?
    fn takes_long(&self) -> bool {
        self.kind == Some(ErrorKind::NoTermination)
    }

    /// Which builds can show it, the likeliest first.
    fn flavours(&self) -> &'static [Flavour] {
        match flavours(self.kind) {
            [Flavour::Sanitized] if self.is_behind => &[Flavour::GoingOn],
            flavours => flavours,
        }
    }

    /// A test at this absolute path that is said to do well.
    pub fn passing(id: usize, file: PathBuf, workshop: &Arc<Workshop>) -> Candidate {
        Candidate {
            id,
            file,
            workshop: Arc::clone(workshop),
            kind: None,
            line: None,
            function: None,
            calls: Vec::new(),
            repeated: false,
            need: None,
            is_behind: false,
        }
    }

    /// The candidate that a warning makes, whose test lies in `folder`; none if it has no test
    /// or its kind is not known.
    pub fn of(
        warning: &Warning,
        id: usize,
        folder: &Path,
        workshop: &Arc<Workshop>,
    ) -> Option<Candidate> {
        let file = folder.join(warning.test.as_ref()?);
        Some(Candidate {
            id,
            file: std::path::absolute(&file).unwrap_or(file),
            workshop: Arc::clone(workshop),
            kind: Some(warning.kind.known()?),
            line: (warning.line > 0).then(|| (warning.file.clone(), warning.line)),
            function: warning.trace.first().map(|frame| frame.function.clone()),
            calls: warning
                .trace
                .iter()
                .skip(1)
                .map(|call| (call.file.clone(), call.line))
                .collect(),
            repeated: false,
            need: warning.need(),
            is_behind: !warning.after.is_empty(),
        })
    }
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    pub id: usize,
    /// What the run showed, or why there was none.
    pub verdict: Verdict,
    /// How far the run went.
    pub ran: Ran,
}

/// How far a native run went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ran {
    /// To its end, or there was none.
    Whole,
    /// A sanitizer ended it at another error than the claimed one.
    StoppedElsewhere,
    /// It was made to go on after other errors.
    WentOn,
}

/// The validator: one thread with a queue.
pub struct Validator {
    candidates: Option<Sender<Candidate>>,
    judgements: Receiver<Judgement>,
    stopped: Arc<AtomicBool>,
    searching: Arc<AtomicBool>,
    deadline: Deadline,
    parallel: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
    /// Candidates without a judgement.
    open: BTreeSet<usize>,
}

impl Validator {
    /// Starts the thread; batches of tests are written to `scratch`. At `deadline`, builds and runs are stopped.
    /// What is in a file that is not any more what it was when `files` were read is not judged.
    pub fn start(scratch: PathBuf, deadline: &Deadline, files: Arc<ExploredFiles>) -> Validator {
        let (candidates, queue) = mpsc::channel();
        let (verdicts, judgements) = mpsc::channel();
        let (stopped, parallel) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(1)));
        let searching = Arc::new(AtomicBool::new(true));
        let session = Session {
            stopped: Arc::clone(&stopped),
            searching: Arc::clone(&searching),
            deadline: deadline.clone(),
        };
        let runs = NativeRuns::new(scratch, session.clone(), Arc::clone(&parallel), files);
        let thread = ValidatorThread::new(Box::new(runs), session, verdicts);
        let thread = std::thread::spawn(move || thread.run(&queue));
        Validator {
            candidates: Some(candidates),
            judgements,
            stopped,
            searching,
            deadline: deadline.clone(),
            parallel,
            thread: Some(thread),
            open: BTreeSet::new(),
        }
    }

    /// From now on so many tests may run at a time: the search is over.
    pub fn run_in_parallel(&self, parallel: usize) {
        self.parallel.store(parallel, Ordering::Relaxed);
    }

    /// Hands in an candidate.
    pub fn submit(&mut self, candidate: Option<Candidate>) {
        let Some(candidate) = candidate else { return };
        self.open.insert(candidate.id);
        if let Some(queue) = &self.candidates {
            // A validator that is gone has panicked: what is open is judged to be so.
            let _ = queue.send(candidate);
        }
    }

    /// Is everything judged?
    pub fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// The next judgement, if there is one within `patience`.
    pub fn judgement(&mut self, patience: Duration) -> Option<Judgement> {
        if self.is_done() {
            return None;
        }
        match self.judgements.recv_timeout(patience) {
            Ok(judgement) => {
                self.open.remove(&judgement.id);
                Some(judgement)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                let id = self.open.pop_first()?;
                Some(Judgement { id, verdict: panicked(), ran: Ran::Whole })
            }
        }
    }

    /// Will nothing more be run?
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// No more runs: what is open is judged "not run".
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

impl Drop for Validator {
    fn drop(&mut self) {
        self.stop();
        self.candidates.take();
        if let Some(thread) = self.thread.take() {
            // A panic of the validator was printed, and its judgements are missing: nothing to add.
            let _ = thread.join();
        }
    }
}

/// A defect of ours kept it from being judged.
fn panicked() -> Verdict {
    Verdict::NotJudged(NotJudged::Defect, "not judged: a panic while it was judged".into())
}

/// The defect of ours that kept something from being judged, if there was one.
pub fn defect(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::NotJudged(NotJudged::Defect, words) => Some(words.clone()),
        _ => None,
    }
}

/// There was no time for a run.
pub fn out_of_time() -> Verdict {
    Verdict::NotJudged(NotJudged::NoTime, "not run natively: there was no time".into())
}

/// Which builds can show an error of a kind, the likeliest first.
pub fn flavours(kind: impl Into<Option<ErrorKind>>) -> &'static [Flavour] {
    match kind.into() {
        Some(ErrorKind::UninitializedRead) => &[Flavour::Memory, Flavour::MemoryEager],
        _ => &[Flavour::Sanitized],
    }
}

/// The first lines of what a compiler said.
pub fn not_built(error: &BuildError) -> String {
    let said: Vec<_> = error.stderr.lines().take(3).collect();
    format!("it cannot be built: {}", said.join(" / "))
}

/// A test as a batch includes it: by a link to its folder, if that has a name which cannot be written.
fn included<'f>(
    scratch: &Path,
    batch: &str,
    file: &'f Path,
    folders: &mut BTreeMap<&'f Path, PathBuf>,
) -> io::Result<String> {
    let (Some(folder), Some(name)) =
        (file.parent().filter(|_| is_unspeakable(file)), file.file_name())
    else {
        return Ok(file.to_string_lossy().into_owned());
    };
    let number = folders.len();
    if !folders.contains_key(folder) {
        let link = scratch.join(format!("{batch}_tests_{number}"));
        std::os::unix::fs::symlink(folder, &link)?;
        folders.insert(folder, link);
    }
    Ok(folders[folder].join(name).to_string_lossy().into_owned())
}

/// Writes the translation unit of a batch.
pub fn batch_file<'f>(
    scratch: &Path,
    name: &str,
    files: impl Iterator<Item = &'f Path>,
) -> io::Result<PathBuf> {
    let mut folders = BTreeMap::new();
    let files: io::Result<Vec<String>> =
        files.map(|file| included(scratch, name, file, &mut folders)).collect();
    let files = files?;
    let extension = files.first().and_then(|file| file.rsplit_once('.')).map_or("c", |(_, e)| e);
    let unit = scratch.join(format!("{name}.{extension}"));
    std::fs::write(&unit, coax_suite::batch(&files))?;
    Ok(unit)
}

/// What a run says about a claim, in the words of the report.
fn verdict(claim: &Claim<'_>, outcome: &NativeRun) -> Verdict {
    match judge::confirms(claim, outcome) {
        judge::Verdict::Confirmed(index) => {
            let finding = &outcome.findings[index];
            let kind = finding.kind.filter(|kind| Some(*kind) != claim.kind);
            let other = kind.zip(claim.kind);
            let other = other.map(|(kind, claimed)| format!(" ({kind}; predicted was {claimed})"));
            let said = format!("{}: {}", tool(finding.tool), finding.words);
            let native = said + &other.unwrap_or_default();
            Verdict::Confirmed { native, kind: kind.map(Word::Known) }
        }
        judge::Verdict::OtherFailure { words, place, .. } => Verdict::Refuted(match place {
            Some(place) => {
                format!("failed in another way: {words} at {}:{}", place.file, place.line)
            }
            None => format!("failed in another way: {words}"),
        }),
        judge::Verdict::NothingHappened => Verdict::Refuted("the native run did not fail".into()),
        judge::Verdict::CannotTell(silence) => {
            Verdict::NotJudged(reason(silence), silence.words().into())
        }
    }
}

/// What a run says about the claim that a test does well.
fn passes(outcome: &NativeRun) -> Verdict {
    match (verdict(&Claim::default(), outcome), divergence::divergence(outcome)) {
        (Verdict::Refuted(_), None) if outcome.findings.is_empty() => {
            Verdict::Confirmed { native: "it passed".into(), kind: None }
        }
        (Verdict::Refuted(_), Some(what)) if outcome.findings.is_empty() => Verdict::Refuted(what),
        (other, _) => other,
    }
}

fn reason(silence: Silence) -> NotJudged {
    match silence {
        Silence::LeaksUnknown => NotJudged::LeaksUnknown,
        Silence::TimeLimit => NotJudged::TimeLimit,
        Silence::MemoryLimit => NotJudged::MemoryLimit,
        Silence::OutputLimit => NotJudged::OutputLimit,
        Silence::Waiting => NotJudged::TimeLimit,
        Silence::AssumedAway => NotJudged::AssumedAway,
        Silence::Diverged => NotJudged::Diverged,
        Silence::NoReport => NotJudged::NoReport,
    }
}

fn tool(tool: Tool) -> &'static str {
    match tool {
        Tool::Address => "AddressSanitizer",
        Tool::Undefined => "UndefinedBehaviorSanitizer",
        Tool::Leak => "LeakSanitizer",
        Tool::Memory => "MemorySanitizer",
        Tool::Valgrind => "valgrind",
        Tool::Libc => "the C library",
        Tool::Cxx => "the C++ runtime",
        Tool::Signal => "the operating system",
        Tool::Clock => "the clock",
    }
}

/// Waits for the judgements, until the validator's deadline: the search is over. All are recorded, also
/// if one cannot be written; the first reason is given back.
pub fn wait(
    validator: &mut Validator,
    record: &mut dyn FnMut(&mut Validator, Judgement) -> io::Result<()>,
) -> io::Result<()> {
    const GLANCE: Duration = Duration::from_millis(50);
    validator.searching.store(false, Ordering::Relaxed);
    let mut recorded = Ok(());
    while !validator.is_done() {
        if validator.deadline.is_over() {
            validator.stop();
        }
        if let Some(judgement) = validator.judgement(GLANCE) {
            recorded = recorded.and(record(validator, judgement));
        }
    }
    recorded
}
