//! What became of a possible error: confirmed, refuted, or not judged and why.
//!
//! Invariants: only a native run confirms or refutes. Several runs may be made for one possible
//! error; one that shows it confirms, and it counts as refuted only if every one of them was run to
//! its end: "not judged" is never "nothing wrong".

use std::collections::BTreeMap;

use coax_kinds::{ErrorKind, Incomplete, NotJudged, Word};
use serde_json::Value;

use crate::model::{Judged, Report, Unit, Warning};

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

impl Report {
    /// The exit code of the run, as far as its report tells: a failure of Coax that cost no verdict is not in it.
    pub fn exit_code(&self) -> u8 {
        let report = &*self.counted();
        let is_interrupted =
            |unit: &Unit| unit.incomplete_because.iter().any(|why| *why == Incomplete::Interrupted);
        if report.units.iter().any(is_interrupted) {
            return 130;
        }
        let failures = Unjudged::of(report).failures();
        let is_accepted = match report.options.get("allow-not-judged").and_then(Value::as_str) {
            Some("all") => true,
            Some(most) => most.parse().is_ok_and(|most: u64| failures <= most),
            None => failures == 0,
        };
        match report.errors().next() {
            Some(_) => 1,
            None if is_accepted => 0,
            None => 3,
        }
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
        let part = |why: &NotJudged, group: &Group| {
            let test = group.test.as_ref().filter(|_| *why == NotJudged::CannotBuild);
            let see = test.map(|test| format!(" (see {folder}/{test})")).unwrap_or_default();
            format!("{} {}{see}", group.count, why.in_words())
        };
        self.by_reason.iter().map(|(why, group)| part(why, group)).collect::<Vec<_>>().join(", ")
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
