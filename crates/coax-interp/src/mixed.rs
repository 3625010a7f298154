//! The careful step: one instruction of a frame in which some bits are undefined.
//!
//! Undefined bits travel with values, bit by bit, as in MemorySanitizer:
//! copying them is no error; deciding, addressing, dividing or calling by them
//! is. What has only defined operands is left to the plain loop.

use coax_ir::{BranchParts, Inst, IntOp, IntParts, Kind, Slot};
use coax_memory::Access;

use crate::arith::{self, mask, wide_mask};
use crate::machine::{Exit, Hooks, Machine, Mark, Rest, Results};
use crate::{ErrorKind, State, Stop};

/// What an instruction reads beside words.
#[derive(Clone, Copy, Default)]
struct Reads {
    undefined: bool,
    terms: bool,
}

impl<'p, H: Hooks> Machine<'p, H> {
    /// Runs one instruction of a frame with marks.
    pub(crate) fn step_mixed(&mut self, state: &mut State<'p, H>) -> Exit {
        let frame = state.top();
        let (inst, at) = (frame.body.code[frame.pc.index()], frame.pc);
        let depth = state.frames.len();
        let reads = self.marks_read(state, &inst);
        let rest = match reads.terms {
            false => Rest::VALUES,
            true => match H::before(self, state, &inst) {
                Ok(rest) => rest,
                Err(stop) => return stop.into(),
            },
        };
        let results = match rest {
            Rest::Compute(results) => results,
            Rest::Move => return self.step_with_marks(state, &inst),
            Rest::Nothing => {
                state.drop_empty_marks();
                return Exit::Again;
            }
        };
        let exit = match reads.undefined {
            true => self.step_with_marks(state, &inst),
            false => match self.run_plain_once(state) {
                Exit::Marked => return self.step_with_marks(state, &inst),
                exit => {
                    let ran = !matches!(exit, Exit::Stop(_));
                    if ran && state.frames.len() == depth {
                        clear_result(state, &inst);
                    }
                    exit
                }
            },
        };
        if let Exit::Again = exit
            && state.frames.len() == depth
        {
            set_terms(state, results);
            if state.top().pc < at {
                state.drop_dead();
            }
            state.drop_empty_marks();
        }
        exit
    }

    fn step_with_marks(&mut self, state: &mut State<'p, H>, inst: &Inst) -> Exit {
        if state.steps + 1 >= self.limits.max_steps {
            return Stop::StepLimit.into();
        }
        // It counts when it is done: what it decides is decided before it.
        match self.step_marked(state, inst) {
            Ok(()) => state.steps += 1,
            Err(stop) => return stop.into(),
        }
        if state.frames.is_empty() { Exit::Finished } else { Exit::Again }
    }

    fn marks_read(&self, state: &State<'p, H>, inst: &Inst) -> Reads {
        let mut found = Reads::default();
        let Some(frame) = state.frames.last() else { return found };
        let Some(marks) = &frame.marks else { return found };
        inst.reads(frame.body, |slot, count| {
            for i in 0..count {
                let mark = marks.get(slot.plus(i));
                found.undefined |= mark.undefined != 0;
                found.terms |= mark.term.is_some();
            }
        });
        found
    }

    /// An instruction that reads or makes undefined bits.
    fn step_marked(&mut self, state: &mut State<'p, H>, inst: &Inst) -> Result<(), Stop> {
        if let Some(parts) = inst.int_parts() {
            int(state, parts)?;
        } else if let Some(parts) = inst.branch_parts() {
            return branch(state, parts);
        } else {
            match *inst {
                Inst::Call { site } => {
                    let call = &state.top().body.calls[site as usize];
                    self.check_arguments(state, call)?;
                    return self.call(state, call);
                }
                Inst::Ret { src } => return self.return_marked(state, &[src]),
                Inst::RetMany { first, count } => {
                    let range = first as usize..(first + count) as usize;
                    let slots = state.top().body.operands[range].to_vec();
                    return self.return_marked(state, &slots);
                }
                _ => self.step_other(state, inst)?,
            }
        }
        state.top().pc.0 += 1;
        state.drop_empty_marks();
        Ok(())
    }

