// fgets with a size larger than the buffer.
//@ stdin: a line of input that is longer than the buffer\n
#include <stdio.h>
int main(void) {
    char line[16];
    if (!fgets(line, 128, stdin)) //~ out-of-bounds
        return 1;
    puts(line);
    return 0;
}
