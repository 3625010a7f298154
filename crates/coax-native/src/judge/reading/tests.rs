//! Tests of the readers on texts as the tools print them. That the tools do print such texts is
//! shown by the programs in the tests folder; here are the words that are hard to provoke.

use super::*;
use std::path::PathBuf;

fn territory() -> Territory {
    Territory::new(&[PathBuf::from("/p/a.c")], &[PathBuf::from("/p/tests")])
}

fn stopped(text: &str) -> Vec<Finding> {
    read(text.as_bytes(), End::Exited(SANITIZER_EXIT), &territory()).findings
}

fn kind_of(line: &str) -> Option<ErrorKind> {
    let findings = stopped(line);
    assert_eq!(findings.len(), 1, "{line}: {findings:?}");
    findings[0].kind
}

#[test]
fn every_word_of_the_address_sanitizer_has_its_kind() {
    for (said, kind) in [
        (
            "heap-buffer-overflow on address 0x602000000018 at pc 0x1 bp 0x2 sp 0x3",
            ErrorKind::OutOfBounds,
        ),
        ("stack-buffer-underflow on address 0x602000000018 at pc 0x1", ErrorKind::OutOfBounds),
        ("dynamic-stack-buffer-overflow on address 0x7ffd at pc 0x1", ErrorKind::OutOfBounds),
        ("container-overflow on address 0x602000000018 at pc 0x1", ErrorKind::OutOfBounds),
        ("unknown-crash on address 0x602000000018 at pc 0x1", ErrorKind::OutOfBounds),
        ("heap-use-after-free on address 0x602000000018 at pc 0x1", ErrorKind::UseAfterFree),
        ("stack-use-after-scope on address 0x602000000018 at pc 0x1", ErrorKind::UseAfterFree),
        ("attempting double-free on 0x602000000010 in thread T0:", ErrorKind::DoubleFree),
        (
            "attempting free on address which was not malloc()-ed: 0x7ffc12345678 in thread T0",
            ErrorKind::InvalidFree,
        ),
        (
            "alloc-dealloc-mismatch (malloc vs operator delete) on 0x602000000010",
            ErrorKind::InvalidFree,
        ),
        ("new-delete-type-mismatch on 0x602000000010 in thread T0:", ErrorKind::InvalidFree),
        ("negative-size-param: (size=-4)", ErrorKind::NegativeSize),
        (
            "requested allocation size 0xfffffffffffffff0 (0x7f0 after adjustments) exceeds maximum",
            ErrorKind::NegativeSize,
        ),
        (
            "stack-overflow on address 0x7ffc1e5f4ff8 (pc 0x1 bp 0x2 sp 0x3 T0)",
            ErrorKind::StackOverflow,
        ),
        (
            "SEGV on unknown address 0x000000000000 (pc 0x1 bp 0x2 sp 0x3 T0)",
            ErrorKind::NullDereference,
        ),
        (
            "SEGV on unknown address 0x000000009c40 (pc 0x1 bp 0x2 sp 0x3 T0)",
            ErrorKind::NullDereference,
        ),
        (
            "SEGV on unknown address 0xfffffffffffffff8 (pc 0x1 bp 0x2 T0)",
            ErrorKind::NullDereference,
        ),
        (
            "SEGV on unknown address 0x000000010000 (pc 0x1 bp 0x2 sp 0x3 T0)",
            ErrorKind::OutOfBounds,
        ),
        ("SEGV on unknown address (pc 0x1 bp 0x2 sp 0x3 T0)", ErrorKind::OutOfBounds),
        ("BUS on unknown address (pc 0x1 bp 0x2 sp 0x3 T0)", ErrorKind::OutOfBounds),
        ("FPE on unknown address 0x55d8fdfc4bfc (pc 0x1 T0)", ErrorKind::DivisionByZero),
        ("ILL on unknown address 0x55d8fdfc4bfc (pc 0x1 T0)", ErrorKind::Abort),
        ("TRAP on unknown address 0x55d8fdfc4bfc (pc 0x1 T0)", ErrorKind::Abort),
        ("ABRT on unknown address 0x000000000a1f (pc 0x1 T0)", ErrorKind::Abort),
    ] {
        assert_eq!(
            kind_of(&format!("==12==ERROR: AddressSanitizer: {said}")),
            Some(kind),
            "{said}"
        );
    }
    assert_eq!(kind_of("==12==ERROR: AddressSanitizer: memcpy-param-overlap: memory ranges"), None);
}

