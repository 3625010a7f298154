// A word counter over standard input, with frequencies sorted by count.
//@ stdin: the cat and the dog\nand the bird; The END\n\n  and   so on
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Entry { char word[16]; int count; };
static struct Entry entries[64];
static int used;

static void add(const char *word) {
    for (int i = 0; i < used; i++)
        if (strcmp(entries[i].word, word) == 0) {
            entries[i].count++;
            return;
        }
    strcpy(entries[used].word, word);
    entries[used++].count = 1;
}

static int by_count(const void *a, const void *b) {
    const struct Entry *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : strcmp(x->word, y->word);
}

int main(void) {
    int c, lines = 0, words = 0, bytes = 0, n = 0;
    char word[16];
    while ((c = getchar()) != EOF) {
        bytes++;
        lines += c == '\n';
        if (isalpha(c) && n < 15) {
            word[n++] = (char)tolower(c);
        } else if (n) {
            word[n] = 0;
            add(word);
            words++;
            n = 0;
        }
    }
    if (n) {
        word[n] = 0;
        add(word);
        words++;
    }
    qsort(entries, (size_t)used, sizeof *entries, by_count);
    printf("%d %d %d\n", lines, words, bytes);
    for (int i = 0; i < used; i++)
        printf("%-8s %d\n", entries[i].word, entries[i].count);
    return 0;
}
