//! What a program leaves behind when it ends: heap objects nobody can free any more.

use std::collections::{BTreeMap, BTreeSet};

use coax_memory::{HeapKind, Object, Origin, TraceId};

use crate::machine::Machine;
use crate::report::ErrorReport;
use crate::{ErrorKind, State};

impl<'p> Machine<'p> {
    /// The leaks of a program that ended, one for each place that allocated.
    pub(crate) fn leaks(&self, state: &State<'p>) -> Vec<ErrorReport> {
        let reachable = reachable(state);
        let mut lost: BTreeMap<TraceId, (u64, u64)> = BTreeMap::new();
        for object in state.memory.heap_objects().filter(|object| is_own(object)) {
            if !reachable.contains(&object.base) {
                let entry = lost.entry(object.born).or_default();
                *entry = (entry.0 + 1, entry.1 + object.size);
            }
        }
        lost.into_iter().map(|(born, lost)| self.leak(born, lost)).collect()
    }

    fn leak(&self, born: TraceId, (objects, bytes): (u64, u64)) -> ErrorReport {
        let message = match objects {
            1 => format!("{bytes} bytes allocated here are never freed and nothing points to them"),
            n => format!(
                "{bytes} bytes in {n} objects allocated here are never freed and nothing points to them"
            ),
        };
        let trace = self.remembered(born);
        let location = crate::report::first_location(&trace);
        ErrorReport {
            kind: Some(ErrorKind::MemoryLeak),
            message,
            location,
            trace,
            notes: Vec::new(),
        }
    }
}

/// Is it an object the program allocated itself and has not freed?
fn is_own(object: &Object) -> bool {
    let own = matches!(
        object.origin,
        Origin::Heap(HeapKind::Malloc | HeapKind::New | HeapKind::NewArray)
    );
    own && object.is_alive()
}

/// The objects that can be reached from globals and from what is still on the stack.
fn reachable(state: &State<'_>) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    let mut pending: Vec<&Object> =
        state.memory.objects().filter(|object| object.is_alive() && !is_own(object)).collect();
    let used = state.frames.last().map_or(0, |frame| frame.base + frame.body.slots as usize);
    for &word in &state.words[..used] {
        pending.extend(
            state.memory.object(word).filter(|object| is_own(object) && found.insert(object.base)),
        );
    }
    while let Some(object) = pending.pop() {
        // Pointers lie at multiples of their size, as leak detectors assume too.
        for chunk in object.bytes().chunks_exact(8) {
            let word = u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
            if let Some(next) = state.memory.object(word)
                && is_own(next)
                && found.insert(next.base)
            {
                pending.push(next);
            }
        }
    }
    found
}
