//! The scanf family.

use coax_engine::{Call, Flow, Stop};
use coax_memory::HeapKind;

use super::arguments::{Arguments, Class};
use super::characters::get;
use super::output::Layout;
use super::scan::{ScanHost, scan};
use super::streams::{self, STDIN, find, leave_inputs_to_twin, with_index};
use crate::bytes::{overrun, rest, string, wide_string};
use crate::heap::ALIGNMENT;
use crate::multibyte::narrow;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("scanf", |call| from_stdin(call, Layout::variadic(0))),
    ("__isoc99_scanf", |call| from_stdin(call, Layout::variadic(0))),
    ("__isoc23_scanf", |call| from_stdin(call, Layout::variadic(0))),
    ("vscanf", |call| from_stdin(call, Layout::list(0))),
    ("__isoc99_vscanf", |call| from_stdin(call, Layout::list(0))),
    ("__isoc23_vscanf", |call| from_stdin(call, Layout::list(0))),
    ("fscanf", |call| from_stream(call, Layout::variadic(1))),
    ("__isoc99_fscanf", |call| from_stream(call, Layout::variadic(1))),
    ("__isoc23_fscanf", |call| from_stream(call, Layout::variadic(1))),
    ("vfscanf", |call| from_stream(call, Layout::list(1))),
    ("__isoc99_vfscanf", |call| from_stream(call, Layout::list(1))),
    ("__isoc23_vfscanf", |call| from_stream(call, Layout::list(1))),
    ("sscanf", |call| from_string(call, Layout::variadic(1))),
    ("__isoc99_sscanf", |call| from_string(call, Layout::variadic(1))),
    ("__isoc23_sscanf", |call| from_string(call, Layout::variadic(1))),
    ("vsscanf", |call| from_string(call, Layout::list(1))),
    ("__isoc99_vsscanf", |call| from_string(call, Layout::list(1))),
    ("__isoc23_vsscanf", |call| from_string(call, Layout::list(1))),
    ("__coax_fixed_vsscanf", |call| from_string(call, Layout::list(1))),
    ("__coax_fixed_vfscanf", |call| from_any_stream(call, Layout::list(1))),
    ("swscanf", |call| from_wide_string(call, Layout::variadic(1))),
    ("__isoc99_swscanf", |call| from_wide_string(call, Layout::variadic(1))),
    ("__isoc23_swscanf", |call| from_wide_string(call, Layout::variadic(1))),
    ("wscanf", |call| from_wide_stdin(call, Layout::variadic(0))),
    ("__isoc99_wscanf", |call| from_wide_stdin(call, Layout::variadic(0))),
    ("__isoc23_wscanf", |call| from_wide_stdin(call, Layout::variadic(0))),
    ("fwscanf", |call| from_wide_stream(call, Layout::variadic(1))),
    ("__isoc99_fwscanf", |call| from_wide_stream(call, Layout::variadic(1))),
    ("__isoc23_fwscanf", |call| from_wide_stream(call, Layout::variadic(1))),
    ("vswscanf", |call| from_wide_string(call, Layout::list(1))),
];

/// Where the input comes from.
enum Input {
    /// A stream, by its number.
    Stream(usize),
    /// A string in the program's memory, and how far it was read.
    String { address: u64, position: u64 },
    /// Bytes of our own.
    Bytes { bytes: Vec<u8>, position: usize },
}

/// The program as the scanner sees it.
struct CallHost<'h, 'a, 'p> {
    call: &'h mut Call<'a, 'p>,
    input: Input,
    arguments: Arguments,
    /// Arguments taken so far, for formats that number them.
    taken: Vec<u64>,
}

