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

static void merge_sort(const struct Sort *sort, char *base, size_t count)
{
    if (count <= 1)
        return;
    size_t left = count / 2, right = count - left;
    char *a = base, *b = base + left * sort->size, *out = sort->scratch;
    merge_sort(sort, a, left);
    merge_sort(sort, b, right);
    while (left > 0 && right > 0) {
        if (sort->compare(a, b, sort->argument) <= 0) {
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
struct Indirect {
    Compare *compare;
    void *argument;
};

static int compare_targets(const void *a, const void *b, void *argument)
{
    const struct Indirect *indirect = argument;
    return indirect->compare(*(void *const *)a, *(void *const *)b, indirect->argument);
}

static void sort_indirectly(char *base, size_t count, size_t size, Compare *compare, void *argument)
{
    char **pointers = __coax_library_malloc(count * sizeof *pointers);
    char *pointer_scratch = __coax_library_malloc(count * sizeof *pointers);
    char *sorted = __coax_library_malloc(count * size);
    struct Indirect indirect = {compare, argument};
    struct Sort sort = {sizeof *pointers, WORDS8, compare_targets, &indirect, pointer_scratch};
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

void qsort_r(void *base, size_t count, size_t size, Compare *compare, void *argument)
{
    if (count <= 1 || size == 0)
        return;
    if (size > 32) {
        sort_indirectly(base, count, size, compare, argument);
        return;
    }
    enum Move move = BYTES;
    if (size == 4 && (uintptr_t)base % 4 == 0)
        move = WORDS4;
    else if (size == 8 && (uintptr_t)base % 8 == 0)
        move = WORDS8;
    struct Sort sort = {size, move, compare, argument, __coax_library_malloc(count * size)};
    merge_sort(&sort, base, count);
    __coax_library_free(sort.scratch);
}

static int compare_plainly(const void *a, const void *b, void *argument)
{
    int (**compare)(const void *, const void *) = argument;
    return (*compare)(a, b);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    qsort_r(base, count, size, compare_plainly, &compare);
}
