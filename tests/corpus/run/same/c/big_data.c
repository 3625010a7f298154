// Large static and automatic data: megabyte globals, large frames, sparse writes, copies of big structs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char megabytes[4 << 20];
static struct Page { unsigned words[1024]; } pages[64];
static const unsigned short table[4096] = {[4095] = 7, [100] = 3};

static unsigned frame(unsigned seed) {
    unsigned local[20000];
    for (unsigned i = 0; i < 20000; i++)
        local[i] = seed = seed * 1664525u + 1013904223u;
    unsigned h = 0;
    for (unsigned i = 0; i < 20000; i += 7)
        h = h * 31 + local[i];
    return h;
}

static struct Page twisted(struct Page p) {
    for (int i = 0; i < 512; i++) {
        unsigned t = p.words[i];
        p.words[i] = p.words[1023 - i];
        p.words[1023 - i] = t;
    }
    return p;
}

int main(void) {
    for (size_t i = 0; i < sizeof megabytes; i += 4097)
        megabytes[i] = (unsigned char)i;
    unsigned long sum = 0;
    for (size_t i = 0; i < sizeof megabytes; i += 17)
        sum += megabytes[i];
    printf("%lu\n", sum);
    memset(megabytes, 1, sizeof megabytes);
    memcpy(megabytes + 1000, pages, sizeof pages);
    printf("%d %d\n", megabytes[999], megabytes[1000]);
    for (unsigned i = 0; i < 1024; i++)
        pages[3].words[i] = i * i;
    pages[60] = twisted(pages[3]);
    printf("%u %u\n", pages[60].words[0], pages[60].words[1023]);
    printf("%u %u\n", frame(1), frame(2));
    printf("%d %d\n", table[4095] + table[100], table[4094]);
    unsigned char *heap = calloc(1, 8 << 20);
    heap[(8 << 20) - 1] = 9;
    heap = realloc(heap, 16 << 20);
    printf("%d\n", heap[(8 << 20) - 1]);
    free(heap);
    return 0;
}
