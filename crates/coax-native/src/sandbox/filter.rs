//! System calls that no program in the sandbox makes: those that would lead out of it, and, where
//! there are no namespaces, those that act on what others own.
//!
//! Everything else is allowed: sanitizers need `ptrace`, `personality` and much more, and programs
//! under test should meet the system they were written for.

use super::Tier;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use std::collections::BTreeMap;

/// One row: a system call and when it is refused.
type Row = (i64, When);

/// When a system call is refused.
#[derive(Clone, Copy)]
enum When {
    Always,
    /// The argument of this number has one of these bits.
    HasBits(u8, u64),
    /// The argument of this number is this.
    Is(u8, u64),
    /// The argument of this number is none of these.
    IsNot(u8, &'static [u64]),
}

/// Namespaces, mounts, kernel interfaces with a history of holes, and `io_uring`, whose requests no
/// filter sees.
const EVERYWHERE: &[Row] = &[
    (libc::SYS_mount, When::Always),
    (libc::SYS_umount2, When::Always),
    (libc::SYS_pivot_root, When::Always),
    (libc::SYS_chroot, When::Always),
    (libc::SYS_setns, When::Always),
    (libc::SYS_unshare, When::Always),
    (libc::SYS_clone, When::HasBits(0, NEW_NAMESPACES)),
    (libc::SYS_open_tree, When::Always),
    (libc::SYS_move_mount, When::Always),
    (libc::SYS_fsopen, When::Always),
    (libc::SYS_fsconfig, When::Always),
    (libc::SYS_fsmount, When::Always),
    (libc::SYS_fspick, When::Always),
    (libc::SYS_mount_setattr, When::Always),
    (libc::SYS_bpf, When::Always),
    (libc::SYS_perf_event_open, When::Always),
    (libc::SYS_userfaultfd, When::Always),
    (libc::SYS_io_uring_setup, When::Always),
    (libc::SYS_io_uring_enter, When::Always),
    (libc::SYS_io_uring_register, When::Always),
    (libc::SYS_keyctl, When::Always),
    (libc::SYS_add_key, When::Always),
    (libc::SYS_request_key, When::Always),
    (libc::SYS_open_by_handle_at, When::Always),
    (libc::SYS_init_module, When::Always),
    (libc::SYS_finit_module, When::Always),
    (libc::SYS_delete_module, When::Always),
    (libc::SYS_kexec_load, When::Always),
    (libc::SYS_kexec_file_load, When::Always),
    (libc::SYS_reboot, When::Always),
    (libc::SYS_swapon, When::Always),
    (libc::SYS_swapoff, When::Always),
    (libc::SYS_acct, When::Always),
    (libc::SYS_quotactl, When::Always),
    (libc::SYS_syslog, When::Always),
    (libc::SYS_fanotify_init, When::Always),
    // Typing into the terminal.
    (libc::SYS_ioctl, When::Is(1, libc::TIOCSTI)),
    (libc::SYS_ioctl, When::Is(1, libc::TIOCLINUX)),
];

const NEW_NAMESPACES: u64 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u64;

/// With a network of its own, a program may talk to itself; a socket with a path would lead to the
/// daemons of the machine.
const IN_NAMESPACES: &[Row] =
    &[(libc::SYS_socket, When::IsNot(0, &[libc::AF_INET as u64, libc::AF_INET6 as u64]))];

/// What Landlock does not look at: the network, attributes of files, and things that belong to the
/// user rather than to a folder.
const WITHOUT_NAMESPACES: &[Row] = &[
    (libc::SYS_socket, When::Always),
    (libc::SYS_fchmod, When::Always),
    (libc::SYS_fchmodat, When::Always),
    (SYS_FCHMODAT2, When::Always),
    (libc::SYS_fchown, When::Always),
    (libc::SYS_fchownat, When::Always),
    (libc::SYS_utimensat, When::Always),
    (libc::SYS_setxattr, When::Always),
    (libc::SYS_lsetxattr, When::Always),
    (libc::SYS_fsetxattr, When::Always),
    (libc::SYS_removexattr, When::Always),
    (libc::SYS_lremovexattr, When::Always),
    (libc::SYS_fremovexattr, When::Always),
    (libc::SYS_truncate, When::Always),
    (libc::SYS_shmget, When::Always),
    (libc::SYS_shmat, When::Always),
    (libc::SYS_shmctl, When::Always),
    (libc::SYS_semget, When::Always),
    (libc::SYS_semctl, When::Always),
    (libc::SYS_semop, When::Always),
    (libc::SYS_semtimedop, When::Always),
    (libc::SYS_msgget, When::Always),
    (libc::SYS_msgsnd, When::Always),
    (libc::SYS_msgrcv, When::Always),
    (libc::SYS_msgctl, When::Always),
    (libc::SYS_mq_open, When::Always),
    (libc::SYS_mq_unlink, When::Always),
    // Other processes of the user: their limits, priorities and places.
    (libc::SYS_prlimit64, When::IsNot(0, &[0])),
    (libc::SYS_setpriority, When::Always),
    (libc::SYS_ioprio_set, When::Always),
    (libc::SYS_sched_setaffinity, When::IsNot(0, &[0])),
    (libc::SYS_sched_setscheduler, When::IsNot(0, &[0])),
    (libc::SYS_sched_setparam, When::IsNot(0, &[0])),
    (libc::SYS_sched_setattr, When::IsNot(0, &[0])),
    (libc::SYS_migrate_pages, When::Always),
    (libc::SYS_move_pages, When::Always),
    // Flags of files: FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR.
    (libc::SYS_ioctl, When::Is(1, 0x4008_6602)),
    (libc::SYS_ioctl, When::Is(1, 0x401c_5820)),
];

/// Older than the C library's list.
const SYS_FCHMODAT2: i64 = 452;

/// Calls that newer machines no longer have.
#[cfg(target_arch = "x86_64")]
const WITHOUT_NAMESPACES_OLD: &[Row] = &[
    (libc::SYS_chmod, When::Always),
    (libc::SYS_chown, When::Always),
    (libc::SYS_lchown, When::Always),
    (libc::SYS_utime, When::Always),
    (libc::SYS_utimes, When::Always),
    (libc::SYS_futimesat, When::Always),
];
#[cfg(not(target_arch = "x86_64"))]
const WITHOUT_NAMESPACES_OLD: &[Row] = &[];

/// Where Landlock does not keep signals in: no signal to everybody, to a named process, or to a
/// group; only the own group, and threads of the own process for what `abort` and `raise` send.
const WITHOUT_SIGNAL_SCOPE: &[Row] = &[
    (libc::SYS_kill, When::IsNot(0, &[0])),
    (libc::SYS_tkill, When::IsNot(1, SYNCHRONOUS)),
    (libc::SYS_tgkill, When::IsNot(2, SYNCHRONOUS)),
    (libc::SYS_rt_sigqueueinfo, When::Always),
    (libc::SYS_rt_tgsigqueueinfo, When::Always),
    (libc::SYS_pidfd_send_signal, When::Always),
];

/// Signals that a program sends to itself when it ends.
const SYNCHRONOUS: &[u64] = &[
    libc::SIGABRT as u64,
    libc::SIGSEGV as u64,
    libc::SIGBUS as u64,
    libc::SIGFPE as u64,
    libc::SIGILL as u64,
    libc::SIGTRAP as u64,
];

/// On x86-64, every call has a second number: that of the 32-bit pointers' interface.
#[cfg(target_arch = "x86_64")]
const OTHER_INTERFACE: Option<i64> = Some(0x4000_0000);
#[cfg(not(target_arch = "x86_64"))]
const OTHER_INTERFACE: Option<i64> = None;

/// The filters of a tier, to be applied one after the other.
pub(super) fn filters(tier: Tier, signals_are_scoped: bool) -> Result<Vec<BpfProgram>, String> {
    let mut rows = EVERYWHERE.to_vec();
    match tier {
        Tier::Off => return Ok(Vec::new()),
        Tier::Namespaces => rows.extend(IN_NAMESPACES),
        Tier::Landlock => {
            rows.extend(WITHOUT_NAMESPACES);
            rows.extend(WITHOUT_NAMESPACES_OLD);
            if !signals_are_scoped {
                rows.extend(WITHOUT_SIGNAL_SCOPE);
            }
        }
    }
    // `clone3` takes its flags from memory, where no filter looks: as if there were none, so that
    // the C library takes `clone`.
    let no_clone3 = [(libc::SYS_clone3, When::Always)];
    Ok(vec![program(&rows, libc::EPERM)?, program(&no_clone3, libc::ENOSYS)?])
}

fn program(rows: &[Row], errno: i32) -> Result<BpfProgram, String> {
    let said = |error: seccompiler::BackendError| error.to_string();
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    for &(call, when) in rows {
        let numbers = [Some(call), OTHER_INTERFACE.map(|bit| call | bit)];
        for number in numbers.into_iter().flatten() {
            let rule = rules.entry(number).or_default();
            rule.extend(conditions(when).map_err(said)?);
        }
    }
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(said)?;
    let refuse = SeccompAction::Errno(errno as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch).map_err(said)?;
    filter.try_into().map_err(said)
}

/// The rules of a row, of which one must fit; none for a call that is refused with any
/// arguments.
fn conditions(when: When) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let rule = |argument: u8, operator: SeccompCmpOp, value: u64| {
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)
    };
    match when {
        When::Always => Ok(Vec::new()),
        When::HasBits(argument, bits) => (0..32)
            .map(|bit| 1 << bit)
            .filter(|bit| bits & bit != 0)
            .map(|bit| SeccompRule::new(vec![rule(argument, SeccompCmpOp::MaskedEq(bit), bit)?]))
            .collect(),
        When::Is(argument, value) => {
            Ok(vec![SeccompRule::new(vec![rule(argument, SeccompCmpOp::Eq, value)?])?])
        }
        When::IsNot(argument, values) => {
            let all = values.iter().map(|&value| rule(argument, SeccompCmpOp::Ne, value));
            Ok(vec![SeccompRule::new(all.collect::<Result<_, _>>()?)?])
        }
    }
}

#[cfg(test)]
mod tests;
