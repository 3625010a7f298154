// A signal handler with sigaction.
#include <signal.h>
#include <stdio.h>
#include <string.h>

static void handler(int n) { (void)n; }
int main(void) {
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = handler;
    sigaction(SIGINT, &a, NULL); //~ unsupported: sigaction
    puts("ready");
    return 0;
}
