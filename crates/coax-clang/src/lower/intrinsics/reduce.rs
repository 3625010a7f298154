//! `llvm.vector.reduce.*`: one scalar out of all lanes, in their order.

use coax_ir::{ArithOp, FloatOp, Inst, IntOp, Kind, Slot};

use super::super::Step;
use super::Intrinsics;
use super::operand;
use crate::llvm::{Call, Operand};

#[derive(Clone, Copy)]
enum Reduction {
    Int(IntOp),
    Arith(ArithOp),
    /// With a start value before the vector.
    Float(FloatOp),
}

fn reduction(name: &str) -> Option<Reduction> {
    Some(match name {
        "add" => Reduction::Int(IntOp::Add),
        "mul" => Reduction::Int(IntOp::Mul),
        "and" => Reduction::Int(IntOp::And),
        "or" => Reduction::Int(IntOp::Or),
        "xor" => Reduction::Int(IntOp::Xor),
        "smax" => Reduction::Arith(ArithOp::SMax),
        "smin" => Reduction::Arith(ArithOp::SMin),
        "umax" => Reduction::Arith(ArithOp::UMax),
        "umin" => Reduction::Arith(ArithOp::UMin),
        "fadd" => Reduction::Float(FloatOp::Add),
        "fmul" => Reduction::Float(FloatOp::Mul),
        _ => return None,
    })
}

impl Intrinsics<'_, '_> {
    pub(super) fn reduce(&mut self, index: usize, name: &str, call: &Call) -> Step {
        let how = reduction(name).ok_or_else(|| format!("intrinsic llvm.vector.reduce.{name}"))?;
        let has_start = matches!(how, Reduction::Float(_));
        let vector = operand(call, usize::from(has_start))?;
        let (lanes, element) =
            self.frame.source.unit.types.lanes(self.frame.source.type_of(vector)?);
        if let (Some(bits), Reduction::Int(op)) = (self.frame.source.big_element(element), how) {
            return self.big_reduce(index, op, bits, vector, lanes);
        }
        let kind = self.frame.source.kind(element)?;
        let words = kind.slots();
        let vector = self.frame.slot(vector)?;
        let (mut so_far, first) = if has_start { (self.arg(call, 0)?, 0) } else { (vector, 1) };
        let next = self.frame.code.scratch(words);
        for lane in first..lanes {
            self.combine(how, kind, next, so_far, vector.plus(lane * words));
            so_far = next;
        }
        let dst = self.frame.define(index);
        self.frame.code.move_words(dst, so_far, words);
        Ok(())
    }

    fn big_reduce(
        &mut self,
        index: usize,
        op: IntOp,
        bits: u32,
        vector: Operand,
        lanes: u32,
    ) -> Step {
        let (vector, words) = (self.frame.slot(vector)?, bits.div_ceil(64));
        let dst = self.frame.define(index);
        self.frame.code.move_words(dst, vector, words);
        for lane in 1..lanes {
            self.frame.code.big().big_arithmetic(op, bits, dst, [dst, vector.plus(lane * words)]);
        }
        Ok(())
    }

    fn combine(&mut self, how: Reduction, kind: Kind, dst: Slot, a: Slot, b: Slot) {
        let bits = kind.bits() as u8;
        match how {
            Reduction::Int(op) => self.frame.code.emit_int(op, kind.bits(), dst, a, b),
            Reduction::Arith(op) => {
                self.frame.code.emit(Inst::Arith { op, bits, to: bits, dst, a, b })
            }
            Reduction::Float(op) => self.frame.code.emit_float(op, kind, dst, a, b),
        }
    }
}
