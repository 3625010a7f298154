//! What a test is made from: the inputs of a path, its ending, and the program it belongs to.
//!
//! Invariants the caller keeps: `Input::bytes` is the memory image of the value, little-endian and
//! as long as its shape says; inputs stand in the order in which the program asked for them.

use coax_kinds::ErrorKind;

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
    /// An address: null, or a number nobody may follow.
    Pointer,
    /// Bytes nobody knows more about.
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
    /// A parameter of the entry function.
    Parameter {
        /// Counted from 0.
        index: u32,
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

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program ended by itself. (For an entry function: it returned; the status is not used.)
    Normal {
        /// The exit status, of which the operating system keeps the lowest byte.
        status: i32,
    },
    /// The program ended by itself, with an undefined status: `main` returns nothing.
    AnyStatus,
    /// An exception left the entry function.
    Exception,
    /// A catalogued error.
    Error {
        /// Its kind.
        kind: ErrorKind,
        /// The source file it happens in.
        file: String,
        /// The line there.
        line: u32,
        /// What exactly happens, in words.
        message: String,
    },
    /// An assumption of the program did not hold.
    AssumedAway,
}

/// A finished path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Names the test: file name without extension, and what `make check` prints.
    pub id: String,
    /// The function the path belongs to.
    pub unit: String,
    /// In the order in which the program asked for them.
    pub inputs: Vec<Input>,
    /// How it ended.
    pub ending: Ending,
    /// The concrete argument vector, program name first. An [`Source::Argument`] input takes the
    /// place of the one with its number, or comes after the last.
    pub args: Vec<Vec<u8>>,
}

impl Case {
    /// Whether the test is one that fails, kept in `errors/` rather than in `tests/`.
    pub fn is_error(&self) -> bool {
        matches!(self.ending, Ending::Error { .. })
    }
}

/// The function a path starts in, when it is not `main`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in the source.
    pub name: String,
    /// Its name for the linker, if that differs (C++).
    pub symbol: Option<String>,
    /// Its parameters.
    pub params: Vec<Shape>,
    /// What it returns; `None` for nothing.
    pub returns: Option<Shape>,
}

/// The program under test, as its user compiles it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Program {
    /// Source, bitcode or IR files, absolute (or relative to the folder of the tests).
    pub sources: Vec<String>,
    /// Flags that compile and link them; relative paths in them as in `sources`.
    pub cflags: Vec<String>,
    /// Whether it is linked, and its tests are written, as C++.
    pub cxx: bool,
    /// The function to call; `main` if `None`.
    pub entry: Option<Entry>,
}
