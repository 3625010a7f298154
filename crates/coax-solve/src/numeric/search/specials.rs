//! Values worth trying: those the terms mention, and those at which arithmetic changes its manners.

use std::collections::BTreeSet;
use std::f64::consts::PI;

use coax_expr::{BinaryOp, FloatFormat, Node, Pool, Term};

use super::leaves::Leaf;
use super::number::{Number, infinity, signed};

/// Constants taken from the terms, and values kept for a leaf.
const CONSTANTS: usize = 64;
const MOST: usize = 400;
/// Divisors looked for, how large they and what they divide may be, and how many of all are kept.
/// Larger constants are floats, mostly.
const DIVISORS: usize = 32;
const DIVISORS_TO: u64 = 1 << 16;
const DIVIDED_TO: u64 = 1 << 53;
const ALL_DIVISORS: usize = 100;

/// What the terms mention.
#[derive(Default)]
pub struct Specials {
    /// Width and pattern of the constants.
    constants: BTreeSet<(u32, u64)>,
    /// Divisors of the constants, if something is multiplied as an integer.
    divisors: BTreeSet<u64>,
    /// Does a function occur? Many have a period.
    functions: bool,
}

impl Specials {
    /// Looks through the conjuncts.
    pub fn of(pool: &Pool, conjuncts: &[Term]) -> Specials {
        let (mut found, mut products) = (Specials::default(), false);
        let mut open: BTreeSet<Term> = conjuncts.iter().copied().collect();
        while let Some(term) = open.pop_last() {
            let node = pool.node(term);
            match node {
                Node::Constant(limbs) if found.constants.len() < CONSTANTS => {
                    found.constants.insert((pool.width(term).min(64), limbs[0]));
                }
                Node::Binary(BinaryOp::Mul, ..) => products = true,
                Node::Apply { .. } => found.functions = true,
                _ => {}
            }
            node.for_each_operand(|operand| {
                open.insert(operand);
            });
        }
        if products {
            found.divisors = found.divisors_of_constants();
        }
        found
    }

    /// The values for a leaf, as patterns, the likeliest first.
    pub fn values(&self, leaf: &Leaf) -> Vec<u64> {
        let number = leaf.number;
        let mut reals = self.mentioned(number);
        reals.extend(PLAIN);
        reals.extend([leaf.first, leaf.last].map(|place| number.real(number.at(place))));
        if self.functions && number.is_float() {
            reals.extend((-8..=8).map(|quarter| f64::from(quarter) * PI / 4.0));
            reals.extend([PI / 6.0, PI / 3.0, std::f64::consts::E, std::f64::consts::LN_2]);
        }
        let mut patterns = Vec::new();
        if !number.is_float() {
            patterns.extend(self.divisors.iter().map(|&divisor| leaf.at(divisor.into())));
        }
        patterns.extend(reals.into_iter().map(|real| leaf.nearest(real)));
        patterns.extend(self.neighbours(leaf));
        patterns.extend(own(number));
        let mut seen = BTreeSet::new();
        patterns.retain(|pattern| seen.insert(*pattern));
        patterns.truncate(MOST);
        patterns
    }

    /// The constants as real numbers, in every way they can be read.
    fn mentioned(&self, number: Number) -> Vec<f64> {
        let mut reals = Vec::new();
        for &(width, pattern) in &self.constants {
            let format = FloatFormat::ALL.into_iter().find(|format| format.width() == width);
            let float = format.map(|format| Number::Float(format).real(pattern));
            reals.extend(float.filter(|real| real.abs() > 1e-30 && real.abs() < 1e30));
            reals.push(signed(width, pattern) as f64);
            if !number.is_float() {
                reals.push(pattern as f64);
            }
        }
        let roots: Vec<f64> =
            reals.iter().filter(|real| **real > 1.0).map(|real| real.sqrt()).collect();
        let opposite: Vec<f64> = reals.iter().map(|real| -real).collect();
        reals.extend(opposite);
        reals.extend(roots);
        reals
    }

    /// Constants of the leaf's own width and what is next to them.
    fn neighbours(&self, leaf: &Leaf) -> Vec<u64> {
        let own = self.constants.iter().filter(|(width, _)| *width == leaf.number.width());
        let places = own.filter_map(|&(_, pattern)| leaf.number.place(pattern));
        places.flat_map(|place| [place, place - 1, place + 1].map(|near| leaf.at(near))).collect()
    }

    /// Divisors of the constants, with what they are multiplied by.
    fn divisors_of_constants(&self) -> BTreeSet<u64> {
        let mut divisors = BTreeSet::new();
        let constants = self.constants.iter().map(|&(_, pattern)| pattern);
        for constant in constants.filter(|constant| (4..DIVIDED_TO).contains(constant)) {
            let small = (2..DIVISORS_TO).take_while(|divisor| divisor * divisor <= constant);
            let exact = small.filter(|divisor| constant.is_multiple_of(*divisor));
            divisors.extend(exact.take(DIVISORS).flat_map(|divisor| [divisor, constant / divisor]));
            if divisors.len() > ALL_DIVISORS {
                break;
            }
        }
        divisors
    }
}

/// Numbers people and programs like.
const PLAIN: [f64; 25] = [
    0.0,
    1.0,
    -1.0,
    2.0,
    -2.0,
    3.0,
    0.5,
    -0.5,
    10.0,
    -10.0,
    100.0,
    1000.0,
    -1000.0,
    1e6,
    0.1,
    0.25,
    1e-3,
    255.0,
    256.0,
    65536.0,
    1e9,
    -1e9,
    4294967296.0,
    1e-9,
    7.0,
];

/// The limits of a kind of number, and what is not a number.
fn own(number: Number) -> Vec<u64> {
    let Number::Float(format) = number else {
        let width = number.width();
        return (0..width)
            .map(|bit| 1 << bit)
            .chain([number.at(i128::MIN), number.at(i128::MAX)])
            .collect();
    };
    let infinite = infinity(format);
    let smallest_normal = 1 << (format.significand_bits() - 1);
    let magnitudes = [0, 1, smallest_normal - 1, smallest_normal, infinite - 1, infinite];
    let negative = 1 << (format.width() - 1);
    let both = magnitudes.into_iter().flat_map(|pattern| [pattern, pattern | negative]);
    both.chain([format.made_nan()]).collect()
}

#[cfg(test)]
mod tests {
    use coax_expr::{Assignment, FloatCompare, FloatOp};

    use super::super::leaves::leaves;
    use super::*;

    #[test]
    fn constants_divisors_and_limits_are_among_the_values() {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.new_var(name, 64));
        let (a, b) = (pool.var(x), pool.var(y));
        let (product, wanted) = (pool.mul(a, a), pool.constant(64, 91));
        let double = FloatFormat::Double;
        let sum = pool.float(FloatOp::Add, double, b, b);
        let third = pool.constant(64, 0.375f64.to_bits().into());
        let conjuncts =
            [pool.eq(product, wanted), pool.float_compare(FloatCompare::Lt, double, sum, third)];
        let specials = Specials::of(&pool, &conjuncts);
        for leaf in leaves(&pool, &conjuncts, &[]) {
            let values = specials.values(&leaf);
            let expected = match leaf.number.is_float() {
                true => [0.375f64.to_bits(), f64::INFINITY.to_bits(), double.made_nan()],
                false => [91, 7, 13],
            };
            assert!(expected.iter().all(|value| values.contains(value)), "{values:?}");
            assert_eq!(leaf.read(&Assignment::new()), 0);
        }
    }
}
