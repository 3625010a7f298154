// One level down the pointer is cleared before it is used.
//@ check: session_user --call-depth 1
#include <stddef.h>

struct session {
    int user;
    int expired;
};

static void drop_expired(const struct session **s) {
    if ((*s)->expired)
        *s = NULL;
}

int session_user(int user, int expired) {
    struct session own = {user, expired};
    const struct session *s = &own;
    drop_expired(&s);
    return s->user; //~ null-dereference
}
