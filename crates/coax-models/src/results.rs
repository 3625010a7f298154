//! What functions of the system may return, as their manuals say.
//!
//! `coax check` answers for functions that it does not run. What it makes up for one of these must be
//! possible: `recv` gives back -1 or how many bytes it received, never -2 and never more than were
//! asked for.
//!
//! Invariant: a row allows every result that POSIX and the GNU C library allow on a machine of this century; it may allow
//! more.

use coax_engine::{Most, Returned};

/// More descriptors than that no process has (`fs.nr_open`).
const DESCRIPTORS: i64 = (1 << 20) - 1;
/// The largest process number there is on 64-bit machines.
const PROCESSES: i64 = 1 << 22;
/// Larger than any error number.
const ERRORS: i64 = 4095;
/// All bits of three `fd_set`s.
const SETS: i64 = 3 * 1024;
/// Later than the year 2200, in seconds, and more microseconds than most programs run.
const TIMES: i64 = 1 << 33;
/// More than any limit of the system is.
const LIMITS: i64 = 1 << 40;
const INT: i64 = i32::MAX as i64;
const ANY: i64 = i64::MAX;

/// Functions that return the same.
struct Row {
    least: i64,
    most: Most,
    names: &'static [&'static str],
}

const fn row(least: i64, most: i64, names: &'static [&'static str]) -> Row {
    Row { least, most: Most::Number(most), names }
}

/// At most as many as the argument of this number says, counted from 0.
const fn counted(least: i64, argument: usize, names: &'static [&'static str]) -> Row {
    Row { least, most: Most::Argument(argument), names }
}

