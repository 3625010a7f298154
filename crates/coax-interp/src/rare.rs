//! Instructions that are rare enough not to be in the fast loop: odd widths,
//! stack objects, copies, indirect branches, exceptions, traps.
//!
//! They work on the innermost frame, whose `pc` is at the instruction, and leave
//! `pc` where to continue. All their operands are defined.

use coax_ir::address::{self, Region};
use coax_ir::{Inst, Pc, Slot, TrapKind};
use coax_memory::{Allocation, Origin, TraceId};

use crate::machine::{Exit, Hooks, Machine};
use crate::{ErrorKind, State, Stop};

impl<'p, H: Hooks> Machine<'p, H> {
    /// Runs one rare instruction.
    pub(crate) fn rare(&mut self, state: &mut State<'p, H>, at: usize) -> Result<(), Exit> {
        let next = Pc(at as u32 + 1);
        let body = state.top().body;
        match body.code[at] {
            Inst::LoadOdd { bits, dst, addr, offset }
            | Inst::LoadWide { bits, dst, addr, offset } => {
                self.load_odd(state, bits, dst, effective(state, addr, offset))?;
            }
            Inst::StoreOdd { bits, src, addr, offset }
            | Inst::StoreWide { bits, src, addr, offset } => {
                self.store_odd(state, bits, src, effective(state, addr, offset))?;
            }
            Inst::Alloca { dst, object } => {
                let size = body.stack_objects[object as usize].size;
                let function = state.top().function;
                let address =
                    self.push_object(state, size, object, Origin::Stack { function, object })?;
                state.set_word(dst, address);
            }
            Inst::AllocaDynamic { dst, object, count } => {
                let size =
                    dynamic_size(body.stack_objects[object as usize].size, state.word(count))?;
                let function = state.top().function;
                let origin = Origin::DynamicStack { function, object };
                let address = self.push_object(state, size, object, origin)?;
                state.set_word(dst, address);
            }
            Inst::LifetimeStart { addr } => {
                let address = state.word(addr);
                state.memory.begin_scope(address);
            }
            Inst::LifetimeEnd { addr } => {
                let address = state.word(addr);
                state.memory.end_scope(address);
            }
            Inst::StackSave { dst } => {
                let count = state.stack_objects.len() as u64;
                state.set_word(dst, count);
            }
            Inst::StackRestore { src } => {
                let count = state.word(src) as usize;
                state.pop_dynamic(count);
            }
            Inst::MemCopy { dst, src, len, .. } => {
                let (to, from, len) = (state.word(dst), state.word(src), state.word(len));
                self.mem_copy(state, to, from, len)?;
            }
            Inst::MemSet { dst, byte, len } => {
                let (to, byte, len) = (state.word(dst), state.word(byte) as u8, state.word(len));
                self.mem_set(state, to, byte, len)?;
            }
            Inst::IndirectBr { addr } => {
                let to = indirect_target(state, state.word(addr))?;
                self.note_label(state, to);
                state.top().pc = to;
                return Ok(());
            }
            Inst::RetMany { first, count } => {
                let range = first as usize..(first + count) as usize;
                let words: Vec<u64> =
                    body.operands[range].iter().map(|&slot| state.word(slot)).collect();
                self.leave(state, &words);
                return Ok(());
            }
            Inst::LandingPad { dst } => {
                self.note_place(state);
                let (exception, selector) = state.landing;
                state.set_word(dst, exception);
                state.set_word(dst.plus(1), selector);
            }
            Inst::Resume { exception } => {
                let exception = state.word(exception);
                return Ok(self.resume(state, exception)?);
            }
            Inst::Trap { kind } => return Err(trap(state, kind, at).into()),
            Inst::VaStart { list } => {
                let list = state.word(list);
                self.va_start(state, list)?;
            }
            Inst::Unsupported { what } => {
                return Err(Stop::Unsupported(body.strings[what as usize].to_string()).into());
            }
            inst => {
                return Err(Stop::Internal(format!("{inst:?} is not a rare instruction")).into());
            }
        }
        state.top().pc = next;
        Ok(())
    }

