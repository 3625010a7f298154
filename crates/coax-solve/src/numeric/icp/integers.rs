//! Integer arithmetic. Results wrap around, so that bounds hold only if all results wrap alike, or
//! if a condition of the question says that none does.

use super::propagate::{Propagator, Revised};
use super::value::limits;

/// Bounds of exact results.
type Bounds = (i128, i128);

/// Far beyond every width, far from overflowing.
const FAR: i128 = 1 << 126;

fn sum_of(a: Bounds, b: Bounds) -> Bounds {
    (a.0 + b.0, a.1 + b.1)
}

fn difference_of(a: Bounds, b: Bounds) -> Bounds {
    (a.0 - b.1, a.1 - b.0)
}

fn product_of(a: Bounds, b: Bounds) -> Bounds {
    let times = |x: i128, y: i128| {
        let far = if (x < 0) == (y < 0) { FAR } else { -FAR };
        x.checked_mul(y).unwrap_or(far).clamp(-FAR, FAR)
    };
    let products = [times(a.0, b.0), times(a.0, b.1), times(a.1, b.0), times(a.1, b.1)];
    hull_of(products)
}

fn square_of(a: Bounds) -> Bounds {
    let most = a.0.abs().max(a.1.abs());
    let least = if a.0 <= 0 && a.1 >= 0 { 0 } else { a.0.abs().min(a.1.abs()) };
    (product_of((least, least), (least, least)).0, product_of((most, most), (most, most)).1)
}

fn hull_of(values: [i128; 4]) -> Bounds {
    let low = values.into_iter().min().expect("four values");
    (low, values.into_iter().max().expect("four values"))
}

