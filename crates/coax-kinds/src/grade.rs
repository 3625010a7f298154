//! How much an error says about the code: the words of `grade` and `grade_because` in a report.
//!
//! Invariant: a grade is that of the reason which says least about the code.

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

named! {
    /// Why an error has its grade.
    pub enum GradeReason {
        /// A function that users can call fails for values that any caller may pass.
        Values = "values",
        /// An argument is null, and the project tolerates that for this parameter.
        ToleratedNull = "tolerated-null",
        /// An argument is null, and nothing says that it may be.
        NullArgument = "null-argument",
        /// A check at the entry of the function says that it must not be given this.
        Precondition = "precondition",
        /// There is no such path with ordinary numbers for arguments.
        Extreme = "extreme",
        /// Calls in an order that the code does not support, such as a use before the initialisation.
        Protocol = "protocol",
        /// Two arguments must be one object.
        Aliasing = "aliasing",
        /// A function of the user's that the code calls back must return what breaks it.
        Callback = "callback",
        /// It shows in a function that users of the code cannot call.
        Internal = "internal",
        /// Fields of an object that the code makes itself must have values that nothing was seen to bring about.
        Fields = "fields",
        /// A function that was not run must return what the error needs.
        Stub = "stub",
    }
}

impl GradeReason {
    /// The grade that an error has for this reason alone.
    pub const fn grade(self) -> Grade {
        match self {
            GradeReason::Values | GradeReason::ToleratedNull => Grade::Defect,
            GradeReason::NullArgument
            | GradeReason::Precondition
            | GradeReason::Extreme
            | GradeReason::Protocol
            | GradeReason::Aliasing
            | GradeReason::Callback => Grade::Misuse,
            GradeReason::Internal | GradeReason::Fields | GradeReason::Stub => Grade::Unexplained,
        }
    }

    /// What it means, for people, without a full stop.
    pub const fn in_words(self) -> &'static str {
        match self {
            GradeReason::Values => "any caller may pass these values",
            GradeReason::ToleratedNull => "a null pointer is allowed here",
            GradeReason::NullArgument => "an argument is a null pointer",
            GradeReason::Precondition => {
                "the function checks at its entry that it is not called so"
            }
            GradeReason::Extreme => "only numbers beyond a million lead to it",
            GradeReason::Protocol => "the code must be called before it is initialised",
            GradeReason::Aliasing => "two arguments must be the same object",
            GradeReason::Callback => "a function that is called back must return this",
            GradeReason::Internal => "users of the code cannot call this function",
            GradeReason::Fields => "no call was seen that gives the object this state",
            GradeReason::Stub => "a function that was not run must return this",
        }
    }
}

named! {
    /// Which errors make a run fail.
    pub enum FailOn {
        /// Defects.
        Defect = "defect",
        /// Defects and misuses.
        Misuse = "misuse",
        /// Every error.
        Any = "any",
    }
}

impl FailOn {
    /// Does an error of this grade make a run fail? One without a grade is taken for a defect.
    pub fn counts(self, grade: Option<Grade>) -> bool {
        let worst = match self {
            FailOn::Defect => Grade::Defect,
            FailOn::Misuse => Grade::Misuse,
            FailOn::Any => Grade::Unexplained,
        };
        grade.is_none_or(|grade| grade <= worst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::assert_names;

    #[test]
    fn grades_are_those_of_reports() {
        assert_names::<Grade>(&["defect", "misuse", "unexplained"]);
        assert_names::<FailOn>(&["defect", "misuse", "any"]);
        assert_names::<GradeReason>(&[
            "values",
            "tolerated-null",
            "null-argument",
            "precondition",
            "extreme",
            "protocol",
            "aliasing",
            "callback",
            "internal",
            "fields",
            "stub",
        ]);
    }

    #[test]
    fn reasons_are_declared_in_the_order_of_their_grades() {
        assert!(GradeReason::ALL.is_sorted_by_key(|reason| reason.grade()));
        assert!(GradeReason::ALL.iter().all(|reason| !reason.in_words().is_empty()));
    }

    #[test]
    fn an_error_without_a_grade_fails_every_run() {
        let counted = |on: FailOn| {
            let grades = Grade::ALL.iter().map(|&grade| Some(grade)).chain([None]);
            grades.map(|grade| on.counts(grade)).collect::<Vec<_>>()
        };
        assert_eq!(counted(FailOn::Defect), [true, false, false, true]);
        assert_eq!(counted(FailOn::Misuse), [true, true, false, true]);
        assert_eq!(counted(FailOn::Any), [true; 4]);
    }
}
