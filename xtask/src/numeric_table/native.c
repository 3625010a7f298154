/* Runs a program that asks for inputs by the words of coax.h, natively and without Coax: once with
 * the values of the command line, or with random values until an assertion fails.
 *
 *   PROGRAM given NAME=VALUE... NAME.N=VALUE...    the last form for the N-th question of that name
 *   PROGRAM random RUNS SECONDS SEED               up to that many runs, up to that long
 *
 * The program is compiled with -D__COAX__ -Dmain=program. The last line of standard output says how it
 * ended: `assertion`, `assumption` (one that did not hold), or `status N`; for `random`, `assertion` or
 * `nothing`, and the number of runs. */
#include <assert.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int program(void);

enum end { RETURNED, ASSUMPTION, ASSERTION };
enum { MOST_NAMES = 64, RUNS_PER_LOOK = 4096 };

static jmp_buf back;
static char **given;
static const char *asked[MOST_NAMES];
static int times_asked[MOST_NAMES];

/* Whether values are random, and then whether this run's are small. */
static int random_values, small_values;
static uint64_t random_state;

static uint64_t random_bits(void) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Which question of this name it is, counted from 0. */
static int question(const char *name) {
    int i = 0;
    while (i < MOST_NAMES - 1 && asked[i] && strcmp(asked[i], name) != 0)
        i++;
    asked[i] = name;
    return times_asked[i]++;
}

static const char *value_of(const char *key) {
    size_t length = strlen(key);
    for (char **word = given; *word; word++)
        if (strncmp(*word, key, length) == 0 && (*word)[length] == '=')
            return *word + length + 1;
    return NULL;
}

static const char *answer(const char *name) {
    char key[256];
    snprintf(key, sizeof key, "%s.%d", name, question(name));
    const char *value = value_of(key);
    if (!value)
        value = value_of(name);
    return value ? value : "0";
}

/* Uniform between -100 and 100. */
static long small_integer(void) { return (long)(random_bits() % 201) - 100; }

/* The same, half of the time a whole number. */
static double small_real(void) {
    if (random_bits() & 1)
        return (double)small_integer();
    return (double)(random_bits() >> 11) * 0x1p-53 * 200.0 - 100.0;
}

#define INTEGER(word, type)                                                                        \
    type coax_##word(const char *name) {                                                           \
        if (!random_values)                                                                        \
            return (type)strtoll(answer(name), NULL, 0);                                           \
        return (type)(small_values ? small_integer() : (long)random_bits());                       \
    }
INTEGER(int, int)
INTEGER(uint, unsigned)
INTEGER(char, char)
INTEGER(long, long)
INTEGER(size, size_t)

_Bool coax_bool(const char *name) { return coax_int(name) & 1; }

double coax_double(const char *name) {
    if (!random_values)
        return strtod(answer(name), NULL);
    if (small_values)
        return small_real();
    uint64_t bits = random_bits();
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float coax_float(const char *name) {
    if (!random_values)
        return strtof(answer(name), NULL);
    if (small_values)
        return (float)small_real();
    uint32_t bits = (uint32_t)random_bits();
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void coax_assume(int condition) {
    if (!condition)
        longjmp(back, ASSUMPTION);
}

/* What a failing assert() calls. */
void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
    (void)condition, (void)file, (void)line, (void)function;
    longjmp(back, ASSERTION);
}

static int run_given(void) {
    switch (setjmp(back)) {
    case RETURNED:
        printf("\nstatus %d\n", program());
        return 0;
    case ASSUMPTION:
        puts("\nassumption");
        return 0;
    default:
        puts("\nassertion");
        return 0;
    }
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int run_random(long runs, double seconds, uint64_t seed) {
    static volatile long run;
    double end = seconds_now() + seconds;
    random_values = 1;
    random_state = seed;
    if (setjmp(back) == ASSERTION) {
        printf("\nassertion %ld\n", run);
        return 0;
    }
    while (run < runs && (run % RUNS_PER_LOOK != 0 || seconds_now() < end)) {
        run++;
        small_values = run & 1;
        program();
    }
    printf("\nnothing %ld\n", run);
    return 0;
}

int main(int argc, char **argv) {
    if (argc >= 2 && strcmp(argv[1], "given") == 0) {
        given = argv + 2;
        return run_given();
    }
    if (argc == 5 && strcmp(argv[1], "random") == 0)
        return run_random(atol(argv[2]), atof(argv[3]), strtoull(argv[4], NULL, 0));
    return 2;
}
