//! Arithmetic, comparisons, conversions and selection. Vectors go lane by lane.

use coax_ir::{FloatOp, FloatPred, Inst, IntOp, Kind, Slot};

use super::Step;
use super::emitter::Emitter;
use super::frame::Frame;
use crate::llvm::{BinaryOp, CastOp, Operand, TypeNumber};

/// An arithmetic operation on integers or floats.
pub enum Arithmetic {
    /// On integers.
    Int(IntOp),
    /// On floats.
    Float(FloatOp),
}

pub fn arithmetic(op: BinaryOp, nsw: bool) -> Arithmetic {
    Arithmetic::Int(match op {
        BinaryOp::Add if nsw => IntOp::AddNsw,
        BinaryOp::Sub if nsw => IntOp::SubNsw,
        BinaryOp::Mul if nsw => IntOp::MulNsw,
        BinaryOp::Add => IntOp::Add,
        BinaryOp::Sub => IntOp::Sub,
        BinaryOp::Mul => IntOp::Mul,
        BinaryOp::UDiv => IntOp::UDiv,
        BinaryOp::SDiv => IntOp::SDiv,
        BinaryOp::URem => IntOp::URem,
        BinaryOp::SRem => IntOp::SRem,
        BinaryOp::Shl => IntOp::Shl,
        BinaryOp::LShr => IntOp::LShr,
        BinaryOp::AShr => IntOp::AShr,
        BinaryOp::And => IntOp::And,
        BinaryOp::Or => IntOp::Or,
        BinaryOp::Xor => IntOp::Xor,
        BinaryOp::FAdd => return Arithmetic::Float(FloatOp::Add),
        BinaryOp::FSub => return Arithmetic::Float(FloatOp::Sub),
        BinaryOp::FMul => return Arithmetic::Float(FloatOp::Mul),
        BinaryOp::FDiv => return Arithmetic::Float(FloatOp::Div),
        BinaryOp::FRem => return Arithmetic::Float(FloatOp::Rem),
    })
}

fn is_shift(op: IntOp) -> bool {
    matches!(op, IntOp::Shl | IntOp::LShr | IntOp::AShr)
}

/// The comparison for one of LLVM's integer predicates, and whether operands are swapped.
pub fn comparison(pred: u32) -> (IntOp, bool) {
    match pred {
        32 => (IntOp::Eq, false),
        33 => (IntOp::Ne, false),
        34 => (IntOp::Ult, true),
        35 => (IntOp::Ule, true),
        36 => (IntOp::Ult, false),
        37 => (IntOp::Ule, false),
        38 => (IntOp::Slt, true),
        39 => (IntOp::Sle, true),
        40 => (IntOp::Slt, false),
        _ => (IntOp::Sle, false),
    }
}

/// Lowers operations on numbers.
pub(super) struct Scalars<'f, 'a> {
    pub(super) frame: &'f mut Frame<'a>,
}

impl<'a> Frame<'a> {
    /// Lowers operations on numbers in this frame.
    pub(super) fn scalars(&mut self) -> Scalars<'_, 'a> {
        Scalars { frame: self }
    }
}

impl Scalars<'_, '_> {
    pub(super) fn binary(
        &mut self,
        index: usize,
        op: BinaryOp,
        nsw: bool,
        a: Operand,
        b: Operand,
    ) -> Step {
        let nsw = nsw && !self.frame.code.maybe_optimised;
        if let Some(bits) = self.frame.source.big_element(self.frame.source.result_type(index)) {
            return self.big_binary(index, bits, op, nsw, [a, b]);
        }
        let kind = self.frame.source.element_kind(self.frame.source.result_type(index))?;
        self.frame.lanewise(index, [a, b], |this, dst, [a, b]| {
            match arithmetic(op, nsw) {
                Arithmetic::Int(op) => {
                    let b = if is_shift(op) { this.code.shift_amount(kind, b) } else { b };
                    this.code.emit_int(op, kind.bits(), dst, a, b);
                }
                Arithmetic::Float(op) => this.code.emit_float(op, kind, dst, a, b),
            }
            Ok(())
        })
    }

    pub(super) fn negate(&mut self, index: usize, a: Operand) -> Step {
        let kind = self.frame.source.element_kind(self.frame.source.result_type(index))?;
        self.frame.lanewise(index, [a], |this, dst, [a]| {
            this.code.sign_word(kind, dst, a, IntOp::Xor, |sign| sign);
            Ok(())
        })
    }

    pub(super) fn integer_compare(
        &mut self,
        index: usize,
        pred: u32,
        ty: TypeNumber,
        a: Operand,
        b: Operand,
    ) -> Step {
        let (op, swapped) = comparison(pred);
        if let Some(bits) = self.frame.source.big_element(ty) {
            let operands = if swapped { [b, a] } else { [a, b] };
            return self.big_compare(index, bits, op, operands);
        }
        let bits = self.frame.source.element_kind(ty)?.bits();
        self.frame.lanewise(index, [a, b], |this, dst, [a, b]| {
            let (a, b) = if swapped { (b, a) } else { (a, b) };
            this.code.emit_int(op, bits, dst, a, b);
            Ok(())
        })
    }

    pub(super) fn float_compare(
        &mut self,
        index: usize,
        pred: u32,
        ty: TypeNumber,
        a: Operand,
        b: Operand,
    ) -> Step {
        let kind = self.frame.source.element_kind(ty)?;
        self.frame.lanewise(index, [a, b], |this, dst, [a, b]| {
            // LLVM numbers these predicates by the same bits.
            this.code.emit(Inst::FCmp { pred: FloatPred(pred as u8), kind, dst, a, b });
            Ok(())
        })
    }

