//! Functions of libm as applications: those of numbers that a term can be.
//!
//! What such a function returns, what it stores through a pointer and what it does to `errno` are
//! applications of their own, each evaluated by the system's own libm.

use std::rc::Rc;

use coax_engine::{ApplicationRequests, Call, Stop, TermRequests};
use coax_expr::{Meaning, Term};
use coax_ir::Kind;
use coax_native::numeric::{MathFn, Number, Precision, Shape};

use crate::terms::{argument, pool, returned};
use crate::{Outcome, errno};

/// What of a function's doing an application stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Value,
    Second,
    Errno,
}

/// Can this function be applied to terms?
pub(crate) fn is_applicable(function: &MathFn) -> bool {
    let narrow = matches!(function.precision(), Precision::F32 | Precision::F64);
    narrow && kinds(function).is_some()
}

/// The kinds of a function's numbers, as far as all of them can be terms.
fn kinds(function: &MathFn) -> Option<Vec<Kind>> {
    let float = match function.precision() {
        Precision::F32 => Kind::F32,
        _ => Kind::F64,
    };
    Some(match function.shape() {
        Shape::Unary
        | Shape::ToInt
        | Shape::ToLong
        | Shape::UnaryAndInt
        | Shape::UnaryAndSame
        | Shape::SinCos => vec![float],
        Shape::Binary | Shape::BinaryAndInt => vec![float; 2],
        Shape::Ternary => vec![float; 3],
        Shape::WithInt => vec![float, Kind::Int(32)],
        Shape::WithLong => vec![float, Kind::Int(64)],
        Shape::IntWith => vec![Kind::Int(32), float],
        _ => return None,
    })
}

/// What the function called returns, if it is to be applied to terms; otherwise its arguments are
/// plain values from here on.
pub(crate) fn result(call: &mut Call<'_, '_>, function: MathFn) -> Option<Outcome> {
    let kinds = kinds(&function).unwrap_or_default();
    if !takes(call, &kinds) {
        call.fix_all();
        return None;
    }
    (kinds.len()..call.args.len()).for_each(|i| call.fix(i));
    call.applies().then(|| apply(call, function, &kinds))
}

/// Is the function called with these kinds, and then pointers? A program may declare a function of
/// its name with other types.
fn takes(call: &Call<'_, '_>, kinds: &[Kind]) -> bool {
    call.args.split_at_checked(kinds.len()).is_some_and(|(numbers, pointers)| {
        numbers.iter().map(|value| value.kind).eq(kinds.iter().copied())
            && pointers.iter().all(|value| value.kind == Kind::Ptr)
    })
}

fn apply(call: &mut Call<'_, '_>, function: MathFn, kinds: &[Kind]) -> Outcome {
    let args: Vec<Term> = kinds
        .iter()
        .enumerate()
        .map(|(i, &kind)| number(call, i, kind))
        .collect::<Result<_, _>>()?;
    let float = if function.precision() == Precision::F32 { 32 } else { 64 };
    let width = match function.shape() {
        Shape::ToInt => 32,
        Shape::ToLong => 64,
        _ => float,
    };
    let value = application(call, function, kinds, &args, Part::Value, width)?;
    let pointer = |i: usize| call.args.get(kinds.len() + i).map_or(0, |value| value.lo);
    let (first, last) = (pointer(0), pointer(1));
    match function.shape() {
        Shape::UnaryAndInt | Shape::BinaryAndInt => {
            let second = application(call, function, kinds, &args, Part::Second, 32)?;
            call.write_term(first, second)?;
        }
        Shape::UnaryAndSame => {
            let second = application(call, function, kinds, &args, Part::Second, float)?;
            call.write_term(first, second)?;
        }
        Shape::SinCos => {
            let second = application(call, function, kinds, &args, Part::Second, float)?;
            call.write_term(first, value)?;
            call.write_term(last, second)?;
            return Ok(coax_engine::Flow::Void);
        }
        _ => {}
    }
    if errno::is_visible(call) {
        let error = application(call, function, kinds, &args, Part::Errno, 32)?;
        errno::set_to(call, error)?;
    }
    returned(call, value)
}

fn application(
    call: &mut Call<'_, '_>,
    function: MathFn,
    kinds: &[Kind],
    args: &[Term],
    part: Part,
    width: u32,
) -> Result<Term, Stop> {
    let name = match part {
        Part::Value => call.name().to_owned(),
        Part::Second => format!("{}.second", call.name()),
        Part::Errno => format!("{}.errno", call.name()),
    };
    let Some(symbols) = call.symbols() else {
        return Err(Stop::Internal("an application where there are no inputs".into()));
    };
    Ok(symbols.apply(&name, args, width, || meaning(function, kinds, part)))
}

/// An argument as a term.
fn number(call: &mut Call<'_, '_>, i: usize, kind: Kind) -> Result<Term, Stop> {
    let width = kind.bits();
    match argument(call, i, width) {
        Some(term) => Ok(term),
        None => {
            let word = call.word(i);
            Ok(pool(call)?.constant(width, word.into()))
        }
    }
}

/// Calls the function with bits in place of numbers.
fn meaning(function: MathFn, kinds: &[Kind], part: Part) -> Meaning {
    let kinds = kinds.to_vec();
    Rc::new(move |args: &[u128]| {
        // The two usual signatures need no lists.
        let double = |bits: u128| f64::from_bits(bits as u64);
        let quick = match (args, part) {
            (&[x], Part::Value) => function.call_f64(double(x)),
            (&[x, y], Part::Value) => function.call_f64_f64(double(x), double(y)),
            _ => None,
        };
        if let Some((value, _)) = quick {
            return Some(value.to_bits().into());
        }
        let numbers: Vec<Number> =
            kinds.iter().zip(args).map(|(&kind, &bits)| of_bits(kind, bits as u64)).collect();
        let result = function.call(&numbers)?;
        Some(match part {
            Part::Value => bits(result.value),
            Part::Second => bits(result.second?),
            Part::Errno => (result.errno as u32).into(),
        })
    })
}

/// The bits of a number.
pub(crate) fn bits(number: Number) -> u128 {
    match number {
        Number::Int(value) => (value as u64).into(),
        Number::Uint(value) | Number::Pointer(value) => value.into(),
        Number::F32(value) => value.to_bits().into(),
        Number::F64(value) => value.to_bits().into(),
        Number::F80(value) => value.to_bits(),
        Number::F128(value) => value.to_bits(),
    }
}

fn of_bits(kind: Kind, bits: u64) -> Number {
    match kind {
        Kind::F32 => Number::F32(f32::from_bits(bits as u32)),
        Kind::F64 => Number::F64(f64::from_bits(bits)),
        Kind::Int(width) => {
            let unused = 64 - u32::from(width);
            Number::Int((bits << unused) as i64 >> unused)
        }
        _ => Number::Uint(bits),
    }
}
