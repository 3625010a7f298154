//! Tests of the comparison: kinds, places, and silence.

use super::*;

fn place(file: &str, line: u32, function: &str) -> Place {
    Place { file: file.into(), line, column: 1, function: function.into() }
}

fn finding(tool: Tool, words: &str, kind: Option<&'static str>) -> Finding {
    let frames = vec![
        Place { function: "memcpy".into(), ..Place::default() },
        place("/p/src/a.c", 7, "copy"),
        place("/p/src/a.c", 20, "main"),
    ];
    Finding { tool, words: words.into(), kind, place: Some(frames[1].clone()), frames }
}

fn outcome(findings: Vec<Finding>) -> Outcome {
    Outcome {
        end: End::Exited(1),
        findings,
        leaks_unknown: false,
        stdout: Vec::new(),
        stderr: Vec::new(),
        seconds: 0.0,
    }
}

fn verdict(claimed: &str, tool: Tool, words: &str, kind: Option<&'static str>) -> Verdict {
    let claim = Claim { kind: claimed, ..Claim::default() };
    confirms(&claim, &outcome(vec![finding(tool, words, kind)]))
}

#[test]
fn every_kind_is_shown_by_itself_and_by_what_the_table_says_only() {
    for claimed in ALL {
        for observed in ALL {
            let also = SHOWN_BY.iter().find(|(kind, _)| *kind == claimed);
            let expected =
                claimed == observed || also.is_some_and(|(_, kinds)| kinds.contains(&observed));
            let confirmed = verdict(claimed, Tool::Undefined, "words", Some(observed));
            assert_eq!(confirmed == Verdict::Confirmed, expected, "{claimed} by {observed}");
        }
    }
}

#[test]
fn the_table_names_only_kinds() {
    for (claimed, kinds) in SHOWN_BY {
        assert!(ALL.contains(claimed), "{claimed}");
        assert!(kinds.iter().all(|kind| ALL.contains(kind) && kind != claimed), "{claimed}");
    }
}

#[test]
fn faults_and_arithmetic_exceptions_have_two_causes() {
    let segv =
        |claimed| verdict(claimed, Tool::Address, "SEGV on unknown address", Some(OUT_OF_BOUNDS));
    assert_eq!(segv(NULL_DEREFERENCE), Verdict::Confirmed);
    assert_eq!(segv(OUT_OF_BOUNDS), Verdict::Confirmed);
    assert_ne!(segv(DIVISION_BY_ZERO), Verdict::Confirmed);
    let overflow =
        |claimed| verdict(claimed, Tool::Address, "heap-buffer-overflow", Some(OUT_OF_BOUNDS));
    assert_ne!(overflow(NULL_DEREFERENCE), Verdict::Confirmed);
    let fpe = |claimed| verdict(claimed, Tool::Signal, "SIGFPE", Some(DIVISION_BY_ZERO));
    assert_eq!(fpe(SIGNED_OVERFLOW), Verdict::Confirmed);
    let fault = |claimed| verdict(claimed, Tool::Signal, "SIGSEGV", None);
    assert_eq!(fault(USE_AFTER_FREE), Verdict::Confirmed);
    assert_ne!(fault(MEMORY_LEAK), Verdict::Confirmed);
}

#[test]
fn the_place_must_fit() {
    let observed =
        outcome(vec![finding(Tool::Address, "heap-buffer-overflow", Some(OUT_OF_BOUNDS))]);
    let at = |line, function| {
        confirms(&Claim { kind: OUT_OF_BOUNDS, line, function, ..Claim::default() }, &observed)
    };
    assert_eq!(at(Some(("/p/src/a.c", 7)), None), Verdict::Confirmed);
    assert_eq!(at(Some(("src/a.c", 7)), None), Verdict::Confirmed);
    assert_eq!(at(Some(("/p/src/../src/a.c", 20)), None), Verdict::Confirmed, "an outer frame");
    assert_eq!(at(Some(("/p/src/a.c", 9)), Some("copy")), Verdict::Confirmed, "same function");
    assert_ne!(at(Some(("/p/src/a.c", 9)), None), Verdict::Confirmed, "another line");
    assert_ne!(at(Some(("/p/src/b.c", 7)), None), Verdict::Confirmed, "another file");
    assert_ne!(at(Some(("/p/src/a.c", 9)), Some("main")), Verdict::Confirmed, "a caller");
    assert_eq!(at(None, None), Verdict::Confirmed);
}

