/* Acts that would harm whoever tests the code they are in. ACT has a name and a block. As CHECK,
 * each is a function that divides by zero afterwards; as EXPLORE, each is a path of one program. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#include "target.h"

#pragma clang diagnostic ignored "-Wunused-result"

/* Coax itself sees the acts only if it is told to (SEEN): a native run does them in any case. */
#if defined __COAX__ && !defined SEEN
#define DO(name, ...)
#define CALL(name)
#else
#define DO(name, ...) \
    static void act_##name(void) __VA_ARGS__
#define CALL(name) act_##name()
#endif

#ifdef CHECK
#define ACT(name, ...)         \
    DO(name, __VA_ARGS__)      \
    int name(int a) {          \
        if (a == 0) {          \
            CALL(name);        \
        }                      \
        return 10 / a;         \
    }
#else
#define ACT(name, ...) DO(name, __VA_ARGS__)
#endif

#if !defined __COAX__ || defined SEEN
static void write_to(const char *path, int flags) {
    int file = open(path, O_WRONLY | flags, 0644);
    if (file >= 0) {
        write(file, "dead", 4);
        close(file);
    }
}

static void later(const char *path) {
    usleep(600000);
    unlink(path);
    _exit(0);
}
#endif

ACT(unlinks, { unlink("canary"); })
ACT(unlinks_by_full_name, { unlink(CANARY); })
ACT(unlinks_at, { unlinkat(AT_FDCWD, "canary", 0); })
ACT(removes, { remove("canary"); })
ACT(removes_by_full_name, { remove(CANARY); })
ACT(removes_a_folder, { rmdir("d/empty"); })
ACT(renames, { rename("canary", "gone"); })
ACT(renames_by_full_name, { rename(CANARY, FOLDER "/gone"); })
ACT(renames_at, { renameat(AT_FDCWD, "canary", AT_FDCWD, "gone"); })
ACT(exchanges, { syscall(SYS_renameat2, AT_FDCWD, "canary", AT_FDCWD, "d/file", 2); })
ACT(truncates, { truncate("canary", 0); })
ACT(truncates_by_full_name, { truncate(CANARY, 0); })
ACT(overwrites, { write_to("canary", O_TRUNC); })
ACT(overwrites_by_full_name, { write_to(CANARY, O_TRUNC); })
ACT(appends, { write_to(CANARY, O_APPEND); })
ACT(creates, { write_to("made", O_CREAT); })
ACT(creates_by_full_name, { write_to(FOLDER "/made", O_CREAT); })
ACT(creates_a_folder, { mkdir(FOLDER "/made", 0755); })
ACT(creates_a_folder_at, { mkdirat(AT_FDCWD, "made", 0755); })
ACT(creates_a_temporary_file, {
    char name[] = FOLDER "/madeXXXXXX";
    mkstemp(name);
})
ACT(opens_a_stream, {
    FILE *file = fopen("canary", "w");
    if (file) {
        fputs("dead", file);
        fclose(file);
    }
})
ACT(reopens_a_stream, { freopen(CANARY, "w", stdout); })
ACT(changes_the_mode, { chmod("canary", 0); })
ACT(changes_the_mode_by_full_name, { chmod(CANARY, 0); })
ACT(changes_the_mode_at, { fchmodat(AT_FDCWD, CANARY, 0, 0); })
ACT(changes_the_owner, { chown(CANARY, 1, 1); })
ACT(changes_the_owner_of_a_link, { lchown(CANARY, 1, 1); })
ACT(changes_times, { utime(CANARY, NULL); })
ACT(changes_times_precisely, { utimensat(AT_FDCWD, CANARY, NULL, 0); })
ACT(changes_times_of_old, {
    struct timeval times[2] = {{1, 0}, {1, 0}};
    utimes(CANARY, times);
})
ACT(sets_an_attribute, { setxattr(CANARY, "user.x", "y", 1, 0); })
ACT(makes_a_symbolic_link, { symlink("canary", FOLDER "/link"); })
ACT(makes_a_symbolic_link_at, { symlinkat("canary", AT_FDCWD, "link"); })
ACT(makes_a_hard_link, { link(CANARY, FOLDER "/link"); })
ACT(makes_a_hard_link_at, { linkat(AT_FDCWD, "canary", AT_FDCWD, "link", 0); })
ACT(makes_a_pipe, { mkfifo(FOLDER "/pipe", 0644); })
ACT(makes_a_node, { mknod(FOLDER "/node", S_IFREG | 0644, 0); })
ACT(maps, {
    int file = open(CANARY, O_RDWR);
    void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, 5, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED)
        memcpy(mapped, "dead!", 5);
})
ACT(copies_over, {
    int from = open("target.h", O_RDONLY), to = open(CANARY, O_WRONLY);
    sendfile(to, from, NULL, 5);
})
ACT(makes_immutable, {
    int file = open(CANARY, O_RDONLY);
    long flags = 0x10;
    ioctl(file, _IOW('f', 2, long), &flags);
})
ACT(runs_a_shell, { system("rm -f " CANARY); })
ACT(runs_a_pipe, {
    FILE *pipe = popen("rm -f " CANARY, "r");
    if (pipe)
        pclose(pipe);
})
ACT(forks, {
    pid_t child = fork();
    if (child == 0) {
        unlink(CANARY);
        _exit(0);
    }
    waitpid(child, NULL, 0);
})
ACT(spawns, {
    pid_t child;
    char *words[] = {"rm", "-f", CANARY, NULL};
    char *none[] = {NULL};
    if (posix_spawn(&child, "/bin/rm", NULL, NULL, words, none) == 0)
        waitpid(child, NULL, 0);
})
ACT(becomes_another, {
    if (fork() == 0) {
        execl("/bin/rm", "rm", "-f", CANARY, (char *)NULL);
        _exit(1);
    }
    wait(NULL);
})
ACT(leaves_a_daemon, {
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            later(CANARY);
        _exit(0);
    }
    wait(NULL);
})
ACT(leaves_a_child, {
    if (fork() == 0)
        later(CANARY);
})
ACT(signals, { kill(VICTIM, SIGURG); })
ACT(signals_everybody, { kill(-1, SIGURG); })
ACT(signals_a_group, { killpg(VICTIM, SIGURG); })
ACT(signals_with_a_value, {
    union sigval value = {0};
    sigqueue(VICTIM, SIGURG, value);
})
ACT(signals_a_thread, { syscall(SYS_tgkill, VICTIM, VICTIM, SIGURG); })
ACT(signals_by_descriptor, {
    int process = syscall(SYS_pidfd_open, VICTIM, 0);
    syscall(SYS_pidfd_send_signal, process, SIGURG, NULL, 0);
})
ACT(ends_the_victim, { kill(VICTIM, SIGKILL); })
ACT(ends_its_parent, { kill(getppid(), SIGURG); })
ACT(traces, {
    if (ptrace(PTRACE_ATTACH, VICTIM, NULL, NULL) == 0)
        kill(VICTIM, SIGKILL);
})
ACT(writes_to_memory, {
    char name[64];
    snprintf(name, sizeof name, "/proc/%d/mem", VICTIM);
    int memory = open(name, O_RDWR);
    if (memory >= 0)
        kill(VICTIM, SIGKILL);
})
ACT(limits_the_victim, {
    struct rlimit none = {0, 0};
    prlimit(VICTIM, RLIMIT_CPU, &none, NULL);
})
ACT(slows_the_victim, { setpriority(PRIO_PROCESS, VICTIM, 19); })
ACT(connects, {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(TCP_PORT)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address);
})
ACT(sends, {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(UDP_PORT)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sendto(socket(AF_INET, SOCK_DGRAM, 0), "x", 1, 0, (struct sockaddr *)&address, sizeof address);
})
ACT(connects_to_a_daemon, {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", FOLDER);
    connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address);
})
ACT(mounts, {
    mount("none", FOLDER, "tmpfs", 0, NULL);
})
ACT(mounts_in_a_namespace, {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) {
        mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL);
        mount(NULL, FOLDER, NULL, MS_REMOUNT | MS_BIND, NULL);
        unlink(CANARY);
    }
})
ACT(changes_the_root, {
    if (chroot(FOLDER) == 0)
        unlink("/canary");
})
ACT(leaves_shared_memory, { shmget(0x636f6178, 4096, IPC_CREAT | 0600); })
ACT(leaves_a_queue, { mq_open("/coax-canary", O_CREAT | O_WRONLY, 0600, NULL); })
ACT(writes_to_the_kernel, { write_to("/proc/sys/kernel/domainname", 0); })
ACT(writes_to_the_log, { write_to("/dev/kmsg", 0); })

