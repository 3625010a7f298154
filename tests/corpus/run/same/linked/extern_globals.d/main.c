// Extern arrays, structs, function pointers and tentative definitions across files.
#include "shared.h"
#include <stdio.h>

int tentative;
struct Config config = {.level = 3, .name = "main"};

static int triple(int x) { return 3 * x; }

int main(void) {
    transform = triple;
    for (int i = 0; i < table_size; i++)
        printf("%d ", apply(table[i]));
    puts("");
    printf("%s %d %d\n", describe(), config.level, tentative);
    printf("%s %s\n", names[0], *last_name);
    printf("%zu\n", sizeof config);
    return 0;
}
