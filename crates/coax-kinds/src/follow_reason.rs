//! Why a call is followed instead of being stepped over: the words of `followed` in a report.
//!
//! Invariant: values are declared in the order of their names, which is the order in which a report has them.

use crate::word::named;

named! {
    /// Why a call is followed although calls are stepped over.
    pub enum FollowReason {
        /// A call passes another number of words than its signature has.
        Arguments = "arguments",
        /// A value had to be fixed in the function.
        Concretized = "concretized",
        /// Too many functions are being summed up, one within the other.
        Depth = "depth",
        /// The address of a local gets out.
        Escape = "escape",
        /// An exception leaves the function.
        Exception = "exception",
        /// The function looks at a variable that the program does not define.
        ExternalVariable = "external variable",
        /// The function frees an object of its caller.
        Frees = "frees",
        /// The function was explored several times and returned in one way only.
        Fruitless = "fruitless",
        /// A question takes the solver long.
        Hard = "hard",
        /// The function allocates what outlives it.
        Heap = "heap",
        /// An object made for the call would keep other inputs from what they may be.
        InputSize = "input-size",
        /// The function asks for inputs.
        Inputs = "inputs",
        /// The function calls one of the library with effects beyond the memory it is given.
        Library = "library",
        /// An access fails at an object that the function cannot see.
        Memory = "memory",
        /// No case of the summary is possible here.
        NoCase = "no-case",
        /// The function had nothing to do with inputs several times.
        NoInputs = "no-inputs",
        /// The function has too many paths.
        Paths = "paths",
        /// The function follows a pointer that depends on inputs and cannot be resolved.
        Pointer = "pointer",
        /// The function is running already.
        Recursion = "recursion",
        /// The function returns something else than its caller expects.
        Result = "result",
        /// Whether a number is a negative size depends on how the caller made it.
        Size = "size",
        /// The solver does not know whether the summary covers the call.
        SolverUnknown = "solver-unknown",
        /// The function takes too many steps.
        Steps = "steps",
        /// A structure is passed by value.
        StructArgument = "struct-argument",
        /// The function calls one that is not run.
        Stub = "stub",
        /// Something undefined is passed, looked at or left behind.
        Undefined = "undefined",
        /// The world of the program cannot be copied.
        World = "world",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::assert_names;

    const NAMES: [&str; 27] = [
        "arguments",
        "concretized",
        "depth",
        "escape",
        "exception",
        "external variable",
        "frees",
        "fruitless",
        "hard",
        "heap",
        "input-size",
        "inputs",
        "library",
        "memory",
        "no-case",
        "no-inputs",
        "paths",
        "pointer",
        "recursion",
        "result",
        "size",
        "solver-unknown",
        "steps",
        "struct-argument",
        "stub",
        "undefined",
        "world",
    ];

    #[test]
    fn reasons_are_those_of_reports_in_the_order_of_their_names() {
        assert!(NAMES.is_sorted());
        assert_names::<FollowReason>(&NAMES);
    }
}
