#include <stdlib.h>

int main(int argc, char **argv) {
    free((void *)(0x40000UL * (unsigned long)argc)); //~ invalid-free
    return 0;
}
