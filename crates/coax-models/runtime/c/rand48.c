// drand48 and its family: x' = a x + c modulo 2^48.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t default_factor = 0x5deece66dull;
static const uint16_t default_addend = 0xb;
static const uint64_t mask = (1ull << 48) - 1;

static uint64_t current;
static uint64_t factor;
static uint16_t addend;
static int ready;
static unsigned short previous[3];

static void prepare(void)
{
    if (ready)
        return;
    factor = default_factor;
    addend = default_addend;
    ready = 1;
}

static uint64_t load(const unsigned short words[3])
{
    return (uint64_t)words[2] << 32 | (uint64_t)words[1] << 16 | words[0];
}

static void store(unsigned short words[3], uint64_t value)
{
    words[0] = (unsigned short)value;
    words[1] = (unsigned short)(value >> 16);
    words[2] = (unsigned short)(value >> 32);
}

static uint64_t next(uint64_t value)
{
    prepare();
    return (value * factor + addend) & mask;
}

// The 48 bits become the fraction of a number in [1, 2).
static double as_double(uint64_t value)
{
    uint64_t bits = 0x3ff0000000000000ull | value << 4;
    double result;
    memcpy(&result, &bits, sizeof result);
    return result - 1.0;
}

static long as_unsigned(uint64_t value) { return (long)(value >> 17); }
static long as_signed(uint64_t value) { return (int32_t)(value >> 16); }

double erand48(unsigned short state[3])
{
    uint64_t value = next(load(state));
    store(state, value);
    return as_double(value);
}

long nrand48(unsigned short state[3])
{
    uint64_t value = next(load(state));
    store(state, value);
    return as_unsigned(value);
}

long jrand48(unsigned short state[3])
{
    uint64_t value = next(load(state));
    store(state, value);
    return as_signed(value);
}

double drand48(void) { return as_double(current = next(current)); }
long lrand48(void) { return as_unsigned(current = next(current)); }
long mrand48(void) { return as_signed(current = next(current)); }

void srand48(long seed)
{
    current = ((uint64_t)(uint32_t)seed << 16 | 0x330e) & mask;
    factor = default_factor;
    addend = default_addend;
    ready = 1;
}

unsigned short *seed48(unsigned short seed[3])
{
    store(previous, current);
    current = load(seed);
    factor = default_factor;
    addend = default_addend;
    ready = 1;
    return previous;
}

void lcong48(unsigned short parameters[7])
{
    current = load(parameters);
    factor = load(parameters + 3);
    addend = parameters[6];
    ready = 1;
}
