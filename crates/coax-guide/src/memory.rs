//! What is known of memory: the contents of some bytes, and of some objects how far they reach, whether they
//! are alive and which of their bytes were written.
//!
//! Invariants: cells of one object do not overlap; an object that is not listed is one about which nothing is
//! known. Objects of the function's own whose address did not get out are changed by nothing but the function's
//! accesses through pointers known to point there.

use std::collections::BTreeMap;

use coax_ir::TypeId;

use crate::assumption::{Deps, DepsTable};
use crate::domain::number::Thresholds;
use crate::domain::value::{Base, Value};

/// Bytes of an object: from, and up to.
pub type Range = (i64, i64);

/// Furthest that known ranges of an object may lie apart and still be one object for certain.
const NEAR: i64 = 1 << 16;

/// What is known of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Bytes that may be read.
    pub readable: Range,
    /// Bytes that may be written.
    pub writable: Range,
    /// It has not ended.
    pub alive: bool,
    /// Others may know its address.
    pub shared: bool,
    /// Bytes that were written, in order and apart.
    pub written: Vec<Range>,
    /// What it is taken for: the type that pointers to it are declared with.
    pub ty: Option<TypeId>,
    /// The assumptions this is known under.
    pub deps: Deps,
}

impl Object {
    /// A live object of which so many bytes are there for certain.
    pub fn of_size(bytes: i64) -> Object {
        Object {
            readable: (0, bytes),
            writable: (0, bytes),
            alive: true,
            shared: false,
            written: Vec::new(),
            ty: None,
            deps: Deps::NONE,
        }
    }

    /// These bytes were written.
    pub fn write(&mut self, range: Range) {
        let (mut from, mut to) = range;
        if from >= to {
            return;
        }
        self.written.retain(|&(start, end)| {
            let touches = start <= to && from <= end;
            if touches {
                (from, to) = (from.min(start), to.max(end));
            }
            !touches
        });
        let at = self.written.partition_point(|known| known.0 < from);
        self.written.insert(at, (from, to));
    }

    /// These bytes may not have been written, or no longer.
    pub fn unwrite(&mut self, range: Range) {
        let cut = |&(start, end): &Range| [(start, end.min(range.0)), (start.max(range.1), end)];
        self.written =
            self.written.iter().flat_map(cut).filter(|piece| piece.0 < piece.1).collect();
    }

    /// Was each of these bytes written?
    pub fn is_written(&self, range: Range) -> bool {
        range.0 >= range.1
            || self.written.iter().any(|known| known.0 <= range.0 && range.1 <= known.1)
    }

    /// It may have ended: another object may be where it was.
    pub fn end(&mut self) {
        (self.readable, self.writable, self.alive) = ((0, 0), (0, 0), false);
    }

    /// An access to these bytes has succeeded.
    pub fn reached(&mut self, range: Range, write: bool) {
        self.alive = true;
        grow(&mut self.readable, range);
        if write {
            grow(&mut self.writable, range);
        }
    }

    fn join(&mut self, other: &Object, table: &mut DepsTable) {
        let both = |a: Range, b: Range| (a.0.max(b.0), a.1.min(b.1).max(a.0.max(b.0)));
        self.readable = both(self.readable, other.readable);
        self.writable = both(self.writable, other.writable);
        self.alive &= other.alive;
        self.shared |= other.shared;
        self.ty = self.ty.filter(|_| self.ty == other.ty);
        let mut written = Vec::new();
        for &a in &self.written {
            let shared = other.written.iter().map(|&b| (a.0.max(b.0), a.1.min(b.1)));
            written.extend(shared.filter(|piece| piece.0 < piece.1));
        }
        self.written = written;
        self.deps = table.union(self.deps, other.deps);
    }

    fn widen(&mut self, old: &Object) {
        let stable = |old: Range, new: Range| if old == new { new } else { (new.0, new.0) };
        self.readable = stable(old.readable, self.readable);
        self.writable = stable(old.writable, self.writable);
        if self.written.len() > 8 {
            self.written.clear();
        }
    }
}

fn grow(known: &mut Range, range: Range) {
    let hull = (known.0.min(range.0), known.1.max(range.1));
    *known = match known.0 < known.1 {
        true if hull.1 - hull.0 <= NEAR => hull,
        true => *known,
        false => range,
    };
}

/// A known value in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// How many bytes it takes.
    pub size: i64,
    /// The value.
    pub value: Value,
}

/// What is known of all memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// By object and distance from its start.
    pub cells: BTreeMap<(Base, i64), Cell>,
    /// The objects of which something is known.
    pub objects: BTreeMap<Base, Object>,
}

