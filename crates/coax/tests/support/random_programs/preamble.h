/* What every random function is written with. In native runs, accesses are checked and lead to
   `fail`; in the explored program they are what they look like. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int8_t i8;
typedef uint8_t u8;
typedef int16_t i16;
typedef uint16_t u16;
typedef int32_t i32;
typedef uint32_t u32;
typedef int64_t i64;
typedef uint64_t u64;

struct mixed {
    u32 one : 3;
    i32 two : 5;
    i64 three;
    i32 four : 9;
    u8 five;
    u16 bits[4];
};

union punned {
    u64 whole;
    u32 halves[2];
    i16 shorts[4];
    u8 bytes[8];
};

static u32 plus1(u32 x) { return x + 1; }
static u32 twice(u32 x) { return x * 2; }
static u32 negated(u32 x) { return ~x; }
static u32 halved(u32 x) { return x / 2; }

static u32 summed(const u8 *from, u32 count) {
    u32 sum = 0;
    while (count--)
        sum = sum * 5 + *from++;
    return sum;
}

/* A piece of a text, and a list of copies of such pieces. */
struct part {
    const char *from;
    const char *to;
    i32 kind;
};

struct item {
    char *text;
    i32 len;
    struct item *next;
};

#ifdef ALL_INPUTS
enum { NULL_DEREFERENCE = 1, OUT_OF_BOUNDS, DIVISION_BY_ZERO, SIGNED_OVERFLOW, SHIFT_OUT_OF_RANGE, FLOAT_CAST_OVERFLOW,
       USE_AFTER_FREE, ASSERTION };
_Noreturn void fail(int kind, int line);

static void within(const void *base, i64 offset, i64 size, i64 index, i64 len, int line) {
    if (!base)
        fail(NULL_DEREFERENCE, line);
    if (offset / size + index < 0 || offset / size + index >= len)
        fail(OUT_OF_BOUNDS, line);
}

static void fits(u64 room, u64 length, int line) {
    if (length > room)
        fail(OUT_OF_BOUNDS, line);
}

/* The byte is computed before anything is written: an error in it comes first. */
static void filled(void *to, u64 room, int byte, u64 length, int line) {
    fits(room, length, line);
    memset(to, byte, length);
}

#define SHADOW(...) __VA_ARGS__
#define AT(p, base, len, index)                                                                    \
    (*(within((base), (intptr_t)(p) - (intptr_t)(base), sizeof *(p), (index), (len), __LINE__), &(p)[index]))
#define COPY(how, to, room, from, size, length)                                                    \
    (fits((room), (length), __LINE__), fits((size), (length), __LINE__), how((to), (from), (length)))
#define FILL(to, room, byte, length) filled((to), (room), (byte), (length), __LINE__)
#define ALIVE(alive, what) ((alive) ? (what) : (fail(USE_AFTER_FREE, __LINE__), 0))
#define HOLDS(condition) ((condition) ? (void)0 : fail(ASSERTION, __LINE__))
#else
#include <assert.h>
#define SHADOW(...)
#define ALIVE(alive, what) (what)
#define HOLDS(condition) assert(condition)
#define AT(p, base, len, index) ((p)[index])
#define COPY(how, to, room, from, size, length) how((to), (from), (length))
#define FILL(to, room, byte, length) memset((to), (byte), (length))
#endif