fn floor_over(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn ceiling_over(a: i128, b: i128) -> i128 {
    -floor_over(-a, b)
}

fn has_zero(a: Bounds) -> bool {
    a.0 <= 0 && a.1 >= 0
}

/// What a factor can be, given an exact product and the other factor.
fn factor_of(product: Bounds, other: Bounds) -> Option<Bounds> {
    if has_zero(other) {
        let most = product.0.abs().max(product.1.abs());
        return (!has_zero(product)).then_some((-most, most));
    }
    let corners =
        [(product.0, other.0), (product.0, other.1), (product.1, other.0), (product.1, other.1)];
    let low = hull_of(corners.map(|(a, b)| ceiling_over(a, b))).0;
    Some((low, hull_of(corners.map(|(a, b)| floor_over(a, b))).1))
}

/// Bounds after wrapping around, if all results wrap around equally often.
fn wrapped(width: u32, signed: bool, bounds: Bounds) -> Option<Bounds> {
    let (low, high) = bounds;
    if low <= -FAR || high >= FAR {
        return None;
    }
    let (base, turn) = (limits(width, signed).0, 1i128 << width);
    let turns = (low - base).div_euclid(turn);
    let same = (high - base).div_euclid(turn) == turns;
    same.then(|| (low - turns * turn, high - turns * turn))
}

fn fits(width: u32, signed: bool, bounds: Bounds) -> bool {
    let (low, high) = limits(width, signed);
    low <= bounds.0 && bounds.1 <= high
}

fn natural_root(square: i128) -> i128 {
    (square.max(0) as u128).isqrt() as i128
}

impl Propagator<'_, '_> {
    fn width(&self, at: usize) -> u32 {
        self.values[at].width
    }

    /// Does the exact result always fit: by its bounds, or because the question says so?
    fn never_wraps(&self, at: usize, signed: bool, wraps: Option<usize>, exact: Bounds) -> bool {
        let excluded = wraps.is_some_and(|condition| self.values[condition].is_false());
        excluded || fits(self.width(at), signed, exact)
    }

    /// Narrows to exact bounds if nothing wraps, to wrapped ones otherwise.
    fn narrow_modulo(&mut self, at: usize, signed: bool, exact: bool, to: Bounds) -> Revised {
        match wrapped(self.width(at), signed, to) {
            _ if exact => self.narrow(at, signed, to),
            Some(bounds) => self.narrow(at, signed, bounds),
            None => Ok(()),
        }
    }

    /// `at = a + b`
    pub fn sum(&mut self, at: usize, wraps: [Option<usize>; 2], a: usize, b: usize) -> Revised {
        for signed in [false, true] {
            let total = sum_of(self.bounds(a, signed), self.bounds(b, signed));
            let exact = self.never_wraps(at, signed, wraps[usize::from(signed)], total);
            self.narrow_modulo(at, signed, exact, total)?;
            let result = self.bounds(at, signed);
            let first = difference_of(result, self.bounds(b, signed));
            self.narrow_modulo(a, signed, exact, first)?;
            let second = difference_of(result, self.bounds(a, signed));
            self.narrow_modulo(b, signed, exact, second)?;
        }
        Ok(())
    }

    /// `at = a - b`
    pub fn difference(
        &mut self,
        at: usize,
        wraps: [Option<usize>; 2],
        a: usize,
        b: usize,
    ) -> Revised {
        for signed in [false, true] {
            let rest = difference_of(self.bounds(a, signed), self.bounds(b, signed));
            let exact = self.never_wraps(at, signed, wraps[usize::from(signed)], rest);
            self.narrow_modulo(at, signed, exact, rest)?;
            let result = self.bounds(at, signed);
            let first = sum_of(result, self.bounds(b, signed));
            self.narrow_modulo(a, signed, exact, first)?;
            let second = difference_of(self.bounds(a, signed), result);
            self.narrow_modulo(b, signed, exact, second)?;
        }
        Ok(())
    }

    /// `at = -a`
    pub fn negation(&mut self, at: usize, a: usize) -> Revised {
        for signed in [false, true] {
            for (to, from) in [(at, a), (a, at)] {
                let (low, high) = self.bounds(from, signed);
                self.narrow_modulo(to, signed, false, (-high, -low))?;
            }
        }
        Ok(())
    }

    /// `at = !a`
    pub fn complement(&mut self, at: usize, a: usize) -> Revised {
        let ones = limits(self.width(at), false).1;
        for (to, from) in [(at, a), (a, at)] {
            let (low, high) = self.bounds(from, false);
            self.narrow(to, false, (ones - high, ones - low))?;
            let (low, high) = self.bounds(from, true);
            self.narrow(to, true, (-1 - high, -1 - low))?;
        }
        Ok(())
    }

    /// `at = a * b`
    pub fn product(&mut self, at: usize, wraps: [Option<usize>; 2], a: usize, b: usize) -> Revised {
        for signed in [false, true] {
            let bounds = (self.bounds(a, signed), self.bounds(b, signed));
            let all = if a == b { square_of(bounds.0) } else { product_of(bounds.0, bounds.1) };
            let exact = self.never_wraps(at, signed, wraps[usize::from(signed)], all);
            self.narrow_modulo(at, signed, exact, all)?;
            if exact && a == b {
                let root = natural_root(self.bounds(at, signed).1);
                self.narrow(a, signed, (-root, root))?;
            } else if exact {
                self.factor(at, signed, a, b)?;
                self.factor(at, signed, b, a)?;
            }
        }
        Ok(())
    }

    /// Narrows one factor of a product that does not wrap around.
    fn factor(&mut self, at: usize, signed: bool, to: usize, other: usize) -> Revised {
        match factor_of(self.bounds(at, signed), self.bounds(other, signed)) {
            Some(bounds) => self.narrow(to, signed, bounds),
            None => Ok(()),
        }
    }

    /// `at = a / b`, natural numbers
    pub fn natural_quotient(&mut self, at: usize, a: usize, b: usize) -> Revised {
        let (dividend, divisor) = (self.bounds(a, false), self.bounds(b, false));
        if divisor.0 == 0 {
            return Ok(());
        }
        self.narrow(at, false, (dividend.0 / divisor.1, dividend.1 / divisor.0))?;
        let (low, high) = self.bounds(at, false);
        let last = product_of((high + 1, high + 1), (divisor.1, divisor.1)).1 - 1;
        self.narrow(a, false, (product_of((low, low), (divisor.0, divisor.0)).0, last))
    }

    /// `at = a % b`, natural numbers; the dividend for a divisor of 0
    pub fn natural_remainder(&mut self, at: usize, a: usize, b: usize) -> Revised {
        let (dividend, divisor) = (self.bounds(a, false), self.bounds(b, false));
        self.narrow(at, false, (0, dividend.1))?;
        // The dividend is at least the remainder, also for a divisor of 0.
        self.narrow(a, false, (self.bounds(at, false).0, dividend.1))?;
        if divisor.0 == 0 {
            return Ok(());
        }
        self.narrow(at, false, (0, divisor.1 - 1))?;
        self.narrow(b, false, (self.bounds(at, false).0 + 1, divisor.1))?;
        if dividend.1 < divisor.0 {
            let same = self.values[a];
            self.narrow(at, false, same.natural_wide())?;
            self.narrow(a, false, self.bounds(at, false))?;
        }
        Ok(())
    }

    /// `at = a / b`, signed numbers, towards zero
    pub fn signed_quotient(&mut self, at: usize, a: usize, b: usize) -> Revised {
        let (dividend, divisor) = (self.bounds(a, true), self.bounds(b, true));
        let smallest = limits(self.width(at), true).0;
        let wraps = dividend.0 == smallest && divisor.0 <= -1 && divisor.1 >= -1;
        if has_zero(divisor) || wraps {
            return Ok(());
        }
        let quotients = [
            dividend.0 / divisor.0,
            dividend.0 / divisor.1,
            dividend.1 / divisor.0,
            dividend.1 / divisor.1,
        ];
        self.narrow(at, true, hull_of(quotients))?;
        if divisor.0 != divisor.1 || divisor.0 < 0 {
            return Ok(());
        }
        let (by, (low, high)) = (divisor.0, self.bounds(at, true));
        let first = if low > 0 { low * by } else { (low - 1) * by + 1 };
        let last = if high < 0 { high * by } else { (high + 1) * by - 1 };
        self.narrow(a, true, (first, last))
    }

    /// `at = a % b`, signed numbers, with the sign of `a`; `a` for a divisor of 0
    pub fn signed_remainder(&mut self, at: usize, a: usize, b: usize) -> Revised {
        let (dividend, divisor) = (self.bounds(a, true), self.bounds(b, true));
        self.narrow(at, true, (dividend.0.min(0), dividend.1.max(0)))?;
        if !has_zero(divisor) {
            let most = divisor.0.abs().max(divisor.1.abs()) - 1;
            self.narrow(at, true, (-most, most))?;
        }
        let (low, high) = self.bounds(at, true);
        let first = if low > 0 { low } else { dividend.0 };
        let last = if high < 0 { high } else { dividend.1 };
        self.narrow(a, true, (first, last))
    }

    /// `at = a << b`; only shifts by a known amount are followed
    pub fn shift_left(&mut self, at: usize, a: usize, b: usize) -> Revised {
        let width = self.width(at);
        let Some(amount) = self.values[b].known() else { return Ok(()) };
        if amount >= width.into() {
            return self.narrow(at, false, (0, 0));
        }
        let by = 1i128 << amount;
        for signed in [false, true] {
            let all = product_of(self.bounds(a, signed), (by, by));
            let exact = fits(width, signed, all);
            self.narrow_modulo(at, signed, exact, all)?;
            if exact && let Some(bounds) = factor_of(self.bounds(at, signed), (by, by)) {
                self.narrow(a, signed, bounds)?;
            }
        }
        Ok(())
    }

    /// `at = a >> b`, filled with 0
    pub fn shift_right(&mut self, at: usize, a: usize, b: usize) -> Revised {
        let (low, high) = self.bounds(a, false);
        self.narrow(at, false, (0, high))?;
        let Some(amount) = self.values[b].known() else { return Ok(()) };
        if amount >= self.width(at).into() {
            return self.narrow(at, false, (0, 0));
        }
        self.narrow(at, false, (low >> amount, high >> amount))?;
        self.before_shift(at, false, a, amount as u32)
    }

    /// `at = a >> b`, filled with the sign
    pub fn shift_right_signed(&mut self, at: usize, a: usize, b: usize) -> Revised {
        let (low, high) = self.bounds(a, true);
        self.narrow(at, true, (low.min(0), high.max(-1)))?;
        let Some(amount) = self.values[b].known() else { return Ok(()) };
        let amount = amount.min(u64::from(self.width(at)) - 1) as u32;
        self.narrow(at, true, (low >> amount, high >> amount))?;
        self.before_shift(at, true, a, amount)
    }

    /// Narrows what was shifted right by its result.
    pub fn before_shift(&mut self, at: usize, signed: bool, a: usize, amount: u32) -> Revised {
        let (low, high) = self.bounds(at, signed);
        self.narrow(a, signed, (low << amount, (high << amount) + (1 << amount) - 1))
    }

    /// `at` are the bits of `a` from `low` on, or a part of them
    pub fn extract(&mut self, at: usize, a: usize, low: u32) -> Revised {
        let width = self.width(at);
        for signed in [false, true] {
            let (first, last) = self.bounds(a, signed);
            let shifted = (first >> low, last >> low);
            // Bits above those that are kept are dropped: the number wraps around.
            self.narrow_modulo(at, signed, false, shifted)?;
            if fits(width, signed, shifted) {
                self.before_shift(at, signed, a, low)?;
            }
        }
        Ok(())
    }

    /// `at` is `high` above `low`
    pub fn concat(&mut self, at: usize, high: usize, low: usize) -> Revised {
        let shift = self.width(low);
        for signed in [false, true] {
            let (top, bottom) = (self.bounds(high, signed), self.bounds(low, false));
            let bounds = ((top.0 << shift) + bottom.0, (top.1 << shift) + bottom.1);
            self.narrow(at, signed, bounds)?;
            let whole = self.bounds(at, signed);
            self.narrow(high, signed, (whole.0 >> shift, whole.1 >> shift))?;
            let top = self.bounds(high, signed);
            if top.0 == top.1 {
                let above = top.0 << shift;
                self.narrow(low, false, (whole.0 - above, whole.1 - above))?;
            }
        }
        Ok(())
    }

    /// `at` is `a` with zeros above
    pub fn zero_extend(&mut self, at: usize, a: usize) -> Revised {
        self.narrow(at, false, self.bounds(a, false))?;
        self.narrow(a, false, self.bounds(at, false))
    }

    /// `at` is `a` with its sign above
    pub fn sign_extend(&mut self, at: usize, a: usize) -> Revised {
        self.narrow(at, true, self.bounds(a, true))?;
        self.narrow(a, true, self.bounds(at, true))
    }
}
