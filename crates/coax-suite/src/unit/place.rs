//! Where something lies, as an expression of the test.

use coax_ir::{FieldKind, Type, TypeId};

use super::types::Types;

/// A variable or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    text: String,
    /// The text is a pointer to it.
    is_pointer: bool,
}

impl Place {
    pub fn variable(name: &str) -> Place {
        Place { text: name.into(), is_pointer: false }
    }

    /// What a pointer points to.
    pub fn behind(name: &str) -> Place {
        Place { text: name.into(), is_pointer: true }
    }

    pub fn member(&self, name: &str) -> Place {
        let dot = if self.is_pointer { "->" } else { "." };
        Place::variable(&format!("{}{dot}{name}", self.text))
    }

    /// An element: of the array it is, or of those the pointer points to.
    pub fn element(&self, index: u64) -> Place {
        Place::variable(&format!("{}[{index}]", self.text))
    }

    pub fn value(&self) -> String {
        if self.is_pointer { format!("*{}", self.text) } else { self.text.clone() }
    }

    pub fn address(&self) -> String {
        if self.is_pointer { self.text.clone() } else { format!("&{}", self.text) }
    }
}

impl Types<'_> {
    /// What lies that far into a value and has the wanted type.
    pub fn part(&self, ty: TypeId, offset: u64, wanted: TypeId, place: &Place) -> Option<Place> {
        if offset == 0 && self.compatible(ty, wanted) {
            return Some(place.clone());
        }
        match &*self.bare(ty) {
            Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                fields.iter().find_map(|field| {
                    let start = field.bit_offset / 8;
                    let end = start + self.size(field.ty)?;
                    let hidden = field.bit_size.is_some() || field.kind == FieldKind::VtablePointer;
                    if hidden || !(start..end).contains(&offset) {
                        return None;
                    }
                    // Members of base classes and of anonymous members are named as one's own.
                    let inner = match &field.name {
                        Some(name) => place.member(name),
                        None => place.clone(),
                    };
                    self.part(field.ty, offset - start, wanted, &inner)
                })
            }
            Type::Array { element, count } => {
                let size = self.size(*element).filter(|&size| size > 0)?;
                let index = offset / size;
                if count.is_some_and(|count| index >= count) {
                    return None;
                }
                self.part(*element, offset % size, wanted, &place.element(index))
            }
            _ => None,
        }
    }
}
