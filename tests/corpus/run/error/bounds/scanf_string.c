// scanf("%s") without a width.
//@ stdin: thisisaverylongword\n
#include <stdio.h>
int main(void) {
    char word[8];
    if (scanf("%s", word) != 1) //~ out-of-bounds
        return 1;
    puts(word);
    return 0;
}
