//! What became of a possible error: confirmed, refuted, or not judged and why.
//!
//! Invariants: only a native run confirms or refutes. Several runs may be made for one possible
//! error; one that shows it confirms, and it counts as refuted only if every one of them was run to
//! its end: "not judged" is never "nothing wrong".

use std::collections::BTreeMap;

use coax_kinds::{ErrorKind, Word};
use serde::{Deserialize, Serialize};

use crate::model::{Report, Warning};

/// What native runs said of a possible error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judged {
    /// A native run showed it: it is an error.
    Confirmed,
    /// A native run ended without it, or failed elsewhere.
    Refuted,
    /// There was no native run, or it could not have shown it.
    #[default]
    NotJudged,
}

/// Why a possible error was not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotJudged {
    /// Its test could not be built.
    CannotBuild,
    /// Its test was built, but could not be run.
    CannotRun,
    /// There was no room on the disk for builds or runs.
    NoSpace,
    /// A source file is not any more what was explored.
    SourceChanged,
    /// Leaks cannot be looked for on this machine.
    LeaksUnknown,
    /// The run was ended at the limit on time for one run.
    TimeLimit,
    /// The run was ended at the limit on memory.
    MemoryLimit,
    /// The run was ended at the limit on output.
    OutputLimit,
    /// The run asked for other inputs than the test was made for.
    Diverged,
    /// An assumption of the program does not hold in the run.
    AssumedAway,
    /// A sanitizer ended the run, but what it said is lost.
    NoReport,
    /// There is no test: Coax failed.
    Defect,
    /// The budget of the command (`--time`) was used up.
    NoTime,
    /// The command was interrupted.
    Interrupted,
}

impl NotJudged {
    /// Is it what the user decided, and not a failure of Coax or of the machine?
    pub fn is_users_choice(self) -> bool {
        matches!(self, NotJudged::NoTime | NotJudged::Interrupted)
    }

    /// The word for it, as in the report.
    pub fn word(self) -> &'static str {
        match self {
            NotJudged::CannotBuild => "cannot-build",
            NotJudged::CannotRun => "cannot-run",
            NotJudged::NoSpace => "no-space",
            NotJudged::SourceChanged => "source-changed",
            NotJudged::LeaksUnknown => "leaks-unknown",
            NotJudged::TimeLimit => "time-limit",
            NotJudged::MemoryLimit => "memory-limit",
            NotJudged::OutputLimit => "output-limit",
            NotJudged::Diverged => "diverged",
            NotJudged::AssumedAway => "assumed-away",
            NotJudged::NoReport => "no-report",
            NotJudged::Defect => "defect",
            NotJudged::NoTime => "no-time",
            NotJudged::Interrupted => "interrupted",
        }
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

/// What one attempt to show a possible error natively came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The run showed it.
    Confirmed {
        /// What the run said.
        native: String,
        /// The kind the run showed, if it is another than the predicted one.
        kind: Option<Word<ErrorKind>>,
    },
    /// The run said this instead.
    Refuted(String),
    /// There was no run that could tell.
    NotJudged(NotJudged, String),
}

impl Verdict {
    /// Did the run show it?
    pub fn is_confirmed(&self) -> bool {
        matches!(self, Verdict::Confirmed { .. })
    }

    /// How much it says about a possible error of which other attempts were made, too.
    fn weight(&self) -> u8 {
        match self {
            Verdict::Confirmed { .. } => 4,
            Verdict::NotJudged(why, _) if !why.is_users_choice() => 3,
            Verdict::NotJudged(..) => 2,
            Verdict::Refuted(_) => 1,
        }
    }

    /// The one of two that counts; of equals, the first.
    pub fn or(self, later: Verdict) -> Verdict {
        if later.weight() > self.weight() { later } else { self }
    }
}

impl Warning {
    /// Takes in what one more attempt came to.
    pub fn attempted(&mut self, verdict: Verdict) {
        match self.verdict() {
            Some(earlier) => self.set(earlier.or(verdict)),
            None => self.set(verdict),
        }
    }

    /// What attempts so far came to; none if there was none.
    fn verdict(&self) -> Option<Verdict> {
        let native = self.native.clone()?;
        Some(match (self.judged, self.not_judged_because) {
            (Judged::Confirmed, _) => Verdict::Confirmed { native, kind: self.native_kind.clone() },
            (Judged::Refuted, _) => Verdict::Refuted(native),
            (Judged::NotJudged, Some(why)) => Verdict::NotJudged(why, native),
            (Judged::NotJudged, None) => return None,
        })
    }

