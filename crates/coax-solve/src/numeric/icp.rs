//! Intervals: which values can the numbers of a question have?
//!
//! Every term gets bounds, those of its operands give it tighter ones and the other way round, until
//! nothing changes ([`contract`]). Where that is not enough, a range is split and both halves are tried
//! ([`refute`], [`pieces`]).
//!
//! - *Invariant:* an assignment that satisfies the conjuncts is within all bounds. What is not
//!   understood bounds nothing.
//! - *Invariant:* work is counted in revisions of terms, so the same question gets the same answer.
//! - *Absent on purpose:* recursion over terms, the clock.

mod arithmetic;
mod conditions;
mod floats;
mod format;
mod functions;
mod integers;
mod net;
mod propagate;
mod split;
#[cfg(test)]
mod tests;
mod value;

use std::collections::VecDeque;

use coax_expr::{Pool, Term};

pub use super::range::Range;
use floats::Floats;
use net::{Net, Reading};
use propagate::Propagator;
use split::{Part, Splitting};
use value::{Empty, Value};

/// What is left of the values that numbers in a question can have.
#[derive(Clone, Debug)]
pub struct Boxes {
    leaves: Vec<(Term, Range)>,
}

/// What contraction comes to.
#[derive(Clone, Debug)]
pub enum Contracted {
    /// No assignment satisfies the question.
    Empty,
    /// Assignments that satisfy it are in here.
    Left(Boxes),
}

impl Boxes {
    fn of(net: &Net<'_>, values: &[Value]) -> Boxes {
        let range = |&(at, reading): &(usize, Reading)| {
            let value = &values[at];
            let range = match (reading, value.float) {
                (Reading::Float, Some(Floats { format, low, high, nan })) => {
                    Range::Float { format, low, high, nan }
                }
                (Reading::Signed, _) => Range::Signed(value.signed.0, value.signed.1),
                _ => Range::Unsigned(value.natural.0, value.natural.1),
            };
            (net.places[at].term, range)
        };
        Boxes { leaves: net.leaves.iter().map(range).collect() }
    }

    /// The leaves: terms that are variables, or concatenations and extracts of variables that are
    /// used as one number; in the order of their ids. A float that can only be a NaN has a `low` above
    /// its `high`.
    pub fn leaves(&self) -> impl Iterator<Item = (Term, Range)> {
        self.leaves.iter().copied()
    }
}

/// Narrows what the leaves of the conjuncts can be; `Empty` only if no assignment satisfies them all.
/// At most `work` terms are revised.
pub fn contract(pool: &Pool, conjuncts: &[Term], work: u64) -> Contracted {
    let net = Net::new(pool, conjuncts);
    let settled = Propagator::new(&net, work).and_then(|mut propagator| {
        propagator.run()?;
        Ok(propagator.values)
    });
    match settled {
        Ok(values) => Contracted::Left(Boxes::of(&net, &values)),
        Err(Empty) => Contracted::Empty,
    }
}

/// Is there no assignment that satisfies the conjuncts, as far as splitting and narrowing can tell
/// with so many revisions? `false` says nothing.
pub fn refute(pool: &Pool, conjuncts: &[Term], work: u64) -> bool {
    let net = Net::new(pool, conjuncts);
    let mut splitting = Splitting::new(&net, work);
    // Depth first: few parts are alive at a time, and a part that cannot be split ends it early.
    let mut parts: Vec<Part> = splitting.first().into_iter().collect();
    while let Some(part) = parts.pop() {
        if !splitting.has_work() {
            return false;
        }
        let Some(halves) = splitting.halves(&part) else { return false };
        parts.extend(halves.into_iter().flatten());
    }
    true
}

/// The parts that are left after some splitting, the smallest first; `None` if there are none, so
/// that no assignment satisfies the conjuncts. Splitting ends at `most` parts.
pub fn pieces(pool: &Pool, conjuncts: &[Term], work: u64, most: usize) -> Option<Vec<Boxes>> {
    let net = Net::new(pool, conjuncts);
    let mut splitting = Splitting::new(&net, work);
    let mut parts: VecDeque<Part> = splitting.first().into_iter().collect();
    let mut whole = Vec::new();
    while splitting.has_work() && parts.len() + whole.len() < most {
        let Some(part) = parts.pop_front() else { break };
        match splitting.halves(&part) {
            Some(halves) => parts.extend(halves.into_iter().flatten()),
            None => whole.push(part),
        }
    }
    whole.extend(parts);
    if whole.is_empty() {
        return None;
    }
    whole.sort_by(|a, b| a.size(&net).total_cmp(&b.size(&net)));
    Some(whole.iter().map(|part| Boxes::of(&net, &part.values)).collect())
}
