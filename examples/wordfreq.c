// Counts how often each of its arguments occurs and prints them, most frequent first.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    const char *text;
    int count;
};

static int by_count(const void *a, const void *b) {
    const struct word *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : strcmp(x->text, y->text);
}

int main(int argc, char **argv) {
    struct word *words = calloc((size_t)argc, sizeof *words);
    if (!words)
        return 1;
    int n = 0;
    for (int i = 1; i < argc; i++) {
        int k = 0;
        while (k < n && strcmp(words[k].text, argv[i]) != 0)
            k++;
        if (k == n)
            words[n++].text = argv[i];
        words[k].count++;
    }
    qsort(words, (size_t)n, sizeof *words, by_count);
    for (int i = 0; i < n; i++)
        printf("%3d %s\n", words[i].count, words[i].text);
    free(words);
    return 0;
}
