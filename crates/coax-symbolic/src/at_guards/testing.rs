//! Tests of assumptions in a state: what they come to for all inputs of its path.

use coax_expr::{Node, Term};
use coax_ir::address::Region;
use coax_ir::{GlobalId, Inst, Slot};

use crate::State;
use crate::guards::{Test, Truth};
use crate::layers::{Conditions, Symbolic};
use crate::unit::Room;

/// What a pointer should point to.
#[derive(Clone, Copy)]
struct Wanted {
    bytes: u64,
    writable: bool,
}

impl<'p> Symbolic<'_, 'p> {
    /// Does a test hold for the next instruction?
    pub(super) fn tested(&mut self, state: &State<'p>, test: Test) -> Truth {
        match test {
            Test::Fits => self.result_fits(state),
            Test::Written => truth(self.is_written(state)),
            Test::Pointer { slot, bytes, writable } => {
                self.points_to(state, slot, Wanted { bytes, writable })
            }
            Test::Defined(slot) => truth(state.undefined(slot) == 0),
            Test::Nonzero(slot) => self.is_nonzero(state, slot),
            Test::Never => Truth::False,
        }
    }

    fn is_nonzero(&mut self, state: &State<'p>, slot: Slot) -> Truth {
        if state.undefined(slot) != 0 {
            return Truth::False;
        }
        let symbols = self.symbols();
        let Some(term) = state.mark(slot).term else { return truth(state.word(slot) != 0) };
        let zero = symbols.pool.constant(symbols.pool.width(term), 0);
        let equal = symbols.pool.eq(term, zero);
        let nonzero = symbols.pool.not(equal);
        Conditions::of(symbols).truth_of(nonzero)
    }

    /// The result of an operation on integers fits.
    fn result_fits(&mut self, state: &State<'p>) -> Truth {
        let Some(frame) = state.frames.last() else { return Truth::False };
        let inst = frame.body.code[frame.pc.index()];
        let Some(parts) = inst.int_parts() else { return Truth::False };
        if state.undefined(parts.a) | state.undefined(parts.b) != 0 {
            return Truth::False;
        }
        let symbols = self.symbols();
        let mut all = Truth::True;
        for check in symbols.checks(state, &inst) {
            let holds = match check.wanted {
                true => check.condition,
                false => symbols.pool.not(check.condition),
            };
            let mut conditions = Conditions::of(symbols);
            let holds = conditions.truth_of(holds);
            all = conditions.both(all, holds);
        }
        all
    }

    /// What is loaded was written. Which object it is in is decided when it is loaded, for each by itself.
    fn is_written(&mut self, state: &State<'p>) -> bool {
        let Some(frame) = state.frames.last() else { return false };
        let (addr, offset, len) = match frame.body.code[frame.pc.index()] {
            Inst::Load8 { addr, offset, .. } => (addr, offset, 1),
            Inst::Load16 { addr, offset, .. } => (addr, offset, 2),
            Inst::Load32 { addr, offset, .. } => (addr, offset, 4),
            Inst::Load64 { addr, offset, .. } => (addr, offset, 8),
            Inst::LoadOdd { bits, addr, offset, .. }
            | Inst::LoadWide { bits, addr, offset, .. } => {
                (addr, offset, u64::from(bits).div_ceil(8))
            }
            _ => return false,
        };
        if state.undefined(addr) != 0 {
            return false;
        }
        let address = state.word(addr).wrapping_add(offset as i64 as u64);
        let is_one_of_few = state.mark(addr).term.is_none_or(|term| self.leaves(term).is_some());
        let Some(object) = state.memory.object(address) else {
            // Variables begin with what they are initialised with, inputs with values.
            return self.program.global_at(address).is_some() || state.above.is_unmade(address);
        };
        let (from, len) = match is_one_of_few {
            true => (address, len),
            false => (object.base, object.bytes().len() as u64),
        };
        match state.memory.defined(from, len) {
            Ok(None) => true,
            Ok(Some(mask)) => mask.iter().all(|&byte| byte == u8::MAX),
            // It fails anyway, or is one of the bytes of an input that are shown when they are needed.
            Err(_) => state.above.is_of_unit(),
        }
    }

    fn points_to(&mut self, state: &State<'p>, slot: Slot, wanted: Wanted) -> Truth {
        if state.undefined(slot) != 0 {
            return Truth::False;
        }
        let Some(term) = state.mark(slot).term else {
            return self.is_room_at(state, state.word(slot), wanted);
        };
        let Some(leaves) = self.leaves(term) else { return Truth::False };
        let mut all = Truth::True;
        for address in leaves {
            let one = self.is_room_at(state, address, wanted);
            all = Conditions::of(self.symbols()).both(all, one);
        }
        all
    }

    /// The addresses a pointer is one of, if they are all that it depends on.
    fn leaves(&mut self, pointer: Term) -> Option<Vec<u64>> {
        let pool = &self.symbols().pool;
        let (mut open, mut found) = (vec![pointer], Vec::new());
        while let Some(term) = open.pop() {
            match pool.node(term) {
                Node::Constant(limbs) => found.push(limbs[0]),
                Node::Ite { then, els, .. } => open.extend([then, els]),
                Node::Lookup { elements, .. } => open.extend(elements.iter()),
                _ => return None,
            }
        }
        Some(found)
    }

    fn is_room_at(&mut self, state: &State<'p>, address: u64, wanted: Wanted) -> Truth {
        if address == 0 {
            return Truth::True;
        }
        if state.memory.object(address).is_some_and(|object| !object.is_alive()) {
            return Truth::False;
        }
        if let Some(count) = state.above.room_of_input(address) {
            return self.is_room(count, wanted.bytes);
        }
        if let Some(object) = state.memory.object(address) {
            let end = object.base + object.bytes().len() as u64;
            let is_enough = address >= object.base && address + wanted.bytes <= end;
            return truth(object.is_alive() && is_enough && (object.writable || !wanted.writable));
        }
        if let Some(id) = self.program.global_at(address) {
            return truth(self.is_room_in_variable(id, address, wanted));
        }
        truth(wanted.bytes == 0 && Region::of(address) == Some(Region::Code))
    }

    fn is_room_in_variable(&self, id: GlobalId, address: u64, wanted: Wanted) -> bool {
        let global = self.program.global(id);
        let is_enough = address + wanted.bytes <= global.address + global.parts.size;
        global.parts.defined && is_enough && (!global.parts.constant || !wanted.writable)
    }

    /// Is an input that has so much room large enough?
    fn is_room(&mut self, room: Room, bytes: u64) -> Truth {
        match room {
            Room::Bytes(most) => truth(bytes <= most),
            Room::Elements { count, size, before, unstated } => {
                let symbols = self.symbols();
                let least = (before + bytes).div_ceil(size.max(1));
                let least = symbols.pool.constant(64, least.into());
                let mut enough = symbols.pool.ule(least, count);
                if let Some(unstated) = unstated {
                    enough = symbols.pool.or(enough, unstated);
                }
                Conditions::of(symbols).truth_of(enough)
            }
        }
    }
}

fn truth(holds: bool) -> Truth {
    if holds { Truth::True } else { Truth::False }
}
