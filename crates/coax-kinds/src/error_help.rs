//! What people are told of an error kind who have not met it before: a title, what to do, and the number it
//! has in the Common Weakness Enumeration.

use crate::ErrorKind;

impl ErrorKind {
    /// A few words for it.
    pub const fn title(self) -> &'static str {
        match self {
            ErrorKind::NullDereference => "Access through a null pointer",
            ErrorKind::OutOfBounds => "Access outside an object",
            ErrorKind::UseAfterFree => "Access to an object whose life has ended",
            ErrorKind::DoubleFree => "Memory released twice",
            ErrorKind::InvalidFree => "Release of something that was not allocated that way",
            ErrorKind::UninitializedRead => "Use of a value that was never written",
            ErrorKind::DivisionByZero => "Integer division by zero",
            ErrorKind::SignedOverflow => "Overflow of a signed integer",
            ErrorKind::ShiftOutOfRange => "Shift by too much, or of a value that does not fit",
            ErrorKind::FloatCastOverflow => "Floating-point value that does not fit an integer",
            ErrorKind::NegativeSize => "Negative size",
            ErrorKind::Assertion => "Failed assertion",
            ErrorKind::Abort => "Abnormal end of the program",
            ErrorKind::Unreachable => "Place that must not be reached",
            ErrorKind::BadCast => "Value or object used as another type",
            ErrorKind::UncaughtException => "Exception that is not caught",
            ErrorKind::MemoryLeak => "Memory that can no longer be released",
            ErrorKind::StackOverflow => "Recursion without end",
            ErrorKind::NoTermination => "Program that does not end",
        }
    }

    /// What usually mends it.
    pub const fn advice(self) -> &'static str {
        match self {
            ErrorKind::NullDereference => {
                "Test the pointer before it is followed, or make sure where it comes from that it is never null."
            }
            ErrorKind::OutOfBounds => {
                "Compare the index or length with the size of the object before the access; mind the last element and the terminating zero."
            }
            ErrorKind::UseAfterFree => {
                "Read what is needed before the object is released, and set pointers to it to null when it is."
            }
            ErrorKind::DoubleFree => {
                "Give every object one owner that releases it, and set the pointer to null afterwards."
            }
            ErrorKind::InvalidFree => {
                "Release memory by the counterpart of the function that allocated it, with the pointer that function returned."
            }
            ErrorKind::UninitializedRead => {
                "Give the variable a value where it is declared, or on every path to its use."
            }
            ErrorKind::DivisionByZero => "Test the divisor before the division.",
            ErrorKind::SignedOverflow => {
                "Test the operands before the operation, or compute in a wider or an unsigned type."
            }
            ErrorKind::ShiftOutOfRange => {
                "Test that the amount is below the width, and shift unsigned values."
            }
            ErrorKind::FloatCastOverflow => "Test the range, and for NaN, before the conversion.",
            ErrorKind::NegativeSize => {
                "Test that the size is not negative before it is converted or used."
            }
            ErrorKind::Assertion => {
                "Mend what breaks the asserted condition, or report the situation as an ordinary error if inputs may cause it."
            }
            ErrorKind::Abort => "Report the situation as an ordinary error if inputs may cause it.",
            ErrorKind::Unreachable => {
                "Handle the case that was taken to be impossible, and return a value on every path."
            }
            ErrorKind::BadCast => {
                "Test the type before the conversion (`dynamic_cast`, a tag), and declare functions as they are defined."
            }
            ErrorKind::UncaughtException => {
                "Catch the exception where it can be handled, or do not throw through `noexcept` functions."
            }
            ErrorKind::MemoryLeak => {
                "Release the memory on every path, also those of errors and exceptions; in C++, by an object that owns it."
            }
            ErrorKind::StackOverflow => {
                "Bound the depth of the recursion, or use a loop with a stack of its own."
            }
            ErrorKind::NoTermination => {
                "Make sure that every round of the loop comes closer to its end."
            }
        }
    }

    /// Its number in the Common Weakness Enumeration.
    pub const fn cwe(self) -> u32 {
        match self {
            ErrorKind::NullDereference => 476,
            ErrorKind::OutOfBounds => 119,
            ErrorKind::UseAfterFree => 416,
            ErrorKind::DoubleFree => 415,
            ErrorKind::InvalidFree => 763,
            ErrorKind::UninitializedRead => 457,
            ErrorKind::DivisionByZero => 369,
            ErrorKind::SignedOverflow => 190,
            ErrorKind::ShiftOutOfRange => 1335,
            ErrorKind::FloatCastOverflow => 681,
            ErrorKind::NegativeSize => 1284,
            ErrorKind::Assertion | ErrorKind::Abort => 617,
            ErrorKind::Unreachable => 758,
            ErrorKind::BadCast => 843,
            ErrorKind::UncaughtException => 248,
            ErrorKind::MemoryLeak => 401,
            ErrorKind::StackOverflow => 674,
            ErrorKind::NoTermination => 835,
        }
    }
}
