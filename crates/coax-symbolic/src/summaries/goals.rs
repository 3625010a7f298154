//! What is worth a run in a function, in its own terms: each of its paths, each side of its conditions
//! that are no branches, and the same in the functions it steps over.
//!
//! Exploring a function finds inputs for all of it in passing. A summary that was made in an earlier run
//! was explored there: here inputs are found for it, in the context of its calls, so
//! that the tests cover what the function does, and its errors are found. Goals are noted only if summaries are kept.
//!
//! - *Invariant:* a goal has the same name in every run in which the code is the same, and is met once in each.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use coax_expr::{Assignment, Term, Var};
use coax_ir::{FuncId, Pc};
use coax_kinds::Incomplete;
use coax_memory::Memory;
use coax_solve::Answer;
use sha2::{Digest, Sha256};

use super::context::Actuals;
use super::ground::Decision;
use super::predicted::Predicted;
use super::{Argument, Record, Summary, Touched};
use crate::State;
use crate::layers::Summarizer;
use crate::layers::Summing;
use crate::symbolic::Symbols;

/// From how many places a condition that is no branch is remembered.
const MOST_PLACES: u32 = 8;
/// After so many notes a summary is not worth being kept.
const MOST_NOTES: u32 = 50_000;

/// The name of a goal.
pub(super) type GoalName = u64;

/// Something worth a run.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub(super) name: GoalName,
    /// When a call of the function shows it.
    pub(super) condition: Term,
    /// Values of formals for which one did, if they are known.
    pub(super) example: Example,
    /// Inputs of the program that did, in this run of ours.
    met_by: Option<Rc<Assignment>>,
}

/// Values of formals.
pub(super) type Example = Vec<(Var, u64)>;

/// The goals of a function that is being explored.
#[derive(Debug, Default)]
pub(super) struct Goals {
    /// What the names of its paths begin with; none if its goals are not wanted.
    function: Option<String>,
    /// Its paths. No call takes two of them.
    paths: Vec<Goal>,
    /// What they may show in passing.
    others: Vec<Goal>,
    /// Which of these has a name, and how often it was noted.
    known: HashMap<GoalName, (usize, u32)>,
    notes: u32,
}

impl Goal {
    /// One that was met elsewhere.
    pub(super) fn known(name: GoalName, condition: Term, example: Example) -> Goal {
        Goal { name, condition, example, met_by: None }
    }
}

impl Goals {
    /// All of them, paths first; `None` if they were not wanted, or there are too many. The paths belong to a summary of
    /// a function that saw these objects: elsewhere it does other things on them. They are run, so they are `met`.
    pub(super) fn take(
        &mut self,
        touched: &[Touched],
        clean: &Memory,
        met: &mut HashSet<GoalName>,
    ) -> Option<Vec<Goal>> {
        let Goals { function, mut paths, others, notes, .. } = std::mem::take(self);
        let seen = seen(touched, clean);
        for path in &mut paths {
            path.name = name_of(&format!("{:x}", path.name), &seen);
            met.insert(path.name);
        }
        paths.extend(others);
        (function.is_some() && notes <= MOST_NOTES).then_some(paths)
    }
}

impl Record {
    /// That of a summary that was made with these goals (none if it cannot be kept), or extended by them.
    pub(super) fn of(
        known: Option<&Summary>,
        found: Option<Vec<Goal>>,
        is_partial: bool,
    ) -> Record {
        let before = known.map(|known| &known.record);
        let was_whole = before.is_none_or(|before| before.is_whole);
        let is_whole = was_whole && !is_partial && found.is_some();
        let mut goals = before.map_or_else(Vec::new, |before| before.goals.clone());
        goals.extend(found.unwrap_or_default());
        let was_asked = before.is_some_and(|before| before.was_asked);
        let cached_as = before.and_then(|before| before.cached_as);
        Record { goals, was_asked, is_whole, is_new: true, cached_as }
    }
}

impl<'p> Summing<'_, 'p> {
    /// Goals of a function that is explored with these arguments may be wanted.
    pub(super) fn begin_goals(&mut self, id: FuncId, arguments: &[Argument]) {
        let Some(code) = self.cached_code(id) else { return };
        let words = arguments.iter().map(|argument| match argument {
            Argument::Word(word) => Some(word),
            Argument::Formal(_) | Argument::Exact(_) => None,
        });
        let function = format!("{} {:x?}", code.key, words.collect::<Vec<_>>());
        if let Some(making) = self.symbols().summaries.making.last_mut() {
            making.goals.function = Some(function);
        }
    }

    /// A path through a function comes to a condition that is no branch.
    pub(super) fn note_sides(
        &mut self,
        state: &State<'p>,
        function: FuncId,
        pc: Pc,
        condition: Term,
    ) {
        if !self.symbols().notes_goals() {
            return;
        }
        let Some(code) = self.cached_code(function) else { return };
        let symbols = self.symbols();
        let here = Summarizer::of(symbols).all_of(state.above.path.local.oldest_first());
        let negated = symbols.pool.not(condition);
        for (side, holds) in [(true, condition), (false, negated)] {
            let name = name_of(&format!("{} {pc} {side}", code.key), &[]);
            let both = symbols.pool.and(here, holds);
            Summarizer::of(symbols).note_goal(
                name,
                both,
                Some(&state.above.path.model),
                MOST_PLACES,
            );
        }
    }
}

