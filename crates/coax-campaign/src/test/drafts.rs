//! Tests that end well or with an exception, from the sequence they come from to the suite.
//!
//! A draft waits until it is of use: it covers a side of a branch that no other test covers, or is the first that
//! shows an exception. Then it is run natively, in the folder of candidates; if it does there what the engine said, it
//! becomes a test.
//!
//! Invariants: a test in the folder of tests has passed natively; what becomes of a draft depends on the order of drafts
//! and on what their runs say, not on when that is said.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::sync::Arc;

use coax_native::judge::Workshop;
use coax_report::{Divergence, Test, TestOutcome, Values, Verdict};
use coax_suite::kept::KeptTest;

use super::sides::{SideId, Sides};
use crate::keeping::{Kept, ToKeep};
use crate::out_folder::{CANDIDATES, RunFolder, TESTS};
use crate::pipeline::validator::{Candidate, Validator};

/// Judgements about drafts have numbers from here on; below are those about possible errors.
const FIRST: usize = usize::MAX / 2;

/// How a draft is written in one translation unit.
pub struct Version {
    pub file: String,
    pub text: String,
    /// Where it is built.
    pub workshop: Arc<Workshop>,
    /// The translation unit that it includes.
    pub translation: usize,
    /// How it is written for people to keep, if that is possible.
    pub kept: Option<KeptTest>,
}

/// A test that may become one of the suite.
pub struct Draft {
    /// Its unit's place in the report.
    pub unit: usize,
    pub function: String,
    pub outcome: TestOutcome,
    /// The calls that it makes.
    pub steps: Vec<String>,
    /// When it was found, in seconds.
    pub found: f64,
    /// What it covers,
    pub covered: Vec<SideId>,
    /// and what it stands for.
    pub sides: Vec<SideId>,
    /// The exception that it shows, if it is to be kept for that.
    pub exception: Option<String>,
    /// How many things it checks.
    pub asserts: u64,
    /// How it is written, the likeliest way first.
    pub versions: Vec<Version>,
}

/// What is known of a draft natively.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Others do what it would do.
    Waiting,
    /// The version of this number is being run.
    Submitted(usize),
    /// It does what the engine said, written like this.
    Passed(usize),
    /// It does not, or could not be run.
    Failed,
}

/// All drafts of a run, in the order in which they were found.
pub struct Drafts {
    files: RunFolder,
    drafts: Vec<(Draft, Standing)>,
    /// The drafts that stand for a side, in order.
    by_side: HashMap<SideId, Vec<usize>>,
    by_exception: HashMap<String, Vec<usize>>,
    /// Drafts that passed and held memory when they ended.
    holding: BTreeSet<usize>,
    /// Where drafts are in the suite that people keep.
    kept: BTreeMap<usize, Kept>,
    /// Drafts that did natively something else.
    pub diverged: Vec<Divergence>,
    /// Drafts that could not be run, by why not.
    pub not_run: Vec<String>,
}

impl Drafts {
    pub fn new(files: RunFolder) -> Drafts {
        Drafts {
            files,
            drafts: Vec::new(),
            by_side: HashMap::new(),
            by_exception: HashMap::new(),
            holding: BTreeSet::new(),
            kept: BTreeMap::new(),
            diverged: Vec::new(),
            not_run: Vec::new(),
        }
    }

    /// Is a judgement about a draft?
    pub fn is_about(id: usize) -> bool {
        id >= FIRST
    }

    /// Adds the next one, and has it run if it is of use.
    pub fn add(&mut self, draft: Draft, validator: &mut Validator) -> io::Result<()> {
        let index = self.drafts.len();
        for &side in &draft.sides {
            self.by_side.entry(side).or_default().push(index);
        }
        if let Some(exception) = &draft.exception {
            self.by_exception.entry(exception.clone()).or_default().push(index);
        }
        self.drafts.push((draft, Standing::Waiting));
        self.consider(index, validator)
    }

    /// Has a draft run that waits, if nothing before it does what it would do.
    fn consider(&mut self, index: usize, validator: &mut Validator) -> io::Result<()> {
        if self.drafts[index].1 == Standing::Waiting && self.is_of_use(index) {
            self.submit(index, 0, validator)?;
        }
        Ok(())
    }

    fn is_of_use(&self, index: usize) -> bool {
        let draft = &self.drafts[index].0;
        let is_first = |drafts: &Vec<usize>| self.first_of(drafts) == Some(index);
        draft.sides.iter().any(|side| self.by_side.get(side).is_some_and(is_first))
            || draft
                .exception
                .as_ref()
                .is_some_and(|shown| self.by_exception.get(shown).is_some_and(is_first))
    }

