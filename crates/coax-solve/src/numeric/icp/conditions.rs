//! Conditions, what hangs on them, and bitwise operators.

use coax_expr::{CompareOp, OverflowOp};

use super::propagate::{Propagator, Revised};
use super::value::{Empty, limits, mask};

/// Bounds of exact results.
type Bounds = (i128, i128);

/// All ones below and at the highest bit.
fn filled(bits: u64) -> i128 {
    u64::MAX.checked_shr(bits.leading_zeros()).unwrap_or(0).into()
}

fn is_signed(op: OverflowOp) -> bool {
    matches!(op, OverflowOp::Sadd | OverflowOp::Ssub | OverflowOp::Smul)
}

impl Propagator<'_, '_> {
    fn is_true(&self, at: usize) -> bool {
        self.values[at].is_true()
    }

    fn is_false(&self, at: usize) -> bool {
        self.values[at].is_false()
    }

    /// `at = a & b`
    pub fn and(&mut self, at: usize, a: usize, b: usize) -> Revised {
        let (first, second) = (self.values[a].natural, self.values[b].natural);
        self.narrow(at, false, (0, first.1.min(second.1).into()))?;
        for (part, other) in [(a, b), (b, a)] {
            let least = self.bounds(at, false).0;
            self.narrow(part, false, (least, self.bounds(part, false).1))?;
            self.and_with(at, part, other)?;
        }
        Ok(())
    }

    /// What `other` being known says about the other two of `at = part & other`.
    fn and_with(&mut self, at: usize, part: usize, other: usize) -> Revised {
        let Some(bits) = self.values[other].known() else { return Ok(()) };
        let keeps_all = bits & (bits.wrapping_add(1)) == 0;
        if keeps_all && self.values[part].natural.1 <= bits {
            let same = self.values[part].natural_wide();
            self.narrow(at, false, same)?;
            self.narrow(part, false, self.bounds(at, false))?;
        }
        Ok(())
    }

    /// `at = a | b`
    pub fn or(&mut self, at: usize, a: usize, b: usize) -> Revised {
        let (first, second) = (self.values[a].natural, self.values[b].natural);
        let least = first.0.max(second.0).into();
        self.narrow(at, false, (least, filled(first.1 | second.1)))?;
        for (part, other) in [(a, b), (b, a)] {
            let most = self.bounds(at, false).1;
            self.narrow(part, false, (0, most))?;
            if self.values[other].known() == Some(0) {
                self.same(at, part)?;
            }
        }
        Ok(())
    }

