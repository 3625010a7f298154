//! The one door for everything that can go two ways because of inputs.

#[cfg(test)]
mod tests;

use crate::layers::InputMaker;
use coax_expr::{CompareOp, Node, Term};
use coax_ir::Pc;
use coax_kinds::{FollowReason, Incomplete};
use coax_solve::{Answer, Unknown};

use super::path_context::Position;
use super::replay::note_turn;
use super::{Chain, Flip, FlipPolicy, Symbols};
use crate::layers::Summarizer;
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
    pub fn branch(condition: Term, pc: Pc) -> Choice {
        Choice { towards: Some(pc), ..Choice::from(condition) }
    }

    /// Does a value, which does not, go to `pc`? Asked for many places, and followed by
    /// [`Symbols::add_constraint`] for the place it does go to.
    pub(crate) fn way_of_many(condition: Term, pc: Pc) -> Choice {
        Choice { towards: Some(pc), is_one_of_many: true, ..Choice::from(condition) }
    }

    /// A check whose other side should satisfy `prefer` too, if it can.
    pub(crate) fn check(condition: Term, prefer: Term) -> Choice {
        Choice { prefer: Some(prefer), ..Choice::from(condition) }
    }
}

/// After so many values of one term no further value is a path of its own.
const MOST_DECIDED_VALUES: usize = 256;

/// Does a function run that a unit has called?
fn is_in_callee(state: &State<'_>) -> bool {
    let top = state.frames.last().filter(|_| state.above.unit.is_some());
    top.is_some_and(|frame| Some(frame.function) != state.above.under_test())
}

/// A choice that is not known yet, as both sides of it.
struct Split {
    /// The choice, in terms of the program's inputs.
    choice: Choice,
    /// Its condition in terms of the function that is summed up.
    local: Term,
    /// Does the condition hold under the model?
    holds: bool,
    /// What holds on the model's side,
    taken: Term,
    /// and on the other one.
    other: Term,
}

/// What becomes of the other side of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OtherSide {
    /// It becomes a flip, if it is feasible.
    Queue,
    /// Another path has it.
    Elsewhere,
    /// It is not explored, and taken for feasible.
    Unexplored,
    /// The running path goes on there.
    Turn,
}

impl<'p> Symbols<'p> {
    /// Decides a condition the way the model does, and puts the other side aside if it is feasible.
    /// Nothing may have been changed yet by the instruction that asks.
    ///
    /// What a decision means to replay, prediction, summaries and units is said around it:
    /// [`Symbols::observe_moment`] before, [`Symbols::other_side`] at, [`Symbols::observe_fork`] and
    /// [`Symbols::observe_decision`] after it.
    pub(crate) fn decide(
        &mut self,
        state: &mut State<'p>,
        world: &dyn World,
        choice: Choice,
    ) -> Result<bool, Stop> {
        let local = choice.condition;
        if self.context.no_fork {
            return Ok(self.value(state, local) != 0);
        }
        let choice = self.grounded(choice);
        self.context.advance(state.steps);
        self.observe_moment();
        if let Some(known) = self.known(choice.condition) {
            self.observe_decision(state, local, known);
            return Ok(known);
        }
        let split = self.split(state, choice, local);
        let open = match self.other_side(state, split.holds)? {
            OtherSide::Queue => self.queue_other(state, world, &split)?,
            OtherSide::Elsewhere => self.was_open(state, split.other),
            OtherSide::Unexplored => true,
            OtherSide::Turn => return Err(self.turn(state, world, split.other)),
        };
        self.observe_decision(state, local, split.holds);
        self.take_side(state, &split, open)
    }

    /// Both sides of a choice; it is counted.
    fn split(&mut self, state: &State<'p>, choice: Choice, local: Term) -> Split {
        self.counts.decisions += 1;
        self.counts.in_callees += u64::from(is_in_callee(state));
        let condition = choice.condition;
        let holds = self.value(state, condition) != 0;
        let negated = self.pool.not(condition);
        let (taken, other) = if holds { (condition, negated) } else { (negated, condition) };
        Split { choice, local, holds, taken, other }
    }

    /// What becomes of the other side of the decision the running path is at: replay, prediction and units
    /// have a say.
    fn other_side(&mut self, state: &State<'p>, holds: bool) -> Result<OtherSide, Stop> {
        let explores = match self.context.position() {
            Position::Turn => return Ok(OtherSide::Turn),
            Position::Lost => {
                return Err(Stop::Internal("a pending path is not where it was".into()));
            }
            Position::Own => true,
            Position::Prefix => self.predicts_anew(state, holds),
        };
        Ok(match explores {
            true if InputMaker::of(self).has_used_enough(state) => OtherSide::Unexplored,
            true => OtherSide::Queue,
            false => OtherSide::Elsewhere,
        })
    }

