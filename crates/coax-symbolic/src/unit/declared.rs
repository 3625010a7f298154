//! Parameters that are declared as arrays (`int a[4]`): callers pass that many elements, no more and no less.

use coax_ir::{Program, SourceSignature, Type, TypeId, size_of, strip};

use super::lengths::Length;
use super::shapes::{is_text, scalars};
use crate::layers::UnitRun;

/// How many scalars such an object may have, pointers or not, and how many bytes. Of a larger one the length is
/// as if it were not stated.
const MOST_SCALARS: u64 = 1024;
const MOST_POINTERS: u64 = 24;
const MOST_BYTES: u64 = 4096;

impl UnitRun<'_, '_> {
    /// How many elements a parameter is declared with. A text still ends with a zero: its array is said to
    /// have room.
    pub(super) fn declared(&mut self, signature: &SourceSignature, index: usize) -> Option<Length> {
        let param = &signature.params[index];
        let Type::Pointer(to) = *self.program.type_of(strip(self.program, param.ty)) else {
            return None;
        };
        let elements = param.elements.filter(|&elements| may_have(self.program, to, elements))?;
        let count = self.symbols().pool.constant(64, elements.into());
        Some(Length { count, unstated: None, own: false })
    }
}

/// Can there be an object of so many elements?
fn may_have(program: &Program, ty: TypeId, elements: u64) -> bool {
    let (scalars, complete) = scalars(program, ty);
    let has_pointers = scalars.iter().any(|scalar| scalar.is_pointer());
    let most = if has_pointers { MOST_POINTERS } else { MOST_SCALARS };
    let bytes = size_of(program, ty).and_then(|size| size.checked_mul(elements));
    let scalars = elements.checked_mul(scalars.len() as u64);
    complete
        && !is_text(program, ty)
        && bytes.is_some_and(|bytes| bytes <= MOST_BYTES)
        && scalars.is_some_and(|scalars| scalars <= most)
}
