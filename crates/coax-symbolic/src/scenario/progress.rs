//! A scenario that is being run: its steps so far, which of them is next, and what the others came to.

use std::sync::Arc;

use coax_ir::FuncId;

use super::{Observed, ObservedWord, Operand, Role, Scenario, Step};
use crate::unit::{Construction, Holder, LateWords, making_call, releasing_call};
use crate::{InState, Mark, Stage, State, Stop};

/// A scenario and how far it has come. A value: it forks with the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progress {
    steps: Vec<RunningStep>,
    /// The step that runs, or is the next to run.
    current: usize,
    /// The function under test.
    pub(crate) under_test: Option<FuncId>,
    is_open: bool,
    /// The steps that release what was made are there.
    is_released: bool,
}

/// A step, and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct RunningStep {
    pub step: Step,
    pub(crate) role: Role,
    /// The object of the unit that it makes or releases.
    pub object: Option<usize>,
    /// How it makes an object, if it does.
    pub(crate) construction: Option<Construction>,
    /// What it is called with, once that is known: that may be objects that are made first.
    pub ready: Option<Ready>,
    pub observed: Option<Observed>,
}

/// What a function is called with.
#[derive(Clone, Debug, Default)]
pub struct Ready {
    pub words: Vec<(u64, Mark)>,
    /// Parts of arguments that are there only when their objects are constructed.
    pub late: Vec<LateWords>,
    /// The pointer to the object of a method,
    pub(crate) receiver: Option<Arc<Holder>>,
    /// and the arguments, as what they are made of.
    pub(crate) arguments: Vec<Arc<Holder>>,
}

impl RunningStep {
    pub fn new(step: Step, role: Role) -> RunningStep {
        RunningStep { step, role, object: None, construction: None, ready: None, observed: None }
    }

    /// Makes an object.
    pub(crate) fn construct(construction: Construction) -> RunningStep {
        RunningStep {
            object: Some(construction.object),
            construction: Some(construction.clone()),
            ..RunningStep::new(making_call(&construction), Role::Construct)
        }
    }

    /// Does it make an object, or use one that was made?
    pub(crate) fn makes_or_uses(&self) -> bool {
        self.construction.is_some() || self.role == Role::Use
    }

    /// Ends the life of what this step makes, if anything has to be done for that.
    fn release(&self) -> Option<RunningStep> {
        let made = self.construction.as_ref()?;
        let release = RunningStep::new(releasing_call(made, made.destructor?), Role::Release);
        Some(RunningStep { object: self.object, ready: Some(Ready::default()), ..release })
    }
}

impl Progress {
    pub fn of(scenario: &Scenario) -> Progress {
        let steps = scenario.steps.iter().map(|step| RunningStep::new(step.clone(), Role::Call));
        Progress {
            steps: steps.collect(),
            under_test: scenario.under_test(),
            is_open: scenario.is_open,
            ..Progress::default()
        }
    }

    /// Is `main` run, and no steps?
    pub fn is_of_main(&self) -> bool {
        self.steps.is_empty() && !self.is_open
    }

    /// May it be extended?
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// All steps so far, in order.
    pub fn steps(&self) -> &[RunningStep] {
        &self.steps
    }

    /// The calls that were handed in.
    pub fn calls(&self) -> impl Iterator<Item = &RunningStep> {
        self.steps.iter().filter(|step| step.role == Role::Call)
    }

    /// How objects are made, in order.
    pub(crate) fn constructions(&self) -> impl Iterator<Item = &Construction> {
        self.steps.iter().filter_map(|step| step.construction.as_ref())
    }

    /// The step that runs, or is the next to run.
    pub fn current(&self) -> Option<&RunningStep> {
        self.steps.get(self.current)
    }

    /// A step by its number.
    pub(crate) fn step_mut(&mut self, number: usize) -> &mut RunningStep {
        &mut self.steps[number]
    }

    /// The first step of which it is not known what it is called with, among those that lead to the
    /// next call and the call itself. None as long as a step is next that decides about others.
    pub(super) fn first_open(&self) -> Option<usize> {
        let rest = self.steps.get(self.current..)?;
        if matches!(rest.first()?.role, Role::OpenStream | Role::Count | Role::Choose) {
            return None;
        }
        let call = rest.iter().position(|step| step.role == Role::Call)?;
        let open = rest[..=call].iter().position(|step| step.ready.is_none())?;
        Some(self.current + open)
    }

    /// The first construction whose elements have just been counted.
    pub(crate) fn counted_mut(&mut self) -> Option<&mut RunningStep> {
        let is_counted = |step: &&mut RunningStep| {
            step.ready.is_none() && step.construction.as_ref().is_some_and(Construction::is_counted)
        };
        self.steps.iter_mut().skip(self.current).find(is_counted)
    }

    /// Another step is the next one.
    pub(crate) fn run_first(&mut self, step: RunningStep) {
        self.steps.insert(self.current, step);
    }

    /// Inserts steps before one of them.
    pub fn insert(&mut self, before: usize, steps: impl IntoIterator<Item = RunningStep>) {
        self.steps.splice(before..before, steps);
    }

