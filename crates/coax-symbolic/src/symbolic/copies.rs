//! Copying and filling memory where addresses, lengths or bytes depend on inputs.
//!
//! A length is decided to fit; then every byte it may reach becomes the new one or stays what it
//! is, as the length says. So a copy of any length is one path.

use crate::layers::ObjectSizes;
use crate::layers::Shadows;
use coax_expr::Term;
use coax_ir::Slot;
use coax_kinds::Incomplete;
use coax_memory::Access;

use super::Choice;
use super::pointers::NEAR;
use crate::Rest;
use crate::layers::{Symbolic, UnitRun};
use crate::{State, Stop};

/// How many bytes are copied under a condition each, when a length depends on inputs.
const COPIED_BYTES: u64 = 1024;

/// What is known about a length that depends on inputs.
enum Length {
    /// It fits, and is at most so many bytes; the objects are unfolded as far. What is after the
    /// length in the object written to may be after its end too: then it does not matter.
    AtMost { bytes: u64, rest_matters: bool },
    /// It does not fit: the instruction fails.
    Fails,
    /// It fits, but may be too much to go through byte by byte.
    TooMuch,
}

/// The room from an address to the end of its object.
struct Room {
    /// At most so many bytes.
    most: u64,
    /// Where in the object it starts.
    offset: u64,
    /// The object's size, if that depends on inputs.
    size: Option<Term>,
    /// The object is as large as need be.
    grows: bool,
}

