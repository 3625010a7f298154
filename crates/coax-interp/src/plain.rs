//! The fast loop: code over machine words.
//!
//! It runs a frame whose words are all defined, and the frames it calls, until
//! something is not its business: an instruction meets undefined bytes, a frame
//! with marks is returned to, the program stops. Everything it leaves, it
//! leaves as if the instruction had not begun; another loop then runs it.
//!
//! One arm is one instruction. With `ONE`, exactly one instruction is run: that
//! is how the mixed step executes what does not concern it. With `WATCH`, the places
//! jumped to are noted. With `GUARD`, it comes back before each instruction that has a guard.

use coax_ir::{Callee, Inst, IntOp, Pc, Slot};
use coax_kinds::Incomplete;
use coax_memory::Access;

use crate::machine::{Exit, Hooks, Machine, Target};
use crate::{ErrorKind, State, Stop, arith, floats};

impl<'p, H: Hooks> Machine<'p, H> {
    /// Runs one instruction.
    pub(crate) fn run_plain_once(&mut self, state: &mut State<'p, H>) -> Exit {
        match self.watched {
            true => self.run_plain::<true, true, false>(state),
            false => self.run_plain::<true, false, false>(state),
        }
    }

    /// Runs plain code until something else has to be done.
    pub fn run_plain<const ONE: bool, const WATCH: bool, const GUARD: bool>(
        &mut self,
        state: &mut State<'p, H>,
    ) -> Exit {
        let limit = self.limits.max_steps;
        'frame: loop {
            let Some(frame) = state.frames.last() else { return Exit::Finished };
            let (body, base, function) = (frame.body, frame.base, frame.function);
            let code: &[Inst] = &body.code;
            let guarded = if GUARD { H::guarded(&self.above, function) } else { None };
            let mut pc = frame.pc.index();
            // Steps are counted when control moves: straight code is `at - start` instructions.
            let mut start = pc;
            let mut steps = state.steps;
            let words = &mut state.words[base..base + body.slots as usize];

            macro_rules! get {
                ($slot:expr) => {
                    words[$slot.index()]
                };
            }
            macro_rules! set {
                ($slot:expr, $value:expr) => {{
                    let value = $value;
                    words[$slot.index()] = value;
                }};
            }
            macro_rules! wide {
                ($slot:expr) => {
                    u128::from(words[$slot.index()]) | u128::from(words[$slot.index() + 1]) << 64
                };
            }
            macro_rules! set_wide {
                ($slot:expr, $value:expr) => {{
                    let value: u128 = $value;
                    words[$slot.index()] = value as u64;
                    words[$slot.index() + 1] = (value >> 64) as u64;
                }};
            }
            // A scalar of any width up to 128.
            macro_rules! scalar {
                ($bits:expr, $slot:expr) => {
                    if $bits > 64 { wide!($slot) } else { get!($slot).into() }
                };
            }
            macro_rules! set_scalar {
                ($bits:expr, $slot:expr, $value:expr) => {
                    if $bits > 64 { set_wide!($slot, $value) } else { set!($slot, $value as u64) }
                };
            }
            // Leaves the loop at instruction `$at`, which counts as not run.
            macro_rules! leave {
                ($at:expr, $exit:expr) => {{
                    state.steps = steps + ($at - start) as u64;
                    // An exception may have left all of them.
                    if let Some(frame) = state.frames.last_mut() {
                        frame.pc = Pc($at as u32);
                    }
                    return $exit;
                }};
            }
            // Continues at another place of this body.
            macro_rules! jump {
                ($at:expr, $to:expr) => {{
                    steps += ($at - start) as u64 + 1;
                    pc = $to.index();
                    start = pc;
                    if WATCH {
                        self.coverage.mark(function, body, $at, pc);
                        let choices = H::choices(&state.above);
                        if pc <= $at
                            && self.comes_too_often(&mut state.visits, choices, function, pc)
                        {
                            leave!(pc, Exit::Stop(Stop::Bound(Incomplete::Revisits)));
                        }
                    }
                    if steps >= limit {
                        leave!(pc, Exit::Stop(Stop::StepLimit));
                    }
                    if ONE {
                        leave!(pc, Exit::Again);
                    }
                }};
            }
            // Goes to another frame, or looks at this one again.
            macro_rules! reenter {
                ($at:expr) => {{
                    state.steps = steps + ($at - start) as u64 + 1;
                    if state.steps >= limit {
                        return Exit::Stop(Stop::StepLimit);
                    }
                    if ONE || state.frames.last().is_none_or(|frame| frame.marks.is_some()) {
                        return if state.frames.is_empty() { Exit::Finished } else { Exit::Again };
                    }
                    continue 'frame;
                }};
            }
            macro_rules! int_error {
                ($at:expr, $op:expr, $bits:expr, $a:expr, $b:expr, $kind:expr) => {{
                    let (a, b) = (get!($a), get!($b));
                    let message = arith::explain($op, $bits, a.into(), b.into(), $kind);
                    leave!($at, Exit::Stop(Stop::Error { kind: $kind, message }))
                }};
            }
            macro_rules! load {
                ($at:expr, $n:literal, $addr:expr, $offset:expr) => {{
                    let address = get!($addr).wrapping_add($offset as i64 as u64);
                    match state.memory.load::<$n>(address) {
                        Some(bytes) => bytes,
                        None => {
                            state.steps = steps + ($at - start) as u64;
                            match self.miss(state, $at, address, $n, Access::Read) {
                                Some(exit) => return exit,
                                None => continue 'frame,
                            }
                        }
                    }
                }};
            }
            macro_rules! store {
                ($at:expr, $addr:expr, $offset:expr, $bytes:expr) => {{
                    let address = get!($addr).wrapping_add($offset as i64 as u64);
                    let bytes = $bytes;
                    if !state.memory.store(address, bytes) {
                        let len = bytes.len() as u64;
                        state.steps = steps + ($at - start) as u64;
                        match self.miss(state, $at, address, len, Access::Write) {
                            Some(exit) => return exit,
                            None => continue 'frame,
                        }
                    }
                }};
            }

            loop {
                if GUARD && guarded.as_ref().is_some_and(|guarded| guarded[pc]) {
                    leave!(pc, Exit::Again);
                }
                let at = pc;
                pc += 1;
                match code[at] {
                    Inst::Move { dst, src } => set!(dst, get!(src)),
                    Inst::Freeze { dst, src } => set!(dst, get!(src)),
                    Inst::Assigned { flag, .. } => {
                        if get!(flag) == 0 {
                            leave!(at, Exit::Marked);
                        }
                    }
                    Inst::Select { dst, cond, then, els } => {
                        set!(dst, if get!(cond) & 1 != 0 { get!(then) } else { get!(els) })
                    }

                    Inst::Add { bits, dst, a, b } => {
                        set!(dst, get!(a).wrapping_add(get!(b)) & arith::mask(bits))
                    }
                    Inst::Sub { bits, dst, a, b } => {
                        set!(dst, get!(a).wrapping_sub(get!(b)) & arith::mask(bits))
                    }
                    Inst::Mul { bits, dst, a, b } => {
                        set!(dst, get!(a).wrapping_mul(get!(b)) & arith::mask(bits))
                    }
                    Inst::AddNsw { bits, dst, a, b } => {
                        match arith::add_nsw(bits, get!(a), get!(b)) {
                            Some(sum) => set!(dst, sum),
                            None => {
                                int_error!(at, IntOp::AddNsw, bits, a, b, ErrorKind::SignedOverflow)
                            }
                        }
                    }
                    Inst::SubNsw { bits, dst, a, b } => {
                        match arith::sub_nsw(bits, get!(a), get!(b)) {
                            Some(difference) => set!(dst, difference),
                            None => {
                                int_error!(at, IntOp::SubNsw, bits, a, b, ErrorKind::SignedOverflow)
                            }
                        }
                    }
                    Inst::MulNsw { bits, dst, a, b } => {
                        match arith::mul_nsw(bits, get!(a), get!(b)) {
                            Some(product) => set!(dst, product),
                            None => {
                                int_error!(at, IntOp::MulNsw, bits, a, b, ErrorKind::SignedOverflow)
                            }
                        }
                    }
                    Inst::UDiv { bits, dst, a, b } => match get!(a).checked_div(get!(b)) {
                        Some(quotient) => set!(dst, quotient),
                        None => int_error!(at, IntOp::UDiv, bits, a, b, ErrorKind::DivisionByZero),
                    },
                    Inst::URem { bits, dst, a, b } => match get!(a).checked_rem(get!(b)) {
                        Some(remainder) => set!(dst, remainder),
                        None => int_error!(at, IntOp::URem, bits, a, b, ErrorKind::DivisionByZero),
                    },
                    Inst::SDiv { bits, dst, a, b } => match arith::sdiv(bits, get!(a), get!(b)) {
                        Ok(quotient) => set!(dst, quotient),
                        Err(kind) => int_error!(at, IntOp::SDiv, bits, a, b, kind),
                    },
                    Inst::SRem { bits, dst, a, b } => match arith::srem(bits, get!(a), get!(b)) {
                        Ok(remainder) => set!(dst, remainder),
                        Err(kind) => int_error!(at, IntOp::SRem, bits, a, b, kind),
                    },
                    Inst::Shl { bits, dst, a, b } => {
                        if !arith::shift_fits(bits, get!(b)) {
                            int_error!(at, IntOp::Shl, bits, a, b, ErrorKind::ShiftOutOfRange);
                        }
                        set!(dst, get!(a) << (get!(b) & 63) & arith::mask(bits))
                    }
                    Inst::LShr { bits, dst, a, b } => {
                        if !arith::shift_fits(bits, get!(b)) {
                            int_error!(at, IntOp::LShr, bits, a, b, ErrorKind::ShiftOutOfRange);
                        }
                        set!(dst, get!(a) >> (get!(b) & 63))
                    }
                    Inst::AShr { bits, dst, a, b } => {
                        if !arith::shift_fits(bits, get!(b)) {
                            int_error!(at, IntOp::AShr, bits, a, b, ErrorKind::ShiftOutOfRange);
                        }
                        let value = arith::signed(bits, get!(a)) >> (get!(b) & 63);
                        set!(dst, value as u64 & arith::mask(bits))
                    }
                    Inst::And { dst, a, b, .. } => set!(dst, get!(a) & get!(b)),
                    Inst::Or { dst, a, b, .. } => set!(dst, get!(a) | get!(b)),
                    Inst::Xor { dst, a, b, .. } => set!(dst, get!(a) ^ get!(b)),
                    Inst::Eq { dst, a, b, .. } => set!(dst, u64::from(get!(a) == get!(b))),
                    Inst::Ne { dst, a, b, .. } => set!(dst, u64::from(get!(a) != get!(b))),
                    Inst::Ult { dst, a, b, .. } => set!(dst, u64::from(get!(a) < get!(b))),
                    Inst::Ule { dst, a, b, .. } => set!(dst, u64::from(get!(a) <= get!(b))),
                    Inst::Slt { bits, dst, a, b } => {
                        set!(dst, u64::from(arith::slt(bits, get!(a), get!(b))))
                    }
                    Inst::Sle { bits, dst, a, b } => {
                        set!(dst, u64::from(arith::sle(bits, get!(a), get!(b))))
                    }
                    Inst::Trunc { bits, dst, src } => set!(dst, get!(src) & arith::mask(bits)),
                    Inst::Sext { from, to, dst, src } => {
                        set!(dst, arith::signed(from, get!(src)) as u64 & arith::mask(to))
                    }

                    Inst::Wide { op, bits, dst, a, b } => {
                        let (x, y) = (wide!(a), wide!(b));
                        match arith::wide(op, bits, x, y) {
                            Ok(value) if op.is_comparison() => set!(dst, value as u64),
                            Ok(value) => set_wide!(dst, value),
                            Err(kind) => {
                                let message = arith::explain(op, bits, x, y, kind);
                                leave!(at, Exit::Stop(Stop::Error { kind, message }))
                            }
                        }
                    }
                    Inst::WideTrunc { bits, dst, src } => {
                        set_wide!(dst, wide!(src) & arith::wide_mask(bits))
                    }
                    Inst::WideSext { from, to, dst, src } => {
                        let value = arith::wide_signed(from, scalar!(from, src)) as u128;
                        set_wide!(dst, value & arith::wide_mask(to))
                    }
                    Inst::Unary { op, bits, dst, src } => {
                        set_scalar!(bits, dst, arith::unary(op, bits, scalar!(bits, src)))
                    }
                    Inst::Arith { op, bits, to, dst, a, b } => {
                        let value = arith::arith(op, bits, to, scalar!(bits, a), scalar!(bits, b));
                        set_scalar!(to, dst, value)
                    }
                    Inst::Overflow { op, bits, dst, a, b } => {
                        let (value, over) =
                            arith::overflow(op, bits, scalar!(bits, a), scalar!(bits, b));
                        set_scalar!(bits, dst, value);
                        set!(dst.plus(if bits > 64 { 2 } else { 1 }), u64::from(over))
                    }
                    Inst::Funnel { left, bits, dst, a, b, c } => {
                        let (x, y, z) = (scalar!(bits, a), scalar!(bits, b), scalar!(bits, c));
                        set_scalar!(bits, dst, arith::funnel(left, bits, x, y, z))
                    }

                    Inst::F64 { op, dst, a, b } => set!(dst, floats::double(op, get!(a), get!(b))),
                    Inst::F32 { op, dst, a, b } => set!(dst, floats::single(op, get!(a), get!(b))),
                    Inst::SoftFloat { op, kind, dst, a, b } => {
                        let bits = kind.bits();
                        let value = floats::soft(op, kind, scalar!(bits, a), scalar!(bits, b));
                        set_scalar!(bits, dst, value)
                    }
                    Inst::FCmp { pred, kind, dst, a, b } => {
                        let bits = kind.bits();
                        let relation = floats::relation(kind, scalar!(bits, a), scalar!(bits, b));
                        set!(dst, u64::from(pred.holds(relation)))
                    }
                    Inst::Cast { op, from, to, dst, src } => {
                        let value = scalar!(from.bits(), src);
                        match floats::cast(op, from, to, value) {
                            Ok(value) => set_scalar!(to.bits(), dst, value),
                            Err(kind) => {
                                let message = format!(
                                    "{} does not fit in a {}-bit integer",
                                    floats::show(from, value),
                                    to.bits()
                                );
                                leave!(at, Exit::Stop(Stop::Error { kind, message }))
                            }
                        }
                    }

                    Inst::Load8 { dst, addr, offset } => {
                        set!(dst, load!(at, 1, addr, offset)[0].into())
                    }
                    Inst::Load16 { dst, addr, offset } => {
                        set!(dst, u16::from_le_bytes(load!(at, 2, addr, offset)).into())
                    }
                    Inst::Load32 { dst, addr, offset } => {
                        set!(dst, u32::from_le_bytes(load!(at, 4, addr, offset)).into())
                    }
                    Inst::Load64 { dst, addr, offset } => {
                        set!(dst, u64::from_le_bytes(load!(at, 8, addr, offset)))
                    }
                    Inst::Store8 { src, addr, offset } => {
                        store!(at, addr, offset, [get!(src) as u8])
                    }
                    Inst::Store16 { src, addr, offset } => {
                        store!(at, addr, offset, (get!(src) as u16).to_le_bytes())
                    }
                    Inst::Store32 { src, addr, offset } => {
                        store!(at, addr, offset, (get!(src) as u32).to_le_bytes())
                    }
                    Inst::Store64 { src, addr, offset } => {
                        store!(at, addr, offset, get!(src).to_le_bytes())
                    }
                    Inst::PtrAdd { dst, base, index, scale } => {
                        let offset = get!(index).wrapping_mul(scale as i64 as u64);
                        set!(dst, get!(base).wrapping_add(offset))
                    }
                    Inst::Offset { dst, base, offset } => {
                        set!(dst, get!(base).wrapping_add(offset as i64 as u64))
                    }

                    Inst::Jump { to } => jump!(at, to),
                    Inst::Br { cond, then, els } => {
                        jump!(at, if get!(cond) & 1 != 0 { then } else { els })
                    }
                    Inst::BrEq { a, b, then, els, .. } => {
                        jump!(at, if get!(a) == get!(b) { then } else { els })
                    }
                    Inst::BrNe { a, b, then, els, .. } => {
                        jump!(at, if get!(a) != get!(b) { then } else { els })
                    }
                    Inst::BrUlt { a, b, then, els, .. } => {
                        jump!(at, if get!(a) < get!(b) { then } else { els })
                    }
                    Inst::BrUle { a, b, then, els, .. } => {
                        jump!(at, if get!(a) <= get!(b) { then } else { els })
                    }
                    Inst::BrSlt { bits, a, b, then, els } => {
                        jump!(at, if arith::slt(bits, get!(a), get!(b)) { then } else { els })
                    }
                    Inst::BrSle { bits, a, b, then, els } => {
                        jump!(at, if arith::sle(bits, get!(a), get!(b)) { then } else { els })
                    }
                    Inst::Switch { value, table } => {
                        jump!(at, body.switches[table as usize].target(get!(value)))
                    }

                    Inst::Call { site } => {
                        let call = &body.calls[site as usize];
                        state.top().pc = Pc(at as u32);
                        if let Callee::Direct(id) = call.callee
                            && let Target::Body(callee) = self.targets[id.index()]
                            && !call.has_byval
                        {
                            if let Err(stop) = self.enter(state, id, callee, &call.flat) {
                                leave!(at, stop.into());
                            }
                        } else {
                            state.steps = steps + (at - start) as u64;
                            if let Err(stop) = self.call(state, call) {
                                leave!(at, stop.into());
                            }
                        }
                        reenter!(at)
                    }
                    Inst::Ret { src } => {
                        let value = get!(src);
                        self.leave(state, &[value]);
                        reenter!(at)
                    }
                    Inst::RetVoid => {
                        self.leave(state, &[]);
                        reenter!(at)
                    }

                    // What is rare is done elsewhere, on the state.
                    _ => {
                        state.top().pc = Pc(at as u32);
                        state.steps = steps + (at - start) as u64;
                        match self.rare(state, at) {
                            Ok(()) => reenter!(at),
                            Err(exit) => leave!(at, exit),
                        }
                    }
                }
                if ONE {
                    leave!(pc, Exit::Again);
                }
            }
        }
    }

    /// An access failed. Brings a global into memory (`None`: try again) or tells why not.
    #[cold]
    fn miss(
        &mut self,
        state: &mut State<'p, H>,
        at: usize,
        address: u64,
        len: u64,
        access: Access,
    ) -> Option<Exit> {
        state.top().pc = Pc(at as u32);
        match self.bring_in(state, address) {
            Err(stop) => return Some(stop.into()),
            Ok(true) => return None,
            Ok(false) => {}
        }
        match state.memory.check(address, len, access) {
            Err(fault) => Some(Exit::Stop(fault.into())),
            Ok(_) => Some(Exit::Marked),
        }
    }

    /// The two words of a wide scalar.
    pub(crate) fn wide_word(state: &State<'p, H>, slot: Slot) -> u128 {
        u128::from(state.word(slot)) | u128::from(state.word(slot.plus(1))) << 64
    }
}
