//! Loads, stores, addresses and stack objects.

use coax_ir::{Inst, IntOp, Kind, Slot};

use super::Step;
use super::emitter::Emitter;
use super::frame::Frame;
use super::plan::constant_index;
use super::promote::Access;
use crate::llvm::{Leaf, Operand, TypeNumber};

/// An address that a load or store can have: the instruction adds the offset itself.
#[derive(Clone, Copy)]
pub(super) struct NearAddress {
    pub base: Slot,
    pub offset: i32,
}

impl NearAddress {
    /// So many bytes further on.
    fn plus(self, bytes: u64) -> NearAddress {
        NearAddress { offset: self.offset + bytes as i32, ..self }
    }
}

/// Lowers what has to do with memory.
pub(super) struct Accesses<'f, 'a> {
    frame: &'f mut Frame<'a>,
}

impl<'a> Frame<'a> {
    /// Lowers what has to do with memory in this frame.
    pub(super) fn accesses(&mut self) -> Accesses<'_, 'a> {
        Accesses { frame: self }
    }
}

impl Emitter {
    /// An address that the largest offset of an access fits, for one that may be far away.
    pub(super) fn near(&mut self, address: (Slot, i64), size: u64) -> NearAddress {
        let (base, offset) = address;
        let end = offset.checked_add_unsigned(size);
        match (i32::try_from(offset), end.map(i32::try_from)) {
            (Ok(offset), Some(Ok(_))) => NearAddress { base, offset },
            _ => {
                let (dst, offset) = (self.scratch(1), self.word(offset as u64));
                self.emit_int(IntOp::Add, 64, dst, base, offset);
                NearAddress { base: dst, offset: 0 }
            }
        }
    }

    pub(super) fn load_scalar(&mut self, kind: Kind, dst: Slot, address: NearAddress) {
        let NearAddress { base: addr, offset } = address;
        let bits = kind.bits() as u8;
        self.emit(match bits {
            8 => Inst::Load8 { dst, addr, offset },
            16 => Inst::Load16 { dst, addr, offset },
            32 => Inst::Load32 { dst, addr, offset },
            64 => Inst::Load64 { dst, addr, offset },
            0..=63 => Inst::LoadOdd { bits, dst, addr, offset },
            _ => Inst::LoadWide { bits, dst, addr, offset },
        });
    }

    pub(super) fn store_scalar(&mut self, kind: Kind, src: Slot, address: NearAddress) {
        let NearAddress { base: addr, offset } = address;
        let bits = kind.bits() as u8;
        self.emit(match bits {
            // The bits above the width are 0: a bool is stored as the byte 0 or 1.
            1..=8 => Inst::Store8 { src, addr, offset },
            16 => Inst::Store16 { src, addr, offset },
            32 => Inst::Store32 { src, addr, offset },
            64 => Inst::Store64 { src, addr, offset },
            0..=63 => Inst::StoreOdd { bits, src, addr, offset },
            _ => Inst::StoreWide { bits, src, addr, offset },
        });
    }

    /// `dst = base + offset + Σ index * scale`; only the last instruction writes `dst`.
    fn emit_gep(&mut self, dst: Slot, base: Slot, offset: i64, indices: &[(Slot, Kind, i64)]) {
        let mut at = base;
        for (number, &(index, kind, scale)) in indices.iter().enumerate() {
            let last = number + 1 == indices.len() && offset == 0;
            let to = if last { dst } else { self.scratch(1) };
            let (index, scale) = self.scaled_index(index, kind, scale);
            self.emit(Inst::PtrAdd { dst: to, base: at, index, scale });
            at = to;
        }
        if offset != 0 {
            self.add_offset(dst, at, offset);
        } else {
            self.emit_move(dst, at);
        }
    }

    fn add_offset(&mut self, dst: Slot, base: Slot, offset: i64) {
        match i32::try_from(offset) {
            Ok(offset) => self.emit(Inst::Offset { dst, base, offset }),
            Err(_) => {
                let offset = self.word(offset as u64);
                self.emit_int(IntOp::Add, 64, dst, base, offset);
            }
        }
    }