    fn load_odd(
        &mut self,
        state: &mut State<'p, H>,
        bits: u8,
        dst: Slot,
        address: u64,
    ) -> Result<(), Exit> {
        let len = u64::from(bits).div_ceil(8);
        self.bring_in(state, address)?;
        if !state.memory.is_plain(address, len).map_err(Stop::from)? {
            return Err(Exit::Marked);
        }
        let mut raw = [0; 16];
        raw[..len as usize].copy_from_slice(state.memory.bytes(address, len).map_err(Stop::from)?);
        let value = u128::from_le_bytes(raw) & crate::arith::wide_mask(bits);
        state.set_word(dst, value as u64);
        if bits > 64 {
            state.set_word(dst.plus(1), (value >> 64) as u64);
        }
        Ok(())
    }

    fn store_odd(
        &mut self,
        state: &mut State<'p, H>,
        bits: u8,
        src: Slot,
        address: u64,
    ) -> Result<(), Stop> {
        let len = usize::from(bits).div_ceil(8);
        let value = match bits > 64 {
            true => Machine::wide_word(state, src),
            false => state.word(src).into(),
        };
        self.bring_in(state, address)?;
        Ok(state.memory.write(address, &value.to_le_bytes()[..len])?)
    }

    /// Makes a stack object of the innermost frame.
    pub(crate) fn push_object(
        &mut self,
        state: &mut State<'p, H>,
        size: u64,
        object: u32,
        origin: Origin,
    ) -> Result<u64, Stop> {
        let align = state.top().body.stack_objects.get(object as usize).map_or(16, |o| o.align);
        self.push_stack(state, size, align, origin)
    }

    /// Makes an object that ends with the innermost frame.
    pub(crate) fn push_stack(
        &mut self,
        state: &mut State<'p, H>,
        size: u64,
        align: u64,
        origin: Origin,
    ) -> Result<u64, Stop> {
        self.take_stack(state, size)?;
        // Where a stack object comes from is known from its declaration; a trace would cost every call.
        let born = TraceId::default();
        let request = Allocation { region: Region::Stack, size, align, origin, born };
        let address = state.memory.allocate(&request).ok_or_else(|| stack_overflow(size))?;
        state.stack_objects.push(address);
        Ok(address)
    }

    /// Accounts for native stack.
    pub(crate) fn take_stack(&self, state: &mut State<'p, H>, size: u64) -> Result<(), Stop> {
        state.stack_bytes = state.stack_bytes.saturating_add(size);
        if state.stack_bytes > self.limits.stack_bytes {
            return Err(stack_overflow(size));
        }
        Ok(())
    }

    /// `memcpy` and `memmove`.
    pub(crate) fn mem_copy(
        &mut self,
        state: &mut State<'p, H>,
        to: u64,
        from: u64,
        len: u64,
    ) -> Result<(), Stop> {
        check_len(len)?;
        if len == 0 {
            return Ok(());
        }
        self.bring_in(state, to)?;
        self.bring_in(state, from)?;
        Ok(state.memory.copy(to, from, len)?)
    }

    fn mem_set(
        &mut self,
        state: &mut State<'p, H>,
        to: u64,
        byte: u8,
        len: u64,
    ) -> Result<(), Stop> {
        check_len(len)?;
        if len == 0 {
            return Ok(());
        }
        self.bring_in(state, to)?;
        Ok(state.memory.fill(to, byte, len)?)
    }

    /// Brings the global or the input object at an address into memory; `true` if it was not there
    /// before.
    pub fn bring_in(&mut self, state: &mut State<'p, H>, address: u64) -> Result<bool, Stop> {
        let may_come = match Region::of(address) {
            Some(Region::Globals) => true,
            Some(Region::Heap) => H::has_late_objects(state) || state.memory.behind().is_some(),
            _ => state.memory.behind().is_some(),
        };
        if !may_come || state.memory.object(address).is_some() {
            return Ok(false);
        }
        self.with_call(state, |call| call.bring_in(address))?;
        Ok(state.memory.object(address).is_some())
    }
}

fn effective(state: &State<'_, impl Hooks>, addr: Slot, offset: i32) -> u64 {
    state.word(addr).wrapping_add(offset as i64 as u64)
}

