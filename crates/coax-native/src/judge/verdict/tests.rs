//! Tests of the comparison: kinds, places, and silence.

use super::*;

fn place(file: &str, line: u32, function: &str) -> SourcePoint {
    SourcePoint { file: file.into(), line, column: 1, function: function.into() }
}

fn finding(tool: Tool, words: &str, kind: Option<&'static str>) -> Finding {
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

fn verdict(claimed: &str, tool: Tool, words: &str, kind: Option<&'static str>) -> Verdict {
    let claim = Claim { kind: claimed, ..Claim::default() };
    confirms(&claim, &outcome(vec![finding(tool, words, kind)]))
}

/// What each claimed kind is shown by, wherever that is: stated here, not read from the code.
const EXPECTED: [&str; 19] = [
    "null-dereference <- null-dereference",
    "out-of-bounds <- out-of-bounds use-after-free negative-size",
    "use-after-free <- use-after-free out-of-bounds",
    "double-free <- double-free invalid-free use-after-free",
    "invalid-free <- invalid-free double-free use-after-free",
    "uninitialized-read <- uninitialized-read",
    "division-by-zero <- division-by-zero",
    "signed-overflow <- signed-overflow shift-out-of-range",
    "shift-out-of-range <- shift-out-of-range signed-overflow",
    "float-cast-overflow <- float-cast-overflow",
    "negative-size <- negative-size out-of-bounds",
    "assertion <- assertion abort",
    "abort <- abort uncaught-exception",
    "unreachable <- unreachable abort",
    "bad-cast <- bad-cast",
    "uncaught-exception <- uncaught-exception",
    "memory-leak <- memory-leak",
    "stack-overflow <- stack-overflow no-termination",
    "no-termination <- no-termination stack-overflow",
];

#[test]
fn every_kind_is_shown_by_what_is_listed_here_and_by_nothing_else() {
    let mut claimed_kinds = Vec::new();
    for row in EXPECTED {
        let (claimed, shown_by) = row.split_once(" <- ").unwrap();
        let shown_by: Vec<&str> = shown_by.split(' ').collect();
        claimed_kinds.push(claimed);
        for observed in ALL {
            let verdict = verdict(claimed, Tool::Undefined, "words", Some(observed));
            let confirmed = matches!(verdict, Verdict::Confirmed(_));
            assert_eq!(confirmed, shown_by.contains(&observed), "{claimed} by {observed}");
        }
    }
    assert_eq!(claimed_kinds, ALL, "every kind has its row");
}

/// A tool, the kind it saw at a line, the kind that was claimed at line 7, and whether that shows it.
const AT_A_LINE: &[(Tool, Option<&str>, u32, &str, bool)] = &[
    // Sanitizers and signals at the claimed line, of any kind.
    (Tool::Address, Some("out-of-bounds"), 7, "double-free", true),
    (Tool::Address, Some("use-after-free"), 7, "null-dereference", true),
    (Tool::Address, Some("out-of-bounds"), 7, "assertion", true),
    (Tool::Undefined, Some("signed-overflow"), 7, "out-of-bounds", true),
    (Tool::Undefined, None, 7, "out-of-bounds", true),
    (Tool::Memory, Some("uninitialized-read"), 7, "division-by-zero", true),
    (Tool::Signal, None, 7, "bad-cast", true),
    (Tool::Libc, Some("invalid-free"), 7, "out-of-bounds", true),
    // Another line does not.
    (Tool::Address, Some("out-of-bounds"), 8, "double-free", false),
    (Tool::Undefined, Some("signed-overflow"), 8, "out-of-bounds", false),
    (Tool::Signal, None, 8, "bad-cast", false),
    // The program's own word does not, for a claim about memory.
    (Tool::Libc, Some("assertion"), 7, "out-of-bounds", false),
    (Tool::Libc, Some("assertion"), 7, "null-dereference", false),
    (Tool::Libc, Some("abort"), 7, "use-after-free", false),
    (Tool::Libc, None, 7, "use-after-free", false),
    (Tool::Cxx, Some("uncaught-exception"), 7, "out-of-bounds", false),
    // What has no place of its own does not either.
    (Tool::Leak, Some("memory-leak"), 7, "out-of-bounds", false),
    (Tool::Clock, Some("no-termination"), 7, "out-of-bounds", false),
];

#[test]
fn what_stops_the_program_at_the_claimed_line_shows_the_claim() {
    for &(tool, kind, line, claimed, expected) in AT_A_LINE {
        let kind = kind.map(|kind| *ALL.iter().find(|known| **known == kind).unwrap());
        let mut seen = finding(tool, "words", kind);
        seen.place = Some(place("/p/src/a.c", line, "other"));
        seen.frames = vec![place("/p/src/a.c", line, "other")];
        let claim = Claim { kind: claimed, line: Some(("/p/src/a.c", 7)), ..Claim::default() };
        let shown = matches!(confirms(&claim, &outcome(vec![seen])), Verdict::Confirmed(0));
        assert_eq!(shown, expected, "{tool:?} {kind:?} at {line} for {claimed}");
    }
}

#[test]
fn a_jump_to_nowhere_is_shown_by_the_frames_that_are_left() {
    let mut seen = finding(Tool::Address, WILD_JUMP, Some(OUT_OF_BOUNDS));
    let shown = |seen: &Finding, calls: &[(&str, u32)]| {
        let claim = Claim {
            kind: BAD_CAST,
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
    let segv =
        |claimed| verdict(claimed, Tool::Address, "SEGV on unknown address", Some(OUT_OF_BOUNDS));
    assert_eq!(segv(NULL_DEREFERENCE), Verdict::Confirmed(0));
    assert_eq!(segv(OUT_OF_BOUNDS), Verdict::Confirmed(0));
    assert_ne!(segv(DIVISION_BY_ZERO), Verdict::Confirmed(0));
    let overflow =
        |claimed| verdict(claimed, Tool::Address, "heap-buffer-overflow", Some(OUT_OF_BOUNDS));
    assert_ne!(overflow(NULL_DEREFERENCE), Verdict::Confirmed(0));
    let fpe = |claimed| verdict(claimed, Tool::Signal, "SIGFPE", Some(DIVISION_BY_ZERO));
    assert_eq!(fpe(SIGNED_OVERFLOW), Verdict::Confirmed(0));
    let fault = |claimed| verdict(claimed, Tool::Signal, "SIGSEGV", None);
    assert_eq!(fault(USE_AFTER_FREE), Verdict::Confirmed(0));
    assert_ne!(fault(MEMORY_LEAK), Verdict::Confirmed(0));
}

#[test]
fn the_place_must_fit() {
    let observed =
        outcome(vec![finding(Tool::Address, "heap-buffer-overflow", Some(OUT_OF_BOUNDS))]);
    let at = |line, function| {
        confirms(&Claim { kind: OUT_OF_BOUNDS, line, function, ..Claim::default() }, &observed)
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
    let observed = |words| outcome(vec![finding(Tool::Undefined, words, Some(NULL_DEREFERENCE))]);
    let call = "member call on null pointer of type 'Node'";
    let claim = |line| Claim {
        kind: NULL_DEREFERENCE,
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
    let observed = outcome(vec![finding(Tool::Memory, words, Some(UNINITIALIZED_READ))]);
    let claim = |test| Claim {
        kind: UNINITIALIZED_READ,
        line: Some(("/p/src/b.c", 3)),
        test: Some(Path::new(test)),
        ..Claim::default()
    };
    assert_eq!(confirms(&claim("/p/src/a.c"), &observed), Verdict::Confirmed(0));
    assert_ne!(confirms(&claim("/p/src/c.c"), &observed), Verdict::Confirmed(0), "not the test");
}

#[test]
fn leaks_recursion_and_loops_have_no_place() {
    for kind in WITHOUT_PLACE {
        let observed = outcome(vec![finding(Tool::Leak, "words", Some(kind))]);
        let claim = Claim { kind, line: Some(("/elsewhere.c", 1)), ..Claim::default() };
        assert_eq!(confirms(&claim, &observed), Verdict::Confirmed(0), "{kind}");
    }
}

#[test]
fn without_symbols_the_kind_alone_counts() {
    let mut found = finding(Tool::Address, "heap-buffer-overflow", Some(OUT_OF_BOUNDS));
    found.place = None;
    found.frames.clear();
    let claim = Claim { kind: OUT_OF_BOUNDS, line: Some(("/p/a.c", 1)), ..Claim::default() };
    assert_eq!(confirms(&claim, &outcome(vec![found])), Verdict::Confirmed(0));
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
    let untraced = NativeRun { leaks_unknown: true, ..outcome(vec![]) };
    assert_eq!(confirms(&leak, &untraced), Verdict::CannotTell(Silence::LeaksUnknown));
    let other = Claim { kind: ASSERTION, ..Claim::default() };
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
    let clock = finding(Tool::Clock, "time limit", Some(NO_TERMINATION));
    let late = NativeRun { end: End::TimedOut, ..outcome(vec![Finding { place: None, ..clock }]) };
    let verdict = |kind| confirms(&Claim { kind, ..Claim::default() }, &late);
    assert_eq!(verdict(DIVISION_BY_ZERO), Verdict::CannotTell(Silence::TimeLimit));
    assert_eq!(verdict(NO_TERMINATION), Verdict::Confirmed(0));
    assert_eq!(verdict(STACK_OVERFLOW), Verdict::Confirmed(0));
}
