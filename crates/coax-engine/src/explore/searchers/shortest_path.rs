//! Fewest instructions so far.

use super::ranked::Ranked;
use crate::explore::coverage::Coverage;
use crate::explore::pending::Pending;
use crate::explore::searcher::{SearchOrder, Searcher};

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
        Box::new(BySteps::default())
    }
}

#[derive(Default)]
struct BySteps<'p>(Ranked<'p, u64>);

impl<'p> Searcher<'p> for BySteps<'p> {
    fn push(&mut self, pending: Pending<'p>, _gain: usize) {
        self.0.push(pending.steps, pending);
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
}
