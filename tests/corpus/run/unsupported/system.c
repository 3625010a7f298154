// A shell command.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int r = system("true"); //~ unsupported: system
    printf("%d\n", r);
    return 0;
}
