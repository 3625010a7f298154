//! Fewest instructions so far.

use super::ranked::ByRank;
use crate::searcher::{SearchOrder, Searcher};
use coax_symbolic::symbolic::FlipPolicy;

/// `shortest`.
pub(super) struct ShortestPath;

impl SearchOrder for ShortestPath {
    fn name(&self) -> &'static str {
        "shortest"
    }

    fn about(&self) -> &'static str {
        "Fewest instructions so far"
    }

    fn searcher<'p>(&self, _seed: u64) -> Box<dyn Searcher<'p> + 'p> {
        Box::new(ByRank::new(|pending, _| pending.steps, FlipPolicy::Eager))
    }
}
