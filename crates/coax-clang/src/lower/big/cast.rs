//! Conversions of which one side is a big integer.

use coax_ir::{Kind, Slot};

use super::super::Step;
use super::super::scalar::Scalars;
use super::super::source::Source;
use super::BigIntegers;
use super::Words;
use crate::llvm::{CastOp, Operand, TypeNumber};

/// A number of any width.
#[derive(Clone, Copy)]
enum Number {
    /// An integer (or an address) of that many bits.
    Integer(u32),
    /// A float.
    Float(Kind),
}

impl Scalars<'_, '_> {
    pub(in super::super) fn big_cast(
        &mut self,
        index: usize,
        op: CastOp,
        from: TypeNumber,
        src: Operand,
    ) -> Step {
        let to = self.frame.source.result_type(index);
        let (from, to) = (self.frame.source.number_type(from)?, self.frame.source.number_type(to)?);
        self.frame.lanewise(index, [src], |this, dst, [src]| match (op, from, to) {
            (CastOp::UIToFP | CastOp::SIToFP, Number::Integer(bits), Number::Float(kind)) => this
                .code
                .big()
                .big_to_float(op == CastOp::SIToFP, kind, dst, Words { first: src, bits }),
            (CastOp::FPToUI | CastOp::FPToSI, Number::Float(kind), Number::Integer(bits)) => this
                .code
                .big()
                .float_to_big(op == CastOp::FPToSI, kind, Words { first: dst, bits }, src),
            (_, Number::Integer(from), Number::Integer(to)) => {
                let src = Words { first: src, bits: from };
                let dst = Words { first: dst, bits: to };
                this.code.big().resize_words(op == CastOp::SExt, dst, src);
                Ok(())
            }
            _ => Err(format!("conversion {op:?} of a big integer")),
        })
    }
}

impl Source<'_> {
    /// What the elements of a type are.
    fn number_type(&self, ty: TypeNumber) -> Step<Number> {
        if let Some(bits) = self.big_element(ty) {
            return Ok(Number::Integer(bits));
        }
        let kind = self.element_kind(ty)?;
        Ok(if kind.is_float() { Number::Float(kind) } else { Number::Integer(kind.bits()) })
    }
}

impl BigIntegers<'_> {
    /// As many words with the sign in all bits above the width.
    pub(super) fn sign_extended(&mut self, src: Words, count: u32) -> Vec<Slot> {
        let mut words = self.extended(src);
        if count > src.count() {
            let sign = self.sign(src);
            words.resize(count as usize, sign);
        }
        words
    }

    /// Cuts or extends.
    fn resize_words(&mut self, signed: bool, dst: Words, src: Words) {
        if signed {
            let words = self.sign_extended(src, dst.count());
            return self.put(dst, &words);
        }
        let mut words = src.slots();
        let zero = self.code.word(0);
        words.resize(dst.count() as usize, zero);
        if dst.bits < src.bits {
            self.put(dst, &words);
        } else {
            for (word, &src) in words.iter().enumerate() {
                self.code.emit_move(dst.first.plus(word as u32), src);
            }
        }
    }
}
