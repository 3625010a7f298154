//! The tree of decisions, with pending paths as its leaves: from the root, each side of a fork is equally likely, however
//! many pending paths it has.
//!
//! The pending paths of one run hang on a spine, the earliest first; choosing walks down the spine and stops at each
//! with probability one half. A path that was taken has a spine of its own, or, if it was the last, goes on along the spine it
//! hung on, which is as likely. So a path that makes room for others and goes on a thousand times stays on one spine.
//!
//! - *Invariant:* `places` says of every pending path where it is.
//! - *Invariant:* a spine counts what is pending on it and below, and its nodes that have nothing pending.

use std::collections::HashMap;

/// Pending paths, by their numbers, in the tree of their decisions.
pub(super) struct PathTree {
    random: SplitMix,
    spines: Vec<Spine>,
    /// Spines without anything, to be used again.
    free: Vec<usize>,
    /// The spine of the run in progress.
    current: usize,
    places: HashMap<u64, (usize, usize)>,
}

#[derive(Default)]
struct Spine {
    nodes: Vec<Node>,
    /// The spine whose path was taken to get here.
    above: Option<usize>,
    /// How many paths are pending here and below.
    pending: usize,
    /// How many nodes have nothing pending.
    dead: usize,
    /// None before this one has anything pending.
    first: usize,
}

#[derive(Clone, Copy)]
enum Node {
    Pending(u64),
    /// Taken: its own run's spine.
    Taken(usize),
    Gone,
}

const ROOT: usize = 0;

impl PathTree {
    pub(super) fn new(seed: u64) -> PathTree {
        let (free, places) = (Vec::new(), HashMap::new());
        let spines = vec![Spine::default()];
        PathTree { random: SplitMix(seed), spines, free, current: ROOT, places }
    }

    /// The running path puts another one aside.
    pub(super) fn push(&mut self, path: u64) {
        if self.places.is_empty() {
            // Nothing is pending: the next run begins a tree of its own.
            let random = SplitMix(self.random.0);
            *self = PathTree { random, ..PathTree::new(0) };
        }
        let nodes = &mut self.spines[self.current].nodes;
        self.places.insert(path, (self.current, nodes.len()));
        nodes.push(Node::Pending(path));
        self.count(self.current, 1);
    }

    /// Walks down to a pending path.
    pub(super) fn choose(&mut self) -> Option<u64> {
        let mut spine = ROOT;
        loop {
            self.tidy(spine);
            // Each is passed with probability one half.
            let mut passed = self.random.next().trailing_ones();
            let Spine { nodes, first, .. } = &self.spines[spine];
            let mut chosen = None;
            for &node in nodes[*first..].iter().filter(|&&node| self.is_alive(node)) {
                chosen = Some(node);
                if passed == 0 {
                    break;
                }
                passed -= 1;
            }
            match chosen? {
                Node::Pending(path) => return Some(path),
                Node::Taken(below) => spine = below,
                Node::Gone => return None,
            }
        }
    }

    /// A pending path is taken: it is the running one from here on.
    pub(super) fn take(&mut self, path: u64) {
        let Some((spine, place)) = self.remove(path) else { return };
        if place + 1 == self.spines[spine].nodes.len() {
            self.current = spine;
            return;
        }
        let own = Spine { above: Some(spine), ..Spine::default() };
        let below = match self.free.pop() {
            Some(free) => {
                self.spines[free] = own;
                free
            }
            None => {
                self.spines.push(own);
                self.spines.len() - 1
            }
        };
        self.spines[spine].nodes[place] = Node::Taken(below);
        self.current = below;
    }

    /// A pending path is given away: where it was.
    pub(super) fn remove(&mut self, path: u64) -> Option<(usize, usize)> {
        let (spine, place) = self.places.remove(&path)?;
        self.spines[spine].nodes[place] = Node::Gone;
        self.spines[spine].dead += 1;
        self.count(spine, -1);
        Some((spine, place))
    }

    fn is_alive(&self, node: Node) -> bool {
        match node {
            Node::Pending(_) => true,
            Node::Taken(below) => self.spines[below].pending > 0,
            Node::Gone => false,
        }
    }

    /// One more or one less is pending on a spine, and so on those above.
    fn count(&mut self, spine: usize, change: isize) {
        let mut next = Some(spine);
        while let Some(spine) = next {
            let Spine { pending, above, .. } = &mut self.spines[spine];
            let before = *pending;
            *pending = pending.wrapping_add_signed(change);
            let (after, above) = (*pending, *above);
            if let Some(above) = above {
                let dead = &mut self.spines[above].dead;
                *dead = *dead + usize::from(after == 0) - usize::from(before == 0);
            }
            next = above;
        }
    }

    /// Passes over what has nothing pending, and drops it if that is half of the spine.
    fn tidy(&mut self, spine: usize) {
        let Spine { nodes, first, dead, .. } = &self.spines[spine];
        if 2 * dead < nodes.len() {
            let passed = nodes[*first..].iter().take_while(|&&node| !self.is_alive(node)).count();
            self.spines[spine].first += passed;
            return;
        }
        let mut kept = Vec::new();
        for node in std::mem::take(&mut self.spines[spine].nodes) {
            match node {
                Node::Pending(path) => {
                    self.places.insert(path, (spine, kept.len()));
                    kept.push(node);
                }
                Node::Taken(below) if self.is_alive(node) => {
                    kept.push(Node::Taken(below));
                }
                Node::Taken(below) => self.give_back(below),
                Node::Gone => {}
            }
        }
        let spine = &mut self.spines[spine];
        (spine.nodes, spine.dead, spine.first) = (kept, 0, 0);
    }

    /// A spine without anything pending can be used again, with all below it.
    fn give_back(&mut self, spine: usize) {
        let mut all = vec![spine];
        while let Some(spine) = all.pop() {
            for node in std::mem::take(&mut self.spines[spine].nodes) {
                if let Node::Taken(below) = node {
                    all.push(below);
                }
            }
            self.free.push(spine);
        }
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

    /// One path has a thousand pending ones, another has one: each of both is chosen half of the time.
    #[test]
    fn a_subtree_is_as_likely_with_one_pending_path_as_with_a_thousand() {
        let mut tree = PathTree::new(1);
        (0..2).for_each(|path| tree.push(path));
        tree.take(0);
        (10..1010).for_each(|path| tree.push(path));
        let of_first = (0..1000).filter(|_| tree.choose().is_some_and(|path| path >= 10)).count();
        assert!(of_first.abs_diff(500) < 60, "{of_first}");
    }

    #[test]
    fn a_path_that_goes_on_again_and_again_stays_on_its_spine() {
        let mut tree = PathTree::new(1);
        for round in 0..1000 {
            tree.push(2 * round);
            tree.push(2 * round + 1);
            tree.take(2 * round + 1);
        }
        assert_eq!((tree.spines.len(), tree.places.len()), (1, 1000));
    }

    #[test]
    fn what_is_taken_or_given_away_is_not_chosen_and_its_room_is_used_again() {
        let mut tree = PathTree::new(1);
        for round in 0..1000 {
            (0..4).for_each(|path| tree.push(4 * round + path));
            for _ in 0..3 {
                let chosen = tree.choose().expect("some are pending");
                assert!(tree.places.contains_key(&chosen));
                tree.take(chosen);
            }
            let chosen = tree.choose().expect("one is pending");
            tree.remove(chosen);
            assert_eq!(tree.choose(), None);
        }
        assert!(tree.spines.len() < 8, "{}", tree.spines.len());
    }
}
