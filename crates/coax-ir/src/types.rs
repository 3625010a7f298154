//! Source-level types, as the debug information describes them.

use std::sync::Arc;

use crate::TypeId;

/// A type of the source language.
#[allow(missing_docs, reason = "the fields say what they are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// `void`, or a type the debug information leaves out.
    Void,
    /// `bool`.
    Bool,
    /// An integer or character type.
    Int { name: Arc<str>, bits: u32, signed: bool, character: bool },
    /// A floating-point type.
    Float { name: Arc<str>, bits: u32 },
    /// A pointer.
    Pointer(TypeId),
    /// A C++ reference.
    Reference(TypeId),
    /// An array; the count is missing for flexible and variable-length ones.
    Array { element: TypeId, count: Option<u64> },
    /// A struct or class.
    Struct { name: Option<Arc<str>>, size: u64, fields: Vec<Field>, class: bool },
    /// A union.
    Union { name: Option<Arc<str>>, size: u64, fields: Vec<Field> },
    /// An enumeration.
    Enum { name: Option<Arc<str>>, bits: u32, signed: bool, values: Vec<Enumerator> },
    /// A `typedef` or `using`.
    Typedef { name: Arc<str>, target: TypeId },
    /// `const`, `volatile`, `restrict`, `_Atomic` of another type.
    Qualified { word: &'static str, target: TypeId },
    /// A function type: result, then parameters.
    Function { result: TypeId, params: Vec<TypeId>, variadic: bool },
    /// A type declared but not defined.
    Opaque { name: Option<Arc<str>> },
}

/// A member of a struct or union. Base classes are fields without a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Name; none for anonymous members and base classes.
    pub name: Option<Arc<str>>,
    /// Type.
    pub ty: TypeId,
    /// Offset from the start of the struct, in bits.
    pub bit_offset: u64,
    /// Width in bits, for a bit-field.
    pub bit_size: Option<u64>,
}

/// A name of an enumeration.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumerator {
    /// The name.
    pub name: Arc<str>,
    /// Its value (sign- or zero-extended as the enumeration says).
    pub value: i64,
}
