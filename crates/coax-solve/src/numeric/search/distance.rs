//! How far a condition is from holding, by the values its operands really have.
//!
//! 0 exactly if it holds. Floats are as far apart as there are floats between them, integers as
//! their difference, bit patterns as the bits that differ. The cost is nearly the logarithm of that,
//! so that no condition drowns the others; the raw count breaks ties that the logarithm cannot see.

use coax_expr::{
    Assignment, BinaryOp, CompareOp, Evaluator, FloatCompare, FloatFormat, Node, OverflowOp, Pool,
    Term,
};

use super::number::{Number, infinity};

/// Terms looked at for one condition. Beyond that it only counts whether it holds.
const VISITS: u32 = 200;
const DEEPEST: u32 = 40;

/// The cost of what cannot be measured: a NaN, a function without a value.
const FAR: f64 = 160.0;

/// How far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Distance {
    /// What a search adds up.
    pub cost: f64,
    /// The count behind it, as far as it fits.
    pub raw: u128,
    /// The comparison to change first.
    pub atom: Option<Term>,
    /// Does that comparison hold, and should not?
    pub atom_holds: bool,
}

impl Distance {
    pub const NONE: Distance = Distance { cost: 0.0, raw: 0, atom: None, atom_holds: false };

    pub fn holds(&self) -> bool {
        self.cost == 0.0
    }

    fn new(atom: Term, cost: f64, raw: u128) -> Distance {
        Distance { cost, raw, atom: Some(atom), atom_holds: false }
    }

    fn far(atom: Term) -> Distance {
        Distance::new(atom, FAR, u128::MAX >> 8)
    }

    fn count(atom: Term, raw: u128) -> Distance {
        let raw = raw.max(1);
        Distance::new(atom, 1.0 + (1.0 + raw as f64).log2(), raw)
    }

    /// Floats far apart differ by orders of magnitude, which the count itself measures best.
    fn floats(atom: Term, format: FloatFormat, raw: u128) -> Distance {
        let all = infinity(format) as f64;
        let near = Distance::count(atom, raw);
        Distance { cost: near.cost + 64.0 * (raw as f64 / all), ..near }
    }

    fn plus(self, other: Distance) -> Distance {
        let worst = if self.cost >= other.cost { self } else { other };
        let raw = self.raw.saturating_add(other.raw);
        Distance { cost: self.cost + other.cost, raw, ..worst }
    }

    fn or(self, other: Distance) -> Distance {
        if (other.cost, other.raw) < (self.cost, self.raw) { other } else { self }
    }
}

/// Measures at one assignment, in whose epoch the evaluator is.
pub struct Gauge<'a> {
    pub pool: &'a Pool,
    pub evaluator: &'a mut Evaluator,
    pub values: &'a Assignment,
}

