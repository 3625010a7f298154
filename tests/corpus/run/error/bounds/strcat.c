// strcat runs over the end while joining words.
#include <stdio.h>
#include <string.h>
int main(void) {
    const char *words[] = {"one", "two", "three", "seven"};
    char line[16] = "";
    for (int i = 0; i < 4; i++)
        strcat(line, words[i]); //~ out-of-bounds
    puts(line);
    return 0;
}
