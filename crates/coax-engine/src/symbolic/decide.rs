//! The one door for everything that can go two ways because of inputs.

use coax_expr::{CompareOp, Node, Term};
use coax_ir::Pc;
use coax_kinds::{FollowReason, Incomplete};
use coax_solve::{Answer, Unknown};

use super::replay::note_turn;
use super::{Chain, Flip, FlipPolicy, Moment, Symbols};
use crate::summaries::Other;
use crate::{State, Stop, World};

/// Something that can go two ways.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// What decides, of width 1.
    condition: Term,
    /// Where the other side goes on, for a branch.
    towards: Option<Pc>,
    /// What the other side's model should satisfy too, if it can: an error that is easy to see.
    prefer: Option<Term>,
    /// It is one of many about the same value: what comes of all of them is held by one condition.
    is_one_of_many: bool,
}

impl From<Term> for Choice {
    fn from(condition: Term) -> Choice {
        Choice { condition, towards: None, prefer: None, is_one_of_many: false }
    }
}

impl Choice {
    /// A branch whose other side goes on at `pc`.
    pub(crate) fn branch(condition: Term, pc: Pc) -> Choice {
        Choice { towards: Some(pc), ..Choice::from(condition) }
    }

    /// Does a value, which does not, go to `pc`? Asked for many places, and followed by
    /// [`Symbols::hold`] for the place it does go to.
    pub(crate) fn way_of_many(condition: Term, pc: Pc) -> Choice {
        Choice { towards: Some(pc), is_one_of_many: true, ..Choice::from(condition) }
    }

    /// A check whose other side should satisfy `prefer` too, if it can.
    pub(crate) fn check(condition: Term, prefer: Term) -> Choice {
        Choice { prefer: Some(prefer), ..Choice::from(condition) }
    }
}

/// After so many values of one term no further value is a path of its own.
const SETTLED_VALUES: usize = 256;

/// Does a function run that a unit has called?
fn is_in_called(state: &State<'_>) -> bool {
    let (unit, top) = (state.unit.as_ref(), state.frames.last());
    unit.zip(top).is_some_and(|(tree, frame)| frame.function != tree.plan.function)
}

impl<'p> Symbols<'p> {
    /// Decides a condition the way the model does, and puts the other side
    /// aside if it is feasible. Nothing may have been changed yet by the instruction that asks.
    pub(crate) fn decide(
        &mut self,
        state: &mut State<'p>,
        world: &dyn World,
        choice: Choice,
    ) -> Result<bool, Stop> {
        let local = choice.condition;
        if self.alone {
            return Ok(self.value(state, local) != 0);
        }
        let choice = self.grounded(choice);
        let condition = choice.condition;
        self.moment = match self.moment {
            Moment { steps, nth } if steps == state.steps => Moment { steps, nth: nth + 1 },
            _ => Moment { steps: state.steps, nth: 0 },
        };
        self.note_moment();
        if let Some(known) = self.known(condition) {
            self.note_decision(state, known);
            self.note_local(state, local, known, Other::Open);
            return Ok(known);
        }
        let holds = self.value(state, condition) != 0;
        let negated = self.pool.not(condition);
        let (taken, other) = if holds { (condition, negated) } else { (negated, condition) };
        self.counts.decisions += 1;
        self.counts.called += u64::from(is_in_called(state));
        if self.turns_here() {
            return Err(self.turn(state, world, other));
        }
        let owned = self.owns(self.moment);
        if owned && self.is_turning() {
            return Err(Stop::Internal("a pending path is not where it was".into()));
        }
        let open = match owned || self.predicts_anew(state, holds) {
            true if self.has_used_enough(state) => true,
            true => self.put_aside(state, world, other, (choice, local))?,
            false => self.was_open(state, other),
        };
        self.note_decision(state, holds);
        self.note_local(state, local, holds, Other::Open);
        if choice.is_one_of_many {
            return Ok(holds);
        }
        if !open {
            self.implied.insert(taken);
            return Ok(holds);
        }
        self.hold(state, taken);
        if state.path.conditions.len() >= self.most_conditions {
            return Err(Stop::Bound(Incomplete::Constraints));
        }
        Ok(holds)
    }

    /// A choice in terms of the program's inputs.
    fn grounded(&mut self, choice: Choice) -> Choice {
        let condition = self.ground(choice.condition);
        let prefer = choice.prefer.map(|prefer| self.ground(prefer));
        Choice { condition, prefer, ..choice }
    }

