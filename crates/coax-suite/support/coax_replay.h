/* Replays recorded inputs: included by every test in this folder.
 *
 * A test lists the inputs in the order in which the program asks for them, says how the program is
 * expected to end, and starts it. It is linked with -Wl,--wrap=main, so that the test runs before
 * the program's own main. Exit status of a test:
 *
 *    0   the program did what was recorded (a test of an error: the error did not show)
 *    1   it ended in another way
 *   98   an assumption the program makes does not hold for these inputs
 *   99   it asked for other inputs than recorded, or the test could not be set up
 *
 * Anything else is a crash of the program, or the word of a sanitizer. */
#ifndef COAX_REPLAY_H
#define COAX_REPLAY_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* on_exit, also under -std=c99 */
#endif
#pragma GCC system_header /* the program's warning flags are for the program */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __cplusplus
#define REPLAY_NOTHROW noexcept
extern "C" {
#else
#define REPLAY_NOTHROW
#endif

#ifdef __clang__
#define REPLAY_NO_MEMORY_SANITIZER __attribute__((no_sanitize("memory")))
#else
#define REPLAY_NO_MEMORY_SANITIZER
#endif

enum {
    REPLAY_OTHER_ENDING = 1,
    REPLAY_NEEDS_ANOTHER_TOOL = 96, /* only within a batch of failing tests */
    REPLAY_ASSUMED_AWAY = 98,
    REPLAY_DIVERGED = 99
};

enum replay_expectation {
    REPLAY_STATUS,
    REPLAY_ANY_STATUS,
    REPLAY_EXCEPTION,
    REPLAY_FAILURE,
    REPLAY_FIXED, /* an end of its own, with any status */
    REPLAY_NO_ASSUMPTION
};

/* One thing the program asks for. */
struct replay_input {
    const char *word, *name;
    const void *bytes; /* null: the value is in scalar */
    size_t size;
    bool used;
    unsigned char scalar[16];
};

/* An argument, standard input, or a file. */
struct replay_text {
    const char *bytes;
    size_t size;
    const char *name; /* of a file */
};

static struct {
    const char *test;
    struct replay_input *inputs;
    size_t count, next; /* all before next are used */
    struct replay_text *arguments, *files, standard_input;
    size_t argument_count, file_count;
    char **argv;
    enum replay_expectation expectation;
    int status;                /* expected */
    const char *kind, *place;  /* of an expected failure */
    pid_t process;             /* runs the test; what it forks is the program's own business */
    bool expect_failing;       /* a batch of tests that are to fail */
} replay;

/* ---- Ending ----------------------------------------------------------------------------------- */

/* Present only in a program built for coverage. */
extern int __llvm_profile_write_file(void) __attribute__((weak));

/* Gives functions of the library back their own meaning, where tests have changed it. */
extern void coax_restore_library(void) __attribute__((weak));

/* Whoever watches tests is told which one begins. */
extern void coax_replay_begins(size_t index) __attribute__((weak));

/* At once, with no handler of anybody's. */
__attribute__((noreturn)) static void replay_quit(int status) {
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

__attribute__((noreturn)) static void replay_leave(int status) {
    if (__llvm_profile_write_file)
        __llvm_profile_write_file();
    replay_quit(status);
}

__attribute__((format(printf, 1, 2))) static void replay_say(const char *format, ...) {
    va_list values;
    va_start(values, format);
    if (coax_restore_library)
        coax_restore_library();
    fflush(stdout);
    fprintf(stderr, "%s: ", replay.test ? replay.test : "test");
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
}

#define replay_diverge(...) (replay_say(__VA_ARGS__), replay_leave(REPLAY_DIVERGED))

__attribute__((noreturn)) static void replay_assumed_away(void) {
    replay_leave(replay.expectation == REPLAY_NO_ASSUMPTION ? 0 : REPLAY_ASSUMED_AWAY);
}

/* Whether these sanitizers can see such a failure at all. */
static bool replay_visible(const char *kind) {
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
    return true;
#endif
#endif
    return strcmp(kind, "uninitialized-read") != 0;
}

/* The status of a test whose program ended by itself. */
static int replay_verdict(int status) {
    bool to_the_end = replay.expectation != REPLAY_FAILURE && replay.expectation != REPLAY_FIXED &&
                      replay.expectation != REPLAY_NO_ASSUMPTION;
    status &= 0xff;
    if (to_the_end && replay.next < replay.count) {
        const struct replay_input *input = &replay.inputs[replay.next];
        replay_say("the program ended with status %d without asking for input %zu, %s(\"%s\")", status,
                   replay.next + 1, input->word, input->name ? input->name : "");
        return REPLAY_DIVERGED;
    }
    switch (replay.expectation) {
    case REPLAY_STATUS:
        if (status == replay.status)
            return 0;
        replay_say("expected exit status %d, got %d", replay.status, status);
        return REPLAY_OTHER_ENDING;
    case REPLAY_ANY_STATUS:
    case REPLAY_FIXED:
        return 0;
    case REPLAY_EXCEPTION:
        replay_say("expected an exception, but none was thrown");
        return REPLAY_OTHER_ENDING;
    case REPLAY_NO_ASSUMPTION:
        replay_say("expected an assumption to fail, but all held");
        return REPLAY_OTHER_ENDING;
    case REPLAY_FAILURE:
        break;
    }
    if (strcmp(replay.kind, "memory-leak") != 0) /* leaks are looked for after this */
        replay_say("%s at %s did not show%s", replay.kind, replay.place,
                   replay_visible(replay.kind) ? "" : " (use clang's -fsanitize=memory, or valgrind)");
    return replay.expect_failing && !replay_visible(replay.kind) ? REPLAY_NEEDS_ANOTHER_TOOL : 0;
}

static bool replay_is_test_process(void) { return replay.process && replay.process == getpid(); }

/* MemorySanitizer does not know that on_exit passes arguments. */
REPLAY_NO_MEMORY_SANITIZER static void replay_at_exit(int status, void *unused) {
    (void)unused;
    if (!replay_is_test_process())
        return;
    replay.process = 0; /* decided */
    exit(replay_verdict(status)); /* glibc goes on with the handlers that are left */
}

/* Registered before anything of the program's is, so it runs after all of that. */
__attribute__((constructor(101))) static void replay_register_at_exit(void) {
    on_exit(replay_at_exit, NULL);
}

/* Some programs leave without exit handlers. Not weak: the sanitizers' own, which are, come first. */
__attribute__((noreturn)) void _exit(int status) {
    replay_leave(replay_is_test_process() ? replay_verdict(status) : status);
}
__attribute__((noreturn)) void _Exit(int status) REPLAY_NOTHROW { _exit(status); }

/* A program built for coverage counts also when it crashes. */
static void replay_on_fatal_signal(int number) {
    __llvm_profile_write_file();
    raise(number); /* the handler was reset to the default */
}

static void replay_catch_fatal_signals(void) {
    static const int numbers[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTERM, SIGTRAP};
    static char stack[64 * 1024];
    stack_t other_stack;
    struct sigaction action;
    memset(&other_stack, 0, sizeof other_stack);
    other_stack.ss_sp = stack;
    other_stack.ss_size = sizeof stack;
    sigaltstack(&other_stack, NULL);
    memset(&action, 0, sizeof action);
    action.sa_handler = replay_on_fatal_signal;
    action.sa_flags = (int)(SA_RESETHAND | SA_NODEFER | SA_ONSTACK);
    size_t i;
    for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sigaction(numbers[i], &action, NULL);
}

/* ---- What a test says ------------------------------------------------------------------------- */

static void *replay_grow(void *array, size_t count, size_t element) {
    /* Room is doubled whenever a power of two is full. */
    if (count & (count - 1))
        return array;
    array = realloc(array, (count ? 2 * count : 1) * element);
    if (!array)
        replay_diverge("out of memory");
    return array;
}

/* quick_exit has handlers of its own, and the library's ends the process behind our back: so both the
 * handlers and the leaving are done here. */
static void (**replay_quick_handlers)(void *);
static size_t replay_quick_handler_count;

int __cxa_at_quick_exit(void (*handler)(void *), void *library) REPLAY_NOTHROW;
int __cxa_at_quick_exit(void (*handler)(void *), void *library) REPLAY_NOTHROW {
    (void)library;
    replay_quick_handlers = (void (**)(void *))replay_grow(
        (void *)replay_quick_handlers, replay_quick_handler_count, sizeof *replay_quick_handlers);
    replay_quick_handlers[replay_quick_handler_count++] = handler;
    return 0;
}

__attribute__((noreturn)) void quick_exit(int status) REPLAY_NOTHROW {
    while (replay_quick_handler_count > 0)
        replay_quick_handlers[--replay_quick_handler_count](NULL);
    _exit(status);
}

static struct replay_input *replay_give(const char *word, const char *name, const void *bytes, size_t size) {
    replay.inputs = (struct replay_input *)replay_grow(replay.inputs, replay.count, sizeof *replay.inputs);
    struct replay_input *input = &replay.inputs[replay.count++];
    input->word = word;
    input->name = name;
    input->bytes = bytes;
    input->size = size;
    input->used = false;
    return input;
}

static void replay_give_scalar(const char *word, const char *name, const void *bytes, size_t size) {
    struct replay_input *input = replay_give(word, name, NULL, size);
    memcpy(input->scalar, bytes, size);
}

static void replay_set_argument(size_t index, const char *bytes, size_t size) {
    while (replay.argument_count <= index) {
        replay.arguments =
            (struct replay_text *)replay_grow(replay.arguments, replay.argument_count, sizeof *replay.arguments);
        struct replay_text *argument = &replay.arguments[replay.argument_count++];
        argument->bytes = "";
        argument->size = 0;
    }
    replay.arguments[index].bytes = bytes;
    replay.arguments[index].size = size;
}

static void replay_set_stdin(const char *bytes, size_t size) {
    replay.standard_input.bytes = bytes;
    replay.standard_input.size = size;
}

static void replay_add_file(const char *name, const char *bytes, size_t size) {
    replay.files = (struct replay_text *)replay_grow(replay.files, replay.file_count, sizeof *replay.files);
    struct replay_text *file = &replay.files[replay.file_count++];
    file->name = name;
    file->bytes = bytes;
    file->size = size;
}

/* A value the word returns. */
#define replay_value(word, name, type, value)                                                      \
    do {                                                                                           \
        type replay_scalar = (value);                                                              \
        replay_give_scalar(word, name, &replay_scalar, sizeof replay_scalar);                      \
    } while (0)
/* The bytes of a variable, written where the word is told to. */
#define replay_object(word, name, object) ((void)replay_give(word, name, &(object), sizeof(object)))
/* The characters of a literal, without a terminator. */
#define replay_string(word, name, literal) ((void)replay_give(word, name, literal, sizeof(literal) - 1))

#define replay_argument(index, literal) replay_set_argument(index, literal, sizeof(literal) - 1)
#define replay_stdin(literal) replay_set_stdin(literal, sizeof(literal) - 1)
#define replay_file(name, literal) replay_add_file(name, literal, sizeof(literal) - 1)

__attribute__((unused)) static void replay_expect_status(int status) {
    replay.expectation = REPLAY_STATUS;
    replay.status = status & 0xff;
}
/* `main` returns nothing: the status is what happens to be in a register. */
__attribute__((unused)) static void replay_expect_any_status(void) { replay.expectation = REPLAY_ANY_STATUS; }
__attribute__((unused)) static void replay_expect_exception(void) { replay.expectation = REPLAY_EXCEPTION; }
__attribute__((unused)) static void replay_expect_assumed_away(void) { replay.expectation = REPLAY_NO_ASSUMPTION; }
__attribute__((unused)) static void replay_expect_failure(const char *kind, const char *place) {
    replay.expectation = REPLAY_FAILURE;
    replay.kind = kind;
    replay.place = place;
}

/* What failed in this way was mended. */
__attribute__((unused)) static void replay_expect_fixed(const char *kind, const char *place) {
    replay.expectation = REPLAY_FIXED;
    replay.kind = kind;
    replay.place = place;
}

/* ---- Starting the program --------------------------------------------------------------------- */

static void replay_write_all(int file, const char *bytes, size_t size) {
    while (size) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            replay_diverge("cannot write an input: %s", strerror(errno));
        bytes += written;
        size -= (size_t)written;
    }
}

static void replay_open_stdin(void) {
    char name[] = "/tmp/coax-stdin-XXXXXX";
    int file;
    if (!replay.standard_input.bytes) {
        file = open("/dev/null", O_RDONLY);
    } else if ((file = mkstemp(name)) >= 0) {
        unlink(name);
        replay_write_all(file, replay.standard_input.bytes, replay.standard_input.size);
        lseek(file, 0, SEEK_SET);
    }
    if (file < 0 || dup2(file, 0) < 0)
        replay_diverge("cannot set up standard input: %s", strerror(errno));
    if (file != 0)
        close(file);
}

/* A process that outlives the test, however that ends, and then removes its folder. */
static void replay_remove_afterwards(const char *folder) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        replay_diverge("cannot create a pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child == 0) {
        setsid(); /* a batch kills the test's process group */
        if (fork() != 0)
            replay_quit(0); /* the program under test must not find a child it did not start */
        char byte;
        int file;
        for (file = 0; file < 3; file++)
            close(file);
        close(ends[1]);
        while (read(ends[0], &byte, 1) < 0 && errno == EINTR)
            ;
        execl("/bin/rm", "rm", "-rf", "--", folder, (char *)NULL);
        replay_quit(1);
    }
    close(ends[0]); /* ends[1] closes when the test is gone */
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
}

