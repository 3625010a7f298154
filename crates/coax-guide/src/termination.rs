//! Loops that come to an end: those that count towards a bound that they do not move.
//!
//! A loop is known to end if, on every way round it, a slot is changed by a constant and always in the same direction,
//! and a comparison of that slot with something the loop does not write is passed that lets the loop go on only as long as
//! the bound is not reached. Counters are stepped by one, or by more where overflow is an error; they have at most 32
//! bits, so that the end is not far.
//!
//! Invariant: what is not of this form is not known to end.

use std::collections::{BTreeMap, BTreeSet};

use coax_ir::{Body, Inst, IntOp, Pc, Slot};

/// Wider counters may take longer than any user waits.
const MOST_BITS: u8 = 32;

/// The instructions that loops come back to, and whether the loop there is known to end.
pub fn loops(body: &Body) -> BTreeMap<Pc, bool> {
    let mut predecessors: BTreeMap<Pc, Vec<Pc>> = BTreeMap::new();
    let mut back: BTreeMap<Pc, Vec<Pc>> = BTreeMap::new();
    for from in (0..body.code.len() as u32).map(Pc) {
        body.for_each_edge(from, |edge| {
            predecessors.entry(edge.to).or_default().push(from);
            if edge.to <= from {
                back.entry(edge.to).or_default().push(from);
            }
        });
    }
    let ends = |(&head, latches): (&Pc, &Vec<Pc>)| {
        let region = Region::of(head, latches, &predecessors);
        (head, region.is_some_and(|region| region.ends(body)))
    };
    back.iter().map(ends).collect()
}

/// A loop: everything from which its latches are reached without its head.
struct Region {
    head: Pc,
    inside: BTreeSet<Pc>,
}

/// A slot that each round moves.
#[derive(Clone, Copy)]
struct Counter {
    slot: Slot,
    bits: u8,
    up: bool,
    /// It is moved by one.
    by_one: bool,
    /// Overflow is an error.
    is_checked: bool,
}

impl Region {
    /// Nothing if it is entered elsewhere than at its head, as far as that is seen.
    fn of(head: Pc, latches: &[Pc], predecessors: &BTreeMap<Pc, Vec<Pc>>) -> Option<Region> {
        let mut inside = BTreeSet::from([head]);
        let mut open = latches.to_vec();
        while let Some(at) = open.pop() {
            if inside.insert(at) {
                open.extend(predecessors.get(&at).into_iter().flatten());
            }
        }
        // From the beginning of the function the loop is entered through its head only.
        (head == Pc(0) || !inside.contains(&Pc(0))).then_some(Region { head, inside })
    }

    fn ends(&self, body: &Body) -> bool {
        let counters: Vec<Counter> = self.counters(body);
        self.inside
            .iter()
            .any(|&at| counters.iter().any(|counter| self.is_bounded_at(body, at, counter)))
    }

    /// The slots that are written in the loop only by steps in one direction.
    fn counters(&self, body: &Body) -> Vec<Counter> {
        let mut found: BTreeMap<Slot, Option<Counter>> = BTreeMap::new();
        for &at in &self.inside {
            let Some((dst, count)) = body.code[at.index()].writes(body) else { continue };
            for slot in (0..count).map(|i| dst.plus(i)) {
                let step = self.step(body, at, slot);
                let entry = found.entry(slot).or_insert(step);
                *entry = match (*entry, step) {
                    (Some(a), Some(b)) if (a.up, a.bits) == (b.up, b.bits) => Some(Counter {
                        by_one: a.by_one && b.by_one,
                        is_checked: a.is_checked && b.is_checked,
                        ..a
                    }),
                    _ => None,
                };
            }
        }
        found.into_values().flatten().filter(|one| self.is_moved_each_round(body, one)).collect()
    }

    /// The step by which an instruction moves a slot, if it does that and nothing else.
    fn step(&self, body: &Body, at: Pc, slot: Slot) -> Option<Counter> {
        match body.code[at.index()] {
            // What was computed right before, of the slot itself.
            Inst::Move { src, .. } => {
                let before = self.only_writer(body, src)?;
                let is_before = before < at
                    && (before.0 + 1..at.0).all(|between| {
                        let inst = &body.code[between as usize];
                        let writes = inst
                            .writes(body)
                            .is_some_and(|(dst, count)| (dst.0..dst.0 + count).contains(&slot.0));
                        !writes && !body.ends_straight_code(Pc(between))
                    });
                is_before.then(|| added(body, before, slot)).flatten()
            }
            _ => added(body, at, slot),
        }
    }

