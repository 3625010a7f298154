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

/// A native program that writes to a pipe without a reader dies of SIGPIPE; so does an interpreted one.
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

#[test]
fn pipes_devices_and_folders_are_no_sources() {
    let folder = TempDir::new().unwrap();
    let made = Command::new("mkfifo")
        .current_dir(folder.path())
        .args(["pipe.c", "pipe.bc", "pipe.ll", "compile_commands.json"])
        .status();
    assert!(made.unwrap().success());
    fs::create_dir(folder.path().join("folder.c")).unwrap();
    fs::create_dir_all(folder.path().join("many")).unwrap();
    fs::write(folder.path().join("many/a.c"), "int f(int a) { return a; }").unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.c")).unwrap();
    let refused = |command: &str, file: &str| {
        let mut coax = Command::new(env!("CARGO_BIN_EXE_coax"));
        let mut child = coax
            .current_dir(folder.path())
            .args([command, file])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begun = std::time::Instant::now();
        while child.try_wait().unwrap().is_none() {
            if begun.elapsed() > std::time::Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("coax {command} {file} hangs");
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let (code, text) = said(child.wait_with_output().unwrap());
        assert_eq!((code, text.contains(file)), (Some(2), true), "coax {command} {file}: {text}");
    };
    for command in ["run", "explore"] {
        for file in ["pipe.c", "pipe.bc", "pipe.ll", "zero.c", "folder.c", "/dev/null"] {
            refused(command, file);
        }
    }
    for file in ["pipe.c", "zero.c", "/dev/null", "compile_commands.json", "folder.c"] {
        refused("check", file);
    }
    // One among others does not keep them from being checked.
    Command::new("mkfifo").arg(folder.path().join("many/pipe.c")).status().unwrap();
    let mut coax = Command::new(env!("CARGO_BIN_EXE_coax"));
    let (code, text) =
        said(coax.current_dir(folder.path()).args(["check", "many"]).output().unwrap());
    assert_eq!(code, Some(0), "{text}");
    let report = fs::read_to_string(folder.path().join("coax-out/report.json")).unwrap();
    assert!(report.contains("not a regular file"), "{report}");
    fs::remove_dir_all(folder.path().join("coax-out")).unwrap();
    Command::new("mkfifo").arg(folder.path().join("coax.toml")).status().unwrap();
    refused("explore", "coax.toml");
}

#[test]
fn options_that_can_have_no_effect_are_refused() {
    let folder = TempDir::new().unwrap();
    let text = "#include <math.h>\nint main(int c, char **v) { return c > 2 ? sin(c) > 0 : 0; }";
    fs::write(folder.path().join("a.c"), text).unwrap();
    let run = |words: &[&str]| {
        let mut coax = Command::new(env!("CARGO_BIN_EXE_coax"));
        said(coax.current_dir(folder.path()).args(words).args(["--time", "2s"]).output().unwrap())
    };
    for command in ["explore", "check"] {
        for (words, why) in [
            (&["--concrete", "nosuch"][..], "--concrete nosuch: neither the program nor"),
            (&["--concrete", ""], "--concrete : neither the program nor"),
            (&["--concrete", "no such"], "--concrete no such: neither the program nor"),
            (&["--concrete", "nosuch", "--", "-lm"], "--concrete nosuch: neither the program nor"),
            (&["--nonlinear", "smt,smt"], "`smt` is named twice"),
            (&["--nonlinear", "icp,search,icp"], "`icp` is named twice"),
            (&["--summary-cache", "/dev/null"], "--summary-cache /dev/null: this is not a folder"),
            (&["--summary-cache", "a.c"], "--summary-cache a.c: this is not a folder"),
        ] {
            let mut all = vec![command, "a.c", "--time", "2s"];
            all.extend(words);
            let mut coax = Command::new(env!("CARGO_BIN_EXE_coax"));
            let (code, text) = said(coax.current_dir(folder.path()).args(&all).output().unwrap());
            assert_eq!(code, Some(2), "{all:?}: {text}");
            assert!(text.contains(why), "{all:?}: {text}");
            assert!(!folder.path().join("coax-out").exists(), "{all:?}");
        }
    }
    // One of the program's, and one of a library that the program does not call.
    for name in ["sin", "cos"] {
        let (code, text) = run(&["explore", "a.c", "--concrete", name]);
        assert_eq!(code, Some(0), "{name}: {text}");
    }
}
