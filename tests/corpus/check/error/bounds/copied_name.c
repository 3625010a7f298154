// A name of any length goes into eight characters.
//@ check: set_name --pointers nonnull --max-revisits 16
#include <string.h>

struct user {
    char name[8];
    int id;
};

void set_name(struct user *user, const char *name) {
    strcpy(user->name, name); //~ out-of-bounds
    user->id = 1;
}
