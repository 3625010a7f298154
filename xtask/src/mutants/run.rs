//! Runs tests with a mutant on.
//!
//! Tests of the sandbox attack it, and a mutant may be a sandbox that holds nothing: so they are run with processes, temporary
//! files and system folders of their own, from which nothing gets out with any mutant.
//! Invariant: where that cannot be had, these tests fail with no mutant, too, and so are not asked.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::build::TestProgram;
use super::switch;

/// The crate whose tests attack the sandbox.
const ATTACKING: &str = "coax-native";

/// Tests that would take the machine with them.
const DANGEROUS: &[&str] = &["processes_are_bounded"];

/// Makes folders that programs must not write to read-only, and temporary files its own.
const SHUT_IN: &str = "mount -t tmpfs -o size=2g none /tmp && for f in /usr /etc; do \
                       mount --bind $f $f && mount -o remount,bind,ro $f; done && exec \"$0\" \"$@\"";

/// Whether a test is never run.
pub fn is_dangerous(name: &str) -> bool {
    DANGEROUS.contains(&name)
}

/// How a run of tests ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Passed,
    Failed,
    TooLate,
}

/// Runs tests of a program in one process, which is told what is on.
pub fn tests(program: &TestProgram, names: &[&str], told: &str, limit: Duration) -> Ended {
    let mut command = command(program);
    command.args(names).args(["--exact", "--test-threads", "1"]).current_dir(&program.folder);
    command.env(switch::VARIABLE, told).env("CARGO_MANIFEST_DIR", &program.folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    let Ok(mut child) = command.spawn() else { return Ended::Failed };
    let ended = wait(&mut child, limit);
    if ended == Ended::TooLate {
        // The process and all it has started; what has ended meanwhile is what we want.
        let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status();
        let _ = child.wait();
    }
    ended
}

fn command(program: &TestProgram) -> Command {
    if program.package != ATTACKING {
        return Command::new(&program.file);
    }
    let mut command = Command::new("unshare");
    command.args(["--pid", "--fork", "--kill-child", "--mount", "--ipc", "--mount-proc"]);
    command.args(["sh", "-c", SHUT_IN]).arg(&program.file);
    command
}

fn wait(child: &mut Child, limit: Duration) -> Ended {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ended::Passed,
            Ok(Some(_)) | Err(_) => return Ended::Failed,
            Ok(None) if start.elapsed() > limit => return Ended::TooLate,
            Ok(None) => std::thread::sleep(pause),
        }
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}
