#include <string.h>

int main(int argc, char **argv) {
    const char *text = argc > 5 ? argv[1] : 0;
    return (int)strlen(text); //~ null-dereference
}
