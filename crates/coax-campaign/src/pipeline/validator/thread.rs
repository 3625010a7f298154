//! The thread that judges: which candidates are judged together, by which means, and what becomes of
//! them if that fails.
//!
//! Invariant: a panic costs the judgement of the candidate it happened with. What was judged before is
//! kept, and the others are judged all the same.

use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use coax_deadline::Deadline;
use coax_native::judge::{Flavour, Way};
use coax_report::Verdict;

use super::gathering;
use super::native::Trouble;
use super::{Candidate, Judgement, Ran, out_of_time, panicked};

/// Tests that are built together,
const MOST_TOGETHER: usize = 1000;

/// and of those that run until their time is over.
pub const FEW_TOGETHER: usize = 2;

/// After so many panics the fault is not that of single candidates.
const MOST_PANICS: usize = 100;

/// Until when is judged.
#[derive(Clone)]
pub struct Session {
    /// Was it ended before its time?
    pub stopped: Arc<AtomicBool>,
    /// May more be found while tests are built?
    pub searching: Arc<AtomicBool>,
    pub deadline: Deadline,
}

impl Session {
    fn is_over(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.deadline.is_over()
    }

    /// Is something still being searched that may lead to more candidates?
    fn is_searching(&self) -> bool {
        self.searching.load(Ordering::Relaxed) && !self.is_over()
    }

    /// Says whether builds and runs are to be stopped.
    pub fn should_stop(&self) -> impl Fn() -> bool + Sync + use<> {
        let session = self.clone();
        move || session.is_over()
    }
}

/// What builds tests and runs them.
pub trait Runs: Send {
    /// The best way to build the tests that are like this one.
    fn way(&mut self, flavour: Flavour, case: &Candidate) -> Way;

    /// Builds tests together and runs each; judgements are added as runs end. Those that are missing
    /// at the end had no time.
    fn run(
        &mut self,
        way: Way,
        flavour: Flavour,
        cases: &[Candidate],
        judged: &mut Vec<Judgement>,
    ) -> Result<(), Trouble>;
}

/// The thread that judges.
pub struct ValidatorThread {
    runs: Box<dyn Runs>,
    session: Session,
    verdicts: Sender<Judgement>,
    panics: usize,
}

impl ValidatorThread {
    pub fn new(
        runs: Box<dyn Runs>,
        session: Session,
        verdicts: Sender<Judgement>,
    ) -> ValidatorThread {
        ValidatorThread { runs, session, verdicts, panics: 0 }
    }

    /// Judges what comes until nothing more can come.
    pub fn run(mut self, queue: &Receiver<Candidate>) {
        let mut waiting: Vec<Candidate> = Vec::new();
        loop {
            if waiting.is_empty() {
                let Ok(first) = queue.recv() else { return };
                waiting.push(first);
            }
            gathering::extend(&mut waiting, queue, || self.session.is_searching());
            waiting.sort_by_key(|case| (case.takes_long(), case.repeated, case.need));
            let cases = together(&mut waiting);
            self.judge(cases[0].flavours(), cases);
        }
    }

    /// Judges by one means after the other, until one confirms. What one of them could not judge is
    /// not refuted by the others.
    fn judge(&mut self, means: &[Flavour], mut cases: Vec<Candidate>) {
        let mut so_far: BTreeMap<usize, Judgement> = BTreeMap::new();
        for &flavour in means {
            for judgement in self.judge_together(flavour, &cases) {
                let id = judgement.id;
                let merged = match so_far.remove(&id) {
                    Some(earlier) => {
                        Judgement { verdict: earlier.verdict.or(judgement.verdict), ..earlier }
                    }
                    None => judgement,
                };
                so_far.insert(id, merged);
            }
            let is_open = |case: &Candidate| {
                so_far.get(&case.id).is_none_or(|earlier| !earlier.verdict.is_confirmed())
            };
            cases.retain(is_open);
            if cases.is_empty() {
                break;
            }
        }
        self.judge_behind(&cases, &mut so_far);
        so_far.into_values().for_each(|judgement| self.say(judgement));
    }

