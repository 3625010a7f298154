// A packet that is shorter than its header has no body.
//@ check: copy_body
#include <string.h>

static const char packet[12] = "HEADbodybod";

char copy_body(int total) {
    char body[12] = {0};
    if (total < 4 || total > 12)
        return 0;
    memcpy(body, packet, (size_t)(total - 4));
    return body[0];
}