    fn step_other(&mut self, state: &mut State<'p, H>, inst: &Inst) -> Result<(), Stop> {
        match *inst {
            Inst::Assigned { bits, dst, .. } => state.set_partly_defined(dst, 0, mask(bits)),
            Inst::Move { dst, src } => {
                let (value, undefined) = both(state, src);
                state.set_partly_defined(dst, value, undefined);
            }
            Inst::Freeze { dst, src } => {
                let (value, undefined) = both(state, src);
                state.set_word(dst, value & !undefined);
            }
            Inst::Select { dst, cond, then, els } => select(state, dst, cond, then, els),
            Inst::Trunc { bits, dst, src } => {
                let (value, undefined) = both(state, src);
                state.set_partly_defined(dst, value & mask(bits), undefined & mask(bits));
            }
            Inst::Sext { from, to, dst, src } => {
                let (value, undefined) = both(state, src);
                let extend = |word| arith::signed(from, word) as u64 & mask(to);
                state.set_partly_defined(dst, extend(value), extend(undefined));
            }
            Inst::Wide { op, bits, dst, a, b } => int(state, IntParts { op, bits, dst, a, b })?,
            Inst::WideTrunc { bits, dst, src } => {
                let (value, undefined) = scalar(state, 128, src);
                set_wide(state, bits, dst, value & wide_mask(bits), undefined & wide_mask(bits));
            }
            Inst::WideSext { from, to, dst, src } => {
                let (value, undefined) = scalar(state, from, src);
                let extend = |word| arith::wide_signed(from, word) as u128 & wide_mask(to);
                set_wide(state, to, dst, extend(value), extend(undefined));
            }
            Inst::PtrAdd { dst, base, index, scale } => {
                let ((a, ua), (b, ub)) = (both(state, base), both(state, index));
                let value = a.wrapping_add(b.wrapping_mul(scale as i64 as u64));
                state.set_partly_defined(dst, value, spread((ua | ub).into(), 64) as u64);
            }
            Inst::Offset { dst, base, offset } => {
                let (value, undefined) = both(state, base);
                let moved = value.wrapping_add(offset as i64 as u64);
                state.set_partly_defined(dst, moved, spread(undefined.into(), 64) as u64);
            }
            Inst::Load8 { dst, addr, offset } => self.load(state, dst, addr, offset, 8)?,
            Inst::Load16 { dst, addr, offset } => self.load(state, dst, addr, offset, 16)?,
            Inst::Load32 { dst, addr, offset } => self.load(state, dst, addr, offset, 32)?,
            Inst::Load64 { dst, addr, offset } => self.load(state, dst, addr, offset, 64)?,
            Inst::LoadOdd { bits, dst, addr, offset }
            | Inst::LoadWide { bits, dst, addr, offset } => {
                self.load(state, dst, addr, offset, bits)?;
            }
            Inst::Store8 { src, addr, offset } => self.store(state, src, addr, offset, 8)?,
            Inst::Store16 { src, addr, offset } => self.store(state, src, addr, offset, 16)?,
            Inst::Store32 { src, addr, offset } => self.store(state, src, addr, offset, 32)?,
            Inst::Store64 { src, addr, offset } => self.store(state, src, addr, offset, 64)?,
            Inst::StoreOdd { bits, src, addr, offset }
            | Inst::StoreWide { bits, src, addr, offset } => {
                self.store(state, src, addr, offset, bits)?;
            }
            Inst::MemSet { dst, byte, len } => self.fill_undefined(state, dst, byte, len)?,
            Inst::MemCopy { .. } => return Err(used("a length or address")),
            Inst::Br { .. } => return Err(used("the condition")),
            Inst::Switch { .. } => return Err(used("the value switched on")),
            Inst::IndirectBr { .. } => return Err(used("the label jumped to")),
            Inst::AllocaDynamic { .. } => return Err(used("the size of the array")),
            _ => unknown_result(state, inst)?,
        }
        Ok(())
    }

    fn load(
        &mut self,
        state: &mut State<'p, H>,
        dst: Slot,
        addr: Slot,
        offset: i32,
        bits: u8,
    ) -> Result<(), Stop> {
        let address = defined_address(state, addr, offset)?;
        let len = u64::from(bits).div_ceil(8);
        self.bring_in(state, address)?;
        let value = number(state.memory.bytes(address, len)?);
        let defined = state.memory.defined(address, len)?.map_or(u128::MAX, |mask| number(&mask));
        let keep = wide_mask(bits);
        set_wide(state, bits, dst, value & keep, !defined & keep);
        H::loaded(self, state, dst, address, bits)
    }

