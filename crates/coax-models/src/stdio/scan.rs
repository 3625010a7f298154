//! scanf: reads input as a format says and stores what it finds.
//!
//! Invariant: input is consumed exactly as glibc consumes it, its departures from the standard
//! included ("0xg" gives 0 and eats the x; "1e" gives 1 and eats the e).

use coax_engine::Stop;
use coax_native::numeric::{parse_f32, parse_f64, parse_f80};

use super::scan_set::ScanSet;
use crate::multibyte;
use crate::numbers::{is_space, parse_integer};

/// What the scanner needs of the program.
pub(crate) trait ScanHost {
    /// The next byte of the input.
    fn get(&mut self) -> Result<Option<u8>, Stop>;
    /// Puts the last byte back.
    fn unget(&mut self, byte: u8);
    /// The next argument: where to store.
    fn target(&mut self, number: usize) -> Result<u64, Stop>;
    /// Stores bytes.
    fn store(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop>;
    /// A new heap block with these bytes, for `%m`.
    fn new_block(&mut self, bytes: &[u8]) -> Result<u64, Stop>;
}

/// Why scanning ended early.
enum End {
    /// The input ended.
    Input,
    /// The input does not match.
    Mismatch,
    /// The program or we must stop.
    Stop(Stop),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> End {
        End::Stop(stop)
    }
}

/// Scans: the number of conversions stored, or -1 if the input ended before the first.
pub(crate) fn scan(host: &mut dyn ScanHost, format: &[u8]) -> Result<i32, Stop> {
    let mut scanner = Scanner { host, format, index: 0, consumed: 0, done: 0 };
    match scanner.run() {
        Ok(()) | Err(End::Mismatch) => Ok(scanner.done),
        Err(End::Input) if scanner.done == 0 => Ok(-1),
        Err(End::Input) => Ok(scanner.done),
        Err(End::Stop(stop)) => Err(stop),
    }
}

struct Scanner<'h, 'f> {
    host: &'h mut dyn ScanHost,
    format: &'f [u8],
    /// Where in the format.
    index: usize,
    /// How much input was consumed, for `%n`.
    consumed: u64,
    /// How many conversions were stored.
    done: i32,
}

/// One conversion of the format.
#[derive(Clone, Copy)]
struct Spec {
    suppress: bool,
    allocate: bool,
    /// `usize::MAX` for none.
    width: usize,
    size: Size,
    /// Its argument's number, from 1; 0 for the next one.
    argument: usize,
    conversion: u8,
}

#[derive(Clone, Copy, PartialEq)]
enum Size {
    Plain,
    Char,
    Short,
    Long,
    /// `l` alone, which also means wide characters and `double`.
    LongOrWide,
    LongDouble,
}

impl Size {
    fn bytes(self) -> usize {
        match self {
            Size::Char => 1,
            Size::Short => 2,
            Size::Plain => 4,
            Size::Long | Size::LongOrWide | Size::LongDouble => 8,
        }
    }
}

impl Scanner<'_, '_> {
    // ---- input ----------------------------------------------------------------------------

    fn get(&mut self) -> Result<Option<u8>, Stop> {
        let byte = self.host.get()?;
        self.consumed += u64::from(byte.is_some());
        Ok(byte)
    }

    fn unget(&mut self, byte: Option<u8>) {
        if let Some(byte) = byte {
            self.host.unget(byte);
            self.consumed -= 1;
        }
    }

    fn need(&mut self) -> Result<u8, End> {
        self.get()?.ok_or(End::Input)
    }

    fn skip_space(&mut self) -> Result<(), Stop> {
        loop {
            match self.get()? {
                Some(byte) if is_space(byte) => {}
                other => {
                    self.unget(other);
                    return Ok(());
                }
            }
        }
    }

    // ---- format ---------------------------------------------------------------------------

    fn peek(&self) -> u8 {
        self.format.get(self.index).copied().unwrap_or(0)
    }

    fn accept(&mut self, byte: u8) -> bool {
        let hit = self.peek() == byte;
        self.index += usize::from(hit);
        hit
    }

    fn run(&mut self) -> Result<(), End> {
        while self.index < self.format.len() {
            let byte = self.peek();
            self.index += 1;
            if byte == b'%' {
                let spec = self.spec();
                self.convert(&spec)?;
            } else if is_space(byte) {
                self.skip_space()?;
            } else {
                self.literal(byte)?;
            }
        }
        Ok(())
    }

