//! A model: a value for every variable.
//!
//! Variables not mentioned are 0. A clone shares everything; a change copies the one chunk it is in
//! and what leads there, so that a hundred thousand models of as many inputs cost little.

use std::fmt;
use std::sync::Arc;

use crate::term::Var;

const CHUNK: usize = 32;
const BLOCK: usize = 16;
type Chunk = [u64; CHUNK];
type Block = [Option<Arc<Chunk>>; BLOCK];

/// A value for every variable.
#[derive(Clone, Default)]
pub struct Assignment {
    blocks: Arc<Vec<Option<Arc<Block>>>>,
}

/// Where a variable is: block, chunk of the block, place in the chunk.
#[inline]
fn place_of(var: Var) -> (usize, usize, usize) {
    let index = var.0 as usize;
    (index / (CHUNK * BLOCK), index / CHUNK % BLOCK, index % CHUNK)
}

impl Assignment {
    /// Every variable is 0.
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// The value of a variable.
    #[inline]
    pub fn get(&self, var: Var) -> u64 {
        let (block, chunk, place) = place_of(var);
        match self.blocks.get(block) {
            Some(Some(block)) => block[chunk].as_ref().map_or(0, |chunk| chunk[place]),
            _ => 0,
        }
    }

    /// Gives a variable a value, which must fit its width.
    pub fn set(&mut self, var: Var, value: u64) {
        if self.get(var) == value {
            return;
        }
        let (block, chunk, place) = place_of(var);
        let blocks = Arc::make_mut(&mut self.blocks);
        if blocks.len() <= block {
            blocks.resize(block + 1, None);
        }
        let block = Arc::make_mut(blocks[block].get_or_insert_with(Arc::default));
        let chunk = block[chunk].get_or_insert_with(|| Arc::new([0; CHUNK]));
        Arc::make_mut(chunk)[place] = value;
    }

    /// This assignment with some values changed.
    pub fn merged(&self, changes: &[(Var, u64)]) -> Assignment {
        let mut merged = self.clone();
        for &(var, value) in changes {
            merged.set(var, value);
        }
        merged
    }

    /// The variables that are not 0, in order, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (Var, u64)> + '_ {
        let chunks = self.blocks.iter().enumerate().filter_map(|(index, block)| {
            let chunks = block.as_ref()?.iter().enumerate();
            Some(chunks.filter_map(move |(at, chunk)| {
                Some(((index * BLOCK + at) * CHUNK, chunk.as_ref()?))
            }))
        });
        let values = chunks.flatten().flat_map(|(first, chunk)| {
            chunk
                .iter()
                .enumerate()
                .map(move |(place, &value)| (Var((first + place) as u32), value))
        });
        values.filter(|&(_, value)| value != 0)
    }
}

impl FromIterator<(Var, u64)> for Assignment {
    fn from_iter<I: IntoIterator<Item = (Var, u64)>>(values: I) -> Assignment {
        let mut assignment = Assignment::new();
        for (var, value) in values {
            assignment.set(var, value);
        }
        assignment
    }
}

impl PartialEq for Assignment {
    fn eq(&self, other: &Assignment) -> bool {
        Arc::ptr_eq(&self.blocks, &other.blocks) || self.iter().eq(other.iter())
    }
}

impl Eq for Assignment {}

impl fmt::Debug for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unmentioned_variables_are_zero() {
        assert_eq!(Assignment::new().get(Var(1_000_000)), 0);
    }

    #[test]
    fn a_clone_is_not_changed() {
        let mut one = Assignment::new();
        one.set(Var(3), 7);
        let two = one.merged(&[(Var(3), 8), (Var(100), 9)]);
        assert_eq!((one.get(Var(3)), one.get(Var(100))), (7, 0));
        assert_eq!((two.get(Var(3)), two.get(Var(100))), (8, 9));
        assert_eq!(two.iter().collect::<Vec<_>>(), [(Var(3), 8), (Var(100), 9)]);
    }

    #[test]
    fn equality_is_about_values() {
        let mut one = Assignment::new();
        one.set(Var(90), 1);
        one.set(Var(90), 0);
        assert_eq!(one, Assignment::new());
        one.set(Var(2), 5);
        assert_eq!(one, [(Var(2), 5)].into_iter().collect());
        assert_ne!(one, Assignment::new());
    }
}
