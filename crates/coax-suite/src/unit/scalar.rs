//! Numbers, characters and enumerators as people write them.
//!
//! Invariant: a literal has exactly the bytes it was made from once it is converted to its type;
//! `None` means that the language has no words for them.

use coax_ir::{Enumerator, Type, TypeId};

use super::types::Types;
use crate::{
    text::char_literal,
    value::{double_literal, float_literal, signed_literal, wide_literal},
};

impl Types<'_> {
    /// The literal of a number, character, truth value or enumerator.
    pub fn scalar(&self, ty: TypeId, bytes: &[u8]) -> Option<String> {
        let mut image = [0; 16];
        image.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let raw = u128::from_le_bytes(image);
        match &*self.bare(ty) {
            Type::Bool if raw > 1 => None,
            Type::Bool if self.cxx => Some((raw == 1).to_string()),
            Type::Bool => Some(raw.to_string()),
            Type::Int { name, bits: 8, .. } if &**name == "char" => Some(character(bytes[0])),
            Type::Int { name, bits, signed, .. } => Some(integer(raw, *bits, *signed, name)),
            Type::Enum { bits, signed, values, .. } => {
                Some(self.enumerator(ty, integer_value(raw, *bits, *signed)?, values))
            }
            Type::Float { bits: 32, .. } => float(raw as u32),
            Type::Float { bits: 64, .. } => double(raw as u64),
            Type::Float { bits: 80 | 128, .. } if cfg!(target_arch = "x86_64") => long_double(raw),
            _ => None,
        }
    }

    /// The same where sizes are decimal numbers, however large.
    pub fn natural_scalar(&self, ty: TypeId, bytes: &[u8]) -> Option<String> {
        let is_size = matches!(&*self.program.type_of(ty), Type::Typedef { name, .. }
            if ["size_t", "std::size_t"].contains(&&**name));
        let literal = self.scalar(ty, bytes)?;
        match bytes.try_into().map(u64::from_le_bytes) {
            Ok(size) if is_size && literal.starts_with("0x") => {
                let suffix = if size > i64::MAX as u64 { "u" } else { "" };
                Some(format!("{size}{suffix}"))
            }
            _ => Some(literal),
        }
    }

    /// Bits of a bit-field.
    pub fn bit_field(&self, ty: TypeId, raw: u64, width: u64) -> Option<String> {
        let width = u32::try_from(width).ok().filter(|width| (1..=64).contains(width))?;
        match &*self.bare(ty) {
            Type::Bool => Some(raw.to_string()),
            Type::Int { signed, .. } => {
                Some(integer_value(raw.into(), width, *signed)?.to_string())
            }
            Type::Enum { signed, values, .. } => {
                Some(self.enumerator(ty, integer_value(raw.into(), width, *signed)?, values))
            }
            _ => None,
        }
    }

    fn enumerator(&self, ty: TypeId, value: i128, values: &[Enumerator]) -> String {
        let spelled = self.cxx.then(|| self.spell(self.assignable(ty))).flatten();
        let known = values.iter().find(|known| i128::from(known.value) == value);
        match (known, spelled) {
            (Some(known), Some(scope)) => format!("{scope}::{}", known.name),
            (Some(known), None) => known.name.to_string(),
            (None, Some(scope)) => format!("({scope}){value}"),
            (None, None) => value.to_string(),
        }
    }

    /// A scalar of exactly its type: what overloaded functions of C++ are chosen by.
    pub fn typed_scalar(&self, ty: TypeId, literal: String) -> String {
        if !self.cxx {
            return literal;
        }
        let suffix = match &*self.bare(ty) {
            Type::Int { name, bits: 8, .. } if &**name == "char" && literal.starts_with('\'') => "",
            Type::Int { name, .. } => match &**name {
                "int" => "",
                "unsigned int" => "u",
                "long" => "L",
                "unsigned long" => "UL",
                _ => return self.cast(ty, literal),
            },
            Type::Float { bits: 32 | 64, .. } | Type::Bool | Type::Enum { .. } => "",
            _ => return self.cast(ty, literal),
        };
        let is_digits = literal.starts_with(|first: char| first.is_ascii_digit() || first == '-');
        if suffix.is_empty() || !is_digits || literal.contains(' ') {
            return literal;
        }
        format!("{}{suffix}", literal.trim_end_matches(['u', 'U', 'l', 'L']))
    }

    fn cast(&self, ty: TypeId, literal: String) -> String {
        match self.spell(self.assignable(ty)) {
            Some(name) if literal.contains(' ') => format!("({name})({literal})"),
            Some(name) => format!("({name}){literal}"),
            None => literal,
        }
    }
}

/// Letters as letters; what is none, as the number it is.
fn character(byte: u8) -> String {
    match byte {
        0 | b'\t' | b'\n' | b'\r' | b' '..=b'~' => char_literal(byte),
        _ => (byte as i8).to_string(),
    }
}

fn integer_value(raw: u128, bits: u32, signed: bool) -> Option<i128> {
    let shift = 128_u32.checked_sub(bits)?;
    let value = (raw << shift) as i128;
    let unsigned = i128::try_from((raw << shift) >> shift);
    if signed { Some(value >> shift) } else { unsigned.ok() }
}

