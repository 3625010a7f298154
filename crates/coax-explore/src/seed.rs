//! A pending path, made small: the inputs that lead to it and the prefix they share with another path.
//!
//! A flip keeps the whole state before its decision. A seed keeps only what is needed to get there
//! again from the start: the values of the inputs, the last decision that is already taken care
//! of, and the turns the path took there. It costs a run of the common part; so it travels between
//! workers, and it is what pending paths become when memory is short.
//!
//! - *Invariant:* what seeds of one exploration have in common they share: making one takes the same
//!   time, and room for one model's differences, however many inputs and turns its path has.

use coax_expr::Assignment;
use coax_ir::{FuncId, Pc};

use coax_symbolic::State;
use coax_symbolic::symbolic::{
    Chain, Flip, Input, InputSource, Moment, Replay, Resumed, SharedValues, Symbols, Turn, Values,
};

/// A pending path.
#[derive(Clone, Debug, Default)]
pub struct Seed {
    /// The values of the inputs, in the order they are asked for.
    inputs: Inputs,
    /// The last decision that others take care of.
    last: Moment,
    /// The turns the path took at the instruction of that decision.
    turns: Chain<Turn>,
    /// What the path should do up to there, where that is only predicted.
    expected: Option<u64>,
    /// What the inputs are, if they may be asked for in another order.
    sources: Vec<InputSource>,
    /// The branch whose other side it takes, if it is one.
    pub(crate) branch: Option<BranchSide>,
}

/// A side of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BranchSide {
    pub(crate) function: FuncId,
    pub(crate) at: Pc,
    pub(crate) to: Pc,
}

impl BranchSide {
    /// The one that a flip takes, if it takes one and is not behind an error.
    fn in_order(flip: &Flip<'_>) -> Option<BranchSide> {
        BranchSide::of(flip).filter(|_| flip.state.above.path.after.is_empty())
    }

    /// The one that a flip takes, if it takes one.
    pub(crate) fn of(flip: &Flip<'_>) -> Option<BranchSide> {
        let top = flip.state.frames().last()?;
        Some(BranchSide { function: top.function, at: top.pc, to: flip.towards? })
    }
}

/// Inputs that go a way no path has gone, for a worker who has the pending path they belong to.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The inputs.
    pub inputs: Values,
    /// How many workers had no such path.
    pub seen: usize,
}

/// Values of inputs, in either form.
#[derive(Clone, Debug)]
enum Inputs {
    Shared(SharedValues),
    Flat(Values),
}

impl Default for Inputs {
    fn default() -> Inputs {
        Inputs::Flat(Values::default())
    }
}

impl Seed {
    /// Leads to the end of the path that some inputs take: none of its decisions are flipped.
    pub fn to_the_end(inputs: Values) -> Seed {
        let last = Moment { steps: u64::MAX, nth: u32::MAX };
        Seed { inputs: Inputs::Flat(inputs), last, ..Seed::default() }
    }

    /// The same for inputs that are known by what they are.
    pub(super) fn to_the_end_named(inputs: Values, sources: Vec<InputSource>) -> Seed {
        Seed { sources, ..Seed::to_the_end(inputs) }
    }

    /// The values of the inputs.
    pub fn values(&self) -> Values {
        match &self.inputs {
            Inputs::Shared(shared) => shared.flat(),
            Inputs::Flat(values) => values.clone(),
        }
    }

    /// The seed of a flip; `None` if it is infeasible (which is counted), the flip itself if the
    /// solver cannot tell.
    pub(crate) fn of<'p>(
        flip: Flip<'p>,
        symbols: &mut Symbols<'p>,
    ) -> Result<Option<Seed>, Box<Flip<'p>>> {
        if let Some(seed) = Seed::of_solved(&flip) {
            return Ok(Some(seed));
        }
        let (last, branch) = (flip.moment, BranchSide::in_order(&flip));
        match symbols.resume(flip) {
            Resumed::State(state) => {
                let seed = Seed::new(&state, &state.above.path.model, last);
                Ok(Some(Seed { branch, ..seed }))
            }
            Resumed::Infeasible => Ok(None),
            Resumed::Unknown(flip) => Err(flip),
        }
    }

    /// The seed of a flip that has a model; `None` if it has none.
    pub(crate) fn of_solved(flip: &Flip<'_>) -> Option<Seed> {
        let model = flip.model.as_ref()?;
        let branch = BranchSide::in_order(flip);
        Some(Seed { branch, ..Seed::new(&flip.state, model, flip.moment) })
    }

    /// The seed of a path that made room for others: all that it has decided is taken care of.
    pub(crate) fn of_preempted(state: &State<'_>) -> Seed {
        let inputs = Inputs::Shared(SharedValues::of(state, &state.above.path.model));
        let last = Moment { steps: state.steps.saturating_sub(1), nth: u32::MAX };
        Seed { inputs, last, ..Seed::default() }
    }

    /// The inputs with their values, if they are known as inputs.
    pub(crate) fn inputs(&self) -> Option<Vec<(&Input, Vec<u8>)>> {
        match &self.inputs {
            Inputs::Shared(shared) => Some(shared.inputs()),
            Inputs::Flat(_) => None,
        }
    }

    fn new(state: &State<'_>, model: &Assignment, last: Moment) -> Seed {
        let inputs = Inputs::Shared(SharedValues::of(state, model));
        if state.above.path.predicted {
            let expected = Some(state.above.path.hash);
            return Seed { inputs, last, expected, ..Seed::default() };
        }
        Seed { inputs, last, turns: state.above.path.turns.clone(), ..Seed::default() }
    }

    /// What leads to the path.
    pub(crate) fn replay(self) -> Replay {
        if let Some(expected) = self.expected {
            return Replay::of_prediction(self.last, self.values(), expected);
        }
        if !self.sources.is_empty() {
            return Replay::of_named(self.last, self.values(), &self.sources);
        }
        match self.inputs {
            Inputs::Shared(shared) => Replay::new(self.last, &self.turns, shared),
            Inputs::Flat(values) => Replay::of_path(self.last, values),
        }
    }
}
