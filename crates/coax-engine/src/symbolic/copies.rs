//! Copying and filling memory where addresses, lengths or bytes depend on inputs.
//!
//! A length is decided to fit; then every byte it may reach becomes the new one or stays what it
//! is, as the length says. So a copy is one path, whatever its length.

use coax_expr::Term;
use coax_ir::Slot;
use coax_memory::Access;

use super::Choice;
use super::pointers::NEAR;
use super::step::Rest;
use crate::machine::Machine;
use crate::{State, Stop};

/// How many bytes are copied under a condition each, when a length depends on inputs.
const COPIED_BYTES: u64 = 1024;

/// What is known about a length that depends on inputs.
enum Length {
    /// It fits, and is at most so many bytes.
    AtMost(u64),
    /// It does not fit: the instruction fails.
    Fails,
    /// It fits, but may be too much to go through byte by byte.
    TooMuch,
}

impl<'p> Machine<'p> {
    /// `memcpy` with operands that depend on inputs.
    pub(crate) fn copy_there(
        &mut self,
        state: &mut State<'p>,
        dst: Slot,
        src: Slot,
        len: Slot,
    ) -> Result<Rest, Stop> {
        self.settle_slot(state, dst)?;
        self.settle_slot(state, src)?;
        let (to, from) = (state.word(dst), state.word(src));
        if state.mark(len).term.is_none() || state.undefined(len) != 0 {
            return Ok(Rest::Compute(Default::default()));
        }
        let length = self.symbols().operand(state, len, 64);
        self.bring_in(state, to)?;
        self.bring_in(state, from)?;
        let places = [(to, Access::Write), (from, Access::Read)];
        let most = match self.bounded(state, length, &places)? {
            Length::AtMost(most) => most,
            Length::Fails => return Ok(Rest::Compute(Default::default())),
            Length::TooMuch => {
                self.settle_slot(state, len)?;
                return Ok(Rest::Compute(Default::default()));
            }
        };
        let mut bytes = Vec::new();
        for i in 0..most {
            bytes.push(self.symbols().byte(state, from + i)?);
        }
        self.put_first(state, to, &bytes, length)
    }

    /// `memset` with operands that depend on inputs.
    pub(crate) fn fill_there(
        &mut self,
        state: &mut State<'p>,
        dst: Slot,
        byte: Slot,
        len: Slot,
    ) -> Result<Rest, Stop> {
        self.settle_slot(state, dst)?;
        let to = state.word(dst);
        self.bring_in(state, to)?;
        if state.undefined(byte) | state.undefined(len) != 0 {
            return Ok(Rest::Move);
        }
        let length = self.symbols().operand(state, len, 64);
        let most = match self.bounded(state, length, &[(to, Access::Write)])? {
            Length::AtMost(most) => most,
            Length::Fails => return Ok(Rest::Compute(Default::default())),
            Length::TooMuch => {
                self.settle_slot(state, len)?;
                state.word(len)
            }
        };
        let (byte, length) =
            (self.symbols().operand(state, byte, 8), self.symbols().operand(state, len, 64));
        self.put_first(state, to, &vec![byte; most as usize], length)
    }

    /// Decides that a length fits the objects at these addresses.
    fn bounded(
        &mut self,
        state: &mut State<'p>,
        length: Term,
        places: &[(u64, Access)],
    ) -> Result<Length, Stop> {
        let mut most = u64::MAX;
        for &(address, access) in places {
            let room = match state.memory.check(address, 0, access) {
                Ok(object) => object.size - (address - object.base),
                Err(_) => 0,
            };
            if !self.fits(state, length, room)? {
                return Ok(Length::Fails);
            }
            most = most.min(room);
        }
        if let Some(exact) = self.symbols().pool.as_constant(length) {
            return Ok(Length::AtMost(exact as u64));
        }
        for &(address, _) in places {
            if most > COPIED_BYTES || most > 0 && state.memory.defined(address, most)?.is_some() {
                return Ok(Length::TooMuch);
            }
        }
        Ok(Length::AtMost(most))
    }

    /// Decides whether a length is at most `room`; if not, whether it is negative is another error.
    fn fits(&mut self, state: &mut State<'p>, length: Term, room: u64) -> Result<bool, Stop> {
        let pool = &mut self.symbols().pool;
        let (limit, little) =
            (pool.constant(64, room.into()), pool.constant(64, (room + NEAR).into()));
        let (fits, little) = (pool.ule(length, limit), pool.ule(length, little));
        if self.decide(state, Choice::check(fits, little))? {
            return Ok(true);
        }
        let pool = &mut self.symbols().pool;
        let zero = pool.constant(64, 0);
        let negative = pool.slt(length, zero);
        self.decide(state, negative)?;
        Ok(false)
    }

    /// Writes those of the bytes that are within the length.
    fn put_first(
        &mut self,
        state: &mut State<'p>,
        to: u64,
        bytes: &[Term],
        length: Term,
    ) -> Result<Rest, Stop> {
        for (i, &new) in bytes.iter().enumerate() {
            let address = to + i as u64;
            let symbols = self.symbols();
            let old = symbols.byte(state, address)?;
            let at = symbols.pool.constant(64, i as u128);
            let within = symbols.pool.ult(at, length);
            let byte = symbols.pool.ite(within, new, old);
            self.put(state, address, byte)?;
        }
        Ok(Rest::done(state))
    }
}
