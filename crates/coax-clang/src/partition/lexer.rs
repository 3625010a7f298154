//! The words, numbers and signs that conditions are made of.

use coax_ir::partition::Number;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Double, Single};

use super::Fault;

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'t> {
    /// A name or keyword.
    Word(&'t str),
    /// A literal with a value, as the bits of its type.
    Number(Number, u64),
    /// A string literal. No condition depends on what is in it.
    Text,
    /// An operator or a bracket.
    Sign(&'static str),
    /// Nothing is left.
    End,
}

/// A token and the byte it begins at.
pub(super) type Placed<'t> = (Token<'t>, usize);

/// Operators and brackets, longer ones before those they begin with. Those that no condition may
/// have are here to be told from a row of shorter ones.
const SIGNS: [&str; 46] = [
    "<<=", ">>=", "...", "<=>", "::", "->", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "^=",
    "|=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/", "%", "<", ">", "=",
    "&", "^", "|", "!", "~", "?", ":", "(", ")", "[", "]", ",", ".", ";",
];

/// Cuts a text; the last token is the end.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed<'_>>, Fault> {
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let (token, length) = token(&text[at..]).map_err(|message| Fault { at, message })?;
        found.push((token, at));
        if token == Token::End {
            return Ok(found);
        }
        at += length;
    }
}

/// The first token of a text, and its length.
fn token(text: &str) -> Result<(Token<'_>, usize), String> {
    let bytes = text.as_bytes();
    match bytes {
        [] => Ok((Token::End, 0)),
        [b'0'..=b'9', ..] | [b'.', b'0'..=b'9', ..] => {
            let length = number_length(bytes);
            number(&text[..length]).map(|(ty, bits)| (Token::Number(ty, bits), length))
        }
        [b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.., ..] => word(text),
        [b'\'', ..] => {
            let length = quoted_length(bytes).ok_or("a character literal without an end")?;
            let value = character(&text[1..length - 1])?;
            Ok((Token::Number(Number::INT, value), length))
        }
        [b'"', ..] => {
            let length = quoted_length(bytes).ok_or("a string without an end")?;
            Ok((Token::Text, length))
        }
        _ => sign(text),
    }
}

fn word(text: &str) -> Result<(Token<'_>, usize), String> {
    let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let length = text.find(|c: char| !inside(c)).unwrap_or(text.len());
    match &text[length..] {
        rest if length == 0 => Err(unreadable(rest)),
        rest if rest.starts_with(['\'', '"']) => Err("a literal with a prefix".to_owned()),
        _ => Ok((Token::Word(&text[..length]), length)),
    }
}

fn sign(text: &str) -> Result<(Token<'_>, usize), String> {
    let sign = SIGNS.into_iter().find(|sign| text.starts_with(sign));
    sign.map(|sign| (Token::Sign(sign), sign.len())).ok_or_else(|| unreadable(text))
}

fn unreadable(text: &str) -> String {
    format!("`{}` has no meaning in a condition", text.chars().next().unwrap_or_default())
}

/// How long the number at the beginning is, as the preprocessor sees it.
fn number_length(bytes: &[u8]) -> usize {
    let mut length = 1;
    while let Some(&next) = bytes.get(length) {
        let signed = matches!(bytes[length - 1], b'e' | b'E' | b'p' | b'P');
        let inside = match next {
            b'+' | b'-' => signed,
            b'\'' => bytes.get(length + 1).is_some_and(u8::is_ascii_alphanumeric),
            _ => next.is_ascii_alphanumeric() || matches!(next, b'.' | b'_'),
        };
        if !inside {
            break;
        }
        length += 1;
    }
    length
}

/// How long the literal at the beginning is, with its quotes.
fn quoted_length(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match *bytes.get(at)? {
            b'\\' => at += 2,
            quote if quote == bytes[0] => return Some(at + 1),
            _ => at += 1,
        }
    }
}