#[test]
fn a_refused_allocation_is_an_error_if_its_size_was_negative() {
    let findings = |size: &str| {
        let text = format!("==12==WARNING: AddressSanitizer failed to allocate {size} bytes\n");
        read(text.as_bytes(), End::Exited(0), &territory()).findings
    };
    let negative = findings("0xfffffffffffffff6");
    assert_eq!(negative[0].kind, Some(ErrorKind::NegativeSize));
    assert_eq!(negative[0].words, "failed to allocate -10 bytes");
    assert_eq!(findings("0x7fffffffffffffff"), []);
}

#[test]
fn every_word_of_the_undefined_behaviour_sanitizer_has_its_kind() {
    for (said, kind) in [
        ("division by zero", ErrorKind::DivisionByZero),
        (
            "signed integer overflow: 2147483647 + 1 cannot be represented",
            ErrorKind::SignedOverflow,
        ),
        ("negation of -2147483648 cannot be represented in type 'int'", ErrorKind::SignedOverflow),
        ("division of -2147483648 by -1 cannot be represented in type", ErrorKind::SignedOverflow),
        ("shift exponent 32 is too large for 32-bit type 'int'", ErrorKind::ShiftOutOfRange),
        ("shift exponent -1 is negative", ErrorKind::ShiftOutOfRange),
        ("left shift of negative value -1", ErrorKind::ShiftOutOfRange),
        ("left shift of 1073741824 by 2 places cannot be represented", ErrorKind::ShiftOutOfRange),
        ("index 2 out of bounds for type 'int[2]'", ErrorKind::OutOfBounds),
        ("load of null pointer of type 'int'", ErrorKind::NullDereference),
        ("member access within null pointer of type 'struct s'", ErrorKind::NullDereference),
        ("member call on null pointer of type 'S'", ErrorKind::NullDereference),
        ("reference binding to null pointer of type 'int'", ErrorKind::NullDereference),
        ("execution reached an unreachable program point", ErrorKind::Unreachable),
        (
            "execution reached the end of a value-returning function without returning a value",
            ErrorKind::Unreachable,
        ),
        (
            "1e+20 is outside the range of representable values of type 'int'",
            ErrorKind::FloatCastOverflow,
        ),
        ("variable length array bound evaluates to non-positive value -2", ErrorKind::NegativeSize),
        (
            "call to function twice through pointer to incorrect function type 'int (*)(double)'",
            ErrorKind::BadCast,
        ),
        (
            "downcast of address 0x7ffc12345678 which does not point to an object of type 'D'",
            ErrorKind::BadCast,
        ),
        ("load of value 2, which is not a valid value for type 'bool'", ErrorKind::BadCast),
    ] {
        assert_eq!(kind_of(&format!("/p/a.c:3:5: runtime error: {said}")), Some(kind), "{said}");
    }
    assert_eq!(kind_of("/p/a.c:3:5: runtime error: load of misaligned address 0x1"), None);
}

