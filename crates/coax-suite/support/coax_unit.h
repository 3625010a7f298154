/* Tests of single functions: included by every such test, after the code under test.
 *
 * The code under test may use any name but coax_* and COAX_*: so this file declares, and all that
 * needs headers of the system is in coax_unit.c (or .cpp), which is compiled along. Each test runs
 * in a process of its own; its exit status is that of every test here, see coax_replay.h. */
#ifndef COAX_UNIT_H
#define COAX_UNIT_H
#pragma GCC system_header

#include <limits.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Objects ---------------------------------------------------------------------------------- */

/* What a function returned is not lost. */
void coax_keep(const void *value, size_t size);
#ifdef __cplusplus
#define COAX_KEEP(call)                                                                            \
    do {                                                                                           \
        auto &&coax_kept = call;                                                                   \
        coax_keep(&coax_kept, sizeof coax_kept);                                                   \
    } while (0)
#else
#define COAX_KEEP(call)                                                                            \
    do {                                                                                           \
        __typeof__(call) coax_kept = call;                                                         \
        coax_keep(&coax_kept, sizeof coax_kept);                                                   \
    } while (0)
#endif
/* What a function returned is used, as whoever calls it does. */
__attribute__((unused)) static void coax_use(const void *value, size_t size) {
    static volatile int coax_used;
    const unsigned char *coax_bytes = (const unsigned char *)value;
    size_t i;
    for (i = 0; i < size; i++)
        if (coax_bytes[i])
            coax_used = 1;
}
#ifdef __cplusplus
#define COAX_USE(call)                                                                             \
    do {                                                                                           \
        auto coax_result = call;                                                                   \
        coax_use(&coax_result, sizeof coax_result);                                                \
    } while (0)
#else
#define COAX_USE(call)                                                                             \
    do {                                                                                           \
        __typeof__(call) coax_result = call;                                                       \
        coax_use(&coax_result, sizeof coax_result);                                                \
    } while (0)
#endif
/* A copy on the heap, for what the function under test frees. */
void *coax_malloced(const void *bytes, size_t size);
/* The address of an object without a single byte. */
void *coax_empty(void);
/* A stream that reads these bytes. */
void *coax_file(const char *bytes, size_t size);
/* What `va_list` is an array of, where it is one. */
#ifdef __x86_64__
typedef __typeof__(**(__builtin_va_list *)0) coax_va_list_tag;
#endif
/* Writes what C has no words for. */
void coax_write(void *to, size_t offset, const void *bytes, size_t size);
void coax_write_pointer(void *to, size_t offset, const void *pointer);
void coax_zero(void *to, size_t size);

/* ---- Functions that are not the ones of the program ------------------------------------------- */

/* From now on, whoever calls the function gets to the other one. */
void coax_replace(void (*function)(void), void (*by)(void));
#define COAX_REPLACE(function, by) coax_replace((void (*)(void))(function), (void (*)(void))(by))
/* The same for a function that another file has for itself, by its name for the linker. */
void coax_replace_hidden(const char *function, void (*by)(void));
#define COAX_REPLACE_HIDDEN(function, by) coax_replace_hidden(function, (void (*)(void))(by))

/* A function that is not the program's, under the name a library may have for it. Whoever calls it gets
 * to the library's, until a test says that it is answered for. */
struct coax_stand_in {
    const char *symbol;
    void (**slot)(void);
    void (*library)(void); /* null if no library has it */
    struct coax_stand_in *next;
};
void coax_add_stand_in(struct coax_stand_in *stand_in);
#if defined(__x86_64__)
#define COAX_JUMP_THROUGH(slot) "jmp *" slot "(%rip)\n"
#elif defined(__aarch64__)
#define COAX_JUMP_THROUGH(slot)                                                                    \
    "adrp x16, " slot "\n ldr x16, [x16, :lo12:" slot "]\n br x16\n"
