// rand, srand, random, srandom, initstate, setstate: glibc's additive feedback generator, with the
// same numbers for the same seeds and the same layout of a caller's state array.

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { TYPES = 5 };

// Degree and separation of the feedback polynomials, by the type of the generator.
static const int degrees[TYPES] = {0, 7, 15, 31, 63};
static const int separations[TYPES] = {0, 3, 1, 3, 1};
static const size_t sizes[TYPES] = {8, 32, 64, 128, 256};

static int32_t first_table[32];
// The state in use: table[-1] describes it for setstate, table[0..degree] are the numbers.
static int32_t *table = first_table + 1;
static int type = 3;
static int front, rear;
static int ready;

static void step(int32_t *result)
{
    if (type == 0) {
        table[0] = (int32_t)((uint32_t)table[0] * 1103515245u + 12345u) & 0x7fffffff;
        *result = table[0];
        return;
    }
    uint32_t sum = (uint32_t)table[front] + (uint32_t)table[rear];
    table[front] = (int32_t)sum;
    *result = (int32_t)(sum >> 1);
    if (++front >= degrees[type]) {
        front = 0;
        ++rear;
    } else if (++rear >= degrees[type]) {
        rear = 0;
    }
}

static void seed_table(unsigned seed)
{
    ready = 1;
    int32_t word = seed ? (int32_t)seed : 1;
    table[0] = word;
    if (type == 0)
        return;
    // x = 16807 * x mod (2^31 - 1), without overflow.
    for (int i = 1; i < degrees[type]; i++) {
        long high = word / 127773, low = word % 127773;
        long next = 16807 * low - 2836 * high;
        if (next < 0)
            next += 2147483647;
        word = (int32_t)next;
        table[i] = word;
    }
    front = separations[type];
    rear = 0;
    int32_t discarded;
    for (int i = 0; i < degrees[type] * 10; i++)
        step(&discarded);
}

long random(void)
{
    if (!ready)
        seed_table(1);
    int32_t result;
    step(&result);
    return result;
}

void srandom(unsigned seed) { seed_table(seed); }

int rand(void) { return (int)random(); }

void srand(unsigned seed) { seed_table(seed); }

// What a state array remembers in front of its numbers.
static void describe(void) { table[-1] = type == 0 ? 0 : TYPES * rear + type; }

char *initstate(unsigned seed, char *state, size_t size)
{
    if (size < sizes[0]) {
        errno = EINVAL;
        return NULL;
    }
    if (!ready)
        seed_table(1);
    describe();
    char *old = (char *)(table - 1);
    type = 0;
    while (type + 1 < TYPES && size >= sizes[type + 1])
        type++;
    table = (int32_t *)state + 1;
    seed_table(seed);
    describe();
    return old;
}

char *setstate(char *state)
{
    if (!ready)
        seed_table(1);
    describe();
    char *old = (char *)(table - 1);
    int32_t description = *(int32_t *)state;
    int new_type = description % TYPES;
    if (description < 0 || new_type < 0) {
        errno = EINVAL;
        return NULL;
    }
    type = new_type;
    table = (int32_t *)state + 1;
    if (type != 0) {
        rear = description / TYPES;
        front = (rear + separations[type]) % degrees[type];
    }
    return old;
}
