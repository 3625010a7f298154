//! The sequences that are kept for extension, each with the state after it.
//!
//! Invariants: a sequence that covers what no earlier one covers is given up last; what is kept is bounded in number
//! and, roughly, in bytes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use coax_engine::State;

use crate::Side;
use crate::api::Api;
use crate::rng::Rng;
use crate::sequence::Sequence;
use crate::types::ClassId;

/// What a state takes beside its objects, roughly: tables of objects that it shares with no other.
const BYTES_PER_STATE: u64 = 48 << 10;

/// A sequence that is kept.
pub(crate) struct Entry<'p> {
    pub(crate) sequence: Sequence,
    pub(crate) state: State<'p>,
    /// What its calls cover.
    pub(crate) covered: Arc<[Side]>,
    /// It covered something that was not covered before.
    pub(crate) is_needed: bool,
}

/// All that are kept.
pub(crate) struct Pool<'p> {
    entries: Vec<Entry<'p>>,
    most: usize,
    /// By class, the entries that have an object of it.
    by_class: HashMap<ClassId, Vec<usize>>,
    /// Abstract states that are known.
    known: HashSet<u64>,
}

impl<'p> Pool<'p> {
    pub(crate) fn new(most: usize, bytes: u64) -> Pool<'p> {
        let most = most.min((bytes / BYTES_PER_STATE) as usize).max(1);
        Pool { entries: Vec::new(), most, by_class: HashMap::new(), known: HashSet::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is an abstract state one that was not met before? It is from now on.
    pub(crate) fn is_new(&mut self, state: u64) -> bool {
        self.known.insert(state)
    }

    /// Keeps a sequence; one that covers nothing of its own makes room for it, if there is none.
    pub(crate) fn keep(&mut self, entry: Entry<'p>, api: &Api, rng: &mut Rng) {
        let classes: HashSet<ClassId> =
            entry.sequence.handles.iter().map(|handle| handle.class).collect();
        let index = match self.entries.len() < self.most {
            true => {
                self.entries.push(entry);
                self.entries.len() - 1
            }
            false => {
                let Some(index) = self.dispensable(rng) else { return };
                self.entries[index] = entry;
                self.by_class.values_mut().for_each(|entries| entries.retain(|&it| it != index));
                index
            }
        };
        let mut classes: Vec<ClassId> = classes.into_iter().collect();
        classes.sort_unstable();
        for class in classes {
            for wanted in api.bases_of(class) {
                self.by_class.entry(wanted).or_default().push(index);
            }
        }
    }

    /// An entry that can be given up.
    fn dispensable(&self, rng: &mut Rng) -> Option<usize> {
        let candidates = (0..16).map(|_| rng.below(self.entries.len()));
        let candidates: Vec<usize> = candidates.collect();
        candidates.into_iter().find(|&index| !self.entries[index].is_needed)
    }

    /// An entry that has an object of a class, and is not too long.
    pub(crate) fn with_class(
        &mut self,
        class: ClassId,
        room: usize,
        rng: &mut Rng,
    ) -> Option<usize> {
        let entries = self.by_class.get(&class)?;
        (0..4).find_map(|_| {
            let last = rng.below(entries.len()).max(rng.below(entries.len()));
            let index =
                if rng.one_in(2) { entries[last] } else { entries[rng.below(entries.len())] };
            (self.entries[index].sequence.calls() < room).then_some(index)
        })
    }

    /// Any entry that is not too long.
    pub(crate) fn any(&self, room: usize, rng: &mut Rng) -> Option<usize> {
        let index = (!self.entries.is_empty()).then(|| rng.below(self.entries.len()))?;
        (self.entries[index].sequence.calls() < room).then_some(index)
    }

    pub(crate) fn entry(&self, index: usize) -> &Entry<'p> {
        &self.entries[index]
    }

    /// A copy of the state of an entry.
    pub(crate) fn copy_state(&mut self, index: usize) -> Option<State<'p>> {
        self.entries[index].state.copy()
    }
}
