#include <stdio.h>
#include <stdlib.h>

int main(void) {
    FILE *f = tmpfile();
    if (!f)
        return 1;
    static char block[1 << 16];
    for (;;)
        fwrite(block, 1, sizeof block, f);
}