#[rustfmt::skip] // a name a line would be a long file
const TABLE: &[Row] = &[
    // How many bytes, or -1.
    counted(-1, 2, &[
        "read", "write", "recv", "send", "recvfrom", "sendto", "pread", "pwrite", "readlink",
        "getdents", "mq_receive", "mq_timedreceive", "msgrcv", "tee",
    ]),
    counted(-1, 1, &["getrandom"]),
    counted(-1, 3, &["readlinkat", "sendfile"]),
    counted(-1, 4, &["splice", "copy_file_range"]),
    row(-1, ANY, &["readv", "writev", "preadv", "pwritev", "recvmsg", "sendmsg", "getline", "getdelim",
        "__getdelim", "lseek", "ftell", "ftello", "telldir", "pathconf", "fpathconf",
        "vmsplice", "process_vm_readv", "process_vm_writev", "mktime", "timegm",
        // With a size of 0 they tell what it should be.
        "getgroups", "getxattr", "lgetxattr", "fgetxattr", "listxattr", "llistxattr", "flistxattr"]),
    row(-1, TIMES, &["time", "clock"]),
    row(-1, LIMITS, &["sysconf"]),
    // How many of what was asked for.
    counted(0, 2, &["fread", "fwrite", "fread_unlocked", "fwrite_unlocked"]),
    counted(0, 1, &["strftime", "backtrace"]),
    counted(0, 0, &["sleep"]),
    counted(-1, 1, &["poll", "ppoll"]),
    counted(-1, 2, &["epoll_wait", "epoll_pwait", "recvmmsg", "sendmmsg"]),
    row(-1, SETS, &["select", "pselect"]),
    // A descriptor, or -1.
    row(-1, DESCRIPTORS, &[
        "open", "openat", "creat", "dup", "dup2", "dup3", "socket", "accept", "accept4", "fileno",
        "fileno_unlocked", "dirfd", "epoll_create", "epoll_create1", "eventfd", "timerfd_create", "signalfd",
        "inotify_init", "inotify_init1", "memfd_create", "shm_open", "posix_openpt", "mkstemp",
        "mkostemp", "mkstemps", "mkostemps", "pidfd_open", "userfaultfd", "fanotify_init", "mq_open",
        "perf_event_open", "getpt",
    ]),
    // 0, or -1.
    row(-1, 0, &[
        "close", "stat", "fstat", "lstat", "fstatat", "newfstatat", "statx", "statfs", "fstatfs",
        "statvfs", "fstatvfs", "access", "faccessat", "euidaccess", "eaccess", "chdir", "fchdir",
        "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "link", "linkat",
        "unlink", "unlinkat", "symlink", "symlinkat", "rename", "renameat", "renameat2", "remove",
        "mkdir", "mkdirat", "rmdir", "mkfifo", "mkfifoat", "mknod", "mknodat", "truncate",
        "ftruncate", "fsync", "fdatasync", "syncfs", "msync", "mlock", "munlock", "mlockall",
        "munlockall", "munmap", "mprotect", "madvise", "pipe", "pipe2", "socketpair", "bind",
        "connect", "listen", "shutdown", "getsockname", "getpeername", "getsockopt", "setsockopt",
        "gethostname", "sethostname", "getdomainname", "setdomainname", "gettimeofday",
        "settimeofday", "clock_gettime", "clock_getres", "clock_settime", "nanosleep", "getitimer",
        "setitimer", "getrlimit", "setrlimit", "prlimit", "getrusage",
        "setpriority", "kill", "killpg", "raise", "sigaction", "sigprocmask", "sigemptyset",
        "sigfillset", "sigaddset", "sigdelset", "sigpending", "sigaltstack", "sigqueue", "setuid",
        "setgid", "seteuid", "setegid", "setreuid", "setregid", "setresuid", "setresgid",
        "getresuid", "getresgid", "setpgid", "setgroups", "initgroups", "utime", "utimes",
        "utimensat", "futimens", "futimes", "lutimes", "mount", "umount", "umount2", "chroot",
        "epoll_ctl", "inotify_rm_watch", "timer_create", "timer_settime", "timer_gettime",
        "timer_delete", "timerfd_settime", "timerfd_gettime", "sem_init", "sem_destroy", "sem_wait",
        "sem_trywait", "sem_timedwait", "sem_post", "sem_getvalue", "sem_close", "sem_unlink",
        "shm_unlink", "shmdt", "msgsnd", "semop", "mq_close", "mq_unlink", "mq_send", "mq_getattr",
        "mq_setattr", "closedir", "setenv", "unsetenv", "tcgetattr", "tcsetattr", "tcdrain",
        "tcflush", "tcflow", "tcsendbreak", "tcsetpgrp", "grantpt", "unlockpt", "flock", "lockf",
        "setns", "unshare", "fsetpos", "fgetpos", "fseek", "fseeko", "sigsuspend",
        "sched_setaffinity", "sched_getparam", "sched_setparam", "sched_yield",
        "swapon", "swapoff", "acct", "quotactl", "atexit", "on_exit",
        "fremovexattr", "removexattr", "setxattr", "fsetxattr", "putenv",
    ]),
    // 0, or the end of a file (-1).
    row(-1, 0, &["fclose", "fflush", "fflush_unlocked", "fcloseall"]),
    // 0, or the number of an error.
    row(0, ERRORS, &[
        "pthread_create", "pthread_join", "pthread_detach", "pthread_cancel", "pthread_kill",
        "pthread_mutex_init", "pthread_mutex_destroy", "pthread_mutex_lock",
        "pthread_mutex_trylock", "pthread_mutex_timedlock", "pthread_mutex_unlock",
        "pthread_cond_init", "pthread_cond_destroy", "pthread_cond_wait", "pthread_cond_timedwait",
        "pthread_cond_signal", "pthread_cond_broadcast", "pthread_rwlock_init",
        "pthread_rwlock_destroy", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock",
        "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock", "pthread_rwlock_unlock",
        "pthread_attr_init", "pthread_attr_destroy", "pthread_attr_setdetachstate",
        "pthread_attr_setstacksize", "pthread_attr_getstacksize", "pthread_mutexattr_init",
        "pthread_mutexattr_destroy", "pthread_mutexattr_settype", "pthread_condattr_init",
        "pthread_condattr_destroy", "pthread_condattr_setclock", "pthread_key_create",
        "pthread_key_delete", "pthread_setspecific", "pthread_once", "pthread_sigmask",
        "pthread_setname_np", "pthread_getname_np", "pthread_setaffinity_np",
        "pthread_getaffinity_np", "pthread_spin_init", "pthread_spin_destroy", "pthread_spin_lock",
        "pthread_spin_trylock", "pthread_spin_unlock", "pthread_setcancelstate",
        "pthread_setcanceltype", "pthread_atfork", "posix_spawn", "posix_spawnp", "posix_memalign",
        "posix_fallocate", "posix_fadvise", "clock_nanosleep", "getpwnam_r", "getpwuid_r",
        "getgrnam_r", "getgrgid_r", "readdir_r", "getlogin_r", "ttyname_r",
        "ptsname_r", "sigwait",
    ]),
    // A byte, or the end.
    row(-1, 255, &["fgetc", "getc", "getchar", "fgetc_unlocked", "getc_unlocked", "getchar_unlocked",
        "fputc", "putc", "putchar", "fputc_unlocked", "putc_unlocked", "putchar_unlocked", "ungetc"]),
    row(-1, 0x10_ffff, &["fgetwc", "getwc", "getwchar", "fputwc", "putwc", "putwchar", "ungetwc"]),
    // How many letters, or that it failed.
    row(-1, INT, &["printf", "fprintf", "dprintf", "sprintf", "snprintf", "asprintf", "vprintf",
        "vfprintf", "vdprintf", "vsprintf", "vsnprintf", "vasprintf", "puts", "fputs",
        "fputs_unlocked", "scanf", "fscanf", "sscanf", "vscanf", "vfscanf", "vsscanf",
        "__isoc99_scanf", "__isoc99_fscanf", "__isoc99_sscanf", "__isoc23_scanf", "__isoc23_fscanf",
        "__isoc23_sscanf", "wprintf", "fwprintf", "swprintf", "fputws"]),
    // A process.
    row(-1, PROCESSES, &["fork", "vfork", "_Fork", "wait", "waitpid", "wait3", "wait4", "getpgid",
        "getsid", "setsid", "tcgetpgrp", "tcgetsid", "clone", "forkpty"]),
    row(1, PROCESSES, &["getpid", "gettid"]),
    row(0, PROCESSES, &["getppid", "getpgrp"]),
    row(-1, -1, &["execve", "execv", "execvp", "execvpe", "execl", "execlp", "execle", "fexecve",
        "execveat", "pause"]),
    // Yes or no.
    row(0, 1, &["isatty", "sigisemptyset", "pthread_equal"]),
    row(-1, 1, &["sigismember", "sockatmark"]),
    row(-1, INT, &["ioctl", "system", "pclose", "inotify_add_watch", "semget", "shmget", "msgget",
        "semctl", "shmctl", "msgctl", "prctl", "sched_getaffinity", "sched_getcpu", "mblen",
        "mbtowc", "wctomb", "sched_get_priority_max", "sched_get_priority_min",
        "sched_getscheduler", "personality"]),
    // The owner of a descriptor may be a group of processes, which is negative.
    row(-PROCESSES, INT, &["fcntl"]),
    row(-20, 19, &["nice", "getpriority"]),
    row(0, INT, &["rand", "random", "lrand48", "nrand48", "getpagesize", "getdtablesize",
        "get_nprocs", "get_nprocs_conf", "regexec", "regcomp"]),
    row(i32::MIN as i64, INT, &["mrand48", "jrand48"]),
    row(0, 0o777, &["umask"]),
    row(-4096, 0, &["getaddrinfo", "getnameinfo"]),
];

