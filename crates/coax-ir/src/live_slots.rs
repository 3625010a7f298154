//! Sets of slots that are still read: what `liveness.rs` computes and a body keeps.

use std::collections::HashMap;

use crate::{Pc, Slot};

/// The slots that are read later, for every place that control can jump to.
#[derive(Debug)]
pub struct Liveness {
    pub(crate) at: HashMap<Pc, SlotSet>,
}

impl Liveness {
    /// The slots that are read from a place on; `None` if control never jumps there.
    pub fn at(&self, pc: Pc) -> Option<&SlotSet> {
        self.at.get(&pc)
    }
}

/// A set of slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotSet(Box<[u64]>);

impl SlotSet {
    pub(crate) fn new(slots: u32) -> SlotSet {
        SlotSet(vec![0; slots.div_ceil(64) as usize].into())
    }

    /// Is the slot in it?
    pub fn contains(&self, slot: Slot) -> bool {
        self.0[slot.index() / 64] >> (slot.index() % 64) & 1 != 0
    }

    pub(crate) fn insert(&mut self, slot: Slot) {
        self.0[slot.index() / 64] |= 1 << (slot.index() % 64);
    }

    pub(crate) fn remove(&mut self, slot: Slot) {
        self.0[slot.index() / 64] &= !(1 << (slot.index() % 64));
    }

    pub(crate) fn add_all(&mut self, other: &SlotSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }
}