    fn literal(&mut self, wanted: u8) -> Result<(), End> {
        let got = self.need()?;
        if got != wanted {
            self.unget(Some(got));
            return Err(End::Mismatch);
        }
        Ok(())
    }

    fn number(&mut self) -> Option<usize> {
        let digits = self.format[self.index..].iter().take_while(|b| b.is_ascii_digit()).count();
        let text = std::str::from_utf8(&self.format[self.index..self.index + digits]).ok()?;
        self.index += digits;
        text.parse().ok()
    }

    fn spec(&mut self) -> Spec {
        let (mut argument, mut suppress, mut allocate) = (0, false, false);
        let before = self.index;
        match self.number() {
            Some(number) if self.accept(b'$') => argument = number,
            _ => self.index = before,
        }
        while let flag @ (b'*' | b'\'' | b'I') = self.peek() {
            suppress |= flag == b'*';
            self.index += 1;
        }
        let width = self.number().filter(|&width| width != 0).unwrap_or(usize::MAX);
        allocate |= self.accept(b'm');
        let size = self.size();
        let conversion = self.peek();
        self.index += 1;
        Spec { suppress, allocate, width, size, argument, conversion }
    }

    fn size(&mut self) -> Size {
        let mut size = Size::Plain;
        loop {
            size = match (self.peek(), size) {
                (b'h', Size::Short) => Size::Char,
                (b'h', _) => Size::Short,
                (b'l', Size::LongOrWide) => Size::LongDouble,
                (b'l', _) => Size::LongOrWide,
                (b'L' | b'q', _) => Size::LongDouble,
                (b'j' | b'z' | b't', _) => Size::Long,
                _ => return size,
            };
            self.index += 1;
        }
    }

    // ---- conversions ----------------------------------------------------------------------

    fn convert(&mut self, spec: &Spec) -> Result<(), End> {
        let skips = !matches!(spec.conversion, b'[' | b'c' | b'C' | b'n');
        if skips {
            self.skip_space()?;
        }
        match spec.conversion {
            b'%' => self.literal(b'%'),
            b'n' => self.count(spec),
            b'd' | b'u' => self.integer(spec, 10),
            b'i' => self.integer(spec, 0),
            b'o' => self.integer(spec, 8),
            b'x' | b'X' => self.integer(spec, 16),
            b'p' => self.integer(&Spec { size: Size::Long, ..*spec }, 16),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => self.float(spec),
            b'c' => self.characters(spec),
            b'C' => self.characters(&Spec { size: Size::LongOrWide, ..*spec }),
            b's' => self.string(spec, |byte| !is_space(byte)),
            b'S' => self.string(&Spec { size: Size::LongOrWide, ..*spec }, |byte| !is_space(byte)),
            b'[' => {
                let rest = self.format.get(self.index..).unwrap_or(&[]);
                let (set, taken) = ScanSet::parse(rest).ok_or(End::Mismatch)?;
                self.index += taken;
                self.string(spec, |byte| set.has(byte))
            }
            _ => Err(End::Mismatch),
        }
    }

    fn store(&mut self, spec: &Spec, bytes: &[u8]) -> Result<(), End> {
        if spec.suppress {
            return Ok(());
        }
        let target = self.host.target(spec.argument)?;
        self.host.store(target, bytes)?;
        self.done += 1;
        Ok(())
    }

    fn count(&mut self, spec: &Spec) -> Result<(), End> {
        if !spec.suppress {
            let target = self.host.target(spec.argument)?;
            let bytes = self.consumed.to_le_bytes();
            self.host.store(target, &bytes[..spec.size.bytes()])?;
        }
        Ok(())
    }

