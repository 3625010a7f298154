//! The loop: one attempt after the other, by the method whose turn it is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use coax_case::Check;
use coax_deadline::Deadline;
use coax_engine::explore::Coverage;
use coax_engine::scenario::RunSequences;
use coax_engine::{ErrorReport, Machine, State, Stop, World};
use coax_ir::FuncId;

use crate::abstraction::abstract_state;
use crate::api::Api;
use crate::composer::{Composer, Draft, Setback};
use crate::concolic::{Explored, Found, Questions, explore, wanted, with_literals};
use crate::conflict::Conflicts;
use crate::ending::{case, release, without_last_catch};
use crate::execution::Execution;
use crate::literals::Literals;
use crate::observing::{Asking, held};
use crate::phases::{Came, Phases};
use crate::pool::{Entry, Pool};
use crate::rng::Rng;
use crate::schedule::Schedule;
use crate::sequence::{Extent, Sequence};
use crate::sides::Sides;
use crate::targets::Targets;
use crate::{Driver, Method, Observer, Outcome, Phase, Plan, Progress, Side, Unsupported};

/// Makes the world that sequences run in.
pub type WorldMaker<'p> = Box<dyn Fn() -> Box<dyn World> + 'p>;

/// Once in so many attempts a sequence is begun anew although one could be extended.
const ANEW_ONE_IN: u32 = 8;
/// Once in so many attempts two sequences are put together, if the call needs objects of both.
const JOIN_ONE_IN: u32 = 4;

/// So many sequences of the pool are looked at for one that may come to a target.
const LIKELY_TRIES: usize = 32;

/// Call sequences of one program, as they grow.
pub struct Growth<'p> {
    /// Runs calls without inputs.
    pub(crate) machine: Machine<'p>,
    /// Runs calls with inputs.
    pub(crate) symbolic: Machine<'p>,
    world: WorldMaker<'p>,
    pub(crate) plan: Plan,
    deadline: Deadline,
    pub(crate) api: Api,
    pub(crate) literals: Literals,
    pub(crate) sides: Sides,
    pub(crate) pool: Pool<'p>,
    pub(crate) rng: Rng,
    schedule: Schedule,
    phases: Phases,
    /// The state before the first call,
    start: Option<State<'p>>,
    /// and the same of the machine with inputs.
    symbolic_start: Option<State<'p>>,
    conflicts: Conflicts,
    targets: Targets,
    /// Errors that were handed out, and whether by something extreme.
    errors: BTreeMap<ErrorKey, bool>,
    /// Functions that were called by a driver, and exceptions that left them.
    shown: BTreeSet<(FuncId, Option<String>)>,
    refused: BTreeSet<(FuncId, String)>,
    pub(crate) progress: Progress,
}

/// What makes two errors the same: the kind and the place.
type ErrorKey = (Option<&'static str>, String, u32, u32);

/// Is there anything left to do?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Another attempt can be made.
    GoesOn,
    /// The bounds of the plan are reached, the deadline is over, or nothing can be called.
    Over,
}

/// A sequence that was run, and what it was made from.
pub(crate) struct Tried<'p> {
    pub(crate) draft: Draft<'p>,
    /// How much of it its base has, and the base's number in the pool, if it is not the start.
    pub(crate) known: Extent,
    pub(crate) base: Option<usize>,
    pub(crate) method: Method,
}

