//! What rows build operands with: variables of the width under test and random constants.

use crate::bits::Bits;
use crate::pool::Pool;
use crate::term::{FloatFormat, Term};

/// A small generator of numbers (SplitMix64), the same on every run.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(super) fn fork(&mut self) -> Random {
        Random(self.next())
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn below(&mut self, end: u32) -> u32 {
        (self.next() % u64::from(end)) as u32
    }

    /// A value of up to 64 bits, often at the edge of something.
    pub(super) fn interesting(&mut self, width: u32) -> u64 {
        let mask = u64::MAX >> (64 - width);
        let value = match self.below(8) {
            0 => 0,
            1 => u64::MAX,
            2 => 1 << (width - 1),
            3 => (1 << (width - 1)) - 1,
            4 => u64::from(self.below(8)),
            5 => u64::MAX - u64::from(self.below(8)),
            6 => 1 << self.below(width),
            _ => self.next(),
        };
        value & mask
    }
}

/// The pool, the width and the format under test.
pub(super) struct Make {
    pub(super) pool: Pool,
    pub(super) w: u32,
    pub(super) f: FloatFormat,
    random: Random,
}

impl Make {
    pub(super) fn new(w: u32, f: FloatFormat, random: Random) -> Make {
        Make { pool: Pool::new(), w, f, random }
    }

    /// A new variable, put together from several if it is wide.
    pub(super) fn var(&mut self, width: u32) -> Term {
        let first = width.min(64);
        let var = self.pool.new_var("v", first);
        let mut term = self.pool.var(var);
        if width > first {
            let rest = self.var(width - first);
            // Not a concatenation: rules for those would hide the others.
            let (low, high) = (self.pool.zext(term, width), self.pool.sext(rest, width));
            let sum = self.pool.mul(low, high);
            term = self.pool.xor(sum, high);
        }
        term
    }

    pub(super) fn x(&mut self) -> Term {
        self.var(self.w)
    }

    pub(super) fn condition(&mut self) -> Term {
        self.var(1)
    }

    /// A random constant of a width.
    pub(super) fn k(&mut self, width: u32) -> Term {
        let value = self.value(width);
        self.pool.bits_constant(&value)
    }

    pub(super) fn value(&mut self, width: u32) -> Bits {
        match self.random.below(6) {
            0 => Bits::zero(width),
            1 => Bits::ones(width),
            2 => Bits::signed_min(width),
            3 => Bits::signed_min(width).not(),
            4 => Bits::new(width, self.random.below(6).into()),
            _ => {
                let limbs: [u64; 8] = std::array::from_fn(|_| self.random.next());
                Bits::from_limbs(width, &limbs)
            }
        }
    }

    pub(super) fn fixed(&mut self, width: u32, value: u128) -> Term {
        self.pool.constant(width, value)
    }

    pub(super) fn zero(&mut self) -> Term {
        self.pool.zero(self.w)
    }

    pub(super) fn ones(&mut self) -> Term {
        self.pool.ones(self.w)
    }

    /// A power of two.
    pub(super) fn power(&mut self, width: u32) -> Term {
        let exponent = self.random.below(width);
        let one = self.pool.constant(width, 1);
        let amount = self.pool.constant(width, exponent.into());
        self.pool.shl(one, amount)
    }

    /// A width larger than a given one.
    pub(super) fn above(&mut self, width: u32) -> u32 {
        width + 1 + self.random.below(width)
    }

    pub(super) fn below(&mut self, end: u32) -> u32 {
        self.random.below(end)
    }

    /// Two numbers below a width, the larger first.
    pub(super) fn range(&mut self, width: u32) -> (u32, u32) {
        let (a, b) = (self.random.below(width), self.random.below(width));
        (a.max(b), a.min(b))
    }

    /// Zero- or sign-extended.
    pub(super) fn extended(&mut self, signed: bool, t: Term, width: u32) -> Term {
        if signed { self.pool.sext(t, width) } else { self.pool.zext(t, width) }
    }

    /// A choice between two different constants that are not 0 or 1.
    pub(super) fn choice(&mut self, width: u32) -> Term {
        let condition = self.condition();
        self.choice_on(condition, width)
    }

    pub(super) fn choice_on(&mut self, condition: Term, width: u32) -> Term {
        let (a, b) = (self.k(width), self.k(width));
        self.pool.ite(condition, a, b)
    }

    /// A choice between a negative number and a positive one, two bits wider than `x`, neither of
    /// them a constant.
    pub(super) fn known_choice(&mut self) -> Term {
        let (condition, x, y) = (self.condition(), self.x(), self.x());
        let (ones, one) = (self.fixed(2, 3), self.fixed(self.w + 2, 1));
        let negative = self.pool.concat(ones, x);
        let wide = self.pool.zext(y, self.w + 2);
        let positive = self.pool.add(wide, one);
        self.pool.ite(condition, negative, positive)
    }

    /// A float constant, often a special one.
    pub(super) fn float(&mut self, format: FloatFormat) -> Term {
        let double = match self.random.below(12) {
            0 => 0.0,
            1 => -0.0,
            2 => f64::INFINITY,
            3 => f64::NEG_INFINITY,
            4 => f64::NAN,
            5 => f64::from(self.random.below(300)) - 150.0,
            6 => f64::from(self.random.below(300)) - 150.5,
            7 => 0.1 * f64::from(self.random.below(1000)),
            8 => -0.1 * f64::from(self.random.below(1000)),
            9 => 3.5e38 * f64::from(self.random.below(3)),
            10 => 1e-46,
            _ => f64::from_bits(self.random.next()),
        };
        let bits = crate::float::convert(FloatFormat::Double, format, double.to_bits());
        self.pool.constant(format.width(), bits.into())
    }

    /// A variable converted to the format under test from a narrower one.
    pub(super) fn widened(&mut self) -> Option<Term> {
        let from = match (self.f, self.below(2)) {
            (FloatFormat::Half, _) => return None,
            (FloatFormat::Single, _) | (FloatFormat::Double, 0) => FloatFormat::Half,
            (FloatFormat::Double, _) => FloatFormat::Single,
        };
        let x = self.var(from.width());
        Some(self.pool.float_to_float(from, self.f, x))
    }

    /// An integer variable converted exactly to the format under test.
    pub(super) fn exact_int(&mut self, signed: bool) -> Term {
        let width = 1 + self.below(self.f.significand_bits());
        let x = self.var(width);
        self.pool.int_to_float(signed, self.f, x)
    }
}
