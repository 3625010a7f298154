//! Sets of variables, each stored once, so that every term can point at its own.
//!
//! Invariant: a set is sorted, without repetition; set 0 is the empty one.

use hashbrown::HashTable;

use crate::term::Var;

/// Which set.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SetId(u32);

const EMPTY: SetId = SetId(0);

/// Where a set stands among the members of all sets.
#[derive(Clone, Copy)]
struct Extent {
    start: u32,
    len: u32,
}

/// All sets.
pub(crate) struct VarSets {
    members: Vec<Var>,
    /// Where each set stands in `members`.
    sets: Vec<Extent>,
    table: HashTable<SetId>,
    /// Unions already computed: terms join the same few sets again and again.
    unions: HashTable<(SetId, SetId, SetId)>,
}

impl Default for VarSets {
    fn default() -> VarSets {
        VarSets {
            members: Vec::new(),
            sets: vec![Extent { start: 0, len: 0 }],
            table: HashTable::new(),
            unions: HashTable::new(),
        }
    }
}

fn mix(hash: u64, word: u32) -> u64 {
    (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn hash_members(members: &[Var]) -> u64 {
    spread(members.iter().fold(0, |hash, var| mix(hash, var.0)))
}

fn hash_pair(a: SetId, b: SetId) -> u64 {
    spread(mix(mix(0, a.0), b.0))
}

/// The table takes its tag from the top bits and its place from the low ones: both must be mixed.
fn spread(hash: u64) -> u64 {
    hash ^ hash >> 32
}

impl VarSets {
    /// The variables of a set.
    pub(crate) fn get(&self, set: SetId) -> &[Var] {
        slice(&self.members, self.sets[set.0 as usize])
    }

    /// The set of one variable.
    pub(crate) fn singleton(&mut self, var: Var) -> SetId {
        self.intern(&[var])
    }

    /// All variables of two sets.
    pub(crate) fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == EMPTY {
            return a;
        }
        if a == EMPTY {
            return b;
        }
        let (a, b) = if a.0 < b.0 { (a, b) } else { (b, a) };
        let hash = hash_pair(a, b);
        if let Some(&(_, _, union)) = self.unions.find(hash, |&(x, y, _)| (x, y) == (a, b)) {
            return union;
        }
        let union = merged(self.get(a), self.get(b));
        let union = self.intern(&union);
        self.unions.insert_unique(hash, (a, b, union), |&(a, b, _)| hash_pair(a, b));
        union
    }

    fn intern(&mut self, set: &[Var]) -> SetId {
        let hash = hash_members(set);
        if let Some(&id) = self.table.find(hash, |&id| self.get(id) == set) {
            return id;
        }
        let id = SetId(u32::try_from(self.sets.len()).expect("fewer than 2^32 sets"));
        let start = u32::try_from(self.members.len()).expect("fewer than 2^32 members");
        self.members.extend_from_slice(set);
        self.sets.push(Extent { start, len: set.len() as u32 });
        let (members, sets) = (&self.members, &self.sets);
        self.table.insert_unique(hash, id, |&id| hash_members(slice(members, sets[id.0 as usize])));
        id
    }
}

fn slice(members: &[Var], set: Extent) -> &[Var] {
    &members[set.start as usize..][..set.len as usize]
}

/// The union of two sorted lists.
fn merged(mut a: &[Var], mut b: &[Var]) -> Vec<Var> {
    let mut union = Vec::with_capacity(a.len() + b.len());
    while let (Some(&x), Some(&y)) = (a.first(), b.first()) {
        union.push(x.min(y));
        a = &a[usize::from(x <= y)..];
        b = &b[usize::from(y <= x)..];
    }
    union.extend_from_slice(a);
    union.extend_from_slice(b);
    union
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unions_are_sorted_and_shared() {
        let mut sets = VarSets::default();
        let singles: Vec<_> = (0..5).map(|v| sets.singleton(Var(v))).collect();
        let left = sets.union(singles[3], singles[1]);
        let right = sets.union(singles[4], singles[1]);
        let all = sets.union(left, right);
        assert_eq!(sets.get(all), [Var(1), Var(3), Var(4)]);
        let other_way = sets.union(singles[4], left);
        assert!(all == other_way);
        assert!(sets.union(all, EMPTY) == all && sets.union(EMPTY, all) == all);
    }
}
