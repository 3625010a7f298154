// The packet says how long its body is, and is believed.
//@ check: checksum
#include <string.h>

struct packet {
    unsigned char kind;
    unsigned char length;
    unsigned char body[16];
};

unsigned checksum(const struct packet *packet) {
    unsigned char copy[16] = {0};
    if (packet == 0 || packet->kind != 7)
        return 0;
    memcpy(copy, packet->body, packet->length); //~ out-of-bounds
    return copy[0] ^ copy[15];
}
