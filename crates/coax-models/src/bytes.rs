//! Looking through the program's memory for a byte that decides.
//!
//! Invariant: a function that stops at the deciding byte needs only the bytes up to it. They must
//! be inside the object and defined; what comes after may be anything.

use coax_engine::{Call, SizeRequests, Stop};
use coax_memory::Access;

/// No limit on how many bytes may be looked at.
pub(crate) const UNLIMITED: u64 = u64::MAX;

/// The bytes from `address` to the end of its object, defined or not.
pub(crate) fn rest<'a>(call: &'a mut Call<'_, '_>, address: u64) -> Result<&'a [u8], Stop> {
    call.reach_rest(address)?;
    if call.memory_at(address)?.rest(address).is_err() {
        // Said as the read of the first byte, which is what fails natively.
        call.check(address, 1, Access::Read)?;
    }
    Ok(call.state.memory.rest(address)?)
}

/// The index at which `find` decides, looking at no more than `limit` bytes from `address` on.
/// `None` if the limit is reached first; running out of the object first is an error.
pub(crate) fn decide(
    call: &mut Call<'_, '_>,
    address: u64,
    limit: u64,
    find: impl FnOnce(&[u8]) -> Option<usize>,
) -> Result<Option<usize>, Stop> {
    if limit == 0 {
        return Ok(None);
    }
    let rest = rest(call, address)?;
    let seen = &rest[..rest.len().min(usize::try_from(limit).unwrap_or(usize::MAX))];
    let len = seen.len() as u64;
    match find(seen) {
        Some(index) => call.read(address, index as u64 + 1).map(|_| Some(index)),
        None if len == limit => call.read(address, len).map(|_| None),
        None => Err(overrun(call, address, len)),
    }
}

/// As [`decide`], for two places that are looked at in step.
pub(crate) fn decide_two(
    call: &mut Call<'_, '_>,
    addresses: [u64; 2],
    limit: u64,
    find: impl FnOnce(&[u8], &[u8]) -> Option<usize>,
) -> Result<Option<usize>, Stop> {
    if limit == 0 {
        return Ok(None);
    }
    let [a, b] = addresses;
    rest(call, a)?;
    rest(call, b)?;
    let memory = &call.state.memory;
    let (left, right) = (memory.rest(a)?, memory.rest(b)?);
    let shorter = left.len().min(right.len());
    let len = shorter.min(usize::try_from(limit).unwrap_or(usize::MAX));
    let first_ends = left.len() == shorter;
    let decision = find(&left[..len], &right[..len]);
    let (needed, result) = match decision {
        Some(index) => (index as u64 + 1, Some(index)),
        None if len as u64 == limit => (limit, None),
        None => return Err(overrun(call, if first_ends { a } else { b }, len as u64)),
    };
    call.read(a, needed)?;
    call.read(b, needed)?;
    Ok(result)
}

/// The error of reading the byte after the last of an object.
pub(crate) fn overrun(call: &mut Call<'_, '_>, address: u64, len: u64) -> Stop {
    if let Err(stop) = call.read(address, len) {
        return stop;
    }
    match call.check(address, len + 1, Access::Read) {
        Err(stop) => stop,
        Ok(()) => Stop::Internal("a string ends inside its object but was not terminated".into()),
    }
}

/// The length of a string.
pub(crate) fn length(call: &mut Call<'_, '_>, address: u64) -> Result<u64, Stop> {
    let end = decide(call, address, UNLIMITED, |bytes| memchr::memchr(0, bytes))?;
    end.map(|len| len as u64).ok_or_else(|| Stop::Internal("an endless string".into()))
}

/// The length of a string, or `limit` if it is not shorter.
pub(crate) fn length_up_to(call: &mut Call<'_, '_>, address: u64, limit: u64) -> Result<u64, Stop> {
    let end = decide(call, address, limit, |bytes| memchr::memchr(0, bytes))?;
    Ok(end.map_or(limit, |len| len as u64))
}

/// A copy of a string, without its terminator.
pub(crate) fn string(call: &mut Call<'_, '_>, address: u64) -> Result<Vec<u8>, Stop> {
    let len = length(call, address)?;
    Ok(call.read(address, len)?.to_vec())
}

/// A copy of at most `limit` bytes of a string, without its terminator.
pub(crate) fn string_up_to(
    call: &mut Call<'_, '_>,
    address: u64,
    limit: u64,
) -> Result<Vec<u8>, Stop> {
    let len = length_up_to(call, address, limit)?;
    if len == 0 {
        return Ok(Vec::new());
    }
    Ok(call.read(address, len)?.to_vec())
}

/// Writes a string and its terminator.
pub(crate) fn write_string(call: &mut Call<'_, '_>, to: u64, text: &[u8]) -> Result<(), Stop> {
    call.write(to, &[text, b"\0"].concat())
}

/// The wide characters of a string, without its terminator, at most `limit` of them.
pub(crate) fn wide_string(
    call: &mut Call<'_, '_>,
    address: u64,
    limit: u64,
) -> Result<Vec<u32>, Stop> {
    let len = wide_length(call, address, limit)?;
    if len == 0 {
        return Ok(Vec::new());
    }
    let bytes = call.read(address, len * 4)?;
    Ok(bytes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect())
}

/// The number of wide characters before the terminator, at most `limit`.
pub(crate) fn wide_length(call: &mut Call<'_, '_>, address: u64, limit: u64) -> Result<u64, Stop> {
    let bytes = limit.checked_mul(4).unwrap_or(UNLIMITED);
    let end = decide(call, address, bytes, |bytes| {
        bytes.chunks_exact(4).position(|c| c == [0; 4]).map(|index| index * 4 + 3)
    })?;
    Ok(end.map_or(limit, |last| last as u64 / 4))
}

/// Writes wide characters.
pub(crate) fn write_wide(call: &mut Call<'_, '_>, to: u64, text: &[u32]) -> Result<(), Stop> {
    let bytes: Vec<u8> = text.iter().flat_map(|c| c.to_le_bytes()).collect();
    call.write(to, &bytes)
}
