//! What a term of at most 64 bits can be: bounds of its bits read as a natural number, as a signed
//! number and, where that is of use, as a float. Each view says what it knows to the others.

use coax_expr::FloatFormat;

use super::floats::Floats;
use super::format::{from_magnitude, infinity_bits, magnitude_bits};

/// Nothing is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Empty;

/// Bounds of a term.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    pub width: u32,
    pub natural: (u64, u64),
    pub signed: (i64, i64),
    pub float: Option<Floats>,
}

/// Bit patterns between two, or none.
type Patterns = Option<(u64, u64)>;

/// All bits of a width.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The least and the greatest number of a width.
pub fn limits(width: u32, signed: bool) -> (i128, i128) {
    match signed {
        true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        false => (0, (1 << width) - 1),
    }
}

fn sign_bit(width: u32) -> u64 {
    1 << (width - 1)
}

fn as_signed(width: u32, bits: u64) -> i64 {
    let unused = 64 - width;
    ((bits << unused) as i64) >> unused
}

/// The format that a float of this width has.
pub fn format_of(width: u32) -> Option<FloatFormat> {
    FloatFormat::ALL.into_iter().find(|format| format.width() == width)
}

fn between(patterns: Patterns, low: u64, high: u64) -> Patterns {
    let (from, to) = patterns?;
    let (low, high) = (from.max(low), to.min(high));
    (low <= high).then_some((low, high))
}

fn hull(a: Patterns, b: Patterns) -> Patterns {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    }
}

impl Value {
    /// Any bits.
    pub fn any(width: u32, is_float: bool) -> Value {
        let word = width.min(64);
        let float = if is_float { format_of(width).map(Floats::all) } else { None };
        let natural = (0, mask(word));
        let signed = (as_signed(word, sign_bit(word)), as_signed(word, mask(word) >> 1));
        Value { width, natural, signed, float }
    }

    /// Exactly these bits.
    pub fn exactly(width: u32, bits: u64, is_float: bool) -> Value {
        let value = Value { natural: (bits, bits), ..Value::any(width, is_float) };
        value.agreed().expect("some bits are left")
    }

    /// Bounds as numbers large enough for sums and most products of them.
    pub fn natural_wide(&self) -> (i128, i128) {
        (self.natural.0.into(), self.natural.1.into())
    }

    /// The signed bounds in the same type.
    pub fn signed_wide(&self) -> (i128, i128) {
        (self.signed.0.into(), self.signed.1.into())
    }

    /// The only value of a condition, or the only bits of any term.
    pub fn known(&self) -> Option<u64> {
        (self.natural.0 == self.natural.1).then_some(self.natural.0)
    }

    /// Is it the condition that holds?
    pub fn is_true(&self) -> bool {
        self.width == 1 && self.known() == Some(1)
    }

    /// Is it the condition that does not hold?
    pub fn is_false(&self) -> bool {
        self.width == 1 && self.known() == Some(0)
    }

    /// The floats it can be; without a view as a float, all.
    pub fn floats(&self, format: FloatFormat) -> Floats {
        self.float.unwrap_or_else(|| Floats::all(format))
    }

    /// With tighter natural bounds.
    pub fn with_natural(self, low: i128, high: i128) -> Result<Value, Empty> {
        let (from, to) = self.natural_wide();
        let (low, high) = (from.max(low), to.min(high));
        if low > high {
            return Err(Empty);
        }
        Value { natural: (low as u64, high as u64), ..self }.agreed()
    }

    /// With tighter signed bounds.
    pub fn with_signed(self, low: i128, high: i128) -> Result<Value, Empty> {
        let (from, to) = self.signed_wide();
        let (low, high) = (from.max(low), to.min(high));
        if low > high {
            return Err(Empty);
        }
        Value { signed: (low as i64, high as i64), ..self }.agreed()
    }

    /// With a tighter range as a float, if there is such a view.
    pub fn with_floats(self, floats: Floats) -> Result<Value, Empty> {
        let Some(own) = self.float else { return Ok(self) };
        Value { float: Some(own.meet(floats)?), ..self }.agreed()
    }

