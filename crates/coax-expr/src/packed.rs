//! Nodes as the pool stores them: sixteen bytes each.

use crate::hash::mix;
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

    /// The number of the list that it has besides: limbs of a wide constant, or operands.
    pub(crate) fn list(&self) -> u32 {
        self.rest as u32
    }

    /// A hash of all of it.
    pub(crate) fn hash(&self) -> u64 {
        // Two kinds that collide here are told apart by the comparison that follows.
        let kind = match self.kind {
            Kind::Binary(op) => 32 + op as u64,
            Kind::Compare(op) => 64 + op as u64,
            Kind::Overflow(op) => 72 + op as u64,
            Kind::Float(op) => 80 + op as u64,
            Kind::FloatUnary(op) => 88 + op as u64,
            Kind::FloatCompare(op) => 96 + op as u64,
            Kind::Constant => 0,
            Kind::Var => 1,
            Kind::Not => 2,
            Kind::Neg => 3,
            Kind::Concat => 4,
            Kind::Extract => 5,
            Kind::ZeroExtend => 6,
            Kind::SignExtend => 7,
            Kind::Ite => 8,
            Kind::Fma => 9,
            Kind::FloatToFloat => 10,
            Kind::IntToFloat { signed } => 11 + u64::from(signed),
            Kind::FloatToInt { signed } => 13 + u64::from(signed),
            Kind::Lookup => 15,
            Kind::Apply => 16,
        };
        mix([u64::from(self.first) | kind << 32 | u64::from(self.width) << 48, self.rest])
    }
}
