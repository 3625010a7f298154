//! Questions without an answer are refuted, others are narrowed to where the answers are.

use coax_expr::FloatFormat::{Double as F64, Single as F32};
use coax_expr::{FloatCompare, FloatOp, FloatUnary, Pool, Term, Var};

use super::super::{Contracted, Range, contract, pieces, refute};
use super::{Double, declare_double, declare_pair, libm};

/// Two numbers to ask about.
struct Ask {
    pool: Pool,
    x: Term,
    y: Term,
}

impl Ask {
    fn new(width: u32) -> Ask {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.new_var(name, width));
        let (x, y) = (pool.var(x), pool.var(y));
        Ask { pool, x, y }
    }

    fn double(&mut self, value: f64) -> Term {
        self.pool.constant(64, value.to_bits().into())
    }

    fn int(&mut self, value: i64) -> Term {
        self.pool.constant(32, value as u128)
    }

    fn float(&mut self, op: FloatOp, a: Term, b: Term) -> Term {
        self.pool.float(op, F64, a, b)
    }

    fn times(&mut self, a: Term, b: Term) -> Term {
        self.float(FloatOp::Mul, a, b)
    }

    fn plus(&mut self, a: Term, b: Term) -> Term {
        self.float(FloatOp::Add, a, b)
    }

    fn below(&mut self, a: Term, limit: f64) -> Term {
        let limit = self.double(limit);
        self.pool.float_compare(FloatCompare::Lt, F64, a, limit)
    }

    fn above(&mut self, a: Term, limit: f64) -> Term {
        let limit = self.double(limit);
        self.pool.float_compare(FloatCompare::Lt, F64, limit, a)
    }

    fn within(&mut self, a: Term, low: f64, high: f64) -> [Term; 2] {
        let (low, high) = (self.double(low), self.double(high));
        [
            self.pool.float_compare(FloatCompare::Le, F64, low, a),
            self.pool.float_compare(FloatCompare::Le, F64, a, high),
        ]
    }

    fn equals(&mut self, a: Term, value: f64) -> Term {
        let value = self.double(value);
        self.pool.float_compare(FloatCompare::Eq, F64, a, value)
    }

    fn root(&mut self, a: Term) -> Term {
        self.pool.float_unary(FloatUnary::Sqrt, F64, a)
    }

    fn apply(&mut self, name: &str, f: Double, a: Term) -> Term {
        let function = declare_double(&mut self.pool, name, f);
        self.pool.apply(function, &[a])
    }

    fn contracts_to_nothing(&self, conjuncts: &[Term]) -> bool {
        matches!(contract(&self.pool, conjuncts, 10_000), Contracted::Empty)
    }

    fn range(&self, conjuncts: &[Term], leaf: Term) -> Range {
        let Contracted::Left(boxes) = contract(&self.pool, conjuncts, 10_000) else {
            panic!("something is left");
        };
        boxes.leaves().find(|&(term, _)| term == leaf).expect("a leaf").1
    }

    fn ends(&self, conjuncts: &[Term], leaf: Term) -> (f64, f64) {
        match self.range(conjuncts, leaf) {
            Range::Float { low, high, nan: false, .. } => (low, high),
            range => panic!("{range:?} has NaNs or is no float"),
        }
    }
}

#[test]
fn a_square_is_not_negative() {
    let mut ask = Ask::new(64);
    let square = ask.times(ask.x, ask.x);
    let negative = ask.below(square, 0.0);
    assert!(ask.contracts_to_nothing(&[negative]));
    let product = ask.times(ask.x, ask.y);
    let negative = ask.below(product, 0.0);
    assert!(!refute(&ask.pool, &[negative], 10_000));
}

#[test]
fn a_polynomial_is_bounded() {
    let mut ask = Ask::new(64);
    let [from, to] = ask.within(ask.x, 1.0, 2.0);
    let (square, one) = (ask.times(ask.x, ask.x), ask.double(1.0));
    let sum = ask.plus(square, one);
    let (too_much, enough) = (ask.above(sum, 6.0), ask.above(sum, 4.0));
    assert!(ask.contracts_to_nothing(&[from, to, too_much]));
    assert_eq!(ask.ends(&[from, to, enough], ask.x).1, 2.0);
}

