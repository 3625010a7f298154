//! Final slots and positions.

use std::collections::BTreeSet;

use coax_ir::{Body, Callee, Home, Inst, Kind, Pc, Switch};

use super::emitter::{Emitter, NEXT};
use super::lone::lone;
use super::slots::Numbering;
use super::source::Source;
use crate::llvm::{Function, Op, Operand, Types};

impl Emitter {
    /// The finished body.
    pub(super) fn finish(self, source: Source) -> Body {
        let Emitter { slots, labels, switches, mut body, .. } = self;
        let Source { unit, function, .. } = source;
        body.strides = strides(function);
        body.compares_pointers = compares_pointers(function, unit.types);
        body.lone = lone(function);
        let numbering = slots.finish();
        let positions = Positions { labels: &labels, code: &body.code.clone() };
        let pending = switches.into_iter().map(|switch| {
            let cases = switch.cases.iter().map(|&(value, to)| (value, positions.of(to))).collect();
            Switch::new(switch.bits, cases, positions.of(switch.default))
        });
        body.switches = pending.collect();
        for (position, inst) in body.code.iter_mut().enumerate() {
            if let Inst::Call { site } = inst {
                finish_call(&mut body.calls[*site as usize], position, &positions, &numbering);
            }
            *inst = positions.inst(numbering.inst(*inst));
        }
        body.operands.iter_mut().for_each(|slot| *slot = numbering.slot(*slot));
        for variable in &mut body.variables {
            variable.home = match variable.home {
                Home::Slot(slot) => Home::Slot(numbering.slot(slot)),
                Home::Memory(slot) => Home::Memory(numbering.slot(slot)),
            };
        }
        body.returned_from = body.returned_from.map(|slot| numbering.slot(slot));
        body.slots = numbering.total;
        body.constants = numbering.words;
        body
    }
}

/// The sizes of elements that pointers are moved by, each once.
fn strides(function: &Function) -> Box<[u64]> {
    let mut found = BTreeSet::new();
    for instruction in &function.instructions {
        if let Op::Gep { offset, indices, .. } = &instruction.op {
            found.extend(indices.iter().map(|&(_, scale)| scale.unsigned_abs()));
            if indices.is_empty() {
                found.insert(offset.unsigned_abs());
            }
        }
    }
    found.into_iter().collect()
}

/// Does it compare two pointers that it has computed?
fn compares_pointers(function: &Function, types: &Types) -> bool {
    function.instructions.iter().any(|instruction| match instruction.op {
        Op::ICmp { ty, a: Operand::Local(_), b: Operand::Local(_), .. } => {
            types.get(ty).scalar() == Some(Kind::Ptr)
        }
        _ => false,
    })
}

fn finish_call(
    call: &mut coax_ir::CallSite,
    position: usize,
    positions: &Positions,
    numbering: &Numbering,
) {
    if let Callee::Indirect(slot) = &mut call.callee {
        *slot = numbering.slot(*slot);
    }
    call.args.iter_mut().for_each(|arg| arg.slot = numbering.slot(arg.slot));
    call.flat.iter_mut().for_each(|slot| *slot = numbering.slot(*slot));
    call.dst = numbering.slot(call.dst);
    call.next = match call.next {
        NEXT => Pc(position as u32 + 1),
        label => positions.of(label),
    };
    if let Some(unwind) = &mut call.unwind {
        unwind.to = positions.of(unwind.to);
    }
}

/// Where labels are in the code.
struct Positions<'a> {
    labels: &'a [u32],
    code: &'a [Inst],
}

impl Positions<'_> {
    /// Position of a label; jumps to jumps are followed.
    fn of(&self, label: Pc) -> Pc {
        let mut position = self.labels[label.index()];
        // A loop of jumps is an endless loop of the program; any place in it will do.
        for _ in 0..8 {
            match self.code.get(position as usize) {
                Some(Inst::Jump { to }) => position = self.labels[to.index()],
                _ => break,
            }
        }
        Pc(position)
    }

    fn inst(&self, inst: Inst) -> Inst {
        if let Some(parts) = inst.branch_parts() {
            let (then, els) = (self.of(parts.then), self.of(parts.els));
            return Inst::branch(parts.op, parts.bits, parts.a, parts.b, then, els);
        }
        match inst {
            Inst::Jump { to } => Inst::Jump { to: self.of(to) },
            Inst::Br { cond, then, els } => {
                Inst::Br { cond, then: self.of(then), els: self.of(els) }
            }
            _ => inst,
        }
    }
}
