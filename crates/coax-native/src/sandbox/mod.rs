//! One sandbox for everything native: code under test, compilers and their tools, native calls.
//!
//! A process is started through a *launcher*, a second start of our own binary that shuts itself in
//! and then becomes the keeper of the program it starts ([`launch`]). There are two tiers, of which
//! the first that works on this machine is taken ([`Sandbox::detect`]):
//!
//! - [`Tier::Namespaces`]: user, pid, mount, network and ipc namespaces of its own. All folders are
//!   read-only; what a program writes below its working folder and `/tmp` goes to a layer that is
//!   thrown away.
//! - [`Tier::Landlock`]: for containers and systems without user namespaces. Writing is allowed
//!   below the given folders only; the working folder is a copy.
//!
//! Both drop every capability, filter system calls, bound processes and disk space, and leave no
//! process behind. `docs/security.md` says what each guarantees.
//!
//! Invariant: the launcher shuts itself in before it runs a single foreign instruction;
//! if any step of that fails, nothing is run.

mod filter;
mod identity;
mod keeper;
mod landlocked;
mod launch;
mod namespaces;
mod process;
mod spec;
mod view;

use self::spec::Spec;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fmt};

pub use launch::launch;
pub use process::{Kept, Leader, SandboxedCommand, children};
pub use view::{Usage, View};

/// Chooses the tier, for tests of the tiers and for machines where the first misbehaves.
pub const TIER_VARIABLE: &str = "COAX_SANDBOX";

/// How a launcher ends whose program used more processes or disk space than allowed: by a signal
/// that nothing else sends.
pub(crate) const OVERSTEPPED: i32 = libc::SIGSTKFLT;

/// How one ends that could not start its program: likewise.
pub(crate) const FAILED: i32 = libc::SIGPWR;

/// How well a process is shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Tier {
    /// Not at all: the user asked for it.
    Off,
    /// Landlock and a filter of system calls.
    Landlock,
    /// Namespaces and a filter of system calls.
    Namespaces,
}

impl Tier {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Off => "none",
            Tier::Landlock => "landlock",
            Tier::Namespaces => "namespaces",
        }
    }

    /// How many processes of ours stand between the one that was started and the program.
    pub(crate) fn keepers(self) -> usize {
        match self {
            Tier::Off => 0,
            Tier::Landlock => 1,
            Tier::Namespaces => 2,
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Disk space that may still be used.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    bytes: u64,
    files: usize,
}

/// What a program may do beyond reading.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Folders it writes to for real.
    pub writable: Vec<PathBuf>,
    /// Its working folder, which it sees as if it could write to it.
    pub view: Option<PathBuf>,
}

impl Access {
    /// Only this folder is written to.
    pub fn with(folder: impl Into<PathBuf>) -> Access {
        Access { writable: vec![folder.into()], view: None }
    }
}

/// The way programs are started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sandbox {
    tier: Tier,
    /// The program that is the launcher, and its first argument.
    launcher: PathBuf,
    word: OsString,
}

impl Sandbox {
    /// No sandbox: programs are started as they are.
    pub fn off() -> Sandbox {
        Sandbox { tier: Tier::Off, launcher: PathBuf::new(), word: OsString::new() }
    }

    /// The best sandbox that works here; the error says why there is none. `launcher word` must do
    /// nothing but call [`launch`] with the arguments that follow.
    pub fn detect(launcher: &Path, word: impl AsRef<OsStr>) -> Result<Sandbox, String> {
        let wanted = env::var(TIER_VARIABLE).unwrap_or_default();
        let mut reasons = Vec::new();
        for tier in [Tier::Namespaces, Tier::Landlock] {
            if !wanted.is_empty() && wanted != tier.name() {
                continue;
            }
            match Sandbox::of_tier(tier, launcher, word.as_ref()) {
                Ok(sandbox) => return Ok(sandbox),
                Err(why) => reasons.push(why),
            }
        }
        if reasons.is_empty() {
            reasons.push(format!("{TIER_VARIABLE}={wanted}: there is no such kind of sandbox"));
        }
        Err(reasons.join("; "))
    }

    /// The sandbox of a tier, if it works here.
    pub fn of_tier(
        tier: Tier,
        launcher: &Path,
        word: impl AsRef<OsStr>,
    ) -> Result<Sandbox, String> {
        let (launcher, word) = (launcher.to_owned(), word.as_ref().to_owned());
        let sandbox = Sandbox { tier, launcher, word };
        sandbox.try_out().map_err(|why| format!("{tier}: {why}"))?;
        Ok(sandbox)
    }

    /// How well programs are shut in.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// The command that runs a program; arguments, variables and streams are added as usual.
    pub fn command(&self, program: impl AsRef<OsStr>, access: &Access) -> SandboxedCommand {
        let program = program.as_ref();
        let command = match self.tier {
            Tier::Off => Command::new(program),
            Tier::Landlock | Tier::Namespaces => {
                let mut command = Command::new(&self.launcher);
                command.arg(&self.word).arg(Spec::new(self.tier, access).encoded());
                command.arg(located(program));
                command
            }
        };
        SandboxedCommand::new(command, self.tier, program.to_owned())
    }

    /// Starts something that does nothing.
    fn try_out(&self) -> Result<(), String> {
        let mut command = Command::new(&self.launcher);
        command.arg(&self.word).arg(Spec::new(self.tier, &Access::default()).encoded());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let done = command.output().map_err(|error| error.to_string())?;
        if done.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&done.stderr);
        let said = said.lines().last().unwrap_or_default();
        Err(said.strip_prefix(launch::VOICE).unwrap_or(said).to_owned())
    }
}

/// A program's file: found before it is shut in, so that one that is missing is noticed by the same
/// rules as without a sandbox.
fn located(program: &OsStr) -> OsString {
    if program.as_bytes().contains(&b'/') {
        return program.to_owned();
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join(program)).find(|f| f.is_file());
    found.map_or_else(|| program.to_owned(), PathBuf::into_os_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tier_has_its_name_and_its_keepers() {
        for (tier, name, keepers) in [
            (Tier::Off, "none", 0),
            (Tier::Landlock, "landlock", 1),
            (Tier::Namespaces, "namespaces", 2),
        ] {
            assert_eq!((tier.name(), tier.to_string().as_str()), (name, name));
            assert_eq!(tier.keepers(), keepers, "{tier}");
        }
    }

    #[test]
    fn a_program_is_started_by_its_launcher_if_there_is_one() {
        for (tier, told) in [(Tier::Off, 0), (Tier::Landlock, 3), (Tier::Namespaces, 3)] {
            let sandbox = Sandbox { tier, launcher: "/launcher".into(), word: "word".into() };
            let mut command = sandbox.command("/bin/true", &Access::default());
            command.arg("x");
            assert_eq!(command.get_args().len(), told + 1, "{tier}");
            let starts = if told == 0 { "/bin/true" } else { "/launcher" };
            assert_eq!(command.get_program(), starts);
            assert_eq!(command.words(), ["/bin/true", "x"], "{tier}");
        }
    }

    #[test]
    fn programs_are_found_before_they_are_shut_in() {
        assert_eq!(located(OsStr::new("./sh")), "./sh");
        assert_eq!(located(OsStr::new("no such program")), "no such program");
        let found = located(OsStr::new("sh"));
        assert!(Path::new(&found).is_absolute() && Path::new(&found).is_file(), "{found:?}");
    }
}
