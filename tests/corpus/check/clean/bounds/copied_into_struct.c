// Only as much is copied into a struct as there is room.
//@ check: set_name --pointers nonnull
//@ allow: input-size
#include <string.h>

struct user {
    char name[8];
    int id;
};

void set_name(struct user *user, const char *from, size_t n) {
    if (n <= sizeof user->name)
        memcpy(user->name, from, n);
}
