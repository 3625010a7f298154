//! Ids, operators and the view of a term that translators and printers match on.
//!
//! A term is a bit-vector of 1 to 512 bits. There is no other sort: a boolean has width 1, a float
//! is its IEEE bit pattern. Ids mean something only in the [`Pool`](crate::Pool) that made them.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

/// A term: an id in its pool. Operands have smaller ids than the terms made of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(NonZeroU32);

impl Term {
    pub(crate) fn from_index(index: usize) -> Term {
        let id = u32::try_from(index + 1).expect("fewer than 2^32 terms");
        Term(NonZeroU32::new(id).expect("not zero, one was added"))
    }

    pub(crate) fn from_raw(raw: u32) -> Term {
        Term(NonZeroU32::new(raw).expect("a stored operand is an id"))
    }

    pub(crate) fn raw(self) -> u32 {
        self.0.get()
    }

    /// The position of the term in its pool, counted from 0.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// An input variable of 1 to 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Var(pub u32);

/// A function that terms can only apply: `sin`, a native function, or another that cannot be written as a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Function(pub u32);

/// The float formats that terms know. Wider ones never become terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum FloatFormat {
    /// 16 bits.
    Half,
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

impl FloatFormat {
    /// All formats, narrow to wide.
    pub const ALL: [FloatFormat; 3] = [FloatFormat::Half, FloatFormat::Single, FloatFormat::Double];

    /// Width of the bit pattern.
    pub const fn width(self) -> u32 {
        match self {
            FloatFormat::Half => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
        }
    }

    /// Width of the exponent field.
    pub const fn exponent_bits(self) -> u32 {
        match self {
            FloatFormat::Half => 5,
            FloatFormat::Single => 8,
            FloatFormat::Double => 11,
        }
    }

    /// Precision: bits of the significand with the hidden one (SMT-LIB's second number).
    pub const fn significand_bits(self) -> u32 {
        self.width() - self.exponent_bits()
    }

    /// The NaN x86-64 makes when no operand brought one along: quiet and negative.
    pub const fn made_nan(self) -> u64 {
        let ones = u64::MAX >> (64 - self.width());
        ones & !((1 << (self.significand_bits() - 2)) - 1)
    }

    /// The format of a width.
    pub(crate) fn of_width(width: u32) -> FloatFormat {
        match width {
            16 => FloatFormat::Half,
            32 => FloatFormat::Single,
            64 => FloatFormat::Double,
            _ => panic!("no float has {width} bits"),
        }
    }
}

/// Float arithmetic, rounded to nearest even.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum FloatOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// C's `fmod`: the result has the sign of the first operand.
    Rem,
}

/// Float functions of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum FloatUnary {
    /// Square root.
    Sqrt,
    /// Towards minus infinity.
    Floor,
    /// Towards plus infinity.
    Ceil,
    /// Towards zero.
    Trunc,
    /// To nearest, halves to even.
    Rint,
    /// To nearest, halves away from zero.
    Round,
}

/// Float relations. All but `Unordered` are false if an operand is a NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum FloatCompare {
    /// Equal; the zeros are equal.
    Eq,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// An operand is a NaN.
    Unordered,
}

/// Operators on two bit-vectors of one width, with a result of that width. Meaning as in SMT-LIB.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    /// Unsigned quotient; all ones for a divisor of 0.
    Udiv,
    /// Unsigned remainder; the dividend for a divisor of 0.
    Urem,
    /// Quotient towards zero; for a divisor of 0, 1 if the dividend is negative, else -1.
    Sdiv,
    /// Remainder with the dividend's sign; the dividend for a divisor of 0.
    Srem,
    /// Left shift; 0 for amounts from the width on.
    Shl,
    /// Right shift filling with 0; 0 for amounts from the width on.
    Lshr,
    /// Right shift filling with the sign; all sign for amounts from the width on.
    Ashr,
}

impl BinaryOp {
    /// All operators.
    pub const ALL: [BinaryOp; 13] = [
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Udiv,
        BinaryOp::Urem,
        BinaryOp::Sdiv,
        BinaryOp::Srem,
        BinaryOp::Shl,
        BinaryOp::Lshr,
        BinaryOp::Ashr,
    ];

