//! Code under test that destroys, signals, connects and stays: nothing of it reaches the user.
//!
//! `canaries.c` is a list of acts. `check` runs each in a function that fails after it, `explore` in a
//! path of its own, `replay` again; once per tier of the sandbox. The tier is chosen by the
//! environment, as a user would; one that this machine does not have is skipped, and said.

use std::collections::BTreeMap;
use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const ACTS: &str = include_str!("support/attack/canaries.c");

/// A folder with things that must stay as they are, and a process that must not be reached.
struct Target {
    folder: tempfile::TempDir,
    /// Works elsewhere: what is started natively must not find it.
    victim: Child,
    tcp: TcpListener,
    udp: UdpSocket,
    socket: UnixListener,
    before: BTreeMap<PathBuf, Entry>,
}

/// What is there: its kind and mode, owner, time of the last change, contents.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    mode: u32,
    owner: u32,
    links: u64,
    modified: i64,
    contents: Vec<u8>,
}

impl Target {
    fn new() -> Target {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::write(path.join("canary"), "alive").unwrap();
        fs::create_dir_all(path.join("d/empty")).unwrap();
        fs::write(path.join("d/file"), "alive").unwrap();
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
        let socket = UnixListener::bind(path.join("socket")).unwrap();
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        socket.set_nonblocking(true).unwrap();
        let mark = path.join("signalled");
        let script = format!("trap 'echo > {}' URG; while :; do sleep 0.1; done", mark.display());
        let mut victim = Command::new("sh");
        let victim = victim.args(["-c", &script]).stdin(Stdio::null()).spawn().unwrap();
        let words = [
            ("CANARY", format!("\"{}\"", path.join("canary").display())),
            ("FOLDER", format!("\"{}\"", path.display())),
            ("VICTIM", victim.id().to_string()),
            ("TCP_PORT", tcp.local_addr().unwrap().port().to_string()),
            ("UDP_PORT", udp.local_addr().unwrap().port().to_string()),
        ];
        let words: String =
            words.iter().map(|(name, value)| format!("#define {name} {value}\n")).collect();
        fs::write(path.join("target.h"), words).unwrap();
        for (name, how) in [("check", "CHECK"), ("explore", "EXPLORE")] {
            let text = format!("#define {how}\n{ACTS}");
            fs::write(path.join(format!("{name}.c")), &text).unwrap();
            fs::write(path.join(format!("{name}_seen.c")), format!("#define SEEN\n{text}"))
                .unwrap();
        }
        let before = Target::entries(path);
        Target { folder, victim, tcp, udp, socket, before }
    }

    fn entries(folder: &Path) -> BTreeMap<PathBuf, Entry> {
        let mut entries = BTreeMap::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("out_")) {
                    continue;
                }
                let metadata = path.symlink_metadata().unwrap();
                if metadata.is_dir() {
                    folders.push(path.clone());
                }
                let entry = Entry {
                    mode: metadata.mode(),
                    owner: metadata.uid(),
                    links: metadata.nlink(),
                    modified: metadata.mtime(),
                    contents: if metadata.is_file() {
                        fs::read(&path).unwrap()
                    } else {
                        Vec::new()
                    },
                };
                entries.insert(path, entry);
            }
        }
        entries
    }

    fn coax(&self, tier: &str, words: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_coax"));
        command.args(words).current_dir(self.folder.path()).env("COAX_SANDBOX", tier);
        command.stdin(Stdio::null()).output().unwrap()
    }

    /// Runs a command on a file, and looks around afterwards.
    fn run(&mut self, tier: &str, command: &str, file: &str, options: &[&str]) -> Output {
        let out = format!("out_{file}");
        let words = [&[command, file, "--out", &out, "-q"], options].concat();
        let output = self.coax(tier, &words);
        self.check(&format!("{command} {file}"));
        output
    }

    /// Nothing was touched, no other process was reached, nothing is left running.
    fn check(&mut self, what: &str) {
        // What outlives its starter would act by now.
        std::thread::sleep(Duration::from_millis(1200));
        assert_eq!(Target::entries(self.folder.path()), self.before, "{what}");
        assert!(self.victim.try_wait().unwrap().is_none(), "{what}: the victim is gone");
        assert!(self.tcp.accept().is_err(), "{what}: somebody connected");
        assert!(self.udp.recv(&mut [0; 8]).is_err(), "{what}: somebody sent something");
        assert!(self.socket.accept().is_err(), "{what}: somebody connected to a socket");
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        let _ = self.victim.kill();
        let _ = self.victim.wait();
    }
}

