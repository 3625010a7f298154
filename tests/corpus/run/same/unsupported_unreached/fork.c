// A child process that is never created.
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

int main(int argc, char **argv) {
    (void)argv;
    pid_t child = argc > 5 ? fork() : 1;
    printf("%d\n", child > 0);
    return 0;
}