#[test]
fn other_tools_have_theirs() {
    for (line, kind) in [
        ("==3==WARNING: MemorySanitizer: use-of-uninitialized-value", ErrorKind::UninitializedRead),
        (
            "==3== Conditional jump or move depends on uninitialised value(s)",
            ErrorKind::UninitializedRead,
        ),
        ("==3== Use of uninitialised value of size 8", ErrorKind::UninitializedRead),
        (
            "==3== Syscall param write(buf) points to uninitialised byte(s)",
            ErrorKind::UninitializedRead,
        ),
        ("==3== Invalid write of size 4", ErrorKind::OutOfBounds),
        ("==3== Invalid free() / delete / delete[] / realloc()", ErrorKind::InvalidFree),
        (
            "==3== Invalid read of size 4\n==3==    at 0x1: f (/p/a.c:3)\n\
             ==3==  Address 0x4a39040 is 0 bytes inside a block of size 4 free'd",
            ErrorKind::UseAfterFree,
        ),
        (
            "==3== Invalid read of size 4\n==3==    at 0x1: f (/p/a.c:3)\n\
             ==3==  Address 0x8 is not stack'd, malloc'd or (recently) free'd",
            ErrorKind::NullDereference,
        ),
    ] {
        assert_eq!(kind_of(line), Some(kind), "{line}");
    }
    assert_eq!(stopped("==3== Memcheck, a memory error detector"), []);
}

#[test]
fn a_valgrind_stack_has_places() {
    let text = "==3== Use of uninitialised value of size 8\n\
                ==3==    at 0x109155: n::f(int) (/p/a.c:31)\n\
                ==3==    by 0x4E: main (in /usr/bin/x)\n\
                ==3== \n\
                ==3==  Uninitialised value was created";
    let findings = stopped(text);
    let place =
        SourcePoint { file: "/p/a.c".into(), line: 31, column: 0, function: "n::f(int)".into() };
    assert_eq!(findings[0].place, Some(place));
    assert_eq!(findings[0].frames.len(), 2);
}

const OVERFLOW: &str = "\
some output of the program
=================================================================
==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000018 at pc 0x1 bp 0x2 sp 0x3
READ of size 1 at 0x602000000018 thread T0
    #0 0x1 in memcpy (/t/x+0x12) (BuildId: 12)
    #1 0x1 in f /p/a.c:4:9
    #2 0x1 in __wrap_main /p/tests/t.c:8:1

0x602000000018 is located 0 bytes after 8-byte region
allocated by thread T0 here:
    #0 0x1 in g /p/a.c:90:9
SUMMARY: AddressSanitizer: heap-buffer-overflow /p/a.c:4:9 in f
";

#[test]
fn the_stack_of_the_access_is_taken_not_that_of_the_allocation() {
    let findings = stopped(OVERFLOW);
    let [finding] = findings.as_slice() else { panic!("{findings:?}") };
    assert_eq!(finding.words, "heap-buffer-overflow: READ of size 1");
    assert_eq!(finding.place.as_ref().map(|place| (place.line, place.column)), Some((4, 9)));
    assert_eq!(finding.frames.len(), 3);
}

#[test]
fn a_program_that_ends_well_is_not_blamed_for_what_it_prints() {
    for end in [End::Exited(0), End::Exited(3), End::OutOfMemory] {
        let reading = read(b"x: a.c:3: f: Assertion `0' failed.\n", end, &territory());
        assert_eq!(reading.findings, [], "{end:?}");
    }
    let reading = read(OVERFLOW.as_bytes(), End::Exited(0), &territory());
    assert_eq!(reading.findings, []);
}

#[test]
fn an_abort_is_explained_by_the_words_before_it() {
    for (text, tool, kind) in [
        ("x: a.c:3: f: Assertion `y > 0' failed.\n", Tool::Libc, ErrorKind::Assertion),
        ("/u/vector:9: f(): Assertion '__n < size()' failed.\n", Tool::Libc, ErrorKind::Assertion),
        ("terminate called without an active exception\n", Tool::Cxx, ErrorKind::UncaughtException),
        ("free(): invalid pointer\n", Tool::Libc, ErrorKind::InvalidFree),
        ("*** stack smashing detected ***: terminated\n", Tool::Libc, ErrorKind::OutOfBounds),
        ("nothing of interest\n", Tool::Libc, ErrorKind::Abort),
    ] {
        let plain = read(text.as_bytes(), End::Signalled(libc::SIGABRT), &territory()).findings;
        assert_eq!((plain[0].tool, plain[0].kind), (tool, Some(kind)), "{text}");
        let report = "==7==ERROR: AddressSanitizer: ABRT on unknown address 0x0a1f (pc 0x1)\n    \
                      #0 0x1 in abort ./stdlib/abort.c:79:7\n    #1 0x1 in f /p/a.c:3:2\n";
        let findings = stopped(&format!("{text}{report}"));
        assert_eq!((findings[0].tool, findings[0].kind), (tool, Some(kind)), "{text}");
        assert_eq!(findings[0].place.as_ref().map(|place| place.line), Some(3), "{text}");
    }
}

