//! A model: a value for every variable.
//!
//! Variables not mentioned are 0. A clone shares everything; a change copies the spine and the one
//! chunk it is in, so that a thousand models of one path's inputs cost little.

use std::fmt;
use std::sync::Arc;

use crate::term::Var;

const CHUNK: usize = 32;
type Chunk = [u64; CHUNK];

/// A value for every variable.
#[derive(Clone, Default)]
pub struct Assignment {
    chunks: Arc<Vec<Option<Arc<Chunk>>>>,
}

impl Assignment {
    /// Every variable is 0.
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// The value of a variable.
    #[inline]
    pub fn get(&self, var: Var) -> u64 {
        let index = var.0 as usize;
        match self.chunks.get(index / CHUNK) {
            Some(Some(chunk)) => chunk[index % CHUNK],
            _ => 0,
        }
    }

    /// Gives a variable a value, which must fit its width.
    pub fn set(&mut self, var: Var, value: u64) {
        if self.get(var) == value {
            return;
        }
        let (chunk, place) = (var.0 as usize / CHUNK, var.0 as usize % CHUNK);
        let chunks = Arc::make_mut(&mut self.chunks);
        if chunks.len() <= chunk {
            chunks.resize(chunk + 1, None);
        }
        let shared = chunks[chunk].get_or_insert_with(|| Arc::new([0; CHUNK]));
        Arc::make_mut(shared)[place] = value;
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
        self.chunks
            .iter()
            .enumerate()
            .filter_map(|(index, chunk)| Some((index, chunk.as_ref()?)))
            .flat_map(|(index, chunk)| {
                let first = index * CHUNK;
                (0..CHUNK).map(move |place| (Var((first + place) as u32), chunk[place]))
            })
            .filter(|&(_, value)| value != 0)
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
        Arc::ptr_eq(&self.chunks, &other.chunks) || self.iter().eq(other.iter())
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
