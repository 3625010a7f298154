// Weak definitions give way to strong ones of another file; absent weak symbols are null.
#include <stdio.h>

__attribute__((weak)) int choice(void) { return 1; }
__attribute__((weak)) int setting = 1;
__attribute__((weak)) int only_here(void) { return 7; }
extern int absent(void) __attribute__((weak));
int ask(void);

int main(void) {
    printf("%d %d %d %d\n", choice(), setting, only_here(), ask());
    printf("%d\n", absent == NULL);
    return 0;
}
