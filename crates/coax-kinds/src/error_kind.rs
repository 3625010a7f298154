//! The catalogue of error kinds: the name that users rely on, and the rule of the language that is broken. What
//! sanitizers call them is known where their output is read.

use crate::word::named;

named! {
    /// What is wrong with the program.
    pub enum ErrorKind {
        /// Access through a null pointer.
        NullDereference = "null-dereference",
        /// Access outside an object.
        OutOfBounds = "out-of-bounds",
        /// Access to an object whose life has ended.
        UseAfterFree = "use-after-free",
        /// A second `free` of the same object.
        DoubleFree = "double-free",
        /// `free` of something that was not allocated, or by another allocator.
        InvalidFree = "invalid-free",
        /// A decision that depends on a value that was never written.
        UninitializedRead = "uninitialized-read",
        /// Integer division or remainder by zero.
        DivisionByZero = "division-by-zero",
        /// A signed result that does not fit.
        SignedOverflow = "signed-overflow",
        /// A shift by a negative amount or by the width or more, or of a signed value to the left that is
        /// negative or leaves its type.
        ShiftOutOfRange = "shift-out-of-range",
        /// A floating-point value that does not fit the integer type it is converted to.
        FloatCastOverflow = "float-cast-overflow",
        /// A size that is negative, or was before its conversion.
        NegativeSize = "negative-size",
        /// `assert` failed.
        Assertion = "assertion",
        /// `abort` or a trap.
        Abort = "abort",
        /// A place that cannot be reached was reached.
        Unreachable = "unreachable",
        /// A value or object is not of the type it is used as.
        BadCast = "bad-cast",
        /// An exception that is not caught.
        UncaughtException = "uncaught-exception",
        /// Memory that cannot be freed any more.
        MemoryLeak = "memory-leak",
        /// Too deep a recursion.
        StackOverflow = "stack-overflow",
        /// The program does not end within its time.
        NoTermination = "no-termination",
    }
}

impl ErrorKind {
    /// The rule that is broken.
    pub const fn rule(self) -> &'static str {
        match self {
            ErrorKind::NullDereference => {
                "C17 6.5.3.2p4: the operand of unary * shall not be a null pointer"
            }
            ErrorKind::OutOfBounds => {
                "C17 6.5.6p8: a pointer shall not be dereferenced outside the array object it points into"
            }
            ErrorKind::UseAfterFree => {
                "C17 6.2.4p2: an object shall not be referred to outside of its lifetime"
            }
            ErrorKind::DoubleFree => {
                "C17 7.22.3.3p2: the space shall not have been deallocated already"
            }
            ErrorKind::InvalidFree => {
                "C17 7.22.3.3p2: the argument of free shall be a pointer returned by a memory management function"
            }
            ErrorKind::UninitializedRead => {
                "C17 6.3.2.1p2: the value of an uninitialised object shall not be used"
            }
            ErrorKind::DivisionByZero => {
                "C17 6.5.5p5: the second operand of / and % shall not be zero"
            }
            ErrorKind::SignedOverflow => {
                "C17 6.5p5: the result of an expression shall be in the range of its type"
            }
            ErrorKind::ShiftOutOfRange => {
                "C17 6.5.7p3: the shift amount shall be non-negative and less than the width"
            }
            ErrorKind::FloatCastOverflow => {
                "C17 6.3.1.4p1: the integral part shall be representable in the integer type"
            }
            ErrorKind::NegativeSize => "C17 6.7.6.2p5: each size shall be greater than zero",
            ErrorKind::Assertion => "C17 7.2.1.1: the asserted expression shall be true",
            ErrorKind::Abort => "C17 7.22.4.1: abnormal program termination",
            ErrorKind::Unreachable => {
                "C17 6.9.1p12 and __builtin_unreachable: the program promised not to get here"
            }
            ErrorKind::BadCast => "C++17 8.2.9p11: the object shall be of the type it is cast to",
            ErrorKind::UncaughtException => {
                "C++17 18.5.1: terminate is called when no handler is found"
            }
            ErrorKind::MemoryLeak => {
                "allocated memory shall be freed before its last pointer is lost"
            }
            ErrorKind::StackOverflow => {
                "C17 5.2.4.1: the depth of calls is limited by the implementation"
            }
            ErrorKind::NoTermination => "the program shall end within its time limit",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::assert_names;

    /// The published list.
    const NAMES: [&str; 19] = [
        "null-dereference",
        "out-of-bounds",
        "use-after-free",
        "double-free",
        "invalid-free",
        "uninitialized-read",
        "division-by-zero",
        "signed-overflow",
        "shift-out-of-range",
        "float-cast-overflow",
        "negative-size",
        "assertion",
        "abort",
        "unreachable",
        "bad-cast",
        "uncaught-exception",
        "memory-leak",
        "stack-overflow",
        "no-termination",
    ];

    #[test]
    fn kinds_are_those_of_the_published_list() {
        assert_names::<ErrorKind>(&NAMES);
    }

    #[test]
    fn values_have_the_names_they_should() {
        for (kind, name) in [
            (ErrorKind::NullDereference, "null-dereference"),
            (ErrorKind::DoubleFree, "double-free"),
            (ErrorKind::InvalidFree, "invalid-free"),
            (ErrorKind::Assertion, "assertion"),
            (ErrorKind::Abort, "abort"),
            (ErrorKind::NoTermination, "no-termination"),
        ] {
            assert_eq!(kind.name(), name);
        }
    }

    #[test]
    fn rules_are_sentences_of_the_standard_or_ours() {
        for &kind in ErrorKind::ALL {
            let rule = kind.rule();
            let is_cited = rule.starts_with("C17 ") || rule.starts_with("C++17 ");
            let is_ours = matches!(kind, ErrorKind::MemoryLeak | ErrorKind::NoTermination);
            assert!(is_cited != is_ours, "{kind}: {rule}");
            assert!(rule.len() > 20 && !rule.ends_with('.'), "{kind}: {rule}");
        }
    }
}
