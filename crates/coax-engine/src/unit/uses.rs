//! Objects that are used before a unit gets them: a maker has called some of their functions.
//!
//! What goes wrong in such a call is not reported for this unit: the called function is a unit itself, and has
//! the same object before that call. And because every such object is another beginning for all the
//! paths of a unit, only so many of their paths are followed.

use super::{Construction, Tree};
use crate::state::Stage;
use crate::symbolic::Symbols;
use crate::{State, Stop};

/// How many paths with used objects are put aside, for one unit.
const PATHS: u64 = 128;

impl Construction {
    /// Does the maker use the object once it is there?
    fn is_used(&self) -> bool {
        self.maker.as_ref().is_some_and(|maker| maker.is_used)
            && self.function_of_maker().is_some_and(|number| number > 0)
    }
}

impl Tree {
    fn has_used(&self) -> bool {
        self.constructions.iter().any(Construction::is_used)
    }
}

impl State<'_> {
    /// Is an object being made and used before the unit begins?
    fn is_using(&self) -> bool {
        let (Some(tree), Stage::Construct(n)) = (self.unit.as_deref(), self.stage) else {
            return false;
        };
        tree.constructions.get(n).is_some_and(Construction::is_used)
    }

    /// How a path ends, as far as its unit is concerned.
    pub(crate) fn end_of_unit(&self, stop: Stop) -> Stop {
        match self.is_using() && (stop.is_error() || matches!(stop, Stop::Threw)) {
            true => Stop::AssumedAway,
            false => stop,
        }
    }
}

impl Symbols<'_> {
    /// Are there enough paths with used objects? How often one is used does not count as long as there are
    /// not: that is for the maker itself to go through.
    pub(crate) fn has_used_enough(&mut self, state: &State<'_>) -> bool {
        if !state.unit.as_deref().is_some_and(Tree::has_used) {
            return false;
        }
        let is_maker = state.is_using() && state.frames.len() == 1;
        self.counts.used += u64::from(!is_maker);
        self.counts.used > PATHS
    }
}
