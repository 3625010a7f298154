//! Batches of tests: outcomes of five hundred, of which many crash, and coverage counted by hand.

use coax_kinds::ErrorKind;
use coax_native::judge::{
    Binary, Count, End, Flavour, Limits, NativeRun, Subject, Toolchain, Way, Workshop, run_batch,
    run_batch_unless,
};
use coax_native::sandbox::Sandbox;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/subjects/batch")
}

/// The sandbox of this machine.
fn sandbox() -> Sandbox {
    let launcher = Path::new(env!("CARGO_BIN_EXE_coax-native-helper"));
    Sandbox::detect(launcher, "sandbox").expect("there is a sandbox on this machine")
}

fn subject(source: PathBuf) -> Subject {
    Subject {
        sources: vec![source],
        cflags: Vec::new(),
        include_dirs: Vec::new(),
        cxx: false,
        toolchain: Toolchain::installed(sandbox()),
    }
}

fn limits() -> Limits {
    Limits { time: Duration::from_secs(3), memory: 128 << 20, output: 1 << 20, ..Limits::default() }
}

fn outcomes(binary: &Binary, tests: &[usize], jobs: usize) -> BTreeMap<usize, NativeRun> {
    let mut outcomes = BTreeMap::new();
    let mut on_result = |test, outcome| {
        assert!(outcomes.insert(test, outcome).is_none(), "test {test} came twice");
        ControlFlow::Continue(())
    };
    run_batch(binary, tests, jobs, &limits(), &mut on_result).unwrap();
    outcomes
}

fn check_end(test: usize, outcome: &NativeRun, sanitized: bool) {
    let kinds: Vec<_> = outcome.findings.iter().map(|finding| finding.kind).collect();
    let status = i32::try_from(test % 50).unwrap();
    let (end, expected) = match (test, test % 10) {
        (493, _) => (End::TimedOut, vec![Some(ErrorKind::NoTermination)]),
        (494, _) => (End::OutOfMemory, vec![]),
        (495, _) => (End::Flooded, vec![]),
        (_, 0) if sanitized => (End::Exited(113), vec![Some(ErrorKind::OutOfBounds)]),
        (_, 1) if sanitized => (End::Exited(113), vec![Some(ErrorKind::Assertion)]),
        (_, 1) => (End::Signalled(6), vec![Some(ErrorKind::Assertion)]),
        (_, 2) if sanitized => (End::Exited(113), vec![Some(ErrorKind::DoubleFree)]),
        (_, 2) => (End::Signalled(6), vec![Some(ErrorKind::DoubleFree)]),
        _ => (End::Exited(status), vec![]),
    };
    assert_eq!((outcome.end, kinds), (end, expected), "test {test}: {outcome:?}");
    if matches!(outcome.end, End::Exited(status) if status != 113) {
        assert_eq!(outcome.stdout, format!("test {test}\n").as_bytes());
    }
}

#[test]
fn a_crash_is_its_own_result_only() {
    let scratch = tempfile::tempdir().unwrap();
    let workshop = Workshop::new(subject(folder().join("unruly.c")), scratch.path()).unwrap();
    let units = [folder().join("unruly_tests.c")];
    let binary = workshop.build(&units, Flavour::Plain, true).unwrap();
    let tests: Vec<_> = (0..500).collect();
    let outcomes = outcomes(&binary, &tests, 3);
    assert_eq!(outcomes.keys().copied().collect::<Vec<_>>(), tests);
    for (&test, outcome) in &outcomes {
        match test {
            // The server itself was killed; the next test gets a new one.
            496 => assert_eq!(outcome.end, End::Signalled(9)),
            _ => check_end(test, outcome, false),
        }
    }
}