    fn set(&mut self, verdict: Verdict) {
        (self.not_judged_because, self.native_kind) = (None, None);
        let (judged, native) = match verdict {
            Verdict::Confirmed { native, kind } => {
                self.native_kind = kind;
                (Judged::Confirmed, native)
            }
            Verdict::Refuted(native) => (Judged::Refuted, native),
            Verdict::NotJudged(why, native) => {
                self.not_judged_because = Some(why);
                (Judged::NotJudged, native)
            }
        };
        (self.judged, self.native) = (judged, Some(native));
        self.confirmed = judged == Judged::Confirmed;
    }

    /// Why it was not judged, if that is so. A run that did not end by itself leaves some that wait.
    pub fn not_judged(&self) -> Option<NotJudged> {
        let why = self.not_judged_because.unwrap_or(NotJudged::Interrupted);
        (self.judged == Judged::NotJudged).then_some(why)
    }
}

/// Possible errors that were not judged, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unjudged {
    by_reason: BTreeMap<NotJudged, Group>,
}

/// Those with the same reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Group {
    count: u64,
    /// What was said of the first of them,
    said: String,
    /// and its test.
    test: Option<String>,
}

impl Unjudged {
    /// Those of a report.
    pub fn of(report: &Report) -> Unjudged {
        let mut unjudged = Unjudged::default();
        for warning in &report.warnings {
            let Some(why) = warning.not_judged() else { continue };
            let group = unjudged.by_reason.entry(why).or_insert_with(|| Group {
                count: 0,
                said: warning.native.clone().unwrap_or_default(),
                test: warning.test.clone(),
            });
            group.count += 1;
        }
        unjudged
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.by_reason.values().map(|group| group.count).sum()
    }

    fn failed(&self) -> impl Iterator<Item = (&NotJudged, &Group)> {
        self.by_reason.iter().filter(|(why, _)| !why.is_users_choice())
    }

    /// How many of them for a reason that is ours or the machine's.
    pub fn failures(&self) -> u64 {
        self.failed().map(|(_, group)| group.count).sum()
    }

    /// What was said of the first of these.
    pub fn first_failure(&self) -> Option<&str> {
        self.failed().next().map(|(_, group)| &*group.said)
    }

    /// `12 could not be built (see out/warnings/a.c), 2 had no time`, if the results lie in `out`.
    pub fn in_words(&self, folder: &str) -> String {
        let part = |(why, group): (&NotJudged, &Group)| {
            let test = group.test.as_ref().filter(|_| *why == NotJudged::CannotBuild);
            let see = test.map(|test| format!(" (see {folder}/{test})")).unwrap_or_default();
            format!("{} {}{see}", group.count, why.in_words())
        };
        self.by_reason.iter().map(part).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn confirmed() -> Verdict {
        Verdict::Confirmed { native: "yes".into(), kind: None }
    }

    #[test]
    fn one_attempt_that_was_not_judged_keeps_the_others_from_refuting() {
        let refuted = || Verdict::Refuted("no".into());
        let not_built = || Verdict::NotJudged(NotJudged::CannotBuild, "clang".into());
        let late = || Verdict::NotJudged(NotJudged::NoTime, "late".into());
        assert_eq!(refuted().or(late()), late());
        assert_eq!(late().or(refuted()), late());
        assert_eq!(late().or(not_built()), not_built());
        assert_eq!(not_built().or(late()), not_built());
        assert_eq!(not_built().or(confirmed()), confirmed());
        assert_eq!(confirmed().or(not_built()), confirmed());
    }

    #[test]
    fn words_of_the_report() {
        for why in [NotJudged::CannotBuild, NotJudged::NoSpace, NotJudged::NoTime] {
            assert_eq!(serde_json::to_string(&why).unwrap(), format!("\"{}\"", why.word()));
        }
        assert_eq!(NotJudged::CannotBuild.word(), "cannot-build");
        assert_eq!(serde_json::to_string(&Judged::NotJudged).unwrap(), "\"not-judged\"");
    }

    #[test]
    fn the_users_budget_is_no_failure() {
        let group = |count, said: &str, test: &str| Group {
            count,
            said: said.into(),
            test: Some(test.into()),
        };
        let by_reason = [
            (NotJudged::NoTime, group(2, "late", "warnings/b.c")),
            (NotJudged::CannotBuild, group(12, "clang", "warnings/a.c")),
        ];
        let unjudged = Unjudged { by_reason: by_reason.into() };
        assert_eq!((unjudged.count(), unjudged.failures()), (14, 12));
        assert_eq!(unjudged.first_failure(), Some("clang"));
        let said = "12 could not be built (see out/warnings/a.c), 2 had no time";
        assert_eq!(unjudged.in_words("out"), said);
    }
}
