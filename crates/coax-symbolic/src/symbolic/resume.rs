//! What is done when a state goes on under another model: every value that depends on inputs is
//! brought up to date.

use crate::layers::Summarizer;
use std::sync::Arc;

use coax_expr::{Assignment, Term};
use coax_kinds::Incomplete;
use coax_solve::Answer;
use coax_solve::numeric::Guesses;

use super::{Flip, Replay, Symbols};
use crate::{InState, State};

/// What came of resuming the other side of a decision.
pub enum Resumed<'p> {
    /// It goes on here.
    State(Box<State<'p>>),
    /// No input leads there.
    Infeasible,
    /// The solver does not know; it may be asked again.
    Unknown(Box<Flip<'p>>),
}

impl<'p> Symbols<'p> {
    /// Resumes the other side of a decision.
    pub fn resume(&mut self, mut flip: Flip<'p>) -> Resumed<'p> {
        self.plant(Replay::default());
        self.enter(&flip.state);
        if flip.model.is_none() {
            self.solver.try_harder(1 << (2 * flip.tries));
            let answer = self.find(&flip.state, flip.condition);
            self.solver.try_harder(1);
            match answer {
                Answer::Sat(model) => flip.model = Some(model),
                Answer::Unsat => {
                    self.counts.infeasible += 1;
                    return Resumed::Infeasible;
                }
                Answer::Unknown(_) => {
                    flip.tries += 1;
                    return Resumed::Unknown(Box::new(flip));
                }
            }
        }
        let Flip { mut state, condition, model, .. } = flip;
        state.unpack();
        self.change_model(&mut state, model.expect("it was found"));
        self.add_constraint(&mut state, condition);
        Resumed::State(state)
    }

    /// Guesses at inputs around the other side of a decision.
    pub fn guesses(&self, flip: &Flip<'p>, seed: u64) -> Option<Guesses> {
        let path = &flip.state.above.path;
        let mut conditions: Vec<Term> =
            path.conditions.oldest_first().into_iter().copied().collect();
        conditions.push(flip.condition);
        self.solver.guesses(&self.pool, &conditions, &path.model, seed)
    }

    /// Do these inputs lead to the other side of a decision?
    pub fn is_model_of(&mut self, flip: &Flip<'p>, inputs: &Assignment) -> bool {
        self.evaluator.eval(&self.pool, flip.condition, inputs) != 0
            && self.satisfies(&flip.state, inputs)
    }

    /// Do these inputs lead to where a path is?
    pub fn satisfies(&mut self, state: &State<'p>, inputs: &Assignment) -> bool {
        let mut conditions = state.above.path.conditions.newest_first();
        conditions.all(|&condition| self.evaluator.eval(&self.pool, condition, inputs) != 0)
    }

    /// Does it take long to find out whether the other side of a decision is feasible?
    pub fn is_hard(&mut self, flip: &Flip<'p>) -> bool {
        if flip.model.is_some() {
            return false;
        }
        self.enter(&flip.state);
        self.is_for_later(&flip.state, flip.condition)
    }

    /// Whether the other side of a decision is feasible stays unknown.
    pub fn give_up(&mut self) {
        self.counts.unknown += 1;
        self.incomplete.insert(Incomplete::SolverUnknown);
    }

    /// Makes this state the running one.
    pub fn enter(&mut self, state: &State<'p>) {
        self.context.enter(&self.pool, &state.above.path, state.steps);
        self.evaluator.begin();
        Summarizer::of(self).enter_local(state);
    }

    /// The running state goes on under another model.
    pub fn change_model(&mut self, state: &mut State<'p>, model: Assignment) {
        state.above.path.model = Summarizer::of(self).with_formals(model);
        self.evaluator.begin();
        let State { frames, words, memory, above, .. } = state;
        let InState { path, scenario, .. } = above;
        let mut value = |term| self.evaluator.eval(&self.pool, term, &path.model);
        for frame in frames {
            for (slot, term) in frame.marks.iter().flat_map(|marks| marks.terms()) {
                words[frame.base + slot] = value(term) as u64;
            }
            for arg in frame.variadic.iter_mut().flat_map(|variadic| &mut variadic.rest) {
                if let Some(term) = arg.terms[0] {
                    arg.value.lo = value(term) as u64;
                }
                if let Some(term) = arg.terms[1] {
                    arg.value.hi = value(term) as u64;
                }
            }
        }
        if scenario.has_terms() {
            Arc::make_mut(scenario).refresh(&mut value);
        }
        memory.refresh(value);
    }
}
