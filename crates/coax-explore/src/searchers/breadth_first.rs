//! The first decision first.

use std::collections::VecDeque;

use crate::pending::Pending;
use crate::searcher::{SearchOrder, Searcher};
use coax_interp::Coverage;

/// `bfs`.
pub(super) struct BreadthFirst;

impl SearchOrder for BreadthFirst {
    fn name(&self) -> &'static str {
        "bfs"
    }

    fn about(&self) -> &'static str {
        "The first decision first"
    }

    fn searcher<'p>(&self, _seed: u64) -> Box<dyn Searcher<'p> + 'p> {
        Box::new(Queue(VecDeque::new()))
    }
}

/// Pending paths, the oldest first.
struct Queue<'p>(VecDeque<Pending<'p>>);

impl<'p> Searcher<'p> for Queue<'p> {
    fn push(&mut self, pending: Pending<'p>, _gain: usize) {
        self.0.push_back(pending);
    }

    fn pop(&mut self, _coverage: &Coverage) -> Option<Pending<'p>> {
        self.0.pop_front()
    }

    fn oldest(&mut self) -> Option<Pending<'p>> {
        self.0.pop_front()
    }

    fn each(&mut self, see: &mut dyn FnMut(&mut Pending<'p>)) {
        self.0.iter_mut().for_each(see);
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}
