//! Why a possible error was not judged: the words of `not_judged_because` in a report.
//!
//! Invariant: values are declared in the order in which people are told of them, what the user decided last.

use crate::word::named;

named! {
    /// Why a possible error was not judged.
    pub enum NotJudged {
        /// Its test could not be built.
        CannotBuild = "cannot-build",
        /// Its test was built, but could not be run.
        CannotRun = "cannot-run",
        /// There was no room on the disk for builds or runs.
        NoSpace = "no-space",
        /// A source file is not any more what was explored.
        SourceChanged = "source-changed",
        /// Leaks cannot be looked for on this machine.
        LeaksUnknown = "leaks-unknown",
        /// The run was ended at the limit on time for one run.
        TimeLimit = "time-limit",
        /// The run was ended at the limit on memory.
        MemoryLimit = "memory-limit",
        /// The run was ended at the limit on output.
        OutputLimit = "output-limit",
        /// The run asked for other inputs than the test was made for.
        Diverged = "diverged",
        /// An assumption of the program does not hold in the run.
        AssumedAway = "assumed-away",
        /// A sanitizer ended the run, but what it said is lost.
        NoReport = "no-report",
        /// There is no test: Coax failed.
        Defect = "defect",
        /// The budget of the command (`--time`) was used up.
        NoTime = "no-time",
        /// The command was interrupted.
        Interrupted = "interrupted",
    }
}

impl NotJudged {
    /// Is it what the user decided, and not a failure of Coax or of the machine?
    pub fn is_users_choice(self) -> bool {
        matches!(self, NotJudged::NoTime | NotJudged::Interrupted)
    }

    /// What is said of several: `3 could not be built`.
    pub fn in_words(self) -> &'static str {
        match self {
            NotJudged::CannotBuild => "could not be built",
            NotJudged::CannotRun => "could not be run",
            NotJudged::NoSpace => "had no room on the disk",
            NotJudged::SourceChanged => "are in sources that changed during the run",
            NotJudged::LeaksUnknown => "are leaks, which cannot be looked for here",
            NotJudged::TimeLimit => "ran into the time limit of one run",
            NotJudged::MemoryLimit => "ran into the memory limit of one run",
            NotJudged::OutputLimit => "ran into the output limit of one run",
            NotJudged::Diverged => "did natively not ask for the same inputs",
            NotJudged::AssumedAway => "were natively assumed away",
            NotJudged::NoReport => "were ended by a sanitizer whose report is lost",
            NotJudged::Defect => "fell to a failure of coax",
            NotJudged::NoTime => "had no time",
            NotJudged::Interrupted => "were interrupted",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::assert_names;

    const NAMES: [&str; 14] = [
        "cannot-build",
        "cannot-run",
        "no-space",
        "source-changed",
        "leaks-unknown",
        "time-limit",
        "memory-limit",
        "output-limit",
        "diverged",
        "assumed-away",
        "no-report",
        "defect",
        "no-time",
        "interrupted",
    ];

    #[test]
    fn reasons_are_those_of_reports() {
        assert_names::<NotJudged>(&NAMES);
    }

    #[test]
    fn only_time_and_interruption_are_the_users_choice() {
        for &why in NotJudged::ALL {
            let expected = matches!(why.name(), "no-time" | "interrupted");
            assert_eq!(why.is_users_choice(), expected, "{why}");
        }
    }
}
