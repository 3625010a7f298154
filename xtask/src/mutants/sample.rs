//! A seeded choice among the mutants.
//!
//! Invariant: whether a mutant is chosen hangs on its module's name, its place and its text alone, so that a line added elsewhere
//! changes no choice.

use super::operators::Mutant;

/// `count` of them in the order of the sources, or all if it is 0.
pub fn of(mutants: &[Mutant], count: usize, seed: u64) -> Vec<&Mutant> {
    if count == 0 {
        return mutants.iter().collect();
    }
    let mut ranked: Vec<&Mutant> = mutants.iter().collect();
    ranked.sort_by_key(|mutant| (hash(seed, &mutant.identity()), mutant.number));
    ranked.truncate(count);
    ranked.sort_by_key(|mutant| mutant.number);
    ranked
}

/// FNV-1a, begun with the seed, and mixed at the end so that its high bits differ, too.
fn hash(seed: u64, text: &str) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for byte in text.bytes() {
        state = (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    (state ^ (state >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