impl<'p> Growth<'p> {
    /// A growth without any sequence. The machine has symbols (`Machine::with_symbols`); they are for concolic
    /// execution.
    pub fn new(
        machine: Machine<'p>,
        world: WorldMaker<'p>,
        plan: Plan,
        deadline: Deadline,
    ) -> Growth<'p> {
        let (program, library) = (machine.program, machine.library);
        let mut plain = Machine::new(program, library, coax_engine::Limits::default());
        plain.watch_coverage();
        let api = Api::new(program, &plan.boundary);
        let own = program.own_functions();
        let progress = Progress { unsupported: api.unsupported.clone(), ..Progress::default() };
        Growth {
            machine: plain,
            symbolic: machine,
            literals: Literals::of(program, own),
            sides: Sides::of(program, own),
            pool: Pool::new(plan.policy.pool_size, plan.policy.pool_bytes),
            rng: Rng::new(plan.seed),
            schedule: Schedule::new(&api, &plan.boundary),
            phases: Phases::new(plan.strategy, plan.boundary.len()),
            start: None,
            symbolic_start: None,
            conflicts: Conflicts::default(),
            targets: Targets::default(),
            errors: BTreeMap::new(),
            shown: BTreeSet::new(),
            refused: BTreeSet::new(),
            world,
            plan,
            deadline,
            api,
            progress,
        }
    }

    /// Makes attempts until the observer, the plan or the deadline ends it.
    pub fn grow(&mut self, observer: &mut dyn Observer) {
        while self.step(observer) == Pace::GoesOn && observer.goes_on(&self.progress) {}
    }

    /// Makes one attempt.
    pub fn step(&mut self, observer: &mut dyn Observer) -> Pace {
        let is_over = self.progress.attempts >= self.plan.max_attempts || self.deadline.is_over();
        if is_over || self.begun().is_none() {
            return Pace::Over;
        }
        self.progress.attempts += 1;
        let came = match self.progress.phase {
            Phase::Random => self.random_attempt(observer),
            Phase::Concolic => self.concolic_attempt(observer),
        };
        self.phases.note(came, &self.plan.policy);
        self.progress.phase = self.phases.phase();
        self.progress.switches = self.phases.switches;
        self.progress.pool = self.pool.len();
        self.progress.covered = self.sides.covered;
        self.progress.sides = self.sides.total;
        Pace::GoesOn
    }

    /// How far it has come.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// All branch sides of a function, and whether any sequence covers them.
    pub fn sides_of(&self, function: FuncId) -> Vec<(Side, bool)> {
        self.sides.of_function(function)
    }

    /// A copy of the state before the first call.
    pub(crate) fn begun(&mut self) -> Option<State<'p>> {
        if self.start.is_none() {
            let mut state = self.machine.initial_state((self.world)());
            if let Err(stop) = self.machine.begin_sequence(&mut state) {
                let report = self.machine.report(&state, &stop);
                self.refuse_all(&report.message);
                return None;
            }
            state.memory.bound_objects(self.plan.policy.largest_object);
            self.start = Some(state);
        }
        self.start.as_mut()?.copy()
    }

    fn refuse_all(&mut self, why: &str) {
        let reason = format!("the program does not come to its first call: {why}");
        let all = self.plan.boundary.iter().map(|&function| (function, reason.clone()));
        self.progress.unsupported =
            all.map(|(function, reason)| Unsupported { function, reason }).collect();
    }

    fn random_attempt(&mut self, observer: &mut dyn Observer) -> Came {
        let Some(function) = self.schedule.choose(&self.sides, &mut self.rng) else {
            return Came::Nothing;
        };
        let Some((mut draft, base)) = self.base_for(function) else { return Came::Nothing };
        let known = Extent::of(&draft.sequence);
        let result = self.composer().extend(&mut draft, function);
        let tried = Tried { draft, known, base, method: Method::Random };
        let new = self.settle(tried, function, result, observer);
        self.schedule.note(function, new);
        if new { Came::New } else { Came::Nothing }
    }

    pub(crate) fn composer(&mut self) -> Composer<'_, 'p> {
        Composer {
            machine: &mut self.machine,
            api: &self.api,
            literals: &self.literals,
            rng: &mut self.rng,
            policy: &self.plan.policy,
            max_calls: self.plan.max_calls,
            max_steps: self.plan.max_steps,
            calls: &mut self.progress.calls,
            steps: &mut self.progress.steps,
        }
    }

    /// A copy of what a call of a function is added to, and its number in the pool.
    fn base_for(&mut self, function: FuncId) -> Option<(Draft<'p>, Option<usize>)> {
        let classes = self.api.callable(function).map(|it| it.needed.clone()).unwrap_or_default();
        let room = self.plan.max_calls;
        let found = match self.rng.one_of(&classes).copied() {
            _ if self.rng.one_in(ANEW_ONE_IN) => None,
            Some(class) => self.pool.with_class(class, room, &mut self.rng),
            None => self.pool.any(room, &mut self.rng),
        };
        let Some(index) = found else {
            let state = self.begun()?;
            return Some((Draft { sequence: Sequence::default(), state }, None));
        };
        let state = self.pool.copy_state(index)?;
        let sequence = self.pool.entry(index).sequence.clone();
        let mut draft = Draft { sequence, state };
        let is_joined = classes.len() > 1 && self.rng.one_in(JOIN_ONE_IN);
        if is_joined && let Some(joined) = self.joined(&mut draft, &classes) {
            return Some((joined, Some(index)));
        }
        Some((draft, Some(index)))
    }

    /// A sequence, and behind it another one that has an object of a class that the first one has none of.
    fn joined(
        &mut self,
        draft: &mut Draft<'p>,
        classes: &[crate::types::ClassId],
    ) -> Option<Draft<'p>> {
        let is_missing = |class: &&crate::types::ClassId| {
            draft.sequence.usable(&draft.state, &self.api, **class).next().is_none()
        };
        let missing = *classes.iter().find(is_missing)?;
        let room = self.plan.max_calls.saturating_sub(draft.sequence.calls());
        let other = self.pool.with_class(missing, room, &mut self.rng)?;
        let other = self.pool.entry(other).sequence.clone();
        let state = draft.state.copy()?;
        let mut joined = Draft { sequence: draft.sequence.clone(), state };
        self.composer().append(&mut joined, &other).ok()?;
        Some(joined)
    }

    /// What an attempt came to: it is kept, handed out, or dropped. Whether it covered anything new.
    pub(crate) fn settle(
        &mut self,
        tried: Tried<'p>,
        function: FuncId,
        result: Result<(), Setback>,
        observer: &mut dyn Observer,
    ) -> bool {
        let new = self.sides.update(&self.machine.coverage);
        let is_new = !new.is_empty();
        match result {
            Ok(()) => self.ended(tried, new, observer),
            Err(Setback::Cannot(why)) => {
                self.refuse(function, why);
                if tried.draft.sequence.steps.len() > tried.known.steps {
                    self.ended(tried, new, observer);
                }
            }
            Err(Setback::Stopped(stop)) => self.stopped(tried, new, &stop, observer),
        }
        is_new
    }

    /// A function cannot be called like this.
    fn refuse(&mut self, function: FuncId, why: String) {
        if self.shown.contains(&(function, None)) || self.refused.len() > 10_000 {
            return;
        }
        if self.refused.insert((function, why.clone())) {
            self.progress.unsupported.push(Unsupported { function, reason: why });
        }
    }

    /// The calls of a sequence have returned, or thrown.
    fn ended(&mut self, mut tried: Tried<'p>, new: Vec<Side>, observer: &mut dyn Observer) {
        let sequence = &tried.draft.sequence;
        let last = sequence.steps.len().wrapping_sub(1);
        let thrown =
            sequence.thrown.iter().find(|thrown| thrown.step == last).map(|it| it.ty.clone());
        let Some(function) = sequence.last_function() else { return };
        let key = (function, thrown.clone().map(|ty| ty.unwrap_or_default()));
        let is_first = !self.shown.contains(&key);
        let state = abstract_state(&tried.draft.state, sequence.roots(&tried.draft.state));
        let is_state_new = self.pool.is_new(state);
        if new.is_empty() && !is_first && !is_state_new {
            return;
        }
        let mut covered: Arc<[Side]> = self.covered_by_base(&tried);
        if !new.is_empty() || is_first {
            covered = self.covered(&tried, &covered);
            self.shown.insert(key);
            self.progress.unsupported.retain(|it| it.function != function);
            let shorter = self.shorter(&tried.draft.sequence, &thrown, &new, tried.method);
            match shorter {
                Some((mut shorter, covered)) => {
                    self.hand_out(&mut shorter, function, thrown, &covered, &new, observer);
                }
                None => self.hand_out(&mut tried, function, thrown, &covered, &new, observer),
            }
        }
        let Draft { sequence, state } = tried.draft;
        let is_needed = !new.is_empty();
        if is_needed || is_first {
            self.targets.arrive(&sequence, &covered);
        }
        let entry = Entry { sequence, state, covered, is_needed };
        self.pool.keep(entry, &self.api, &mut self.rng);
    }

    fn covered_by_base(&self, tried: &Tried<'p>) -> Arc<[Side]> {
        tried.base.map_or_else(|| Arc::from([]), |base| Arc::clone(&self.pool.entry(base).covered))
    }

    /// What a sequence covers: what its base does, and what its own calls do when they are run once more.
    fn covered(&mut self, tried: &Tried<'p>, known: &[Side]) -> Arc<[Side]> {
        let whole = std::mem::take(self.coverage_of_run(tried).as_mut().unwrap_or(&mut Vec::new()));
        let mut all: BTreeSet<Side> = known.iter().copied().collect();
        all.extend(whole);
        all.into_iter().collect()
    }

    fn coverage_of_run(&mut self, tried: &Tried<'p>) -> Option<Vec<Side>> {
        let mut state = match tried.base {
            Some(base) => self.pool.copy_state(base)?,
            None => self.begun()?,
        };
        let sequence = &tried.draft.sequence;
        let all = self.machine.replace_coverage(Coverage::default());
        let mut bindings = sequence.bindings.clone();
        bindings.results.truncate(tried.known.steps);
        bindings.objects.truncate(tried.known.objects);
        bindings.stubs.truncate(tried.known.stubs);
        let ran = crate::replay::run_on(
            &mut Execution {
                machine: &mut self.machine,
                state: &mut state,
                api: &self.api,
                objects: &sequence.objects,
                bindings: &bindings.clone(),
                max_steps: self.plan.max_steps,
                recording: None,
            },
            &mut bindings,
            sequence,
        );
        let single = self.machine.replace_coverage(all);
        self.progress.calls += ran;
        Some(self.sides.in_run(&single))
    }

    /// Hands out a sequence that ended well, or by an exception.
    fn hand_out(
        &mut self,
        tried: &mut Tried<'p>,
        function: FuncId,
        thrown: Option<Option<String>>,
        covered: &[Side],
        new: &[Side],
        observer: &mut dyn Observer,
    ) {
        let Draft { sequence, state } = &mut tried.draft;
        let released = release(&mut self.machine, &self.api, sequence, state, self.plan.max_steps);
        let Some(releases) = released else { return };
        self.sides.update(&self.machine.coverage);
        if let Some((stop, report)) = releases.fault {
            if is_error(&stop) {
                self.hand_out_error(
                    tried,
                    function,
                    report,
                    releases.steps,
                    covered,
                    new,
                    observer,
                );
            }
            return;
        }
        if let Some(report) = releases.leak {
            let steps = releases.steps.clone();
            self.hand_out_error(tried, function, report, steps, covered, new, observer);
        }
        let Draft { sequence, state } = &mut tried.draft;
        let check = match thrown {
            None => Check::Normal { status: 0 },
            Some(_) => Check::Exception,
        };
        let mut case = case(&self.api, sequence, state, releases.steps, check);
        match thrown {
            Some(_) => without_last_catch(&mut case),
            None => self.expect_more(&mut case, &mut tried.draft),
        }
        let outcome = match thrown {
            None => Outcome::Normal,
            Some(ty) => Outcome::Exception { ty },
        };
        let driver = Driver {
            case,
            under_test: function,
            outcome,
            method: tried.method,
            covered: covered.to_vec(),
            new_sides: new.to_vec(),
            extreme: tried.draft.sequence.is_extreme,
        };
        self.tell(driver, observer);
    }

    /// Adds what is expected beside results.
    fn expect_more(&mut self, case: &mut coax_case::TestCase, draft: &mut Draft<'p>) {
        let program = self.machine.program;
        let before = self.before_last(&draft.sequence);
        let last = draft.sequence.steps.len().saturating_sub(1);
        let is_about_last = |check: &Check| match check {
            Check::Returned { step, .. } => *step == last,
            check => check.is_stated(),
        };
        let is_alone = |checks: &[Check]| !checks.iter().any(is_about_last);
        case.checks.extend(held(program, &self.api, draft, before.as_ref(), false));
        if is_alone(&case.checks) {
            case.checks.extend(held(program, &self.api, draft, None, true));
        }
        let is_alone = is_alone(&case.checks);
        let mut asking =
            Asking { machine: &mut self.machine, api: &self.api, max_steps: self.plan.max_steps };
        let all = asking.machine.replace_coverage(Coverage::default());
        let observed = asking.observed(draft, before, is_alone);
        asking.machine.replace_coverage(all);
        case.checks.extend(observed);
    }

    fn tell(&mut self, driver: Driver, observer: &mut dyn Observer) {
        if driver.case.check(self.machine.program).is_err() {
            return;
        }
        self.progress.drivers += 1;
        observer.driver(driver);
    }

    /// The engine stopped in the last call of a sequence.
    fn stopped(
        &mut self,
        tried: Tried<'p>,
        new: Vec<Side>,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) {
        let Some(function) = tried.draft.sequence.last_function() else { return };
        let report = self.machine.report(&tried.draft.state, stop);
        if is_error(stop) {
            let covered = self.covered_by_base(&tried);
            let covered = self.covered(&tried, &covered);
            self.hand_out_error(&tried, function, report, Vec::new(), &covered, &new, observer);
        } else if !matches!(stop, Stop::StepLimit) {
            self.refuse(function, report.message);
        }
    }

    #[allow(clippy::too_many_arguments, reason = "what a driver is made of")]
    fn hand_out_error(
        &mut self,
        tried: &Tried<'p>,
        function: FuncId,
        report: ErrorReport,
        releases: Vec<coax_case::Step>,
        covered: &[Side],
        new: &[Side],
        observer: &mut dyn Observer,
    ) {
        let extreme = tried.draft.sequence.is_extreme;
        let known = self.errors.get(&key_of(&report));
        if known.is_some_and(|&was_extreme| extreme || !was_extreme) {
            return;
        }
        let (Some(kind), Some(place)) = (report.kind, report.location.clone()) else { return };
        self.errors.insert(key_of(&report), extreme);
        let check = Check::Error {
            kind,
            file: place.file.to_string(),
            line: place.line,
            message: report.message.clone(),
        };
        let Draft { sequence, state } = &tried.draft;
        let case = case(&self.api, sequence, state, releases, check);
        let driver = Driver {
            case,
            under_test: function,
            outcome: Outcome::Error(Box::new(report)),
            method: tried.method,
            covered: covered.to_vec(),
            new_sides: new.to_vec(),
            extreme,
        };
        self.tell(driver, observer);
    }
}

