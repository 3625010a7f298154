//! Why an exploration is not complete: the words of `incomplete_because`.
//!
//! Invariant: values are declared in the order of their names, which is the order in which a report has them.

use crate::word::named;

named! {
    /// Why not every path of a unit was followed to its end.
    pub enum Incomplete {
        /// A bound of the user's without a word of its own.
        Bound = "bound",
        /// A call was not followed: it is too deep.
        CallDepth = "call-depth",
        /// The function is never looked into: its user wants it called natively.
        CalledNatively = "called-natively",
        /// A value was fixed, although it could have been another one.
        Concretized = "concretized",
        /// A path condition has too many conjuncts.
        Constraints = "constraints",
        /// Objects were only made by constructors, not by further calls.
        Constructed = "constructed",
        /// A defect of Coax.
        Defect = "defect",
        /// Results could not be written.
        Disk = "disk",
        /// A run went another way than was predicted.
        Divergence = "divergence",
        /// The whole file does not compile.
        DoesNotCompile = "does-not-compile",
        /// A function or variable is not defined in the program.
        External = "external",
        /// Inputs were not made as deep as their types allow.
        InputDepth = "input-depth",
        /// Inputs were not made as large as their types allow.
        InputSize = "input-size",
        /// The user asked for the end.
        Interrupted = "interrupted",
        /// Memory is used up.
        Memory = "memory",
        /// An object is larger than those whose bytes may be terms.
        ObjectSize = "object-size",
        /// The bound on paths was reached.
        Paths = "paths",
        /// Paths were put aside and not run, for no other reason that is known.
        Pending = "pending",
        /// A pointer may point to more objects than are tried.
        Pointer = "pointer",
        /// A path came to one instruction too often.
        Revisits = "revisits",
        /// The solver did not answer.
        SolverUnknown = "solver-unknown",
        /// The bound on steps was reached.
        Steps = "steps",
        /// The bound on tests was reached.
        Tests = "tests",
        /// Time is used up.
        Time = "time",
        /// A path ended at undefined behaviour that a native run may get past.
        UndefinedBehaviour = "undefined-behaviour",
        /// The exploration has not ended yet.
        Unfinished = "unfinished",
        /// The engine cannot run something.
        Unsupported = "unsupported",
        /// Bytes of no pointer type are followed as a pointer.
        UntypedPointer = "untyped-pointer",
        /// Paths were ended on which all that follows was verified.
        Verified = "verified",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::assert_names;

    const NAMES: [&str; 28] = [
        "bound",
        "call-depth",
        "called-natively",
        "concretized",
        "constraints",
        "constructed",
        "defect",
        "disk",
        "divergence",
        "does-not-compile",
        "external",
        "input-depth",
        "input-size",
        "interrupted",
        "memory",
        "object-size",
        "paths",
        "pending",
        "pointer",
        "revisits",
        "solver-unknown",
        "steps",
        "tests",
        "time",
        "undefined-behaviour",
        "unfinished",
        "unsupported",
        "untyped-pointer",
        "verified",
    ];

    #[test]
    fn reasons_are_those_of_reports_in_the_order_of_their_names() {
        assert!(NAMES.is_sorted());
        assert_names::<Incomplete>(&NAMES);
    }
}
