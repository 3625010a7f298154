//! What a searcher is: a set of pending paths that says which of them is resumed next.
//!
//! A searcher is handed to the [`Explorer`](super::Explorer) as a trait object, so another searcher can be put around it.
//! It may look at a pending path's steps, at how often the solver failed on it and at where it continues
//! ([`Pending`]), and at what is covered ([`Coverage`]); it never asks the solver and never runs code.

use crate::pending::Pending;
use coax_interp::Coverage;
use coax_symbolic::symbolic::{Flip, FlipPolicy};

/// A set of pending paths with an order.
pub trait Searcher<'p> {
    /// Adds one; `gain` is how many new places its run had come to when it was put aside.
    fn push(&mut self, pending: Pending<'p>, gain: usize);
    /// Takes the next one.
    fn pop(&mut self, coverage: &Coverage) -> Option<Pending<'p>>;
    /// Takes the one that was put aside first.
    fn oldest(&mut self) -> Option<Pending<'p>>;
    /// Adds the path that was running and makes room for others.
    fn put_back(&mut self, preempted: Pending<'p>) {
        self.push(preempted, 0);
    }
    /// The path that was taken last has run, and came to so many new places.
    fn ran(&mut self, _gain: usize) {}
    /// Shows all of them, in any order.
    fn each(&mut self, see: &mut dyn FnMut(&mut Pending<'p>));
    /// How many there are.
    fn len(&self) -> usize;
    /// Is there none?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// When the other side of a decision is put to the solver.
    fn flips(&self) -> FlipPolicy {
        FlipPolicy::Eager
    }
    /// A whole one that is resumed later than most, if it is known which that is.
    fn late(&mut self) -> Option<&mut Pending<'p>> {
        None
    }
    /// Is one that the solver could not tell about put back, for later?
    fn asks_again(&self) -> bool {
        false
    }
    /// Takes the first one that is wanted, if it can look for one.
    fn take_first(&mut self, _wanted: &mut dyn FnMut(&Pending<'p>) -> bool) -> Option<Pending<'p>> {
        None
    }
    /// The solver could not tell whether it is feasible.
    fn failed(&mut self, _flip: &Flip<'p>) {}
}

/// A kind of searcher, as a user chooses it.
pub trait SearchOrder: Sync {
    /// What users call it.
    fn name(&self) -> &'static str;
    /// Which path it takes next, in a few words.
    fn about(&self) -> &'static str;
    /// A searcher of this kind, with nothing pending.
    fn searcher<'p>(&self, seed: u64) -> Box<dyn Searcher<'p> + 'p>;
}
