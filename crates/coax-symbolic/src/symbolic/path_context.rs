//! What belongs to the running path and is not in its state: it travels with the path.
//!
//! A state is what forks; a context is what a path has while it runs: its conditions as the solver sees them, where it
//! is among its decisions, what it has put aside, and in which mode it runs. A path that makes way for another one
//! takes its context along ([`Symbols::suspend`]).
//!
//! - *Invariant:* `conditions` are those of the running state, and `implied` contains them.
//! - *Invariant:* a context holds no state but those of its flips, and nothing that another path needs.

use std::collections::HashSet;
use std::sync::Arc;

use coax_expr::{Assignment, Pool, Term};
use coax_solve::Conditions;

use super::{Flip, Moment, Path, Replay, Symbols};
use crate::State;

/// A path has a checkpoint at least every so many conditions,
const CHECKPOINT_STRETCH: usize = 4;
/// and a longer one every so many-th part of its conditions: a checkpoint takes some bytes per condition.
const CHECKPOINT_SHARE: usize = 8;

/// The first conditions of a path as the solver sees them, shared by the paths that begin with them.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    /// How many.
    len: usize,
    conditions: Conditions,
}

/// What belongs to the running path and is not in its state.
#[derive(Default)]
pub struct PathContext<'p> {
    /// Other sides of its decisions, in order, not yet taken by the search.
    pub flips: Vec<Flip<'p>>,
    /// What must hold, as the solver sees it.
    pub conditions: Conditions,
    /// Conditions that hold: its own, and those whose opposite is infeasible.
    implied: HashSet<Term>,
    /// What it has decided in the terms of the function that is summed up.
    pub(crate) local: HashSet<Term>,
    /// Its last decision.
    pub(super) moment: Moment,
    /// How many instructions it had run when it last had a choice, or when it was resumed.
    last_choice: u64,
    /// How it is found, if it is run again from the start.
    pub(super) replay: Replay,
    /// The values of inputs that are no terms, but plain: a trial runs the program with them.
    pub trial: Option<Assignment>,
    /// No forking: branches follow the model; other sides are not queued.
    pub no_fork: bool,
}

/// Where a decision is in the run of a path that may be found again from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// In the replayed prefix: other paths explore the other side.
    Prefix,
    /// At a turn of the path: it goes on at the other side.
    Turn,
    /// Beyond the prefix: the decision is the path's own.
    Own,
    /// Beyond the prefix, but with turns left: the run does not lead to where the path was.
    Lost,
}

impl PathContext<'_> {
    /// The path is at a state: what holds there, and no more.
    pub(super) fn enter(&mut self, pool: &Pool, path: &Path, steps: u64) {
        self.moment = Moment::default();
        self.last_choice = steps;
        self.set_conditions(pool, path);
    }

    /// What a path says that holds, and no more.
    pub(super) fn set_conditions(&mut self, pool: &Pool, path: &Path) {
        let checkpoint = path.checkpoint.as_deref();
        let known = checkpoint.map_or(0, |checkpoint| checkpoint.len);
        self.conditions =
            checkpoint.map_or_else(Conditions::new, |checkpoint| checkpoint.conditions.clone());
        self.implied.clear();
        for (n, &condition) in path.conditions.oldest_first().into_iter().enumerate() {
            if n >= known {
                self.conditions.add(pool, condition);
            }
            self.implied.insert(condition);
        }
    }

    /// The path is about to fork: a checkpoint is made if the last one is far behind.
    pub(super) fn checkpoint(&self, path: &mut Path) {
        let len = path.conditions.len();
        let last = path.checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.len);
        if len - last >= CHECKPOINT_STRETCH.max(len / CHECKPOINT_SHARE) {
            let conditions = self.conditions.clone();
            path.checkpoint = Some(Arc::new(Checkpoint { len, conditions }));
        }
    }

    /// The terms are gone.
    pub(super) fn forget(&mut self) {
        self.conditions = Conditions::new();
        self.implied.clear();
        self.local.clear();
    }

    /// A condition holds from here on.
    pub(super) fn add(&mut self, pool: &Pool, condition: Term) {
        self.conditions.add(pool, condition);
        self.implied.insert(condition);
    }

    /// The opposite of a condition is infeasible.
    pub(crate) fn imply(&mut self, condition: Term) {
        self.implied.insert(condition);
    }

    /// Is a condition known to hold?
    pub(super) fn implies(&self, condition: Term) -> bool {
        self.implied.contains(&condition)
    }

    /// The path comes to a decision, after so many instructions.
    pub(super) fn advance(&mut self, steps: u64) {
        let before = self.moment;
        let nth = if before.steps == steps { before.nth + 1 } else { 0 };
        self.moment = Moment { steps, nth };
    }

    /// The path has a choice, after so many instructions.
    pub(super) fn note_choice(&mut self, steps: u64) {
        self.last_choice = steps;
    }

    /// Its last decision.
    pub(crate) fn moment(&self) -> Moment {
        self.moment
    }

    /// How many instructions the path has run since it last had a choice.
    pub fn steps_since_choice(&self, state: &State<'_>) -> u64 {
        state.steps - self.last_choice
    }

    /// Where the decision is that the path is at.
    pub(super) fn position(&self) -> Position {
        let Replay { last, turns, .. } = &self.replay;
        let turn = last.zip(turns.front());
        match turn.map(|(last, turn)| Moment { steps: last.steps, nth: turn.0 }) {
            Some(turn) if turn == self.moment => Position::Turn,
            _ if last.is_some_and(|last| self.moment <= last) => Position::Prefix,
            _ if self.is_turning() => Position::Lost,
            _ => Position::Own,
        }
    }

    /// Is the path still in its replayed prefix?
    pub fn is_borrowed(&self) -> bool {
        self.replay.last.is_some_and(|last| self.moment < last) || self.is_turning()
    }

    /// Is the path still in its replayed prefix after so many instructions? One that is run to its end is not.
    pub(super) fn is_borrowed_beyond(&self, steps: u64) -> bool {
        let is_found = |last: &Moment| last.steps != u64::MAX;
        let at = Moment { steps, nth: self.moment.nth };
        let before = if self.moment.steps == steps { at } else { Moment { steps, nth: 0 } };
        self.replay.last.filter(is_found).is_some_and(|last| before < last) || self.is_turning()
    }

    /// Has the path turns to take?
    pub fn is_turning(&self) -> bool {
        !self.replay.turns.is_empty()
    }
}

impl<'p> Symbols<'p> {
    /// Other paths run from here on, in the same mode; the running one's context is kept for [`Symbols::continue_with`].
    pub(crate) fn suspend(&mut self) -> PathContext<'p> {
        let (trial, no_fork) = (self.context.trial.clone(), self.context.no_fork);
        let others = PathContext { trial, no_fork, ..PathContext::default() };
        std::mem::replace(&mut self.context, others)
    }

    /// The path with this context goes on.
    pub(crate) fn continue_with(&mut self, context: PathContext<'p>) {
        self.context = context;
        self.evaluator.begin();
    }
}

#[cfg(test)]
mod tests;
