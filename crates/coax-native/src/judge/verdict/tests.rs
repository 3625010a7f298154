//! Tests of the comparison: kinds, places, and silence.

use super::*;

fn place(file: &str, line: u32, function: &str) -> SourcePoint {
    SourcePoint { file: file.into(), line, column: 1, function: function.into() }
}

fn finding(tool: Tool, words: &str, kind: Option<ErrorKind>) -> Finding {
    let frames = vec![
        SourcePoint { function: "memcpy".into(), ..SourcePoint::default() },
        place("/p/src/a.c", 7, "copy"),
        place("/p/src/a.c", 20, "main"),
    ];
    Finding { tool, words: words.into(), kind, place: Some(frames[1].clone()), frames }
}

fn outcome(findings: Vec<Finding>) -> NativeRun {
    NativeRun {
        end: End::Exited(1),
        findings,
        leaks_unknown: false,
        stdout: Vec::new(),
        stderr: Vec::new(),
        seconds: 0.0,
    }
}

fn verdict(claimed: ErrorKind, tool: Tool, words: &str, kind: Option<ErrorKind>) -> Verdict {
    let claim = Claim { kind: Some(claimed), ..Claim::default() };
    confirms(&claim, &outcome(vec![finding(tool, words, kind)]))
}

/// What each claimed kind is shown by, wherever that is: stated here, not read from the code.
const EXPECTED: [(&str, &[&str]); 19] = [
    ("null-dereference", &["null-dereference"]),
    ("out-of-bounds", &["out-of-bounds", "use-after-free", "negative-size"]),
    ("use-after-free", &["use-after-free", "out-of-bounds"]),
    ("double-free", &["double-free", "invalid-free", "use-after-free"]),
    ("invalid-free", &["invalid-free", "double-free", "use-after-free"]),
    ("uninitialized-read", &["uninitialized-read"]),
    ("division-by-zero", &["division-by-zero"]),
    ("signed-overflow", &["signed-overflow", "shift-out-of-range"]),
    ("shift-out-of-range", &["shift-out-of-range", "signed-overflow"]),
    ("float-cast-overflow", &["float-cast-overflow"]),
    ("negative-size", &["negative-size", "out-of-bounds"]),
    ("assertion", &["assertion", "abort"]),
    ("abort", &["abort", "uncaught-exception"]),
    ("unreachable", &["unreachable", "abort"]),
    ("bad-cast", &["bad-cast"]),
    ("uncaught-exception", &["uncaught-exception"]),
    ("memory-leak", &["memory-leak"]),
    ("stack-overflow", &["stack-overflow", "no-termination"]),
    ("no-termination", &["no-termination", "stack-overflow"]),
];

#[test]
fn every_kind_is_shown_by_what_is_listed_here_and_by_nothing_else() {
    let claimed_kinds = EXPECTED.map(|(claimed, _)| claimed);
    let all: Vec<&str> = ErrorKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(claimed_kinds, *all, "every kind has its row");
    for (claimed, shown_by) in EXPECTED {
        for &observed in ErrorKind::ALL {
            let verdict =
                verdict(claimed.parse().unwrap(), Tool::Undefined, "words", Some(observed));
            let confirmed = matches!(verdict, Verdict::Confirmed(_));
            assert_eq!(confirmed, shown_by.contains(&observed.name()), "{claimed} by {observed}");
        }
    }
}

