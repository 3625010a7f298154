//! printf: makes text of a format and its arguments.
//!
//! The same code makes byte and wide text. Wide text is kept in a generalised UTF-8 (see
//! `multibyte::encode`), so that a format is bytes in both cases; only counting differs.
//!
//! Invariant: the text is glibc's, byte for byte. Floats are formatted by the C library itself.

use coax_engine::Stop;
use coax_native::numeric::{F80, FormatError, FormatSpec, Number, format_one};

use super::arguments::Class;
use super::directive::{Count, Directive, Length, Piece, Pieces};
use crate::message_texts::error_text;
use crate::multibyte;

/// What the formatter needs of the program.
pub(crate) trait Host {
    /// The bits of the next argument.
    fn take(&mut self, class: Class) -> Result<u128, Stop>;
    /// The bytes of a string, at most `limit`.
    fn string(&mut self, address: u64, limit: u64) -> Result<Vec<u8>, Stop>;
    /// The characters of a wide string, at most `limit`.
    fn wide_string(&mut self, address: u64, limit: u64) -> Result<Vec<u32>, Stop>;
    /// Stores the low `size` bytes of a number, for `%n`.
    fn store(&mut self, address: u64, size: usize, value: u64) -> Result<(), Stop>;
    /// `errno` at the call, for `%m`.
    fn errno(&mut self) -> Result<i32, Stop>;
}

/// What came of formatting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Formatted {
    /// The text, also if it ends early.
    pub(crate) text: Vec<u8>,
    /// Why it ends early: an `errno` value.
    pub(crate) error: Option<i32>,
}

/// Why a directive cannot be carried out.
enum Failure {
    /// printf fails with this `errno`.
    Errno(i32),
    /// The program or we must stop.
    Stop(Stop),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

/// The longest field we make.
const LONGEST_FIELD: usize = 64 << 20;

/// Formats. `wide`: the result is wide text.
pub(crate) fn format(host: &mut dyn Host, format: &[u8], wide: bool) -> Result<Formatted, Stop> {
    let mut formatter = Formatter { host, text: Vec::new(), wide, gathered: None };
    let outcome = formatter.run(format);
    let text = formatter.text;
    match outcome {
        Ok(()) => Ok(Formatted { text, error: None }),
        Err(Failure::Errno(errno)) => Ok(Formatted { text, error: Some(errno) }),
        Err(Failure::Stop(stop)) => Err(stop),
    }
}

struct Formatter<'h> {
    host: &'h mut dyn Host,
    text: Vec<u8>,
    wide: bool,
    /// All arguments, if the format numbers them.
    gathered: Option<Vec<u128>>,
}

