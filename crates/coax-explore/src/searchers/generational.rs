//! All flips of a run together, the most fruitful run first.

use std::cmp::Reverse;

use super::ranked::ByRank;
use crate::searcher::{SearchOrder, Searcher};
use coax_symbolic::symbolic::FlipPolicy;

/// `generational`.
pub(super) struct Generational;

impl SearchOrder for Generational {
    fn name(&self) -> &'static str {
        "generational"
    }

    fn about(&self) -> &'static str {
        "All flips of a run together, the most fruitful run first"
    }

    /// A generation is made of runs: their flips are solved when they are taken.
    fn searcher<'p>(&self, _seed: u64) -> Box<dyn Searcher<'p> + 'p> {
        Box::new(ByRank::new(|_, gain| Reverse(gain), FlipPolicy::Lazy))
    }
}