    /// A decision has come out: prediction and summaries note it.
    fn observe_decision(&mut self, state: &mut State<'p>, local: Term, holds: bool) {
        self.note_hash(state, holds);
        Summarizer::of(self).note_local(state, local, holds, Other::Open);
    }

    /// The other side of a decision is put aside: replay, prediction and summaries note in its state how
    /// it is found again. The hash of its path, where paths are predicted.
    fn observe_fork(&mut self, fork: &mut State<'p>, split: &Split) -> u64 {
        match split.choice.towards {
            Some(_) if !split.choice.is_one_of_many => fork.above.path.turns = Chain::default(),
            _ => note_turn(fork, self.context.moment),
        }
        let path_hash = self.predict(fork, split.holds);
        Summarizer::of(self).note_flipped(fork, split.local, !split.holds);
        path_hash
    }

    /// The model's side holds from here on; it follows from what holds already if the other side is not open.
    fn take_side(
        &mut self,
        state: &mut State<'p>,
        split: &Split,
        open: bool,
    ) -> Result<bool, Stop> {
        if split.choice.is_one_of_many {
            return Ok(split.holds);
        }
        if !open {
            self.context.imply(split.taken);
            return Ok(split.holds);
        }
        self.add_constraint(state, split.taken);
        if state.above.path.conditions.len() >= self.most_conditions {
            return Err(Stop::Bound(Incomplete::Constraints));
        }
        Ok(split.holds)
    }

    /// A choice in terms of the program's inputs.
    fn grounded(&mut self, choice: Choice) -> Choice {
        let condition = Summarizer::of(self).ground(choice.condition);
        let prefer = choice.prefer.map(|prefer| Summarizer::of(self).ground(prefer));
        Choice { condition, prefer, ..choice }
    }

    /// What is known about a condition without a solver query.
    pub fn known(&mut self, condition: Term) -> Option<bool> {
        if let Some(value) = self.pool.as_constant(condition) {
            return Some(value != 0);
        }
        if self.context.implies(condition) {
            return Some(true);
        }
        let negated = self.pool.not(condition);
        if self.context.implies(negated) {
            return Some(false);
        }
        self.solver.decided(&mut self.pool, &mut self.context.conditions, condition)
    }

    /// Had a decision of the replayed prefix two sides? It is no harm to take a condition that is implied
    /// for one that is not, but where conditions are counted it must be known.
    fn was_open(&mut self, state: &State<'p>, other: Term) -> bool {
        if self.most_conditions == usize::MAX || self.policy == FlipPolicy::Lazy {
            return true;
        }
        !matches!(self.find(state, other), Answer::Unsat)
    }

    /// Puts the other side of a decision aside; `false` if it is infeasible.
    fn queue_other(
        &mut self,
        state: &mut State<'p>,
        world: &dyn World,
        split: &Split,
    ) -> Result<bool, Stop> {
        // A summary would have to wait for the answer.
        if self.is_summing_up() && self.takes_long(state, split.other) {
            return Err(Stop::Follow(FollowReason::Hard));
        }
        let eager = self.policy == FlipPolicy::Eager && !self.is_for_later(state, split.other);
        let answer = eager.then(|| self.find_preferring(state, split.other, split.choice.prefer));
        let model = match answer {
            None => None,
            Some(Answer::Sat(model)) => Some(model),
            Some(Answer::Unsat) => {
                self.counts.infeasible += 1;
                return Ok(false);
            }
            // The solver was cancelled: the path stops before the instruction.
            Some(Answer::Unknown(Unknown::Cancelled)) if !self.is_summing_up() => {
                return Err(Stop::StepLimit);
            }
            Some(Answer::Unknown(_)) => {
                self.give_up();
                return Ok(true);
            }
        };
        self.context.checkpoint(&mut state.above.path);
        let mut fork = state.fork_aside(world).ok_or_else(|| {
            Stop::Internal("a world that cannot fork meets a decision about inputs".into())
        })?;
        let path_hash = self.observe_fork(&mut fork, split);
        self.context.note_choice(state.steps);
        self.context.flips.push(Flip {
            state: Box::new(fork),
            condition: split.other,
            model,
            towards: split.choice.towards,
            moment: self.context.moment,
            path_hash,
            tries: 0,
            guessed: false,
            is_put_off: false,
        });
        Ok(true)
    }

