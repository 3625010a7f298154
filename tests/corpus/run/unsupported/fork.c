// A child process.
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

int main(void) {
    pid_t child = fork(); //~ unsupported: fork
    if (child == 0)
        _exit(0);
    puts("parent");
    return 0;
}
