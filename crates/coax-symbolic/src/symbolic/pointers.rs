//! Accesses whose address or length depends on inputs.
//!
//! A pointer keeps the objects it may point to in its term: the addresses it is computed from. An
//! access is inside the object the model's address is in, or elsewhere: another of those objects,
//! or an error. That is a decision like any other. Inside one object, a read is a table lookup and
//! a write changes every element it may concern; only where tables would be too large does every
//! address become a path of its own.

use crate::layers::ObjectSizes;
use crate::layers::Shadows;
use crate::layers::Summarizer;
use coax_expr::{Node, Term};
use coax_ir::Slot;
use coax_ir::address::{GRANULE_BITS, Region};
use coax_kinds::{ErrorKind, FollowReason, Incomplete};
use coax_memory::{Access, Fault, FaultKind, Object};

use super::origins::addresses_in;
use super::{Choice, Symbols};
use crate::Rest;
use crate::layers::{Symbolic, UnitRun};
use crate::unit::Chosen;
use crate::{State, Stop};

/// How many elements a table may have that is read, and one that is written.
const READ_ELEMENTS: u64 = 4096;
const WRITE_ELEMENTS: u64 = 512;
/// Below this an address counts as null plus an offset.
const NULL_ZONE: u64 = 1 << 16;
/// How far outside an object an access is "not far".
pub(super) const NEAR: u64 = 16;
/// How many objects a pointer that is computed from none of them is tried on.
const OBJECTS: usize = 64;

/// The elements of an object that an access may concern.
struct Elements {
    /// Address of the first.
    first: u64,
    /// Bytes from one to the next.
    stride: u64,
    count: u64,
    /// Which of them it is.
    index: Term,
}