    /// The one instruction of the function that writes a slot.
    fn only_writer(&self, body: &Body, slot: Slot) -> Option<Pc> {
        let writes = |at: &Pc| {
            let written = body.code[at.index()].writes(body);
            written.is_some_and(|(dst, count)| (dst.0..dst.0 + count).contains(&slot.0))
        };
        let mut all = (0..body.code.len() as u32).map(Pc).filter(writes);
        all.next().filter(|_| all.next().is_none())
    }

    /// Is there no way round the loop that leaves a slot as it is?
    fn is_moved_each_round(&self, body: &Body, counter: &Counter) -> bool {
        self.is_on_every_round(body, |at| {
            let written = body.code[at.index()].writes(body);
            written.is_some_and(|(dst, count)| (dst.0..dst.0 + count).contains(&counter.slot.0))
        })
    }

    /// Is one of these instructions come to on every way from the head back to it?
    fn is_on_every_round(&self, body: &Body, wanted: impl Fn(Pc) -> bool) -> bool {
        let (mut open, mut seen) = (vec![self.head], BTreeSet::new());
        while let Some(at) = open.pop() {
            if wanted(at) || !seen.insert(at) {
                continue;
            }
            for edge in body.edges(at) {
                if edge.to == self.head {
                    return false;
                }
                if self.inside.contains(&edge.to) {
                    open.push(edge.to);
                }
            }
        }
        true
    }

    /// Does an instruction let the loop go on only below the bound of a counter?
    fn is_bounded_at(&self, body: &Body, at: Pc, counter: &Counter) -> bool {
        let Some(parts) = body.code[at.index()].branch_parts() else { return false };
        // A wider comparison sees a counter that wraps around before it comes to the bound.
        if parts.bits != counter.bits || !self.is_on_every_round(body, |one| one == at) {
            return false;
        }
        let goes_on = [parts.then, parts.els].map(|to| self.inside.contains(&to));
        let is_left = parts.a == counter.slot && self.is_fixed(body, parts.b);
        let is_right = parts.b == counter.slot && self.is_fixed(body, parts.a);
        // It goes on if (a op b) is this.
        let holds = match goes_on {
            [true, false] => true,
            [false, true] => false,
            _ => return false,
        };
        if !(is_left || is_right) {
            return false;
        }
        // The counter is below the bound, or above it, as long as the loop goes on.
        let below = match (parts.op, holds) {
            (IntOp::Slt | IntOp::Ult | IntOp::Sle | IntOp::Ule, _) => is_left == holds,
            // It meets every number on its way.
            (IntOp::Eq, false) | (IntOp::Ne, true) => return counter.by_one,
            _ => return false,
        };
        let strict = matches!(
            (parts.op, holds),
            (IntOp::Slt | IntOp::Ult, true) | (IntOp::Sle | IntOp::Ule, false)
        );
        let is_signed = matches!(parts.op, IntOp::Slt | IntOp::Sle);
        // A strict bound stops steps by one before they wrap around; else overflow must be an error.
        below == counter.up && (counter.by_one && strict || counter.is_checked && is_signed)
    }

    fn is_fixed(&self, body: &Body, slot: Slot) -> bool {
        slot.index() < body.constants.len()
            || !self.inside.iter().any(|at| {
                let written = body.code[at.index()].writes(body);
                written.is_some_and(|(dst, count)| (dst.0..dst.0 + count).contains(&slot.0))
            })
    }
}

/// How an instruction moves a slot by adding a constant to it.
fn added(body: &Body, at: Pc, slot: Slot) -> Option<Counter> {
    let parts = body.code[at.index()].int_parts()?;
    let constant = |of: Slot| body.constants.get(of.index()).copied();
    let (by, negative) = match parts.op {
        IntOp::Add | IntOp::AddNsw if parts.a == slot => (constant(parts.b)?, false),
        IntOp::Add | IntOp::AddNsw if parts.b == slot => (constant(parts.a)?, false),
        IntOp::Sub | IntOp::SubNsw if parts.a == slot => (constant(parts.b)?, true),
        _ => return None,
    };
    let bits = u32::from(parts.bits);
    let signed = ((by << (64 - bits)) as i64) >> (64 - bits);
    let is_checked = matches!(parts.op, IntOp::AddNsw | IntOp::SubNsw);
    let usable = bits <= MOST_BITS.into() && signed != 0 && (is_checked || signed.abs() == 1);
    usable.then_some(Counter {
        slot,
        bits: parts.bits,
        up: (signed > 0) != negative,
        by_one: signed.abs() == 1,
        is_checked,
    })
}
