// A believed length that was compared with the right limit.
//@ outcomes: 0 1 2
#include <coax.h>
#include <string.h>

int main(void) {
    static const char body[8] = "bbbbbbb";
    char text[5] = {0};
    unsigned char length;
    coax_symbolic(&length, 1, "length");
    if (length >= sizeof text)
        return 2;
    memcpy(text, body, length);
    if (text[length])
        return 3;
    return length > 0 && text[0] == 'b';
}
