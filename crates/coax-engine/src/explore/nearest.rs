//! The order that goes for code no path has come to.
//!
//! *Invariant:* a distance that is remembered holds for what is covered now; when more is, all are
//! forgotten. So a search of the code is done once per place and discovery, not per pending path.

use std::collections::{HashMap, VecDeque};

use coax_ir::{Body, FuncId, Inst, Pc};

use super::coverage::Coverage;
use super::order::Order;
use super::orders::Ranked;
use super::pending::{Pending, Place};

/// Nearest to code no path has come to. What is new right away comes first; distances grow as
/// more is covered, so they are measured again when a path is about to be taken.
#[derive(Default)]
pub(crate) struct Nearest<'p> {
    pending: Ranked<'p, u32>,
    distances: Distances,
}

/// Checks come right after what is new: they may be errors.
const CHECK: u32 = 1;
/// Nothing uncovered can be reached within the function.
const FAR: u32 = 1 << 20;
/// A call to come back from counts as so many jumps.
const RETURN: u32 = 8;

impl<'p> Order<'p> for Nearest<'p> {
    fn push(&mut self, pending: Pending<'p>, _gain: usize) {
        self.pending.push(0, pending);
    }

    fn pop(&mut self, coverage: &Coverage) -> Option<Pending<'p>> {
        loop {
            let (rank, pending) = self.pending.pop()?;
            let now = self.distances.of(&pending, coverage);
            if now <= rank || self.pending.next_rank().is_none_or(|&next| now <= next) {
                return Some(pending);
            }
            self.pending.push(now, pending);
        }
    }

    fn oldest(&mut self) -> Option<Pending<'p>> {
        self.pending.oldest()
    }

    fn len(&self) -> usize {
        self.pending.len()
    }
}

/// Distances from places to what is not covered.
#[derive(Default)]
struct Distances {
    known: HashMap<(FuncId, Pc), u32>,
    /// How many places were covered when they were measured.
    covered: usize,
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
        found.map_or(CHECK, |distance| distance.unwrap_or(FAR))
    }

    fn from(&mut self, place: Place<'_>, coverage: &Coverage) -> u32 {
        let Place { function, body, pc } = place;
        let measure = || to_uncovered(function, body, pc, coverage);
        *self.known.entry((function, pc)).or_insert_with(measure)
    }
}

/// Jumps from a place to the nearest one no path has come to, within a function.
fn to_uncovered(function: FuncId, body: &Body, from: Pc, coverage: &Coverage) -> u32 {
    if !coverage.has(function, from.index()) {
        return 0;
    }
    let mut seen = vec![false; body.code.len()];
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((start, jumps)) = queue.pop_front() {
        if std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        for (to, branch) in jumps_from(body, start) {
            if branch && !coverage.has(function, to.index()) {
                return jumps + 2;
            }
            queue.push_back((to, jumps + 1));
        }
    }
    FAR
}

/// Where straight code from a place can jump to, and whether that is a branch.
fn jumps_from(body: &Body, start: Pc) -> Vec<(Pc, bool)> {
    for inst in &body.code[start.index()..] {
        if let Some(parts) = inst.branch_parts() {
            return vec![(parts.then, true), (parts.els, true)];
        }
        match *inst {
            Inst::Jump { to } => return vec![(to, false)],
            Inst::Br { then, els, .. } => return vec![(then, true), (els, true)],
            Inst::Switch { table, .. } => {
                let switch = &body.switches[table as usize];
                let cases = switch.cases.iter().map(|case| (case.1, true));
                return cases.chain([(switch.default, true)]).collect();
            }
            Inst::Call { site } => {
                let call = &body.calls[site as usize];
                let unwind = call.unwind.iter().map(|unwind| (unwind.to, true));
                return std::iter::once((call.next, false)).chain(unwind).collect();
            }
            Inst::Ret { .. }
            | Inst::RetVoid
            | Inst::RetMany { .. }
            | Inst::Trap { .. }
            | Inst::Resume { .. } => {
                return Vec::new();
            }
            Inst::IndirectBr { .. } => return body.blocks.iter().map(|&pc| (pc, true)).collect(),
            _ => {}
        }
    }
    Vec::new()
}
