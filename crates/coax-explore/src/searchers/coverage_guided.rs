//! Nearest to code no path has come to, in turns with others.
//!
//! What is new right away comes first. Where nothing is, the nearest one takes turns with one that is chosen at random from
//! the tree of decisions, and with one that has decided least since something new was found on the way to it. A loop near something
//! new has ever more paths, and one that differs early may do what the code's branches do not show: so the random one. What
//! is near by the code may need a state that only few paths are in: so those that have just come to one.
//! Every second turn is that of one path that made room for others, so that a path of many decisions comes to its end.
//! A place from which many paths have gone on in vain counts as farther, so paths are sent where decisions still lead to
//! something.
//!
//! *Invariant:* a distance that is remembered holds for what is covered now; when more is, all are
//! forgotten. So a search of the code is done once per place and discovery, not per pending path.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use coax_ir::{Body, FuncId, Pc};

use super::path_tree::PathTree;
use super::ranked::Ranked;
use crate::pending::{Continuation, Pending};
use crate::searcher::{SearchOrder, Searcher};
use crate::seed::BranchSide;
use coax_interp::Coverage;
use coax_symbolic::symbolic::Flip;

/// `coverage`.
pub(super) struct CoverageGuided;

impl SearchOrder for CoverageGuided {
    fn name(&self) -> &'static str {
        "coverage"
    }

    fn about(&self) -> &'static str {
        "Nearest to code no path has come to, in turns with random paths and those with new finds"
    }

    fn searcher<'p>(&self, seed: u64) -> Box<dyn Searcher<'p> + 'p> {
        Box::new(Balanced {
            pending: Ranked::default(),
            tree: PathTree::new(seed),
            recent: BinaryHeap::new(),
            distances: Distances::default(),
            taken: None,
            age: 0,
            gain: 0,
            turn: Turn::Recent,
            waiting: Waiting::default(),
        })
    }
}

/// Pending paths by distance and in their tree. Distances grow as
/// more is covered, so they are measured again when a path is about to be taken.
struct Balanced<'p> {
    pending: Ranked<'p, Ranks>,
    tree: PathTree,
    /// By how much was decided since something new was found on the way there. Those that were taken are still in it.
    recent: BinaryHeap<Reverse<(u32, Reverse<u64>)>>,
    distances: Distances,
    /// Where the path goes on that was taken last.
    taken: Option<BranchSide>,
    /// How much the running path has decided since it found something new,
    age: u32,
    /// and how much it had found by then since it was taken.
    gain: usize,
    /// Whose turn it was.
    turn: Turn,
    waiting: Waiting,
}

/// The path that has every second turn.
#[derive(Default)]
struct Waiting {
    /// It made room for others, and no other does in its place before it has ended.
    number: Option<u64>,
    /// Is it the one that runs?
    runs: bool,
    /// Did it have the last turn?
    had_turn: bool,
}

/// Which path is taken where nothing is new right away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Nearest,
    Random,
    Recent,
}

impl Turn {
    fn next(self) -> Turn {
        match self {
            Turn::Nearest => Turn::Random,
            Turn::Random => Turn::Recent,
            Turn::Recent => Turn::Nearest,
        }
    }
}

/// The first checks of a place come right after what is new: they may be errors.
const CHECK: u32 = 1;
const FIRST_CHECKS: u32 = 4;
/// Nothing uncovered can be reached within the function.
const FAR: u32 = 1 << 11;
/// A question the solver could not answer counts as so many jumps,
const AGAIN: u32 = 256;
/// and every path that did not get to the same place as so many.
const FAILURE: u32 = 32;
/// Of a place that is not reached, paths still come before those that lead nowhere new, now and then.
const MOST_FAILURES: u32 = FAR / FAILURE;
/// A path that went on from the same place and came to nothing new counts as so many jumps.
const IN_VAIN: u32 = 4;
/// A call to come back from counts as so many jumps.
const RETURN: u32 = 8;

