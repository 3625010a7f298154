//! Float operations: results from operands, and operands from results.
//!
//! A result that is no NaN came from operands that are none, and the exact result was within one place
//! of it; from there on it is arithmetic of real numbers, rounded outwards.

use coax_expr::{FloatCompare, FloatFormat, FloatOp, FloatUnary};

use super::floats::{
    Floats, Reals, before_integral, real_difference, real_product, real_quotients, real_sum,
};
use super::format::{nearest, stepped};
use super::propagate::{Propagator, Revised};
use super::value::{Empty, limits};

impl Propagator<'_, '_> {
    /// The floats a term can be.
    pub fn floats(&self, at: usize, format: FloatFormat) -> Floats {
        self.values[at].floats(format)
    }

    /// Narrows a float that is no NaN.
    pub fn narrow_reals(&mut self, at: usize, format: FloatFormat, reals: Reals) -> Revised {
        self.narrow_floats(at, Floats::new(format, reals, false))
    }

    /// A float is in one of some ranges.
    fn narrow_either(&mut self, at: usize, own: Floats, ranges: &[Floats]) -> Revised {
        let parts = ranges.iter().filter_map(|&range| own.meet(range).ok());
        let all = parts.reduce(Floats::hull).ok_or(Empty)?;
        self.narrow_floats(at, all)
    }

    /// A real number is in one of two ranges.
    fn narrow_quotient(
        &mut self,
        at: usize,
        format: FloatFormat,
        quotients: [Option<Reals>; 2],
    ) -> Revised {
        let ranges: Vec<Floats> = quotients
            .into_iter()
            .flatten()
            .map(|reals| Floats::new(format, reals, false))
            .collect();
        self.narrow_either(at, self.floats(at, format), &ranges)
    }

    /// A float with a magnitude within bounds.
    fn narrow_magnitude(
        &mut self,
        at: usize,
        format: FloatFormat,
        magnitudes: Reals,
        nan: bool,
    ) -> Revised {
        let positive = Floats::new(format, magnitudes, nan);
        let own = self.floats(at, format);
        self.narrow_either(at, own, &[positive, positive.negated()])
    }

    /// `at` is `a` with its sign flipped.
    pub fn opposite(&mut self, at: usize, a: usize) -> Revised {
        for (to, from) in [(at, a), (a, at)] {
            if let Some(floats) = self.values[from].float {
                self.narrow_floats(to, floats.negated())?;
            }
        }
        Ok(())
    }

    /// `at` is `a` with its sign cleared.
    pub fn absolute(&mut self, at: usize, a: usize) -> Revised {
        if let Some(floats) = self.values[a].float {
            self.narrow_floats(at, floats.absolute())?;
        }
        match self.values[at].float {
            Some(floats) => self.narrow_magnitude(a, floats.format, floats.ends(), floats.nan),
            None => Ok(()),
        }
    }

    /// `at = a op b`
    pub fn float(
        &mut self,
        at: usize,
        op: FloatOp,
        format: FloatFormat,
        a: usize,
        b: usize,
    ) -> Revised {
        let (x, y) = (self.floats(a, format), self.floats(b, format));
        let result = match op {
            FloatOp::Add => x.plus(y),
            // Zero, if it is a number.
            FloatOp::Sub if a == b => Floats { low: 0.0, high: 0.0, ..x.plus(y.negated()) },
            FloatOp::Rem if a == b => Floats { low: 0.0, high: 0.0, ..x.remainder(y) },
            FloatOp::Sub => x.plus(y.negated()),
            FloatOp::Mul if a == b => x.squared(),
            FloatOp::Mul => x.times(y),
            FloatOp::Div => x.over(y),
            FloatOp::Rem => x.remainder(y),
        };
        self.narrow_floats(at, result)?;
        let result = self.floats(at, format);
        if result.nan {
            return Ok(());
        }
        self.narrow_floats(a, Floats::numbers(format))?;
        self.narrow_floats(b, Floats::numbers(format))?;
        self.float_operands(op, result, a, b)
    }

