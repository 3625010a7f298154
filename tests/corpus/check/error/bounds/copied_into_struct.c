// How much is copied into a struct is up to the caller, and the struct is only one.
//@ check: set_name --pointers nonnull
#include <string.h>

struct user {
    char name[8];
    int id;
};

void set_name(struct user *user, const char *from, size_t n) {
    memcpy(user->name, from, n); //~ out-of-bounds
}