    /// The index as 64 bits, and a scale that an instruction can hold.
    fn scaled_index(&mut self, index: Slot, kind: Kind, scale: i64) -> (Slot, i32) {
        let mut index = index;
        if kind.bits() < 64 {
            let wide = self.scratch(1);
            self.emit(Inst::Sext { from: kind.bits() as u8, to: 64, dst: wide, src: index });
            index = wide;
        }
        match i32::try_from(scale) {
            Ok(scale) => (index, scale),
            Err(_) => {
                let (product, scale) = (self.scratch(1), self.word(scale as u64));
                self.emit_int(IntOp::Mul, 64, product, index, scale);
                (product, 1)
            }
        }
    }
}

impl Accesses<'_, '_> {
    pub(super) fn load(&mut self, index: usize, address: Operand) -> Step {
        if let Some(variable) =
            self.frame.plan.promotion.of_address(self.frame.source.function, address)
        {
            let words = self.frame.plan.promotion.variables[variable].kind.slots();
            let src = self.frame.variable_slots[variable];
            let dst = self.frame.define(index);
            self.frame.code.move_words(dst, src, words);
            return Ok(());
        }
        let ty = self.frame.source.result_type(index);
        self.frame.source.ty(ty).leaves.as_ref().map_err(Clone::clone)?;
        let address = self.frame.address(address)?;
        let address = self.frame.code.near(address, self.frame.source.ty(ty).size);
        let dst = self.frame.define(index);
        self.load_value(ty, dst, address)
    }

    /// Loads every leaf of a value.
    pub(super) fn load_value(&mut self, ty: TypeNumber, dst: Slot, address: NearAddress) -> Step {
        let leaves = self.frame.source.ty(ty).leaves.as_ref().map_err(Clone::clone)?;
        if is_packed(leaves) {
            let bits = packed_bits(leaves)?;
            let whole = self.frame.code.scratch(bits.slots());
            self.frame.code.load_scalar(bits, whole, address);
            self.frame.code.repack(&[(whole, bits)], &parts(leaves, dst));
            return Ok(());
        }
        for leaf in leaves {
            self.frame.code.load_scalar(leaf.kind, dst.plus(leaf.slot), address.plus(leaf.bit / 8));
        }
        Ok(())
    }

    pub(super) fn store(&mut self, ty: TypeNumber, value: Operand, address: Operand) -> Step {
        if let Some(variable) =
            self.frame.plan.promotion.of_address(self.frame.source.function, address)
        {
            let words = self.frame.plan.promotion.variables[variable].kind.slots();
            let src = self.frame.slot(value)?;
            self.frame.code.move_words(self.frame.variable_slots[variable], src, words);
            return Ok(());
        }
        self.frame.source.ty(ty).leaves.as_ref().map_err(Clone::clone)?;
        let src = self.frame.slot(value)?;
        let address = self.frame.address(address)?;
        let address = self.frame.code.near(address, self.frame.source.ty(ty).size);
        self.store_value(ty, src, address)
    }

    /// Stores every leaf of a value.
    pub(super) fn store_value(&mut self, ty: TypeNumber, src: Slot, address: NearAddress) -> Step {
        let leaves = self.frame.source.ty(ty).leaves.as_ref().map_err(Clone::clone)?;
        if is_packed(leaves) {
            let bits = packed_bits(leaves)?;
            let whole = self.frame.code.scratch(bits.slots());
            self.frame.code.repack(&parts(leaves, src), &[(whole, bits)]);
            self.frame.code.store_scalar(bits, whole, address);
            return Ok(());
        }
        for leaf in leaves {
            self.frame.code.store_scalar(
                leaf.kind,
                src.plus(leaf.slot),
                address.plus(leaf.bit / 8),
            );
        }
        Ok(())
    }

    // ---- address arithmetic -------------------------------------------------------------

    pub(super) fn gep(
        &mut self,
        index: usize,
        base: Operand,
        offset: i64,
        indices: &[(Operand, i64)],
    ) -> Step {
        if self.frame.source.ty(self.frame.source.result_type(index)).is_vector() {
            return self.vector_gep(index, base, offset, indices);
        }
        let (base, before) = self.frame.address(base)?;
        let mut sources = Vec::with_capacity(indices.len());
        for &(operand, scale) in indices {
            sources.push((
                self.frame.slot(operand)?,
                self.frame.source.kind(self.frame.source.type_of(operand)?)?,
                scale,
            ));
        }
        let dst = self.frame.define(index);
        self.frame.code.emit_gep(dst, base, before.wrapping_add(offset), &sources);
        Ok(())
    }