impl<'p> Symbolic<'_, 'p> {
    /// `memcpy` with operands that depend on inputs.
    pub(crate) fn copy_there(
        &mut self,
        state: &mut State<'p>,
        dst: Slot,
        src: Slot,
        len: Slot,
    ) -> Result<Rest, Stop> {
        self.decide_slot(state, dst)?;
        self.decide_slot(state, src)?;
        let (to, from) = (state.word(dst), state.word(src));
        if state.mark(len).term.is_none() || state.undefined(len) != 0 {
            return Ok(Rest::Compute(Default::default()));
        }
        let length = Shadows::of(self.symbols()).operand(state, len, 64);
        self.bring_in(state, to)?;
        self.bring_in(state, from)?;
        let places = [(to, Access::Write), (from, Access::Read)];
        let (most, rest_matters) = match self.bounded(state, length, &places)? {
            Length::AtMost { bytes, rest_matters } => (bytes, rest_matters),
            Length::Fails => return Ok(Rest::Compute(Default::default())),
            Length::TooMuch => {
                self.decide_slot(state, len)?;
                return Ok(Rest::Compute(Default::default()));
            }
        };
        let symbols = self.symbols();
        let bytes: Result<Vec<Term>, Stop> =
            (0..most).map(|i| symbols.byte(state, from + i)).collect();
        let within = rest_matters.then_some(length);
        let done = bytes.and_then(|bytes| self.put_first(state, to, &bytes, within));
        state.memory.fold(to);
        state.memory.fold(from);
        done
    }

    /// `memset` with operands that depend on inputs.
    pub(crate) fn fill_there(
        &mut self,
        state: &mut State<'p>,
        dst: Slot,
        byte: Slot,
        len: Slot,
    ) -> Result<Rest, Stop> {
        self.decide_slot(state, dst)?;
        let to = state.word(dst);
        self.bring_in(state, to)?;
        if state.undefined(byte) | state.undefined(len) != 0 {
            return Ok(Rest::Move);
        }
        let length = Shadows::of(self.symbols()).operand(state, len, 64);
        let (most, rest_matters) = match self.bounded(state, length, &[(to, Access::Write)])? {
            Length::AtMost { bytes, rest_matters } => (bytes, rest_matters),
            Length::Fails => return Ok(Rest::Compute(Default::default())),
            Length::TooMuch => {
                self.decide_slot(state, len)?;
                state.memory.check(to, state.word(len), Access::Write)?;
                (state.word(len), true)
            }
        };
        let (byte, length) = (
            Shadows::of(self.symbols()).operand(state, byte, 8),
            Shadows::of(self.symbols()).operand(state, len, 64),
        );
        let within = rest_matters.then_some(length);
        let done = self.put_first(state, to, &vec![byte; most as usize], within);
        state.memory.fold(to);
        done
    }

    /// Decides that a length fits the objects at these addresses. If not, whether it is negative is
    /// another error.
    fn bounded(
        &mut self,
        state: &mut State<'p>,
        length: Term,
        places: &[(u64, Access)],
    ) -> Result<Length, Stop> {
        let mut most = u64::MAX;
        for &(address, access) in places {
            let mut room = self.room(state, address, access);
            room.grows = room.grows && !UnitRun::of(self).is_taken_for_single(state, address)?;
            if !self.fits(state, length, &room)? {
                let negative = ObjectSizes::of(self.symbols()).is_negative_size(length)?;
                if !self.decide(state, negative)? {
                    let bytes = self.symbols().value(state, length) as u64;
                    state.memory.covers(address, bytes, access)?;
                }
                return Ok(Length::Fails);
            }
            most = most.min(room.most);
        }
        let exact = self.symbols().pool.as_constant(length);
        match exact {
            Some(exact) => most = exact as u64,
            None if most > COPIED_BYTES => {
                most = ObjectSizes::of(self.symbols())
                    .upper_bound(state, length)
                    .map_or(most, |m| m.min(most));
            }
            None => {}
        }
        if exact.is_none() && most > COPIED_BYTES {
            return Ok(Length::TooMuch);
        }
        let rest_matters = exact.is_none() && !self.ends_with(state, places[0].0, length);
        for &(address, _) in places {
            let base = state.memory.object(address).map_or(address, |object| object.base);
            state.memory.unfold(address, address - base + most);
        }
        let read = |access| exact.is_none() && (access == Access::Read || rest_matters);
        let undefined = places.iter().any(|&(address, access)| {
            let mask = state.memory.defined(address, most);
            read(access) && most > 0 && !matches!(mask, Ok(None))
        });
        if undefined {
            places.iter().for_each(|&(address, _)| state.memory.fold(address));
            return Ok(Length::TooMuch);
        }
        Ok(Length::AtMost { bytes: most, rest_matters })
    }

    /// The room from an address to the end of its object.
    fn room(&mut self, state: &State<'p>, address: u64, access: Access) -> Room {
        let none = Room { most: 0, offset: 0, size: None, grows: false };
        let Some(object) = state.memory.object(address).filter(|object| object.is_alive()) else {
            return none;
        };
        let offset = address.wrapping_sub(object.base);
        let (size, most, grows) = match object.guard() {
            Some(guard) => (Some(guard.size), guard.capacity, guard.grows),
            None => (None, object.size, false),
        };
        if state.memory.check(object.base, 0, access).is_err() {
            return none;
        }
        Room { most: most.saturating_sub(offset), offset, size, grows }
    }

    /// Does what is written end with its object, which has a size that depends on inputs?
    fn ends_with(&mut self, state: &State<'p>, to: u64, length: Term) -> bool {
        let room = self.room(state, to, Access::Write);
        let pool = &mut self.symbols().pool;
        let offset = pool.constant(64, room.offset.into());
        Some(pool.add(offset, length)) == room.size
    }

    /// Decides whether a length fits in `room`.
    fn fits(&mut self, state: &mut State<'p>, length: Term, room: &Room) -> Result<bool, Stop> {
        let pool = &mut self.symbols().pool;
        let (limit, little) =
            (pool.constant(64, room.most.into()), pool.constant(64, (room.most + NEAR).into()));
        let (mut fits, mut little) = (pool.ule(length, limit), pool.ule(length, little));
        if let Some(size) = room.size {
            let offset = pool.constant(64, room.offset.into());
            let end = pool.add(offset, length);
            let near = pool.constant(64, NEAR.into());
            let around = pool.add(size, near);
            let (inside, nearly) = (pool.ule(end, size), pool.ule(end, around));
            (fits, little) = (pool.and(fits, inside), pool.and(little, nearly));
        }
        if room.grows {
            return match self.symbols().assume(state, fits)? {
                true => Ok(true),
                false => Err(Stop::Bound(Incomplete::ObjectSize)),
            };
        }
        self.decide(state, Choice::check(fits, little))
    }

    /// Writes those of the bytes that are within the length; all of them if there is none.
    fn put_first(
        &mut self,
        state: &mut State<'p>,
        to: u64,
        bytes: &[Term],
        length: Option<Term>,
    ) -> Result<Rest, Stop> {
        for (i, &new) in bytes.iter().enumerate() {
            let address = to + i as u64;
            let symbols = self.symbols();
            let byte = match length {
                None => new,
                Some(length) => {
                    let old = symbols.byte(state, address)?;
                    let at = symbols.pool.constant(64, i as u128);
                    let within = symbols.pool.ult(at, length);
                    symbols.pool.ite(within, new, old)
                }
            };
            self.put(state, address, byte)?;
        }
        Ok(Rest::done(state))
    }
}
