// The length field of a packet is believed.
#include <coax.h>
#include <string.h>

struct Packet {
    unsigned char length;
    unsigned char body[8];
};

int main(void) {
    struct Packet p;
    unsigned char text[5] = {0};
    coax_symbolic(&p.length, 1, "packet");
    memset(p.body, 'b', sizeof p.body);
    if (p.length > sizeof p.body)
        return 1;
    memcpy(text, p.body, p.length); //~ out-of-bounds
    return text[0] == 'b';
}
