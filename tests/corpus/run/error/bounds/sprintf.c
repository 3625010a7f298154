// sprintf writes more than the buffer holds.
#include <stdio.h>
static void label(int n) {
    char text[10];
    sprintf(text, "item-%d", n); //~ out-of-bounds
    puts(text);
}
int main(void) {
    label(1234);
    label(123456);
    return 0;
}
