// Anonymous private mappings are memory like any other.
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    int *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    p[3] = 4;
    printf("%d\n", p[3]);
    return munmap(p, 4096);
}
