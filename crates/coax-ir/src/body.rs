//! A function's lowered body and its side tables.

use std::sync::{Arc, OnceLock};

use crate::{GlobalId, Inst, Kind, Liveness, Pc, Slot, TypeId};

/// The code of one function.
///
/// A frame has `slots` words: first the constants (copied from `constants` on
/// entry), then the parameters (flattened, in order), then variables and
/// temporaries. Code starts at position 0.
#[derive(Debug, Default)]
pub struct Body {
    /// The instructions; control flow refers to positions in it.
    pub code: Vec<Inst>,
    /// For each instruction, its place: an index into `places`.
    pub place_of: Vec<u32>,
    /// Source places; entry 0 is "no place known".
    pub places: Vec<Place>,
    /// Words in a frame.
    pub slots: u32,
    /// The first slots' values on entry.
    pub constants: Box<[u64]>,
    /// How many slots the parameters take, after the constants.
    pub param_slots: u32,
    /// Calls, by [`Inst::Call`]'s `site`.
    pub calls: Vec<CallSite>,
    /// Jump tables, by [`Inst::Switch`]'s `table`.
    pub switches: Vec<Switch>,
    /// Operand lists of [`Inst::RetMany`].
    pub operands: Vec<Slot>,
    /// Landing pads, by [`Unwind::pad`].
    pub pads: Vec<Pad>,
    /// Where each LLVM block starts, by block number: what label addresses refer to.
    pub blocks: Vec<Pc>,
    /// Objects this function keeps on its stack, by [`Inst::Alloca`]'s `object`.
    pub stack_objects: Vec<StackObject>,
    /// Texts of [`Inst::Unsupported`].
    pub strings: Vec<Box<str>>,
    /// The sizes of elements that pointers are moved by: what is walked as an array.
    pub strides: Box<[u64]>,
    /// Which slot holds where the value that is returned was written, as a position of the code: an
    /// instruction that moves to this slot.
    pub returned_from: Option<Slot>,
    /// It compares two pointers, neither of them null.
    pub compares_pointers: bool,
    /// For each parameter: it is a pointer that is followed, and only where it points.
    pub lone: Box<[bool]>,
    /// The source variables and where they live.
    pub variables: Vec<BodyVariable>,
    /// Which slots are read later; computed on demand.
    pub liveness: OnceLock<Box<Liveness>>,
}

impl Body {
    /// First parameter slot.
    pub fn first_param(&self) -> Slot {
        Slot(self.constants.len() as u32)
    }

    /// Source place of an instruction, if the debug information has one.
    pub fn place(&self, pc: Pc) -> Option<&Place> {
        let index = *self.place_of.get(pc.index())?;
        if index == 0 { None } else { self.places.get(index as usize) }
    }
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file as clang names it (its directory prefixed when the name is relative to another one).
    pub file: Arc<str>,
    /// Line, from 1; 0 if compiler generated.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
    /// The function this place belongs to, if it was inlined into another.
    pub inlined_function: Option<Arc<str>>,
    /// Index of the place it was inlined at, in the same table.
    pub inlined_at: Option<u32>,
}

/// Who is called.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Callee {
    /// This function.
    Direct(crate::FuncId),
    /// The function whose address the slot holds.
    Indirect(Slot),
}

/// One argument of a call, as the call site passes it.
#[derive(Clone, Debug)]
pub struct Arg {
    /// Its scalar leaves (one, except for first-class aggregates and vectors), in order.
    pub kinds: Box<[Kind]>,
    /// Its first slot; the leaves follow each other.
    pub slot: Slot,
    /// An uninitialised value here is an error.
    pub noundef: bool,
    /// Passed as a copy in memory: (size, alignment). The callee gets the copy's address.
    pub byval: Option<(u64, u64)>,
}

/// A call or invoke.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// Who is called.
    pub callee: Callee,
    /// The arguments.
    pub args: Box<[Arg]>,
    /// All argument slots, flattened: what is copied into the callee's parameter slots.
    pub flat: Box<[Slot]>,
    /// Any argument with `byval`?
    pub has_byval: bool,
    /// The scalar leaves of the result.
    pub ret: Box<[Kind]>,
    /// Where the result goes: consecutive slots. Meaningless if `ret` is empty.
    pub dst: Slot,
    /// Where to continue.
    pub next: Pc,
    /// Where an exception goes, for an invoke.
    pub unwind: Option<Unwind>,
    /// The call's own function type is variadic.
    pub variadic: bool,
    /// How many arguments are named in the call's function type; the rest are variadic.
    pub fixed: u32,
}