#[test]
fn a_root_is_not_negative() {
    let mut ask = Ask::new(64);
    let root = ask.root(ask.x);
    let negative = ask.below(root, -1.0);
    assert!(ask.contracts_to_nothing(&[negative]));
    let small = ask.below(root, 3.0);
    let (low, high) = ask.ends(&[small], ask.x);
    assert!(low == 0.0 && (8.99..9.01).contains(&high));
}

#[test]
fn a_distance_is_at_least_its_legs() {
    let mut ask = Ask::new(64);
    let mut conjuncts: Vec<Term> =
        [ask.x, ask.y].into_iter().flat_map(|leg| ask.within(leg, 3.0, f64::INFINITY)).collect();
    let (a, b) = (ask.times(ask.x, ask.x), ask.times(ask.y, ask.y));
    let sum = ask.plus(a, b);
    let distance = ask.root(sum);
    conjuncts.push(ask.below(distance, 5.0));
    assert!(!refute(&ask.pool, &conjuncts, 10_000));
    conjuncts.push(ask.below(distance, 4.0));
    assert!(ask.contracts_to_nothing(&conjuncts));
}

#[test]
fn functions_have_bounds() {
    let mut ask = Ask::new(64);
    let (sine, power) = (ask.apply("sin", libm::sin, ask.x), ask.apply("exp", libm::exp, ask.x));
    let (too_high, negative) = (ask.above(sine, 1.5), ask.below(power, -1.0));
    assert!(ask.contracts_to_nothing(&[too_high]));
    assert!(ask.contracts_to_nothing(&[negative]));
    let (high, large) = (ask.above(sine, 0.9), ask.above(power, 20.0));
    let (low, _) = ask.ends(&[high, large], ask.x);
    assert!((20f64.ln() - 1e-13..=20f64.ln()).contains(&low), "{low} is the logarithm of 20");
    let stranger = ask.apply("sin", libm::exp, ask.x);
    let possible = ask.above(stranger, 1.5);
    assert!(!refute(&ask.pool, &[possible], 10_000));
}

#[test]
fn a_sine_is_followed_between_its_extrema() {
    let mut ask = Ask::new(64);
    let sine = ask.apply("sin", libm::sin, ask.x);
    let [from, to] = ask.within(ask.x, 2.0, 4.0);
    let (high, half) = (ask.above(sine, 0.95), ask.equals(sine, 0.5));
    assert!(ask.contracts_to_nothing(&[from, to, high]));
    assert!(!refute(&ask.pool, &[from, to, half], 10_000));
    let [from, to] = ask.within(ask.x, 1.0, 2.0);
    let high = ask.above(sine, 0.9999);
    assert!(!refute(&ask.pool, &[from, to, high], 10_000));
}

#[test]
fn powers_are_followed() {
    let mut ask = Ask::new(64);
    let pow = declare_pair(&mut ask.pool, "pow", libm::pow);
    let three = ask.double(3.0);
    let cube = ask.pool.apply(pow, &[ask.x, three]);
    let [from, to] = ask.within(ask.x, 1.0, 100.0);
    let eight = ask.equals(cube, 8.0);
    let (low, high) = ask.ends(&[from, to, eight], ask.x);
    assert!(low <= 2.0 && 2.0 <= high && high - low < 1e-13);
    let two = ask.double(2.0);
    let square = ask.pool.apply(pow, &[ask.x, two]);
    let negative = ask.below(square, 0.0);
    assert!(ask.contracts_to_nothing(&[negative]));
}