    /// Where sanitizers stopped at another error first, the claimed one may be behind it: they run again, going on.
    /// That confirms, and refutes nothing more than before.
    fn judge_behind(&mut self, cases: &[Candidate], so_far: &mut BTreeMap<usize, Judgement>) {
        let is_stopped = |case: &&Candidate| {
            so_far.get(&case.id).is_some_and(|judgement| judgement.ran == Ran::StoppedElsewhere)
        };
        let again: Vec<Candidate> = cases.iter().filter(is_stopped).cloned().collect();
        if again.is_empty() {
            return;
        }
        let judged = self.judge_together(Flavour::GoingOn, &again);
        let confirmed = judged.into_iter().filter(|judgement| judgement.verdict.is_confirmed());
        so_far.extend(confirmed.map(|judgement| (judgement.id, judgement)));
    }

    /// Judges in the best way there is.
    fn judge_together(&mut self, flavour: Flavour, cases: &[Candidate]) -> Vec<Judgement> {
        let Some(first) = cases.first().filter(|_| !self.session.is_over()) else {
            return no_time(cases);
        };
        match catch_unwind(AssertUnwindSafe(|| self.runs.way(flavour, first))) {
            Ok(way) => self.judge_in(way, flavour, cases),
            Err(_) => all(cases, &panicked()),
        }
    }

    /// Builds all, runs each.
    fn judge_in(&mut self, way: Way, flavour: Flavour, cases: &[Candidate]) -> Vec<Judgement> {
        if cases.is_empty() || self.session.is_over() {
            return no_time(cases);
        }
        let mut judged = Vec::new();
        let run = || self.runs.run(way, flavour, cases, &mut judged);
        let ran = catch_unwind(AssertUnwindSafe(run));
        let open = without(cases, &judged);
        judged.extend(match ran {
            Ok(Ok(())) => no_time(&open),
            Ok(Err(_)) if self.session.is_over() => no_time(&open),
            Ok(Err(trouble)) => self.after_trouble(way, flavour, &open, &trouble),
            Err(_) => self.after_panic(way, flavour, &open),
        });
        judged
    }

    /// One of them is to blame: in smaller parts, until it is alone.
    fn after_panic(&mut self, way: Way, flavour: Flavour, open: &[Candidate]) -> Vec<Judgement> {
        self.panics += 1;
        match open {
            [] | [_] => all(open, &panicked()),
            _ if self.panics >= MOST_PANICS => all(open, &panicked()),
            _ => self.in_parts(way, flavour, open),
        }
    }

    /// If tests cannot be built, those that the compiler complains about are left out; if it names
    /// none, one of them is to blame all the same: in smaller parts. What the parts of a source do not
    /// build, the whole may.
    fn after_trouble(
        &mut self,
        way: Way,
        flavour: Flavour,
        open: &[Candidate],
        trouble: &Trouble,
    ) -> Vec<Judgement> {
        if trouble.is_no_space() {
            return all(open, &trouble.verdict());
        }
        let (blamed, innocent): (Vec<_>, Vec<_>) =
            open.iter().cloned().partition(|case| trouble.is_about(&case.file));
        match (way, open) {
            (Way::Parts, _) if blamed.is_empty() => self.judge_in(Way::Whole, flavour, open),
            (Way::Parts, _) => {
                let mut judgements = self.judge_in(Way::Parts, flavour, &innocent);
                judgements.extend(self.judge_in(Way::Whole, flavour, &blamed));
                judgements
            }
            (Way::Whole, [_]) => all(open, &trouble.verdict()),
            (Way::Whole, _) if blamed.is_empty() => self.in_parts(way, flavour, open),
            (Way::Whole, _) => {
                let judged = |case: &Candidate| Judgement {
                    id: case.id,
                    verdict: trouble.with(&case.file),
                    ran: Ran::Whole,
                };
                let mut judgements: Vec<Judgement> = blamed.iter().map(judged).collect();
                judgements.extend(self.judge_in(way, flavour, &innocent));
                judgements
            }
        }
    }

