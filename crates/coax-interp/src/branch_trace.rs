//! The branch trace of a run: which way it went at every branch of a program that tells so (its edges
//! call `__coax_edge`; other programs have none, and it costs them nothing).
//!
//! Invariants: the first [`LISTED`] edges are known one by one, later ones only by their number
//! and a sum over all; forks share what they have in common. The record of a native run
//! must count, list and sum in the same way.

use crate::chain::Chain;

/// So many edges are known one by one.
pub const LISTED: usize = 1 << 18;

/// Edges in one piece of the list.
const PIECE: usize = 256;

/// Which way a run went.
#[derive(Clone, Debug)]
pub struct BranchTrace {
    pieces: Chain<Box<[u32]>>,
    /// The newest edges, before they become a piece.
    recent: Vec<u32>,
    /// How many edges there were.
    pub count: u64,
    /// A sum over all of them, in their order (FNV-1a over whole edges).
    pub sum: u64,
}

impl Default for BranchTrace {
    fn default() -> BranchTrace {
        let (pieces, recent) = (Chain::default(), Vec::new());
        BranchTrace { pieces, recent, count: 0, sum: 0xcbf2_9ce4_8422_2325 }
    }
}

impl BranchTrace {
    /// Goes along an edge.
    pub fn push(&mut self, edge: u32) {
        self.sum = (self.sum ^ u64::from(edge)).wrapping_mul(0x0100_0000_01b3);
        self.count += 1;
        if self.count > LISTED as u64 {
            return;
        }
        self.recent.push(edge);
        if self.recent.len() == PIECE {
            self.pieces.push(std::mem::take(&mut self.recent).into());
        }
    }

    /// The edges that are known one by one.
    pub fn listed(&self) -> Vec<u32> {
        let pieces = self.pieces.oldest_first().into_iter().flat_map(|piece| piece.iter());
        pieces.chain(&self.recent).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_go_their_own_ways() {
        let mut left = BranchTrace::default();
        (0..1000).for_each(|edge| left.push(edge));
        let mut right = left.clone();
        left.push(1);
        right.push(2);
        let common: Vec<u32> = (0..1000).collect();
        assert_eq!(left.listed(), [&common[..], &[1]].concat());
        assert_eq!(right.listed(), [&common[..], &[2]].concat());
        assert_eq!((left.count, right.count), (1001, 1001));
        assert_ne!(left.sum, right.sum);
    }

    #[test]
    fn beyond_the_list_order_still_counts() {
        let (mut left, mut right) = (BranchTrace::default(), BranchTrace::default());
        (0..LISTED).for_each(|_| left.push(0));
        (0..LISTED).for_each(|_| right.push(0));
        [1, 2].into_iter().for_each(|edge| left.push(edge));
        [2, 1].into_iter().for_each(|edge| right.push(edge));
        assert_eq!(left.listed(), right.listed());
        assert_eq!(left.listed().len(), LISTED);
        assert_eq!(left.count, LISTED as u64 + 2);
        assert_ne!(left.sum, right.sum);
    }
}
