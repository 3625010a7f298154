//! Which objects belong to others: something else that the sequence holds leads to them.

use std::collections::BTreeSet;

use coax_engine::State;

use crate::sequence::{Holding, Sequence};

/// So many objects are looked at.
const MOST_REACHED: usize = 512;

/// Does an object that a sequence holds lead to another one, without being reached from it itself?
pub(crate) fn is_reached(state: &State<'_>, sequence: &Sequence, address: u64) -> bool {
    let base = |address: u64| state.memory.object(address).map(|object| object.base);
    let Some(own) = base(address) else { return false };
    let held = sequence.handles.iter().filter(|handle| {
        !handle.is_over && handle.address != address && handle.holding != Holding::Borrowed
    });
    let others: Vec<u64> =
        held.filter_map(|handle| base(handle.address)).filter(|&root| root != own).collect();
    if others.is_empty() {
        return false;
    }
    let from_own = reached(state, &[own]);
    let roots: Vec<u64> = others.into_iter().filter(|root| !from_own.contains(root)).collect();
    reached(state, &roots).contains(&own)
}

/// The objects that pointers lead to from some, those themselves among them.
fn reached(state: &State<'_>, roots: &[u64]) -> BTreeSet<u64> {
    let mut found: BTreeSet<u64> = roots.iter().copied().collect();
    let mut open: Vec<u64> = roots.to_vec();
    while let Some(base) = open.pop() {
        let object = state.memory.object(base).filter(|object| object.is_alive());
        for word in object.into_iter().flat_map(|object| object.bytes().chunks_exact(8)) {
            let value = u64::from_le_bytes(word.try_into().unwrap_or_default());
            let target = (value >> 44 != 0).then(|| state.memory.object(value)).flatten();
            if let Some(target) = target
                && found.len() < MOST_REACHED
                && found.insert(target.base)
            {
                open.push(target.base);
            }
        }
    }
    found
}
