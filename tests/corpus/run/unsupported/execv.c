// Replacing the process.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char *const argv[] = {"true", NULL};
    puts("before");
    fflush(stdout);
    execv("/bin/true", argv); //~ unsupported: execv
    return 1;
}