    fn integer(&mut self, spec: &Spec, base: u32) -> Result<(), End> {
        let mut field = Field { width: spec.width, text: Vec::new() };
        let mut next = Some(self.need()?);
        if let Some(sign @ (b'-' | b'+')) = next {
            field.add(sign);
            next = self.next_in(&field)?;
        }
        let mut base = base;
        if next == Some(b'0') && field.width != 0 {
            field.add(b'0');
            next = self.next_in(&field)?;
            let marked = next.is_some_and(|byte| byte.eq_ignore_ascii_case(&b'x'));
            if marked && field.width != 0 && matches!(base, 0 | 16) {
                base = 16;
                // The x counts against the width but is not part of the number.
                field.width -= 1;
                next = self.next_in(&field)?;
            } else if base == 0 {
                base = 8;
            }
        }
        let base = if base == 0 { 10 } else { base };
        while let Some(byte) = next
            && field.width != 0
            && char::from(byte).is_digit(base)
        {
            field.add(byte);
            next = self.next_in(&field)?;
        }
        if matches!(field.text[..], [] | [b'-' | b'+']) {
            return self.nil(spec, &field, next);
        }
        self.unget(next);
        let number = parse_integer(&field.text, base, false);
        let signed = matches!(spec.conversion, b'd' | b'i');
        let bits = if signed { number.signed().0 as u64 } else { number.unsigned().0 };
        self.store(spec, &bits.to_le_bytes()[..spec.size.bytes()])
    }

    /// No digits: only `%p` has something left to try, the `(nil)` that printf writes.
    fn nil(&mut self, spec: &Spec, field: &Field, next: Option<u8>) -> Result<(), End> {
        if spec.conversion != b'p' || !field.text.is_empty() || next != Some(b'(') {
            self.unget(next);
            return Err(End::Mismatch);
        }
        for wanted in *b"nil)" {
            let got = self.get()?;
            if got.map(|byte| byte.to_ascii_lowercase()) != Some(wanted) {
                self.unget(got);
                return Err(End::Mismatch);
            }
        }
        self.store(spec, &[0; 8])
    }

    /// The next byte, unless the field is full.
    fn next_in(&mut self, field: &Field) -> Result<Option<u8>, Stop> {
        if field.width == 0 { Ok(None) } else { self.get() }
    }

    fn float(&mut self, spec: &Spec) -> Result<(), End> {
        let text = self.float_text(spec.width)?;
        let (bytes, consumed) = match spec.size {
            Size::LongDouble => {
                let parsed = parse_f80(&text);
                (parsed.value.to_bits().to_le_bytes()[..10].to_vec(), parsed.consumed)
            }
            Size::LongOrWide => {
                let parsed = parse_f64(&text);
                (parsed.value.to_le_bytes().to_vec(), parsed.consumed)
            }
            _ => {
                let parsed = parse_f32(&text);
                (parsed.value.to_le_bytes().to_vec(), parsed.consumed)
            }
        };
        if consumed == 0 {
            return Err(End::Mismatch);
        }
        self.store(spec, &bytes)
    }

    /// Everything that looks like a float, whether or not it is a complete one.
    fn float_text(&mut self, width: usize) -> Result<Vec<u8>, End> {
        let mut field = Field { width, text: Vec::new() };
        let mut next = Some(self.need()?);
        if let Some(sign @ (b'-' | b'+')) = next {
            field.add(sign);
            next = self.next_in(&field)?;
            if next.is_none() {
                return Err(End::Mismatch);
            }
        }
        let signs = field.text.len();
        match next.map(|byte| byte.to_ascii_lowercase()) {
            Some(b'n') => return self.word(field, next, b"nan"),
            Some(b'i') => return self.infinity(field, next),
            _ => {}
        }
        let mut hexadecimal = false;
        if next == Some(b'0') && field.width != 0 {
            field.add(b'0');
            next = self.next_in(&field)?;
            // The x counts only if there is room for a digit after it.
            if next.is_some_and(|byte| byte.eq_ignore_ascii_case(&b'x')) && field.width > 1 {
                field.add(b'x');
                hexadecimal = true;
                next = self.next_in(&field)?;
            }
        }
        self.float_digits(&mut field, next, hexadecimal)?;
        let prefix = signs + if hexadecimal { 2 } else { 0 };
        if field.text.len() == signs || (hexadecimal && field.text.len() == prefix) {
            return Err(End::Mismatch);
        }
        Ok(field.text)
    }

