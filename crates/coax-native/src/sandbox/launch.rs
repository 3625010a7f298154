//! The launcher: shuts itself in, starts the program, keeps it until it ends, and ends as it did.

use super::namespaces::{self, TEMPORARY, during};
use super::spec::Spec;
use super::{FAILED, Tier, filter, identity, keeper, landlocked};
use rustix::pipe::PipeFlags;
use rustix::process::{DumpableBehavior, Signal};
use std::convert::Infallible;
use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// How what the launcher itself says begins.
pub(super) const VOICE: &str = "coax sandbox: ";

/// Runs `arguments` (what the process was told, then a program with its arguments) and ends this
/// process as the program ended. Without a program it only tries whether it could.
///
/// To be called once, at the start of a process that has one thread.
pub fn launch(arguments: impl IntoIterator<Item = OsString>) -> ! {
    let mut arguments = arguments.into_iter();
    let spec = arguments.next().and_then(|word| Spec::decoded(&word));
    let done = match spec {
        Some(spec) => run(&spec, arguments.collect()),
        None => Err("this is started by coax itself".into()),
    };
    match done {
        Ok(end) => end.imitate(),
        Err(why) => fail(&why),
    }
}

/// Ends this process because it could not be done.
pub(super) fn fail(why: &str) -> ! {
    eprintln!("{VOICE}{why}");
    keeper::End::Signalled(FAILED).imitate()
}

fn run(spec: &Spec, program: Vec<OsString>) -> Result<keeper::End, String> {
    let starter = keeper::Starter::of(spec.parent)?;
    match spec.tier {
        Tier::Off => Err("there is no sandbox to enter".into()),
        Tier::Namespaces => {
            let here = std::env::current_dir().map_err(during("the working folder"))?;
            // In there, the user of its own is called root.
            let user = namespaces::unshare()?.then_some(0);
            namespaces::arrange(spec)?;
            // The layer has another folder of this name.
            std::env::set_current_dir(&here).map_err(during("the working folder"))?;
            // So that the one who started us can look at the layers.
            rustix::process::set_dumpable_behavior(DumpableBehavior::Dumpable)
                .map_err(during("the process table"))?;
            let (told, telling) =
                rustix::pipe::pipe_with(PipeFlags::CLOEXEC).map_err(during("a pipe"))?;
            let first = keeper::fork(|| first_process(spec, &program, user, telling))?;
            starter.wait_for(first, told)
        }
        Tier::Landlock => {
            rustix::process::set_child_subreaper(Some(rustix::process::getpid()))
                .map_err(during("orphans"))?;
            let user = identity::other_user();
            let signals_are_scoped = landlocked::scopes_signals();
            let child = keeper::fork(|| enter(spec, &program, user, signals_are_scoped))?;
            starter.keep(child, spec)
        }
    }
}

/// The first process of a pid namespace: all others end with it.
fn first_process(
    spec: &Spec,
    program: &[OsString],
    user: Option<u32>,
    report: OwnedFd,
) -> Result<Infallible, String> {
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(during("the end of the launcher"))?;
    namespaces::show_processes()?;
    let child = keeper::fork(|| enter(spec, program, user, true))?;
    keeper::keep_as_first(child, spec, report)
}

/// Gives up what is left of privileges, and becomes the program.
fn enter(
    spec: &Spec,
    program: &[OsString],
    user: Option<u32>,
    signals_are_scoped: bool,
) -> Result<Infallible, String> {
    // No terminal: a program cannot be asked by it, nor type into it.
    keeper::unblock_signals();
    rustix::process::setsid().map_err(during("a session"))?;
    rustix::thread::set_no_new_privs(true).map_err(during("privileges"))?;
    identity::assume(spec, user)?;
    if spec.tier == Tier::Landlock {
        landlocked::restrict(spec)?;
    }
    let filters = filter::filters(spec.tier, signals_are_scoped)?;
    let Some((file, arguments)) = program.split_first() else { std::process::exit(0) };
    let mut command = Command::new(file);
    command.args(arguments).env("TMPDIR", temporary(spec));
    for filter in &filters {
        seccompiler::apply_filter(filter).map_err(during("the filter of system calls"))?;
    }
    let error = command.exec();
    Err(format!("{}: it could not be started: {error}", Path::new(file).display()))
}

/// Where programs put temporary files.
fn temporary(spec: &Spec) -> &Path {
    match spec.tier {
        Tier::Landlock => spec.writable().next().unwrap_or(Path::new(TEMPORARY)),
        Tier::Off | Tier::Namespaces => Path::new(TEMPORARY),
    }
}