/// A tool, the kind it saw at a line, the kind that was claimed at line 7, and whether that shows it.
const AT_A_LINE: &[(Tool, Option<ErrorKind>, u32, ErrorKind, bool)] = &[
    // Sanitizers and signals at the claimed line, of any kind.
    (Tool::Address, Some(ErrorKind::OutOfBounds), 7, ErrorKind::DoubleFree, true),
    (Tool::Address, Some(ErrorKind::UseAfterFree), 7, ErrorKind::NullDereference, true),
    (Tool::Address, Some(ErrorKind::OutOfBounds), 7, ErrorKind::Assertion, true),
    (Tool::Undefined, Some(ErrorKind::SignedOverflow), 7, ErrorKind::OutOfBounds, true),
    (Tool::Undefined, None, 7, ErrorKind::OutOfBounds, true),
    (Tool::Memory, Some(ErrorKind::UninitializedRead), 7, ErrorKind::DivisionByZero, true),
    (Tool::Signal, None, 7, ErrorKind::BadCast, true),
    (Tool::Libc, Some(ErrorKind::InvalidFree), 7, ErrorKind::OutOfBounds, true),
    // Another line does not.
    (Tool::Address, Some(ErrorKind::OutOfBounds), 8, ErrorKind::DoubleFree, false),
    (Tool::Undefined, Some(ErrorKind::SignedOverflow), 8, ErrorKind::OutOfBounds, false),
    (Tool::Signal, None, 8, ErrorKind::BadCast, false),
    // The program's own word does not, for a claim about memory.
    (Tool::Libc, Some(ErrorKind::Assertion), 7, ErrorKind::OutOfBounds, false),
    (Tool::Libc, Some(ErrorKind::Assertion), 7, ErrorKind::NullDereference, false),
    (Tool::Libc, Some(ErrorKind::Abort), 7, ErrorKind::UseAfterFree, false),
    (Tool::Libc, None, 7, ErrorKind::UseAfterFree, false),
    (Tool::Cxx, Some(ErrorKind::UncaughtException), 7, ErrorKind::OutOfBounds, false),
    // What has no place of its own does not either.
    (Tool::Leak, Some(ErrorKind::MemoryLeak), 7, ErrorKind::OutOfBounds, false),
    (Tool::Clock, Some(ErrorKind::NoTermination), 7, ErrorKind::OutOfBounds, false),
];

#[test]
fn what_stops_the_program_at_the_claimed_line_shows_the_claim() {
    for &(tool, kind, line, claimed, expected) in AT_A_LINE {
        let mut seen = finding(tool, "words", kind);
        seen.place = Some(place("/p/src/a.c", line, "other"));
        seen.frames = vec![place("/p/src/a.c", line, "other")];
        let claim =
            Claim { kind: Some(claimed), line: Some(("/p/src/a.c", 7)), ..Claim::default() };
        let shown = matches!(confirms(&claim, &outcome(vec![seen])), Verdict::Confirmed(0));
        assert_eq!(shown, expected, "{tool:?} {kind:?} at {line} for {claimed}");
    }
}

#[test]
fn a_jump_to_nowhere_is_shown_by_the_frames_that_are_left() {
    let mut seen = finding(Tool::Address, WILD_JUMP, Some(ErrorKind::OutOfBounds));
    let shown = |seen: &Finding, calls: &[(&str, u32)]| {
        let claim = Claim {
            kind: Some(ErrorKind::BadCast),
            line: Some(("/p/src/b.c", 3)),
            calls,
            test: Some(Path::new("/p/out/t.c")),
            ..Claim::default()
        };
        matches!(confirms(&claim, &outcome(vec![seen.clone()])), Verdict::Confirmed(0))
    };
    // The innermost frame left is the call of the function that jumped.
    assert!(shown(&seen, &[("/p/src/a.c", 7), ("/p/src/a.c", 20)]));
    assert!(!shown(&seen, &[("/p/src/a.c", 8), ("/p/src/a.c", 7)]), "another caller");
    assert!(!shown(&seen, &[]), "the test itself calls the function");
    seen.place = Some(place("/p/out/t.c", 12, "test"));
    assert!(shown(&seen, &[]), "and its call is what is left");
    seen.place = None;
    assert!(shown(&seen, &[]), "or nothing at all");
    assert!(!shown(&seen, &[("/p/src/a.c", 7)]));
}

#[test]
fn faults_and_arithmetic_exceptions_have_two_causes() {
    let segv = |claimed| {
        verdict(claimed, Tool::Address, "SEGV on unknown address", Some(ErrorKind::OutOfBounds))
    };
    assert_eq!(segv(ErrorKind::NullDereference), Verdict::Confirmed(0));
    assert_eq!(segv(ErrorKind::OutOfBounds), Verdict::Confirmed(0));
    assert_ne!(segv(ErrorKind::DivisionByZero), Verdict::Confirmed(0));
    let overflow = |claimed| {
        verdict(claimed, Tool::Address, "heap-buffer-overflow", Some(ErrorKind::OutOfBounds))
    };
    assert_ne!(overflow(ErrorKind::NullDereference), Verdict::Confirmed(0));
    let fpe = |claimed| verdict(claimed, Tool::Signal, "SIGFPE", Some(ErrorKind::DivisionByZero));
    assert_eq!(fpe(ErrorKind::SignedOverflow), Verdict::Confirmed(0));
    let fault = |claimed| verdict(claimed, Tool::Signal, "SIGSEGV", None);
    assert_eq!(fault(ErrorKind::UseAfterFree), Verdict::Confirmed(0));
    assert_ne!(fault(ErrorKind::MemoryLeak), Verdict::Confirmed(0));
}