impl Formatter<'_> {
    fn run(&mut self, format: &[u8]) -> Result<(), Failure> {
        let numbered = |piece| match piece {
            Piece::Directive(d) => d.argument != 0 || matches!(d.width, Count::Argument(1..)),
            _ => false,
        };
        if memchr::memchr(b'$', format).is_some() && Pieces::new(format).any(numbered) {
            self.gather(format)?;
        }
        for piece in Pieces::new(format) {
            match piece {
                Piece::Literal(text) => self.text.extend_from_slice(text),
                Piece::Directive(directive) => self.convert(&directive)?,
                Piece::Incomplete => return Err(Failure::Errno(libc::EINVAL)),
            }
        }
        Ok(())
    }

    /// Takes all arguments at once, each as the directive that uses it wants it.
    fn gather(&mut self, format: &[u8]) -> Result<(), Failure> {
        let mut classes = Vec::new();
        for piece in Pieces::new(format) {
            let Piece::Directive(directive) = piece else { continue };
            let uses = [
                (directive.width.argument(), Class::Word),
                (directive.precision.argument(), Class::Word),
                (directive.argument, directive.class()),
            ];
            for (number, class) in uses.into_iter().filter(|&(number, _)| number != 0) {
                if classes.len() < number {
                    classes.resize(number, Class::Word);
                }
                classes[number - 1] = class;
            }
        }
        let all: Result<Vec<_>, _> = classes.into_iter().map(|c| self.host.take(c)).collect();
        self.gathered = Some(all?);
        Ok(())
    }

    fn argument(&mut self, number: usize, class: Class) -> Result<u128, Stop> {
        match &self.gathered {
            Some(all) if number != 0 => Ok(all[number - 1]),
            _ => self.host.take(class),
        }
    }

    /// The width (negative: to the left) or precision.
    fn count(&mut self, count: Count) -> Result<Option<i32>, Failure> {
        match count {
            Count::Absent => Ok(None),
            Count::Literal(Some(value)) => Ok(Some(value as i32)),
            Count::Literal(None) => Err(Failure::Errno(libc::EOVERFLOW)),
            Count::Argument(number) => Ok(Some(self.argument(number, Class::Word)? as i32)),
        }
    }

    fn convert(&mut self, directive: &Directive) -> Result<(), Failure> {
        let mut spec = Spec::of(directive);
        if let Some(width) = self.count(directive.width)? {
            spec.flags.left |= width < 0;
            spec.width = width.unsigned_abs() as usize;
        }
        let precision = self.count(directive.precision)?;
        spec.precision = precision.and_then(|p| usize::try_from(p).ok());
        let precise = spec.precision.is_some_and(|p| p > LONGEST_FIELD && !spec.is_string());
        if spec.width > LONGEST_FIELD || precise {
            return Err(Stop::Unsupported("a printf field of more than 64 MiB".into()).into());
        }
        match directive.conversion {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'b' | b'B' => self.integer(&spec),
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => self.float(&spec),
            b'c' | b'C' => self.character(&spec),
            b's' | b'S' => self.string(&spec),
            b'p' => self.pointer(&spec),
            b'n' => self.store_count(&spec),
            b'm' => self.error_message(&spec),
            b'%' => {
                self.text.push(b'%');
                Ok(())
            }
            _ => {
                self.unknown(&spec);
                Ok(())
            }
        }
    }

    fn integer(&mut self, spec: &Spec) -> Result<(), Failure> {
        let bits = self.argument(spec.argument, Class::Word)? as u64;
        let signed = matches!(spec.conversion, b'd' | b'i');
        let value = spec.narrow(bits, signed);
        let negative = signed && (value as i64) < 0;
        let magnitude = if negative { value.wrapping_neg() } else { value };
        let sign = match () {
            () if negative => &b"-"[..],
            () if signed && spec.flags.plus => b"+",
            () if signed && spec.flags.space => b" ",
            () => b"",
        };
        put_integer(&mut self.text, spec, sign, magnitude);
        Ok(())
    }

    fn float(&mut self, spec: &Spec) -> Result<(), Failure> {
        let number = match spec.length {
            Length::LongDouble => {
                let bits = self.argument(spec.argument, Class::LongDouble)?;
                Number::F80(F80::from_bits(bits))
            }
            _ => Number::F64(f64::from_bits(self.argument(spec.argument, Class::Double)? as u64)),
        };
        let text = format_one(&spec.for_floats(), number).map_err(|error| match error {
            FormatError::Failed(errno) => Failure::Errno(errno),
            other => Failure::Stop(Stop::Unsupported(format!("printf of a float: {other:?}"))),
        })?;
        self.text.extend_from_slice(&text);
        Ok(())
    }

    fn character(&mut self, spec: &Spec) -> Result<(), Failure> {
        let value = self.argument(spec.argument, Class::Word)? as u32;
        let mut text = Vec::new();
        match (spec.wide_argument(), self.wide) {
            (true, true) => multibyte::encode(value, &mut text),
            (true, false) => text.push(narrow_or_fail(value)?),
            (false, true) => multibyte::encode(widen_or_fail(value as u8)?, &mut text),
            (false, false) => text.push(value as u8),
        }
        self.pad(spec, &text, 1);
        Ok(())
    }

    fn string(&mut self, spec: &Spec) -> Result<(), Failure> {
        let address = self.argument(spec.argument, Class::Word)? as u64;
        if address == 0 {
            let text: &[u8] = if spec.precision.is_none_or(|p| p >= 6) { b"(null)" } else { b"" };
            self.pad(spec, text, text.len());
            return Ok(());
        }
        let limit = spec.precision.map_or(u64::MAX, |p| p as u64);
        if !spec.wide_argument() && !self.wide {
            let text = self.host.string(address, limit)?;
            self.pad(spec, &text, text.len());
            return Ok(());
        }
        let (text, count) = self.converted(spec, address, limit)?;
        self.pad(spec, &text, count);
        Ok(())
    }

    /// A string whose characters are wide, in the program or in the result: text and length.
    fn converted(
        &mut self,
        spec: &Spec,
        address: u64,
        limit: u64,
    ) -> Result<(Vec<u8>, usize), Failure> {
        let mut text = Vec::new();
        let count = if spec.wide_argument() {
            let characters = self.host.wide_string(address, limit)?;
            for &character in &characters {
                match self.wide {
                    true => multibyte::encode(character, &mut text),
                    false => text.push(narrow_or_fail(character)?),
                }
            }
            characters.len()
        } else {
            let bytes = self.host.string(address, limit)?;
            for &byte in &bytes {
                multibyte::encode(widen_or_fail(byte)?, &mut text);
            }
            bytes.len()
        };
        Ok((text, count))
    }

    fn pointer(&mut self, spec: &Spec) -> Result<(), Failure> {
        let address = self.argument(spec.argument, Class::Word)? as u64;
        if address == 0 {
            self.pad(&Spec { precision: None, ..*spec }, b"(nil)", 5);
            return Ok(());
        }
        let mut spec = Spec { conversion: b'x', ..*spec };
        spec.flags.alternate = true;
        let sign: &[u8] = match (spec.flags.plus, spec.flags.space) {
            (true, _) => b"+",
            (false, true) => b" ",
            (false, false) => b"",
        };
        put_integer(&mut self.text, &spec, sign, address);
        Ok(())
    }

    fn store_count(&mut self, spec: &Spec) -> Result<(), Failure> {
        let address = self.argument(spec.argument, Class::Word)? as u64;
        let count = match self.wide {
            true => multibyte::count(&self.text),
            false => self.text.len(),
        };
        Ok(self.host.store(address, spec.size(), count as u64)?)
    }

    fn error_message(&mut self, spec: &Spec) -> Result<(), Failure> {
        let message = error_text(self.host.errno()?);
        let kept = &message.as_bytes()[..message.len().min(spec.precision.unwrap_or(usize::MAX))];
        self.pad(spec, kept, kept.len());
        Ok(())
    }

    /// An unknown conversion is printed as it was written, more or less.
    fn unknown(&mut self, spec: &Spec) {
        self.text.push(b'%');
        let flags = [
            (spec.flags.alternate, b'#'),
            (spec.flags.grouping, b'\''),
            (spec.flags.plus, b'+'),
            (spec.flags.space && !spec.flags.plus, b' '),
            (spec.flags.left, b'-'),
            (spec.flags.zero && !spec.flags.left, b'0'),
            (spec.flags.other_digits, b'I'),
        ];
        self.text.extend(flags.iter().filter(|flag| flag.0).map(|flag| flag.1));
        if spec.width != 0 {
            self.text.extend(spec.width.to_string().bytes());
        }
        if let Some(precision) = spec.precision {
            self.text.extend(format!(".{precision}").bytes());
        }
        self.text.push(spec.conversion);
    }

    /// Adds text in a field of at least the width.
    fn pad(&mut self, spec: &Spec, text: &[u8], count: usize) {
        let blanks = spec.width.saturating_sub(count);
        if !spec.flags.left {
            self.text.resize(self.text.len() + blanks, b' ');
        }
        self.text.extend_from_slice(text);
        if spec.flags.left {
            self.text.resize(self.text.len() + blanks, b' ');
        }
    }
}

