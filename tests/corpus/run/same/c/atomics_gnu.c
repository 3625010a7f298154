// __sync and __atomic builtins at several widths.
#include <stdint.h>
#include <stdio.h>

#define EXERCISE(T, FMT)                                                                                               \
    do {                                                                                                               \
        T v = (T)100, e, r;                                                                                            \
        printf(#T " " FMT " " FMT, __sync_fetch_and_add(&v, (T)7), __sync_add_and_fetch(&v, (T)7));                    \
        printf(" " FMT " " FMT, __sync_fetch_and_sub(&v, (T)4), __sync_sub_and_fetch(&v, (T)4));                       \
        printf(" " FMT " " FMT, __sync_fetch_and_or(&v, (T)0x81), __sync_or_and_fetch(&v, (T)0x10));                   \
        printf(" " FMT " " FMT, __sync_fetch_and_and(&v, (T)0xf7), __sync_and_and_fetch(&v, (T)0x7f));                 \
        printf(" " FMT " " FMT, __sync_fetch_and_xor(&v, (T)0x55), __sync_xor_and_fetch(&v, (T)0x0f));                 \
        printf(" " FMT, __sync_val_compare_and_swap(&v, v, (T)3));                                                     \
        printf(" %d", __sync_bool_compare_and_swap(&v, (T)4, (T)5));                                                   \
        printf(" " FMT "\n", v);                                                                                       \
        __atomic_store_n(&v, (T)50, __ATOMIC_SEQ_CST);                                                                 \
        printf("  " FMT " " FMT, __atomic_fetch_add(&v, (T)1, __ATOMIC_RELAXED), __atomic_add_fetch(&v, (T)1, 0));     \
        printf(" " FMT " " FMT, __atomic_fetch_nand(&v, (T)6, 5), __atomic_nand_fetch(&v, (T)6, 5));                   \
        e = v;                                                                                                         \
        printf(" %d", __atomic_compare_exchange_n(&v, &e, (T)9, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));               \
        e = (T)1;                                                                                                      \
        printf(" %d", __atomic_compare_exchange_n(&v, &e, (T)8, 1, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));               \
        r = (T)77;                                                                                                     \
        __atomic_exchange(&v, &r, &r, __ATOMIC_SEQ_CST);                                                               \
        printf(" " FMT " " FMT " " FMT, e, r, __atomic_load_n(&v, __ATOMIC_CONSUME));                                  \
        printf(" " FMT "\n", __atomic_fetch_max(&v, (T)90, 0));                                                        \
    } while (0)

int main(void) {
    EXERCISE(int8_t, "%d");
    EXERCISE(uint8_t, "%u");
    EXERCISE(int16_t, "%d");
    EXERCISE(uint32_t, "%u");
    EXERCISE(int64_t, "%ld");
    EXERCISE(uint64_t, "%lu");
    int lock = 0;
    printf("%d ", __sync_lock_test_and_set(&lock, 1));
    printf("%d ", __sync_lock_test_and_set(&lock, 1));
    __sync_lock_release(&lock);
    printf("%d\n", lock);
    __sync_synchronize();
    char *p = "abcdef";
    char *q = __atomic_fetch_add(&p, 3, __ATOMIC_SEQ_CST);
    printf("%c %c\n", *q, *p);
    unsigned m = 5;
    printf("%u", __atomic_fetch_min(&m, 3u, 0));
    printf(" %u\n", m);
    return 0;
}
