/* Words a program under test may use to talk to Coax, as the tests in this folder answer them.
 *
 * This file stands in for the coax.h that makes the words harmless; what they do here is in
 * coax_replay_words.h, which the tests include. */
#ifndef COAX_H
#define COAX_H

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* These bytes are input. */
void coax_symbolic(void *address, size_t size, const char *name);

/* A value that is input. */
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

/* Only inputs that satisfy it matter. */
void coax_assume(int condition);

/* An "assertion" error where it can be false. */
#define coax_assert(condition) assert(condition)

#ifdef __cplusplus
}
#endif

/* On a declaration: never look inside; call it natively. */
#define COAX_CONCRETE
/* On a COAX_CONCRETE declaration: conditions on its parameters. */
#define COAX_PARTITION(...)
/* An analysis assumed `property` here, under the name `id`. */
#define COAX_ASSUMED(property, id) ((void)0)
/* `property` was verified provided the named assumptions held; here it must hold. */
#define COAX_VERIFIED(property, ...) assert(property)

#endif