fn narrow_or_fail(character: u32) -> Result<u8, Failure> {
    multibyte::narrow(character).ok_or(Failure::Errno(libc::EILSEQ))
}

fn widen_or_fail(byte: u8) -> Result<u32, Failure> {
    multibyte::widen(byte).ok_or(Failure::Errno(libc::EILSEQ))
}

impl Count {
    /// The argument's number, or 0.
    fn argument(self) -> usize {
        match self {
            Count::Argument(number) => number,
            _ => 0,
        }
    }
}

impl Directive {
    fn class(&self) -> Class {
        match (self.conversion, self.length) {
            (b'a' | b'A' | b'e'..=b'g' | b'E'..=b'G', Length::LongDouble) => Class::LongDouble,
            (b'a' | b'A' | b'e'..=b'g' | b'E'..=b'G', _) => Class::Double,
            _ => Class::Word,
        }
    }
}

/// A directive with its counts filled in.
#[derive(Clone, Copy)]
struct Spec {
    flags: super::directive::Flags,
    width: usize,
    precision: Option<usize>,
    length: Length,
    conversion: u8,
    argument: usize,
}

impl Spec {
    fn of(directive: &Directive) -> Spec {
        let Directive { flags, length, conversion, argument, .. } = *directive;
        Spec { flags, width: 0, precision: None, length, conversion, argument }
    }