    /// May the operands be exchanged?
    pub fn commutes(self) -> bool {
        matches!(self, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Add | BinaryOp::Mul)
    }
}

/// Relations of two bit-vectors of one width; the result has width 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum CompareOp {
    /// Equal.
    Eq,
    /// Unsigned less.
    Ult,
    /// Unsigned less or equal.
    Ule,
    /// Signed less.
    Slt,
    /// Signed less or equal.
    Sle,
}

impl CompareOp {
    /// All relations.
    pub const ALL: [CompareOp; 5] =
        [CompareOp::Eq, CompareOp::Ult, CompareOp::Ule, CompareOp::Slt, CompareOp::Sle];
}

/// Does the exact result not fit into the operands' width? The result has width 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum OverflowOp {
    /// Signed sum.
    Sadd,
    /// Signed difference.
    Ssub,
    /// Signed product.
    Smul,
    /// Unsigned sum.
    Uadd,
    /// Unsigned product.
    Umul,
}

impl OverflowOp {
    /// All predicates that are nodes. (The others are expanded into comparisons.)
    pub const ALL: [OverflowOp; 5] =
        [OverflowOp::Sadd, OverflowOp::Ssub, OverflowOp::Smul, OverflowOp::Uadd, OverflowOp::Umul];

    /// May the operands be exchanged?
    pub fn commutes(self) -> bool {
        self != OverflowOp::Ssub
    }
}

/// What a term is, with its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Node<'p> {
    /// The bits, least significant limb first; bits above the width are 0.
    Constant(&'p [u64]),
    Var(Var),
    Not(Term),
    Neg(Term),
    Binary(BinaryOp, Term, Term),
    Compare(CompareOp, Term, Term),
    Overflow(OverflowOp, Term, Term),
    Concat {
        high: Term,
        low: Term,
    },
    /// Bits `low..=high`.
    Extract {
        of: Term,
        high: u32,
        low: u32,
    },
    ZeroExtend(Term),
    SignExtend(Term),
    Ite {
        condition: Term,
        then: Term,
        els: Term,
    },
    Float(FloatOp, FloatFormat, Term, Term),
    FloatUnary(FloatUnary, FloatFormat, Term),
    /// First times second plus third, rounded once.
    Fma(FloatFormat, [Term; 3]),
    FloatCompare(FloatCompare, FloatFormat, Term, Term),
    FloatToFloat {
        from: FloatFormat,
        to: FloatFormat,
        of: Term,
    },
    IntToFloat {
        signed: bool,
        to: FloatFormat,
        of: Term,
    },
    /// Towards zero; 0 for a NaN and for what does not fit.
    FloatToInt {
        signed: bool,
        from: FloatFormat,
        of: Term,
    },
    /// `elements[index]`; the last element if the index is too large.
    Lookup {
        elements: &'p [Term],
        index: Term,
    },
    Apply {
        function: Function,
        args: &'p [Term],
    },
}

impl<'p> Node<'p> {
    /// Calls `visit` for every operand, in order.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Term)) {
        match *self {
            Node::Constant(_) | Node::Var(_) => {}
            Node::Not(a)
            | Node::Neg(a)
            | Node::ZeroExtend(a)
            | Node::SignExtend(a)
            | Node::Extract { of: a, .. }
            | Node::FloatUnary(_, _, a)
            | Node::FloatToFloat { of: a, .. }
            | Node::IntToFloat { of: a, .. }
            | Node::FloatToInt { of: a, .. } => visit(a),
            Node::Binary(_, a, b)
            | Node::Compare(_, a, b)
            | Node::Overflow(_, a, b)
            | Node::Concat { high: a, low: b }
            | Node::Float(_, _, a, b)
            | Node::FloatCompare(_, _, a, b) => [a, b].into_iter().for_each(visit),
            Node::Ite { condition: a, then: b, els: c } | Node::Fma(_, [a, b, c]) => {
                [a, b, c].into_iter().for_each(visit);
            }
            Node::Lookup { elements, index } => {
                visit(index);
                elements.iter().copied().for_each(visit);
            }
            Node::Apply { args, .. } => args.iter().copied().for_each(visit),
        }
    }
}
