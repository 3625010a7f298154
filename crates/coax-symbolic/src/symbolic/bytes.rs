//! Terms in memory: a scalar is stored as the bytes of its term, and bytes are put together again
//! to the very term that was stored, if nothing came between.

use coax_expr::{Pool, Term};
use coax_memory::SymbolicByte;

use super::Symbols;
use crate::{State, Stop};

impl<'p> Symbols<'p> {
    /// What the bytes of a range are in terms of the inputs; `None` if they do not depend on them.
    pub(crate) fn load(
        &mut self,
        state: &State<'p>,
        address: u64,
        len: u64,
    ) -> Result<Option<Term>, Stop> {
        let symbolic = state.memory.symbolic(address, len)?;
        if symbolic.is_empty() {
            return Ok(None);
        }
        let base = state.memory.object(address).map_or(address, |object| object.base);
        let bytes = state.memory.bytes(address, len)?;
        let term = joined(&mut self.pool, (address - base) as u32, bytes, symbolic);
        Ok(self.symbolic(term))
    }

    /// Says that the bytes just written at `address` are those of `term`, lowest first.
    pub(crate) fn store(
        &mut self,
        state: &mut State<'p>,
        address: u64,
        term: Term,
        undefined: &[u8],
    ) {
        let len = self.pool.width(term).div_ceil(8);
        let term = self.pool.zext(term, len * 8);
        if self.symbolic(term).is_none() {
            return;
        }
        let bytes: Vec<_> = (0..len)
            .map(|i| SymbolicByte {
                offset: i,
                term,
                byte: i as u8,
                undefined: undefined.get(i as usize).copied().unwrap_or(0),
            })
            .collect();
        state.memory.mark_symbolic(address, &bytes);
    }

    /// One byte of memory as a term.
    pub fn byte(&mut self, state: &State<'p>, address: u64) -> Result<Term, Stop> {
        match self.load(state, address, 1)? {
            Some(term) => Ok(term),
            None => {
                let byte = state.memory.bytes(address, 1)?[0];
                Ok(self.pool.constant(8, byte.into()))
            }
        }
    }

    /// The bytes of a range as a term of their whole width.
    pub(crate) fn range_term(
        &mut self,
        state: &State<'p>,
        address: u64,
        len: u64,
    ) -> Result<Term, Stop> {
        match self.load(state, address, len)? {
            Some(term) => Ok(term),
            None => {
                let mut raw = [0; 16];
                raw[..len as usize].copy_from_slice(state.memory.bytes(address, len)?);
                Ok(self.pool.constant(len as u32 * 8, u128::from_le_bytes(raw)))
            }
        }
    }
}

/// The bytes of a range as one term; `symbolic` are those of them that depend on inputs, with
/// offsets that count from `start` bytes before the range.
pub(crate) fn joined(pool: &mut Pool, start: u32, bytes: &[u8], symbolic: &[SymbolicByte]) -> Term {
    let mut whole: Option<Term> = None;
    let mut rest = symbolic;
    let mut at = 0;
    while at < bytes.len() {
        let (piece, len) = match rest.first() {
            Some(first) if (first.offset - start) as usize == at => {
                let run = rest.iter().zip(0..).take_while(|&(byte, i)| {
                    byte.term == first.term
                        && byte.byte == first.byte + i
                        && byte.offset == first.offset + u32::from(i)
                });
                let len = run.count();
                rest = &rest[len..];
                let low = u32::from(first.byte) * 8;
                (pool.extract(first.term, low + len as u32 * 8 - 1, low), len)
            }
            next => {
                let end = next.map_or(bytes.len(), |byte| (byte.offset - start) as usize);
                (constant(pool, &bytes[at..end]), end - at)
            }
        };
        whole = Some(match whole {
            Some(low) => pool.concat(piece, low),
            None => piece,
        });
        at += len;
    }
    whole.unwrap_or_else(|| pool.constant(8, 0))
}

fn constant(pool: &mut Pool, bytes: &[u8]) -> Term {
    let limbs: Vec<u64> = bytes
        .chunks(8)
        .map(|chunk| chunk.iter().rev().fold(0, |limb, &byte| limb << 8 | u64::from(byte)))
        .collect();
    pool.wide_constant(bytes.len() as u32 * 8, &limbs)
}