#ifdef EXPLORE
#define CASE(number, name) \
    case number:           \
        CALL(name);        \
        break;

int main(int count, char **arguments) {
    if (count < 2)
        return 0;
    switch ((unsigned char)arguments[1][0]) {
        CASE(1, unlinks)
        CASE(2, unlinks_by_full_name)
        CASE(3, unlinks_at)
        CASE(4, removes)
        CASE(5, removes_by_full_name)
        CASE(6, removes_a_folder)
        CASE(7, renames)
        CASE(8, renames_by_full_name)
        CASE(9, renames_at)
        CASE(10, exchanges)
        CASE(11, truncates)
        CASE(12, truncates_by_full_name)
        CASE(13, overwrites)
        CASE(14, overwrites_by_full_name)
        CASE(15, appends)
        CASE(16, creates)
        CASE(17, creates_by_full_name)
        CASE(18, creates_a_folder)
        CASE(19, creates_a_folder_at)
        CASE(20, creates_a_temporary_file)
        CASE(21, opens_a_stream)
        CASE(22, reopens_a_stream)
        CASE(23, changes_the_mode)
        CASE(24, changes_the_mode_by_full_name)
        CASE(25, changes_the_mode_at)
        CASE(26, changes_the_owner)
        CASE(27, changes_the_owner_of_a_link)
        CASE(28, changes_times)
        CASE(29, changes_times_precisely)
        CASE(30, changes_times_of_old)
        CASE(31, sets_an_attribute)
        CASE(32, makes_a_symbolic_link)
        CASE(33, makes_a_symbolic_link_at)
        CASE(34, makes_a_hard_link)
        CASE(35, makes_a_hard_link_at)
        CASE(36, makes_a_pipe)
        CASE(37, makes_a_node)
        CASE(38, maps)
        CASE(39, copies_over)
        CASE(40, makes_immutable)
        CASE(41, runs_a_shell)
        CASE(42, runs_a_pipe)
        CASE(43, forks)
        CASE(44, spawns)
        CASE(45, becomes_another)
        CASE(46, leaves_a_daemon)
        CASE(47, leaves_a_child)
        CASE(48, signals)
        CASE(49, signals_everybody)
        CASE(50, signals_a_group)
        CASE(51, signals_with_a_value)
        CASE(52, signals_a_thread)
        CASE(53, signals_by_descriptor)
        CASE(54, ends_the_victim)
        CASE(55, ends_its_parent)
        CASE(56, traces)
        CASE(57, writes_to_memory)
        CASE(58, limits_the_victim)
        CASE(59, slows_the_victim)
        CASE(60, connects)
        CASE(61, sends)
        CASE(62, connects_to_a_daemon)
        CASE(63, mounts)
        CASE(64, mounts_in_a_namespace)
        CASE(65, changes_the_root)
        CASE(66, leaves_shared_memory)
        CASE(67, leaves_a_queue)
        CASE(68, writes_to_the_kernel)
        CASE(69, writes_to_the_log)
    }
    return 0;
}
#endif