impl<'p> Searcher<'p> for Balanced<'p> {
    fn push(&mut self, pending: Pending<'p>, gain: usize) {
        self.add(pending, gain);
    }

    fn put_back(&mut self, preempted: Pending<'p>) {
        let number = self.add(preempted, 0);
        let is_there = self.waiting.number.is_some_and(|waiting| self.pending.has(waiting));
        if self.waiting.runs || !is_there {
            self.waiting.number = Some(number);
        }
    }

    fn pop(&mut self, coverage: &Coverage) -> Option<Pending<'p>> {
        let (mut ranks, mut number, mut next) = self.nearest(coverage)?;
        if ranks.distance > CHECK {
            let other = self.in_turn();
            if let Some(other) = other.filter(|&other| other != number) {
                self.pending.put_back(ranks, number, next);
                number = other;
                (ranks, next) = self.pending.take(other)?;
            }
        }
        self.tree.take(number);
        self.waiting.runs = self.waiting.number == Some(number);
        self.taken = next.first_onwards(|place| Some(side(place))).flatten();
        (self.age, self.gain) = (ranks.age, 0);
        Some(next)
    }

    fn ran(&mut self, gain: usize) {
        if let Some(place) = self.taken.take() {
            let outcome = self.distances.runs.entry(place).or_default();
            outcome.all += 1;
            outcome.in_vain = if gain > 0 { 0 } else { outcome.in_vain + 1 };
        }
    }

    fn asks_again(&self) -> bool {
        true
    }

    fn take_first(&mut self, wanted: &mut dyn FnMut(&Pending<'p>) -> bool) -> Option<Pending<'p>> {
        let number = self.pending.first(wanted)?;
        self.tree.take(number);
        let (ranks, pending) = self.pending.take(number)?;
        (self.age, self.gain) = (ranks.age, 0);
        Some(pending)
    }

    fn failed(&mut self, flip: &Flip<'p>) {
        if let Some(place) = BranchSide::of(flip) {
            *self.distances.failures.entry(place).or_default() += 1;
        }
    }

    fn oldest(&mut self) -> Option<Pending<'p>> {
        let number = self.pending.first(&mut |_| true)?;
        self.tree.remove(number);
        self.pending.take(number).map(|(_, pending)| pending)
    }

    fn each(&mut self, see: &mut dyn FnMut(&mut Pending<'p>)) {
        self.pending.each().for_each(see);
    }

    fn len(&self) -> usize {
        self.pending.len()
    }
}

impl<'p> Balanced<'p> {
    fn add(&mut self, pending: Pending<'p>, gain: usize) -> u64 {
        if gain > self.gain {
            (self.age, self.gain) = (0, gain);
        }
        self.age = self.age.saturating_add(1);
        let age = self.age;
        let number = self.pending.push(Ranks { distance: 0, age }, pending);
        self.tree.push(number);
        self.recent.push(Reverse((age, Reverse(number))));
        number
    }

    /// The number of the one whose turn it is, where that is not the nearest.
    fn in_turn(&mut self) -> Option<u64> {
        let waiting = self.waiting.number.filter(|&waiting| self.pending.has(waiting));
        self.waiting.had_turn = waiting.is_some() && !self.waiting.had_turn;
        if self.waiting.had_turn {
            return waiting;
        }
        self.turn = self.turn.next();
        match self.turn {
            Turn::Nearest => None,
            Turn::Random => self.tree.choose(),
            Turn::Recent => self.most_recent(),
        }
    }

    /// Takes the nearest one: its ranks and its number.
    fn nearest(&mut self, coverage: &Coverage) -> Option<(Ranks, u64, Pending<'p>)> {
        loop {
            let (ranks, number, pending) = self.pending.pop()?;
            let now = Ranks { distance: self.distances.of(&pending, coverage), ..ranks };
            if now <= ranks || self.pending.next_rank().is_none_or(|&next| now <= next) {
                return Some((now, number, pending));
            }
            self.pending.put_back(now, number, pending);
        }
    }

    /// The number of the one that has decided least since something new was found; of several, the one that was put aside last.
    fn most_recent(&mut self) -> Option<u64> {
        loop {
            let Reverse((_, Reverse(number))) = *self.recent.peek()?;
            if self.pending.has(number) {
                return Some(number);
            }
            self.recent.pop();
        }
    }
}

/// By what a pending path is compared: its distance, and then how much was decided since something new was found.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Ranks {
    distance: u32,
    age: u32,
}

