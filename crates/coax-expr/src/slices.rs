//! Lists of words, each distinct one stored once: limbs of wide constants, operands, variables.
//!
//! Invariants: a list keeps its number and never changes; lists are numbered as they come, from 0.

use hashbrown::HashTable;

use crate::hash::mix;
use crate::term::{Term, Var};

/// What lists are made of.
pub(crate) trait Word: Copy + Eq {
    /// What its hash is made of.
    fn word(self) -> u64;
}

impl Word for u64 {
    fn word(self) -> u64 {
        self
    }
}

impl Word for Term {
    fn word(self) -> u64 {
        self.raw().into()
    }
}

impl Word for Var {
    fn word(self) -> u64 {
        self.0.into()
    }
}

/// Where a list stands among the words of all lists.
#[derive(Clone, Copy)]
struct Extent {
    start: u32,
    len: u32,
}

/// All lists of one kind.
pub(crate) struct Slices<W> {
    words: Vec<W>,
    lists: Vec<Extent>,
    table: HashTable<u32>,
}

impl<W> Default for Slices<W> {
    fn default() -> Slices<W> {
        Slices { words: Vec::new(), lists: Vec::new(), table: HashTable::new() }
    }
}

impl<W: Word> Slices<W> {
    /// The list with a number.
    #[inline]
    pub(crate) fn get(&self, id: u32) -> &[W] {
        slice(&self.words, self.lists[id as usize])
    }

    /// The number of a list, which is stored if it is new.
    pub(crate) fn intern(&mut self, list: &[W]) -> u32 {
        let hash = hash(list);
        if let Some(&id) = self.table.find(hash, |&id| self.get(id) == list) {
            return id;
        }
        let id = u32::try_from(self.lists.len()).expect("fewer than 2^32 lists");
        let start = u32::try_from(self.words.len()).expect("fewer than 2^32 words");
        self.words.extend_from_slice(list);
        self.lists.push(Extent { start, len: list.len() as u32 });
        let (words, lists) = (&self.words, &self.lists);
        self.table.insert_unique(hash, id, |&id| hash_at(words, lists[id as usize]));
        id
    }
}

fn slice<W>(words: &[W], at: Extent) -> &[W] {
    &words[at.start as usize..][..at.len as usize]
}

fn hash<W: Word>(list: &[W]) -> u64 {
    mix(list.iter().map(|word| word.word()))
}

fn hash_at<W: Word>(words: &[W], at: Extent) -> u64 {
    hash(slice(words, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lists_are_one_and_prefixes_are_others() {
        let mut lists = Slices::default();
        let numbers: Vec<u32> = [&[][..], &[7], &[7, 8], &[8], &[7, 8], &[]]
            .into_iter()
            .map(|list: &[u64]| lists.intern(list))
            .collect();
        assert_eq!(numbers, [0, 1, 2, 3, 2, 0]);
        assert_eq!(lists.get(2), [7, 8]);
        assert_eq!(lists.get(3), [8]);
    }
}
