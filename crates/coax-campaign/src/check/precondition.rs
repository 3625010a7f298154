//! Preconditions: checks of arguments at a function's entry that end the process.
//!
//! Such a check is `assert`, or what gives up behind a condition, before the function has done anything: nothing was
//! written, nothing called but what only reads, no loop was run, and what was read are parameters and fields reached from them. Also whether a
//! function checks a pointer for null and goes on without it.
//!
//! Invariant: only code is looked at, so what is said of a function is so on all of its paths.

use std::collections::HashSet;

use coax_engine::ErrorReport;
use coax_ir::{
    Body, Callee, FuncId, Inst, IntOp, Passing, Pc, Program, Slot, SourceSignature, Type, strip,
};

/// Straight pieces of code that are followed to see whether a side gives up.
const MOST_PIECES: usize = 12;

/// Instructions before a check, at most.
const MOST_CODE: usize = 400;

/// Instructions of a function that only reads what it is given, at most.
const MOST_ASKED: usize = 60;

/// Functions between the unit and the check.
const MOST_CALLS: usize = 4;

/// Is the place where a path of a function gave up a check at its entry, or at the entry of a function that it hands its
/// arguments to?
pub fn is_precondition(program: &Program, unit: FuncId, report: &ErrorReport) -> bool {
    let mut function = unit;
    let frames: Vec<_> = report.trace.iter().rev().collect();
    for (depth, frame) in frames.iter().take(MOST_CALLS).enumerate() {
        let line = frame.location.as_ref().map_or(0, |location| location.line);
        let Ok(body) = program.body(function) else { return false };
        let code = Code { program, body };
        let mut ends = code.ends_at(line);
        // Compilers leave traps behind that nothing leads to.
        ends.retain(|&end| end == Pc(0) || code.before(end).contains(&Pc(0)));
        if !ends.is_empty() {
            return ends.iter().all(|&end| code.is_at_entry(function, end));
        }
        let Some(next) = frames.get(depth + 1) else { return false };
        let calls = code.calls_at(line, &next.function);
        let [(at, callee)] = calls.as_slice() else { return false };
        if !code.is_at_entry(function, *at) || !code.hands_on_arguments(*at) {
            return false;
        }
        function = *callee;
    }
    false
}

/// Does a function look whether a pointer parameter is null, and go on without it?
pub fn tolerates_null(program: &Program, function: FuncId, param: usize) -> bool {
    let (Some(signature), Ok(body)) = (program.signature_of(function), program.body(function))
    else {
        return false;
    };
    let Some(slot) = slot_of(program, function, &signature, body, param) else { return false };
    let code = Code { program, body };
    let aliases = code.aliases(slot);
    (0..body.code.len() as u32).map(Pc).any(|at| code.goes_on_without(at, &aliases))
}

/// Where a pointer parameter is when the function begins.
pub(super) fn slot_of(
    program: &Program,
    function: FuncId,
    signature: &SourceSignature,
    body: &Body,
    param: usize,
) -> Option<Slot> {
    let own = &program.function(function).signature.params;
    let is_it =
        |passing: &Passing| matches!(passing, Passing::Scalar { param: at } if *at == param);
    let place = signature.arguments.iter().position(is_it)?;
    let before = own.get(..place)?.iter().flat_map(|param| param.kinds.iter());
    let slots: u32 = before.map(|kind| kind.slots()).sum();
    Some(Slot(body.first_param().0 + slots))
}

/// The code of a function.
struct Code<'a> {
    program: &'a Program,
    body: &'a Body,
}

