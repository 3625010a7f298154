//! Questions about source types: size, alignment, what is under typedefs, whether two are the same.
//!
//! Sizes and offsets are those of the debug information; pointers are 8 bytes, as everywhere in
//! Coax. Types that debug information leaves open have no size rather than a guessed one.

use crate::{Field, Program, Type, TypeId};

/// The type under typedefs and qualifiers.
pub fn strip(program: &Program, mut ty: TypeId) -> TypeId {
    while let Type::Typedef { target, .. } | Type::Qualified { target, .. } = *program.type_of(ty) {
        ty = target;
    }
    ty
}

/// Is it `const`, directly or by a typedef (an array: are its elements)?
pub fn is_const(program: &Program, ty: TypeId) -> bool {
    match *program.type_of(ty) {
        Type::Qualified { word: "const", .. } => true,
        Type::Qualified { target, .. } | Type::Typedef { target, .. } => is_const(program, target),
        Type::Array { element, .. } => is_const(program, element),
        _ => false,
    }
}

/// Its size in bytes; none for `void`, functions, incomplete types and arrays of unknown length.
pub fn size_of(program: &Program, ty: TypeId) -> Option<u64> {
    match *program.type_of(ty) {
        Type::Bool => Some(1),
        Type::Int { bits, .. } | Type::Enum { bits, .. } => Some(u64::from(bits.div_ceil(8))),
        Type::Float { bits, .. } => Some(u64::from(bits.div_ceil(8)).next_power_of_two()),
        Type::Complex { bits } => Some(u64::from(bits / 8)),
        Type::Pointer(_) | Type::Reference(_) | Type::RvalueReference(_) => Some(8),
        Type::MemberPointer { target, .. } => Some(member_pointer_words(program, target) * 8),
        Type::Array { element, count } => size_of(program, element)?.checked_mul(count?),
        Type::Struct { size, .. } | Type::Union { size, .. } | Type::Vector { size, .. } => {
            Some(size)
        }
        Type::Typedef { target, .. } | Type::Qualified { target, .. } => size_of(program, target),
        Type::Void | Type::Function { .. } | Type::Opaque { .. } => None,
    }
}

/// A pointer to a member function is two words: function and adjustment of the object pointer.
fn member_pointer_words(program: &Program, target: TypeId) -> u64 {
    match *program.type_of(strip(program, target)) {
        Type::Function { .. } => 2,
        _ => 1,
    }
}

/// Its alignment in bytes, as far as the layout shows it: `alignas` may ask for more, and a packed
/// struct is recognised only by members that lie where they would not lie otherwise.
pub fn align_of(program: &Program, ty: TypeId) -> Option<u64> {
    match &*program.type_of(ty) {
        Type::Array { element, .. } => align_of(program, *element),
        Type::Complex { bits } => Some(u64::from(bits / 16)),
        Type::MemberPointer { .. } => Some(8),
        Type::Struct { size, fields, .. } | Type::Union { size, fields, .. } => {
            let places: Vec<(u64, u64)> = fields
                .iter()
                .filter(|field| field.bit_size.is_none())
                .filter_map(|field| Some((field.bit_offset / 8, align_of(program, field.ty)?)))
                .collect();
            Some(struct_align(*size, &places))
        }
        Type::Typedef { target, .. } | Type::Qualified { target, .. } => align_of(program, *target),
        _ => Some(size_of(program, ty)?.next_power_of_two().min(64)),
    }
}

/// The largest alignment that fits all offsets (offset, alignment of the member) and the size.
fn struct_align(size: u64, places: &[(u64, u64)]) -> u64 {
    let mut align = places.iter().map(|place| place.1).max().unwrap_or(1);
    let fits = |align: u64| {
        size.is_multiple_of(align)
            && places.iter().all(|&(offset, member)| offset.is_multiple_of(member.min(align)))
    };
    while align > 1 && !fits(align) {
        align /= 2;
    }
    align
}

/// Are two types the same but for typedefs and qualifiers around them and around what they
/// point to? Named types are the same if kind, name and size are: modules have their own copies.
pub fn compatible(program: &Program, a: TypeId, b: TypeId) -> bool {
    let (a, b) = (strip(program, a), strip(program, b));
    if a == b {
        return true;
    }
    let (a, b) = (program.type_of(a), program.type_of(b));
    let same = |a: &TypeId, b: &TypeId| compatible(program, *a, *b);
    let all =
        |a: &[TypeId], b: &[TypeId]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    use Type::*;
    match (&*a, &*b) {
        (Pointer(a), Pointer(b))
        | (Reference(a), Reference(b))
        | (RvalueReference(a), RvalueReference(b)) => same(a, b),
        (MemberPointer { class: a, target: x }, MemberPointer { class: b, target: y }) => {
            same(a, b) && same(x, y)
        }
        (Array { element: a, count: n }, Array { element: b, count: m }) => {
            (n == m || n.is_none() || m.is_none()) && same(a, b)
        }
        (Vector { element: a, count: n, .. }, Vector { element: b, count: m, .. }) => {
            n == m && same(a, b)
        }
        (
            Function { result: a, params: x, variadic: v },
            Function { result: b, params: y, variadic: w },
        ) => v == w && same(a, b) && all(x, y),
        (
            Struct { name: None, size: n, fields: x, .. },
            Struct { name: None, size: m, fields: y, .. },
        )
        | (Union { name: None, size: n, fields: x }, Union { name: None, size: m, fields: y }) => {
            n == m && same_fields(program, x, y)
        }
        (a, b) => match (tag_name(a), tag_name(b)) {
            (Some(a), Some(b)) => a.agrees_with(&b),
            // What is left has no parts: void, numbers, enumerations without a name.
            _ => a == b,
        },
    }
}

/// A type with a tag; what is only declared has no size.
struct TagName<'a> {
    name: &'a str,
    size: Option<u64>,
}

impl TagName<'_> {
    fn agrees_with(&self, other: &TagName) -> bool {
        self.name == other.name
            && (self.size == other.size || self.size.is_none() || other.size.is_none())
    }
}

/// In neither language can a struct, a union and an enumeration share a tag.
fn tag_name(ty: &Type) -> Option<TagName<'_>> {
    let (name, size) = match ty {
        Type::Struct { name, size, .. } | Type::Union { name, size, .. } => (name, Some(*size)),
        Type::Enum { name, bits, .. } => (name, Some(u64::from(*bits / 8))),
        Type::Opaque { name, .. } => (name, None),
        _ => return None,
    };
    name.as_ref().map(|name| TagName { name, size })
}

fn same_fields(program: &Program, a: &[Field], b: &[Field]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            a.name == b.name
                && a.bit_offset == b.bit_offset
                && a.bit_size == b.bit_size
                && compatible(program, a.ty, b.ty)
        })
}
