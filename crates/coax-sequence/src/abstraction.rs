//! What a state is like: the graph of the objects that handles lead to, with addresses made canonical and numbers in
//! buckets. Two sequences whose states are alike do not both have to be extended.

use std::collections::HashMap;

use coax_engine::State;

/// So many objects are looked at,
const MOST_OBJECTS: usize = 48;
/// and so many bytes of each.
const MOST_BYTES: usize = 192;

/// A hash of what can be reached from some addresses.
pub(crate) fn abstract_state(state: &State<'_>, roots: impl Iterator<Item = (u64, u64)>) -> u64 {
    let mut walk = Walk { state, numbers: HashMap::new(), queue: Vec::new(), hash: OFFSET };
    for (kind, root) in roots {
        walk.mix(kind);
        walk.pointer(root);
    }
    let mut next = 0;
    while next < walk.queue.len() && next < MOST_OBJECTS {
        let base = walk.queue[next];
        walk.object(base);
        next += 1;
    }
    walk.hash
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

struct Walk<'a, 'p> {
    state: &'a State<'p>,
    /// Of each object that was met, when.
    numbers: HashMap<u64, u64>,
    queue: Vec<u64>,
    hash: u64,
}

impl Walk<'_, '_> {
    fn mix(&mut self, value: u64) {
        self.hash = (self.hash ^ value).wrapping_mul(PRIME).rotate_left(23);
    }

    /// A word that may be a pointer: true if it is one.
    fn pointer(&mut self, value: u64) -> bool {
        if value >> 44 == 0 {
            return false;
        }
        let Some(object) = self.state.memory.object(value) else { return false };
        let (base, is_alive) = (object.base, object.is_alive());
        let next = self.numbers.len() as u64;
        let number = *self.numbers.entry(base).or_insert(next);
        if number == next && is_alive {
            self.queue.push(base);
        }
        self.mix(number << 8 | u64::from(is_alive) << 1 | 1);
        self.mix(value.wrapping_sub(base));
        true
    }

    fn object(&mut self, base: u64) {
        let Some(object) = self.state.memory.object(base) else { return };
        let bytes = object.bytes();
        self.mix(bucket(bytes.len() as u64, u64::MAX));
        for word in bytes[..bytes.len().min(MOST_BYTES)].chunks(8) {
            let mut whole = [0; 8];
            whole[..word.len()].copy_from_slice(word);
            let value = u64::from_le_bytes(whole);
            if word.len() == 8 && self.pointer(value) {
                continue;
            }
            let (low, high) = (value & 0xFFFF_FFFF, value >> 32);
            self.mix(bucket(low, u64::from(u32::MAX)) << 8 | bucket(high, u64::from(u32::MAX)));
        }
    }
}

/// Which of a few groups a number belongs to: exact up to 3, then by its magnitude; the largest are negative ones.
fn bucket(value: u64, most: u64) -> u64 {
    match value {
        0..=3 => value,
        4..=15 => 4,
        16..=255 => 5,
        256..=65_535 => 6,
        _ if value == most => 7,
        _ if value > most / 2 => 8,
        _ => 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fall_into_buckets() {
        let most = u64::from(u32::MAX);
        let groups: &[&[u64]] = &[
            &[0],
            &[1],
            &[3],
            &[4, 15],
            &[16, 200],
            &[300],
            &[most],
            &[most - 1],
            &[70_000, 1 << 30],
        ];
        let found: Vec<u64> = groups.iter().map(|group| bucket(group[0], most)).collect();
        for (group, bucket_of_group) in groups.iter().zip(&found) {
            assert!(
                group.iter().all(|&value| bucket(value, most) == *bucket_of_group),
                "{group:?}"
            );
        }
        let different: std::collections::BTreeSet<_> = found.iter().collect();
        assert_eq!(different.len(), groups.len());
    }
}