#endif
#ifdef COAX_JUMP_THROUGH
#define COAX_STAND_IN(word, name)                                                                  \
    COAX_C void (*coax_slot_##word)(void);                                                         \
    __attribute__((visibility("hidden"), used)) void (*coax_slot_##word)(void) =                   \
        (void (*)(void))coax_stub_##word;                                                          \
    __asm__(".pushsection .text\n .globl " name "\n .type " name ", %function\n" name ":\n"        \
            COAX_JUMP_THROUGH("coax_slot_" #word) ".popsection\n");                                \
    __attribute__((constructor(102))) static void coax_add_##word(void) {                          \
        static struct coax_stand_in coax_stand_in = {name, &coax_slot_##word, 0, 0};               \
        coax_add_stand_in(&coax_stand_in);                                                         \
    }
#define COAX_ANSWER_FOR(word) (coax_slot_##word = (void (*)(void))coax_stub_##word)
#else /* elsewhere it is answered for in every test */
#define COAX_STAND_IN(word, name)                                                                  \
    COAX_C __typeof__(coax_stub_##word) coax_alias_##word __asm__(name)                            \
        __attribute__((alias("coax_stub_" #word)));
#define COAX_ANSWER_FOR(word) ((void)0)
#endif
#ifdef __cplusplus
#define COAX_C extern "C"
#else
#define COAX_C extern
#endif

/* What a function is to return, call by call. */
void coax_give(const char *function, const void *values, size_t size, size_t count);
#define COAX_RETURNS(function, values)                                                             \
    coax_give(function, values, sizeof(values)[0], sizeof(values) / sizeof(values)[0])
/* What a function is to write through a parameter or to a global, in one of its calls. */
void coax_give_output(const char *function, size_t call, const char *place, const void *bytes, size_t size);
#define COAX_WRITES(function, call, place, value)                                                  \
    coax_give_output(function, call, place, value, sizeof(value))
/* Writes it; then the call counts as done. */
void coax_output(const char *function, const char *place, void *to);
void coax_called(const char *function);
/* The value of this call. */
const void *coax_next(const char *function, size_t size);
#define COAX_NEXT(function, type) (*(__typeof__(type) const *)coax_next(function, sizeof(type)))

/* ---- What is expected of the calls of a sequence ------------------------------------------------ */

__attribute__((noreturn)) void coax_failed(const char *file, int line, const char *message);
#define COAX_ASSERT(...)                                                                           \
    ((__VA_ARGS__) ? (void)0 : coax_failed(__FILE__, __LINE__, #__VA_ARGS__ " does not hold"))

/* ---- The test --------------------------------------------------------------------------------- */

void coax_register(size_t index, const char *name, void (*run)(void));
void coax_begin(void);
/* The end of a test: nothing of its scope is destroyed. */
__attribute__((noreturn)) void coax_end(void);
__attribute__((noreturn)) void coax_thrown(void);
void coax_expect_status(int status);
void coax_expect_exception(void);
void coax_expect_failure(const char *kind, const char *place);
void coax_expect_fixed(const char *kind, const char *place);
#define replay_expect_status(status) coax_expect_status(status)
#define replay_expect_exception() coax_expect_exception()
#define replay_expect_failure(kind, place) coax_expect_failure(kind, place)
#define replay_expect_fixed(kind, place) coax_expect_fixed(kind, place)

#ifdef __cplusplus
} /* extern "C" */

/* Room for an object that no constructor has seen: all zeros. */
template <class T> union coax_unmade {
    unsigned char bytes[sizeof(T)];
    T object;
    coax_unmade() : bytes() {}
    ~coax_unmade() {}
};

/* Copies for what the function under test deletes. */
template <class T> T *coax_newed(const T &original) {
    void *room = ::operator new(sizeof(T));
    coax_write(room, 0, &original, sizeof(T));
    return static_cast<T *>(room);
}
template <class T, size_t count> T *coax_newed_array(const T (&originals)[count]) {
    T *room = new T[count];
    coax_write(room, 0, &originals, sizeof originals);
    return room;
}
/* An argument for a parameter that takes over. */
template <class T> T &&coax_moved(T &object) { return static_cast<T &&>(object); }
#endif

#if defined(__cplusplus) && defined(__EXCEPTIONS)
#define COAX_THROWS(call)                                                                          \
    try {                                                                                          \
        call;                                                                                      \
    } catch (...) {                                                                                \
        coax_thrown();                                                                             \
    }
/* What is lost on the way of an exception shows at the end. */
#define COAX_CATCHES(call)                                                                         \
    try {                                                                                          \
        call;                                                                                      \
    } catch (...) {                                                                                \
    }
/* The test goes on behind an exception that is expected. */
#define COAX_EXPECT_EXCEPTION(...)                                                                 \
    do {                                                                                           \
        bool coax_is_thrown = false;                                                               \
        try {                                                                                      \
            __VA_ARGS__;                                                                           \
        } catch (...) {                                                                            \
            coax_is_thrown = true;                                                                 \
        }                                                                                          \
        if (!coax_is_thrown)                                                                       \
            coax_failed(__FILE__, __LINE__, #__VA_ARGS__ " throws nothing");                       \
    } while (0)
#else
#define COAX_THROWS(call) call
#define COAX_CATCHES(call) call
#endif

#ifndef COAX_TEST_INDEX
#define COAX_TEST_INDEX 0 /* in a batch, each file has its own */
#endif
#define COAX_JOIN(left, right) left##right
#define COAX_NUMBERED(name, index) COAX_JOIN(name, index)
#define COAX_TEST(name)                                                                            \
    static void COAX_NUMBERED(coax_test_, COAX_TEST_INDEX)(void);                                  \
    static void COAX_NUMBERED(coax_run_, COAX_TEST_INDEX)(void) {                                  \
        coax_begin();                                                                              \
        COAX_NUMBERED(coax_test_, COAX_TEST_INDEX)();                                              \
        coax_end();                                                                                \
    }                                                                                              \
    __attribute__((constructor)) static void COAX_NUMBERED(coax_register_, COAX_TEST_INDEX)(void) { \
        coax_register(COAX_TEST_INDEX, name, COAX_NUMBERED(coax_run_, COAX_TEST_INDEX));           \
    }                                                                                              \
    static void COAX_NUMBERED(coax_test_, COAX_TEST_INDEX)(void)

#endif
