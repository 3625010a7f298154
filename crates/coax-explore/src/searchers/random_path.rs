//! Uniform choice over the tree of paths: deep subtrees of one loop do not drown everything else.

use std::collections::BTreeMap;

use super::path_tree::PathTree;
use crate::pending::Pending;
use crate::searcher::{SearchOrder, Searcher};
use coax_interp::Coverage;

/// `random`.
pub(super) struct RandomPath;

impl SearchOrder for RandomPath {
    fn name(&self) -> &'static str {
        "random"
    }

    fn about(&self) -> &'static str {
        "Uniform over the tree of paths"
    }

    fn searcher<'p>(&self, seed: u64) -> Box<dyn Searcher<'p> + 'p> {
        Box::new(Leaves { tree: PathTree::new(seed), pending: BTreeMap::new(), pushed: 0 })
    }
}

/// Pending paths in the tree of their decisions.
struct Leaves<'p> {
    tree: PathTree,
    /// By when they were added.
    pending: BTreeMap<u64, Pending<'p>>,
    pushed: u64,
}

impl<'p> Searcher<'p> for Leaves<'p> {
    fn push(&mut self, pending: Pending<'p>, _gain: usize) {
        self.tree.push(self.pushed);
        self.pending.insert(self.pushed, pending);
        self.pushed += 1;
    }

    fn pop(&mut self, _coverage: &Coverage) -> Option<Pending<'p>> {
        let number = self.tree.choose()?;
        self.tree.take(number);
        self.pending.remove(&number)
    }

    fn oldest(&mut self) -> Option<Pending<'p>> {
        let (number, pending) = self.pending.pop_first()?;
        self.tree.remove(number);
        Some(pending)
    }

    fn each(&mut self, see: &mut dyn FnMut(&mut Pending<'p>)) {
        self.pending.values_mut().for_each(see);
    }

    fn len(&self) -> usize {
        self.pending.len()
    }
}
