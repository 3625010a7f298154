/* Words a program under test may use to talk to Coax.
 *
 * With a plain compiler, and when a program is simply run, they are harmless: inputs stay as they
 * are (or are zero), an assumption that does not hold ends the program quietly, an assertion that
 * does not hold aborts it, and the marks on declarations vanish. */
#ifndef COAX_H
#define COAX_H

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __COAX__

/* Coax itself provides them. */
void coax_symbolic(void *address, size_t size, const char *name);
int coax_int(const char *name);
unsigned coax_uint(const char *name);
char coax_char(const char *name);
long coax_long(const char *name);
size_t coax_size(const char *name);
float coax_float(const char *name);
double coax_double(const char *name);
void *coax_ptr(const char *name);
#ifdef __cplusplus
bool coax_bool(const char *name);
#else
_Bool coax_bool(const char *name);
#endif
void coax_assume(int condition);
void coax_assumed(int property, const char *id);
void coax_verified(int property, const char *ids);

#else

/* These bytes are input. */
static inline void coax_symbolic(void *address, size_t size, const char *name) {
    (void)address, (void)size, (void)name;
}

/* A value that is input. */
#define COAX_VALUE(word, type)                                                                     \
    static inline type coax_##word(const char *name) {                                             \
        (void)name;                                                                                \
        return (type)0;                                                                            \
    }
COAX_VALUE(int, int)
COAX_VALUE(uint, unsigned)
COAX_VALUE(char, char)
COAX_VALUE(long, long)
COAX_VALUE(size, size_t)
COAX_VALUE(float, float)
COAX_VALUE(double, double)
COAX_VALUE(ptr, void *)
#ifdef __cplusplus
COAX_VALUE(bool, bool)
#else
COAX_VALUE(bool, _Bool)
#endif
#undef COAX_VALUE

/* Only inputs that satisfy it matter. */
static inline void coax_assume(int condition) {
    if (!condition)
        exit(0);
}

#endif

/* An "assertion" error where it can be false. */
#define coax_assert(condition) assert(condition)

#ifdef __cplusplus
}
#endif

#ifdef __COAX__
/* On a declaration: never look inside; call it natively. */
#define COAX_CONCRETE __attribute__((annotate("coax.concrete")))
/* On a COAX_CONCRETE declaration: conditions on its parameters. */
#define COAX_PARTITION(...) COAX_PARTITION_TEXT(__VA_ARGS__)
#define COAX_PARTITION_TEXT(...) __attribute__((annotate("coax.partition " #__VA_ARGS__)))
#else
#define COAX_CONCRETE
#define COAX_PARTITION(...)
#endif

#ifdef __COAX__
/* An analysis assumed `property` here, under the name `id`. */
#define COAX_ASSUMED(property, id) coax_assumed(!!(property), #id)
/* `property` was verified provided the named assumptions held: an assertion that `--guide` knows more of. */
#define COAX_VERIFIED(property, ...) coax_verified(!!(property), "" #__VA_ARGS__)
#else
#define COAX_ASSUMED(property, id) ((void)0)
#define COAX_VERIFIED(property, ...) ((void)0)
#endif

#endif
