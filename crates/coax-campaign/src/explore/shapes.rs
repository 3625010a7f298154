//! What the bytes of an input mean, so that a test can show them as a person would write them.
//!
//! Invariant: a shape never claims more or fewer bytes than the input has; where the types say
//! something else, the bytes are shown as bytes.

use coax_case::{Field, Shape};
use coax_ir::{Program, Type, TypeId};

/// The meaning of an input of a source type.
pub fn of_type(program: &Program, ty: TypeId) -> Shape {
    match &*program.type_of(ty) {
        Type::Bool => Shape::Bool,
        Type::Int { name, .. } if &**name == "char" => Shape::Char,
        Type::Int { bits, signed, .. } | Type::Enum { bits, signed, .. } => integer(*bits, *signed),
        Type::Float { bits, .. } => Shape::Float(*bits),
        Type::Pointer(_) | Type::Reference(_) | Type::RvalueReference(_) => Shape::Pointer,
        Type::Array { element, count: Some(count) } => {
            Shape::Array(Box::new(of_type(program, *element)), *count)
        }
        Type::Struct { name, size, fields, .. } => {
            // A type inside a function is known by its own name.
            let own = |name: &str| name.rsplit("()::").next().unwrap_or(name).to_owned();
            let name = name.as_deref().map(own);
            structure(program, name, *size, fields)
        }
        Type::Union { size, .. } | Type::Vector { size, .. } => bytes(*size),
        Type::Complex { .. } | Type::MemberPointer { .. } => {
            bytes(coax_ir::size_of(program, ty).unwrap_or(0))
        }
        Type::Typedef { target, .. } | Type::Qualified { target, .. } => of_type(program, *target),
        Type::Array { count: None, .. }
        | Type::Void
        | Type::Function { .. }
        | Type::Opaque { .. } => Shape::Bytes,
    }
}

fn structure(
    program: &Program,
    name: Option<String>,
    size: u64,
    fields: &[coax_ir::Field],
) -> Shape {
    // Bit-fields share bytes: such a struct is shown byte by byte.
    if fields.is_empty() || fields.iter().any(|field| field.bit_size.is_some()) {
        return bytes(size);
    }
    let field = |(number, field): (usize, &coax_ir::Field)| Field {
        name: field.name.as_ref().map_or_else(|| format!("base_{number}"), |name| name.to_string()),
        offset: field.bit_offset / 8,
        shape: of_type(program, field.ty),
    };
    Shape::Struct { name, fields: fields.iter().enumerate().map(field).collect(), size }
}

fn integer(bits: u32, signed: bool) -> Shape {
    if signed { Shape::Signed(bits) } else { Shape::Unsigned(bits) }
}

fn bytes(count: u64) -> Shape {
    Shape::Array(Box::new(Shape::Unsigned(8)), count)
}

/// The prefix of the words that are named after what they return.
const NONDET: &str = "__VERIFIER_nondet_";

/// The meaning of a value that a word returned, of that many bytes.
pub fn of_word(word: &str, size: usize) -> Shape {
    let bits = 8 * size as u32;
    let name = word.strip_prefix(NONDET).or_else(|| word.strip_prefix("coax_")).unwrap_or(word);
    let shape = match name {
        "bool" | "_Bool" => Shape::Bool,
        "char" => Shape::Char,
        "float" | "double" => Shape::Float(bits),
        "ptr" | "pointer" | "pchar" | "charp" => Shape::Pointer,
        "size" | "size_t" | "sector_t" => Shape::Unsigned(bits),
        _ if name.starts_with(['u', 'U']) => Shape::Unsigned(bits),
        _ => Shape::Signed(bits),
    };
    fitting(shape, size)
}

/// A shape, unless it has another size.
pub fn fitting(shape: Shape, size: usize) -> Shape {
    if shape.size() == Some(size as u64) {
        return shape;
    }
    match size {
        1 | 2 | 4 | 8
            if !matches!(shape, Shape::Array(..) | Shape::Struct { .. } | Shape::Bytes) =>
        {
            Shape::Unsigned(8 * size as u32)
        }
        _ => Shape::Bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_named_after_what_they_return() {
        assert_eq!(of_word("coax_int", 4), Shape::Signed(32));
        assert_eq!(of_word("coax_uint", 4), Shape::Unsigned(32));
        assert_eq!(of_word("coax_size", 8), Shape::Unsigned(64));
        assert_eq!(of_word("coax_ptr", 8), Shape::Pointer);
        assert_eq!(of_word("klee_range", 4), Shape::Signed(32));
        assert_eq!(of_word("__VERIFIER_nondet_uchar", 1), Shape::Unsigned(8));
        assert_eq!(of_word("__VERIFIER_nondet_char", 1), Shape::Char);
        assert_eq!(of_word("__VERIFIER_nondet_longlong", 8), Shape::Signed(64));
        assert_eq!(of_word("__VERIFIER_nondet_double", 8), Shape::Float(64));
        assert_eq!(of_word("__VERIFIER_nondet_U32", 4), Shape::Unsigned(32));
    }

    #[test]
    fn a_word_declared_otherwise_is_shown_by_its_size() {
        assert_eq!(of_word("coax_bool", 4), Shape::Unsigned(32));
        assert_eq!(of_word("__VERIFIER_nondet_char", 4), Shape::Unsigned(32));
        assert_eq!(fitting(Shape::Signed(32), 12), Shape::Bytes);
    }
}
