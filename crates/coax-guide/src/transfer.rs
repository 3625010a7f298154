//! What instructions do to what is known, and what is known of their checks: one arm per instruction.

mod access;
mod branches;
mod calls;
mod integers;

use std::collections::HashMap;

use coax_ir::address::Region;
use coax_ir::{Body, CastOp, FuncId, Home, Inst, Kind, Pc, Program, Slot};
use coax_kinds::ErrorKind;

use crate::addresses::Addresses;
use crate::assumption::{Deps, DepsTable, Predicate};
use crate::check::Ledger;
use crate::domain::number::Number;
use crate::domain::value::{Base, Pointer, Value};
use crate::extents::{self, Extent};
use crate::memory::{Effect, Object};
use crate::state::{Link, State, Test};
use crate::summary::Summaries;

pub use branches::Leaving;

/// The analysis of one function.
pub struct Transfer<'a> {
    /// The program.
    pub program: &'a Program,
    /// The function.
    pub function: FuncId,
    /// Its code.
    pub body: &'a Body,
    /// What is known of the functions it calls.
    pub summaries: &'a Summaries,
    /// Which addresses are where.
    pub addresses: Addresses,
    /// Assumptions.
    pub table: DepsTable,
    /// What is said of checks; nothing while the fixed point is not reached.
    pub ledger: Option<Ledger>,
    /// The assumptions under which a way was left out.
    pub pruned: Deps,
    /// What the function may do to memory that others know of.
    pub effect: Effect,
    /// What it returns, if it does.
    pub returned: Option<Value>,
    shared: HashMap<Pc, Vec<Base>>,
    /// What the variables that live in slots point to, as they are declared.
    declared: HashMap<Slot, Extent>,
}

