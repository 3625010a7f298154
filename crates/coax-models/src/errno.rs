//! <errno.h>: the `errno` object.

use coax_engine::{Call, Flow, Stop};

use crate::libc_state::{Static, static_buffer};
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
