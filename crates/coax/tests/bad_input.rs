//! What `coax run` says and which code it ends with when the input is bad or a bound is reached.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn coax(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_coax"));
    command.current_dir(folder).arg("run").args(["--color", "never"]);
    command
}

/// Runs coax on one file with this name and content.
fn run_one(name: &str, content: impl AsRef<[u8]>, args: &[&str]) -> (Option<i32>, String) {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join(name), content).unwrap();
    said(coax(folder.path()).arg(name).args(args).output().unwrap())
}

fn said(output: Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn bitcode(folder: &Path) -> Vec<u8> {
    fs::write(folder.join("seven.c"), "int main(void) { return 7; }").unwrap();
    let clang = std::env::var("COAX_CLANG").unwrap_or_else(|_| "clang-22".into());
    let done = Command::new(clang)
        .current_dir(folder)
        .args(["-c", "-emit-llvm", "seven.c", "-o", "seven.bc"])
        .status()
        .unwrap();
    assert!(done.success());
    fs::read(folder.join("seven.bc")).unwrap()
}

#[test]
fn clangs_own_diagnostics_are_shown() {
    let (code, text) = run_one("broken.c", "int main(void) { return x; }", &[]);
    assert_eq!(code, Some(2));
    assert!(text.contains("broken.c:1:25: error: use of undeclared identifier 'x'"), "{text}");
}

#[test]
fn files_that_cannot_be_read() {
    let folder = TempDir::new().unwrap();
    let (code, text) = said(coax(folder.path()).arg("missing.c").output().unwrap());
    assert_eq!((code, text.contains("missing.c: no such file")), (Some(2), true), "{text}");
    let (code, text) = said(coax(folder.path()).arg(".").output().unwrap());
    assert_eq!((code, text.contains("is a directory")), (Some(2), true), "{text}");
    let (code, text) = run_one("notes.txt", "hello", &[]);
    assert_eq!((code, text.contains("what kind of file")), (Some(2), true), "{text}");
}

#[test]
fn bitcode_cut_anywhere_is_refused_and_whole_bitcode_runs() {
    let folder = TempDir::new().unwrap();
    let whole = bitcode(folder.path());
    assert_eq!(said(coax(folder.path()).arg("seven.bc").output().unwrap()).0, Some(7));
    for part in [0, 3, 4, 100, whole.len() / 2, whole.len() - 1] {
        let (code, text) = run_one("cut.bc", &whole[..part], &[]);
        assert_eq!(code, Some(2), "{part} bytes: {text}");
        assert!(text.contains("cut.bc: not usable LLVM bitcode"), "{part} bytes: {text}");
    }
}

#[test]
fn textual_ir_runs_or_is_refused() {
    assert_eq!(run_one("a.ll", "define i32 @main() { ret i32 9 }", &[]).0, Some(9));
    let (code, text) = run_one("a.ll", "define i32 @main( { ret i32 9 }", &[]);
    assert_eq!(code, Some(2), "{text}");
}

#[test]
fn a_program_has_exactly_one_main() {
    let (code, text) = run_one("f.c", "int f(void) { return 1; }", &[]);
    assert_eq!((code, text.contains("no `main` is defined")), (Some(2), true), "{text}");
    let folder = TempDir::new().unwrap();
    for name in ["a.c", "b.c"] {
        fs::write(folder.path().join(name), "int main(void) { return 0; }").unwrap();
    }
    let (code, text) = said(coax(folder.path()).args(["a.c", "b.c"]).output().unwrap());
    assert_eq!(
        (code, text.contains("`main` is defined in a.c and in b.c")),
        (Some(2), true),
        "{text}"
    );
}

#[test]
fn an_endless_loop_ends_at_the_step_limit() {
    let (code, text) =
        run_one("loop.c", "int main(void) { for (;;); }", &["--max-steps", "100000"]);
    assert_eq!(code, Some(2));
    assert!(text.starts_with("stopped: the step limit is reached\n --> loop.c:1:"), "{text}");
}

#[test]
fn the_same_program_takes_the_same_steps() {
    let source = "#include <stdlib.h>\nint main(void) { return rand() & 1 ? 3 : 4; }";
    let once = || run_one("steps.c", source, &["--stats"]);
    let steps =
        |text: String| text.lines().find(|line| line.starts_with("steps: ")).map(str::to_string);
    let (first, second) = (once(), once());
    assert_eq!(first.0, second.0);
    let (first, second) = (steps(first.1), steps(second.1));
    assert!(first.is_some());
    assert_eq!(first, second);
}

#[test]
fn a_missing_compiler_is_named() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.c"), "int main(void) { return 0; }").unwrap();
    let output = coax(folder.path()).arg("a.c").env("COAX_CLANG", "/no/such/clang").output();
    let (code, text) = said(output.unwrap());
    assert_eq!((code, text.contains("/no/such/clang")), (Some(2), true), "{text}");
}

/// A native program that writes to a pipe nobody reads dies of SIGPIPE; so does an interpreted one.
#[test]
fn a_broken_pipe_kills_the_program() {
    let folder = TempDir::new().unwrap();
    let source = "#include <stdio.h>\nint main(void) { for (;;) puts(\"line\"); }";
    fs::write(folder.path().join("pipe.c"), source).unwrap();
    let mut child = coax(folder.path()).arg("pipe.c").stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().signal(), Some(13));
}

#[test]
fn what_was_printed_before_an_error_is_not_lost() {
    let folder = TempDir::new().unwrap();
    let source = "#include <stdio.h>\nint main(void) { printf(\"before \"); return *(int *)0; }";
    fs::write(folder.path().join("null.c"), source).unwrap();
    let output = coax(folder.path()).arg("null.c").output().unwrap();
    assert_eq!(output.stdout, b"before ");
    let (code, text) = said(output);
    assert_eq!(code, Some(1));
    assert!(text.starts_with("error[null-dereference]: "), "{text}");
}
