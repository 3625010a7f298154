/* A runner for tests in one file: each runs in a process of its own, so that one that crashes or leaves something
 * behind does not disturb the others.
 *
 *     ./stack_test               runs all of them
 *     ./stack_test NAME...       runs these
 *     ./stack_test --shuffle N   runs all of them in another order
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct check_test {
    const char *name;
    void (*run)(void);
};

#define TEST(function) {#function, function}

#define CHECK(...) \
    ((__VA_ARGS__) ? (void)0 : check_failed(__FILE__, __LINE__, #__VA_ARGS__ " does not hold"))

#ifdef __cplusplus
#define CHECK_CATCH(caught, message, ...) \
    do { \
        bool check_is_thrown = false; \
        try { \
            __VA_ARGS__; \
        } catch (caught) { \
            check_is_thrown = true; \
        } \
        if (!check_is_thrown) \
            check_failed(__FILE__, __LINE__, message); \
    } while (0)
#define CHECK_THROWS(type, ...) \
    CHECK_CATCH(const type &, #__VA_ARGS__ " does not throw " #type, __VA_ARGS__)
#define CHECK_THROWS_ANYTHING(...) CHECK_CATCH(..., #__VA_ARGS__ " throws nothing", __VA_ARGS__)
#endif

__attribute__((unused)) static void check_failed(const char *file, int line, const char *message)
{
    printf("%s:%d: %s\n", file, line, message);
    fflush(stdout);
    exit(1);
}

static int check_passes(const struct check_test *test)
{
    int status = 0;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        test->run();
        fflush(stdout);
        exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
        printf("FAILED %s\n", test->name);
        return 0;
    }
    return 1;
}

static int check_is_wanted(const struct check_test *test, int argc, char **argv)
{
    int i;

    for (i = 1; i < argc; i++)
        if (strcmp(test->name, argv[i]) == 0)
            return 1;
    return argc == 1 || strcmp(argv[1], "--shuffle") == 0;
}

static int check_run(const struct check_test *tests, size_t count, int argc, char **argv)
{
    size_t step = 1, failed = 0, ran = 0, i;

    /* Steps that have no divisor in common with the number of tests come to every one of them. */
    if (argc > 2 && strcmp(argv[1], "--shuffle") == 0)
        for (step = (size_t)atoi(argv[2]) + 2; step > 1; step++) {
            size_t a = step, b = count;
            while (b) {
                size_t rest = a % b;
                a = b;
                b = rest;
            }
            if (a == 1)
                break;
        }
    for (i = 0; i < count; i++) {
        const struct check_test *test = &tests[i * step % count];
        if (!check_is_wanted(test, argc, argv))
            continue;
        ran++;
        failed += !check_passes(test);
    }
    printf("%lu tests, %lu failed\n", (unsigned long)ran, (unsigned long)failed);
    return failed ? 1 : 0;
}

#endif
