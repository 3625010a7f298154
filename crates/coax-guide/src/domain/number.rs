//! Sets of machine words as two intervals: one of the word as an unsigned number, one as a signed number of a
//! given width.
//!
//! Invariants: neither interval is empty; the unsigned one lies within the width; each is as tight as the
//! other makes it ([`Number::reduce`]).

/// A set of words of `bits` bits (1 to 64).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// Least value, unsigned.
    pub low: u64,
    /// Greatest value, unsigned.
    pub high: u64,
    /// Least value, signed.
    pub least: i64,
    /// Greatest value, signed.
    pub most: i64,
    /// The width that signs are taken at.
    pub bits: u8,
}

/// The largest unsigned number of a width.
pub const fn mask(bits: u8) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// The largest signed number of a width.
pub const fn signed_max(bits: u8) -> i64 {
    (mask(bits) >> 1) as i64
}

/// The least signed number of a width.
pub const fn signed_min(bits: u8) -> i64 {
    -signed_max(bits) - 1
}

/// A word as a signed number.
pub const fn sign_extend(bits: u8, word: u64) -> i64 {
    let unused = 64 - bits as u32;
    ((word << unused) as i64) >> unused
}

impl Number {
    /// Every word of a width.
    pub const fn top(bits: u8) -> Number {
        let (least, most) = (signed_min(bits), signed_max(bits));
        Number { low: 0, high: mask(bits), least, most, bits }
    }

    /// One word.
    pub fn constant(bits: u8, word: u64) -> Number {
        let word = word & mask(bits);
        let signed = sign_extend(bits, word);
        Number { low: word, high: word, least: signed, most: signed, bits }
    }

    /// The words from `low` to `high`, both included.
    pub fn between(bits: u8, low: u64, high: u64) -> Number {
        let made = Number { low, high: high.min(mask(bits)), ..Number::top(bits) };
        made.reduce().unwrap_or(Number::top(bits))
    }

    /// The words that are signed numbers from `least` to `most`, both included.
    pub fn signed_between(bits: u8, least: i64, most: i64) -> Number {
        Number { least, most, ..Number::top(bits) }.reduce().unwrap_or(Number::top(bits))
    }

    /// The only word, if there is one only.
    pub fn only(&self) -> Option<u64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Is nothing known?
    pub fn is_top(&self) -> bool {
        *self == Number::top(self.bits)
    }

    /// The same words read at another width. Words that do not fit it are left out: slots hold no more bits
    /// than what reads them expects.
    pub fn at_width(self, bits: u8) -> Number {
        if bits == self.bits {
            return self;
        }
        let high = self.high.min(mask(bits));
        let made = Number { low: self.low.min(high), high, ..Number::top(bits) };
        made.reduce().unwrap_or(Number::top(bits))
    }

    /// Tightens each interval by the other; nothing if no word is left.
    pub fn reduce(mut self) -> Option<Number> {
        for _ in 0..2 {
            let (low, high) = unsigned_hull(self.bits, self.least, self.most);
            (self.low, self.high) = (self.low.max(low), self.high.min(high));
            if self.low > self.high || self.least > self.most {
                return None;
            }
            let (least, most) = signed_hull(self.bits, self.low, self.high);
            (self.least, self.most) = (self.least.max(least), self.most.min(most));
            if self.least > self.most {
                return None;
            }
        }
        Some(self)
    }

    /// The words of either.
    pub fn join(self, other: Number) -> Number {
        let (a, b) = same_width(self, other);
        Number {
            low: a.low.min(b.low),
            high: a.high.max(b.high),
            least: a.least.min(b.least),
            most: a.most.max(b.most),
            bits: a.bits,
        }
    }

    /// The words of both; nothing if there is none.
    pub fn meet(self, other: Number) -> Option<Number> {
        let (a, b) = same_width(self, other);
        let met = Number {
            low: a.low.max(b.low),
            high: a.high.min(b.high),
            least: a.least.max(b.least),
            most: a.most.min(b.most),
            bits: a.bits,
        };
        if met.low > met.high || met.least > met.most { None } else { met.reduce() }
    }

    /// More than `self` and `next` together: bounds that moved go to the next threshold.
    pub fn widen(self, next: Number, thresholds: &Thresholds) -> Number {
        let (a, b) = same_width(self, next);
        let top = Number::top(a.bits);
        let low = if b.low < a.low { thresholds.below(b.low).max(top.low) } else { a.low };
        let high = if b.high > a.high { thresholds.above(b.high).min(top.high) } else { a.high };
        let least = if b.least < a.least {
            thresholds.below_signed(b.least).max(top.least)
        } else {
            a.least
        };
        let most =
            if b.most > a.most { thresholds.above_signed(b.most).min(top.most) } else { a.most };
        Number { low, high, least, most, bits: a.bits }
    }
}

/// Two sets at the narrower of their widths, if their words fit it.
fn same_width(a: Number, b: Number) -> (Number, Number) {
    let narrow = a.bits.min(b.bits);
    let fits = a.high <= mask(narrow) && b.high <= mask(narrow);
    let bits = if fits { narrow } else { 64 };
    (a.at_width(bits), b.at_width(bits))
}

/// The unsigned numbers among which signed ones are.
fn unsigned_hull(bits: u8, least: i64, most: i64) -> (u64, u64) {
    match (least < 0, most < 0) {
        (false, false) => (least as u64, most as u64),
        (true, true) => (least as u64 & mask(bits), most as u64 & mask(bits)),
        _ => (0, mask(bits)),
    }
}

/// The signed numbers among which unsigned ones are.
fn signed_hull(bits: u8, low: u64, high: u64) -> (i64, i64) {
    let limit = signed_max(bits) as u64;
    match (low > limit, high > limit) {
        (false, false) => (low as i64, high as i64),
        (true, true) => (sign_extend(bits, low), sign_extend(bits, high)),
        _ => (signed_min(bits), signed_max(bits)),
    }
}

/// Where widening may stop: numbers that the code mentions.
#[derive(Clone, Debug, Default)]
pub struct Thresholds(Vec<i64>);

impl Thresholds {
    /// The numbers a function mentions, with their neighbours.
    pub fn of(words: &[u64]) -> Thresholds {
        let mut all: Vec<i64> = vec![0, 1, -1];
        for &word in words {
            for number in [word as i64, i64::from(word as u32 as i32)] {
                all.extend([number.saturating_sub(1), number, number.saturating_add(1)]);
            }
        }
        for bits in [8, 16, 32] {
            all.extend([signed_max(bits), signed_min(bits), mask(bits) as i64]);
        }
        all.sort_unstable();
        all.dedup();
        Thresholds(all)
    }

    fn below_signed(&self, number: i64) -> i64 {
        let at = self.0.partition_point(|&known| known <= number);
        at.checked_sub(1).map_or(i64::MIN, |at| self.0[at])
    }

    fn above_signed(&self, number: i64) -> i64 {
        self.0.get(self.0.partition_point(|&known| known < number)).copied().unwrap_or(i64::MAX)
    }

    fn below(&self, word: u64) -> u64 {
        i64::try_from(word).map_or(0, |number| self.below_signed(number).max(0) as u64)
    }

    fn above(&self, word: u64) -> u64 {
        let signed = i64::try_from(word).map(|number| self.above_signed(number));
        signed.ok().filter(|&found| found < i64::MAX).map_or(u64::MAX, |found| found as u64)
    }
}
