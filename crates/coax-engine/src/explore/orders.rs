//! Orders that need no memory of the tree of paths.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use super::coverage::Coverage;
use super::order::Order;
use super::pending::Pending;

/// In the order they were put aside, or in the opposite order.
pub(crate) struct Line<'p> {
    pending: VecDeque<Pending<'p>>,
    newest_first: bool,
    /// How many of the oldest were looked at by [`Order::late`]: none of them is whole.
    passed: usize,
}

impl<'p> Line<'p> {
    /// The last decision first.
    pub(crate) fn newest_first() -> Line<'p> {
        Line { pending: VecDeque::new(), newest_first: true, passed: 0 }
    }

    /// The first decision first.
    pub(crate) fn oldest_first() -> Line<'p> {
        Line { pending: VecDeque::new(), newest_first: false, passed: 0 }
    }
}

impl<'p> Order<'p> for Line<'p> {
    fn push(&mut self, pending: Pending<'p>, _gain: usize) {
        self.pending.push_back(pending);
    }

    fn pop(&mut self, _coverage: &Coverage) -> Option<Pending<'p>> {
        let next =
            if self.newest_first { self.pending.pop_back() } else { self.pending.pop_front() };
        self.passed = self.passed.min(self.pending.len());
        next
    }

    fn oldest(&mut self) -> Option<Pending<'p>> {
        self.passed = self.passed.saturating_sub(1);
        self.pending.pop_front()
    }

    fn late(&mut self) -> Option<&mut Pending<'p>> {
        // The oldest are the last only if the newest are the first.
        while self.newest_first && self.pending.get(self.passed).is_some_and(|p| !p.is_whole()) {
            self.passed += 1;
        }
        if self.newest_first { self.pending.get_mut(self.passed) } else { None }
    }

    fn len(&self) -> usize {
        self.pending.len()
    }
}

/// Pending paths by a rank; among equals, the older first.
pub(super) struct Ranked<'p, R> {
    heap: BinaryHeap<Reverse<(R, u64)>>,
    /// By when they were added.
    pending: BTreeMap<u64, Pending<'p>>,
    pushed: u64,
}

impl<'p, R: Ord> Default for Ranked<'p, R> {
    fn default() -> Self {
        Ranked { heap: BinaryHeap::new(), pending: BTreeMap::new(), pushed: 0 }
    }
}

impl<'p, R: Ord> Ranked<'p, R> {
    pub(super) fn push(&mut self, rank: R, pending: Pending<'p>) {
        self.put_back(rank, self.pushed, pending);
        self.pushed += 1;
    }

    /// Adds one again that was the `number`th to be added.
    pub(super) fn put_back(&mut self, rank: R, number: u64, pending: Pending<'p>) {
        self.pending.insert(number, pending);
        self.heap.push(Reverse((rank, number)));
    }

    pub(super) fn pop(&mut self) -> Option<(R, u64, Pending<'p>)> {
        loop {
            let Reverse((rank, number)) = self.heap.pop()?;
            // Those that were given away are still in the heap.
            if let Some(pending) = self.pending.remove(&number) {
                return Some((rank, number, pending));
            }
        }
    }

    /// Takes the oldest one that is wanted.
    pub(super) fn take_first(
        &mut self,
        wanted: &mut dyn FnMut(&Pending<'p>) -> bool,
    ) -> Option<Pending<'p>> {
        let (&number, _) = self.pending.iter().find(|(_, pending)| wanted(pending))?;
        self.pending.remove(&number)
    }

    pub(super) fn oldest(&mut self) -> Option<Pending<'p>> {
        let (_, pending) = self.pending.pop_first()?;
        if self.pending.is_empty() {
            self.heap.clear();
        }
        Some(pending)
    }

    pub(super) fn next_rank(&self) -> Option<&R> {
        self.heap.peek().map(|Reverse((rank, ..))| rank)
    }

    pub(super) fn len(&self) -> usize {
        self.pending.len()
    }
}

/// Fewest instructions so far.
#[derive(Default)]
pub(crate) struct Shortest<'p>(Ranked<'p, u64>);

impl<'p> Order<'p> for Shortest<'p> {
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

/// All pending of a run together, those of the most fruitful runs first.
#[derive(Default)]
pub(crate) struct Generational<'p>(Ranked<'p, Reverse<usize>>);

impl<'p> Order<'p> for Generational<'p> {
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
}
