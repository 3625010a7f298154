//! One node of the debug information's type graph.

use coax_ir::{Access, FieldKind};

use super::stream::Stream;

/// A node; other nodes are named by their number plus 1, 0 being "none" (`void`).
#[derive(Debug)]
#[allow(missing_docs, reason = "the fields say what they are")]
pub enum Node {
    Basic { name: String, bits: u32, class: BasicClass },
    Pointer(u32),
    Reference(u32),
    RvalueReference(u32),
    MemberPointer { class: u32, target: u32 },
    Qualified { word: &'static str, target: u32 },
    Typedef { name: String, target: u32 },
    Struct { name: String, size: u64, fields: Vec<NodeField>, class: bool },
    Union { name: String, size: u64, fields: Vec<NodeField> },
    Enum { name: String, bits: u32, signed: bool, scoped: bool, values: Vec<(String, i64)> },
    Array { element: u32, counts: Vec<Option<u64>> },
    Vector { element: u32, size: u64, counts: Vec<Option<u64>> },
    Function { types: Vec<u32>, variadic: bool },
    Opaque { name: String, tag: &'static str },
    Unknown,
}

/// What the bits of a basic type mean; the order is the shim's `BasicCode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say what they are")]
pub enum BasicClass {
    Bool,
    Signed,
    Unsigned,
    SignedChar,
    UnsignedChar,
    Float,
    Other,
    Complex,
}

/// A member.
#[derive(Debug)]
#[allow(missing_docs, reason = "the fields say what they are")]
pub struct NodeField {
    pub name: String,
    pub node: u32,
    pub bit_offset: u64,
    pub bit_size: Option<u64>,
    pub kind: FieldKind,
    pub access: Access,
}

impl Node {
    /// Reads one; the codes are the shim's `NodeCode`.
    pub fn read(stream: &mut Stream) -> Node {
        match stream.number() {
            1 => Node::Basic {
                name: stream.text(),
                bits: stream.small(),
                class: read_class(stream.number()),
            },
            2 => Node::Pointer(stream.small()),
            3 => Node::Reference(stream.small()),
            4 => {
                let target = stream.small();
                Node::Qualified { word: qualifier(&stream.text()), target }
            }
            5 => {
                let target = stream.small();
                Node::Typedef { name: stream.text(), target }
            }
            code @ (6 | 7) => Node::Struct {
                name: stream.text(),
                size: stream.number(),
                fields: stream.list(read_field),
                class: code == 7,
            },
            8 => Node::Union {
                name: stream.text(),
                size: stream.number(),
                fields: stream.list(read_field),
            },
            9 => Node::Enum {
                name: stream.text(),
                bits: stream.small(),
                signed: stream.flag(),
                scoped: stream.flag(),
                values: stream.list(|s| (s.text(), s.signed())),
            },
            10 => Node::Array {
                element: stream.small(),
                counts: stream.list(|s| s.number().checked_sub(1)),
            },
            11 => Node::Function { variadic: stream.flag(), types: stream.list(Stream::small) },
            12 => Node::Opaque { name: stream.text(), tag: tag(&stream.text()) },
            13 => Node::RvalueReference(stream.small()),
            14 => Node::MemberPointer { target: stream.small(), class: stream.small() },
            15 => Node::Vector {
                element: stream.small(),
                size: stream.number(),
                counts: stream.list(|s| s.number().checked_sub(1)),
            },
            _ => Node::Unknown,
        }
    }
}

fn read_class(code: u64) -> BasicClass {
    match code {
        0 => BasicClass::Bool,
        1 => BasicClass::Signed,
        2 => BasicClass::Unsigned,
        3 => BasicClass::SignedChar,
        4 => BasicClass::UnsignedChar,
        5 => BasicClass::Float,
        7 => BasicClass::Complex,
        _ => BasicClass::Other,
    }
}

fn qualifier(word: &str) -> &'static str {
    match word {
        "const" => "const",
        "volatile" => "volatile",
        "restrict" => "restrict",
        _ => "_Atomic",
    }
}

fn tag(word: &str) -> &'static str {
    match word {
        "struct" => "struct",
        "class" => "class",
        "union" => "union",
        "enum" => "enum",
        _ => "",
    }
}

/// The codes are the shim's `FieldCode`.
fn field_kind(code: u64) -> FieldKind {
    match code {
        0 => FieldKind::Member,
        1 => FieldKind::Base,
        _ => FieldKind::VtablePointer,
    }
}

/// Reads what the shim's `accessCode` says.
pub fn access(stream: &mut Stream) -> Access {
    match stream.number() {
        0 => Access::Public,
        1 => Access::Protected,
        _ => Access::Private,
    }
}

fn read_field(stream: &mut Stream) -> NodeField {
    NodeField {
        name: stream.text(),
        node: stream.small(),
        bit_offset: stream.number(),
        bit_size: stream.number().checked_sub(1),
        kind: field_kind(stream.number()),
        access: access(stream),
    }
}
