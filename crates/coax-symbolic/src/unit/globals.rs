//! Errors that hang on a global variable which still is what it was when the program began. Other
//! code may set it before the unit is called: that is unknown, so such an error says so.
//!
//! Values have no memory of where they came from. When an error is about values that do not depend
//! on inputs, the way they took is read backwards from the code: from the operand that is to blame
//! to the load it came from, through moves, arguments and results of calls. A load counts only if
//! the variable has its initial contents now, and if nothing that the unit calls ever writes to it.

use std::sync::Arc;

use coax_ir::{Body, Callee, FuncId, GlobalId, Inst, Pc, Program, Slot};
use coax_memory::FaultKind;

use super::Tree;
use crate::Frame;
use crate::{ErrorKind, State, Stop};

/// How many steps a value is followed back.
const STEPS: u32 = 16;
/// How many functions are looked through for those that write to a variable.
const FUNCTIONS: usize = 512;
/// Below this an address counts as null plus an offset.
const NULL_ZONE: u64 = 1 << 16;

/// The name of the global variable whose initial value an error hangs on.
pub(super) fn initial_global(
    program: &Program,
    state: &State<'_>,
    tree: &Tree,
    stop: &Stop,
) -> Option<Arc<str>> {
    // When `main` begins, every global is what it was.
    if program.function_named("main") == state.above.under_test() {
        return None;
    }
    let provenance = Provenance { program, state, tree };
    let top = state.frames.len().checked_sub(1)?;
    let frame = &state.frames[top];
    let blamed = provenance.blamed(frame, stop);
    let global =
        blamed.into_iter().find_map(|slot| provenance.follow(top, slot, frame.pc, STEPS))?;
    provenance.may_be_set(global).then(|| program.global(global).parts.source_name.clone())?
}

struct Provenance<'a, 'p> {
    program: &'a Program,
    state: &'a State<'p>,
    tree: &'a Tree,
}