    /// What is in both.
    pub fn meet(self, other: &Value) -> Result<Value, Empty> {
        let (natural, signed) = (other.natural_wide(), other.signed_wide());
        let met = self.with_natural(natural.0, natural.1)?.with_signed(signed.0, signed.1)?;
        match other.float {
            Some(floats) => met.with_floats(floats),
            None => Ok(met),
        }
    }

    /// What is in either, and what is between.
    pub fn hull(&self, other: &Value) -> Value {
        let natural = (self.natural.0.min(other.natural.0), self.natural.1.max(other.natural.1));
        let signed = (self.signed.0.min(other.signed.0), self.signed.1.max(other.signed.1));
        let float = match (self.float, other.float) {
            (Some(a), Some(b)) => Some(a.hull(b)),
            _ => None,
        };
        Value { natural, signed, float, ..*self }
    }

    /// The bit patterns without and with the sign bit.
    fn halves(&self) -> (Patterns, Patterns) {
        let sign = sign_bit(self.width);
        let ones = mask(self.width);
        let all = Some(self.natural);
        let positive = (self.signed.1 >= 0)
            .then(|| between(all, self.signed.0.max(0) as u64, self.signed.1 as u64));
        let negative = (self.signed.0 < 0).then(|| {
            let (low, high) = (self.signed.0 as u64 & ones, self.signed.1.min(-1) as u64 & ones);
            between(between(all, sign, ones), low, high)
        });
        (positive.flatten(), negative.flatten())
    }

    /// The views, each as tight as the others allow.
    fn agreed(mut self) -> Result<Value, Empty> {
        // A view as a float may cut the patterns, and they it; twice settles nearly all of it.
        for _ in 0..2 {
            let (mut positive, mut negative) = self.halves();
            if let Some(floats) = self.float {
                let floats = floats.meet(floats_of(floats.format, positive, negative))?;
                positive = float_patterns(floats, positive);
                negative = float_patterns(floats.negated(), magnitudes(self.width, negative))
                    .map(|(low, high)| (low | sign_bit(self.width), high | sign_bit(self.width)));
                self.float = Some(floats);
            }
            self.natural = hull(positive, negative).ok_or(Empty)?;
            let signed = |bits: u64| as_signed(self.width, bits);
            self.signed = (
                signed(negative.or(positive).ok_or(Empty)?.0),
                signed(positive.or(negative).ok_or(Empty)?.1),
            );
            if self.float.is_none() {
                break;
            }
        }
        Ok(self)
    }
}

/// Patterns with the sign bit, without it.
fn magnitudes(width: u32, negative: Patterns) -> Patterns {
    let (low, high) = negative?;
    Some((low ^ sign_bit(width), high ^ sign_bit(width)))
}

/// The floats that these patterns can be.
fn floats_of(format: FloatFormat, positive: Patterns, negative: Patterns) -> Floats {
    let of = |patterns: Patterns| {
        let none = Floats { nan: false, ..Floats::nans(format) };
        let Some((low, high)) = patterns else { return none };
        let infinity = infinity_bits(format);
        let nan = high > infinity;
        if low > infinity {
            return Floats { nan, ..none };
        }
        let ends = (from_magnitude(format, low), from_magnitude(format, high.min(infinity)));
        Floats::new(format, ends, nan)
    };
    of(positive).hull(of(magnitudes(format.width(), negative)).negated())
}

/// Those of the patterns without the sign bit that are floats of the range.
fn float_patterns(floats: Floats, patterns: Patterns) -> Patterns {
    let infinity = infinity_bits(floats.format);
    let numbers = (floats.high >= 0.0 && floats.has_numbers()).then(|| {
        let low = magnitude_bits(floats.format, floats.low.max(0.0));
        between(patterns, low, magnitude_bits(floats.format, floats.high))
    });
    let nans = if floats.nan { between(patterns, infinity + 1, u64::MAX) } else { None };
    hull(numbers.flatten(), nans)
}
