//! What paths through a function leave in memory.
//!
//! A path may write what another does not, so what a summary says it writes is what any of them
//! changes; a path that does not change it leaves what was there.

use std::collections::BTreeSet;

use coax_expr::{Pool, Term};
use coax_ir::address::Region;
use coax_kinds::FollowReason;
use coax_memory::{Access, Memory};

use super::footprint::runs;
use super::{Touched, Written};
use crate::Stop;
use crate::symbolic::{has_address, joined};

/// The longest piece of memory that is one term.
const LONGEST: u32 = 16;

/// A piece of memory: its address and how many bytes it has.
pub(super) type Piece = (u64, u32);

/// Everything that one of the memories has changed of the objects in `clean`.
pub(super) fn changed(
    touched: &[Touched],
    clean: &Memory,
    after: &[&Memory],
) -> Result<Vec<Piece>, Stop> {
    let mut pieces = Vec::new();
    for &Touched { base, .. } in touched {
        let (mut bytes, mut whole) = (BTreeSet::new(), Vec::new());
        for memory in after {
            // A path that did not look at it has not changed it.
            let Some(object) = memory.object(base) else { continue };
            let alive = clean.object(base).is_some_and(|before| before.status == object.status);
            if !alive {
                return Err(Stop::Follow(FollowReason::Frees));
            }
            let here = changed_bytes(clean, memory, base);
            if here.is_empty() {
                continue;
            }
            let of_term = runs(object.symbolic()).into_iter().filter(|run| run.byte == 0);
            whole.extend(of_term.map(|run| (run.offset, run.offset + run.len)));
            refuse_new_addresses(memory, base, &here)?;
            let held = |memory: &Memory, at| address_at(memory, base, at).is_some();
            let addresses = words_of(&here).filter(|&at| held(clean, at) || held(memory, at));
            whole.extend(addresses.map(|at| (at, at + 8)));
            bytes.extend(here);
        }
        let of_object = pieces_of(&bytes, whole).into_iter();
        let of_object = of_object.map(|(start, end)| (base + u64::from(start), end - start));
        for piece in of_object {
            pieces.extend(of_one_kind(piece, clean, after)?);
        }
    }
    Ok(pieces)
}

/// A piece of which some memory has only a part defined, byte by byte.
fn of_one_kind(piece: Piece, clean: &Memory, after: &[&Memory]) -> Result<Vec<Piece>, Stop> {
    let (start, len) = piece;
    let is_torn = |memory: &Memory| {
        let mask = memory.defined(start, len.into()).ok().flatten();
        mask.is_some_and(|mask| mask.iter().any(|&bits| bits != 0))
    };
    if !is_torn(clean) && !after.iter().any(|memory| is_torn(memory)) {
        return Ok(vec![piece]);
    }
    let has_address = |memory: &Memory| {
        let object = memory.object(start).filter(|object| object.is_alive());
        object.is_some_and(|object| {
            let at = (start - object.base) as u32 & !7;
            address_at(memory, object.base, at).is_some()
        })
    };
    match has_address(clean) || after.iter().any(|memory| has_address(memory)) {
        true => Err(Stop::Follow(FollowReason::Undefined)),
        false => Ok((start..start + u64::from(len)).map(|at| (at, 1)).collect()),
    }
}

/// The bytes of an object that are not what they were.
fn changed_bytes(clean: &Memory, memory: &Memory, base: u64) -> Vec<u32> {
    let Some(object) = memory.object(base).filter(|object| object.is_alive()) else {
        return Vec::new();
    };
    if clean.is_same(memory, base, |_| false) {
        return Vec::new();
    }
    let same = |at: &u32| {
        let address = base + u64::from(*at);
        let mark =
            |memory: &Memory| memory.symbolic(address, 1).ok().and_then(|b| b.first().copied());
        let byte = |memory: &Memory| memory.bytes(address, 1).ok().map(|bytes| bytes[0]);
        let mask = |memory: &Memory| {
            memory.defined(address, 1).ok().flatten().map_or(0xFF, |mask| mask[0])
        };
        match (mark(clean), mark(memory)) {
            (None, None) => byte(clean) == byte(memory) && mask(clean) == mask(memory),
            (before, after) => before == after,
        }
    };
    (0..object.bytes().len() as u32).filter(|at| !same(at)).collect()
}

/// The address of an object that does not outlive the function means nothing outside.
fn refuse_new_addresses(memory: &Memory, base: u64, changed: &[u32]) -> Result<(), Stop> {
    let is_new = |at| address_at(memory, base, at).is_some_and(|address| memory.is_new(address));
    match words_of(changed).any(is_new) {
        true => Err(Stop::Follow(FollowReason::Escape)),
        false => Ok(()),
    }
}