    fn float_digits(
        &mut self,
        field: &mut Field,
        first: Option<u8>,
        hexadecimal: bool,
    ) -> Result<(), End> {
        let exponent = if hexadecimal { b'p' } else { b'e' };
        let (mut dot, mut in_exponent) = (false, false);
        let mut digits = !hexadecimal && field.text.ends_with(b"0");
        let mut next = first;
        while let Some(byte) = next
            && field.width != 0
        {
            let after_mark = in_exponent && field.text.last() == Some(&exponent);
            let letters = hexadecimal && !in_exponent;
            let digit = byte.is_ascii_digit() || (letters && byte.is_ascii_hexdigit());
            if digit {
                digits = true;
            } else if after_mark && matches!(byte, b'-' | b'+') {
                // A sign right after the exponent's mark.
            } else if digits && !in_exponent && byte.eq_ignore_ascii_case(&exponent) {
                (in_exponent, dot) = (true, true);
            } else if byte == b'.' && !dot {
                dot = true;
            } else {
                break;
            }
            let is_mark = in_exponent && byte.eq_ignore_ascii_case(&exponent) && !digit;
            field.add(if is_mark { exponent } else { byte });
            next = self.next_in(field)?;
        }
        self.unget(next);
        Ok(())
    }

    /// The rest of a word whose first letter is `first`.
    fn word(&mut self, mut field: Field, first: Option<u8>, word: &[u8]) -> Result<Vec<u8>, End> {
        let mut next = first;
        for (position, &wanted) in word.iter().enumerate() {
            match next {
                Some(byte) if field.width != 0 && byte.eq_ignore_ascii_case(&wanted) => {
                    field.add(byte);
                }
                other => {
                    self.unget(other);
                    return Err(End::Mismatch);
                }
            }
            if position + 1 < word.len() {
                next = self.next_in(&field)?;
            }
        }
        Ok(field.text)
    }

    /// `inf`, or `infinity`: once there is a fourth letter it must be all of it.
    fn infinity(&mut self, field: Field, first: Option<u8>) -> Result<Vec<u8>, End> {
        let width = field.width;
        let text = self.word(field, first, b"inf")?;
        let rest = Field { width: width.saturating_sub(3), text };
        let next = self.next_in(&rest)?;
        if next.is_some_and(|byte| byte.eq_ignore_ascii_case(&b'i')) {
            return self.word(rest, next, b"inity");
        }
        self.unget(next);
        Ok(rest.text)
    }

    fn characters(&mut self, spec: &Spec) -> Result<(), End> {
        let width = if spec.width == usize::MAX { 1 } else { spec.width };
        let mut bytes = vec![self.need()?];
        while bytes.len() < width {
            match self.get()? {
                Some(byte) => bytes.push(byte),
                None => break,
            }
        }
        self.store_text(spec, &bytes, false)
    }

    fn string(&mut self, spec: &Spec, belongs: impl Fn(u8) -> bool) -> Result<(), End> {
        let mut bytes = Vec::new();
        let mut next = Some(self.need()?);
        while let Some(byte) = next
            && bytes.len() < spec.width
            && belongs(byte)
        {
            bytes.push(byte);
            next = if bytes.len() < spec.width { self.get()? } else { None };
        }
        self.unget(next);
        if bytes.is_empty() {
            return Err(End::Mismatch);
        }
        self.store_text(spec, &bytes, true)
    }

    /// Stores text as bytes or wide characters, in place or in a new block.
    fn store_text(&mut self, spec: &Spec, bytes: &[u8], terminated: bool) -> Result<(), End> {
        let terminator: &[u8] = if terminated { &[0] } else { &[] };
        let bytes = [bytes, terminator].concat();
        let stored = match spec.size {
            Size::LongOrWide => {
                let wide: Option<Vec<u32>> = bytes.iter().map(|&b| multibyte::widen(b)).collect();
                wide.ok_or(End::Mismatch)?.iter().flat_map(|c| c.to_le_bytes()).collect()
            }
            _ => bytes,
        };
        if spec.allocate && !spec.suppress {
            let block = self.host.new_block(&stored)?;
            return self.store(spec, &block.to_le_bytes());
        }
        self.store(spec, &stored)
    }
}

/// The text of a number while it is collected, and how much of the width is left.
struct Field {
    width: usize,
    text: Vec<u8>,
}

impl Field {
    fn add(&mut self, byte: u8) {
        self.text.push(byte);
        self.width = self.width.saturating_sub(1);
    }
}

#[cfg(test)]
#[path = "scan_tests.rs"]
mod tests;