    pub(super) fn select(
        &mut self,
        index: usize,
        cond: Operand,
        then: Operand,
        els: Operand,
    ) -> Step {
        let ty = self.frame.source.result_type(index);
        let lanes = self.frame.source.unit.types.lanes(self.frame.source.type_of(cond)?).0;
        self.frame.source.ty(ty).leaves.as_ref().map_err(Clone::clone)?;
        let words = self.frame.source.ty(ty).slots();
        let by_lane = self.frame.source.ty(self.frame.source.type_of(cond)?).is_vector();
        let (cond, then, els) =
            (self.frame.slot(cond)?, self.frame.slot(then)?, self.frame.slot(els)?);
        let dst = self.frame.define(index);
        let per_lane = if by_lane { words / lanes.max(1) } else { u32::MAX };
        for word in 0..words {
            let cond = if by_lane { cond.plus(word / per_lane.max(1)) } else { cond };
            let (then, els) = (then.plus(word), els.plus(word));
            self.frame.code.emit(Inst::Select { dst: dst.plus(word), cond, then, els });
        }
        Ok(())
    }

    pub(super) fn freeze(&mut self, index: usize, a: Operand) -> Step {
        let ty = self.frame.source.ty(self.frame.source.result_type(index));
        ty.leaves.as_ref().map_err(Clone::clone)?;
        let src = self.frame.slot(a)?;
        let dst = self.frame.define(index);
        for word in 0..ty.slots() {
            self.frame.code.emit(Inst::Freeze { dst: dst.plus(word), src: src.plus(word) });
        }
        Ok(())
    }

    pub(super) fn cast(
        &mut self,
        index: usize,
        op: CastOp,
        from: TypeNumber,
        src: Operand,
    ) -> Step {
        let to = self.frame.source.result_type(index);
        if matches!(op, CastOp::BitCast | CastOp::AddrSpaceCast) {
            return self.frame.vectors().bit_cast(index, from, src);
        }
        if self.frame.source.big_element(from).or(self.frame.source.big_element(to)).is_some() {
            return self.big_cast(index, op, from, src);
        }
        let (from, to) =
            (self.frame.source.element_kind(from)?, self.frame.source.element_kind(to)?);
        self.frame.lanewise(index, [src], |this, dst, [src]| {
            this.code.cast_scalar(op, from, to, dst, src);
            Ok(())
        })
    }
}

impl Emitter {
    /// A shift amount that is no error, where one that is too large must not be.
    fn shift_amount(&mut self, kind: Kind, amount: Slot) -> Slot {
        if !self.maybe_optimised || self.slots.is_constant(amount) {
            return amount;
        }
        let reduced = self.scratch(kind.slots());
        let width = self.bits_of(kind, u128::from(kind.bits()));
        self.emit_int(IntOp::URem, kind.bits(), reduced, amount, width);
        reduced
    }

    /// Applies `op` to the word with the sign bit, with what `mask` makes of that bit; copies the
    /// other word. Bits above the kind's width stay 0.
    pub(super) fn sign_word(
        &mut self,
        kind: Kind,
        dst: Slot,
        src: Slot,
        op: IntOp,
        mask: impl Fn(u64) -> u64,
    ) {
        let high = kind.slots() - 1;
        if high == 1 {
            self.emit_move(dst, src);
        }
        let mask = self.word(mask(1 << ((kind.bits() - 1) % 64)));
        self.emit(Inst::int(op, 64, dst.plus(high), src.plus(high), mask));
    }

    fn cast_scalar(&mut self, op: CastOp, from: Kind, to: Kind, dst: Slot, src: Slot) {
        use coax_ir::CastOp as Float;
        let float = |op| Inst::Cast { op, from, to, dst, src };
        let inst = match op {
            CastOp::Trunc
            | CastOp::ZExt
            | CastOp::PtrToInt
            | CastOp::PtrToAddr
            | CastOp::IntToPtr
            | CastOp::BitCast
            | CastOp::AddrSpaceCast => return self.resize(from, to, dst, src),
            CastOp::SExt => return self.sign_extend(from, to, dst, src),
            CastOp::FPToUI if self.maybe_optimised => float(Float::FloatToUnsignedSat),
            CastOp::FPToSI if self.maybe_optimised => float(Float::FloatToSignedSat),
            CastOp::FPToUI => float(Float::FloatToUnsigned),
            CastOp::FPToSI => float(Float::FloatToSigned),
            CastOp::UIToFP => float(Float::UnsignedToFloat),
            CastOp::SIToFP => float(Float::SignedToFloat),
            CastOp::FPTrunc | CastOp::FPExt => float(Float::FloatToFloat),
        };
        self.emit(inst);
    }

    pub(super) fn sign_extend(&mut self, from: Kind, to: Kind, dst: Slot, src: Slot) {
        let (from, to) = (from.bits() as u8, to.bits() as u8);
        self.emit(if to <= 64 {
            Inst::Sext { from, to, dst, src }
        } else {
            Inst::WideSext { from, to, dst, src }
        });
    }

    /// Cuts or zero-extends.
    pub(super) fn resize(&mut self, from: Kind, to: Kind, dst: Slot, src: Slot) {
        let bits = to.bits() as u8;
        match (from.slots(), to.slots()) {
            (_, 1) if to.bits() < from.bits().min(64) => self.emit(Inst::Trunc { bits, dst, src }),
            (_, 1) => self.emit_move(dst, src),
            (1, _) => {
                let zero = self.word(0);
                self.emit_move(dst, src);
                self.emit_move(dst.plus(1), zero);
            }
            _ if to.bits() < from.bits() => self.emit(Inst::WideTrunc { bits, dst, src }),
            _ => self.move_words(dst, src, 2),
        }
    }
}