#[test]
fn an_integer_part_is_not_larger() {
    let mut ask = Ask::new(64);
    let whole = ask.pool.float_to_int(true, F64, ask.x, 32);
    let hundred = ask.int(100);
    let (large, small) = (ask.pool.slt(hundred, whole), ask.below(ask.x, 50.0));
    assert!(ask.contracts_to_nothing(&[large, small]));
    assert_eq!(ask.ends(&[large], ask.x), (101.0, 2147483648f64.next_down()));
}

#[test]
fn a_product_that_does_not_overflow_is_bounded() {
    let mut ask = Ask::new(32);
    let (zero, thousand) = (ask.int(0), ask.int(1000));
    let mut conjuncts = Vec::new();
    for number in [ask.x, ask.y] {
        conjuncts.push(ask.pool.sle(zero, number));
        conjuncts.push(ask.pool.sle(number, thousand));
    }
    let (product, limit) = (ask.pool.mul(ask.x, ask.y), ask.int(2_000_000));
    conjuncts.push(ask.pool.slt(limit, product));
    assert!(ask.contracts_to_nothing(&conjuncts));
}

#[test]
fn a_condition_that_excludes_overflow_is_used() {
    let mut ask = Ask::new(32);
    let (ten, hundred) = (ask.int(10), ask.int(100));
    let product = ask.pool.mul(ask.x, ask.y);
    let large = ask.pool.sle(ten, ask.x);
    let (positive, small) = (ask.pool.sle(ten, ask.y), ask.pool.slt(product, hundred));
    // 10 * 429496730 wraps around to 4.
    assert!(!refute(&ask.pool, &[large, positive, small], 10_000));
    let wraps = ask.pool.smul_overflows(ask.x, ask.y);
    let exact = ask.pool.not(wraps);
    assert!(ask.contracts_to_nothing(&[large, positive, small, exact]));
}

#[test]
fn an_inverse_keeps_the_sign() {
    let mut ask = Ask::new(64);
    let one = ask.double(1.0);
    let inverse = ask.float(FloatOp::Div, one, ask.x);
    let (positive, negative) = (ask.above(ask.x, 0.0), ask.below(inverse, 0.0));
    assert!(ask.contracts_to_nothing(&[positive, negative]));
    // The inverse of the negative zero is negative.
    let [from, _] = ask.within(ask.x, 0.0, 1.0);
    assert!(!refute(&ask.pool, &[from, negative], 10_000));
}

#[test]
fn a_root_is_narrowed_to_neighbours() {
    let mut ask = Ask::new(64);
    let [from, to] = ask.within(ask.x, 1.0, 2.0);
    let square = ask.times(ask.x, ask.x);
    let two = ask.equals(square, 2.0);
    let (low, high) = ask.ends(&[from, to, two], ask.x);
    let places = high.to_bits() - low.to_bits();
    assert!(low * low <= 2.0 && high * high >= 2.0 && places <= 4, "{places} places are left");
    // No double squares to 2, and so few can all be tried.
    assert!(refute(&ask.pool, &[from, to, two], 10_000));
}

#[test]
fn a_linear_system_is_narrowed_by_splitting() {
    let mut ask = Ask::new(64);
    let mut conjuncts: Vec<Term> =
        [ask.x, ask.y].into_iter().flat_map(|number| ask.within(number, 0.0, 10.0)).collect();
    let minus = ask.float(FloatOp::Sub, ask.x, ask.y);
    let plus = ask.plus(ask.x, ask.y);
    conjuncts.push(ask.equals(plus, 10.0));
    conjuncts.push(ask.equals(minus, 4.0));
    let parts = pieces(&ask.pool, &conjuncts, 20_000, 8).expect("7 and 3");
    let near = |(_, range): (Term, Range)| matches!(range, Range::Float { low, high, .. } if high - low < 1e-6);
    assert!(parts[0].leaves().all(near), "{:?}", parts[0]);
}

