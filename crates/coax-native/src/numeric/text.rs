//! The number halves of printf and scanf, done by the C library's own code.
//!
//! Invariants: the process never calls `setlocale`, so everything here is in the "C" locale.
//! Lengths (`h`, `l`, ...) are resolved by the caller: a [`Number`] is already as wide as it gets.

use super::{F80, Number};
use std::ffi::{CString, c_char, c_int};
use std::ptr;

/// One printf conversion with numbers in place of `*`, and without its length modifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormatSpec {
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// ` `
    pub space: bool,
    /// `#`
    pub alternate: bool,
    /// `0`
    pub zero: bool,
    /// `'`
    pub grouping: bool,
    /// The minimum width.
    pub width: Option<u32>,
    /// The precision.
    pub precision: Option<u32>,
    /// The conversion letter: one of `diouxXbBcpfFeEgGaA`.
    pub conversion: u8,
}

/// Why a number was not formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// The conversion does not take a number of this kind, or is none for numbers.
    Mismatch,
    /// printf itself failed, with this `errno`.
    Failed(i32),
    /// The text would have this many bytes, more than we are willing to hold.
    TooLong(usize),
}

impl FormatSpec {
    /// Reads `%[flags][width][.precision][length]letter`, the whole text; the length is skipped.
    pub fn parse(text: &[u8]) -> Option<FormatSpec> {
        let mut spec = FormatSpec::default();
        let mut rest = text.strip_prefix(b"%")?;
        while let Some((flag, tail)) =
            rest.split_first().and_then(|(&byte, tail)| spec.flag(byte).map(|flag| (flag, tail)))
        {
            *flag = true;
            rest = tail;
        }
        (spec.width, rest) = digits(rest)?;
        if let Some(tail) = rest.strip_prefix(b".") {
            let (precision, tail) = digits(tail)?;
            spec.precision = Some(precision.unwrap_or(0));
            rest = tail;
        }
        let (&letter, length) = rest.split_last()?;
        spec.conversion = letter;
        let known = matches!(length, b"" | b"h" | b"hh" | b"l" | b"ll" | b"j" | b"z" | b"t" | b"L");
        (known && letter.is_ascii_alphabetic()).then_some(spec)
    }

    fn flag(&mut self, byte: u8) -> Option<&mut bool> {
        Some(match byte {
            b'-' => &mut self.left,
            b'+' => &mut self.plus,
            b' ' => &mut self.space,
            b'#' => &mut self.alternate,
            b'0' => &mut self.zero,
            b'\'' => &mut self.grouping,
            _ => return None,
        })
    }

    /// The conversion as C text, with this length modifier.
    fn to_c(self, length: &str) -> CString {
        let mut text = String::from("%");
        let flags = [
            (self.left, '-'),
            (self.plus, '+'),
            (self.space, ' '),
            (self.alternate, '#'),
            (self.zero, '0'),
            (self.grouping, '\''),
        ];
        text.extend(flags.iter().filter(|(set, _)| *set).map(|(_, letter)| letter));
        text.extend(self.width.map(|width| width.to_string()));
        text.extend(self.precision.map(|precision| format!(".{precision}")));
        text.push_str(length);
        text.push(char::from(self.conversion));
        CString::new(text).expect("the conversion letter was checked, nothing else can be NUL")
    }
}

/// The leading decimal number, if any; `None` if it is too large for `int`.
fn digits(text: &[u8]) -> Option<(Option<u32>, &[u8])> {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    if end == 0 {
        return Some((None, text));
    }
    let value = std::str::from_utf8(&text[..end]).ok()?.parse::<i32>().ok()?;
    Some((u32::try_from(value).ok(), &text[end..]))
}

/// A width can ask for 2 GB of blanks; no honest program needs more than this.
const LONGEST_TEXT: usize = 64 << 20;

unsafe extern "C" {
    fn coax_snprintf_f80(
        out: *mut c_char,
        size: usize,
        format: *const c_char,
        value: *const u128,
    ) -> c_int;
    fn coax_strtold(text: *const c_char, end: *mut *mut c_char, value: *mut u128);
}

