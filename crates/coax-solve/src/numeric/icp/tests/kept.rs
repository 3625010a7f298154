//! Random terms over random values: contraction, splitting and refutation never lose those values.

use coax_expr::{
    Assignment, BinaryOp, CompareOp, Evaluator, FloatCompare, FloatFormat, FloatOp, FloatUnary,
    Function, OverflowOp, Pool, Term,
};

use super::super::format;
use super::super::net::Net;
use super::super::propagate::Propagator;
use super::super::value::{Empty, Value};
use super::super::{Boxes, Contracted, Range, contract, pieces, refute};
use super::declare_all;

/// Numbers that look random, the same on every run (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.roll() >> 32) as usize % count
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Bits that are often a small number, an end, a bit pattern, or a float that matters.
    fn bits(&mut self, width: u32) -> u64 {
        let ones = u64::MAX >> (64 - width);
        let bits = match self.below(8) {
            0 => self.roll(),
            1 => self.roll() % 16,
            2 => (self.roll() % 16).wrapping_neg(),
            3 => (1 << (width - 1)) ^ (self.roll() % 4).wrapping_sub(1),
            _ => self.float_bits(width),
        };
        bits & ones
    }

    fn float_bits(&mut self, width: u32) -> u64 {
        let special = [0.0, -0.0, 1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, 0.5];
        let value = match self.below(4) {
            0 => self.pick(&special),
            1 => (self.roll() % 41) as f64 - 20.0,
            2 => ((self.roll() % 4001) as f64 - 2000.0) / 64.0,
            _ => f64::from_bits(0x3f00_0000_0000_0000 | self.roll() >> 5 | self.roll() << 63),
        };
        match width {
            64 => value.to_bits(),
            32 => (value as f32).to_bits().into(),
            16 if value.is_nan() => 0x7e01,
            16 => {
                let near = format::nearest(FloatFormat::Half, value);
                format::magnitude_bits(FloatFormat::Half, near)
                    | u64::from(value.is_sign_negative()) << 15
            }
            _ => self.roll(),
        }
    }
}

const WIDTHS: [u32; 7] = [1, 3, 8, 16, 32, 64, 100];

/// Random terms over a few variables, with an assignment.
struct World {
    pool: Pool,
    dice: Dice,
    /// Terms by width, as in [`WIDTHS`].
    terms: Vec<Vec<Term>>,
    functions: Vec<Function>,
    assignment: Assignment,
    evaluator: Evaluator,
}

impl World {
    fn new(seed: u64) -> World {
        let mut pool = Pool::new();
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        dice.roll();
        let functions = declare_all(&mut pool);
        let mut assignment = Assignment::new();
        let mut terms = vec![Vec::new(); WIDTHS.len()];
        for &(place, count) in &[(0, 1), (1, 2), (2, 4), (3, 2), (4, 2), (5, 2)] {
            for _ in 0..count {
                let var = pool.new_var("v", WIDTHS[place]);
                assignment.set(var, dice.bits(WIDTHS[place]));
                terms[place].push(pool.var(var));
            }
        }
        let (wide, high) = (terms[5][0], terms[4][0]);
        let high = pool.zext(high, 36);
        terms[6].push(pool.concat(high, wide));
        let evaluator = Evaluator::new();
        World { pool, dice, terms, functions, assignment, evaluator }
    }

    fn any(&mut self, width: u32) -> Term {
        let place = WIDTHS.iter().position(|&w| w == width).expect("a width of ours");
        if width <= 64 && self.dice.below(6) == 0 {
            let bits = self.dice.bits(width);
            return self.pool.constant(width, bits.into());
        }
        let count = self.terms[place].len();
        // Later terms are larger ones.
        let at = self.dice.below(count).max(self.dice.below(count));
        self.terms[place][at]
    }

    fn add(&mut self, term: Term) {
        let width = self.pool.width(term);
        if let Some(place) = WIDTHS.iter().position(|&w| w == width) {
            self.terms[place].push(term);
        }
    }

    fn grow(&mut self) {
        let width = self.dice.pick(&WIDTHS);
        let format = self.dice.pick(&FloatFormat::ALL);
        let term = match self.dice.below(16) {
            0 | 1 => self.integer(width),
            2 | 3 => self.float(format),
            4 => self.relation(width),
            5 => self.float_relation(format),
            6 => self.slice(width),
            7 => self.conversion(format),
            8 => {
                let (condition, then, els) = (self.any(1), self.any(width), self.any(width));
                self.pool.ite(condition, then, els)
            }
            9 => self.application(),
            10 => {
                let index = self.any(8);
                let elements: Vec<Term> = (0..5).map(|_| self.any(width)).collect();
                self.pool.lookup(&elements, index)
            }
            11 => {
                let (op, a, b) =
                    (self.dice.pick(&OverflowOp::ALL), self.any(width), self.any(width));
                self.pool.overflow(op, a, b)
            }
            12 => {
                let a = self.any(format.width());
                match self.dice.below(2) {
                    0 => self.pool.float_neg(format, a),
                    _ => self.pool.float_abs(format, a),
                }
            }
            _ => {
                let op = self.dice.pick(&[BinaryOp::And, BinaryOp::Or, BinaryOp::Xor]);
                let (a, b) = (self.any(1), self.any(1));
                self.pool.binary(op, a, b)
            }
        };
        self.add(term);
    }

