//! The operations instructions do on scalars.

/// An integer operation of two operands of equal width.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum IntOp {
    /// Wrapping sum.
    Add,
    /// Sum; error if the signed result does not fit.
    AddNsw,
    /// Wrapping difference.
    Sub,
    /// Difference; error if the signed result does not fit.
    SubNsw,
    /// Wrapping product.
    Mul,
    /// Product; error if the signed result does not fit.
    MulNsw,
    /// Unsigned quotient; error if the divisor is 0.
    UDiv,
    /// Signed quotient; error if the divisor is 0 or the result does not fit.
    SDiv,
    /// Unsigned remainder; error if the divisor is 0.
    URem,
    /// Signed remainder; error if the divisor is 0 or the quotient does not fit.
    SRem,
    /// Shift left; error if the amount is not below the width.
    Shl,
    /// Logical shift right; error if the amount is not below the width.
    LShr,
    /// Arithmetic shift right; error if the amount is not below the width.
    AShr,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// 1 if equal.
    Eq,
    /// 1 if different.
    Ne,
    /// 1 if unsigned less.
    Ult,
    /// 1 if unsigned less or equal.
    Ule,
    /// 1 if signed less.
    Slt,
    /// 1 if signed less or equal.
    Sle,
}

impl IntOp {
    /// Is the result one bit for operands of every width?
    pub const fn is_comparison(self) -> bool {
        matches!(self, IntOp::Eq | IntOp::Ne | IntOp::Ult | IntOp::Ule | IntOp::Slt | IntOp::Sle)
    }
}

/// Integer operations that are intrinsics in LLVM. Operands may be up to 128 bits wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ArithOp {
    /// Unsigned minimum.
    UMin,
    /// Unsigned maximum.
    UMax,
    /// Signed minimum.
    SMin,
    /// Signed maximum.
    SMax,
    /// Unsigned sum, clamped.
    UAddSat,
    /// Signed sum, clamped.
    SAddSat,
    /// Unsigned difference, clamped.
    USubSat,
    /// Signed difference, clamped.
    SSubSat,
    /// Unsigned shift left, clamped.
    UShlSat,
    /// Signed shift left, clamped.
    SShlSat,
    /// Unsigned three-way comparison: -1, 0 or 1 (result width is given by the instruction).
    UCmp,
    /// Signed three-way comparison.
    SCmp,
}

/// Arithmetic that tells whether it overflowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum OverflowOp {
    /// Signed sum.
    SAdd,
    /// Unsigned sum.
    UAdd,
    /// Signed difference.
    SSub,
    /// Unsigned difference.
    USub,
    /// Signed product.
    SMul,
    /// Unsigned product.
    UMul,
}

/// Operations of one integer operand, up to 128 bits wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UnaryOp {
    /// Number of ones.
    Ctpop,
    /// Leading zeros; the width for 0.
    Ctlz,
    /// Trailing zeros; the width for 0.
    Cttz,
    /// Bytes in reverse order.
    Bswap,
    /// Bits in reverse order.
    Bitreverse,
    /// Absolute value; the minimum stays itself.
    Abs,
}

/// Floating-point arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FloatOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// Remainder, as `fmod`.
    Rem,
}

/// Floating-point comparison: the set of relations it accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct FloatPred(pub u8);

impl FloatPred {
    /// Accepts "equal".
    pub const EQUAL: u8 = 1;
    /// Accepts "greater".
    pub const GREATER: u8 = 2;
    /// Accepts "less".
    pub const LESS: u8 = 4;
    /// Accepts "unordered" (one operand is a NaN).
    pub const UNORDERED: u8 = 8;

    /// Does the predicate hold for operands that compare like this?
    #[inline(always)]
    pub fn holds(self, relation: Option<std::cmp::Ordering>) -> bool {
        let bit = match relation {
            Some(std::cmp::Ordering::Equal) => Self::EQUAL,
            Some(std::cmp::Ordering::Greater) => Self::GREATER,
            Some(std::cmp::Ordering::Less) => Self::LESS,
            None => Self::UNORDERED,
        };
        self.0 & bit != 0
    }
}

/// Conversions that involve a floating-point kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum CastOp {
    /// Float to float, rounding or extending.
    FloatToFloat,
    /// Float to signed integer; error if it does not fit.
    FloatToSigned,
    /// Float to unsigned integer; error if it does not fit.
    FloatToUnsigned,
    /// Float to signed integer, clamped, NaN to 0.
    FloatToSignedSat,
    /// Float to unsigned integer, clamped, NaN to 0.
    FloatToUnsignedSat,
    /// Signed integer to float.
    SignedToFloat,
    /// Unsigned integer to float.
    UnsignedToFloat,
}

/// Why a [`Inst::Trap`] stops the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum TrapKind {
    /// Control reached a place the compiler was told it cannot (`unreachable`).
    Unreachable,
    /// `__builtin_trap` and friends.
    Abort,
    /// An index is outside its array although inside the enclosing object (front-end check).
    ArrayBounds,
    /// A left shift of a negative value, or one whose bits leave the signed type (front-end check).
    SignedShift,
    /// A variable-length array's size is not positive (front-end check).
    VlaBound,
    /// A signed result does not fit (integers too wide for one instruction).
    SignedOverflow,
    /// Any other front-end check.
    OtherCheck,
}
