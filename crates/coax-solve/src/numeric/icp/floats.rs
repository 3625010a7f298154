//! Ranges of floats: what an operation gives for all numbers of its operands' ranges.
//!
//! Rounding to nearest keeps order, so that the result for the ends of the ranges, rounded like any
//! other result, are the exact ends of the results. Doubles compute for halves and singles: with more
//! than twice their precision, rounding the sum, product, quotient or root twice does no harm.

use coax_expr::{FloatFormat, FloatUnary};

use super::format::{at_ordinal, nearest, rounded_down, rounded_up, stepped};
use super::value::Empty;

/// The numbers from `low` to `high`, and perhaps NaNs. A range with 0 has both zeros. Without any
/// number, `low` is +infinity and `high` is -infinity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Floats {
    pub format: FloatFormat,
    pub low: f64,
    pub high: f64,
    pub nan: bool,
}

/// All real numbers between two, infinities included.
pub type Reals = (f64, f64);

/// Every real number.
pub const LINE: Reals = (f64::NEG_INFINITY, f64::INFINITY);

impl Floats {
    /// The numbers between two that need not be of the format.
    pub fn new(format: FloatFormat, reals: Reals, nan: bool) -> Floats {
        // Adding 0 makes the negative zero the positive one.
        let (low, high) = (rounded_up(format, reals.0) + 0.0, rounded_down(format, reals.1) + 0.0);
        match low <= high {
            true => Floats { format, low, high, nan },
            false => Floats { format, low: f64::INFINITY, high: f64::NEG_INFINITY, nan },
        }
    }

    /// Every float.
    pub fn all(format: FloatFormat) -> Floats {
        Floats::new(format, LINE, true)
    }

    /// Every number, no NaN.
    pub fn numbers(format: FloatFormat) -> Floats {
        Floats::new(format, LINE, false)
    }

    /// NaNs only.
    pub fn nans(format: FloatFormat) -> Floats {
        Floats::new(format, (f64::INFINITY, f64::NEG_INFINITY), true)
    }

    /// The ends.
    pub fn ends(self) -> Reals {
        (self.low, self.high)
    }

    /// Is there a number at all?
    pub fn has_numbers(self) -> bool {
        self.low <= self.high
    }

    /// Is this number in it?
    pub fn has(self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }

    fn has_infinity(self) -> bool {
        self.low == f64::NEG_INFINITY || self.high == f64::INFINITY
    }

    /// What is in both.
    pub fn meet(self, other: Floats) -> Result<Floats, Empty> {
        let ends = (self.low.max(other.low), self.high.min(other.high));
        let met = Floats::new(self.format, ends, self.nan && other.nan);
        if met.has_numbers() || met.nan { Ok(met) } else { Err(Empty) }
    }

    /// What is in either, and what is between.
    pub fn hull(self, other: Floats) -> Floats {
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        Floats { low, high, nan: self.nan || other.nan, ..self }
    }

    /// The least and the greatest magnitude.
    pub fn magnitudes(self) -> Reals {
        let most = self.low.abs().max(self.high.abs());
        let least = if self.has(0.0) { 0.0 } else { self.low.abs().min(self.high.abs()) };
        (least, most)
    }

    /// A range a few places wider on both sides.
    pub fn widened(self, places: i64) -> Floats {
        if !self.has_numbers() {
            return self;
        }
        let low = stepped(self.format, self.low, -places);
        Floats { low, high: stepped(self.format, self.high, places), ..self }
    }

    /// The real numbers that round into the range: none is further than the next float.
    pub fn rounding(self) -> Reals {
        self.widened(1).ends()
    }

    /// The result of an operation that rounds; an end that is a NaN bounds nothing.
    fn result(self, low: f64, high: f64, nan: bool) -> Floats {
        let low = if low.is_nan() { f64::NEG_INFINITY } else { nearest(self.format, low) };
        let high = if high.is_nan() { f64::INFINITY } else { nearest(self.format, high) };
        Floats::new(self.format, (low, high), nan)
    }

    /// The sign flipped.
    pub fn negated(self) -> Floats {
        Floats::new(self.format, (-self.high, -self.low), self.nan)
    }

    /// The sign cleared.
    pub fn absolute(self) -> Floats {
        if !self.has_numbers() {
            return self;
        }
        Floats::new(self.format, self.magnitudes(), self.nan)
    }

