//! Exact native numerics, in process.
//!
//! Invariant: a result here is the bit pattern a native program gets from the same operation, because
//! the same machine instruction or C library function produced it. The one exception is rounding
//! into [`F16`] and [`Bf16`]: our own code does it, since the machine may lack the instruction.

mod libm;
mod narrow;
mod text;
mod wide;

pub use libm::{MathFn, MathResult, Precision, Shape, lookup};
pub use narrow::{Bf16, F16};
pub use text::{FormatError, FormatSpec, Parsed, format_one, parse_f32, parse_f64, parse_f80};
pub use wide::{F80, F128};

/// One number on its way into or out of native code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A signed integer of any width up to 64 bits, sign-extended.
    Int(i64),
    /// An unsigned integer of any width up to 64 bits, zero-extended.
    Uint(u64),
    /// An address, for `%p`.
    Pointer(u64),
    /// A `float`.
    F32(f32),
    /// A `double`.
    F64(f64),
    /// An x87 `long double`.
    F80(F80),
    /// A `__float128`.
    F128(F128),
}