impl Memory {
    /// Can only this function have changed the object?
    pub fn is_private(&self, base: Base) -> bool {
        base.is_own() && self.objects.get(&base).is_some_and(|object| !object.shared)
    }

    /// Forgets the contents of some bytes of an object.
    pub fn forget_bytes(&mut self, base: Base, range: Range) {
        let overlapping: Vec<i64> = self
            .cells
            .range((base, i64::MIN)..=(base, i64::MAX))
            .filter(|((_, at), cell)| *at < range.1 && range.0 < at + cell.size)
            .map(|((_, at), _)| *at)
            .collect();
        for at in overlapping {
            self.cells.remove(&(base, at));
        }
    }

    /// Forgets the contents of an object.
    pub fn forget_contents(&mut self, base: Base) {
        self.forget_bytes(base, (i64::MIN, i64::MAX));
    }

    /// Forgets everything about an object, as if it was never seen.
    pub fn forget(&mut self, base: Base) {
        self.forget_contents(base);
        self.objects.remove(&base);
    }

    /// Contents that a store through another pointer may change become unknown. `keep` says under which
    /// assumption they do not change, if one is made.
    pub fn stored_elsewhere(
        &mut self,
        than: Option<Base>,
        keep: Option<Deps>,
        table: &mut DepsTable,
    ) {
        let Memory { cells, objects } = self;
        let private =
            |base: Base| base.is_own() && objects.get(&base).is_some_and(|object| !object.shared);
        cells.retain(|&(base, _), cell| {
            if private(base) || than.is_some_and(|than| base == than || base.is_apart_from(than)) {
                return true;
            }
            if let Some(deps) = keep {
                cell.value.deps = table.union(cell.value.deps, deps);
            }
            keep.is_some()
        });
        for object in objects.values_mut().filter(|object| object.shared) {
            match keep {
                Some(deps) => object.deps = table.union(object.deps, deps),
                None => object.written.clear(),
            }
        }
    }

    /// A call may have changed all that is shared, and freed it: `changes` and `frees` say what it may do.
    pub fn called(&mut self, effect: Effect, keep: Option<Deps>, table: &mut DepsTable) {
        if effect.writes {
            self.stored_elsewhere(None, keep, table);
        }
        if effect.frees {
            self.freed_elsewhere(keep, table);
        }
    }

    fn freed_elsewhere(&mut self, keep: Option<Deps>, table: &mut DepsTable) {
        let endable = |base: &Base| !matches!(base, Base::Stack(_) | Base::Global(_));
        for (base, object) in &mut self.objects {
            if !endable(base) || (base.is_own() && !object.shared) {
                continue;
            }
            match keep {
                Some(deps) => object.deps = table.union(object.deps, deps),
                None => object.end(),
            }
        }
    }

    /// Arrays of variable length have ended, perhaps all of them.
    pub fn end_unknown_stack(&mut self) {
        let ended = self.objects.iter_mut().filter(|(base, _)| matches!(base, Base::Heap(_)));
        ended.for_each(|(_, object)| object.alive = false);
    }

    /// What holds in both.
    pub fn join(&mut self, other: &Memory, table: &mut DepsTable) {
        self.cells.retain(|key, cell| match other.cells.get(key) {
            Some(theirs) if theirs.size == cell.size => {
                cell.value = cell.value.join(theirs.value, table);
                true
            }
            _ => false,
        });
        self.objects.retain(|base, _| base.is_own() || other.objects.contains_key(base));
        for (base, object) in &other.objects {
            match self.objects.get_mut(base) {
                Some(mine) => mine.join(object, table),
                // Made on the other way only: nothing here points to it.
                None if base.is_own() => drop(self.objects.insert(*base, object.clone())),
                None => {}
            }
        }
    }

    /// After a join with what `old` became: bounds that moved are given up.
    pub fn widen(&mut self, old: &Memory, thresholds: &Thresholds, table: &mut DepsTable) {
        for (key, cell) in &mut self.cells {
            if let Some(before) = old.cells.get(key) {
                cell.value = before.value.widen(cell.value, thresholds, table);
            }
        }
        for (base, object) in &mut self.objects {
            if let Some(before) = old.objects.get(base) {
                object.widen(before);
            }
        }
    }
}

/// What a call may do to memory that others know of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// It may write.
    pub writes: bool,
    /// It may end objects.
    pub frees: bool,
}

impl Effect {
    /// All that a function may do.
    pub const ANYTHING: Effect = Effect { writes: true, frees: true };

    /// What either may do.
    pub fn join(self, other: Effect) -> Effect {
        Effect { writes: self.writes || other.writes, frees: self.frees || other.frees }
    }
}