    /// Sums.
    pub fn plus(self, other: Floats) -> Floats {
        let opposite = |a: Floats, b: Floats| a.high == f64::INFINITY && b.low == f64::NEG_INFINITY;
        let nan = self.nan || other.nan || opposite(self, other) || opposite(other, self);
        if !self.has_numbers() || !other.has_numbers() {
            return Floats::nans(self.format);
        }
        self.result(self.low + other.low, self.high + other.high, nan)
    }

    /// Products.
    pub fn times(self, other: Floats) -> Floats {
        let zero_times = |a: Floats, b: Floats| a.has(0.0) && b.has_infinity();
        let nan = self.nan || other.nan || zero_times(self, other) || zero_times(other, self);
        if !self.has_numbers() || !other.has_numbers() {
            return Floats::nans(self.format);
        }
        // The products beside a zero times an infinity are zeros.
        let products = corners(self, other).map(|(a, b)| a * b);
        let products = products.map(|x| if x.is_nan() { 0.0 } else { x });
        self.result(least(products), greatest(products), nan)
    }

    /// Products of numbers with themselves.
    pub fn squared(self) -> Floats {
        if !self.has_numbers() {
            return self;
        }
        let (low, high) = self.magnitudes();
        self.result(low * low, high * high, self.nan)
    }

    /// Quotients. Next to a divisor of 0 anything may come, as the zero may be the negative one.
    pub fn over(self, other: Floats) -> Floats {
        if !self.has_numbers() || !other.has_numbers() {
            return Floats::nans(self.format);
        }
        let infinite = self.has_infinity() && other.has_infinity();
        let nan = self.nan || other.nan || infinite || self.has(0.0) && other.has(0.0);
        if other.has(0.0) {
            return Floats::new(self.format, LINE, nan);
        }
        // A finite number over an infinity is zero: that is what is beside infinity over infinity.
        let quotients = corners(self, other).map(|(a, b)| a / b);
        let quotients = quotients.map(|x| if x.is_nan() { 0.0 } else { x });
        self.result(least(quotients), greatest(quotients), nan)
    }

    /// C's `fmod`: the sign of the dividend, no larger than it, smaller than the divisor.
    pub fn remainder(self, other: Floats) -> Floats {
        if !self.has_numbers() || !other.has_numbers() {
            return Floats::nans(self.format);
        }
        let nan = self.nan || other.nan || self.has_infinity() || other.has(0.0);
        let (least_divisor, most_divisor) = other.magnitudes();
        let most = self.magnitudes().1;
        if most < least_divisor {
            return Floats { nan, ..self };
        }
        let limit = most.min(most_divisor);
        Floats::new(self.format, (self.low.clamp(-limit, 0.0), self.high.clamp(0.0, limit)), nan)
    }

    /// `a * b + c`, rounded once. Only finite ranges are followed.
    pub fn fused(self, b: Floats, c: Floats) -> Floats {
        let finite = |x: Floats| x.has_numbers() && !x.has_infinity();
        if !(finite(self) && finite(b) && finite(c)) {
            return Floats::all(self.format);
        }
        let at = |end: f64| corners(self, b).map(|(a, b)| fused(self.format, a, b, end));
        let (low, high) = (least(at(c.low)), greatest(at(c.high)));
        let nan = self.nan || b.nan || c.nan;
        let exact = Floats::new(self.format, (low, high), nan);
        // In a double, a half's result is rounded a first time, which may move a tie.
        if self.format == FloatFormat::Half { exact.widened(1) } else { exact }
    }

    /// Functions of one operand, none of which ever decreases.
    pub fn unary(self, op: FloatUnary) -> Floats {
        if !self.has_numbers() {
            return self;
        }
        if op == FloatUnary::Sqrt {
            let nan = self.nan || self.low < 0.0;
            let root = |x: f64| nearest(self.format, x.sqrt());
            return match self.high < 0.0 {
                true => Floats::nans(self.format),
                false => Floats::new(self.format, (root(self.low.max(0.0)), root(self.high)), nan),
            };
        }
        let whole = |x: f64| nearest(self.format, integral(op, x));
        Floats::new(self.format, (whole(self.low), whole(self.high)), self.nan)
    }

    /// The same numbers in another format, rounded.
    pub fn converted(self, to: FloatFormat) -> Floats {
        let ends = (nearest(to, self.low), nearest(to, self.high));
        Floats::new(to, ends, self.nan)
    }