fn is_missing(output: &Output) -> bool {
    let said = String::from_utf8_lossy(&output.stderr);
    output.status.code() == Some(2) && said.contains("no sandbox can be had")
}

fn number_of_errors(folder: &Path) -> usize {
    let report = fs::read_to_string(folder.join("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    report["totals"]["errors"].as_u64().unwrap() as usize
}

fn attack(tier: &str) {
    let mut target = Target::new();
    let acts = ACTS.matches("\nACT(").count();
    assert!(acts >= 60, "{acts}");
    let checked = target.run(tier, "check", "check.c", &["--time", "60s"]);
    if is_missing(&checked) {
        println!("skipped: {}", String::from_utf8_lossy(&checked.stderr));
        return;
    }
    // A few acts end the process before the function fails.
    let errors = number_of_errors(&target.folder.path().join("out_check.c"));
    assert!(errors * 10 >= acts * 9, "only {errors} of {acts} acts were run: {checked:?}");
    let explored = target.run(tier, "explore", "explore.c", &["--symbolic-args", "1,1"]);
    assert!(explored.status.code().is_some_and(|code| code < 4), "{explored:?}");
    target.run(tier, "check", "check_seen.c", &["--time", "30s"]);
    target.run(tier, "explore", "explore_seen.c", &["--symbolic-args", "1,1"]);
    target.coax(tier, &["replay", "out_check.c", "out_explore.c"]);
    target.check("replay");
}

#[test]
fn nothing_gets_out_of_the_namespaces() {
    attack("namespaces");
}

#[test]
fn nothing_gets_out_of_landlock() {
    attack("landlock");
}

#[test]
fn without_a_sandbox_nothing_is_run_unless_the_user_says_so() {
    let target = Target::new();
    let refused = target.coax("no-such-kind", &["check", "check.c", "--out", "out_check"]);
    assert!(is_missing(&refused), "{refused:?}");
    assert!(!target.folder.path().join("out_check").exists());
}

#[test]
fn flags_of_a_compilation_database_run_and_write_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.c"), "int f(int a) { return 10 / a; }\n").unwrap();
    let flags = ["-ftime-trace=trace", "-fproc-stat-report=stat", "-fpass-plugin=x.so", "-MD"];
    let words: Vec<String> = flags.iter().map(|flag| format!("\"{flag}\"")).collect();
    let database = format!(
        r#"[{{"directory": "{}", "file": "a.c", "arguments": ["cc", {}, "-c", "a.c"]}}]"#,
        path.display(),
        words.join(", ")
    );
    fs::write(path.join("compile_commands.json"), database).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_coax"));
    command.args(["check", "compile_commands.json", "-q"]).current_dir(path);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let mut names: Vec<_> = fs::read_dir(path).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["a.c", "coax-out", "compile_commands.json"]);
}

#[test]
fn a_clang_that_is_asked_for_its_version_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (tools, mark) = (folder.path().join("tools"), folder.path().join("mark"));
    fs::create_dir(&tools).unwrap();
    // In a shell of its own, which may fail: what is not there in the sandbox cannot be written to.
    let script = format!("#!/bin/sh\n(: > '{}')\necho clang version 3.0\n", mark.display());
    fs::write(tools.join("clang"), script).unwrap();
    fs::set_permissions(tools.join("clang"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.path().join("a.c"), "int main(void) { return 0; }\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_coax"));
    command.args(["run", "a.c"]).current_dir(folder.path());
    let output = command.env("PATH", &tools).env_remove("COAX_CLANG").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("clang, which is version 3"), "{said}");
    assert!(!mark.exists());
}
