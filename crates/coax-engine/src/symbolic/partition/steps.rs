//! What conditions compute: a row of steps, each over the results of earlier ones. A row, not a
//! tree, so that long texts need no deep stack.

use coax_expr::{FloatCompare, FloatFormat, FloatOp, Pool, Term};

use super::types::{self, Type};

/// Which step's result.
pub(super) type Place = usize;

/// One operation on values whose types are settled.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// An argument, by its position.
    Argument(usize),
    /// A constant, as the bits of its type.
    Constant(Type, u64),
    /// A value as one of another type.
    Convert { of: Place, from: Type, to: Type },
    /// Every bit of an integer inverted.
    Invert(Place),
    /// The opposite number.
    Negate(Type, Place),
    /// The absolute value.
    Absolute(Type, Place),
    /// Both operands have the type; the amount of a shift too.
    Binary(Operator, Type, Place, Place),
    /// The second if the first (a `bool`) holds, else the third.
    Choose(Place, Place, Place),
}

/// Operators that are steps. The others are these with operands exchanged or the result inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    And,
    Xor,
    Or,
    /// The result of this and the next two is a `bool`.
    Less,
    LessEqual,
    Equal,
}

impl Operator {
    /// Does it give a `bool`?
    pub(super) fn compares(self) -> bool {
        matches!(self, Operator::Less | Operator::LessEqual | Operator::Equal)
    }

    /// Does it take floating operands?
    pub(super) fn takes_floats(self) -> bool {
        use Operator::{Add, Div, Mul, Sub};
        self.compares() || matches!(self, Mul | Div | Add | Sub)
    }
}

impl Step {
    /// The step's result, given the arguments and the results before it.
    pub(super) fn term(self, pool: &mut Pool, args: &[Term], done: &[Term]) -> Term {
        match self {
            Step::Argument(index) => args[index],
            Step::Constant(ty, bits) => pool.constant(ty.width(), bits.into()),
            Step::Convert { of, from, to } => types::converted(pool, done[of], from, to),
            Step::Invert(of) => pool.not(done[of]),
            Step::Negate(Type::Int { .. }, of) => pool.neg(done[of]),
            Step::Negate(Type::Float(format), of) => pool.float_neg(format, done[of]),
            Step::Absolute(Type::Int { .. }, of) => pool.abs(done[of]),
            Step::Absolute(Type::Float(format), of) => pool.float_abs(format, done[of]),
            Step::Binary(op, Type::Int { signed, .. }, a, b) => {
                integers(pool, op, signed, done[a], done[b])
            }
            Step::Binary(op, Type::Float(format), a, b) => {
                floats(pool, op, format, done[a], done[b])
            }
            Step::Choose(condition, a, b) => pool.ite(done[condition], done[a], done[b]),
        }
    }
}

fn integers(pool: &mut Pool, op: Operator, signed: bool, a: Term, b: Term) -> Term {
    match (op, signed) {
        (Operator::Mul, _) => pool.mul(a, b),
        (Operator::Div, true) => pool.sdiv(a, b),
        (Operator::Div, false) => pool.udiv(a, b),
        (Operator::Rem, true) => pool.srem(a, b),
        (Operator::Rem, false) => pool.urem(a, b),
        (Operator::Add, _) => pool.add(a, b),
        (Operator::Sub, _) => pool.sub(a, b),
        (Operator::Shl, _) => pool.shl(a, b),
        (Operator::Shr, true) => pool.ashr(a, b),
        (Operator::Shr, false) => pool.lshr(a, b),
        (Operator::And, _) => pool.and(a, b),
        (Operator::Xor, _) => pool.xor(a, b),
        (Operator::Or, _) => pool.or(a, b),
        (Operator::Less, true) => pool.slt(a, b),
        (Operator::Less, false) => pool.ult(a, b),
        (Operator::LessEqual, true) => pool.sle(a, b),
        (Operator::LessEqual, false) => pool.ule(a, b),
        (Operator::Equal, _) => pool.eq(a, b),
    }
}

fn floats(pool: &mut Pool, op: Operator, format: FloatFormat, a: Term, b: Term) -> Term {
    match op {
        Operator::Mul => pool.float(FloatOp::Mul, format, a, b),
        Operator::Div => pool.float(FloatOp::Div, format, a, b),
        Operator::Add => pool.float(FloatOp::Add, format, a, b),
        Operator::Sub => pool.float(FloatOp::Sub, format, a, b),
        Operator::Less => pool.float_compare(FloatCompare::Lt, format, a, b),
        Operator::LessEqual => pool.float_compare(FloatCompare::Le, format, a, b),
        Operator::Equal => pool.float_compare(FloatCompare::Eq, format, a, b),
        _ => panic!("{op:?} takes integers"),
    }
}
