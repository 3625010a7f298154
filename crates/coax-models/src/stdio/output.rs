//! The printf family.
//!
//! Every function of it is a destination and a place where the arguments are; the tables below
//! say which. Invariant: bytes are written exactly as natively, so `sprintf` into too small a
//! buffer fails at that buffer.

use coax_engine::{Call, ErrorKind, Flow, Stop};
use coax_memory::HeapKind;

use super::arguments::{Arguments, Class};
use super::format::{Formatted, Host, format};
use super::streams::{self, STDOUT, before_writing, with, with_standard};
use crate::bytes::{string, string_up_to, wide_string, write_string};
use crate::errno::{self, fail};
use crate::heap::ALIGNMENT;
use crate::input_files::before_writing as before_writing_to;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("printf", |call| to_stdout(call, Layout::variadic(0))),
    ("vprintf", |call| to_stdout(call, Layout::list(0))),
    ("__printf_chk", |call| to_stdout(call, Layout::variadic(1))),
    ("__vprintf_chk", |call| to_stdout(call, Layout::list(1))),
    ("fprintf", |call| to_stream(call, Layout::variadic(1))),
    ("vfprintf", |call| to_stream(call, Layout::list(1))),
    ("__fprintf_chk", |call| to_stream(call, Layout::variadic(2))),
    ("__vfprintf_chk", |call| to_stream(call, Layout::list(2))),
    ("dprintf", |call| to_descriptor(call, Layout::variadic(1))),
    ("vdprintf", |call| to_descriptor(call, Layout::list(1))),
    ("__dprintf_chk", |call| to_descriptor(call, Layout::variadic(2))),
    ("__vdprintf_chk", |call| to_descriptor(call, Layout::list(2))),
    ("sprintf", |call| to_buffer(call, Layout::variadic(1), None, None)),
    ("vsprintf", |call| to_buffer(call, Layout::list(1), None, None)),
    ("__sprintf_chk", |call| to_buffer(call, Layout::variadic(3), None, Some(2))),
    ("__vsprintf_chk", |call| to_buffer(call, Layout::list(3), None, Some(2))),
    ("snprintf", |call| to_buffer(call, Layout::variadic(2), Some(1), None)),
    ("vsnprintf", |call| to_buffer(call, Layout::list(2), Some(1), None)),
    ("__coax_describe", |call| to_buffer(call, Layout::list(2), Some(1), None)),
    ("__snprintf_chk", |call| to_buffer(call, Layout::variadic(4), Some(1), Some(3))),
    ("__vsnprintf_chk", |call| to_buffer(call, Layout::list(4), Some(1), Some(3))),
    ("__coax_fixed_vsprintf", |call| to_buffer(call, Layout::list(1), None, None)),
    ("__coax_fixed_vsnprintf", |call| to_buffer(call, Layout::list(2), Some(1), None)),
    ("asprintf", |call| to_new_block(call, Layout::variadic(1))),
    ("__asprintf", |call| to_new_block(call, Layout::variadic(1))),
    ("vasprintf", |call| to_new_block(call, Layout::list(1))),
    ("__asprintf_chk", |call| to_new_block(call, Layout::variadic(2))),
    ("__vasprintf_chk", |call| to_new_block(call, Layout::list(2))),
    ("syslog", crate::refusal::unsupported),
];

/// Where the format and the arguments are among the parameters.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// Which parameter is the format.
    pub(crate) format: usize,
    /// The arguments are in a `va_list` after the format.
    list: bool,
}

impl Layout {
    pub(crate) const fn variadic(format: usize) -> Layout {
        Layout { format, list: false }
    }

    pub(crate) const fn list(format: usize) -> Layout {
        Layout { format, list: true }
    }

    /// The source of the arguments.
    pub(crate) fn arguments(self, call: &Call<'_, '_>) -> Arguments {
        match self.list {
            true => Arguments::List { list: call.word(self.format + 1) },
            false => Arguments::Direct { next: self.format + 1 },
        }
    }
}

/// The program as the formatter sees it.
pub(crate) struct CallHost<'h, 'a, 'p> {
    pub(crate) call: &'h mut Call<'a, 'p>,
    pub(crate) arguments: Arguments,
}

