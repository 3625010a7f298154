//! The judge on real programs: every error kind that a native tool can show, clean programs,
//! limits, and builds that fail.
//!
//! A program in `tests/subjects/error` says on the line what must be found there (`//~ kind`), and
//! at its top how it is built if not plainly sanitized (`//@ flavour: memory`, `//@ cflags: …`),
//! and whether the tool cannot tell the place (`//@ placeless`).

use coax_kinds::ErrorKind;
use coax_native::judge::{
    Claim, End, Flavour, Limits, NativeRun, Silence, Subject, Tool, Toolchain, Verdict, Workshop,
    confirms, run,
};
use coax_native::sandbox::Sandbox;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, thread};

const FLAVOURS: [Flavour; 5] =
    [Flavour::Plain, Flavour::Sanitized, Flavour::Memory, Flavour::MemoryEager, Flavour::Coverage];

fn subjects() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/subjects")
}

/// The sandbox of this machine.
fn sandbox() -> Sandbox {
    let launcher = Path::new(env!("CARGO_BIN_EXE_coax-native-helper"));
    Sandbox::detect(launcher, "sandbox").expect("there is a sandbox on this machine")
}

fn subject(sources: &[PathBuf]) -> Subject {
    subject_in(sandbox(), sources)
}

fn subject_in(sandbox: Sandbox, sources: &[PathBuf]) -> Subject {
    Subject {
        sources: sources.to_vec(),
        cflags: Vec::new(),
        include_dirs: Vec::new(),
        cxx: sources.iter().any(|source| source.extension().is_some_and(|e| e == "cpp")),
        toolchain: Toolchain::installed(sandbox),
    }
}

fn limits() -> Limits {
    Limits { time: Duration::from_secs(20), ..Limits::default() }
}

fn judge_with(subject: Subject, flavour: Flavour, limits: &Limits) -> NativeRun {
    let scratch = tempfile::tempdir().unwrap();
    let workshop = Workshop::new(subject, scratch.path().join("w")).unwrap();
    let binary = workshop.build(&[subjects().join("test.c")], flavour, false).unwrap();
    run(&binary, &[], None, limits).unwrap()
}

fn judge(name: &str, flavour: Flavour, limits: &Limits) -> NativeRun {
    judge_with(subject(&[subjects().join(name)]), flavour, limits)
}

/// A program with its expectation.
struct Marked {
    path: PathBuf,
    kind: ErrorKind,
    line: u32,
    flavour: Flavour,
    cflags: Vec<String>,
    placeless: bool,
}

impl Marked {
    fn read(path: &Path) -> Marked {
        let text = fs::read_to_string(path).unwrap();
        let marks: Vec<_> = (1..)
            .zip(text.lines())
            .filter_map(|(line, text)| Some((line, text.split_once("//~ ")?.1.trim().to_owned())))
            .collect();
        let [(line, kind)] = marks.as_slice() else { panic!("one mark in {}", path.display()) };
        let kind = kind.parse().unwrap_or_else(|error| panic!("{error} in {}", path.display()));
        let mut marked = Marked {
            path: path.to_owned(),
            kind,
            line: *line,
            flavour: Flavour::Sanitized,
            cflags: Vec::new(),
            placeless: [ErrorKind::NoTermination, ErrorKind::StackOverflow].contains(&kind),
        };
        for directive in text.lines().filter_map(|line| line.strip_prefix("//@ ")) {
            match directive {
                "flavour: memory" => marked.flavour = Flavour::Memory,
                "flavour: memory-eager" => marked.flavour = Flavour::MemoryEager,
                "placeless" => marked.placeless = true,
                _ => {
                    let flags = directive.strip_prefix("cflags: ").expect("a directive we know");
                    marked.cflags = flags.split(' ').map(str::to_owned).collect();
                }
            }
        }
        marked
    }

    fn check(&self) -> Result<(), String> {
        let mut subject = subject(std::slice::from_ref(&self.path));
        subject.cflags = self.cflags.clone();
        let mut limits = limits();
        if self.kind == ErrorKind::NoTermination {
            limits.time = Duration::from_secs(1);
        }
        let outcome = judge_with(subject, self.flavour, &limits);
        let file = self.path.to_str().unwrap();
        let claim =
            Claim { kind: Some(self.kind), line: Some((file, self.line)), ..Claim::default() };
        let said = || String::from_utf8_lossy(&outcome.stderr).into_owned();
        match confirms(&claim, &outcome) {
            Verdict::Confirmed(_) => {}
            other => return Err(format!("{file}: {other:?}\n{outcome:?}\n{}", said())),
        }
        let [finding] = outcome.findings.as_slice() else {
            return Err(format!("{file}: {:?}\n{}", outcome.findings, said()));
        };
        if finding.kind != Some(self.kind) {
            return Err(format!("{file}: {finding:?}\n{}", said()));
        }
        let place = finding.place.as_ref().map(|place| (place.file.as_str(), place.line));
        if place != Some((file, self.line)) && !self.placeless {
            return Err(format!("{file}: at {place:?}\n{}", said()));
        }
        Ok(())
    }
}

