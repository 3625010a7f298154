//! Calls: their checks, what they may change, and what they give.

use coax_ir::{CallSite, Callee, FuncId, Pc};
use coax_kinds::ErrorKind;

use super::{Leaving, Transfer, fresh};
use crate::assumption::{Deps, Predicate};
use crate::domain::number::{Number, mask};
use crate::domain::value::{Base, Pointer, Value};
use crate::extents;
use crate::library::{self, Allocation};
use crate::memory::{Effect, Object};
use crate::state::State;

impl Transfer<'_> {
    pub(super) fn call(&mut self, state: &mut State, at: Pc, site: u32) -> Leaving {
        let body = self.body;
        let call = &body.calls[site as usize];
        self.judge_arguments(state, at, call);
        let callee = match call.callee {
            Callee::Direct(id) => Some(id),
            Callee::Indirect(slot) => {
                let value = self.value(state, slot);
                self.judge_defined(state, at, &[value]);
                self.judge(state, at, ErrorKind::NullDereference, None);
                self.judge(state, at, ErrorKind::BadCast, None);
                None
            }
        };
        if callee.is_some_and(|id| library::may_look_at_memory(self.program, id)) {
            // Bytes that it reads may not have been written.
            self.judge(state, at, ErrorKind::UninitializedRead, None);
        }
        if let Some(id) = callee
            && self.is_known(state, at, id, call)
        {
            return vec![(call.next, state.clone())];
        }
        if callee.is_some_and(|id| library::ends(self.program, id)) {
            return Vec::new();
        }
        let effect = callee.map_or(Effect::ANYTHING, |id| self.effect_of(id));
        self.effect = self.effect.join(effect);
        let keep = match effect == Effect::default() {
            true => None,
            false => self.assume(Predicate::CalleeLeavesMemory, at),
        };
        state.memory.called(effect, keep, &mut self.table);
        self.written_through_arguments(state, callee, call);
        state.drop_broken_links();
        let unwound = call.unwind.map(|unwind| (unwind.to, state.clone()));
        self.result(state, at, callee, call);
        let returns = callee.is_none_or(|id| self.summaries.returns(id));
        let returned = returns.then(|| (call.next, state.clone()));
        returned.into_iter().chain(unwound).collect()
    }

    fn effect_of(&self, id: FuncId) -> Effect {
        match self.program.function(id).defined {
            true => self.summaries.effect(id),
            false => library::effect(self.program, id),
        }
    }

    fn judge_arguments(&mut self, state: &mut State, at: Pc, call: &CallSite) {
        let is_model = match call.callee {
            Callee::Direct(id) => !self.program.function(id).defined,
            Callee::Indirect(_) => false,
        };
        for arg in &call.args {
            let slots: u32 = arg.kinds.iter().map(|kind| kind.slots()).sum();
            let values: Vec<Value> =
                (0..slots).map(|i| self.value(state, arg.slot.plus(i))).collect();
            if arg.noundef || is_model {
                self.judge_defined(state, at, &values);
            }
            if let Some((size, _)) = arg.byval {
                let size = i64::try_from(size).unwrap_or(i64::MAX);
                self.access(state, at, arg.slot, 0, (size, size), false);
            }
        }
    }

    /// A callee that only borrows pointers may still write to what they point to.
    fn written_through_arguments(
        &mut self,
        state: &mut State,
        callee: Option<FuncId>,
        call: &CallSite,
    ) {
        let Some(id) = callee.filter(|&id| library::only_borrows(self.program, id)) else { return };
        if !library::effect(self.program, id).writes {
            return;
        }
        let own: Vec<Base> =
            state.memory.objects.keys().copied().filter(|base| base.is_own()).collect();
        let unknown = call.flat.iter().any(|&slot| self.value(state, slot).pointer.is_none());
        let mut given: Vec<Base> = call
            .flat
            .iter()
            .filter_map(|&slot| Some(self.value(state, slot).pointer?.base))
            .collect();
        if unknown {
            given.extend(own.into_iter().filter(|&base| self.may_be_given(call, base)));
        }
        for base in given {
            state.memory.forget_contents(base);
            if let Some(object) = state.memory.objects.get_mut(&base) {
                object.written.clear();
            }
        }
    }

    fn may_be_given(&self, call: &CallSite, base: Base) -> bool {
        call.flat.iter().any(|&slot| self.addresses.may_hold(slot, base))
    }

    /// What the call gives.
    fn result(&mut self, state: &mut State, at: Pc, callee: Option<FuncId>, call: &CallSite) {
        let mut slot = call.dst;
        let summed = callee.filter(|&id| self.program.function(id).defined);
        let known = summed.and_then(|id| self.summaries.result(id));
        let is_library = callee.is_some_and(|id| !self.program.function(id).defined);
        for kind in &call.ret {
            for _ in 0..kind.slots() {
                let mut value = Value::any(kind.bits().min(64) as u8, is_library);
                if let Some(known) = known.filter(|_| call.ret.len() == 1 && kind.slots() == 1) {
                    value = known;
                }
                if !value.defined
                    && let Some(deps) = self.assume(Predicate::Initialised, at)
                {
                    (value.defined, value.deps) = (true, deps);
                }
                if kind.bits() == 64 && self.addresses.is_followed(slot) {
                    let result = callee.and_then(|id| self.program.signature_of(id));
                    let target =
                        result.and_then(|known| extents::target(self.program, known.result));
                    value.pointer = Some(self.pointer_from(state, at, target));
                }
                state.set(slot, value);
                slot = slot.plus(1);
            }
        }
    }

    /// Calls whose meaning is known in full.
    fn is_known(&mut self, state: &mut State, at: Pc, id: FuncId, call: &CallSite) -> bool {
        if let Some(kind) = library::allocation(self.program, id) {
            self.allocate(state, at, kind, call);
            return true;
        }
        if library::is_free(self.program, id) {
            self.free(state, at, call);
            return true;
        }
        match library::name(self.program, id) {
            Some(
                "coax_assert" | "coax_verified" | "klee_assert" | "__VERIFIER_assert"
                | "__CPROVER_assert",
            ) => {
                self.asserted(state, at, call);
                true
            }
            Some("coax_assume" | "klee_assume" | "__VERIFIER_assume" | "__CPROVER_assume") => {
                self.asserted(state, at, call);
                true
            }
            _ => false,
        }
    }

    fn asserted(&mut self, state: &mut State, at: Pc, call: &CallSite) {
        let Some(&slot) = call.flat.first() else { return };
        let value = self.value(state, slot);
        let holds = value.number.low > 0 && value.defined;
        if let Some(test) = state.test_of(slot)
            && let Some(known) = self.when(state, test, true)
        {
            *state = known;
        }
        self.judge(state, at, ErrorKind::Assertion, holds.then_some(value.deps));
        if let Some(number) =
            value.number.meet(Number::between(value.number.bits, 1, mask(value.number.bits)))
        {
            self.refine(state, slot, number, Deps::NONE);
        }
    }

    fn allocate(&mut self, state: &mut State, at: Pc, kind: Allocation, call: &CallSite) {
        let sizes: Vec<Value> = call.flat.iter().map(|&slot| self.value(state, slot)).collect();
        let positive = sizes.iter().all(|size| size.number.at_width(64).least >= 0);
        let deps = sizes.iter().fold(Deps::NONE, |all, size| self.table.union(all, size.deps));
        self.judge(state, at, ErrorKind::NegativeSize, positive.then_some(deps));
        self.judge(state, at, ErrorKind::MemoryLeak, None);
        // A product that wraps fails; a smaller object is never made.
        let bytes = sizes.iter().fold(1u64, |all, size| all.saturating_mul(size.number.low));
        let base = Base::Heap(at.0);
        state.renew(base);
        let mut made = Object { deps, ..fresh(bytes.min(i64::MAX as u64)) };
        if kind == Allocation::Zeros {
            made.write((0, made.readable.1));
        }
        state.memory.objects.insert(base, made);
        let pointer = Pointer { null: true, ..Pointer::start(base) };
        let value = Value {
            pointer: Some(pointer),
            ..Value::number(Number::between(64, 0, 1 << 47), Deps::NONE)
        };
        state.set(call.dst, value);
    }

    fn free(&mut self, state: &mut State, at: Pc, call: &CallSite) {
        let Some(&slot) = call.flat.first() else { return };
        let value = self.value(state, slot);
        let null = value.is_null().then_some(value.deps);
        let heap = value.pointer.filter(|pointer| {
            let made = state.memory.objects.get(&pointer.base);
            matches!(pointer.base, Base::Heap(_))
                && pointer.offset() == Some(0)
                && made.is_some_and(|o| o.alive)
        });
        let shown = heap.map(|pointer| {
            let object = state.memory.objects[&pointer.base].deps;
            self.table.union(value.deps, object)
        });
        let shown = null.or(shown.filter(|_| !self.is_on_stack(heap)));
        self.judge(state, at, ErrorKind::DoubleFree, shown);
        self.judge(state, at, ErrorKind::InvalidFree, shown);
        if null.is_some() {
            return;
        }
        match value.pointer {
            Some(pointer) if state.memory.is_private(pointer.base) => {
                state.memory.forget_contents(pointer.base);
                if let Some(object) = state.memory.objects.get_mut(&pointer.base) {
                    object.end();
                }
            }
            _ => {
                self.effect.frees = true;
                for base in self.addresses.held_by(slot) {
                    if let Some(object) = state.memory.objects.get_mut(&base) {
                        object.end();
                    }
                }
                state.memory.called(Effect { writes: true, frees: true }, None, &mut self.table);
                if let Some(pointer) = value.pointer {
                    state.memory.forget_contents(pointer.base);
                    if let Some(object) = state.memory.objects.get_mut(&pointer.base) {
                        object.end();
                    }
                }
            }
        }
        state.drop_broken_links();
    }

    /// An array of variable length is no memory to free.
    fn is_on_stack(&self, heap: Option<Pointer>) -> bool {
        let Some(Pointer { base: Base::Heap(at), .. }) = heap else { return false };
        !matches!(self.body.code[at as usize], coax_ir::Inst::Call { .. })
    }
}
