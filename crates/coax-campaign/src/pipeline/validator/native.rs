//! Native runs of tests: built together, run one by one.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use coax_kinds::ErrorKind;
use coax_native::judge::{self, BuildError, Claim, Flavour, NativeRun, Tool, Way};
use coax_report::{NotJudged, Verdict};
use coax_workplace::full_disk::is_no_space;

use super::thread::{FEW_TOGETHER, Runs, Session, all};
use super::{
    Candidate, ExploredFiles, Judgement, LIMITS, Ran, batch_file, not_built, passes, verdict,
};

/// Why tests could not be run together.
pub enum Trouble {
    /// They, or the program, cannot be built.
    Build(BuildError),
    /// They cannot be run.
    Run(io::Error),
}

impl Trouble {
    /// Is the disk full? Then fewer tests at a time have no better chance.
    pub fn is_no_space(&self) -> bool {
        match self {
            Trouble::Build(error) => is_no_space(&error.stderr),
            Trouble::Run(error) => error.kind() == io::ErrorKind::StorageFull,
        }
    }

    /// What it means for a test.
    pub fn verdict(&self) -> Verdict {
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

    /// Does the compiler complain about this very file?
    pub fn is_about(&self, file: &Path) -> bool {
        let Trouble::Build(error) = self else { return false };
        let place = format!("{}:", file.display());
        error.stderr.lines().any(|line| line.starts_with(&place) && line.contains("error:"))
    }

    /// What is said about this file.
    pub fn with(&self, file: &Path) -> Verdict {
        let Trouble::Build(error) = self else { return self.verdict() };
        let place = format!("{}:", file.display());
        let said = error.stderr.lines().skip_while(|line| !line.starts_with(&place));
        let stderr = said.take(3).collect::<Vec<_>>().join("\n");
        Trouble::Build(BuildError { command: error.command.clone(), stderr }).verdict()
    }
}

/// Builds and runs.
pub struct NativeRuns {
    scratch: PathBuf,
    session: Session,
    parallel: Arc<AtomicUsize>,
    files: Arc<ExploredFiles>,
    batches: usize,
}

impl NativeRuns {
    /// Batches of tests are written to `scratch`.
    pub fn new(
        scratch: PathBuf,
        session: Session,
        parallel: Arc<AtomicUsize>,
        files: Arc<ExploredFiles>,
    ) -> NativeRuns {
        NativeRuns { scratch, session, parallel, files, batches: 0 }
    }

    /// How many tests run at a time.
    fn parallel(&self, cases: &[Candidate]) -> usize {
        let parallel = self.parallel.load(Ordering::Relaxed);
        let takes_long = cases.iter().all(Candidate::takes_long);
        if takes_long { parallel.max(FEW_TOGETHER) } else { parallel }
    }
}

impl Runs for NativeRuns {
    fn way(&mut self, flavour: Flavour, case: &Candidate) -> Way {
        case.workshop.way(flavour, &self.session.should_stop())
    }

    /// What was built from a source that has changed is not judged.
    fn run(
        &mut self,
        way: Way,
        flavour: Flavour,
        cases: &[Candidate],
        judged: &mut Vec<Judgement>,
    ) -> Result<(), Trouble> {
        self.batches += 1;
        let name = format!("errors_{}", self.batches);
        let unit = batch_file(&self.scratch, &name, cases.iter().map(|case| &*case.file));
        let (unit, workshop) = (unit.map_err(Trouble::Run)?, &cases[0].workshop);
        let stop = self.session.should_stop();
        let built = workshop.build_batch(&unit, flavour, way, &stop);
        if let Some(changed) = self.files.changed(workshop.files_read(&stop)) {
            judged.extend(all(cases, &source_changed(&changed)));
            return Ok(());
        }
        let binary = built.map_err(Trouble::Build)?;
        let (numbers, parallel) = ((0..cases.len()).collect::<Vec<_>>(), self.parallel(cases));
        let mut holding = Vec::new();
        let mut each = |index: usize, outcome: NativeRun| {
            match cases[index].kind.is_none() && only_leaks(&outcome) {
                true => holding.push(index),
                false => judged.push(judgement(&cases[index], flavour, &outcome)),
            }
            ControlFlow::Continue(())
        };
        let ran = judge::run_batch_unless(&stop, &binary, &numbers, parallel, &LIMITS, &mut each);
        // What a test still holds when it ends spoils its exit status, but is not its error.
        let binary = binary.ignoring_leaks();
        let mut again = |index: usize, outcome: NativeRun| {
            judged.push(holding_memory(judgement(&cases[index], flavour, &outcome)));
            ControlFlow::Continue(())
        };
        let ran = ran.and_then(|()| match holding.is_empty() {
            true => Ok(()),
            false => {
                judge::run_batch_unless(&stop, &binary, &holding, parallel, &LIMITS, &mut again)
            }
        });
        binary.discard();
        ran.map_err(Trouble::Run)
    }
}

/// Was nothing wrong but that something was lost? That is a claim of its own.
fn only_leaks(outcome: &NativeRun) -> bool {
    let mut tools = outcome.findings.iter().map(|finding| finding.tool);
    !outcome.findings.is_empty() && tools.all(|tool| tool == Tool::Leak)
}

/// A test that passed, but held memory when it ended: that is told.
fn holding_memory(judgement: Judgement) -> Judgement {
    let verdict = match judgement.verdict {
        Verdict::Confirmed { native, .. } => {
            Verdict::Confirmed { native, kind: Some(ErrorKind::MemoryLeak.into()) }
        }
        other => other,
    };
    Judgement { verdict, ..judgement }
}

fn source_changed(file: &Path) -> Verdict {
    let words = format!("not run natively: {} changed during the run", file.display());
    Verdict::NotJudged(NotJudged::SourceChanged, words)
}

/// What a run of a build of this flavour came to.
fn judgement(case: &Candidate, flavour: Flavour, outcome: &NativeRun) -> Judgement {
    let id = case.id;
    if case.kind.is_none() {
        return Judgement { id, verdict: passes(outcome), ran: Ran::Whole };
    }
    let line = case.line.as_ref().map(|(file, line)| (file.as_str(), *line));
    let calls: Vec<(&str, u32)> =
        case.calls.iter().map(|(file, line)| (file.as_str(), *line)).collect();
    let function = case.function.as_deref();
    let test = Some(&*case.file);
    let claim = Claim { kind: case.kind, line, function, calls: &calls, test };
    let verdict = verdict(&claim, outcome);
    let ran = match (flavour, &verdict) {
        (Flavour::GoingOn, _) => Ran::WentOn,
        (Flavour::Sanitized, Verdict::Refuted(_)) if was_stopped(outcome) => Ran::StoppedElsewhere,
        _ => Ran::Whole,
    };
    Judgement { id, verdict, ran }
}

/// Did a sanitizer end a run?
fn was_stopped(outcome: &NativeRun) -> bool {
    let by_sanitizer = |tool| matches!(tool, Tool::Address | Tool::Undefined);
    outcome.findings.first().is_some_and(|finding| by_sanitizer(finding.tool))
}
