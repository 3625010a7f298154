//! What is worth a run in a function, in its own terms: each of its paths, each side of its conditions
//! that are no branches, and the same in the functions it steps over.
//!
//! Whoever explores a function finds inputs for all of it in passing. A summary that was made in an earlier run
//! has been explored by somebody else: here are inputs found for it, in the context of its calls, so
//! that the tests cover what the function does, and its errors are found.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use coax_expr::{Assignment, Term};
use coax_ir::{FuncId, Pc};
use coax_solve::Answer;

use super::context::Actuals;
use super::ground::Decision;
use super::{Record, Summary};
use crate::State;
use crate::explore::Predicted;
use crate::symbolic::{Symbols, Values};

/// From how many places a condition that is no branch is remembered.
const MOST_PLACES: u32 = 8;
/// After so many notes a summary is not worth being kept.
const MOST_NOTES: u32 = 50_000;

/// Something worth a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// When a call of the function shows it.
    pub(super) condition: Term,
    /// Were there inputs for it, in this run of ours?
    pub(super) is_met: bool,
}

/// What in the code a goal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum About {
    Side(FuncId, Pc, bool),
    /// A goal of a function that is stepped over: its summary's number, and its own.
    Inner(FuncId, usize, usize),
}

/// The goals of a function that is being explored.
#[derive(Debug, Default)]
pub(super) struct Goals {
    all: Vec<Goal>,
    /// Which goal is about what, and how often it was noted.
    known: HashMap<About, (usize, u32)>,
    notes: u32,
}

impl Goals {
    /// All of them; `None` if there are too many.
    pub(super) fn take(&mut self) -> Option<Vec<Goal>> {
        (self.notes <= MOST_NOTES).then(|| std::mem::take(&mut self.all))
    }
}

impl Record {
    /// That of a summary that was made with these goals (none if there were too many), or extended by them.
    pub(super) fn of(known: Option<&Summary>, found: Option<Vec<Goal>>, is_partial: bool) -> Record {
        let before = known.map(|known| &known.record);
        let was_whole = before.is_none_or(|before| before.is_whole);
        let is_whole = was_whole && !is_partial && found.is_some();
        let mut goals = before.map_or_else(Vec::new, |before| before.goals.clone());
        goals.extend(found.unwrap_or_default());
        Record { goals, is_whole, is_new: true }
    }
}

impl<'p> Symbols<'p> {
    /// Does anybody want to know what is worth a run?
    fn notes_goals(&self) -> bool {
        let is_worth_it =
            self.summaries.making.last().is_some_and(|making| making.goals.notes <= MOST_NOTES);
        self.summaries.shelved.is_some() && is_worth_it
    }

    /// A path through a function was found.
    pub(super) fn note_path(&mut self, decisions: &[Decision]) {
        if !self.notes_goals() {
            return;
        }
        let condition = self.all_of(decisions.iter());
        let Some(making) = self.summaries.making.last_mut() else { return };
        making.goals.notes += 1;
        making.goals.all.push(Goal { condition, is_met: true });
    }

    /// A path through a function comes to a condition that is no branch.
    pub(super) fn note_sides(
        &mut self,
        state: &State<'p>,
        (function, pc): (FuncId, Pc),
        condition: Term,
    ) {
        if !self.notes_goals() {
            return;
        }
        let here = self.all_of(state.path.local.oldest_first());
        let negated = self.pool.not(condition);
        for (side, holds) in [(true, condition), (false, negated)] {
            let both = self.pool.and(here, holds);
            self.note_goal(About::Side(function, pc, side), both, MOST_PLACES);
        }
    }

    /// A path through a function steps over a call.
    pub(super) fn note_inner(
        &mut self,
        state: &State<'p>,
        (id, number): (FuncId, usize),
        actuals: &Actuals,
    ) {
        if !self.notes_goals() {
            return;
        }
        let goals = self.summaries.known[&id][number].record.goals.clone();
        let here = self.all_of(state.path.local.oldest_first());
        let known = &mut Default::default();
        for (index, goal) in goals.into_iter().enumerate() {
            let condition = self.pool.replace(goal.condition, actuals, known);
            let both = self.pool.and(here, condition);
            self.note_goal(About::Inner(id, number, index), both, u32::MAX);
        }
    }

