// memcmp over a whole header is one condition.
//@ paths: 2
//@ outcomes: 0 1
#include <coax.h>
#include <string.h>

int main(void) {
    static const unsigned char magic[16] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    unsigned char header[16];
    coax_symbolic(header, sizeof header, "header");
    if (memcmp(header, magic, sizeof magic) != 0)
        return 1;
    return 0;
}