impl Gauge<'_> {
    /// How far a condition is from holding.
    pub fn distance(&mut self, condition: Term) -> Distance {
        if self.evaluator.holds(self.pool, condition, self.values) {
            return Distance::NONE;
        }
        if self.evaluator.known(self.pool, condition, self.values).is_none() {
            return Distance::far(condition);
        }
        let mut visits = VISITS;
        self.missing(condition, true, 0, &mut visits)
    }

    fn truth(&mut self, t: Term) -> bool {
        self.evaluator.eval(self.pool, t, self.values) == 1
    }

    /// How far a truth value is from what is wanted.
    fn missing(&mut self, t: Term, wanted: bool, depth: u32, visits: &mut u32) -> Distance {
        if self.truth(t) == wanted {
            return Distance::NONE;
        }
        if depth >= DEEPEST || *visits == 0 {
            return Distance::count(t, 1);
        }
        *visits -= 1;
        let pool = self.pool;
        let mut below = |t, wanted| self.missing(t, wanted, depth + 1, visits);
        match pool.node(t) {
            Node::Not(a) => below(a, !wanted),
            Node::Binary(BinaryOp::And, a, b) if wanted => below(a, true).plus(below(b, true)),
            Node::Binary(BinaryOp::And, a, b) => below(a, false).or(below(b, false)),
            Node::Binary(BinaryOp::Or, a, b) if wanted => below(a, true).or(below(b, true)),
            Node::Binary(BinaryOp::Or, a, b) => below(a, false).plus(below(b, false)),
            Node::Binary(BinaryOp::Xor, a, b) => self.one_flipped(a, b, depth, visits),
            Node::Compare(CompareOp::Eq, a, b) if pool.width(a) == 1 => {
                self.one_flipped(a, b, depth, visits)
            }
            Node::Ite { condition, then, els } => {
                let taken = self.truth(condition);
                let (here, there) = if taken { (then, els) } else { (els, then) };
                let stay = self.missing(here, wanted, depth + 1, visits);
                let switch = self.missing(condition, !taken, depth + 1, visits);
                stay.or(switch.plus(self.missing(there, wanted, depth + 1, visits)))
            }
            _ => Distance { atom_holds: !wanted, ..self.atomic(t, wanted) },
        }
    }

    fn atomic(&mut self, t: Term, wanted: bool) -> Distance {
        match self.pool.node(t) {
            Node::Compare(op, a, b) => self.integers(t, op, a, b, wanted),
            Node::FloatCompare(op, format, a, b) => {
                let [x, y] = [a, b].map(|operand| self.word(operand));
                floats(t, op, format, x, y, wanted)
            }
            Node::Overflow(op, a, b) if self.pool.width(a) <= 64 => {
                let over = self.excess(op, a, b).unsigned_abs();
                Distance::count(t, if wanted { over + 1 } else { over })
            }
            _ => Distance::count(t, 1),
        }
    }

    fn word(&mut self, t: Term) -> u64 {
        self.evaluator.eval(self.pool, t, self.values) as u64
    }

    /// One of two truth values has to change.
    fn one_flipped(&mut self, a: Term, b: Term, depth: u32, visits: &mut u32) -> Distance {
        let (x, y) = (self.truth(a), self.truth(b));
        let first = self.missing(a, !x, depth + 1, visits);
        first.or(self.missing(b, !y, depth + 1, visits))
    }

    fn integers(&mut self, t: Term, op: CompareOp, a: Term, b: Term, wanted: bool) -> Distance {
        let width = self.pool.width(a);
        if width > 128 {
            return self.wide(t, a, b);
        }
        let [x, y] = [a, b].map(|operand| self.evaluator.eval(self.pool, operand, self.values));
        let apart = match op {
            CompareOp::Eq if !wanted => return Distance::count(t, 1),
            CompareOp::Eq if self.is_pattern(a) || self.is_pattern(b) => {
                let bits = (x ^ y).count_ones();
                return Distance::new(t, 1.0 + f64::from(bits), bits.into());
            }
            CompareOp::Eq => {
                let around = x.wrapping_sub(y) << (128 - width) >> (128 - width);
                around.min(around.wrapping_neg() << (128 - width) >> (128 - width))
            }
            CompareOp::Ult | CompareOp::Ule => x.abs_diff(y),
            CompareOp::Slt | CompareOp::Sle => {
                sign_extended(width, x).abs_diff(sign_extended(width, y))
            }
        };
        // To have `a < b` where they are equal takes a step more.
        let strict = matches!((op, wanted), (CompareOp::Ult | CompareOp::Slt, true))
            || matches!((op, wanted), (CompareOp::Ule | CompareOp::Sle, false));
        Distance::count(t, apart.saturating_add(strict.into()))
    }

    /// Is it made of bits rather than a number?
    fn is_pattern(&self, t: Term) -> bool {
        match self.pool.node(t) {
            Node::Binary(op, ..) => matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor),
            Node::Not(_) => true,
            _ => false,
        }
    }

    fn wide(&mut self, t: Term, a: Term, b: Term) -> Distance {
        let [x, y] =
            [a, b].map(|operand| self.evaluator.eval_wide(self.pool, operand, self.values));
        let off: u32 = x.limbs().iter().zip(y.limbs()).map(|(x, y)| (x ^ y).count_ones()).sum();
        Distance::new(t, 1.0 + f64::from(off.max(1)), off.max(1).into())
    }

    /// How far beyond the width the exact result is; not above 0 if it fits.
    fn excess(&mut self, op: OverflowOp, a: Term, b: Term) -> i128 {
        let width = self.pool.width(a);
        let [x, y] = [a, b].map(|operand| self.evaluator.eval(self.pool, operand, self.values));
        let (natural, top) = ((x as i128, y as i128), 1i128 << width);
        let (m, n) = (sign_extended(width, x), sign_extended(width, y));
        let signed = |exact: i128| {
            let below = -(top >> 1) - exact;
            below.max(exact - (top >> 1) + 1)
        };
        match op {
            OverflowOp::Sadd => signed(m + n),
            OverflowOp::Ssub => signed(m - n),
            OverflowOp::Smul => signed(m * n),
            OverflowOp::Uadd => natural.0 + natural.1 - top + 1,
            OverflowOp::Umul => {
                let product = i128::try_from(x * y).unwrap_or(i128::MAX);
                product - top + 1
            }
        }
    }

    /// The difference of the sides of a comparison, which changes its sign where the truth changes;
    /// of a result of float arithmetic, its value.
    pub fn gap(&mut self, atom: Term) -> Option<f64> {
        self.evaluator.known(self.pool, atom, self.values)?;
        let gap = match self.pool.node(atom) {
            Node::Compare(op, a, b) if self.pool.width(a) <= 64 => {
                let width = self.pool.width(a);
                let [x, y] =
                    [a, b].map(|operand| self.evaluator.eval(self.pool, operand, self.values));
                match op {
                    CompareOp::Ult | CompareOp::Ule => (x as i128 - y as i128) as f64,
                    _ => (sign_extended(width, x) - sign_extended(width, y)) as f64,
                }
            }
            Node::FloatCompare(op, format, a, b) if op != FloatCompare::Unordered => {
                let [x, y] = [a, b].map(|operand| self.word(operand));
                let number = Number::Float(format);
                number.real(x) - number.real(y)
            }
            Node::Overflow(op, a, b) if self.pool.width(a) <= 64 => {
                self.excess(op, a, b) as f64 - 0.5
            }
            // Not a comparison but a number that should be 0.
            Node::Float(_, format, ..) => {
                let value = self.word(atom);
                Number::Float(format).real(value)
            }
            _ => return None,
        };
        (!gap.is_nan()).then_some(gap)
    }
}