    fn store(
        &mut self,
        state: &mut State<'p, H>,
        src: Slot,
        addr: Slot,
        offset: i32,
        bits: u8,
    ) -> Result<(), Stop> {
        let address = defined_address(state, addr, offset)?;
        let len = usize::from(bits).div_ceil(8);
        let (mut value, mut undefined) = both(state, src);
        let (mut high, mut high_undefined) = (0, 0);
        if bits > 64 {
            (high, high_undefined) = both(state, src.plus(1));
        }
        // The padding bits of an odd width are written as zeros.
        if bits < 64 {
            (value, undefined) = (value & mask(bits), undefined & mask(bits));
        }
        let value = u128::from(value) | u128::from(high) << 64;
        let defined = !(u128::from(undefined) | u128::from(high_undefined) << 64);
        self.bring_in(state, address)?;
        state.memory.check(address, len as u64, Access::Write)?;
        let terms =
            state.mark(src).term.is_some() || bits > 64 && state.mark(src.plus(1)).term.is_some();
        let term = terms.then(|| H::operand(self, state, src, bits.into()));
        state.memory.write_partly(
            address,
            &value.to_le_bytes()[..len],
            &defined.to_le_bytes()[..len],
        )?;
        if let Some(term) = term {
            H::stored(self, state, address, term, &(!defined).to_le_bytes());
        }
        Ok(())
    }

    /// Filling with an undefined byte leaves undefined bytes.
    fn fill_undefined(
        &mut self,
        state: &mut State<'p, H>,
        dst: Slot,
        byte: Slot,
        len: Slot,
    ) -> Result<(), Stop> {
        if state.undefined(dst) | state.undefined(len) != 0 {
            return Err(used("a length or address"));
        }
        let (to, len) = (state.word(dst), state.word(len));
        if len == 0 {
            return Ok(());
        }
        let (value, undefined) = both(state, byte);
        self.bring_in(state, to)?;
        state.memory.check(to, len, Access::Write)?;
        let (bytes, mask) = (vec![value as u8; len as usize], vec![!undefined as u8; len as usize]);
        Ok(state.memory.write_partly(to, &bytes, &mask)?)
    }

    fn check_arguments(&self, state: &State<'p, H>, call: &coax_ir::CallSite) -> Result<(), Stop> {
        if let coax_ir::Callee::Indirect(slot) = call.callee
            && state.undefined(slot) != 0
        {
            return Err(used("the function pointer"));
        }
        let model = match call.callee {
            coax_ir::Callee::Direct(id) => !self.program.function(id).defined,
            coax_ir::Callee::Indirect(_) => false,
        };
        for (i, arg) in call.args.iter().enumerate() {
            if (arg.noundef || model) && is_undefined(state, &arg.kinds, arg.slot) {
                return Err(used(&format!("argument {} of the call", i + 1)));
            }
        }
        Ok(())
    }

    fn return_marked(&mut self, state: &mut State<'p, H>, slots: &[Slot]) -> Result<(), Stop> {
        let signature = &self.program.function(state.top().function).signature;
        if let [kind] = signature.ret[..]
            && H::is_result_used(state, signature.ret_noundef)
            && is_undefined(state, &[kind], slots[0])
        {
            return Err(used("the returned value"));
        }
        let values: Vec<_> =
            slots.iter().map(|&slot| (state.word(slot), state.mark(slot))).collect();
        let words: Vec<u64> = values.iter().map(|value| value.0).collect();
        let call = state.frames.len().checked_sub(2).and_then(|i| {
            let caller = &state.frames[i];
            match caller.body.code[caller.pc.index()] {
                Inst::Call { site } => Some(&caller.body.calls[site as usize]),
                _ => None,
            }
        });
        self.leave(state, &words);
        if state.frames.is_empty() {
            self.result = values;
            return Ok(());
        }
        if let Some(call) = call.filter(|call| !call.ret.is_empty()) {
            for (i, &(word, mark)) in values.iter().enumerate() {
                state.set_marked_word(call.dst.plus(i as u32), word, mark);
            }
        }
        Ok(())
    }
}

fn set_terms(state: &mut State<'_, impl Hooks>, results: Results) {
    for (slot, term) in results.into_iter().flatten() {
        state.set_term(slot, term);
    }
}

/// The error of a decision that depends on undefined bits.
fn used(what: &str) -> Stop {
    Stop::Error { kind: ErrorKind::UninitializedRead, message: format!("{what} is uninitialised") }
}

