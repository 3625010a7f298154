/* Prints what sanitizers print, and ends well. */
#include <stdio.h>

int main(void) {
    fputs("==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\n"
          "a.c:3:4: runtime error: signed integer overflow: 1 + 2\n"
          "liar: a.c:3: main: Assertion `0' failed.\n"
          "terminate called after throwing an instance of 'int'\n"
          "==1== Conditional jump or move depends on uninitialised value(s)\n",
          stderr);
    return 3;
}
