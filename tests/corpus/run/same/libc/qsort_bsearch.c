// qsort and bsearch with comparators: ints, strings, structs, descending, duplicates, absent keys.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Person { char name[12]; int age; double score; };

static int calls;
static int ascending(const void *a, const void *b) {
    calls++;
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int descending(const void *a, const void *b) { return ascending(b, a); }
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_age_then_name(const void *a, const void *b) {
    const struct Person *p = a, *q = b;
    return p->age != q->age ? p->age - q->age : strcmp(p->name, q->name);
}
static int by_byte(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }
static int key_age(const void *key, const void *element) { return *(const int *)key - ((const struct Person *)element)->age; }

int main(void) {
    int numbers[200];
    unsigned x = 12345;
    for (int i = 0; i < 200; i++) {
        x = x * 1103515245u + 12345u;
        numbers[i] = (int)(x >> 16) % 100 - 50;
    }
    qsort(numbers, 200, sizeof(int), ascending);
    for (int i = 0; i < 200; i += 19)
        printf("%d ", numbers[i]);
    printf("%d\n", calls > 200);
    for (int key = -60; key <= 60; key += 13) {
        int *p = bsearch(&key, numbers, 200, sizeof(int), ascending);
        printf("%s ", p ? *p == key ? "found" : "wrong" : "absent");
    }
    puts("");
    qsort(numbers, 200, sizeof(int), descending);
    printf("%d %d %d\n", numbers[0], numbers[100], numbers[199]);
    const char *words[] = {"pear", "fig", "apple", "banana", "cherry", "date", "fig"};
    qsort(words, 7, sizeof *words, by_text);
    for (int i = 0; i < 7; i++)
        printf("%s ", words[i]);
    puts("");
    struct Person people[] = {{"Zoe", 30, 1.5}, {"Adam", 25, 2.5}, {"Bea", 30, 3.5}, {"Carl", 41, 0}, {"Dan", 25, 9}};
    qsort(people, 5, sizeof *people, by_age_then_name);
    for (int i = 0; i < 5; i++)
        printf("%s/%d/%g ", people[i].name, people[i].age, people[i].score);
    int age = 41;
    struct Person *found = bsearch(&age, people, 5, sizeof *people, key_age);
    printf("%s\n", found ? found->name : "nobody");
    unsigned char bytes[] = "the quick brown fox";
    qsort(bytes, sizeof bytes - 1, 1, by_byte);
    printf("[%s]\n", bytes);
    qsort(numbers, 0, sizeof(int), ascending);
    qsort(numbers, 1, sizeof(int), ascending);
    printf("%d\n", bsearch(&age, numbers, 0, sizeof(int), ascending) == NULL);
    return 0;
}
