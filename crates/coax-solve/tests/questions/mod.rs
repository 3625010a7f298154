//! Random questions, built from plain numbers so that proptest can shrink them.
//!
//! A recipe makes terms out of a few variables, then follows a path: under a given model every
//! condition is taken as it falls out, as a run of a program would. What is asked along the way is
//! the other side of each branch.

#![allow(dead_code, reason = "each test uses its own part")]

use coax_expr::{
    Assignment, BinaryOp, CompareOp, Evaluator, FloatCompare, FloatFormat, FloatOp, FloatUnary,
    OverflowOp, Pool, Term, Var,
};
use coax_solve::{Answer, Conditions, Solver};
use proptest::prelude::*;

/// Which terms a recipe may make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flavour {
    /// Bit-vectors of up to 64 bits.
    Bits,
    /// Those, and wider ones.
    Wide,
    /// Floats too.
    Floats,
}

/// One step: what to do, and three numbers to choose by.
pub type Step = (u8, u16, u16, u32);

#[derive(Clone, Debug)]
pub struct Recipe {
    pub flavour: Flavour,
    pub steps: Vec<Step>,
    pub model: Vec<u64>,
    /// Which terms become branches.
    pub branches: Vec<u16>,
}

pub fn recipe(flavour: Flavour, steps: usize, branches: usize) -> impl Strategy<Value = Recipe> {
    let step = (any::<u8>(), any::<u16>(), any::<u16>(), any::<u32>());
    (
        prop::collection::vec(step, 1..steps),
        prop::collection::vec(any::<u64>(), WIDTHS.len()),
        prop::collection::vec(any::<u16>(), 1..branches),
    )
        .prop_map(move |(steps, model, branches)| Recipe { flavour, steps, model, branches })
}

const WIDTHS: [u32; 7] = [8, 8, 8, 3, 32, 32, 16];

/// A pool with a path through it.
pub struct Path {
    pub pool: Pool,
    pub model: Assignment,
    pub branches: Vec<Term>,
}

impl Recipe {
    pub fn build(&self) -> Path {
        let mut pool = Pool::new();
        let vars: Vec<Var> = WIDTHS.iter().map(|width| pool.new_var("v", *width)).collect();
        let model = vars
            .iter()
            .zip(&self.model)
            .map(|(var, value)| (*var, value & (u64::MAX >> (64 - pool.var_width(*var)))))
            .collect();
        let mut terms: Vec<Term> = vars.iter().map(|var| pool.var(*var)).collect();
        for &step in &self.steps {
            let term = make(&mut pool, &terms, step, self.flavour);
            terms.push(term);
        }
        let branches = self
            .branches
            .iter()
            .map(|&number| {
                let term = terms[terms.len() - 1 - number as usize % terms.len().min(12)];
                branch(&mut pool, term, number)
            })
            .collect();
        Path { pool, model, branches }
    }
}

/// A truth value out of a term.
fn branch(pool: &mut Pool, term: Term, number: u16) -> Term {
    let width = pool.width(term);
    if width == 1 {
        return term;
    }
    let bound = pool.constant(width, u128::from(number >> 4));
    match number & 3 {
        0 => pool.eq(term, bound),
        1 => pool.ult(term, bound),
        2 => pool.slt(bound, term),
        _ => pool.ne(term, bound),
    }
}

