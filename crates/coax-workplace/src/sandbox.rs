//! Which sandbox this run has. Chosen once, before anything native is started, and the same for the
//! whole process: compilers, native calls, tests.

use std::sync::OnceLock;

use coax_clang::Launcher;
use coax_native::sandbox::{Access, Sandbox};

use crate::end::Failure;

/// The first word where coax is started to shut a process in: not a command for people, and taken
/// before the command line is parsed, since it is started for every compiler and every batch of tests.
pub const SANDBOX: &str = "__sandbox";

static CHOSEN: OnceLock<Sandbox> = OnceLock::new();

/// Chooses: the best that this machine has, or none if the user says so. Refuses to go on where there
/// is none.
pub fn choose(off: bool) -> Result<(), Failure> {
    let sandbox = if off { Sandbox::off() } else { detect()? };
    // A second choice would come too late.
    CHOSEN.set(sandbox).map_err(|_| Failure::Internal("the sandbox was chosen twice".into()))
}

fn detect() -> Result<Sandbox, Failure> {
    let launcher = std::env::current_exe()
        .map_err(|error| Failure::Input(format!("coax does not find its own file: {error}")))?;
    Sandbox::detect(&launcher, SANDBOX).map_err(|why| {
        Failure::Input(format!(
            "no sandbox can be had on this machine ({why}).\n\
             Code under test is run with inputs made up by coax: unprotected, it may change your \
             files.\nIf that does no harm here, as in a container of its own, say --no-sandbox."
        ))
    })
}

/// No sandbox: unit tests run nothing but their own code. May be said any number of times.
pub fn choose_none_in_unit_tests() {
    CHOSEN.get_or_init(Sandbox::off);
}

/// The sandbox that was chosen.
pub fn current() -> Sandbox {
    let chosen = CHOSEN.get().cloned();
    chosen.unwrap_or_else(|| unreachable!("every command that starts something chooses first"))
}

/// The way it is entered by compilers.
pub fn launcher() -> Launcher {
    let sandbox = current();
    Launcher::new(move |program, folder| {
        sandbox.command(program, &Access::with(folder)).into_command()
    })
}