impl<'p> Symbolic<'_, 'p> {
    pub(crate) fn load_there(
        &mut self,
        state: &mut State<'p>,
        dst: Slot,
        addr: Slot,
        offset: i32,
        bits: u8,
    ) -> Result<Rest, Stop> {
        let len = u64::from(bits).div_ceil(8);
        let Some(pointer) = self.pointer(state, addr, offset, Access::Read, len)? else {
            return Ok(Rest::Move);
        };
        let Some(elements) = self.reached(state, pointer, len, Access::Read, READ_ELEMENTS)? else {
            return Ok(Rest::Move);
        };
        let table = self.symbols().table(state, &elements, len);
        state.memory.fold(elements.first);
        let symbols = self.symbols();
        let value = symbols.pool.lookup(&table?, elements.index);
        let value = symbols.pool.resize(value, bits.into());
        self.set_scalar(state, dst, value);
        Ok(Rest::done(state))
    }

    pub(crate) fn store_there(
        &mut self,
        state: &mut State<'p>,
        src: Slot,
        addr: Slot,
        offset: i32,
        bits: u8,
    ) -> Result<Rest, Stop> {
        let len = u64::from(bits).div_ceil(8);
        let Some(pointer) = self.pointer(state, addr, offset, Access::Write, len)? else {
            return Ok(Rest::Move);
        };
        // What is undefined in part goes to one element, not perhaps to several.
        let undefined = state.undefined(src) != 0 || bits > 64 && state.undefined(src.plus(1)) != 0;
        let limit = if undefined { 0 } else { WRITE_ELEMENTS };
        let Some(elements) = self.reached(state, pointer, len, Access::Write, limit)? else {
            return Ok(Rest::Move);
        };
        let symbols = self.symbols();
        let value = Shadows::of(symbols).operand(state, src, bits.into());
        let value = symbols.pool.zext(value, len as u32 * 8);
        let stored = self.store_elements(state, &elements, value, len);
        state.memory.fold(elements.first);
        stored?;
        Ok(Rest::done(state))
    }

    /// Decides which object an access is in: the elements of it that it may be to, unfolded. If
    /// they are more than `limit` or not all defined, decides the address instead.
    fn reached(
        &mut self,
        state: &mut State<'p>,
        pointer: Term,
        len: u64,
        access: Access,
        limit: u64,
    ) -> Result<Option<Elements>, Stop> {
        let base = self.resolve(state, pointer, len, access)?;
        let elements = self.elements(state, pointer, base, len, access, limit)?;
        if elements.is_none() {
            self.decide_value(state, pointer)?;
        }
        Ok(elements)
    }

    /// The address as a term, if it depends on inputs and is defined.
    fn pointer(
        &mut self,
        state: &mut State<'p>,
        addr: Slot,
        offset: i32,
        access: Access,
        len: u64,
    ) -> Result<Option<Term>, Stop> {
        if state.mark(addr).term.is_none() || state.undefined(addr) != 0 {
            return Ok(None);
        }
        let chosen = if state.above.unit.is_some() {
            Some(UnitRun::of(self).choose(state, addr)?)
        } else {
            None
        };
        if chosen == Some(Chosen::Nothing) {
            self.always_null(state, addr, offset, access, len)?;
            // Bytes of an input of unknown type: what they point to is unknown.
            return Err(Stop::Bound(Incomplete::UntypedPointer));
        }
        let symbols = self.symbols();
        let pointer = Shadows::of(symbols).operand(state, addr, 64);
        let offset = symbols.pool.constant(64, offset as i64 as u64 as u128);
        let pointer = symbols.pool.add(pointer, offset);
        if chosen == Some(Chosen::Null) {
            let zone = symbols.pool.constant(64, NULL_ZONE.into());
            let near = symbols.pool.ult(pointer, zone);
            // Close to null it is easy to see; where that cannot be, it is null all the same.
            symbols.assume(state, near)?;
            let address = symbols.value(state, pointer) as u64;
            return Err(Fault { kind: FaultKind::Null, access, address, len, object: None }.into());
        }
        Ok(symbols.symbolic(pointer))
    }

    /// An address that is close to null for all inputs: null, and an offset that depends on them.
    fn always_null(
        &mut self,
        state: &mut State<'p>,
        addr: Slot,
        offset: i32,
        access: Access,
        len: u64,
    ) -> Result<(), Stop> {
        let symbols = self.symbols();
        let pointer = Shadows::of(symbols).operand(state, addr, 64);
        let offset = symbols.pool.constant(64, offset as i64 as u64 as u128);
        let pointer = symbols.pool.add(pointer, offset);
        let zone = symbols.pool.constant(64, NULL_ZONE.into());
        let near = symbols.pool.ult(pointer, zone);
        if !ObjectSizes::of(symbols).always(state, near) {
            return Ok(());
        }
        let address = symbols.value(state, pointer) as u64;
        Err(Fault { kind: FaultKind::Null, access, address, len, object: None }.into())
    }

    fn set_scalar(&mut self, state: &mut State<'p>, dst: Slot, term: Term) {
        let symbols = self.symbols();
        let bits = symbols.pool.width(term);
        for (i, low) in (0..bits).step_by(64).enumerate() {
            let word = symbols.pool.extract(term, bits.min(low + 64) - 1, low);
            let value = symbols.value(state, word) as u64;
            let mark = crate::Mark { undefined: 0, term: symbols.symbolic(word) };
            state.set_marked_word(dst.plus(i as u32), value, mark);
        }
    }

    /// Decides which object an access is in: its base address. Or the error it is.
    fn resolve(
        &mut self,
        state: &mut State<'p>,
        pointer: Term,
        len: u64,
        access: Access,
    ) -> Result<u64, Stop> {
        let address = self.symbols().value(state, pointer) as u64;
        self.bring_in(state, address)?;
        let origins = self.origins(state, pointer)?;
        if let Some([base]) = origins.as_deref()
            && self.grows_around(state, pointer, *base, len, access)?
        {
            return Ok(*base);
        }
        let hit = state.memory.covers(address, len, access).ok().map(|object| object.base);
        if let Some(base) = hit.filter(|base| origins.as_ref().is_none_or(|all| all.contains(base)))
        {
            if let Some(inside) = self.inside(state, pointer, base, len, access) {
                let is_verified = self.are_verified(state, &[ErrorKind::OutOfBounds]);
                let near = self.near(state, pointer, base);
                match is_verified && self.symbols().value(state, inside) != 0 {
                    true => self.symbols().context.imply(inside),
                    false => {
                        self.decide(state, Choice::check(inside, near))?;
                    }
                }
            }
            return Ok(base);
        }
        let candidates = match &origins {
            Some(bases) => bases.clone(),
            // Behind a veil it is unknown what there is.
            None if state.memory.behind().is_some() => {
                return Err(Stop::Follow(FollowReason::Pointer));
            }
            None => self.every_object(state),
        };
        let mut valid = self.symbols().pool.truth(false);
        for base in candidates {
            if let Some(inside) = self.inside(state, pointer, base, len, access) {
                valid = self.symbols().pool.or(valid, inside);
            }
        }
        self.decide(state, valid)?;
        let never_null = self.is_never_null(pointer);
        self.decide_kind(state, pointer, origins.as_deref(), never_null)?;
        let origins = origins.as_deref().unwrap_or(&[]);
        Err(self.miss_of(state, address, len, access, origins, never_null))
    }

    /// Is a pointer computed from objects only? Then it has left one of them, even where it has
    /// wrapped around to addresses that null pointers have.
    fn is_never_null(&mut self, pointer: Term) -> bool {
        let addresses = addresses_in(&self.symbols().pool, pointer);
        addresses.is_some_and(|all| all.iter().all(|&address| address >= NULL_ZONE))
    }

    /// An access that is in no object is one of several errors: decides which, where more than one
    /// is possible.
    fn decide_kind(
        &mut self,
        state: &mut State<'p>,
        pointer: Term,
        origins: Option<&[u64]>,
        never_null: bool,
    ) -> Result<(), Stop> {
        let pool = &mut self.symbols().pool;
        let zone = pool.constant(64, NULL_ZONE.into());
        let null = pool.ult(pointer, zone);
        if !never_null && self.decide(state, null)? {
            return Ok(());
        }
        let ended: Vec<u64> = origins
            .unwrap_or(&[])
            .iter()
            .copied()
            .filter(|&base| state.memory.object(base).is_some_and(|object| !object.is_alive()))
            .collect();
        let pool = &mut self.symbols().pool;
        let mut any = pool.truth(false);
        for base in ended {
            let (here, there) = (
                pool.extract(pointer, 63, GRANULE_BITS),
                pool.constant(64 - GRANULE_BITS, (base >> GRANULE_BITS).into()),
            );
            let same = pool.eq(here, there);
            any = pool.or(any, same);
        }
        self.decide(state, any)?;
        Ok(())
    }

    /// The condition that an access is inside an object; `None` if it never can be.
    fn inside(
        &mut self,
        state: &State<'p>,
        pointer: Term,
        base: u64,
        len: u64,
        access: Access,
    ) -> Option<Term> {
        let object = state.memory.object(base)?;
        let size = object.guard().map(|guard| guard.size);
        let most = most_bytes(object);
        state.memory.check(base, 0, access).ok()?;
        let room = most.checked_sub(len)?;
        let pool = &mut self.symbols().pool;
        let (base, room) = (pool.constant(64, base.into()), pool.constant(64, room.into()));
        let offset = pool.sub(pointer, base);
        let within = pool.ule(offset, room);
        Some(match size {
            None => within,
            Some(size) => {
                let len = pool.constant(64, len.into());
                let end = pool.add(offset, len);
                let inside = pool.ule(end, size);
                pool.and(within, inside)
            }
        })
    }

    /// Only inputs matter for which an access is inside an object that grows; `false` if it does not.
    fn grows_around(
        &mut self,
        state: &mut State<'p>,
        pointer: Term,
        base: u64,
        len: u64,
        access: Access,
    ) -> Result<bool, Stop> {
        let object = state.memory.object(base).filter(|object| object.is_alive());
        if object.and_then(|object| object.guard()).is_none_or(|guard| !guard.grows) {
            return Ok(false);
        }
        if UnitRun::of(self).is_taken_for_single(state, base)? {
            return Ok(false);
        }
        if self.symbols().is_text(state, base) {
            let pool = &mut self.symbols().pool;
            let start = pool.constant(64, base.into());
            let before = pool.ult(pointer, start);
            if self.decide(state, before)? {
                return Ok(false);
            }
        }
        match self.inside(state, pointer, base, len, access) {
            Some(inside) if self.symbols().assume(state, inside)? => Ok(true),
            _ => Err(Stop::Bound(Incomplete::ObjectSize)),
        }
    }

    /// The condition that an address is inside an object or not far from it: where an error is
    /// sure to be seen, and easy to understand.
    fn near(&mut self, state: &State<'p>, pointer: Term, base: u64) -> Term {
        let object = state.memory.object(base);
        let size = object.map_or(0, |object| object.size);
        let guard = object.and_then(|object| object.guard());
        let pool = &mut self.symbols().pool;
        let size = guard.map_or_else(|| pool.constant(64, size.into()), |guard| guard.size);
        let (start, around) =
            (pool.constant(64, (base - NEAR).into()), pool.constant(64, (2 * NEAR).into()));
        let (offset, width) = (pool.sub(pointer, start), pool.add(size, around));
        pool.ult(offset, width)
    }

    /// The error of an access that is in none of the objects its pointer was made from.
    fn miss_of(
        &mut self,
        state: &State<'p>,
        address: u64,
        len: u64,
        access: Access,
        origins: &[u64],
        never_null: bool,
    ) -> Stop {
        let fault = state.memory.covers(address, len, access).err();
        let origin = match origins {
            [base] => state.memory.object(*base),
            _ => None,
        };
        match (fault, origin) {
            (Some(fault), _) if matches!(fault.kind, FaultKind::Null) && !never_null => {
                fault.into()
            }
            (fault, Some(object)) if !is_about(fault.as_ref(), object.base) => {
                let kind = match state.memory.covers(object.base, len.min(object.size), access) {
                    Err(fault) => fault.kind,
                    Ok(_) => FaultKind::OutOfBounds,
                };
                Fault { kind, access, address, len, object: Some(object.describe()) }.into()
            }
            (Some(fault), _) => fault.into(),
            (None, _) => Fault { kind: FaultKind::Wild, access, address, len, object: None }.into(),
        }
    }

    /// The bases of the objects a pointer is computed from; `None` if it comes from nowhere.
    fn origins(&mut self, state: &mut State<'p>, pointer: Term) -> Result<Option<Vec<u64>>, Stop> {
        let Some(addresses) = addresses_in(&self.symbols().pool, pointer) else {
            return Ok(None);
        };
        let is_null = addresses.iter().all(|&address| address < NULL_ZONE);
        let mut bases = Vec::new();
        for address in addresses {
            self.bring_in(state, address)?;
            if let Some(object) = state.memory.object(address) {
                bases.push(object.base);
            }
        }
        bases.sort_unstable();
        bases.dedup();
        // Addresses without an object say nothing about where it points.
        Ok((is_null || !bases.is_empty()).then_some(bases))
    }

    fn every_object(&mut self, state: &State<'p>) -> Vec<u64> {
        let alive =
            state.memory.objects().filter(|object| object.is_alive() && most_bytes(object) > 0);
        let bases: Vec<u64> = alive.map(|object| object.base).take(OBJECTS + 1).collect();
        if bases.len() > OBJECTS {
            self.symbols().incomplete.insert(Incomplete::Pointer);
        }
        bases
    }

    /// The elements of an object an access may be to, unfolded; `None` if they are too many or not
    /// all defined.
    fn elements(
        &mut self,
        state: &mut State<'p>,
        pointer: Term,
        base: u64,
        len: u64,
        access: Access,
        limit: u64,
    ) -> Result<Option<Elements>, Stop> {
        let size = state.memory.object(base).map_or(0, most_bytes);
        let symbols = self.symbols();
        let start = symbols.pool.constant(64, base.into());
        let offset = symbols.pool.sub(pointer, start);
        let (mut low, mut high) = (0, size - len);
        let here = symbols.value(state, offset) as u64;
        let spoils =
            access == Access::Write && len < 8 && symbols.holds_addresses(state, base, size);
        if (high - low) / len > limit
            || spoils
            || is_worth_narrowing(state, base, size, here..here + len)
        {
            let ground = Summarizer::of(symbols).ground(offset);
            let range = symbols.solver.range(
                &mut symbols.pool,
                &mut symbols.context.conditions,
                ground,
                &state.above.path.model,
            );
            (low, high) = range.map_or((low, high), |(l, h)| (l.max(low), h.min(high)));
            Summarizer::of(symbols).rely_on_range(state, offset, low, high);
        }
        let stride = match len {
            2 | 4 | 8 | 16 => {
                let rest = symbols.pool.extract(offset, len.trailing_zeros() - 1, 0);
                match symbols.pool.as_constant(rest) {
                    Some(rest) => {
                        let rest = rest as u64;
                        low += (rest + len - low % len) % len;
                        len
                    }
                    None => 1,
                }
            }
            _ => 1,
        };
        if high < low || (high - low) / stride >= limit {
            return Ok(None);
        }
        let count = (high - low) / stride + 1;
        let covered = (count - 1) * stride + len;
        state.memory.unfold(base, low + covered);
        let partly = state.memory.defined(base + low, covered).map(|mask| mask.is_some());
        if len > 16 || partly != Ok(false) {
            state.memory.fold(base);
            return Ok(None);
        }
        let first = symbols.pool.constant(64, low.into());
        let index = symbols.pool.sub(offset, first);
        let shift = symbols.pool.constant(64, stride.trailing_zeros().into());
        let index = symbols.pool.lshr(index, shift);
        // It is inside: the bits above the largest index are 0.
        let width = (64 - (count - 1).leading_zeros()).max(1);
        let index = symbols.pool.extract(index, width - 1, 0);
        Ok(Some(Elements { first: base + low, stride, count, index }))
    }

    /// Stores a value into whichever element it is: each becomes the value or stays what it is.
    fn store_elements(
        &mut self,
        state: &mut State<'p>,
        elements: &Elements,
        value: Term,
        len: u64,
    ) -> Result<(), Stop> {
        let symbols = self.symbols();
        let width = symbols.pool.width(elements.index);
        let chosen: Vec<Term> = (0..elements.count)
            .map(|i| {
                let i = symbols.pool.constant(width, i.into());
                symbols.pool.eq(elements.index, i)
            })
            .collect();
        let mut cells = Vec::new();
        if elements.stride == len {
            for (i, &here) in chosen.iter().enumerate() {
                let address = elements.first + i as u64 * len;
                let old = symbols.range_term(state, address, len)?;
                cells.push((address, symbols.pool.ite(here, value, old)));
            }
        } else {
            for at in 0..elements.count - 1 + len {
                let address = elements.first + at;
                let mut byte = symbols.byte(state, address)?;
                for part in 0..len {
                    let Some(&here) = at.checked_sub(part).and_then(|i| chosen.get(i as usize))
                    else {
                        continue;
                    };
                    let low = part as u32 * 8;
                    let new = symbols.pool.extract(value, low + 7, low);
                    byte = symbols.pool.ite(here, new, byte);
                }
                cells.push((address, byte));
            }
        }
        for (address, cell) in cells {
            self.put(state, address, cell)?;
        }
        Ok(())
    }

    /// Writes a term of whole bytes: its value under the model, and what it is.
    pub fn put(&mut self, state: &mut State<'p>, address: u64, term: Term) -> Result<(), Stop> {
        let symbols = self.symbols();
        let len = symbols.pool.width(term) as usize / 8;
        let value = symbols.value(state, term).to_le_bytes();
        state.memory.write(address, &value[..len])?;
        symbols.store(state, address, term, &[]);
        Ok(())
    }
}

