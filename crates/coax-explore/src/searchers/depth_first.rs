//! The last decision first.

use std::collections::VecDeque;

use crate::pending::Pending;
use crate::searcher::{SearchOrder, Searcher};
use coax_interp::Coverage;

/// `dfs`.
pub(super) struct DepthFirst;

impl SearchOrder for DepthFirst {
    fn name(&self) -> &'static str {
        "dfs"
    }

    fn about(&self) -> &'static str {
        "The last decision first"
    }

    fn searcher<'p>(&self, _seed: u64) -> Box<dyn Searcher<'p> + 'p> {
        Box::new(Stack { pending: VecDeque::new(), passed: 0 })
    }
}

/// Pending paths, the newest last.
struct Stack<'p> {
    pending: VecDeque<Pending<'p>>,
    /// How many of the oldest were looked at by [`Searcher::late`]: none of them is whole.
    passed: usize,
}

impl<'p> Searcher<'p> for Stack<'p> {
    fn push(&mut self, pending: Pending<'p>, _gain: usize) {
        self.pending.push_back(pending);
    }

    fn pop(&mut self, _coverage: &Coverage) -> Option<Pending<'p>> {
        let next = self.pending.pop_back();
        self.passed = self.passed.min(self.pending.len());
        next
    }

    fn oldest(&mut self) -> Option<Pending<'p>> {
        self.passed = self.passed.saturating_sub(1);
        self.pending.pop_front()
    }

    /// A path that does not end comes last, however deep it is.
    fn put_back(&mut self, preempted: Pending<'p>) {
        self.pending.push_front(preempted);
        self.passed = 0;
    }

    fn each(&mut self, see: &mut dyn FnMut(&mut Pending<'p>)) {
        self.pending.iter_mut().for_each(see);
    }

    fn len(&self) -> usize {
        self.pending.len()
    }

    fn late(&mut self) -> Option<&mut Pending<'p>> {
        while self.pending.get(self.passed).is_some_and(|pending| !pending.is_whole()) {
            self.passed += 1;
        }
        self.pending.get_mut(self.passed)
    }
}