fn sign_extended(width: u32, value: u128) -> i128 {
    (value << (128 - width)) as i128 >> (128 - width)
}

fn floats(
    t: Term,
    op: FloatCompare,
    format: FloatFormat,
    x: u64,
    y: u64,
    wanted: bool,
) -> Distance {
    let number = Number::Float(format);
    let (Some(p), Some(q)) = (number.place(x), number.place(y)) else {
        return Distance::far(t);
    };
    let apart = p.abs_diff(q);
    match (op, wanted) {
        (FloatCompare::Eq, false) => Distance::count(t, 1),
        (FloatCompare::Eq | FloatCompare::Le, true) | (FloatCompare::Lt, false) => {
            Distance::floats(t, format, apart)
        }
        (FloatCompare::Lt, true) | (FloatCompare::Le, false) => {
            Distance::floats(t, format, apart + 1)
        }
        // The way to a NaN leads over infinity.
        (FloatCompare::Unordered, _) => {
            let largest = p.abs().max(q.abs());
            Distance::floats(t, format, (number.last() - largest) as u128 + 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance of a condition on two numbers of 8 bits.
    fn at(x: u64, y: u64, build: impl Fn(&mut Pool, Term, Term) -> Term) -> Distance {
        let mut pool = Pool::new();
        let vars = ["x", "y"].map(|name| pool.new_var(name, 8));
        let [a, b] = vars.map(|var| pool.var(var));
        let condition = build(&mut pool, a, b);
        let values: Assignment = vars.into_iter().zip([x, y]).collect();
        let mut evaluator = Evaluator::new();
        let mut gauge = Gauge { pool: &pool, evaluator: &mut evaluator, values: &values };
        gauge.distance(condition)
    }

    #[test]
    fn distance_is_zero_exactly_if_the_condition_holds() {
        type Build = fn(&mut Pool, Term, Term) -> Term;
        type Meaning = fn(u8, u8) -> bool;
        let conditions: [(Build, Meaning); 9] = [
            (|p, a, b| p.eq(a, b), |x, y| x == y),
            (|p, a, b| p.ne(a, b), |x, y| x != y),
            (|p, a, b| p.ult(a, b), |x, y| x < y),
            (|p, a, b| p.sle(a, b), |x, y| x as i8 <= y as i8),
            (|p, a, b| p.sadd_overflows(a, b), |x, y| (x as i8).checked_add(y as i8).is_none()),
            (|p, a, b| p.smul_overflows(a, b), |x, y| (x as i8).checked_mul(y as i8).is_none()),
            (|p, a, b| p.umul_overflows(a, b), |x, y| x.checked_mul(y).is_none()),
            (
                |p, a, b| {
                    let over = p.ssub_overflows(a, b);
                    p.not(over)
                },
                |x, y| (x as i8).checked_sub(y as i8).is_some(),
            ),
            (
                |p, a, b| {
                    let (less, three) = (p.ult(a, b), p.constant(8, 3));
                    let (small, equal) = (p.ule(a, three), p.eq(a, b));
                    let either = p.or(less, equal);
                    p.ite(small, either, less)
                },
                |x, y| if x <= 3 { x <= y } else { x < y },
            ),
        ];
        for (build, meaning) in conditions {
            for (x, y) in (0..=255u8).step_by(5).flat_map(|x| (0..=255).map(move |y| (x, y))) {
                let distance = at(x.into(), y.into(), build);
                assert_eq!(distance.holds(), meaning(x, y), "{x} {y}");
                assert_eq!(distance.raw == 0, distance.holds());
            }
        }
    }

    #[test]
    fn overflow_is_as_far_as_the_result_lacks() {
        assert_eq!(at(100, 20, |p, a, b| p.sadd_overflows(a, b)).raw, 8);
        let fits = |p: &mut Pool, a, b| {
            let over = p.sadd_overflows(a, b);
            p.not(over)
        };
        assert_eq!(at(100, 30, fits).raw, 3);
    }

    #[test]
    fn floats_are_counted_and_nans_are_far() {
        let mut pool = Pool::new();
        let var = pool.new_var("x", 64);
        let (x, one) = (pool.var(var), pool.constant(64, 1f64.to_bits().into()));
        let less = pool.float_compare(FloatCompare::Lt, FloatFormat::Double, one, x);
        let raw = |value: f64| {
            let values = [(var, value.to_bits())].into_iter().collect();
            let mut evaluator = Evaluator::new();
            let mut gauge = Gauge { pool: &pool, evaluator: &mut evaluator, values: &values };
            gauge.distance(less).raw
        };
        assert_eq!(raw(1.0), 1);
        assert_eq!(raw(1.0f64.next_up()), 0);
        assert_eq!(raw(1.0f64.next_down().next_down()), 3);
        assert!(raw(f64::NAN) > raw(f64::NEG_INFINITY));
    }
}
