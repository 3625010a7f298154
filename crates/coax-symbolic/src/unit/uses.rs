//! Objects that are used before a unit gets them: a maker has called some of their functions.
//!
//! What goes wrong in such a call is not reported for this unit: the called function is a unit itself, and has
//! the same object before that call. And because every such object is another beginning for all the
//! paths of a unit, only so many of their paths are followed.

use super::Construction;
use super::api_objects::is_making;
use crate::layers::InputMaker;
use crate::scenario::InScenario;
use crate::scenario::{Progress, Role};
use crate::{State, Stop};

/// How many paths with used objects are put aside, for one unit.
const PATHS: u64 = 128;

impl Construction {
    /// Does the maker use the object once it is there?
    fn is_used(&self) -> bool {
        let by_maker = self.maker.as_ref().is_some_and(|maker| maker.is_used)
            && self.function_of_maker().is_some_and(|number| number > 0);
        by_maker || !self.api_uses().is_empty()
    }
}

impl Progress {
    fn has_used(&self) -> bool {
        self.constructions().any(Construction::is_used)
    }
}

/// Is an object being made and used before the unit begins?
fn is_using(state: &State<'_>) -> bool {
    let current = state.above.scenario.current().filter(|_| state.role() == Some(Role::Construct));
    current.and_then(|step| step.construction.as_ref()).is_some_and(Construction::is_used)
        || is_making(state)
}

/// How a path ends, as far as its unit is concerned.
pub fn end_of_unit(state: &State<'_>, stop: Stop) -> Stop {
    match is_using(state) && (stop.is_error() || matches!(stop, Stop::Threw)) {
        true => Stop::AssumedAway,
        false => stop,
    }
}

impl InputMaker<'_, '_> {
    /// Are there enough paths with used objects? How often one is used does not count as long as there are
    /// not: that is for the maker itself to go through.
    pub(crate) fn has_used_enough(&mut self, state: &State<'_>) -> bool {
        if !state.above.scenario.has_used() {
            return false;
        }
        let is_maker = is_using(state) && state.frames.len() == 1;
        self.symbols.counts.used += u64::from(!is_maker);
        self.symbols.counts.used > PATHS
    }
}