impl<'p> Provenance<'_, 'p> {
    /// The operands that are to blame for an error; none if it depends on inputs.
    fn blamed(&self, frame: &Frame<'p>, stop: &Stop) -> Vec<Slot> {
        let Some(inst) = frame.body.code.get(frame.pc.index()) else { return Vec::new() };
        let slots = match stop {
            Stop::Fault(fault) => match address(inst) {
                Some(slot) => vec![slot],
                None if fault.kind == FaultKind::Null => {
                    let null = |slot: &Slot| self.word(frame, *slot) < NULL_ZONE;
                    reads(inst, frame.body).into_iter().filter(null).collect()
                }
                None => reads(inst, frame.body),
            },
            Stop::Error { kind: ErrorKind::DivisionByZero, .. } => {
                inst.int_parts().map(|parts| parts.b).into_iter().collect()
            }
            Stop::Error { kind, .. } if gave_up(*kind) => decisive(frame.body, frame.pc),
            Stop::Error { .. } | Stop::Misuse { .. } => reads(inst, frame.body),
            _ => Vec::new(),
        };
        let depends =
            |slot: &Slot| frame.marks.as_ref().is_some_and(|m| m.get(*slot).term.is_some());
        let is_null = matches!(stop, Stop::Fault(fault) if fault.kind == FaultKind::Null);
        if !is_null && slots.iter().any(depends) { Vec::new() } else { slots }
    }

    fn word(&self, frame: &Frame<'p>, slot: Slot) -> u64 {
        self.state.words[frame.base + slot.index()]
    }

    /// The global that the value of a slot was loaded from.
    fn follow(&self, frame: usize, slot: Slot, pc: Pc, steps: u32) -> Option<GlobalId> {
        let steps = steps.checked_sub(1)?;
        let Frame { body, marks, .. } = &self.state.frames[frame];
        let has_term = marks.as_ref().is_some_and(|marks| marks.get(slot).term.is_some());
        if slot < body.first_param() {
            return None;
        }
        let Some(at) = definition(body, slot, pc) else {
            return self.follow_argument(frame, slot, steps);
        };
        let inst = &body.code[at];
        if has_term {
            // An offset that depends on inputs makes no pointer out of null.
            let Inst::PtrAdd { base, .. } = *inst else { return None };
            return self.follow(frame, base, Pc(at as u32), steps);
        }
        if let Some((addr, offset)) = loaded(inst) {
            let address = self.word(&self.state.frames[frame], addr).wrapping_add(offset as u64);
            return self.program.global_at(address).filter(|&id| self.is_initial(id));
        }
        if let Inst::Call { site } = *inst {
            let Callee::Direct(id) = body.calls[site as usize].callee else { return None };
            let global = self.returned(id, steps)?;
            return Some(global).filter(|&id| self.is_initial(id));
        }
        let operands = reads(inst, body).into_iter();
        operands
            .filter(|&operand| operand != slot)
            .find_map(|operand| self.follow(frame, operand, Pc(at as u32), steps))
    }

    /// Follows a parameter to where it was passed.
    fn follow_argument(&self, frame: usize, slot: Slot, steps: u32) -> Option<GlobalId> {
        let body = self.state.frames[frame].body;
        let number = slot.index().checked_sub(body.first_param().index())?;
        let caller = frame.checked_sub(1).filter(|_| number < body.param_slots as usize)?;
        let Frame { body, pc, .. } = &self.state.frames[caller];
        let Inst::Call { site } = *body.code.get(pc.index())? else { return None };
        let passed = *body.calls[site as usize].flat.get(number)?;
        self.follow(caller, passed, *pc, steps)
    }

    /// The global whose value a function returns.
    fn returned(&self, id: FuncId, steps: u32) -> Option<GlobalId> {
        let body = self.program.body(id).ok().filter(|_| self.tree.plan.own.contains(&id))?;
        body.code.iter().enumerate().find_map(|(at, inst)| match *inst {
            Inst::Ret { src } => self.follow_in_code(body, src, Pc(at as u32), steps),
            _ => None,
        })
    }

    /// The same for code that is not running.
    fn follow_in_code(&self, body: &Body, slot: Slot, pc: Pc, steps: u32) -> Option<GlobalId> {
        let steps = steps.checked_sub(1)?;
        let at = definition(body, slot, pc)?;
        if let Some((addr, offset)) = loaded(&body.code[at]) {
            let base = *body.constants.get(addr.index())?;
            return self.program.global_at(base.wrapping_add(offset as u64));
        }
        let operands = reads(&body.code[at], body).into_iter();
        operands
            .filter(|&operand| operand != slot)
            .find_map(|operand| self.follow_in_code(body, operand, Pc(at as u32), steps))
    }

    /// Is a variable what it was when the program began?
    fn is_initial(&self, id: GlobalId) -> bool {
        let global = self.program.global(id);
        let parts = &global.parts;
        let Some(object) = self.state.memory.object(global.address) else { return false };
        let same = match parts.zero {
            true => object.bytes().iter().all(|&byte| byte == 0),
            false => self.program.initial(id).is_ok_and(|bytes| **bytes == *object.bytes()),
        };
        parts.defined && !parts.constant && !parts.runtime && same
    }

    /// Is a variable set by others before the unit is called, perhaps? What the unit sets itself is
    /// its own affair, and what no other code can set keeps its value.
    fn may_be_set(&self, id: GlobalId) -> bool {
        let plan = &self.tree.plan;
        let mut own: Vec<FuncId> = plan.own.iter().copied().collect();
        own.sort_unstable();
        own.truncate(FUNCTIONS);
        let name = &self.program.global(id).parts.name;
        let visible = self.program.global_named(name) == Some(id);
        let is_own = |id| plan.own.contains(&id);
        let under_test = self.state.above.under_test().into_iter();
        let mut called =
            under_test.flat_map(|unit| coax_ir::called_from(self.program, unit, FUNCTIONS, is_own));
        !called.any(|function| self.is_written_in(id, function))
            && (visible || own.iter().any(|&function| self.is_written_in(id, function)))
    }

    /// Does a function write to a variable, or let others do it?
    fn is_written_in(&self, id: GlobalId, function: FuncId) -> bool {
        let Ok(body) = self.program.body(function) else { return false };
        let is_it = |address: u64| self.program.global_at(address) == Some(id);
        let constants = body.constants.iter().enumerate().filter(|(_, value)| is_it(**value));
        let mut pointers: Vec<Slot> = constants.map(|(slot, _)| Slot(slot as u32)).collect();
        let mut next = 0;
        while let Some(&pointer) = pointers.get(next) {
            for inst in &body.code {
                match used(inst, body, pointer) {
                    Use::Read => {}
                    Use::Written => return true,
                    Use::Moved(to) if pointers.contains(&to) => {}
                    Use::Moved(to) => pointers.push(to),
                }
            }
            next += 1;
        }
        false
    }
}

