/* Many tests in one program: each runs in a process of its own, forked from this one.
 *
 *   suite [--failing] [TEST...]     runs all tests, or these; prints `ok NAME` or `FAIL NAME: why`.
 *                                   With --failing, a test is to fail (run it under sanitizers);
 *                                   `fixed NAME` if it ends by itself.
 *   suite --serve FOLDER MILLISECONDS
 *       For a driver. Prints `ready COUNT`; then, for each number on standard input, runs that test
 *       with its output in FOLDER/NUMBER.out and .err, and answers with one line:
 *       `N exit STATUS MS`, `N signal NUMBER MS`, `N timeout MS`, `N stalled MS` or `N error TEXT`.
 *
 * MILLISECONDS are processor time: on a busy machine a test may take longer. One that waits instead of
 * working for that long, or takes ten times as long beside its work, is stalled.
 *
 * Run for people, unit tests have an empty working folder each, which goes with them: no test sees what another one
 * wrote, and nothing is left among the user's files.
 *
 * The parent never leaves through exit handlers: what those do belongs to the tests. */
#ifndef COAX_REPLAY_BATCH_H
#define COAX_REPLAY_BATCH_H
#pragma GCC system_header

#include <ftw.h>
#include <time.h>

enum replay_how { REPLAY_EXITED, REPLAY_SIGNALLED, REPLAY_TIMED_OUT, REPLAY_STALLED };

struct replay_outcome {
    enum replay_how how;
    int number; /* status or signal */
    long milliseconds;
};

static long replay_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

static void replay_child_signals(sigset_t *signals) {
    sigemptyset(signals);
    sigaddset(signals, SIGCHLD);
}

/* The processor time of a child in milliseconds. */
static long replay_processor_time(pid_t child) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return 0;
    return used.tv_sec * 1000L + used.tv_nsec / 1000000L;
}

/* Whether the child has ended; it is not yet reaped. */
static bool replay_has_ended(pid_t child, siginfo_t *end) {
    memset(end, 0, sizeof *end);
    return waitid(P_PID, (id_t)child, end, WEXITED | WNOHANG | WNOWAIT) == 0 && end->si_pid == child;
}

/* Waits until a child ends, but not for longer than this. */
static void replay_pause(long milliseconds) {
    sigset_t signals;
    struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    replay_child_signals(&signals);
    sigtimedwait(&signals, NULL, &pause);
}

/* Waits for the end of a child; how it ended, or that it takes too long (limit 0: it may). */
static enum replay_how replay_watch(pid_t child, long limit, siginfo_t *end) {
    long start = replay_now();
    while (!replay_has_ended(child, end)) {
        long used = replay_processor_time(child), passed = replay_now() - start;
        if (limit && used >= limit)
            return REPLAY_TIMED_OUT;
        if (limit && ((passed >= limit && used < limit / 20) || passed / 10 >= limit))
            return REPLAY_STALLED;
        replay_pause(limit && limit - used < 100 ? limit - used : 100);
    }
    return end->si_code == CLD_EXITED ? REPLAY_EXITED : REPLAY_SIGNALLED;
}

static struct replay_outcome replay_await(pid_t child, long limit) {
    struct replay_outcome outcome = {REPLAY_EXITED, 0, 0};
    long start = replay_now();
    siginfo_t end;
    outcome.how = replay_watch(child, limit, &end);
    if (outcome.how == REPLAY_EXITED || outcome.how == REPLAY_SIGNALLED)
        outcome.number = end.si_status;
    else if (__llvm_profile_write_file) { /* time to write the counters */
        kill(-child, SIGTERM);
        long deadline = replay_now() + 500;
        while (!replay_has_ended(child, &end) && replay_now() < deadline)
            replay_pause(20);
    }
    kill(-child, SIGKILL); /* and whatever it left behind */
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    outcome.milliseconds = replay_now() - start;
    return outcome;
}

/* Forks a test that runs in this folder (ours if null) and whose output goes to these files; -1 if that fails. */
static pid_t replay_fork(size_t index, const char *folder, int out, int err) {
    pid_t child = fork();
    if (child != 0) {
        if (child > 0)
            setpgid(child, child);
        return child;
    }
    sigset_t signals;
    replay_child_signals(&signals);
    sigprocmask(SIG_UNBLOCK, &signals, NULL);
    setpgid(0, 0);
    if ((folder && chdir(folder) != 0) || dup2(out, 1) < 0 || dup2(err, 2) < 0)
        replay_leave(REPLAY_DIVERGED);
    if (out > 2)
        close(out);
    if (err > 2 && err != out)
        close(err);
    replay_run(index);
    replay_leave(REPLAY_DIVERGED); /* a test ends the process itself */
}

/* ---- For a driver ----------------------------------------------------------------------------- */

static int replay_output_file(const char *folder, size_t index, const char *extension) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%zu.%s", folder, index, extension) >= (int)sizeof path)
        return -1;
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

static void replay_answer(size_t index, const char *folder, long limit) {
    static const char *const words[] = {"exit", "signal", "timeout", "stalled"};
    if (index >= replay_test_count || !replay_tests[index].run) {
        dprintf(1, "%zu error there is no such test\n", index);
        return;
    }
    int out = replay_output_file(folder, index, "out"), err = replay_output_file(folder, index, "err");
    pid_t child = out < 0 || err < 0 ? -1 : replay_fork(index, NULL, out, err);
    int reason = errno;
    close(out);
    close(err);
    if (child < 0) {
        dprintf(1, "%zu error %s\n", index, strerror(reason));
        return;
    }
    struct replay_outcome outcome = replay_await(child, limit);
    if (outcome.how == REPLAY_TIMED_OUT || outcome.how == REPLAY_STALLED)
        dprintf(1, "%zu %s %ld\n", index, words[outcome.how], outcome.milliseconds);
    else
        dprintf(1, "%zu %s %d %ld\n", index, words[outcome.how], outcome.number, outcome.milliseconds);
}