#[test]
fn absolute_values_and_signs_are_floats_too() {
    let mut ask = Ask::new(64);
    let (absolute, negated) = (ask.pool.float_abs(F64, ask.x), ask.pool.float_neg(F64, ask.x));
    let (negative, small) = (ask.below(absolute, 0.0), ask.below(absolute, 3.0));
    assert!(ask.contracts_to_nothing(&[negative]));
    let positive = ask.above(negated, 1.0);
    assert_eq!(
        ask.ends(&[small, positive], ask.x),
        (-(3f64.next_down()), -(1f64.next_up())),
        "-x is above 1, |x| below 3"
    );
}

#[test]
fn bytes_put_together_are_one_number() {
    let mut pool = Pool::new();
    let vars: Vec<Var> = (0..4).map(|_| pool.new_var("byte", 8)).collect();
    let bytes: Vec<Term> = vars.into_iter().map(|var| pool.var(var)).collect();
    let single = bytes.iter().copied().reduce(|high, low| pool.concat(high, low)).expect("4");
    let limits = [1.5f32, 1.625].map(|limit| pool.constant(32, limit.to_bits().into()));
    let conjuncts = [
        pool.float_compare(FloatCompare::Le, F32, limits[0], single),
        pool.float_compare(FloatCompare::Le, F32, single, limits[1]),
    ];
    let Contracted::Left(boxes) = contract(&pool, &conjuncts, 1000) else { panic!("1.5") };
    let float = Range::Float { format: F32, low: 1.5, high: 1.625, nan: false };
    assert_eq!(boxes.leaves().collect::<Vec<_>>(), [(single, float)]);
    let absolute = pool.float_abs(F32, single);
    let small = pool.float_compare(FloatCompare::Lt, F32, absolute, limits[0]);
    let [first, second] = conjuncts;
    assert!(matches!(contract(&pool, &[first, small], 1000), Contracted::Empty));
    let top = pool.constant(8, 0x40);
    let negative = pool.eq(bytes[0], top);
    let all = [first, second, negative];
    assert!(matches!(contract(&pool, &all, 1000), Contracted::Empty));
}

#[test]
fn cases_are_told_apart() {
    let mut ask = Ask::new(64);
    let (small, large) = (ask.below(ask.x, 1.0), ask.above(ask.x, 5.0));
    let either = ask.pool.or(small, large);
    let [from, to] = ask.within(ask.x, 2.0, 4.0);
    assert!(refute(&ask.pool, &[either, from, to], 1000));
    assert_eq!(pieces(&ask.pool, &[either, from, to], 1000, 9).map(|parts| parts.len()), None);
    let (one, two) = (ask.double(1.0), ask.double(2.0));
    let chosen = ask.pool.ite(small, one, two);
    let is_two = ask.equals(chosen, 2.0);
    let [low, high] = ask.within(ask.x, -5.0, 7.0);
    assert_eq!(ask.ends(&[is_two, low, high], ask.x), (1.0, 7.0));
}

#[test]
fn integers_are_narrowed_by_both_readings() {
    let mut ask = Ask::new(32);
    let (ten, minus) = (ask.int(10), ask.int(-3));
    let sum = ask.pool.add(ask.x, ten);
    let (low, high) = (ask.pool.sle(minus, sum), ask.pool.sle(sum, ten));
    assert_eq!(ask.range(&[low, high], ask.x), Range::Unsigned(0, u32::MAX.into()));
    let signed = ask.pool.slt(ask.x, ask.y);
    assert_eq!(ask.range(&[low, high, signed], ask.x), Range::Signed(-13, 0));
    let seven = ask.int(7);
    let (rest, three) = (ask.pool.urem(ask.y, seven), ask.int(8));
    let too_much = ask.pool.ule(three, rest);
    assert!(ask.contracts_to_nothing(&[too_much]));
}

#[test]
fn no_work_is_no_claim() {
    let mut ask = Ask::new(64);
    let square = ask.times(ask.x, ask.x);
    let negative = ask.below(square, 0.0);
    assert!(!refute(&ask.pool, &[negative], 0));
    assert!(matches!(contract(&ask.pool, &[negative], 0), Contracted::Left(_)));
    assert!(pieces(&ask.pool, &[negative], 0, 4).is_some());
}