impl<'p> Symbols<'p> {
    /// What the elements of an object hold.
    fn table(
        &mut self,
        state: &State<'p>,
        elements: &Elements,
        len: u64,
    ) -> Result<Vec<Term>, Stop> {
        let addresses = (0..elements.count).map(|i| elements.first + i * elements.stride);
        addresses.map(|address| self.range_term(state, address, len)).collect()
    }
}

impl<'p> Symbols<'p> {
    /// Does an object hold addresses? A write that may be to a part of one would make an address of it
    /// that cannot be followed.
    fn holds_addresses(&self, state: &mut State<'p>, base: u64, capacity: u64) -> bool {
        state.memory.unfold(base, capacity);
        let bytes = state.memory.bytes(base, capacity).unwrap_or_default();
        let words = bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
        let symbolic = state.memory.symbolic(base, capacity).unwrap_or_default();
        let is_choice = |term: Term| {
            self.pool.width(term) == 64 && matches!(self.pool.node(term), Node::Ite { .. })
        };
        let holds = words.into_iter().any(|word| Region::of(word).is_some())
            || symbolic.iter().any(|byte| is_choice(byte.term));
        state.memory.fold(base);
        holds
    }
}

/// Of an object that is defined in part, an access may concern nothing else than that part. So where it
/// is to defined bytes now, it is worth knowing how far it may go.
fn is_worth_narrowing(
    state: &mut State<'_>,
    base: u64,
    capacity: u64,
    here: std::ops::Range<u64>,
) -> bool {
    state.memory.unfold(base, capacity);
    let memory = &state.memory;
    let is_defined = |start, len| matches!(memory.defined(base + start, len), Ok(None));
    let worth = !is_defined(0, capacity) && is_defined(here.start, here.end - here.start);
    state.memory.fold(base);
    worth
}

/// How many bytes an object has at most.
fn most_bytes(object: &Object) -> u64 {
    object.guard().map_or(object.size, |guard| guard.capacity)
}

/// Is the fault about the object at this address?
fn is_about(fault: Option<&Fault>, base: u64) -> bool {
    fault.and_then(|fault| fault.object.as_ref()).is_some_and(|object| object.base == base)
}
