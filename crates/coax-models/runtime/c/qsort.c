// qsort and qsort_r: a stable merge sort that compares in the same order as glibc up to 2.36,
// since programs can tell (by counting, or by an order that is not total).

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *__coax_library_malloc(size_t size);
void __coax_library_free(void *block);

typedef int Compare(const void *, const void *, void *);

// How elements are moved: as words where that is possible, since it is quicker.
enum Move { WORDS4, WORDS8, BYTES };

struct Sort {
    size_t size;
    enum Move move;
    // One of the two: calling the program's function directly saves a call per comparison.
    int (*plain)(const void *, const void *);
    Compare *compare;
    void *argument;
    char *scratch;
};

static void move(const struct Sort *sort, char *to, const char *from)
{
    switch (sort->move) {
    case WORDS4: *(uint32_t *)to = *(const uint32_t *)from; break;
    case WORDS8: *(uint64_t *)to = *(const uint64_t *)from; break;
    case BYTES: memcpy(to, from, sort->size); break;
    }
}

static int ordered(const struct Sort *sort, const char *a, const char *b)
{
    return (sort->plain ? sort->plain(a, b) : sort->compare(a, b, sort->argument)) <= 0;
}

static void merge_sort(const struct Sort *sort, char *base, size_t count)
{
    if (count <= 1)
        return;
    size_t left = count / 2, right = count - left;
    char *a = base, *b = base + left * sort->size, *out = sort->scratch;
    merge_sort(sort, a, left);
    merge_sort(sort, b, right);
    while (left > 0 && right > 0) {
        if (ordered(sort, a, b)) {
            move(sort, out, a);
            a += sort->size;
            left--;
        } else {
            move(sort, out, b);
            b += sort->size;
            right--;
        }
        out += sort->size;
    }
    if (left > 0)
        memcpy(out, a, left * sort->size);
    memcpy(base, sort->scratch, (count - right) * sort->size);
}

// Large elements: sort pointers to them, then move each element once.
static int compare_targets(const void *a, const void *b, void *argument)
{
    const struct Sort *targets = argument;
    const void *left = *(void *const *)a, *right = *(void *const *)b;
    return targets->plain ? targets->plain(left, right)
                          : targets->compare(left, right, targets->argument);
}

static void sort_indirectly(struct Sort *targets, char *base, size_t count)
{
    size_t size = targets->size;
    char **pointers = __coax_library_malloc(count * sizeof *pointers);
    char *pointer_scratch = __coax_library_malloc(count * sizeof *pointers);
    char *sorted = __coax_library_malloc(count * size);
    struct Sort sort = {sizeof *pointers, WORDS8, NULL, compare_targets, targets, pointer_scratch};
    for (size_t i = 0; i < count; i++)
        pointers[i] = base + i * size;
    merge_sort(&sort, (char *)pointers, count);
    for (size_t i = 0; i < count; i++)
        memcpy(sorted + i * size, pointers[i], size);
    memcpy(base, sorted, count * size);
    __coax_library_free(sorted);
    __coax_library_free(pointer_scratch);
    __coax_library_free(pointers);
}

static void run(struct Sort *sort, char *base, size_t count)
{
    if (count <= 1 || sort->size == 0)
        return;
    if (sort->size > 32) {
        sort_indirectly(sort, base, count);
        return;
    }
    if (sort->size == 4 && (uintptr_t)base % 4 == 0)
        sort->move = WORDS4;
    else if (sort->size == 8 && (uintptr_t)base % 8 == 0)
        sort->move = WORDS8;
    sort->scratch = __coax_library_malloc(count * sort->size);
    merge_sort(sort, base, count);
    __coax_library_free(sort->scratch);
}

void qsort_r(void *base, size_t count, size_t size, Compare *compare, void *argument)
{
    struct Sort sort = {size, BYTES, NULL, compare, argument, NULL};
    run(&sort, base, count);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    struct Sort sort = {size, BYTES, compare, NULL, NULL, NULL};
    run(&sort, base, count);
}
