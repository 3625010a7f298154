//! Which slots may hold the address of an object that the function made, and which are used as addresses.
//!
//! Neither looks at the order of instructions. Invariant: an address that is in a slot not said to hold it got
//! there through memory, a call or arithmetic, and was shared by then ([`Addresses::shared_by`]).

use std::collections::BTreeSet;

use coax_ir::{Body, Callee, Inst, Pc, Program, Slot};

use crate::domain::value::Base;
use crate::library;

/// What is known of addresses in slots.
#[derive(Debug)]
pub struct Addresses {
    holds: Vec<BTreeSet<Base>>,
    followed: Vec<bool>,
}

impl Addresses {
    /// Of one function.
    pub fn of(program: &Program, body: &Body) -> Addresses {
        let slots = body.slots as usize;
        let mut addresses =
            Addresses { holds: vec![BTreeSet::new(); slots], followed: vec![false; slots] };
        for (index, inst) in body.code.iter().enumerate() {
            if let Some((slot, base)) = made_by(program, body, Pc(index as u32), inst) {
                addresses.holds[slot.index()].insert(base);
            }
            for slot in followed(inst) {
                addresses.followed[slot.index()] = true;
            }
        }
        while addresses.improve(body) {}
        addresses
    }

    fn improve(&mut self, body: &Body) -> bool {
        let mut changed = false;
        for inst in &body.code {
            let Some((dst, sources)) = passed_on(inst) else { continue };
            for src in sources.into_iter().flatten().filter(|&src| src != dst) {
                if self.followed[dst.index()] && !self.followed[src.index()] {
                    self.followed[src.index()] = true;
                    changed = true;
                }
                let more: Vec<Base> =
                    self.holds[src.index()].difference(&self.holds[dst.index()]).copied().collect();
                changed |= !more.is_empty();
                self.holds[dst.index()].extend(more);
            }
        }
        changed
    }

    /// Is a slot's value used as an address?
    pub fn is_followed(&self, slot: Slot) -> bool {
        self.followed[slot.index()]
    }

    /// The objects whose address a slot may hold.
    pub fn held_by(&self, slot: Slot) -> impl Iterator<Item = Base> {
        self.holds[slot.index()].iter().copied()
    }

    /// May a slot hold the address of an object?
    pub fn may_hold(&self, slot: Slot, base: Base) -> bool {
        self.holds[slot.index()].contains(&base)
    }

    /// The objects whose address an instruction lets out.
    pub fn shared_by(&self, program: &Program, body: &Body, inst: &Inst) -> BTreeSet<Base> {
        let mut shared = BTreeSet::new();
        let kept = keeps_to_itself(program, body, inst);
        inst.reads(body, |first, count| {
            for slot in (0..count).map(|i| first.plus(i)).filter(|slot| !kept.contains(slot)) {
                shared.extend(&self.holds[slot.index()]);
            }
        });
        shared
    }
}

fn made_by(program: &Program, body: &Body, at: Pc, inst: &Inst) -> Option<(Slot, Base)> {
    match *inst {
        Inst::Alloca { dst, object } => Some((dst, Base::Stack(object))),
        Inst::AllocaDynamic { dst, .. } => Some((dst, Base::Heap(at.0))),
        Inst::Call { site } => {
            let call = &body.calls[site as usize];
            let Callee::Direct(id) = call.callee else { return None };
            library::allocation(program, id)?;
            Some((call.dst, Base::Heap(at.0)))
        }
        _ => None,
    }
}

/// Where a value is moved, perhaps by a distance.
fn passed_on(inst: &Inst) -> Option<(Slot, [Option<Slot>; 2])> {
    match *inst {
        Inst::Move { dst, src } | Inst::Freeze { dst, src } => Some((dst, [Some(src), None])),
        Inst::Select { dst, then, els, .. } => Some((dst, [Some(then), Some(els)])),
        Inst::PtrAdd { dst, base, .. } | Inst::Offset { dst, base, .. } => {
            Some((dst, [Some(base), None]))
        }
        _ => None,
    }
}

/// The slots that an instruction uses as addresses.
pub fn followed(inst: &Inst) -> Vec<Slot> {
    match *inst {
        Inst::Load8 { addr, .. }
        | Inst::Load16 { addr, .. }
        | Inst::Load32 { addr, .. }
        | Inst::Load64 { addr, .. }
        | Inst::LoadOdd { addr, .. }
        | Inst::LoadWide { addr, .. }
        | Inst::Store8 { addr, .. }
        | Inst::Store16 { addr, .. }
        | Inst::Store32 { addr, .. }
        | Inst::Store64 { addr, .. }
        | Inst::StoreOdd { addr, .. }
        | Inst::StoreWide { addr, .. } => vec![addr],
        Inst::MemCopy { dst, src, .. } => vec![dst, src],
        Inst::MemSet { dst, .. } => vec![dst],
        _ => Vec::new(),
    }
}

/// The slots whose values an instruction reads without letting an address out.
fn keeps_to_itself(program: &Program, body: &Body, inst: &Inst) -> Vec<Slot> {
    if let Some(parts) = inst.branch_parts() {
        return vec![parts.a, parts.b];
    }
    if let Some(parts) = inst.int_parts().filter(|parts| parts.op.is_comparison()) {
        return vec![parts.a, parts.b];
    }
    let stored = match *inst {
        Inst::Store8 { src, .. }
        | Inst::Store16 { src, .. }
        | Inst::Store32 { src, .. }
        | Inst::Store64 { src, .. }
        | Inst::StoreOdd { src, .. } => Some(src),
        _ => None,
    };
    match *inst {
        Inst::Move { src, .. } | Inst::Freeze { src, .. } => vec![src],
        Inst::Select { then, els, .. } => vec![then, els],
        Inst::PtrAdd { base, .. } | Inst::Offset { base, .. } => vec![base],
        Inst::LifetimeStart { addr } | Inst::LifetimeEnd { addr } => vec![addr],
        Inst::Call { site } => {
            let call = &body.calls[site as usize];
            match call.callee {
                Callee::Direct(id)
                    if library::only_borrows(program, id)
                        && !(library::returns_argument(program, id) && is_read(body, call.dst)) =>
                {
                    call.flat.to_vec()
                }
                _ => Vec::new(),
            }
        }
        _ => followed(inst).into_iter().filter(|&addr| stored != Some(addr)).collect(),
    }
}

/// Does any instruction read a slot?
fn is_read(body: &Body, slot: Slot) -> bool {
    let mut found = false;
    for inst in &body.code {
        inst.reads(body, |first, count| found |= (first.0..first.0 + count).contains(&slot.0));
    }
    found
}
