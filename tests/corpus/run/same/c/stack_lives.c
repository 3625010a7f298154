// What lives on the stack, and for how long: arrays left by longjmp, argument areas, deep calls.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

static jmp_buf place;

static void jump_from(int *array) {
    array[0] = 1;
    longjmp(place, 1);
}

static int leave_arrays_by_longjmp(int size) {
    volatile int turns;
    for (turns = 0; turns < 20000; turns++) {
        if (!setjmp(place)) {
            int array[size];
            jump_from(array);
        }
    }
    return turns;
}

static long start_again_and_again(int count, ...) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
        va_list list;
        va_start(list, count);
        sum += va_arg(list, int);
        va_end(list);
    }
    return sum;
}

static long outlive_the_array(int size, ...) {
    va_list list;
    long sum = 0;
    {
        int array[size];
        array[0] = 1;
        va_start(list, size);
        sum += va_arg(list, int) + array[0];
    }
    sum += va_arg(list, int);
    va_end(list);
    return sum;
}

static long arrays_in_a_loop(int size) {
    long sum = 0;
    for (int i = 0; i < 50000; i++) {
        char array[size];
        array[size - 1] = (char)i;
        sum += array[size - 1];
    }
    return sum;
}

static int depth(int n) { return n ? 1 + depth(n - 1) : 0; }

int main(void) {
    printf("%d\n", leave_arrays_by_longjmp(1000));
    printf("%ld\n", start_again_and_again(100000, 3));
    printf("%ld\n", outlive_the_array(4, 3, 5));
    printf("%ld\n", arrays_in_a_loop(300));
    printf("%d\n", depth(200000));
    return 0;
}
