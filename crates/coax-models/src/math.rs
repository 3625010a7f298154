//! <math.h>, <complex.h> and <fenv.h>: the system's own functions, on the program's values.
//!
//! Invariant: `errno` is set exactly when the native function sets it.

use coax_engine::{Call, Flow, Model, Stop, TermRequests, Value};
use coax_ir::Kind;
use coax_native::numeric::{F80, F128, MathFn, MathResult, Number, Precision, Shape, lookup};

use crate::applied::{self, bits};
use crate::area::Area;
use crate::bytes::string;
use crate::errno;
use crate::float_terms;
use crate::refusal::refusal;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("fegetround", zero),
    ("fesetround", fesetround),
    ("feclearexcept", zero),
    ("feraiseexcept", zero),
    ("fetestexcept", fetestexcept),
    ("feholdexcept", fegetenv),
    ("fegetenv", fegetenv),
    ("fesetenv", zero),
    ("feupdateenv", zero),
    ("feenableexcept", crate::refusal::unsupported),
    ("fedisableexcept", zero),
];

/// The model of a libm function.
pub(crate) fn find(name: &str) -> Option<Model> {
    lookup(name).map(|_| call_libm as Model)
}

/// Is this a function of libm that looks at terms itself?
pub(crate) fn is_aware(name: &str) -> bool {
    float_terms::knows(name)
        || lookup(name).is_some_and(|function| applied::is_applicable(&function))
}

/// libm functions by the id of the program's function, found on first use.
#[derive(Clone, Default)]
pub(crate) struct FoundFunctions(Vec<Option<MathFn>>);

/// The native function of this call, looked up once.
fn function(call: &mut Call<'_, '_>) -> Result<MathFn, Stop> {
    let index = call.function.0 as usize;
    if let Some(Some(known)) = FoundFunctions::of(call).0.get(index) {
        return Ok(*known);
    }
    let name = call.name();
    let found = lookup(name).ok_or_else(|| refusal(name))?;
    let table = &mut FoundFunctions::of(call).0;
    if table.len() <= index {
        table.resize(index + 1, None);
    }
    table[index] = Some(found);
    Ok(found)
}

fn call_libm(call: &mut Call<'_, '_>) -> Outcome {
    if let Some(result) = float_terms::result(call) {
        return result;
    }
    let function = function(call)?;
    if call.has_inputs()
        && is_aware(call.name())
        && let Some(result) = applied::result(call, function)
    {
        return result;
    }
    // The two usual signatures need no lists.
    if call.args.len() == 1
        && let Some((value, errno)) = function.call_f64(call.double(0))
    {
        return quick(call, value, errno);
    }
    if call.args.len() == 2
        && let Some((value, errno)) = function.call_f64_f64(call.double(0), call.double(1))
    {
        return quick(call, value, errno);
    }
    if function.shape() == Shape::Nan {
        let tag = call.word(0);
        let tag = string(call, tag)?;
        let result = function.call_nan(&tag).ok_or_else(|| refusal(call.name()))?;
        return Ok(flow(result.value));
    }
    let (numbers, pointers) = arguments(call, &function)?;
    let result = function.call(&numbers).ok_or_else(|| refusal(call.name()))?;
    if result.errno != 0 {
        errno::set(call, result.errno)?;
    }
    finish(call, &function, &pointers, &result)
}

fn quick(call: &mut Call<'_, '_>, value: f64, errno: i32) -> Outcome {
    if errno != 0 {
        errno::set(call, errno)?;
    }
    Ok(Flow::double(value))
}

/// The numbers among the arguments, and the pointers results are stored through.
fn arguments(call: &mut Call<'_, '_>, function: &MathFn) -> Result<(Vec<Number>, Vec<u64>), Stop> {
    let (mut numbers, mut pointers) = (Vec::new(), Vec::new());
    let complex = matches!(
        function.shape(),
        Shape::ComplexUnary | Shape::ComplexBinary | Shape::ComplexToReal
    );
    let args = call.args;
    for &value in args {
        match number(value) {
            Some(number) => numbers.push(number),
            // A `long double _Complex` is passed in memory.
            None if complex => {
                for part in [value.lo, value.lo + 16] {
                    let low = call.load::<8>(part)?;
                    let high = call.load::<2>(part + 8)?;
                    numbers.push(Number::F80(F80::from_bits(
                        u128::from(high) << 64 | u128::from(low),
                    )));
                }
            }
            None => pointers.push(value.lo),
        }
    }
    Ok((numbers, pointers))
}