fn number(text: &str) -> Result<(Number, u64), String> {
    let digits = text.replace('\'', "").to_ascii_lowercase();
    let hexadecimal = digits.starts_with("0x");
    let marks: &[char] = if hexadecimal { &['.', 'p'] } else { &['.', 'e'] };
    let read =
        if digits.contains(marks) { floating(&digits, hexadecimal) } else { integer(&digits) };
    read.ok_or_else(|| format!("`{text}` is no number of a type that conditions know"))
}

/// A floating literal, rounded once, to its own type.
fn floating(text: &str, hexadecimal: bool) -> Option<(Number, u64)> {
    let (digits, single) = match text.strip_suffix('f') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let bits = match (single, hexadecimal) {
        (true, true) => u64::try_from(hexadecimal_float::<Single>(digits)?).ok()?,
        (false, true) => u64::try_from(hexadecimal_float::<Double>(digits)?).ok()?,
        (true, false) => digits.parse::<f32>().ok()?.to_bits().into(),
        (false, false) => digits.parse::<f64>().ok()?.to_bits(),
    };
    Some((if single { Number::Single } else { Number::Double }, bits))
}

fn hexadecimal_float<F: Float>(text: &str) -> Option<u128> {
    let (digits, exponent) = text.strip_prefix("0x")?.split_once('p')?;
    let is_digit = |c: char| c.is_ascii_hexdigit() || c == '.';
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_number = !exponent.is_empty() && exponent.bytes().all(|b| b.is_ascii_digit());
    (digits.chars().all(is_digit) && is_number).then_some(())?;
    text.parse::<F>().ok().map(Float::to_bits)
}

/// An integer literal, in the first type of C's list that holds it.
fn integer(text: &str) -> Option<(Number, u64)> {
    let (digits, unsigned, long) = without_suffix(text)?;
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x', ..] => (&digits[2..], 16),
        [b'0', b'b', ..] => (&digits[2..], 2),
        [b'0', _, ..] => (&digits[1..], 8),
        _ => (digits, 10),
    };
    let value = u64::from_str_radix(digits, radix).ok()?;
    Some((integer_type(value, radix == 10, unsigned, long), value))
}

/// The digits, and whether `u` and `l` follow them.
fn without_suffix(text: &str) -> Option<(&str, bool, bool)> {
    let digits = text.trim_end_matches(['u', 'l']);
    let (unsigned, long) = match &text[digits.len()..] {
        "" => (false, false),
        "u" => (true, false),
        "l" | "ll" => (false, true),
        "ul" | "ull" | "lu" | "llu" => (true, true),
        _ => return None,
    };
    Some((digits, unsigned, long))
}

fn integer_type(value: u64, decimal: bool, unsigned: bool, long: bool) -> Number {
    let short = !long && value <= u32::MAX.into();
    let signed = !unsigned;
    if short && signed && i32::try_from(value).is_ok() {
        Number::INT
    } else if short && (unsigned || !decimal) {
        Number::UNSIGNED
    } else if signed && i64::try_from(value).is_ok() {
        Number::LONG
    } else {
        Number::UNSIGNED_LONG
    }
}

/// The value of a character, whose type is `char`, as an `int`.
fn character(text: &str) -> Result<u64, String> {
    let byte = match text.as_bytes() {
        [byte] if byte.is_ascii() && *byte != b'\\' => Some(*byte),
        [b'\\', b'x', digits @ ..] if digits.iter().all(u8::is_ascii_hexdigit) => {
            u8::from_str_radix(&text[2..], 16).ok()
        }
        [b'\\', b'0'..=b'7', ..] if text.len() <= 4 => u8::from_str_radix(&text[1..], 8).ok(),
        [b'\\', escape] => escaped(*escape),
        _ => None,
    };
    let byte = byte.ok_or_else(|| format!("`'{text}'` is not one character"))?;
    Ok(u64::from(i32::from(byte.cast_signed()).cast_unsigned()))
}

fn escaped(letter: u8) -> Option<u8> {
    Some(match letter {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'a' => 7,
        b'b' => 8,
        b'v' => 11,
        b'f' => 12,
        b'e' => 27,
        b'\'' | b'"' | b'\\' | b'?' => letter,
        _ => return None,
    })
}