#[test]
fn the_place_must_fit() {
    let observed =
        outcome(vec![finding(Tool::Address, "heap-buffer-overflow", Some(ErrorKind::OutOfBounds))]);
    let at = |line, function| {
        confirms(
            &Claim { kind: Some(ErrorKind::OutOfBounds), line, function, ..Claim::default() },
            &observed,
        )
    };
    assert_eq!(at(Some(("/p/src/a.c", 7)), None), Verdict::Confirmed(0));
    assert_eq!(at(Some(("src/a.c", 7)), None), Verdict::Confirmed(0));
    assert_eq!(at(Some(("/p/src/../src/a.c", 20)), None), Verdict::Confirmed(0), "an outer frame");
    assert_eq!(at(Some(("/p/src/a.c", 9)), Some("copy")), Verdict::Confirmed(0), "same function");
    assert_ne!(at(Some(("/p/src/a.c", 9)), None), Verdict::Confirmed(0), "another line");
    assert_ne!(at(Some(("/p/src/b.c", 7)), None), Verdict::Confirmed(0), "another file");
    assert_ne!(at(Some(("/p/src/a.c", 9)), Some("main")), Verdict::Confirmed(0), "a caller");
    assert_eq!(at(None, None), Verdict::Confirmed(0));
}

#[test]
fn a_null_object_is_seen_at_the_call() {
    let observed =
        |words| outcome(vec![finding(Tool::Undefined, words, Some(ErrorKind::NullDereference))]);
    let call = "member call on null pointer of type 'Node'";
    let claim = |line| Claim {
        kind: Some(ErrorKind::NullDereference),
        line: Some(("/p/src/b.c", 3)),
        function: Some("Node::value"),
        calls: if line == 7 { &[("/p/src/a.c", 7)] } else { &[("/p/src/a.c", 8)] },
        ..Claim::default()
    };
    assert_eq!(confirms(&claim(7), &observed(call)), Verdict::Confirmed(0));
    assert_ne!(confirms(&claim(8), &observed(call)), Verdict::Confirmed(0), "not on the way");
    let load = "load of null pointer of type 'int'";
    assert_ne!(confirms(&claim(7), &observed(load)), Verdict::Confirmed(0), "another error");
}

#[test]
fn an_undefined_result_is_seen_where_the_test_uses_it() {
    let words = "use-of-uninitialized-value";
    let observed = outcome(vec![finding(Tool::Memory, words, Some(ErrorKind::UninitializedRead))]);
    let claim = |test| Claim {
        kind: Some(ErrorKind::UninitializedRead),
        line: Some(("/p/src/b.c", 3)),
        test: Some(Path::new(test)),
        ..Claim::default()
    };
    assert_eq!(confirms(&claim("/p/src/a.c"), &observed), Verdict::Confirmed(0));
    assert_ne!(confirms(&claim("/p/src/c.c"), &observed), Verdict::Confirmed(0), "not the test");
}

#[test]
fn leaks_recursion_and_loops_have_no_place() {
    let placeless = [ErrorKind::MemoryLeak, ErrorKind::StackOverflow, ErrorKind::NoTermination];
    for &kind in ErrorKind::ALL {
        let observed = outcome(vec![finding(Tool::Leak, "words", Some(kind))]);
        let line = Some(("/elsewhere.c", 1));
        let claim = Claim { kind: Some(kind), line, ..Claim::default() };
        let shown = confirms(&claim, &observed) == Verdict::Confirmed(0);
        assert_eq!(shown, placeless.contains(&kind), "{kind}");
    }
}

#[test]
fn without_symbols_the_kind_alone_counts() {
    let mut found = finding(Tool::Address, "heap-buffer-overflow", Some(ErrorKind::OutOfBounds));
    found.place = None;
    found.frames.clear();
    let claim =
        Claim { kind: Some(ErrorKind::OutOfBounds), line: Some(("/p/a.c", 1)), ..Claim::default() };
    assert_eq!(confirms(&claim, &outcome(vec![found])), Verdict::Confirmed(0));
}

