//! A pending path, made small: the inputs that lead to it and how far they are somebody else's.
//!
//! A flip keeps the whole state before its decision. A seed keeps only what is needed to get there
//! again from the start: the values of the inputs, the last decision that is already taken care
//! of, and the turns the path took there. It costs a run of the common part, and fits in a line; so
//! it travels between workers, and it is what pending paths become when memory is short.

use coax_expr::Assignment;

use crate::State;
use crate::symbolic::{Flip, InputSource, Moment, Replay, Symbols, Taken, Values};

/// A pending path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seed {
    /// The values of the inputs, in the order they are asked for.
    pub inputs: Values,
    /// The last decision that others take care of.
    pub last: Moment,
    /// The turns the path took at the instruction of that decision, oldest first.
    turns: Box<[SeedTurn]>,
    /// What the path should do up to there, where that is only predicted.
    expected: Option<u64>,
    /// What the inputs are, if they may be asked for in another order.
    sources: Vec<InputSource>,
}

/// The other side of a decision, taken with other inputs than those before.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SeedTurn {
    /// Which decision of the instruction.
    nth: u32,
    /// The inputs before, where they differ from those the path goes on with.
    before: Box<[(u32, u8)]>,
}

impl Seed {
    /// Leads to the end of the path that some inputs take: all its decisions are somebody else's.
    pub fn to_the_end(inputs: Values) -> Seed {
        let last = Moment { steps: u64::MAX, nth: u32::MAX };
        Seed { inputs, last, ..Seed::default() }
    }

    /// The same for inputs that are known by what they are.
    pub(super) fn to_the_end_named(inputs: Values, sources: Vec<InputSource>) -> Seed {
        Seed { sources, ..Seed::to_the_end(inputs) }
    }

    /// The seed of a flip; `None` if nobody can get there (which is counted), the flip itself if the
    /// solver cannot tell.
    pub(crate) fn of<'p>(
        flip: Flip<'p>,
        symbols: &mut Symbols<'p>,
    ) -> Result<Option<Seed>, Box<Flip<'p>>> {
        if let Some(seed) = Seed::of_solved(&flip, symbols) {
            return Ok(Some(seed));
        }
        let last = flip.moment;
        match symbols.take_up(flip) {
            Taken::State(state) => Ok(Some(Seed::new(symbols, &state, &state.path.model, last))),
            Taken::Infeasible => Ok(None),
            Taken::Unknown(flip) => Err(flip),
        }
    }

    /// The seed of a flip that has a model; `None` if it has none.
    pub(crate) fn of_solved<'p>(flip: &Flip<'p>, symbols: &Symbols<'p>) -> Option<Seed> {
        let model = flip.model.as_ref()?;
        Some(Seed::new(symbols, &flip.state, model, flip.moment))
    }

    fn new(symbols: &Symbols<'_>, state: &State<'_>, model: &Assignment, last: Moment) -> Seed {
        let inputs = Values::of(&symbols.pool, state, model);
        if state.path.predicted {
            let expected = Some(state.path.trail);
            return Seed { inputs, last, expected, ..Seed::default() };
        }
        let turns = state.path.turns.oldest_first().into_iter().map(|turn| {
            let before = Values::of(&symbols.pool, state, &turn.model).differences(&inputs);
            SeedTurn { nth: turn.moment.nth, before }
        });
        let turns = turns.collect();
        Seed { inputs, last, turns, ..Seed::default() }
    }

    /// What leads to the path.
    pub(crate) fn replay(self) -> Replay {
        let Seed { inputs, last, turns, expected, sources } = self;
        if let Some(expected) = expected {
            return Replay::of_prediction(last, inputs, expected);
        }
        if !sources.is_empty() {
            return Replay::of_named(last, inputs, &sources);
        }
        let turns = turns.iter().map(|turn| (turn.nth, inputs.with(&turn.before))).collect();
        Replay::new(last, turns, inputs)
    }
}