/// The aligned words that bytes are in.
fn words_of(bytes: &[u32]) -> impl Iterator<Item = u32> + use<> {
    let words: BTreeSet<u32> = bytes.iter().map(|at| at & !7).collect();
    words.into_iter()
}

/// The address that stands at a place in an object, if one does.
fn address_at(memory: &Memory, base: u64, at: u32) -> Option<u64> {
    let bytes = memory.bytes(base + u64::from(at), 8).ok()?;
    let word = u64::from_le_bytes(bytes.try_into().ok()?);
    Region::of(word).map(|_| word)
}

/// Changed bytes in pieces: whole terms where one was stored, aligned words else.
fn pieces_of(bytes: &BTreeSet<u32>, terms: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    let is_changed = |&(start, end): &(u32, u32)| bytes.range(start..end).next().is_some();
    let mut pieces: Vec<(u32, u32)> = terms.into_iter().filter(is_changed).collect();
    let mut rest: Vec<u32> = bytes
        .iter()
        .copied()
        .filter(|at| !pieces.iter().any(|&(start, end)| (start..end).contains(at)))
        .collect();
    while let Some(&start) = rest.first() {
        let run = rest.iter().zip(start..).take_while(|&(&at, expected)| at == expected).count();
        let largest = |size: &u32| start.is_multiple_of(*size) && *size as usize <= run;
        let size = [8, 4, 2].into_iter().find(largest).unwrap_or(1);
        pieces.push((start, start + size));
        rest.drain(..size as usize);
    }
    pieces.sort_unstable();
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for (start, end) in pieces {
        match merged.last_mut() {
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    let single = |&(start, end): &(u32, u32)| match end - start > LONGEST {
        true => (start..end).map(|at| (at, at + 1)).collect(),
        false => vec![(start, end)],
    };
    merged.iter().flat_map(single).collect()
}

/// What a path leaves in a piece of memory; `None` if that is undefined, as it was.
pub(super) fn left(
    pool: &mut Pool,
    clean: &Memory,
    memory: &Memory,
    piece: Piece,
) -> Result<Option<Term>, Stop> {
    let (address, len) = piece;
    let memory = if memory.object(address).is_some() { memory } else { clean };
    let object = memory.check(address, len.into(), Access::Read)?;
    let start = (address - object.base) as u32;
    if memory.defined(address, len.into())?.is_some() {
        let is_nothing = |memory: &Memory| {
            let mask = memory.defined(address, len.into()).ok().flatten();
            mask.is_some_and(|mask| mask.iter().all(|&bits| bits == 0))
        };
        return match is_nothing(clean) && is_nothing(memory) {
            true => Ok(None),
            false => Err(Stop::Follow(FollowReason::Undefined)),
        };
    }
    let bytes = memory.bytes(address, len.into())?;
    let term = joined(pool, start, bytes, memory.symbolic(address, len.into())?);
    refuse_new_address(pool, memory, term)?;
    Ok(Some(term))
}

/// When the known cases of a function do not write a piece of memory, if that happens.
pub(super) fn when_skipped(
    pool: &Pool,
    known: &[Written],
    piece: Piece,
) -> Result<Option<Term>, Stop> {
    let (address, len) = piece;
    let end = address + u64::from(len);
    for &Written { address: start, value, skipped } in known {
        let behind = start + u64::from(pool.width(value) / 8);
        match (start <= address && end <= behind, start < end && address < behind) {
            (true, _) => return Ok(skipped),
            (false, true) if skipped.is_some() => {
                return Err(Stop::Follow(FollowReason::Undefined));
            }
            _ => {}
        }
    }
    Ok(None)
}

/// The same as [`refuse_new_addresses`] for what depends on inputs.
pub(super) fn refuse_new_address(pool: &Pool, memory: &Memory, term: Term) -> Result<(), Stop> {
    let is_new = |&t: &Term| {
        let constant = pool.as_constant(t).filter(|_| pool.width(t) == 64);
        constant.is_some_and(|address| memory.is_new(address as u64))
    };
    let may_point = pool.width(term) >= 64 && has_address(pool, term, 0);
    if may_point && pool.below(&[term]).iter().any(is_new) {
        return Err(Stop::Follow(FollowReason::Escape));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_terms_and_aligned_words() {
        let bytes: BTreeSet<u32> = [0, 1, 2, 3, 4, 9, 16, 17, 18, 19, 20, 21, 22, 23].into();
        assert_eq!(pieces_of(&bytes, vec![(8, 12), (12, 16)]), [(0, 4), (4, 5), (8, 12), (16, 24)]);
    }

    #[test]
    fn overlapping_terms_are_one_piece() {
        let bytes: BTreeSet<u32> = (0..12).collect();
        assert_eq!(pieces_of(&bytes, vec![(0, 8), (4, 12)]), [(0, 12)]);
    }
}
