//! The bytes of a variable whose members are chosen: numbers at random, pointers null.

use coax_case::{Pointee, PointerAt};
use coax_ir::{FieldKind, Program, Type, TypeId, size_of, strip};

use crate::literals::Literals;
use crate::rng::Rng;
use crate::types::number;

/// Elements of an array behind these stay zero.
const MOST_ELEMENTS: u64 = 64;

/// The bytes of a struct, and the pointers in it.
pub(crate) fn struct_bytes(
    program: &Program,
    ty: TypeId,
    literals: &Literals,
    rng: &mut Rng,
) -> (Vec<u8>, Vec<PointerAt>) {
    let size = size_of(program, ty).unwrap_or(0) as usize;
    let mut filler = Filler { program, literals, rng, bytes: vec![0; size], pointers: Vec::new() };
    filler.fill(ty, 0);
    (filler.bytes, filler.pointers)
}

struct Filler<'a> {
    program: &'a Program,
    literals: &'a Literals,
    rng: &'a mut Rng,
    bytes: Vec<u8>,
    pointers: Vec<PointerAt>,
}

impl Filler<'_> {
    fn fill(&mut self, ty: TypeId, offset: u64) {
        let bare = strip(self.program, ty);
        match &*self.program.type_of(bare) {
            Type::Pointer(_) => self.pointers.push(PointerAt { offset, to: Pointee::Null }),
            Type::Struct { fields, .. } => {
                let members = fields.iter().filter(|field| field.kind != FieldKind::VtablePointer);
                for field in members.filter(|field| field.bit_size.is_none()) {
                    self.fill(field.ty, offset + field.bit_offset / 8);
                }
            }
            Type::Array { element, count: Some(count) } => {
                let size = size_of(self.program, *element).unwrap_or(0);
                for at in 0..(*count).min(MOST_ELEMENTS) {
                    self.fill(*element, offset + at * size);
                }
            }
            _ => self.number(bare, offset as usize),
        }
    }

    fn number(&mut self, bare: TypeId, offset: usize) {
        let Some(number) = number(self.program, bare) else { return };
        let literal = self.literals.number(self.program, number, self.rng, u32::MAX);
        let end = offset + literal.bytes.len();
        if let Some(place) = self.bytes.get_mut(offset..end) {
            place.copy_from_slice(&literal.bytes);
        }
    }
}