#[test]
fn a_sanitized_batch_tells_the_kinds() {
    let scratch = tempfile::tempdir().unwrap();
    let workshop = Workshop::new(subject(folder().join("unruly.c")), scratch.path()).unwrap();
    let units = [folder().join("unruly_tests.c")];
    let binary = workshop.build(&units, Flavour::Sanitized, true).unwrap();
    let tests = [0, 1, 2, 3, 4, 57, 490, 491, 492, 493, 494, 495, 497];
    let outcomes = outcomes(&binary, &tests, 2);
    assert_eq!(outcomes.len(), tests.len());
    for (&test, outcome) in &outcomes {
        check_end(test, outcome, true);
    }
    let place = outcomes[&0].findings[0].place.as_ref().unwrap();
    assert!(place.file.ends_with("unruly.c") && place.line == 15, "{place:?}");
}

#[test]
fn a_batch_can_be_broken_off() {
    let scratch = tempfile::tempdir().unwrap();
    let workshop = Workshop::new(subject(folder().join("unruly.c")), scratch.path()).unwrap();
    let binary = workshop.build(&[folder().join("unruly_tests.c")], Flavour::Plain, true).unwrap();
    let mut seen = 0;
    let mut on_result = |_, _| {
        seen += 1;
        if seen == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let tests: Vec<_> = (0..400).collect();
    run_batch(&binary, &tests, 2, &limits(), &mut on_result).unwrap();
    assert_eq!(seen, 5);
}

/// What runs when it is time to stop would run for ten minutes.
#[test]
fn a_batch_can_be_stopped_in_the_middle_of_a_test() {
    let scratch = tempfile::tempdir().unwrap();
    let workshop = Workshop::new(subject(folder().join("unruly.c")), scratch.path()).unwrap();
    let binary = workshop.build(&[folder().join("unruly_tests.c")], Flavour::Plain, true).unwrap();
    let limits = Limits { time: Duration::from_secs(600), ..limits() };
    let (seen, asked) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // The hanging test is the last to begin; a while later, it is enough.
    let stop = || seen.load(Ordering::Relaxed) == 2 && asked.fetch_add(1, Ordering::Relaxed) > 20;
    let mut on_result = |test, _| {
        assert_ne!(test, 493);
        seen.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    run_batch_unless(&stop, &binary, &[3, 4, 493], 1, &limits, &mut on_result).unwrap();
    assert_eq!(seen.into_inner(), 2);
    assert!(binary.path().exists());
    let folder = binary.path().parent().unwrap().to_owned();
    binary.discard();
    assert!(!folder.exists());
}

/// Tests of `local.c`, which they include.
fn local(scratch: &Path) -> Workshop {
    let subject = Subject { sources: Vec::new(), ..subject(PathBuf::new()) };
    Workshop::new(subject, scratch).unwrap().with_included(folder().join("local.c"))
}

/// Compiled once and renamed, a source behaves as if every batch included it: the same ends and the
/// same findings, with the same words, names and lines.
#[test]
fn a_source_in_parts_behaves_like_the_whole() {
    let scratch = tempfile::tempdir().unwrap();
    let (workshop, tests) = (local(scratch.path()), folder().join("local_tests.c"));
    let all: Vec<_> = (0..12).collect();
    for flavour in [Flavour::Sanitized, Flavour::Memory] {
        assert_eq!(workshop.way(flavour, &|| false), Way::Parts);
        let [whole, parts] = [Way::Whole, Way::Parts].map(|way| {
            let binary = workshop.build_batch(&tests, flavour, way, &|| false).unwrap();
            outcomes(&binary, &all, 2)
        });
        // Without the sanitizer that stops them, the first six are undefined.
        let defined = if flavour == Flavour::Memory { &all[6..] } else { &all[..] };
        for test in defined {
            let (whole, parts) = (&whole[test], &parts[test]);
            assert_eq!(whole.end, parts.end, "test {test}: {whole:?} {parts:?}");
            assert_eq!(whole.findings, parts.findings, "test {test}");
        }
        let kind = |test: usize| parts[&test].findings.first().and_then(|finding| finding.kind);
        let ends = [(7, 10), (8, 7), (9, 42), (10, 2), (11, 13)];
        for (test, status) in ends {
            assert_eq!(parts[&test].end, End::Exited(status), "test {test}");
        }
        if flavour == Flavour::Memory {
            assert_eq!(kind(6), Some(ErrorKind::UninitializedRead));
            continue;
        }
        let kinds = [0, 1, 2, 3, 5].map(|test| kind(test).unwrap());
        let expected = [
            ErrorKind::DivisionByZero,
            ErrorKind::OutOfBounds,
            ErrorKind::SignedOverflow,
            ErrorKind::NullDereference,
            ErrorKind::OutOfBounds,
        ];
        assert_eq!(kinds, expected);
        let place = parts[&0].findings[0].place.as_ref().unwrap();
        assert!(place.file.ends_with("local.c") && place.line == 20, "{place:?}");
        let functions: Vec<_> =
            parts[&5].findings[0].frames.iter().map(|frame| frame.function.as_str()).collect();
        assert!(functions[0].contains("memcpy"), "{functions:?}");
        assert_eq!(functions[1..4], ["copied", "run_test", "serve_one"]);
    }
}

#[test]
fn a_stopped_build_is_begun_again_later() {
    let scratch = tempfile::tempdir().unwrap();
    let (workshop, tests) = (local(scratch.path()), folder().join("local_tests.c"));
    assert_eq!(workshop.way(Flavour::Sanitized, &|| true), Way::Whole);
    for way in [Way::Whole, Way::Parts] {
        assert!(workshop.build_batch(&tests, Flavour::Sanitized, way, &|| true).is_err());
    }
    assert_eq!(workshop.way(Flavour::Sanitized, &|| false), Way::Parts);
}

/// What assembler at file scope defines would be in both objects.
#[test]
fn a_source_that_does_not_come_in_parts_is_built_whole() {
    let scratch = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = scratch.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let source = "__asm__(\".globl mark\\nmark:\\n\");\nstatic int f(int x) { return x + 3; }\n";
    let source = write("source.c", source);
    let text = "#ifndef COAX_UNDER_TEST\n#include \"source.c\"\n#endif\n#define TEST_COUNT 1\n\
                #include \"server.h\"\nstatic int run_test(int k) { return f(k); }\n";
    let tests = write("tests.c", text);
    std::fs::copy(folder().join("server.h"), scratch.path().join("server.h")).unwrap();
    let workshop = local(&scratch.path().join("w")).with_included(source);
    let build = |way| workshop.build_batch(&tests, Flavour::Sanitized, way, &|| false);
    assert_eq!(workshop.way(Flavour::Sanitized, &|| false), Way::Parts);
    assert!(build(Way::Parts).unwrap_err().stderr.contains("mark"));
    assert_eq!(workshop.way(Flavour::Sanitized, &|| false), Way::Whole);
    let outcomes = outcomes(&build(Way::Whole).unwrap(), &[0], 1);
    assert_eq!(outcomes[&0].end, End::Exited(3));
    let cxx = Workshop::new(cxx(), scratch.path().join("x")).unwrap();
    let cxx = cxx.with_included(folder().join("shapes.cpp"));
    assert_eq!(cxx.way(Flavour::Sanitized, &|| false), Way::Whole);
}

#[test]
fn a_binary_that_does_not_serve_is_an_error() {
    let scratch = tempfile::tempdir().unwrap();
    let source = folder().join("../clean/everyday.c");
    let workshop = Workshop::new(subject(source), scratch.path()).unwrap();
    let units = [folder().join("../test.c")];
    let binary = workshop.build(&units, Flavour::Plain, true).unwrap();
    let mut on_result = |_, _| ControlFlow::Continue(());
    assert!(run_batch(&binary, &[0], 1, &limits(), &mut on_result).is_err());
}

/// By hand. `both`: x > 3 is true (4, 99) and false (1, 2), y < 9 is always true: 3 of 4. `choose`:
/// case 1 taken and not, case 2 taken and not, default taken and not: 6 of 6; x == 99 true and
/// false: 2 of 2. `never`: 0 of 2. `half`: odd and even: 2 of 2. (99 aborts before `half`, but 1 is
/// odd as well.)
#[test]
fn coverage_is_what_counting_by_hand_gives() {
    let scratch = tempfile::tempdir().unwrap();
    let workshop = Workshop::new(subject(folder().join("branches.c")), scratch.path()).unwrap();
    let units = [folder().join("branches_tests.c")];
    let limits = Limits { time: Duration::from_secs(1), ..Limits::default() };
    let coverage =
        workshop.coverage(&|| false, &units, &[0, 1, 2, 3, 4], 2, &limits, &mut go_on()).unwrap();
    let count = |covered, total| Count { covered, total };
    assert_eq!(coverage.branches, count(13, 16), "{}", coverage.lcov);
    assert_eq!(coverage.functions, count(4, 5));
    let functions: Vec<_> = coverage
        .per_function
        .iter()
        .map(|f| (f.function.as_str(), f.line, f.branches.covered, f.branches.total))
        .collect();
    assert_eq!(
        functions,
        [
            ("both", 6, 3, 4),
            ("choose", 13, 8, 8),
            ("never", 27, 0, 2),
            ("main", 31, 0, 0),
            ("half", 2, 2, 2),
        ]
    );
    assert!(!coverage.lcov.contains("server.h") && !coverage.lcov.contains("branches_tests.c"));
    assert!(coverage.lcov.contains("branches.h\n"));
    assert!(coverage.lcov.contains("\nFNDA:5,both\n"), "{}", coverage.lcov);
    // never's body and the line of its return are the only ones not reached.
    assert_eq!(coverage.lines.total - coverage.lines.covered, 3, "{}", coverage.lcov);
    let again =
        workshop.coverage(&|| false, &units, &[0, 1, 2, 3, 4], 1, &limits, &mut go_on()).unwrap();
    assert_eq!(again, coverage);
}

#[test]
fn cxx_functions_have_their_names_and_headers_of_the_system_do_not_count() {
    let scratch = tempfile::tempdir().unwrap();
    let workshop = Workshop::new(cxx(), scratch.path()).unwrap();
    let units = [folder().join("shapes_tests.c")];
    let coverage =
        workshop.coverage(&|| false, &units, &[0, 1], 2, &limits(), &mut go_on()).unwrap();
    let mut functions: Vec<_> = coverage
        .per_function
        .iter()
        .map(|f| (f.function.as_str(), f.branches.covered, f.branches.total))
        .collect();
    functions.sort_unstable();
    let expected = [
        ("int shapes::larger<int>(int, int)", 1, 2),
        ("main", 0, 0),
        ("shapes::box::area(int) const", 3, 4),
        ("shapes::box::box()", 0, 0),
    ];
    assert_eq!(functions, expected);
    assert_eq!(coverage.branches, Count { covered: 4, total: 6 });
    assert!(!coverage.lcov.contains("/usr/"), "{}", coverage.lcov);
}

#[test]
fn valgrind_serves_a_batch_too() {
    let scratch = tempfile::tempdir().unwrap();
    let workshop = Workshop::new(cxx(), scratch.path()).unwrap();
    let units = [folder().join("shapes_tests.c")];
    let binary = workshop.build(&units, Flavour::Memory, true).unwrap();
    let mut found = BTreeMap::new();
    let mut on_result = |test, outcome: NativeRun| {
        found.insert(test, (outcome.end, outcome.findings));
        ControlFlow::Continue(())
    };
    let limits = Limits { time: Duration::from_secs(20), ..Limits::default() };
    run_batch(&binary, &[0, 1, 2], 1, &limits, &mut on_result).unwrap();
    for test in [0, 1] {
        assert_eq!(found[&test], (End::Exited(0), vec![]));
    }
    let finding = &found[&2].1[0];
    assert_eq!(finding.kind, Some(ErrorKind::UninitializedRead));
    let place = finding.place.as_ref().unwrap();
    assert!(place.file.ends_with("shapes.cpp") && place.line == 13, "{place:?}");
}

fn cxx() -> Subject {
    Subject { cxx: true, ..subject(folder().join("shapes.cpp")) }
}

/// A receiver of outcomes that only waits for the end.
fn go_on() -> impl FnMut(usize, NativeRun) -> ControlFlow<()> {
    |_, _| ControlFlow::Continue(())
}