fn integer(raw: u128, bits: u32, signed: bool, name: &str) -> String {
    if let Some(limit) = limit(raw, bits, signed, name) {
        return limit.into();
    }
    match (integer_value(raw, bits, signed), signed) {
        (Some(value), true) => signed_literal(value),
        (Some(value), false) if value <= i32::MAX.into() => value.to_string(),
        // So large and unsigned, it is flags, a mask or a wrapped number: digits that show bits.
        (Some(value), false) if bits <= 64 => format!("{value:#x}u"),
        _ => wide_literal(raw),
    }
}

/// The names of <limits.h>.
fn limit(raw: u128, bits: u32, signed: bool, name: &str) -> Option<&'static str> {
    let long_long = name.contains("long long");
    let value = integer_value(raw, bits, signed)?;
    Some(match (bits, signed) {
        (16, true) if value == i16::MIN.into() => "SHRT_MIN",
        (16, true) if value == i16::MAX.into() => "SHRT_MAX",
        (16, false) if value == u16::MAX.into() => "USHRT_MAX",
        (32, true) if value == i32::MIN.into() => "INT_MIN",
        (32, true) if value == i32::MAX.into() => "INT_MAX",
        (32, false) if value == u32::MAX.into() => "UINT_MAX",
        (64, true) if value == i64::MIN.into() && long_long => "LLONG_MIN",
        (64, true) if value == i64::MIN.into() => "LONG_MIN",
        (64, true) if value == i64::MAX.into() && long_long => "LLONG_MAX",
        (64, true) if value == i64::MAX.into() => "LONG_MAX",
        (64, false) if value == u64::MAX.into() && long_long => "ULLONG_MAX",
        (64, false) if value == u64::MAX.into() => "ULONG_MAX",
        _ => return None,
    })
}

fn float(bits: u32) -> Option<String> {
    match bits {
        0x7fc0_0000 => Some("__builtin_nanf(\"\")".into()),
        _ => float_literal(f32::from_bits(bits)),
    }
}

fn double(bits: u64) -> Option<String> {
    match bits {
        0x7ff8_0000_0000_0000 => Some("__builtin_nan(\"\")".into()),
        _ => double_literal(f64::from_bits(bits)),
    }
}

/// Those of the x87's numbers that a `double` has too.
fn long_double(raw: u128) -> Option<String> {
    let (mantissa, rest) = (raw as u64, (raw >> 64) as u64);
    let (sign, exponent) = (rest >> 15 & 1, i64::try_from(rest & 0x7fff).ok()?);
    if rest >> 16 != 0 || (raw != 0 && (mantissa >> 63 == 0 || mantissa & 0x7ff != 0)) {
        return None;
    }
    let exponent = exponent - 16383 + 1023;
    let bits = match raw {
        0 => 0,
        _ if !(1..2047).contains(&exponent) => return None,
        _ => sign << 63 | (exponent as u64) << 52 | (mantissa << 1) >> 12,
    };
    Some(format!("{}L", double_literal(f64::from_bits(bits))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_the_names_and_digits_people_use() {
        let int = |value: i32| integer(u128::from(value as u32), 32, true, "int");
        assert_eq!(int(-7), "-7");
        assert_eq!((int(i32::MIN), int(i32::MAX)), ("INT_MIN".into(), "INT_MAX".into()));
        let long = |value: i64, name| integer(u128::from(value as u64), 64, true, name);
        assert_eq!(long(i64::MIN, "long"), "LONG_MIN");
        assert_eq!(long(i64::MAX, "long long"), "LLONG_MAX");
        assert_eq!(long(1 << 40, "long"), "1099511627776");
        assert_eq!(integer(0xdead_beef, 32, false, "unsigned int"), "0xdeadbeefu");
        assert_eq!(integer(255, 8, false, "unsigned char"), "255");
        assert_eq!(integer(u128::from(u64::MAX), 64, false, "unsigned long"), "ULONG_MAX");
        assert_eq!(
            integer(1 << 100, 128, false, "x"),
            "(unsigned __int128)0x1000000000 << 64 | 0x0"
        );
    }

    #[test]
    fn characters_are_letters_or_numbers() {
        assert_eq!([b'a', 0, b'\'', 0xff, 1].map(character), ["'a'", r"'\0'", r"'\''", "-1", "1"]);
    }

    #[test]
    fn floating_point_numbers() {
        assert_eq!(double(1.5f64.to_bits()).unwrap(), "1.5");
        assert_eq!(double(0x7ff8_0000_0000_0001), None, "a payload");
        assert_eq!(float(f32::NEG_INFINITY.to_bits()).unwrap(), "-__builtin_inff()");
        let one_and_a_half = 0x3fff_u128 << 64 | 0xc000_0000_0000_0000;
        assert_eq!(long_double(one_and_a_half).unwrap(), "1.5L");
        assert_eq!(long_double(one_and_a_half | 1 << 79).unwrap(), "-1.5L");
        assert_eq!(long_double(one_and_a_half | 1), None, "too precise for a double");
        assert_eq!(long_double(0).unwrap(), "0.0L");
    }
}