fn side(Continuation { function, pc, from, .. }: Continuation<'_>) -> BranchSide {
    BranchSide { function, at: from, to: pc }
}

/// Distances from places to what is not covered.
#[derive(Default)]
struct Distances {
    known: HashMap<BranchSide, u32>,
    /// How many places were covered when they were measured.
    covered: usize,
    /// How many paths did not get to places they were to lead to, by branch and place.
    failures: HashMap<BranchSide, u32>,
    /// How many went on there.
    runs: HashMap<BranchSide, Runs>,
}

/// Paths that went on at one place.
#[derive(Clone, Copy, Default)]
struct Runs {
    all: u32,
    /// Since one came to something new.
    in_vain: u32,
}

impl Runs {
    /// How many came to nothing new, down to a power of two: what is farther with every path is measured again, with all that
    /// goes on at the same place.
    fn paths_in_vain(self) -> u32 {
        self.in_vain.checked_ilog2().map_or(0, |bits| 1 << bits)
    }
}

impl Distances {
    /// How far it is from where a path goes on to something no path has come to.
    fn of(&mut self, pending: &Pending<'_>, coverage: &Coverage) -> u32 {
        if self.covered != coverage.count() {
            self.known.clear();
            self.covered = coverage.count();
        }
        let next = pending.first_onwards(|place| Some(side(place))).flatten();
        let runs = next.and_then(|next| self.runs.get(&next)).copied().unwrap_or_default();
        if pending.is_check() && runs.all < FIRST_CHECKS {
            return CHECK + pending.tries() * AGAIN;
        }
        let mut further = 0;
        let found = pending.first_onwards(|place| {
            let here = self.from(place, coverage);
            let found = (here < FAR).then_some(here + further);
            // Beyond this function's end its callers go on.
            further += RETURN;
            found
        });
        let distance = found.flatten().unwrap_or(FAR);
        // Where others have been, it is not the place that is hard to get to.
        let vain = match distance {
            0 => next.map_or(0, |next| self.failures(next) * FAILURE),
            _ => (runs.paths_in_vain().min(FAR) * IN_VAIN).min(FAR),
        };
        distance + pending.tries() * AGAIN + vain
    }

    /// How many paths did not get to where a path leads next.
    fn failures(&self, next: BranchSide) -> u32 {
        self.failures.get(&next).copied().unwrap_or(0).min(MOST_FAILURES)
    }

    fn from(&mut self, place: Continuation<'_>, coverage: &Coverage) -> u32 {
        let Continuation { function, body, pc, from } = place;
        let measure = || match place.is_here() || coverage.has(function, from, pc) {
            true => to_uncovered(function, body, pc, coverage),
            false => 0,
        };
        *self.known.entry(side(place)).or_insert_with(measure)
    }
}

/// Jumps from a place to the nearest one no path has come to, within a function.
fn to_uncovered(function: FuncId, body: &Body, from: Pc, coverage: &Coverage) -> u32 {
    let mut seen = vec![false; body.code.len()];
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((start, jumps)) = queue.pop_front() {
        if std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let at = body.end_of_straight_code(start);
        for edge in body.edges(at) {
            if edge.kind.is_choice() && !coverage.has(function, at, edge.to) {
                return jumps + 2;
            }
            queue.push_back((edge.to, jumps + 1));
        }
    }
    FAR
}