    /// Notes when something is shown, beside the cases that are known of it, up to so many.
    fn note_goal(&mut self, about: About, condition: Term, most: u32) {
        let Some(making) = self.summaries.making.last_mut() else { return };
        if self.pool.is_false(condition) {
            return;
        }
        let goals = &mut making.goals;
        goals.notes += 1;
        match goals.known.entry(about) {
            Entry::Vacant(entry) => {
                entry.insert((goals.all.len(), 1));
                goals.all.push(Goal { condition, is_met: true });
            }
            Entry::Occupied(mut entry) => {
                let (index, times) = entry.get_mut();
                if *times < most {
                    *times += 1;
                    let goal = &mut goals.all[*index];
                    goal.condition = self.pool.or(goal.condition, condition);
                }
            }
        }
    }

    fn all_of<'d>(&mut self, decisions: impl IntoIterator<Item = &'d Decision>) -> Term {
        let mut all = self.pool.truth(true);
        for decision in decisions {
            let literal = match decision.holds {
                true => decision.condition,
                false => self.pool.not(decision.condition),
            };
            all = self.pool.and(all, literal);
        }
        all
    }

    /// Looks for inputs of this path for every goal of a summary that nobody has met yet.
    pub(super) fn meet_goals(
        &mut self,
        state: &State<'p>,
        (id, number): (FuncId, usize),
        actuals: &Actuals,
    ) {
        let goals = &self.summaries.known[&id][number].record.goals;
        let open: Vec<(usize, Term)> = goals
            .iter()
            .enumerate()
            .filter(|(_, goal)| !goal.is_met)
            .map(|(index, goal)| (index, goal.condition))
            .collect();
        let known = &mut Default::default();
        let mut left = Vec::new();
        for (index, condition) in open {
            let here = self.pool.replace(condition, actuals, known);
            left.push((index, self.ground(here)));
        }
        let mut met = Vec::new();
        self.find_met(state, state.path.model.clone(), &mut left, &mut met);
        while let Some(model) = self.find_any(state, &left) {
            if !self.find_met(state, model, &mut left, &mut met) {
                break;
            }
        }
        let all = self.summaries.known.get_mut(&id).and_then(|all| all.get_mut(number));
        if let Some(summary) = all {
            met.into_iter().for_each(|index| summary.record.goals[index].is_met = true);
        }
    }

    /// Inputs for one of these goals, if there are any.
    fn find_any(&mut self, state: &State<'p>, left: &[(usize, Term)]) -> Option<Assignment> {
        let mut any = self.pool.truth(false);
        for &(_, condition) in left {
            any = self.pool.or(any, condition);
        }
        match self.ask(state, any) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat => None,
            // One of them is hard: those that are not are found one by one.
            Answer::Unknown(_) => left.iter().find_map(|&(_, condition)| {
                match self.ask(state, condition) {
                    Answer::Sat(model) => Some(model),
                    Answer::Unsat => None,
                    Answer::Unknown(_) => {
                        self.incomplete.insert("solver-unknown");
                        None
                    }
                }
            }),
        }
    }

    fn ask(&mut self, state: &State<'p>, condition: Term) -> Answer {
        match self.known(condition) {
            Some(false) => Answer::Unsat,
            _ => {
                let model = &state.path.model;
                self.solver.find(&mut self.pool, &mut self.conditions, condition, model)
            }
        }
    }

    /// Which goals do these inputs meet? They are run, if there is one.
    fn find_met(
        &mut self,
        state: &State<'p>,
        model: Assignment,
        left: &mut Vec<(usize, Term)>,
        met: &mut Vec<usize>,
    ) -> bool {
        self.evaluator.begin();
        let before = left.len();
        left.retain(|&(index, condition)| {
            let holds = self.evaluator.eval(&self.pool, condition, &model) != 0;
            met.extend(holds.then_some(index));
            !holds
        });
        self.evaluator.begin();
        let any = left.len() < before;
        if any {
            let inputs = Values::of(&self.pool, state, &model);
            self.summaries.found.push(Predicted { inputs, ending: None });
        }
        any
    }
}
