// Without arguments argc is one; main may take no envp; argv[1] is null.
#include <stdio.h>

int main(int argc, char *argv[]) {
    printf("%d %d %d\n", argc, argv[0] != NULL, argv[1] == NULL);
    return 0;
}