    fn integer(&mut self, width: u32) -> Term {
        let (a, b) = (self.any(width), self.any(width));
        match self.dice.below(16) {
            0 => self.pool.not(a),
            1 => self.pool.neg(a),
            2 => self.pool.mul(a, a),
            _ => {
                let op = self.dice.pick(&BinaryOp::ALL);
                self.pool.binary(op, a, b)
            }
        }
    }

    fn float(&mut self, format: FloatFormat) -> Term {
        let width = format.width();
        let (a, b, c) = (self.any(width), self.any(width), self.any(width));
        use FloatOp::{Add, Div, Mul, Rem, Sub};
        use FloatUnary::{Ceil, Floor, Rint, Round, Sqrt, Trunc};
        match self.dice.below(8) {
            0 => self.pool.fma(format, a, b, c),
            1 | 2 => {
                let op = self.dice.pick(&[Sqrt, Floor, Ceil, Trunc, Rint, Round]);
                self.pool.float_unary(op, format, a)
            }
            3 => {
                let op = self.dice.pick(&[Add, Sub, Mul, Div, Rem]);
                self.pool.float(op, format, a, a)
            }
            _ => {
                let op = self.dice.pick(&[Add, Sub, Mul, Div, Rem]);
                self.pool.float(op, format, a, b)
            }
        }
    }

    fn relation(&mut self, width: u32) -> Term {
        let (op, a, b) = (self.dice.pick(&CompareOp::ALL), self.any(width), self.any(width));
        self.pool.compare(op, a, b)
    }

    fn float_relation(&mut self, format: FloatFormat) -> Term {
        use FloatCompare::{Eq, Le, Lt, Unordered};
        let (a, b) = (self.any(format.width()), self.any(format.width()));
        let op = self.dice.pick(&[Eq, Lt, Le, Unordered]);
        self.pool.float_compare(op, format, a, b)
    }

    fn slice(&mut self, width: u32) -> Term {
        let a = self.any(width);
        match self.dice.below(5) {
            0 => self.pool.zext(a, 64.max(width)),
            1 => self.pool.sext(a, 64.max(width)),
            2 => {
                let (a, b, c, d) = (self.any(8), self.any(8), self.any(8), self.any(8));
                let (high, low) = (self.pool.concat(a, b), self.pool.concat(c, d));
                self.add(high);
                self.pool.concat(high, low)
            }
            3 => {
                let (high, low) = (self.any(32), self.any(32));
                self.pool.concat(high, low)
            }
            _ => {
                let narrow = self.dice.pick(&WIDTHS).min(width);
                let low = self.dice.below((width - narrow + 1) as usize) as u32;
                let low = if self.dice.below(2) == 0 { 0 } else { low };
                self.pool.extract(a, low + narrow - 1, low)
            }
        }
    }

    fn conversion(&mut self, format: FloatFormat) -> Term {
        let (signed, width) = (self.dice.below(2) == 0, self.dice.pick(&WIDTHS));
        match self.dice.below(3) {
            0 => {
                let (to, a) = (self.dice.pick(&FloatFormat::ALL), self.any(format.width()));
                self.pool.float_to_float(format, to, a)
            }
            1 => {
                let a = self.any(width);
                self.pool.int_to_float(signed, format, a)
            }
            _ => {
                let a = self.any(format.width());
                self.pool.float_to_int(signed, format, a, width)
            }
        }
    }

    fn application(&mut self) -> Term {
        let functions = self.functions.clone();
        let function = self.dice.pick(&functions);
        let widths = self.pool.signature(function).args.to_vec();
        let args: Vec<Term> = widths.iter().map(|&width| self.any(width)).collect();
        self.pool.apply(function, &args)
    }

    /// A condition, made true under the assignment; `None` if it has no value.
    fn fact(&mut self) -> Option<Term> {
        let term = match self.dice.below(4) {
            0 => self.any(1),
            1 => {
                let width = self.dice.pick(&[8, 16, 32, 64]);
                self.limit(width)?
            }
            2 => {
                let format = self.dice.pick(&FloatFormat::ALL);
                self.float_limit(format)?
            }
            _ => {
                let (a, b) = (self.any(1), self.any(1));
                self.pool.or(a, b)
            }
        };
        let holds = self.value(term)? == 1;
        Some(if holds { term } else { self.pool.not(term) })
    }