    /// The lower and the upper half of the range: as many floats each, as far as that goes.
    pub fn split(self) -> Option<(Floats, Floats)> {
        let place = |x: f64| super::format::ordinal(self.format, x);
        if self.nan && self.has_numbers() {
            return Some((Floats { nan: false, ..self }, Floats::nans(self.format)));
        }
        if self.low >= self.high {
            return None;
        }
        let (low, high) = (place(self.low), place(self.high));
        let middle = low + ((i128::from(high) - i128::from(low)) / 2) as i64;
        let at = |place: i64| at_ordinal(self.format, place);
        Some((Floats { high: at(middle), ..self }, Floats { low: at(middle + 1), ..self }))
    }
}

fn corners(a: Floats, b: Floats) -> [(f64, f64); 4] {
    [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)]
}

fn least(values: [f64; 4]) -> f64 {
    values.into_iter().fold(f64::NAN, f64::min)
}

fn greatest(values: [f64; 4]) -> f64 {
    values.into_iter().fold(f64::NAN, f64::max)
}

fn fused(format: FloatFormat, a: f64, b: f64, c: f64) -> f64 {
    match format {
        FloatFormat::Single => (a as f32).mul_add(b as f32, c as f32).into(),
        _ => nearest(format, a.mul_add(b, c)),
    }
}

/// The integer a function makes of a number.
pub fn integral(op: FloatUnary, x: f64) -> f64 {
    match op {
        FloatUnary::Sqrt => unreachable!("a root is no integer"),
        FloatUnary::Floor => x.floor(),
        FloatUnary::Ceil => x.ceil(),
        FloatUnary::Trunc => x.trunc(),
        FloatUnary::Rint => x.round_ties_even(),
        FloatUnary::Round => x.round(),
    }
}

/// The numbers that an integral function sends into a range.
pub fn before_integral(op: FloatUnary, results: Reals) -> Reals {
    let (low, high) = (results.0.ceil(), results.1.floor());
    // What rounds down to an integer is less than the next one; a large number has no fraction, and
    // there the next double down is too low only by itself.
    let below = |integer: f64| (integer + 1.0).next_down().max(integer);
    let above = |integer: f64| -below(-integer);
    match op {
        FloatUnary::Sqrt => LINE,
        FloatUnary::Floor => (low, below(high)),
        FloatUnary::Ceil => (above(low), high),
        FloatUnary::Trunc => {
            (if low > 0.0 { low } else { above(low) }, if high < 0.0 { high } else { below(high) })
        }
        FloatUnary::Rint | FloatUnary::Round => {
            ((low - 0.5).next_down().min(low), (high + 0.5).next_up().max(high))
        }
    }
}

/// Sums of real numbers. The computed end is at most half a place off, so the next one contains all.
pub fn real_sum(a: Reals, b: Reals) -> Reals {
    outward(a.0 + b.0, a.1 + b.1)
}

/// Differences of real numbers.
pub fn real_difference(a: Reals, b: Reals) -> Reals {
    outward(a.0 - b.1, a.1 - b.0)
}

/// Products of real numbers. Zero times infinity can be anything.
pub fn real_product(a: Reals, b: Reals) -> Reals {
    let products = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
    if products.iter().any(|x| x.is_nan()) {
        return LINE;
    }
    outward(least(products), greatest(products))
}

/// Quotients of real numbers, as two ranges: by positive and by negative divisors. A divisor of 0 is
/// left out; if the dividend can be 0 too, the quotient can be anything.
pub fn real_quotients(a: Reals, b: Reals) -> [Option<Reals>; 2] {
    let has_zero = |x: Reals| x.0 <= 0.0 && x.1 >= 0.0;
    if has_zero(a) && has_zero(b) {
        return [Some(LINE), None];
    }
    let positive = (b.1 > 0.0).then(|| over_positive(a, (b.0.max(0.0) + 0.0, b.1)));
    let negative = (b.0 < 0.0).then(|| over_positive((-a.1, -a.0), ((-b.1).max(0.0) + 0.0, -b.0)));
    [positive, negative]
}

fn over_positive(a: Reals, b: Reals) -> Reals {
    let low = if a.0 >= 0.0 { a.0 / b.1 } else { a.0 / b.0 };
    let high = if a.1 >= 0.0 { a.1 / b.0 } else { a.1 / b.1 };
    outward(low, high)
}

fn outward(low: f64, high: f64) -> Reals {
    let low = if low.is_nan() { f64::NEG_INFINITY } else { low.next_down() };
    (low, if high.is_nan() { f64::INFINITY } else { high.next_up() })
}