static void replay_create_file(const struct replay_text *text) {
    char path[4096];
    if (text->name[0] == '/' || strlen(text->name) >= sizeof path)
        replay_diverge("cannot create the input file %s: its name is not relative", text->name);
    strcpy(path, text->name);
    char *slash;
    for (slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        replay_diverge("cannot create the input file %s: %s", text->name, strerror(errno));
    replay_write_all(file, text->bytes, text->size);
    close(file);
}

static void replay_create_files(void) {
    static char folder[] = "/tmp/coax-test-XXXXXX";
    if (!replay.file_count)
        return;
    if (!mkdtemp(folder) || chdir(folder) != 0)
        replay_diverge("cannot create a folder for the input files: %s", strerror(errno));
    replay_remove_afterwards(folder);
    size_t i;
    for (i = 0; i < replay.file_count; i++)
        replay_create_file(&replay.files[i]);
}

static char **replay_make_argv(void) {
    if (!replay.argument_count)
        replay_set_argument(0, replay.test, strlen(replay.test));
    replay.argv = (char **)calloc(replay.argument_count + 1, sizeof *replay.argv);
    size_t i;
    for (i = 0; replay.argv && i < replay.argument_count; i++) {
        /* Each is an object of its own, as large as its string. */
        replay.argv[i] = (char *)calloc(replay.arguments[i].size + 1, 1);
        if (replay.argv[i])
            memcpy(replay.argv[i], replay.arguments[i].bytes, replay.arguments[i].size);
    }
    return replay.argv;
}

/* From here on, what ends is the program. */
static void replay_begin(void) {
    if (__llvm_profile_write_file)
        replay_catch_fatal_signals();
    replay_open_stdin();
    replay_create_files();
    replay.process = getpid();
}

__attribute__((unused, noreturn)) static void replay_thrown(void) {
    replay.process = 0;
    exit(0);
}

/* The program's main; null in a program that has none. */
extern int __real_main(int, char **, char **) __attribute__((weak));

#ifdef __cplusplus
} /* extern "C" */
#endif