impl<'p> Summarizer<'_, 'p> {
    /// A path through a function was found.
    pub(super) fn note_path(&mut self, state: &State<'p>, decisions: &[Decision]) {
        if !self.notes_goals() {
            return;
        }
        let condition = self.all_of(decisions.iter());
        let Some(name) = self.path_name(condition) else { return };
        let model = &state.above.path.model;
        let vars = self.symbols.pool.vars(condition);
        let example = vars.iter().map(|&var| (var, model.get(var))).collect();
        let met_by = Some(Rc::new(model.clone()));
        let Some(making) = self.symbols.summaries.making.last_mut() else { return };
        making.goals.notes += 1;
        making.goals.paths.push(Goal { name, condition, example, met_by });
    }

    /// A path through a function steps over a call.
    pub(super) fn note_inner(
        &mut self,
        state: &State<'p>,
        id: FuncId,
        number: usize,
        actuals: &Actuals,
    ) {
        if !self.notes_goals() {
            return;
        }
        let goals = self.symbols.summaries.known[&id][number].record.goals.clone();
        let here = self.all_of(state.above.path.local.oldest_first());
        let known = &mut Default::default();
        for Goal { name, condition, met_by, .. } in goals {
            let condition = self.symbols.pool.replace(condition, actuals, known);
            let both = self.symbols.pool.and(here, condition);
            self.note_goal(name, both, met_by.as_deref(), u32::MAX);
        }
    }

    /// Notes when something is shown, beside the cases that are known of it, up to so many. The inputs may do.
    fn note_goal(
        &mut self,
        name: GoalName,
        condition: Term,
        inputs: Option<&Assignment>,
        most: u32,
    ) {
        if self.symbols.pool.is_false(condition) {
            return;
        }
        let example = inputs.and_then(|inputs| self.example_of(condition, inputs));
        let met_by = example.as_ref().and(inputs).map(|inputs| Rc::new(inputs.clone()));
        let example = example.unwrap_or_default();
        let Some(making) = self.symbols.summaries.making.last_mut() else { return };
        let goals = &mut making.goals;
        goals.notes += 1;
        match goals.known.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert((goals.others.len(), 1));
                goals.others.push(Goal { name, condition, example, met_by });
            }
            Entry::Occupied(mut entry) => {
                let (index, times) = entry.get_mut();
                let goal = &mut goals.others[*index];
                if *times < most {
                    *times += 1;
                    goal.condition = self.symbols.pool.or(goal.condition, condition);
                }
                if goal.met_by.is_none() {
                    (goal.example, goal.met_by) = (example, met_by);
                }
            }
        }
    }

    /// The values of formals under inputs of the program for which a condition holds.
    fn example_of(&mut self, condition: Term, inputs: &Assignment) -> Option<Example> {
        let ground = self.ground(condition);
        let making = self.symbols.summaries.making.last()?;
        let grounds = self.symbols.pool.vars(condition).iter();
        let grounds = grounds.map(|&var| Some((var, *making.ground.get(&var)?)));
        let grounds: Vec<(Var, Term)> = grounds.collect::<Option<_>>()?;
        // These inputs are not the running path's: what they lead to is forgotten before anything else is evaluated.
        self.symbols.evaluator.begin();
        let mut value = |term| self.symbols.evaluator.eval(&self.symbols.pool, term, inputs) as u64;
        let holds = value(ground) != 0;
        let example = grounds.into_iter().map(|(var, ground)| (var, value(ground))).collect();
        self.symbols.evaluator.begin();
        holds.then_some(example)
    }

    fn all_of<'d>(&mut self, decisions: impl IntoIterator<Item = &'d Decision>) -> Term {
        let mut all = self.symbols.pool.truth(true);
        for decision in decisions {
            let literal = match decision.holds {
                true => decision.condition,
                false => self.symbols.pool.not(decision.condition),
            };
            all = self.symbols.pool.and(all, literal);
        }
        all
    }

    /// Looks for inputs of this path for every goal of a summary that was not met yet.
    pub(super) fn meet_goals(
        &mut self,
        state: &State<'p>,
        id: FuncId,
        number: usize,
        actuals: &Actuals,
    ) {
        let record = &self.symbols.summaries.known[&id][number].record;
        let is_met = |goal: &&Goal| self.symbols.summaries.met.contains(&goal.name);
        let open: Vec<Goal> = record.goals.iter().filter(|goal| !is_met(goal)).cloned().collect();
        let was_asked = record.was_asked;
        if open.is_empty() {
            return;
        }
        let known = &mut Default::default();
        let mut left = Vec::new();
        for Goal { name, condition, example, .. } in open {
            let here = self.symbols.pool.replace(condition, actuals, known);
            let condition = self.ground(here);
            let like = self.like(&example, actuals, condition);
            left.push(Wanted { name, condition, like });
        }
        self.find_met(state, &state.above.path.model, &left);
        if !was_asked || self.may_meet_any(state, &left) {
            left.iter().for_each(|wanted| self.meet(state, wanted, &left));
        }
        let summary = self.symbols.summaries.known.get_mut(&id).and_then(|all| all.get_mut(number));
        summary.into_iter().for_each(|summary| summary.record.was_asked = true);
    }

    /// A condition, and what the example for it had in the place of the formals.
    fn like(&mut self, example: &Example, actuals: &Actuals, condition: Term) -> Term {
        let mut like = condition;
        for (formal, value) in example {
            let Some(&actual) = actuals.get(formal) else { continue };
            let value =
                self.symbols.pool.constant(self.symbols.pool.width(actual), (*value).into());
            let equal = self.symbols.pool.eq(actual, value);
            let equal = self.ground(equal);
            like = self.symbols.pool.and(equal, like);
        }
        like
    }

    /// Can a goal be met here that was not met yet? Where most of them have been, that is one question.
    fn may_meet_any(&mut self, state: &State<'p>, left: &[Wanted]) -> bool {
        let mut any = self.symbols.pool.truth(false);
        for wanted in left {
            if !self.symbols.summaries.met.contains(&wanted.name) {
                any = self.symbols.pool.or(any, wanted.condition);
            }
        }
        !matches!(self.ask(state, any), Answer::Unsat)
    }

    /// Asks for inputs for a goal, unless it was met in passing: like those that met it before, if there are any.
    fn meet(&mut self, state: &State<'p>, wanted: &Wanted, left: &[Wanted]) {
        if self.symbols.summaries.met.contains(&wanted.name) {
            return;
        }
        let alike = match wanted.like == wanted.condition {
            true => Answer::Unsat,
            false => self.ask(state, wanted.like),
        };
        let answer = match alike {
            Answer::Sat(model) => Answer::Sat(model),
            _ => self.ask(state, wanted.condition),
        };
        match answer {
            Answer::Sat(model) => self.find_met(state, &model, left),
            Answer::Unsat => {}
            Answer::Unknown(_) => {
                self.symbols.incomplete.insert(Incomplete::SolverUnknown);
            }
        }
    }

    fn ask(&mut self, state: &State<'p>, condition: Term) -> Answer {
        match self.known(condition) {
            Some(false) => Answer::Unsat,
            _ => self.find(state, condition),
        }
    }

    /// Which goals do these inputs meet? They are run, if there is one.
    fn find_met(&mut self, state: &State<'p>, model: &Assignment, left: &[Wanted]) {
        self.symbols.evaluator.begin();
        let mut any = false;
        for wanted in left {
            let holds =
                self.symbols.evaluator.eval(&self.symbols.pool, wanted.condition, model) != 0;
            any |= holds && self.symbols.summaries.met.insert(wanted.name);
        }
        self.symbols.evaluator.begin();
        if any {
            self.symbols.summaries.found.push(Predicted::new(state, model, None));
        }
    }
}

