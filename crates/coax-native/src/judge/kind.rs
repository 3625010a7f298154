//! The names of error kinds, as users know them.
//!
//! Invariant: exactly the names of the published list; reports and claims use no others.

/// Access through a null pointer.
pub const NULL_DEREFERENCE: &str = "null-dereference";
/// Access outside an object.
pub const OUT_OF_BOUNDS: &str = "out-of-bounds";
/// Access to an object whose life has ended.
pub const USE_AFTER_FREE: &str = "use-after-free";
/// A second release of the same object.
pub const DOUBLE_FREE: &str = "double-free";
/// Release of something that was not allocated, or by the wrong function.
pub const INVALID_FREE: &str = "invalid-free";
/// A decision that depends on a value that was never written.
pub const UNINITIALIZED_READ: &str = "uninitialized-read";
/// Integer division or remainder by zero.
pub const DIVISION_BY_ZERO: &str = "division-by-zero";
/// A signed result that does not fit its type.
pub const SIGNED_OVERFLOW: &str = "signed-overflow";
/// A shift by a negative amount, or by the width or more.
pub const SHIFT_OUT_OF_RANGE: &str = "shift-out-of-range";
/// A floating-point value that does not fit the integer type it is converted to.
pub const FLOAT_CAST_OVERFLOW: &str = "float-cast-overflow";
/// A size that is negative, or was before its conversion.
pub const NEGATIVE_SIZE: &str = "negative-size";
/// An assertion that does not hold.
pub const ASSERTION: &str = "assertion";
/// `abort`, or a trap.
pub const ABORT: &str = "abort";
/// A place that the program promised not to reach.
pub const UNREACHABLE: &str = "unreachable";
/// An object or function used as something it is not.
pub const BAD_CAST: &str = "bad-cast";
/// An exception that is not caught.
pub const UNCAUGHT_EXCEPTION: &str = "uncaught-exception";
/// Memory that cannot be released any more.
pub const MEMORY_LEAK: &str = "memory-leak";
/// Too deep a recursion.
pub const STACK_OVERFLOW: &str = "stack-overflow";
/// No end within the time limit.
pub const NO_TERMINATION: &str = "no-termination";

/// Every kind.
pub const ALL: [&str; 19] = [
    NULL_DEREFERENCE,
    OUT_OF_BOUNDS,
    USE_AFTER_FREE,
    DOUBLE_FREE,
    INVALID_FREE,
    UNINITIALIZED_READ,
    DIVISION_BY_ZERO,
    SIGNED_OVERFLOW,
    SHIFT_OUT_OF_RANGE,
    FLOAT_CAST_OVERFLOW,
    NEGATIVE_SIZE,
    ASSERTION,
    ABORT,
    UNREACHABLE,
    BAD_CAST,
    UNCAUGHT_EXCEPTION,
    MEMORY_LEAK,
    STACK_OVERFLOW,
    NO_TERMINATION,
];