/* A number per line, read byte by byte: a child must not find requests in a buffer of ours. */
static void replay_serve(const char *folder, long limit) {
    size_t number = 0;
    bool digits = false;
    char byte;
    dprintf(1, "ready %zu\n", replay_test_count);
    for (;;) {
        ssize_t got = read(0, &byte, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return;
        if (byte >= '0' && byte <= '9') {
            number = number * 10 + (size_t)(byte - '0');
            digits = true;
        } else if (byte == '\n' && digits) {
            replay_answer(number, folder, limit);
            number = 0;
            digits = false;
        }
    }
}

/* ---- For people ------------------------------------------------------------------------------- */

/* A test that was to fail and does not: what it shows was mended. */
static bool replay_is_fixed(const struct replay_outcome *outcome) {
    return replay.expect_failing && outcome->how == REPLAY_EXITED && outcome->number == 0;
}

static bool replay_as_expected(const struct replay_outcome *outcome) {
    if (!replay.expect_failing)
        return outcome->how == REPLAY_EXITED && outcome->number == 0;
    return outcome->how != REPLAY_EXITED ||
           (outcome->number != REPLAY_ASSUMED_AWAY && outcome->number != REPLAY_DIVERGED);
}

static void replay_print_failure(const char *name, const struct replay_outcome *outcome) {
    if (outcome->how == REPLAY_TIMED_OUT || outcome->how == REPLAY_STALLED)
        dprintf(1, "FAIL %s: still running after %ld ms\n", name, outcome->milliseconds);
    else if (outcome->how == REPLAY_SIGNALLED)
        dprintf(1, "FAIL %s: %s\n", name, strsignal(outcome->number));
    else
        dprintf(1, "FAIL %s: exit status %d\n", name, outcome->number);
}

/* The beginning of what a test printed. */
static void replay_print_output(int file) {
    char text[2000];
    lseek(file, 0, SEEK_SET);
    ssize_t size = read(file, text, sizeof text);
    if (size > 0) {
        dprintf(1, "%.*s", (int)size, text);
        if (text[size - 1] != '\n')
            dprintf(1, "\n");
    }
}

#ifdef REPLAY_OWN_MAIN
static int replay_remove(const char *path, const struct stat *about, int kind, struct FTW *walk) {
    (void)about, (void)kind, (void)walk;
    remove(path); /* what cannot be removed stays below /tmp */
    return 0;
}

/* A new working folder for a test; null if there is none. */
static const char *replay_new_folder(char *pattern) { return mkdtemp(pattern); }

static void replay_remove_folder(const char *folder) {
    if (folder)
        nftw(folder, replay_remove, 16, FTW_DEPTH | FTW_PHYS);
}
#else /* a whole program finds its files where it is started */
static const char *replay_new_folder(char *pattern) {
    (void)pattern;
    return NULL;
}

static void replay_remove_folder(const char *folder) { (void)folder; }
#endif

static bool replay_check(size_t index) {
    const char *name = replay_tests[index].name;
    char path[] = "/tmp/coax-output-XXXXXX", pattern[] = "/tmp/coax-test-XXXXXX";
    const char *folder = replay_new_folder(pattern);
    int output = mkstemp(path);
    if (output >= 0)
        unlink(path);
    pid_t child = output < 0 ? -1 : replay_fork(index, folder, output, output);
    if (child < 0) {
        dprintf(1, "FAIL %s: %s\n", name, strerror(errno));
        close(output);
        replay_remove_folder(folder);
        return false;
    }
    struct replay_outcome outcome = replay_await(child, 10000);
    replay_remove_folder(folder);
    bool good = replay_as_expected(&outcome);
    if (good && outcome.how == REPLAY_EXITED && outcome.number == REPLAY_NEEDS_ANOTHER_TOOL)
        dprintf(1, "skip %s: only clang's -fsanitize=memory or valgrind can show it\n", name);
    else if (good)
        dprintf(1, "%s %s\n", replay_is_fixed(&outcome) ? "fixed" : "ok", name);
    else {
        replay_print_failure(name, &outcome);
        replay_print_output(output);
    }
    close(output);
    return good;
}

static bool replay_chosen(const char *name, char **names) {
    if (!names[0])
        return true;
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

static int replay_check_all(char **names) {
    size_t run = 0, failed = 0;
    size_t i;
    for (i = 0; i < replay_test_count; i++)
        if (replay_tests[i].run && replay_chosen(replay_tests[i].name, names)) {
            run++;
            failed += !replay_check(i);
        }
    dprintf(1, "%zu tests, %zu failed\n", run, failed);
    return failed || (names[0] && !run);
}

__attribute__((noreturn)) static void replay_batch(int argc, char **argv) {
    sigset_t signals;
    signal(SIGCHLD, SIG_DFL);
    replay_child_signals(&signals);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    if (argc == 4 && strcmp(argv[1], "--serve") == 0) {
        replay_serve(argv[2], atol(argv[3]));
        replay_quit(0);
    }
    replay.expect_failing = argc > 1 && strcmp(argv[1], "--failing") == 0;
    replay_quit(replay_check_all(argv + (replay.expect_failing ? 2 : argc ? 1 : 0)));
}

#ifndef REPLAY_OWN_MAIN /* coax_unit.c has its own */
#ifdef __cplusplus
extern "C"
#endif
int __wrap_main(int argc, char **argv, char **variables);
int __wrap_main(int argc, char **argv, char **variables) {
    (void)variables;
    replay_batch(argc, argv);
}
#endif

#endif