impl Host for CallHost<'_, '_, '_> {
    fn take(&mut self, class: Class) -> Result<u128, Stop> {
        self.arguments.take(self.call, class)
    }

    fn string(&mut self, address: u64, limit: u64) -> Result<Vec<u8>, Stop> {
        string_up_to(self.call, address, limit)
    }

    fn wide_string(&mut self, address: u64, limit: u64) -> Result<Vec<u32>, Stop> {
        wide_string(self.call, address, limit)
    }

    fn store(&mut self, address: u64, size: usize, value: u64) -> Result<(), Stop> {
        self.call.write(address, &value.to_le_bytes()[..size])
    }

    fn errno(&mut self) -> Result<i32, Stop> {
        errno::get(self.call)
    }
}

/// Makes the text.
fn formatted(call: &mut Call<'_, '_>, layout: Layout) -> Result<Formatted, Stop> {
    let text = call.word(layout.format);
    let text = string(call, text)?;
    let arguments = layout.arguments(call);
    let before = arguments.remember(call)?;
    let made = format(&mut CallHost { call, arguments }, &text, false);
    if let Err(Stop::NeedsTerms) = made {
        arguments.restore(call, &before)?;
    }
    made
}

/// The result of a printf: the length of the text, or -1 and `errno`.
fn finish(call: &mut Call<'_, '_>, made: &Formatted, written: Result<(), i32>) -> Outcome {
    match (made.error.or(written.err()), i32::try_from(made.text.len())) {
        (Some(errno), _) => fail(call, errno),
        (None, Ok(len)) => Ok(Flow::int(len)),
        (None, Err(_)) => fail(call, libc::EOVERFLOW),
    }
}

fn to_stdout(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    let made = formatted(call, layout)?;
    let written = with_standard(call, STDOUT, |stream, world| {
        if stream.orientation > 0 {
            return Err(libc::EBADF);
        }
        stream.orientation = -1;
        stream.write(world, &made.text)
    })?;
    finish(call, &made, written)
}

fn to_stream(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    let file = call.word(0);
    let index = streams::find(call, file)?;
    before_writing(call, index)?;
    let made = formatted(call, layout)?;
    let written = with(call, file, |stream, world| {
        if stream.orientation > 0 {
            return Err(libc::EBADF);
        }
        stream.orientation = -1;
        stream.write(world, &made.text)
    })?;
    finish(call, &made, written)
}

fn to_descriptor(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    let fd = call.int(0);
    before_writing_to(call, Some(fd))?;
    let made = formatted(call, layout)?;
    let mut rest = &made.text[..];
    while !rest.is_empty() {
        match call.world.write(fd, rest) {
            Ok(count) => rest = &rest[count.min(rest.len())..],
            Err(errno) => return finish(call, &made, Err(errno)),
        }
    }
    finish(call, &made, Ok(()))
}

/// Writes to the buffer of parameter 0; `limit` and `room` are the parameters with its size, as
/// the program says and as the compiler knows it.
fn to_buffer(
    call: &mut Call<'_, '_>,
    layout: Layout,
    limit: Option<usize>,
    room: Option<usize>,
) -> Outcome {
    let to = call.word(0);
    let limit = limit.map_or(u64::MAX, |index| call.word(index));
    let room = room.map_or(u64::MAX, |index| call.word(index));
    let made = formatted(call, layout)?;
    let kept = (made.text.len() as u64).min(limit.saturating_sub(1));
    let touched = if limit == 0 { 0 } else { kept + 1 };
    if touched > room || (limit != u64::MAX && limit > room) {
        let message = format!("{} writes beyond its buffer of {room} bytes", call.name());
        return Err(call.error(ErrorKind::OutOfBounds, message));
    }
    if limit != 0 {
        write_string(call, to, &made.text[..kept as usize])?;
    }
    finish(call, &made, Ok(()))
}

fn to_new_block(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    let place = call.word(0);
    let made = formatted(call, layout)?;
    if made.error.is_none() {
        let size = made.text.len() as u64 + 1;
        let Some(block) = call.allocate(size, ALIGNMENT, HeapKind::Malloc, false) else {
            return fail(call, libc::ENOMEM);
        };
        write_string(call, block, &made.text)?;
        call.store::<8>(place, block)?;
    }
    finish(call, &made, Ok(()))
}
