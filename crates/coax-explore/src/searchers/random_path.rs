//! Uniform choice over the tree of paths: from the root, each side of a fork is equally likely,
//! however many pending paths it has. Deep subtrees of one loop do not drown everything else.

use crate::pending::Pending;
use crate::searcher::{SearchOrder, Searcher};
use coax_interp::Coverage;

/// `random`.
pub(super) struct RandomPath;

impl SearchOrder for RandomPath {
    fn name(&self) -> &'static str {
        "random"
    }

    fn about(&self) -> &'static str {
        "Uniform over the tree of paths"
    }

    fn searcher<'p>(&self, seed: u64) -> Box<dyn Searcher<'p> + 'p> {
        Box::new(Tree::new(seed))
    }
}

/// Pending paths in the tree of their decisions.
///
/// The flips of one run hang on a spine, the earliest first; choosing walks down the spine and
/// stops at each flip with probability one half. A flip that was resumed has a spine of its own.
struct Tree<'p> {
    random: SplitMix,
    spines: Vec<Spine<'p>>,
    /// The spine of the run in progress.
    current: usize,
    /// No spine before this one has a pending flip of its own, nor will have.
    first: usize,
}

struct Spine<'p> {
    nodes: Vec<Node<'p>>,
    /// The spine whose flip was resumed to get here.
    above: Option<usize>,
    /// How many flips are pending here and below.
    pending: usize,
}

enum Node<'p> {
    Pending(Pending<'p>),
    /// Resumed: its own run's spine.
    Taken(usize),
}

const ROOT: usize = 0;

impl<'p> Tree<'p> {
    fn new(seed: u64) -> Tree<'p> {
        let root = Spine { nodes: Vec::new(), above: None, pending: 0 };
        Tree { random: SplitMix(seed), spines: vec![root], current: ROOT, first: ROOT }
    }

    /// Forgets the tree: nothing is pending in it.
    fn clear(&mut self) {
        self.spines.truncate(1);
        self.spines[ROOT].nodes.clear();
        (self.current, self.first) = (ROOT, ROOT);
    }

    /// One more or one less is pending in a spine, and so in those above.
    fn count(&mut self, spine: usize, change: isize) {
        let mut next = Some(spine);
        while let Some(spine) = next {
            let spine = &mut self.spines[spine];
            spine.pending = spine.pending.wrapping_add_signed(change);
            next = spine.above;
        }
    }

    /// Walks down to a pending flip: its spine and its place there.
    fn choose(&mut self) -> Option<(usize, usize)> {
        let mut spine = ROOT;
        loop {
            let mut nodes = std::mem::take(&mut self.spines[spine].nodes);
            nodes.retain(|node| match node {
                Node::Pending(_) => true,
                Node::Taken(below) => self.spines[*below].pending > 0,
            });
            let last = nodes.len().checked_sub(1);
            self.spines[spine].nodes = nodes;
            let last = last?;
            let place = (0..last).find(|_| self.random.next() & 1 == 0).unwrap_or(last);
            match self.spines[spine].nodes[place] {
                Node::Pending(_) => return Some((spine, place)),
                Node::Taken(below) => spine = below,
            }
        }
    }
}

impl<'p> Searcher<'p> for Tree<'p> {
    fn push(&mut self, pending: Pending<'p>, _gain: usize) {
        self.count(self.current, 1);
        self.spines[self.current].nodes.push(Node::Pending(pending));
    }

    fn pop(&mut self, _coverage: &Coverage) -> Option<Pending<'p>> {
        let Some((spine, place)) = self.choose() else {
            // The next run begins a tree of its own.
            self.clear();
            return None;
        };
        self.count(spine, -1);
        let below = self.spines.len();
        self.spines.push(Spine { nodes: Vec::new(), above: Some(spine), pending: 0 });
        self.current = below;
        match std::mem::replace(&mut self.spines[spine].nodes[place], Node::Taken(below)) {
            Node::Pending(pending) => Some(pending),
            Node::Taken(_) => None,
        }
    }

    fn oldest(&mut self) -> Option<Pending<'p>> {
        let is_pending = |node: &Node<'p>| matches!(node, Node::Pending(_));
        while let Some(spine) = self.spines.get(self.first) {
            if let Some(place) = spine.nodes.iter().position(is_pending) {
                self.count(self.first, -1);
                return match self.spines[self.first].nodes.remove(place) {
                    Node::Pending(pending) => Some(pending),
                    Node::Taken(_) => None,
                };
            }
            if self.first == self.current {
                return None;
            }
            self.first += 1;
        }
        None
    }

    fn len(&self) -> usize {
        self.spines[ROOT].pending
    }
}

/// Steele, Lea and Flood's SplitMix64: small, seeded, the same everywhere.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that the authors' own program prints for these seeds.
    #[test]
    fn random_numbers_are_those_of_the_published_generator() {
        for (seed, expected) in [
            (0, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]),
            (
                1_234_567,
                [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423],
            ),
        ] {
            let mut random = SplitMix(seed);
            assert_eq!([random.next(), random.next(), random.next()], expected, "seed {seed}");
        }
    }
}
