//! What several attempts to show an error come to, and what is said of those that came to nothing.

use coax_report::{Judged, NotJudged, Report, Tool, Unjudged, Verdict, Warning};

fn warning() -> Warning {
    serde_json::from_value(serde_json::json!({
        "id": "w1", "kind": "out-of-bounds", "function": "f", "file": "a.c", "line": 3,
        "column": 1, "message": "too far", "trace": [], "inputs": {}, "confirmed": false, "test": null
    }))
    .unwrap()
}

fn confirmed(native: &str) -> Verdict {
    let kind = Some(coax_kinds::ErrorKind::UseAfterFree.into());
    Verdict::Confirmed { native: native.into(), kind }
}

fn refuted(native: &str) -> Verdict {
    Verdict::Refuted(native.into())
}

fn not_judged(why: NotJudged, native: &str) -> Verdict {
    Verdict::NotJudged(why, native.into())
}

#[test]
fn of_two_attempts_the_one_that_says_more_counts_and_of_equals_the_first() {
    use NotJudged::{CannotBuild, Defect, Interrupted, NoTime};
    for (first, second, counts) in [
        (confirmed("1"), confirmed("2"), "1"),
        (confirmed("1"), not_judged(Defect, "2"), "1"),
        (confirmed("1"), not_judged(NoTime, "2"), "1"),
        (confirmed("1"), refuted("2"), "1"),
        (not_judged(CannotBuild, "1"), confirmed("2"), "2"),
        (not_judged(CannotBuild, "1"), not_judged(Defect, "2"), "1"),
        (not_judged(CannotBuild, "1"), not_judged(NoTime, "2"), "1"),
        (not_judged(CannotBuild, "1"), refuted("2"), "1"),
        (not_judged(Interrupted, "1"), confirmed("2"), "2"),
        (not_judged(Interrupted, "1"), not_judged(CannotBuild, "2"), "2"),
        (not_judged(Interrupted, "1"), not_judged(NoTime, "2"), "1"),
        (not_judged(Interrupted, "1"), refuted("2"), "1"),
        (refuted("1"), confirmed("2"), "2"),
        (refuted("1"), not_judged(CannotBuild, "2"), "2"),
        (refuted("1"), not_judged(NoTime, "2"), "2"),
        (refuted("1"), refuted("2"), "1"),
    ] {
        let expected = if counts == "1" { first.clone() } else { second.clone() };
        assert_eq!(first.clone().or(second.clone()), expected, "{first:?} or {second:?}");
        // The same of what was noted in a warning.
        let mut noted = warning();
        noted.attempted(first.clone());
        noted.attempted(second.clone());
        assert_eq!(noted.native.as_deref(), Some(counts), "{first:?}, then {second:?}");
    }
}

#[test]
fn only_a_confirmation_is_one() {
    for (verdict, expected) in [
        (confirmed(""), true),
        (refuted(""), false),
        (not_judged(NotJudged::NoTime, ""), false),
        (not_judged(NotJudged::CannotBuild, ""), false),
    ] {
        assert_eq!(verdict.is_confirmed(), expected, "{verdict:?}");
    }
}

#[test]
fn a_warning_says_what_its_last_verdict_says_and_nothing_of_earlier_ones() {
    let mut noted = warning();
    let told = |warning: &Warning| {
        let kind = warning.native_kind.as_ref().map(ToString::to_string);
        (warning.judged, warning.confirmed, warning.not_judged_because, kind)
    };
    assert_eq!(noted.not_judged(), Some(NotJudged::Interrupted), "nothing was attempted");
    noted.attempted(refuted("no"));
    assert_eq!(told(&noted), (Judged::Refuted, false, None, None));
    assert_eq!(noted.not_judged(), None);
    noted.attempted(not_judged(NotJudged::MemoryLimit, "much"));
    let because = Some(NotJudged::MemoryLimit);
    assert_eq!(told(&noted), (Judged::NotJudged, false, because, None));
    assert_eq!(noted.not_judged(), because);
    noted.attempted(confirmed("seen"));
    let kind = Some("use-after-free".to_owned());
    assert_eq!(told(&noted), (Judged::Confirmed, true, None, kind.clone()));
    assert_eq!(noted.not_judged(), None);
    noted.attempted(refuted("not again"));
    assert_eq!(told(&noted), (Judged::Confirmed, true, None, kind));
}

#[test]
fn what_was_not_judged_is_counted_by_reason_with_the_first_of_each() {
    let attempted = |verdict: Option<Verdict>, test: &str| {
        let mut warning = warning();
        warning.test = Some(test.into());
        verdict.into_iter().for_each(|verdict| warning.attempted(verdict));
        warning
    };
    let cannot_build = |said| Some(not_judged(NotJudged::CannotBuild, said));
    let mut report = Report::new(Tool { name: "coax".into(), version: "0".into() }, "check", 0);
    assert_eq!(Unjudged::of(&report), Unjudged::default());
    report.warnings = vec![
        attempted(Some(confirmed("seen")), "errors/a.c"),
        attempted(None, "warnings/b.c"),
        attempted(cannot_build("first"), "warnings/c.c"),
        attempted(Some(refuted("no")), "warnings/d.c"),
        attempted(cannot_build("second"), "warnings/e.c"),
        attempted(Some(not_judged(NotJudged::Defect, "a panic")), "warnings/f.c"),
    ];
    let unjudged = Unjudged::of(&report);
    assert_eq!((unjudged.count(), unjudged.failures()), (4, 3));
    assert_eq!(unjudged.first_failure(), Some("first"));
    let said = "2 could not be built (see out/warnings/c.c), 1 fell to a failure of coax, \
                1 were interrupted";
    assert_eq!(unjudged.in_words("out"), said);
    report.warnings.truncate(2);
    assert_eq!(Unjudged::of(&report).first_failure(), None, "it is the user's choice");
}
