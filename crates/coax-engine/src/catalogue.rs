//! The catalogue of error kinds.

use std::fmt;

macro_rules! catalogue {
    ($($(#[$doc:meta])* $kind:ident = $name:literal, $rule:literal, [$($sanitizer:literal),*];)*) => {
        /// What is wrong with the program, by the names users rely on.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        pub enum ErrorKind {
            $($(#[$doc])* $kind,)*
        }

        impl ErrorKind {
            /// Every kind.
            pub const ALL: &[ErrorKind] = &[$(ErrorKind::$kind),*];

            /// The name used in reports.
            pub const fn name(self) -> &'static str {
                match self { $(ErrorKind::$kind => $name,)* }
            }

            /// The rule of the language that is broken.
            pub const fn rule(self) -> &'static str {
                match self { $(ErrorKind::$kind => $rule,)* }
            }

            /// What the native sanitizers call it: a part of the line they print.
            pub const fn sanitizers(self) -> &'static [&'static str] {
                match self { $(ErrorKind::$kind => &[$($sanitizer),*],)* }
            }
        }
    };
}

catalogue! {
    /// Access through a null pointer.
    NullDereference = "null-dereference",
        "C17 6.5.3.2p4: the operand of unary * shall not be a null pointer",
        ["SEGV on unknown address 0x0000000000", "null pointer", "SEGV on unknown address"];
    /// Access outside an object.
    OutOfBounds = "out-of-bounds",
        "C17 6.5.6p8: a pointer shall not be dereferenced outside the array object it points into",
        ["heap-buffer-overflow", "stack-buffer-overflow", "global-buffer-overflow", "stack-buffer-underflow",
         "dynamic-stack-buffer-overflow", "container-overflow", "out of bounds for type", "SEGV on unknown address"];
    /// Access to an object whose life has ended.
    UseAfterFree = "use-after-free",
        "C17 6.2.4p2: an object shall not be referred to outside of its lifetime",
        ["heap-use-after-free", "stack-use-after-return", "stack-use-after-scope"];
    /// A second `free` of the same object.
    DoubleFree = "double-free",
        "C17 7.22.3.3p2: the space shall not have been deallocated already",
        ["double-free"];
    /// `free` of something that was not allocated, or by another allocator.
    InvalidFree = "invalid-free",
        "C17 7.22.3.3p2: the argument of free shall be a pointer returned by a memory management function",
        ["attempting free on address which was not malloc()-ed", "alloc-dealloc-mismatch", "bad-free"];
    /// A decision that depends on a value nobody wrote.
    UninitializedRead = "uninitialized-read",
        "C17 6.3.2.1p2: the value of an uninitialised object shall not be used",
        ["use-of-uninitialized-value"];
    /// Integer division or remainder by zero.
    DivisionByZero = "division-by-zero",
        "C17 6.5.5p5: the second operand of / and % shall not be zero",
        ["division by zero", "FPE"];
    /// A signed result that does not fit.
    SignedOverflow = "signed-overflow",
        "C17 6.5p5: the result of an expression shall be in the range of its type",
        ["signed integer overflow", "cannot be represented in type", "FPE"];
    /// A shift by a negative amount or by the width or more, or of a signed value to the left that is
    /// negative or leaves its type.
    ShiftOutOfRange = "shift-out-of-range",
        "C17 6.5.7p3: the shift amount shall be non-negative and less than the width",
        ["shift exponent", "left shift of"];
    /// A floating-point value that does not fit the integer type it is converted to.
    FloatCastOverflow = "float-cast-overflow",
        "C17 6.3.1.4p1: the integral part shall be representable in the integer type",
        ["is outside the range of representable values"];
    /// A size that is negative, or was before its conversion.
    NegativeSize = "negative-size",
        "C17 6.7.6.2p5: each size shall be greater than zero",
        ["negative-size-param", "allocation-size-too-big", "variable length array bound"];
    /// `assert` failed.
    Assertion = "assertion",
        "C17 7.2.1.1: the asserted expression shall be true",
        ["Assertion"];
    /// `abort` or a trap.
    Abort = "abort",
        "C17 7.22.4.1: abnormal program termination",
        ["ABRT", "ILL", "TRAP"];
    /// A place that cannot be reached was reached.
    Unreachable = "unreachable",
        "C17 6.9.1p12 and __builtin_unreachable: the program promised not to get here",
        ["execution reached", "reached an unreachable program point", "reached the end of a value-returning function"];
    /// A value or object is not of the type it is used as.
    BadCast = "bad-cast",
        "C++17 8.2.9p11: the object shall be of the type it is cast to",
        ["does not point to an object of type", "is not a valid value for type", "incorrect function type"];
    /// An exception nobody caught.
    UncaughtException = "uncaught-exception",
        "C++17 18.5.1: terminate is called when no handler is found",
        ["terminate called", "ABRT"];
    /// Memory nobody can free any more.
    MemoryLeak = "memory-leak",
        "allocated memory shall be freed before its last pointer is lost",
        ["detected memory leaks"];
    /// Too deep a recursion.
    StackOverflow = "stack-overflow",
        "C17 5.2.4.1: the depth of calls is limited by the implementation",
        ["stack-overflow"];
    /// The program does not end within its time.
    NoTermination = "no-termination",
        "the program shall end within its time limit",
        [];
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_kebab_case() {
        let mut names: Vec<_> = ErrorKind::ALL.iter().map(|kind| kind.name()).collect();
        assert!(names.iter().all(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ErrorKind::ALL.len());
        assert_eq!(names.len(), 19);
    }
}
