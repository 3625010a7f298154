/* The words by which a program under test asks for input, states assumptions and reports failure.
 *
 * All are weak: programs often bring their own reach_error or __VERIFIER_assert, and theirs count. */
#ifndef COAX_REPLAY_WORDS_H
#define COAX_REPLAY_WORDS_H
#pragma GCC system_header

/* For what assert() calls, which <assert.h> does not declare in a program that has it switched off;
 * there it stays so. */
#ifdef NDEBUG
#undef NDEBUG
#include <assert.h>
#define NDEBUG
#endif
#include <assert.h>

#ifdef __cplusplus
extern "C" {
typedef bool replay_bool;
#else
typedef _Bool replay_bool;
#endif

#define REPLAY_WORD __attribute__((weak, used))

static bool replay_fits(const struct replay_input *input, const char *word, size_t size) {
    return !input->used && input->size == size && strcmp(input->word, word) == 0;
}

/* The input recorded for this question.
 *
 * Compilers differ in the order in which they evaluate the arguments of a call, so the first input
 * of the same word and name is the one, and only then the next in order. */
static struct replay_input *replay_find(const char *word, const char *name, size_t size) {
    size_t i;
    for (i = replay.next; name && i < replay.count; i++) {
        struct replay_input *input = &replay.inputs[i];
        if (input->name && strcmp(input->name, name) == 0 && replay_fits(input, word, size))
            return input;
    }
    for (i = replay.next; i < replay.count; i++)
        if (replay_fits(&replay.inputs[i], word, size))
            return &replay.inputs[i];
    return NULL;
}

/* The recorded bytes for a question. */
static const void *replay_take(const char *word, const char *name, size_t size) {
    struct replay_input *input = replay_find(word, name, size), *expected = replay.inputs + replay.next;
    if (!input && replay.next == replay.count && replay.expectation == REPLAY_PREFIX)
        replay_leave(0);
    if (!input && replay.next == replay.count)
        replay_diverge("the program asks for %s(\"%s\"), %zu bytes, after all %zu recorded inputs", word,
                       name ? name : "", size, replay.count);
    if (!input)
        replay_diverge("input %zu was recorded for %s(\"%s\"), %zu bytes; the program asks for %s(\"%s\"), %zu bytes",
                       replay.next + 1, expected->word, expected->name ? expected->name : "", expected->size, word,
                       name ? name : "", size);
    input->used = true;
    while (replay.next < replay.count && replay.inputs[replay.next].used)
        replay.next++;
    return input->bytes ? input->bytes : input->scalar;
}

#define REPLAY_VALUE(type, word, parameters, name)                                                 \
    REPLAY_WORD type word parameters {                                                             \
        type value;                                                                                \
        memcpy(&value, replay_take(#word, name, sizeof value), sizeof value);                      \
        return value;                                                                              \
    }
#define REPLAY_OBJECT(word, parameters, name)                                                      \
    REPLAY_WORD void word parameters { memcpy(address, replay_take(#word, name, size), size); }
#define REPLAY_NOTHING(word, parameters)                                                           \
    REPLAY_WORD void word parameters {}

static void replay_assume(bool condition) {
    if (!condition)
        replay_assumed_away();
}

/* Spoken as assert() would. */
__attribute__((noreturn)) static void replay_fail(const char *word) { __assert_fail(word, "?", 0, word); }

/* ---- coax.h ----------------------------------------------------------------------------------- */

REPLAY_OBJECT(coax_symbolic, (void *address, size_t size, const char *name), name)
REPLAY_VALUE(int, coax_int, (const char *name), name)
REPLAY_VALUE(unsigned, coax_uint, (const char *name), name)
REPLAY_VALUE(char, coax_char, (const char *name), name)
REPLAY_VALUE(long, coax_long, (const char *name), name)
REPLAY_VALUE(size_t, coax_size, (const char *name), name)
REPLAY_VALUE(replay_bool, coax_bool, (const char *name), name)
REPLAY_VALUE(float, coax_float, (const char *name), name)
REPLAY_VALUE(double, coax_double, (const char *name), name)
REPLAY_VALUE(void *, coax_ptr, (const char *name), name)
REPLAY_WORD void coax_assume(int condition) { replay_assume(condition != 0); }

/* ---- KLEE ------------------------------------------------------------------------------------- */

REPLAY_OBJECT(klee_make_symbolic, (void *address, size_t size, const char *name), name)
REPLAY_VALUE(int, klee_int, (const char *name), name)
REPLAY_VALUE(int, klee_range, (int begin, int end, const char *name), ((void)begin, (void)end, name))
REPLAY_VALUE(uintptr_t, klee_choose, (uintptr_t count), ((void)count, (const char *)NULL))
REPLAY_WORD void klee_assume(uintptr_t condition) { replay_assume(condition != 0); }
REPLAY_WORD void klee_assert(int condition) {
    if (!condition)
        replay_fail("klee_assert");
}
REPLAY_WORD void klee_silent_exit(int status) { exit(status); }
REPLAY_WORD void klee_abort(void) { abort(); }
REPLAY_WORD void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    (void)suffix;
    __assert_fail(message, file, (unsigned)line, "klee_report_error");
}
REPLAY_WORD unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }
REPLAY_WORD unsigned klee_is_replay(void) { return 1; }
REPLAY_WORD int klee_get_errno(void) { return errno; }
REPLAY_WORD float klee_get_valuef(float value) { return value; }
REPLAY_WORD double klee_get_valued(double value) { return value; }
REPLAY_WORD long klee_get_valuel(long value) { return value; }
REPLAY_WORD long long klee_get_valuell(long long value) { return value; }
REPLAY_WORD int32_t klee_get_value_i32(int32_t value) { return value; }
REPLAY_WORD int64_t klee_get_value_i64(int64_t value) { return value; }
REPLAY_NOTHING(klee_prefer_cex, (void *object, uintptr_t condition))
REPLAY_NOTHING(klee_warning, (const char *message))
REPLAY_NOTHING(klee_warning_once, (const char *message))
REPLAY_NOTHING(klee_print_expr, (const char *message, ...))
REPLAY_NOTHING(klee_print_range, (const char *name, int value))
REPLAY_NOTHING(klee_posix_prefer_cex, (void *object, uintptr_t condition))
REPLAY_NOTHING(klee_check_memory_access, (const void *address, size_t size))
REPLAY_NOTHING(klee_mark_global, (void *object))
REPLAY_NOTHING(klee_set_forking, (unsigned enabled))
REPLAY_NOTHING(klee_stack_trace, (void))
REPLAY_NOTHING(klee_open_merge, (void))
REPLAY_NOTHING(klee_close_merge, (void))

/* ---- SV-COMP and Test-Comp -------------------------------------------------------------------- */

#define REPLAY_NONDET(type, suffix) REPLAY_VALUE(type, __VERIFIER_nondet_##suffix, (void), NULL)
REPLAY_NONDET(replay_bool, bool)
REPLAY_NONDET(char, char)
REPLAY_NONDET(signed char, schar)
REPLAY_NONDET(unsigned char, uchar)
REPLAY_NONDET(unsigned char, unsigned_char)
REPLAY_NONDET(short, short)
REPLAY_NONDET(unsigned short, ushort)
REPLAY_NONDET(unsigned short, unsigned_short)
REPLAY_NONDET(int, int)
REPLAY_NONDET(unsigned, uint)
REPLAY_NONDET(unsigned, unsigned)
REPLAY_NONDET(unsigned, unsigned_int)
REPLAY_NONDET(long, long)
REPLAY_NONDET(unsigned long, ulong)
REPLAY_NONDET(unsigned long, unsigned_long)
REPLAY_NONDET(long long, longlong)
REPLAY_NONDET(unsigned long long, ulonglong)
REPLAY_NONDET(float, float)
REPLAY_NONDET(double, double)
REPLAY_NONDET(size_t, size_t)
REPLAY_NONDET(ssize_t, ssize_t)
REPLAY_NONDET(long long, loff_t)
REPLAY_NONDET(long, off_t)
REPLAY_NONDET(unsigned long, sector_t)
REPLAY_NONDET(unsigned long, pthread_t)
REPLAY_NONDET(uint8_t, u8)
REPLAY_NONDET(uint16_t, u16)
REPLAY_NONDET(uint32_t, u32)
REPLAY_NONDET(uint64_t, u64)
REPLAY_NONDET(int8_t, s8)
REPLAY_NONDET(int16_t, s16)
REPLAY_NONDET(int32_t, s32)
REPLAY_NONDET(int64_t, s64)
REPLAY_NONDET(uint8_t, U8)
REPLAY_NONDET(uint16_t, U16)
REPLAY_NONDET(uint32_t, U32)
REPLAY_NONDET(uint64_t, U64)
REPLAY_NONDET(int8_t, S8)
REPLAY_NONDET(int16_t, S16)
REPLAY_NONDET(int32_t, S32)
REPLAY_NONDET(int64_t, S64)
#ifdef __SIZEOF_INT128__
REPLAY_NONDET(__int128, int128)
REPLAY_NONDET(unsigned __int128, uint128)
#endif
REPLAY_NONDET(void *, pointer)
REPLAY_NONDET(char *, pchar)
REPLAY_NONDET(char *, charp)
REPLAY_NONDET(const char *, const_char_pointer)
REPLAY_OBJECT(__VERIFIER_nondet_memory, (void *address, size_t size), NULL)

REPLAY_WORD void reach_error(void) { replay_fail("reach_error"); }
REPLAY_WORD void __VERIFIER_error(void) { replay_fail("__VERIFIER_error"); }
REPLAY_WORD void __VERIFIER_assume(int condition) { replay_assume(condition != 0); }
REPLAY_WORD void __VERIFIER_assert(int condition) {
    if (!condition)
        replay_fail("__VERIFIER_assert");
}
REPLAY_NOTHING(__VERIFIER_atomic_begin, (void))
REPLAY_NOTHING(__VERIFIER_atomic_end, (void))

/* ---- CBMC ------------------------------------------------------------------------------------- */

REPLAY_WORD void __CPROVER_assume(replay_bool condition) { replay_assume(condition); }
REPLAY_WORD void __CPROVER_assert(replay_bool condition, const char *description) {
    if (!condition)
        replay_fail(description ? description : "__CPROVER_assert");
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif
