// One word seen as a number, as bytes and as a float.
//@ paths: 4
//@ outcomes: 1 2 3 4
#include <coax.h>

union View {
    unsigned word;
    unsigned char bytes[4];
    float number;
};

// Sign bit; then exactly 1.0; then the first byte zero or not.
int main(void) {
    union View v;
    coax_symbolic(&v, sizeof v, "word");
    if (v.bytes[3] & 0x80)
        return 1;
    if (v.number == 1.0f)
        return 2;
    if (v.bytes[0] == 0)
        return 3;
    return 4;
}
