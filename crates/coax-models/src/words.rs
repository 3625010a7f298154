//! The words by which a program asks for inputs and says what it assumes of them: those of
//! `coax.h`, and those of harnesses written for KLEE, SV-COMP, Test-Comp and CPROVER.
//!
//! Without exploration they are harmless: an input is what is there, or 0.

use coax_engine::ObjectSizes;
use std::ops::Range;
use std::sync::Arc;

use coax_engine::symbolic::{InputSource, input_name};
use coax_engine::{Call, ErrorKind, Flow, Stop, TermRequests};
use coax_ir::Kind;

use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("coax_symbolic", |call| object(call)),
    ("coax_int", |call| named(call, 0)),
    ("coax_uint", |call| named(call, 0)),
    ("coax_char", |call| named(call, 0)),
    ("coax_long", |call| named(call, 0)),
    ("coax_size", |call| named(call, 0)),
    ("coax_bool", |call| named(call, 0)),
    ("coax_float", |call| named(call, 0)),
    ("coax_double", |call| named(call, 0)),
    ("coax_ptr", |call| named(call, 0)),
    ("coax_assume", |call| assume(call)),
    ("coax_assumed", |_| Ok(Flow::Void)),
    ("coax_verified", |call| assert(call)),
    ("klee_make_symbolic", |call| object(call)),
    ("klee_int", |call| named(call, 0)),
    ("klee_range", |call| range(call)),
    ("klee_assume", |call| assume(call)),
    ("klee_assert", |call| assert(call)),
    ("klee_silent_exit", |call| Err(Stop::Exit(call.int(0)))),
    ("klee_warning", |_| Ok(Flow::Void)),
    ("klee_warning_once", |_| Ok(Flow::Void)),
    ("klee_print_expr", |_| Ok(Flow::Void)),
    ("klee_prefer_cex", |_| Ok(Flow::Void)),
    ("klee_mark_global", |_| Ok(Flow::Void)),
    ("klee_open_merge", |_| Ok(Flow::Void)),
    ("klee_close_merge", |_| Ok(Flow::Void)),
    ("klee_stack_trace", |_| Ok(Flow::Void)),
    ("klee_is_symbolic", |call| Ok(Flow::int(call.term(0).is_some().into()))),
    ("klee_is_replay", |_| Ok(Flow::int(0))),
    ("__VERIFIER_assume", |call| assume(call)),
    ("__VERIFIER_assert", |call| assert(call)),
    ("__VERIFIER_error", |_| Err(reached())),
    ("reach_error", |_| Err(reached())),
    ("__CPROVER_assume", |call| assume(call)),
    ("__CPROVER_assert", |call| assert(call)),
];

/// `__VERIFIER_nondet_<type>`: its result, of the declared type, is an input.
pub(crate) const NONDET: &str = "__VERIFIER_nondet_";

/// The next input, as wide as the declared result.
pub(crate) fn nondet(call: &mut Call<'_, '_>) -> Outcome {
    let word = call.name().into();
    value(call, InputSource::Value { word, name: None })
}

/// `coax_symbolic(address, size, name)`.
fn object(call: &mut Call<'_, '_>) -> Outcome {
    let (address, size) = (call.word(0), call.word(1));
    let name = name(call, 2)?;
    let word = call.name().into();
    call.input_at(address, size, InputSource::Object { word, name })?;
    Ok(Flow::Void)
}

/// `coax_int(name)` and its like.
fn named(call: &mut Call<'_, '_>, i: usize) -> Outcome {
    let name = Some(name(call, i)?);
    let word = call.name().into();
    value(call, InputSource::Value { word, name })
}

fn value(call: &mut Call<'_, '_>, source: InputSource) -> Outcome {
    let kind = call.site.and_then(|site| site.ret.first().copied());
    match kind {
        None => Ok(Flow::Void),
        Some(Kind::Int(1)) => call.input_bool(source),
        Some(kind) if kind.bits() <= 64 => {
            let flow = call.input_value(kind.bits(), source);
            if let (true, Flow::Symbolic(_, term)) = (is_unsigned(call.name()), &flow)
                && let Some(symbols) = call.symbols()
            {
                ObjectSizes::of(symbols).mark_unsigned(*term);
            }
            Ok(flow)
        }
        Some(kind) => {
            let name = call.name();
            Err(Stop::Unsupported(format!("`{name}` returns {} bits", kind.bits())))
        }
    }
}

/// Does a word return an unsigned number?
fn is_unsigned(word: &str) -> bool {
    let ty = word.strip_prefix(NONDET);
    word == "coax_size" || ty.is_some_and(|ty| ty == "size_t" || ty.starts_with('u'))
}

/// `klee_range(begin, end, name)`: an `int` from `begin` up to but not including `end`.
fn range(call: &mut Call<'_, '_>) -> Outcome {
    let (begin, end) = (call.int(0), call.int(1));
    let flow = named(call, 2)?;
    let (Flow::Symbolic(_, term), Some(symbols)) = (&flow, call.symbols()) else {
        return plain_range(call, flow, begin..end);
    };
    let (term, pool) = (*term, &mut symbols.pool);
    let (low, high) =
        (pool.constant(32, begin as u32 as u128), pool.constant(32, end as u32 as u128));
    let (from, below) = (pool.sle(low, term), pool.slt(term, high));
    let inside = pool.and(from, below);
    call.assume(inside)?;
    Ok(call.again(term))
}

/// A value that is no term must be in a range; where there are no inputs it is its start.
fn plain_range(call: &Call<'_, '_>, flow: Flow, range: Range<i32>) -> Outcome {
    match flow {
        Flow::Word(value) if range.contains(&(value as i32)) => Ok(flow),
        _ if call.has_inputs() => Err(Stop::AssumedAway),
        _ => Ok(Flow::int(range.start)),
    }
}

/// Only inputs for which the argument is not 0 matter.
fn assume(call: &mut Call<'_, '_>) -> Outcome {
    match call.nonzero(0) {
        Some(condition) => call.assume(condition)?,
        None if call.word(0) != 0 => {}
        None if call.has_inputs() => return Err(Stop::AssumedAway),
        None => return Err(Stop::Exit(0)),
    }
    Ok(Flow::Void)
}

/// The argument must not be 0.
fn assert(call: &mut Call<'_, '_>) -> Outcome {
    let holds = match call.nonzero(0) {
        Some(condition) => call.decide(condition)?,
        None => call.word(0) != 0,
    };
    if holds {
        return Ok(Flow::Void);
    }
    let message = format!("`{}` is called with 0", call.name());
    Err(call.error(ErrorKind::Assertion, message))
}

fn reached() -> Stop {
    let message = "the error function is reached".into();
    Stop::Error { kind: ErrorKind::Assertion, message }
}

fn name(call: &mut Call<'_, '_>, i: usize) -> Result<Arc<str>, Stop> {
    match call.word(i) {
        0 => Ok("".into()),
        address => Ok(input_name(call.c_string(address, 256)?)),
    }
}