/// Runs a check on every item, two at a time, and reports every failure.
fn check_all<T: Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) {
    let halves = items.split_at(items.len() / 2);
    let failures = thread::scope(|scope| {
        let check = &check;
        let run =
            |items: &[T]| items.iter().filter_map(|item| check(item).err()).collect::<Vec<_>>();
        let other = scope.spawn(move || run(halves.1));
        let mut failures = run(halves.0);
        failures.extend(other.join().unwrap());
        failures
    });
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n\n"));
}

fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(subjects().join(folder)).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_error_is_found_where_it_is() {
    let marked: Vec<_> = files("error").iter().map(|path| Marked::read(path)).collect();
    check_all(&marked, Marked::check);
}

#[test]
fn every_kind_has_a_program() {
    let kinds: BTreeSet<_> = files("error").iter().map(|path| Marked::read(path).kind).collect();
    let all: BTreeSet<_> = ErrorKind::ALL.iter().copied().collect();
    assert_eq!(kinds, all);
}

#[test]
fn clean_programs_stay_clean_in_every_flavour() {
    let mut runs = Vec::new();
    for path in files("clean") {
        for flavour in FLAVOURS {
            runs.push((path.clone(), flavour));
        }
    }
    check_all(&runs, |(path, flavour)| {
        let outcome = judge_with(subject(std::slice::from_ref(path)), *flavour, &limits());
        let clean = outcome.end == End::Exited(3) && outcome.findings.is_empty();
        if clean && !outcome.leaks_unknown {
            Ok(())
        } else {
            Err(format!("{path:?} {flavour:?}: {outcome:?}"))
        }
    });
}

#[test]
fn a_plain_build_knows_less_but_something() {
    for (name, words, kind) in [
        ("error/null_read.c", "SIGSEGV", None),
        ("error/division_by_zero.c", "SIGFPE", Some(ErrorKind::DivisionByZero)),
        ("error/trap.c", "SIGILL", Some(ErrorKind::Abort)),
        ("error/abort.c", "aborted", Some(ErrorKind::Abort)),
        (
            "error/double_free.c",
            "free(): double free detected in tcache 2",
            Some(ErrorKind::DoubleFree),
        ),
        ("error/assertion.c", "Assertion `n > 3' failed.", Some(ErrorKind::Assertion)),
        (
            "error/uncaught.cpp",
            "terminate called after throwing an instance of 'std::runtime_error': no luck",
            Some(ErrorKind::UncaughtException),
        ),
    ] {
        let outcome = judge(name, Flavour::Plain, &limits());
        let found: Vec<_> = outcome.findings.iter().map(|f| (f.words.as_str(), f.kind)).collect();
        assert_eq!(found, [(words, kind)], "{name}: {outcome:?}");
    }
}

#[test]
fn words_of_a_finding_are_the_same_in_every_run() {
    for name in ["error/heap_overflow.c", "error/bad_downcast.cpp", "error/leak.c"] {
        let words = || judge(name, Flavour::Sanitized, &limits()).findings.remove(0).words;
        let first = words();
        assert_eq!(first, words(), "{name}");
        assert!(!first.contains("0x6") && !first.contains("0x7"), "{first}");
    }
    let heap = judge("error/heap_overflow.c", Flavour::Sanitized, &limits());
    assert_eq!(heap.findings[0].words, "heap-buffer-overflow: READ of size 1");
}

#[test]
fn a_bitcode_program_is_sanitized_too() {
    let scratch = tempfile::tempdir().unwrap();
    let bitcode = scratch.path().join("p.bc");
    let source = subjects().join("error/heap_overflow.c");
    let mut clang = std::process::Command::new(Toolchain::installed(sandbox()).clang);
    clang.args(["-g", "-O0", "-emit-llvm", "-c", "-o"]).arg(&bitcode).arg(&source);
    assert!(clang.status().unwrap().success());
    let outcome = judge_with(subject(&[bitcode]), Flavour::Sanitized, &limits());
    let claim = Claim {
        kind: Some(ErrorKind::OutOfBounds),
        line: Some((source.to_str().unwrap(), 5)),
        function: Some("main"),
        ..Claim::default()
    };
    assert_eq!(confirms(&claim, &outcome), Verdict::Confirmed(0), "{outcome:?}");
}

