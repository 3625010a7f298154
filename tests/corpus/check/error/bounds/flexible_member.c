// A message is allocated without its terminator.
//@ check: message_new
#include <stdlib.h>

struct message {
    unsigned length;
    char text[];
};

struct message *message_new(unsigned length, char fill) {
    if (length < 4 || length > 8)
        return NULL;
    struct message *m = malloc(sizeof *m + length);
    if (m == NULL)
        return NULL;
    m->length = length;
    for (unsigned i = 0; i < length; i++)
        m->text[i] = fill;
    m->text[length] = '\0'; //~ out-of-bounds
    return m;
}