fn number(value: Value) -> Option<Number> {
    Some(match value.kind {
        Kind::F32 => Number::F32(f32::from_bits(value.lo as u32)),
        Kind::F64 => Number::F64(f64::from_bits(value.lo)),
        Kind::F80 => Number::F80(F80::from_bits(value.wide())),
        Kind::F128 => Number::F128(F128::from_bits(value.wide())),
        Kind::Int(bits) if bits <= 64 => {
            let unused = 64 - u32::from(bits);
            Number::Int((value.lo << unused) as i64 >> unused)
        }
        _ => return None,
    })
}

fn flow(number: Number) -> Flow {
    match number {
        Number::F80(_) | Number::F128(_) => Flow::Wide(bits(number)),
        _ => Flow::Word(bits(number) as u64),
    }
}

fn store(call: &mut Call<'_, '_>, place: u64, number: Number, size: usize) -> Result<(), Stop> {
    call.write(place, &bits(number).to_le_bytes()[..size])
}

/// Stores second results where they belong and returns the first.
fn finish(
    call: &mut Call<'_, '_>,
    function: &MathFn,
    pointers: &[u64],
    result: &MathResult,
) -> Outcome {
    let size = match function.precision() {
        Precision::F32 => 4,
        Precision::F64 => 8,
        Precision::F80 => 10,
        Precision::F128 => 16,
    };
    let pointer = |index: usize| pointers.get(index).copied().unwrap_or(0);
    match (function.shape(), result.second) {
        (Shape::UnaryAndInt | Shape::BinaryAndInt, Some(second)) => {
            store(call, pointer(0), second, 4)?;
        }
        (Shape::UnaryAndSame, Some(second)) => store(call, pointer(0), second, size)?,
        (Shape::SinCos, Some(second)) => {
            store(call, pointer(0), result.value, size)?;
            store(call, pointer(1), second, size)?;
            return Ok(Flow::Void);
        }
        (Shape::LogGamma, Some(second)) => store_sign(call, second)?,
        (Shape::ComplexUnary | Shape::ComplexBinary, Some(second)) => {
            return Ok(Flow::Words(words(result.value, second)));
        }
        _ => {}
    }
    Ok(flow(result.value))
}

/// The words of a complex result: two, or four if each part takes two slots.
fn words(real: Number, imaginary: Number) -> Vec<u64> {
    let wide = matches!(real, Number::F80(_) | Number::F128(_));
    let parts = [bits(real), bits(imaginary)];
    let both = |part: u128| [part as u64, (part >> 64) as u64];
    parts
        .into_iter()
        .flat_map(|part| both(part).into_iter().take(if wide { 2 } else { 1 }))
        .collect()
}

/// `signgam`, if the program knows it.
fn store_sign(call: &mut Call<'_, '_>, sign: Number) -> Result<(), Stop> {
    let program = call.program;
    match program.global_named("signgam") {
        Some(id) => store(call, program.global(id).address, sign, 4),
        None => Ok(()),
    }
}

fn zero(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::int(0))
}

/// Arithmetic always rounds to nearest here, so only that can be set.
fn fesetround(call: &mut Call<'_, '_>) -> Outcome {
    match call.int(0) {
        0 => Ok(Flow::int(0)),
        0x400 | 0x800 | 0xc00 => {
            Err(Stop::Unsupported("rounding modes other than to nearest".into()))
        }
        _ => Ok(Flow::int(1)),
    }
}

fn fetestexcept(_: &mut Call<'_, '_>) -> Outcome {
    Err(Stop::Unsupported("floating-point exception flags".into()))
}

/// The environment never changes; its bytes mean nothing to us.
fn fegetenv(call: &mut Call<'_, '_>) -> Outcome {
    let place = call.word(0);
    call.fill(place, 0, 32)?;
    Ok(Flow::int(0))
}
