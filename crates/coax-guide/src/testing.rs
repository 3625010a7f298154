//! How assumptions are tested by a program that runs: which test at which instruction.
//!
//! What is assumed of a value that an instruction gets is tested before the next instruction, if that is come to from
//! nowhere else.
//!
//! Invariant: an assumption holds on an execution if all of its tests do, each time they are come to; what cannot be
//! tested counts as not holding.

use coax_ir::{Body, Inst, Kind, Pc, Program, Slot};

use crate::addresses::followed;
use crate::assumption::{Assumption, Predicate};

/// What is tested before an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// The signed result of the instruction fits.
    Fits,
    /// What the instruction loads was written.
    Written,
    /// A slot is null or points to at least so many bytes of an object.
    Pointer {
        /// The slot.
        slot: Slot,
        /// So many bytes.
        bytes: u32,
        /// They may be written.
        writable: bool,
    },
    /// A slot was written.
    Defined(Slot),
    /// A slot is not 0.
    Nonzero(Slot),
    /// It cannot be tested.
    Never,
}

/// The tests of an assumption, each with the instruction before which it is made.
pub fn tests(
    program: &Program,
    function: coax_ir::FuncId,
    body: &Body,
    assumption: &Assumption,
) -> Vec<(Pc, Test)> {
    let at = assumption.at;
    let inst = &body.code[at.index()];
    match assumption.predicate {
        Predicate::NoOverflow if inst.int_parts().is_some() => vec![(at, Test::Fits)],
        Predicate::Initialised if is_load(inst) => vec![(at, Test::Written)],
        Predicate::Initialised => vec![returned(body, at)],
        Predicate::Extent { slot, bytes, writable } => {
            vec![(Pc(0), Test::Pointer { slot: Slot(slot), bytes, writable })]
        }
        Predicate::NullOrObject => {
            let mut all = pointers(body, at, 0, false);
            if at == Pc(0) {
                all.retain(|test| test.1 != Test::Never);
                all.extend(parameters(program, function, body));
            }
            all
        }
        Predicate::PointsTo { bytes, writable } => pointers(body, at, bytes, writable),
        Predicate::Stated { slot } => vec![(at, Test::Nonzero(Slot(slot)))],
        Predicate::NoOverflow | Predicate::NoAlias | Predicate::CalleeLeavesMemory => {
            vec![(at, Test::Never)]
        }
    }
}

/// That the one value a call gives was written.
fn returned(body: &Body, at: Pc) -> (Pc, Test) {
    let Inst::Call { site } = body.code[at.index()] else { return (at, Test::Never) };
    let call = &body.calls[site as usize];
    let is_one = matches!(call.ret[..], [kind] if kind.slots() == 1);
    match is_one && is_only_next(body, at, call.next) {
        true => (call.next, Test::Defined(call.dst)),
        false => (at, Test::Never),
    }
}

fn is_load(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Load8 { .. }
            | Inst::Load16 { .. }
            | Inst::Load32 { .. }
            | Inst::Load64 { .. }
            | Inst::LoadOdd { .. }
            | Inst::LoadWide { .. }
    )
}

/// The pointers that an instruction follows, and the one that it gets.
fn pointers(body: &Body, at: Pc, bytes: u32, writable: bool) -> Vec<(Pc, Test)> {
    let inst = &body.code[at.index()];
    let test = |slot| Test::Pointer { slot, bytes, writable };
    let mut all: Vec<(Pc, Test)> =
        followed(inst).into_iter().map(|slot| (at, test(slot))).collect();
    let got = match *inst {
        Inst::Load64 { dst, .. } => Some((dst, Pc(at.0 + 1))),
        Inst::Call { site } => {
            let call = &body.calls[site as usize];
            Some((call.dst, call.next))
        }
        _ => None,
    };
    match got {
        Some((dst, next)) if is_only_next(body, at, next) => all.push((next, test(dst))),
        Some(_) => all.push((at, Test::Never)),
        None if all.is_empty() => all.push((at, Test::Never)),
        None => {}
    }
    all
}

/// Is an instruction come to from one other only?
fn is_only_next(body: &Body, at: Pc, next: Pc) -> bool {
    let mut others = next.index() >= body.code.len() || next == Pc(0);
    for from in (0..body.code.len() as u32).map(Pc).filter(|&from| from != at) {
        body.for_each_edge(from, |edge| others |= edge.to == next);
    }
    !others
}

fn parameters(
    program: &Program,
    function: coax_ir::FuncId,
    body: &Body,
) -> impl Iterator<Item = (Pc, Test)> {
    let mut slot = body.first_param();
    let mut all = Vec::new();
    for param in &program.function(function).signature.params {
        for kind in &param.kinds {
            if *kind == Kind::Ptr {
                all.push((Pc(0), Test::Pointer { slot, bytes: 0, writable: false }));
            }
            slot = slot.plus(kind.slots());
        }
    }
    all.into_iter()
}
