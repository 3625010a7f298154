// A name of any length is cut to eight characters.
//@ check: set_name --pointers nonnull --max-revisits 16
//@ allow: revisits input-size object-size
#include <string.h>

struct user {
    char name[8];
    int id;
};

void set_name(struct user *user, const char *name) {
    if (strlen(name) >= sizeof user->name)
        return;
    strcpy(user->name, name);
    user->id = 1;
}
