//! A searcher around another one: paths that make room for others come after all that the other has pending.

use std::collections::VecDeque;

use crate::pending::Pending;
use crate::searcher::Searcher;
use coax_interp::Coverage;
use coax_symbolic::symbolic::{Flip, FlipPolicy};

/// Puts it around a searcher.
pub(crate) fn around<'p>(inner: Box<dyn Searcher<'p> + 'p>) -> Box<dyn Searcher<'p> + 'p> {
    Box::new(PutOff { inner, late: VecDeque::new() })
}

struct PutOff<'p> {
    inner: Box<dyn Searcher<'p> + 'p>,
    /// Those that make room, the oldest first.
    late: VecDeque<Pending<'p>>,
}

impl<'p> Searcher<'p> for PutOff<'p> {
    fn push(&mut self, pending: Pending<'p>, gain: usize) {
        match pending.is_put_off() {
            true => self.late.push_back(pending),
            false => self.inner.push(pending, gain),
        }
    }

    fn pop(&mut self, coverage: &Coverage) -> Option<Pending<'p>> {
        self.inner.pop(coverage).or_else(|| self.late.pop_front())
    }

    fn oldest(&mut self) -> Option<Pending<'p>> {
        self.inner.oldest().or_else(|| self.late.pop_front())
    }

    fn len(&self) -> usize {
        self.inner.len() + self.late.len()
    }

    fn flips(&self) -> FlipPolicy {
        self.inner.flips()
    }

    fn late(&mut self) -> Option<&mut Pending<'p>> {
        self.inner.late()
    }

    fn asks_again(&self) -> bool {
        self.inner.asks_again()
    }

    fn take_first(&mut self, wanted: &mut dyn FnMut(&Pending<'p>) -> bool) -> Option<Pending<'p>> {
        self.inner.take_first(wanted)
    }

    fn failed(&mut self, flip: &Flip<'p>) {
        self.inner.failed(flip);
    }
}
