//! The order in which each searcher gives back what was put aside. A path is known by its steps.

use coax_expr::Pool;
use coax_interp::Coverage;
use coax_ir::{Body, FuncId, Inst, IntOp, Pc, Slot};
use coax_symbolic::State;
use coax_symbolic::symbolic::{Flip, FlipPolicy, Moment};

use super::{BehindErrors, search_order};
use crate::nowhere::{NoMemory, NoWorld};
use crate::pending::{Continuation, Pending, What};
use crate::searcher::Searcher;
use crate::seed::Seed;

fn path(steps: u64) -> Pending<'static> {
    Pending {
        what: What::Small { seed: Box::new(Seed::default()), onwards: None },
        steps,
        is_behind_error: false,
    }
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
        // Checks are all equally near.
        ("coverage", [30, 10, 20, 50, 40]),
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

#[test]
fn every_order_knows_how_many_paths_it_holds() {
    let coverage = Coverage::default();
    for name in ["dfs", "bfs", "shortest", "generational", "coverage", "random"] {
        let mut searcher = holding(name, &PATHS);
        for left in (0..5).rev() {
            assert_eq!(searcher.len(), left + 1, "{name}");
            assert!(!searcher.is_empty(), "{name}");
            searcher.pop(&coverage).unwrap();
        }
        assert!(searcher.is_empty(), "{name}");
        assert!(searcher.pop(&coverage).is_none(), "{name}");
        searcher.push(path(60), 0);
        assert_eq!(
            (searcher.len(), popped(&mut *searcher)),
            (1, vec![60]),
            "{name}: it is begun anew"
        );
    }
}

/// A path that is ready to go on.
fn whole(steps: u64) -> Pending<'static> {
    let mut state = State::new(Box::new(NoMemory), Box::new(NoWorld));
    state.steps = steps;
    let condition = Pool::default().constant(1, 1);
    Pending::whole(Flip {
        state: Box::new(state),
        condition,
        model: None,
        towards: None,
        moment: Moment::default(),
        path_hash: 0,
        tries: 0,
        guessed: false,
        is_put_off: false,
    })
}

#[test]
fn depth_first_makes_the_oldest_whole_path_small_first() {
    let mut searcher = search_order("dfs").unwrap().searcher(0);
    for pending in [path(10), whole(20), path(30), whole(40), whole(50)] {
        searcher.push(pending, 0);
    }
    let shrink = |searcher: &mut Box<dyn Searcher<'static>>| {
        let late = searcher.late()?;
        let steps = late.steps;
        *late = path(steps);
        Some(steps)
    };
    assert_eq!(shrink(&mut searcher), Some(20));
    assert_eq!(searcher.oldest().map(|pending| pending.steps), Some(10));
    assert_eq!(shrink(&mut searcher), Some(40));
    assert_eq!(searcher.pop(&Coverage::default()).map(|pending| pending.steps), Some(50));
    assert_eq!(shrink(&mut searcher), None);
    searcher.push(whole(60), 0);
    assert_eq!(shrink(&mut searcher), Some(60));
    assert_eq!(shrink(&mut searcher), None);
    assert_eq!(popped(&mut *searcher), [60, 40, 30, 20]);
}

#[test]
fn a_path_that_made_room_comes_last_depth_first_and_is_one_of_all_otherwise() {
    for (name, expected) in
        [("dfs", [30, 20, 10]), ("bfs", [20, 10, 30]), ("shortest", [10, 20, 30])]
    {
        let mut searcher = search_order(name).unwrap().searcher(0);
        searcher.push(path(20), 0);
        searcher.put_back(path(10));
        searcher.push(path(30), 0);
        assert_eq!(popped(&mut *searcher), expected, "{name}");
    }
}

/// Many paths went on from one place in vain: those that go on elsewhere come first, though they are farther.
#[test]
fn a_place_from_which_nothing_new_comes_is_farther_and_farther() {
    let body = two_branches();
    let coverage = covered(body);
    let mut searcher = search_order("coverage").unwrap().searcher(0);
    (0..12).for_each(|steps| searcher.push(onwards(body, steps, NEAR), 0));
    searcher.push(onwards(body, 100, NEAR_BEHIND_A_CALL), 0);
    let mut taken = Vec::new();
    for _ in 0..10 {
        taken.push(searcher.pop(&coverage).unwrap().steps);
        searcher.ran(0);
    }
    assert!(taken.contains(&100), "{taken:?}");
}

/// Of paths that are equally near, the one comes first that has just found something.
#[test]
fn a_path_with_a_new_find_comes_before_those_without() {
    let body = two_branches();
    let coverage = covered(body);
    let mut searcher = search_order("coverage").unwrap().searcher(0);
    (0..100).for_each(|steps| searcher.push(onwards(body, steps, NEAR), 0));
    searcher.push(onwards(body, 1000, NEAR), 1);
    let first: Vec<u64> = (0..4).map(|_| searcher.pop(&coverage).unwrap().steps).collect();
    assert!(first.contains(&1000), "{first:?}");
}

const MAIN: FuncId = FuncId(0);

/// A branch to another branch, or to the end; both sides of that lead to the end.
fn two_branches() -> &'static Body {
    let branch = |then, els| Inst::branch(IntOp::Eq, 64, Slot(0), Slot(1), Pc(then), Pc(els));
    let end = Inst::Ret { src: Slot(0) };
    let code = vec![branch(1, 4), branch(2, 3), end, end, end];
    let place_of = vec![0; code.len()];
    Box::leak(Box::new(Body { place_of, code, slots: 2, ..Body::default() }))
}