#[test]
fn time_memory_output_and_files_are_limited() {
    let tight = Limits {
        time: Duration::from_secs(10),
        memory: 64 << 20,
        output: 1 << 20,
        file_size: 1 << 20,
    };
    for flavour in [Flavour::Plain, Flavour::Sanitized] {
        assert_eq!(judge("limits/hog.c", flavour, &tight).end, End::OutOfMemory);
        assert_eq!(judge("limits/big_file.c", flavour, &tight).end, End::Flooded);
        let flood = judge("limits/flood.c", flavour, &tight);
        assert_eq!(flood.end, End::Flooded);
        assert!(flood.stdout.len() <= 257 << 10 && flood.stdout.len() > 100 << 10);
    }
    let brief = Limits { time: Duration::from_millis(300), ..tight };
    let start = Instant::now();
    let outcome =
        judge_with(subject(&[subjects().join("error/endless.c")]), Flavour::Plain, &brief);
    assert_eq!(outcome.end, End::TimedOut);
    assert_eq!(outcome.findings[0].tool, Tool::Clock);
    assert!(outcome.seconds >= 0.3 && outcome.seconds < 2.0, "{}", outcome.seconds);
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn what_a_program_leaves_behind_is_killed_and_not_waited_for() {
    // Without the sandbox, where numbers of processes are those we see.
    let orphan = subject_in(Sandbox::off(), &[subjects().join("limits/orphan.c")]);
    let outcome = judge_with(orphan, Flavour::Plain, &limits());
    assert_eq!(outcome.end, End::Exited(5));
    assert!(outcome.seconds < 5.0, "{}", outcome.seconds);
    let pid: u32 = String::from_utf8_lossy(&outcome.stdout).trim().parse().unwrap();
    let gone = || match fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(stat) => stat.contains(") Z "),
        Err(_) => true,
    };
    let deadline = Instant::now() + Duration::from_secs(5);
    while !gone() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(gone(), "process {pid} is still there");
}

#[test]
fn a_failed_search_for_leaks_is_said_and_spoils_nothing() {
    let outcome = judge("limits/untraceable.c", Flavour::Sanitized, &limits());
    assert!(outcome.leaks_unknown, "{outcome:?}");
    assert_eq!((outcome.end, outcome.findings.len()), (End::Exited(4), 0));
    let claim = Claim { kind: Some(ErrorKind::MemoryLeak), ..Claim::default() };
    assert_eq!(confirms(&claim, &outcome), Verdict::CannotTell(Silence::LeaksUnknown));
}

#[test]
fn arguments_input_and_folder_reach_the_program() {
    let scratch = tempfile::tempdir().unwrap();
    let input = scratch.path().join("input");
    fs::write(&input, "some text").unwrap();
    let workshop =
        Workshop::new(subject(&[subjects().join("limits/echo.c")]), scratch.path().join("w"))
            .unwrap();
    let binary = workshop.build(&[subjects().join("test.c")], Flavour::Plain, false).unwrap();
    let args = [OsString::from("a b"), OsString::from("")];
    let binary = binary.run_in(scratch.path());
    let outcome = run(&binary, &args, Some(&input), &limits()).unwrap();
    assert_eq!(outcome.stdout, b"[a b][]some text");
    assert_eq!(run(&binary, &[], None, &limits()).unwrap().stdout, b"");
}

#[test]
fn what_is_behind_an_error_shows_where_sanitizers_go_on() {
    let file = subjects().join("limits/went_on.c");
    let claim = Claim {
        kind: Some(ErrorKind::OutOfBounds),
        line: Some((file.to_str().unwrap(), 10)),
        ..Claim::default()
    };
    let stopped = judge("limits/went_on.c", Flavour::Sanitized, &limits());
    let overflow = Some(ErrorKind::SignedOverflow);
    let other = confirms(&claim, &stopped);
    assert!(matches!(other, Verdict::OtherFailure { kind, .. } if kind == overflow), "{other:?}");
    let went_on = judge("limits/went_on.c", Flavour::GoingOn, &limits());
    assert_eq!(confirms(&claim, &went_on), Verdict::Confirmed(1), "{went_on:?}");
    assert_eq!(went_on.findings[0].kind, overflow);
    let clean = judge("clean/everyday.c", Flavour::GoingOn, &limits());
    assert_eq!((clean.end, clean.findings), (End::Exited(3), Vec::new()));
}

#[test]
fn a_source_that_does_not_compile_says_why() {
    let scratch = tempfile::tempdir().unwrap();
    let source = scratch.path().join("broken.c");
    fs::write(&source, "int main(void) { return undeclared; }\n").unwrap();
    let workshop = Workshop::new(subject(&[source]), scratch.path().join("w")).unwrap();
    let error = workshop.build(&[subjects().join("test.c")], Flavour::Plain, false).unwrap_err();
    assert!(error.stderr.contains("undeclared"), "{error}");
    assert!(error.command.contains("broken.c"), "{error}");
}

#[test]
fn a_missing_compiler_says_so() {
    let scratch = tempfile::tempdir().unwrap();
    let mut subject = subject(&[subjects().join("clean/everyday.c")]);
    subject.toolchain.clang = "/nowhere/clang".into();
    let workshop = Workshop::new(subject, scratch.path().join("w")).unwrap();
    let error = workshop.build(&[subjects().join("test.c")], Flavour::Plain, false).unwrap_err();
    assert!(error.stderr.contains("could not be started"), "{error}");
    assert!(error.command.starts_with("/nowhere/clang "), "{error}");
}
