// An optional part of a record is used without looking at the flag that says it is there.
#include <coax.h>
#include <stddef.h>

enum { HAS_NAME = 1, HAS_OWNER = 2, ARCHIVED = 4 };

struct Owner {
    int id;
};

struct File {
    unsigned flags;
    struct Owner *owner;
};

static int owner_of(const struct File *f) {
    if (f->flags & ARCHIVED)
        return f->owner->id; //~ null-dereference
    return f->flags & HAS_OWNER ? f->owner->id : -1;
}

int main(void) {
    struct Owner me = {7};
    struct File file = {coax_uint("flags"), NULL};
    if (file.flags & HAS_OWNER)
        file.owner = &me;
    return owner_of(&file) < 0;
}
