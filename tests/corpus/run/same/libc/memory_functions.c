// memcpy, memmove, memset, memcmp, memchr and relatives, overlapping moves, zero sizes.
//@ cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }

static void show(const char *b, int n) {
    for (int i = 0; i < n; i++)
        putchar(b[i] ? b[i] : '.');
    puts("");
}

int main(void) {
    char b[32] = "abcdefghijklmnopqrstuvwxyz";
    memmove(b + 3, b, 10);
    show(b, 26);
    memmove(b, b + 5, 12);
    show(b, 26);
    memmove(b + 1, b + 1, 5);
    memcpy(b + 20, b, 6);
    show(b, 28);
    memset(b, '*', 4);
    memset(b + 30, 0x141, 1); /* only the low byte counts */
    show(b, 31);
    memcpy(b, "unused", 0);
    memset(b, 0, 0);
    show(b, 5);
    printf("%d %d %d\n", sign(memcmp("abc", "abd", 3)), sign(memcmp("abc", "abd", 2)), sign(memcmp("\xff", "\x01", 1)));
    const char data[] = "a\0b\0c";
    printf("%ld %ld %d\n", (long)((const char *)memchr(data, 0, 5) - data),
           (long)((const char *)memrchr(data, 0, 5) - data), memchr(data, 'z', 5) == NULL);
    printf("%ld\n", (long)((char *)mempcpy(b, "XYZ", 3) - b));
    printf("%s\n", (const char *)memmem("hello world", 11, "wor", 3));
    char to[16] = {0};
    char *stop = memccpy(to, "copy:until", ':', 10);
    printf("%s %ld\n", to, (long)(stop - to));
    printf("%d\n", memccpy(to, "abc", 'z', 3) == NULL);
    int *numbers = calloc(10, sizeof *numbers), sum = 0;
    for (int i = 0; i < 10; i++)
        sum += numbers[i];
    for (int i = 0; i < 10; i++)
        numbers[i] = i;
    numbers = realloc(numbers, 100 * sizeof *numbers);
    for (int i = 0; i < 10; i++)
        sum += numbers[i];
    numbers = realloc(numbers, 3 * sizeof *numbers);
    printf("%d %d\n", sum, numbers[2]);
    free(numbers);
    free(NULL);
    char *aligned = aligned_alloc(64, 128);
    printf("%d\n", (int)((unsigned long)aligned % 64));
    free(aligned);
    void *p;
    printf("%d %d\n", posix_memalign(&p, 256, 10), (int)((unsigned long)p % 256));
    free(p);
    char *reused = realloc(NULL, 5);
    strcpy(reused, "four");
    puts(reused);
    free(reused);
    unsigned char big[4096];
    for (int i = 0; i < 4096; i++)
        big[i] = (unsigned char)(i * i >> 3);
    unsigned hash = 0;
    for (int shift = 0; shift < 40; shift += 13) {
        memmove(big + shift, big + 7, 4000);
        for (int i = 0; i < 4096; i++)
            hash = hash * 33 ^ big[i];
    }
    printf("%u\n", hash);
    return 0;
}
