// strlen of a local buffer that nobody filled.
#include <string.h>
int main(int argc, char **argv) {
    char text[16];
    if (argc > 3)
        strcpy(text, argv[1]);
    return (int)strlen(text); //~ uninitialized-read
}