fn key_of(report: &ErrorReport) -> ErrorKey {
    let place = report.location.as_ref();
    (
        report.kind.map(|kind| kind.name()),
        place.map(|place| place.file.to_string()).unwrap_or_default(),
        place.map_or(0, |place| place.line),
        place.map_or(0, |place| place.column),
    )
}

/// Is the program wrong?
fn is_error(stop: &Stop) -> bool {
    matches!(stop, Stop::Error { .. } | Stop::Misuse { .. } | Stop::Fault(_))
}

/// One more target is taken up.
impl<'p> Growth<'p> {
    fn concolic_attempt(&mut self, observer: &mut dyn Observer) -> Came {
        let wanted = self.targets.choose(&self.sides, &self.plan.policy, &mut self.rng);
        let Some((target, sequence)) = wanted.or_else(|| self.likely_target()) else {
            return Came::NoTarget;
        };
        self.progress.targets += 1;
        let sequence = with_literals(&self.api, &sequence);
        let Some(state) = self.begun_symbolic() else { return Came::NoTarget };
        let max_steps = self.plan.max_steps;
        let mut explored = explore(&mut self.symbolic, state, &self.api, &sequence, max_steps);
        self.progress.calls += sequence.calls() as u64;
        let found = self.ask(&mut explored, target, &sequence);
        drop(explored);
        self.symbolic.forget_terms();
        let mut is_new = false;
        for sequence in found {
            is_new |= self.run_found(sequence, observer);
        }
        if is_new { Came::New } else { Came::Nothing }
    }