#[test]
fn the_text_of_an_assertion_names_its_place() {
    let text = "x: /p/a.c:3: int f(int): Assertion `a: b' failed.\n";
    let findings = read(text.as_bytes(), End::Signalled(libc::SIGABRT), &territory()).findings;
    let place =
        SourcePoint { file: "/p/a.c".into(), line: 3, column: 0, function: "int f(int)".into() };
    assert_eq!(findings[0].place, Some(place));
    assert_eq!(findings[0].words, "Assertion `a: b' failed.");
    for elsewhere in ["/usr/include/c++/12/vector:9", "?:0", "a.c:3"] {
        let text = format!("x: {elsewhere}: f: Assertion `0' failed.\n");
        let findings = read(text.as_bytes(), End::Signalled(libc::SIGABRT), &territory()).findings;
        assert_eq!(findings[0].place, None, "{elsewhere}");
    }
}

#[test]
fn of_several_leaks_the_programs_own_is_shown() {
    let text = "==7==ERROR: LeakSanitizer: detected memory leaks\n\n\
                Direct leak of 8 byte(s) in 1 object(s) allocated from:\n    \
                #0 0x1 in malloc (/t+0x1)\n    #1 0x1 in __wrap_main /p/tests/t.c:2:1\n\n\
                Direct leak of 10 byte(s) in 1 object(s) allocated from:\n    \
                #0 0x1 in malloc (/t+0x1)\n    #1 0x1 in f /p/a.c:6:1\n";
    let findings = stopped(text);
    assert_eq!(findings[0].kind, Some(ErrorKind::MemoryLeak));
    assert_eq!(findings[0].place.as_ref().map(|place| place.line), Some(6));
}

#[test]
fn a_failed_search_for_leaks_is_noticed() {
    let text = "==7==LeakSanitizer has encountered a fatal error.\n\
                ==7==HINT: LeakSanitizer does not work under ptrace (strace, gdb, etc)\n";
    let reading = read(text.as_bytes(), End::Exited(SANITIZER_EXIT), &territory());
    assert_eq!(reading, Reading { findings: vec![], leaks_unknown: true });
}

#[test]
fn addresses_vanish_and_numbers_stay() {
    assert_eq!(
        without_addresses("at 0x7ffc12345678, 0x000000000010 and 0x0"),
        "at 0x…, 0x000000000010 and 0x0"
    );
    assert_eq!(without_addresses("0x"), "0x");
    assert_eq!(without_addresses("no address"), "no address");
}

/// MemorySanitizer has no words for a pointer that was never allocated.
#[test]
fn a_sanitizer_that_fails_itself_while_memory_is_released_shows_that() {
    let text = "MemorySanitizer: bad pointer 0x7ffff486a00e\n\
        MemorySanitizer: CHECK failed: sanitizer_allocator_secondary.h:177 \"((IsAligned(p))) != (0)\" \
        (0x0, 0x0) (tid=9540)\n\
        \x20   #0 0x55be43af2029 in CheckUnwind() msan.cpp.o\n\
        \x20   #1 0x55be43af87ab in free (/p/program+0x677ab) (BuildId: 8642)\n\
        \x20   #2 0x55be43b62a22 in grow /p/a.c:241:9\n";
    let findings = stopped(text);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].kind, Some(ErrorKind::InvalidFree));
    assert_eq!(findings[0].words, "CHECK failed: sanitizer_allocator_secondary.h:177");
    assert_eq!(findings[0].place.as_ref().map(|place| place.line), Some(241));
}
