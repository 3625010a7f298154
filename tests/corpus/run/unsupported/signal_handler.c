// A signal handler that the program raises itself.
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen;
static void handler(int n) { seen = n; }
int main(void) {
    signal(SIGUSR1, handler); //~ unsupported: signal
    raise(SIGUSR1);
    printf("%d\n", (int)seen);
    return 0;
}
