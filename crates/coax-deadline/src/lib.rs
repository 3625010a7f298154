//! When to stop: one value that is passed down to every loop that may run long.
//!
//! A [`Deadline`] is asked, and never looks at a clock: asking is one or two relaxed loads, so a
//! loop may ask in every round. The thread of the binary that has a clock ends it.
//!
//! - *Invariant:* what is over stays over, and the first reason counts.
//! - *Invariant:* a deadline made [`within`](Deadline::within) another is over when that one is.
//! - *Absent on purpose:* clocks, threads, signals.
//!
//! ```
//! use coax_deadline::{Deadline, Reason};
//!
//! let run = Deadline::never();
//! let unit = run.within();
//! run.end(Reason::Interrupted);
//! assert_eq!(unit.over(), Some(Reason::Interrupted));
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use coax_kinds::Incomplete;

/// Why something ends before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Reason {
    /// Its time is used up.
    Time = 1,
    /// The user asked for the end.
    Interrupted,
    /// A bound of the user's on something else than time was reached.
    Bound,
    /// The memory it may take is used up.
    Memory,
    /// A defect of ours.
    Defect,
}

const ALL: [Reason; 5] =
    [Reason::Time, Reason::Interrupted, Reason::Bound, Reason::Memory, Reason::Defect];

impl From<Reason> for Incomplete {
    fn from(reason: Reason) -> Incomplete {
        match reason {
            Reason::Time => Incomplete::Time,
            Reason::Interrupted => Incomplete::Interrupted,
            Reason::Bound => Incomplete::Bound,
            Reason::Memory => Incomplete::Memory,
            Reason::Defect => Incomplete::Defect,
        }
    }
}

/// When to stop. Clones are the same deadline.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    /// 0, or the reason.
    own: Arc<AtomicU8>,
    outer: Option<Arc<Deadline>>,
}

impl Deadline {
    /// One without a limit: only [`Deadline::end`] ends it.
    pub fn never() -> Deadline {
        Deadline::default()
    }

    /// Another one that ends with this one at the latest.
    pub fn within(&self) -> Deadline {
        Deadline { own: Arc::default(), outer: Some(Arc::new(self.clone())) }
    }

    /// It is over from now on. The first reason counts.
    pub fn end(&self, reason: Reason) {
        let _ = self.own.compare_exchange(0, reason as u8, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Is it over, and why?
    #[inline]
    pub fn over(&self) -> Option<Reason> {
        match self.own.load(Ordering::Relaxed) {
            0 => self.outer.as_ref()?.over(),
            reason => Some(ALL[usize::from(reason) - 1]),
        }
    }

    /// Is it over?
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over().is_some()
    }

    /// Is this the last handle?
    pub fn is_forgotten(&self) -> bool {
        Arc::strong_count(&self.own) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_counts() {
        let deadline = Deadline::never();
        assert_eq!(deadline.over(), None);
        for &reason in &ALL {
            deadline.clone().end(reason);
            assert_eq!(deadline.over(), Some(Reason::Time));
        }
    }

    #[test]
    fn an_inner_one_ends_alone_or_with_the_outer_one() {
        let outer = Deadline::never();
        let (first, second) = (outer.within(), outer.within().within());
        first.end(Reason::Bound);
        assert_eq!((outer.is_over(), first.is_over(), second.is_over()), (false, true, false));
        outer.end(Reason::Interrupted);
        assert_eq!((first.over(), second.over()), (Some(Reason::Bound), Some(Reason::Interrupted)));
    }

    #[test]
    fn one_that_only_its_keeper_has_is_forgotten() {
        let kept = Deadline::never();
        let used = kept.clone();
        assert!(!kept.is_forgotten());
        drop(used);
        assert!(kept.is_forgotten());
    }
}
