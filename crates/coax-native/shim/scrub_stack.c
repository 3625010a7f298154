/* Linked into sanitized tests: clears the dead part of the stack before the process exits.
 *
 * LeakSanitizer takes every word of the stack for a pointer, also in the gaps of the frames that
 * exit itself needs. What it finds there was left by functions that have returned; a block whose
 * last pointer was lost in such a function would not count as lost. So the stack is cleared on both
 * ways out, a call of exit and the return from main (linked with
 * --wrap=exit,--wrap=__libc_start_main). */

enum { DEAD_BYTES = 64 << 10 };

typedef int entry(int argc, char **argv, char **envp);

_Noreturn void __real_exit(int status);
int __real___libc_start_main(entry *main, int argc, char **argv, void (*init)(void),
                             void (*fini)(void), void (*rtld_fini)(void), void *stack_end);

static entry *first_function;

__attribute__((noinline)) static void scrub(void) {
    volatile char dead[DEAD_BYTES];
    for (int i = 0; i < DEAD_BYTES; i++)
        dead[i] = 0;
}

_Noreturn void __wrap_exit(int status) {
    scrub();
    __real_exit(status);
}

static int scrubbed(int argc, char **argv, char **envp) {
    int status = first_function(argc, argv, envp);
    scrub();
    return status;
}

int __wrap___libc_start_main(entry *main, int argc, char **argv, void (*init)(void),
                             void (*fini)(void), void (*rtld_fini)(void), void *stack_end) {
    first_function = main;
    return __real___libc_start_main(scrubbed, argc, argv, init, fini, rtld_fini, stack_end);
}