    fn is_string(&self) -> bool {
        matches!(self.conversion, b's' | b'S')
    }

    fn wide_argument(&self) -> bool {
        matches!(self.conversion, b'C' | b'S') || self.length == Length::Long { wide: true }
    }

    /// The size of an integer argument.
    fn size(&self) -> usize {
        match self.length {
            Length::Char => 1,
            Length::Short => 2,
            Length::Plain => 4,
            Length::Long { .. } | Length::LongDouble => 8,
        }
    }

    /// The argument cut to its size and extended again.
    fn narrow(&self, bits: u64, signed: bool) -> u64 {
        let unused = 64 - 8 * self.size() as u32;
        match signed {
            true => ((bits << unused) as i64 >> unused) as u64,
            false => bits << unused >> unused,
        }
    }

    fn for_floats(&self) -> FormatSpec {
        FormatSpec {
            left: self.flags.left,
            plus: self.flags.plus,
            space: self.flags.space,
            alternate: self.flags.alternate,
            zero: self.flags.zero,
            grouping: false,
            width: (self.width != 0).then_some(self.width as u32),
            precision: self.precision.map(|p| p as u32),
            conversion: self.conversion,
        }
    }
}

/// Digits, zeros up to the precision, the prefix and sign, zeros or blanks up to the width.
fn put_integer(out: &mut Vec<u8>, spec: &Spec, sign: &[u8], magnitude: u64) {
    let mut buffer = [0; 64];
    let digits = digits(&mut buffer, magnitude, spec.conversion);
    let digits = if spec.precision == Some(0) && magnitude == 0 { &[][..] } else { digits };
    let mut zeros = spec.precision.map_or(0, |p| p.saturating_sub(digits.len()));
    let prefix: &[u8] = match (spec.conversion, spec.flags.alternate && magnitude != 0) {
        (b'x', true) => b"0x",
        (b'X', true) => b"0X",
        (b'b', true) => b"0b",
        (b'B', true) => b"0B",
        _ => b"",
    };
    let octal_mark = spec.conversion == b'o' && spec.flags.alternate;
    if octal_mark && zeros == 0 && digits.first() != Some(&b'0') {
        zeros = 1;
    }
    let used = sign.len() + prefix.len() + zeros + digits.len();
    let fill = spec.width.saturating_sub(used);
    let zero_fill = spec.flags.zero && !spec.flags.left && spec.precision.is_none();
    if !spec.flags.left && !zero_fill {
        out.resize(out.len() + fill, b' ');
    }
    out.extend_from_slice(sign);
    out.extend_from_slice(prefix);
    out.resize(out.len() + zeros + if zero_fill { fill } else { 0 }, b'0');
    out.extend_from_slice(digits);
    if spec.flags.left {
        out.resize(out.len() + fill, b' ');
    }
}

/// The digits of a number, at the end of the buffer.
fn digits(buffer: &mut [u8; 64], mut value: u64, conversion: u8) -> &[u8] {
    let (base, alphabet): (u64, &[u8; 16]) = match conversion {
        b'o' => (8, b"0123456789abcdef"),
        b'x' => (16, b"0123456789abcdef"),
        b'X' => (16, b"0123456789ABCDEF"),
        b'b' | b'B' => (2, b"0123456789abcdef"),
        _ => (10, b"0123456789abcdef"),
    };
    let mut start = buffer.len();
    loop {
        start -= 1;
        buffer[start] = alphabet[(value % base) as usize];
        value /= base;
        if value == 0 {
            return &buffer[start..];
        }
    }
}

#[cfg(test)]
#[path = "format_tests.rs"]
mod tests;
