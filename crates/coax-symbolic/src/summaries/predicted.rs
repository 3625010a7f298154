//! Inputs of paths that were found while calls were stepped over, and how the paths should end.

use std::mem::{Discriminant, discriminant};

use coax_expr::{Assignment, Term};
use coax_ir::{FuncId, Pc};

use crate::symbolic::{InputSource, Values};
use crate::{State, Stop};

/// How a path ends, independent of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndSignature {
    stop: Discriminant<Stop>,
    /// Where, for an error.
    place: Option<(FuncId, Pc)>,
}

impl EndSignature {
    /// How a path has ended; nothing if it was ended from outside: another bound may hold for a run in
    /// which every call is followed.
    pub fn of(state: &State<'_>, stop: &Stop) -> Option<EndSignature> {
        if matches!(stop, Stop::Bound(_) | Stop::StepLimit | Stop::SolverUnknown) {
            return None;
        }
        let top = state.frames.last().filter(|_| stop.is_error());
        let place = top.map(|frame| (frame.function, frame.pc));
        Some(EndSignature { stop: discriminant(stop), place })
    }
}

/// Inputs that lead to a path, and how it should end, if that is known.
#[derive(Clone, Debug)]
pub struct Predicted {
    /// The values of the inputs.
    pub inputs: Values,
    /// What the inputs are: a run that follows every call may ask for them in another order.
    pub sources: Vec<InputSource>,
    /// How the path should end.
    pub ending: Option<EndSignature>,
    /// What holds of all inputs that show what these are to show, independent of the end.
    pub way: Option<Vec<Term>>,
}

impl Predicted {
    /// The inputs that a model gives to a state.
    pub fn new(state: &State<'_>, model: &Assignment, ending: Option<EndSignature>) -> Predicted {
        let asked = state.above.path.inputs.oldest_first().into_iter();
        let sources = asked.map(|input| input.source.clone()).collect();
        Predicted { inputs: Values::of(state, model), sources, ending, way: None }
    }

    /// Inputs that show something which other inputs of a state may show, too, where one more condition holds.
    pub fn one_of(self, state: &State<'_>, condition: Option<Term>) -> Predicted {
        let conditions = state.above.path.conditions.oldest_first().into_iter().copied();
        Predicted { way: Some(conditions.chain(condition).collect()), ..self }
    }

    /// The terms are gone.
    pub fn forget(&mut self) {
        self.way = None;
    }
}