    fn in_parts(&mut self, way: Way, flavour: Flavour, cases: &[Candidate]) -> Vec<Judgement> {
        let (some, others) = cases.split_at(cases.len() / 2);
        let mut judgements = self.judge_in(way, flavour, some);
        judgements.extend(self.judge_in(way, flavour, others));
        judgements
    }

    fn say(&self, judgement: Judgement) {
        // The receiver is gone when no judgement is needed any more.
        let _ = self.verdicts.send(judgement);
    }
}

/// Takes the first candidate out, with those that can be judged by the same build, in their order.
fn together(waiting: &mut Vec<Candidate>) -> Vec<Candidate> {
    let (means, workshop) = (waiting[0].flavours(), Arc::clone(&waiting[0].workshop));
    let takes_long = waiting[0].takes_long();
    let most = if takes_long { FEW_TOGETHER } else { MOST_TOGETHER };
    let (mut cases, mut others) = (Vec::new(), Vec::new());
    for case in waiting.drain(..) {
        let fits = Arc::ptr_eq(&case.workshop, &workshop)
            && case.flavours() == means
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

/// The same verdict for all of them.
pub fn all(cases: &[Candidate], verdict: &Verdict) -> Vec<Judgement> {
    let judgement =
        |case: &Candidate| Judgement { id: case.id, verdict: verdict.clone(), ran: Ran::Whole };
    cases.iter().map(judgement).collect()
}

fn no_time(cases: &[Candidate]) -> Vec<Judgement> {
    all(cases, &out_of_time())
}

/// Those that are not judged yet.
fn without(cases: &[Candidate], judged: &[Judgement]) -> Vec<Candidate> {
    let judged: HashSet<usize> = judged.iter().map(|judgement| judgement.id).collect();
    cases.iter().filter(|case| !judged.contains(&case.id)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use coax_kinds::{Assumption, ErrorKind};
    use coax_native::judge::{Subject, Toolchain, Workshop};
    use coax_native::sandbox::Sandbox;
    use coax_report::NotJudged;

    use super::*;

    /// Confirms everything, in order, and panics when it comes to one of these.
    struct PanicsAt(Vec<usize>);

    impl Runs for PanicsAt {
        fn way(&mut self, _: Flavour, _: &Candidate) -> Way {
            Way::Whole
        }

        fn run(
            &mut self,
            _: Way,
            _: Flavour,
            cases: &[Candidate],
            judged: &mut Vec<Judgement>,
        ) -> Result<(), Trouble> {
            for case in cases {
                assert!(!self.0.contains(&case.id), "a panic that a test wants");
                let verdict = Verdict::Confirmed { native: "seen".into(), kind: None };
                judged.push(Judgement { id: case.id, verdict, ran: Ran::Whole });
            }
            Ok(())
        }
    }

    fn candidates(count: usize) -> Vec<Candidate> {
        let folder = tempfile::tempdir().unwrap();
        let subject = Subject {
            sources: Vec::new(),
            cflags: Vec::new(),
            include_dirs: Vec::new(),
            cxx: false,
            toolchain: Toolchain::installed(Sandbox::off()),
        };
        let workshop = Arc::new(Workshop::new(subject, folder.path().join("builds")).unwrap());
        let candidate = |id| Candidate {
            is_behind: false,
            id,
            file: format!("{id}.c").into(),
            workshop: Arc::clone(&workshop),
            kind: Some(ErrorKind::NullDereference),
            line: None,
            function: None,
            calls: Vec::new(),
            repeated: false,
            need: None,
        };
        (0..count).map(candidate).collect()
    }

    /// Those that a validator which panics at some of them does not judge, of so many; all others are
    /// confirmed.
    fn lost(count: usize, panics: &[usize]) -> Vec<usize> {
        let session = Session {
            stopped: Arc::default(),
            searching: Arc::default(),
            deadline: Deadline::never(),
        };
        let ((submit, queue), (verdicts, judgements)) = (mpsc::channel(), mpsc::channel());
        let thread = ValidatorThread::new(Box::new(PanicsAt(panics.to_vec())), session, verdicts);
        candidates(count).into_iter().for_each(|case| submit.send(case).unwrap());
        drop(submit);
        thread.run(&queue);
        let mut all: Vec<Judgement> = judgements.iter().collect();
        all.sort_by_key(|judgement| judgement.id);
        assert_eq!(
            all.iter().map(|one| one.id).collect::<Vec<_>>(),
            (0..count).collect::<Vec<_>>()
        );
        let is_lost = |verdict: &Verdict| match verdict {
            Verdict::Confirmed { .. } => false,
            Verdict::NotJudged(NotJudged::Defect, _) => true,
            other => panic!("{other:?}"),
        };
        all.iter().filter(|one| is_lost(&one.verdict)).map(|one| one.id).collect()
    }

    #[test]
    fn a_panic_costs_the_judgement_it_happened_with_and_no_other() {
        let none: [usize; 0] = [];
        assert_eq!(lost(9, &none), none);
        for at in [0, 4, 8] {
            assert_eq!(lost(9, &[at]), [at]);
        }
        assert_eq!(lost(9, &[0, 1, 7]), [0, 1, 7]);
        assert_eq!(lost(1, &[0]), [0]);
    }

    #[test]
    fn a_judge_that_always_panics_comes_to_an_end() {
        let all: Vec<usize> = (0..300).collect();
        assert_eq!(lost(300, &all), all);
    }

    /// Notes which candidates are built together, in the order in which they are run.
    struct Order(Sender<Vec<usize>>);

    impl Runs for Order {
        fn way(&mut self, _: Flavour, _: &Candidate) -> Way {
            Way::Whole
        }

        fn run(
            &mut self,
            _: Way,
            _: Flavour,
            cases: &[Candidate],
            judged: &mut Vec<Judgement>,
        ) -> Result<(), Trouble> {
            self.0.send(cases.iter().map(|case| case.id).collect()).unwrap();
            judged.extend(all(cases, &Verdict::Refuted("no".into())));
            Ok(())
        }
    }

    #[test]
    fn those_that_need_least_are_judged_first_and_those_that_take_long_last() {
        const LOOP: ErrorKind = ErrorKind::NoTermination;
        const NULL: ErrorKind = ErrorKind::NullDereference;
        let submitted = [
            (LOOP, false, None),
            (NULL, true, None),
            (NULL, false, Some(Assumption::NullArgument)),
            (NULL, false, None),
            (LOOP, true, None),
            (NULL, false, Some(Assumption::Fields)),
            (LOOP, false, Some(Assumption::Stub)),
            (NULL, true, Some(Assumption::Fields)),
        ];
        let mut cases = candidates(submitted.len());
        for (case, (kind, repeated, need)) in cases.iter_mut().zip(submitted) {
            (case.kind, case.repeated, case.need) = (Some(kind), repeated, need);
        }
        let session = Session {
            stopped: Arc::default(),
            searching: Arc::default(),
            deadline: Deadline::never(),
        };
        let ((submit, queue), (verdicts, judgements)) = (mpsc::channel(), mpsc::channel());
        let (told, order) = mpsc::channel();
        let thread = ValidatorThread::new(Box::new(Order(told)), session, verdicts);
        cases.into_iter().for_each(|case| submit.send(case).unwrap());
        drop(submit);
        thread.run(&queue);
        let order: Vec<Vec<usize>> = order.iter().collect();
        assert_eq!(order, [vec![3, 5, 2, 1, 7], vec![0, 6], vec![4]]);
        assert_eq!(judgements.iter().count(), submitted.len());
    }
}
