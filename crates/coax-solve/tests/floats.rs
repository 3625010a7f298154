//! Float operations in the back end against our evaluation.
//!
//! Each operation is given operands of which a few low bits are open, and asked for the result that
//! evaluation gives for one choice of them. A model exists, so "unsat" is wrong; what the back end
//! finds is evaluated, so a wrong circuit shows as a wrong model. Numbers that tests tend to forget
//! (subnormal, infinite, largest) are among the operands.

use std::time::Duration;

use coax_expr::{
    Assignment, Evaluator, FloatCompare, FloatFormat, FloatOp, FloatUnary, Pool, Term, Var,
};
use coax_solve::backend::bitwuzla::Reuse;
use coax_solve::{Answer, Conditions, Options, Solver};

type Operation = (&'static str, fn(&mut Pool, FloatFormat, Term, Term) -> Term);

const OPERATIONS: &[Operation] = &[
    ("add", |p, f, a, b| p.float(FloatOp::Add, f, a, b)),
    ("sub", |p, f, a, b| p.float(FloatOp::Sub, f, a, b)),
    ("mul", |p, f, a, b| p.float(FloatOp::Mul, f, a, b)),
    ("div", |p, f, a, b| p.float(FloatOp::Div, f, a, b)),
    ("sqrt", |p, f, a, _| p.float_unary(FloatUnary::Sqrt, f, a)),
    ("floor", |p, f, a, _| p.float_unary(FloatUnary::Floor, f, a)),
    ("ceil", |p, f, a, _| p.float_unary(FloatUnary::Ceil, f, a)),
    ("trunc", |p, f, a, _| p.float_unary(FloatUnary::Trunc, f, a)),
    ("rint", |p, f, a, _| p.float_unary(FloatUnary::Rint, f, a)),
    ("round", |p, f, a, _| p.float_unary(FloatUnary::Round, f, a)),
    ("fma", |p, f, a, b| p.fma(f, a, b, a)),
    ("negated sum", |p, f, a, b| {
        let sum = p.float(FloatOp::Add, f, a, b);
        p.float_neg(f, sum)
    }),
    ("absolute difference", |p, f, a, b| {
        let difference = p.float(FloatOp::Sub, f, a, b);
        p.float_abs(f, difference)
    }),
    ("to half", |p, f, a, _| p.float_to_float(f, FloatFormat::Half, a)),
    ("to double", |p, f, a, _| p.float_to_float(f, FloatFormat::Double, a)),
    ("to int", |p, f, a, _| p.float_to_int(true, f, a, 32)),
    ("to unsigned", |p, f, a, _| p.float_to_int(false, f, a, 16)),
    ("to one bit", |p, f, a, _| p.float_to_int(true, f, a, 1)),
    ("to wide int", |p, f, a, _| p.float_to_int(true, f, a, 128)),
    ("from int", |p, f, a, _| p.int_to_float(true, f, a)),
    ("from unsigned", |p, f, a, _| p.int_to_float(false, f, a)),
    ("less", |p, f, a, b| p.float_compare(FloatCompare::Lt, f, a, b)),
    ("equal", |p, f, a, b| p.float_compare(FloatCompare::Eq, f, a, b)),
];

/// Patterns of a format: ordinary ones out of a mixing function, and the special ones.
fn patterns(format: FloatFormat) -> Vec<u64> {
    let mask = u64::MAX >> (64 - format.width());
    let infinity = mask >> 1 & !((1 << (format.significand_bits() - 1)) - 1);
    let one = infinity >> 1 & infinity;
    let mixed = |n: u64| (n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 3) & mask;
    let near_one = |n: u64| one ^ mixed(n) & ((1 << format.significand_bits()) - 1);
    vec![near_one(1), near_one(2), mixed(3), mixed(4), 5, infinity, infinity - 1, one | 1 << 4]
}

/// Asks for the result of an operation; how often there was an answer.
fn ask(operation: &Operation, format: FloatFormat, a: u64, b: u64) -> bool {
    const OPEN: u32 = 4;
    let mut pool = Pool::new();
    let vars: [Var; 2] = std::array::from_fn(|_| pool.new_var("x", format.width()));
    let [x, y] = vars.map(|var| pool.var(var));
    let (mut conditions, mut model) = (Conditions::new(), Assignment::new());
    for (var, value) in vars.into_iter().zip([a, b]) {
        let term = pool.var(var);
        let high = pool.extract(term, format.width() - 1, OPEN);
        let fixed = pool.constant(format.width() - OPEN, (value >> OPEN).into());
        let same = pool.eq(high, fixed);
        conditions.add(&pool, same);
        model.set(var, value ^ 0b1010);
    }
    let result = (operation.1)(&mut pool, format, x, y);
    let wanted: Assignment = vars.into_iter().zip([a, b]).collect();
    let value = Evaluator::new().eval_wide(&pool, result, &wanted);
    let value = pool.bits_constant(&value);
    let question = pool.eq(result, value);
    let options = Options { query_time: Duration::from_secs(30), seed: 0, ..Options::default() };
    let mut solver = Solver::bare(options, Reuse::default());
    let answer = solver.find(&mut pool, &mut conditions, question, &model);
    let what = format!("{} of {format:?} {a:#x} and {b:#x}", operation.0);
    assert_ne!(answer, Answer::Unsat, "{what}");
    matches!(answer, Answer::Sat(_))
}

fn agree(format: FloatFormat, every: usize) {
    let patterns = patterns(format);
    let (mut asked, mut answered) = (0, 0);
    for (number, operation) in OPERATIONS.iter().enumerate() {
        for (place, &a) in patterns.iter().enumerate().skip(number % every).step_by(every) {
            asked += 1;
            answered +=
                u32::from(ask(operation, format, a, patterns[(place + 3) % patterns.len()]));
        }
    }
    // The payloads of NaNs are not always known, and nothing else may fail.
    assert!(answered * 100 >= asked * 90, "{answered} of {asked} answered");
}

#[test]
fn half() {
    agree(FloatFormat::Half, 1);
}

#[test]
fn single() {
    agree(FloatFormat::Single, 1);
}

#[test]
fn double() {
    agree(FloatFormat::Double, 2);
}
