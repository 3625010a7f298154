//! The fixed point: what is known wherever control can jump to.
//!
//! Straight code is gone through in one piece; states are kept only where it begins. Loops are widened to
//! numbers that the code mentions, then narrowed by going through everything twice more.
//!
//! Invariant: what is known at a place holds for every execution that gets there and for which the assumptions
//! hold that it depends on.

use std::collections::{BTreeMap, BTreeSet};

use coax_deadline::Deadline;
use coax_ir::{Body, Pc};

use crate::domain::number::Thresholds;
use crate::state::State;
use crate::transfer::{Leaving, Transfer};

/// A loop is gone round so often before its bounds are given up.
const ROUNDS: u32 = 3;

/// Any place may be come to so often before its bounds are given up.
const MOST_ROUNDS: u32 = 40;

/// How often everything is gone through again.
const NARROWING: usize = 2;

/// What is known at the beginnings of straight code.
pub struct Known {
    /// By place; what is not in it cannot be reached.
    pub at: BTreeMap<Pc, State>,
}

/// The fixed point of a function; nothing if the deadline comes first.
pub fn of(transfer: &mut Transfer<'_>, entry: State, deadline: &Deadline) -> Option<Known> {
    let layout = Layout::of(transfer.body);
    let mut known = Known { at: BTreeMap::from([(Pc(0), entry.clone())]) };
    let mut rounds: BTreeMap<Pc, u32> = BTreeMap::new();
    let mut open = BTreeSet::from([Pc(0)]);
    while let Some(at) = open.pop_first() {
        if deadline.is_over() {
            return None;
        }
        let state = known.at[&at].clone();
        for (to, mut state) in run(transfer, &layout, at, state) {
            state.drop_dead(transfer.body, to);
            let count = rounds.entry(to).or_default();
            let limit = if layout.loops.contains(&to) { ROUNDS } else { MOST_ROUNDS };
            if add(transfer, &mut known, to, state, (*count >= limit).then_some(&layout.thresholds))
            {
                *count += 1;
                open.insert(to);
            }
        }
    }
    for _ in 0..NARROWING {
        known = again(transfer, &layout, &known, &entry, deadline)?;
    }
    Some(known)
}

/// Adds a way to a place; `true` if something new is known there.
fn add(
    transfer: &mut Transfer<'_>,
    known: &mut Known,
    to: Pc,
    state: State,
    widen: Option<&Thresholds>,
) -> bool {
    let Some(before) = known.at.get_mut(&to) else {
        known.at.insert(to, state);
        return true;
    };
    let mut joined = before.clone();
    joined.join(&state, &mut transfer.table);
    if joined == *before {
        return false;
    }
    if let Some(thresholds) = widen {
        joined.widen(before, thresholds, &mut transfer.table);
    }
    if joined == *before {
        return false;
    }
    *before = joined;
    true
}

/// What follows from what is known: no less, perhaps more.
fn again(
    transfer: &mut Transfer<'_>,
    layout: &Layout,
    known: &Known,
    entry: &State,
    deadline: &Deadline,
) -> Option<Known> {
    let mut next = Known { at: BTreeMap::from([(Pc(0), entry.clone())]) };
    for (&at, state) in &known.at {
        if deadline.is_over() {
            return None;
        }
        for (to, mut state) in run(transfer, layout, at, state.clone()) {
            state.drop_dead(transfer.body, to);
            add(transfer, &mut next, to, state, None);
        }
    }
    Some(next)
}

/// Goes through a piece of straight code.
pub fn run(transfer: &mut Transfer<'_>, layout: &Layout, at: Pc, state: State) -> Leaving {
    let mut at = at;
    let mut state = state;
    loop {
        if transfer.body.ends_straight_code(at) {
            return transfer.leave(&mut state, at);
        }
        transfer.step(&mut state, at);
        at = Pc(at.0 + 1);
        if at.index() >= transfer.body.code.len() {
            return Vec::new();
        }
        if layout.starts.contains(&at) {
            return vec![(at, state)];
        }
    }
}

/// Where straight code begins, which of these places are loops, and what numbers the code mentions.
pub struct Layout {
    /// Places that are jumped to.
    pub starts: BTreeSet<Pc>,
    loops: BTreeSet<Pc>,
    thresholds: Thresholds,
}

impl Layout {
    /// Of a function.
    pub fn of(body: &Body) -> Layout {
        let mut layout = Layout {
            starts: BTreeSet::from([Pc(0)]),
            loops: BTreeSet::new(),
            thresholds: Thresholds::of(&body.constants),
        };
        for at in (0..body.code.len() as u32).map(Pc) {
            let falls = !body.ends_straight_code(at);
            body.for_each_edge(at, |edge| {
                if !falls {
                    layout.starts.insert(edge.to);
                }
                if edge.to <= at {
                    layout.loops.insert(edge.to);
                }
            });
        }
        layout
    }
}