impl Symbols<'_> {
    /// Is it wanted what is worth a run?
    fn notes_goals(&self) -> bool {
        let goals = self.summaries.making.last().map(|making| &making.goals);
        goals.is_some_and(|goals| goals.function.is_some() && goals.notes <= MOST_NOTES)
    }

    /// The beginning of the name of a path: which function was given what, and what was decided about its formals.
    fn path_name(&self, condition: Term) -> Option<GoalName> {
        let making = self.summaries.making.last()?;
        let number = |var: Var| self.pool.vars(condition).binary_search(&var).ok();
        let listing = self.pool.listing(&[condition], |var| number(var).map(|n| n as u32))?;
        let places: Vec<_> =
            self.pool.vars(condition).iter().map(|var| self.summaries.origin_of.get(var)).collect();
        let content = postcard::to_stdvec(&(listing, places)).ok()?;
        Some(name_of(making.goals.function.as_deref()?, &content))
    }
}

/// A goal that was not met, in terms of the program's inputs.
struct Wanted {
    name: GoalName,
    condition: Term,
    /// The condition, and values for which it was met before.
    like: Term,
}

/// What a function saw of objects, formals aside.
fn seen(touched: &[Touched], clean: &Memory) -> Vec<u8> {
    let mut seen = Vec::new();
    for Touched { base, cells, .. } in touched {
        let mut bytes = clean.object(*base).map_or_else(Vec::new, |object| object.bytes().to_vec());
        for cell in cells {
            // An object whose size depends on inputs shows none of its bytes.
            let formal = bytes.get_mut(cell.offset as usize..(cell.offset + cell.len) as usize);
            formal.into_iter().for_each(|bytes| bytes.fill(0));
        }
        seen.extend(base.to_le_bytes());
        seen.extend(bytes);
    }
    seen
}

/// A name: the beginning of a digest.
fn name_of(text: &str, content: &[u8]) -> GoalName {
    let digest =
        Sha256::new().chain_update(text).chain_update([0]).chain_update(content).finalize();
    digest.iter().take(8).fold(0, |name, &byte| name << 8 | u64::from(byte))
}
