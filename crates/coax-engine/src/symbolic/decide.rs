//! The one door for everything that can go two ways because of inputs.

use coax_expr::Term;
use coax_ir::Pc;
use coax_solve::Answer;

use super::{Flip, FlipPolicy, Moment, Symbols};
use crate::{State, Stop, World};

impl<'p> Symbols<'p> {
    /// Decides a condition (a term of width 1) the way the model does, and puts the other side
    /// aside if it is feasible. Nothing may have been changed yet by the instruction that asks.
    pub(crate) fn decide(
        &mut self,
        state: &mut State<'p>,
        world: &dyn World,
        condition: Term,
        towards: Option<Pc>,
    ) -> Result<bool, Stop> {
        self.moment = match self.moment {
            Moment { steps, nth } if steps == state.steps => Moment { steps, nth: nth + 1 },
            _ => Moment { steps: state.steps, nth: 0 },
        };
        if let Some(known) = self.known(condition) {
            return Ok(known);
        }
        if state.path.conditions.len() >= self.most_conditions {
            return Err(Stop::Bound("constraints"));
        }
        let holds = self.value(state, condition) != 0;
        let negated = self.pool.not(condition);
        let (taken, other) = if holds { (condition, negated) } else { (negated, condition) };
        self.counts.decisions += 1;
        let owned = self.borrowed.is_none_or(|last| self.moment > last);
        if owned && !self.put_aside(state, world, other, towards)? {
            self.implied.insert(taken);
            return Ok(holds);
        }
        self.hold(state, taken);
        Ok(holds)
    }

    /// What is known about a condition without asking anybody.
    fn known(&mut self, condition: Term) -> Option<bool> {
        if let Some(value) = self.pool.as_constant(condition) {
            return Some(value != 0);
        }
        if self.implied.contains(&condition) {
            return Some(true);
        }
        let negated = self.pool.not(condition);
        if self.implied.contains(&negated) {
            return Some(false);
        }
        self.solver.decided(&mut self.pool, &mut self.conditions, condition)
    }

    /// Puts the other side of a decision aside; `false` if there is none.
    fn put_aside(
        &mut self,
        state: &mut State<'p>,
        world: &dyn World,
        other: Term,
        towards: Option<Pc>,
    ) -> Result<bool, Stop> {
        let model = match self.policy {
            FlipPolicy::Lazy => None,
            FlipPolicy::Eager => {
                let model = &state.path.model;
                match self.solver.find(&mut self.pool, &mut self.conditions, other, model) {
                    Answer::Sat(model) => Some(model),
                    Answer::Unsat => {
                        self.counts.infeasible += 1;
                        return Ok(false);
                    }
                    Answer::Unknown(_) => {
                        self.counts.unknown += 1;
                        self.incomplete.insert("solver-unknown");
                        return Ok(true);
                    }
                }
            }
        };
        let fork = state.fork(world).ok_or_else(|| {
            Stop::Internal("a world that cannot fork meets a decision about inputs".into())
        })?;
        let (state, moment) = (Box::new(fork), self.moment);
        self.flips.push(Flip { state, condition: other, model, towards, moment });
        Ok(true)
    }

    /// Records that a condition holds on this path from here on. The model satisfies it.
    pub(crate) fn hold(&mut self, state: &mut State<'p>, condition: Term) {
        if self.pool.as_constant(condition).is_none() {
            self.conditions.add(&self.pool, condition);
            state.path.conditions.push(condition);
        }
    }

    /// Fixes a term to its value; other values will not be tried, and the report says so.
    pub(crate) fn pin(&mut self, state: &mut State<'p>, term: Term) {
        let value = self.value(state, term);
        let constant = self.pool.constant(self.pool.width(term), value);
        let equal = self.pool.eq(term, constant);
        if self.known(equal) == Some(true) {
            return;
        }
        self.incomplete.insert("concretized");
        state.path.concretized = true;
        self.hold(state, equal);
    }

    /// Only inputs that satisfy the condition matter. `false` if there are none on this path.
    pub(crate) fn assume(&mut self, state: &mut State<'p>, condition: Term) -> Result<bool, Stop> {
        if let Some(known) = self.known(condition) {
            return Ok(known);
        }
        if self.value(state, condition) == 0 {
            let model = &state.path.model;
            match self.solver.find(&mut self.pool, &mut self.conditions, condition, model) {
                Answer::Sat(model) => self.change_model(state, model),
                Answer::Unsat => return Ok(false),
                Answer::Unknown(_) => {
                    self.counts.unknown += 1;
                    self.incomplete.insert("solver-unknown");
                    return Err(Stop::SolverUnknown);
                }
            }
        }
        self.hold(state, condition);
        Ok(true)
    }
}