/// What a function of this name may return, if that is known. Versions for large files and those that
/// check sizes at run time return what the others do.
pub(crate) fn of(name: &str) -> Option<Returned> {
    let plain = name.strip_suffix("64").unwrap_or(name);
    let checked = name.strip_prefix("__").and_then(|name| name.strip_suffix("_chk"));
    [Some(name), Some(plain), checked].into_iter().flatten().find_map(find)
}

fn find(name: &str) -> Option<Returned> {
    let row = TABLE.iter().find(|row| row.names.contains(&name))?;
    Some(Returned { least: row.least, most: row.most })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_in_one_row() {
        let names: Vec<&str> = TABLE.iter().flat_map(|row| row.names).copied().collect();
        for (at, name) in names.iter().enumerate() {
            assert!(!names[at + 1..].contains(name), "{name}");
        }
    }

    #[test]
    fn results_of_the_manual() {
        let number = |least, most| Some(Returned { least, most: Most::Number(most) });
        assert_eq!(of("recv"), Some(Returned { least: -1, most: Most::Argument(2) }));
        assert_eq!(of("pread64"), of("read"));
        assert_eq!(of("__recv_chk"), of("recv"));
        assert_eq!(of("fstat64"), number(-1, 0));
        assert_eq!(of("getc"), number(-1, 255));
        assert_eq!(of("strcmp"), None);
    }
}
