//! The order in which each searcher gives back what was put aside. A path is known by its steps.

use super::search_order;
use crate::explore::coverage::Coverage;
use crate::explore::pending::{Pending, What};
use crate::explore::searcher::Searcher;
use crate::explore::seed::Seed;
use crate::symbolic::FlipPolicy;

fn path(steps: u64) -> Pending<'static> {
    Pending { what: What::Small { seed: Box::new(Seed::default()), onwards: None }, steps }
}

/// A searcher to which paths with these steps and gains were handed.
fn holding(name: &str, paths: &[(u64, usize)]) -> Box<dyn Searcher<'static>> {
    let mut searcher = search_order(name).unwrap().searcher(7);
    for &(steps, gain) in paths {
        searcher.push(path(steps), gain);
    }
    searcher
}

fn popped(searcher: &mut dyn Searcher<'static>) -> Vec<u64> {
    let coverage = Coverage::default();
    std::iter::from_fn(|| searcher.pop(&coverage).map(|pending| pending.steps)).collect()
}

const PATHS: [(u64, usize); 5] = [(30, 0), (10, 4), (20, 9), (50, 4), (40, 9)];

#[test]
fn each_order_takes_paths_in_its_own_order() {
    for (name, expected) in [
        ("dfs", [40, 50, 20, 10, 30]),
        ("bfs", [30, 10, 20, 50, 40]),
        ("shortest", [10, 20, 30, 40, 50]),
        // The most fruitful runs first; of one run, what was put aside first.
        ("generational", [20, 40, 10, 50, 30]),
        // Checks are all equally near, which is found out when one is wanted: the last that was measured comes
        // first, then the oldest.
        ("coverage", [40, 30, 10, 20, 50]),
    ] {
        let mut searcher = holding(name, &PATHS);
        assert_eq!(searcher.len(), 5, "{name}");
        assert_eq!(popped(&mut *searcher), expected, "{name}");
        assert!(searcher.is_empty(), "{name}");
    }
}

#[test]
fn what_was_put_aside_first_is_given_away_first() {
    for name in ["dfs", "bfs", "shortest", "generational", "coverage", "random"] {
        let mut searcher = holding(name, &PATHS);
        let given: Vec<u64> = std::iter::from_fn(|| searcher.oldest().map(|p| p.steps)).collect();
        assert_eq!(given, [30, 10, 20, 50, 40], "{name}");
        assert_eq!(searcher.len(), 0, "{name}");
        assert_eq!(popped(&mut *searcher), [], "{name}");
    }
}

#[test]
fn random_paths_are_all_taken_once_and_the_same_for_a_seed() {
    let taken = || popped(&mut *holding("random", &PATHS));
    let first = taken();
    assert_eq!(first, taken());
    let mut sorted = first;
    sorted.sort_unstable();
    assert_eq!(sorted, [10, 20, 30, 40, 50]);
}

/// From the root, each fork is left with probability one half: the first decision of a run is taken in half
/// of the trees, the second in a quarter.
#[test]
fn early_decisions_are_likelier_in_a_random_tree() {
    let coverage = Coverage::default();
    let first = |seed| {
        let mut searcher = search_order("random").unwrap().searcher(seed);
        (1..=4).for_each(|steps| searcher.push(path(steps), 0));
        searcher.pop(&coverage).unwrap().steps
    };
    let count = |steps| (0..4000).filter(|&seed| first(seed) == steps).count();
    for (steps, expected) in [(1, 2000), (2, 1000), (3, 500), (4, 500)] {
        let count = count(steps);
        assert!(count.abs_diff(expected) < 150, "{steps}: {count}");
    }
}

#[test]
fn only_generations_are_solved_when_they_are_taken() {
    for (name, expected) in [
        ("dfs", FlipPolicy::Eager),
        ("bfs", FlipPolicy::Eager),
        ("random", FlipPolicy::Eager),
        ("coverage", FlipPolicy::Eager),
        ("generational", FlipPolicy::Lazy),
        ("shortest", FlipPolicy::Eager),
    ] {
        assert_eq!(search_order(name).unwrap().searcher(0).flips(), expected, "{name}");
    }
}
