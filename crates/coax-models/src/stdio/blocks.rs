//! Blocks of bytes: `fread` and `fwrite`.

use coax_engine::{Call, Flow, Stop};

use super::streams::{before_reading, before_writing, find, with, with_index};
use crate::errno::set;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models =
    &[("fread", fread), ("fread_unlocked", fread), ("fwrite", fwrite), ("fwrite_unlocked", fwrite)];

/// What a block consists of.
#[derive(Clone, Copy)]
pub(crate) struct Elements {
    pub(crate) size: u64,
    pub(crate) count: u64,
}

impl Elements {
    /// The size of all of them; a product that overflows cannot be a program's intention.
    fn total(self) -> Result<u64, Stop> {
        let total = self.size.checked_mul(self.count);
        total.ok_or_else(|| Stop::Unsupported("a block larger than memory".into()))
    }
}

fn fread(call: &mut Call<'_, '_>) -> Outcome {
    let (to, size, count, file) = (call.word(0), call.word(1), call.word(2), call.word(3));
    let index = find(call, file)?;
    read_elements(call, index, to, Elements { size, count })
}

/// The common part of `fread` and its fortified variant.
pub(crate) fn read_elements(
    call: &mut Call<'_, '_>,
    index: usize,
    to: u64,
    elements: Elements,
) -> Outcome {
    let wanted = elements.total()?;
    if wanted == 0 {
        return Ok(Flow::Word(0));
    }
    let got = read_bytes(call, index, to, wanted)?;
    Ok(Flow::Word(got / elements.size))
}

fn read_bytes(call: &mut Call<'_, '_>, index: usize, to: u64, wanted: u64) -> Result<u64, Stop> {
    let mut got = 0;
    while got < wanted {
        before_reading(call, index)?;
        let chunk = with_index(call, index, |stream, world| {
            let available = stream.available(world)?;
            let count = available.len().min((wanted - got) as usize);
            let chunk = available[..count].to_vec();
            let place = stream.next_place();
            stream.consume(count);
            Ok((chunk, place))
        })?;
        match chunk {
            Ok((chunk, _)) if chunk.is_empty() => break,
            Ok((chunk, place)) => {
                let len = chunk.len() as u64;
                match place {
                    Some(place) => {
                        let from = place.address(call)?;
                        call.copy(to + got, from, len)?;
                    }
                    None => call.write(to + got, &chunk)?,
                }
                got += len;
            }
            Err(errno) => {
                set(call, errno)?;
                break;
            }
        }
    }
    Ok(got)
}

fn fwrite(call: &mut Call<'_, '_>) -> Outcome {
    let (from, size, count, file) = (call.word(0), call.word(1), call.word(2), call.word(3));
    let wanted = Elements { size, count }.total()?;
    if wanted == 0 {
        return Ok(Flow::Word(0));
    }
    let index = find(call, file)?;
    before_writing(call, index)?;
    let bytes = call.read_record(from, wanted)?.to_vec();
    match with(call, file, |stream, world| stream.write(world, &bytes))? {
        Ok(()) => Ok(Flow::Word(count)),
        Err(errno) => {
            set(call, errno)?;
            Ok(Flow::Word(0))
        }
    }
}