/// Is a value passed on that should be defined? A word of which only a part is undefined is no
/// error: structs and odd integers travel in whole words, padding included.
fn is_undefined(state: &State<'_, impl Hooks>, kinds: &[Kind], first: Slot) -> bool {
    let mut slot = first;
    kinds.iter().any(|kind| {
        let here = slot;
        slot = slot.plus(kind.slots());
        let all = if kind.bits() >= 64 { u64::MAX } else { mask(kind.bits() as u8) };
        match *kind {
            Kind::Int(64..) => state.undefined(here) == all,
            _ => state.undefined(here) != 0,
        }
    })
}

fn both(state: &State<'_, impl Hooks>, slot: Slot) -> (u64, u64) {
    (state.word(slot), state.undefined(slot))
}

fn number(bytes: &[u8]) -> u128 {
    let mut raw = [0; 16];
    raw[..bytes.len()].copy_from_slice(bytes);
    u128::from_le_bytes(raw)
}

fn set_wide(state: &mut State<'_, impl Hooks>, bits: u8, dst: Slot, value: u128, undefined: u128) {
    state.set_partly_defined(dst, value as u64, undefined as u64);
    if bits > 64 {
        state.set_partly_defined(dst.plus(1), (value >> 64) as u64, (undefined >> 64) as u64);
    }
}

fn defined_address(state: &State<'_, impl Hooks>, addr: Slot, offset: i32) -> Result<u64, Stop> {
    match both(state, addr) {
        (address, 0) => Ok(address.wrapping_add(offset as i64 as u64)),
        _ => Err(used("the pointer")),
    }
}

/// Everything from the lowest undefined bit up: where a carry may reach.
fn spread(undefined: u128, bits: u8) -> u128 {
    match undefined {
        0 => 0,
        _ => u128::MAX << undefined.trailing_zeros() & wide_mask(bits),
    }
}

fn select(state: &mut State<'_, impl Hooks>, dst: Slot, cond: Slot, then: Slot, els: Slot) {
    let (chosen, unknown) = both(state, cond);
    let ((t, ut), (e, ue)) = (both(state, then), both(state, els));
    if unknown & 1 != 0 {
        state.set_partly_defined(dst, t, ut | ue | t ^ e);
    } else if chosen & 1 != 0 {
        state.set_partly_defined(dst, t, ut);
    } else {
        state.set_partly_defined(dst, e, ue);
    }
}

/// A scalar with the mask of its undefined bits.
type Marked = (u128, u128);

/// Reads a scalar of one or two slots.
fn scalar(state: &State<'_, impl Hooks>, bits: u8, slot: Slot) -> Marked {
    let (value, undefined) = both(state, slot);
    if bits <= 64 {
        return (value.into(), undefined.into());
    }
    let (high, high_undefined) = both(state, slot.plus(1));
    let join = |low: u64, high: u64| u128::from(low) | u128::from(high) << 64;
    (join(value, high), join(undefined, high_undefined))
}

fn int(state: &mut State<'_, impl Hooks>, parts: IntParts) -> Result<(), Stop> {
    let IntParts { op, bits, dst, a, b } = parts;
    let (x, y) = (scalar(state, bits, a), scalar(state, bits, b));
    let (value, undefined) = combine(op, bits, x, y)?;
    set_wide(state, if op.is_comparison() { 1 } else { bits }, dst, value, undefined);
    Ok(())
}

/// An integer operation on operands with undefined bits.
fn combine(op: IntOp, bits: u8, left: Marked, right: Marked) -> Result<Marked, Stop> {
    let ((x, ux), (y, uy)) = (left, right);
    let (value, undefined) = match op {
        IntOp::And => (x & y, ux & uy | ux & y | uy & x),
        IntOp::Or => (x | y, ux & uy | ux & !y | uy & !x),
        IntOp::Xor => (x ^ y, ux | uy),
        IntOp::Shl | IntOp::LShr | IntOp::AShr if uy != 0 => (0, u128::MAX),
        IntOp::Shl | IntOp::LShr | IntOp::AShr => {
            (wrapping(op, bits, x, y)?, wrapping(op, bits, ux, y)?)
        }
        IntOp::UDiv | IntOp::SDiv | IntOp::URem | IntOp::SRem if uy != 0 => {
            return Err(used("the divisor"));
        }
        // Undefined bits of a dividend reach every bit of the result.
        IntOp::UDiv | IntOp::SDiv | IntOp::URem | IntOp::SRem => {
            (wrapping(op, bits, x, y)?, u128::MAX)
        }
        _ if op.is_comparison() => return Ok(compare(op, bits, left, right)),
        _ => (wrapping(op, bits, x, y)?, spread(ux | uy, bits)),
    };
    Ok((value & wide_mask(bits), undefined & wide_mask(bits)))
}

