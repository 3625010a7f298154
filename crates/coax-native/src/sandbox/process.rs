//! Commands and processes in the sandbox, as their starter has them.

use super::Tier;
use std::ffi::{OsStr, OsString};
use std::io;
use std::ops::{Deref, DerefMut};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a launcher may take to end what it keeps.
const PATIENCE: Duration = Duration::from_secs(5);

/// A command that runs in the sandbox; otherwise like any other.
#[derive(Debug)]
pub struct SandboxedCommand {
    command: Command,
    tier: Tier,
    program: OsString,
}

impl SandboxedCommand {
    pub(super) fn new(command: Command, tier: Tier, program: OsString) -> SandboxedCommand {
        SandboxedCommand { command, tier, program }
    }

    /// As a plain command, for those who start it themselves. `SIGTERM` ends it with all it started.
    pub fn into_command(self) -> Command {
        self.command
    }

    /// Starts it, in a process group of its own.
    pub fn spawn(&mut self) -> io::Result<Kept> {
        let child = self.command.process_group(0).spawn()?;
        Ok(Kept { child, tier: self.tier })
    }

    /// Runs it to its end; it reads nothing.
    pub fn output(&mut self) -> io::Result<Output> {
        self.command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        self.command.process_group(0).output()
    }

    /// The program and its arguments, without what the launcher is told.
    pub fn words(&self) -> Vec<&OsStr> {
        let told = match self.tier {
            Tier::Off => 0,
            Tier::Landlock | Tier::Namespaces => 3,
        };
        std::iter::once(&*self.program).chain(self.command.get_args().skip(told)).collect()
    }
}

impl Deref for SandboxedCommand {
    type Target = Command;

    fn deref(&self) -> &Command {
        &self.command
    }
}

impl DerefMut for SandboxedCommand {
    fn deref_mut(&mut self) -> &mut Command {
        &mut self.command
    }
}

/// A process in the sandbox, which ends with this value, and everything it started with it.
#[derive(Debug)]
pub struct Kept {
    child: Child,
    tier: Tier,
}

impl Kept {
    /// The process that was started: the program, or its launcher.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// How it is ended from elsewhere.
    pub fn leader(&self) -> Leader {
        Leader { pid: self.child.id(), tier: self.tier }
    }

    /// Waits for it and takes what it printed.
    pub fn wait_with_output(mut self) -> io::Result<Output> {
        let (stdout, stderr) = (self.child.stdout.take(), self.child.stderr.take());
        let read = |stream: Option<Box<dyn io::Read + Send>>| {
            let mut bytes = Vec::new();
            stream.map_or(Ok(0), |mut stream| stream.read_to_end(&mut bytes)).map(|_| bytes)
        };
        let stderr = stderr.map(|stream| Box::new(stream) as Box<dyn io::Read + Send>);
        let stdout = stdout.map(|stream| Box::new(stream) as Box<dyn io::Read + Send>);
        // From a thread: either pipe may fill up before the other is drained.
        let said = std::thread::spawn(move || read(stderr));
        let mut bytes = Vec::new();
        if let Some(mut stdout) = stdout {
            stdout.read_to_end(&mut bytes)?;
        }
        let stderr = said.join().map_err(|_| io::Error::other("reading panicked"))??;
        let status = self.child.wait()?;
        Ok(Output { status, stdout: bytes, stderr })
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let goes_on = matches!(self.child.try_wait(), Ok(None));
        // A launcher has ended all it kept; without one, others of the group may go on.
        if goes_on || self.tier == Tier::Off {
            self.leader().stop();
        }
        let deadline = Instant::now() + PATIENCE;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() >= deadline {
                // One that is gone already needs neither.
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            sleep(Duration::from_micros(200));
        }
    }
}

/// The process that was started, by its number.
#[derive(Clone, Copy, Debug)]
pub struct Leader {
    pid: u32,
    tier: Tier,
}

impl Leader {
    /// Its number.
    pub fn pid(self) -> u32 {
        self.pid
    }

    /// Asks the launcher to end its program and everything that one started; without a sandbox, ends
    /// the process group.
    pub fn stop(self) {
        let Some(pid) = i32::try_from(self.pid).ok().filter(|&pid| pid > 1) else { return };
        // SAFETY: plain system calls; a process that is gone is an error we do not mind.
        unsafe {
            match self.tier {
                Tier::Off => libc::kill(-pid, libc::SIGKILL),
                Tier::Landlock | Tier::Namespaces => libc::kill(pid, libc::SIGTERM),
            }
        };
    }

    /// The program itself, if it has been started and has not ended.
    pub fn program(self) -> Option<u32> {
        let mut pid = self.pid;
        for _ in 0..self.tier.keepers() {
            pid = children(pid).next()?;
        }
        Some(pid)
    }
}

/// The processes that a process has started and not yet waited for.
pub fn children(pid: u32) -> impl Iterator<Item = u32> {
    let list =
        std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    let pids: Vec<u32> = list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect();
    pids.into_iter()
}