    /// The first of some drafts that has not failed.
    fn first_of(&self, drafts: &[usize]) -> Option<usize> {
        drafts.iter().copied().find(|&draft| self.drafts[draft].1 != Standing::Failed)
    }

    /// Writes a version as a candidate and hands it to the validator.
    fn submit(&mut self, index: usize, number: usize, validator: &mut Validator) -> io::Result<()> {
        let (draft, standing) = &mut self.drafts[index];
        *standing = Standing::Submitted(number);
        let version = &draft.versions[number];
        let name = format!("{CANDIDATES}/{}", version.file);
        self.files.put(&name, &version.text)?;
        let file = std::path::absolute(self.files.path().join(name))?;
        validator.submit(Some(Candidate::passing(FIRST + index, file, &version.workshop)));
        Ok(())
    }

    /// What native runs say of one.
    pub fn judged(
        &mut self,
        id: usize,
        verdict: Verdict,
        validator: &mut Validator,
    ) -> io::Result<()> {
        let index = id - FIRST;
        let Standing::Submitted(number) = self.drafts[index].1 else { return Ok(()) };
        let version = &self.drafts[index].0.versions[number];
        let candidate = format!("{CANDIDATES}/{}", version.file);
        if verdict.is_confirmed() {
            self.files.put(&format!("{TESTS}/{}", version.file), &version.text)?;
            self.files.remove(&candidate)?;
            self.drafts[index].1 = Standing::Passed(number);
            if matches!(verdict, Verdict::Confirmed { kind: Some(_), .. }) {
                self.holding.insert(index);
            }
            return Ok(());
        }
        self.files.remove(&candidate)?;
        let is_left = number + 1 < self.drafts[index].0.versions.len();
        if is_left && cannot_build(&verdict) && !validator.is_stopped() {
            return self.submit(index, number + 1, validator);
        }
        self.fail(index, verdict, validator)
    }

    /// One does not become a test: others may take its place.
    fn fail(
        &mut self,
        index: usize,
        verdict: Verdict,
        validator: &mut Validator,
    ) -> io::Result<()> {
        let draft = &self.drafts[index].0;
        match verdict {
            Verdict::Refuted(native) => self.diverged.push(Divergence {
                unit: draft.function.clone(),
                steps: draft.steps.clone(),
                expected: draft.outcome,
                native,
            }),
            Verdict::NotJudged(_, why) => self.not_run.push(why),
            Verdict::Confirmed { .. } => {}
        }
        let mut others: BTreeSet<usize> = BTreeSet::new();
        for side in &draft.sides {
            others.extend(self.by_side.get(side).into_iter().flatten());
        }
        let shown = draft.exception.as_ref().and_then(|shown| self.by_exception.get(shown));
        others.extend(shown.into_iter().flatten());
        self.drafts[index].1 = Standing::Failed;
        if !validator.is_stopped() {
            for other in others {
                self.consider(other, validator)?;
            }
        }
        Ok(())
    }

    /// How many passed so far.
    pub fn passed(&self) -> usize {
        self.drafts.iter().filter(|(_, standing)| matches!(standing, Standing::Passed(_))).count()
    }

    /// Sides that drafts cover which have not failed.
    pub fn covered(&self) -> usize {
        self.by_side.values().filter(|drafts| self.first_of(drafts).is_some()).count()
    }

    /// Those that passed, with their place in the order and how they are written.
    fn all_passed(&self) -> impl Iterator<Item = (usize, &Draft, &Version)> {
        let all = self.drafts.iter().enumerate();
        all.filter_map(|(index, (draft, standing))| match standing {
            Standing::Passed(number) => Some((index, draft, &draft.versions[*number])),
            _ => None,
        })
    }

    /// No more is found and judged: leaves out tests that do nothing that others do not do, and names their files.
    pub fn thin_out(&mut self) -> Vec<String> {
        let mut left_out = Vec::new();
        let mut counts: HashMap<SideId, usize> = HashMap::new();
        let mut shown: HashMap<String, usize> = HashMap::new();
        let mut order = Vec::new();
        for (index, draft, _) in self.all_passed() {
            draft.covered.iter().for_each(|&side| *counts.entry(side).or_default() += 1);
            draft.exception.iter().for_each(|it| *shown.entry(it.clone()).or_default() += 1);
            order.push((draft.steps.len(), index));
        }
        // Long ones first: what several short ones show together is easier to understand.
        order.sort_by_key(|&pair| std::cmp::Reverse(pair));
        for (_, index) in order {
            let draft = &self.drafts[index].0;
            let is_needed = draft.covered.iter().any(|side| counts[side] == 1)
                || draft.exception.as_ref().is_some_and(|it| shown[it] == 1);
            if is_needed {
                continue;
            }
            draft.covered.iter().for_each(|side| *counts.entry(*side).or_default() -= 1);
            let exception = draft.exception.iter();
            exception.for_each(|it| *shown.entry(it.clone()).or_default() -= 1);
            let (draft, standing) = &mut self.drafts[index];
            if let Standing::Passed(number) = std::mem::replace(standing, Standing::Waiting) {
                left_out.push(format!("{TESTS}/{}", draft.versions[number].file));
            }
        }
        left_out
    }