#[test]
fn what_happened_instead_is_told() {
    let verdict = verdict(
        ErrorKind::Assertion,
        Tool::Undefined,
        "division by zero",
        Some(ErrorKind::DivisionByZero),
    );
    let Verdict::OtherFailure { kind, place, words } = verdict else { panic!("{verdict:?}") };
    assert_eq!(kind, Some(ErrorKind::DivisionByZero));
    assert_eq!(place.unwrap().line, 7);
    assert_eq!(words, "division by zero");
}

#[test]
fn nothing_shows_a_claim_without_a_kind() {
    let observed = outcome(vec![finding(Tool::Signal, "SIGSEGV", None)]);
    assert!(matches!(confirms(&Claim::default(), &observed), Verdict::OtherFailure { .. }));
    assert_eq!(confirms(&Claim::default(), &outcome(vec![])), Verdict::NothingHappened);
}

#[test]
fn silence_is_not_always_innocence() {
    let leak = Claim { kind: Some(ErrorKind::MemoryLeak), ..Claim::default() };
    assert_eq!(confirms(&leak, &outcome(vec![])), Verdict::NothingHappened);
    let untraced = NativeRun { leaks_unknown: true, ..outcome(vec![]) };
    assert_eq!(confirms(&leak, &untraced), Verdict::CannotTell(Silence::LeaksUnknown));
    let other = Claim { kind: Some(ErrorKind::Assertion), ..Claim::default() };
    assert_eq!(confirms(&other, &untraced), Verdict::NothingHappened);
    for (end, silence) in [
        (End::OutOfMemory, Silence::MemoryLimit),
        (End::Flooded, Silence::OutputLimit),
        (End::Stalled, Silence::Waiting),
        (End::TimedOut, Silence::TimeLimit),
        (End::Exited(98), Silence::AssumedAway),
        (End::Exited(99), Silence::Diverged),
        (End::Exited(113), Silence::NoReport),
    ] {
        let ended = NativeRun { end, ..outcome(vec![]) };
        assert_eq!(confirms(&other, &ended), Verdict::CannotTell(silence));
    }
}

#[test]
fn a_run_that_is_ended_at_its_time_limit_says_nothing_about_other_claims() {
    let clock = finding(Tool::Clock, "time limit", Some(ErrorKind::NoTermination));
    let late = NativeRun { end: End::TimedOut, ..outcome(vec![Finding { place: None, ..clock }]) };
    let verdict = |kind| confirms(&Claim { kind: Some(kind), ..Claim::default() }, &late);
    assert_eq!(verdict(ErrorKind::DivisionByZero), Verdict::CannotTell(Silence::TimeLimit));
    assert_eq!(verdict(ErrorKind::NoTermination), Verdict::Confirmed(0));
    assert_eq!(verdict(ErrorKind::StackOverflow), Verdict::Confirmed(0));
}

#[test]
fn a_relative_path_is_a_part_of_the_other() {
    for (one, other, expected) in [
        ("/p/src/a.c", "/p/src/a.c", true),
        ("src/a.c", "/p/src/a.c", true),
        ("/p/src/a.c", "src/a.c", true),
        ("/p/./src/b/../a.c", "/p/src/a.c", true),
        ("/src/a.c", "/p/src/a.c", false),
        ("/p/src/a.c", "/src/a.c", false),
        ("b/a.c", "/p/src/a.c", false),
        ("rc/a.c", "/p/src/a.c", false),
        ("a.c", "b.c", false),
    ] {
        assert_eq!(same_file(one, other), expected, "{one} and {other}");
    }
}

#[test]
fn functions_have_their_names_without_parameters() {
    for (function, expected) in [
        ("f", "f"),
        ("f(int)", "f"),
        ("ns::Stack::push(int, char*)", "ns::Stack::push"),
        ("(anonymous)", "(anonymous)"),
        ("", ""),
    ] {
        assert_eq!(function_name(function), expected);
    }
}

