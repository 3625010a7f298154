/* Linked into tests whose sanitizers go on after a finding: the process still ends with their exit status.
 *
 * Words on standard error are believed only of a process that ended as a sanitizer ends it. So what they found is
 * noted by their own hooks, and at the end, when all handlers of the program have run, leaks are looked for (that
 * ends the process with the same status) and the process ends. Past _exit, which tests replace. */

#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SANITIZER_EXIT = 113 };

void __lsan_do_leak_check(void);

static int found;

void __asan_on_error(void) { found = 1; }

void __ubsan_on_report(void) { found = 1; }

__attribute__((destructor)) static void end(void) {
    if (!found)
        return;
    fflush(NULL);
    __lsan_do_leak_check();
    syscall(SYS_exit_group, SANITIZER_EXIT);
}
