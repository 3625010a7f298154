// C11 atomics: every operation, orders, compare-exchange both ways, flags, struct atomics.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

struct Pair { int a, b; };

int main(void) {
    atomic_int i = 10;
    printf("%d %d %d %d %d\n", atomic_fetch_add(&i, 5), atomic_fetch_sub(&i, 3), atomic_fetch_or(&i, 0x30),
           atomic_fetch_and(&i, 0x3e), atomic_fetch_xor(&i, 0xff));
    printf("%d %d %d\n", atomic_load(&i), atomic_exchange(&i, 77), i);
    atomic_store_explicit(&i, 5, memory_order_release);
    int expected = 4;
    int ok = atomic_compare_exchange_strong(&i, &expected, 100);
    printf("%d %d %d\n", ok, expected, atomic_load_explicit(&i, memory_order_acquire));
    ok = atomic_compare_exchange_strong(&i, &expected, 100);
    printf("%d %d %d\n", ok, expected, i);
    while (!atomic_compare_exchange_weak(&i, &expected, 101))
        ;
    i++;
    i += 10;
    --i;
    i |= 0x100;
    printf("%d\n", i);
    _Atomic uint8_t byte = 250;
    byte += 10;
    _Atomic uint64_t wide = UINT64_MAX;
    printf("%u %lu", byte, atomic_fetch_add(&wide, 2));
    printf(" %lu\n", wide);
    _Atomic double d = 1.5;
    d += 2.25;
    d *= 2;
    printf("%g\n", d);
    _Atomic(struct Pair) pair = (struct Pair){1, 2};
    struct Pair p = atomic_load(&pair);
    atomic_store(&pair, ((struct Pair){p.b, p.a}));
    p = atomic_exchange(&pair, ((struct Pair){9, 9}));
    printf("%d %d\n", p.a, p.b);
    atomic_flag flag = ATOMIC_FLAG_INIT;
    printf("%d", atomic_flag_test_and_set(&flag));
    printf("%d", atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    printf("%d\n", atomic_flag_test_and_set(&flag));
    int array[4] = {1, 2, 3, 4};
    _Atomic(int *) pointer = array;
    int *old = atomic_fetch_add(&pointer, 2);
    printf("%d %d\n", *old, *atomic_load(&pointer));
    atomic_thread_fence(memory_order_seq_cst);
    atomic_bool b = 0;
    b = 5;
    printf("%d %d\n", b, atomic_is_lock_free(&i));
    return 0;
}
