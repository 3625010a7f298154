// Bubble sort of four bytes; later rounds repeat questions that are already answered.
//@ paths: 24
#include <coax.h>

// 4!, as for every sort whose exchanges are decided by the stable order alone.
int main(void) {
    unsigned char v[4];
    coax_symbolic(v, sizeof v, "v");
    for (int end = 3; end > 0; end--)
        for (int i = 0; i < end; i++)
            if (v[i] > v[i + 1]) {
                unsigned char t = v[i];
                v[i] = v[i + 1];
                v[i + 1] = t;
            }
    return (v[0] > v[1]) | (v[1] > v[2]) | (v[2] > v[3]);
}
