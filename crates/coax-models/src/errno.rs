//! <errno.h>: the `errno` object.

use coax_engine::{ApplicationRequests, Call, Flow, Stop};
use coax_expr::Term;

use crate::statics::{Static, static_buffer};
use crate::terms::pool;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[("__errno_location", errno_location)];

fn errno_location(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Word(location(call)))
}

fn location(call: &mut Call<'_, '_>) -> u64 {
    static_buffer(call, Static::Errno, |_| vec![0; 4])
}

/// Sets `errno`.
pub(crate) fn set(call: &mut Call<'_, '_>, value: i32) -> Result<(), Stop> {
    let address = location(call);
    call.store::<4>(address, value as u32 as u64)
}

/// Can the program look at `errno`?
pub(crate) fn is_visible(call: &Call<'_, '_>) -> bool {
    call.program.function_named("__errno_location").is_some()
}

/// Sets `errno` to a term, unless that is 0.
pub(crate) fn set_to(call: &mut Call<'_, '_>, error: Term) -> Result<(), Stop> {
    let address = location(call);
    let before = call.read_term(address, 4)?;
    let pool = pool(call)?;
    let zero = pool.constant(32, 0);
    let none = pool.eq(error, zero);
    let after = pool.ite(none, before, error);
    call.write_term(address, after)
}

/// Reads `errno`.
pub(crate) fn get(call: &mut Call<'_, '_>) -> Result<i32, Stop> {
    let address = location(call);
    Ok(call.load::<4>(address)? as i32)
}

/// Sets `errno` and returns -1.
pub(crate) fn fail(call: &mut Call<'_, '_>, value: i32) -> Outcome {
    set(call, value)?;
    Ok(Flow::Word(u64::MAX))
}

/// Sets `errno` and returns the null pointer.
pub(crate) fn fail_null(call: &mut Call<'_, '_>, value: i32) -> Outcome {
    set(call, value)?;
    Ok(Flow::Word(0))
}

/// 0 for success, -1 and `errno` for failure.
pub(crate) fn zero_or_fail(call: &mut Call<'_, '_>, result: Result<(), i32>) -> Outcome {
    match result {
        Ok(()) => Ok(Flow::int(0)),
        Err(errno) => fail(call, errno),
    }
}

/// The value of success, -1 and `errno` for failure.
pub(crate) fn long_or_fail(call: &mut Call<'_, '_>, result: Result<i64, i32>) -> Outcome {
    match result {
        Ok(value) => Ok(Flow::long(value)),
        Err(errno) => fail(call, errno),
    }
}