    /// Is it better to ask whether a condition can hold only when its path is resumed?
    pub(super) fn is_for_later(&mut self, state: &State<'p>, condition: Term) -> bool {
        let model = &state.above.path.model;
        self.solver.is_hard(&mut self.pool, &mut self.context.conditions, condition, model)
    }

    /// Is it a question about floats that takes long to answer?
    pub(crate) fn takes_long(&mut self, state: &State<'p>, condition: Term) -> bool {
        self.pool.has_float(condition) && self.is_for_later(state, condition)
    }

    /// A model of a condition that satisfies another one too, if there is one.
    fn find_preferring(&mut self, state: &State<'p>, other: Term, prefer: Option<Term>) -> Answer {
        let both = prefer.map(|prefer| self.pool.and(other, prefer));
        if let Some(both) = both
            && !self.pool.is_false(both)
            && let Answer::Sat(model) = self.find(state, both)
        {
            return Answer::Sat(model);
        }
        self.find(state, other)
    }

    /// Looks for inputs of the running path that satisfy a condition.
    pub fn find(&mut self, state: &State<'p>, condition: Term) -> Answer {
        let conditions = &mut self.context.conditions;
        self.solver.find(&mut self.pool, conditions, condition, &state.above.path.model)
    }

    /// Should a term be fixed for good because too many of its other values are paths of their own
    /// already?
    pub(crate) fn has_many_values(&mut self, state: &State<'p>, term: Term) -> bool {
        let term = Summarizer::of(self).ground(term);
        let excluded = |&&condition: &&Term| match self.pool.node(condition) {
            Node::Not(equal) => match self.pool.node(equal) {
                Node::Compare(CompareOp::Eq, a, b) => a == term || b == term,
                _ => false,
            },
            _ => false,
        };
        state.above.path.conditions.newest_first().filter(excluded).count() > MOST_DECIDED_VALUES
    }

    /// Records that a condition holds on this path from here on. The model satisfies it.
    pub(crate) fn add_constraint(&mut self, state: &mut State<'p>, condition: Term) {
        if self.pool.as_constant(condition).is_none() {
            self.context.add(&self.pool, condition);
            state.above.path.conditions.push(condition);
        }
    }

    /// Fixes a term to its value; other values will not be tried, and the report says so.
    pub(crate) fn concretize(&mut self, state: &mut State<'p>, term: Term) {
        let value = self.value(state, term);
        let constant = self.pool.constant(self.pool.width(term), value);
        let equal = self.pool.eq(term, constant);
        Summarizer::of(self).rely_on(state, equal);
        let equal = Summarizer::of(self).ground(equal);
        if self.known(equal) == Some(true) {
            return;
        }
        let different = self.pool.not(equal);
        match self.find(state, different) {
            Answer::Unsat => {
                self.context.imply(equal);
            }
            Answer::Sat(_) | Answer::Unknown(_) => {
                self.incomplete.insert(Incomplete::Concretized);
                state.above.path.concretized = true;
                self.add_constraint(state, equal);
            }
        }
    }

    /// Only inputs that satisfy the condition matter. `false` if there are none on this path.
    pub fn assume(&mut self, state: &mut State<'p>, condition: Term) -> Result<bool, Stop> {
        self.restrict(state, condition, Other::Ends)
    }

    /// The same, where it is known what becomes of the inputs that do not satisfy the condition.
    pub(crate) fn restrict(
        &mut self,
        state: &mut State<'p>,
        condition: Term,
        other: Other,
    ) -> Result<bool, Stop> {
        let ground = Summarizer::of(self).ground(condition);
        let holds = self.assume_ground(state, ground)?;
        Summarizer::of(self).note_local(
            state,
            condition,
            holds,
            if holds { other } else { Other::Open },
        );
        Ok(holds)
    }

    fn assume_ground(&mut self, state: &mut State<'p>, condition: Term) -> Result<bool, Stop> {
        if let Some(known) = self.known(condition) {
            return Ok(known);
        }
        if self.value(state, condition) == 0 {
            match self.find(state, condition) {
                Answer::Sat(model) => self.change_model(state, model),
                Answer::Unsat => return Ok(false),
                Answer::Unknown(_) => {
                    self.give_up();
                    return Err(Stop::SolverUnknown);
                }
            }
        }
        self.add_constraint(state, condition);
        Ok(true)
    }
}
