//! Atomic read-modify-write and compare-exchange: one thread runs, so they are load, operation,
//! store.

use coax_ir::{ArithOp, FloatOp, Inst, IntOp, Kind, Slot};

use super::Step;
use super::frame::Frame;
use crate::llvm::{Operand, RmwOp, TypeNumber};

/// Lowers atomic operations.
pub(super) struct Atomics<'f, 'a> {
    frame: &'f mut Frame<'a>,
}

impl<'a> Frame<'a> {
    /// Lowers atomic operations in this frame.
    pub(super) fn atomics(&mut self) -> Atomics<'_, 'a> {
        Atomics { frame: self }
    }
}

impl Atomics<'_, '_> {
    pub(super) fn atomic_rmw(
        &mut self,
        index: usize,
        op: RmwOp,
        address: Operand,
        value: Operand,
    ) -> Step {
        let kind = self.frame.source.kind(self.frame.source.result_type(index))?;
        let address = self.frame.address(address)?;
        let address = self.frame.code.near(address, 16);
        let value = self.frame.slot(value)?;
        let old = self.frame.define(index);
        self.frame.code.load_scalar(kind, old, address);
        let new = self.frame.code.scratch(kind.slots());
        self.updated(op, kind, new, old, value)?;
        self.frame.code.store_scalar(kind, new, address);
        Ok(())
    }

    /// What an atomic operation stores, given what was there.
    fn updated(&mut self, op: RmwOp, kind: Kind, new: Slot, old: Slot, value: Slot) -> Step {
        let bits = kind.bits();
        let int = |op| (op, bits, new, old, value);
        let (op, bits, dst, a, b) = match op {
            RmwOp::Xchg => {
                self.frame.code.move_words(new, value, kind.slots());
                return Ok(());
            }
            RmwOp::Add => int(IntOp::Add),
            RmwOp::Sub => int(IntOp::Sub),
            RmwOp::And => int(IntOp::And),
            RmwOp::Or => int(IntOp::Or),
            RmwOp::Xor => int(IntOp::Xor),
            RmwOp::Nand => return self.nand(kind, new, old, value),
            RmwOp::Max => return self.clamped(ArithOp::SMax, kind, new, old, value),
            RmwOp::Min => return self.clamped(ArithOp::SMin, kind, new, old, value),
            RmwOp::UMax => return self.clamped(ArithOp::UMax, kind, new, old, value),
            RmwOp::UMin => return self.clamped(ArithOp::UMin, kind, new, old, value),
            RmwOp::USubSat => return self.clamped(ArithOp::USubSat, kind, new, old, value),
            RmwOp::FAdd => return self.float_update(FloatOp::Add, kind, new, old, value),
            RmwOp::FSub => return self.float_update(FloatOp::Sub, kind, new, old, value),
            RmwOp::UIncWrap | RmwOp::UDecWrap | RmwOp::USubCond => {
                return self.wrapping(op, kind, new, old, value);
            }
            RmwOp::FMax | RmwOp::FMin | RmwOp::Other => {
                return Err(format!("atomic operation {op:?}"));
            }
        };
        self.frame.code.emit_int(op, bits, dst, a, b);
        Ok(())
    }

    fn nand(&mut self, kind: Kind, new: Slot, old: Slot, value: Slot) -> Step {
        let ones = self.ones(kind);
        self.frame.code.emit_int(IntOp::And, kind.bits(), new, old, value);
        self.frame.code.emit_int(IntOp::Xor, kind.bits(), new, new, ones);
        Ok(())
    }

    fn clamped(&mut self, op: ArithOp, kind: Kind, dst: Slot, a: Slot, b: Slot) -> Step {
        let bits = kind.bits() as u8;
        self.frame.code.emit(Inst::Arith { op, bits, to: bits, dst, a, b });
        Ok(())
    }

    fn float_update(&mut self, op: FloatOp, kind: Kind, dst: Slot, a: Slot, b: Slot) -> Step {
        self.frame.code.emit_float(op, kind, dst, a, b);
        Ok(())
    }

    /// `uinc_wrap`: old >= v ? 0 : old + 1; `udec_wrap`: old == 0 || old > v ? v : old - 1;
    /// `usub_cond`: old >= v ? old - v : old.
    fn wrapping(&mut self, op: RmwOp, kind: Kind, new: Slot, old: Slot, value: Slot) -> Step {
        if kind.slots() == 2 {
            return Err(format!("atomic operation {op:?} of {} bits", kind.bits()));
        }
        let (bits, one, zero) = (kind.bits(), self.frame.code.word(1), self.frame.code.word(0));
        let (cond, other) = (self.frame.code.scratch(1), self.frame.code.scratch(1));
        match op {
            RmwOp::UIncWrap => {
                self.frame.code.emit_int(IntOp::Ule, bits, cond, value, old);
                self.frame.code.emit_int(IntOp::Add, bits, other, old, one);
                self.frame.code.emit(Inst::Select { dst: new, cond, then: zero, els: other });
            }
            RmwOp::UDecWrap => {
                // old - 1 wraps to the maximum for 0, so both reasons are "old - 1 >= v".
                self.frame.code.emit_int(IntOp::Sub, bits, other, old, one);
                self.frame.code.emit_int(IntOp::Ule, bits, cond, value, other);
                self.frame.code.emit(Inst::Select { dst: new, cond, then: value, els: other });
            }
            _ => {
                self.frame.code.emit_int(IntOp::Ule, bits, cond, value, old);
                self.frame.code.emit_int(IntOp::Sub, bits, other, old, value);
                self.frame.code.emit(Inst::Select { dst: new, cond, then: other, els: old });
            }
        }
        Ok(())
    }

    /// All ones, in the width of a kind.
    fn ones(&mut self, kind: Kind) -> Slot {
        self.frame.code.bits_of(kind, u128::MAX >> (128 - kind.bits()))
    }

    /// The result is the old value, then whether it was the expected one.
    pub(super) fn compare_exchange(
        &mut self,
        index: usize,
        ty: TypeNumber,
        address: Operand,
        expected: Operand,
        new: Operand,
    ) -> Step {
        let kind = self.frame.source.kind(ty)?;
        let address = self.frame.address(address)?;
        let address = self.frame.code.near(address, 16);
        let (expected, new) = (self.frame.slot(expected)?, self.frame.slot(new)?);
        let old = self.frame.define(index);
        let success = old.plus(kind.slots());
        self.frame.code.load_scalar(kind, old, address);
        self.frame.code.emit_int(IntOp::Eq, kind.bits(), success, old, expected);
        let stored = self.frame.code.scratch(kind.slots());
        for word in 0..kind.slots() {
            let (dst, then, els) = (stored.plus(word), new.plus(word), old.plus(word));
            self.frame.code.emit(Inst::Select { dst, cond: success, then, els });
        }
        self.frame.code.store_scalar(kind, stored, address);
        Ok(())
    }
}