    fn float_operands(&mut self, op: FloatOp, result: Floats, a: usize, b: usize) -> Revised {
        let format = result.format;
        let exact = result.rounding();
        let second = self.floats(b, format).ends();
        match op {
            FloatOp::Add => self.narrow_reals(a, format, real_difference(exact, second))?,
            FloatOp::Sub => self.narrow_reals(a, format, real_sum(exact, second))?,
            FloatOp::Mul if a == b => return self.root(a, format, exact),
            FloatOp::Mul => self.narrow_quotient(a, format, real_quotients(exact, second))?,
            FloatOp::Div => self.narrow_reals(a, format, real_product(exact, second))?,
            FloatOp::Rem => return self.remainder_operands(result, a),
        }
        let first = self.floats(a, format).ends();
        match op {
            FloatOp::Add => self.narrow_reals(b, format, real_difference(exact, first)),
            FloatOp::Sub => self.narrow_reals(b, format, real_difference(first, exact)),
            FloatOp::Mul => self.narrow_quotient(b, format, real_quotients(exact, first)),
            FloatOp::Div => self.narrow_quotient(b, format, real_quotients(first, exact)),
            FloatOp::Rem => Ok(()),
        }
    }

    /// A number whose square is within bounds.
    fn root(&mut self, a: usize, format: FloatFormat, squares: Reals) -> Revised {
        let (low, high) = squares;
        let magnitudes = (low.max(0.0).sqrt().next_down().max(0.0), high.max(0.0).sqrt().next_up());
        self.narrow_magnitude(a, format, magnitudes, false)
    }

    /// A remainder is no farther from zero than the dividend, and on the same side.
    fn remainder_operands(&mut self, result: Floats, a: usize) -> Revised {
        let low = if result.low > 0.0 { result.low } else { f64::NEG_INFINITY };
        let high = if result.high < 0.0 { result.high } else { f64::INFINITY };
        self.narrow_reals(a, result.format, (low, high))
    }

    /// `at = op(a)`
    pub fn float_unary(
        &mut self,
        at: usize,
        op: FloatUnary,
        format: FloatFormat,
        a: usize,
    ) -> Revised {
        self.narrow_floats(at, self.floats(a, format).unary(op))?;
        let result = self.floats(at, format);
        if op != FloatUnary::Sqrt {
            // A NaN comes of a NaN only.
            let before = before_integral(op, result.ends());
            return self.narrow_floats(a, Floats::new(format, before, result.nan));
        }
        if result.nan {
            return Ok(());
        }
        let (low, high) = result.rounding();
        let low = if low > 0.0 { (low * low).next_down() } else { 0.0 };
        self.narrow_reals(a, format, (low, (high * high).next_up()))
    }

    /// `at = a * b + c`, rounded once
    pub fn fused(&mut self, at: usize, format: FloatFormat, args: &[usize]) -> Revised {
        let [a, b, c] = [args[0], args[1], args[2]];
        let forward = self.floats(a, format).fused(self.floats(b, format), self.floats(c, format));
        self.narrow_floats(at, forward)?;
        let result = self.floats(at, format);
        if result.nan {
            return Ok(());
        }
        for operand in [a, b, c] {
            self.narrow_floats(operand, Floats::numbers(format))?;
        }
        let exact = result.rounding();
        let ends = |this: &Self, operand: usize| this.floats(operand, format).ends();
        let product = real_product(ends(self, a), ends(self, b));
        self.narrow_reals(c, format, real_difference(exact, product))?;
        let product = real_difference(exact, ends(self, c));
        self.narrow_quotient(a, format, real_quotients(product, ends(self, b)))?;
        self.narrow_quotient(b, format, real_quotients(product, ends(self, a)))
    }

    /// `at` is `a` in another format
    pub fn float_to_float(
        &mut self,
        at: usize,
        from: FloatFormat,
        to: FloatFormat,
        a: usize,
    ) -> Revised {
        self.narrow_floats(at, self.floats(a, from).converted(to))?;
        let result = self.floats(at, to);
        let before = if from < to { result.ends() } else { result.rounding() };
        self.narrow_floats(a, Floats::new(from, before, result.nan))
    }

    /// `at` is the integer `a` as a float
    pub fn int_to_float(&mut self, at: usize, signed: bool, to: FloatFormat, a: usize) -> Revised {
        let (low, high) = self.bounds(a, signed);
        self.narrow_reals(at, to, (rounded_integer(to, low), rounded_integer(to, high)))?;
        let (low, high) = self.floats(at, to).rounding();
        self.narrow(a, signed, (low.ceil() as i128, high.floor() as i128))
    }

