// Switching stacks.
#include <stdio.h>
#include <ucontext.h>

static ucontext_t main_context, other;
static char stack[65536];
static void body(void) { puts("other stack"); }
int main(void) {
    getcontext(&other); //~ unsupported: getcontext
    other.uc_stack.ss_sp = stack;
    other.uc_stack.ss_size = sizeof stack;
    other.uc_link = &main_context;
    makecontext(&other, body, 0);
    swapcontext(&main_context, &other);
    puts("back");
    return 0;
}