impl ScanHost for CallHost<'_, '_, '_> {
    fn get(&mut self) -> Result<Option<u8>, Stop> {
        match &mut self.input {
            Input::Stream(index) => get(self.call, *index),
            Input::Bytes { bytes, position } => {
                let byte = bytes.get(*position).copied();
                *position += usize::from(byte.is_some());
                Ok(byte)
            }
            Input::String { address, position } => {
                let at = *address + *position;
                if rest(self.call, at)?.is_empty() {
                    return Err(overrun(self.call, *address, *position));
                }
                let byte = self.call.read(at, 1)?[0];
                *position += u64::from(byte != 0);
                Ok((byte != 0).then_some(byte))
            }
        }
    }

    fn unget(&mut self, byte: u8) {
        match &mut self.input {
            Input::Stream(index) => {
                // The stream was just read from, so it is there.
                let _ = with_index(self.call, *index, |stream, _| stream.unget(byte));
            }
            Input::Bytes { position, .. } => *position -= 1,
            Input::String { position, .. } => *position -= 1,
        }
    }

    fn target(&mut self, number: usize) -> Result<u64, Stop> {
        if number == 0 {
            return Ok(self.arguments.take(self.call, Class::Word)? as u64);
        }
        while self.taken.len() < number {
            let next = self.arguments.take(self.call, Class::Word)?;
            self.taken.push(next as u64);
        }
        Ok(self.taken[number - 1])
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        self.call.write(address, bytes)
    }

    fn new_block(&mut self, bytes: &[u8]) -> Result<u64, Stop> {
        let block = self.call.allocate(bytes.len() as u64, ALIGNMENT, HeapKind::Malloc, false);
        let block = block.ok_or_else(|| Stop::Unsupported("a string larger than memory".into()))?;
        self.call.write(block, bytes)?;
        Ok(block)
    }
}

fn run(call: &mut Call<'_, '_>, layout: Layout, input: Input, format: &[u8]) -> Outcome {
    let arguments = layout.arguments(call);
    let before = arguments.remember(call)?;
    let mut host = CallHost { call, input, arguments, taken: Vec::new() };
    let result = scan(&mut host, format).map(Flow::int);
    if let Err(Stop::NeedsTerms) = result {
        arguments.restore(host.call, &before)?;
    }
    result
}

fn format(call: &mut Call<'_, '_>, layout: Layout) -> Result<Vec<u8>, Stop> {
    let text = call.word(layout.format);
    string(call, text)
}

fn from_stdin(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    streams::standard_file(call, STDIN);
    leave_inputs_to_twin(call, STDIN)?;
    let format = format(call, layout)?;
    run(call, layout, Input::Stream(STDIN), &format)
}

fn from_stream(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    let file = call.word(0);
    let index = find(call, file)?;
    leave_inputs_to_twin(call, index)?;
    from_any_stream(call, layout)
}

fn from_any_stream(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    let file = call.word(0);
    let index = find(call, file)?;
    let format = format(call, layout)?;
    run(call, layout, Input::Stream(index), &format)
}

fn from_string(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    let input = Input::String { address: call.word(0), position: 0 };
    let format = format(call, layout)?;
    run(call, layout, input, &format)
}

/// A wide format, which must be ASCII.
fn wide_format(call: &mut Call<'_, '_>, layout: Layout) -> Result<Vec<u8>, Stop> {
    let text = call.word(layout.format);
    narrowed(&wide_string(call, text, u64::MAX)?)
}

fn narrowed(text: &[u32]) -> Result<Vec<u8>, Stop> {
    let bytes: Option<Vec<u8>> = text.iter().map(|&c| narrow(c)).collect();
    bytes.ok_or_else(|| Stop::Unsupported("scanf of wide characters beyond ASCII".into()))
}

fn from_wide_stdin(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    streams::standard_file(call, STDIN);
    let format = wide_format(call, layout)?;
    run(call, layout, Input::Stream(STDIN), &format)
}

fn from_wide_stream(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    let file = call.word(0);
    let index = find(call, file)?;
    let format = wide_format(call, layout)?;
    run(call, layout, Input::Stream(index), &format)
}

fn from_wide_string(call: &mut Call<'_, '_>, layout: Layout) -> Outcome {
    let text = call.word(0);
    let bytes = narrowed(&wide_string(call, text, u64::MAX)?)?;
    let format = wide_format(call, layout)?;
    run(call, layout, Input::Bytes { bytes, position: 0 }, &format)
}