    /// `at = a ^ b`
    pub fn xor(&mut self, at: usize, a: usize, b: usize) -> Revised {
        let width = self.values[at].width;
        let all = [(at, a, b), (a, at, b), (b, at, a)];
        for (to, one, other) in all {
            let (x, y) = (self.values[one].natural, self.values[other].natural);
            self.narrow(to, false, (0, filled(x.1 | y.1)))?;
            match (self.values[one].known(), self.values[other].known()) {
                (Some(x), Some(y)) => self.narrow(to, false, ((x ^ y).into(), (x ^ y).into()))?,
                (_, Some(bits)) => self.flipped(to, one, width, bits)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The sign bit flipped moves the signed numbers up, in order, to be the natural ones.
    fn flipped(&mut self, to: usize, from: usize, width: u32, bits: u64) -> Revised {
        let sign = 1i128 << (width - 1);
        if i128::from(bits) != sign {
            return Ok(());
        }
        let (low, high) = self.bounds(from, true);
        self.narrow(to, false, (low + sign, high + sign))?;
        let (low, high) = self.bounds(from, false);
        self.narrow(to, true, (low - sign, high - sign))
    }

    /// Two terms are equal.
    fn same(&mut self, a: usize, b: usize) -> Revised {
        let value = self.values[b];
        self.narrow_to(a, &value)?;
        let value = self.values[a];
        self.narrow_to(b, &value)
    }

    /// `at = a op b`
    pub fn compare(&mut self, at: usize, op: CompareOp, a: usize, b: usize) -> Revised {
        match op {
            CompareOp::Eq => self.equal(at, a, b),
            CompareOp::Ult => self.less(at, false, true, a, b),
            CompareOp::Ule => self.less(at, false, false, a, b),
            CompareOp::Slt => self.less(at, true, true, a, b),
            CompareOp::Sle => self.less(at, true, false, a, b),
        }
    }

    fn equal(&mut self, at: usize, a: usize, b: usize) -> Revised {
        let (x, y) = (self.values[a], self.values[b]);
        if x.meet(&y).is_err() {
            self.decide(at, false)?;
        } else if a == b || x.known().is_some() && x.known() == y.known() {
            self.decide(at, true)?;
        }
        if self.is_true(at) {
            return self.same(a, b);
        }
        if self.is_false(at) {
            self.differ(a, b)?;
            self.differ(b, a)?;
        }
        Ok(())
    }

    /// Takes a known value away from the ends of what must differ from it.
    fn differ(&mut self, from: usize, other: usize) -> Revised {
        if self.values[other].known().is_none() {
            return Ok(());
        }
        for signed in [false, true] {
            let (taken, (low, high)) = (self.bounds(other, signed).0, self.bounds(from, signed));
            let low = if low == taken { low + 1 } else { low };
            let high = if high == taken { high - 1 } else { high };
            self.narrow(from, signed, (low, high))?;
        }
        Ok(())
    }

    fn less(&mut self, at: usize, signed: bool, strict: bool, a: usize, b: usize) -> Revised {
        let gap = i128::from(strict);
        let (x, y) = (self.bounds(a, signed), self.bounds(b, signed));
        if x.1 + gap <= y.0 {
            self.decide(at, true)?;
        } else if x.0 + gap > y.1 || a == b && strict {
            self.decide(at, false)?;
        }
        if self.is_true(at) {
            return self.below(signed, gap, a, b);
        }
        if self.is_false(at) {
            return self.below(signed, 1 - gap, b, a);
        }
        Ok(())
    }

    /// `a + gap <= b`, without wrapping around
    fn below(&mut self, signed: bool, gap: i128, a: usize, b: usize) -> Revised {
        let (x, y) = (self.bounds(a, signed), self.bounds(b, signed));
        self.narrow(a, signed, (x.0, y.1 - gap))?;
        self.narrow(b, signed, (x.0 + gap, y.1))
    }

    /// `at`: does the exact result not fit?
    pub fn overflow(&mut self, at: usize, op: OverflowOp, a: usize, b: usize) -> Revised {
        let signed = is_signed(op);
        let (x, y) = (self.bounds(a, signed), self.bounds(b, signed));
        let Some(exact) = exact_result(op, x, y) else { return Ok(()) };
        let limits = limits(self.values[a].width, signed);
        if limits.0 <= exact.0 && exact.1 <= limits.1 {
            self.decide(at, false)?;
        } else if exact.1 < limits.0 || exact.0 > limits.1 {
            self.decide(at, true)?;
        }
        if !self.is_false(at) {
            return Ok(());
        }
        match op {
            OverflowOp::Sadd | OverflowOp::Uadd => {
                self.narrow(a, signed, (limits.0 - y.1, limits.1 - y.0))?;
                self.narrow(b, signed, (limits.0 - x.1, limits.1 - x.0))
            }
            OverflowOp::Ssub => {
                self.narrow(a, signed, (limits.0 + y.0, limits.1 + y.1))?;
                self.narrow(b, signed, (x.0 - limits.1, x.1 - limits.0))
            }
            OverflowOp::Smul | OverflowOp::Umul => {
                self.bounded_factor(signed, limits, a, y)?;
                self.bounded_factor(signed, limits, b, x)
            }
        }
    }

    /// A factor of a product that fits is not larger than the limits over the other factor.
    fn bounded_factor(
        &mut self,
        signed: bool,
        limits: Bounds,
        factor: usize,
        other: Bounds,
    ) -> Revised {
        let least = match other {
            (low, _) if low > 0 => low,
            (_, high) if high < 0 => -high,
            _ => return Ok(()),
        };
        // The lowest number is the farthest from zero, on one side; take it for both.
        let most = limits.1.max(-limits.0) / least;
        self.narrow(factor, signed, (-most, most))
    }

    /// `at = if condition { then } else { els }`
    pub fn choice(&mut self, at: usize, condition: usize, then: usize, els: usize) -> Revised {
        let value = self.values[at];
        if value.meet(&self.values[then]).is_err() {
            self.decide(condition, false)?;
        }
        if value.meet(&self.values[els]).is_err() {
            self.decide(condition, true)?;
        }
        match self.values[condition].known() {
            Some(0) => self.same(at, els),
            Some(_) => self.same(at, then),
            None => {
                let either = self.values[then].hull(&self.values[els]);
                self.narrow_to(at, &either)
            }
        }
    }

    /// `at = elements[index]`; the last element for an index that is too large
    pub fn table(&mut self, at: usize, index: usize, elements: &[usize]) -> Revised {
        let (low, high) = self.values[index].natural;
        let last = elements.len() as u64 - 1;
        let value = self.values[at];
        let possible = |place: u64| value.meet(&self.values[elements[place as usize]]).is_ok();
        let places = low.min(last)..=high.min(last);
        let Some(first) = places.clone().find(|&place| possible(place)) else {
            return Err(Empty);
        };
        let end = places.rev().find(|&place| possible(place)).expect("at least the first one");
        // Every index from the last element on means the last element.
        let high = if end == last { mask(self.values[index].width) } else { end };
        let mut all = self.values[elements[first as usize]];
        for place in first..=end {
            all = all.hull(&self.values[elements[place as usize]]);
        }
        self.narrow(index, false, (first.into(), high.into()))?;
        self.narrow_to(at, &all)?;
        if first == end {
            return self.same(at, elements[first as usize]);
        }
        Ok(())
    }
}

/// Bounds of the exact result; `None` if they are too large to be computed.
fn exact_result(op: OverflowOp, a: Bounds, b: Bounds) -> Option<Bounds> {
    match op {
        OverflowOp::Sadd | OverflowOp::Uadd => Some((a.0 + b.0, a.1 + b.1)),
        OverflowOp::Ssub => Some((a.0 - b.1, a.1 - b.0)),
        OverflowOp::Umul => Some((a.0.checked_mul(b.0)?, a.1.saturating_mul(b.1))),
        OverflowOp::Smul => {
            let products = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            Some((*products.iter().min()?, *products.iter().max()?))
        }
    }
}