fn make(pool: &mut Pool, terms: &[Term], step: Step, flavour: Flavour) -> Term {
    let (op, a, b, c) = step;
    let pick = |number: u16| terms[number as usize % terms.len()];
    let (a, b) = (pick(a), pick(b));
    let width = pool.width(a);
    let same = if op & 0x80 == 0 { pool.resize(b, width) } else { pool.constant(width, c.into()) };
    match op % 32 {
        number @ 0..13 => {
            // Multipliers and dividers of full width are for other tests: they take seconds.
            let op = BinaryOp::ALL[number as usize];
            let hard = matches!(
                op,
                BinaryOp::Mul | BinaryOp::Udiv | BinaryOp::Urem | BinaryOp::Sdiv | BinaryOp::Srem
            );
            if hard && width > 8 {
                let (a, b) = (pool.resize(a, 8), pool.resize(same, 8));
                let small = pool.binary(op, a, b);
                return pool.sext(small, width);
            }
            pool.binary(op, a, same)
        }
        number @ 13..18 => pool.compare(CompareOp::ALL[number as usize - 13], a, same),
        number @ 18..23 => {
            let op = OverflowOp::ALL[number as usize - 18];
            let narrow = width.min(12);
            let (a, b) = (pool.resize(a, narrow), pool.resize(same, narrow));
            pool.overflow(op, a, b)
        }
        23 => pool.not(a),
        24 => pool.neg(a),
        25 => {
            let limit = if flavour == Flavour::Wide { 300 } else { 64 };
            if width + pool.width(b) <= limit { pool.concat(a, b) } else { pool.not(a) }
        }
        26 => {
            let low = c % width;
            let high = low + (c >> 8) % (width - low);
            pool.extract(a, high, low)
        }
        27 => {
            let limit = if flavour == Flavour::Wide { 300 } else { 64 };
            let wider = (width + c % 40).min(limit).max(width);
            if c & 0x100 == 0 { pool.zext(a, wider) } else { pool.sext(a, wider) }
        }
        28 => {
            let bit = pool.extract(b, 0, 0);
            pool.ite(bit, a, same)
        }
        29 => {
            let elements: Vec<Term> = (0..2 + c % 9)
                .map(|n| {
                    if n == 3 { same } else { pool.constant(width, u128::from(n) * u128::from(c)) }
                })
                .collect();
            pool.lookup(&elements, b)
        }
        _ if flavour == Flavour::Floats => float(pool, a, b, c),
        30 => pool.ctpop(a),
        _ => pool.resize(a, 1 + c % 64),
    }
}

/// Mostly small floats, because the reference solver is slow on large ones.
fn float(pool: &mut Pool, a: Term, b: Term, c: u32) -> Term {
    let formats = [FloatFormat::Half, FloatFormat::Half, FloatFormat::Single, FloatFormat::Double];
    let format = formats[(c >> 12) as usize % 4];
    let (a, b) = (pool.resize(a, format.width()), pool.resize(b, format.width()));
    let unary = [FloatUnary::Floor, FloatUnary::Ceil, FloatUnary::Trunc, FloatUnary::Rint];
    let compare = [FloatCompare::Eq, FloatCompare::Lt, FloatCompare::Le, FloatCompare::Unordered];
    match c % 10 {
        0 => pool.float(FloatOp::Add, format, a, b),
        1 => pool.float(FloatOp::Sub, format, a, b),
        2 if format == FloatFormat::Half => pool.float(FloatOp::Mul, format, a, b),
        3 => pool.float_unary(unary[(c >> 4) as usize % 4], format, a),
        4 => pool.float_to_int(c & 16 == 0, format, a, 1 + (c >> 8) % 33),
        5 => {
            let narrow = pool.resize(a, 1 + (c >> 8) % 16);
            pool.int_to_float(c & 16 == 0, format, narrow)
        }
        6 => pool.float_neg(format, a),
        7 => {
            let to =
                if format == FloatFormat::Half { FloatFormat::Single } else { FloatFormat::Half };
            pool.float_to_float(format, to, a)
        }
        _ => pool.float_compare(compare[(c >> 4) as usize % 4], format, a, b),
    }
}

impl Path {
    /// Follows the path and asks for the other side of every branch; `visit` sees each question with
    /// the conditions before it, and its answer.
    pub fn follow(
        &mut self,
        solver: &mut Solver,
        mut visit: impl FnMut(&mut Pool, &mut Conditions, Term, &Answer),
    ) {
        let mut conditions = Conditions::new();
        let mut evaluator = Evaluator::new();
        for branch in self.branches.clone() {
            evaluator.begin();
            let taken = evaluator.holds(&self.pool, branch, &self.model);
            let negated = self.pool.not(branch);
            let (here, there) = if taken { (branch, negated) } else { (negated, branch) };
            let answer = solver.find(&mut self.pool, &mut conditions, there, &self.model);
            visit(&mut self.pool, &mut conditions, there, &answer);
            conditions.add(&self.pool, here);
        }
    }
}

/// Does the model satisfy the conditions and what was asked for?
pub fn is_model(pool: &Pool, conditions: &Conditions, extra: Term, model: &Assignment) -> bool {
    let mut evaluator = Evaluator::new();
    evaluator.begin();
    conditions.iter().chain([extra]).all(|term| evaluator.holds(pool, term, model))
}

/// Panics unless it does.
pub fn require_model(pool: &Pool, conditions: &Conditions, extra: Term, model: &Assignment) {
    assert!(is_model(pool, conditions, extra, model), "{model:?} is not a model");
}

/// The answer without its model.
pub fn verdict(answer: &Answer) -> Option<bool> {
    match answer {
        Answer::Sat(_) => Some(true),
        Answer::Unsat => Some(false),
        Answer::Unknown(_) => None,
    }
}
