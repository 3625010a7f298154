//! Floating-point intrinsics that are no calls.

use coax_ir::{CastOp, FloatOp, Inst, IntOp, Kind, Slot};

use super::super::Step;
use super::super::emitter::Emitter;
use super::Intrinsics;
use super::operand;
use crate::llvm::Call;

impl Intrinsics<'_, '_> {
    /// The floating-point intrinsic `name` (without `llvm.`), if it is one.
    pub(super) fn float_intrinsic(
        &mut self,
        index: usize,
        name: &str,
        call: &Call,
    ) -> Option<Step> {
        if let Some(name) = name.strip_prefix("experimental.constrained.") {
            return self.constrained(index, name, call);
        }
        Some(match name {
            "fabs" => self.absolute(index, call),
            "copysign" => self.copy_sign(index, call),
            "fmuladd" => self.multiply_add(index, call),
            "fptosi.sat" => self.convert(index, CastOp::FloatToSignedSat, call),
            "fptoui.sat" => self.convert(index, CastOp::FloatToUnsignedSat, call),
            "is.fpclass" => self.is_class(index, call),
            "sincos" => self.sine_and_cosine(index, call),
            "frexp" => self.through_pointer(index, name, call, Some(Kind::Int(32))),
            "modf" => self.through_pointer(index, name, call, None),
            _ => return self.library_intrinsic(index, name, call),
        })
    }

    /// Operations that also name a rounding mode and exceptions; ours is always the default.
    fn constrained(&mut self, index: usize, name: &str, call: &Call) -> Option<Step> {
        let arithmetic = |op| (Some(op), None);
        let conversion = |op| (None, Some(op));
        let (op, cast) = match name {
            "fadd" => arithmetic(FloatOp::Add),
            "fsub" => arithmetic(FloatOp::Sub),
            "fmul" => arithmetic(FloatOp::Mul),
            "fdiv" => arithmetic(FloatOp::Div),
            "frem" => arithmetic(FloatOp::Rem),
            "fptosi" => conversion(CastOp::FloatToSigned),
            "fptoui" => conversion(CastOp::FloatToUnsigned),
            "sitofp" => conversion(CastOp::SignedToFloat),
            "uitofp" => conversion(CastOp::UnsignedToFloat),
            "fptrunc" | "fpext" => conversion(CastOp::FloatToFloat),
            "fmuladd" => return Some(self.multiply_add(index, call)),
            _ => return self.library_intrinsic(index, name, call),
        };
        Some(match (op, cast) {
            (Some(op), _) => self.float_binary(index, op, call),
            (_, Some(cast)) => self.convert(index, cast, call),
            _ => Err(format!("intrinsic llvm.experimental.constrained.{name}")),
        })
    }

    fn float_binary(&mut self, index: usize, op: FloatOp, call: &Call) -> Step {
        let kind = self.frame.source.element_kind(self.frame.source.result_type(index))?;
        let operands = [operand(call, 0)?, operand(call, 1)?];
        self.frame.lanewise(index, operands, |this, dst, [a, b]| {
            this.code.emit_float(op, kind, dst, a, b);
            Ok(())
        })
    }

    fn absolute(&mut self, index: usize, call: &Call) -> Step {
        let kind = self.frame.source.element_kind(self.frame.source.result_type(index))?;
        self.frame.lanewise(index, [operand(call, 0)?], |this, dst, [src]| {
            this.code.sign_word(kind, dst, src, IntOp::And, |sign| !sign);
            Ok(())
        })
    }

    fn copy_sign(&mut self, index: usize, call: &Call) -> Step {
        let kind = self.frame.source.element_kind(self.frame.source.result_type(index))?;
        let operands = [operand(call, 0)?, operand(call, 1)?];
        let from = self.frame.source.element_kind(self.frame.source.type_of(operands[1])?)?;
        if from != kind {
            return Err("copysign between different kinds".to_owned());
        }
        self.frame.lanewise(index, operands, |this, dst, [size, sign]| {
            let high = kind.slots() - 1;
            let bit = this.code.word(1 << ((kind.bits() - 1) % 64));
            let (only_sign, without) = (this.code.scratch(1), this.code.scratch(kind.slots()));
            this.code.emit_int(IntOp::And, 64, only_sign, sign.plus(high), bit);
            this.code.sign_word(kind, without, size, IntOp::And, |sign| !sign);
            if high == 1 {
                this.code.emit_move(dst, without);
            }
            this.code.emit_int(IntOp::Or, 64, dst.plus(high), without.plus(high), only_sign);
            Ok(())
        })
    }

    /// `a * b + c`, rounded twice: what the native program does without fused instructions.
    fn multiply_add(&mut self, index: usize, call: &Call) -> Step {
        let kind = self.frame.source.element_kind(self.frame.source.result_type(index))?;
        let operands = [operand(call, 0)?, operand(call, 1)?, operand(call, 2)?];
        self.frame.lanewise(index, operands, |this, dst, [a, b, c]| {
            let product = this.code.scratch(kind.slots());
            this.code.emit_float(FloatOp::Mul, kind, product, a, b);
            this.code.emit_float(FloatOp::Add, kind, dst, product, c);
            Ok(())
        })
    }

    fn convert(&mut self, index: usize, op: CastOp, call: &Call) -> Step {
        let src = operand(call, 0)?;
        let from = self.frame.source.element_kind(self.frame.source.type_of(src)?)?;
        let to = self.frame.source.element_kind(self.frame.source.result_type(index))?;
        self.frame.lanewise(index, [src], |this, dst, [src]| {
            this.code.emit(Inst::Cast { op, from, to, dst, src });
            Ok(())
        })
    }
}

impl Emitter {
    /// A float in another kind; itself if it is the same.
    pub(super) fn float_resize(&mut self, from: Kind, to: Kind, src: Slot) -> Slot {
        if from == to {
            return src;
        }
        let dst = self.scratch(to.slots());
        self.emit(Inst::Cast { op: CastOp::FloatToFloat, from, to, dst, src });
        dst
    }
}