/// A path that goes on from one place to another, and then likewise in its callers.
fn onwards(body: &'static Body, steps: u64, places: &[(u32, u32)]) -> Pending<'static> {
    let place = |&(from, to): &(u32, u32)| Continuation {
        function: MAIN,
        body,
        pc: Pc(to),
        from: Pc(from),
    };
    let onwards = Some(places.iter().map(place).collect());
    Pending {
        what: What::Small { seed: Box::new(Seed::default()), onwards },
        steps,
        is_behind_error: false,
    }
}

/// Code of which the second branch, and its second side, were come to.
fn covered(body: &Body) -> Coverage {
    let mut coverage = Coverage::default();
    coverage.mark(MAIN, body, 0, 1);
    coverage.mark(MAIN, body, 1, 3);
    coverage
}

const NEW: &[(u32, u32)] = &[(0, 4)];
const NEAR: &[(u32, u32)] = &[(0, 1)];
const FAR: &[(u32, u32)] = &[(1, 3)];
const NEAR_BEHIND_A_CALL: &[(u32, u32)] = &[(1, 3), (0, 1)];

/// Steps of pending paths, where they go on, and the order in which they are taken.
type Taken = (&'static [(u64, &'static [(u32, u32)])], &'static [u64]);

const BY_COVERAGE: &[Taken] = &[
    // What is new comes first; then the nearest, a random one and the one with the least decisions take turns.
    (&[(10, FAR), (20, NEAR), (30, NEW)], &[30, 20, 10]),
    (&[(10, FAR), (20, NEAR), (21, NEAR), (11, FAR)], &[20, 11, 10, 21]),
    (&[(10, FAR), (11, FAR), (12, FAR)], &[10, 12, 11]),
    (&[(30, NEW), (31, NEW), (10, FAR)], &[30, 31, 10]),
    // A call to come back from is a detour.
    (&[(10, FAR), (40, NEAR_BEHIND_A_CALL)], &[40, 10]),
    (&[(40, NEAR_BEHIND_A_CALL), (20, NEAR)], &[20, 40]),
];

#[test]
fn coverage_takes_what_is_new_then_what_is_near_in_turns_with_others() {
    let body = two_branches();
    let coverage = covered(body);
    for (paths, expected) in BY_COVERAGE {
        let mut searcher = search_order("coverage").unwrap().searcher(0);
        for &(steps, places) in *paths {
            searcher.push(onwards(body, steps, places), 0);
        }
        let taken = std::iter::from_fn(|| searcher.pop(&coverage).map(|pending| pending.steps));
        assert_eq!(taken.collect::<Vec<_>>(), *expected, "{paths:?}");
    }
}

#[test]
fn a_check_comes_after_what_is_new_and_before_all_else() {
    let body = two_branches();
    let coverage = covered(body);
    let mut searcher = search_order("coverage").unwrap().searcher(0);
    for pending in [onwards(body, 20, NEAR), path(50), path(51), onwards(body, 30, NEW)] {
        searcher.push(pending, 0);
    }
    let taken = std::iter::from_fn(|| searcher.pop(&coverage).map(|pending| pending.steps));
    assert_eq!(taken.collect::<Vec<_>>(), [30, 50, 51, 20]);
}

#[test]
fn what_was_new_is_not_when_another_path_has_been_there() {
    let body = two_branches();
    let mut coverage = covered(body);
    let mut searcher = search_order("coverage").unwrap().searcher(0);
    searcher.push(onwards(body, 30, NEW), 0);
    searcher.push(onwards(body, 31, NEW), 0);
    searcher.push(onwards(body, 20, NEAR), 0);
    assert_eq!(searcher.pop(&coverage).unwrap().steps, 30);
    coverage.mark(MAIN, body, 0, 4);
    assert_eq!(searcher.pop(&coverage).unwrap().steps, 20);
    assert_eq!(searcher.pop(&coverage).unwrap().steps, 31);
}

#[test]
fn the_oldest_that_is_wanted_is_taken_and_no_other() {
    let mut searcher = holding("coverage", &PATHS);
    let mut take = |wanted: u64| {
        let taken = searcher.take_first(&mut |pending| pending.steps >= wanted)?;
        Some((taken.steps, searcher.len()))
    };
    assert_eq!(take(60), None);
    assert_eq!(take(20), Some((30, 4)));
    assert_eq!(take(20), Some((20, 3)));
    assert_eq!(take(50), Some((50, 2)));
    assert_eq!(take(50), None);
}

#[test]
fn paths_behind_errors_come_after_the_others_but_not_never() {
    let order = search_order("bfs").unwrap();
    let mut searcher = BehindErrors::new(order.searcher(0), order.searcher(0));
    for steps in 0..3 {
        searcher.push(Pending { is_behind_error: true, ..path(100 + steps) }, 0);
    }
    for steps in 0..9 {
        searcher.push(path(steps), 0);
    }
    assert_eq!(searcher.len(), 12);
    assert_eq!(popped(&mut searcher), [0, 1, 2, 3, 4, 5, 6, 100, 7, 8, 101, 102]);
}
