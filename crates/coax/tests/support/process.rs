//! Runs a program with given arguments, input and environment, and collects all it does.
//!
//! Invariants: the environment is exactly `BASE` plus what the caller adds, so native results can
//! be cached; output is read while the process runs, so full pipes cannot block it; a process
//! that outlives its limit is killed and reported as such, never as an ordinary exit.

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What every program of a comparison sees, independent of the machine's settings.
const BASE: [(&str, &str); 2] = [("LC_ALL", "C"), ("TZ", "UTC")];

/// Tools need these to be found, and to find their own files; the last says which mutant of ours is on
/// (`cargo xtask mutants`).
const INHERITED: [&str; 5] = ["PATH", "HOME", "TMPDIR", "COAX_CLANG", "COAX_MUTANT"];

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    Signal(i32),
    TimedOut,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessResult {
    pub end: End,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// What to run; the program's own path is separate because it has no place in a cache key.
#[derive(Default)]
pub struct Invocation<'a> {
    pub args: Vec<String>,
    pub stdin: &'a [u8],
    pub env: &'a [(String, String)],
}

pub fn run(
    program: &Path,
    invocation: &Invocation,
    cwd: &Path,
    limit: Duration,
) -> Result<ProcessResult, String> {
    let mut child = spawn(program, invocation, cwd)?;
    let input = invocation.stdin.to_vec();
    let mut stdin = child.stdin.take().ok_or("no pipe to stdin")?;
    // A program may end without reading its input: the broken pipe is no failure of ours.
    let feeder = thread::spawn(move || drop(stdin.write_all(&input)));
    let stdout = drain(child.stdout.take().ok_or("no pipe from stdout")?);
    let stderr = drain(child.stderr.take().ok_or("no pipe from stderr")?);
    let end = wait(&mut child, limit)?;
    feeder.join().map_err(|_| "feeding stdin panicked")?;
    Ok(ProcessResult {
        end,
        stdout: stdout.join().map_err(|_| "reading stdout panicked")?,
        stderr: stderr.join().map_err(|_| "reading stderr panicked")?,
    })
}

fn spawn(program: &Path, invocation: &Invocation, cwd: &Path) -> Result<Child, String> {
    let mut command = Command::new(program);
    command.args(&invocation.args).current_dir(cwd).env_clear();
    for name in INHERITED {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command.envs(BASE);
    command.envs(invocation.env.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().map_err(|e| format!("cannot run {}: {e}", program.display()))
}

fn drain(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before a failure is still worth showing.
        drop(pipe.read_to_end(&mut bytes));
        bytes
    })
}

fn wait(child: &mut Child, limit: Duration) -> Result<End, String> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            return Ok(end(status));
        }
        if start.elapsed() > limit {
            child.kill().map_err(|e| e.to_string())?;
            child.wait().map_err(|e| e.to_string())?;
            return Ok(End::TimedOut);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn end(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exit(code),
        (None, Some(signal)) => End::Signal(signal),
        (None, None) => End::Exit(-1),
    }
}