    /// A term against a constant near its value.
    fn limit(&mut self, width: u32) -> Option<Term> {
        let term = self.any(width);
        let value = self.value(term)?.wrapping_add_signed(i128::from(self.dice.roll() % 3) - 1);
        let (constant, op) = (self.pool.constant(width, value), self.dice.pick(&CompareOp::ALL));
        Some(match self.dice.below(2) {
            0 => self.pool.compare(op, term, constant),
            _ => self.pool.compare(op, constant, term),
        })
    }

    fn float_limit(&mut self, format: FloatFormat) -> Option<Term> {
        use FloatCompare::{Eq, Le, Lt};
        let term = self.any(format.width());
        let value = self.value(term)?.wrapping_add_signed(i128::from(self.dice.roll() % 3) - 1);
        let constant = self.pool.constant(format.width(), value);
        let op = self.dice.pick(&[Eq, Lt, Le]);
        Some(match self.dice.below(2) {
            0 => self.pool.float_compare(op, format, term, constant),
            _ => self.pool.float_compare(op, format, constant, term),
        })
    }

    fn value(&mut self, term: Term) -> Option<u128> {
        self.evaluator.begin();
        self.evaluator.known(&self.pool, term, &self.assignment)
    }

    /// Conjuncts that the assignment satisfies.
    fn question(&mut self) -> Vec<Term> {
        for _ in 0..self.dice.below(40) + 4 {
            self.grow();
        }
        (0..self.dice.below(6) + 1).filter_map(|_| self.fact()).collect()
    }
}

fn is_within(range: Range, bits: u64, width: u32) -> bool {
    let unused = 64 - width;
    match range {
        Range::Unsigned(low, high) => low <= bits && bits <= high,
        Range::Signed(low, high) => {
            let number = ((bits << unused) as i64) >> unused;
            low <= number && number <= high
        }
        Range::Float { format, low, high, nan } => {
            let sign = 1 << (width - 1);
            let magnitude = bits & (sign - 1);
            if magnitude > format::infinity_bits(format) {
                return nan;
            }
            let number = format::from_magnitude(format, magnitude);
            let number = if bits & sign == 0 { number } else { -number };
            low <= number && number <= high
        }
    }
}

fn has(boxes: &Boxes, world: &mut World) -> bool {
    boxes.leaves().all(|(term, range)| {
        let value = world.value(term).expect("leaves have values") as u64;
        is_within(range, value, world.pool.width(term))
    })
}

fn keeps(value: &Value, bits: u64) -> bool {
    let (natural, signed) = (value.natural, value.signed);
    let floats = value.float.map(|f| Range::Float {
        format: f.format,
        low: f.low,
        high: f.high,
        nan: f.nan,
    });
    is_within(Range::Unsigned(natural.0, natural.1), bits, value.width)
        && is_within(Range::Signed(signed.0, signed.1), bits, value.width)
        && floats.is_none_or(|range| is_within(range, bits, value.width))
}

/// Every term's value is within its bounds, so that the wrong one can be named.
fn check_every_term(world: &mut World, conjuncts: &[Term], seed: u64) {
    let pool = std::mem::take(&mut world.pool);
    let net = Net::new(&pool, conjuncts);
    let mut propagator = Propagator::new(&net, 3000).expect("the conjuncts are no constants");
    let settled = propagator.run();
    for (place, value) in net.places.iter().zip(&propagator.values) {
        if value.width > 64 {
            continue;
        }
        let Some(bits) = world.evaluator.known(&pool, place.term, &world.assignment) else {
            continue;
        };
        assert!(
            keeps(value, bits as u64),
            "seed {seed}: {} is {bits:#x}, not in {value:?}",
            pool.display(place.term)
        );
    }
    settled.unwrap_or_else(|Empty| panic!("seed {seed}: nothing is left"));
    drop(net);
    world.pool = pool;
}

#[test]
fn what_satisfies_a_question_is_kept() {
    for seed in 1..=6_000 {
        let mut world = World::new(seed);
        let conjuncts = world.question();
        if conjuncts.is_empty() {
            continue;
        }
        world.evaluator.begin();
        check_every_term(&mut world, &conjuncts, seed);
        let Contracted::Left(boxes) = contract(&world.pool, &conjuncts, 2000) else {
            panic!("seed {seed}: contracted to nothing");
        };
        assert!(has(&boxes, &mut world), "seed {seed}: lost by contraction");
        assert!(!refute(&world.pool, &conjuncts, 3000), "seed {seed}: refuted");
        let pieces = pieces(&world.pool, &conjuncts, 3000, 12).expect("something is left");
        assert!(
            pieces.iter().any(|boxes| has(boxes, &mut world)),
            "seed {seed}: in none of the pieces"
        );
    }
}