#[test]
fn a_null_object_is_seen_at_the_call() {
    let observed = |words| outcome(vec![finding(Tool::Undefined, words, Some(NULL_DEREFERENCE))]);
    let call = "member call on null pointer of type 'Node'";
    let claim = |line| Claim {
        kind: NULL_DEREFERENCE,
        line: Some(("/p/src/b.c", 3)),
        function: Some("Node::value"),
        calls: if line == 7 { &[("/p/src/a.c", 7)] } else { &[("/p/src/a.c", 8)] },
        ..Claim::default()
    };
    assert_eq!(confirms(&claim(7), &observed(call)), Verdict::Confirmed);
    assert_ne!(confirms(&claim(8), &observed(call)), Verdict::Confirmed, "not on the way");
    let load = "load of null pointer of type 'int'";
    assert_ne!(confirms(&claim(7), &observed(load)), Verdict::Confirmed, "another error");
}

#[test]
fn an_undefined_result_is_seen_where_the_test_uses_it() {
    let words = "use-of-uninitialized-value";
    let observed = outcome(vec![finding(Tool::Memory, words, Some(UNINITIALIZED_READ))]);
    let claim = |test| Claim {
        kind: UNINITIALIZED_READ,
        line: Some(("/p/src/b.c", 3)),
        test: Some(Path::new(test)),
        ..Claim::default()
    };
    assert_eq!(confirms(&claim("/p/src/a.c"), &observed), Verdict::Confirmed);
    assert_ne!(confirms(&claim("/p/src/c.c"), &observed), Verdict::Confirmed, "not the test");
}

#[test]
fn leaks_recursion_and_loops_have_no_place() {
    for kind in WITHOUT_PLACE {
        let observed = outcome(vec![finding(Tool::Leak, "words", Some(kind))]);
        let claim = Claim { kind, line: Some(("/elsewhere.c", 1)), ..Claim::default() };
        assert_eq!(confirms(&claim, &observed), Verdict::Confirmed, "{kind}");
    }
}

#[test]
fn without_symbols_the_kind_alone_counts() {
    let mut found = finding(Tool::Address, "heap-buffer-overflow", Some(OUT_OF_BOUNDS));
    found.place = None;
    found.frames.clear();
    let claim = Claim { kind: OUT_OF_BOUNDS, line: Some(("/p/a.c", 1)), ..Claim::default() };
    assert_eq!(confirms(&claim, &outcome(vec![found])), Verdict::Confirmed);
}

#[test]
fn what_happened_instead_is_told() {
    let verdict = verdict(ASSERTION, Tool::Undefined, "division by zero", Some(DIVISION_BY_ZERO));
    let Verdict::OtherFailure { kind, place, words } = verdict else { panic!("{verdict:?}") };
    assert_eq!(kind, Some(DIVISION_BY_ZERO));
    assert_eq!(place.unwrap().line, 7);
    assert_eq!(words, "division by zero");
}

#[test]
fn silence_is_not_always_innocence() {
    let leak = Claim { kind: MEMORY_LEAK, ..Claim::default() };
    assert_eq!(confirms(&leak, &outcome(vec![])), Verdict::NothingHappened);
    let untraced = Outcome { leaks_unknown: true, ..outcome(vec![]) };
    assert!(matches!(confirms(&leak, &untraced), Verdict::CannotTell(_)));
    let other = Claim { kind: ASSERTION, ..Claim::default() };
    assert_eq!(confirms(&other, &untraced), Verdict::NothingHappened);
    let greedy = Outcome { end: End::OutOfMemory, ..outcome(vec![]) };
    assert!(matches!(confirms(&other, &greedy), Verdict::CannotTell(_)));
    for status in [ASSUMED_AWAY, DIVERGED] {
        let astray = Outcome { end: End::Exited(status), ..outcome(vec![]) };
        assert!(matches!(confirms(&other, &astray), Verdict::CannotTell(_)));
    }
}
