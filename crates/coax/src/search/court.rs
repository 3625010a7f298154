//! Where possible errors become errors: the test file of each is built and run natively, beside the
//! search, and what the sanitizers saw is compared with what the engine claims.
//!
//! Invariants: every accusation gets exactly one judgement, also when there is no time left for a
//! run; a run that could not be made, or could not have shown the error, refutes nothing; the court
//! touches no results, it only reads the test files it is given.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use coax_deadline::Deadline;
use coax_native::judge::{
    self, BuildError, Claim, Flavour, Limits, Outcome, Silence, Tool, Way, Workshop, kind,
};
use coax_report::{Need, NotJudged, Verdict, Warning};

use super::explored_files::ExploredFiles;
use crate::links::is_unspeakable;

/// Tests that are built together,
const MOST_TOGETHER: usize = 1000;

/// and of those that run until their time is over.
const FEW_TOGETHER: usize = 2;

/// What one native run may take.
pub const LIMITS: Limits =
    Limits { time: Duration::from_secs(10), memory: 1 << 30, output: 8 << 20, file_size: 64 << 20 };

/// A test that is said to fail.
#[derive(Debug, Clone)]
pub struct Accusation {
    /// Whose it is; handed back with the judgement.
    pub id: usize,
    /// The test file, absolute.
    pub file: PathBuf,
    /// Where it is built.
    pub workshop: Arc<Workshop>,
    /// The error kind.
    pub kind: String,
    /// Where it is said to happen.
    pub line: Option<(String, u32)>,
    /// In which function.
    pub function: Option<String>,
    /// The calls that lead there.
    pub calls: Vec<(String, u32)>,
    /// Has somebody been accused of the same at the same place, with another test? Those come last.
    pub repeated: bool,
    /// What it needs: of the others, those that need least are judged first.
    pub need: Need,
}

impl Accusation {
    /// Is the whole time of a run needed to see it?
    fn takes_long(&self) -> bool {
        self.kind == kind::NO_TERMINATION
    }

    /// The accusation that a warning makes, whose test lies in `folder`; none if it has no test.
    pub fn of(
        warning: &Warning,
        id: usize,
        folder: &Path,
        workshop: &Arc<Workshop>,
    ) -> Option<Accusation> {
        let file = folder.join(warning.test.as_ref()?);
        Some(Accusation {
            id,
            file: std::path::absolute(&file).unwrap_or(file),
            workshop: Arc::clone(workshop),
            kind: warning.kind.clone(),
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
        })
    }
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    pub id: usize,
    /// What the run showed, or why there was none.
    pub verdict: Verdict,
}

/// Why tests could not be run together.
enum Trouble {
    /// They, or the program, cannot be built.
    Build(BuildError),
    /// They cannot be run.
    Run(io::Error),
}

impl Trouble {
    /// Is the disk full? Then fewer tests at a time have no better chance.
    fn is_no_space(&self) -> bool {
        match self {
            Trouble::Build(error) => is_no_space(&error.stderr),
            Trouble::Run(error) => error.kind() == io::ErrorKind::StorageFull,
        }
    }

    /// What it means for a test.
    fn verdict(&self) -> Verdict {
        let (why, words) = match self {
            _ if self.is_no_space() => {
                let folder = std::env::temp_dir();
                (NotJudged::NoSpace, format!("no space is left in {}", folder.display()))
            }
            Trouble::Build(error) => (NotJudged::CannotBuild, not_built(error)),
            Trouble::Run(error) => (NotJudged::CannotRun, error.to_string()),
        };
        Verdict::NotJudged(why, format!("not run natively: {words}"))
    }
}

/// Does a tool say that the disk is full?
pub fn is_no_space(said: &str) -> bool {
    ["No space left on device", "Disk quota exceeded"].iter().any(|words| said.contains(words))
}

/// The court: one thread with a queue.
pub struct Court {
    accusations: Option<Sender<Accusation>>,
    judgements: Receiver<Judgement>,
    adjourned: Arc<AtomicBool>,
    deadline: Deadline,
    hands: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
    /// Accusations without a judgement.
    open: BTreeSet<usize>,
}