/// The text printf makes of one number.
pub fn format_one(spec: &FormatSpec, argument: Number) -> Result<Vec<u8>, FormatError> {
    match (spec.conversion, argument) {
        (b'd' | b'i', _) => format_signed(spec, integer(argument)? as i64),
        (b'u' | b'o' | b'x' | b'X' | b'b' | b'B', _) => format_unsigned(spec, integer(argument)?),
        (b'c', _) => format_char(spec, integer(argument)? as c_int),
        (b'p', _) => format_pointer(spec, integer(argument)?),
        (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', _) => match argument {
            Number::F32(value) => format_f64(spec, value.into()),
            Number::F64(value) => format_f64(spec, value),
            Number::F80(value) => format_f80(spec, value),
            _ => Err(FormatError::Mismatch),
        },
        _ => Err(FormatError::Mismatch),
    }
}

/// The bits of an integer or address, as wide as `long long`.
fn integer(number: Number) -> Result<u64, FormatError> {
    match number {
        Number::Int(value) => Ok(value as u64),
        Number::Uint(value) | Number::Pointer(value) => Ok(value),
        _ => Err(FormatError::Mismatch),
    }
}

fn format_signed(spec: &FormatSpec, value: i64) -> Result<Vec<u8>, FormatError> {
    let format = spec.to_c("ll");
    // SAFETY: the format takes exactly one `long long`; snprintf keeps to the size.
    printed(|out, size| unsafe { libc::snprintf(out, size, format.as_ptr(), value) })
}

fn format_unsigned(spec: &FormatSpec, value: u64) -> Result<Vec<u8>, FormatError> {
    let format = spec.to_c("ll");
    // SAFETY: the format takes exactly one `unsigned long long`; snprintf keeps to the size.
    printed(|out, size| unsafe { libc::snprintf(out, size, format.as_ptr(), value) })
}

fn format_char(spec: &FormatSpec, value: c_int) -> Result<Vec<u8>, FormatError> {
    let format = spec.to_c("");
    // SAFETY: the format takes exactly one `int`; snprintf keeps to the size.
    printed(|out, size| unsafe { libc::snprintf(out, size, format.as_ptr(), value) })
}

fn format_pointer(spec: &FormatSpec, value: u64) -> Result<Vec<u8>, FormatError> {
    let format = spec.to_c("");
    let address = ptr::without_provenance::<u8>(value as usize);
    // SAFETY: the format takes exactly one pointer, which is printed and never followed.
    printed(|out, size| unsafe { libc::snprintf(out, size, format.as_ptr(), address) })
}

fn format_f64(spec: &FormatSpec, value: f64) -> Result<Vec<u8>, FormatError> {
    let format = spec.to_c("");
    // SAFETY: the format takes exactly one `double`; snprintf keeps to the size.
    printed(|out, size| unsafe { libc::snprintf(out, size, format.as_ptr(), value) })
}

fn format_f80(spec: &FormatSpec, value: F80) -> Result<Vec<u8>, FormatError> {
    let format = spec.to_c("L");
    let bits = value.to_bits();
    // SAFETY: the format takes exactly one `long double`, read from a valid, aligned slot.
    printed(|out, size| unsafe { coax_snprintf_f80(out, size, format.as_ptr(), &bits) })
}

/// Runs an snprintf once into a small buffer, and again if the text did not fit.
fn printed(print: impl Fn(*mut c_char, usize) -> c_int) -> Result<Vec<u8>, FormatError> {
    let mut text = vec![0; 64];
    loop {
        let length = print(text.as_mut_ptr().cast(), text.len());
        let Ok(length) = usize::try_from(length) else {
            let errno = std::io::Error::last_os_error().raw_os_error();
            return Err(FormatError::Failed(errno.unwrap_or(libc::EINVAL)));
        };
        if length < text.len() {
            text.truncate(length);
            return Ok(text);
        }
        if length > LONGEST_TEXT {
            return Err(FormatError::TooLong(length));
        }
        text.resize(length + 1, 0);
    }
}

