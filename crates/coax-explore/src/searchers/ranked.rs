//! Pending paths by a rank, for searchers that compare them by a number.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use crate::pending::Pending;
use crate::searcher::Searcher;
use coax_interp::Coverage;
use coax_symbolic::symbolic::FlipPolicy;

/// A searcher that takes the path of the lowest rank, which it has from the start.
pub(super) struct ByRank<'p, R> {
    pending: Ranked<'p, R>,
    /// By the path, and how many new places its run had come to.
    rank: fn(&Pending<'p>, usize) -> R,
    flips: FlipPolicy,
}

impl<'p, R: Ord + Copy> ByRank<'p, R> {
    pub(super) fn new(rank: fn(&Pending<'p>, usize) -> R, flips: FlipPolicy) -> ByRank<'p, R> {
        ByRank { pending: Ranked::default(), rank, flips }
    }
}

impl<'p, R: Ord + Copy> Searcher<'p> for ByRank<'p, R> {
    fn push(&mut self, pending: Pending<'p>, gain: usize) {
        self.pending.push((self.rank)(&pending, gain), pending);
    }

    fn pop(&mut self, _coverage: &Coverage) -> Option<Pending<'p>> {
        self.pending.pop().map(|(_, _, pending)| pending)
    }

    fn oldest(&mut self) -> Option<Pending<'p>> {
        self.pending.oldest()
    }

    fn each(&mut self, see: &mut dyn FnMut(&mut Pending<'p>)) {
        self.pending.each().for_each(see);
    }

    fn len(&self) -> usize {
        self.pending.len()
    }

    fn flips(&self) -> FlipPolicy {
        self.flips
    }
}

/// Pending paths by a rank; among equals, the older first.
pub(super) struct Ranked<'p, R> {
    heap: BinaryHeap<Reverse<(R, u64)>>,
    /// By when they were added, with their ranks.
    pending: BTreeMap<u64, (R, Pending<'p>)>,
    pushed: u64,
}

impl<'p, R: Ord> Default for Ranked<'p, R> {
    fn default() -> Self {
        Ranked { heap: BinaryHeap::new(), pending: BTreeMap::new(), pushed: 0 }
    }
}

impl<'p, R: Ord + Copy> Ranked<'p, R> {
    /// Adds one; its number.
    pub(super) fn push(&mut self, rank: R, pending: Pending<'p>) -> u64 {
        let number = self.pushed;
        self.put_back(rank, number, pending);
        self.pushed += 1;
        number
    }

    /// Adds one again that was the `number`th to be added.
    pub(super) fn put_back(&mut self, rank: R, number: u64, pending: Pending<'p>) {
        self.pending.insert(number, (rank, pending));
        self.heap.push(Reverse((rank, number)));
    }

    pub(super) fn pop(&mut self) -> Option<(R, u64, Pending<'p>)> {
        loop {
            let Reverse((rank, number)) = self.heap.pop()?;
            // Those that were taken otherwise are still in the heap.
            if self.pending.get(&number).is_some_and(|(now, _)| *now == rank)
                && let Some((rank, pending)) = self.pending.remove(&number)
            {
                return Some((rank, number, pending));
            }
        }
    }

    /// The number of the oldest one that is wanted.
    pub(super) fn first(&self, wanted: &mut dyn FnMut(&Pending<'p>) -> bool) -> Option<u64> {
        self.pending.iter().find(|(_, (_, pending))| wanted(pending)).map(|(&number, _)| number)
    }

    /// Is the one that was the `number`th to be added there?
    pub(super) fn has(&self, number: u64) -> bool {
        self.pending.contains_key(&number)
    }

    /// Takes the one that was the `number`th to be added, with its rank.
    pub(super) fn take(&mut self, number: u64) -> Option<(R, Pending<'p>)> {
        let taken = self.pending.remove(&number)?;
        if self.pending.is_empty() {
            self.heap.clear();
        }
        Some(taken)
    }

    pub(super) fn oldest(&mut self) -> Option<Pending<'p>> {
        let number = self.first(&mut |_| true)?;
        self.take(number).map(|(_, pending)| pending)
    }

    pub(super) fn each(&mut self) -> impl Iterator<Item = &mut Pending<'p>> {
        self.pending.values_mut().map(|(_, pending)| pending)
    }

    pub(super) fn next_rank(&self) -> Option<&R> {
        self.heap.peek().map(|Reverse((rank, ..))| rank)
    }

    pub(super) fn len(&self) -> usize {
        self.pending.len()
    }
}
