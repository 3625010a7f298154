//! What a program leaves behind when it ends: heap objects that cannot be freed any more.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use coax_memory::{HeapKind, Object, Origin, TraceId};

use coax_interp::in_bytes;
use coax_symbolic::Machine;

use coax_symbolic::ErrorReport;
use coax_symbolic::scenario::Observed;
use coax_symbolic::{ErrorKind, State};

/// The leaks of a program that ended, one for each place that allocated.
pub fn leaks_of<'p>(machine: &Machine<'p>, state: &State<'p>) -> Vec<ErrorReport> {
    // An exception on its way belongs to the code that catches it.
    let held: Vec<u64> = held_by_caller(state).chain([state.landing.0]).collect();
    let reachable = reachable(state, &held);
    let mut lost: BTreeMap<TraceId, (u64, u64)> = BTreeMap::new();
    for object in state.memory.heap_objects().filter(|object| is_own(object)) {
        if !reachable.contains(&object.base) {
            let entry = lost.entry(object.born).or_default();
            *entry = (entry.0 + 1, entry.1 + object.size);
        }
    }
    lost.into_iter().map(|(born, (objects, bytes))| leak(machine, born, objects, bytes)).collect()
}

fn leak(machine: &Machine<'_>, born: TraceId, objects: u64, bytes: u64) -> ErrorReport {
    let message = in_words(objects, bytes);
    let trace = machine.remembered(born);
    let location = coax_interp::first_location(&trace);
    ErrorReport { kind: Some(ErrorKind::MemoryLeak), message, location, trace, notes: Vec::new() }
}

/// The words that the caller of a unit has got.
fn held_by_caller(state: &State<'_>) -> impl Iterator<Item = u64> {
    let calls = state.above.all_observed().filter(|_| state.above.is_of_unit());
    let returned = calls.filter_map(|observed| match observed {
        Observed::Returned(words) => Some(words),
        Observed::Threw(_) => None,
    });
    returned.flatten().map(|word| word.value)
}

/// What is lost.
fn in_words(objects: u64, bytes: u64) -> String {
    let amount = in_bytes(bytes);
    match (objects, bytes) {
        (1, 1) => format!("{amount} allocated here is never freed and nothing points to it"),
        (1, _) => format!("{amount} allocated here are never freed and nothing points to them"),
        (n, _) => format!(
            "{amount} in {n} objects allocated here are never freed and nothing points to them"
        ),
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

/// The objects that can be reached from globals, from what is still on the stack and from what was
/// returned.
fn reachable(state: &State<'_>, held: &[u64]) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    let mut pending: Vec<&Object> =
        state.memory.objects().filter(|object| object.is_alive() && !is_own(object)).collect();
    let used = state.frames.last().map_or(0, |frame| frame.base + frame.body.slots as usize);
    for &word in state.words[..used].iter().chain(held) {
        pending.extend(
            state.memory.object(word).filter(|object| is_own(object) && found.insert(object.base)),
        );
    }
    while let Some(object) = pending.pop() {
        // Pointers lie at multiples of their size, as leak detectors assume too.
        for word in words_in(object) {
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

/// The words at multiples of their size in an object.
fn words_in(object: &Object) -> impl Iterator<Item = u64> {
    let hidden = object.guard().map_or(&[][..], |guard| guard.hidden_bytes());
    let all = match hidden {
        [] => Cow::Borrowed(object.bytes()),
        _ => Cow::Owned([object.bytes(), hidden].concat()),
    };
    let word = move |i: usize| all.get(i * 8..i * 8 + 8)?.try_into().ok().map(u64::from_le_bytes);
    (0..).map_while(word)
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn one_byte_is_lost_and_several_are() {
        assert!(in_words(1, 1).starts_with("1 byte allocated here is never freed"));
        assert!(in_words(1, 8).starts_with("8 bytes allocated here are never freed"));
        assert!(in_words(2, 8).starts_with("8 bytes in 2 objects allocated here are never"));
    }
}