    /// The current step came to this.
    pub(super) fn observe(&mut self, observed: Observed) {
        if let Some(step) = self.steps.get_mut(self.current) {
            step.observed = Some(observed);
        }
    }

    /// The step after the current one is next.
    pub(super) fn advance(&mut self) {
        self.current += 1;
    }

    /// Adds the steps that release what was made, the last first, unless they are there or it may be
    /// extended: is there anything left to do?
    pub(super) fn release(&mut self) -> bool {
        if self.is_open || std::mem::replace(&mut self.is_released, true) {
            return false;
        }
        let releases: Vec<_> = self.steps.iter().rev().filter_map(RunningStep::release).collect();
        self.steps.extend(releases);
        true
    }

    /// One more call follows: false if the steps have not all run, or must not be extended.
    pub(super) fn extend(&mut self, step: Step) -> bool {
        let has_run = self.steps.last().is_none_or(|last| last.observed.is_some());
        if !self.is_open || !has_run {
            return false;
        }
        self.current = self.steps.len();
        self.under_test = Some(step.function);
        self.steps.push(RunningStep::new(step, Role::Call));
        true
    }

    /// What the call of this number came to.
    pub(super) fn observed(&self, call: usize) -> Option<&Observed> {
        self.calls().nth(call)?.observed.as_ref()
    }

    /// The words an operand is passed in; none for an input.
    pub(super) fn words(&self, operand: &Operand) -> Option<Vec<(u64, Mark)>> {
        match operand {
            Operand::Input => None,
            Operand::Literal(words) => Some(words.iter().map(|&word| (word, Mark::NONE)).collect()),
            Operand::Result(call) => match self.observed(*call)? {
                Observed::Returned(words) => Some(words.iter().map(ObservedWord::marked).collect()),
                Observed::Threw(_) => None,
            },
            Operand::Object(call) => {
                let words = &self.calls().nth(*call)?.ready.as_ref()?.words;
                Some(words.first().copied().into_iter().collect())
            }
        }
    }

    /// Brings the words that depend on inputs up to date.
    pub(crate) fn refresh(&mut self, mut value: impl FnMut(coax_expr::Term) -> u128) {
        for step in &mut self.steps {
            for (word, mark) in step.ready.iter_mut().flat_map(|ready| &mut ready.words) {
                *word = mark.term.map_or(*word, |term| value(term) as u64);
            }
            if let Some(Observed::Returned(words)) = &mut step.observed {
                for word in words {
                    word.value = word.term.map_or(word.value, |term| value(term) as u64);
                }
            }
        }
    }

    /// Does any word depend on inputs?
    pub(crate) fn has_terms(&self) -> bool {
        self.steps.iter().any(|step| {
            let ready = step.ready.iter().flat_map(|ready| &ready.words);
            let observed = match &step.observed {
                Some(Observed::Returned(words)) => &words[..],
                _ => &[],
            };
            ready.filter_map(|(_, mark)| mark.term).next().is_some()
                || observed.iter().any(|word| word.term.is_some())
        })
    }
}

impl ObservedWord {
    pub(super) fn new(marked: &(u64, Mark)) -> ObservedWord {
        let (value, Mark { undefined, term }) = *marked;
        ObservedWord { value, undefined, term }
    }

    pub(super) fn marked(&self) -> (u64, Mark) {
        (self.value, Mark { undefined: self.undefined, term: self.term })
    }
}

impl InState {
    /// What the call of this number in its scenario came to, if it has run.
    pub fn observed(&self, call: usize) -> Option<&Observed> {
        self.scenario.observed(call)
    }

    /// What the calls of its scenario came to that have run.
    pub fn all_observed(&self) -> impl Iterator<Item = &Observed> {
        self.scenario.calls().filter_map(|call| call.observed.as_ref())
    }

    /// The scenario, to be changed.
    pub(crate) fn progress(&mut self) -> &mut Progress {
        Arc::make_mut(&mut self.scenario)
    }

    /// The words that are passed for an operand; none for an input.
    pub(crate) fn operand(&self, operand: &Operand) -> Result<Option<Vec<(u64, Mark)>>, Stop> {
        match (operand, self.scenario.words(operand)) {
            (Operand::Input, _) => Ok(None),
            (_, Some(words)) => Ok(Some(words)),
            (_, None) => Err(Stop::Internal("a call uses what no call has given".into())),
        }
    }

    /// The function under test, if a scenario is run.
    pub(crate) fn under_test(&self) -> Option<FuncId> {
        self.scenario.under_test
    }
}

/// A state that may be running the steps of a scenario.
pub trait InScenario {
    /// What the step is there for that is running.
    fn role(&self) -> Option<Role>;

    /// Does a call of the scenario itself run, and not what it takes?
    fn is_in_call(&self) -> bool {
        self.role() == Some(Role::Call)
    }

    /// Keeps that an exception has left the current step.
    fn note_thrown(&mut self);
}

impl InScenario for State<'_> {
    fn role(&self) -> Option<Role> {
        let current = self.above.scenario.current().filter(|_| self.stage == Stage::Steps);
        current.map(|step| step.role)
    }

    fn note_thrown(&mut self) {
        if self.role().is_some() {
            let exception = self.landing.0;
            self.above.progress().observe(Observed::Threw(exception));
        }
    }
}