/// A float read from text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parsed<T> {
    /// The value; zero if there was no number.
    pub value: T,
    /// How many bytes were used, leading blanks included; zero if there was no number.
    pub consumed: usize,
    /// `ERANGE` on overflow and underflow, else zero.
    pub errno: i32,
}

/// `strtod` on text that ends with the slice or at a NUL in it.
pub fn parse_f64(text: &[u8]) -> Parsed<f64> {
    // SAFETY: `parse` passes a terminated string and a valid place for the end.
    parse(text, |start, end| unsafe { libc::strtod(start, end) })
}

/// `strtof` on text that ends with the slice or at a NUL in it.
pub fn parse_f32(text: &[u8]) -> Parsed<f32> {
    // SAFETY: `parse` passes a terminated string and a valid place for the end.
    parse(text, |start, end| unsafe { libc::strtof(start, end) })
}

/// `strtold` on text that ends with the slice or at a NUL in it.
pub fn parse_f80(text: &[u8]) -> Parsed<F80> {
    parse(text, |start, end| {
        let mut bits = 0;
        // SAFETY: `parse` passes a terminated string and a valid place for the end; the value goes
        // to a valid, aligned slot.
        unsafe { coax_strtold(start, end, &mut bits) };
        F80::from_bits(bits)
    })
}

fn parse<T>(text: &[u8], convert: impl FnOnce(*const c_char, *mut *mut c_char) -> T) -> Parsed<T> {
    let candidate = CString::new(float_prefix(text)).expect("the prefix stops at a NUL");
    let mut end = ptr::null_mut();
    // SAFETY: the address of this thread's errno, valid as long as the thread.
    let errno = unsafe { libc::__errno_location() };
    // SAFETY: as above.
    unsafe { *errno = 0 };
    let value = convert(candidate.as_ptr(), &mut end);
    // SAFETY: as above.
    let errno = unsafe { *errno };
    let consumed = end.addr() - candidate.as_ptr().addr();
    Parsed { value, consumed, errno }
}

