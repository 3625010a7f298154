//! Integer intrinsics.

use coax_ir::{ArithOp, Inst, IntOp, OverflowOp, UnaryOp};

use super::super::Step;
use super::super::plan::constant_index;
use super::Intrinsics;
use super::operand;
use crate::llvm::Call;

impl Intrinsics<'_, '_> {
    /// The integer intrinsic `name` (without `llvm.`), if it is one.
    pub(super) fn integer_intrinsic(
        &mut self,
        index: usize,
        name: &str,
        call: &Call,
    ) -> Option<Step> {
        if let Some(op) = unary(name) {
            return Some(self.unary(index, op, call));
        }
        if let Some(op) = arith(name) {
            return Some(self.arith(index, op, call));
        }
        if let Some(op) = overflow(name) {
            return Some(self.overflow(index, op, call));
        }
        match name {
            "fshl" => Some(self.funnel(index, true, call)),
            "fshr" => Some(self.funnel(index, false, call)),
            "x86.sse2.pmovmskb.128" | "x86.sse.movmsk.ps" | "x86.sse2.movmsk.pd" => {
                Some(self.sign_mask(index, call))
            }
            _ => None,
        }
    }

    fn unary(&mut self, index: usize, op: UnaryOp, call: &Call) -> Step {
        let bits =
            self.frame.source.element_kind(self.frame.source.result_type(index))?.bits() as u8;
        // The smallest number has no absolute value: negating it is where that shows.
        let must_exist = op == UnaryOp::Abs
            && bits <= 64
            && !self.frame.code.maybe_optimised
            && constant_index(self.frame.source.function, operand(call, 1)?) == Some(1);
        self.frame.lanewise(index, [operand(call, 0)?], |this, dst, [src]| {
            if must_exist {
                let (zero, negated) = (this.code.word(0), this.code.scratch(1));
                this.code.emit_int(IntOp::SubNsw, bits.into(), negated, zero, src);
            }
            this.code.emit(Inst::Unary { op, bits, dst, src });
            Ok(())
        })
    }

    fn arith(&mut self, index: usize, op: ArithOp, call: &Call) -> Step {
        let operands = [operand(call, 0)?, operand(call, 1)?];
        let bits =
            self.frame.source.element_kind(self.frame.source.type_of(operands[0])?)?.bits() as u8;
        let to = self.frame.source.element_kind(self.frame.source.result_type(index))?.bits() as u8;
        self.frame.lanewise(index, operands, |this, dst, [a, b]| {
            this.code.emit(Inst::Arith { op, bits, to, dst, a, b });
            Ok(())
        })
    }

    fn overflow(&mut self, index: usize, op: OverflowOp, call: &Call) -> Step {
        if let Some(bits) =
            self.frame.source.ty(self.frame.source.type_of(operand(call, 0)?)?).big()
        {
            return self.big_overflow(index, bits, op, [operand(call, 0)?, operand(call, 1)?]);
        }
        // Vectors have a struct of two vectors as the result; clang makes none.
        let bits =
            self.frame.source.kind(self.frame.source.type_of(operand(call, 0)?)?)?.bits() as u8;
        let (a, b) = (self.arg(call, 0)?, self.arg(call, 1)?);
        let dst = self.frame.define(index);
        self.frame.code.emit(Inst::Overflow { op, bits, dst, a, b });
        Ok(())
    }

    fn funnel(&mut self, index: usize, left: bool, call: &Call) -> Step {
        let operands = [operand(call, 0)?, operand(call, 1)?, operand(call, 2)?];
        let bits =
            self.frame.source.element_kind(self.frame.source.result_type(index))?.bits() as u8;
        self.frame.lanewise(index, operands, |this, dst, [a, b, c]| {
            this.code.emit(Inst::Funnel { left, bits, dst, a, b, c });
            Ok(())
        })
    }

    /// The sign bits of all lanes, lane 0 lowest.
    fn sign_mask(&mut self, index: usize, call: &Call) -> Step {
        let (lanes, element) =
            self.frame.source.unit.types.lanes(self.frame.source.type_of(operand(call, 0)?)?);
        let bits = self.frame.source.kind(element)?.bits();
        let src = self.arg(call, 0)?;
        let (shift, zero) = (self.frame.code.word(u64::from(bits - 1)), self.frame.code.word(0));
        let (mask, sign) = (self.frame.code.scratch(1), self.frame.code.scratch(1));
        self.frame.code.emit_move(mask, zero);
        for lane in 0..lanes {
            self.frame.code.emit_int(IntOp::LShr, 64, sign, src.plus(lane), shift);
            let up = self.frame.code.word(u64::from(lane));
            self.frame.code.emit_int(IntOp::Shl, 64, sign, sign, up);
            self.frame.code.emit_int(IntOp::Or, 64, mask, mask, sign);
        }
        let dst = self.frame.define(index);
        self.frame.code.emit_move(dst, mask);
        Ok(())
    }
}

fn unary(name: &str) -> Option<UnaryOp> {
    Some(match name {
        "ctpop" => UnaryOp::Ctpop,
        "ctlz" => UnaryOp::Ctlz,
        "cttz" => UnaryOp::Cttz,
        "bswap" => UnaryOp::Bswap,
        "bitreverse" => UnaryOp::Bitreverse,
        "abs" => UnaryOp::Abs,
        _ => return None,
    })
}

fn arith(name: &str) -> Option<ArithOp> {
    Some(match name {
        "umin" => ArithOp::UMin,
        "umax" => ArithOp::UMax,
        "smin" => ArithOp::SMin,
        "smax" => ArithOp::SMax,
        "uadd.sat" => ArithOp::UAddSat,
        "sadd.sat" => ArithOp::SAddSat,
        "usub.sat" => ArithOp::USubSat,
        "ssub.sat" => ArithOp::SSubSat,
        "ushl.sat" => ArithOp::UShlSat,
        "sshl.sat" => ArithOp::SShlSat,
        "ucmp" => ArithOp::UCmp,
        "scmp" => ArithOp::SCmp,
        _ => return None,
    })
}

fn overflow(name: &str) -> Option<OverflowOp> {
    Some(match name {
        "sadd.with.overflow" => OverflowOp::SAdd,
        "uadd.with.overflow" => OverflowOp::UAdd,
        "ssub.with.overflow" => OverflowOp::SSub,
        "usub.with.overflow" => OverflowOp::USub,
        "smul.with.overflow" => OverflowOp::SMul,
        "umul.with.overflow" => OverflowOp::UMul,
        _ => return None,
    })
}
