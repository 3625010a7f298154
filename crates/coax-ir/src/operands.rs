//! Which slots an instruction reads and writes.

use crate::{Body, Callee, Inst, Kind, Slot};

impl Inst {
    /// Visits the slots the instruction reads: first slot and how many from there on.
    pub fn reads(&self, body: &Body, mut visit: impl FnMut(Slot, u32)) {
        if let Some(parts) = self.int_parts() {
            visit(parts.a, 1);
            visit(parts.b, 1);
            return;
        }
        if let Some(parts) = self.branch_parts() {
            visit(parts.a, 1);
            visit(parts.b, 1);
            return;
        }
        match *self {
            Inst::Move { src, .. }
            | Inst::Freeze { src, .. }
            | Inst::Trunc { src, .. }
            | Inst::Sext { src, .. }
            | Inst::StackRestore { src }
            | Inst::Ret { src } => visit(src, 1),
            Inst::Select { cond, then, els, .. } => {
                [cond, then, els].into_iter().for_each(|slot| visit(slot, 1));
            }
            Inst::Wide { a, b, .. } => [a, b].into_iter().for_each(|slot| visit(slot, 2)),
            Inst::WideTrunc { src, .. } => visit(src, 2),
            Inst::WideSext { from, src, .. } => visit(src, words(from)),
            Inst::Unary { bits, src, .. } => visit(src, words(bits)),
            Inst::Arith { bits, a, b, .. } | Inst::Overflow { bits, a, b, .. } => {
                [a, b].into_iter().for_each(|slot| visit(slot, words(bits)));
            }
            Inst::Funnel { bits, a, b, c, .. } => {
                [a, b, c].into_iter().for_each(|slot| visit(slot, words(bits)));
            }
            Inst::F64 { a, b, .. } | Inst::F32 { a, b, .. } => {
                [a, b].into_iter().for_each(|slot| visit(slot, 1));
            }
            Inst::SoftFloat { kind, a, b, .. } | Inst::FCmp { kind, a, b, .. } => {
                [a, b].into_iter().for_each(|slot| visit(slot, kind.slots()));
            }
            Inst::Cast { from, src, .. } => visit(src, from.slots()),
            Inst::Load8 { addr, .. }
            | Inst::Load16 { addr, .. }
            | Inst::Load32 { addr, .. }
            | Inst::Load64 { addr, .. }
            | Inst::LoadOdd { addr, .. }
            | Inst::LoadWide { addr, .. }
            | Inst::LifetimeStart { addr }
            | Inst::LifetimeEnd { addr }
            | Inst::IndirectBr { addr } => visit(addr, 1),
            Inst::Store8 { src, addr, .. }
            | Inst::Store16 { src, addr, .. }
            | Inst::Store32 { src, addr, .. }
            | Inst::Store64 { src, addr, .. }
            | Inst::StoreOdd { src, addr, .. } => {
                [src, addr].into_iter().for_each(|slot| visit(slot, 1));
            }
            Inst::StoreWide { src, addr, .. } => {
                visit(src, 2);
                visit(addr, 1);
            }
            Inst::PtrAdd { base, index, .. } => {
                [base, index].into_iter().for_each(|slot| visit(slot, 1));
            }
            Inst::Offset { base, .. } => visit(base, 1),
            Inst::AllocaDynamic { count, .. } => visit(count, 1),
            Inst::MemCopy { dst, src, len, .. } => {
                [dst, src, len].into_iter().for_each(|slot| visit(slot, 1));
            }
            Inst::MemSet { dst, byte, len } => {
                [dst, byte, len].into_iter().for_each(|slot| visit(slot, 1));
            }
            Inst::Br { cond, .. } => visit(cond, 1),
            Inst::Assigned { flag, .. } => visit(flag, 1),
            Inst::Switch { value, .. } => visit(value, 1),
            Inst::Call { site } => {
                let call = &body.calls[site as usize];
                if let Callee::Indirect(slot) = call.callee {
                    visit(slot, 1);
                }
                call.flat.iter().for_each(|&slot| visit(slot, 1));
            }
            Inst::RetMany { first, count } => {
                let range = first as usize..(first + count) as usize;
                body.operands[range].iter().for_each(|&slot| visit(slot, 1));
            }
            Inst::Resume { exception } => visit(exception, 1),
            Inst::VaStart { list } => visit(list, 1),
            _ => {}
        }
    }

    /// The slots the instruction writes: first slot and how many from there on.
    pub fn writes(&self, body: &Body) -> Option<(Slot, u32)> {
        if let Some(parts) = self.int_parts() {
            return Some((parts.dst, 1));
        }
        match *self {
            Inst::Move { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::Freeze { dst, .. }
            | Inst::Trunc { dst, .. }
            | Inst::Sext { dst, .. }
            | Inst::F64 { dst, .. }
            | Inst::F32 { dst, .. }
            | Inst::FCmp { dst, .. }
            | Inst::Load8 { dst, .. }
            | Inst::Load16 { dst, .. }
            | Inst::Load32 { dst, .. }
            | Inst::Load64 { dst, .. }
            | Inst::LoadOdd { dst, .. }
            | Inst::PtrAdd { dst, .. }
            | Inst::Offset { dst, .. }
            | Inst::Alloca { dst, .. }
            | Inst::AllocaDynamic { dst, .. }
            | Inst::StackSave { dst } => Some((dst, 1)),
            Inst::Wide { op, dst, .. } => Some((dst, if op.is_comparison() { 1 } else { 2 })),
            Inst::WideTrunc { dst, .. }
            | Inst::WideSext { dst, .. }
            | Inst::LoadWide { dst, .. }
            | Inst::LandingPad { dst } => Some((dst, 2)),
            Inst::Unary { bits, dst, .. } | Inst::Funnel { bits, dst, .. } => {
                Some((dst, words(bits)))
            }
            Inst::Arith { to, dst, .. } => Some((dst, words(to))),
            Inst::Overflow { bits, dst, .. } => Some((dst, words(bits) + 1)),
            Inst::SoftFloat { kind, dst, .. } => Some((dst, kind.slots())),
            Inst::Cast { to, dst, .. } => Some((dst, to.slots())),
            Inst::Call { site } => {
                let call = &body.calls[site as usize];
                let count = call.ret.iter().map(|kind| kind.slots()).sum();
                (count > 0).then_some((call.dst, count))
            }
            _ => None,
        }
    }
}

fn words(bits: u8) -> u32 {
    Kind::Int(bits).slots()
}
