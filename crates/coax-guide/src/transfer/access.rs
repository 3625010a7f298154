//! Loads, stores, copies, and objects on the stack.

use coax_ir::{GlobalId, Pc, Slot};
use coax_kinds::ErrorKind;

use super::{Transfer, fresh};
use crate::assumption::{Deps, Predicate};
use crate::domain::number::Number;
use crate::domain::value::{Base, Pointer, Value};
use crate::extents::{self, Extent};
use crate::memory::{Cell, Object, Range};
use crate::state::{Link, State};

/// More cells than this are not kept.
const MOST_CELLS: usize = 400;

/// Accesses below this address are through a null pointer.
const NULL_ZONE: i64 = 4096;

/// Where an access goes: an object, a range of distances from its start, and what that is known under.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub pointer: Pointer,
    pub deps: Deps,
}

impl Target {
    /// The bytes an access of this length may touch.
    fn span(&self, len: i64) -> Range {
        (self.pointer.from, self.pointer.to.saturating_add(len))
    }
}

/// What is known of how far an object reaches.
struct Reach {
    range: Range,
    alive: bool,
    deps: Deps,
}

impl Transfer<'_> {
    /// An access of a number of bytes (the least and the most it may be): its checks, what follows from having
    /// passed them, and where it goes.
    pub(super) fn access(
        &mut self,
        state: &mut State,
        at: Pc,
        addr: Slot,
        offset: i32,
        len: Range,
        write: bool,
    ) -> Option<Target> {
        let value = self.named(state, at, addr);
        self.judge_defined(state, at, &[value]);
        let pointer = value.pointer.and_then(|p| p.moved(offset.into(), offset.into()));
        let Some(pointer) = pointer else {
            let is_high = value.number.low >= 4096 && value.number.high <= 1 << 62 && offset >= 0;
            self.judge(state, at, ErrorKind::NullDereference, is_high.then_some(value.deps));
            self.judge(state, at, ErrorKind::OutOfBounds, None);
            self.judge(state, at, ErrorKind::UseAfterFree, None);
            self.learn_not_null(state, addr, offset, len);
            return None;
        };
        self.judge_access(state, at, value, pointer, len, write);
        self.learn_not_null(state, addr, offset, len);
        if len.0 > 0 {
            self.learn_reach(state, value.deps, pointer, len.0, write);
        }
        Some(Target { pointer, deps: value.deps })
    }

    /// A pointer that is followed; where nothing is known of it, its object gets a name here.
    fn named(&mut self, state: &mut State, at: Pc, addr: Slot) -> Value {
        let value = self.value(state, addr);
        if value.pointer.is_some() || addr.index() < self.body.constants.len() {
            return value;
        }
        // It may be one of the function's own objects, which are never reached by another name.
        if self.addresses.held_by(addr).next().is_some() {
            return value;
        }
        let base = Base::Followed(at.0);
        state.renew(base);
        let null = value.number.low == 0;
        state.learn(
            addr,
            Value { pointer: Some(Pointer { null, ..Pointer::start(base) }), ..value },
        );
        let of = match state.link_of(addr) {
            Some(Link::Same(of)) => of,
            _ => addr,
        };
        let target = self.declared.get(&of).copied();
        self.assume_object(state, at, base, target);
        state.get(addr)
    }

    fn judge_access(
        &mut self,
        state: &State,
        at: Pc,
        value: Value,
        pointer: Pointer,
        len: Range,
        write: bool,
    ) {
        let extent = self.extent(state, pointer.base, write);
        let deps = self.table.union(value.deps, extent.deps);
        // A pointer that may be null may be so although the object is there.
        let is_named = matches!(pointer.base, Base::Global(_))
            || state.memory.objects.contains_key(&pointer.base);
        let not_null = is_named && !pointer.null;
        self.judge(state, at, ErrorKind::NullDereference, not_null.then_some(deps));
        let inside = pointer.from >= extent.range.0
            && i128::from(pointer.to) + i128::from(len.1) <= i128::from(extent.range.1);
        // Far from a null pointer is no null pointer any more.
        let end = i128::from(pointer.to) + i128::from(len.1);
        let is_near = !pointer.null || pointer.from >= 0 && end <= NULL_ZONE.into();
        self.judge(state, at, ErrorKind::OutOfBounds, (inside && is_near).then_some(deps));
        self.judge(state, at, ErrorKind::UseAfterFree, extent.alive.then_some(deps));
    }

    fn extent(&self, state: &State, base: Base, write: bool) -> Reach {
        if let Base::Global(id) = base {
            let parts = &self.program.global(GlobalId(id)).parts;
            let size = if write && parts.constant { 0 } else { parts.size };
            let range = (0, i64::try_from(size).unwrap_or(0));
            return Reach { range, alive: true, deps: Deps::NONE };
        }
        match state.memory.objects.get(&base) {
            Some(object) => Reach {
                range: if write { object.writable } else { object.readable },
                alive: object.alive,
                deps: object.deps,
            },
            None => Reach { range: (0, 0), alive: false, deps: Deps::NONE },
        }
    }

    /// An access of at least one byte that went on did not go through a null pointer.
    fn learn_not_null(&mut self, state: &mut State, addr: Slot, offset: i32, len: Range) {
        if addr.index() < self.body.constants.len() || len.0 < 1 || !(0..4096).contains(&offset) {
            return;
        }
        let value = state.get(addr);
        if let Some(number) = value.number.meet(Number::between(64, 1, u64::MAX)) {
            self.refine(state, addr, number, Deps::NONE);
        }
        let mut value = state.get(addr);
        if let Some(pointer) = &mut value.pointer
            && pointer.offset().is_some_and(|from| (0..4096).contains(&(from + i64::from(offset))))
        {
            pointer.null = false;
            state.learn(addr, value);
        }
    }

    /// An access that went on found its bytes there.
    fn learn_reach(
        &mut self,
        state: &mut State,
        deps: Deps,
        pointer: Pointer,
        len: i64,
        write: bool,
    ) {
        if matches!(pointer.base, Base::Global(_) | Base::Stack(_)) {
            return;
        }
        let found = state.memory.objects.entry(pointer.base);
        let object = found.or_insert_with(|| Object::of_size(0));
        match pointer.offset() {
            Some(from) => object.reached((from, from + len), write),
            None => object.alive = true,
        }
        object.deps = self.table.union(object.deps, deps);
    }

    pub(super) fn load(
        &mut self,
        state: &mut State,
        at: Pc,
        dst: Slot,
        addr: Slot,
        offset: i32,
        bits: u8,
    ) {
        let len = i64::from(bits.div_ceil(8));
        let target = self.access(state, at, addr, offset, (len, len), false);
        if bits > 64 {
            let defined = self.is_written(state, at, target, len);
            for i in 0..2 {
                let value = Value {
                    defined: defined.is_some(),
                    deps: defined.unwrap_or(Deps::NONE),
                    ..Value::any(64, false)
                };
                state.set(dst.plus(i), value);
            }
            return;
        }
        let place = target.and_then(|target| Some((target.pointer.base, target.pointer.offset()?)));
        let mut value = self.loaded(state, at, target, bits, len);
        if bits == 64 && self.addresses.is_followed(dst) && value.pointer.is_none() {
            let target = place.and_then(|place| self.declared_target(state, place));
            value.pointer = Some(self.pointer_from(state, at, target));
        }
        state.set(dst, value);
        let Some((base, from)) = place else { return };
        if value.pointer.is_some_and(|pointer| pointer.base == Base::Loaded(at.0))
            && base == Base::Loaded(at.0)
        {
            return;
        }
        if state.memory.cells.contains_key(&(base, from)) || state.memory.cells.len() < MOST_CELLS {
            state.memory.forget_bytes(base, (from, from + len));
            state.drop_broken_links();
            state.memory.cells.insert((base, from), Cell { size: len, value });
            state.link(dst, Link::Cell(base, from));
        }
    }

    /// A pointer whose object this instruction is the first to name; what it points to by its declaration.
    pub(super) fn pointer_from(
        &mut self,
        state: &mut State,
        at: Pc,
        target: Option<Extent>,
    ) -> Pointer {
        let base = Base::Loaded(at.0);
        state.renew(base);
        self.assume_object(state, at, base, target);
        Pointer { null: true, ..Pointer::start(base) }
    }

    /// Assumes that the pointer an instruction got is null or points to an object; to one as it is declared.
    fn assume_object(&mut self, state: &mut State, at: Pc, base: Base, target: Option<Extent>) {
        let predicate = match target {
            Some(Extent { bytes, writable, .. }) => Predicate::PointsTo { bytes, writable },
            None => Predicate::NullOrObject,
        };
        if let Some(deps) = self.assume(predicate, at) {
            let bytes = target.map_or(0, |target| i64::from(target.bytes));
            let ty = target.map(|target| target.ty);
            let mut object = Object { deps, ty, ..Object::of_size(bytes) };
            if target.is_some_and(|target| !target.writable) {
                object.writable = (0, 0);
            }
            state.memory.objects.insert(base, object);
        }
    }

    /// What the pointer at a place points to, as the type of the object around it declares it.
    fn declared_target(&self, state: &State, place: (Base, i64)) -> Option<Extent> {
        let (base, from) = place;
        let ty = match base {
            Base::Global(id) => self.program.global_type(GlobalId(id))?,
            _ => state.memory.objects.get(&base)?.ty?,
        };
        extents::member(self.program, ty, u64::try_from(from).ok()?)
    }

    /// The value of some bytes.
    fn loaded(
        &mut self,
        state: &State,
        at: Pc,
        target: Option<Target>,
        bits: u8,
        len: i64,
    ) -> Value {
        let place = target.and_then(|target| Some((target.pointer.base, target.pointer.offset()?)));
        if let Some(place) = place {
            let cell = state.memory.cells.get(&place).filter(|cell| cell.size == len);
            if let Some(cell) = cell {
                let mut value = cell.value;
                if !bits.is_multiple_of(8) {
                    value = self.truncated(value, bits);
                }
                value.deps = self.table.union(value.deps, target.map_or(Deps::NONE, |t| t.deps));
                if !value.defined
                    && !state.memory.is_private(place.0)
                    && let Some(deps) = self.assume(Predicate::Initialised, at)
                {
                    (value.defined, value.deps) = (true, self.table.union(value.deps, deps));
                }
                return value;
            }
            if let Some(word) = self.initial_word(place, len) {
                return self.constant(word & crate::domain::number::mask(bits));
            }
        }
        match self.is_written(state, at, target, len) {
            Some(deps) => Value { deps, ..Value::any(bits, true) },
            None => Value::any(bits, false),
        }
    }

    /// The initial contents of a variable that cannot change.
    fn initial_word(&self, place: (Base, i64), len: i64) -> Option<u64> {
        let (Base::Global(id), from) = place else { return None };
        let global = self.program.global(GlobalId(id));
        if !global.parts.constant || !global.parts.defined {
            return None;
        }
        let bytes = self.program.initial(GlobalId(id)).ok()?;
        let from = usize::try_from(from).ok()?;
        let piece = bytes.get(from..from + len as usize)?;
        let mut word = [0; 8];
        word.get_mut(..piece.len())?.copy_from_slice(piece);
        Some(u64::from_le_bytes(word))
    }

    /// Were the bytes of a target written, and under which assumptions?
    fn is_written(
        &mut self,
        state: &State,
        at: Pc,
        target: Option<Target>,
        len: i64,
    ) -> Option<Deps> {
        if let Some(target) = target {
            let object = state.memory.objects.get(&target.pointer.base);
            if let Some(object) = object.filter(|object| object.is_written(target.span(len))) {
                return Some(self.table.union(object.deps, target.deps));
            }
            if let Base::Global(id) = target.pointer.base
                && self.program.global(GlobalId(id)).parts.constant
            {
                return Some(target.deps);
            }
            if state.memory.is_private(target.pointer.base) {
                return None;
            }
        }
        self.assume(Predicate::Initialised, at)
    }

    pub(super) fn store(
        &mut self,
        state: &mut State,
        at: Pc,
        src: Slot,
        addr: Slot,
        offset: i32,
        bits: u8,
    ) {
        let len = i64::from(bits.div_ceil(8));
        let mut value = self.value(state, src);
        let target = self.access(state, at, addr, offset, (len, len), true);
        if bits > 64 {
            value = Value {
                defined: value.defined && self.value(state, src.plus(1)).defined,
                ..Value::any(64, false)
            };
        } else if bits < 64 {
            value = self.truncated(value, bits);
        }
        self.overwrite(state, at, addr, target, (len, len), value.defined);
        let place = target.and_then(|target| Some((target, target.pointer.offset()?)));
        if let Some((target, from)) =
            place.filter(|_| bits <= 64 && state.memory.cells.len() < MOST_CELLS)
        {
            value.deps = self.table.union(value.deps, target.deps);
            state.memory.cells.insert((target.pointer.base, from), Cell { size: len, value });
            let whole = value.number == self.value(state, src).number;
            if whole && src.index() >= self.body.constants.len() && state.link_of(src).is_none() {
                state.link(src, Link::Cell(target.pointer.base, from));
            }
        }
    }

    /// Bytes are written: what was known of them is not any more.
    pub(super) fn overwrite(
        &mut self,
        state: &mut State,
        at: Pc,
        addr: Slot,
        target: Option<Target>,
        len: Range,
        defined: bool,
    ) {
        let base = target.map(|target| target.pointer.base);
        let is_private = base.is_some_and(|base| state.memory.is_private(base));
        if let Some(target) = target {
            let span = target.span(len.1);
            state.memory.forget_bytes(target.pointer.base, span);
            if let Some(object) = state.memory.objects.get_mut(&target.pointer.base) {
                match (defined, target.pointer.offset()) {
                    (true, Some(from)) if target.deps.is_none() => {
                        object.write((from, from + len.0))
                    }
                    (true, _) => {}
                    (false, _) => object.unwrite(span),
                }
            }
        }
        if target.is_none() {
            self.forget_held(state, addr);
        }
        if !is_private {
            self.effect.writes |= !base.is_some_and(Base::is_own);
            let keep = self.assume(Predicate::NoAlias, at);
            state.memory.stored_elsewhere(base, keep, &mut self.table);
        }
        state.drop_broken_links();
    }

    /// A pointer into one of several objects of the function's own is written through.
    pub(super) fn forget_held(&mut self, state: &mut State, addr: Slot) {
        for base in self.addresses.held_by(addr) {
            state.memory.forget_contents(base);
            if let Some(object) = state.memory.objects.get_mut(&base) {
                object.written.clear();
            }
        }
    }

    pub(super) fn mem_copy(&mut self, state: &mut State, at: Pc, dst: Slot, src: Slot, len: Slot) {
        let range = self.length(state, at, len);
        if range.1 == 0 {
            return self.nothing_copied(state, at, &[dst, src, len]);
        }
        let to = self.access(state, at, dst, 0, range, true);
        let from = self.access(state, at, src, 0, range, false);
        let defined = range.0 == range.1 && self.is_copy_written(state, from, range.0);
        self.overwrite(state, at, dst, to, range, defined);
    }

    fn is_copy_written(&self, state: &State, from: Option<Target>, len: i64) -> bool {
        from.is_some_and(|from| match from.pointer.base {
            Base::Global(id) => self.program.global(GlobalId(id)).parts.constant,
            base => state.memory.objects.get(&base).is_some_and(|object| {
                object.deps.is_none() && from.deps.is_none() && object.is_written(from.span(len))
            }),
        })
    }

    pub(super) fn mem_set(&mut self, state: &mut State, at: Pc, dst: Slot, byte: Slot, len: Slot) {
        let range = self.length(state, at, len);
        if range.1 == 0 {
            return self.nothing_copied(state, at, &[dst, len]);
        }
        let byte = self.value(state, byte);
        let to = self.access(state, at, dst, 0, range, true);
        let is_exact = range.0 == range.1 && byte.defined;
        self.overwrite(state, at, dst, to, range, is_exact);
    }

    /// No byte is touched.
    fn nothing_copied(&mut self, state: &State, at: Pc, slots: &[Slot]) {
        let values: Vec<Value> = slots.iter().map(|&slot| self.value(state, slot)).collect();
        self.judge_defined(state, at, &values);
        let deps = values.iter().fold(Deps::NONE, |all, value| self.table.union(all, value.deps));
        for kind in [ErrorKind::NullDereference, ErrorKind::OutOfBounds, ErrorKind::UseAfterFree] {
            self.judge(state, at, kind, Some(deps));
        }
    }

    /// How many bytes: the least and the most.
    fn length(&mut self, state: &State, at: Pc, len: Slot) -> Range {
        let value = self.value(state, len);
        let number = value.number.at_width(64);
        self.judge_defined(state, at, &[value]);
        let positive = number.least >= 0;
        self.judge(state, at, ErrorKind::NegativeSize, positive.then_some(value.deps));
        if !value.deps.is_none() || !value.defined {
            // The bounds of the access would hang on assumptions of the length.
            return (0, i64::MAX);
        }
        (number.least.max(0), if positive { number.most } else { i64::MAX })
    }

    pub(super) fn alloca(&mut self, state: &mut State, dst: Slot, object: u32) {
        let base = Base::Stack(object);
        state.renew(base);
        let size = self.body.stack_objects[object as usize].size;
        let ty = self.body.stack_objects[object as usize].ty;
        state.memory.objects.insert(base, Object { ty, ..fresh(size) });
        state.set(dst, Value::pointer_to(Pointer::start(base)));
    }

    pub(super) fn dynamic_alloca(
        &mut self,
        state: &mut State,
        at: Pc,
        dst: Slot,
        object: u32,
        count: Slot,
    ) {
        let value = self.value(state, count);
        self.judge_defined(state, at, &[value]);
        let number = value.number.at_width(64);
        let is_positive = number.least >= 0;
        self.judge(state, at, ErrorKind::NegativeSize, is_positive.then_some(value.deps));
        self.judge(state, at, ErrorKind::StackOverflow, None);
        let element = self.body.stack_objects[object as usize].size;
        let bytes = if is_positive { number.low.saturating_mul(element) } else { 0 };
        let base = Base::Heap(at.0);
        state.renew(base);
        let made = Object { deps: value.deps, ..fresh(bytes) };
        state.memory.objects.insert(base, made);
        state.set(dst, Value::pointer_to(Pointer::start(base)));
    }

    /// A stack object's scope begins or ends.
    pub(super) fn lifetime(&mut self, state: &mut State, addr: Slot, begins: bool) {
        let pointer = self.value(state, addr).pointer.filter(|pointer| pointer.offset() == Some(0));
        let bases: Vec<Base> = match pointer {
            Some(pointer) => vec![pointer.base],
            None => state.memory.objects.keys().copied().filter(|base| base.is_own()).collect(),
        };
        for base in bases {
            state.memory.forget_contents(base);
            if let Some(object) = state.memory.objects.get_mut(&base) {
                object.written.clear();
                object.alive = begins && pointer.is_some();
            }
        }
        state.drop_broken_links();
    }
}
