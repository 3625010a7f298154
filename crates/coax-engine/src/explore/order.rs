//! The order in which pending paths are resumed.

use super::pending::Pending;
use crate::symbolic::Flip;

use super::coverage::Coverage;
use super::nearest::Nearest;
use super::orders::{Generational, Line, Shortest};
use super::tree::RandomPath;

/// The orders there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Search {
    /// The last decision first.
    Dfs,
    /// The first decision first.
    Bfs,
    /// Uniform over the tree of paths: at every fork both sides are equally likely.
    Random,
    /// Nearest to code no path has come to.
    #[default]
    Coverage,
    /// All flips of a run together, those of the most fruitful runs first.
    Generational,
    /// Fewest instructions so far.
    Shortest,
}

impl Search {
    /// Every order, with its name.
    pub const ALL: &[(&str, Search)] = &[
        ("dfs", Search::Dfs),
        ("bfs", Search::Bfs),
        ("random", Search::Random),
        ("coverage", Search::Coverage),
        ("generational", Search::Generational),
        ("shortest", Search::Shortest),
    ];
}

/// A set of pending paths with an order.
pub trait Order<'p> {
    /// Adds one; `gain` is how many new places its run had come to when it was put aside.
    fn push(&mut self, pending: Pending<'p>, gain: usize);
    /// Takes the next one.
    fn pop(&mut self, coverage: &Coverage) -> Option<Pending<'p>>;
    /// Takes the one that was put aside first.
    fn oldest(&mut self) -> Option<Pending<'p>>;
    /// A whole one that is resumed later than most, if it is known which that is.
    fn late(&mut self) -> Option<&mut Pending<'p>> {
        None
    }
    /// Is one that the solver could not tell about put back, for later?
    fn asks_again(&self) -> bool {
        false
    }
    /// Takes the first one that is wanted, if it can look for one.
    fn take_first(&mut self, _wanted: &mut dyn FnMut(&Pending<'p>) -> bool) -> Option<Pending<'p>> {
        None
    }
    /// The solver could not tell whether it is feasible.
    fn failed(&mut self, _flip: &Flip<'p>) {}
    /// How many there are.
    fn len(&self) -> usize;
    /// Is there none?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An empty set with the given order.
pub(crate) fn new<'p>(search: Search, seed: u64) -> Box<dyn Order<'p> + 'p> {
    match search {
        Search::Dfs => Box::new(Line::newest_first()),
        Search::Bfs => Box::new(Line::oldest_first()),
        Search::Random => Box::new(RandomPath::new(seed)),
        Search::Coverage => Box::new(Nearest::default()),
        Search::Generational => Box::new(Generational::default()),
        Search::Shortest => Box::new(Shortest::default()),
    }
}
