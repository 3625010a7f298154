//! Nodes as the pool stores them: sixteen bytes each.

use crate::term::{BinaryOp, CompareOp, FloatCompare, FloatOp, FloatUnary, OverflowOp, Term};

/// What kind of node, with the operator. Formats follow from widths and are not repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Constant,
    Var,
    Not,
    Neg,
    Binary(BinaryOp),
    Compare(CompareOp),
    Overflow(OverflowOp),
    Concat,
    Extract,
    ZeroExtend,
    SignExtend,
    Ite,
    Float(FloatOp),
    FloatUnary(FloatUnary),
    Fma,
    FloatCompare(FloatCompare),
    FloatToFloat,
    IntToFloat { signed: bool },
    FloatToInt { signed: bool },
    Lookup,
    Apply,
}

/// A stored node. What `first` and `rest` mean depends on the kind: operands' ids, mostly.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Packed {
    pub(crate) kind: Kind,
    pub(crate) width: u16,
    pub(crate) first: u32,
    pub(crate) rest: u64,
}

const _: () = assert!(size_of::<Packed>() == 16);

impl Packed {
    pub(crate) fn new(kind: Kind, width: u32, first: u32, rest: u64) -> Packed {
        Packed { kind, width: width as u16, first, rest }
    }

    pub(crate) fn one(kind: Kind, width: u32, a: Term) -> Packed {
        Packed::new(kind, width, a.raw(), 0)
    }

    pub(crate) fn two(kind: Kind, width: u32, a: Term, b: Term) -> Packed {
        Packed::new(kind, width, a.raw(), b.raw().into())
    }

    pub(crate) fn three(kind: Kind, width: u32, [a, b, c]: [Term; 3]) -> Packed {
        Packed::new(kind, width, a.raw(), u64::from(b.raw()) | u64::from(c.raw()) << 32)
    }

    pub(crate) fn extract(of: Term, high: u32, low: u32) -> Packed {
        Packed::new(Kind::Extract, high - low + 1, of.raw(), low.into())
    }

    pub(crate) fn a(&self) -> Term {
        Term::from_raw(self.first)
    }

    pub(crate) fn b(&self) -> Term {
        Term::from_raw(self.rest as u32)
    }

    pub(crate) fn c(&self) -> Term {
        Term::from_raw((self.rest >> 32) as u32)
    }
}
