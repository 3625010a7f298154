//! Where the arguments of printf and scanf come from: the call itself, or a `va_list`.

use coax_engine::{Call, ErrorKind, Stop, TermRequests};

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// An integer or pointer.
    Word,
    /// A `double`.
    Double,
    /// A `long double`.
    LongDouble,
}

/// The arguments of one call, taken one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Arguments {
    /// The call's own, from this one on.
    Direct {
        /// Index of the next.
        next: usize,
    },
    /// Those of a `va_list` of the x86-64 ABI.
    List {
        /// Its address.
        list: u64,
    },
}

/// Offsets in a `va_list`.
const GENERAL_OFFSET: u64 = 0;
const VECTOR_OFFSET: u64 = 4;
const OVERFLOW_AREA: u64 = 8;
const REGISTER_AREA: u64 = 16;
/// Sizes of the two parts of the register area.
const GENERAL_END: u64 = 48;
const VECTOR_END: u64 = 176;

/// `sizeof(va_list)`.
const LIST_SIZE: u64 = 24;

impl Arguments {
    /// What taking arguments changes in memory: the `va_list`.
    pub(crate) fn remember(&self, call: &mut Call<'_, '_>) -> Result<Vec<u8>, Stop> {
        match *self {
            Arguments::List { list } if call.has_inputs() => {
                Ok(call.read(list, LIST_SIZE)?.to_vec())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Undoes it: the arguments can be taken again.
    pub(crate) fn restore(&self, call: &mut Call<'_, '_>, before: &[u8]) -> Result<(), Stop> {
        match *self {
            Arguments::List { list } if !before.is_empty() => call.write(list, before),
            _ => Ok(()),
        }
    }

    /// The bits of the next argument.
    pub(crate) fn take(&mut self, call: &mut Call<'_, '_>, class: Class) -> Result<u128, Stop> {
        match self {
            Arguments::Direct { next } => {
                let value = call.args.get(*next).copied();
                *next += 1;
                value.map(|value| value.wide()).ok_or_else(|| missing(call))
            }
            Arguments::List { list } => take_from_list(call, *list, class),
        }
    }
}

fn missing(call: &Call<'_, '_>) -> Stop {
    let message = format!("the format of {} asks for more arguments than there are", call.name());
    call.error(ErrorKind::UninitializedRead, message)
}

fn take_from_list(call: &mut Call<'_, '_>, list: u64, class: Class) -> Result<u128, Stop> {
    let (field, end, step) = match class {
        Class::Word => (GENERAL_OFFSET, GENERAL_END, 8),
        Class::Double => (VECTOR_OFFSET, VECTOR_END, 16),
        Class::LongDouble => return take_wide(call, list),
    };
    let offset = call.load::<4>(list + field)?;
    if offset + step > end {
        let area = call.load::<8>(list + OVERFLOW_AREA)?;
        let value = word_at(call, area)?;
        call.store::<8>(list + OVERFLOW_AREA, area + 8)?;
        return Ok(value);
    }
    let registers = call.load::<8>(list + REGISTER_AREA)?;
    let value = word_at(call, registers + offset)?;
    call.store::<4>(list + field, offset + step)?;
    Ok(value)
}

/// A word of which perhaps only the low half was passed: an `int` leaves the rest undefined.
fn word_at(call: &mut Call<'_, '_>, address: u64) -> Result<u128, Stop> {
    let low = call.load::<4>(address)?;
    let high = match call.memory_at(address + 4)?.defined(address + 4, 4)? {
        None => call.load::<4>(address + 4)?,
        Some(_) => 0,
    };
    Ok((high << 32 | low).into())
}

/// `long double`s are always in the overflow area, aligned to 16 bytes.
fn take_wide(call: &mut Call<'_, '_>, list: u64) -> Result<u128, Stop> {
    let area = call.load::<8>(list + OVERFLOW_AREA)?.next_multiple_of(16);
    let low = call.load::<8>(area)?;
    let high = call.load::<2>(area + 8)?;
    call.store::<8>(list + OVERFLOW_AREA, area + 16)?;
    Ok(u128::from(high) << 64 | u128::from(low))
}