    /// What is known about a condition without asking anybody.
    pub(crate) fn known(&mut self, condition: Term) -> Option<bool> {
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

    /// Had somebody else's decision two sides? It is no harm to take a condition that is implied
    /// for one that is not, but where conditions are counted it must be known.
    fn was_open(&mut self, state: &State<'p>, other: Term) -> bool {
        if self.most_conditions == usize::MAX || self.policy == FlipPolicy::Lazy {
            return true;
        }
        let model = &state.path.model;
        let answer = self.solver.find(&mut self.pool, &mut self.conditions, other, model);
        !matches!(answer, Answer::Unsat)
    }

    /// Puts the other side of a decision aside; `false` if there is none.
    fn put_aside(
        &mut self,
        state: &mut State<'p>,
        world: &dyn World,
        other: Term,
        (choice, local): (Choice, Term),
    ) -> Result<bool, Stop> {
        // A summary would have to wait for the answer.
        if self.is_summing_up() && self.takes_long(state, other) {
            return Err(Stop::Follow(FollowReason::Hard));
        }
        let eager = self.policy == FlipPolicy::Eager && !self.is_for_later(state, other);
        let model = match eager {
            false => None,
            true => match self.find_preferring(state, other, choice.prefer) {
                Answer::Sat(model) => Some(model),
                Answer::Unsat => {
                    self.counts.infeasible += 1;
                    return Ok(false);
                }
                // Somebody wants it to end: the instruction has not begun.
                Answer::Unknown(Unknown::Cancelled) if !self.is_summing_up() => {
                    return Err(Stop::StepLimit);
                }
                Answer::Unknown(_) => {
                    self.counts.unknown += 1;
                    self.incomplete.insert(Incomplete::SolverUnknown);
                    return Ok(true);
                }
            },
        };
        let mut fork = state.fork_aside(world).ok_or_else(|| {
            Stop::Internal("a world that cannot fork meets a decision about inputs".into())
        })?;
        match choice.towards {
            Some(_) if !choice.is_one_of_many => fork.path.turns = Chain::default(),
            _ => note_turn(&mut fork, self.moment),
        }
        let holds = self.value(state, choice.condition) != 0;
        let trail = self.predict(&mut fork, holds);
        self.note_flipped(&mut fork, local, !holds);
        self.latest = state.steps;
        let (state, moment, towards) = (Box::new(fork), self.moment, choice.towards);
        self.flips.push(Flip {
            state,
            condition: other,
            model,
            towards,
            moment,
            trail,
            tries: 0,
            guessed: false,
        });
        Ok(true)
    }

    /// Is it better to ask whether a condition can hold when somebody needs to know?
    pub(super) fn is_for_later(&mut self, state: &State<'p>, condition: Term) -> bool {
        let model = &state.path.model;
        self.solver.is_hard(&mut self.pool, &mut self.conditions, condition, model)
    }

    /// Is it a question about floats that nobody answers at once?
    pub(crate) fn takes_long(&mut self, state: &State<'p>, condition: Term) -> bool {
        self.pool.has_float(condition) && self.is_for_later(state, condition)
    }

    /// A model of a condition that satisfies another one too, if there is one.
    fn find_preferring(&mut self, state: &State<'p>, other: Term, prefer: Option<Term>) -> Answer {
        let model = &state.path.model;
        let both = prefer.map(|prefer| self.pool.and(other, prefer));
        if let Some(both) = both
            && !self.pool.is_false(both)
            && let Answer::Sat(model) =
                self.solver.find(&mut self.pool, &mut self.conditions, both, model)
        {
            return Answer::Sat(model);
        }
        self.solver.find(&mut self.pool, &mut self.conditions, other, model)
    }

    /// Should a term be fixed for good because too many of its other values are paths of their own
    /// already?
    pub(crate) fn has_many_values(&mut self, state: &State<'p>, term: Term) -> bool {
        let term = self.ground(term);
        let excluded = |&&condition: &&Term| match self.pool.node(condition) {
            Node::Not(equal) => match self.pool.node(equal) {
                Node::Compare(CompareOp::Eq, a, b) => a == term || b == term,
                _ => false,
            },
            _ => false,
        };
        state.path.conditions.newest_first().filter(excluded).count() > SETTLED_VALUES
    }

    /// Records that a condition holds on this path from here on. The model satisfies it.
    pub(crate) fn hold(&mut self, state: &mut State<'p>, condition: Term) {
        if self.pool.as_constant(condition).is_none() {
            self.conditions.add(&self.pool, condition);
            self.implied.insert(condition);
            state.path.conditions.push(condition);
        }
    }

    /// Fixes a term to its value; other values will not be tried, and the report says so.
    pub(crate) fn pin(&mut self, state: &mut State<'p>, term: Term) {
        let value = self.value(state, term);
        let constant = self.pool.constant(self.pool.width(term), value);
        let equal = self.pool.eq(term, constant);
        self.rely_on(state, equal);
        let equal = self.ground(equal);
        if self.known(equal) == Some(true) {
            return;
        }
        let different = self.pool.not(equal);
        let model = &state.path.model;
        match self.solver.find(&mut self.pool, &mut self.conditions, different, model) {
            Answer::Unsat => {
                self.implied.insert(equal);
            }
            Answer::Sat(_) | Answer::Unknown(_) => {
                self.incomplete.insert(Incomplete::Concretized);
                state.path.concretized = true;
                self.hold(state, equal);
            }
        }
    }

    /// Only inputs that satisfy the condition matter. `false` if there are none on this path.
    pub(crate) fn assume(&mut self, state: &mut State<'p>, condition: Term) -> Result<bool, Stop> {
        self.restrict(state, condition, Other::Ends)
    }

    /// The same, where it is known what becomes of the inputs that do not satisfy the condition.
    pub(crate) fn restrict(
        &mut self,
        state: &mut State<'p>,
        condition: Term,
        other: Other,
    ) -> Result<bool, Stop> {
        let ground = self.ground(condition);
        let holds = self.assume_ground(state, ground)?;
        self.note_local(state, condition, holds, if holds { other } else { Other::Open });
        Ok(holds)
    }

    fn assume_ground(&mut self, state: &mut State<'p>, condition: Term) -> Result<bool, Stop> {
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
                    self.incomplete.insert(Incomplete::SolverUnknown);
                    return Err(Stop::SolverUnknown);
                }
            }
        }
        self.hold(state, condition);
        Ok(true)
    }
}