/// Where an exception lands.
#[derive(Clone, Copy, Debug)]
pub struct Unwind {
    /// Index into [`Body::pads`]: what it catches.
    pub pad: u32,
    /// Code to continue at; it leads to the pad's [`Inst::LandingPad`].
    pub to: Pc,
}

/// What a landing pad is for.
#[derive(Clone, Debug, Default)]
pub struct Pad {
    /// Clauses in order.
    pub clauses: Vec<Clause>,
    /// Entered even if no clause matches.
    pub cleanup: bool,
}

/// One clause of a landing pad. Types are named by their type_info global; its
/// selector (what [`Inst::LandingPad`] delivers and `llvm.eh.typeid.for` gives) is
/// the global's id plus 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// `catch (T)`.
    Catch(GlobalId),
    /// `catch (...)`.
    CatchAll,
    /// An exception specification: entered if the exception is none of these.
    Filter(Vec<GlobalId>),
}

/// A jump table. Cases are sorted by value.
#[derive(Clone, Debug)]
pub struct Switch {
    /// Width of the value.
    pub bits: u8,
    /// (value, where to go), sorted by value.
    pub cases: Box<[(u64, Pc)]>,
    /// Where every other value goes.
    pub default: Pc,
    /// When the cases are dense: `dense[value - first]`, with gaps filled by the default.
    pub dense: Option<(u64, Box<[Pc]>)>,
}

impl Switch {
    /// Where `value` goes.
    #[inline]
    pub fn target(&self, value: u64) -> Pc {
        if let Some((first, table)) = &self.dense {
            return table.get(value.wrapping_sub(*first) as usize).copied().unwrap_or(self.default);
        }
        match self.cases.binary_search_by_key(&value, |case| case.0) {
            Ok(i) => self.cases[i].1,
            Err(_) => self.default,
        }
    }

    /// Where its cases lead, by value, then where every other value goes.
    pub fn targets(&self) -> impl Iterator<Item = Pc> {
        self.cases.iter().map(|case| case.1).chain([self.default])
    }

    /// Sorts the cases and makes the dense table where it pays.
    pub fn new(bits: u8, mut cases: Vec<(u64, Pc)>, default: Pc) -> Switch {
        cases.sort_by_key(|case| case.0);
        let dense = match (cases.first(), cases.last()) {
            (Some(&(first, _)), Some(&(last, _))) if last - first < 4 * cases.len() as u64 + 8 => {
                let mut table = vec![default; (last - first + 1) as usize];
                for &(value, to) in &cases {
                    table[(value - first) as usize] = to;
                }
                Some((first, table.into_boxed_slice()))
            }
            _ => None,
        };
        Switch { bits, cases: cases.into_boxed_slice(), default, dense }
    }
}

/// An object on the stack.
#[derive(Clone, Debug)]
pub struct StackObject {
    /// Size in bytes (of one element, for a dynamic one).
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// The variable's name.
    pub name: Option<Arc<str>>,
    /// The variable's type.
    pub ty: Option<TypeId>,
    /// Where it is declared (index into [`Body::places`], 0 if unknown).
    pub place: u32,
}

/// A source variable of a function.
#[derive(Clone, Debug)]
pub struct BodyVariable {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Option<TypeId>,
    /// Number of the parameter (from 1) if it is one.
    pub parameter: Option<u32>,
    /// Where its value is.
    pub home: Home,
    /// Where it is declared (index into [`Body::places`], 0 if unknown).
    pub place: u32,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Home {
    /// In this slot (and the following ones, for wide values).
    Slot(Slot),
    /// In memory; the slot holds the address.
    Memory(Slot),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dense_and_sparse_switches_agree() {
        let dense = Switch::new(32, vec![(7, Pc(1)), (5, Pc(2)), (9, Pc(3))], Pc(0));
        assert!(dense.dense.is_some());
        let sparse = Switch::new(64, vec![(7, Pc(1)), (1 << 40, Pc(2)), (u64::MAX, Pc(3))], Pc(0));
        assert!(sparse.dense.is_none());
        let at = |s: &Switch, v: u64| s.target(v).0;
        assert_eq!(
            [at(&dense, 4), at(&dense, 5), at(&dense, 6), at(&dense, 9), at(&dense, 10)],
            [0, 2, 0, 3, 0]
        );
        assert_eq!(
            [at(&sparse, 7), at(&sparse, 1 << 40), at(&sparse, u64::MAX), at(&sparse, 8)],
            [1, 2, 3, 0]
        );
    }
}
