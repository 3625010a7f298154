/* Tries all inputs of every function and writes what comes of each: the value, and kind and line of
   the error if there is one. The sanitizer's own runtime is replaced by the handlers here. */
#define ALL_INPUTS
#include "preamble.h"
#include <setjmp.h>
#include <stdio.h>

struct outcome {
    i32 value;
    u32 error;
};

static jmp_buf recovery;
static volatile u32 failure;

_Noreturn void fail(int kind, int line) {
    failure = (u32)kind << 24 | (u32)line;
    longjmp(recovery, 1);
}

struct place {
    const char *file;
    u32 line;
    u32 column;
};

void __ubsan_handle_add_overflow_abort(struct place *at) { fail(SIGNED_OVERFLOW, (int)at->line); }
void __ubsan_handle_sub_overflow_abort(struct place *at) { fail(SIGNED_OVERFLOW, (int)at->line); }
void __ubsan_handle_mul_overflow_abort(struct place *at) { fail(SIGNED_OVERFLOW, (int)at->line); }
void __ubsan_handle_negate_overflow_abort(struct place *at) { fail(SIGNED_OVERFLOW, (int)at->line); }
void __ubsan_handle_shift_out_of_bounds_abort(struct place *at) { fail(SHIFT_OUT_OF_RANGE, (int)at->line); }
void __ubsan_handle_float_cast_overflow_abort(struct place *at) { fail(FLOAT_CAST_OVERFLOW, (int)at->line); }
void __ubsan_handle_divrem_overflow_abort(struct place *at, u64 left, u64 right) {
    (void)left;
    fail(right ? SIGNED_OVERFLOW : DIVISION_BY_ZERO, (int)at->line);
}

#define TRY(reset, call)                                                                           \
    do {                                                                                           \
        struct outcome outcome = {0, 0};                                                           \
        reset;                                                                                     \
        if (!_setjmp(recovery))                                                                    \
            outcome.value = call;                                                                  \
        else                                                                                       \
            outcome = (struct outcome){0, failure};                                                \
        fwrite(&outcome, sizeof outcome, 1, stdout);                                               \
    } while (0)

#include "functions.h"
#include "tries.h"
