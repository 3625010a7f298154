// Weak and alias attributes, constructors and destructors with priorities, cleanup, aligned, noinline.
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>

int real(int x) { return x * 3; }
int other_name(int x) __attribute__((alias("real")));
__attribute__((weak)) int overridable(void) { return 11; }
extern int missing(void) __attribute__((weak));
int storage = 9;
extern int storage_alias __attribute__((alias("storage")));

static int log_position, log_order[8];
__attribute__((constructor(103))) static void third(void) { log_order[log_position++] = 103; }
__attribute__((constructor(101))) static void first(void) { log_order[log_position++] = 101; }
__attribute__((constructor)) static void last(void) { log_order[log_position++] = 999; }
__attribute__((constructor(102))) static void second(void) { log_order[log_position++] = 102; }
__attribute__((destructor(101))) static void bye_last(void) { puts("destructor 101"); }
__attribute__((destructor(105))) static void bye_first(void) { puts("destructor 105"); }
__attribute__((destructor)) static void bye_default(void) { puts("destructor default"); }

static void released(int *p) { printf("released %d\n", *p); }
static int scoped(int n) {
    __attribute__((cleanup(released))) int a = n;
    if (n > 1) {
        __attribute__((cleanup(released))) int b = n * 10;
        return a + b;
    }
    return a;
}

struct __attribute__((aligned(64))) Line { char c; };
static alignas(32) char buffer[3];

int main(void) {
    printf("%d %d\n", other_name(14), overridable());
    printf("%d\n", missing ? missing() : -1);
    storage_alias++;
    printf("%d %d\n", storage, &storage == &storage_alias);
    for (int i = 0; i < log_position; i++)
        printf("%d ", log_order[i]);
    puts("");
    printf("%d\n", scoped(1) + scoped(2));
    struct Line line = {'x'};
    printf("%zu %d %d\n", sizeof line, (int)((uintptr_t)&line % 64), (int)((uintptr_t)buffer % 32));
    for (int i = 0; i < 3; i++) {
        __attribute__((cleanup(released))) int each = i;
        if (i == 1)
            continue;
        each += 100;
    }
    return 0;
}
