//! C's arithmetic types, as LP64 lays them out: promotion, the usual conversions, and what a
//! conversion does to a term. `char` is signed; `long long` is not told from `long`, which has its
//! width.

use coax_expr::{FloatCompare, FloatFormat, Pool, Term};
use coax_ir::Kind;

/// An arithmetic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// An integer; `bool` is the one of width 1.
    Int { width: u32, signed: bool },
    /// A floating type.
    Float(FloatFormat),
}

impl Type {
    pub(super) const BOOL: Type = Type::int(1, false);
    pub(super) const INT: Type = Type::int(32, true);
    pub(super) const UNSIGNED: Type = Type::int(32, false);
    pub(super) const LONG: Type = Type::int(64, true);
    pub(super) const UNSIGNED_LONG: Type = Type::int(64, false);
    pub(super) const FLOAT: Type = Type::Float(FloatFormat::Single);
    pub(super) const DOUBLE: Type = Type::Float(FloatFormat::Double);

    const fn int(width: u32, signed: bool) -> Type {
        Type::Int { width, signed }
    }

    /// The type of a parameter; none for what is no number of C's.
    pub(super) fn of_parameter(kind: Kind, signed: bool) -> Option<Type> {
        match kind {
            Kind::Int(1) => Some(Type::BOOL),
            Kind::Int(width @ (8 | 16 | 32 | 64)) => Some(Type::int(width.into(), signed)),
            Kind::F32 => Some(Type::FLOAT),
            Kind::F64 => Some(Type::DOUBLE),
            _ => None,
        }
    }

    /// The type that a row of words names, as in `unsigned long`; qualifiers do not matter.
    pub(super) fn named(words: &[&str]) -> Option<Type> {
        let mut words: Vec<&str> =
            words.iter().copied().filter(|word| !QUALIFIERS.contains(word)).collect();
        words.sort_unstable();
        match words[..] {
            [word] => one_word(word),
            _ => several_words(&words),
        }
    }

    /// Is it an integer type without negative numbers?
    pub(super) fn is_unsigned(self) -> bool {
        matches!(self, Type::Int { signed: false, .. })
    }

    /// Is it an integer type?
    pub(super) fn is_int(self) -> bool {
        matches!(self, Type::Int { .. })
    }

    /// Bits of a value.
    pub(super) fn width(self) -> u32 {
        match self {
            Type::Int { width, .. } => width,
            Type::Float(format) => format.width(),
        }
    }

    /// What arithmetic makes of it: nothing is narrower than `int`.
    pub(super) fn promoted(self) -> Type {
        if self.is_int() && self.width() < 32 { Type::INT } else { self }
    }

    /// The type two operands meet in.
    pub(super) fn common(a: Type, b: Type) -> Type {
        match (a.promoted(), b.promoted()) {
            (Type::Float(a), Type::Float(b)) => {
                Type::Float(if a.width() < b.width() { b } else { a })
            }
            (float @ Type::Float(_), _) | (_, float @ Type::Float(_)) => float,
            (a, b) if a.width() == b.width() && b.is_unsigned() => b,
            (a, b) => {
                if a.width() < b.width() {
                    b
                } else {
                    a
                }
            }
        }
    }
}

/// Words that say nothing about the values.
pub(super) const QUALIFIERS: [&str; 9] = [
    "const",
    "volatile",
    "restrict",
    "__restrict",
    "register",
    "static",
    "extern",
    "typename",
    "constexpr",
];

/// Words that only name arithmetic types, `void` aside, and cannot name anything else.
pub(super) const TYPE_KEYWORDS: [&str; 16] = [
    "char", "short", "int", "long", "signed", "unsigned", "float", "double", "bool", "_Bool",
    "wchar_t", "char8_t", "char16_t", "char32_t", "void", "__int128",
];

fn one_word(word: &str) -> Option<Type> {
    let (width, signed) = match word {
        "bool" | "_Bool" => (1, false),
        "float" => return Some(Type::FLOAT),
        "double" => return Some(Type::DOUBLE),
        "char" | "int8_t" | "int_least8_t" | "int_fast8_t" => (8, true),
        "uint8_t" | "uint_least8_t" | "uint_fast8_t" | "u_int8_t" | "u_char" | "char8_t" => {
            (8, false)
        }
        "short" | "int16_t" | "int_least16_t" => (16, true),
        "uint16_t" | "uint_least16_t" | "u_int16_t" | "u_short" | "ushort" | "char16_t" => {
            (16, false)
        }
        "int" | "signed" | "int32_t" | "int_least32_t" | "wchar_t" => (32, true),
        "unsigned" | "uint32_t" | "uint_least32_t" | "u_int32_t" | "u_int" | "uint"
        | "char32_t" => (32, false),
        "long" | "int64_t" | "int_least64_t" | "int_fast16_t" | "int_fast32_t" | "int_fast64_t"
        | "intptr_t" | "intmax_t" | "ssize_t" | "ptrdiff_t" | "off_t" => (64, true),
        "uint64_t" | "uint_least64_t" | "uint_fast16_t" | "uint_fast32_t" | "uint_fast64_t"
        | "u_int64_t" | "uintptr_t" | "uintmax_t" | "size_t" | "u_long" | "ulong" => (64, false),
        _ => return None,
    };
    Some(Type::int(width, signed))
}

/// Several keywords, sorted.
fn several_words(words: &[&str]) -> Option<Type> {
    let (words, signed) = match words {
        [rest @ .., "signed"] => (rest, true),
        [rest @ .., "unsigned"] => (rest, false),
        _ => (words, true),
    };
    let width = match words {
        ["char"] => 8,
        ["short"] | ["int", "short"] => 16,
        ["int"] => 32,
        ["long"] | ["int", "long"] | ["long", "long"] | ["int", "long", "long"] => 64,
        _ => return None,
    };
    Some(Type::int(width, signed))
}

/// A value of one type as one of another. What C leaves open is as the terms have it.
pub(super) fn converted(pool: &mut Pool, value: Term, from: Type, to: Type) -> Term {
    match (from, to) {
        (_, Type::BOOL) => truth(pool, value, from),
        (Type::Int { width, signed: true }, Type::Int { width: wider, .. }) if width < wider => {
            pool.sext(value, wider)
        }
        (Type::Int { .. }, Type::Int { width, .. }) => pool.resize(value, width),
        (Type::Int { signed, .. }, Type::Float(format)) => pool.int_to_float(signed, format, value),
        (Type::Float(format), Type::Int { width, signed }) => {
            pool.float_to_int(signed, format, value, width)
        }
        (Type::Float(from), Type::Float(to)) => pool.float_to_float(from, to, value),
    }
}

/// Is the value other than 0? A NaN is.
fn truth(pool: &mut Pool, value: Term, ty: Type) -> Term {
    let zero = pool.constant(ty.width(), 0);
    match ty {
        Type::BOOL => value,
        Type::Int { .. } => pool.ne(value, zero),
        Type::Float(format) => {
            let equal = pool.float_compare(FloatCompare::Eq, format, value, zero);
            pool.not(equal)
        }
    }
}