fn check_len(len: u64) -> Result<(), Stop> {
    if (len as i64) < 0 {
        let message = format!("length {} (a negative number converted)", len as i64);
        return Err(Stop::Error { kind: ErrorKind::NegativeSize, message });
    }
    Ok(())
}

fn dynamic_size(element: u64, count: u64) -> Result<u64, Stop> {
    if (count as i64) < 0 {
        let message = format!("an array of {} elements on the stack", count as i64);
        return Err(Stop::Error { kind: ErrorKind::NegativeSize, message });
    }
    element.checked_mul(count).ok_or_else(|| stack_overflow(u64::MAX))
}

/// The error of a stack that is used up.
pub fn stack_overflow(size: u64) -> Stop {
    let message = match size {
        0..=4096 => "the stack is used up: too many nested calls".to_string(),
        _ => format!("the stack is used up: {size} more bytes do not fit"),
    };
    Stop::Error { kind: ErrorKind::StackOverflow, message }
}

fn indirect_target(state: &mut State<'_, impl Hooks>, address: u64) -> Result<Pc, Stop> {
    let frame = state.top();
    let function = address::function_at(address);
    let block = address::block_at(address);
    if function == Some(frame.function)
        && let Some(&pc) = block.and_then(|block| frame.body.blocks.get(block as usize))
    {
        return Ok(pc);
    }
    let message = "computed goto to something that is not a label of this function".into();
    Err(Stop::Error { kind: ErrorKind::BadCast, message })
}

fn trap(state: &mut State<'_, impl Hooks>, kind: TrapKind, at: usize) -> Stop {
    let decisive = branch_to(state, Pc(at as u32));
    let (kind, message) = match (kind, decisive) {
        (TrapKind::Unreachable, _) => {
            (ErrorKind::Unreachable, "reached a place that cannot be reached".into())
        }
        (TrapKind::Abort, _) => (ErrorKind::Abort, "the program trapped".into()),
        (TrapKind::ArrayBounds, Some((index, bound))) => {
            let message = format!("index {index} is outside an array of {bound} elements");
            (ErrorKind::OutOfBounds, message)
        }
        (TrapKind::ArrayBounds, None) => {
            (ErrorKind::OutOfBounds, "array index out of bounds".into())
        }
        (TrapKind::SignedShift, _) => (ErrorKind::ShiftOutOfRange, shifted(state, Pc(at as u32))),
        (TrapKind::VlaBound, Some((0, size))) => {
            (ErrorKind::NegativeSize, format!("a variable-length array of {size} elements"))
        }
        (TrapKind::VlaBound, _) => {
            (ErrorKind::NegativeSize, "a variable-length array of no positive size".into())
        }
        (TrapKind::SignedOverflow, _) => {
            (ErrorKind::SignedOverflow, "a signed result does not fit in its type".into())
        }
        (TrapKind::OtherCheck, _) => {
            (ErrorKind::Unreachable, "a check of the compiler failed".into())
        }
    };
    Stop::Error { kind, message }
}

/// The operands (as signed numbers) of the comparison whose failing leads to `to`.
fn branch_to(state: &mut State<'_, impl Hooks>, to: Pc) -> Option<(i64, i64)> {
    let body = state.top().body;
    let parts = body.code.iter().filter_map(|inst| inst.branch_parts()).find(|b| b.els == to)?;
    let operand = |slot| crate::arith::signed(parts.bits, state.word(slot));
    Some((operand(parts.a), operand(parts.b)))
}

/// What a left shift does that its check at `to` does not let pass.
fn shifted(state: &mut State<'_, impl Hooks>, to: Pc) -> String {
    let body = state.top().body;
    let goes_on = body.code.iter().find_map(|inst| match *inst {
        Inst::Br { then, els, .. } if then == to => Some(els),
        _ => None,
    });
    match goes_on.and_then(|pc| body.code.get(pc.index())) {
        Some(&Inst::Shl { bits, a, b, .. }) => {
            let value = crate::arith::signed(bits, state.word(a));
            let by = state.word(b);
            match value < 0 {
                true => format!("left shift of the negative value {value}"),
                false => format!("{value} << {by} does not fit in a signed {bits}-bit integer"),
            }
        }
        _ => "left shift of a negative value, or out of its signed type".into(),
    }
}
