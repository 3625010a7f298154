//! How a command that searches ends: which exit code what it found deserves.
//!
//! Invariants: errors win over everything but an interruption; a possible error that could not be
//! judged, for a reason that is ours or the machine's, is never "nothing wrong found".

use coax_report::{Report, Unjudged};

use super::run_clock::RunClock;
use super::suspects::Suspects;
use crate::end::{ExitStatus, Failure};
use crate::frontend::Output;
use crate::options::AllowNotJudged;

/// Shows what was found, and says how the command ends.
pub fn finish(
    suspects: &Suspects,
    output: &Output<'_>,
    clock: &RunClock,
    allowed: AllowNotJudged,
) -> Result<ExitStatus, Failure> {
    let Suspects { records, defects, .. } = suspects;
    output.frontend.show(&records.report, &records.folder);
    if !output.quiet {
        records.files.say_put_aside();
    }
    let folder = records.folder.display().to_string();
    let interrupted = clock.interrupt.asked();
    of(&records.report.counted(), &folder, defects, interrupted, allowed, records.failure())
}

/// The end of a run that found this, with these defects of ours on the way, and perhaps results that
/// could not be written.
fn of(
    report: &Report,
    folder: &str,
    defects: &[String],
    interrupted: bool,
    allowed: AllowNotJudged,
    unwritten: Option<Failure>,
) -> Result<ExitStatus, Failure> {
    let defect = defects.first().map(|first| match defects.len() - 1 {
        0 => Failure::Internal(first.clone()),
        more => Failure::Internal(format!("{first} (and {more} more)")),
    });
    let failure = defect.or(unwritten);
    let found = match report.errors().next() {
        _ if interrupted => Some(ExitStatus::Interrupted),
        Some(_) => Some(ExitStatus::ErrorsFound),
        None => None,
    };
    if let Some(found) = found {
        // What was found is found; that we failed elsewhere is said all the same.
        if let Some(failure) = failure {
            anstream::eprintln!("{failure}");
        }
        return Ok(found);
    }
    let unjudged = Unjudged::of(report);
    match failure {
        Some(failure) => Err(failure),
        None if allowed.permits(unjudged.failures()) => Ok(ExitStatus::Success),
        None => Err(Failure::NotJudged(told(&unjudged, folder))),
    }
}

/// Why the exit code is not 0 although no error was found.
fn told(unjudged: &Unjudged, folder: &str) -> String {
    let failures = unjudged.failures();
    let first = unjudged.first_failure().unwrap_or_default();
    let words = unjudged.in_words(folder);
    let words = coax_report::one_line(&format!("{words}. The first: {first}"));
    format!(
        "no error was confirmed, but possible errors could not be judged: {words}\n\
         Nothing is known about them (--allow-not-judged {failures} accepts that)."
    )
}

#[cfg(test)]
mod tests {
    use coax_kinds::ErrorKind;
    use coax_report::{Judged, NotJudged, Tool, Values, Verdict, Warning};

    use super::*;

    fn report(verdicts: &[Verdict]) -> Report {
        let tool = Tool { name: "coax".into(), version: "0".into() };
        let mut report = Report::new(tool, "check", 0);
        for verdict in verdicts {
            let mut warning = empty_warning();
            warning.attempted(verdict.clone());
            report.warnings.push(warning);
        }
        report
    }

    fn empty_warning() -> Warning {
        Warning {
            id: "w1".into(),
            kind: ErrorKind::Assertion.into(),
            function: "f".into(),
            file: "a.c".into(),
            line: 1,
            column: 1,
            message: String::new(),
            trace: Vec::new(),
            inputs: Values::new(),
            confirmed: false,
            test: None,
            reproduce: None,
            native: None,
            judged: Judged::NotJudged,
            not_judged_because: None,
            native_kind: None,
            unit: None,
            assumes: Vec::new(),
            about: None,
            internal: false,
            grade: None,
            not_from: Vec::new(),
            after: Vec::new(),
            goes_on: false,
            standing: Default::default(),
        }
    }

    fn end(verdicts: &[Verdict], allowed: &str) -> String {
        let allowed = allowed.parse().unwrap();
        match of(&report(verdicts), "out", &[], false, allowed, None) {
            Ok(outcome) => format!("{outcome:?}"),
            Err(Failure::NotJudged(_)) => "NotJudged".into(),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn what_could_not_be_judged_is_not_nothing() {
        let not_judged = |why| Verdict::NotJudged(why, "why".into());
        let refuted = || Verdict::Refuted("no".into());
        let confirmed = || Verdict::Confirmed { native: "yes".into(), kind: None };
        let [not_built, late] = [NotJudged::CannotBuild, NotJudged::NoTime].map(not_judged);
        assert_eq!(end(&[], "0"), "Success");
        assert_eq!(end(&[refuted(), late.clone()], "0"), "Success", "time is the user's");
        assert_eq!(end(&[refuted(), not_built.clone()], "0"), "NotJudged");
        assert_eq!(end(&[not_built.clone(), late], "1"), "Success");
        assert_eq!(end(&[not_built.clone(), not_built.clone()], "1"), "NotJudged");
        assert_eq!(end(&[not_built.clone(), not_built.clone()], "all"), "Success");
        assert_eq!(end(&[not_built, confirmed()], "0"), "ErrorsFound", "errors win");
    }

    #[test]
    fn defects_of_ours_do_not_hide_errors() {
        let defects = ["a panic".to_owned()];
        let confirmed = Verdict::Confirmed { native: "yes".into(), kind: None };
        let end = |verdicts: &[Verdict]| {
            of(&report(verdicts), "out", &defects, false, AllowNotJudged::default(), None)
        };
        assert_eq!(end(&[confirmed]), Ok(ExitStatus::ErrorsFound));
        assert_eq!(end(&[]), Err(Failure::Internal("a panic".into())));
    }
}