impl Court {
    /// Opens; batches of tests are written to `scratch`. At `deadline`, builds and runs are stopped.
    /// What is in a file that is not any more what it was when `files` were read is not judged.
    pub fn open(scratch: PathBuf, deadline: &Deadline, files: Arc<ExploredFiles>) -> Court {
        let (accusations, queue) = mpsc::channel();
        let (verdicts, judgements) = mpsc::channel();
        let (adjourned, hands) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(1)));
        let bench = Bench {
            scratch,
            deadline: deadline.clone(),
            adjourned: Arc::clone(&adjourned),
            hands: Arc::clone(&hands),
            verdicts,
            files,
            batches: 0,
        };
        let thread = std::thread::spawn(move || bench.sit(&queue));
        Court {
            accusations: Some(accusations),
            judgements,
            adjourned,
            deadline: deadline.clone(),
            hands,
            thread: Some(thread),
            open: BTreeSet::new(),
        }
    }

    /// From now on so many tests may run at a time: the search is over.
    pub fn all_hands(&self, hands: usize) {
        self.hands.store(hands, Ordering::Relaxed);
    }

    /// Hands in an accusation.
    pub fn accuse(&mut self, accusation: Option<Accusation>) {
        let Some(accusation) = accusation else { return };
        self.open.insert(accusation.id);
        if let Some(queue) = &self.accusations {
            // A court that is gone has panicked: what is open is judged to be so.
            let _ = queue.send(accusation);
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
                let words = "not run natively: the judge panicked".to_owned();
                Some(Judgement { id, verdict: Verdict::NotJudged(NotJudged::Defect, words) })
            }
        }
    }

    /// Will nothing more be run?
    pub fn is_adjourned(&self) -> bool {
        self.adjourned.load(Ordering::Relaxed)
    }

    /// No more runs: what is open is judged "not run".
    pub fn adjourn(&self) {
        self.adjourned.store(true, Ordering::Relaxed);
    }
}

impl Drop for Court {
    fn drop(&mut self) {
        self.adjourn();
        self.accusations.take();
        if let Some(thread) = self.thread.take() {
            // A panic of the court was printed, and its judgements are missing: nothing to add.
            let _ = thread.join();
        }
    }
}

/// Takes the first accusation out, with those that can be judged by the same build, in their order.
fn together(waiting: &mut Vec<Accusation>) -> Vec<Accusation> {
    let (means, workshop) = (flavours(&waiting[0].kind), Arc::clone(&waiting[0].workshop));
    let takes_long = waiting[0].takes_long();
    let most = if takes_long { FEW_TOGETHER } else { MOST_TOGETHER };
    let (mut cases, mut others) = (Vec::new(), Vec::new());
    for case in waiting.drain(..) {
        let fits = Arc::ptr_eq(&case.workshop, &workshop)
            && flavours(&case.kind) == means
            && case.takes_long() == takes_long;
        if fits && cases.len() < most {
            cases.push(case);
        } else {
            others.push(case);
        }
    }
    *waiting = others;
    cases
}

/// Who judges.
struct Bench {
    scratch: PathBuf,
    deadline: Deadline,
    adjourned: Arc<AtomicBool>,
    hands: Arc<AtomicUsize>,
    verdicts: Sender<Judgement>,
    files: Arc<ExploredFiles>,
    batches: usize,
}

impl Bench {
    fn sit(mut self, queue: &Receiver<Accusation>) {
        let mut waiting: Vec<Accusation> = Vec::new();
        loop {
            if waiting.is_empty() {
                let Ok(first) = queue.recv() else { return };
                waiting.push(first);
            }
            waiting.extend(queue.try_iter());
            waiting.sort_by_key(|case| (case.takes_long(), case.repeated, case.need));
            let cases = together(&mut waiting);
            self.judge(flavours(&cases[0].kind), cases);
        }
    }

    /// Says whether builds and runs are to be stopped.
    fn stop(&self) -> impl Fn() -> bool + Sync + use<> {
        let (adjourned, deadline) = (Arc::clone(&self.adjourned), self.deadline.clone());
        move || adjourned.load(Ordering::Relaxed) || deadline.is_over()
    }

    fn is_over(&self) -> bool {
        self.stop()()
    }

