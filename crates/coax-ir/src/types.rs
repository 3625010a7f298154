//! Source-level types, as the debug information describes them.

use std::sync::Arc;

use crate::{Access, TypeId};

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
    /// A complex number: two floating-point numbers, together of `bits` bits.
    Complex { bits: u32 },
    /// A pointer.
    Pointer(TypeId),
    /// A C++ reference.
    Reference(TypeId),
    /// A C++ reference to something that may be moved from: `T &&`.
    RvalueReference(TypeId),
    /// A C++ pointer to a member of a class. If the target is a [`Type::Function`], its first
    /// parameter is the object.
    MemberPointer { class: TypeId, target: TypeId },
    /// An array; the count is missing for flexible and variable-length ones.
    Array { element: TypeId, count: Option<u64> },
    /// A vector of a vector extension (`__attribute__((vector_size(16)))`).
    Vector { element: TypeId, count: u64, size: u64 },
    /// A struct or class; names have their scopes (`ns::Outer::Inner`, `f()::Local`).
    Struct { name: Option<Arc<str>>, size: u64, fields: Vec<Field>, class: bool },
    /// A union.
    Union { name: Option<Arc<str>>, size: u64, fields: Vec<Field> },
    /// An enumeration; a scoped one is an `enum class`.
    Enum { name: Option<Arc<str>>, bits: u32, signed: bool, scoped: bool, values: Vec<Enumerator> },
    /// A `typedef` or `using`.
    Typedef { name: Arc<str>, target: TypeId },
    /// `const`, `volatile`, `restrict`, `_Atomic` of another type.
    Qualified { word: &'static str, target: TypeId },
    /// A function type: result, then parameters. Variadic without parameters is C's `f()`.
    Function { result: TypeId, params: Vec<TypeId>, variadic: bool },
    /// A type declared but not defined, with the word before its name in C (empty for none).
    Opaque { name: Option<Arc<str>>, tag: &'static str },
}

/// A member of a struct or union. Base classes are fields without a name; virtual ones are no
/// fields, because their place depends on the whole object. Static members are no fields either.
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
    /// What it is.
    pub kind: FieldKind,
    /// Who may name it.
    pub access: Access,
}

/// What a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FieldKind {
    /// A member that the source declares; anonymous structs and unions too.
    #[default]
    Member,
    /// A base class.
    Base,
    /// The pointer to the class's table of virtual functions: never a value to choose freely.
    VtablePointer,
}

/// A name of an enumeration.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumerator {
    /// The name.
    pub name: Arc<str>,
    /// Its value (sign- or zero-extended as the enumeration says).
    pub value: i64,
}