impl<'a> Transfer<'a> {
    /// Nothing is known yet.
    pub fn new(
        program: &'a Program,
        function: FuncId,
        body: &'a Body,
        summaries: &'a Summaries,
        assuming: bool,
    ) -> Transfer<'a> {
        let addresses = Addresses::of(program, body);
        let mut shared = HashMap::new();
        for (index, inst) in body.code.iter().enumerate() {
            let all = addresses.shared_by(program, body, inst);
            if !all.is_empty() {
                shared.insert(Pc(index as u32), all.into_iter().collect());
            }
        }
        Transfer {
            program,
            function,
            body,
            summaries,
            addresses,
            table: DepsTable::new(assuming),
            ledger: None,
            pruned: Deps::NONE,
            effect: Effect::default(),
            returned: None,
            shared,
            declared: declared(program, body),
        }
    }

    /// What is known of a slot's value.
    pub fn value(&self, state: &State, slot: Slot) -> Value {
        match self.body.constants.get(slot.index()) {
            Some(&word) => self.constant(word),
            None => state.get(slot),
        }
    }

    fn constant(&self, word: u64) -> Value {
        match (Region::of(word), self.program.global_at(word)) {
            (Some(Region::Globals), Some(id)) if self.program.global(id).parts.defined => {
                let offset = word.wrapping_sub(self.program.global(id).address) as i64;
                let base = Base::Global(id.0);
                Value::pointer_to(Pointer { from: offset, to: offset, ..Pointer::start(base) })
            }
            (Some(Region::Globals | Region::Code), _) => {
                Value { number: Number::between(64, 0, 1 << 47), ..Value::any(64, true) }
            }
            _ => Value::number(Number::constant(64, word), Deps::NONE),
        }
    }

    /// Says of a check under which assumptions it holds, or that it may fail.
    fn judge(&mut self, state: &State, at: Pc, kind: ErrorKind, shown: Option<Deps>) {
        let table = &mut self.table;
        let shown = shown.map(|deps| table.union(deps, state.path));
        if let Some(ledger) = &mut self.ledger {
            ledger.judge(at, kind, shown, |a, b| table.union(a, b));
        }
    }

    /// A value must be initialised.
    fn judge_defined(&mut self, state: &State, at: Pc, values: &[Value]) {
        let shown = values.iter().try_fold(Deps::NONE, |deps, value| {
            value.defined.then(|| self.table.union(deps, value.deps))
        });
        self.judge(state, at, ErrorKind::UninitializedRead, shown);
    }

    /// Makes an assumption if they are made; says what depends on it.
    fn assume(&mut self, predicate: Predicate, at: Pc) -> Option<Deps> {
        self.table.assuming.then(|| self.table.assume(predicate, at))
    }

    /// Does an instruction that control goes on from to the next one.
    pub fn step(&mut self, state: &mut State, at: Pc) {
        let body = self.body;
        let inst = &body.code[at.index()];
        self.share(state, at);
        if let Some(parts) = inst.int_parts() {
            return self.integer(state, at, parts);
        }
        match *inst {
            Inst::Move { dst, src } => self.copy(state, dst, src, Link::Same(src)),
            Inst::Freeze { dst, src } => {
                let value = self.value(state, src);
                state.set(dst, Value { defined: true, ..value });
            }
            Inst::Select { dst, cond, then, els } => self.select(state, dst, [cond, then, els]),
            Inst::Assigned { flag, dst, .. } => self.assigned(state, flag, dst),
            Inst::Trunc { bits, dst, src } => {
                let value = self.truncated(self.value(state, src), bits);
                state.set(dst, value);
            }
            Inst::Sext { from, to, dst, src } => self.extend(state, from, to, dst, src),
            Inst::Wide { op, bits, .. } => self.wide(state, at, op, bits),
            Inst::Cast { op, to, dst, src, .. } => self.cast(state, at, op, to, dst, src),
            Inst::Load8 { dst, addr, offset } => self.load(state, at, dst, addr, offset, 8),
            Inst::Load16 { dst, addr, offset } => self.load(state, at, dst, addr, offset, 16),
            Inst::Load32 { dst, addr, offset } => self.load(state, at, dst, addr, offset, 32),
            Inst::Load64 { dst, addr, offset } => self.load(state, at, dst, addr, offset, 64),
            Inst::LoadOdd { bits, dst, addr, offset }
            | Inst::LoadWide { bits, dst, addr, offset } => {
                self.load(state, at, dst, addr, offset, bits);
            }
            Inst::Store8 { src, addr, offset } => self.store(state, at, src, addr, offset, 8),
            Inst::Store16 { src, addr, offset } => self.store(state, at, src, addr, offset, 16),
            Inst::Store32 { src, addr, offset } => self.store(state, at, src, addr, offset, 32),
            Inst::Store64 { src, addr, offset } => self.store(state, at, src, addr, offset, 64),
            Inst::StoreOdd { bits, src, addr, offset }
            | Inst::StoreWide { bits, src, addr, offset } => {
                self.store(state, at, src, addr, offset, bits);
            }
            Inst::PtrAdd { dst, base, index, scale } => {
                self.pointer_add(state, dst, base, index, scale)
            }
            Inst::Offset { dst, base, offset } => self.pointer_offset(state, dst, base, offset),
            Inst::Alloca { dst, object } => self.alloca(state, dst, object),
            Inst::AllocaDynamic { dst, object, count } => {
                self.dynamic_alloca(state, at, dst, object, count);
            }
            Inst::LifetimeStart { addr } => self.lifetime(state, addr, true),
            Inst::LifetimeEnd { addr } => self.lifetime(state, addr, false),
            Inst::StackRestore { .. } => state.memory.end_unknown_stack(),
            Inst::MemCopy { dst, src, len, .. } => self.mem_copy(state, at, dst, src, len),
            Inst::MemSet { dst, byte, len } => self.mem_set(state, at, dst, byte, len),
            Inst::VaStart { list } => {
                let target = self.access(state, at, list, 0, (24, 24), true);
                self.overwrite(state, at, list, target, (24, 24), true);
            }
            _ => self.any_result(state, at),
        }
    }

    /// Objects whose address the instruction lets out.
    fn share(&mut self, state: &mut State, at: Pc) {
        for base in self.shared.get(&at).into_iter().flatten() {
            if let Some(object) = state.memory.objects.get_mut(base) {
                object.shared = true;
            }
        }
    }

    /// The result may be anything; it was written if the operands were.
    fn any_result(&mut self, state: &mut State, at: Pc) {
        let inst = &self.body.code[at.index()];
        let mut operands = Vec::new();
        inst.reads(self.body, |first, count| operands.extend((0..count).map(|i| first.plus(i))));
        let mut result = Value::any(64, true);
        for slot in operands {
            let value = self.value(state, slot);
            result.defined &= value.defined;
            result.deps = self.table.union(result.deps, value.deps);
        }
        if let Some((dst, count)) = inst.writes(self.body) {
            (0..count).for_each(|i| state.set(dst.plus(i), result));
        }
    }

    fn copy(&mut self, state: &mut State, dst: Slot, src: Slot, link: Link) {
        let value = self.value(state, src);
        let test = state.test_of(src);
        state.set(dst, value);
        if dst != src && src.index() >= self.body.constants.len() {
            state.link(dst, link);
        }
        if let Some(test) = test.filter(|test: &Test| test.a != dst && test.b != dst) {
            state.set_test(dst, test);
        }
    }

    fn select(&mut self, state: &mut State, dst: Slot, [cond, then, els]: [Slot; 3]) {
        let (cond, then, els) =
            (self.value(state, cond), self.value(state, then), self.value(state, els));
        let mut result = match cond.number.only() {
            Some(0) => els,
            Some(_) => then,
            None => then.join(els, &mut self.table),
        };
        result.defined &= cond.defined;
        result.deps = self.table.union(result.deps, cond.deps);
        state.set(dst, result);
    }

    /// If the flag is 0, the variable was not written.
    fn assigned(&mut self, state: &mut State, flag: Slot, dst: Slot) {
        let flag = self.value(state, flag);
        let mut value = state.get(dst);
        match flag.number.low > 0 {
            true => value.deps = self.table.union(value.deps, flag.deps),
            false => value = Value::TOP,
        }
        state.set(dst, value);
    }

    /// The low bits of a value.
    fn truncated(&self, value: Value, bits: u8) -> Value {
        if bits >= 64 {
            return value;
        }
        let mask = crate::domain::number::mask(bits);
        let number = match value.number.only() {
            Some(word) => Number::constant(bits, word),
            None if value.number.high <= mask => value.number.at_width(bits),
            None => signed_part(value.number, bits),
        };
        Value { number, pointer: None, ..value }
    }

    fn extend(&mut self, state: &mut State, from: u8, to: u8, dst: Slot, src: Slot) {
        let value = self.value(state, src);
        let number = value.number.at_width(from);
        let number = Number::signed_between(to, number.least, number.most);
        state.set(dst, Value { number, pointer: None, ..value });
        if dst != src && src.index() >= self.body.constants.len() {
            state.link(dst, Link::Extended { slot: src, from });
        }
    }

    fn cast(&mut self, state: &mut State, at: Pc, op: CastOp, to: Kind, dst: Slot, src: Slot) {
        if matches!(op, CastOp::FloatToSigned | CastOp::FloatToUnsigned) {
            self.judge(state, at, ErrorKind::FloatCastOverflow, None);
        }
        let value = self.value(state, src);
        for i in 0..to.slots() {
            let bits = to.bits().min(64) as u8;
            let result =
                Value { defined: value.defined, deps: value.deps, ..Value::any(bits, false) };
            state.set(dst.plus(i), result);
        }
    }
}

/// What the pointer variables of a function point to; a slot of several variables is left out.
fn declared(program: &Program, body: &Body) -> HashMap<Slot, Extent> {
    let mut known: HashMap<Slot, Option<Extent>> = HashMap::new();
    for variable in &body.variables {
        if let Home::Slot(slot) = variable.home {
            let extent = variable.ty.and_then(|ty| extents::target(program, ty));
            known.entry(slot).and_modify(|before| *before = None).or_insert(extent);
        }
    }
    known.into_iter().filter_map(|(slot, extent)| Some((slot, extent?))).collect()
}

/// The low bits of numbers that are signed numbers of that width; all words if some are not.
fn signed_part(number: Number, bits: u8) -> Number {
    let top = Number::top(bits);
    match number.least >= top.least && number.most <= top.most {
        true => Number::signed_between(bits, number.least, number.most),
        false => top,
    }
}

/// A stack or heap object of which this much is there.
fn fresh(bytes: u64) -> Object {
    Object::of_size(i64::try_from(bytes).unwrap_or(0))
}
