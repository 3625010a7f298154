//! Who the program is: never root, because no bound on processes holds for root.
//!
//! What root runs becomes a user of its own, who keeps the right to read and write what root may;
//! that is for the file system alone, and which parts of it can be written to is decided elsewhere.

use super::namespaces::during;
use super::spec::Spec;
use super::{Tier, keeper};
use rustix::process::{Pid, Resource, Rlimit, getuid, setrlimit};
use rustix::thread::{CapabilitySet, CapabilitySets};
use std::convert::Infallible;
use std::fs;
use std::io::{Read, Write};

/// Users that no system gives names to; each sandbox takes one, so that they do not count together.
const FIRST_USER: u32 = 64_000;
const USERS: u32 = 1_000;

/// As many as everybody has; the last of them stands for the real root.
const MAPPED: u32 = 65_536;

/// What the program of root's keeps.
const OF_FILES: CapabilitySet = CapabilitySet::DAC_OVERRIDE
    .union(CapabilitySet::DAC_READ_SEARCH)
    .union(CapabilitySet::FOWNER)
    .union(CapabilitySet::FSETID)
    .union(CapabilitySet::CHOWN);

/// The user that the program of this sandbox becomes, if this is root.
pub(super) fn other_user() -> Option<u32> {
    getuid().is_root().then(|| FIRST_USER + std::process::id() % USERS)
}

/// The names of users in a namespace: there the program is root, here it is the `user` of its own.
fn users(user: u32) -> String {
    let (before, after) = (user - 1, MAPPED - 1 - (user + 1));
    format!(
        "0 {user} 1\n1 1 {before}\n{next} {next} {after}\n{last} 0 1\n",
        next = user + 1,
        last = MAPPED - 1
    )
}

/// Calls `enter`, which moves this process into a user namespace, and gives that namespace the names
/// of users and groups. Whether it has those that root's program needs.
pub(super) fn with_names(enter: impl FnOnce() -> Result<(), String>) -> Result<bool, String> {
    let (user, group) = (getuid().as_raw(), rustix::process::getgid().as_raw());
    if let Some(user) = other_user() {
        // Only a process outside may give more than one name.
        let (wait, go) = rustix::pipe::pipe().map_err(during("a pipe"))?;
        let inside = std::process::id();
        let outside = keeper::fork(|| name_all(inside, user, fs::File::from(wait)))?;
        enter()?;
        drop(fs::File::from(go).write_all(b"1"));
        if keeper::has_succeeded(outside) {
            return Ok(true);
        }
    } else {
        enter()?;
    }
    let write = |file: &str, text: String| fs::write(format!("/proc/self/{file}"), text);
    // A kernel without this file does not ask for it.
    let _ = write("setgroups", "deny".into());
    write("uid_map", format!("{user} {user} 1")).map_err(during("user names"))?;
    write("gid_map", format!("{group} {group} 1")).map_err(during("group names"))?;
    Ok(false)
}

/// Gives the namespace of a process all names, once it has one.
fn name_all(process: u32, user: u32, mut wait: fs::File) -> Result<Infallible, String> {
    let mut word = [0];
    let ready = wait.read_exact(&mut word).is_ok();
    let name = |file: &str, map: String| fs::write(format!("/proc/{process}/{file}"), map).is_ok();
    let named = ready && name("uid_map", users(user)) && name("gid_map", format!("0 0 {MAPPED}"));
    std::process::exit(i32::from(!named))
}

/// Becomes the user that the program is to be, bounds its processes, and gives up privileges.
pub(super) fn assume(spec: &Spec, user: Option<u32>) -> Result<(), String> {
    let taken = match (spec.tier, user) {
        // Others of this user count as well.
        (Tier::Landlock, None) => tasks_of(getuid().as_raw()),
        _ => 0,
    };
    let most = Some((taken + spec.most_tasks) as u64);
    // Not for root without another name: then the keeper's look is all there is.
    let _ = setrlimit(Resource::Nproc, Rlimit { current: most, maximum: most });
    let keep = if user.is_some() { OF_FILES } else { CapabilitySet::empty() };
    for capability in CapabilitySet::all().difference(keep).iter() {
        // One that this kernel does not know, or that is not ours to give, is not there.
        let _ = rustix::thread::remove_capability_from_bounding_set(capability);
    }
    if let Some(user) = user {
        become_user(user)?;
    }
    let sets = CapabilitySets { effective: keep, permitted: keep, inheritable: keep };
    rustix::thread::set_capabilities(None::<Pid>, sets).map_err(during("capabilities"))?;
    // The same for a kernel without ambient capabilities.
    let _ = rustix::thread::clear_ambient_capability_set();
    for capability in keep.iter() {
        rustix::thread::configure_capability_in_ambient_set(capability, true)
            .map_err(during("capabilities"))?;
    }
    Ok(())
}

/// Changes the user; what root may stays, until it is given up.
fn become_user(user: u32) -> Result<(), String> {
    rustix::thread::set_keep_capabilities(true).map_err(during("capabilities"))?;
    // SAFETY: plain system call; this process has one thread.
    match unsafe { libc::setresuid(user, user, user) } {
        0 => Ok(()),
        _ => Err(during("another user")(std::io::Error::last_os_error())),
    }
}

/// How many processes and threads a user has.
fn tasks_of(user: u32) -> usize {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let own = entries.filter(|entry| {
        let owner = entry.metadata().map(|metadata| std::os::unix::fs::MetadataExt::uid(&metadata));
        owner.is_ok_and(|owner| owner == user)
    });
    let pids = own.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.map(keeper::threads).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_the_namespace_root_is_the_other_user_and_every_name_is_there_once() {
        for (user, expected) in [
            (64_000, "0 64000 1\n1 1 63999\n64001 64001 1534\n65535 0 1\n"),
            (64_999, "0 64999 1\n1 1 64998\n65000 65000 535\n65535 0 1\n"),
        ] {
            assert_eq!(users(user), expected);
        }
    }

    #[test]
    fn only_root_becomes_another_user() {
        let expected = getuid().is_root();
        assert_eq!(other_user().is_some(), expected);
        assert!(other_user().is_none_or(|user| (64_000..65_000).contains(&user)));
    }

    #[test]
    fn the_threads_of_a_user_are_counted() {
        let own = tasks_of(getuid().as_raw());
        assert!(own >= keeper::threads(std::process::id() as i32), "{own}");
        assert_eq!(tasks_of(63_999), 0, "a user that has none");
    }
}
