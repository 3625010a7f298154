//! Conditions on the parameters of a function, as `COAX_PARTITION` states them, in a form that needs no
//! text: a row of steps, each over the results of earlier ones. A row, not a tree, so that long
//! conditions need no deep stack.
//!
//! Invariant: the operands of a step come before it, and have the types that it says.

use crate::Kind;

/// The parts of a function's domain.
#[derive(Clone, Debug)]
pub struct Partition {
    /// What is computed, in order.
    pub steps: Vec<Step>,
    /// The steps whose results are the conditions (each a `bool`), in the order they were written in.
    pub conditions: Vec<StepIndex>,
}

/// Which step's result.
pub type StepIndex = usize;

/// An arithmetic type of C, as LP64 lays them out. `long long` is not told from `long`, which has its
/// width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// An integer; `bool` is the one of width 1.
    Int {
        /// Bits of a value.
        width: u32,
        /// Does it have negative numbers?
        signed: bool,
    },
    /// `float`.
    Single,
    /// `double`.
    Double,
}

impl Number {
    /// `bool`.
    pub const BOOL: Number = Number::int(1, false);
    /// `int`.
    pub const INT: Number = Number::int(32, true);
    /// `unsigned`.
    pub const UNSIGNED: Number = Number::int(32, false);
    /// `long`.
    pub const LONG: Number = Number::int(64, true);
    /// `unsigned long`.
    pub const UNSIGNED_LONG: Number = Number::int(64, false);

    /// An integer type.
    pub const fn int(width: u32, signed: bool) -> Number {
        Number::Int { width, signed }
    }

    /// The type of a parameter; none for what is no number of C's.
    pub fn of_parameter(kind: Kind, signed: bool) -> Option<Number> {
        match kind {
            Kind::Int(1) => Some(Number::BOOL),
            Kind::Int(width @ (8 | 16 | 32 | 64)) => Some(Number::int(width.into(), signed)),
            Kind::F32 => Some(Number::Single),
            Kind::F64 => Some(Number::Double),
            _ => None,
        }
    }

    /// Is it an integer type without negative numbers?
    pub fn is_unsigned(self) -> bool {
        matches!(self, Number::Int { signed: false, .. })
    }

    /// Is it an integer type?
    pub fn is_int(self) -> bool {
        matches!(self, Number::Int { .. })
    }

    /// Bits of a value.
    pub fn width(self) -> u32 {
        match self {
            Number::Int { width, .. } => width,
            Number::Single => 32,
            Number::Double => 64,
        }
    }

    /// What arithmetic makes of it: nothing is narrower than `int`.
    pub fn promoted(self) -> Number {
        if self.is_int() && self.width() < 32 { Number::INT } else { self }
    }

    /// The type two operands meet in.
    pub fn common(a: Number, b: Number) -> Number {
        match (a.promoted(), b.promoted()) {
            (Number::Double, _) | (_, Number::Double) => Number::Double,
            (Number::Single, _) | (_, Number::Single) => Number::Single,
            (a, b) if a.width() == b.width() && b.is_unsigned() => b,
            (a, b) if a.width() < b.width() => b,
            (a, _) => a,
        }
    }
}

/// One operation on values whose types are settled.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// An argument, by its position.
    Argument(usize),
    /// A constant, as the bits of its type.
    Constant(Number, u64),
    /// A value as one of another type.
    Convert {
        /// The value.
        of: StepIndex,
        /// Its type.
        from: Number,
        /// The other type.
        to: Number,
    },
    /// Every bit of an integer inverted.
    Invert(StepIndex),
    /// The opposite number.
    Negate(Number, StepIndex),
    /// The absolute value.
    Absolute(Number, StepIndex),
    /// Both operands have the type; the amount of a shift too.
    Binary(Operator, Number, StepIndex, StepIndex),
    /// The second if the first (a `bool`) holds, else the third.
    Choose(StepIndex, StepIndex, StepIndex),
}

/// Operators that are steps. The others are these with operands exchanged or the result inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&`
    And,
    /// `^`
    Xor,
    /// `|`
    Or,
    /// `<`. The result of this and the next two is a `bool`.
    Less,
    /// `<=`
    LessEqual,
    /// `==`
    Equal,
}

impl Operator {
    /// Does it give a `bool`?
    pub fn compares(self) -> bool {
        matches!(self, Operator::Less | Operator::LessEqual | Operator::Equal)
    }

    /// Does it take floating operands?
    pub fn takes_floats(self) -> bool {
        use Operator::{Add, Div, Mul, Sub};
        self.compares() || matches!(self, Mul | Div | Add | Sub)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_meet_as_the_usual_arithmetic_conversions_say() {
        let (short, byte) = (Number::int(16, true), Number::int(8, false));
        for (a, b, common) in [
            (short, byte, Number::INT),
            (Number::BOOL, Number::BOOL, Number::INT),
            (Number::INT, Number::UNSIGNED, Number::UNSIGNED),
            (Number::UNSIGNED, Number::LONG, Number::LONG),
            (Number::LONG, Number::UNSIGNED_LONG, Number::UNSIGNED_LONG),
            (Number::UNSIGNED_LONG, Number::Single, Number::Single),
            (Number::Double, Number::Single, Number::Double),
            (Number::LONG, Number::Double, Number::Double),
        ] {
            assert_eq!(Number::common(a, b), common, "{a:?} and {b:?}");
            assert_eq!(Number::common(b, a), common, "{b:?} and {a:?}");
        }
    }

    #[test]
    fn parameters_are_the_numbers_of_c() {
        assert_eq!(Number::of_parameter(Kind::Int(1), true), Some(Number::BOOL));
        assert_eq!(Number::of_parameter(Kind::Int(64), false), Some(Number::UNSIGNED_LONG));
        assert_eq!(Number::of_parameter(Kind::F32, true), Some(Number::Single));
        assert_eq!(Number::of_parameter(Kind::Int(24), true), None);
        assert_eq!(Number::of_parameter(Kind::Ptr, false), None);
    }
}
