//! How much an error says about the code: the words of `grade` in a report.

use crate::word::named;

named! {
    /// Whose mistake an error is, as far as it can be told.
    pub enum Grade {
        /// The code's own: values that any caller may pass lead to it.
        Defect = "defect",
        /// A caller's as well: it must break a rule that the code relies on.
        Misuse = "misuse",
        /// No function that users of the code can call was seen to lead to it.
        Unexplained = "unexplained",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::assert_names;

    #[test]
    fn grades_are_those_of_reports() {
        assert_names::<Grade>(&["defect", "misuse", "unexplained"]);
    }
}
