//! What is done when a state goes on under another model: every value that depends on inputs is
//! brought up to date.

use coax_expr::{Assignment, Term};
use coax_kinds::Incomplete;
use coax_solve::numeric::Guesses;
use coax_solve::{Answer, Conditions};

use super::{Flip, Moment, Replay, Symbols};
use crate::State;

/// What came of taking up the other side of a decision.
pub enum Taken<'p> {
    /// It goes on here.
    State(Box<State<'p>>),
    /// Nobody can get there.
    Infeasible,
    /// The solver does not know; it may be asked again.
    Unknown(Box<Flip<'p>>),
}

impl<'p> Symbols<'p> {
    /// Takes up the other side of a decision.
    pub fn take_up(&mut self, mut flip: Flip<'p>) -> Taken<'p> {
        self.plant(Replay::default());
        self.enter(&flip.state);
        if flip.model.is_none() {
            let (model, effort) = (&flip.state.path.model, 1 << (2 * flip.tries));
            self.solver.try_harder(effort);
            let answer =
                self.solver.find(&mut self.pool, &mut self.conditions, flip.condition, model);
            self.solver.try_harder(1);
            match answer {
                Answer::Sat(model) => flip.model = Some(model),
                Answer::Unsat => {
                    self.counts.infeasible += 1;
                    return Taken::Infeasible;
                }
                Answer::Unknown(_) => {
                    flip.tries += 1;
                    return Taken::Unknown(Box::new(flip));
                }
            }
        }
        let Flip { mut state, condition, model, .. } = flip;
        state.unpack();
        self.change_model(&mut state, model.expect("it was found"));
        self.hold(&mut state, condition);
        Taken::State(state)
    }

    /// Guesses at inputs around the other side of a decision.
    pub(crate) fn guesses(&self, flip: &Flip<'p>, seed: u64) -> Option<Guesses> {
        let path = &flip.state.path;
        let mut conditions: Vec<Term> =
            path.conditions.oldest_first().into_iter().copied().collect();
        conditions.push(flip.condition);
        self.solver.guesses(&self.pool, &conditions, &path.model, seed)
    }

    /// Do these inputs lead to the other side of a decision?
    pub(crate) fn is_model_of(&mut self, flip: &Flip<'p>, inputs: &Assignment) -> bool {
        let earlier = flip.state.path.conditions.newest_first();
        let mut conditions = std::iter::once(&flip.condition).chain(earlier);
        conditions.all(|&condition| self.evaluator.eval(&self.pool, condition, inputs) != 0)
    }

    /// Does it take long to find out whether anybody gets to the other side of a decision?
    pub(crate) fn is_hard(&mut self, flip: &Flip<'p>) -> bool {
        if flip.model.is_some() {
            return false;
        }
        self.enter(&flip.state);
        self.is_for_later(&flip.state, flip.condition)
    }

    /// Nobody will know whether somebody can get to the other side of a decision.
    pub(crate) fn give_up(&mut self) {
        self.counts.unknown += 1;
        self.incomplete.insert(Incomplete::SolverUnknown);
    }

    /// Makes this state the running one.
    pub fn enter(&mut self, state: &State<'p>) {
        self.conditions = Conditions::new();
        self.implied.clear();
        self.moment = Moment::default();
        self.latest = state.steps;
        self.evaluator.begin();
        self.enter_local(state);
        for &condition in state.path.conditions.oldest_first() {
            self.conditions.add(&self.pool, condition);
            self.implied.insert(condition);
        }
    }

    /// The running state goes on under another model.
    pub(crate) fn change_model(&mut self, state: &mut State<'p>, model: Assignment) {
        state.path.model = self.with_formals(model);
        self.evaluator.begin();
        let State { frames, words, memory, path, .. } = state;
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
        memory.refresh(value);
    }
}
