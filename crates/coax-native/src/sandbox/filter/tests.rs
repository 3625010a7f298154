//! What each tier refuses, as a list of its own: the filters are run here as the kernel runs them.

use seccompiler::sock_filter;

use super::*;

const ALLOWED: u32 = 0x7fff_0000;
const NOT_PERMITTED: u32 = 0x0005_0000 | libc::EPERM as u32;
const NOT_THERE: u32 = 0x0005_0000 | libc::ENOSYS as u32;

/// What a filter says of a call: the classic machine of packet filters, as far as these use it.
fn said(program: &[sock_filter], call: i64, arguments: [u64; 6]) -> u32 {
    let architecture: u32 = if cfg!(target_arch = "x86_64") { 0xC000_003E } else { 0xC000_00B7 };
    let mut data = Vec::new();
    data.extend((call as u32).to_ne_bytes());
    data.extend(architecture.to_ne_bytes());
    data.extend(0u64.to_ne_bytes());
    data.extend(arguments.iter().flat_map(|argument| argument.to_ne_bytes()));
    let (mut at, mut word) = (0, 0u32);
    loop {
        let sock_filter { code, jt, jf, k } = program[at];
        at += 1;
        let mut jump = |holds: bool| at += usize::from(if holds { jt } else { jf });
        match code {
            0x20 => {
                let k = k as usize;
                word = u32::from_ne_bytes(data[k..k + 4].try_into().unwrap());
            }
            0x54 => word &= k,
            0x05 => at += k as usize,
            0x15 => jump(word == k),
            0x25 => jump(word > k),
            0x35 => jump(word >= k),
            0x45 => jump(word & k != 0),
            0x06 => return k,
            code => panic!("an instruction that no filter here has: {code:#x}"),
        }
    }
}

/// What a tier says of a call: the first of its filters that does not allow it.
fn verdict(filters: &[BpfProgram], call: i64, arguments: [u64; 6]) -> u32 {
    let said = filters.iter().map(|program| said(program, call, arguments));
    said.into_iter().find(|&said| said != ALLOWED).unwrap_or(ALLOWED)
}

/// Calls that are refused in both tiers with any arguments.
const NOWHERE: [i64; 35] = [
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_open_by_handle_at,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_fanotify_init,
];

/// Those that are refused where there are no namespaces.
const NOT_WITHOUT_NAMESPACES: [i64; 31] = [
    libc::SYS_socket,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    452, // fchmodat2
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_truncate,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semctl,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
];

/// The same, of calls that only older machines have.
#[cfg(target_arch = "x86_64")]
const OLD: &[i64] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[i64] = &[];

/// And of those that are refused where signals would get out.
const SIGNALS: [i64; 3] =
    [libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo, libc::SYS_pidfd_send_signal];

/// Whether a call is refused in namespaces, with Landlock, and with a Landlock that lets signals out.
type Refused = (bool, bool, bool);

const NEVER: Refused = (false, false, false);
const OUTSIDE: Refused = (false, true, true);
const SIGNAL: Refused = (false, false, true);
const ALWAYS: Refused = (true, true, true);

