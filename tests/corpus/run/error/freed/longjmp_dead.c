// The function that called setjmp has returned; another one has set another place since.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf dead, alive;

static void set(void) {
    if (setjmp(dead))
        puts("back");
}

static void jump(void) {
    if (setjmp(alive)) {
        puts("wrong place");
        return;
    }
    longjmp(dead, 1); //~ use-after-free
}

int main(void) {
    set();
    jump();
    return 0;
}
