//! Paths that have gone on behind an error come after the others, but not never: where the others have no end, what is
//! behind errors is looked at all the same.

use coax_interp::Coverage;
use coax_symbolic::symbolic::{Flip, FlipPolicy};

use crate::pending::Pending;
use crate::searcher::Searcher;

/// One of so many paths may be one behind an error while there are others.
const SHARE: u32 = 8;

/// A searcher for paths without an error, and one for those behind errors.
pub struct BehindErrors<'p> {
    clean: Box<dyn Searcher<'p> + 'p>,
    behind: Box<dyn Searcher<'p> + 'p>,
    /// How many were taken since the last one behind an error.
    since: u32,
    /// Was the last one that was taken behind an error?
    is_behind: bool,
}

impl<'p> BehindErrors<'p> {
    /// Two empty searchers of one kind.
    pub fn new(
        clean: Box<dyn Searcher<'p> + 'p>,
        behind: Box<dyn Searcher<'p> + 'p>,
    ) -> BehindErrors<'p> {
        BehindErrors { clean, behind, since: 0, is_behind: false }
    }

    fn half(&mut self, is_behind: bool) -> &mut (dyn Searcher<'p> + 'p) {
        if is_behind { &mut *self.behind } else { &mut *self.clean }
    }
}

impl<'p> Searcher<'p> for BehindErrors<'p> {
    fn push(&mut self, pending: Pending<'p>, gain: usize) {
        self.half(pending.is_behind_error()).push(pending, gain);
    }

    fn put_back(&mut self, preempted: Pending<'p>) {
        self.half(preempted.is_behind_error()).put_back(preempted);
    }

    fn ran(&mut self, gain: usize) {
        self.half(self.is_behind).ran(gain);
    }

    fn each(&mut self, see: &mut dyn FnMut(&mut Pending<'p>)) {
        self.clean.each(see);
        self.behind.each(see);
    }

    fn pop(&mut self, coverage: &Coverage) -> Option<Pending<'p>> {
        self.since += 1;
        self.is_behind = self.clean.is_empty() || self.since >= SHARE && !self.behind.is_empty();
        if self.is_behind {
            self.since = 0;
        }
        self.half(self.is_behind).pop(coverage)
    }

    fn oldest(&mut self) -> Option<Pending<'p>> {
        self.clean.oldest().or_else(|| self.behind.oldest())
    }

    fn len(&self) -> usize {
        self.clean.len() + self.behind.len()
    }

    fn flips(&self) -> FlipPolicy {
        self.clean.flips()
    }

    fn late(&mut self) -> Option<&mut Pending<'p>> {
        self.behind.late().or_else(|| self.clean.late())
    }

    fn asks_again(&self) -> bool {
        self.clean.asks_again()
    }

    fn take_first(&mut self, wanted: &mut dyn FnMut(&Pending<'p>) -> bool) -> Option<Pending<'p>> {
        self.clean.take_first(wanted).or_else(|| self.behind.take_first(wanted))
    }

    fn failed(&mut self, flip: &Flip<'p>) {
        self.clean.failed(flip);
        self.behind.failed(flip);
    }
}
