//! The names of C's arithmetic types. `char` is signed.

use coax_ir::partition::Number;

/// The type that a row of words names, as in `unsigned long`; qualifiers do not matter.
pub(crate) fn named(words: &[&str]) -> Option<Number> {
    let mut words: Vec<&str> =
        words.iter().copied().filter(|word| !QUALIFIERS.contains(word)).collect();
    words.sort_unstable();
    match words[..] {
        [word] => one_word(word),
        _ => several_words(&words),
    }
}

/// Words that say nothing about the values.
pub(crate) const QUALIFIERS: [&str; 9] = [
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
pub(crate) const TYPE_KEYWORDS: [&str; 16] = [
    "char", "short", "int", "long", "signed", "unsigned", "float", "double", "bool", "_Bool",
    "wchar_t", "char8_t", "char16_t", "char32_t", "void", "__int128",
];

fn one_word(word: &str) -> Option<Number> {
    let (width, signed) = match word {
        "bool" | "_Bool" => (1, false),
        "float" => return Some(Number::Single),
        "double" => return Some(Number::Double),
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
    Some(Number::int(width, signed))
}

/// Several keywords, sorted.
fn several_words(words: &[&str]) -> Option<Number> {
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
    Some(Number::int(width, signed))
}
