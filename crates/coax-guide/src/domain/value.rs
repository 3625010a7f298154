//! An abstract value of a slot, or of some bytes of memory.
//!
//! Invariants: a value that may be uninitialised is any number; a value about which nothing is known depends on
//! no assumption.

use super::number::{Number, Thresholds};
use crate::assumption::{Deps, DepsTable};

/// The object a pointer belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// A stack object of the function, by its number.
    Stack(u32),
    /// What the allocation at this instruction made last.
    Heap(u32),
    /// A global variable.
    Global(u32),
    /// What the pointer points to that this parameter slot held at entry.
    Parameter(u32),
    /// What the pointer points to that this instruction loaded, or got from a call, last.
    Loaded(u32),
    /// What the pointer points to that this instruction followed last.
    Followed(u32),
}

impl Base {
    /// Did the function make the object itself?
    pub fn is_own(self) -> bool {
        matches!(self, Base::Stack(_) | Base::Heap(_))
    }

    /// Are the two certainly different objects?
    pub fn is_apart_from(self, other: Base) -> bool {
        let is_made = |base: Base| base.is_own() || matches!(base, Base::Global(_));
        let from_outside = |base: Base| matches!(base, Base::Parameter(_));
        self != other
            && (is_made(self) && is_made(other)
                || self.is_own() && from_outside(other)
                || from_outside(self) && other.is_own())
    }
}

/// A word as the address of something and a distance from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    /// The object.
    pub base: Base,
    /// Least distance from its start (of what the original pointer pointed to) in bytes.
    pub from: i64,
    /// Greatest distance.
    pub to: i64,
    /// The address it counts from may be 0.
    pub null: bool,
}

impl Pointer {
    /// The start of an object that is there.
    pub fn start(base: Base) -> Pointer {
        Pointer { base, from: 0, to: 0, null: false }
    }

    /// The distance, if there is only one.
    pub fn offset(&self) -> Option<i64> {
        (self.from == self.to).then_some(self.from)
    }

    /// Moved by a number of bytes in a range; nothing if that is beyond all objects.
    pub fn moved(self, from: i128, to: i128) -> Option<Pointer> {
        let bound = 1i128 << 40;
        let (from, to) = (i128::from(self.from) + from, i128::from(self.to) + to);
        let is_near = from > -bound && to < bound;
        is_near.then_some(Pointer { from: from as i64, to: to as i64, ..self })
    }
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The words it may be.
    pub number: Number,
    /// Where it points, if that is known.
    pub pointer: Option<Pointer>,
    /// Every bit of it was written.
    pub defined: bool,
    /// The assumptions this is known under.
    pub deps: Deps,
}

impl Value {
    /// Nothing is known.
    pub const TOP: Value =
        Value { number: Number::top(64), pointer: None, defined: false, deps: Deps::NONE };

    /// A written value that is one of these words.
    pub fn number(number: Number, deps: Deps) -> Value {
        Value { number, pointer: None, defined: true, deps }
    }

    /// Any word of a width.
    pub fn any(bits: u8, defined: bool) -> Value {
        Value { number: Number::top(bits), defined, ..Value::TOP }
    }

    /// A pointer into an object that is there.
    pub fn pointer_to(pointer: Pointer) -> Value {
        Value {
            pointer: Some(pointer),
            ..Value::number(Number::between(64, 4096, 1 << 47), Deps::NONE)
        }
    }

    /// Is it certainly null?
    pub fn is_null(&self) -> bool {
        self.number.only() == Some(0)
    }

    /// Without assumptions that nothing follows from.
    pub fn tidied(mut self) -> Value {
        if self.number.is_top() && self.pointer.is_none() && !self.defined {
            self.deps = Deps::NONE;
        }
        self
    }

    /// What holds for both.
    pub fn join(self, other: Value, table: &mut DepsTable) -> Value {
        if self == other {
            return self;
        }
        let deps = table.union(self.deps, other.deps);
        let pointer = join_pointers(self, other);
        let number = self.number.join(other.number);
        Value { number, pointer, defined: self.defined && other.defined, deps }.tidied()
    }

    /// More than both: see [`Number::widen`].
    pub fn widen(self, next: Value, thresholds: &Thresholds, table: &mut DepsTable) -> Value {
        let joined = self.join(next, table);
        let number = self.number.widen(next.number, thresholds);
        let pointer = match (self.pointer, joined.pointer) {
            (Some(old), Some(new)) if old.base == new.base => {
                let from = if new.from < old.from { -(1 << 39) } else { new.from };
                let to = if new.to > old.to { 1 << 39 } else { new.to };
                Some(Pointer { from, to, ..new })
            }
            _ => joined.pointer,
        };
        Value { number, pointer, ..joined }.tidied()
    }
}

fn join_pointers(a: Value, b: Value) -> Option<Pointer> {
    match (a.pointer, b.pointer) {
        (Some(pointer), None) if b.is_null() => Some(or_null(pointer)),
        (None, Some(pointer)) if a.is_null() => Some(or_null(pointer)),
        (Some(p), Some(q)) if p.base == q.base => Some(Pointer {
            base: p.base,
            from: p.from.min(q.from),
            to: p.to.max(q.to),
            null: p.null || q.null,
        }),
        _ => None,
    }
}

/// The pointer, or the null pointer.
fn or_null(pointer: Pointer) -> Pointer {
    Pointer { from: pointer.from.min(0), to: pointer.to.max(0), null: true, ..pointer }
}