/// What an instruction does with a pointer.
enum Use {
    /// Nothing, or it reads what is there.
    Read,
    /// It writes there, or hands the pointer on.
    Written,
    /// Another slot points there as well.
    Moved(Slot),
}

fn used(inst: &Inst, body: &Body, pointer: Slot) -> Use {
    if !reads(inst, body).contains(&pointer) {
        return Use::Read;
    }
    match *inst {
        Inst::Move { dst, .. }
        | Inst::Freeze { dst, .. }
        | Inst::Select { dst, .. }
        | Inst::PtrAdd { dst, .. }
        | Inst::Offset { dst, .. } => Use::Moved(dst),
        Inst::MemCopy { dst, src, .. } if src == pointer && dst != pointer => Use::Read,
        _ if loaded(inst).is_some() || inst.int_parts().is_some() => Use::Read,
        _ if inst.branch_parts().is_some() => Use::Read,
        _ => Use::Written,
    }
}

fn reads(inst: &Inst, body: &Body) -> Vec<Slot> {
    let mut slots = Vec::new();
    inst.reads(body, |first, count| slots.extend((0..count).map(|i| first.plus(i))));
    slots
}

/// The last instruction before `pc` that writes a slot.
fn definition(body: &Body, slot: Slot, pc: Pc) -> Option<usize> {
    (0..pc.index().min(body.code.len())).rev().find(|&at| {
        let written = body.code[at].writes(body);
        written.is_some_and(|(first, count)| (first.0..first.0 + count).contains(&slot.0))
    })
}

/// Where an instruction loads from.
fn loaded(inst: &Inst) -> Option<(Slot, i64)> {
    match *inst {
        Inst::Load8 { addr, offset, .. }
        | Inst::Load16 { addr, offset, .. }
        | Inst::Load32 { addr, offset, .. }
        | Inst::Load64 { addr, offset, .. }
        | Inst::LoadOdd { addr, offset, .. }
        | Inst::LoadWide { addr, offset, .. } => Some((addr, offset.into())),
        _ => None,
    }
}

/// The address that an instruction accesses.
fn address(inst: &Inst) -> Option<Slot> {
    match *inst {
        Inst::Store8 { addr, .. }
        | Inst::Store16 { addr, .. }
        | Inst::Store32 { addr, .. }
        | Inst::Store64 { addr, .. }
        | Inst::StoreOdd { addr, .. }
        | Inst::StoreWide { addr, .. } => Some(addr),
        _ => loaded(inst).map(|(addr, _)| addr),
    }
}

/// Did the program find something wrong itself?
fn gave_up(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::Assertion | ErrorKind::Abort | ErrorKind::Unreachable)
}

/// The operands of the branch that leads to the block an instruction is in.
fn decisive(body: &Body, pc: Pc) -> Vec<Slot> {
    let Some(&start) = body.blocks.iter().filter(|start| **start <= pc).max() else {
        return Vec::new();
    };
    let leads_there = |inst: &&Inst| inst.sides().is_some_and(|sides| sides.contains(&start));
    body.code.iter().find(leads_there).map_or_else(Vec::new, |inst| reads(inst, body))
}