/// Calls for which it depends on what they are given.
const BY_ARGUMENT: &[(i64, [u64; 3], Refused)] = &[
    (libc::SYS_clone, [libc::SIGCHLD as u64, 0, 0], NEVER),
    (libc::SYS_clone, [libc::CLONE_VM as u64, 0, 0], NEVER),
    (libc::SYS_clone, [libc::CLONE_NEWUSER as u64, 0, 0], ALWAYS),
    (libc::SYS_clone, [libc::CLONE_NEWNS as u64, 0, 0], ALWAYS),
    (libc::SYS_clone, [libc::CLONE_NEWPID as u64, 0, 0], ALWAYS),
    (libc::SYS_clone, [libc::CLONE_NEWNET as u64 | libc::SIGCHLD as u64, 0, 0], ALWAYS),
    (libc::SYS_clone, [libc::CLONE_NEWIPC as u64, 0, 0], ALWAYS),
    (libc::SYS_clone, [libc::CLONE_NEWUTS as u64, 0, 0], ALWAYS),
    (libc::SYS_clone, [libc::CLONE_NEWCGROUP as u64, 0, 0], ALWAYS),
    (libc::SYS_ioctl, [0, libc::TIOCSTI, 0], ALWAYS),
    (libc::SYS_ioctl, [0, libc::TIOCLINUX, 0], ALWAYS),
    (libc::SYS_ioctl, [0, libc::TCGETS, 0], NEVER),
    (libc::SYS_ioctl, [0, 0x4008_6602, 0], OUTSIDE),
    (libc::SYS_ioctl, [0, 0x401c_5820, 0], OUTSIDE),
    (libc::SYS_socket, [libc::AF_INET as u64, 0, 0], OUTSIDE),
    (libc::SYS_socket, [libc::AF_INET6 as u64, 0, 0], OUTSIDE),
    (libc::SYS_socket, [libc::AF_UNIX as u64, 0, 0], ALWAYS),
    (libc::SYS_prlimit64, [0, 0, 0], NEVER),
    (libc::SYS_prlimit64, [7, 0, 0], OUTSIDE),
    (libc::SYS_sched_setaffinity, [0, 0, 0], NEVER),
    (libc::SYS_sched_setaffinity, [7, 0, 0], OUTSIDE),
    (libc::SYS_sched_setscheduler, [0, 0, 0], NEVER),
    (libc::SYS_sched_setscheduler, [7, 0, 0], OUTSIDE),
    (libc::SYS_sched_setparam, [0, 0, 0], NEVER),
    (libc::SYS_sched_setparam, [7, 0, 0], OUTSIDE),
    (libc::SYS_sched_setattr, [0, 0, 0], NEVER),
    (libc::SYS_sched_setattr, [7, 0, 0], OUTSIDE),
    (libc::SYS_kill, [0, 9, 0], NEVER),
    (libc::SYS_kill, [7, 9, 0], SIGNAL),
    (libc::SYS_tkill, [7, libc::SIGABRT as u64, 0], NEVER),
    (libc::SYS_tkill, [7, libc::SIGKILL as u64, 0], SIGNAL),
    (libc::SYS_tgkill, [7, 7, libc::SIGABRT as u64], NEVER),
    (libc::SYS_tgkill, [7, 7, libc::SIGSEGV as u64], NEVER),
    (libc::SYS_tgkill, [7, 7, libc::SIGBUS as u64], NEVER),
    (libc::SYS_tgkill, [7, 7, libc::SIGFPE as u64], NEVER),
    (libc::SYS_tgkill, [7, 7, libc::SIGILL as u64], NEVER),
    (libc::SYS_tgkill, [7, 7, libc::SIGTRAP as u64], NEVER),
    (libc::SYS_tgkill, [7, 7, libc::SIGKILL as u64], SIGNAL),
    (libc::SYS_tgkill, [7, 7, libc::SIGTERM as u64], SIGNAL),
];

/// The tiers in the order of [`Refused`].
fn tiers() -> [Vec<BpfProgram>; 3] {
    let tiers = [(Tier::Namespaces, true), (Tier::Landlock, true), (Tier::Landlock, false)];
    tiers.map(|(tier, scoped)| filters(tier, scoped).unwrap())
}

#[test]
fn each_tier_refuses_what_is_listed_and_nothing_else() {
    let by_argument = |call: &i64| BY_ARGUMENT.iter().any(|(other, ..)| other == call);
    let tiers = tiers();
    for call in (0..480).filter(|call| !by_argument(call) && *call != libc::SYS_clone3) {
        let nowhere = NOWHERE.contains(&call);
        let outside = nowhere || NOT_WITHOUT_NAMESPACES.contains(&call) || OLD.contains(&call);
        let expected = [nowhere, outside, outside || SIGNALS.contains(&call)];
        for arguments in [[0; 6], [u64::MAX; 6]] {
            let refused = [0, 1, 2].map(|n| verdict(&tiers[n], call, arguments) == NOT_PERMITTED);
            assert_eq!(refused, expected, "call {call} with {arguments:x?}");
        }
    }
}

#[test]
fn some_calls_are_refused_by_what_they_are_given() {
    let tiers = tiers();
    for &(call, [a, b, c], expected) in BY_ARGUMENT {
        let arguments = [a, b, c, 0, 0, 0];
        let of = |n: usize| verdict(&tiers[n], call, arguments) == NOT_PERMITTED;
        assert_eq!((of(0), of(1), of(2)), expected, "call {call} with {arguments:x?}");
    }
}

#[test]
fn clone3_is_not_there_and_the_other_interface_is_no_way_round() {
    for tier in tiers() {
        assert_eq!(verdict(&tier, libc::SYS_clone3, [0; 6]), NOT_THERE);
        assert_eq!(verdict(&tier, libc::SYS_read, [0; 6]), ALLOWED);
        if cfg!(target_arch = "x86_64") {
            let mount = libc::SYS_mount | 0x4000_0000;
            assert_eq!(verdict(&tier, mount, [0; 6]), NOT_PERMITTED);
            assert_eq!(verdict(&tier, libc::SYS_clone3 | 0x4000_0000, [0; 6]), NOT_THERE);
        }
    }
}

#[test]
fn every_tier_has_filters_that_the_kernel_can_take() {
    for tier in tiers() {
        assert_eq!(tier.len(), 2);
        assert!(tier.iter().all(|filter| (1..=4096).contains(&filter.len())));
    }
    assert_eq!(filters(Tier::Off, false), Ok(Vec::new()));
}
