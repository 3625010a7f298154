//! Exploring: running paths to their ends, one after the other, until nothing is pending.
//!
//! An [`Explorer`] has a machine, a [`Searcher`] that says which pending path comes next, and an observer that is told how
//! paths end. What is pending is a [`Pending`](pending::Pending): a whole state, or a [`Seed`] that leads to it again.
//!
//! Invariant: no clock. The observer says when to stop.

mod bounds;
mod explorer;
#[cfg(test)]
#[path = "../../coax-interp/tests/support/nowhere.rs"]
mod nowhere;
mod observer;
mod outcome;
pub mod pending;
mod put_off;
mod searcher;
mod searchers;
mod seed;

#[cfg(test)]
use coax_interp::{DirEntry, FileStatus, Foreign, ForeignResult, LibraryState, LocalTime, World};

pub use bounds::Bounds;
pub use coax_interp::{Coverage, Revisits};
pub use explorer::{Explorer, Start, leaks_of};
pub use observer::SearchObserver;
pub use outcome::{FinishedPath, PathEnd, Tally};
pub use searcher::{SearchOrder, Searcher};
pub use searchers::{BehindErrors, SEARCH_ORDERS, search_order};
pub use seed::{Hint, Seed};
