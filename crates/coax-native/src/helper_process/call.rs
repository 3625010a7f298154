//! One native call, in the helper process: places the buffers, calls, tells what came back.

use super::arena::Arena;
use super::foreign::text_at;
use super::{Argument, CallOutcome, CallRequest, Kind, Pointer, Returned, Value};
use libffi::middle::{Arg, Cif, CodePtr, Ret, Type};
use std::ffi::c_void;
use std::ptr;

/// Makes the call.
pub(super) fn perform(request: &CallRequest, address: *mut c_void) -> CallOutcome {
    try_perform(request, address).unwrap_or_else(CallOutcome::Unsupported)
}

fn try_perform(request: &CallRequest, address: *mut c_void) -> Result<CallOutcome, String> {
    let mut arena = Arena::place(&request.buffers)?;
    let signature = signature(request)?;
    let slots: Vec<u128> = request
        .arguments
        .iter()
        .map(|argument| argument_bits(argument, &arena))
        .collect::<Result<_, _>>()?;
    let (bits, errno) = invoke(&signature, address, &slots);
    if let Some(buffer) = arena.overrun() {
        return Ok(CallOutcome::Overrun { buffer });
    }
    let value = value(request.result, bits, &arena)?;
    let buffers = arena.after(&request.buffers)?;
    Ok(CallOutcome::Returned(Returned { value, buffers, errno }))
}

/// The result's bits and `errno`.
fn invoke(signature: &Cif, address: *mut c_void, slots: &[u128]) -> (u128, i32) {
    let arguments: Vec<Arg> = slots.iter().map(Arg::new).collect();
    let mut result = 0u128;
    // SAFETY: the address of this thread's errno, valid as long as the thread.
    let errno = unsafe { libc::__errno_location() };
    // SAFETY: as above.
    unsafe { *errno = 0 };
    // SAFETY: arguments and result have room for the largest type. That the function is of this
    // type is the caller's word; if it is wrong, this process suffers alone.
    unsafe { signature.call_return_into(CodePtr(address), &arguments, Ret::new(&mut result)) };
    // SAFETY: as above.
    let errno = unsafe { *errno };
    // The text must be out before the caller goes on writing to the same place.
    // SAFETY: a null pointer means every stream.
    unsafe { libc::fflush(ptr::null_mut()) };
    (result, errno)
}

fn signature(request: &CallRequest) -> Result<Cif, String> {
    let arguments = request.arguments.iter().map(argument_type).collect::<Result<Vec<_>, _>>()?;
    let result = result_type(request.result)?;
    let signature = match request.variadic_from {
        Some(fixed) => Cif::try_new_variadic(arguments, fixed, result),
        None => Cif::try_new(arguments, result),
    };
    signature.map_err(|error| format!("libffi refuses the signature: {error:?}"))
}

fn argument_type(argument: &Argument) -> Result<Type, String> {
    Ok(match argument {
        Argument::Int { bits, signed, .. } => integer_type(*bits, *signed)?,
        Argument::F32(_) => Type::f32(),
        Argument::F64(_) => Type::f64(),
        Argument::LongDouble(_) => Type::longdouble(),
        Argument::Pointer(_) => Type::pointer(),
    })
}

fn result_type(kind: Kind) -> Result<Type, String> {
    Ok(match kind {
        Kind::Void => Type::void(),
        Kind::Int { bits, signed } => integer_type(bits, signed)?,
        Kind::F32 => Type::f32(),
        Kind::F64 => Type::f64(),
        Kind::LongDouble => Type::longdouble(),
        Kind::Pointer | Kind::String => Type::pointer(),
    })
}

fn integer_type(bits: u32, signed: bool) -> Result<Type, String> {
    Ok(match (bits, signed) {
        (1, _) | (8, false) => Type::u8(),
        (8, true) => Type::i8(),
        (16, false) => Type::u16(),
        (16, true) => Type::i16(),
        (32, false) => Type::u32(),
        (32, true) => Type::i32(),
        (64, false) => Type::u64(),
        (64, true) => Type::i64(),
        _ => return Err(format!("integers of {bits} bits")),
    })
}

/// The low `bits` bits of a value.
fn low_bits(value: u64, bits: u32) -> u64 {
    value & (u64::MAX >> (64 - bits))
}

/// An argument as it lies in memory; little-endian, so every type starts at the low end.
fn argument_bits(argument: &Argument, arena: &Arena) -> Result<u128, String> {
    Ok(match argument {
        Argument::Int { bits, value, .. } => low_bits(*value, *bits).into(),
        Argument::F32(value) => value.to_bits().into(),
        Argument::F64(value) => value.to_bits().into(),
        Argument::LongDouble(bytes) => u128::from_le_bytes(*bytes),
        Argument::Pointer(pointer) => arena.address(*pointer)? as u128,
    })
}

fn value(kind: Kind, bits: u128, arena: &Arena) -> Result<Value, String> {
    Ok(match kind {
        Kind::Void => Value::Void,
        Kind::Int { bits: width, .. } => Value::Int(low_bits(bits as u64, width)),
        Kind::F32 => Value::F32(f32::from_bits(bits as u32)),
        Kind::F64 => Value::F64(f64::from_bits(bits as u64)),
        Kind::LongDouble => Value::LongDouble((bits & ((1 << 80) - 1)).to_le_bytes()),
        Kind::Pointer | Kind::String => match arena.pointer(bits as usize) {
            Pointer::Foreign if kind == Kind::String => {
                Value::ForeignString(text_at(bits as usize)?)
            }
            Pointer::Foreign => return Err("a returned pointer to foreign memory".to_owned()),
            pointer => Value::Pointer(pointer),
        },
    })
}