#[test]
fn each_silence_has_its_words() {
    for (silence, words) in [
        (Silence::LeaksUnknown, "leaks cannot be looked for here: the process may not be traced"),
        (Silence::TimeLimit, "the run was ended at its time limit before it came to that"),
        (Silence::MemoryLimit, "the run used more memory than allowed"),
        (Silence::OutputLimit, "the run wrote more or started more processes than allowed"),
        (Silence::Waiting, "the run waited for something that did not come"),
        (Silence::AssumedAway, "an assumption of the program does not hold for these inputs"),
        (Silence::Diverged, "the program asked for other inputs than the test was made for"),
        (Silence::NoReport, "a sanitizer ended the run, but its report is lost"),
    ] {
        assert_eq!(silence.words(), words);
    }
}

/// A claim, how a tool said what it saw, the kind it saw, and whether that shows the claim.
const IN_WORDS: &[(ErrorKind, Tool, &str, Option<ErrorKind>, bool)] = &[
    (ErrorKind::NullDereference, Tool::Address, "SEGV on 0", Some(ErrorKind::OutOfBounds), true),
    (ErrorKind::NullDereference, Tool::Address, "BUS on 0", Some(ErrorKind::OutOfBounds), true),
    (ErrorKind::NullDereference, Tool::Address, "heap", Some(ErrorKind::OutOfBounds), false),
    (ErrorKind::SignedOverflow, Tool::Address, "FPE on", Some(ErrorKind::DivisionByZero), true),
    (ErrorKind::SignedOverflow, Tool::Signal, "SIGFPE", None, true),
    (ErrorKind::SignedOverflow, Tool::Signal, "SIGSEGV", None, false),
    (ErrorKind::DivisionByZero, Tool::Signal, "SIGFPE", None, false),
    (ErrorKind::NullDereference, Tool::Signal, "SIGSEGV", None, true),
    (ErrorKind::OutOfBounds, Tool::Signal, "SIGBUS", None, true),
    (ErrorKind::UseAfterFree, Tool::Signal, "SIGSEGV", None, true),
    (ErrorKind::StackOverflow, Tool::Signal, "SIGSEGV", None, true),
    (ErrorKind::InvalidFree, Tool::Signal, "SIGSEGV", None, false),
    (ErrorKind::OutOfBounds, Tool::Signal, "exit 1", None, false),
    (ErrorKind::OutOfBounds, Tool::Undefined, "SIGSEGV", None, false),
];

#[test]
fn faults_without_a_kind_show_errors_of_memory() {
    for &(claimed, tool, words, kind, expected) in IN_WORDS {
        let shown = verdict(claimed, tool, words, kind) == Verdict::Confirmed(0);
        assert_eq!(shown, expected, "{claimed} by {tool:?}: {words}");
    }
}

#[test]
fn the_finding_that_shows_the_claim_is_named() {
    let other = finding(Tool::Leak, "leak", Some(ErrorKind::MemoryLeak));
    let shows = finding(Tool::Address, "heap", Some(ErrorKind::OutOfBounds));
    let claim = Claim { kind: Some(ErrorKind::OutOfBounds), ..Claim::default() };
    for (findings, expected) in [
        (vec![shows.clone(), other.clone()], Verdict::Confirmed(0)),
        (vec![other.clone(), shows.clone()], Verdict::Confirmed(1)),
        (vec![other.clone(), other.clone(), shows], Verdict::Confirmed(2)),
    ] {
        assert_eq!(confirms(&claim, &outcome(findings)), expected);
    }
}

#[test]
fn a_null_object_is_seen_in_these_words_at_a_call_and_for_that_claim_only() {
    let calls = [("/p/src/c.c", 9), ("/p/src/a.c", 7)];
    for (claimed, words, expected) in [
        (ErrorKind::NullDereference, "member call on null pointer", true),
        (ErrorKind::NullDereference, "member access within null pointer", true),
        (ErrorKind::NullDereference, "reference binding to null pointer", true),
        (ErrorKind::NullDereference, "null pointer passed as argument", true),
        (ErrorKind::NullDereference, "null pointer returned", false),
        (ErrorKind::BadCast, "member call on null pointer", false),
    ] {
        let seen = finding(Tool::Undefined, words, Some(claimed));
        let line = Some(("/p/src/b.c", 3));
        let claim = Claim { kind: Some(claimed), line, calls: &calls, ..Claim::default() };
        let shown = confirms(&claim, &outcome(vec![seen])) == Verdict::Confirmed(0);
        assert_eq!(shown, expected, "{claimed}: {words}");
    }
}