    /// An uncovered side, and a sequence of the pool whose last call may come to its branch.
    fn likely_target(&mut self) -> Option<(Side, Arc<Sequence>)> {
        let target = self.targets.any(&self.sides, &mut self.rng)?;
        let found = (0..LIKELY_TRIES).find_map(|_| {
            let index = self.pool.any(usize::MAX, &mut self.rng)?;
            let sequence = &self.pool.entry(index).sequence;
            let leads = |function| self.sides.leads_to(function, target.function);
            sequence.last_function().is_some_and(leads).then_some(index)
        });
        let sequence = self.pool.entry(found?).sequence.clone();
        Some((target, Arc::new(sequence)))
    }

    /// The sequences that lead to uncovered sides of the branches that a run came to.
    fn ask(
        &mut self,
        explored: &mut Explored<'p>,
        target: Side,
        sequence: &Sequence,
    ) -> Vec<Sequence> {
        let flips = wanted(explored, target, |side| !self.sides.is_covered(side));
        let mut found = Vec::new();
        let mut is_found = BTreeSet::new();
        for (side, decision, flip) in flips {
            if is_found.contains(&side) || self.deadline.is_over() {
                continue;
            }
            let mut questions = Questions {
                machine: &mut self.symbolic,
                sequence,
                recording: &explored.recording,
                conflicts: &mut self.conflicts,
                progress: &mut self.progress,
                rng: &mut self.rng,
                check_one_in: self.plan.policy.check_one_in,
            };
            match questions.ask(side, decision, flip) {
                Found::Sequence(sequence) => {
                    is_found.insert(side);
                    found.push(sequence);
                }
                Found::Infeasible | Found::RuledOut => {}
                // What is hard once is hard for the other branches of the run, too.
                Found::Unknown => break,
            }
        }
        found
    }

    /// Runs a sequence that a model gave: did it cover anything new?
    fn run_found(&mut self, found: Sequence, observer: &mut dyn Observer) -> bool {
        let Some(state) = self.begun() else { return false };
        let Some(function) = found.last_function() else { return false };
        let mut draft = Draft { sequence: Sequence::default(), state };
        let known = Extent::of(&draft.sequence);
        let result = self.composer().append(&mut draft, &found);
        let tried = Tried { draft, known, base: None, method: Method::Concolic };
        self.settle(tried, function, result, observer)
    }

    fn begun_symbolic(&mut self) -> Option<State<'p>> {
        if self.symbolic_start.is_none() {
            let mut state = self.symbolic.initial_state((self.world)());
            self.symbolic.begin_sequence(&mut state).ok()?;
            state.memory.bound_objects(self.plan.policy.largest_object);
            self.symbolic_start = Some(state);
        }
        self.symbolic_start.as_mut()?.copy()
    }
}
