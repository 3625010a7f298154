//! Where control goes, and what is known there because it went there.

use coax_ir::{Inst, IntOp, Pc, Slot};
use coax_kinds::ErrorKind;

use super::Transfer;
use crate::assumption::Deps;
use crate::domain::arithmetic::refine;
use crate::domain::number::{Number, sign_extend};
use crate::domain::value::Value;
use crate::possible;
use crate::state::{Link, State, Test};

/// The ways on from an instruction.
pub type Leaving = Vec<(Pc, State)>;

impl Transfer<'_> {
    /// Does an instruction that ends straight code.
    pub fn leave(&mut self, state: &mut State, at: Pc) -> Leaving {
        let body = self.body;
        let inst = &body.code[at.index()];
        self.share(state, at);
        if let Some(parts) = inst.branch_parts() {
            let values = [self.value(state, parts.a), self.value(state, parts.b)];
            self.judge_defined(state, at, &values);
            let test = Test { op: parts.op, bits: parts.bits, a: parts.a, b: parts.b };
            return [(parts.then, true), (parts.els, false)]
                .into_iter()
                .filter_map(|(to, holds)| Some((to, self.when(state, test, holds)?)))
                .collect();
        }
        match *inst {
            Inst::Jump { to } => vec![(to, state.clone())],
            Inst::Br { cond, then, els } => self.branch(state, at, cond, [then, els]),
            Inst::Switch { value, table } => self.switch(state, at, value, table),
            Inst::IndirectBr { addr } => {
                let target = self.value(state, addr);
                self.judge_defined(state, at, &[target]);
                self.judge(state, at, ErrorKind::BadCast, None);
                body.blocks.iter().map(|&to| (to, state.clone())).collect()
            }
            Inst::Call { site } => self.call(state, at, site),
            Inst::Ret { src } => {
                let value = self.value(state, src);
                self.judge_defined(state, at, &[value]);
                self.returns(value);
                Vec::new()
            }
            Inst::RetVoid | Inst::RetMany { .. } => {
                self.returns(Value::TOP);
                Vec::new()
            }
            Inst::Trap { kind } => {
                self.judge(state, at, possible::of_trap(kind), None);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn returns(&mut self, value: Value) {
        let value = Value { pointer: None, ..value };
        self.returned = Some(match self.returned {
            Some(before) => before.join(value, &mut self.table),
            None => value,
        });
    }

    fn branch(&mut self, state: &State, at: Pc, cond: Slot, sides: [Pc; 2]) -> Leaving {
        let value = self.value(state, cond);
        self.judge_defined(state, at, &[value]);
        let ways = sides.into_iter().zip([1u64, 0]);
        ways.filter_map(|(to, word)| {
            let mut state = state.clone();
            let Some(number) = value.number.meet(Number::constant(1, word)) else {
                self.prune(value.deps);
                return None;
            };
            if let Some(test) = state.test_of(cond) {
                state = self.when(&state, test, word == 1)?;
            }
            self.refine(&mut state, cond, number, Deps::NONE);
            state.path = self.pruned_path(&state, value, number);
            Some((to, state))
        })
        .collect()
    }

    /// If only one way is left because of what a value is, what follows depends on why.
    fn pruned_path(&mut self, state: &State, value: Value, number: Number) -> Deps {
        match value.number.only() == number.only() && value.number.only().is_some() {
            true => self.table.union(state.path, value.deps),
            false => state.path,
        }
    }

    fn prune(&mut self, deps: Deps) {
        self.pruned = self.table.union(self.pruned, deps);
    }

    /// What is known if a comparison comes out as said; nothing if it cannot.
    pub(super) fn when(&mut self, state: &State, test: Test, holds: bool) -> Option<State> {
        let Test { op, bits, a, b } = test;
        let (x, y) = (self.value(state, a), self.value(state, b));
        let (left, right) = (x.number.at_width(bits), y.number.at_width(bits));
        let deps = self.table.union(x.deps, y.deps);
        if !x.defined || !y.defined {
            // It was decided by chance, natively: nothing is learned, but nothing wrong either.
            let mut known = state.clone();
            if let Some([left, right]) = refine(op, holds, left, right) {
                self.refine(&mut known, a, left, y.deps);
                self.refine(&mut known, b, right, x.deps);
                return Some(known);
            }
            return Some(known);
        }
        let Some([low, high]) = refine(op, holds, left, right) else {
            self.prune(deps);
            return None;
        };
        let mut known = state.clone();
        if refine(op, !holds, left, right).is_none() {
            known.path = self.table.union(known.path, deps);
        }
        self.refine(&mut known, a, low, y.deps);
        self.refine(&mut known, b, high, x.deps);
        self.learn_same(&mut known, test, holds);
        Some(known)
    }

    /// Two slots found equal: a pointer in one is the pointer in the other.
    fn learn_same(&mut self, state: &mut State, test: Test, holds: bool) {
        let is_equal = matches!((test.op, holds), (IntOp::Eq, true) | (IntOp::Ne, false));
        if !is_equal || test.bits != 64 {
            return;
        }
        for slot in [test.a, test.b] {
            if slot.index() < self.body.constants.len() {
                continue;
            }
            let value = state.get(slot);
            if value.is_null() {
                state.learn(slot, Value { pointer: None, ..value });
            }
        }
    }

    /// More is known of the words of a slot, and of where its value came from.
    pub(super) fn refine(&mut self, state: &mut State, slot: Slot, number: Number, deps: Deps) {
        let mut slot = slot;
        let mut number = number;
        for _ in 0..8 {
            if slot.index() < self.body.constants.len() {
                return;
            }
            let narrowed = self.narrowed(state.get(slot), number, deps);
            state.learn(slot, narrowed);
            for copy in state.copies_of(slot) {
                let narrowed = self.narrowed(state.get(copy), number, deps);
                state.learn(copy, narrowed);
            }
            match state.link_of(slot) {
                Some(Link::Same(of)) => slot = of,
                Some(Link::Extended { slot: of, from }) => {
                    let top = Number::top(from);
                    if number.least < top.least || number.most > top.most {
                        return;
                    }
                    number = Number::signed_between(from, number.least, number.most);
                    slot = of;
                }
                Some(Link::Cell(base, at)) => {
                    if let Some(mut cell) = state.memory.cells.get(&(base, at)).copied() {
                        cell.value = self.narrowed(cell.value, number, deps);
                        state.memory.cells.insert((base, at), cell);
                    }
                    return;
                }
                None => return,
            }
        }
    }

    fn narrowed(&mut self, value: Value, number: Number, deps: Deps) -> Value {
        let Some(met) = value.number.meet(number) else { return value };
        if met == value.number {
            return value;
        }
        let mut pointer = value.pointer;
        if let Some(pointer) = pointer.as_mut().filter(|p| p.offset() == Some(0) && met.low > 0) {
            pointer.null = false;
        }
        Value { number: met, pointer, deps: self.table.union(value.deps, deps), ..value }
    }

    fn switch(&mut self, state: &State, at: Pc, slot: Slot, table: u32) -> Leaving {
        let value = self.value(state, slot);
        self.judge_defined(state, at, &[value]);
        let switch = &self.body.switches[table as usize];
        let number = value.number.at_width(switch.bits);
        let mut ways: Leaving = Vec::new();
        let mut cases = switch.cases.to_vec();
        cases.sort_by_key(|case| case.1);
        for group in cases.chunk_by(|a, b| a.1 == b.1) {
            let words = group.iter().map(|case| Number::constant(switch.bits, case.0));
            let met = words.filter_map(|word| number.meet(word)).reduce(Number::join);
            let Some(met) = met else {
                self.prune(value.deps);
                continue;
            };
            let mut known = state.clone();
            self.refine(&mut known, slot, met, Deps::NONE);
            known.path =
                self.table.union(known.path, if met == number { value.deps } else { Deps::NONE });
            ways.push((group[0].1, known));
        }
        match without_cases(number, &switch.cases) {
            Some(rest) => {
                let mut known = state.clone();
                self.refine(&mut known, slot, rest, Deps::NONE);
                ways.push((switch.default, known));
            }
            None => self.prune(value.deps),
        }
        // Which ways were left out may hang on what is known of the value.
        if !value.deps.is_none() {
            for (_, known) in &mut ways {
                known.path = self.table.union(known.path, value.deps);
            }
        }
        ways
    }
}

/// The words that are no case, as far as they are at an end.
fn without_cases(mut number: Number, cases: &[(u64, Pc)]) -> Option<Number> {
    for case in cases.iter().chain(cases.iter().rev()) {
        let word = Number::constant(number.bits, case.0);
        if sign_extend(number.bits, case.0) == number.least
            || case.0 == number.low
            || case.0 == number.high
        {
            number = refine(IntOp::Ne, true, number, word)?[0];
        }
    }
    Some(number)
}
