//! What a function does may depend on who calls it, where it is part of a unit: how deep calls are
//! followed, and which structures are walked as arrays.

use std::collections::HashSet;

use coax_ir::FuncId;

use super::Around;
use crate::State;
use crate::layers::Summarizer;
use crate::symbolic::Symbols;

impl<'p> Summarizer<'_, 'p> {
    /// Do functions around the one that is explored by itself walk elements of this size?
    pub(crate) fn is_walked_around(&mut self, element: u64) -> bool {
        let Some(making) = self.symbols.summaries.making.last_mut() else { return false };
        let walked = making.strides.contains(&element);
        making.around.walked.insert(element, walked);
        walked
    }

    /// What a summary depends on, its users depend on.
    pub(super) fn note_around(&mut self, state: &State<'p>, id: FuncId, number: usize) {
        let asked: Vec<u64> =
            self.symbols.summaries.known[&id][number].around.walked.keys().copied().collect();
        for element in asked {
            if !state.frames.iter().any(|frame| frame.body.strides.contains(&element)) {
                self.is_walked_around(element);
            }
        }
    }
}

impl<'p> Symbols<'p> {
    /// How many of the unit's own functions are running, one called by the other.
    pub fn depth(&self, state: &State<'p>) -> u32 {
        let Some(tree) = &state.above.unit else { return 0 };
        let own = |frame: &&crate::Frame<'p>| tree.plan.own.contains(&frame.function);
        let around = self.summaries.making.last().map_or(0, |making| making.depth);
        around + state.frames.iter().filter(own).count() as u32
    }

    /// The depth, if it matters.
    pub(super) fn limited_depth(&self, state: &State<'p>) -> Option<u32> {
        state.above.unit.as_ref()?.plan.call_depth.map(|_| self.depth(state))
    }

    /// The sizes of elements that running functions walk.
    pub(super) fn strides(&self, state: &State<'p>) -> HashSet<u64> {
        let around = self.summaries.making.last().into_iter().flat_map(|making| &making.strides);
        let frames = state.frames.iter().flat_map(|frame| &frame.body.strides);
        around.chain(frames).copied().filter(|_| state.above.unit.is_some()).collect()
    }

    /// Is a call from here one from such surroundings?
    pub(super) fn is_around(&self, state: &State<'p>, around: &Around) -> bool {
        let walks = |element: &u64| {
            let making = self.summaries.making.last();
            state.frames.iter().any(|frame| frame.body.strides.contains(element))
                || making.is_some_and(|making| making.strides.contains(element))
        };
        around.depth == self.limited_depth(state)
            && around.walked.iter().all(|(element, &walked)| walks(element) == walked)
    }
}
