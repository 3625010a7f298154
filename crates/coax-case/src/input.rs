//! Inputs that a program asks for: where they come from, what their bytes mean, and the bytes.
//!
//! A shape says what a test needs to write a value without the program's own types: tests that are
//! only linked with a program cannot name those.

/// What some bytes mean, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A truth value of one byte.
    Bool,
    /// Plain `char`, a letter more often than a number.
    Char,
    /// A signed integer of that many bits.
    Signed(u32),
    /// An unsigned integer of that many bits.
    Unsigned(u32),
    /// A binary floating-point number of that many bits.
    Float(u32),
    /// An address: null, or a number that must not be followed.
    Pointer,
    /// Bytes of which nothing more is known.
    Bytes,
    /// That many elements, one after the other.
    Array(Box<Shape>, u64),
    /// A struct or class.
    Struct {
        /// Its tag, if it has one.
        name: Option<String>,
        /// Its fields by rising offset; gaps between them are padding.
        fields: Vec<Field>,
        /// Its size in bytes, trailing padding included.
        size: u64,
    },
}

/// One field of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Where it starts, in bytes.
    pub offset: u64,
    /// What it holds.
    pub shape: Shape,
}

impl Shape {
    /// The size in bytes, or `None` for bytes of any number.
    pub fn size(&self) -> Option<u64> {
        match self {
            Shape::Bool | Shape::Char => Some(1),
            Shape::Signed(bits) | Shape::Unsigned(bits) => {
                Some(u64::from(bits.div_ceil(8)).next_power_of_two())
            }
            Shape::Float(80) => Some(16),
            Shape::Float(bits) => Some(u64::from(bits / 8)),
            Shape::Pointer => Some(8),
            Shape::Bytes => None,
            Shape::Array(element, count) => Some(element.size()? * count),
            Shape::Struct { size, .. } => Some(*size),
        }
    }
}

/// Where an input came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Bytes written to an address the program named.
    Object {
        /// `coax_symbolic`, `klee_make_symbolic`, …
        word: String,
        /// The name the program gave.
        name: String,
    },
    /// A returned scalar.
    Value {
        /// `coax_int`, `klee_range`, `__VERIFIER_nondet_uint`, …
        word: String,
        /// The name the program gave, if the word takes one.
        name: Option<String>,
    },
    /// `argv[n]`; what follows its first zero byte is not seen by well-behaved programs.
    Argument(u32),
    /// All of standard input.
    Stdin,
    /// A file of that name in the working directory.
    File(String),
    /// A parameter of the function that is called.
    Parameter {
        /// Its name in the program.
        name: String,
    },
}

/// One input: where it came from, what it means, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where it came from.
    pub source: Source,
    /// What the bytes mean.
    pub shape: Shape,
    /// The memory image.
    pub bytes: Vec<u8>,
}