    /// Judges by one means after the other, until one confirms. What one of them could not judge is
    /// not refuted by the others.
    fn judge(&mut self, means: &[Flavour], mut cases: Vec<Accusation>) {
        let mut so_far: BTreeMap<usize, Verdict> = BTreeMap::new();
        for &flavour in means {
            for Judgement { id, verdict } in self.judge_together(flavour, &cases) {
                let merged = match so_far.remove(&id) {
                    Some(earlier) => earlier.or(verdict),
                    None => verdict,
                };
                so_far.insert(id, merged);
            }
            let is_open = |case: &Accusation| {
                so_far.get(&case.id).is_none_or(|verdict| !verdict.is_confirmed())
            };
            cases.retain(is_open);
            if cases.is_empty() {
                break;
            }
        }
        for (id, verdict) in so_far {
            self.say(Judgement { id, verdict });
        }
    }

    /// Judges in the best way there is.
    fn judge_together(&mut self, flavour: Flavour, cases: &[Accusation]) -> Vec<Judgement> {
        match cases.first() {
            Some(first) if !self.is_over() => {
                let way = first.workshop.way(flavour, &self.stop());
                self.judge_in(way, flavour, cases)
            }
            _ => no_time(cases),
        }
    }

    /// Builds all, runs each. If they cannot be built, those that the compiler complains about are
    /// left out; if it names none, one of them is to blame all the same: in smaller parts. What the
    /// parts of a source do not build, the whole may.
    fn judge_in(&mut self, way: Way, flavour: Flavour, cases: &[Accusation]) -> Vec<Judgement> {
        if cases.is_empty() || self.is_over() {
            return no_time(cases);
        }
        let trouble = match self.run(way, flavour, cases) {
            Ok(judgements) => return judgements,
            Err(_) if self.is_over() => return no_time(cases),
            Err(trouble) if trouble.is_no_space() => return all(cases, &trouble.verdict()),
            Err(trouble) => trouble,
        };
        let (blamed, innocent): (Vec<_>, Vec<_>) =
            cases.iter().cloned().partition(|case| is_blamed(&trouble, &case.file));
        match (way, cases) {
            (Way::Parts, _) if blamed.is_empty() => self.judge_in(Way::Whole, flavour, cases),
            (Way::Parts, _) => {
                let mut judgements = self.judge_in(Way::Parts, flavour, &innocent);
                judgements.extend(self.judge_in(Way::Whole, flavour, &blamed));
                judgements
            }
            (Way::Whole, [_]) => all(cases, &trouble.verdict()),
            (Way::Whole, _) if blamed.is_empty() => {
                let (some, others) = cases.split_at(cases.len() / 2);
                let mut judgements = self.judge_in(way, flavour, some);
                judgements.extend(self.judge_in(way, flavour, others));
                judgements
            }
            (Way::Whole, _) => {
                let judged = |case: &Accusation| {
                    all(std::slice::from_ref(case), &about(&trouble, &case.file).verdict())
                };
                let mut judgements: Vec<Judgement> = blamed.iter().flat_map(judged).collect();
                judgements.extend(self.judge_in(way, flavour, &innocent));
                judgements
            }
        }
    }

    /// Runs all. What was built from a source that has changed is not judged.
    fn run(
        &mut self,
        way: Way,
        flavour: Flavour,
        cases: &[Accusation],
    ) -> Result<Vec<Judgement>, Trouble> {
        self.batches += 1;
        let name = format!("errors_{}", self.batches);
        let unit = batch_file(&self.scratch, &name, cases.iter().map(|case| &*case.file));
        let (unit, workshop) = (unit.map_err(Trouble::Run)?, &cases[0].workshop);
        let stop = self.stop();
        let built = workshop.build_batch(&unit, flavour, way, &stop);
        if let Some(changed) = self.files.changed(workshop.files_read(&stop)) {
            return Ok(all(cases, &source_changed(&changed)));
        }
        let binary = built.map_err(Trouble::Build)?;
        let mut judged: BTreeMap<usize, Judgement> = BTreeMap::new();
        let mut each = |index: usize, outcome: Outcome| {
            judged.insert(index, judgement(&cases[index], &outcome));
            ControlFlow::Continue(())
        };
        let numbers: Vec<usize> = (0..cases.len()).collect();
        let takes_long = cases.iter().all(Accusation::takes_long);
        let hands = self.hands.load(Ordering::Relaxed);
        let hands = if takes_long { hands.max(FEW_TOGETHER) } else { hands };
        let ran = judge::run_batch_unless(&stop, &binary, &numbers, hands, &LIMITS, &mut each);
        binary.discard();
        ran.map_err(Trouble::Run)?;
        let of = |index: usize| judged.remove(&index).unwrap_or_else(|| late(&cases[index]));
        Ok(numbers.into_iter().map(of).collect())
    }

