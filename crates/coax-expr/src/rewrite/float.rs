//! Rules for floats. Only what is exact to the last bit, NaNs included.

use super::{FloatComparing, FloatConverting, IntConverting, IntMaking, Rule, rules, significance};
use crate::float;
use crate::pool::Pool;
use crate::term::{CompareOp, FloatCompare, FloatFormat, Node, Term};

pub(crate) const COMPARE: &[Rule<FloatComparing>] = rules![
    compare_nan,
    compare_same,
    unordered_one_sided,
    compare_widened,
    compare_widened_constant,
    compare_ints,
    compare_int_constant,
];

pub(crate) const CONVERT: &[Rule<FloatConverting>] =
    rules![convert_widened, convert_back, convert_exact_int];

pub(crate) const FROM_INT: &[Rule<IntConverting>] = rules![from_extended_int];
pub(crate) const TO_INT: &[Rule<IntMaking>] = rules![to_int_and_back];

fn is_nan(format: FloatFormat, bits: u64) -> bool {
    float::compare(FloatCompare::Unordered, format, bits, bits)
}

/// match:  a op NaN, NaN op b
/// result: true for unordered, false for the others
fn compare_nan(
    pool: &mut Pool,
    op: FloatCompare,
    f: FloatFormat,
    a: Term,
    b: Term,
) -> Option<Term> {
    let nan = [a, b].iter().any(|&t| pool.as_word(t).is_some_and(|bits| is_nan(f, bits)));
    nan.then(|| pool.truth(op == FloatCompare::Unordered))
}

/// match:  a == a, a <= a, a < a
/// result: a is no NaN, a is no NaN, false
fn compare_same(
    pool: &mut Pool,
    op: FloatCompare,
    f: FloatFormat,
    a: Term,
    b: Term,
) -> Option<Term> {
    if a != b || op == FloatCompare::Unordered {
        return None;
    }
    if op == FloatCompare::Lt {
        return Some(pool.truth(false));
    }
    let nan = pool.float_compare(FloatCompare::Unordered, f, a, a);
    Some(pool.not(nan))
}

/// match:  unordered(a, b), one of them never a NaN (a constant, an integer)
/// result: unordered(a, a) of the other, or false
fn unordered_one_sided(
    pool: &mut Pool,
    op: FloatCompare,
    f: FloatFormat,
    a: Term,
    b: Term,
) -> Option<Term> {
    if op != FloatCompare::Unordered {
        return None;
    }
    let never = |t: Term| match pool.node(t) {
        Node::Constant(_) => pool.as_word(t).is_some_and(|bits| !is_nan(f, bits)),
        // An integer may become infinite, never a NaN.
        Node::IntToFloat { .. } => true,
        _ => false,
    };
    match (never(a), never(b)) {
        (true, true) => Some(pool.truth(false)),
        (false, true) => (a != b).then(|| pool.float_compare(op, f, a, a)),
        (true, false) => (a != b).then(|| pool.float_compare(op, f, b, b)),
        (false, false) => None,
    }
}

/// The operand of a conversion to a wider format.
fn widened(pool: &Pool, t: Term) -> Option<(FloatFormat, Term)> {
    match pool.node(t) {
        Node::FloatToFloat { from, to, of } if from < to => Some((from, of)),
        _ => None,
    }
}

/// match:  widen(x) op widen(y), from one format
/// result: x op y
fn compare_widened(
    pool: &mut Pool,
    op: FloatCompare,
    _: FloatFormat,
    a: Term,
    b: Term,
) -> Option<Term> {
    let ((from, x), (other, y)) = (widened(pool, a)?, widened(pool, b)?);
    (from == other).then(|| pool.float_compare(op, from, x, y))
}

/// The operand that is no constant, the constant beside it, and whether the constant is on the right.
fn with_constant(pool: &Pool, a: Term, b: Term) -> Option<(Term, u64, bool)> {
    match (pool.as_word(a), pool.as_word(b)) {
        (None, Some(bits)) => Some((a, bits, true)),
        (Some(bits), None) => Some((b, bits, false)),
        _ => None,
    }
}

/// match:  widen(x) op c, c op widen(x)
/// result: x op c', c' the neighbour of c in x's format on the side that the relation asks for
fn compare_widened_constant(
    pool: &mut Pool,
    op: FloatCompare,
    f: FloatFormat,
    a: Term,
    b: Term,
) -> Option<Term> {
    let (wide, constant, left) = with_constant(pool, a, b)?;
    let (from, x) = widened(pool, wide)?;
    let rounded = float::convert(f, from, constant);
    let back = float::convert(from, f, rounded);
    let compare = |pool: &mut Pool, op, limit: u64| {
        let limit = pool.word_constant(from.width(), limit);
        let (x, y) = if left { (x, limit) } else { (limit, x) };
        Some(pool.float_compare(op, from, x, y))
    };
    if back == constant {
        return compare(pool, op, rounded);
    }
    if op == FloatCompare::Eq {
        return Some(pool.truth(false));
    }
    if op == FloatCompare::Unordered || is_nan(f, constant) {
        return None;
    }
    // No x equals the constant: both relations say which side of it x is on.
    let too_low = float::compare(FloatCompare::Lt, f, back, constant);
    let limit = if left == too_low { rounded } else { neighbour(from, rounded, !left) };
    compare(pool, FloatCompare::Le, limit)
}

/// The next float up or down. The argument is not a NaN, and not an infinity in that direction.
fn neighbour(format: FloatFormat, bits: u64, up: bool) -> u64 {
    let sign = 1 << (format.width() - 1);
    match (bits & !sign, bits & sign == 0) {
        (0, _) => 1 | if up { 0 } else { sign },
        (_, positive) if positive == up => bits + 1,
        _ => bits - 1,
    }
}