/* Calls a function of the program as the test's whole work. */
#if defined(__cplusplus) && defined(__EXCEPTIONS)
/* Without `try` unless it is needed: an exception nobody expects shows where it was thrown. */
#define replay_call(expression)                                                                    \
    do {                                                                                           \
        replay_begin();                                                                            \
        if (replay.expectation == REPLAY_EXCEPTION) {                                              \
            try {                                                                                  \
                expression;                                                                        \
            } catch (...) {                                                                        \
                replay_thrown();                                                                   \
            }                                                                                      \
        } else {                                                                                   \
            expression;                                                                            \
        }                                                                                          \
        exit(0);                                                                                   \
    } while (0)
#else
#define replay_call(expression)                                                                    \
    do {                                                                                           \
        replay_begin();                                                                            \
        expression;                                                                                \
        exit(0);                                                                                   \
    } while (0)
#endif

__attribute__((unused)) static void replay_main(void) {
    char **argv = replay_make_argv();
    if (!__real_main || !argv)
        replay_diverge("the program has no main");
    int status = 0;
    replay_call(status = __real_main((int)replay.argument_count, argv, environ); exit(status));
}

/* ---- The test itself -------------------------------------------------------------------------- */

struct replay_test {
    const char *name;
    void (*run)(void);
};