    fn vector_gep(
        &mut self,
        index: usize,
        base: Operand,
        offset: i64,
        indices: &[(Operand, i64)],
    ) -> Step {
        let lanes = self.frame.source.unit.types.lanes(self.frame.source.result_type(index)).0;
        let base = (
            self.frame.slot(base)?,
            self.frame.source.ty(self.frame.source.type_of(base)?).is_vector(),
        );
        let mut sources = Vec::new();
        for &(operand, scale) in indices {
            let ty = self.frame.source.type_of(operand)?;
            sources.push((
                self.frame.slot(operand)?,
                self.frame.source.element_kind(ty)?,
                scale,
                self.frame.source.ty(ty).is_vector(),
            ));
        }
        let dst = self.frame.define(index);
        let pick = |slot: Slot, vector: bool, words: u32, lane: u32| {
            if vector { slot.plus(lane * words) } else { slot }
        };
        for lane in 0..lanes {
            let of_lane: Vec<_> = sources
                .iter()
                .map(|&(slot, kind, scale, vector)| {
                    (pick(slot, vector, kind.slots(), lane), kind, scale)
                })
                .collect();
            self.frame.code.emit_gep(
                dst.plus(lane),
                pick(base.0, base.1, 1, lane),
                offset,
                &of_lane,
            );
        }
        Ok(())
    }

    // ---- stack objects ------------------------------------------------------------------

    pub(super) fn alloca(
        &mut self,
        index: usize,
        size: u64,
        align: u64,
        count: Option<Operand>,
    ) -> Step {
        let fixed = count.map(|count| constant_index(self.frame.source.function, count));
        let fixed_size = match fixed {
            Some(Some(count)) => size.wrapping_mul(u64::from(count)),
            _ => size,
        };
        let object = self.frame.code.new_object(fixed_size, align);
        self.frame.name_object(index, object);
        match (count, fixed) {
            (Some(count), Some(None)) => {
                let count = self.frame.slot(count)?;
                let dst = self.frame.define(index);
                self.frame.code.emit(Inst::AllocaDynamic { dst, object, count });
            }
            _ => {
                let dst = self.frame.define(index);
                self.frame.code.emit(Inst::Alloca { dst, object });
            }
        }
        Ok(())
    }

    /// A lifetime marker: of a promoted variable, of a stack object, or of nothing we know.
    pub(super) fn lifetime(&mut self, access: Access, address: Operand) -> Step {
        if let Some(variable) =
            self.frame.plan.promotion.of_address(self.frame.source.function, address)
        {
            if access == Access::Start {
                self.frame.set_flag(variable, false);
            }
            return Ok(());
        }
        let addr = self.frame.slot(address)?;
        self.frame.code.emit(match access {
            Access::Start => Inst::LifetimeStart { addr },
            _ => Inst::LifetimeEnd { addr },
        });
        Ok(())
    }
}

/// Do leaves start inside bytes, as in vectors of `i1`?
fn is_packed(leaves: &[Leaf]) -> bool {
    leaves.len() > 1 && leaves.iter().any(|leaf| leaf.bit % 8 != 0)
}

/// The integer that holds a packed value.
fn packed_bits(leaves: &[Leaf]) -> Step<Kind> {
    let bits = leaves.last().map_or(0, |leaf| leaf.bit + u64::from(leaf.kind.bits()));
    match u8::try_from(bits) {
        Ok(bits @ 1..=128) => Ok(Kind::Int(bits)),
        _ => Err(format!("packed vector of {bits} bits")),
    }
}

/// The leaves of a value that starts at a slot.
pub(super) fn parts(leaves: &[Leaf], first: Slot) -> Vec<(Slot, Kind)> {
    leaves.iter().map(|leaf| (first.plus(leaf.slot), leaf.kind)).collect()
}
