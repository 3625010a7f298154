/* The smallest server of tests: what a batch binary must do, and nothing else. The test file
 * defines TEST_COUNT and run_test(k); see src/judge/batch.rs for the words that are exchanged. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int run_test(int k);

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void redirect(const char *folder, int k, const char *suffix, int fd) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%d.%s", folder, k, suffix);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, fd);
    close(file);
}

static void serve_one(const char *folder, long limit, int k) {
    long start = now();
    pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        redirect(folder, k, "out", 1);
        redirect(folder, k, "err", 2);
        exit(run_test(k));
    }
    setpgid(child, child);
    int status = 0, late = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (now() - start > limit) {
            late = 1;
            kill(-child, SIGKILL);
            waitpid(child, &status, 0);
            break;
        }
        usleep(500);
    }
    kill(-child, SIGKILL);
    if (late)
        printf("%d timeout %ld\n", k, now() - start);
    else if (WIFSIGNALED(status))
        printf("%d signal %d %ld\n", k, WTERMSIG(status), now() - start);
    else
        printf("%d exit %d %ld\n", k, WEXITSTATUS(status), now() - start);
    fflush(stdout);
}

int __wrap_main(int argc, char **argv, char **envp) {
    char line[32];
    if (argc != 4 || strcmp(argv[1], "--serve") != 0)
        return 2;
    printf("ready %d\n", TEST_COUNT);
    fflush(stdout);
    while (read(0, line, 1) == 1) {
        size_t length = 1;
        while (line[length - 1] != '\n' && read(0, line + length, 1) == 1)
            length++;
        line[length - 1] = 0;
        serve_one(argv[2], atol(argv[3]), atoi(line));
    }
    _exit(0);
}