impl Code<'_> {
    fn inst(&self, at: Pc) -> &Inst {
        &self.body.code[at.index()]
    }

    fn line(&self, at: Pc) -> u32 {
        self.body.place(at).map_or(0, |place| place.line)
    }

    fn all(&self) -> impl Iterator<Item = Pc> + use<> {
        (0..self.body.code.len() as u32).map(Pc)
    }

    /// Calls on a line that do not return, and other ends of the program.
    fn ends_at(&self, line: u32) -> Vec<Pc> {
        self.all().filter(|&at| line > 0 && self.line(at) == line && self.is_end(at)).collect()
    }

    /// Does the program end here?
    fn is_end(&self, at: Pc) -> bool {
        match *self.inst(at) {
            Inst::Trap { .. } => true,
            Inst::Call { site } => {
                let next = match *self.inst(self.body.calls[site as usize].next) {
                    Inst::Jump { to } => *self.inst(to),
                    next => next,
                };
                matches!(next, Inst::Trap { .. })
            }
            _ => false,
        }
    }

    /// Calls on a line of the function of this name.
    fn calls_at(&self, line: u32, name: &str) -> Vec<(Pc, FuncId)> {
        let called = |at: Pc| {
            let Inst::Call { site } = *self.inst(at) else { return None };
            let Callee::Direct(id) = self.body.calls[site as usize].callee else { return None };
            let is_it = &*self.program.function(id).source_name == name;
            (is_it && self.line(at) == line).then_some((at, id))
        };
        self.all().filter_map(called).collect()
    }

    /// Are all arguments of a call parameters of the function, or constants?
    fn hands_on_arguments(&self, at: Pc) -> bool {
        let Inst::Call { site } = *self.inst(at) else { return false };
        let plain = self.plain_slots();
        self.body.calls[site as usize].flat.iter().all(|slot| plain.contains(slot))
    }

    /// Slots that hold a parameter or a constant and nothing else.
    fn plain_slots(&self) -> HashSet<Slot> {
        let first = self.body.first_param().0 + self.body.param_slots;
        let mut plain: HashSet<Slot> = (0..first).map(Slot).collect();
        for inst in &self.body.code {
            if let Inst::Move { dst, src } = *inst
                && plain.contains(&src)
            {
                plain.insert(dst);
            }
        }
        let others = self
            .body
            .code
            .iter()
            .filter(|inst| !matches!(inst, Inst::Move { src, .. } if plain.contains(src)));
        let written: Vec<Slot> =
            others.filter_map(|inst| Some(inst.writes(self.body)?.0)).collect();
        let written: HashSet<Slot> = written.into_iter().collect();
        plain.retain(|slot| !written.contains(slot));
        plain
    }

    /// Is nothing done on any way from the entry to this instruction but reading parameters and what they lead to?
    fn is_at_entry(&self, function: FuncId, end: Pc) -> bool {
        let before = self.before(end);
        if before.len() > MOST_CODE || !before.contains(&Pc(0)) && end != Pc(0) {
            return false;
        }
        let texts = self.text_slots(function);
        // Code goes backwards only in loops.
        let is_straight = |at: Pc| {
            let mut is_straight = true;
            self.body.for_each_edge(at, |edge| {
                is_straight &= edge.to > at || !before.contains(&edge.to);
            });
            is_straight
        };
        before.iter().all(|&at| is_straight(at) && self.only_reads(at, &texts))
    }

    /// The instructions from which control may come to this one.
    fn before(&self, end: Pc) -> HashSet<Pc> {
        let mut into: Vec<Vec<Pc>> = vec![Vec::new(); self.body.code.len()];
        for at in self.all() {
            self.body.for_each_edge(at, |edge| into[edge.to.index()].push(at));
        }
        let (mut before, mut open) = (HashSet::new(), vec![end]);
        while let Some(at) = open.pop() {
            open.extend(into[at.index()].iter().copied().filter(|&from| before.insert(from)));
        }
        before
    }

    /// Slots of parameters that are texts: what is in them is no property of the call.
    fn text_slots(&self, function: FuncId) -> HashSet<Slot> {
        let Some(signature) = self.program.signature_of(function) else { return HashSet::new() };
        let is_text = |index: &usize| {
            let ty = self.program.type_of(strip(self.program, signature.params[*index].ty));
            let Type::Pointer(target) = *ty else { return false };
            let target = self.program.type_of(strip(self.program, target));
            matches!(&*target, Type::Int { bits: 8, .. })
        };
        let texts = (0..signature.params.len()).filter(is_text);
        let slots =
            texts.filter_map(|param| slot_of(self.program, function, &signature, self.body, param));
        slots.flat_map(|slot| self.aliases(slot)).collect()
    }

    /// Slots that hold what a slot held at the beginning, perhaps among other things.
    fn aliases(&self, slot: Slot) -> HashSet<Slot> {
        let mut aliases = HashSet::from([slot]);
        for inst in &self.body.code {
            if let Inst::Move { dst, src } = *inst
                && aliases.contains(&src)
            {
                aliases.insert(dst);
            }
        }
        aliases
    }

    /// Does an instruction only read, and no text?
    fn only_reads(&self, at: Pc, texts: &HashSet<Slot>) -> bool {
        match *self.inst(at) {
            Inst::Store8 { .. }
            | Inst::Store16 { .. }
            | Inst::Store32 { .. }
            | Inst::Store64 { .. }
            | Inst::StoreOdd { .. }
            | Inst::StoreWide { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. }
            | Inst::Unsupported { .. }
            | Inst::IndirectBr { .. } => false,
            Inst::Call { site } => self.is_end(at) || self.only_asks(site),
            Inst::PtrAdd { base, .. } => !texts.contains(&base),
            Inst::Load8 { addr, .. }
            | Inst::Load16 { addr, .. }
            | Inst::Load32 { addr, .. }
            | Inst::Load64 { addr, .. } => !texts.contains(&addr) && !self.is_global(addr),
            _ => true,
        }
    }

    /// Is a function called that reads what it is given and does nothing else, as `size()` does?
    fn only_asks(&self, site: u32) -> bool {
        let Callee::Direct(id) = self.body.calls[site as usize].callee else { return false };
        let is_own = self.program.own_functions().contains(&id);
        let Some(body) = self.program.body(id).ok().filter(|_| is_own) else { return false };
        let callee = Code { program: self.program, body };
        let texts = callee.text_slots(id);
        let goes_on = |at: Pc| {
            let mut goes_on = true;
            body.for_each_edge(at, |edge| goes_on &= edge.to > at);
            goes_on
        };
        let is_call = |at: Pc| matches!(*callee.inst(at), Inst::Call { .. });
        body.code.len() <= MOST_ASKED
            && callee.all().all(|at| goes_on(at) && !is_call(at) && callee.only_reads(at, &texts))
    }

    /// Is it the address of a variable of the program?
    fn is_global(&self, slot: Slot) -> bool {
        let constant = self.body.constants.get(slot.0 as usize);
        constant.is_some_and(|&address| self.program.global_at(address).is_some())
    }

    /// Does a branch compare one of these with null, and does the program go on where it is?
    fn goes_on_without(&self, at: Pc, pointers: &HashSet<Slot>) -> bool {
        let inst = self.inst(at);
        if let Some(parts) = inst.branch_parts() {
            let side = match parts.op {
                IntOp::Eq => parts.then,
                IntOp::Ne => parts.els,
                _ => return false,
            };
            return self.is_null_test(parts.bits, parts.a, parts.b, pointers)
                && !self.gives_up(side);
        }
        // A comparison whose result is used later, as in `!p && !q`.
        let Some(parts) = inst.int_parts() else { return false };
        matches!(parts.op, IntOp::Eq | IntOp::Ne)
            && self.is_null_test(parts.bits, parts.a, parts.b, pointers)
            && !self.feeds_an_end(parts.dst)
    }

    fn is_null_test(&self, bits: u8, a: Slot, b: Slot, pointers: &HashSet<Slot>) -> bool {
        let is_null = |slot: Slot| self.body.constants.get(slot.0 as usize) == Some(&0);
        bits == 64 && (pointers.contains(&a) && is_null(b) || pointers.contains(&b) && is_null(a))
    }

    /// Does a branch on this value give up on one of its sides? Then it is a claim, and no choice.
    fn feeds_an_end(&self, value: Slot) -> bool {
        let copies = self.aliases(value);
        self.body.code.iter().any(|inst| {
            let mut reads = false;
            inst.reads(self.body, |slot, _| reads |= copies.contains(&slot));
            reads && inst.sides().is_some_and(|sides| sides.iter().any(|&side| self.gives_up(side)))
        })
    }

    /// Does the program end from here on without a further choice?
    fn gives_up(&self, from: Pc) -> bool {
        let mut at = from;
        for _ in 0..MOST_PIECES {
            at = self.body.end_of_straight_code(at);
            if self.is_end(at) {
                return true;
            }
            at = match *self.inst(at) {
                Inst::Jump { to } => to,
                Inst::Call { site } => self.body.calls[site as usize].next,
                _ => return false,
            };
        }
        false
    }
}
