//! A value as C: its type, and an initialiser that compiles to exactly its bytes.
//!
//! Invariant: what these functions give back is exact. `None` means that C has no spelling for it (a
//! NaN with a payload, a truth value of 2, overlapping fields); such values are written as raw bytes.

use coax_case::{Field, Shape};

use crate::{
    layout,
    text::{self, char_literal, identifier},
};

/// An initialiser, before it is broken into lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Initializer {
    /// A literal or expression.
    Scalar(String),
    /// A string literal with these bytes.
    Text(Vec<u8>),
    /// Elements in braces, each with its field name if it has one.
    List(Vec<(Option<String>, Initializer)>),
}

/// How a variable of a shape is declared: `int` `x` `[3]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Type {
    pub base: String,
    pub suffix: String,
}

impl Type {
    fn plain(base: impl Into<String>) -> Self {
        Type { base: base.into(), suffix: String::new() }
    }

    /// The declaration of a variable.
    pub fn declare(&self, name: &str) -> String {
        let space = if self.base.ends_with('*') { "" } else { " " };
        format!("{}{space}{name}{}", self.base, self.suffix)
    }

    /// The type alone.
    pub fn name(&self) -> String {
        format!("{}{}", self.base, self.suffix)
    }
}

/// The struct definitions a test needs, in order, each once.
#[derive(Default)]
pub(crate) struct Structs {
    known: Vec<(String, Vec<Field>, u64)>,
    /// The text of each definition.
    pub definitions: Vec<String>,
}

impl Structs {
    /// The same structs, as already defined elsewhere.
    pub fn again(&self) -> Structs {
        Structs { known: self.known.clone(), definitions: Vec::new() }
    }

    /// The tag of a struct, which is defined at its first use.
    fn tag(&mut self, name: Option<&str>, fields: &[Field], size: u64) -> Option<String> {
        let same = |known: &&(String, Vec<Field>, u64)| known.1 == fields && known.2 == size;
        if let Some((tag, _, _)) = self.known.iter().find(same) {
            return Some(tag.clone());
        }
        // Members first: their structs are defined before this one, and may take its name.
        let plan = layout::plan(fields, size)?;
        let mut members = String::new();
        for member in &plan.members {
            let declared = self.type_of(&member.shape)?.declare(&member.name);
            members.push_str(&format!("    {declared};\n"));
        }
        let wanted = identifier(name.unwrap_or("fields"));
        let taken = |tag: &String| self.known.iter().any(|(known, _, _)| known == tag);
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let tag = [wanted.clone()].into_iter().chain(numbered).find(|tag| !taken(tag))?;
        let packed = if plan.packed { " __attribute__((packed))" } else { "" };
        self.definitions.push(format!("struct{packed} {tag} {{\n{members}}};"));
        self.known.push((tag.clone(), fields.to_vec(), size));
        Some(tag)
    }

    /// How a variable of that shape is declared.
    pub fn type_of(&mut self, shape: &Shape) -> Option<Type> {
        Some(match shape {
            Shape::Array(element, count) => {
                let element = self.type_of(element)?;
                Type { suffix: format!("[{count}]{}", element.suffix), ..element }
            }
            Shape::Struct { name, fields, size } => {
                Type::plain(format!("struct {}", self.tag(name.as_deref(), fields, *size)?))
            }
            _ => Type::plain(scalar_type(shape)?),
        })
    }
}

/// The C type of a scalar, on the 64-bit platforms whose `long` has 64 bits.
pub(crate) fn scalar_type(shape: &Shape) -> Option<&'static str> {
    Some(match shape {
        Shape::Bool => "bool",
        Shape::Char => "char",
        Shape::Signed(8) => "signed char",
        Shape::Signed(16) => "short",
        Shape::Signed(32) => "int",
        Shape::Signed(64) => "long",
        Shape::Signed(128) => "__int128",
        Shape::Unsigned(8) => "unsigned char",
        Shape::Unsigned(16) => "unsigned short",
        Shape::Unsigned(32) => "unsigned",
        Shape::Unsigned(64) => "unsigned long",
        Shape::Unsigned(128) => "unsigned __int128",
        Shape::Float(32) => "float",
        Shape::Float(64) => "double",
        Shape::Pointer => "void *",
        _ => return None,
    })
}

/// The literal of a scalar.
pub(crate) fn scalar_literal(shape: &Shape, bytes: &[u8]) -> Option<String> {
    if shape.size() != Some(bytes.len() as u64) || scalar_type(shape).is_none() {
        return None;
    }
    let mut image = [0; 16];
    image[..bytes.len()].copy_from_slice(bytes);
    let unsigned = u128::from_le_bytes(image);
    Some(match shape {
        Shape::Bool if unsigned > 1 => return None,
        Shape::Bool => (unsigned == 1).to_string(),
        Shape::Char => char_literal(bytes[0]),
        Shape::Signed(bits) => {
            let shift = 128 - bits;
            signed_literal((unsigned as i128) << shift >> shift)
        }
        Shape::Unsigned(_) => unsigned_literal(unsigned),
        Shape::Float(32) => float_literal(f32::from_bits(unsigned as u32))?,
        Shape::Float(_) => double_literal(f64::from_bits(unsigned as u64))?,
        Shape::Pointer if unsigned == 0 => "NULL".into(),
        _ => format!("(void *){unsigned:#x}"),
    })
}

