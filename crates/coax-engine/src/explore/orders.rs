//! Orders that need no memory of the tree of paths.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use coax_ir::{Body, FuncId, Inst, Pc};

use super::coverage::Coverage;
use super::order::Order;
use crate::symbolic::Flip;

/// In the order they were put aside, or in the opposite order.
pub(crate) struct Line<'p> {
    flips: VecDeque<Flip<'p>>,
    newest_first: bool,
}

impl<'p> Line<'p> {
    /// The last decision first.
    pub(crate) fn newest_first() -> Line<'p> {
        Line { flips: VecDeque::new(), newest_first: true }
    }

    /// The first decision first.
    pub(crate) fn oldest_first() -> Line<'p> {
        Line { flips: VecDeque::new(), newest_first: false }
    }
}

impl<'p> Order<'p> for Line<'p> {
    fn push(&mut self, flip: Flip<'p>, _gain: usize) {
        self.flips.push_back(flip);
    }

    fn pop(&mut self, _coverage: &Coverage) -> Option<Flip<'p>> {
        if self.newest_first { self.flips.pop_back() } else { self.flips.pop_front() }
    }

    fn portable(&mut self) -> Option<Flip<'p>> {
        let place = self.flips.iter().position(Flip::is_portable)?;
        self.flips.remove(place)
    }

    fn len(&self) -> usize {
        self.flips.len()
    }
}

/// Pending paths by a rank; among equals, the older first.
struct Ranked<'p, R> {
    heap: BinaryHeap<Reverse<(R, u64)>>,
    /// By when they were added.
    flips: BTreeMap<u64, Flip<'p>>,
    pushed: u64,
}

impl<'p, R: Ord> Default for Ranked<'p, R> {
    fn default() -> Self {
        Ranked { heap: BinaryHeap::new(), flips: BTreeMap::new(), pushed: 0 }
    }
}

impl<'p, R: Ord> Ranked<'p, R> {
    fn push(&mut self, rank: R, flip: Flip<'p>) {
        self.flips.insert(self.pushed, flip);
        self.heap.push(Reverse((rank, self.pushed)));
        self.pushed += 1;
    }

    fn pop(&mut self) -> Option<(R, Flip<'p>)> {
        loop {
            let Reverse((rank, number)) = self.heap.pop()?;
            // Those that were given away are still in the heap.
            if let Some(flip) = self.flips.remove(&number) {
                return Some((rank, flip));
            }
        }
    }

    fn portable(&mut self) -> Option<Flip<'p>> {
        let number = *self.flips.iter().find(|(_, flip)| flip.is_portable())?.0;
        self.flips.remove(&number)
    }

    fn next_rank(&self) -> Option<&R> {
        self.heap.peek().map(|Reverse((rank, ..))| rank)
    }

    fn len(&self) -> usize {
        self.flips.len()
    }
}

/// Fewest instructions so far.
#[derive(Default)]
pub(crate) struct Shortest<'p>(Ranked<'p, u64>);

impl<'p> Order<'p> for Shortest<'p> {
    fn push(&mut self, flip: Flip<'p>, _gain: usize) {
        self.0.push(flip.state.steps, flip);
    }

    fn pop(&mut self, _coverage: &Coverage) -> Option<Flip<'p>> {
        self.0.pop().map(|(_, flip)| flip)
    }

    fn portable(&mut self) -> Option<Flip<'p>> {
        self.0.portable()
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// All flips of a run together, those of the most fruitful runs first.
#[derive(Default)]
pub(crate) struct Generational<'p>(Ranked<'p, Reverse<usize>>);

impl<'p> Order<'p> for Generational<'p> {
    fn push(&mut self, flip: Flip<'p>, gain: usize) {
        self.0.push(Reverse(gain), flip);
    }

    fn pop(&mut self, _coverage: &Coverage) -> Option<Flip<'p>> {
        self.0.pop().map(|(_, flip)| flip)
    }

    fn portable(&mut self) -> Option<Flip<'p>> {
        self.0.portable()
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// Nearest to code no path has come to. What is new right away comes first; distances grow as
/// more is covered, so they are measured again when a path is about to be taken.
#[derive(Default)]
pub(crate) struct Nearest<'p>(Ranked<'p, u32>);

/// Checks come right after what is new: they may be errors.
const CHECK: u32 = 1;
/// Nothing uncovered can be reached within the function.
const FAR: u32 = 1 << 20;

impl<'p> Order<'p> for Nearest<'p> {
    fn push(&mut self, flip: Flip<'p>, _gain: usize) {
        self.0.push(0, flip);
    }

    fn pop(&mut self, coverage: &Coverage) -> Option<Flip<'p>> {
        loop {
            let (rank, flip) = self.0.pop()?;
            let now = distance(&flip, coverage);
            if now <= rank || self.0.next_rank().is_none_or(|&next| now <= next) {
                return Some(flip);
            }
            self.0.push(now, flip);
        }
    }

    fn portable(&mut self) -> Option<Flip<'p>> {
        self.0.portable()
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// How far it is from where a path goes on to something no path has come to.
fn distance(flip: &Flip<'_>, coverage: &Coverage) -> u32 {
    let frames = flip.state.frames();
    let Some(top) = frames.last() else { return FAR };
    let Some(towards) = flip.towards else { return CHECK };
    let here = to_uncovered(top.function, top.body, towards, coverage);
    if here < FAR {
        return here;
    }
    // Beyond this function's end its callers go on.
    let mut further = 0;
    for frame in frames.iter().rev().skip(1) {
        further += 8;
        let Inst::Call { site } = frame.body.code[frame.pc.index()] else { continue };
        let next = frame.body.calls[site as usize].next;
        let there = to_uncovered(frame.function, frame.body, next, coverage);
        if there < FAR {
            return there + further;
        }
    }
    FAR
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