    fn say(&self, judgement: Judgement) {
        // Nobody waits for it any more: then nobody needs it.
        let _ = self.verdicts.send(judgement);
    }
}

/// The same verdict for all of them.
fn all(cases: &[Accusation], verdict: &Verdict) -> Vec<Judgement> {
    cases.iter().map(|case| Judgement { id: case.id, verdict: verdict.clone() }).collect()
}

fn no_time(cases: &[Accusation]) -> Vec<Judgement> {
    cases.iter().map(late).collect()
}

fn late(case: &Accusation) -> Judgement {
    Judgement { id: case.id, verdict: out_of_time() }
}

/// There was no time for a run.
pub fn out_of_time() -> Verdict {
    Verdict::NotJudged(NotJudged::NoTime, "not run natively: there was no time".into())
}

fn source_changed(file: &Path) -> Verdict {
    let words = format!("not run natively: {} changed during the run", file.display());
    Verdict::NotJudged(NotJudged::SourceChanged, words)
}

/// Which builds can show an error of a kind, the likeliest first.
pub fn flavours(of: &str) -> &'static [Flavour] {
    match of {
        kind::UNINITIALIZED_READ => &[Flavour::Memory, Flavour::MemoryEager],
        _ => &[Flavour::Sanitized],
    }
}

/// The first lines of what a compiler said.
pub fn not_built(error: &BuildError) -> String {
    let said: Vec<_> = error.stderr.lines().take(3).collect();
    format!("it cannot be built: {}", said.join(" / "))
}

/// Does the compiler complain about this very file?
fn is_blamed(trouble: &Trouble, file: &Path) -> bool {
    let Trouble::Build(error) = trouble else { return false };
    let place = format!("{}:", file.display());
    error.stderr.lines().any(|line| line.starts_with(&place) && line.contains("error:"))
}

/// What it says about this file.
fn about(trouble: &Trouble, file: &Path) -> Trouble {
    let Trouble::Build(error) = trouble else { unreachable!("nobody else is blamed") };
    let place = format!("{}:", file.display());
    let said = error.stderr.lines().skip_while(|line| !line.starts_with(&place));
    let stderr = said.take(3).collect::<Vec<_>>().join("\n");
    Trouble::Build(BuildError { command: error.command.clone(), stderr })
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

fn judgement(case: &Accusation, outcome: &Outcome) -> Judgement {
    let line = case.line.as_ref().map(|(file, line)| (file.as_str(), *line));
    let calls: Vec<(&str, u32)> =
        case.calls.iter().map(|(file, line)| (file.as_str(), *line)).collect();
    let function = case.function.as_deref();
    let test = Some(&*case.file);
    let claim = Claim { kind: &case.kind, line, function, calls: &calls, test };
    Judgement { id: case.id, verdict: verdict(&claim, outcome) }
}

/// What a run says about a claim, in the words of the report.
fn verdict(claim: &Claim<'_>, outcome: &Outcome) -> Verdict {
    match judge::confirms(claim, outcome) {
        judge::Verdict::Confirmed(index) => {
            let finding = &outcome.findings[index];
            let kind = finding.kind.filter(|kind| *kind != claim.kind);
            let other = kind.map(|kind| format!(" ({kind}; predicted was {})", claim.kind));
            let said = format!("{}: {}", tool(finding.tool), finding.words);
            let native = said + &other.unwrap_or_default();
            Verdict::Confirmed { native, kind: kind.map(str::to_owned) }
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

/// Waits for the judgements, until the court's deadline.
pub fn wait(court: &mut Court, each: &mut dyn FnMut(&mut Court, Judgement)) {
    const GLANCE: Duration = Duration::from_millis(50);
    while !court.is_done() {
        if court.deadline.is_over() {
            court.adjourn();
        }
        if let Some(judgement) = court.judgement(GLANCE) {
            each(court, judgement);
        }
    }
}