pub(crate) fn signed_literal(value: i128) -> String {
    if value == i64::MIN.into() {
        // The minus sign is not part of a C literal.
        return format!("{} - 1", value + 1);
    }
    match i64::try_from(value) {
        Ok(value) => value.to_string(),
        Err(_) => format!("(__int128)({})", wide_literal(value as u128)),
    }
}

fn unsigned_literal(value: u128) -> String {
    match u64::try_from(value) {
        Ok(value) if value <= i32::MAX as u64 => value.to_string(),
        Ok(value) => format!("{value}u"),
        Err(_) => wide_literal(value),
    }
}

pub(crate) fn wide_literal(value: u128) -> String {
    format!("(unsigned __int128){:#x} << 64 | {:#x}", value >> 64, value as u64)
}

/// Rust prints the shortest decimal number that reads back as the same one; so does C read it.
pub(crate) fn double_literal(value: f64) -> Option<String> {
    match value {
        _ if value.is_nan() => None,
        f64::INFINITY => Some("__builtin_inf()".into()),
        f64::NEG_INFINITY => Some("-__builtin_inf()".into()),
        _ => Some(format!("{value:?}")),
    }
}

pub(crate) fn float_literal(value: f32) -> Option<String> {
    match value {
        _ if value.is_nan() => None,
        f32::INFINITY => Some("__builtin_inff()".into()),
        f32::NEG_INFINITY => Some("-__builtin_inff()".into()),
        _ => Some(format!("{value:?}f")),
    }
}

/// The initialiser of any value.
pub(crate) fn initializer(shape: &Shape, bytes: &[u8]) -> Option<Initializer> {
    match shape {
        Shape::Array(element, count) if element.size()? * count == bytes.len() as u64 => {
            array_initializer(element, bytes)
        }
        Shape::Struct { fields, size, .. } if *size == bytes.len() as u64 => {
            struct_initializer(fields, bytes)
        }
        Shape::Array(..) | Shape::Struct { .. } => None,
        _ => scalar_literal(shape, bytes).map(Initializer::Scalar),
    }
}

fn array_initializer(element: &Shape, bytes: &[u8]) -> Option<Initializer> {
    if let Some(text) = terminated_text(element, bytes) {
        return Some(Initializer::Text(text.to_vec()));
    }
    let size = usize::try_from(element.size()?).ok().filter(|&size| size > 0)?;
    let elements: Vec<&[u8]> = bytes.chunks_exact(size).collect();
    let elements: Option<Vec<_>> = written_elements(&elements)
        .iter()
        .map(|&bytes| {
            if *element == Shape::Unsigned(8) {
                return Some((None, Initializer::Scalar(format!("{:#04x}", bytes[0]))));
            }
            Some((None, initializer(element, bytes)?))
        })
        .collect();
    Some(Initializer::List(elements?))
}

/// The elements to be written: C fills up with zeros, which spares the reader a long tail of them.
fn written_elements<'a, 'b>(elements: &'a [&'b [u8]]) -> &'a [&'b [u8]] {
    let used = elements.iter().rposition(|bytes| !is_zero(bytes)).map_or(0, |last| last + 1);
    if elements.len() - used >= 4 { &elements[..used.max(1)] } else { elements }
}

/// The text of a character array that has room for its terminator.
fn terminated_text<'a>(element: &Shape, bytes: &'a [u8]) -> Option<&'a [u8]> {
    let text = text::without_trailing_zeros(bytes);
    let readable = match element {
        Shape::Char => text::is_text(text),
        Shape::Signed(8) | Shape::Unsigned(8) => !text.is_empty() && text::is_plain_text(text),
        _ => false,
    };
    (readable && text.len() < bytes.len()).then_some(text)
}

fn struct_initializer(fields: &[Field], bytes: &[u8]) -> Option<Initializer> {
    let plan = layout::plan(fields, bytes.len() as u64)?;
    let mut list = Vec::new();
    let mut written = 0;
    for member in &plan.members {
        let start = usize::try_from(member.offset).ok()?;
        let end = start + usize::try_from(member.shape.size()?).ok()?;
        let image = bytes.get(start..end)?;
        if !is_zero(&bytes[written..start]) {
            return None; // the padding holds something, and a plain struct cannot say what
        }
        written = end;
        if !member.is_padding || !is_zero(image) {
            list.push((Some(member.name.clone()), initializer(&member.shape, image)?));
        }
    }
    is_zero(&bytes[written..]).then_some(Initializer::List(list))
}

fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte == 0)
}
