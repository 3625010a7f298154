//! All flips of a run together, the most fruitful run first.

use std::cmp::Reverse;

use super::ranked::Ranked;
use crate::explore::coverage::Coverage;
use crate::explore::pending::Pending;
use crate::explore::searcher::{SearchOrder, Searcher};
use crate::symbolic::FlipPolicy;

/// `generational`.
pub(super) struct Generational;

impl SearchOrder for Generational {
    fn name(&self) -> &'static str {
        "generational"
    }

    fn about(&self) -> &'static str {
        "All flips of a run together, the most fruitful run first"
    }

    fn searcher<'p>(&self, _seed: u64) -> Box<dyn Searcher<'p> + 'p> {
        Box::new(ByGain::default())
    }
}

#[derive(Default)]
struct ByGain<'p>(Ranked<'p, Reverse<usize>>);

impl<'p> Searcher<'p> for ByGain<'p> {
    fn push(&mut self, pending: Pending<'p>, gain: usize) {
        self.0.push(Reverse(gain), pending);
    }

    fn pop(&mut self, _coverage: &Coverage) -> Option<Pending<'p>> {
        self.0.pop().map(|(_, _, pending)| pending)
    }

    fn oldest(&mut self) -> Option<Pending<'p>> {
        self.0.oldest()
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    /// A generation is made of runs: their flips are solved when they are taken.
    fn flips(&self) -> FlipPolicy {
        FlipPolicy::Lazy
    }
}
