//! Functions of <math.h> on terms: those whose results IEEE 754 fixes to the bit, so that a term can
//! say what they are. The others are applied (see `applied`).

use coax_engine::{Call, Stop, TermRequests};
use coax_expr::{FloatCompare, FloatFormat, FloatOp, FloatUnary, Pool, Term};
use coax_ir::Kind;

use crate::terms::{argument, pool, returned};
use crate::{Outcome, errno};

/// The functions there are terms for, without the `f` of those for `float`.
#[derive(Clone, Copy)]
enum Function {
    Unary(FloatUnary),
    Absolute,
    Remainder,
}

const FUNCTIONS: &[(&str, Function)] = &[
    ("sqrt", Function::Unary(FloatUnary::Sqrt)),
    ("floor", Function::Unary(FloatUnary::Floor)),
    ("ceil", Function::Unary(FloatUnary::Ceil)),
    ("trunc", Function::Unary(FloatUnary::Trunc)),
    ("rint", Function::Unary(FloatUnary::Rint)),
    ("nearbyint", Function::Unary(FloatUnary::Rint)),
    ("round", Function::Unary(FloatUnary::Round)),
    ("fabs", Function::Absolute),
    ("fmod", Function::Remainder),
];

fn function(name: &str) -> Option<(Function, FloatFormat)> {
    let of = |name: &str| FUNCTIONS.iter().find(|row| row.0 == name).map(|row| row.1);
    let double = of(name).map(|function| (function, FloatFormat::Double));
    let single = || of(name.strip_suffix('f')?).map(|function| (function, FloatFormat::Single));
    double.or_else(single)
}

/// Is there a term for what this function returns?
pub(crate) fn knows(name: &str) -> bool {
    function(name).is_some()
}

/// The result of a function there is a term for, if an argument depends on inputs.
pub(crate) fn result(call: &mut Call<'_, '_>) -> Option<Outcome> {
    if !call.has_inputs() || (0..call.args.len()).all(|i| call.term(i).is_none()) {
        return None;
    }
    let (function, format) = function(call.name())?;
    let kind = if format == FloatFormat::Single { Kind::F32 } else { Kind::F64 };
    // A program may declare a function of that name with other types.
    call.args.iter().all(|value| value.kind == kind).then(|| on_terms(call, function, format))
}

fn on_terms(call: &mut Call<'_, '_>, function: Function, format: FloatFormat) -> Outcome {
    let x = number(call, 0, format)?;
    let (result, error) = match function {
        Function::Unary(op) => {
            let pool = pool(call)?;
            let error = (op == FloatUnary::Sqrt).then(|| is_negative(pool, format, x));
            (pool.float_unary(op, format, x), error)
        }
        Function::Absolute => (pool(call)?.float_abs(format, x), None),
        Function::Remainder => {
            let y = number(call, 1, format)?;
            let pool = pool(call)?;
            let error = has_no_remainder(pool, format, x, y);
            (pool.float(FloatOp::Rem, format, x, y), Some(error))
        }
    };
    if let Some(error) = error
        && errno::is_visible(call)
    {
        let pool = pool(call)?;
        let (domain, none) = (pool.constant(32, libc::EDOM as u128), pool.constant(32, 0));
        let error = pool.ite(error, domain, none);
        errno::set_to(call, error)?;
    }
    returned(call, result)
}

/// An argument as a term.
fn number(call: &mut Call<'_, '_>, i: usize, format: FloatFormat) -> Result<Term, Stop> {
    let width = format.width();
    match argument(call, i, width) {
        Some(term) => Ok(term),
        None => {
            let bits = call.word(i);
            Ok(pool(call)?.constant(width, bits.into()))
        }
    }
}

/// `x < 0`.
fn is_negative(pool: &mut Pool, format: FloatFormat, x: Term) -> Term {
    let zero = pool.constant(format.width(), 0);
    pool.float_compare(FloatCompare::Lt, format, x, zero)
}

/// `x` is infinite or `y` is 0, and neither is a NaN.
fn has_no_remainder(pool: &mut Pool, format: FloatFormat, x: Term, y: Term) -> Term {
    let width = format.width();
    let infinity = match format {
        FloatFormat::Single => f32::INFINITY.to_bits().into(),
        _ => f64::INFINITY.to_bits().into(),
    };
    let (zero, infinity) = (pool.constant(width, 0), pool.constant(width, infinity));
    let size = pool.float_abs(format, x);
    let infinite = pool.eq(size, infinity);
    let by_zero = pool.float_compare(FloatCompare::Eq, format, y, zero);
    let unordered = pool.float_compare(FloatCompare::Unordered, format, x, y);
    let (wrong, ordered) = (pool.or(infinite, by_zero), pool.not(unordered));
    pool.and(wrong, ordered)
}