static struct replay_test *replay_tests;
static size_t replay_test_count;

static void replay_register(size_t index, const char *name, void (*run)(void)) {
    while (replay_test_count <= index) {
        replay_tests =
            (struct replay_test *)replay_grow(replay_tests, replay_test_count, sizeof *replay_tests);
        replay_tests[replay_test_count].name = NULL;
        replay_tests[replay_test_count++].run = NULL;
    }
    replay_tests[index].name = name;
    replay_tests[index].run = run;
}

static void replay_run(size_t index) {
    replay.test = replay_tests[index].name;
    if (coax_replay_begins)
        coax_replay_begins(index);
    replay_tests[index].run();
}

#ifndef COAX_BATCH
#define COAX_TEST_INDEX 0 /* in a batch, each file has its own */
#endif
#define REPLAY_JOIN(left, right) left##right
#define REPLAY_NUMBERED(name, index) REPLAY_JOIN(name, index)
#define COAX_TEST(name)                                                                            \
    static void REPLAY_NUMBERED(replay_test_, COAX_TEST_INDEX)(void);                              \
    __attribute__((constructor)) static void REPLAY_NUMBERED(replay_register_, COAX_TEST_INDEX)(void) { \
        replay_register(COAX_TEST_INDEX, name, REPLAY_NUMBERED(replay_test_, COAX_TEST_INDEX));    \
    }                                                                                              \
    static void REPLAY_NUMBERED(replay_test_, COAX_TEST_INDEX)(void)

#include "coax_replay_words.h"
#include "coax_replay_checks.h"
#ifdef COAX_BATCH
#include "coax_replay_batch.h"
#else
#ifdef __cplusplus
extern "C"
#endif
int __wrap_main(int argc, char **argv, char **variables);
int __wrap_main(int argc, char **argv, char **variables) {
    (void)argc, (void)argv, (void)variables;
    replay_run(0);
    return REPLAY_DIVERGED; /* a test ends the process itself */
}
#endif

#endif
