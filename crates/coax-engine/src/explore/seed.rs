//! A pending path, made small: the inputs that lead to it and how far they are somebody else's.
//!
//! A flip keeps the whole state before its decision. A seed keeps only what is needed to get there
//! again from the start: the values of the inputs and the last decision that is already taken care
//! of. It costs a run of the common part, and fits in a line; so it travels between workers, and
//! it is what pending paths become when memory is short.

use crate::State;
use crate::symbolic::{Flip, Moment, Symbols, Taken};

/// A pending path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seed {
    /// The values of the inputs, in the order they are asked for.
    pub inputs: Vec<Vec<u8>>,
    /// The last decision that others take care of.
    pub last: Moment,
}

impl Seed {
    /// The seed of a flip; `None` if nobody can get there (which is counted).
    pub(crate) fn of<'p>(flip: Flip<'p>, symbols: &mut Symbols<'p>) -> Option<Seed> {
        let last = flip.moment;
        match flip.model {
            Some(model) => Some(Seed { inputs: values(symbols, &flip.state, &model), last }),
            None => match symbols.take_up(flip) {
                Taken::State(state) => {
                    let inputs = values(symbols, &state, &state.path.model);
                    Some(Seed { inputs, last })
                }
                Taken::Infeasible | Taken::Unknown => None,
            },
        }
    }
}

fn values<'p>(
    symbols: &Symbols<'p>,
    state: &State<'p>,
    model: &coax_expr::Assignment,
) -> Vec<Vec<u8>> {
    let inputs = state.path.inputs.oldest_first();
    inputs.iter().map(|input| input.bytes(&symbols.pool, model)).collect()
}
