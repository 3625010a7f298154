//! Which places of the program any path has come to.
//!
//! A place is where control may jump to: both sides of every branch are places, so "covered" means
//! branch coverage. The plain loop marks them as it jumps.

use coax_ir::{Body, FuncId};

/// Places seen, by function.
#[derive(Default)]
pub struct Coverage {
    seen: Vec<Box<[bool]>>,
    count: usize,
}

impl Coverage {
    /// Makes room for a function.
    #[cold]
    fn grow(&mut self, function: FuncId, body: &Body) {
        if self.seen.len() <= function.index() {
            self.seen.resize_with(function.index() + 1, Box::default);
        }
        self.seen[function.index()] = vec![false; body.code.len()].into();
    }

    /// A path has come to a place.
    #[inline(always)]
    pub(crate) fn mark(&mut self, function: FuncId, body: &Body, pc: usize) {
        match self.seen.get_mut(function.index()).and_then(|places| places.get_mut(pc)) {
            Some(seen) => {
                if !*seen {
                    *seen = true;
                    self.count += 1;
                }
            }
            None => {
                self.grow(function, body);
                self.mark(function, body, pc);
            }
        }
    }

    /// Has any path come to this place?
    pub fn has(&self, function: FuncId, pc: usize) -> bool {
        self.seen.get(function.index()).and_then(|places| places.get(pc)).copied().unwrap_or(false)
    }

    /// How many places any path has come to.
    pub fn count(&self) -> usize {
        self.count
    }
}
