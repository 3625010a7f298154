//! Which function is called next: one with uncovered branches rather than another, and one that has brought something
//! new rather than one that was tried often without.

use std::collections::HashMap;

use coax_ir::{FuncId, Role};

use crate::api::Api;
use crate::rng::Rng;
use crate::sides::Sides;

/// The weights are computed anew after so many choices.
const STRETCH: u32 = 256;

/// The functions of the boundary, with their weights.
#[derive(Debug)]
pub(crate) struct Schedule {
    functions: Vec<FuncId>,
    /// Attempts since one covered anything new.
    idle: HashMap<FuncId, u64>,
    /// Sums of weights.
    sums: Vec<u64>,
    left: u32,
}

impl Schedule {
    pub(crate) fn new(api: &Api, boundary: &[FuncId]) -> Schedule {
        let is_callable = |id: &&FuncId| {
            api.callable(**id).is_some_and(|callable| callable.role != Some(Role::Destructor))
        };
        let functions: Vec<FuncId> = boundary.iter().filter(is_callable).copied().collect();
        Schedule { functions, idle: HashMap::new(), sums: Vec::new(), left: 0 }
    }

    /// The next function to call.
    pub(crate) fn choose(&mut self, sides: &Sides, rng: &mut Rng) -> Option<FuncId> {
        if self.left == 0 {
            self.left = STRETCH;
            let mut sum = 0;
            let weights = self.functions.iter().map(|&function| {
                let idle = self.idle.get(&function).copied().unwrap_or(0);
                sum += weight(sides.uncovered_below(function), idle);
                sum
            });
            self.sums = weights.collect();
        }
        self.left -= 1;
        rng.by_weight(&self.sums).map(|at| self.functions[at])
    }

    /// An attempt with a function has ended.
    pub(crate) fn note(&mut self, function: FuncId, is_new: bool) {
        let idle = self.idle.entry(function).or_default();
        *idle = if is_new { 0 } else { *idle + 1 };
        if is_new {
            self.left = self.left.min(STRETCH / 8);
        }
    }
}

/// How likely a function is to be chosen.
fn weight(uncovered: u64, idle: u64) -> u64 {
    32 + 1024 * uncovered.min(512) / (16 + idle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uncovered_branches_weigh_more_and_vain_attempts_less() {
        assert!(weight(10, 0) > weight(0, 0));
        assert!(weight(10, 1000) < weight(10, 10));
        assert!(weight(0, 1_000_000) > 0);
    }
}
