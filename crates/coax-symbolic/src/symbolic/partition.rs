//! The conditions of a [`Partition`] as terms over the arguments of its function.
//!
//! Invariant: where C gives an expression no meaning (overflow, division by 0, a shift too far), it
//! has the meaning of the terms.

use coax_expr::{FloatCompare, FloatFormat, FloatOp, Pool, Term};
use coax_ir::partition::{Number, Operator, Partition, Step};

/// The conditions (terms of width 1) on these arguments, in order. Each argument has the width of its
/// parameter's kind.
pub fn condition_terms(partition: &Partition, pool: &mut Pool, args: &[Term]) -> Vec<Term> {
    let mut done = Vec::with_capacity(partition.steps.len());
    for &step in &partition.steps {
        let term = result(step, pool, args, &done);
        done.push(term);
    }
    partition.conditions.iter().map(|&step| done[step]).collect()
}

/// A step's result, given the arguments and the results before it.
fn result(step: Step, pool: &mut Pool, args: &[Term], done: &[Term]) -> Term {
    match step {
        Step::Argument(index) => args[index],
        Step::Constant(ty, bits) => pool.constant(ty.width(), bits.into()),
        Step::Convert { of, from, to } => converted(pool, done[of], from, to),
        Step::Invert(of) => pool.not(done[of]),
        Step::Negate(ty, of) => match float_format(ty) {
            None => pool.neg(done[of]),
            Some(format) => pool.float_neg(format, done[of]),
        },
        Step::Absolute(ty, of) => match float_format(ty) {
            None => pool.abs(done[of]),
            Some(format) => pool.float_abs(format, done[of]),
        },
        Step::Binary(op, ty, a, b) => match float_format(ty) {
            None => integers(pool, op, !ty.is_unsigned(), done[a], done[b]),
            Some(format) => floats(pool, op, format, done[a], done[b]),
        },
        Step::Choose(condition, a, b) => pool.ite(done[condition], done[a], done[b]),
    }
}

/// The format of a floating type; none for integers.
fn float_format(ty: Number) -> Option<FloatFormat> {
    match ty {
        Number::Int { .. } => None,
        Number::Single => Some(FloatFormat::Single),
        Number::Double => Some(FloatFormat::Double),
    }
}

/// A value of one type as one of another. What C leaves open is as the terms have it.
fn converted(pool: &mut Pool, value: Term, from: Number, to: Number) -> Term {
    if to == Number::BOOL {
        return truth(pool, value, from);
    }
    match (float_format(from), float_format(to)) {
        (None, None) if from.width() < to.width() && !from.is_unsigned() => {
            pool.sext(value, to.width())
        }
        (None, None) => pool.resize(value, to.width()),
        (None, Some(format)) => pool.int_to_float(!from.is_unsigned(), format, value),
        (Some(format), None) => pool.float_to_int(!to.is_unsigned(), format, value, to.width()),
        (Some(from), Some(to)) => pool.float_to_float(from, to, value),
    }
}

/// Is the value other than 0? A NaN is.
fn truth(pool: &mut Pool, value: Term, ty: Number) -> Term {
    let zero = pool.constant(ty.width(), 0);
    match float_format(ty) {
        None if ty == Number::BOOL => value,
        None => pool.ne(value, zero),
        Some(format) => {
            let equal = pool.float_compare(FloatCompare::Eq, format, value, zero);
            pool.not(equal)
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
