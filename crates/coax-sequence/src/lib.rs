//! Grows call sequences of a program's boundary functions: a pool of sequences with the states after them,
//! extended call by call, at random as long as that covers anything new, and by concolic execution of kept
//! sequences when it does not.
//!
//! A sequence is described in the words of `coax-case` ([`coax_case::Invocation`]); beside them stands the state of the
//! engine after its last call, so that extending a sequence costs that one call. [`Growth::step`] makes one attempt;
//! what is worth keeping is handed to an [`Observer`] as a [`Driver`].
//!
//! - *Invariant:* no normal or exception driver does what the code under test forbids its callers: an object is not
//!   used after its destroyer, and addresses and bytes that were never written are not asserted.
//! - *Invariant:* same program, same plan, same seed: the same drivers in the same order.
//! - *Absent on purpose:* clocks, files, text of a language, native runs.

mod abstraction;
mod api;
mod bindings;
mod composer;
mod concolic;
mod conflict;
mod dispatch;
mod driver;
mod ending;
mod execution;
mod growth;
mod lengths;
mod literals;
mod names;
mod object_makers;
mod ownership;
mod phases;
mod plan;
mod pool;
mod progress;
mod recording;
mod replay;
mod rng;
mod room;
mod schedule;
mod sequence;
mod sides;
mod special;
mod targets;
mod types;
mod variables;

pub use driver::{Driver, Method, Observer, Outcome, Side};
pub use growth::{Growth, Pace, WorldMaker};
pub use object_makers::object_makers;
pub use plan::{Plan, Policy, Strategy};
pub use progress::{Phase, Progress, Unsupported};
