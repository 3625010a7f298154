//! What can be asked of a machine that steps over calls.

use super::SummaryStore;
use crate::Machine;
use crate::layers::Summing;

/// A machine that may step over calls.
pub trait SumUpCalls {
    /// Steps over calls from here on: the paths of a function are explored once, up to `most_paths`
    /// of them.
    fn sum_up_calls(&mut self, most_paths: u64);

    /// Looks for summaries in a store before a function is explored, and puts those there that are made. To be called once
    /// calls are stepped over.
    fn cache_summaries(&mut self, store: Box<dyn SummaryStore>);

    /// Puts everything in the store that is new, if there is one.
    fn store_summaries(&mut self);
}

impl SumUpCalls for Machine<'_> {
    fn sum_up_calls(&mut self, most_paths: u64) {
        Summing::of(self).sum_up_calls(most_paths);
    }

    fn cache_summaries(&mut self, store: Box<dyn SummaryStore>) {
        Summing::of(self).cache_summaries(store);
    }

    fn store_summaries(&mut self) {
        Summing::of(self).store_summaries();
    }
}
