//! Nearest to code no path has come to.
//!
//! *Invariant:* a distance that is remembered holds for what is covered now; when more is, all are
//! forgotten. So a search of the code is done once per place and discovery, not per pending path.

use std::collections::{HashMap, VecDeque};

use coax_ir::{Body, FuncId, Pc};

use super::ranked::Ranked;
use crate::pending::{Continuation, Pending};
use crate::searcher::{SearchOrder, Searcher};
use coax_interp::Coverage;
use coax_symbolic::symbolic::Flip;

/// `coverage`.
pub(super) struct CoverageGuided;

impl SearchOrder for CoverageGuided {
    fn name(&self) -> &'static str {
        "coverage"
    }

    fn about(&self) -> &'static str {
        "Nearest to code no path has come to"
    }

    fn searcher<'p>(&self, _seed: u64) -> Box<dyn Searcher<'p> + 'p> {
        Box::new(Nearest::default())
    }
}

/// Nearest to code no path has come to. What is new right away comes first; distances grow as
/// more is covered, so they are measured again when a path is about to be taken.
///
/// Where nothing is new right away, the oldest takes turns with the nearest: a path that differs early
/// may do what the code's branches do not show, and a loop near something new has ever more paths.
#[derive(Default)]
struct Nearest<'p> {
    pending: Ranked<'p, u32>,
    distances: Distances,
    /// Is it the oldest one's turn?
    oldest_next: bool,
}

/// Checks come right after what is new: they may be errors.
const CHECK: u32 = 1;
/// Nothing uncovered can be reached within the function.
const FAR: u32 = 1 << 11;
/// A question the solver could not answer counts as so many jumps,
const AGAIN: u32 = 256;
/// and every path that did not get to the same place as so many.
const FAILURE: u32 = 32;
/// Of a place that is not reached, paths still come before those that lead nowhere new, now and then.
const MOST_FAILURES: u32 = FAR / FAILURE;
/// A call to come back from counts as so many jumps.
const RETURN: u32 = 8;

impl<'p> Searcher<'p> for Nearest<'p> {
    fn push(&mut self, pending: Pending<'p>, _gain: usize) {
        self.pending.push(0, pending);
    }

    fn pop(&mut self, coverage: &Coverage) -> Option<Pending<'p>> {
        let (rank, number, pending) = self.nearest(coverage)?;
        if rank <= CHECK {
            return Some(pending);
        }
        self.oldest_next = !self.oldest_next;
        if self.oldest_next {
            return Some(pending);
        }
        self.pending.put_back(rank, number, pending);
        self.pending.oldest()
    }

    fn asks_again(&self) -> bool {
        true
    }

    fn take_first(&mut self, wanted: &mut dyn FnMut(&Pending<'p>) -> bool) -> Option<Pending<'p>> {
        self.pending.take_first(wanted)
    }

    fn failed(&mut self, flip: &Flip<'p>) {
        if let Some(place) = towards(flip) {
            *self.distances.failures.entry(place).or_default() += 1;
        }
    }

    fn oldest(&mut self) -> Option<Pending<'p>> {
        self.pending.oldest()
    }

    fn len(&self) -> usize {
        self.pending.len()
    }
}

impl<'p> Nearest<'p> {
    /// Takes the nearest one: its rank and its number.
    fn nearest(&mut self, coverage: &Coverage) -> Option<(u32, u64, Pending<'p>)> {
        loop {
            let (rank, number, pending) = self.pending.pop()?;
            let now = self.distances.of(&pending, coverage);
            if now <= rank || self.pending.next_rank().is_none_or(|&next| now <= next) {
                return Some((now, number, pending));
            }
            self.pending.put_back(now, number, pending);
        }
    }
}

/// The branch a flip was put aside at, and where it leads.
fn towards(flip: &Flip<'_>) -> Option<(FuncId, Pc, Pc)> {
    let top = flip.state.frames().last()?;
    Some((top.function, top.pc, flip.towards?))
}

/// Distances from places to what is not covered.
#[derive(Default)]
struct Distances {
    known: HashMap<(FuncId, Pc, Pc), u32>,
    /// How many places were covered when they were measured.
    covered: usize,
    /// How many paths did not get to places they were to lead to, by branch and place.
    failures: HashMap<(FuncId, Pc, Pc), u32>,
}

impl Distances {
    /// How far it is from where a path goes on to something no path has come to.
    fn of(&mut self, pending: &Pending<'_>, coverage: &Coverage) -> u32 {
        if self.covered != coverage.count() {
            self.known.clear();
            self.covered = coverage.count();
        }
        let mut further = 0;
        let found = pending.first_onwards(|place| {
            let here = self.from(place, coverage);
            let found = (here < FAR).then_some(here + further);
            // Beyond this function's end its callers go on.
            further += RETURN;
            found
        });
        let distance = found.map_or(CHECK, |distance| distance.unwrap_or(FAR));
        // Where others have been, it is not the place that is hard to get to.
        let failures = if distance == 0 { self.failures(pending) } else { 0 };
        distance + pending.tries() * AGAIN + failures * FAILURE
    }

    /// How many paths did not get to where a path leads next.
    fn failures(&self, pending: &Pending<'_>) -> u32 {
        let next = pending.first_onwards(|place| Some((place.function, place.from, place.pc)));
        let failures = next.flatten().and_then(|next| self.failures.get(&next));
        failures.copied().unwrap_or(0).min(MOST_FAILURES)
    }

    fn from(&mut self, place: Continuation<'_>, coverage: &Coverage) -> u32 {
        let Continuation { function, body, pc, from } = place;
        let measure = || match coverage.has(function, from, pc) {
            true => to_uncovered(function, body, pc, coverage),
            false => 0,
        };
        *self.known.entry((function, from, pc)).or_insert_with(measure)
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