    /// The tests as the report has them, in the order in which they were found.
    pub fn tests(&self) -> Vec<Test> {
        let of = |(index, draft, version): (usize, &Draft, &Version)| Test {
            kept: self.kept.get(&index).map(|kept| coax_report::KeptTest {
                file: kept.file.clone(),
                name: kept.name.clone(),
            }),
            asserts: Some(self.kept.get(&index).map_or(draft.asserts, |kept| kept.asserts)),
            id: String::new(),
            unit: draft.function.clone(),
            file: format!("{TESTS}/{}", version.file),
            outcome: draft.outcome,
            status: None,
            inputs: Values::new(),
            of_unit: Some(draft.unit),
            steps: draft.steps.clone(),
            after: Vec::new(),
        };
        self.all_passed().map(of).collect()
    }

    /// Is there a test of a unit?
    pub fn has_test_of(&self, unit: usize) -> bool {
        self.all_passed().any(|(_, draft, _)| draft.unit == unit)
    }

    /// The files of the tests that include a translation unit.
    pub fn files_of(&self, translation: usize) -> Vec<String> {
        let all = self.all_passed();
        let own = all.filter(|(_, _, version)| version.translation == translation);
        own.map(|(_, _, version)| version.file.clone()).collect()
    }

    /// The tests that include a translation unit as people keep them, function by function and the shortest first; how
    /// many cannot be written like that.
    pub fn candidates_of(&self, translation: usize) -> (Vec<ToKeep>, usize) {
        let own = self.all_passed().filter(|(_, _, version)| version.translation == translation);
        let mut own: Vec<(usize, &Draft, &Version)> = own.collect();
        own.sort_by_key(|(index, draft, _)| (draft.unit, draft.steps.len(), *index));
        let all = own.len();
        let kept = own.into_iter().filter_map(|(index, _, version)| {
            Some(ToKeep { id: index, test: version.kept.clone()? })
        });
        let candidates: Vec<ToKeep> = kept.collect();
        let without = all - candidates.len();
        (candidates, without)
    }

    /// These tests are in the suite that people keep.
    pub fn note_kept(&mut self, kept: Vec<Kept>) {
        self.kept = kept.into_iter().map(|kept| (kept.id, kept)).collect();
    }

    /// What is to be said about tests that were not kept, and those that hold memory when they end.
    pub fn remarks(&self) -> Vec<String> {
        let mut by_reason: BTreeMap<&str, usize> = BTreeMap::new();
        self.not_run.iter().for_each(|why| *by_reason.entry(why).or_default() += 1);
        let told = by_reason.into_iter();
        let told = told.map(|(why, tests)| format!("tests that were not kept: {tests} ({why})"));
        told.chain(self.held_memory()).collect()
    }

    fn held_memory(&self) -> Option<String> {
        let is_kept = |index: &&usize| matches!(self.drafts[**index].1, Standing::Passed(_));
        let tests = self.holding.iter().filter(is_kept).count();
        let words = "what the code under test lost, or what no call of them releases";
        (tests > 0).then(|| format!("tests that hold memory when they end: {tests} ({words})"))
    }

    /// What all tests cover.
    pub fn sides(&self) -> BTreeSet<SideId> {
        self.all_passed().flat_map(|(_, draft, _)| draft.covered.iter().copied()).collect()
    }

    /// How many sides of branches were covered after so many seconds.
    pub fn over_time(&self, sides: &Sides) -> Vec<(f64, u64)> {
        let (mut seen, mut points) = (BTreeSet::new(), Vec::new());
        for (_, draft, _) in self.all_passed() {
            let before = seen.len();
            seen.extend(draft.covered.iter().filter(|side| sides.is_of_branch(**side)).copied());
            if seen.len() > before {
                points.push((draft.found, seen.len() as u64));
            }
        }
        points
    }
}

/// Was it a compiler that had something against a version?
fn cannot_build(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::NotJudged(coax_report::NotJudged::CannotBuild, _))
}