/// The value of arithmetic on undefined bits: some value, never an overflow.
fn wrapping(op: IntOp, bits: u8, x: u128, y: u128) -> Result<u128, Stop> {
    let op = match op {
        IntOp::AddNsw => IntOp::Add,
        IntOp::SubNsw => IntOp::Sub,
        IntOp::MulNsw => IntOp::Mul,
        other => other,
    };
    arith::wide(op, bits, x, y)
        .map_err(|kind| Stop::Error { kind, message: arith::explain(op, bits, x, y, kind) })
}

/// A comparison is defined if it comes out the same for all values of the undefined bits.
fn compare(op: IntOp, bits: u8, left: Marked, right: Marked) -> Marked {
    let ((x, ux), (y, uy)) = (left, right);
    let known = !(ux | uy) & wide_mask(bits);
    let differ = (x ^ y) & known != 0;
    let flip = if matches!(op, IntOp::Slt | IntOp::Sle) { 1 << (bits - 1) } else { 0 };
    let range = |v: u128, u: u128| ((v ^ flip) & !u, (v ^ flip) | u);
    let ((x_min, x_max), (y_min, y_max)) = (range(x, ux), range(y, uy));
    let outcome = match op {
        IntOp::Eq if differ => Some(false),
        IntOp::Ne if differ => Some(true),
        IntOp::Ult | IntOp::Slt if x_max < y_min => Some(true),
        IntOp::Ult | IntOp::Slt if x_min >= y_max => Some(false),
        IntOp::Ule | IntOp::Sle if x_max <= y_min => Some(true),
        IntOp::Ule | IntOp::Sle if x_min > y_max => Some(false),
        _ => None,
    };
    match outcome {
        Some(result) => (result.into(), 0),
        None => (0, 1),
    }
}

fn branch(state: &mut State<'_, impl Hooks>, parts: BranchParts) -> Result<(), Stop> {
    let BranchParts { op, bits, a, b, then, els } = parts;
    match compare(op, bits, scalar(state, bits, a), scalar(state, bits, b)) {
        (_, 1) => Err(used("the condition")),
        (holds, _) => {
            state.top().pc = if holds != 0 { then } else { els };
            state.drop_empty_marks();
            Ok(())
        }
    }
}

/// Any other operation on undefined operands: the whole result is undefined.
fn unknown_result(state: &mut State<'_, impl Hooks>, inst: &Inst) -> Result<(), Stop> {
    let body = state.top().body;
    let Some((dst, count)) = inst.writes(body) else {
        return Err(used("an operand"));
    };
    for i in 0..count {
        state.set_partly_defined(dst.plus(i), 0, u64::MAX);
    }
    narrow_result(state, inst, dst);
    Ok(())
}

/// Bits above the width of a result are 0, defined.
fn narrow_result(state: &mut State<'_, impl Hooks>, inst: &Inst, dst: Slot) {
    let bits = match *inst {
        Inst::FCmp { .. } => 1,
        Inst::F32 { .. } => 32,
        Inst::Cast { to, .. } => to.bits(),
        Inst::SoftFloat { kind, .. } => kind.bits(),
        Inst::Unary { bits, .. } | Inst::Funnel { bits, .. } | Inst::Overflow { bits, .. } => {
            bits.into()
        }
        Inst::Arith { to, .. } => to.into(),
        _ => 64,
    };
    if bits < 64 {
        state.set_partly_defined(dst, 0, mask(bits as u8));
    } else if bits > 64 && bits < 128 {
        state.set_partly_defined(dst.plus(1), 0, mask((bits - 64) as u8));
    }
    if let Inst::Overflow { bits, .. } = *inst {
        state.set_partly_defined(dst.plus(if bits > 64 { 2 } else { 1 }), 0, 1);
    }
}

/// A plain instruction wrote its result: it is defined.
fn clear_result(state: &mut State<'_, impl Hooks>, inst: &Inst) {
    // What a call returns was marked, or not, when it returned.
    if let Inst::Call { .. } = inst {
        return;
    }
    let frame = state.top();
    let body = frame.body;
    let Some((dst, count)) = inst.writes(body) else { return };
    if let Some(marks) = &mut frame.marks {
        for i in 0..count {
            marks.set(dst.plus(i), Mark::NONE);
        }
    }
}