/// The operand of a conversion from an integer that is always exact.
fn exact_int(pool: &Pool, t: Term) -> Option<(bool, Term)> {
    let Node::IntToFloat { signed, to, of } = pool.node(t) else { return None };
    let bits = if signed { pool.width(of) - 1 } else { pool.width(of) };
    (bits <= to.significand_bits()).then_some((signed, of))
}

fn integer_relation(op: FloatCompare, signed: bool) -> Option<CompareOp> {
    match (op, signed) {
        (FloatCompare::Eq, _) => Some(CompareOp::Eq),
        (FloatCompare::Lt, true) => Some(CompareOp::Slt),
        (FloatCompare::Lt, false) => Some(CompareOp::Ult),
        (FloatCompare::Le, true) => Some(CompareOp::Sle),
        (FloatCompare::Le, false) => Some(CompareOp::Ule),
        (FloatCompare::Unordered, _) => None,
    }
}

/// match:  float(x) op float(y), integers alike and exact
/// result: x op y
fn compare_ints(
    pool: &mut Pool,
    op: FloatCompare,
    _: FloatFormat,
    a: Term,
    b: Term,
) -> Option<Term> {
    let ((signed, x), (other, y)) = (exact_int(pool, a)?, exact_int(pool, b)?);
    if signed != other {
        return None;
    }
    let relation = integer_relation(op, signed)?;
    let width = pool.width(x).max(pool.width(y));
    let [x, y] = [x, y].map(|t| if signed { pool.sext(t, width) } else { pool.zext(t, width) });
    Some(pool.compare(relation, x, y))
}

/// match:  float(x) op c, c op float(x), x an exact integer
/// result: x op c rounded to the integer on the right side, or what it is for all x
fn compare_int_constant(
    pool: &mut Pool,
    op: FloatCompare,
    f: FloatFormat,
    a: Term,
    b: Term,
) -> Option<Term> {
    let (number, constant, left) = with_constant(pool, a, b)?;
    let (signed, x) = exact_int(pool, number)?;
    let relation = integer_relation(op, signed)?;
    let value = f64::from_bits(float::convert(f, FloatFormat::Double, constant));
    // x < c is x < ceil(c), x <= c is x <= floor(c), and mirrored.
    let limit = match (op, left) {
        (FloatCompare::Eq, _) if value.fract() != 0.0 => return Some(pool.truth(false)),
        (FloatCompare::Lt, true) | (FloatCompare::Le, false) => value.ceil(),
        _ => value.floor(),
    };
    let width = pool.width(x) as i32;
    let (min, end) = if signed {
        (-2f64.powi(width - 1), 2f64.powi(width - 1))
    } else {
        (0.0, 2f64.powi(width))
    };
    if limit < min || limit >= end {
        let above = limit >= end;
        return Some(pool.truth(op != FloatCompare::Eq && left == above));
    }
    let limit = pool.constant(pool.width(x), limit as i128 as u128);
    Some(if left { pool.compare(relation, x, limit) } else { pool.compare(relation, limit, x) })
}

/// match:  widen(widen(x))
/// result: widen(x)
fn convert_widened(pool: &mut Pool, from: FloatFormat, to: FloatFormat, a: Term) -> Option<Term> {
    let (first, x) = widened(pool, a)?;
    (from < to).then(|| pool.float_to_float(first, to, x))
}

/// Is a NaN of this term quiet for sure? Every operation makes quiet ones.
fn is_computed(pool: &Pool, t: Term) -> bool {
    matches!(
        pool.node(t),
        Node::Float(..)
            | Node::FloatUnary(..)
            | Node::Fma(..)
            | Node::FloatToFloat { .. }
            | Node::IntToFloat { .. }
    )
}

/// match:  narrow(widen(x)) to x's format, x computed by an operation
/// result: x
fn convert_back(pool: &mut Pool, _: FloatFormat, to: FloatFormat, a: Term) -> Option<Term> {
    let (first, x) = widened(pool, a)?;
    (first == to && is_computed(pool, x)).then_some(x)
}

/// match:  widen(float(x)), x an exact integer
/// result: float(x) in the wider format
fn convert_exact_int(pool: &mut Pool, from: FloatFormat, to: FloatFormat, a: Term) -> Option<Term> {
    let (signed, x) = exact_int(pool, a)?;
    (from < to).then(|| pool.int_to_float(signed, to, x))
}

/// match:  float(zext(x)), float(sext(x)) signed
/// result: float(x), unsigned or signed
fn from_extended_int(pool: &mut Pool, signed: bool, to: FloatFormat, a: Term) -> Option<Term> {
    match pool.node(a) {
        Node::ZeroExtend(x) => Some(pool.int_to_float(false, to, x)),
        Node::SignExtend(x) if signed => Some(pool.int_to_float(true, to, x)),
        _ => None,
    }
}

/// match:  int(float(x)), x an exact integer that fits
/// result: x extended
fn to_int_and_back(
    pool: &mut Pool,
    signed: bool,
    _: FloatFormat,
    a: Term,
    width: u32,
) -> Option<Term> {
    let (from_signed, x) = exact_int(pool, a)?;
    match (from_signed, signed) {
        (true, true) if pool.width(x) <= width => Some(pool.sext(x, width)),
        (false, true) if pool.width(x) < width => Some(pool.zext(x, width)),
        (false, false) if pool.width(x) <= width => Some(pool.zext(x, width)),
        (true, false) if significance::is_nonnegative(pool, x) && pool.width(x) <= width => {
            Some(pool.zext(x, width))
        }
        _ => None,
    }
}