/// Blanks and then every byte that can be in a float: what strtod could use at most. Bounded by the
/// number itself, so that reading numbers out of a long text one by one stays linear.
fn float_prefix(text: &[u8]) -> &[u8] {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let start = text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len());
    let in_float = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-._()".contains(byte);
    let length = text[start..].iter().position(|byte| !in_float(byte));
    length.map_or(text, |length| &text[..start + length])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(spec: &str, number: Number) -> String {
        let spec = FormatSpec::parse(spec.as_bytes()).unwrap_or_else(|| panic!("bad {spec}"));
        String::from_utf8(format_one(&spec, number).expect("printf works")).expect("ASCII")
    }

    #[test]
    fn integers() {
        assert_eq!(text("%d", Number::Int(-42)), "-42");
        assert_eq!(text("%+05lld", Number::Int(42)), "+0042");
        assert_eq!(text("%-6i", Number::Int(7)), "7     ");
        assert_eq!(text("% d", Number::Int(7)), " 7");
        assert_eq!(text("%.3d", Number::Int(7)), "007");
        assert_eq!(text("%.0d", Number::Int(0)), "");
        assert_eq!(text("%#x", Number::Uint(0xbeef)), "0xbeef");
        assert_eq!(text("%#010X", Number::Uint(0xbeef)), "0X0000BEEF");
        assert_eq!(text("%#o", Number::Uint(8)), "010");
        assert_eq!(text("%#b", Number::Uint(5)), "0b101");
        assert_eq!(text("%lu", Number::Uint(u64::MAX)), "18446744073709551615");
        assert_eq!(text("%ld", Number::Int(i64::MIN)), "-9223372036854775808");
        assert_eq!(text("%300d", Number::Int(1)).len(), 300);
    }

    #[test]
    fn characters_and_pointers() {
        assert_eq!(text("%c", Number::Int(65)), "A");
        assert_eq!(text("%3c", Number::Int(65)), "  A");
        let nul = FormatSpec { conversion: b'c', ..FormatSpec::default() };
        assert_eq!(format_one(&nul, Number::Int(0)), Ok(vec![0]));
        assert_eq!(text("%p", Number::Pointer(0x1234)), "0x1234");
        assert_eq!(text("%p", Number::Pointer(0)), "(nil)");
    }

    #[test]
    fn doubles() {
        assert_eq!(text("%f", Number::F64(1.0 / 3.0)), "0.333333");
        assert_eq!(text("%.17g", Number::F64(0.1)), "0.10000000000000001");
        assert_eq!(text("%+.3e", Number::F64(12345.678)), "+1.235e+04");
        assert_eq!(text("%a", Number::F64(1.0)), "0x1p+0");
        assert_eq!(text("%#.0f", Number::F64(2.5)), "2.");
        assert_eq!(text("%08.2F", Number::F64(-1.5)), "-0001.50");
        assert_eq!(text("%f", Number::F64(f64::NEG_INFINITY)), "-inf");
        assert_eq!(text("%G", Number::F64(f64::NAN)), "NAN");
        assert_eq!(text("%.0f", Number::F64(f64::MAX)).len(), 309);
        assert_eq!(text("%g", Number::F32(0.5)), "0.5");
    }

    #[test]
    fn long_doubles() {
        let third = F80::from_f64(1.0).div(F80::from_f64(3.0));
        assert_eq!(text("%.20Lf", Number::F80(third)), "0.33333333333333333334");
        assert_eq!(text("%Lg", Number::F80(F80::from_f64(-2.5))), "-2.5");
        assert_eq!(text("%La", Number::F80(F80::from_f64(1.0))), "0x8p-3");
    }

    #[test]
    fn mismatches_are_errors() {
        let spec = |text: &[u8]| FormatSpec::parse(text).expect("a conversion");
        assert_eq!(format_one(&spec(b"%d"), Number::F64(1.0)), Err(FormatError::Mismatch));
        assert_eq!(format_one(&spec(b"%f"), Number::Int(1)), Err(FormatError::Mismatch));
        assert_eq!(format_one(&spec(b"%s"), Number::Int(1)), Err(FormatError::Mismatch));
        assert_eq!(format_one(&spec(b"%n"), Number::Int(1)), Err(FormatError::Mismatch));
        assert_eq!(FormatSpec::parse(b"%*d"), None);
        assert_eq!(FormatSpec::parse(b"%99999999999d"), None);
        assert_eq!(FormatSpec::parse(b"d"), None);
    }

    #[test]
    fn absurd_widths_are_not_expanded() {
        let spec = FormatSpec::parse(b"%100000000d").expect("a conversion");
        assert!(matches!(format_one(&spec, Number::Int(1)), Err(FormatError::TooLong(100000000))));
    }

    #[test]
    fn reading_doubles() {
        let parsed = parse_f64(b"  -12.5e1xyz");
        assert_eq!((parsed.value, parsed.consumed, parsed.errno), (-125.0, 9, 0));
        assert_eq!(parse_f64(b"0x1.8p3,").value, 12.0);
        assert_eq!(
            parse_f64(b"1e400"),
            Parsed { value: f64::INFINITY, consumed: 5, errno: libc::ERANGE }
        );
        assert_eq!(parse_f64(b"infinity!").consumed, 8);
        assert!(parse_f64(b"nan(7)").value.is_nan());
        assert_eq!(parse_f64(b"nan(7)").consumed, 6);
        assert_eq!(parse_f64(b"  abc").consumed, 0);
        assert_eq!(parse_f64(b"   ").consumed, 0);
        assert_eq!(parse_f64(b"1\x002").consumed, 1);
        assert_eq!(parse_f64(b"\0").consumed, 0);
        assert_eq!(parse_f64(b"1.5\xff").value, 1.5);
    }

    #[test]
    fn reading_floats_and_long_doubles() {
        assert_eq!(parse_f32(b"0.1").value, 0.1f32);
        assert_eq!(parse_f32(b"1e39").errno, libc::ERANGE);
        let third = F80::from_f64(1.0).div(F80::from_f64(3.0));
        assert_eq!(parse_f80(b"0.333333333333333333342").value, third);
        assert_eq!(parse_f80(b"1e4000").errno, 0);
    }
}
