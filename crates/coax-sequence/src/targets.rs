//! Which uncovered branch side is taken up next, and by which sequence that came to its branch.

use std::collections::HashMap;
use std::sync::Arc;

use coax_ir::{FuncId, Pc};

use crate::Side;
use crate::plan::Policy;
use crate::rng::Rng;
use crate::sequence::Sequence;
use crate::sides::Sides;

/// So many sequences are remembered for each branch.
const MOST_ARRIVALS: usize = 12;

/// The sequences that came to branches, and what was tried.
#[derive(Default)]
pub(crate) struct Targets {
    arrivals: HashMap<Branch, Vec<Arrival>>,
    tries: HashMap<Side, u64>,
}

/// A branch, by its place.
type Branch = (FuncId, Pc);

/// A sequence that came to a branch.
struct Arrival {
    sequence: Arc<Sequence>,
    /// The sides that it was tried for.
    tried: Vec<Pc>,
}

impl Targets {
    /// A sequence covers these sides.
    pub(crate) fn arrive(&mut self, sequence: &Sequence, covered: &[Side]) {
        let sequence = Arc::new(sequence.clone());
        let mut branches: Vec<Branch> =
            covered.iter().map(|side| (side.function, side.at)).collect();
        branches.dedup();
        for branch in branches {
            let arrivals = self.arrivals.entry(branch).or_default();
            let arrival = Arrival { sequence: Arc::clone(&sequence), tried: Vec::new() };
            match arrivals.len() < MOST_ARRIVALS {
                true => arrivals.push(arrival),
                false => {
                    // One that was tried already makes room, the longest first.
                    let oldest = arrivals.iter().enumerate().filter(|(_, it)| !it.tried.is_empty());
                    let gone = oldest.max_by_key(|(_, it)| it.sequence.steps.len());
                    if let Some((index, _)) = gone {
                        arrivals[index] = arrival;
                    }
                }
            }
        }
    }

    /// Any uncovered side of a branch that was come to, for a sequence that may come there.
    pub(crate) fn any(&self, sides: &Sides, rng: &mut Rng) -> Option<Side> {
        rng.one_of(&sides.targets()).copied()
    }

    /// An uncovered side of a branch that a sequence came to which was not tried for it yet. The one that was tried least.
    pub(crate) fn choose(
        &mut self,
        sides: &Sides,
        policy: &Policy,
        rng: &mut Rng,
    ) -> Option<(Side, Arc<Sequence>)> {
        let open = sides.targets();
        let is_untried = |side: &Side| {
            let arrivals = self.arrivals.get(&(side.function, side.at));
            arrivals.is_some_and(|it| it.iter().any(|arrival| !arrival.tried.contains(&side.to)))
        };
        let tries = |side: &Side| self.tries.get(side).copied().unwrap_or(0);
        let rounds = |side: &Side| tries(side) / policy.drivers_per_target.max(1) as u64;
        let untried: Vec<Side> = open.into_iter().filter(is_untried).collect();
        let least = untried.iter().map(rounds).min()?;
        let best: Vec<Side> = untried.into_iter().filter(|side| rounds(side) == least).collect();
        let side = *rng.one_of(&best)?;
        *self.tries.entry(side).or_default() += 1;
        let arrivals = self.arrivals.get_mut(&(side.function, side.at))?;
        let untried = arrivals.iter_mut().filter(|arrival| !arrival.tried.contains(&side.to));
        let arrival = untried.min_by_key(|arrival| arrival.sequence.steps.len())?;
        arrival.tried.push(side.to);
        Some((side, Arc::clone(&arrival.sequence)))
    }
}
