// A name that is in no table gives no entry.
//@ check: priority_of
#include <stddef.h>

struct level {
    int code;
    int priority;
};

static const struct level levels[] = {{10, 1}, {20, 5}, {30, 9}};

static const struct level *find(int code) {
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (levels[i].code == code)
            return &levels[i];
    return NULL;
}

int priority_of(int code) {
    const struct level *level = find(code);
    return level->priority; //~ null-dereference assuming nothing
}