    /// `at` is the integer part of `a`; 0 for a NaN and for what does not fit
    pub fn float_to_int(
        &mut self,
        at: usize,
        signed: bool,
        from: FloatFormat,
        a: usize,
    ) -> Revised {
        let own = self.floats(a, from);
        let (least, most) = limits(self.values[at].width, signed);
        let (low, high) = (own.low.trunc() as i128, own.high.trunc() as i128);
        let always_fits = own.has_numbers() && !own.nan && least <= low && high <= most;
        let fitting = own.has_numbers().then(|| (low.max(least), high.min(most)));
        let bounds = match fitting.filter(|(low, high)| low <= high) {
            Some(bounds) if always_fits => bounds,
            Some((low, high)) => (low.min(0), high.max(0)),
            None => (0, 0),
        };
        self.narrow(at, signed, bounds)?;
        let (low, high) = self.bounds(at, signed);
        if !always_fits && low <= 0 && high >= 0 {
            return Ok(());
        }
        // Steps outward: a large integer may have been rounded, and a small one has no other beside it.
        let integers = ((low as f64).next_down(), (high as f64).next_up());
        self.narrow_reals(a, from, before_integral(FloatUnary::Trunc, integers))
    }

    /// `at = a op b`
    pub fn float_compare(
        &mut self,
        at: usize,
        op: FloatCompare,
        format: FloatFormat,
        a: usize,
        b: usize,
    ) -> Revised {
        let (x, y) = (self.floats(a, format), self.floats(b, format));
        if let Some(holds) = decided(op, x, y, a == b) {
            self.decide(at, holds)?;
        }
        match self.values[at].known() {
            Some(0) => self.unrelated(op, x, y, a, b),
            Some(_) => self.related(op, x, y, a, b),
            None => Ok(()),
        }
    }

    /// What a relation that holds says.
    fn related(&mut self, op: FloatCompare, x: Floats, y: Floats, a: usize, b: usize) -> Revised {
        let format = x.format;
        if op == FloatCompare::Unordered {
            if a == b || !y.nan {
                self.narrow_floats(a, Floats::nans(format))?;
            }
            if !x.nan {
                self.narrow_floats(b, Floats::nans(format))?;
            }
            return Ok(());
        }
        if op == FloatCompare::Eq {
            self.narrow_reals(a, format, y.ends())?;
            return self.narrow_reals(b, format, x.ends());
        }
        self.ascending(op == FloatCompare::Lt, x, y, a, b)
    }

    /// `a < b` or `a <= b`, neither a NaN
    fn ascending(&mut self, strict: bool, x: Floats, y: Floats, a: usize, b: usize) -> Revised {
        let (format, gap) = (x.format, i64::from(strict));
        self.narrow_reals(a, format, (f64::NEG_INFINITY, stepped(format, y.high, -gap)))?;
        self.narrow_reals(b, format, (stepped(format, x.low, gap), f64::INFINITY))
    }

    /// What a relation that does not hold says: nothing if there can be a NaN.
    fn unrelated(&mut self, op: FloatCompare, x: Floats, y: Floats, a: usize, b: usize) -> Revised {
        let format = x.format;
        match op {
            FloatCompare::Unordered => {
                self.narrow_floats(a, Floats::numbers(format))?;
                self.narrow_floats(b, Floats::numbers(format))
            }
            _ if x.nan || y.nan => Ok(()),
            FloatCompare::Lt => self.ascending(false, y, x, b, a),
            FloatCompare::Le => self.ascending(true, y, x, b, a),
            FloatCompare::Eq => {
                self.narrow_floats(a, without(x, y))?;
                self.narrow_floats(b, without(y, x))
            }
        }
    }
}

/// The range without a number at one of its ends.
fn without(x: Floats, taken: Floats) -> Floats {
    if taken.low != taken.high {
        return x;
    }
    let low = if x.low == taken.low { stepped(x.format, x.low, 1) } else { x.low };
    let high = if x.high == taken.low { stepped(x.format, x.high, -1) } else { x.high };
    Floats::new(x.format, (low, high), x.nan)
}

fn rounded_integer(to: FloatFormat, value: i128) -> f64 {
    match to {
        FloatFormat::Single => (value as f32).into(),
        // What a double cannot hold exactly is far beyond the largest half.
        _ => nearest(to, value as f64),
    }
}

/// Whether a relation holds, if that is the same for all values.
fn decided(op: FloatCompare, x: Floats, y: Floats, same: bool) -> Option<bool> {
    let numbers = x.has_numbers() && y.has_numbers();
    let nan = x.nan || y.nan;
    if op == FloatCompare::Unordered {
        return match (numbers, nan) {
            (false, _) => Some(true),
            (_, false) => Some(false),
            _ => None,
        };
    }
    if !numbers {
        return Some(false);
    }
    let (never, always) = match op {
        FloatCompare::Eq => (x.high < y.low || y.high < x.low, x.low == y.high && x.high == y.low),
        FloatCompare::Lt => (same || x.low >= y.high, x.high < y.low),
        _ => (x.low > y.high, x.high <= y.low),
    };
    match (never, always && !nan) {
        (true, _) => Some(false),
        (_, true) => Some(true),
        _ => None,
    }
}
