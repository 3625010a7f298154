//! What an error takes beside plain values: the words of `assumes` in a report.
//!
//! Invariant: values are declared in the order of what they ask of a caller, the least first.

use crate::word::named;

named! {
    /// What an error takes beside plain values, from what is likely to what a caller would hardly do.
    pub enum Assumption {
        /// Values inside a structure, which the code that owns it may rule out.
        Fields = "fields",
        /// Two pointers to the same object.
        Aliasing = "aliasing",
        /// A global variable that is as it was when the program began: other code may have set it.
        Globals = "globals",
        /// A function that is not the real one, but returns what the error needs.
        Stub = "stub",
        /// A null pointer as an argument.
        NullArgument = "null-argument",
        /// Values of an object that the code makes itself, which were made up: the code may never give it such values.
        MadeUp = "made-up",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::assert_names;

    #[test]
    fn assumptions_are_those_of_reports_the_least_first() {
        assert_names::<Assumption>(&[
            "fields",
            "aliasing",
            "globals",
            "stub",
            "null-argument",
            "made-up",
        ]);
        assert!(Assumption::ALL.is_sorted());
        assert!(None < Some(Assumption::Fields));
    }
}
