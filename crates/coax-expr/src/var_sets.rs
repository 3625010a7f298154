//! Sets of variables, each stored once, so that every term can point at its own.
//!
//! Invariant: a set is sorted, without repetition; set 0 is the empty one.

use hashbrown::HashTable;

use crate::hash::mix;
use crate::slices::Slices;
use crate::term::Var;

/// Which set.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SetId(u32);

const EMPTY: SetId = SetId(0);

/// All sets.
pub(crate) struct VarSets {
    sets: Slices<Var>,
    /// Unions already computed: terms join the same few sets again and again.
    unions: HashTable<(SetId, SetId, SetId)>,
}

impl Default for VarSets {
    fn default() -> VarSets {
        let mut sets = Slices::default();
        let empty = SetId(sets.intern(&[]));
        debug_assert!(empty == EMPTY, "the first list is number 0");
        VarSets { sets, unions: HashTable::new() }
    }
}

fn hash_pair(a: SetId, b: SetId) -> u64 {
    mix([u64::from(a.0) << 32 | u64::from(b.0)])
}

impl VarSets {
    /// The variables of a set.
    pub(crate) fn get(&self, set: SetId) -> &[Var] {
        self.sets.get(set.0)
    }

    /// The set of one variable.
    pub(crate) fn singleton(&mut self, var: Var) -> SetId {
        SetId(self.sets.intern(&[var]))
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
        let union = SetId(self.sets.intern(&union));
        self.unions.insert_unique(hash, (a, b, union), |&(a, b, _)| hash_pair(a, b));
        union
    }
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
